"""All blocks against an attack, and all that can come out of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from clingo import Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.combine import (
    Choice,
    Combined,
    Final,
    Results,
    Space,
    combine,
    combined_blocks,
    from_blocks,
)
from magistrate.bridge.combat.costs import harmless, payable
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import ALL, Block, Fight, all_outcomes, outcomes
from magistrate.bridge.combat.ledger import Ledger
from magistrate.bridge.combat.outcome import Teller
from magistrate.bridge.combat.parties import apart, parties
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.questions.declarations import BLOCKS
from magistrate.bridge.questions.listing import Listing, legal_declarations
from magistrate.bridge.records import Record

__all__ = ["Solved", "Table", "choices", "finals", "solve"]

MOST_LISTED = 2_000_000
"""So many blocks are listed at most where they can't be taken apart."""
AT_ONCE = 256
"""So many blocks go into one program."""


class Solved(Record, frozen=False):
    """What can come out of the blocks against one attack. With `complete` false these are some of the blocks,
    and `combined` counts no others."""

    board: Board
    teller: Teller
    combined: Combined
    complete: bool
    space: Space | None = None
    groups: Sequence[Sequence[Choice]] = ()


class Table(Record, frozen=False):
    """Fights of groups of attackers under their blocks; `space` is None where blocks can't be combined
    freely."""

    board: Board
    ledger: Ledger
    listing: Listing | None
    space: Space | None
    groups: list[tuple[Symbol, ...]]
    choices: list[list[Choice]]
    complete: bool = True


def solve(
    board: Board, *, block: Block | None = None, player: Symbol | None = None, deadline: Deadline = NEVER
) -> Solved:
    """Everything that can come out of the blocks against a board's attackers, or of `block` alone.

    `player`: only this player declares. When the deadline is over, the answer is of part of the blocks.
    Raises `BoundReached` where not even that was found, `NotApart` where paying for a block may change the
    combat.
    """
    if block is None and "blocks" in board.declared:
        block = board.fixed
    ledger = Ledger(board.kinds, early=board.two_steps, chained=board.chained)
    teller = Teller(board, ledger)
    if block is not None:
        results = outcomes(board, ledger, [(board.attackers, block)], deadline)
        return Solved(board, teller, from_blocks([(block, results[0])], teller.endings), True)
    listing = legal_declarations(BLOCKS, board.position.facts, player=player, time_limit=deadline.left)
    table = choices(board, ledger, listing, deadline)
    if table.space is None:
        return _listed(table, teller, deadline)
    groups: Sequence[Sequence[Choice]] = table.choices
    complete = table.complete and listing.complete
    final, groups = finals(teller, groups)
    try:
        combined = combine(
            table.space, groups, ledger, teller.alone, final, deadline if complete else Deadline(1)
        )
    except BoundReached:
        complete = False
        groups = [[choice for choice in group if len(choice.block) < 2] for group in groups]
        combined = _hurried(table.space, groups, ledger, teller, final)
    return Solved(board, teller, combined, complete, table.space, groups)


def finals(
    teller: Teller, groups: Sequence[Sequence[Choice]]
) -> tuple[Final | None, Sequence[Sequence[Choice]]]:
    """What sums of results come to, where that isn't plain; and the groups with results that are as short as
    that allows."""
    if not teller.ledger.early and not teller.ledger.chained and not teller.worth:
        return None, groups
    if teller.changes([[choice.results for choice in group] for group in groups]):
        return teller.endings, groups
    return None, [[_plainer(choice, teller) for choice in group] for group in groups]


def _plainer(choice: Choice, teller: Teller) -> Choice:
    return Choice(choice.block, choice.uses, frozenset(map(teller.without_early, choice.results)))


def _hurried(
    space: Space,
    groups: Sequence[Sequence[Choice]],
    ledger: Ledger,
    teller: Teller,
    final: Final | None,
) -> Combined:
    """What a second gives, where time is up."""
    try:
        return combine(space, groups, ledger, teller.alone, final, Deadline(1))
    except BoundReached:
        few = [list(group)[:1] for group in groups]
        return combine(space, few, ledger, teller.alone, final)


def choices(
    board: Board,
    ledger: Ledger,
    listing: Listing,
    deadline: Deadline = NEVER,
    *,
    show: str = ALL,
    named: Sequence[Symbol] = (),
) -> Table:
    """The fights of each group of attackers. When time is up, those with the fewest blockers are there, and
    `complete` is false."""
    taken = apart(board, listing)
    groups = taken.groups
    classes = taken.classes
    if not taken.free:
        return Table(board, ledger, listing, None, groups, [], True)
    if any(len(group) > 1 for group in groups):
        classes = [(b,) for some in classes for b in some]
    space = Space(classes)
    table = Table(board, ledger, listing, space, groups, [])
    blocks_of: list[list[Block]] = []
    place: dict[tuple[int, int], int] = {}
    fights: list[Fight] = []
    keys: list[int] = []
    known: dict[Hashable, int] = {}
    whole = True
    for group in groups:
        found_blocks, all_of = _within(parties(listing, group, classes), deadline)
        blocks = sorted(found_blocks, key=len)
        whole = whole and all_of
        blocks_of.append(blocks)
        keys.append(known.setdefault(_shape(board, space, group, blocks), len(known)))
        for index, block in enumerate(blocks):
            if (keys[-1], index) not in place:
                place[keys[-1], index] = len(fights)
                fights.append((group, block))
    results, all_of = _fights(board, ledger, fights, deadline, show, named)
    table.complete = whole and all_of
    for key, blocks in zip(keys, blocks_of, strict=True):
        found = [(block, results[place[key, index]]) for index, block in enumerate(blocks)]
        table.choices.append(
            [Choice(block, space.uses(block), some) for block, some in found if some is not None]
        )
    return table


