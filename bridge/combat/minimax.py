"""Best play where a combat must be played step by step: attack, block and every decision are tried in turn,
and each is made as is best for whoever makes it. What is left to chance is taken to come out against the
player.

Slower than what adds up fights, and right whatever is on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from clingo import Symbol

from magistrate.bridge.combat.attacks import attacked, block_told
from magistrate.bridge.combat.attacks import told as attack_told
from magistrate.bridge.combat.bands import in_bands
from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.declaring import Beside, Declaring, besides, told_beside
from magistrate.bridge.combat.fights import Block
from magistrate.bridge.combat.outcome import Outcome
from magistrate.bridge.combat.sides import Sides
from magistrate.bridge.combat.stepwise import BLOCKING, END, NotPlayed, replies, told
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.game.engine import Forbidden
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.payment import Pay
from magistrate.bridge.game.table import NotReached, Table
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Kind, Pair
from magistrate.bridge.questions.listing import Declared, legal_declarations
from magistrate.bridge.records import replace

__all__ = ["Line", "best_of", "killing", "saving"]

Value: TypeAlias = tuple[float, ...]
Score: TypeAlias = Callable[[Outcome], Value]
Attack: TypeAlias = frozenset[Pair]
Bands: TypeAlias = frozenset[frozenset[Symbol]]
_ATTACKING = "declare_attackers"
_BEFORE = frozenset(("declare_attackers", "declare_blockers", "first_combat_damage", "combat_damage"))
_NO, _YES = (0.0,), (1.0,)


class Line(NamedTuple):
    """How a combat goes when everybody plays well: what it is worth, what came out, what was declared, and
    what was paid for that. Without `complete` there may be something better."""

    value: Value
    outcome: Outcome
    attack: Attack | None
    block: Block
    complete: bool = True
    bands: Bands = frozenset()
    beside: Beside = frozenset()
    paid: tuple[str, ...] = ()


class _Made(NamedTuple):
    """What was chosen, and the position that outcomes are told against from then on. `making`: a declaration
    that is still to be paid for and made."""

    start: Position | None = None
    attack: Attack | None = None
    bands: Bands = frozenset()
    beside: Beside = frozenset()
    block: Block = frozenset()
    making: Declaring | None = None


class _Play:
    """`player` wants what `score` says to be great, all others want it small. `by`: only this defending
    player blocks. `first`: blocks that are tried before others."""

    def __init__(
        self,
        player: Symbol,
        score: Score,
        deadline: Deadline,
        by: Symbol | None = None,
        first: Sequence[Block] = (),
    ) -> None:
        self.player, self.score, self.deadline, self.by, self.first = player, score, deadline, by, first
        self.answers: list[Block] = []
        """The best block against each attack that was played, in each way to pay for it."""

    def line(
        self,
        table: Table,
        start: Position,
        low: Value | None = None,
        high: Value | None = None,
        *,
        making: Declaring | None = None,
        top: bool = True,
    ) -> Line:
        """How it goes on from a table. Values up to `low` and from `high` on aren't told apart. `making`: a
        declaration that is to be made. `top`: nobody has chosen anything yet, so that a part of the choices
        is an answer. Raises `IllegalMove` or `Forbidden` where that can't be, `BoundReached`, `NotPlayed`."""
        self.deadline.check()
        due = table.decision
        player = None if due is None else due.player
        if table.waiting is not None:
            assert due is not None
            ways: Iterable[Callable[[], _Made]] = (
                partial(_answered, table, reply, making) for reply in replies(table.game.position, due)
            )
        elif making is not None:
            pays = making.ways(table)
            if len(pays) == 1:
                paid = () if making.charges else making.paid(table)
                then = making.on(table, pays[0])
                found = self.line(table, start, low, high, making=then, top=top)
                found = found._replace(paid=(*paid, *found.paid))
                if then is None and making.kind is ATTACKS:
                    self.answers.append(found.block)
                return found
            ways = (partial(_paid, table, making, pay) for pay in pays)
            player = making.charges[0][0]
        elif due is not None and due.kind.name == ATTACKS.question:
            ways = self._attacks(table)
        elif due is not None and due.kind.name == BLOCKS.question:
            ways = self._blocks(table, due.player)
        elif table.game.over or (table.goal is None and table.step == END):
            outcome = told(start, table.game)
            return Line(self.score(outcome), outcome, None, frozenset())
        else:
            try:
                table.advance(_next(table))
            except NotReached:  # 508.8 without attackers nobody blocks
                table.advance(END)
            return self.line(table, start, low, high, top=top)
        great = player == self.player
        return self.chosen(table, start, low, high, ways, great=great, top=top, making=making)

    def chosen(
        self,
        table: Table,
        start: Position,
        low: Value | None,
        high: Value | None,
        ways: Iterable[Callable[[], _Made]],
        *,
        great: bool,
        top: bool,
        making: Declaring | None = None,
    ) -> Line:
        """The best of several ways to go on, for the player or for the others; as `line` otherwise."""
        best: Line | None = None
        state = table.kept()
        options = list(ways)
        for number, way in enumerate(options):
            table.restored(state)
            try:
                made = way()
                alone = top and len(options) == 1
                found = self.line(table, made.start or start, low, high, making=made.making, top=alone)
            except (Forbidden, IllegalMove):
                continue
            except BoundReached:
                if best is None or not (top and great):
                    raise
                return best._replace(complete=False)
            if top and len(options) > 1:
                self.deadline.told("choices", number + 1, len(options))
            if best is None or (found.value > best.value if great else found.value < best.value):
                best = found._replace(block=found.block | made.block)
                if made.attack is not None:
                    best = best._replace(attack=made.attack, bands=made.bands, beside=made.beside)
            if great and (low is None or best.value > low):
                low = best.value
            if not great and (high is None or best.value < high):
                high = best.value
            if low is not None and high is not None and low >= high:
                break
        if best is None and making is not None:
            raise IllegalMove(())
        if best is None:
            raise NotPlayed("a decision came up that has no answer: `magistrate play` goes on by hand")
        return best

    def _attacks(self, table: Table) -> Iterator[Callable[[], _Made]]:
        position = table.game.position
        for one in _legal(ATTACKS, position, None, self.deadline):
            for beside in besides(position, one.pairs):
                yield partial(_attack, table, position, one, beside)

    def _blocks(self, table: Table, player: Symbol) -> Iterator[Callable[[], _Made]]:
        position = table.game.position
        if self.by is not None and player != self.by:
            yield partial(_block, table, Declared(frozenset()), player)
            return
        attackers = {row[0] for row in position.about("attacking", 2)}
        known = [frozenset(pair for pair in block if pair[1] in attackers) for block in self.first]
        every = _legal(BLOCKS, position, player, self.deadline)
        for one in sorted(every, key=lambda one: one.pairs not in known):
            yield partial(_block, table, one, player)


