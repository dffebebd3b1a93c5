"""The best choice of one of each group, where what is chosen shares out scarce things: HiGHS, or clasp where
it is missing."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Control

from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.engines import highs
from magistrate.bridge.engines.formula import Formula, Linear, normal
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.records import Record
from magistrate.bridge.solver import EXACT

__all__ = ["Packing", "pack"]

Weights = Sequence[Sequence[int]]
"""A number for each choice of each group."""


class Packing(Record):
    """One choice of each group. `at_most`: what the choices use of something may add up to so much; `goals`:
    what is to be as great as possible, first things first."""

    sizes: tuple[int, ...]
    at_most: tuple[tuple[Weights, int], ...]
    goals: tuple[Weights, ...]


def pack(packing: Packing, deadline: Deadline = NEVER) -> list[int] | None:
    """The best choice, as places in the groups; None where there is none. Raises `BoundReached`."""
    first: list[int] = []
    count = 0
    for size in packing.sizes:
        first.append(count + 1)
        count += size

    def terms(weights: Weights) -> list[tuple[int, int]]:
        return [
            (start + place, weight)
            for start, some in zip(first, weights, strict=True)
            for place, weight in enumerate(some)
            if weight
        ]

    if not all(packing.sizes):
        return None
    ranges = [range(start, start + size) for start, size in zip(first, packing.sizes, strict=True)]
    limits = [(terms(weights), most) for weights, most in packing.at_most]
    goals = [terms(weights) for weights in packing.goals]
    found = (_highs if highs.available() else _clasp)(count, ranges, limits, goals, deadline)
    if found is None:
        return None
    return [next(x for x in some if x in found) - some[0] for some in ranges]


Limits = Sequence[tuple[list[tuple[int, int]], int]]
Goals = Sequence[list[tuple[int, int]]]


def _highs(
    count: int, ranges: Sequence[range], limits: Limits, goals: Goals, deadline: Deadline
) -> frozenset[int] | None:
    one_each = [Linear(*normal([(-x, 1) for x in some], len(some) - 1)) for some in ranges]
    within = [Linear(*normal([(x, -weight) for x, weight in terms], -most)) for terms, most in limits]
    formula = Formula(count, frozenset(), tuple(tuple(some) for some in ranges), (*one_each, *within), ())
    found = highs.maximise(formula, goals or [[]], deadline.left)
    if found.infeasible:
        return None
    if not found.complete or found.true is None:
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    return found.true


def _clasp(
    count: int, ranges: Sequence[range], limits: Limits, goals: Goals, deadline: Deadline
) -> frozenset[int] | None:
    control = Control(["--warn=none", EXACT, "--opt-mode=opt"])
    with control.backend() as backend:
        atoms = {x: backend.add_atom() for x in range(1, count + 1)}
        backend.add_rule(list(atoms.values()), [], choice=True)
        for some in ranges:
            backend.add_rule([], [-atoms[x] for x in some])
            backend.add_weight_rule([], 2, [(atoms[x], 1) for x in some])
        for terms, most in limits:
            sums, bound = normal([(x, weight) for x, weight in terms], most + 1)
            literals = [(atoms[x] if x > 0 else -atoms[-x], weight) for x, weight in sums]
            if bound <= 0:
                return None
            backend.add_weight_rule([], bound, literals)
        for rank, goal in enumerate(reversed(goals)):
            backend.add_minimize(rank, [(atoms[x], -weight) for x, weight in goal])
    best: frozenset[int] | None = None
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            if not handle.wait(deadline.left):
                handle.cancel()
                raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
            model = handle.model()
            if model is None:
                return best
            best = frozenset(x for x, atom in atoms.items() if model.is_true(atom))
