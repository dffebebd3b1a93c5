"""A formula as sums over chosen variables, every other variable decided by whether a sum reaches a bound."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ..records import Record
from .errors import NotSupported
from .formula import Formula, FormulaBuilder, Reified, Terms


class Sum(Record):
    """The weights of the true literals of ``terms`` must sum to ``least`` at least and ``most`` at most.

    Each ``(bound, literal)`` of ``heads`` says that ``literal`` holds exactly when they sum to ``bound``.
    """

    terms: Terms
    least: int
    most: int
    heads: tuple[tuple[int, int], ...]


class _Gate(NamedTuple):
    """``literal`` holds exactly when the weights of the true literals reach ``bound``."""

    literal: int
    terms: Terms
    bound: int
    clauses: tuple[frozenset[int], ...]
    """The clauses that say so; none if a reified sum does."""


def sums(formula: Formula, chosen: Collection[int]) -> tuple[tuple[Sum, ...], frozenset[int]] | None:
    """The formula as sums over the variables ``chosen`` and those that sums decide, without cycles.

    An assignment of the chosen variables that are open extends to a model exactly when no sum forbids it.
    Comes with the chosen variables that are open. ``None`` if there is no model.

    Raises:
        NotSupported: some variable isn't decided by the chosen ones through sums.
    """
    free = frozenset(chosen)
    while True:
        if not formula.consistent:
            return None
        gates = _gates(formula, free)
        same = {abs(gate.literal): _alias(gate) for gate in gates if len(gate.terms) == 1}
        if not same:
            fixed = {abs(unit) for unit in formula.units}
            return _fused(formula, free, gates), free - fixed
        formula = _substituted(formula, same)


def _alias(gate: _Gate) -> int:
    """The literal that the gate's variable equals."""
    other = gate.terms[0][0]
    return other if gate.literal > 0 else -other


def _gates(formula: Formula, free: frozenset[int]) -> list[_Gate]:
    """One definition for each variable that isn't free, inputs before what rests on them."""
    candidates = [_Gate(item.literal, item.terms, item.bound, ()) for item in formula.reified]
    candidates += _clause_gates(formula, free)
    waiting: list[int] = []
    readers: dict[int, list[int]] = defaultdict(list)
    ready = []
    for index, gate in enumerate(candidates):
        inputs = [abs(literal) for literal, _ in gate.terms if abs(literal) not in free]
        waiting.append(len(inputs))
        for variable in inputs:
            readers[variable].append(index)
        if not inputs:
            ready.append(index)
    known = set(free)
    out = []
    for index in ready:  # grows while it is read
        gate = candidates[index]
        variable = abs(gate.literal)
        if variable in known:
            continue
        known.add(variable)
        out.append(gate)
        for reader in readers[variable]:
            waiting[reader] -= 1
            if not waiting[reader]:
                ready.append(reader)
    return out


def _clause_gates(formula: Formula, free: frozenset[int]) -> Iterable[_Gate]:
    """Disjunctions, and conjunctions by their complements, that clauses define."""
    pairs = {frozenset(clause) for clause in formula.clauses if len(clause) == 2}
    for clause in formula.clauses:
        for literal in clause:
            if abs(literal) in free:
                continue
            others = [other for other in clause if other != literal]
            implied = [frozenset((-literal, -other)) for other in others]
            if all(pair in pairs for pair in implied):
                terms = tuple((other, 1) for other in others)
                yield _Gate(-literal, terms, 1, (frozenset(clause), *implied))


