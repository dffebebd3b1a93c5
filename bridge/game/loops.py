"""Whether a game has come back to where it was without a choice of any player.

Positions are compared up to the numbers of objects and time stamps, which only tell older from younger.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from clingo import Control, Function, Number, Symbol

from magistrate.bridge.game.memory import tells_names, without_forgotten
from magistrate.bridge.programs import source
from magistrate.bridge.records import Record
from magistrate.bridge.shapes import shape

__all__ = ["REPEATS", "Course", "Leap", "likeness", "standing"]

REPEATS = Function("repeats")
"""What the judge is told of a position that has come again."""

_FIRST = 20
"""So many positions follow each other before any is kept: few games come so far without a choice."""
_MOST = 250
"""So many are kept."""

_LEFT = 10
"""So much is left of a number that shrinks when rounds are left out."""

_PILED = frozenset(("in_zone", "owner"))
"""Facts that tell which objects lie in one order."""

Likeness: TypeAlias = frozenset[tuple[object, ...]]
Levels: TypeAlias = tuple[tuple[Symbol, int], ...]
"""Facts that hold a number which only grows or shrinks, with that number."""


class Leap(NamedTuple):
    """What so many rounds more of the same come to: facts that end, and facts that begin."""

    times: int
    ended: frozenset[Symbol]
    begun: frozenset[Symbol]


class Course(Record):
    """The positions since the last choice: how many, and what they are like, the latest last; `again` when
    the latest had been there before, up to numbers that have grown. `leap`: it had, up to numbers that
    shrink; so many rounds of the same can be left out."""

    count: int = 0
    seen: tuple[tuple[Likeness, Levels], ...] = ()
    again: bool = False
    leap: Leap | None = None

    def after(self, facts: frozenset[Symbol]) -> Course:
        """The course after one more position."""
        count = self.count + 1
        if count < _FIRST:
            return Course(count)
        here = standing(facts)
        seen = (*self.seen[-_MOST:], here)
        for place, (like, levels) in enumerate(seen[:-1]):
            if like == here[0] and [one for one, _ in levels] == [one for one, _ in here[1]]:
                if any(now < before for (_, before), (_, now) in _rising(levels, here[1])):
                    continue
                numbers = [(before, now) for (_, before), (_, now) in zip(levels, here[1], strict=True)]
                if all(now >= before or before < 1 for before, now in numbers):
                    return Course(count, seen, again=True)
                leap = _leap([then for _, then in seen[place:]])
                return Course(0 if leap else count, () if leap else seen, leap=leap)
        return Course(count, seen)


def _rising(then: Levels, now: Levels) -> list[tuple[tuple[Symbol, int], tuple[Symbol, int]]]:
    """The numbers of two positions that may only have grown for the same to go on."""
    return [pair for pair in zip(then, now, strict=True) if pair[0][0].name in _judged().rising]


def _is_level(fact: Symbol) -> bool:
    """Whether a fact holds a number that may differ."""
    judged = _judged()
    name, arguments, *_ = shape(fact)
    if name not in judged.levels:
        return False
    kinds = judged.only.get(name)
    return kinds is None or str(arguments[1]) in kinds


def _leap(levels: Sequence[Levels]) -> Leap | None:
    """As many rounds more as leave something of each number that shrinks, also in between."""
    first, last = levels[0], levels[-1]
    changes = [now - before for (_, before), (_, now) in zip(first, last, strict=True)]
    lowest = [min(numbers) for numbers in zip(*([n for _, n in one] for one in levels), strict=True)]
    rounds = [
        (now - (before - least) - _LEFT) // -change
        for (_, before), (_, now), change, least in zip(first, last, changes, lowest, strict=True)
        if change < 0 and before > 0
    ]
    times = min(rounds)
    if times < 1:
        return None
    later = [(fact, n + times * change) for (fact, n), change in zip(last, changes, strict=True)]
    return Leap(
        times,
        frozenset(_with_level(fact, n) for fact, n in last),
        frozenset(_with_level(fact, n) for fact, n in later),
    )


def _with_level(fact: Symbol, number: int) -> Symbol:
    place = _judged().levels[fact.name]
    arguments = list(fact.arguments)
    arguments[place - 1] = Number(number)
    return Function(fact.name, arguments)


def standing(facts: frozenset[Symbol]) -> tuple[Likeness, Levels]:
    """What a position is like but for numbers that nothing looks at, and these."""
    judged = _judged()
    found = [fact for fact in facts if _is_level(fact)]
    read = frozenset().union(*(shape(fact).words for fact in facts if shape(fact).name not in judged.levels))
    asked = {name for name, word in judged.read_by if word in read}
    levels = [fact for fact in found if shape(fact).name not in asked]
    told = {_with_level(fact, 0): fact.arguments[judged.levels[fact.name] - 1].number for fact in levels}
    return likeness(facts.difference(levels)), tuple(sorted(told.items()))


def likeness(facts: frozenset[Symbol]) -> Likeness:
    """What is left of a position where only the order of numbers counts: equal for positions that differ in
    nothing that matters."""
    judged = _judged()
    read = frozenset().union(*(shape(fact).words for fact in facts if shape(fact).name not in judged.tally))
    asked = read | {name for name, word in judged.read_by if word in read}
    ignored = judged.passing | (judged.tally - asked)
    facts = without_forgotten(frozenset(fact for fact in facts if shape(fact).name not in ignored))
    kept = [fact for fact in facts if not tells_names(fact)]
    piles: dict[Symbol, set[str]] = {}
    for fact in kept:
        name, arguments, *_ = shape(fact)
        if name in _PILED:
            piles.setdefault(arguments[0], set()).add(str(arguments[1]))
    series: dict[object, set[int]] = {}
    told = []
    for fact in kept:
        text, numbers = _numbered(fact)
        keyed = [(_pile(fact, piles) if kind == _PLACE else kind, number) for kind, number in numbers]
        for key, number in keyed:
            series.setdefault(key, set()).add(number)
        told.append((text, keyed))
    ranks = {key: {n: rank for rank, n in enumerate(sorted(found))} for key, found in series.items()}
    return frozenset((text, *(ranks[key][number] for key, number in keyed)) for text, keyed in told)


def _pile(fact: Symbol, piles: Mapping[Symbol, set[str]]) -> frozenset[str]:
    """Where an object lies: the zone, and its owner but where all objects lie in one order."""
    where = piles.get(shape(fact).arguments[0], set())
    return frozenset(where & _judged().shared or where)


_OBJECT, _TIME, _PLACE = "o", "time", "place"
_TERM = re.compile(r"\b([a-z]+)\((\d+)\)")
_KNOWN: dict[Symbol, tuple[str, tuple[tuple[str, int], ...]]] = {}


def _numbered(fact: Symbol) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The text of a fact without the numbers that only tell an order, and these with their kinds."""
    found = _KNOWN.get(fact)
    if found is not None:
        return found
    judged = _judged()
    name, arguments, *_ = shape(fact)
    numbers: list[tuple[str, int]] = []

    def taken(match: re.Match[str]) -> str:
        kind = _OBJECT if match[1] == _OBJECT else _TIME if match[1] in judged.stamps else ""
        if not kind:
            return match[0]
        numbers.append((kind, int(match[2])))
        return f"{match[1]}(#)"

    texts = []
    for place, term in enumerate(arguments, 1):
        stamped = (name, place) in judged.stamped
        if stamped or (name in judged.ordered and place == len(arguments)):
            numbers.append((_TIME if stamped else _PLACE, term.number))
            texts.append("#")
        else:
            texts.append(_TERM.sub(taken, str(term)))
    found = _KNOWN[fact] = (f"{name}({','.join(texts)})", tuple(numbers))
    return found


