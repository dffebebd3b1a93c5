"""What follows from facts, stratum by stratum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Function, Symbol

from magistrate.bridge.deduce.forms import Predicate
from magistrate.bridge.deduce.plan import NUMBER, Calls, plan, predicate_number
from magistrate.bridge.deduce.rows import EMPTY, Row, Rows, held
from magistrate.bridge.deduce.terms import name_of, symbol, value

__all__ = ["State"]

_ROWS: dict[int, tuple[int, Row]] = {}
"""By clingo's own number of a fact: the place of its predicate, and its row."""


class State:
    """What is known, from facts on."""

    def __init__(self, facts: Iterable[Symbol]) -> None:
        found: dict[int, set[Row]] = {}
        known = _ROWS
        for fact in facts:
            placed = known.get(fact._rep)
            if placed is None:
                placed = known[fact._rep] = _placed(fact)
            place, row = placed
            if place in found:
                found[place].add(row)
            else:
                found[place] = {row}
        self._now: list[Rows] = [EMPTY] * len(NUMBER)
        for place, rows in found.items():
            self._now[place] = held(frozenset(rows))

    def deduce(
        self,
        paths: tuple[str, ...],
        calls: Sequence[tuple[str, Sequence[Symbol]]],
        without: frozenset[Predicate] = frozenset(),
    ) -> None:
        """Add what parts of some files say, each part with its arguments, but nothing of some predicates.
        Raises OpenError (see `plan`)."""
        given: dict[str, Calls] = {}
        for name, arguments in calls:
            given[name] = (*given.get(name, ()), tuple(map(value, arguments)))
        steps = plan(paths, tuple(sorted(given)), without)
        self._now += [EMPTY] * (len(NUMBER) - len(self._now))
        steps.carry_out(self._now, given)

    def rows(self, name: str, arity: int) -> Rows:
        """What is known of a predicate."""
        place = NUMBER.get((name, arity))
        return EMPTY if place is None or place >= len(self._now) else self._now[place]

    def atoms(self, name: str, arity: int, *, in_order: bool = False) -> list[Symbol]:
        """The same as terms."""
        rows = self.rows(name, arity)
        found = rows.known.get(name)
        if found is None:
            found = rows.known[name] = [Function(name, list(map(symbol, row))) for row in rows.rows]
        if in_order and len(found) > 1:
            found = rows.known.get(f"{name} in order")
            if found is None:
                found = rows.known[f"{name} in order"] = sorted(rows.known[name])
        return found

    def predicates(self) -> frozenset[Predicate]:
        """Those of which something is known."""
        rows = self._now
        return frozenset([one for one, there in zip(NUMBER, rows, strict=False) if there is not EMPTY])


def _placed(fact: Symbol) -> tuple[int, Row]:
    arguments = fact.arguments
    return predicate_number((name_of(fact), len(arguments))), tuple(map(value, arguments))
