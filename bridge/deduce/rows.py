"""Sets of rows: what is known of a predicate at some moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import itemgetter
from typing import TypeAlias

from clingo import Symbol

from magistrate.bridge.deduce.terms import Value

__all__ = ["EMPTY", "Growing", "Key", "Row", "Rows", "held", "together"]

Row: TypeAlias = tuple[Value, ...]
"""The arguments of an atom."""
Key: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The places of a row by which it is looked up: by the term there, or by its functor."""


class Rows:
    """Some rows of a predicate, never changed. Equal ones are the same object (see `held`), so that they
    compare by identity. `known`: the atoms that they are, by the name of the predicate."""

    __slots__ = ("indexes", "known", "rows")

    def __init__(self, rows: frozenset[Row]) -> None:
        self.rows: frozenset[Row] | set[Row] = rows
        self.indexes: dict[Key, defaultdict[object, list[Row]]] = {}
        self.known: dict[str, list[Symbol]] = {}

    def by(self, key: Key) -> Mapping[object, list[Row]]:
        """The rows by what stands at some places: alone where it is one, else a tuple."""
        found = self.indexes.get(key)
        if found is None:
            found = self.indexes[key] = defaultdict(list)
            _file(found, key, self.rows)
        return found


class Growing(Rows):
    """Rows to which others are added while a recursion is worked out."""

    __slots__ = ()

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__(frozenset())
        self.rows = set(rows)

    def add(self, new: Iterable[Row]) -> list[Row]:
        """Add rows, and tell those that were not there."""
        assert isinstance(self.rows, set)
        fresh = [row for row in new if row not in self.rows]
        self.rows.update(fresh)
        for key, index in self.indexes.items():
            _file(index, key, fresh)
        return fresh


def _file(index: defaultdict[object, list[Row]], key: Key, rows: Iterable[Row]) -> None:
    at = _getter(key)
    for row in rows:
        index[at(row)].append(row)


@cache
def _getter(key: Key) -> Callable[[Row], object]:
    """A function that takes from a row what stands at the places of a key."""
    values, functors = key
    if not functors:
        return itemgetter(*values)
    parts = [f"row[{place}]" for place in values]
    parts += [f"(0 if row[{place}].__class__ is int else row[{place}].functor)" for place in functors]
    return eval(f"lambda row: ({', '.join(parts)})")  # type: ignore[no-any-return]


_HELD: dict[frozenset[Row], Rows] = {}
_SETS = 15_000
"""So many sets are told apart before all are forgotten; what is forgotten is only found anew. (Weak
references would do, but an interrupt that comes while one is cleared away is lost.)"""
EMPTY = Rows(frozenset())


def held(rows: frozenset[Row]) -> Rows:
    """The one object for these rows."""
    if not rows:
        return EMPTY
    found = _HELD.get(rows)
    if found is None:
        if len(_HELD) >= _SETS:
            _HELD.clear()
        found = _HELD[rows] = Rows(rows)
    return found


_TOGETHER: dict[tuple[Rows, ...], Rows] = {}
_MOST = 2_000
"""So many unions are kept before all are forgotten."""


def together(sets: tuple[Rows, ...]) -> Rows:
    """All rows of some sets, of which none is empty."""
    if len(sets) == 1:
        return sets[0]
    found = _TOGETHER.get(sets)
    if found is None:
        if len(_TOGETHER) >= _MOST:
            _TOGETHER.clear()
        found = _TOGETHER[sets] = held(frozenset().union(*(one.rows for one in sets)))
    return found
