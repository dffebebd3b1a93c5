"""Attacks with bands, up to exchanging attackers that are alike."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import factorial, prod

from clingo import Symbol

Pair = tuple[Symbol, Symbol]


def classes(
    attackers: Iterable[Symbol], alike: Sequence[tuple[Symbol, ...]], qualities: Mapping[Symbol, Hashable]
) -> dict[Symbol, int]:
    """A number for each attacker, the same for those that can be exchanged: they are alike where bands don't
    matter, and have the same qualities where they do."""
    row = {one: number for number, some in enumerate(alike) for one in some}
    known: dict[Hashable, int] = {}
    return {
        one: known.setdefault((row.get(one, one), qualities.get(one)), len(known))
        for one in sorted(attackers)
    }


def fold(
    pairs: Iterable[Pair], bands: Iterable[frozenset[Symbol]], number: Mapping[Symbol, int]
) -> tuple[Hashable, int]:
    """What is the same for declarations that differ by an exchange of attackers, and how many those are: all
    arrangements of the attackers, by those that leave the declaration as it is."""
    there = Counter(number.values())
    goals = dict(pairs)
    alone = set(goals)
    banded: defaultdict[Symbol, list[tuple[tuple[int, int], ...]]] = defaultdict(list)
    for band in bands:
        alone -= band
        inside = Counter(number[one] for one in band)
        banded[goals[min(band)]].append(tuple(sorted(inside.items())))
    single = Counter((goals[one], number[one]) for one in alone)
    home = there - Counter(number[one] for one in goals)
    same = prod(factorial(many) for many in [*single.values(), *home.values()])
    for found in banded.values():
        same *= prod(factorial(many) for many in Counter(found).values())
        same *= prod(factorial(many) for band in found for _, many in band)
    key = (
        tuple(sorted(single.items())),
        tuple(sorted((goal, tuple(sorted(found))) for goal, found in banded.items())),
    )
    return key, prod(factorial(many) for many in there.values()) // same
