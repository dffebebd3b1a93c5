"""Sets of rows: what is known of a predicate at some moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, TypeAlias, Union

from clingo import Symbol

from magistrate.bridge.deduce.terms import Value

__all__ = ["EMPTY", "Growing", "Index", "Key", "Row", "Rows", "held", "together"]

Row: TypeAlias = tuple[Value, ...]
"""The arguments of an atom."""
Key: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The places of a row by which it is looked up: by the term there, or by its functor."""


_LARGE = 150
"""From so many rows on, an index of several places is filled only as far as it is asked for."""


class Rows:
    """Some rows of a predicate, never changed. Equal ones are the same object (see `held`), so that they
    compare by identity. `known`: the atoms that they are, by the name of the predicate."""

    __slots__ = ("indexes", "known", "rows")

    def __init__(self, rows: frozenset[Row]) -> None:
        self.rows: frozenset[Row] | set[Row] = rows
        self.indexes: dict[Key, Index] = {}
        self.known: dict[str, list[Symbol]] = {}

    def by(self, key: Key) -> Index:
        """The rows by what stands at some places."""
        found = self.indexes.get(key)
        if found is None:
            wider = _wider(key) if len(self.rows) >= _LARGE else None
            if wider is None:
                found = _Whole(_getter(key))
                found.file(self.rows)
            else:
                found = _Narrowed(self.by(wider), _getter(key), len(wider[0]) + len(wider[1]) == 1)
            self.indexes[key] = found
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
        for index in self.indexes.values():
            index.file(fresh)
        return fresh

    def done(self) -> Rows:
        """The same rows, now that no others will come."""
        found = held(frozenset(self.rows))
        if found is not EMPTY:
            found.indexes = self.indexes | found.indexes
        return found


class _Whole(defaultdict[object, list[Row]]):
    """An index of all rows."""

    def __init__(self, at: Callable[[Row], object]) -> None:
        super().__init__(list)
        self._at = at

    def file(self, rows: Iterable[Row]) -> None:
        """Add rows."""
        at = self._at
        for row in rows:
            self[at(row)].append(row)


class _Narrowed:
    """An index that takes from a wider one, by all places but the last, only what is asked for. `alone`: the
    wider one has one place."""

    __slots__ = ("_alone", "_at", "_found", "_taken", "_wider")

    def __init__(self, wider: Index, at: Callable[[Row], object], alone: bool) -> None:
        self._wider = wider
        self._at = at
        self._alone = alone
        self._found: dict[object, list[Row]] = {}
        self._taken: set[object] = set()

    def get(self, key: object, none: Sequence[Row], /) -> Sequence[Row]:
        """The rows that have this there; `none` if there are none."""
        found = self._found.get(key)
        if found is not None:
            return found
        first = self._first(key)
        if first in self._taken:
            return none
        self._taken.add(first)
        self._add(self._wider.get(first, none))
        return self._found.get(key, none)

    def __contains__(self, key: object, /) -> bool:
        return bool(self.get(key, ()))

    def file(self, rows: Iterable[Row]) -> None:
        """Add rows; the wider index has them already."""
        at, first, taken = self._at, self._first, self._taken
        self._add([row for row in rows if first(at(row)) in taken])

    def _first(self, key: Any) -> object:
        return key[0] if self._alone else key[:-1]

    def _add(self, rows: Iterable[Row]) -> None:
        at, found = self._at, self._found
        for row in rows:
            key = at(row)
            some = found.get(key)
            if some is None:
                found[key] = [row]
            else:
                some.append(row)


Index: TypeAlias = Union[_Whole, _Narrowed]  # noqa: UP007 (an alias is evaluated)
"""Rows by what stands at some places: alone where it is one, else a tuple."""


@cache
def _wider(key: Key) -> Key | None:
    """A key without its last part; None where there is but one."""
    values, functors = key
    if len(values) + len(functors) < 2 or not values:
        return None
    return (values, functors[:-1]) if functors else (values[:-1], ())


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