class _Judged(Record):
    """What the judge says of the predicates of facts."""

    stamped: frozenset[tuple[str, int]]
    stamps: frozenset[str]
    ordered: frozenset[str]
    shared: frozenset[str]
    passing: frozenset[str]
    tally: frozenset[str]
    read_by: frozenset[tuple[str, str]]
    levels: dict[str, int]
    rising: frozenset[str]
    only: dict[str, frozenset[str]]


@cache
def _judged() -> _Judged:
    control = Control(["--warn=none"])
    control.add("base", [], source("turn/loops.lp"))
    control.ground([("base", [])])

    def words(name: str) -> frozenset[str]:
        return frozenset(a.symbol.arguments[0].name for a in control.symbolic_atoms.by_signature(name, 1))

    def rows(name: str) -> list[list[Symbol]]:
        return [atom.symbol.arguments for atom in control.symbolic_atoms.by_signature(name, 2)]

    return _Judged(
        stamped=frozenset((row[0].name, row[1].number) for row in rows("counter_of")),
        stamps=words("stamps"),
        ordered=words("ordered_by"),
        shared=words("shared"),
        passing=words("passing"),
        tally=words("tally"),
        read_by=frozenset((row[0].name, row[1].name) for row in rows("read_by")),
        levels={row[0].name: row[1].number for row in rows("level")},
        rising=words("rising"),
        only={
            row[0].name: frozenset(str(other[1]) for other in rows("only") if other[0] == row[0])
            for row in rows("only")
        },
    )
