"""Blocks in pieces: attackers whose fights touch each other because a creature blocks several of them, or
because they attack one planeswalker or battle. What can come out of each piece is worked out once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from clingo import Control, Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import Block, outcomes, refuse
from magistrate.bridge.combat.ledger import Ledger
from magistrate.bridge.combat.turns import ENDS, Game, games, of_attackers
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.questions.components import whole
from magistrate.bridge.questions.listing import Listing

__all__ = ["Fights", "Piece", "divided", "most_blocked", "pieces"]

Piece: TypeAlias = tuple[tuple[Symbol, ...], Block]
"""Attackers, and who blocks them."""

AT_ONCE = 256
"""So many fights go into one program."""


class Fights:
    """The games of pieces, worked out when they are asked for. `ledger` is that of their ends; those `named`
    are told apart. `goals`: attacked permanents whose fate matters, so that those who attack one are looked
    at together; None for all. Raises `MagistrateError` where what comes out of fights isn't a sum."""

    def __init__(
        self, board: Board, named: Sequence[Symbol] = (), goals: frozenset[Symbol] | None = None
    ) -> None:
        refuse(board)
        self.board, self.named = board, tuple(named)
        self.ledger = Ledger(board.kinds, early=board.two_steps, chained=board.chained)
        tying = board.goals if goals is None else goals | board.coupled
        by_goal: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        for a, d in board.attacks.items():
            by_goal[d if d in tying else a].append(a)
        by_goal.update({a: [a] for a in board.attackers if a not in board.attacks})
        if board.tied and board.attackers:
            by_goal = defaultdict(list, {board.attackers[0]: list(board.attackers)})
        self.tied = sorted(tuple(sorted(some)) for some in by_goal.values())
        self._known: dict[Piece, Game] = {}

    def pieces(self, block: Block, inside: frozenset[Symbol] | None = None) -> list[Piece]:
        """A block in pieces; of the attackers that are `inside`."""
        part = block if inside is None else frozenset(pair for pair in block if pair[1] in inside)
        return pieces(self.within(inside), part)

    def within(self, inside: frozenset[Symbol] | None) -> list[tuple[Symbol, ...]]:
        """Attackers that are tied, of those that are `inside`."""
        if inside is None:
            return self.tied
        tied = (tuple(a for a in some if a in inside) for some in self.tied)
        return [some for some in tied if some]

    def learn(self, wanted: Iterable[Piece], deadline: Deadline = NEVER) -> None:
        """Work out the games of pieces that aren't known yet. Raises `BoundReached`."""
        new = [piece for piece in dict.fromkeys(wanted) if piece not in self._known]
        both = [piece for piece in new if divided(piece)]
        alone = [piece for piece in new if not divided(piece)]
        for start in range(0, len(alone), AT_ONCE):
            some = alone[start : start + AT_ONCE]
            found = outcomes(self.board, self.ledger, some, deadline, show=ENDS, named=self.named)
            self._known.update(zip(some, map(of_attackers, found), strict=True))
            deadline.check()
        for start in range(0, len(both), AT_ONCE):
            some = both[start : start + AT_ONCE]
            made = games(self.board, self.ledger, some, deadline, named=self.named)
            self._known.update(zip(some, made, strict=True))
            deadline.check()

    def game(self, piece: Piece, deadline: Deadline = NEVER) -> Game:
        """What can come out of a piece. Raises `BoundReached`."""
        if piece not in self._known:
            self.learn([piece], deadline)
        return self._known[piece]


def divided(piece: Piece) -> bool:
    """Whether a blocker has something to divide."""
    return any(n > 1 for n in Counter(b for b, _ in piece[1]).values())


