"""`magistrate facts FILE`: the facts of a position."""

from __future__ import annotations

from magistrate.cli.common import YES, Cards, Json, PositionFile, Strict, answer, emit, emit_json, finish
from magistrate.cli.common import report_unmodelled as report


def facts(file: PositionFile, database: Cards = None, strict: Strict = False, json: Json = False) -> None:
    """The facts of a position, those of every card on the table included: one a line, sorted, as plain clingo
    reads them. What this prints is read back from a file that ends in .lp."""
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position

    with CardDatabase.open(database) as cards:
        position = Position.load(str(file), cards)
    report(position.unmodelled, strict=strict)
    if json:
        lines = position.text().splitlines()
        emit_json(answer("facts", len(lines), unmodelled=position.unmodelled, facts=lines))
    else:
        emit(position.text().removesuffix("\n"))
    finish(YES)
