"""Is there an attack that kills whatever the blocks? Two searches feed each other: one proposes an attack,
the other looks for a block that survives it; every such block rules out all attacks that it survives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from clingo import Control, Symbol

from magistrate.bridge.combat.attacks import legal_attacks
from magistrate.bridge.combat.board import Beyond, Board
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.declaring import Beside
from magistrate.bridge.combat.fights import LIFE, Block, NotApart
from magistrate.bridge.combat.gaps import left_out
from magistrate.bridge.combat.kept import Kept
from magistrate.bridge.combat.responses import Responses, Ruin, all_attack, responses
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.components import whole
from magistrate.bridge.questions.declarations import Pair
from magistrate.bridge.questions.listing import Declared, Listing
from magistrate.bridge.records import Record, replace

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Lethal", "Survival", "lethal", "safe"]

TICK = 0.2
"""Seconds between two looks at the deadline."""
FIRST = 6
"""So many attacks are looked at here before others help."""
DECIDED = 4
"""So many creatures attack or don't in each part of the attacks: 2 to that power parts."""


class Survival(Record):
    """A block that survives: against every attack that the proof gives to it, as far as its creatures block
    attackers of that attack. `example` is one such attack."""

    block: Block
    example: frozenset[Pair]


class Lethal(Record):
    """`attack`, in `bands`, with what is chosen `beside` it and `paid` for it, kills whatever the blocks;
    where there is none, the blocks in `proof` cover all attacks. `proposals`: how many attacks were looked
    at. With `complete` false it isn't known, `proof` covers the attacks that were looked at, and `examined`
    is the one that it is not known of. `why`: what made it necessary to play the combats step by step."""

    attack: frozenset[Pair] | None
    proof: tuple[Survival, ...]
    proposals: int
    complete: bool = True
    unmodelled: tuple[Unmodelled, ...] = ()
    examined: frozenset[Pair] | None = None
    why: tuple[Beyond | str, ...] = ()
    bands: frozenset[frozenset[Symbol]] = frozenset()
    beside: Beside = frozenset()
    paid: tuple[str, ...] = ()


def lethal(position: Position, deadline: Deadline = NEVER) -> Lethal:
    """Look for an attack of the active player after which an opponent loses, whatever the blocks; in parts
    where the deadline has an executor. When time is up it is what was found until then. What no program
    carries is played step by step. Raises `NotPlayed` where something comes up that isn't tried out."""
    missing = left_out(position)
    try:
        return _sought(position, missing, deadline)
    except BoundReached:
        return Lethal(None, (), 0, False, missing)


def _sought(position: Position, missing: tuple[Unmodelled, ...], deadline: Deadline) -> Lethal:
    listing = legal_attacks(position, deadline.left)
    if not listing.pairs:
        return Lethal(None, (Survival(frozenset(), frozenset()),), 0, unmodelled=missing)
    try:
        search = _Search(position, listing, deadline)
    except NotApart:
        from magistrate.bridge.combat.every import lethal_of_all

        try:
            one = lethal_of_all(position, deadline)
        except NotApart as error:
            return _played(position, listing, missing, deadline, error.why)
        proof = tuple(Survival(block, example) for block, example in one.survivals)
        return Lethal(one.attack, proof, one.looked, one.complete, missing, one.examined)
    if deadline.executor is None:
        found = search.run()
    else:
        found = search.run(most=FIRST)
        if found.open:
            found = _shared(search, position, deadline.executor, found)
    return found.told(search, missing)


