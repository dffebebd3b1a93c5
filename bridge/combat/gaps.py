"""Which abilities an answer about a whole combat leaves out."""

from __future__ import annotations

from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.unmodelled import unmodelled

__all__ = ["left_out"]


def left_out(position: Position) -> tuple[Unmodelled, ...]:
    """The abilities that the judge doesn't know and that can bear on a combat in which nobody acts: those
    that hold, and triggered ones of what is on the battlefield; sorted by card and line."""
    from magistrate.bridge.oracle.lines import is_triggered
    from magistrate.bridge.rulings.left_out import left_out as in_play

    names = {row[0]: row[1].string for row in position.about("face_name", 2)}
    here = {row[0] for row in position.about("in_zone", 2) if row[1].name == "battlefield"}
    cards = {names.get(row[1]) for row in position.about("face", 2) if row[0] in here}
    triggered = {one for one in in_play(position) if one.card in cards and is_triggered(one.text)}
    return tuple(sorted({*unmodelled(position), *triggered}))
