"""`magistrate run FILE`: carries out the steps of a file, and prints what happened and where it ended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magistrate.cli.common import (
    Cards,
    Json,
    Strict,
    TimeLimit,
    answer,
    emit,
    emit_json,
    finish,
    note,
)
from magistrate.cli.common import report_unmodelled as report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magistrate.bridge.explain.events import Line


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Ruling (YAML); - for standard input.")],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write the position at the end, as facts.")
    ] = None,
    time_limit: TimeLimit = 60,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Carry out the steps of a file; print the log, each line with the rule it rests on, and the position at
    the end.

    Exit code 0 when every step came out as the file expects; 1 when one doesn't, or a player must decide.
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.explain.board import board
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.rulings import report as words
    from magistrate.bridge.rulings.model import Tally
    from magistrate.bridge.rulings.run import play
    from magistrate.cli.verify import code

    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    result, playing = play(position, time_limit=time_limit or None)
    report(result.unmodelled, strict=strict)
    if position.steps is None:
        _ = playing.table
    end, log = playing.position, playing.log
    if to is not None:
        to.write_text(end.text(), encoding="utf-8")
    if json:
        own = {
            "log": [{"text": line.text, "rule": line.rule, "event": str(line.event)} for line in log],
            "waits_for": playing.waiting or None,
            "board": board(end).splitlines(),
            "position": end.text().splitlines(),
            "ruling": words.plain(result),
        }
        complete = str(result.verdict) != "bound"
        emit_json(answer("run", str(result.verdict), complete=complete, unmodelled=result.unmodelled, **own))
    else:
        emit("\n".join([*told(log), "", board(end)]))
        if playing.waiting:
            emit(f"\n{playing.waiting}")
        for finding in result.findings:
            for text in words.told(finding):
                note(text)
    finish(code(Tally.of([result])))


def told(log: Iterable[Line]) -> list[str]:
    """The log, one event a line, rules first."""
    return [f"{line.rule:<9} {line.text}" for line in log]
