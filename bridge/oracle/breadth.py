"""Loads every module that adds sentences to the grammar. A new module of sentences is listed here, nowhere else."""

from . import combat, instructions, manas, statics, triggers

__all__ = ["combat", "instructions", "manas", "statics", "triggers"]
