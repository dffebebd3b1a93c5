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
from magistrate.bridge.combat.turns import best, ends
from magistrate.bridge.combat.weighing import Ruin

__all__ = ["line"]


def line(reply: Reply, block: Block, deadline: Deadline = NEVER) -> tuple[Told, Teller]:
    """What a block leads to, and who tells it. Raises `BoundReached`."""
    fights = reply.fights
    board = fights.board
    there = reply.pieces(block)
    fights.learn(there, deadline)
    ledger = Ledger(board.kinds, early=board.two_steps, chained=board.chained)
    teller = Teller(board, ledger)
    total = 0
    chosen = _ends(reply, there, deadline)
    for piece, end in zip(there, chosen, strict=True):
        wanted = {field: n for field, n in fights.ledger.read(end).items() if n}
        (full,) = outcomes(board, ledger, [piece], deadline, show=ALL)
        total += next(n for n in sorted(full) if _brief(ledger.read(n), teller) == wanted)
    ending = reply.weighing.ending(sum(chosen))
    if ending is not None:
        return teller.told(teller.ended(ledger.read(total), ending)), teller
    return teller.told(teller.final(total)), teller


def _brief(fields: Mapping[Field, int], teller: Teller) -> dict[Field, int]:
    """Of everything that is told of a fight, what its end as a sum says."""
    out: dict[Field, int] = {}
    for (name, what), n in fields.items():
        place: Field = (name, what)
        word = name.rpartition(" ")[2]
        if word == "dies":
            place = (name.replace(word, "fallen"), teller.side[what])  # type: ignore[index]
        elif word not in ("life", "poison", "lost", "fired"):
            continue
        out[place] = out.get(place, 0) + n
    return {place: n for place, n in out.items() if n}


def _ends(reply: Reply, there: Sequence[Piece], deadline: Deadline) -> list[int]:
    """The end of each piece."""
    weighing, fights = reply.weighing, reply.fights
    ruin, doubt = reply.settled(there)
    if ruin is not None:
        deadly = partial(_deadly, reply=reply, ruin=ruin)
        return [best(fights.game(piece), deadly, attackers=True)[1] for piece in there]
    if not doubt:
        return [best(fights.game(piece), weighing.sums, attackers=reply.attackers)[1] for piece in there]
    game = reply.joined(there, deadline)
    weighing.prepare(ends(game))
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
