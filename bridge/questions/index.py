"""Facts by the name of their predicate, made once for each set of facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from clingo import Symbol

from magistrate.bridge.shapes import shape

Row = Sequence[Symbol]


class Index:
    """The arguments of all facts of each name."""

    def __init__(self, rows: Mapping[str, tuple[Row, ...]]) -> None:
        self.rows = rows

    def of(self, name: str, arity: int) -> list[Row]:
        """The arguments of every fact of this name with so many."""
        return [row for row in self.rows.get(name, ()) if len(row) == arity]

    def second(self, name: str, first: Symbol) -> Symbol | None:
        """The other argument of a fact of two, where the first is this one."""
        return next((row[1] for row in self.rows.get(name, ()) if len(row) == 2 and row[0] == first), None)

    def with_facts(self, facts: Iterable[Symbol]) -> Index:
        """The same with some more."""
        more = defaultdict(list)
        for fact in facts:
            one = shape(fact)
            more[one.name].append(one.arguments)
        return Index(
            {**self.rows, **{name: (*self.rows.get(name, ()), *rows) for name, rows in more.items()}}
        )


@lru_cache(maxsize=16)
def index(facts: frozenset[Symbol]) -> Index:
    """The index of some facts."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for one in map(shape, facts):
        rows[one.name].append(one.arguments)
    return Index({name: tuple(found) for name, found in rows.items()})
