"""Loads every module that adds sentences to the grammar. A new module of sentences is listed here, nowhere else."""

from . import combat, entering, instructions, manas, spending, statics, triggers

__all__ = ["combat", "entering", "instructions", "manas", "spending", "statics", "triggers"]
