"""Is there an attack that kills whatever the blocks? Two searches feed each other: one proposes an attack,
the other looks for a block that survives it; every such block rules out all attacks that it survives."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Control, Symbol

from magistrate.bridge.combat.attacks import legal_attacks
from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import LIFE, Block
from magistrate.bridge.combat.gaps import left_out
from magistrate.bridge.combat.responses import NotApart, Responses, Ruin, all_attack, responses
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.components import whole
from magistrate.bridge.questions.declarations import Pair
from magistrate.bridge.questions.listing import Listing
from magistrate.bridge.records import Record, replace

__all__ = ["Lethal", "Survival", "lethal", "safe"]


class Survival(Record):
    """A block that survives: against every attack that the proof gives to it, as far as its creatures block
    attackers of that attack. `example` is one such attack."""

    block: Block
    example: frozenset[Pair]


class Lethal(Record):
    """`attack` kills whatever the blocks; where there is none, the blocks in `proof` cover all attacks.
    `proposals`: how many attacks were looked at. With `complete` false it isn't known, and `proof` covers the
    attacks that were looked at."""

    attack: frozenset[Pair] | None
    proof: tuple[Survival, ...]
    proposals: int
    complete: bool = True
    unmodelled: tuple[Unmodelled, ...] = ()


def lethal(position: Position, deadline: Deadline = NEVER) -> Lethal:
    """Look for an attack of the active player after which an opponent loses, whatever the blocks.

    Raises `NotApart` where the structure that this rests on isn't there, and `BoundReached`.
    """
    listing = legal_attacks(position, deadline.left)
    missing = left_out(position)
    if not listing.pairs:
        return Lethal(None, (Survival(frozenset(), frozenset()),), 0, unmodelled=missing)
    plain = all_attack(position, listing)
    found = responses(plain, show=LIFE, deadline=deadline)
    search = _Search(position, listing, plain, found, deadline)
    return search.run(missing)


class _Search:
    def __init__(
        self, position: Position, listing: Listing, plain: Board, found: Responses, deadline: Deadline
    ) -> None:
        active = {row[0] for row in position.about("active", 1)}
        self.listing, self.found, self.deadline = listing, found, deadline
        self.ruins = [ruin for ruin in found.ruins if ruin.player not in active]
        self.place = {a: index for index, a in enumerate(found.attackers)}
        # Blockers that are used for an attacker that doesn't attack just don't block: a choice without any.
        self.none = [
            next(place for place, choice in enumerate(group) if not choice.block) for group in found.choices
        ]
        self.part = whole(listing.program, listing.pairs)

    def run(self, missing: tuple[Unmodelled, ...]) -> Lethal:
        learned: list[tuple[list[int], frozenset[Pair]]] = []
        proposals = 0
        try:
            while True:
                attack = self.propose([chosen for chosen, _ in learned])
                if attack is None:
                    return Lethal(None, self.proof(learned), proposals, unmodelled=missing)
                proposals += 1
                chosen = self.survive(attack)
                if chosen is None:
                    return Lethal(attack, (), proposals, unmodelled=missing)
                learned.append((chosen, attack))
        except BoundReached:
            proof = tuple(Survival(self.found.block(chosen), example) for chosen, example in learned)
            return Lethal(None, proof, proposals, False, missing)

    def propose(self, learned: Sequence[Sequence[int]]) -> frozenset[Pair] | None:
        """An attack that none of these blocks survives."""
        self.deadline.check()
        control, names = self.part.control()
        for chosen in learned:
            self.rules_out(control, chosen)
        control.configuration.solver[0].sign_def = "pos"  # type: ignore[index, union-attr]
        with control.solve(yield_=True, async_=True) as handle:
            handle.resume()
            if not handle.wait(self.deadline.left):
                handle.cancel()
                self.deadline.check()
                raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
            model = handle.model()
            if model is None:
                return None
            held = (names[symbol._rep] for symbol in model.symbols(atoms=True) if symbol._rep in names)
            return frozenset(self.part.pairs[index] for index in held)

    def rules_out(self, control: Control, chosen: Sequence[int]) -> None:
        """No attack that this block survives: one of the ways to lose must add up to its bound."""
        with control.backend() as backend:
            ways = []
            for ruin in self.ruins:
                bound, literals = ruin.bound, []
                for number, (a, _) in enumerate(self.part.pairs, 1):
                    place = self.place[a]
                    weight = ruin.weights[place][chosen[place]]
                    if weight > 0:
                        literals.append((number, weight))
                    elif weight < 0:  # a blocker's gain counts when its attacker attacks
                        literals.append((-number, -weight))
                        bound -= weight
                if bound <= 0:
                    return
                way = backend.add_atom()
                backend.add_weight_rule([way], bound, literals)
                ways.append(-way)
            backend.add_rule([], ways)

    def survive(self, attack: frozenset[Pair]) -> list[int] | None:
        """A block that survives an attack; of those one that lets all attackers together do least."""
        inside = {a for a, _ in attack}
        limits = [(self.within(ruin, inside), ruin.bound - 1) for ruin in self.ruins]
        goal = [
            [-sum(ruin.weights[index][place] for ruin in self.ruins) for place in range(len(group))]
            for index, group in enumerate(self.found.choices)
        ]
        return self.found.best(limits, [goal], self.deadline)

    def within(self, ruin: Ruin, inside: set[Symbol]) -> list[Sequence[int]]:
        return [
            weights if a in inside else [0] * len(weights)
            for a, weights in zip(self.found.attackers, ruin.weights, strict=True)
        ]

    def proof(self, learned: Sequence[tuple[list[int], frozenset[Pair]]]) -> tuple[Survival, ...]:
        """As few of the blocks as leave no attack: those that the others make needless are left out."""
        kept = list(learned)
        for one in list(learned):
            rest = [other for other in kept if other is not one]
            if self.propose([chosen for chosen, _ in rest]) is None:
                kept = rest
        return tuple(Survival(self.found.block(chosen), example) for chosen, example in kept)


def safe(board: Board, player: Symbol, named: Sequence[Symbol], deadline: Deadline = NEVER) -> Block | None:
    """A block under which `player` doesn't lose and none of `named` dies, however damage is divided; None
    where there is none. Raises `NotApart`, `BoundReached`."""
    if board.beyond:
        raise NotApart("the combat must be played step by step: ask for the outcomes of a block")
    # Those that are named are told apart from creatures like them.
    apart = {o: -1 - place for place, o in enumerate(named) if o in board.kinds}
    board = replace(board, kinds=board.kinds | apart)
    found = responses(board, show=LIFE, named=named, deadline=deadline)
    limits = [(ruin.weights, ruin.bound - 1) for ruin in found.ruins if ruin.player == player]
    wanted = set(apart.values())
    dies = [[_dies(found, choice.results, wanted) for choice in group] for group in found.choices]
    chosen = found.best([*limits, (dies, 0)], [], deadline)
    return None if chosen is None else found.block(chosen)


def _dies(found: Responses, results: frozenset[int], kinds: set[int]) -> int:
    fields = [found.ledger.read(n) for n in results]
    return int(any(one.get(("dies", kind), 0) > 0 for one in fields for kind in kinds))
