"""The basic lands (CR 305.6, 305.8): every position may have them, without any card database."""

from __future__ import annotations

from magistrate.bridge.cards.faces import Card, Face

_BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")


def _basic(name: str, line: str, text: str = "") -> Card:
    return Card(name, "normal", (Face(name, type_line=line, text=text, colors=()),))


def _lands(prefix: str, supertypes: str) -> tuple[Card, ...]:
    typed = (_basic(f"{prefix}{t}", f"{supertypes} Land — {t}") for t in _BASIC_LAND_TYPES)
    return (*typed, _basic(f"{prefix}Wastes", f"{supertypes} Land", "{T}: Add {C}."))


BASIC_LANDS: tuple[Card, ...] = (*_lands("", "Basic"), *_lands("Snow-Covered ", "Basic Snow"))