def _legal(kind: Kind, position: Position, player: Symbol | None, deadline: Deadline) -> list[Declared]:
    """The legal declarations, told one by one. Raises `BoundReached` where time was too short for all."""
    listing = legal_declarations(kind, position.facts, player=player, time_limit=deadline.left)
    found = []
    for number, one in enumerate(listing.unfolded()):
        if not number & 255:
            deadline.check()
        found.append(one)
    if not listing.complete:
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    return found


def _next(table: Table) -> str:
    """The step to go on to: where something is declared next, or the end."""
    if table.step not in _BEFORE and table.step != END:
        return _ATTACKING
    attacks = any(True for _ in table.game.position.about("attacking", 2))
    return BLOCKING if table.step == _ATTACKING and attacks else END


def _answered(table: Table, reply: Callable[..., object], making: Declaring | None) -> _Made:
    table.answer(reply)  # type: ignore[arg-type]
    return _Made(making=making)


def _paid(table: Table, making: Declaring, pay: Pay | None) -> _Made:
    return _Made(making=making.on(table, pay))


def _attack(table: Table, position: Position, one: Declared, beside: Beside) -> _Made:
    making = Declaring.of(table, ATTACKS, one, beside=beside)
    start = in_bands(attacked(position, one.pairs), one.bands)
    return _Made(start, one.pairs, one.bands, beside, making=making)


