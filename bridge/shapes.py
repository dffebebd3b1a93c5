"""What is asked of a fact again and again, looked up once: taking a term apart is slow."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import NamedTuple

from clingo import Symbol

__all__ = ["Shape", "shape"]

# Predicates whose arguments hold words of card text; words elsewhere name no file.
_TEXT_PREDICATES = frozenset(
    [
        "keyword",
        "condition",
        "filter",
        "change",
        "states",
        "instruction",
        "mode_instruction",
        "modes",
        "mode_cost",
        "cost",
        "target",
        "target_when",
        "trigger",
        "replaces",
        "activate_only",
        "layout",
        "divide",
        "together",
        "asked_filter",
        "player_keyword",
        "counters",
        "player_counters",
        "effect_of",
        "delayed_ability",
        "effect_lasts",
        "returns_when",
        "former",
        "name_sticker",
        "paid",
        "suspected",
        "monarch",
        "initiative",
        "will_control",
        "controls_player",
        "copy_of_face",
        "toll",
        "may_cast_now",
        "permitted_for",
        "spends_any",
        "spends_any_color",
        "single_use",
    ]
)
_WORD = re.compile(r"[a-z][a-z_0-9]*")
_number = attrgetter("_rep")
"""Clingo's own number of a term. Hashing and comparing terms themselves costs more than is saved."""


class Shape(NamedTuple):
    """The parts of a fact: its name and arguments, both with their number, and the words of card text."""

    name: str
    arguments: tuple[Symbol, ...]
    predicate: tuple[str, int]
    words: frozenset[str]


_KNOWN: dict[int, Shape] = {}
"""Clingo never forgets a term either, so this grows with what is there anyway."""


def shape(fact: Symbol) -> Shape:
    """The parts of a fact. Raises RuntimeError for a term that is none."""
    number = _number(fact)
    found = _KNOWN.get(number)
    if found is None:
        name, arguments = fact.name, tuple(fact.arguments)
        words = _WORD.findall(str(fact)) if name in _TEXT_PREDICATES else ()
        found = _KNOWN[number] = Shape(name, arguments, (name, len(arguments)), frozenset(words))
    return found
