"""Clauses and linear constraints over boolean variables, and what follows from them at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..records import Record

Clause = tuple[int, ...]
Terms = tuple[tuple[int, int], ...]
"""``(literal, weight)`` pairs; weights are positive, no variable occurs twice."""


class Linear(NamedTuple):
    """The weights of the true literals sum to at least ``bound``; no weight exceeds the bound."""

    terms: Terms
    bound: int


class Reified(NamedTuple):
    """``literal`` holds exactly when the weights of the true literals sum to at least ``bound``."""

    literal: int
    terms: Terms
    bound: int


class Formula(Record):
    """A conjunction over the variables 1 to ``variables``.

    Attributes:
        units: literals that hold in every model; their variables occur nowhere else.
        clauses: disjunctions of at least two literals.
        linear, reified: constraints that are neither clauses nor conjunctions.
        consistent: false when propagation alone found a contradiction; then nothing else is of use.
    """

    variables: int
    units: frozenset[int]
    clauses: tuple[Clause, ...]
    linear: tuple[Linear, ...]
    reified: tuple[Reified, ...]
    consistent: bool = True

    def value(self, literal: int) -> bool | None:
        """Whether ``literal`` is fixed to true or to false; ``None`` if it is open."""
        if literal in self.units:
            return True
        if -literal in self.units:
            return False
        return None


def normal(terms: Iterable[tuple[int, int]], bound: int) -> tuple[Terms, int]:
    """The same condition ``sum >= bound`` with positive weights and each variable once.

    Weights may be negative on the way in, and literals may repeat or contradict each other.
    """
    weights: dict[int, int] = defaultdict(int)
    for literal, weight in terms:
        if literal > 0:
            weights[literal] += weight
        else:
            bound -= weight
            weights[-literal] -= weight
    result = []
    for atom, weight in weights.items():
        if weight > 0:
            result.append((atom, weight))
        elif weight < 0:
            bound -= weight
            result.append((-atom, -weight))
    return tuple(result), bound


class _Contradiction(Exception):
    pass


class FormulaBuilder:
    """Collects constraints; ``build`` propagates units and leaves only what is open."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self._clauses: list[Clause] = []
        self._sums: list[Reified] = []

    def new_variable(self) -> int:
        """A fresh variable."""
        self.variables += 1
        return self.variables

    def clause(self, literals: Iterable[int]) -> None:
        """At least one of ``literals`` holds."""
        self._clauses.append(tuple(dict.fromkeys(literals)))  # a literal said twice must not hide a unit

    def conjunction(self, literal: int, parts: Sequence[int]) -> None:
        """``literal`` holds exactly when all ``parts`` do."""
        if any(-part in parts for part in parts):
            self._clauses.append((-literal,))
            return
        for part in parts:
            self._clauses.append((-literal, part))
        self._clauses.append((literal, *(-part for part in parts)))

    def disjunction(self, literal: int, parts: Sequence[int]) -> None:
        """``literal`` holds exactly when one of ``parts`` does."""
        if any(-part in parts for part in parts):
            self._clauses.append((literal,))
            return
        for part in parts:
            self._clauses.append((literal, -part))
        self._clauses.append((-literal, *parts))

    def reified(self, literal: int, terms: Iterable[tuple[int, int]], bound: int) -> None:
        """``literal`` holds exactly when the weights of the true literals sum to at least ``bound``."""
        terms, bound = normal(terms, bound)
        self._sums.append(Reified(literal, terms, bound))

    def build(self) -> Formula:
        """The formula after unit propagation, with small sums turned into clauses."""
        propagation = _Propagation(self.variables, self._clauses, self._sums)
        try:
            propagation.run()
        except _Contradiction:
            return Formula(self.variables, frozenset(), (), (), (), consistent=False)
        truth = propagation.truth
        simple = FormulaBuilder(self.variables)
        clauses = simple._clauses
        linear: list[Linear] = []
        reified: list[Reified] = []
        for clause in self._clauses:
            rest = _open_part(clause, truth)
            if rest:
                clauses.append(rest)
        for item in self._sums:
            _simplify_sum(item, truth, simple, linear, reified)
        units = frozenset(i if truth[i] > 0 else -i for i in range(1, self.variables + 1) if truth[i])
        return Formula(
            self.variables, units, tuple(dict.fromkeys(clauses)), tuple(dict.fromkeys(linear)), tuple(reified)
        )


