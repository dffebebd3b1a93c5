"""What spells and abilities on the stack could have as their only target, where a text asks (707.10d)."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Function, Symbol

from magistrate.bridge.programs import Session, words
from magistrate.bridge.questions.proposal import propose
from magistrate.bridge.shapes import Shape, shape

__all__ = ["aimable"]

_ASKED = "could_target"
"""The literal that asks for it."""


def aimable(facts: frozenset[Symbol], seen: Sequence[Symbol]) -> list[Symbol]:
    """The facts `aimable(X,O)` for what has targets on the stack; `seen` are the facts that a look needs."""
    aiming = {told.arguments[0] for told in map(shape, seen) if told.name == "chosen_target"}
    if not aiming or _ASKED not in words(seen):
        return []
    out: list[Symbol] = []
    for x in sorted(aiming & {told.arguments[0] for told in map(shape, seen) if _on_stack(told)}):
        asked = propose(facts, x)
        session = Session(
            asked.question, asked.facts, extra=[Function("asking", [x]), Function("asks_aims", [])]
        )
        out += [Function("aimable", [x, atom.arguments[0]]) for atom in session.atoms("aimable", 1)]
    return out


def _on_stack(told: Shape) -> bool:
    return told.name == "in_zone" and shape(told.arguments[1]).name == "stack"