def pieces(tied: Sequence[tuple[Symbol, ...]], block: Block) -> list[Piece]:
    """Attackers that are tied, or share a blocker, go together."""
    group = {a: number for number, some in enumerate(tied) for a in some}
    leader = list(range(len(tied)))

    def find(number: int) -> int:
        while leader[number] != number:
            number = leader[number]
        return number

    first: dict[Symbol, int] = {}
    for b, a in block:
        number = find(group[a])
        leader[number] = find(first.setdefault(b, number))
    members: defaultdict[int, list[Symbol]] = defaultdict(list)
    pairs: defaultdict[int, list[tuple[Symbol, Symbol]]] = defaultdict(list)
    for number, some in enumerate(tied):
        members[find(number)] += some
    for pair in block:
        pairs[find(group[pair[1]])].append(pair)
    return [(tuple(sorted(some)), frozenset(pairs[number])) for number, some in sorted(members.items())]


def most_blocked(listing: Listing) -> dict[Symbol, int]:
    """For each blocker that can block several attackers at once, how many."""
    if not listing.several():
        return {}
    part = whole(listing.program, listing.pairs)
    numbers: defaultdict[Symbol, list[int]] = defaultdict(list)
    for number, (b, _) in enumerate(part.pairs, 1):
        numbers[b].append(number)
    control, _ = part.control(models=1)
    flags: dict[tuple[Symbol, int], int] = {}
    with control.backend() as backend:
        for b, some in numbers.items():
            for n in range(2, len(some) + 1):
                flags[b, n] = backend.add_atom()
                backend.add_weight_rule((flags[b, n],), n, [(number, 1) for number in some])
    out: dict[Symbol, int] = {}
    for (b, n), flag in flags.items():
        if out.get(b, 1) == n - 1 and control.solve(assumptions=[flag]).satisfiable:
            out[b] = n
    return out


def columns(
    listing: Listing, tied: Sequence[tuple[Symbol, ...]], most: int, deadline: Deadline = NEVER
) -> list[Piece]:
    """Every piece that a legal block has. Raises `BoundReached` where there are more than `most`."""
    several = most_blocked(listing)
    reach: dict[Symbol, set[int]] = {
        b: {number for number, some in enumerate(tied) if any((b, a) in listing.pairs for a in some)}
        for b in several
    }
    largest = 1 + sum(n - 1 for n in several.values())
    out: list[Piece] = []
    for size in range(1, min(largest, len(tied)) + 1):
        for some in combinations(range(len(tied)), size):
            deadline.check()
            if size > 1 and not any(len(seen.intersection(some)) > 1 for seen in reach.values()):
                continue
            attackers = tuple(sorted(a for number in some for a in tied[number]))
            sharing = [b for b, seen in reach.items() if len(seen.intersection(some)) > 1]
            together = [tied[number] for number in some]
            for block in _parts(listing, attackers, sharing if size > 1 else []):
                if len(pieces(together, block)) == 1:
                    out.append((attackers, block))
                    if len(out) > most:
                        raise BoundReached(f"there are more than {most:,} ways for fights to hang together")
    return out


def _parts(listing: Listing, attackers: Sequence[Symbol], sharing: Sequence[Symbol]) -> Iterator[Block]:
    """What legal blocks do about some attackers; with `sharing`, one of these blocks several of them."""
    part = whole(listing.program, listing.pairs)
    control, _ = part.control()
    wanted = {number: pair for number, pair in enumerate(part.pairs, 1) if pair[1] in attackers}
    with control.backend() as backend:
        backend.add_project(list(wanted))
        if sharing:
            shared = backend.add_atom()
            for b in sharing:
                own = [(number, 1) for number, pair in wanted.items() if pair[0] == b]
                backend.add_weight_rule((shared,), 2, own)
            backend.add_rule((), (-shared,))
    yield from _projected(control, wanted)


def _projected(control: Control, wanted: dict[int, tuple[Symbol, Symbol]]) -> Iterator[Block]:
    control.configuration.solve.project = "project,3"  # type: ignore[union-attr]
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    if not wanted:
        control.configuration.solve.models = 1  # type: ignore[union-attr]
        if control.solve().satisfiable:
            yield frozenset()
        return
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield frozenset(pair for number, pair in wanted.items() if model.is_true(number))
