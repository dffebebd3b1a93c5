"""In which order a sweep goes through the variables, and what each of them does to the states.

A state holds for each open sum how far it has come, in a bit field. Everything about an event is worked out
beforehand, as tables from old to new values of a field.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..records import Record
from .errors import NotSupported
from .sums import Sum

_MOST_BITS = 62
_MOST_VALUES = 1 << 12
_MOST_TRIALS = 400_000
"""How many looks at variables the search for an order may take."""
_MOST_SEEDS = 12


class Update(NamedTuple):
    """A field, and for each of its values the one that follows; -1 where nothing can follow."""

    shift: int
    mask: int
    table: tuple[int, ...]


class Alternative(Record):
    """For all states, or those in which the field ``(shift, mask)`` has a value and is cleared: updates."""

    select: tuple[int, int, int] | None
    updates: tuple[Update, ...]


class Event(Record):
    """A variable is chosen, or a sum is complete and decides variables.

    Attributes:
        alternatives: what may happen; the states that follow are all of theirs.
        alike: fields ``(shift, mask)`` afterwards that may be sorted among each other.
        bits: no field lies beyond.
    """

    alternatives: tuple[Alternative, ...]
    alike: tuple[tuple[tuple[int, int], ...], ...]
    bits: int


class Schedule(Record):
    """All events, the variables among them, and an estimate of the most states and of all work."""

    events: tuple[Event, ...]
    variables: frozenset[int]
    peak: float
    cost: float


class _Member(NamedTuple):
    """A variable in a sum."""

    place: int
    positive: bool
    weight: int


def components(sums: Sequence[Sum]) -> list[list[Sum]]:
    """Sums that share variables, directly or through others, together."""
    parent: dict[int, int] = {}

    def root(variable: int) -> int:
        parent.setdefault(variable, variable)
        while parent[variable] != variable:
            parent[variable] = variable = parent[parent[variable]]
        return variable

    for one in sums:
        first = root(abs(one.terms[0][0]))
        for literal, _ in (*one.terms, *((head, 0) for _, head in one.heads)):
            parent[root(abs(literal))] = first
    out: dict[int, list[Sum]] = defaultdict(list)
    for one in sums:
        out[root(abs(one.terms[0][0]))].append(one)
    return list(out.values())


def best_schedule(part: Sequence[Sum], chosen: Iterable[int]) -> Schedule:
    """The cheapest schedule found for some sums.

    Raises:
        NotSupported: there are too many sums at once, or too large ones.
    """
    table = _Sums(part, chosen)
    best: Schedule | None = None
    problem = NotSupported("nothing to sweep")
    seen = set()
    for order in table.orders():
        if order not in seen:
            seen.add(order)
            try:
                found = _Builder(table, order).schedule
            except NotSupported as error:
                problem = error
                continue
            if best is None or found.cost < best.cost:
                best = found
    if best is None:
        raise problem
    return best


class _Sums:
    """Some sums, which variables they hold, and orders of these."""

    def __init__(self, part: Sequence[Sum], chosen: Iterable[int]) -> None:
        self.sums = part
        self.members: dict[int, list[_Member]] = defaultdict(list)
        for index, one in enumerate(part):
            if max(one.most, one.least, *(bound for bound, _ in one.heads), 0) > _MOST_VALUES < _values(one):
                raise NotSupported("a sum is too large to be swept")
            for literal, weight in one.terms:
                self.members[abs(literal)].append(_Member(index, literal > 0, weight))
        self.variables = sorted(set(chosen) & self.members.keys())
        self.rests_on = self._rests_on()
        self.kinds = self._kinds()

    def _rests_on(self) -> list[list[int]]:
        """For each sum the chosen variables that it depends on."""
        decided = {abs(head): index for index, one in enumerate(self.sums) for _, head in one.heads}
        known: dict[int, frozenset[int]] = {}

        def of(index: int) -> frozenset[int]:
            if index not in known:
                inputs = {abs(literal) for literal, _ in self.sums[index].terms}
                below = [of(decided[variable]) for variable in inputs if variable in decided]
                known[index] = frozenset(inputs - decided.keys()).union(*below)
            return known[index]

        return [sorted(of(index)) for index in range(len(self.sums))]

    def _kinds(self) -> list[int]:
        """For each sum a number; equal ones look alike from afar."""
        numbers: dict[object, int] = {}
        out = []
        for one in self.sums:
            bounds = tuple(bound for bound, _ in one.heads)
            key = (one.least, one.most, bounds, tuple(sorted(weight for _, weight in one.terms)))
            out.append(numbers.setdefault(key, len(numbers)))
        return out

    def orders(self) -> Iterable[tuple[int, ...]]:
        """Orders worth a look."""
        yield tuple(self.variables)
        work = sum(map(len, self.rests_on)) * len(self.sums)
        seeds: dict[object, int] = {}
        for index in range(len(self.sums)):
            seeds.setdefault((self.kinds[index], len(self.rests_on[index])), index)
        for seed in list(seeds.values())[: min(_MOST_SEEDS, _MOST_TRIALS // max(work, 1))]:
            yield self._greedy(seed)

    def _greedy(self, seed: int) -> tuple[int, ...]:
        """Completes one sum after the other, each time the one that leaves the fewest states."""
        waiting = [len(one.terms) for one in self.sums]
        sizes = [len(one.terms) for one in self.sums]
        logs = [math.log2(_values(one)) for one in self.sums]
        rank = {variable: index for index, variable in enumerate(self.variables)}
        order: list[int] = []
        done: set[int] = set()
        todo = set(range(len(self.sums)))
        following = seed
        while True:
            todo.discard(following)
            for variable in self._inside(following, done, waiting, rank):
                order.append(variable)
                done.add(variable)
                self._take(variable, waiting)
            todo = {index for index in todo if waiting[index]}
            if not todo:
                break
            best = (math.inf, math.inf, 0)
            for index in todo:
                left = waiting.copy()
                fresh = 0
                for variable in self.rests_on[index]:
                    if variable not in done:
                        fresh += 1
                        self._take(variable, left)
                size = sum(logs[i] for i, n in enumerate(left) if 0 < n < sizes[i])
                best = min(best, (round(size, 6), fresh, index))
            following = best[2]
        return tuple(order)

    def _inside(self, index: int, done: set[int], waiting: Sequence[int], rank: dict[int, int]) -> list[int]:
        """The variables of one sum, so that alike sums come in the same order each time."""

        def key(variable: int) -> tuple[object, ...]:
            others = [member.place for member in self.members[variable] if member.place != index]
            return tuple(sorted((self.kinds[i], i) for i in others)), rank[variable]

        return sorted((variable for variable in self.rests_on[index] if variable not in done), key=key)

    def _take(self, variable: int, waiting: list[int]) -> None:
        """Counts down the sums that hold a variable, and those that hold what they decide then."""
        for member in self.members.get(variable, ()):
            waiting[member.place] -= 1
            if not waiting[member.place]:
                for _, head in self.sums[member.place].heads:
                    self._take(abs(head), waiting)


def _values(one: Sum) -> int:
    """How many values of a sum make a difference at most."""
    total = sum(weight for _, weight in one.terms)
    high = max((one.least, *(bound for bound, _ in one.heads)))
    if one.most < total:
        high = max(high, one.most)
    return high + 1


class _Builder:
    """Goes through an order once and writes down what happens."""

    def __init__(self, table: _Sums, order: Sequence[int]) -> None:
        self._sums = table.sums
        self._members = table.members
        self._decided = {abs(head) for one in table.sums for _, head in one.heads}
        self._left = [sum(weight for _, weight in one.terms) for one in table.sums]
        self._waiting = [len(one.terms) for one in table.sums]
        self._bounds = [_bounds(one) for one in table.sums]
        self._fields: dict[int, tuple[int, int]] = {}
        self._used = 0
        self._events: list[Event] = []
        self._ids: dict[object, int] = {}
        self._rest: list[Counter[int]] = [Counter() for _ in table.sums]
        for variable, members in table.members.items():
            for member in members:
                self._rest[member.place][self._role(variable, member)] += 1
        self._look = [self._seen(index) for index in range(len(table.sums))]
        self._peak = self._cost = 1.0
        for variable in order:
            self._choose(variable)
        self.schedule = Schedule(tuple(self._events), frozenset(order), self._peak, self._cost)

    def _role(self, variable: int, member: _Member) -> int:
        """What a variable does in one sum and in all others, as a number.

        One that a sum decides is like no other: to exchange it is to exchange how far its sum has come, too.
        """
        others = frozenset(other for other in self._members[variable] if other.place != member.place)
        key = (member.positive, member.weight, others, variable if variable in self._decided else None)
        return self._ids.setdefault(key, len(self._ids))

    def _seen(self, index: int) -> object:
        """Equal for sums that may be exchanged in all that is still to come."""
        one = self._sums[index]
        heads = tuple(
            sorted(
                (bound, head > 0, tuple(sorted(self._members.get(abs(head), ()))))
                for bound, head in one.heads
            )
        )
        return one.least, one.most, self._left[index], heads, tuple(sorted(self._rest[index].items()))

    def _choose(self, variable: int) -> None:
        changed = [(member, member.weight) for member in self._members[variable]]
        gains = [
            {member.place: weight for member, weight in changed if member.positive == value}
            for value in (False, True)
        ]
        self._event(variable, [(None, gain) for gain in gains], None)

    def _event(
        self, variable: int | None, branches: Sequence[tuple[int | None, dict[int, int]]], closed: int | None
    ) -> None:
        """Adds what the branches add to sums; a branch of a closed sum holds for one of its values."""
        variables = [variable] if variable is not None else []
        if closed is not None:
            variables = [abs(head) for _, head in self._sums[closed].heads]
        touched: dict[int, int] = {}
        for one in variables:
            for member in self._members.get(one, ()):
                touched[member.place] = touched.get(member.place, 0) + member.weight
                self._waiting[member.place] -= 1
                role = self._role(one, member)
                self._rest[member.place][role] -= 1
                if not self._rest[member.place][role]:
                    del self._rest[member.place][role]
        for index, weight in touched.items():
            self._left[index] -= weight
            self._look[index] = self._seen(index)
            if index not in self._fields:
                self._open(index)
        alternatives = []
        for value, gain in branches:
            select = None if closed is None or value is None else (*self._fields[closed], value)
            updates = (self._update(index, gain.get(index, 0)) for index in touched)
            alternatives.append(Alternative(select, tuple(update for update in updates if update)))
        if closed is not None:
            del self._fields[closed]
        ended = [index for index in touched if not self._waiting[index]]
        for index in ended:
            if not self._sums[index].heads:
                del self._fields[index]
        groups = self._groups()
        alike = tuple(tuple(self._fields[index] for index in group) for group in groups if len(group) > 1)
        bits = max((shift + mask.bit_length() for shift, mask in self._fields.values()), default=0)
        self._events.append(Event(tuple(alternatives), alike, bits))
        self._estimate(groups)
        for index in ended:
            if self._sums[index].heads:
                self._close(index)

    def _close(self, index: int) -> None:
        one = self._sums[index]
        branches: list[tuple[int | None, dict[int, int]]] = []
        for value in [0, *self._bounds[index]]:
            if one.least <= value and (value <= one.most):
                gain: dict[int, int] = defaultdict(int)
                for bound, head in one.heads:
                    true = (value >= bound) == (head > 0)
                    for member in self._members.get(abs(head), ()):
                        if member.positive == true:
                            gain[member.place] += member.weight
                branches.append((value, gain))
        self._event(None, branches, index)

    def _open(self, index: int) -> None:
        """Finds room for a sum."""
        mask = (1 << (_values(self._sums[index]) - 1).bit_length()) - 1
        shift = 0
        taken = sum(mask << shift for shift, mask in self._fields.values())
        while taken >> shift & mask:
            shift += 1
        if shift + mask.bit_length() > _MOST_BITS:
            raise NotSupported("too many sums are open at once")
        self._fields[index] = (shift, mask)

    def _update(self, index: int, gain: int) -> Update | None:
        shift, mask = self._fields[index]
        table = tuple(self._after(index, value + gain) for value in range(mask + 1))
        if gain == 0 and all(new == old for old, new in enumerate(table)):
            return None
        return Update(shift, mask, table)

    def _after(self, index: int, value: int) -> int:
        """The least value that means the same from now on; -1 where nothing can follow."""
        one, left = self._sums[index], self._left[index]
        if value > one.most or value + left < one.least:
            return -1
        if not self._waiting[index] and not one.heads:
            return 0
        passed = 0
        for bound in self._bounds[index]:
            if bound <= value:
                passed = bound
            elif bound <= value + left:
                return value
        return passed

    def _groups(self) -> list[list[int]]:
        """Open sums, those together that may be exchanged."""
        groups: dict[object, list[int]] = defaultdict(list)
        for index, (_, mask) in self._fields.items():
            groups[mask, self._look[index]].append(index)
        return list(groups.values())

    def _estimate(self, groups: Sequence[Sequence[int]]) -> None:
        size = 1.0
        for group in groups:
            one = self._sums[group[0]]
            gone = sum(weight for _, weight in one.terms) - self._left[group[0]]
            values = min(_values(one), gone + 1)
            size *= math.comb(len(group) + values - 1, values - 1)
        self._peak = max(self._peak, size)
        self._cost += size


def _bounds(one: Sum) -> list[int]:
    """Where it makes a difference whether a sum gets there, in ascending order."""
    total = sum(weight for _, weight in one.terms)
    bounds = {bound for bound, _ in one.heads}
    if one.least > 0:
        bounds.add(one.least)
    if one.most < total:
        bounds.add(one.most + 1)
    return sorted(bounds)
