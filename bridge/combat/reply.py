"""The best block against an attack where fights hang together: creatures that block several attackers,
planeswalkers and battles that several attack, requirements and costs.

Where there are few blocks each is weighed. Where there are many, two searches feed each other: an integer
program proposes the block that looks best when everything adds up, the game of its pieces says what it is
worth, and it is left out from then on, until nothing that is proposed could be better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from clingo import Symbol

from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import Block
from magistrate.bridge.combat.pieces import Fights, Piece, columns
from magistrate.bridge.combat.turns import Game, added, best, ends
from magistrate.bridge.combat.weighing import Ruin, Weighing
from magistrate.bridge.engines import highs
from magistrate.bridge.engines.completion import complete
from magistrate.bridge.engines.formula import Linear, normal
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.questions.listing import Listing
from magistrate.bridge.records import Record, replace

__all__ = ["Found", "Reply"]

FEW = 2_000
"""So many blocks are weighed one by one."""
HASTE = 2.0
"""Seconds to weigh one block when time is up."""
MOST_COLUMNS = 60_000
"""So many pieces go into an integer program at most."""

Value = tuple[float, ...]


class Found(Record):
    """A block and its worth; with `complete` false there may be a better one, but none that is better than
    `bound`, where that was proved."""

    block: Block
    value: Value
    complete: bool = True
    bound: Value | None = None


class Reply:
    """Looks for the block of a listing whose worth is greatest, or least where the weighing is that of who
    attacks (`attackers`). `payable` tells whether what a block costs can be paid. `inside`: only these
    attack, of all on the board."""

    def __init__(
        self,
        fights: Fights,
        listing: Listing,
        weighing: Weighing,
        *,
        attackers: bool = False,
        payable: Callable[[Block], bool] = lambda block: True,
        inside: frozenset[Symbol] | None = None,
    ) -> None:
        self.fights, self.listing, self.weighing = fights, listing, weighing
        self.attackers, self.payable, self.inside = attackers, payable, inside
        self._sums: dict[Piece, tuple[int, ...]] = {}
        self._most: dict[tuple[Piece, Ruin], int] = {}
        self._sure: dict[tuple[Piece, Ruin], int] = {}

    # What a block is worth

    def pieces(self, block: Block) -> list[Piece]:
        """A block in pieces, as far as it blocks those that attack."""
        return self.fights.pieces(block, self.inside)

    def value(self, block: Block, deadline: Deadline = NEVER) -> Value:
        """What a block guarantees, whatever the attackers do and as well as its own creatures can. Raises
        `BoundReached`."""
        there = self.pieces(block)
        self.fights.learn(there, deadline)
        weighing = self.weighing
        sums = self.added_sums(there)
        settled, doubt = self.settled(there)
        if settled is not None:
            return weighing.decided(len(sums))
        if not doubt:
            return weighing.calm(sums)
        game = self.joined(there, deadline)
        weighing.prepare(ends(game))
        return best(game, weighing.exact, attackers=self.attackers)[0]

    def settled(self, there: Sequence[Piece]) -> tuple[Ruin | None, bool]:
        """A decisive way to lose that attackers can go whatever the blockers do, if there is one; and whether
        anybody may lose in a way that sums don't tell."""
        weighing = self.weighing
        doubt = any(self.possible(there, ruin) for ruin in weighing.first)
        if weighing.alone or not doubt:
            for ruin in weighing.decisive:
                if sum(self.sure(piece, ruin) for piece in there) >= ruin.bound:
                    return ruin, False
        doubt = doubt or any(self.possible(there, ruin) for ruin in (*weighing.decisive, *weighing.doubtful))
        return None, doubt

    def possible(self, there: Sequence[Piece], ruin: Ruin) -> bool:
        """Whether it may come, if both sides help."""
        return sum(self.most(piece, ruin) for piece in there) >= ruin.bound

    def joined(self, there: Sequence[Piece], deadline: Deadline = NEVER) -> Game:
        """The game of pieces that are played at the same time. Raises `BoundReached`."""
        game = self.fights.game(there[0])
        for piece in there[1:]:
            game = added(game, self.fights.game(piece), deadline)
        return game

    def added_sums(self, there: Sequence[Piece]) -> tuple[int, ...]:
        """What adds up over pieces when both sides look at nothing else."""
        return tuple(map(sum, zip(*map(self.sums, there), strict=True))) if there else self.weighing.sums(0)

    def sums(self, piece: Piece) -> tuple[int, ...]:
        """The same of one piece."""
        known = self._sums.get(piece)
        if known is None:
            known = best(self.fights.game(piece), self.weighing.sums, attackers=self.attackers)[0]
            self._sums[piece] = known
        return known

    def most(self, piece: Piece, ruin: Ruin) -> int:
        """How far a piece can go towards a ruin when both sides help."""
        known = self._most.get((piece, ruin))
        if known is None:
            known = max(map(self.towards(ruin), ends(self.fights.game(piece))))
            self._most[piece, ruin] = known
        return known

    def sure(self, piece: Piece, ruin: Ruin) -> int:
        """How far attackers can take it whatever the blockers do."""
        known = self._sure.get((piece, ruin))
        if known is None:
            towards = self.towards(ruin)
            found = best(self.fights.game(piece), lambda n: (towards(n),), attackers=True)
            known = self._sure[piece, ruin] = int(found[0][0])
        return known

    def towards(self, ruin: Ruin) -> Callable[[int], int]:
        """How far an end goes towards a ruin."""
        read = self.fights.ledger.read
        return lambda number: ruin.reached(read(number))

    # The best block

    def best(self, deadline: Deadline = NEVER) -> Found | None:
        """The best block; None where no block can be paid for. Raises `BoundReached` where not one was
        weighed."""
        if not self.listing.pairs:
            return Found(frozenset(), self.value(frozenset(), deadline))
        try:
            return self._best(deadline)
        except BoundReached:
            one = next(iter(self.listing.unfolded())).pairs
            value = self.value(one, Deadline(HASTE))
            if not self.payable(one):
                raise
            return Found(one, value, complete=False)

    def _best(self, deadline: Deadline) -> Found | None:
        some = list(islice(self.listing.unfolded(), FEW + 1))
        if len(some) <= FEW:
            return self._weighed(iter(one.pairs for one in some), deadline)
        if highs.available():
            try:
                found = columns(self.listing, self.fights.within(self.inside), MOST_COLUMNS, deadline)
            except BoundReached:
                deadline.check()
            else:
                return self._sought(found, deadline)
        return self._weighed((one.pairs for one in self.listing.unfolded()), deadline)

    def better(self, value: Value, other: Value | None) -> bool:
        """Whether the defending side would rather have `value`."""
        return other is None or (value < other if self.attackers else value > other)

    def _weighed(self, blocks: Iterator[Block], deadline: Deadline) -> Found | None:
        """Every block, one by one."""
        chosen: Found | None = None
        try:
            while some := list(islice(blocks, 512)):
                self.fights.learn((piece for block in some for piece in self.pieces(block)), deadline)
                for block in some:
                    value = self.value(block, deadline)
                    if self.better(value, None if chosen is None else chosen.value) and self.payable(block):
                        chosen = Found(block, value)
                deadline.check()
        except BoundReached:
            if chosen is None:
                raise
            return replace(chosen, complete=False)
        return chosen

    def _sought(self, pieces: Sequence[Piece], deadline: Deadline) -> Found | None:
        """Proposed by an integer program, and weighed."""
        self.fights.learn(pieces, deadline)
        program = _Program(self.listing, pieces)
        limits = [
            ([self.sure(piece, ruin) for piece in pieces], ruin.bound - 1) for ruin in self.weighing.decisive
        ]
        sign = -1 if self.attackers else 1
        sums = [self.sums(piece) for piece in pieces]
        goals = [[sign * row[k] for row in sums] for k in range(len(sums[0]))]
        if not self._adds_up(pieces):  # somebody may lose after the first step: sums say too little
            goals = []
            limits = limits if self.weighing.alone else []
        chosen: Found | None = None
        hoped: Value | None = None
        lost = self.weighing.decided(len(sums[0]))
        for within in (limits, []):
            while True:
                try:
                    proposed = program.best(within, goals, deadline)
                    if proposed is None:
                        break
                    there = [pieces[index] for index in proposed]
                    block = frozenset(pair for _, part in there for pair in part)
                    hoped = self.weighing.calm(self.added_sums(there)) if goals else None
                    if hoped is not None and chosen is not None and not self.better(hoped, chosen.value):
                        return chosen
                    value = self.value(block, deadline)
                except BoundReached:
                    if chosen is None:
                        raise
                    return replace(chosen, complete=False, bound=hoped)
                program.without(proposed)
                if self.better(value, None if chosen is None else chosen.value) and self.payable(block):
                    chosen = Found(block, value)
                    if value == lost and self.weighing.decisive and not within:
                        return chosen  # nothing more is weighed
            if not limits or (chosen is not None and chosen.value != lost):
                return chosen
            program.allowed()
            chosen = None
        return chosen

    def _adds_up(self, pieces: Sequence[Piece]) -> bool:
        """Whether nobody loses after the first step of whom it isn't decisive."""
        for ruin in self.weighing.first:
            most: dict[tuple[Symbol, ...], int] = {}
            for piece in pieces:
                most[piece[0]] = max(most.get(piece[0], 0), self.most(piece, ruin))
            if sum(most.values()) >= ruin.bound:
                return False
        return True


