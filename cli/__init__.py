"""The voice: the command line, one file a command."""
