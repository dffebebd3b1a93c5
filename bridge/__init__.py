"""The hands: holds facts, asks the judge, carries out what it says."""
