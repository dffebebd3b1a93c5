"""A move as a line of text, as `check` is given it: a step of a ruling file."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions import values
from magistrate.bridge.positions.nodes import Limits, Node, parse
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Declaration, Kind
from magistrate.bridge.questions.reading import read
from magistrate.bridge.rulings.reader import one

STEP = "<step>"
KINDS = {kind.verb: kind for kind in (ATTACKS, BLOCKS)}


def read_step(position: Position, text: str) -> tuple[Kind, Declaration, Symbol | None]:
    """The declaration that a step such as `block: {bear: ogre}` makes, and the player that its `by` names.

    Keys beside the verb may follow it after a comma. Raises `BadInput`, with the column in the text.
    """
    braced = text.lstrip().startswith("{") or "\n" in text.strip()
    try:
        return _declaration(position, _parsed(text))
    except BadInput as error:
        if braced:
            raise
        raise _shifted(error) from None


def _parsed(text: str) -> Node:
    """The step as a node. Braces that the text leaves out are put around it, so that keys may stand on one
    line."""
    limits = Limits.from_environment()
    if text.lstrip().startswith("{") or "\n" in text.strip():
        return parse(text, STEP, limits)
    return parse("{" + text + "}", STEP, limits)


def _shifted(error: BadInput) -> BadInput:
    """The error at its column in the text as it was given."""
    place = error.place
    if place.file != STEP or place.line != 1 or place.column < 2:
        return error
    return BadInput(error.message, Place(STEP, 1, place.column - 1))


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
