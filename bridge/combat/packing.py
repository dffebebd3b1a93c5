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

__all__ = ["Packed", "Packing", "pack", "packed"]

TICK = 0.2
"""Seconds between two looks at the deadline."""

Weights = Sequence[Sequence[int]]
"""A number for each choice of each group."""


class Packing(Record):
    """One choice of each group. `at_most`: what the choices use of something may add up to so much; `goals`:
    what is to be as great as possible, first things first."""

    sizes: tuple[int, ...]
    at_most: tuple[tuple[Weights, int], ...]
    goals: tuple[Weights, ...]


class Packed(Record):
    """`chosen`: places in the groups, None where there is no choice or none was found. `bounds`: nothing has
    more of each goal, given what was reached of those before. `complete`: it is the best, or there is
    none."""

    chosen: list[int] | None
    bounds: tuple[int, ...]
    complete: bool = True


def pack(packing: Packing, deadline: Deadline = NEVER) -> list[int] | None:
    """The best choice, as places in the groups; None where there is none. Raises `BoundReached`."""
    found = packed(packing, deadline)
    if not found.complete:
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    return found.chosen


def packed(packing: Packing, deadline: Deadline = NEVER) -> Packed:
    """The best choice that is found in time."""
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
        return Packed(None, ())
    ranges = [range(start, start + size) for start, size in zip(first, packing.sizes, strict=True)]
    limits = [(terms(weights), most) for weights, most in packing.at_most]
    goals = [terms(weights) for weights in packing.goals]
    found = (_highs if highs.available() else _clasp)(count, ranges, limits, goals, deadline)
    if found.true is None:
        return Packed(None, found.bounds, found.complete or found.infeasible)
    chosen = [next(x for x in some if x in found.true) - some[0] for some in ranges]
    return Packed(chosen, found.bounds, found.complete)


Limits = Sequence[tuple[list[tuple[int, int]], int]]
Goals = Sequence[list[tuple[int, int]]]


def _highs(
    count: int, ranges: Sequence[range], limits: Limits, goals: Goals, deadline: Deadline
) -> highs.Optimum:
    one_each = [Linear(*normal([(-x, 1) for x in some], len(some) - 1)) for some in ranges]
    within = [Linear(*normal([(x, -weight) for x, weight in terms], -most)) for terms, most in limits]
    formula = Formula(count, frozenset(), tuple(tuple(some) for some in ranges), (*one_each, *within), ())
    return highs.maximise(formula, goals or [[]], deadline.left, lambda: deadline.over)


def _clasp(
    count: int, ranges: Sequence[range], limits: Limits, goals: Goals, deadline: Deadline
) -> highs.Optimum:
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
                return highs.Optimum((), None, infeasible=True)
            backend.add_weight_rule([], bound, literals)
        for rank, goal in enumerate(reversed(goals)):
            backend.add_minimize(rank, [(atoms[x], -weight) for x, weight in goal])
    best: frozenset[int] | None = None
    bounds = tuple(sum(max(0, weight) for _, weight in goal) for goal in goals)
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(TICK):
                if deadline.over:
                    handle.cancel()
                    return highs.Optimum(bounds, best)
            model = handle.model()
            if model is None:
                return highs.Optimum(bounds, best, complete=best is not None, infeasible=best is None)
            best = frozenset(x for x, atom in atoms.items() if model.is_true(atom))
