"""Declarations that cost something: whether that can be paid, and that paying leaves the combat as it is."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.fights import Block, NotApart
from magistrate.bridge.game.engine import Game
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.table import Table
from magistrate.bridge.game.tolls import paid
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import Charge, Declaration, Kind, charged
from magistrate.bridge.questions.listing import Listing

__all__ = ["payable"]

_MANA = "mana"


def payable(position: Position, listing: Listing, pairs: Block) -> bool:
    """Whether what a declaration of a listing costs can be paid.

    Raises `NotApart` where paying may change the combat: for costs other than mana, and where mana can't be
    had but by what does.
    """
    charges = charged(listing.charges, pairs)
    if not charges:
        return True
    if any(charge.cost.name != _MANA for charge in charges):
        raise NotApart("a declaration costs something other than mana: paying may change the combat")
    there = _due(position, listing.kind)
    after: Position | None = there.position
    for player in sorted({_payer(there.position, charge) for charge in charges}):
        own = tuple(charge for charge in charges if _payer(there.position, charge) == player)
        try:
            after = paid(there, listing.kind, Declaration(pairs), player, own).position
        except IllegalMove:
            return False
        if _fought(after) != _fought(there.position):
            raise NotApart("paying for a declaration changes the combat")
    return True


def _payer(position: Position, charge: Charge) -> Symbol:
    return next(row[1] for row in position.about("base_controller", 2) if row[0] == charge.pair[0])


def _due(position: Position, kind: Kind) -> Game:
    """The game at the declaration. Raises `NotApart` where something else comes first."""
    table = Table.of(position)
    if table.decision is None or table.decision.kind.name != kind.question:
        if table.waiting is None and table.step != kind.step:
            table.advance(kind.step)
        if table.decision is None or table.decision.kind.name != kind.question:
            raise NotApart("something must be decided before what a declaration costs can be paid")
    return table.game


def _fought(position: Position) -> object:
    there = board(position)
    return there.given, there.ruin
