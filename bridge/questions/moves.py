"""A move as a line of text, as `check` is given it: a step of a ruling file."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.positions import values
from magistrate.bridge.positions.keys import MOVES
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Declaration, Kind
from magistrate.bridge.questions.reading import read
from magistrate.bridge.rulings.reader import in_line
from magistrate.bridge.rulings.step import Step

KINDS = {kind.verb: kind for kind in (ATTACKS, BLOCKS)}


def read_step(position: Position, text: str) -> tuple[Kind, Declaration, Symbol | None]:
    """The declaration that a step such as `block: {bear: ogre}` makes, and the player that its `by` names.

    Keys beside the verb may follow it after a comma. Raises `BadInput`, with the column in the text.
    """
    return in_line(text, lambda step: _declaration(position, step))


def is_declaration(text: str) -> bool:
    """Whether a step is a declaration, as far as its first word tells."""
    word = text.strip().lstrip("{").lstrip().partition(":")[0].strip(" \"'").lower()
    return word in KINDS or not word.isidentifier() or word not in MOVES


def _declaration(position: Position, step: Step) -> tuple[Kind, Declaration, Symbol | None]:
    kind = KINDS.get(step.verb)
    if kind is None:
        values.refuse(step.place, f"`{step.verb or 'expect'}` is no declaration; attack and block are")
    who = step.key("by")
    player = None
    if who is not None and kind is BLOCKS:
        player = position.names.player(values.name(who, "by"), who.place)
    return kind, read(kind, position, step.argument, step.key("bands"), player), player
