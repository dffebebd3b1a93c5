"""Loads every module that adds sentences to the grammar. A new module of sentences is listed here, nowhere else."""

from . import instructions, manas, statics, triggers

__all__ = ["instructions", "manas", "statics", "triggers"]
