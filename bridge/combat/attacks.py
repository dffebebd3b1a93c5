"""Attacks that could be declared, and the position that each would make."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping

from clingo import Function, Symbol

from magistrate.bridge.combat.board import Board, board
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.declarations import ATTACKS, Pair
from magistrate.bridge.questions.listing import Listing, legal_declarations

__all__ = ["attacked", "block_told", "distinct", "everyone", "legal_attacks", "told"]

BLOCKING_STEP = Function("step", [Function("declare_blockers")])


def attacked(position: Position, pairs: Iterable[Pair]) -> Position:
    """The position in the declare blockers step once these attacks were declared."""
    chosen = sorted(pairs)
    declared = [Function("declared", [Function(ATTACKS.choice, list(pair))]) for pair in chosen]
    session = Session("declared", position.facts, extra=declared)
    made = [atom.arguments[1] for atom in session.atoms("initiates", 2)]
    steps = [fact for fact in position.facts if fact.name in ("step", "fresh", "priority", "declared_step")]
    return position.changed(initiated=[*made, BLOCKING_STEP], terminated=steps)


def legal_attacks(position: Position, time_limit: float | None = None) -> Listing:
    """The attacks that the active player may declare."""
    return legal_declarations(ATTACKS, position.facts, time_limit=time_limit)


def everyone(position: Position, listing: Listing) -> Board | None:
    """A board on which every creature that may attack does, if what happens to each attacker and its blockers
    is the same whichever others attack, and each has one thing to attack; else None."""
    goals: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for a, d in listing.pairs:
        goals[a].append(d)
    if not goals or listing.banded or any(len(some) > 1 for some in goals.values()):
        return None
    found = board(attacked(position, [(a, some[0]) for a, some in goals.items()]), supposed=["attacks"])
    return None if found.beyond or found.uneven else found


def distinct(
    attacks: Iterable[frozenset[Pair]], kinds: Mapping[Symbol, Hashable]
) -> list[tuple[frozenset[Pair], int]]:
    """One attack of those that differ by creatures of one kind, and how many it stands for."""
    first: dict[object, frozenset[Pair]] = {}
    many: Counter[object] = Counter()
    for pairs in attacks:
        key = frozenset(Counter((kinds.get(a), d) for a, d in pairs).items())
        first.setdefault(key, pairs)
        many[key] += 1
    return [(first[key], n) for key, n in many.items()]


def told(position: Position, pairs: Iterable[Pair]) -> dict[str, str]:
    """An attack in the names of the position."""
    label = position.names.label
    return {label(a): label(d) for a, d in sorted(pairs)}


def block_told(position: Position, block: Iterable[Pair]) -> dict[str, list[str]]:
    """A block in the names of the position: each blocker with what it blocks."""
    label = position.names.label
    out: dict[str, list[str]] = {}
    for b, a in sorted(block):
        out.setdefault(label(b), []).append(label(a))
    return out
