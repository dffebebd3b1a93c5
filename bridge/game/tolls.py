"""Paying for a declaration: what attackers or blockers cost is paid once they are chosen and tapped."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Function, Number, Symbol

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.game import moves
from magistrate.bridge.game.engine import Game
from magistrate.bridge.game.moves import Move, Pay
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.declarations import Charge, Declaration, Kind
from magistrate.bridge.records import replace

__all__ = ["asked", "paid", "withdrawn"]

_TOLL = "toll"


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
    held = (*sorted(tapped), *tolls)
    there = replace(game, position=game.position.changed(initiated=held), decision=None)
    return moves.make(there, Move("special", charges[0].pair[0], player, action=_TOLL, pay=pay)), held


def withdrawn(game: Game, held: Sequence[Symbol]) -> Game:
    """The game once all is paid."""
    return replace(game, position=game.position.changed(terminated=held))
