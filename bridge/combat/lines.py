"""How a combat goes when a block was declared and both sides play well from then on: one outcome, in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import ALL, Block, outcomes
from magistrate.bridge.combat.ledger import Field, Ledger
from magistrate.bridge.combat.outcome import Teller, Told
from magistrate.bridge.combat.pieces import Piece
from magistrate.bridge.combat.reply import Reply
from magistrate.bridge.combat.turns import added, best, ends
from magistrate.bridge.combat.weighing import Ruin

__all__ = ["line"]


def line(reply: Reply, block: Block, deadline: Deadline = NEVER) -> tuple[Told, Teller]:
    """What a block leads to, and who tells it. Raises `BoundReached`."""
    fights = reply.fights
    board = fights.board
    there = reply.pieces(block)
    fights.learn(there, deadline)
    ledger = Ledger(board.kinds, early=board.two_steps)
    teller = Teller(board, ledger)
    total = 0
    for piece, end in zip(there, _ends(reply, there, deadline), strict=True):
        wanted = {field: n for field, n in fights.ledger.read(end).items() if n}
        (full,) = outcomes(board, ledger, [piece], deadline, show=ALL)
        total += next(n for n in sorted(full) if _brief(ledger.read(n), teller) == wanted)
    return teller.told(teller.final(total)), teller


def _brief(fields: Mapping[Field, int], teller: Teller) -> dict[Field, int]:
    """Of everything that is told of a fight, what its end as a sum says."""
    out: dict[Field, int] = {}
    for (name, what), n in fields.items():
        place: Field = (name, what)
        if name in ("dies", "first dies"):
            place = (name.replace("dies", "fallen"), teller.side[what])  # type: ignore[index]
        elif name.removeprefix("first ") not in ("life", "poison", "lost"):
            continue
        out[place] = out.get(place, 0) + n
    return {place: n for place, n in out.items() if n}


def _ends(reply: Reply, there: Sequence[Piece], deadline: Deadline) -> list[int]:
    """The end of each piece."""
    weighing, fights = reply.weighing, reply.fights
    doubt = False
    for ruin in weighing.decisive:
        if sum(reply.sure(piece, ruin) for piece in there) >= ruin[3]:
            deadly = partial(_deadly, reply=reply, ruin=ruin)
            return [best(fights.game(piece), deadly, attackers=True)[1] for piece in there]
    for ruin in (*weighing.decisive, *weighing.first):
        doubt = doubt or sum(reply.most(piece, ruin) for piece in there) >= ruin[3]
    if not doubt:
        return [best(fights.game(piece), weighing.sums, attackers=reply.attackers)[1] for piece in there]
    game = fights.game(there[0])
    for piece in there[1:]:
        game = added(game, fights.game(piece), deadline)
    return _parts(
        best(game, weighing.exact, attackers=reply.attackers)[1],
        [sorted(ends(fights.game(piece))) for piece in there],
    )


def _deadly(number: int, reply: Reply, ruin: Ruin) -> tuple[int, ...]:
    """How far an end goes towards a ruin, and then how much attackers like it."""
    sign = 1 if reply.attackers else -1
    return (reply.towards(ruin)(number), *(sign * n for n in reply.weighing.sums(number)))


def _parts(total: int, options: Sequence[Sequence[int]]) -> list[int]:
    """One of each that add up to the total."""
    sums: list[dict[int, int]] = [{0: 0}]
    for some in options:
        sums.append({before + one: one for before in sums[-1] for one in some})
    out = []
    for reached in reversed(sums[1:]):
        out.append(reached[total])
        total -= reached[total]
    return out[::-1]
