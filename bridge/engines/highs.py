"""Maximises over a formula with HiGHS, a mixed-integer solver with linear relaxations."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from typing import Any

from ..records import Record
from .formula import Formula, normal

_FEASIBLE = 1e-6


def available() -> bool:
    """Whether HiGHS is installed."""
    return find_spec("highspy") is not None and find_spec("numpy") is not None


class Optimum(Record):
    """What HiGHS found for one objective after the other.

    Attributes:
        bounds: no solution has more than this, given what was reached for the objectives before.
        true: the variables that hold in the best solution; ``None`` if none was found.
        complete: the solution is an optimum.
        infeasible: the formula has no model.
    """

    bounds: tuple[int, ...]
    true: frozenset[int] | None
    complete: bool = False
    infeasible: bool = False


class _Rows(Record, frozen=False):
    """Sparse rows ``lower <= sum <= upper`` over columns."""

    starts: list[int]
    columns: list[int]
    values: list[float]
    lower: list[float]
    upper: list[float]


def _row(rows: _Rows, column: dict[int, int], terms: Iterable[tuple[int, int]], bound: int) -> None:
    """Adds ``sum of weights of true literals >= bound``."""
    low = float(bound)
    merged: dict[int, int] = {}
    for literal, weight in terms:
        if literal > 0:
            merged[literal] = merged.get(literal, 0) + weight
        else:
            merged[-literal] = merged.get(-literal, 0) - weight
            low -= weight
    rows.starts.append(len(rows.columns))
    for variable, weight in merged.items():
        rows.columns.append(column[variable])
        rows.values.append(float(weight))
    rows.lower.append(low)
    rows.upper.append(math.inf)


def _all_rows(formula: Formula, column: dict[int, int]) -> _Rows:
    rows = _Rows([], [], [], [], [])
    for clause in formula.clauses:
        _row(rows, column, [(literal, 1) for literal in dict.fromkeys(clause)], 1)
    for terms, bound in formula.linear:
        _row(rows, column, terms, bound)
    for literal, terms, bound in formula.reified:
        total = sum(weight for _, weight in terms)
        # literal -> sum >= bound, and not literal -> sum of the false ones >= total - bound + 1.
        _row(rows, column, [*terms, (-literal, bound)], bound)
        rest = total - bound + 1
        _row(rows, column, [*((-part, min(weight, rest)) for part, weight in terms), (literal, rest)], rest)
    return rows


def _open_variables(formula: Formula, wanted: Iterable[int]) -> list[int]:
    found: set[int] = set()
    for clause in formula.clauses:
        found.update(map(abs, clause))
    for terms, _ in formula.linear:
        found.update(abs(literal) for literal, _ in terms)
    for literal, terms, _ in formula.reified:
        found.add(abs(literal))
        found.update(abs(part) for part, _ in terms)
    found.update(abs(literal) for literal in wanted if formula.value(literal) is None)
    return sorted(found)


def maximise(
    formula: Formula,
    objectives: Sequence[Sequence[tuple[int, int]]],
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Optimum:
    """The models of ``formula`` with the greatest sum of weights, objective by objective.

    Args:
        formula: what must hold.
        objectives: sums of ``(literal, weight)`` to maximise, the most important first.
        time_limit: seconds for all of them together; ``None`` for no limit.
        stop: asked again and again; the search ends when it says so, with what was found until then.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    goals = [_goal(formula, objective) for objective in objectives]
    greatest = tuple(offset + sum(weight for _, weight in terms) for terms, offset in goals)
    if not formula.consistent:
        return Optimum(greatest, None, infeasible=True)
    variables = _open_variables(formula, (literal for terms, _ in goals for literal, _ in terms))
    fixed = frozenset(literal for literal in formula.units if literal > 0)
    if not variables:
        return Optimum(greatest, fixed, complete=True)
    column = {variable: index for index, variable in enumerate(variables)}
    solver = _load(formula, column)
    if stop is not None:
        _heeds(solver, stop)
    bounds = list(greatest)
    true: frozenset[int] | None = None
    for index, (terms, offset) in enumerate(goals or [((), 0)]):
        left = None if end is None else end - time.monotonic()
        if (left is not None and left <= 0) or (true is not None and stop is not None and stop()):
            break
        status, reached, bound, chosen = _solve(solver, column, terms, left)
        if status == "infeasible":
            return Optimum(greatest, None, infeasible=True)
        if chosen is not None:
            true = fixed | {variable for variable in variables if chosen[column[variable]] > 0.5}
        if goals:
            bounds[index] = min(bounds[index], bound + offset)
        if status != "optimal":
            break
        if index + 1 >= len(goals):
            return Optimum(tuple(bounds), true, complete=True)
        _keep(solver, column, terms, reached)
    return Optimum(tuple(bounds), true)


