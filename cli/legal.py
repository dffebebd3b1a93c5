"""`magistrate legal FILE`: everything the player with priority may do."""

from __future__ import annotations

from typing import Any

from magistrate.cli.common import YES, Cards, Json, PositionFile, Strict, answer, emit, emit_json, finish
from magistrate.cli.common import report_unmodelled as report


def legal(file: PositionFile, database: Cards = None, strict: Strict = False, json: Json = False) -> None:
    """Everything the player with priority may do, as steps of a ruling file. What a step leaves open, such as
    targets, is decided when it is made; passing is always possible."""
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.rulings.play import Play
    from magistrate.bridge.unmodelled import unmodelled

    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    missing = unmodelled(position)
    report(missing, strict=strict)
    found = _found(Play.of(position))
    if json:
        emit_json(answer("legal", len(found["moves"]), unmodelled=missing, **found))
    else:
        emit(_text(found))
    finish(YES)


def _found(play: Any) -> dict[str, Any]:
    from magistrate.bridge.explain import steps

    position = play.position
    moves = [
        {
            "kind": move.kind,
            "object": position.names.label(move.what),
            "step": steps.step(position, move),
            "text": steps.line(position, move),
            "cost": play.price(move),
        }
        for move in play.moves()
    ]
    holder = [position.names.label(row[0]) for row in position.about("priority", 1)]
    return {"player": holder[0] if holder else None, "moves": moves, "decision": play.decision}


def _text(found: dict[str, Any]) -> str:
    if found["player"] is None:
        return found["decision"] or "the game is over"
    many = len(found["moves"])
    may = (
        f"may do {many} {'thing' if many == 1 else 'things'}, or pass" if many else "may do nothing but pass"
    )
    lines = [f"{found['player']} has priority and {may}"]
    lines += [f"  {move['text']}   {move['cost']}".rstrip() for move in found["moves"]]
    return "\n".join(lines)