def _within(blocks: Iterator[Block], deadline: Deadline) -> tuple[list[Block], bool]:
    """The blocks that are found in time, that of nobody among them, and whether these are all."""
    nobody: Block = frozenset()
    out: list[Block] = []
    for block in blocks:
        out.append(block)
        if not len(out) & 255 and deadline.over:
            return (out if nobody in out else [nobody, *out]), False
    return out, True


def _shape(board: Board, space: Space, group: Sequence[Symbol], blocks: Sequence[Block]) -> Hashable:
    """The same for attackers whose fights come to the same numbers."""
    if len(group) > 1:
        return tuple(group)
    (a,) = group
    return board.kinds[a], board.attacks.get(a), a in board.blocked, tuple(map(space.uses, blocks))


def _fights(
    board: Board,
    ledger: Ledger,
    fights: Sequence[Fight],
    deadline: Deadline,
    show: str = ALL,
    named: Sequence[Symbol] = (),
) -> tuple[list[Results | None], bool]:
    """What comes out of fights. When time is up, those with the fewest blockers have been looked at, others
    are None; those with one blocker at most never are."""
    results: list[Results | None] = [None] * len(fights)
    for place, some in enumerate(_programs(fights)):
        asked = [fights[index] for index in some]
        limit = deadline if place else NEVER
        every = None if board.bands else _everything(asked)
        try:
            if every is None:
                found = outcomes(board, ledger, asked, limit, show=show, named=named)
            else:
                known = all_outcomes(board, ledger, *every, limit, show=show, named=named)
                found = [known[block] for _, block in asked]
        except BoundReached:
            return results, False
        for index, result in zip(some, found, strict=True):
            results[index] = result
    return results, True


def _everything(fights: Sequence[Fight]) -> tuple[Symbol, list[Symbol]] | None:
    """An attacker and its blockers, where fights are about most of the sets of these that could block it."""
    if len(fights) <= AT_ONCE or len({attackers for attackers, _ in fights}) > 1 or len(fights[0][0]) > 1:
        return None
    blockers = sorted({b for _, block in fights for b, _ in block})
    return (fights[0][0][0], blockers) if 2 * len(fights) >= 1 << len(blockers) else None


def _programs(fights: Sequence[Fight]) -> list[list[int]]:
    """Which fights go into one program: all of them where they are few; else those with one blocker at most
    first, then for each attacker those with few, then those with more."""
    every = list(range(len(fights)))
    if len(every) <= AT_ONCE:
        return [every]
    few = [index for index in every if len(fights[index][1]) < 2]
    out = [few] if few else []
    by_group: dict[tuple[Symbol, ...], list[int]] = {}
    for index in every:
        if len(fights[index][1]) > 1:
            by_group.setdefault(tuple(fights[index][0]), []).append(index)
    later: list[list[int]] = []
    for some in by_group.values():
        some.sort(key=lambda index: len(fights[index][1]))
        out.append(some[:AT_ONCE])
        rest = some[AT_ONCE:]
        if rest and _everything([fights[index] for index in rest]):
            later.append(rest)
        else:
            later += [rest[start : start + AT_ONCE] for start in range(0, len(rest), AT_ONCE)]
    return out + later


def _listed(table: Table, teller: Teller, deadline: Deadline) -> Solved:
    """Blocks that hang together are listed one by one."""
    assert table.listing is not None
    found: list[Block] = []
    complete = table.listing.complete
    position = table.board.position
    harmless(position, table.listing)
    for one in table.listing.unfolded():
        if payable(position, table.listing, one.pairs):
            found.append(one.pairs)
        if len(found) == MOST_LISTED or deadline.over:
            complete = False
            break
    group_of = {a: index for index, group in enumerate(table.groups) for a in group}
    wanted: list[dict[Block, None]] = [{} for _ in table.groups]
    for block in found:
        parts: list[set[tuple[Symbol, Symbol]]] = [set() for _ in table.groups]
        for pair in block:
            parts[group_of[pair[1]]].add(pair)
        for index, part in enumerate(parts):
            wanted[index][frozenset(part)] = None
    asked = [(group, block) for group, some in zip(table.groups, wanted, strict=True) for block in some]
    results, all_of = _fights(table.board, table.ledger, asked, deadline)
    complete = complete and all_of
    fights: list[dict[Block, Results]] = [{} for _ in table.groups]
    for (group, block), result in zip(asked, results, strict=True):
        if result is not None:
            fights[group_of[group[0]]][block] = result
    usable = found
    if not complete:
        usable = [
            b for b in found if all(p in f for p, f in zip(_parts(b, group_of, fights), fights, strict=True))
        ]
    combined = from_blocks(combined_blocks(usable, table.groups, fights), teller.endings)
    return Solved(table.board, teller, combined, complete)


def _parts(block: Block, group_of: dict[Symbol, int], fights: Sequence[object]) -> list[Block]:
    parts: list[set[tuple[Symbol, Symbol]]] = [set() for _ in fights]
    for pair in block:
        parts[group_of[pair[1]]].add(pair)
    return [frozenset(part) for part in parts]