def _substituted(formula: Formula, same: dict[int, int]) -> Formula:
    """The formula without the variables that equal a literal."""

    def of(literal: int) -> int:
        while abs(literal) in same:
            literal = same[literal] if literal > 0 else -same[-literal]
        return literal

    builder = FormulaBuilder(formula.variables)
    for unit in formula.units:
        builder.clause((unit,))
    clauses = {frozenset(map(of, clause)) for clause in formula.clauses}
    for clause in clauses:
        builder.clause(clause)
        # What is left of a conjunction of opposites: both say that the rest holds.
        for literal in clause:
            if (clause - {literal}) | {-literal} in clauses:
                builder.clause(clause - {literal})
    for terms, bound in formula.linear:
        true = builder.new_variable()
        builder.clause((true,))
        builder.reified(true, [(of(literal), weight) for literal, weight in terms], bound)
    for literal, terms, bound in formula.reified:
        builder.reified(of(literal), [(of(literal), weight) for literal, weight in terms], bound)
    return builder.build()


class _Bounds(Record, frozen=False):
    """What is known about one sum while everything about it is gathered."""

    terms: Terms
    least: int
    most: int
    heads: dict[tuple[int, int], None]


class _Fusion:
    """Brings together what is said about the same sum."""

    def __init__(self) -> None:
        self._known: dict[frozenset[tuple[int, int]], _Bounds] = {}

    def require(self, terms: Sequence[tuple[int, int]], bound: int) -> None:
        """The sum reaches ``bound``."""
        total = sum(weight for _, weight in terms)
        if total - bound + 1 < bound:
            found = self._at([(-literal, weight) for literal, weight in terms])
            found.most = min(found.most, total - bound)
        else:
            found = self._at(terms)
            found.least = max(found.least, bound)

    def define(self, literal: int, terms: Sequence[tuple[int, int]], bound: int) -> None:
        """``literal`` holds exactly when the sum reaches ``bound``."""
        total = sum(weight for _, weight in terms)
        if total - bound + 1 < bound:
            terms, bound = [(-literal, weight) for literal, weight in terms], total - bound + 1
            literal = -literal
        self._at(terms).heads[bound, literal] = None

    def _at(self, terms: Sequence[tuple[int, int]]) -> _Bounds:
        key = frozenset(terms)
        found = self._known.get(key)
        if found is None:
            found = _Bounds(tuple(sorted(terms)), 0, sum(weight for _, weight in terms), {})
            self._known[key] = found
        return found

    def result(self) -> tuple[Sum, ...]:
        return tuple(
            Sum(found.terms, found.least, found.most, tuple(sorted(found.heads)))
            for found in self._known.values()
        )


def _fused(formula: Formula, free: frozenset[int], gates: list[_Gate]) -> tuple[Sum, ...]:
    said = {clause for gate in gates for clause in gate.clauses}
    defined = {(gate.literal, gate.terms, gate.bound) for gate in gates if not gate.clauses}
    required: list[tuple[Terms, int]] = [(terms, bound) for terms, bound in formula.linear]
    required += [
        (tuple((literal, 1) for literal in clause), 1)
        for clause in formula.clauses
        if frozenset(clause) not in said
    ]
    # A sum whose variable something else decides gets one of its own, equal to that.
    spare = formula.variables
    checks: list[Reified] = []
    for item in formula.reified:
        if tuple(item) not in defined:
            spare += 1
            checks.append(Reified(spare, item.terms, item.bound))
            required += [
                (((spare, 1), (-item.literal, 1)), 1),
                (((-spare, 1), (item.literal, 1)), 1),
            ]
    definitions = [(gate.literal, gate.terms, gate.bound) for gate in gates]
    definitions += [(check.literal, check.terms, check.bound) for check in checks]
    needed = {abs(literal) for terms, _ in required for literal, _ in terms}
    fusion = _Fusion()
    for literal, terms, bound in reversed(definitions):
        if abs(literal) in needed:
            needed.update(abs(other) for other, _ in terms)
            fusion.define(literal, terms, bound)
    for terms, bound in required:
        fusion.require(terms, bound)
    if not needed <= free | {abs(literal) for literal, _, _ in definitions}:
        raise NotSupported("some atoms are not decided by the chosen ones")
    return fusion.result()
