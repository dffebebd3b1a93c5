"""Best play: the block that guarantees most, whatever the attackers do with their damage, and the attack that
guarantees most, whatever the block. Blocks aren't listed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clingo import Symbol

from magistrate.bridge.combat.attacks import distinct, legal_attacks
from magistrate.bridge.combat.board import Beyond, Board
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.declaring import Beside
from magistrate.bridge.combat.fights import ALL, COUNTS, Block, NotApart, outcomes
from magistrate.bridge.combat.ledger import Field, Ledger
from magistrate.bridge.combat.outcome import Outcome, Teller
from magistrate.bridge.combat.packing import Packed, Weights
from magistrate.bridge.combat.responses import Responses, Ruin, all_attack, responses
from magistrate.bridge.combat.wishes import ADDITIVE, Wishes
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import Pair
from magistrate.bridge.questions.listing import Listing
from magistrate.bridge.records import Record, replace

__all__ = ["Best", "best_attack", "best_block"]

HASTE = 2.0
"""Seconds for what is still done when time is up, so that there is an answer."""
_SCALE = 1000
"""Weights that people give are taken to three places."""


class Best(Record):
    """What a player should do, and the outcome when the other side does its best against it. `values`: what
    is guaranteed, in the order of the wishes; where the game is won or lost, nothing more is weighed. `block`
    answers `attack` where that is what was looked for, in `bands` and with what is chosen `beside` it;
    `paid`: what is paid for them. Without `complete` there may be something better; nothing guarantees more
    than `bound`, where that was proved, each wish by itself. `why`: what made it necessary to play the combat
    step by step."""

    player: Symbol
    block: Block
    values: tuple[float, ...]
    outcome: Outcome
    attack: frozenset[Pair] | None = None
    complete: bool = True
    bound: tuple[float, ...] | None = None
    why: tuple[Beyond | str, ...] = ()
    bands: frozenset[frozenset[Symbol]] = frozenset()
    beside: Beside = frozenset()
    paid: tuple[str, ...] = ()


class _Table:
    """The fights of a board, as one player sees them."""

    def __init__(self, found: Responses, wishes: Wishes, player: Symbol) -> None:
        self.found, self.wishes, self.player = found, wishes, player
        self.players = {p for p, *_ in found.board.ruin}
        self.read = {
            n: found.ledger.read(n) for group in found.choices for choice in group for n in choice.results
        }

    def values(self, number: int) -> tuple[int, ...]:
        """What adds up, in the order of the wishes."""
        fields = self.read[number]

        def of(name: str, player: Symbol) -> int:
            place: Field = (name, player)
            return fields.get(place, 0)

        others = self.players - {self.player}
        sums = {
            "kill": sum(of("fallen", p) for p in others),
            "keep": -of("fallen", self.player),
            "life": of("life", self.player),
            "damage": -sum(of("life", p) for p in others),
        }
        if self.wishes.weights is not None:
            return (round(_SCALE * sum(w * sums[word] for word, w in self.wishes.weights.items())),)
        return tuple(sums[word] for word in self.wishes.order if word in sums)

    def columns(self, *, least: bool) -> list[list[tuple[int, ...]]]:
        """For each attacker and block the values that the attackers make of it: the least for the player, or
        the most where the player attacks."""
        pick = min if least else max
        return [[pick(map(self.values, choice.results)) for choice in group] for group in self.found.choices]


def _goals(columns: Sequence[Sequence[tuple[int, ...]]], sign: int) -> list[Weights]:
    size = len(columns[0][0]) if columns and columns[0] else 0
    return [[[sign * values[k] for values in some] for some in columns] for k in range(size)]


def _limits(ruins: Sequence[Ruin], player: Symbol) -> list[tuple[Weights, int]]:
    return [(ruin.weights, ruin.bound - 1) for ruin in ruins if ruin.player == player]


def best_block(board: Board, player: Symbol, wishes: Wishes, deadline: Deadline = NEVER) -> Best:
    """The block of a defending player that guarantees most. Only this player blocks. When time is up it is
    the best that was found until then, and not `complete`. What no program carries is played step by step.

    Raises `BoundReached`, and `NotPlayed` where something comes up that isn't tried out.
    """
    try:
        return _best_block(board, player, wishes, deadline)
    except NotApart as error:
        from magistrate.bridge.combat.minimax import best_of

        line = best_of(board.position, player, wishes, player, deadline)
        return Best(
            player, line.block, line.value, line.outcome, None, line.complete, why=error.why, paid=line.paid
        )


def _best_block(board: Board, player: Symbol, wishes: Wishes, deadline: Deadline) -> Best:
    _carried(board)
    try:
        found = responses(board, show=COUNTS, player=player, deadline=deadline, part=True)
        _matters_late(found.ruins, "survive" in wishes.order)
    except NotApart:
        return _together(board, player, wishes, deadline)
    table = _Table(found, wishes, player)
    goals = _goals(table.columns(least=True), 1)
    if not found.complete:
        deadline = Deadline(HASTE)
    one: Packed | None = None
    surviving = "survive" in wishes.order
    if surviving:
        one = found.found(_limits(found.ruins, player), goals, deadline)
    if one is None or one.chosen is None:  # nothing surely survives, it isn't known, or nobody asks for it
        surviving = one is not None and not one.complete
        late = Deadline(HASTE) if surviving else deadline
        more = found.found([], goals, late)
        one = replace(more, complete=False) if surviving else more
    if one.chosen is None:
        deadline.check()
        raise BoundReached("the time limit was reached; --time-limit raises it, 0 takes it away")
    answer = _answer(board, found, one.chosen, wishes, player, least=True)
    if one.complete and found.complete:
        return answer
    bound = _bound(wishes, one.bounds, surviving=surviving) if found.complete else None
    return replace(answer, complete=False, bound=bound)


def _bound(wishes: Wishes, bounds: Sequence[int], *, surviving: bool) -> tuple[float, ...]:
    scale = 1 if wishes.weights is None else _SCALE
    ends = {"survive": float(surviving), "win": 0.0}
    return (*(ends[word] for word in wishes.order if word in ends), *(n / scale for n in bounds))


def _matters_late(ruins: Sequence[Ruin], ending: bool) -> None:
    """Raises `NotApart` where somebody may lose after the first step, which ends the combat, and `ending` it
    isn't what is looked at first: then what adds up isn't all."""
    for ruin in ruins:
        early = ruin.field.startswith("first ") and not ending
        if early and sum(max(some, default=0) for some in ruin.weights) >= ruin.bound:
            raise NotApart("a player may lose after the first damage step")


def _together(board: Board, player: Symbol, wishes: Wishes, deadline: Deadline) -> Best:
    """The best block where fights hang together."""
    from magistrate.bridge.combat.every import blocks_of, reply_to
    from magistrate.bridge.combat.lines import line
    from magistrate.bridge.combat.pieces import Fights
    from magistrate.bridge.combat.weighing import Liked

    fights = Fights(board)
    liked = Liked(board, fights.ledger, wishes, player)
    reply = reply_to(fights, blocks_of(board, player, deadline), liked, attackers=False)
    found = reply.best(deadline)
    assert found is not None, "a block that costs nothing is always there"
    told, teller = line(reply, found.block)
    outcome = teller.outcome(told, 1, found.block)
    values = wishes.values(told, player)
    scale = 1 if wishes.weights is None else _SCALE
    bound = found.bound and tuple(
        n if place < len(liked.leads) else n / scale for place, n in enumerate(found.bound)
    )
    return Best(player, found.block, values, outcome, complete=found.complete, bound=bound)


def best_attack(
    position: Position,
    player: Symbol,
    wishes: Wishes,
    deadline: Deadline = NEVER,
) -> Best | None:
    """The attack that guarantees most to the active player, with the block that holds it to that; None where
    nobody may attack. When time is up it is the best of the attacks that were looked at, and not `complete`.
    Attacks that must be looked at one by one are, at the executor that the deadline has. What no program
    carries is played step by step.

    Raises `BoundReached`, and `NotPlayed` where something comes up that isn't tried out.
    """
    listing = legal_attacks(position, deadline.left)
    if not listing.pairs:
        return None
    try:
        return _best_attack(position, listing, player, wishes, deadline)
    except NotApart as error:
        from magistrate.bridge.combat.minimax import best_of

        line = best_of(position, player, wishes, None, deadline)
        return Best(
            player,
            line.block,
            line.value,
            line.outcome,
            line.attack,
            line.complete,
            why=error.why,
            bands=line.bands,
            beside=line.beside,
            paid=line.paid,
        )


def _best_attack(
    position: Position, listing: Listing, player: Symbol, wishes: Wishes, deadline: Deadline
) -> Best:
    try:
        plain = all_attack(position, listing)
        found = responses(plain, show=COUNTS, deadline=deadline)
        _matters_late(found.ruins, "win" in wishes.order)
    except NotApart:
        from magistrate.bridge.combat.every import best_of_all

        one = best_of_all(position, player, wishes, deadline)
        assert one.outcome is not None
        return Best(player, one.block, one.value, one.outcome, one.attack, one.complete)
    columns = _Table(found, wishes, player).columns(least=False)
    profile = {
        a: (plain.kinds[a], tuple(choice.uses for choice in group))
        for a, group in zip(found.attackers, found.choices, strict=True)
    }
    best: tuple[tuple[float, ...], frozenset[Pair], list[int], Responses] | None = None
    complete = True
    bound = None
    try:
        every = distinct((one.pairs for one in listing.unfolded()), profile)
        for number, (pairs, _) in enumerate(every):
            deadline.told("attacks", number, len(every))
            value, chosen, part = _held(found, columns, {a for a, _ in pairs}, wishes, player, deadline)
            if best is None or value > best[0]:
                best = value, pairs, chosen, part
    except BoundReached:
        complete = False
        if best is None:
            raise
        bound = _unblocked(found, columns, wishes, player)
    assert best is not None, "an attack by nobody is an attack, or one is required"
    _, pairs, chosen, part = best
    inside = frozenset(a for a, _ in pairs)
    answer = _answer(plain, part, chosen, wishes, player, least=False)
    assert inside == frozenset(part.attackers)
    return replace(answer, attack=pairs, complete=complete, bound=bound)


def _unblocked(
    found: Responses, columns: Sequence[Sequence[tuple[int, ...]]], wishes: Wishes, player: Symbol
) -> tuple[float, ...] | None:
    """What no attack guarantees more of, each wish by itself: what it comes to when nobody blocks, which is
    always a block here."""
    places = [next(n for n, one in enumerate(some) if not one.block) for some in found.choices]
    free = [own[place] for own, place in zip(columns, places, strict=True)]
    sums = [sum(max(0, n) for n in some) for some in zip(*free, strict=True)]
    others = [ruin for ruin in found.ruins if ruin.player != player]
    wins = any(
        sum(max(0, own[place]) for own, place in zip(ruin.weights, places, strict=True)) >= ruin.bound
        for ruin in others
    )
    scale = 1 if wishes.weights is None else _SCALE
    ends = {"survive": 1.0, "win": float(wins)}
    return (*(ends[word] for word in wishes.order if word in ends), *(n / scale for n in sums))


def _held(
    found: Responses,
    columns: Sequence[Sequence[tuple[int, ...]]],
    inside: set[Symbol],
    wishes: Wishes,
    player: Symbol,
    deadline: Deadline,
) -> tuple[tuple[float, ...], list[int], Responses]:
    """What an attack guarantees, the block that holds it to that, and the fights of the attack."""
    kept = [index for index, a in enumerate(found.attackers) if a in inside]
    part = replace(
        found,
        attackers=tuple(found.attackers[index] for index in kept),
        choices=tuple(found.choices[index] for index in kept),
        ruins=tuple(
            replace(ruin, weights=tuple(ruin.weights[index] for index in kept)) for ruin in found.ruins
        ),
    )
    own = [columns[index] for index in kept]
    goals = _goals(own, -1)
    chosen = None
    wins = False
    if "win" in wishes.order:
        others = {ruin.player for ruin in found.ruins} - {player}
        limits = [limit for other in others for limit in _limits(part.ruins, other)]
        chosen = part.best(limits, goals, deadline)
        wins = chosen is None
    if chosen is None:
        chosen = part.best([], goals, deadline)
    assert chosen is not None
    size = 1 if wishes.weights is not None else sum(word in ADDITIVE for word in wishes.order)
    sums = [sum(own[index][place][k] for index, place in enumerate(chosen)) for k in range(size)]
    ends = {"survive": 1.0, "win": float(wins)}
    first = [ends[word] for word in wishes.order if word in ends]
    return (*first, *map(float, sums)), chosen, part


def _carried(board: Board) -> None:
    if board.beyond:
        raise NotApart("the combat must be played step by step", board.beyond)


def _answer(
    board: Board, found: Responses, chosen: Sequence[int], wishes: Wishes, player: Symbol, *, least: bool
) -> Best:
    """Tell a block, and what comes out of it when attackers divide damage as well as they can: against the
    player (`least`), or for the player."""
    block = found.block(chosen)
    ledger = Ledger(board.kinds, early=board.two_steps)
    teller = Teller(board, ledger)
    fights = [((a,), frozenset(pair for pair in block if pair[1] == a)) for a in found.attackers]
    pieces = outcomes(board, ledger, fights, show=ALL)
    lost = [
        ruin
        for ruin in found.ruins
        if (ruin.player == player) == least
        and sum(weights[place] for weights, place in zip(ruin.weights, chosen, strict=True)) >= ruin.bound
    ]
    matters = "survive" if least else "win"
    way = lost[0] if lost and matters in wishes.order else None
    liked = _liked(teller, way, wishes, player, least=least)
    total = sum(max(sorted(some), key=liked) for some in pieces)
    told = teller.told(teller.final(total))
    return Best(player, block, wishes.values(told, player), teller.outcome(told, 1, block))


def _liked(
    teller: Teller, lost: Ruin | None, wishes: Wishes, player: Symbol, *, least: bool
) -> Callable[[int], tuple[float, ...]]:
    """How much attackers like a result of one fight: where they can make a player lose, what leads there
    comes first."""
    sign = -1.0 if least else 1.0

    def liked(number: int) -> tuple[float, ...]:
        sums = wishes.additive(teller.told(teller.without_early(number)), player)
        if wishes.weights is not None:
            rest = [sign * sum(w * sums[word] for word, w in wishes.weights.items())]
        else:
            rest = [sign * sums[word] for word in wishes.order if word in sums]
        if lost is None:
            return tuple(rest)
        deadly = lost.sign * teller.ledger.read(number).get((lost.field, lost.player), 0)
        return (float(deadly), *rest)

    return liked
