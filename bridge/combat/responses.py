"""What attackers can make of a block, fight by fight, where they alone divide damage: the base of best
play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clingo import Symbol

from magistrate.bridge.combat.attacks import everyone
from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.combine import Choice, Space
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import Block, NotApart
from magistrate.bridge.combat.ledger import Field, Ledger
from magistrate.bridge.combat.packing import Packed, Packing, Weights, pack, packed
from magistrate.bridge.combat.solve import choices
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import BLOCKS
from magistrate.bridge.questions.listing import Listing, legal_declarations
from magistrate.bridge.records import Record

__all__ = ["Responses", "Ruin", "all_attack", "responses"]


def all_attack(position: Position, listing: Listing) -> Board:
    """A board on which every creature that may attack does. Raises `NotApart` where it says too little of
    the attacks of some of them, or where attacks cost something."""
    if listing.charges:
        raise NotApart("attacks cost something")
    found = everyone(position, listing)
    if found is None:
        raise NotApart(
            "what happens to an attacker may hang on which others attack, there are several things to attack,"
            " or the combat must be played step by step"
        )
    return found


class Ruin(Record):
    """A way for a player to lose: as soon as the attackers' best divisions, by attacker and block, add up to
    `bound`. They are `sign` times what the ledger's `field` of the player says."""

    player: Symbol
    field: str
    sign: int
    weights: tuple[tuple[int, ...], ...]
    bound: int


class Responses(Record):
    """For each attacker its legal blocks, with what can come out of each. `ruins`: the ways in which the
    blocks can lose the game for a player. Without `complete` there are other blocks."""

    board: Board
    ledger: Ledger
    space: Space
    attackers: tuple[Symbol, ...]
    choices: tuple[tuple[Choice, ...], ...]
    ruins: tuple[Ruin, ...]
    complete: bool = True

    def capacities(self) -> list[tuple[Weights, int]]:
        """That no creature is used twice."""
        out: list[tuple[Weights, int]] = []
        for index, some in enumerate(self.space.classes):
            weights = [[self.space.count(choice.uses, index) for choice in group] for group in self.choices]
            out.append((weights, len(some)))
        return out

    def packing(self, limits: Sequence[tuple[Weights, int]], goals: Sequence[Weights]) -> Packing:
        """The blocks within limits, and goals."""
        sizes = tuple(len(group) for group in self.choices)
        return Packing(sizes, (*self.capacities(), *limits), tuple(goals))

    def best(
        self,
        limits: Sequence[tuple[Weights, int]],
        goals: Sequence[Weights],
        deadline: Deadline = NEVER,
    ) -> list[int] | None:
        """The choice for each attacker of the best block within limits; None where there is none."""
        return pack(self.packing(limits, goals), deadline)

    def found(
        self, limits: Sequence[tuple[Weights, int]], goals: Sequence[Weights], deadline: Deadline
    ) -> Packed:
        """The same, as far as it is found in time."""
        return packed(self.packing(limits, goals), deadline)

    def block(self, chosen: Sequence[int], inside: Callable[[Symbol], bool] | None = None) -> Block:
        """The block that choices make, with a creature of its own in each place; of the attackers that are
        `inside`."""
        blocks = [group[place].block for group, place in zip(self.choices, chosen, strict=True)]
        named = self.space.named(blocks)
        return frozenset((b, a) for b, a in named if inside is None or inside(a))


def responses(
    board: Board,
    *,
    show: str,
    named: Sequence[Symbol] = (),
    player: Symbol | None = None,
    deadline: Deadline = NEVER,
    part: bool = False,
) -> Responses:
    """Work out the fights of a board; `player`: only this one blocks; `part`: where time is up, some of the
    blocks are enough. Raises `NotApart` where blocks can't be chosen attacker by attacker, or where defenders
    divide damage too, and `BoundReached`."""
    ledger = Ledger(board.kinds, early=board.two_steps)
    listing = legal_declarations(BLOCKS, board.position.facts, player=player, time_limit=deadline.left)
    if board.chained or board.tied or board.turned:
        raise NotApart("abilities that change life, creatures that strengthen others, or banding")
    if board.goals:
        raise NotApart("planeswalkers or battles are attacked")
    if listing.charges or listing.several():
        raise NotApart("blocks cost something, or a creature can block several attackers")
    table = choices(board, ledger, listing, deadline, show=show, named=named)
    if table.space is None:
        raise NotApart("which blocks are legal hangs on several attackers at once")
    if any(len(group) > 1 for group in table.groups):
        raise NotApart("attackers hang together")
    if not listing.complete or not (table.complete or part):
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    groups = tuple(tuple(group) for group in table.choices)
    return Responses(
        board=board,
        ledger=ledger,
        space=table.space,
        attackers=tuple(group[0] for group in table.groups),
        choices=groups,
        ruins=tuple(_ruins(board, ledger, groups)),
        complete=table.complete,
    )


def _ruins(board: Board, ledger: Ledger, groups: Sequence[Sequence[Choice]]) -> list[Ruin]:
    """Each total that makes a player lose, after the first step and at the end."""
    read = {n: ledger.read(n) for group in groups for choice in group for n in choice.results}
    out = []
    for player, field, sign, bound in board.ruin:
        for prefix in ("first ", ""):
            place: Field = (f"{prefix}{field}", player)
            if place in ledger.fields:
                weights = tuple(
                    tuple(max(sign * read[n].get(place, 0) for n in choice.results) for choice in group)
                    for group in groups
                )
                if any(weight > 0 for some in weights for weight in some):
                    out.append(Ruin(player, f"{prefix}{field}", sign, weights, bound))
    return out
