"""Puts the fights of groups of attackers together: every outcome of a combat, with the exact number of blocks
that can lead to it, without listing the blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import comb
from uuid import uuid4

from clingo import Symbol

from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import Block
from magistrate.bridge.combat.kept import Kept
from magistrate.bridge.combat.ledger import Ledger
from magistrate.bridge.records import Record

__all__ = ["Choice", "Combined", "Space", "combine", "combined_blocks", "from_blocks"]

Results = frozenset[int]
Final = Callable[[Iterable[int]], Mapping[int, Results]]
"""What sums of results come to, where different ones may come to the same, or one to several things."""
OWN = frozenset(("dies", "regenerates", "small", "weaker"))
"""Fields about creatures."""


class Choice(Record):
    """A block of one group of attackers, the creatures that it uses (as the space packs them), and what can
    come out."""

    block: Block
    uses: int
    results: Results


class Space:
    """Blockers in classes, and how many of each class are in use as one number."""

    def __init__(self, classes: Sequence[Sequence[Symbol]]) -> None:
        self.classes = [tuple(some) for some in classes]
        self._class = {b: index for index, some in enumerate(classes) for b in some}
        self._shift: list[int] = []
        self._bias = self._guards = shift = 0
        for some in self.classes:
            bits = len(some).bit_length()
            self._shift.append(shift)
            self._bias += ((1 << bits) - 1 - len(some)) << shift
            self._guards |= 1 << (shift + bits)
            shift += bits + 1
        self._width = [len(some).bit_length() for some in self.classes]
        self.single = all(len(some) == 1 for some in self.classes)
        self._ways: dict[tuple[int, int], int] = {}

    def uses(self, block: Block) -> int:
        """What a block uses."""
        return sum(1 << self._shift[self._class[b]] for b in {b for b, _ in block})

    def fits(self, used: int, more: int) -> bool:
        """Whether so many more are free."""
        return not (used + more + self._bias) & self._guards

    def ways(self, used: int, more: int) -> int:
        """In how many ways these can be chosen among those that are free."""
        if self.single:
            return 1
        known = self._ways.get((used, more))
        if known is None:
            known = 1
            for index, some in enumerate(self.classes):
                taken = self.count(more, index)
                if taken:
                    known *= comb(len(some) - self.count(used, index), taken)
            self._ways[used, more] = known
        return known

    def count(self, packed: int, index: int) -> int:
        """How many of a class are in use."""
        return (packed >> self._shift[index]) & ((1 << self._width[index]) - 1)

    def named(self, blocks: Iterable[Block]) -> Block:
        """Blocks of groups, told with the first ones of each class, with a creature of its own in each
        place."""
        taken: defaultdict[int, int] = defaultdict(int)
        out: list[tuple[Symbol, Symbol]] = []
        for block in blocks:
            stand: dict[Symbol, Symbol] = {}
            for b, a in sorted(block):
                if b not in stand:
                    index = self._class[b]
                    stand[b] = self.classes[index][taken[index]]
                    taken[index] += 1
                out.append((stand[b], a))
        return frozenset(out)


class Combined(Record, frozen=False):
    """All outcomes, as numbers of the ledger, each with how many blocks can lead to it, and how many blocks
    there are. `witness` gives a block that can lead to an outcome."""

    counts: dict[int, int]
    blocks: int
    witness: Callable[[int], Block]


def combine(
    space: Space,
    groups: Sequence[Sequence[Choice]],
    ledger: Ledger,
    alone: Callable[[object], bool],
    final: Final | None = None,
    deadline: Deadline = NEVER,
) -> Combined:
    """One choice of each group, no creature twice. `alone`: whether a kind of creature (as the ledger names
    it) has one member. `final`: what sums come to. Raises `BoundReached`."""
    single = all(len(choice.results) == 1 for group in groups for choice in group)
    if single or (final is None and told_apart(ledger, groups, alone)):
        return _finished(_plain(space, groups, deadline), final)
    return _sets(space, groups, final, deadline)


def _finished(combined: Combined, final: Final | None) -> Combined:
    """What sums come to, added up; each block has one sum."""
    if final is None:
        return combined
    counts: dict[int, int] = {}
    origin: dict[int, int] = {}
    ends = final(combined.counts)
    for total, count in combined.counts.items():
        for last in ends[total]:
            counts[last] = counts.get(last, 0) + count
            origin[last] = total
    return Combined(counts, combined.blocks, lambda outcome: combined.witness(origin[outcome]))


def told_apart(ledger: Ledger, groups: Sequence[Sequence[Choice]], alone: Callable[[object], bool]) -> bool:
    """Whether of each block, what comes out of the whole tells what came out of each group: the fields of
    creatures that are the only ones of their kind differ between any two results."""
    known: dict[int, Hashable] = {}

    def part(number: int) -> Hashable:
        found = known.get(number)
        if found is None:  # fields may be negative, so that bits alone tell nothing
            fields = ledger.read(number)
            found = known[number] = frozenset(
                (field, n) for field, n in fields.items() if field[0] in OWN and alone(field[1])
            )
        return found

    return all(
        len(set(map(part, choice.results))) == len(choice.results)
        for group in groups
        for choice in group
        if len(choice.results) > 1
    )


Counts = dict[int, int]
Tables = list[dict[int, Counts]]


def _plain(space: Space, groups: Sequence[Sequence[Choice]], deadline: Deadline) -> Combined:
    """Every result is told apart: numbers are enough."""
    if space.single and len(groups) > 3:
        return _joined(space, groups, deadline)
    tables, totals = _layers(space, groups, deadline)
    counts: Counts = {}
    for found in tables[-1].values():
        for total, count in found.items():
            counts[total] = counts.get(total, 0) + count

    def witness(outcome: int) -> Block:
        used = next(used for used, found in tables[-1].items() if outcome in found)
        return space.named(_path(space, groups, tables, used, outcome))

    return Combined(counts, sum(totals.values()), witness)


def _layers(
    space: Space, groups: Sequence[Sequence[Choice]], deadline: Deadline
) -> tuple[Tables, dict[int, int]]:
    """For each number of groups, from none to all, which creatures can be in use, and what can have come out
    then in how many ways; and how many blocks there are, by what they use."""
    tables: Tables = [{0: {0: 1}}]
    totals: dict[int, int] = {0: 1}
    fits, ways = space.fits, space.ways
    for group in groups:
        table: dict[int, Counts] = {}
        sums: dict[int, int] = {}
        for used, found in tables[-1].items():
            deadline.check()
            items = list(found.items())
            for choice in group:
                if not fits(used, choice.uses):
                    continue
                many = ways(used, choice.uses)
                there = used + choice.uses
                sums[there] = sums.get(there, 0) + totals[used] * many
                into = table.setdefault(there, {})
                get = into.get
                for result in choice.results:
                    for before, count in items:
                        total = before + result
                        into[total] = get(total, 0) + count * many
        tables.append(table)
        totals = sums
    return tables, totals


def _path(
    space: Space, groups: Sequence[Sequence[Choice]], tables: Tables, used: int, outcome: int
) -> list[Block]:
    """Blocks of the groups that use this and lead there."""
    chosen: list[Block] = []
    for group, table in zip(reversed(groups), reversed(tables[:-1]), strict=True):
        choice, used, outcome = next(
            (choice, used - choice.uses, outcome - result)
            for choice in group
            for result in choice.results
            if outcome - result in table.get(used - choice.uses, ())
            and space.fits(used - choice.uses, choice.uses)
        )
        chosen.append(choice.block)
    return chosen


MUCH = 2_000_000
"""Fewer sums than this aren't worth the way to others."""
SHARES = 24
"""So many shares others get."""


