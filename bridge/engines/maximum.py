"""The greatest value that a ground program allows for weighted literals, with a model that reaches it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from clingo import Symbol

from ..records import Record
from . import clasp
from .clasp import Objective, total
from .errors import EngineError, EngineMissing
from .replay import replay, solve_within

if TYPE_CHECKING:
    from .observer import GroundProgram

Engine = Literal["auto", "clasp", "highs"]

_FIRST_SECONDS = 0.1  # what importing HiGHS costs


class Maximum(Record):
    """The best model, or how far the search came.

    Attributes:
        values: what the witness reaches for each objective; empty without a witness.
        bounds: no model has more for the first objective; none has more for a later one among those that are
            best for the ones before it.
        witness: the shown symbols of a model with these values; ``None`` if none was found.
        complete: the witness is an optimum, or there is no model at all if there is no witness.
        engine: who answered: ``clasp`` or ``highs``.
    """

    values: tuple[int, ...]
    bounds: tuple[int, ...]
    witness: frozenset[Symbol] | None
    complete: bool
    engine: str

    @property
    def value(self) -> int | None:
        """What the witness reaches for the first objective; ``None`` without a witness."""
        return self.values[0] if self.values else None

    @property
    def bound(self) -> int | None:
        """The upper bound of the first objective; ``None`` if there is no objective."""
        return self.bounds[0] if self.bounds else None


def maximum(
    program: GroundProgram,
    objective: Iterable[tuple[int, int]] | None = None,
    *,
    engine: Engine = "auto",
    time_limit: float | None = None,
    assumptions: Sequence[int] = (),
) -> Maximum:
    """The model of ``program`` with the greatest sum of weights.

    Args:
        program: the ground program.
        objective: ``(literal, weight)`` pairs. Without it the program's own ``#maximize`` and ``#minimize``
            statements count, highest priority first, the latter with their signs turned.
        engine: ``clasp`` learns clauses, ``highs`` relaxes to linear programs; ``auto`` gives clasp a moment
            and then asks HiGHS, or clasp again where HiGHS is missing or can't take the program.
        time_limit: seconds; ``None`` for none.
        assumptions: literals that must hold besides.

    Raises:
        EngineMissing: ``highs`` was asked for by name and is not installed.
        NotTight, NotSupported: ``highs`` was asked for by name and can't take the program.
        EngineError: ``highs`` was asked for by name and gave something that is no model.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    objectives = _objectives(program) if objective is None else [tuple(objective)]
    if engine == "clasp":
        return _by_clasp(program, objectives, time_limit, assumptions)
    if engine == "highs":
        return _by_highs(program, objectives, time_limit, assumptions)
    first_seconds = _FIRST_SECONDS if time_limit is None else min(_FIRST_SECONDS, time_limit)
    first = _by_clasp(program, objectives, first_seconds, assumptions)
    if first.complete:
        return first
    try:  # without HiGHS, clasp again
        second = _by_highs(program, objectives, _left(end), assumptions)
    except EngineError:
        second = _by_clasp(program, objectives, _left(end), assumptions)
    return second if second.complete else _better(first, second)


def _better(one: Maximum, other: Maximum) -> Maximum:
    """The witness of the better one with the bounds of both."""
    best = one if one.values > other.values else other
    if not one.bounds or not other.bounds:
        return best
    bounds = (min(one.bounds[0], other.bounds[0]), *best.bounds[1:])
    return Maximum(best.values, bounds, best.witness, False, best.engine)


def _left(end: float | None) -> float | None:
    return None if end is None else max(0.0, end - time.monotonic())


def _objectives(program: GroundProgram) -> list[Objective]:
    levels: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for priority, terms in program.minimize:
        levels[priority].extend((literal, -weight) for literal, weight in terms)
    return [tuple(levels[priority]) for priority in sorted(levels, reverse=True)]


def _greatest(objectives: Sequence[Objective]) -> list[int]:
    """What no model can exceed, since each variable adds at most so much."""
    result = []
    for objective in objectives:
        gain: dict[int, list[int]] = defaultdict(lambda: [0, 0])
        for literal, weight in objective:
            gain[abs(literal)][literal > 0] += weight
        result.append(sum(map(max, gain.values())))
    return result


def _answer(
    program: GroundProgram,
    objectives: Sequence[Objective],
    true: frozenset[int] | None,
    bounds: Iterable[int],
    complete: bool,
    engine: str,
) -> Maximum:
    if true is None:
        return Maximum((), tuple(bounds), None, complete, engine)
    values = tuple(total(objective, true) for objective in objectives)
    witness = frozenset(
        symbol
        for symbol, condition in program.output
        if all((abs(literal) in true) == (literal > 0) for literal in condition)
    )
    return Maximum(values, values if complete else tuple(bounds), witness, complete, engine)


def _by_clasp(
    program: GroundProgram,
    objectives: Sequence[Objective],
    time_limit: float | None,
    assumptions: Sequence[int],
) -> Maximum:
    found = clasp.maximise(program, objectives, time_limit, assumptions)
    bounds = _greatest(objectives)
    if found.bound is not None and bounds:
        bounds[0] = min(bounds[0], found.bound)
    return _answer(program, objectives, found.true, bounds, found.complete, "clasp")


def _by_highs(
    program: GroundProgram,
    objectives: Sequence[Objective],
    time_limit: float | None,
    assumptions: Sequence[int],
) -> Maximum:
    from . import highs
    from .completion import complete

    if not highs.available():
        raise EngineMissing("HiGHS is not installed: pip install highspy, or search with clasp")
    end = None if time_limit is None else time.monotonic() + time_limit
    found = highs.maximise(complete(program, assumptions), objectives, _left(end))
    if found.infeasible:
        return Maximum((), found.bounds, None, True, "highs")
    if found.true is None:
        return Maximum((), found.bounds, None, False, "highs")
    true = frozenset(variable for variable in found.true if variable <= program.atoms)
    # HiGHS computes with floating point numbers: clasp has the last word on whether this is a model.
    everything = [atom if atom in true else -atom for atom in range(1, program.atoms + 1)]
    if not solve_within(replay(program), None, assumptions=[*assumptions, *everything]).satisfiable:
        raise EngineError("HiGHS gave an answer that is no model of the program")
    return _answer(program, objectives, true, found.bounds, found.complete, "highs")
