"""Maximises over a ground program with clasp."""

from __future__ import annotations

import time
from collections.abc import Sequence

from clingo.solving import Model

from ..records import Record
from .observer import GroundProgram
from .replay import replay, solve_within

Objective = tuple[tuple[int, int], ...]
"""``(literal, weight)`` pairs; the sum of the weights of true literals is to be as great as possible."""


class Search(Record):
    """How far clasp came.

    Attributes:
        true: the true atoms of the best model found; ``None`` if there was none.
        bound: no model has a greater sum for the first objective; ``None`` if nothing is known.
        complete: the model is an optimum, or there is none at all.
    """

    true: frozenset[int] | None
    bound: int | None
    complete: bool


def maximise(
    program: GroundProgram,
    objectives: Sequence[Objective],
    time_limit: float | None = None,
    assumptions: Sequence[int] = (),
) -> Search:
    """Searches by unsatisfiable cores, which gives bounds, then by improving models, which gives models.

    Args:
        program: its own minimize statements are ignored.
        objectives: the most important first.
        time_limit: seconds for everything; ``None`` lets the first search run to its end.
        assumptions: literals that must hold besides.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    cores = _search(
        program, objectives, "usc,oll", None if time_limit is None else 0.8 * time_limit, assumptions
    )
    if cores.complete or end is None:
        return cores
    models = _search(program, objectives, "bb,lin", max(0.0, end - time.monotonic()), assumptions)
    bounds = [bound for bound in (cores.bound, models.bound) if bound is not None]
    better = models
    if cores.true is not None and (
        models.true is None or _sums(objectives, cores.true) > _sums(objectives, models.true)
    ):
        better = cores
    return Search(better.true, min(bounds, default=None), models.complete)


def total(objective: Objective, true: frozenset[int]) -> int:
    """The sum of the weights of the literals that hold when exactly the atoms ``true`` do."""
    return sum(weight for literal, weight in objective if (abs(literal) in true) == (literal > 0))


def _sums(objectives: Sequence[Objective], true: frozenset[int]) -> list[int]:
    return [total(objective, true) for objective in objectives]


def _search(
    program: GroundProgram,
    objectives: Sequence[Objective],
    strategy: str,
    seconds: float | None,
    assumptions: Sequence[int],
) -> Search:
    levels = len(objectives)
    control = replay(
        program,
        options=("0" if levels else "1", "--opt-mode=opt", f"--opt-strategy={strategy}"),
        minimize=[
            (levels - index, [(literal, -weight) for literal, weight in objective])
            for index, objective in enumerate(objectives)
        ],
    )
    best: list[frozenset[int]] = []

    def keep(model: Model) -> None:
        is_true = model.is_true
        best[:] = [frozenset(atom for atom in range(1, program.atoms + 1) if is_true(atom))]

    result = solve_within(control, seconds, on_model=keep, assumptions=assumptions)
    true = best[0] if best else None
    finished = bool(result.exhausted or (not levels and best))
    bound = None
    if finished and true is not None and objectives:
        bound = total(objectives[0], true)
    elif not finished:
        bound = _lower(control.statistics["summary"])
    return Search(true, bound, finished)


def _lower(summary: dict[str, object]) -> int | None:
    """Clasp's lower bound of the first minimize statement as an upper bound of what is maximised."""
    lower = summary.get("lower")
    if isinstance(lower, list) and lower and abs(lower[0]) < 2**53:
        return -int(lower[0])
    return None
