"""The moves that can be made so far: declarations of attackers and blockers. Reads, checks and makes them."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.errors import BoundReached
from magistrate.bridge.positions import values
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.checking import Checked, check_declaration
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Kind
from magistrate.bridge.questions.reading import read
from magistrate.bridge.rulings.model import Step

KINDS: dict[str, Kind] = {kind.verb: kind for kind in (ATTACKS, BLOCKS)}
LISTS: dict[str, Kind] = {kind.question: kind for kind in (ATTACKS, BLOCKS)}


class NotYet(Exception):
    """Something that isn't carried out yet: the step stays undecided."""


def player(position: Position, step: Step) -> Symbol | None:
    """Who makes the move, where the step says so."""
    node = step.key("by")
    return None if node is None else position.names.player(values.name(node, "by"), node.place, "by")


def ask(position: Position, step: Step, time_limit: float | None) -> Checked:
    """Whether the declaration of a step is legal. Raises `BadInput`, `BoundReached`, and `NotYet`."""
    kind = KINDS[step.verb]
    who = player(position, step) if kind is BLOCKS else None
    given = read(kind, position, step.argument, step.key("bands"), who)
    found = check_declaration(position, kind, given, player=who, time_limit=time_limit)
    if found.legal is None:
        raise BoundReached("the maximum of requirements isn't certain; give it more time with --time-limit")
    return found