class _Program:
    """Blocks as a choice of pieces: each attacker is in one of them, each blocker in one at most, and what
    they make together is a legal block."""

    def __init__(self, listing: Listing, pieces: Sequence[Piece]) -> None:
        formula = complete(listing.program)
        first = formula.variables + 1
        self.numbers = range(first, first + len(pieces))
        by_attacker: dict[Symbol, list[int]] = {}
        by_blocker: dict[Symbol, list[int]] = {}
        by_pair: dict[tuple[Symbol, Symbol], list[int]] = {pair: [] for pair in listing.pairs}
        for number, (attackers, block) in zip(self.numbers, pieces, strict=True):
            for a in attackers:
                by_attacker.setdefault(a, []).append(number)
            for b in {b for b, _ in block}:
                by_blocker.setdefault(b, []).append(number)
            for pair in block:
                by_pair[pair].append(number)
        rows = [_at_least([(x, 1) for x in some], 1) for some in by_attacker.values()]
        rows += [_at_most([(x, 1) for x in some], 1) for some in by_attacker.values()]
        rows += [_at_most([(x, 1) for x in some], 1) for some in by_blocker.values()]
        for pair, some in by_pair.items():
            literal = listing.pairs[pair]
            held = formula.value(literal)
            terms = [(x, 1) for x in some]
            if held is None:
                terms.append((literal, -1))
            rows += [_at_least(terms, int(bool(held))), _at_most(terms, int(bool(held)))]
        self.formula = replace(formula, variables=first + len(pieces) - 1, linear=(*formula.linear, *rows))
        self.out: list[tuple[int, ...]] = []

    def best(
        self, limits: Sequence[tuple[Sequence[int], int]], goals: Sequence[Sequence[int]], deadline: Deadline
    ) -> list[int] | None:
        """The pieces of the best block; None where there is none."""
        rows = [
            _at_most([(x, w) for x, w in zip(self.numbers, weights, strict=True) if w], bound)
            for weights, bound in limits
        ]
        formula = replace(
            self.formula,
            clauses=(*self.formula.clauses, *self.out),
            linear=(*self.formula.linear, *rows),
        )
        aims = [[(x, w) for x, w in zip(self.numbers, goal, strict=True) if w] for goal in goals]
        found = highs.maximise(formula, aims or [[]], deadline.left, lambda: deadline.over)
        if found.infeasible:
            return None
        if not found.complete or found.true is None:
            deadline.check()
            raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
        return [index for index, number in enumerate(self.numbers) if number in found.true]

    def without(self, chosen: Sequence[int]) -> None:
        """No longer this block."""
        self.out.append(tuple(-self.numbers[index] for index in chosen))

    def allowed(self) -> None:
        """All blocks again."""
        self.out.clear()


def _at_least(terms: Sequence[tuple[int, int]], bound: int) -> Linear:
    return Linear(*normal(terms, bound))


def _at_most(terms: Sequence[tuple[int, int]], bound: int) -> Linear:
    return Linear(*normal([(x, -w) for x, w in terms], -bound))
