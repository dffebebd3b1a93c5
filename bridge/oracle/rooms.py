"""Dungeon cards (CR 309): their rooms, each a triggered ability, and which of them lead to which.

A line is a room: `Old Stair — Scry 1. (Leads to: Hall, Pit)`. The first is the topmost; one that leads nowhere is a
bottommost one.
"""

from __future__ import annotations

import re

from clingo import Function, Number, String, Symbol

from .combinators import Tokens
from .normalise import Line
from .sections import Section

_LEADS = re.compile(r"\(Leads to: ([^)]*)\)")

__all__ = ["facts", "rooms"]


def rooms(lines: list[Line]) -> list[Section]:
    """The lines of a dungeon as sections, the room's name left out."""
    found = []
    for number, line in enumerate(lines, 1):
        start = line.tokens.index("—") + 1 if "—" in line.tokens else 0
        rest = Tokens(line.tokens[start:], line.tokens.raw[start:])
        found.append(Section(Line(line.number, line.text, rest), "room", (number,)))
    return found


def facts(face: Symbol, text: str) -> list[Symbol]:
    """`room(C,N,"Name")` and `leads_to_room(C,N,M)` for the text of a dungeon card."""
    written = [line for line in text.split("\n") if line.strip()]
    names = [line.split(" — ")[0].strip() for line in written]
    found = [Function("room", [face, Number(n), String(name)]) for n, name in enumerate(names, 1)]
    for number, line in enumerate(written, 1):
        leads = _LEADS.search(line)
        for name in leads[1].split(",") if leads else ():
            if name.strip() in names:
                there = names.index(name.strip()) + 1
                found.append(Function("leads_to_room", [face, Number(number), Number(there)]))
    return found