def _block(table: Table, one: Declared, player: Symbol) -> _Made:
    return _Made(block=one.pairs, making=Declaring.of(table, BLOCKS, one, player))


def best_of(
    position: Position, player: Symbol, wishes: Wishes, by: Symbol | None = None, deadline: Deadline = NEVER
) -> Line:
    """The best play of a player from a position on, attack and block included as far as they are still to be
    declared. `by`: only this defending player blocks. Raises `BoundReached` where not even one choice was
    played out, `NotPlayed`."""
    sides, name = Sides(board(position)), position.names.label(player)
    table = Table.of(position)

    def score(outcome: Outcome) -> Value:
        return sides.values(outcome, name, wishes)

    found = _Play(player, score, deadline, by).line(table, position)
    attack = None if found.attack is None else attack_told(position, found.attack)
    witness, beside = block_told(position, found.block), told_beside(position, found.beside)
    return found._replace(outcome=replace(found.outcome, witness=witness, attack=attack, beside=beside))


def killing(
    position: Position, attacks: Iterable[Declared], deadline: Deadline = NEVER
) -> Iterator[tuple[Declared, Line, tuple[Block, ...]]]:
    """For each attack, with whatever is chosen beside it, how it goes, and the blocks that survive it, in
    each way to pay for it, whatever else is decided; none where it kills. Blocks that survived others are
    tried first. Raises `BoundReached`, `NotPlayed`."""
    active = next(row[0] for row in position.about("active", 1))
    label = position.names.label

    def score(outcome: Outcome) -> Value:
        return (float(any(p != label(active) for p in outcome.lost)),)

    table = Table.of(position)
    if table.decision is None or table.decision.kind.name != ATTACKS.question:
        table.advance(_ATTACKING)
    if table.decision is None or table.decision.kind.name != ATTACKS.question:
        raise NotPlayed("players must decide something before attackers are declared")
    due, there = table.kept(), table.game.position
    survived: list[Block] = []
    for one in attacks:
        inside = {a for a, _ in one.pairs}
        for beside in besides(there, one.pairs):
            table.restored(due)
            play = _Play(active, score, deadline, first=survived)
            made = _attack(table, there, one, beside)
            try:
                found = play.line(table, made.start or there, _NO, _YES, making=made.making)
            except (Forbidden, IllegalMove):  # what can't be paid for isn't an attack
                continue
            if found.value == _YES:
                yield one, found._replace(beside=beside), ()
                continue
            blocks = []
            for block in dict.fromkeys(play.answers):
                known = (b for b in survived if frozenset(pair for pair in b if pair[1] in inside) == block)
                blocks.append(next(known, block))
            survived += [block for block in blocks if block not in survived]
            yield one, found._replace(beside=beside), tuple(blocks)


def saving(
    position: Position, player: Symbol, named: Iterable[Symbol], deadline: Deadline = NEVER
) -> Block | None:
    """A block under which a player doesn't lose and none of those named die, whatever else is decided; None
    where there is none. Raises `BoundReached`, `NotPlayed`."""
    label = position.names.label
    wanted = frozenset(map(label, named))

    def score(outcome: Outcome) -> Value:
        return (float(label(player) not in outcome.lost and wanted.isdisjoint(outcome.dies)),)

    found = _Play(player, score, deadline, player).line(Table.of(position), position, _NO, _YES)
    if not found.complete and found.value != _YES:
        deadline.check()
    return found.block if found.value == _YES else None
