"""A move as a line of text, as `check` is given it: a step of a ruling file."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.positions import values
from magistrate.bridge.positions.nodes import Limits, Node, parse
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Declaration, Kind
from magistrate.bridge.questions.reading import read
from magistrate.bridge.rulings.reader import one

KINDS = {kind.verb: kind for kind in (ATTACKS, BLOCKS)}


def read_step(position: Position, text: str) -> tuple[Kind, Declaration, Symbol | None]:
    """The declaration that a step such as `block: {bear: ogre}` makes, and the player that its `by` names.

    Keys beside the verb may follow it after a comma. Raises `BadInput`, with the column in the text.
    """
    return _declaration(position, _parsed(text))


def _parsed(text: str) -> Node:
    flowing = not text.lstrip().startswith("{") and "\n" not in text.strip()
    if not flowing:
        return parse(text, "<step>", Limits.from_environment())
    return parse("{" + text + "}", "<step>", Limits.from_environment())


def _declaration(position: Position, node: Node) -> tuple[Kind, Declaration, Symbol | None]:
    step = one(node)
    kind = KINDS.get(step.verb)
    if kind is None:
        values.refuse(step.place, f"`{step.verb}` can't be checked yet; attack and block can")
    who = step.key("by")
    player = None
    if who is not None and kind is BLOCKS:
        player = position.names.player(values.name(who, "by"), who.place)
    return kind, read(kind, position, step.argument, step.key("bands"), player), player