def _played(
    position: Position,
    listing: Listing,
    missing: tuple[Unmodelled, ...],
    deadline: Deadline,
    why: tuple[Beyond | str, ...],
) -> Lethal:
    """The same, played step by step, the largest attacks first."""
    from magistrate.bridge.combat.minimax import killing

    attacks = sorted(listing.unfolded(), key=lambda one: -len(one.pairs))
    proof: list[Survival] = []
    looked = 0
    examined: frozenset[Pair] | None = None

    def each() -> Iterator[Declared]:
        nonlocal examined
        for one in attacks:
            examined = one.pairs
            yield one

    try:
        for one, line, blocks in killing(position, each(), deadline):
            looked += 1
            deadline.told("attacks", looked, max(looked, len(attacks)))
            if not blocks:
                return Lethal(
                    one.pairs,
                    (),
                    looked,
                    True,
                    missing,
                    why=why,
                    bands=one.bands,
                    beside=line.beside,
                    paid=line.paid,
                )
            for block in blocks:
                if all(other.block != block for other in proof):
                    proof.append(Survival(block, one.pairs))
    except BoundReached:
        return Lethal(None, tuple(proof), looked, False, missing, examined, why)
    return Lethal(None, tuple(proof), looked, listing.complete, missing, why=why)


Learned: TypeAlias = "tuple[list[int], frozenset[Pair]]"


class _Part(Record):
    """What a search among a part of the attacks found; `open`: it was to look at some only."""

    attack: frozenset[Pair] | None
    learned: tuple[Learned, ...]
    proposals: int
    complete: bool = True
    examined: frozenset[Pair] | None = None
    open: bool = False

    def told(self, search: _Search, missing: tuple[Unmodelled, ...]) -> Lethal:
        if self.attack is not None:
            return Lethal(self.attack, (), self.proposals, unmodelled=missing)
        learned: Sequence[Learned] = self.learned
        if self.complete:
            learned = search.needed(learned)
        proof = tuple(Survival(search.found.block(chosen), example) for chosen, example in learned)
        return Lethal(None, proof, self.proposals, self.complete, missing, self.examined)


def _shared(search: _Search, position: Position, executor: Executor, begun: _Part) -> _Part:
    """The attacks in parts, each a way to decide whether some creatures attack; what was found before is
    known to all."""
    from magistrate.bridge.parallel import in_order

    decided = list(range(1, min(DECIDED, len(search.part.pairs)) + 1))
    parts = [
        tuple(sign * number for sign, number in zip(signs, decided, strict=True))
        for signs in product((1, -1), repeat=len(decided))
    ]
    _kept.put(position, search)
    task = partial(_elsewhere, position=position, known=begun.learned, seconds=search.deadline.left)
    learned = list(begun.learned)
    proposals, complete, done = begun.proposals, True, 0
    try:
        for one in in_order(task, parts, executor, deadline=search.deadline):
            proposals += one.proposals
            if one.attack is not None:
                return replace(one, proposals=proposals)
            learned += one.learned
            complete = complete and one.complete
            done += 1
            search.deadline.told("attacks", done, len(parts))
    except BoundReached:
        complete = False
    return _Part(None, tuple(learned), proposals, complete)


_kept: Kept[_Search] = Kept()
"""The search of a position, for all of its parts that come to this process."""


def _elsewhere(
    part: tuple[int, ...], position: Position, known: tuple[Learned, ...], seconds: float | None
) -> _Part:
    try:
        search = _kept.get(position, lambda: _Search(position, legal_attacks(position), NEVER))
        return search.within_time(Deadline(seconds)).run(part, known)
    except BoundReached:
        return _Part(None, (), 0, False)


