"""Attacks one by one, each with the best block against it: the answer where fights or declarations hang
together, or what may be attacked is more than one thing. Attacks that differ by equal creatures are one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from clingo import Symbol

from magistrate.bridge.combat.attacks import attacked, distinct, everyone, legal_attacks
from magistrate.bridge.combat.board import Board, board
from magistrate.bridge.combat.costs import harmless, payable
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import Block, NotApart
from magistrate.bridge.combat.kept import Kept
from magistrate.bridge.combat.lines import line
from magistrate.bridge.combat.outcome import Outcome
from magistrate.bridge.combat.pieces import Fights
from magistrate.bridge.combat.reply import Found, Reply
from magistrate.bridge.combat.weighing import Alive, Liked, Weighing
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.engines.observer import Rule
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.parallel import in_order
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.components import whole
from magistrate.bridge.questions.declarations import BLOCKS, Pair
from magistrate.bridge.questions.listing import Declared, Listing, legal_declarations
from magistrate.bridge.records import Record, replace

__all__ = ["Answered", "Killed", "best_of_all", "blocks_of", "lethal_of_all", "reply_to"]

Attack: TypeAlias = frozenset[Pair]
T = TypeVar("T")

FIRST = 8
"""So many attacks are looked at here before others help."""
PIECES = 32
"""So many shares attacks are dealt into where others work on them."""


class Answered(Record):
    """An attack, the block that answers it best, what that comes to, and what it is worth to the player."""

    attack: Attack
    block: Block
    value: tuple[float, ...]
    outcome: Outcome | None
    complete: bool = True


class Killed(Record):
    """`attack` kills; else each attack of a share is survived by one of the blocks, with an example of it.
    `looked`: how many attacks were looked at; with `complete` false not all were, and `examined` was being
    looked at."""

    attack: Attack | None
    survivals: tuple[tuple[Block, Attack], ...]
    looked: int
    complete: bool = True
    examined: Attack | None = None


def blocks_of(here: Board, player: Symbol | None = None, deadline: Deadline = NEVER) -> Listing:
    """The legal blocks on a board. Raises `BoundReached` where the search for the maximum of requirements was
    cut."""
    listing = legal_declarations(BLOCKS, here.position.facts, player=player, time_limit=deadline.left)
    if not listing.complete:
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    return listing


def reply_to(fights: Fights, listing: Listing, weighing: Weighing, *, attackers: bool) -> Reply:
    """Looks for the best block on a board."""

    position = fights.board.position
    harmless(position, listing)

    def can_pay(block: Block) -> bool:
        return payable(position, listing, block)

    return Reply(fights, listing, weighing, attackers=attackers, payable=can_pay)


class _Boards:
    """For each attack what it is to block it. Where blocks don't hang on who else attacks, all attacks share
    the fights of one board."""

    def __init__(
        self,
        position: Position,
        listing: Listing,
        deadline: Deadline,
        goals: frozenset[Symbol] | None = None,
    ) -> None:
        self.position, self.listing, self.deadline, self.goals = position, listing, deadline, goals
        harmless(position, listing)
        self.plain = everyone(position, listing)
        self.fights: Fights | None = None
        self.blocks: Listing | None = None
        if self.plain is not None:
            self.blocks = blocks_of(self.plain, None, deadline)
            if not self.blocks.requirements.possible and not self.blocks.charges:
                self.fights = Fights(self.plain, goals=goals)

    def attacks(self) -> list[Attack]:
        """The legal attacks, large ones first; one of those that differ by equal creatures."""
        every = (one.pairs for one in self._stopping())
        if self.plain is None or self.blocks is None or self.listing.charges:
            found = [(pairs, 1) for pairs in every]
        else:
            rows, columns = self.listing.folding().rows, self.blocks.folding().columns
            kind: dict[Symbol, object] = {}
            for a in self.plain.attackers:
                row = next((n for n, some in enumerate(rows) if a in some), a)
                column = next((n for n, some in enumerate(columns) if a in some), a)
                kind[a] = (self.plain.kinds[a], row, column)
            found = distinct(every, kind)
        return sorted((pairs for pairs, _ in found), key=lambda pairs: (-len(pairs), sorted(pairs)))

    def _stopping(self) -> Iterator[Declared]:
        for number, one in enumerate(self.listing.unfolded()):
            if not number & 255:
                self.deadline.check()
            yield one

    def reply(self, pairs: Attack, weigh: Callable[[Fights], Weighing], *, attackers: bool) -> Reply:
        """What answers an attack. Raises `NotApart` where the combat must be played step by step."""
        if self.fights is not None and self.blocks is not None:
            inside = frozenset(a for a, _ in pairs)
            out = [literal for (_, a), literal in self.blocks.pairs.items() if a not in inside]
            kept = {pair: literal for pair, literal in self.blocks.pairs.items() if pair[1] in inside}
            rules = (*self.blocks.program.rules, *(Rule(False, (), (literal,)) for literal in out))
            within = replace(
                self.blocks,
                pairs=kept,
                program=replace(self.blocks.program, rules=rules),
                _parts=None,
                _folding=None,
            )
            return Reply(self.fights, within, weigh(self.fights), attackers=attackers, inside=inside)
        there = board(attacked(self.position, pairs), supposed=["attacks"])
        if there.beyond:
            raise NotApart("the combat must be played step by step", there.beyond)
        fights = Fights(there, goals=self.goals)
        return reply_to(fights, blocks_of(there, None, self.deadline), weigh(fights), attackers=attackers)

    def payable(self, pairs: Attack) -> bool:
        """Whether an attack can be paid for."""
        return payable(self.position, self.listing, pairs)


_kept: Kept[_Boards] = Kept()
"""The boards of a position, for all shares of its attacks that come to this process."""


def _boards(position: Position, deadline: Deadline, goals: frozenset[Symbol] | None) -> _Boards:
    found = _kept.get(
        (position, goals), lambda: _Boards(position, _listed(position, deadline), deadline, goals)
    )
    found.deadline = deadline
    return found


def _listed(position: Position, deadline: Deadline) -> Listing:
    listing = legal_attacks(position, deadline.left)
    if listing.banded:
        raise NotApart("attackers may band")
    if not listing.complete:
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    return listing


def best_of_all(
    position: Position,
    player: Symbol,
    wishes: Wishes,
    deadline: Deadline = NEVER,
) -> Answered:
    """The attack that guarantees most, with the block that holds it to that. Raises `NotApart`, and
    `BoundReached` where not one attack was looked at."""
    boards = _Boards(position, _listed(position, deadline), deadline)
    attacks = boards.attacks()
    share = partial(_best_share, position=position, player=player, wishes=wishes)
    best: Answered | None = None
    complete = True
    for one in _shared(share, attacks, boards, deadline):
        if one is None:
            complete = False
            continue
        complete = complete and one.complete
        if best is None or one.value > best.value:
            best = one
    if best is None:
        deadline.check()
        raise BoundReached("the time limit was reached before one attack was looked at")
    return _told(replace(best, complete=complete), boards, player, wishes)


def _told(found: Answered, boards: _Boards, player: Symbol, wishes: Wishes) -> Answered:
    """With what the combat comes to."""
    reply = boards.reply(found.attack, partial(_liked, wishes=wishes, player=player), attackers=True)
    told, teller = line(reply, found.block)
    return replace(found, outcome=teller.outcome(told, 1, found.block), value=wishes.values(told, player))


def _liked(fights: Fights, wishes: Wishes, player: Symbol) -> Weighing:
    return Liked(fights.board, fights.ledger, wishes, player, attacks=True)


def _best_share(
    attacks: Sequence[Attack],
    position: Position,
    player: Symbol,
    wishes: Wishes,
    *,
    seconds: float | None = None,
    boards: _Boards | None = None,
) -> Answered | None:
    """The best of some attacks; None where there was no time for one."""
    deadline = Deadline(seconds) if boards is None else boards.deadline
    best: Answered | None = None
    try:
        boards = boards or _boards(position, deadline, None)
        for number, pairs in enumerate(attacks):
            reply = boards.reply(pairs, partial(_liked, wishes=wishes, player=player), attackers=True)
            found = _against(reply, deadline)
            if not found.complete:  # there may be a better block: the attack guarantees less than this
                raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
            if (best is None or found.value > best.value) and boards.payable(pairs):
                best = Answered(pairs, found.block, found.value, None)
            deadline.told("attacks", number + 1, len(attacks))
    except BoundReached:
        return None if best is None else replace(best, complete=False)
    return best


def _against(reply: Reply, deadline: Deadline) -> Found:
    found = reply.best(deadline)
    assert found is not None, "a block that costs nothing is always there"
    return found


def lethal_of_all(
    position: Position,
    deadline: Deadline = NEVER,
) -> Killed:
    """Whether an attack kills whatever the blocks; else blocks that survive. Raises `NotApart`."""
    boards = _Boards(position, _listed(position, deadline), deadline, frozenset())
    attacks = boards.attacks()
    survivals: list[tuple[Block, Attack]] = []
    looked, complete = 0, True
    examined: Attack | None = None
    if deadline.executor is not None:  # blocks that survive the first ones may survive all others
        begun = _lethal_share(attacks[:FIRST], position, boards=boards)
        if begun.attack is not None or not begun.complete or len(attacks) <= FIRST:
            return begun
        attacks, looked = attacks[FIRST:], begun.looked
        survivals += begun.survivals
    share = partial(_lethal_share, position=position, known=tuple(survivals))
    for one in _shared(share, attacks, boards, deadline):
        if one is None:
            complete = False
            continue
        looked += one.looked
        if one.attack is not None:
            return Killed(one.attack, (), looked)
        there = {block for block, _ in survivals}  # shares find the same ones
        survivals += [pair for pair in one.survivals if pair[0] not in there]
        complete = complete and one.complete
        examined = examined or one.examined
    return Killed(None, tuple(survivals), looked, complete, examined)


def _lethal_share(
    attacks: Sequence[Attack],
    position: Position,
    known: Sequence[tuple[Block, Attack]] = (),
    *,
    seconds: float | None = None,
    boards: _Boards | None = None,
) -> Killed:
    """The same of some attacks; the blocks `known` survive others. What is told are further blocks."""
    deadline = Deadline(seconds) if boards is None else boards.deadline
    survivals: list[tuple[Block, Attack]] = []
    looked = 0
    pairs: Attack | None = None
    try:
        boards = boards or _boards(position, deadline, frozenset())
        active = {row[0] for row in position.about("active", 1)}
        players = [row[0] for row in position.about("player", 1) if row[0] not in active]
        weigh = partial(_alive, players=players)
        for pairs in attacks:
            deadline.check()
            reply = boards.reply(pairs, weigh, attackers=False)
            if not any(_survives(reply, block, deadline) for block, _ in (*known, *survivals)):
                found = _against(reply, deadline)
                if found.value[0]:
                    survivals.append((found.block, pairs))
                elif not found.complete:
                    deadline.check()
                    raise BoundReached("the time limit was reached")
                elif boards.payable(pairs):
                    return Killed(pairs, (), looked + 1)
            looked += 1
            deadline.told("attacks", looked, len(attacks))
    except BoundReached:
        return Killed(None, tuple(survivals), looked, False, pairs)
    return Killed(None, tuple(survivals), looked)


def _alive(fights: Fights, players: Sequence[Symbol]) -> Weighing:
    return Alive(fights.board, fights.ledger, players, ())


def _survives(reply: Reply, block: Block, deadline: Deadline) -> bool:
    """Whether a block, as far as it blocks those that attack, is legal, free, and survives."""
    attackers = frozenset(reply.fights.board.attackers) if reply.inside is None else reply.inside
    part = frozenset(pair for pair in block if pair[1] in attackers)
    listing = reply.listing
    if not part <= listing.pairs.keys() or any(listing.charges.get(pair) for pair in part):
        return False
    rules = whole(listing.program, listing.pairs)
    control, _ = rules.control(models=1)
    chosen = [number if pair in part else -number for number, pair in enumerate(rules.pairs, 1)]
    if not control.solve(assumptions=chosen).satisfiable:
        return False
    return bool(reply.value(part, deadline)[0])


def _shared(
    share: Callable[..., T | None],
    attacks: Sequence[Attack],
    boards: _Boards,
    deadline: Deadline,
) -> Iterator[T | None]:
    """What comes of shares of the attacks: one, here, or many elsewhere. None for those that time was too
    short for."""
    executor = deadline.executor
    if executor is None:
        yield share(attacks, boards=boards)
        return
    _kept.put((boards.position, boards.goals), boards)
    number = max(1, min(PIECES, len(attacks) // 4))
    shares: Iterable[Sequence[Attack]] = [attacks[start::number] for start in range(number)]
    done = 0
    try:
        for one in in_order(partial(share, seconds=deadline.left), shares, executor, deadline=deadline):
            yield one
            done += 1
            deadline.told("attacks", done, number)
    except BoundReached:
        yield None
