"""Loads every module that adds sentences to the grammar. A new module of sentences is listed here, nowhere else."""

from . import (
    acts,
    circumstances,
    combat,
    deeds,
    delays,
    entering,
    instructions,
    manas,
    moves,
    replacing,
    spending,
    statics,
    targeting,
    targets,
    tokens,
    triggers,
)

__all__ = [
    "acts",
    "circumstances",
    "combat",
    "deeds",
    "delays",
    "entering",
    "instructions",
    "manas",
    "moves",
    "replacing",
    "spending",
    "statics",
    "targeting",
    "targets",
    "tokens",
    "triggers",
]
