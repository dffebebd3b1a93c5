"""How many models a ground program has, counted over chosen atoms."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

from ..records import Record
from .errors import EngineError, EngineMissing
from .replay import replay, solve_within

if TYPE_CHECKING:
    from .formula import Formula
    from .observer import GroundProgram

Engine = Literal["auto", "clasp", "sweep", "ganak"]

_FEW_MODELS = 20_000
_FEW_SECONDS = 0.1
_MANY_MODELS = 200_000
_MANY_SECONDS = 0.5


class Count(Record):
    """A number of models.

    Attributes:
        value: the exact number, or if not ``complete`` a number that is certainly reached.
        complete: whether the count came to its end.
        engine: who counted: ``clasp``, ``sweep`` or ``ganak``.
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
        engine: ``clasp`` enumerates; ``sweep`` goes through the atoms and keeps only how far sums have come;
            ``ganak`` counts any formula without enumerating. ``auto`` lets clasp try first and asks sweep,
            then Ganak, about what is too many to enumerate.
        limit: number of models after which clasp may stop; 0 for none. The others have no use for it.
        time_limit: seconds; ``None`` for none.
        assumptions: literals that must hold besides.

    Raises:
        EngineMissing: ``sweep`` or ``ganak`` was asked for by name and is not installed.
        NotTight, NotSupported: ``sweep`` or ``ganak`` was asked for by name and can't take the program.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    atoms = sorted({abs(literal) for literal in project})
    if engine == "sweep":
        return _by_sweep(_formula(program, assumptions), atoms, time_limit)
    if engine == "ganak":
        return _by_ganak(program, _formula(program, assumptions), atoms, assumptions, time_limit)
    if engine == "clasp" or 0 < limit <= _FEW_MODELS:
        return _by_clasp(program, atoms, assumptions, limit, time_limit)
    best = _by_clasp(program, atoms, assumptions, _FEW_MODELS, _least(_FEW_SECONDS, time_limit))
    if best.complete:
        return best
    for attempt in _attempts(program, atoms, assumptions, limit, end):
        try:
            found = attempt()
        except EngineError:
            # Not tight, too large for clauses, or out of memory: another one may still answer.
            continue
        if found.complete:
            return found
        if found.value > best.value:
            best = found
    return best


def _formula(program: GroundProgram, assumptions: Sequence[int]) -> Formula:
    from .completion import complete

    return complete(program, assumptions)


def _attempts(
    program: GroundProgram, atoms: Sequence[int], assumptions: Sequence[int], limit: int, end: float | None
) -> Iterator[Callable[[], Count]]:
    """What to try, one after the other, when there are more than a few models."""
    from . import ganak, sweep  # only where listing isn't enough

    formula = cache(lambda: _formula(program, assumptions))
    left = _left(end)
    if sweep.available():
        yield lambda: _by_sweep(formula(), atoms, None if left is None else left / 2)
    if ganak.available():
        seconds = _least(_MANY_SECONDS, _left(end))
        yield lambda: _by_clasp(program, atoms, assumptions, limit or _MANY_MODELS, seconds)
        yield lambda: _by_ganak(program, formula(), atoms, assumptions, _left(end))
    yield lambda: _by_clasp(program, atoms, assumptions, limit, _left(end))


def _least(seconds: float, most: float | None) -> float:
    return seconds if most is None else min(seconds, most)


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


def _by_sweep(formula: Formula, atoms: Sequence[int], time_limit: float | None) -> Count:
    from . import sweep

    if not sweep.available():
        raise EngineMissing("numpy is not installed: pip install numpy, or count with clasp")
    value = sweep.count_models(formula, atoms, time_limit)
    return Count(value or 0, complete=value is not None, engine="sweep")


def _by_ganak(
    program: GroundProgram,
    formula: Formula,
    atoms: Sequence[int],
    assumptions: Sequence[int],
    time_limit: float | None,
) -> Count:
    from . import ganak

    if not ganak.available():
        raise EngineMissing("Ganak is not installed: pip install pyganak, or count with clasp")
    if formula.consistent and all(formula.value(atom) is not None for atom in atoms):
        return _by_clasp(program, (), assumptions, 1, time_limit)
    value = ganak.count_models(formula, atoms, time_limit)
    return Count(value or 0, complete=value is not None, engine="ganak")
