"""How many models a ground program has, counted over chosen atoms."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from . import ganak
from .completion import complete
from .errors import EngineError, EngineMissing
from .observer import GroundProgram
from .replay import replay, solve_within

Engine = Literal["auto", "clasp", "ganak"]

_FIRST_MODELS = 200_000
_FIRST_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Count:
    """A number of models.

    Attributes:
        value: the exact number, or if not ``complete`` a number that is certainly reached.
        complete: whether the count came to its end.
        engine: who counted: ``clasp`` or ``ganak``.
    """

    value: int
    complete: bool
    engine: str


def count(
    program: GroundProgram,
    project: Iterable[int],
    *,
    engine: Engine = "auto",
    limit: int = 0,
    time_limit: float | None = None,
    assumptions: Sequence[int] = (),
) -> Count:
    """Counts the models of ``program`` that differ on the atoms ``project``.

    Args:
        program: the ground program; its own projection and minimize statements are ignored.
        project: literals of the atoms that distinguish models.
        engine: ``clasp`` enumerates, ``ganak`` counts without enumerating; ``auto`` lets clasp try first and
            asks Ganak about what is too many to enumerate.
        limit: number of models after which clasp may stop; 0 for none. Ganak has no use for it.
        time_limit: seconds; ``None`` for none.
        assumptions: literals that must hold besides.

    Raises:
        EngineMissing: ``ganak`` was asked for by name and is not installed.
        NotTight, NotSupported: ``ganak`` was asked for by name and can't take the program.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    atoms = sorted({abs(literal) for literal in project})
    if engine == "ganak":
        return _by_ganak(program, atoms, assumptions, time_limit)
    if engine == "clasp" or not ganak.available() or 0 < limit <= _FIRST_MODELS:
        return _by_clasp(program, atoms, assumptions, limit, time_limit)
    first_seconds = _FIRST_SECONDS if time_limit is None else min(_FIRST_SECONDS, time_limit)
    first = _by_clasp(program, atoms, assumptions, _FIRST_MODELS, first_seconds)
    if first.complete:
        return first
    try:
        second = _by_ganak(program, atoms, assumptions, _left(end))
    except EngineError:
        # Not tight, too large for clauses, or out of memory: enumerating still gives a number that is
        # reached.
        second = _by_clasp(program, atoms, assumptions, limit, _left(end))
    return second if second.complete or second.value > first.value else first


def _left(end: float | None) -> float | None:
    return None if end is None else max(0.0, end - time.monotonic())


def _by_clasp(
    program: GroundProgram,
    atoms: Sequence[int],
    assumptions: Sequence[int],
    limit: int,
    time_limit: float | None,
) -> Count:
    # Without atoms to project on, one model stands for all.
    most = limit if atoms else 1
    control = replay(program, options=(str(most), "--project=project"), project=atoms)
    result = solve_within(control, time_limit, assumptions=assumptions)
    found = int(control.statistics["summary"]["models"]["enumerated"])
    return Count(found, complete=result.exhausted or (not atoms and found > 0), engine="clasp")


def _by_ganak(
    program: GroundProgram, atoms: Sequence[int], assumptions: Sequence[int], time_limit: float | None
) -> Count:
    if not ganak.available():
        raise EngineMissing("Ganak is not installed: pip install pyganak, or count with clasp")
    end = None if time_limit is None else time.monotonic() + time_limit
    formula = complete(program, assumptions)
    if not formula.consistent:
        return Count(0, complete=True, engine="ganak")
    if all(formula.value(atom) is not None for atom in atoms):
        return _by_clasp(program, (), assumptions, 1, _left(end))
    value = ganak.count_models(formula, atoms, _left(end))
    return Count(value or 0, complete=value is not None, engine="ganak")