def _goal(formula: Formula, objective: Iterable[tuple[int, int]]) -> tuple[tuple[tuple[int, int], ...], int]:
    """The open part of an objective with positive weights, and what is certain to be added."""
    offset = 0
    rest = []
    for literal, weight in objective:
        value = formula.value(literal)
        if value:
            offset += weight
        elif value is None:
            rest.append((literal, weight))
    terms, missing = normal(rest, 0)
    return terms, offset - missing


def _quiet_solver() -> Any:
    """A solver that prints nothing, not even its name while it is being made."""
    import highspy

    base: Any = highspy.Highs

    def enable_callbacks(self: Any) -> None:
        # The constructor calls this, and it prints; no option can be set earlier.
        self.setOptionValue("output_flag", False)
        base.enableCallbacks(self)

    solver = type("QuietHighs", (base,), {"enableCallbacks": enable_callbacks})()
    solver.setOptionValue("output_flag", False)
    # Threads don't come along into processes that are forked later, which would wait for them forever.
    solver.setOptionValue("threads", 1)
    return solver


def _load(formula: Formula, column: dict[int, int]) -> Any:
    import highspy
    import numpy

    rows = _all_rows(formula, column)
    count = len(column)
    lp = highspy.HighsLp()
    lp.num_col_ = count
    lp.num_row_ = len(rows.lower)
    lp.col_cost_ = numpy.zeros(count)
    lp.col_lower_ = numpy.zeros(count)
    lp.col_upper_ = numpy.ones(count)
    lp.row_lower_ = numpy.array(rows.lower)
    lp.row_upper_ = numpy.array(rows.upper)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = numpy.array([*rows.starts, len(rows.columns)], dtype=numpy.int32)
    lp.a_matrix_.index_ = numpy.array(rows.columns, dtype=numpy.int32)
    lp.a_matrix_.value_ = numpy.array(rows.values)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * count
    lp.sense_ = highspy.ObjSense.kMaximize
    solver = _quiet_solver()
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 1 - 1e-4)  # weights are whole numbers
    solver.setOptionValue("random_seed", 0)
    solver.passModel(lp)
    return solver


def _heeds(solver: Any, stop: Callable[[], bool]) -> None:
    """The solver asks from time to time whether to stop."""

    def ask(event: Any) -> None:
        if stop():
            event.interrupt()

    solver.cbMipInterrupt += ask
    solver.cbSimplexInterrupt += ask


def _solve(
    solver: Any, column: dict[int, int], terms: Sequence[tuple[int, int]], seconds: float | None
) -> tuple[str, int, int, Any]:
    """Status, value and bound of the open part, and the solution's column values."""
    import highspy
    import numpy

    costs = numpy.zeros(len(column))
    constant = 0
    for literal, weight in terms:
        if literal > 0:
            costs[column[literal]] += weight
        else:
            costs[column[-literal]] -= weight
            constant += weight
    solver.changeColsCost(len(column), numpy.arange(len(column), dtype=numpy.int32), costs)
    solver.setOptionValue("time_limit", math.inf if seconds is None else solver.getRunTime() + seconds)
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return "infeasible", 0, 0, None
    info = solver.getInfo()
    most = sum(weight for _, weight in terms)
    bound = most
    if math.isfinite(info.mip_dual_bound):
        bound = min(most, math.floor(info.mip_dual_bound + constant + _FEASIBLE))
    chosen = None
    reached = 0
    if info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible:
        chosen = solver.getSolution().col_value
        reached = sum(
            weight for literal, weight in terms if (chosen[column[abs(literal)]] > 0.5) == (literal > 0)
        )
    if chosen is not None and (status == highspy.HighsModelStatus.kOptimal or reached >= bound):
        return "optimal", reached, reached, chosen
    return "cut", reached, bound, chosen


def _keep(solver: Any, column: dict[int, int], terms: Sequence[tuple[int, int]], reached: int) -> None:
    """Demands that later solutions reach as much of this objective."""
    import numpy

    low = float(reached)
    values = []
    for literal, weight in terms:
        if literal > 0:
            values.append(float(weight))
        else:
            values.append(-float(weight))
            low -= weight
    columns = numpy.array([column[abs(literal)] for literal, _ in terms], dtype=numpy.int32)
    solver.addRow(low, math.inf, len(terms), columns, numpy.array(values))
