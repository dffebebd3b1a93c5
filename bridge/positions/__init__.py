"""Positions: facts, names, and the file formats they are read from."""
