"""Atoms of the judge in English: one module a topic."""
