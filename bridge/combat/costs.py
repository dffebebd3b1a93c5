"""Declarations that cost something: whether that can be paid, and that paying leaves the combat as it is."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.fights import Block, NotApart
from magistrate.bridge.game.engine import Game
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.table import Table
from magistrate.bridge.game.tolls import paid, sources
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import Charge, Declaration, Kind, charged
from magistrate.bridge.questions.listing import Listing

__all__ = ["harmless", "payable"]

_MANA = "mana"


def harmless(position: Position, listing: Listing) -> None:
    """Raise `NotApart` where paying for declarations of a listing may change the combat: for costs other than
    mana, and where some source of mana does more than to give it."""
    there: Game | None = None
    before: object = None
    seen: set[object] = set()
    for pair, charges in sorted(listing.charges.items()):
        if any(charge.cost.name != _MANA for charge in charges):
            raise NotApart("a declaration costs something other than mana: paying may change the combat")
        there = there or _due(position, listing.kind)
        player = _payer(there.position, charges[0])
        told = (player, tuple((charge.cost, charge.source) for charge in charges))
        if told in seen:
            continue
        seen.add(told)
        before = before or _fought(there.position)
        one = Declaration(frozenset((pair,)))
        for pay in sources(there, listing.kind, one, player, charges):
            try:
                after = paid(there, listing.kind, one, player, charges, pay).position
            except IllegalMove:
                continue
            if _fought(after) != before:
                raise NotApart("paying for a declaration may change the combat")


def payable(position: Position, listing: Listing, pairs: Block) -> bool:
    """Whether what a declaration of a listing costs can be paid, where paying is `harmless`."""
    charges = charged(listing.charges, pairs)
    if not charges:
        return True
    there = _due(position, listing.kind)
    for player in sorted({_payer(there.position, charge) for charge in charges}):
        own = tuple(charge for charge in charges if _payer(there.position, charge) == player)
        try:
            paid(there, listing.kind, Declaration(pairs), player, own)
        except IllegalMove:
            return False
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
    return there.given, there.ruin, there.beyond
