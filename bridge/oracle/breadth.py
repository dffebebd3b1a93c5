"""Loads every module that adds sentences to the grammar. A new module of sentences is listed here, nowhere else."""

from . import acts, combat, deeds, entering, instructions, manas, moves, spending, statics, tokens, triggers

__all__ = ["acts", "combat", "deeds", "entering", "instructions", "manas", "moves", "spending", "statics", "tokens", "triggers"]