def _open_part(clause: Clause, truth: Sequence[int]) -> Clause:
    """The literals that are not yet decided; empty if the clause holds whatever they are."""
    rest: dict[int, None] = {}
    for literal in clause:
        value = truth[literal] if literal > 0 else -truth[-literal]
        if value > 0 or -literal in rest:
            return ()
        if value == 0:
            rest[literal] = None
    return tuple(rest)


def _simplify_sum(
    item: Reified, truth: Sequence[int], simple: FormulaBuilder, linear: list[Linear], reified: list[Reified]
) -> None:
    """Adds what is left of ``item`` to ``linear`` or ``reified``, or as clauses to ``simple``."""
    bound = item.bound
    terms = []
    for literal, weight in item.terms:
        value = truth[literal] if literal > 0 else -truth[-literal]
        if value > 0:
            bound -= weight
        elif value == 0:
            terms.append((literal, weight))
    head = item.literal
    value = truth[head] if head > 0 else -truth[-head]
    total = sum(weight for _, weight in terms)
    if value < 0:
        terms = [(-literal, weight) for literal, weight in terms]
        bound = total - bound + 1
    if value:
        if bound <= 0:
            return
        terms = [(literal, min(weight, bound)) for literal, weight in terms]
        if min(weight for _, weight in terms) >= bound:
            simple.clause(literal for literal, _ in terms)
        else:
            linear.append(Linear(tuple(terms), bound))
        return
    # With an open head propagation left 0 < bound <= total.
    least = min(weight for _, weight in terms)
    literals = [literal for literal, _ in terms]
    if least >= bound:
        simple.disjunction(head, literals)
    elif total - least < bound:
        simple.conjunction(head, literals)
    else:
        capped = tuple((literal, min(weight, bound)) for literal, weight in terms)
        reified.append(Reified(head, capped, bound))


class _Propagation:
    """Unit propagation over clauses and reified sums with counters."""

    def __init__(self, variables: int, clauses: Sequence[Clause], sums: Sequence[Reified]) -> None:
        self.truth = [0] * (variables + 1)
        self._clauses = clauses
        self._sums = sums
        self._queue: list[int] = []

    def run(self) -> None:
        """Fills ``truth`` with 1 for true, -1 for false; raises ``_Contradiction``."""
        queue, sums = self._queue, self._sums
        in_clauses: dict[int, list[Clause]] = defaultdict(list)
        in_sums: dict[int, list[int]] = defaultdict(list)
        for clause in self._clauses:
            if len(clause) < 2:
                self._clause(clause)
            for literal in clause:
                in_clauses[-literal].append(clause)
        for index, item in enumerate(sums):
            for literal, _ in item.terms:
                in_sums[abs(literal)].append(index)
            in_sums[abs(item.literal)].append(index)
            self._sum(item)
        while queue:
            literal = queue.pop()
            for clause in in_clauses[literal]:
                self._clause(clause)
            for index in in_sums[abs(literal)]:
                self._sum(sums[index])

    def _assign(self, literal: int) -> None:
        variable, value = (literal, 1) if literal > 0 else (-literal, -1)
        known = self.truth[variable]
        if known == 0:
            self.truth[variable] = value
            self._queue.append(literal)
        elif known != value:
            raise _Contradiction

    def _clause(self, clause: Clause) -> None:
        truth = self.truth
        unit = 0
        for literal in clause:
            value = truth[literal] if literal > 0 else -truth[-literal]
            if value > 0:
                return
            if value == 0:
                if unit and unit != literal:
                    return
                unit = literal
        if not unit:
            raise _Contradiction
        self._assign(unit)

    def _sum(self, item: Reified) -> None:
        truth = self.truth
        least = most = 0
        for literal, weight in item.terms:
            value = truth[literal] if literal > 0 else -truth[-literal]
            if value >= 0:
                most += weight
                if value:
                    least += weight
        bound = item.bound
        head = item.literal
        if least >= bound:
            self._assign(head)
            return
        if most < bound:
            self._assign(-head)
            return
        value = truth[head] if head > 0 else -truth[-head]
        if value == 0:
            return
        slack = most - bound if value > 0 else bound - 1 - least
        for literal, weight in item.terms:
            if weight > slack and truth[abs(literal)] == 0:
                self._assign(literal if value > 0 else -literal)
