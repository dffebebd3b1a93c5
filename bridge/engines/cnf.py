"""Formulas as clauses alone, every auxiliary variable determined by the others.

Sums become decision diagrams, one variable a node. Encodings that only imply in one direction need fewer
clauses, but a model counter was many times slower on them, since it can't tell that their variables are
determined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..records import Record
from .errors import NotSupported
from .formula import Formula

_LONG_CLAUSE = 4
_MOST_NODES = 500_000


class Cnf(Record):
    """Clauses over the variables 1 to ``variables``; those of the formula keep their numbers."""

    variables: int
    clauses: tuple[tuple[int, ...], ...]


def to_cnf(formula: Formula) -> Cnf:
    """The formula, its units included, with as many models as it has.

    Raises:
        NotSupported: a sum is so large that its diagram would need too many nodes.
    """
    if not formula.consistent:
        return Cnf(formula.variables, ((),))
    return _Encoder(formula).result()


class _Encoder:
    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._variables = formula.variables
        self._clauses: list[tuple[int, ...]] = [(unit,) for unit in sorted(formula.units, key=abs)]
        self._nodes: dict[tuple[int, int, int], int] = {}
        self._true = self._new()
        self._clauses.append((self._true,))

    def result(self) -> Cnf:
        for clause in self._formula.clauses:
            self._clause(clause)
        for terms, bound in self._formula.linear:
            self._clauses.append((self._at_least(terms, bound),))
        for literal, terms, bound in self._formula.reified:
            node = self._at_least(terms, bound)
            self._clauses += [(-node, literal), (node, -literal)]
        return Cnf(self._variables, tuple(self._clauses))

    def _new(self) -> int:
        self._variables += 1
        return self._variables

    def _clause(self, clause: Sequence[int]) -> None:
        """Splits a long clause along a chain, which keeps the graph of variables narrow."""
        if len(clause) <= _LONG_CLAUSE:
            self._clauses.append(tuple(clause))
            return
        positive = [literal for literal in clause if literal > 0]
        negative = [literal for literal in clause if literal < 0]
        many, few = (positive, negative) if len(positive) > len(negative) else (negative, positive)
        if many is positive:
            chain = self._at_least([(literal, 1) for literal in positive], 1)
        else:
            chain = -self._at_least([(-literal, 1) for literal in negative], len(negative))
        self._clauses.append((*few, chain))

    def _at_least(self, terms: Iterable[tuple[int, int]], bound: int) -> int:
        """A literal that holds exactly when the weights of the true literals reach ``bound``."""
        parts = tuple(terms)
        if 2 * sum(literal < 0 for literal, _ in parts) > len(parts):
            total = sum(weight for _, weight in parts)
            return -self._diagram(tuple((-literal, weight) for literal, weight in parts), total - bound + 1)
        return self._diagram(parts, bound)

    def _diagram(self, terms: tuple[tuple[int, int], ...], bound: int) -> int:
        # Bounds that can be met at each position, from the front; then the nodes, from the back.
        rest = [0]
        for _, weight in reversed(terms):
            rest.append(rest[-1] + weight)
        rest.reverse()
        layers: list[set[int]] = [{bound}]
        nodes = 1
        for index, (_, weight) in enumerate(terms):
            following = {
                after for now in layers[-1] for after in (now, now - weight) if 0 < after <= rest[index + 1]
            }
            layers.append(following)
            nodes += len(following)
            if nodes > _MOST_NODES:
                raise NotSupported(f"a sum of {len(terms)} terms is too large to be written as clauses")
        below: dict[int, int] = {}
        for index in range(len(terms) - 1, -1, -1):
            literal, weight = terms[index]
            layer = {}
            for now in layers[index]:
                layer[now] = self._node(
                    literal,
                    self._below(below, now - weight),
                    self._below(below, now),
                )
            below = layer
        return self._below(below, bound)

    def _below(self, nodes: dict[int, int], bound: int) -> int:
        """The node for a bound; out of reach when there is none."""
        return self._true if bound <= 0 else nodes.get(bound, -self._true)

    def _node(self, literal: int, high: int, low: int) -> int:
        """``high`` if ``literal`` holds, else ``low``; ``low`` implies ``high``."""
        true = self._true
        if high == low:
            return high
        if high == true and low == -true:
            return literal
        key = (literal, high, low)
        known = self._nodes.get(key)
        if known is None:
            known = self._nodes[key] = self._new()
            if low != -true:
                self._clauses.append((known, -low))
            if high != true:
                self._clauses.append((-known, high))
            self._clauses.append((-known, literal) if low == -true else (-known, literal, low))
            self._clauses.append((known, -literal) if high == true else (known, -literal, -high))
        return known