def _joined(space: Space, groups: Sequence[Sequence[Choice]], deadline: Deadline) -> Combined:
    """The same from two halves of the groups: each that comes of the first is put together with all that the
    second can add to it. Shares of that can be worked on elsewhere."""
    cut = len(groups) - min(3, len(groups) // 2)
    (left, lefts), (right, rights) = _halves(space, groups, cut, deadline)
    keys = sorted(left[-1], key=lambda used: len(left[-1][used]))
    weight = [len(left[-1][used]) for used in keys]
    work = sum(weight) * max(1, len({total for found in right[-1].values() for total in found}))
    counts: Counts = {}
    blocks = done = 0
    if deadline.executor is None or work < MUCH:
        for used, many in zip(keys, weight, strict=True):
            deadline.told("blocks", done, sum(weight))
            blocks += _join(space, used, left[-1], right[-1], lefts, rights, counts, deadline)
            done += many
    else:
        from magistrate.bridge.parallel import in_order

        shares = [keys[start::SHARES] for start in range(min(SHARES, len(keys)))]
        token = uuid4().int
        _kept.put(token, ((left, lefts), (right, rights)))
        task = partial(_share, token=token, space=space, groups=tuple(map(tuple, groups)), cut=cut)
        for found, many in in_order(task, shares, deadline.executor, deadline=deadline):
            for total, count in found.items():
                counts[total] = counts.get(total, 0) + count
            blocks += many
            done += 1
            deadline.told("blocks", done, len(shares))

    def witness(outcome: int) -> Block:
        first, second, rest = next(
            (used, more, outcome - total)
            for more, found in right[-1].items()
            for total in found
            for used, before in left[-1].items()
            if outcome - total in before and space.fits(used, more)
        )
        blocks = _path(space, groups[cut:], right, second, outcome - rest)
        return space.named([*blocks, *_path(space, groups[:cut], left, first, rest)])

    return Combined(counts, blocks, witness)


_Half = tuple[Tables, dict[int, int]]


def _halves(
    space: Space, groups: Sequence[Sequence[Choice]], cut: int, deadline: Deadline
) -> tuple[_Half, _Half]:
    return _layers(space, groups[:cut], deadline), _layers(space, groups[cut:], deadline)


def _join(
    space: Space,
    used: int,
    left: Mapping[int, Counts],
    right: Mapping[int, Counts],
    lefts: Mapping[int, int],
    rights: Mapping[int, int],
    counts: Counts,
    deadline: Deadline,
) -> int:
    """Add to `counts` what comes out where the first half uses this; gives how many blocks there are."""
    more: Counts = {}
    many = 0
    for second, found in right.items():
        if space.fits(used, second):
            many += rights[second]
            for total, count in found.items():
                more[total] = more.get(total, 0) + count
    items = list(left[used].items())
    get = counts.get
    for result, times in more.items():
        deadline.check()
        for before, count in items:
            total = before + result
            counts[total] = get(total, 0) + count * times
    return many * lefts[used]


_kept: Kept[tuple[_Half, _Half]] = Kept()
"""The halves of a combat, for all of its shares that come to this process."""


def _share(
    keys: Sequence[int], token: int, space: Space, groups: tuple[tuple[Choice, ...], ...], cut: int
) -> tuple[Counts, int]:
    """What comes out where the first half uses one of these, and how many blocks there are; elsewhere.
    `token` names the combat."""
    (left, lefts), (right, rights) = _kept.get(token, lambda: _halves(space, groups, cut, NEVER))
    counts: Counts = {}
    blocks = sum(_join(space, used, left[-1], right[-1], lefts, rights, counts, NEVER) for used in keys)
    return counts, blocks


def _sets(
    space: Space,
    groups: Sequence[Sequence[Choice]],
    final: Final | None,
    deadline: Deadline,
) -> Combined:
    """Several divisions of one block may come to the same: what a block can lead to is kept as a set."""
    State = dict[Results, int]
    tables: list[dict[int, State]] = [{0: {frozenset((0,)): 1}}]
    sums: dict[tuple[Results, Results], Results] = {}
    fits, ways = space.fits, space.ways

    def added(first: Results, second: Results) -> Results:
        found = sums.get((first, second))
        if found is None:
            found = sums[first, second] = frozenset([x + y for x in first for y in second])
        return found

    for group in groups:
        table: dict[int, State] = {}
        for used, states in tables[-1].items():
            deadline.check()
            for choice in group:
                if not fits(used, choice.uses):
                    continue
                many = ways(used, choice.uses)
                into = table.setdefault(used + choice.uses, {})
                for results, count in states.items():
                    total = added(results, choice.results)
                    into[total] = into.get(total, 0) + count * many
        tables.append(table)
    counts: dict[int, int] = {}
    ends = _all_ends((results for states in tables[-1].values() for results in states), final)
    blocks = 0
    last: dict[int, tuple[int, Results]] = {}
    for used, states in tables[-1].items():
        for results, count in states.items():
            blocks += count
            for number in results if final is None else _ends(results, ends):
                counts[number] = counts.get(number, 0) + count
                last.setdefault(number, (used, results))

    def witness(outcome: int) -> Block:
        used, results = last[outcome]
        chosen: list[Block] = []
        for group, table in zip(reversed(groups), reversed(tables[:-1]), strict=True):
            choice, used, results = next(
                (choice, used - choice.uses, before)
                for choice in group
                if fits(used - choice.uses, choice.uses)
                for before in table.get(used - choice.uses, ())
                if added(before, choice.results) == results
            )
            chosen.append(choice.block)
        return space.named(chosen)

    return Combined(counts, blocks, witness)


def combined_blocks(
    blocks: Iterable[Block], groups: Sequence[Sequence[Symbol]], fights: Sequence[dict[Block, Results]]
) -> Iterator[tuple[Block, Results]]:
    """For each of some blocks what can come out of it, from what can come out of its parts."""
    group_of = {a: index for index, group in enumerate(groups) for a in group}
    known: dict[tuple[int, Block], Results] = {}
    for block in blocks:
        parts: list[set[tuple[Symbol, Symbol]]] = [set() for _ in groups]
        for pair in block:
            parts[group_of[pair[1]]].add(pair)
        results: Results = frozenset((0,))
        for index, part in enumerate(parts):
            key = (index, frozenset(part))
            found = known.get(key)
            if found is None:
                found = known[key] = fights[index][key[1]]
            results = found if results == {0} else frozenset([x + y for x in results for y in found])
        yield block, results


def from_blocks(
    found: Iterable[tuple[Block, Results]], final: Final | None, deadline: Deadline = NEVER
) -> Combined:
    """All outcomes of blocks that are listed."""
    counts: dict[int, int] = {}
    first: dict[int, Block] = {}
    many = 0
    if final is not None:
        found = list(found)
    ends = _all_ends((results for _, results in found), final) if final is not None else {}
    for block, results in found:
        many += 1
        if not many & 255:
            deadline.check()
        for result in results if final is None else _ends(results, ends):
            counts[result] = counts.get(result, 0) + 1
            first.setdefault(result, block)
    return Combined(counts, many, first.__getitem__)


def _all_ends(found: Iterable[Results], final: Final | None) -> Mapping[int, Results]:
    """What all numbers in some sets come to."""
    return {} if final is None else final({number for results in found for number in results})


def _ends(results: Results, ends: Mapping[int, Results]) -> frozenset[int]:
    return frozenset().union(*(ends[number] for number in results))