class _Search:
    """Raises `NotApart` where the structure that this rests on isn't there."""

    def __init__(self, position: Position, listing: Listing, deadline: Deadline) -> None:
        active = {row[0] for row in position.about("active", 1)}
        found = responses(all_attack(position, listing), show=LIFE, deadline=deadline)
        self.listing, self.found, self.deadline = listing, found, deadline
        self.ruins = [ruin for ruin in found.ruins if ruin.player not in active]
        self.place = {a: index for index, a in enumerate(found.attackers)}
        self.part = whole(listing.program, listing.pairs)

    def within_time(self, deadline: Deadline) -> _Search:
        """The same with another deadline."""
        other = copy(self)
        other.deadline = deadline
        return other

    def run(
        self, within: Sequence[int] = (), known: Sequence[Learned] = (), most: int | None = None
    ) -> _Part:
        """Look among the attacks with these literals, at so many at most; the blocks `known` survive. What is
        learned are other blocks."""
        learned: list[Learned] = []
        proposals = 0
        attack: frozenset[Pair] | None = None
        try:
            while True:
                attack = None
                if proposals == most:
                    return _Part(None, tuple(learned), proposals, open=True)
                attack = self.propose([chosen for chosen, _ in (*known, *learned)], within)
                if attack is None:
                    return _Part(None, tuple(learned), proposals)
                proposals += 1
                self.deadline.told("attacks", proposals, 0)
                chosen = self.survive(attack)
                if chosen is None:
                    return _Part(attack, (), proposals)
                learned.append((chosen, attack))
        except BoundReached:
            return _Part(None, tuple(learned), proposals, False, attack)

    def propose(self, learned: Sequence[Sequence[int]], within: Sequence[int] = ()) -> frozenset[Pair] | None:
        """An attack that none of these blocks survives."""
        self.deadline.check()
        control, names = self.part.control()
        for chosen in learned:
            self.rules_out(control, chosen)
        control.configuration.solver[0].sign_def = "pos"  # type: ignore[index, union-attr]
        with control.solve(assumptions=list(within), yield_=True, async_=True) as handle:
            handle.resume()
            while not handle.wait(TICK):
                if self.deadline.over:
                    handle.cancel()
                    self.deadline.check()
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

    def needed(self, learned: Sequence[Learned]) -> list[Learned]:
        """As few of the blocks as leave no attack: those that the others make needless are left out."""
        kept = list(learned)
        for one in list(learned):
            rest = [other for other in kept if other is not one]
            try:
                if self.propose([chosen for chosen, _ in rest]) is None:
                    kept = rest
            except BoundReached:  # more of them than it takes are a proof, too
                break
        return kept


def safe(board: Board, player: Symbol, named: Sequence[Symbol], deadline: Deadline = NEVER) -> Block | None:
    """A block under which `player` doesn't lose and none of `named` dies, however damage is divided; None
    where there is none. What no program carries is played step by step. Raises `BoundReached`, and
    `NotPlayed` where something comes up that isn't tried out."""
    try:
        return _safe(board, player, named, deadline)
    except NotApart:
        from magistrate.bridge.combat.minimax import saving

        return saving(board.position, player, named, deadline)


def _safe(board: Board, player: Symbol, named: Sequence[Symbol], deadline: Deadline) -> Block | None:
    if board.beyond:
        raise NotApart("the combat must be played step by step", board.beyond)
    # Those that are named are told apart from creatures like them.
    apart = {o: -1 - place for place, o in enumerate(named) if o in board.kinds}
    board = replace(board, kinds=board.kinds | apart)
    try:
        found = responses(board, show=LIFE, named=named, player=player, deadline=deadline)
    except NotApart:
        return _safe_together(board, player, named, deadline)
    limits = [(ruin.weights, ruin.bound - 1) for ruin in found.ruins if ruin.player == player]
    wanted = set(apart.values())
    dies = [[_dies(found, choice.results, wanted) for choice in group] for group in found.choices]
    chosen = found.best([*limits, (dies, 0)], [], deadline)
    return None if chosen is None else found.block(chosen)


def _safe_together(board: Board, player: Symbol, named: Sequence[Symbol], deadline: Deadline) -> Block | None:
    """The same where fights hang together."""
    from magistrate.bridge.combat.every import blocks_of, reply_to
    from magistrate.bridge.combat.pieces import Fights
    from magistrate.bridge.combat.weighing import Alive

    fights = Fights(board, named, board.goals.intersection(named))
    alive = Alive(board, fights.ledger, [player], named)
    reply = reply_to(fights, blocks_of(board, player, deadline), alive, attackers=False)
    found = reply.best(deadline)
    if found is not None and found.value == alive.calm((0,)):
        return found.block
    if found is not None and not found.complete:
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    return None


def _dies(found: Responses, results: frozenset[int], kinds: set[int]) -> int:
    fields = [found.ledger.read(n) for n in results]
    return int(any(one.get(("dies", kind), 0) > 0 for one in fields for kind in kinds))
