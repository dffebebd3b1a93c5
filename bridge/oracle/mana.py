"""Mana costs and symbols (CR 107.4, 202): terms, mana value, colours."""

from __future__ import annotations

import re

from .tables import COLOR_LETTERS
from .terms import Term

_SYMBOL = re.compile(r"\{([^{}]*)\}")
_WORDS = {
    "T": "tap",
    "Q": "untap",
    "E": "energy",
    "S": "snow",
    "C": "colorless",
    "X": "x",
    "Y": "y",
    "Z": "z",
}


def symbols(cost: str) -> list[str]:
    """The insides of the symbols of a cost: `{2}{R}` gives 2 and R."""
    return _SYMBOL.findall(cost)


def symbol(inside: str) -> Term | None:
    """The term of a mana symbol: generic(2), green, hybrid(white,blue), hybrid(2,red), phyrexian(red); else None."""
    inside = inside.upper()
    if inside.isdigit():
        return ("generic", int(inside))
    if inside in COLOR_LETTERS:
        return COLOR_LETTERS[inside]
    if inside in ("X", "Y", "Z", "C", "S"):
        return _WORDS[inside]
    if inside == "½" or inside.startswith("H"):
        return None
    parts = inside.split("/")
    if parts[-1] == "P" and len(parts) > 1:
        inner = symbol("/".join(parts[:-1]))
        return None if inner is None else ("phyrexian", inner)
    if len(parts) == 2:
        left, right = symbol(parts[0]), symbol(parts[1])
        return None if left is None or right is None else ("hybrid", left, right)
    return None


def value_of(term: Term) -> int:
    """What a symbol counts for in a mana value (202.3)."""
    if isinstance(term, tuple):
        if term[0] == "generic":
            return int(term[1])
        if term[0] == "phyrexian":
            return value_of(term[1])
        if term[0] == "hybrid":
            return max(value_of(term[1]), value_of(term[2]))
    return 0 if term in ("x", "y", "z") else 1


def colors_of(term: Term) -> set[str]:
    """The colours of a symbol (105.2)."""
    if isinstance(term, tuple):
        return set().union(*(colors_of(t) for t in term[1:] if not isinstance(t, int)))
    return {term} if term in COLOR_LETTERS.values() else set()


def parse(cost: str) -> list[Term] | None:
    """The terms of a mana cost, or None when something in it is no mana symbol."""
    if _SYMBOL.sub("", cost).strip():
        return None
    found = [symbol(s) for s in symbols(cost)]
    return None if any(f is None for f in found) else found
