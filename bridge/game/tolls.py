"""Paying for a declaration: what attackers or blockers cost is paid once they are chosen and tapped."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Function, Number, Symbol

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.game import moves
from magistrate.bridge.game.engine import Game
from magistrate.bridge.game.moves import Move, Pay
from magistrate.bridge.game.payment import Bill
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.declarations import Charge, Declaration, Kind
from magistrate.bridge.records import replace

__all__ = ["asked", "paid", "sources", "withdrawn"]

_TOLL = "toll"
_MANA = "mana"
_MOST_WAYS = 2000


def paid(
    game: Game,
    kind: Kind,
    declaration: Declaration,
    player: Symbol,
    charges: Sequence[Charge],
    pay: Pay | None = None,
) -> Game:
    """The game in which a player has paid for a declaration, which is still to be made.

    Attackers that the declaration taps can't be tapped for the payment. Raises `IllegalMove` where it can't
    be paid, `MagistrateError` where more must be said.
    """
    after, held = asked(game, kind, declaration, player, charges, pay)
    if after.decision is None or after.decision.kind.name != kind.question:
        raise MagistrateError("say how the declaration is paid for")
    return withdrawn(after, held)


def asked(
    game: Game,
    kind: Kind,
    declaration: Declaration,
    player: Symbol,
    charges: Sequence[Charge],
    pay: Pay | None = None,
) -> tuple[Game, tuple[Symbol, ...]]:
    """The game in which a player pays for a declaration: at the declaration again, or at what must be decided
    before; and the facts that hold until all is paid. Raises `IllegalMove` where it can't be paid."""
    held = _held(game, kind, declaration, charges)
    there = replace(game, position=game.position.changed(initiated=held), decision=None)
    return moves.make(there, Move("special", charges[0].pair[0], player, action=_TOLL, pay=pay)), held


def _held(game: Game, kind: Kind, declaration: Declaration, charges: Sequence[Charge]) -> tuple[Symbol, ...]:
    """What holds while a declaration is paid for: what it taps, and what it costs."""
    declared = [Function("declared", [Function(kind.choice, list(pair))]) for pair in declaration.pairs]
    session = Session("declared", game.position.facts, extra=declared)
    facts = game.position.facts
    tapped = {
        a.arguments[1] for a in session.atoms("initiates", 2) if a.arguments[1].name == "tapped"
    } - facts
    tolls = [
        Function(_TOLL, [Number(n), charge.cost, charge.source or charge.pair[0]])
        for n, charge in enumerate(charges, 1)
    ]
    return *sorted(tapped), *tolls


def sources(
    game: Game, kind: Kind, declaration: Declaration, player: Symbol, charges: Sequence[Charge]
) -> list[Pay | None]:
    """The different sources of mana with which a player can pay for a declaration, each as what is said about
    the payment; None alone where there is no choice. Raises `BoundReached` where there are too many ways."""
    if not any(charge.cost.name == _MANA for charge in charges):
        return [None]
    held = _held(game, kind, declaration, charges)
    there = game.position.changed(initiated=held)
    begun, x = moves.proposed(there, Move("special", charges[0].pair[0], player, action=_TOLL), player)
    bill = Bill(begun, x)
    if bill.reasons or bill.open_x:
        return [None]
    found = bill.sources(_MOST_WAYS)
    if len(found) < 2:
        return [None]
    return [Pay(objects=(("tap", some),)) for some in found]


def withdrawn(game: Game, held: Sequence[Symbol]) -> Game:
    """The game once all is paid."""
    return replace(game, position=game.position.changed(terminated=held))
