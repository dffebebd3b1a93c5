"""`magistrate play FILE`: plays on from a position, interactively; a script may write its standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magistrate.cli.common import YES, Cards, Strict, emit, finish
from magistrate.cli.common import report_unmodelled as report
from magistrate.cli.run import told

if TYPE_CHECKING:
    from magistrate.bridge.rulings.session import Sitting

HELP = """\
  a number              the move or answer of that number
  pass                  pass priority (also an empty line)
  cast: {card: …}       any step of a ruling file: cast, activate, play, special, attack, block,
                        choose, pass, resolve, advance
  legal                 what may be done        board     the position
  log                   all that happened       undo      take the last move back
  save FILE             write the position      quit      end"""


def play(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Position (YAML), .pzl or facts (.lp).")],
    database: Cards = None,
    strict: Strict = False,
) -> None:
    """Play on from a position: asks only for real decisions, shows the board, takes back, saves.

    Decisions with one legal answer are made by themselves. `help` tells what can be typed.
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.errors import MagistrateError
    from magistrate.bridge.explain.board import board
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.rulings.left_out import left_out
    from magistrate.bridge.rulings.session import Sitting

    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    report(left_out(position), strict=strict)
    sitting = Sitting(position)
    emit(board(sitting.play.position))
    shown = 0
    while True:
        log = sitting.play.log
        emit("\n".join(told(log[shown:]))) if log[shown:] else None
        shown = len(log)
        if sitting.play.over:
            emit("the game is over")
            break
        emit(sitting.question())
        line = _read()
        if line is None or line in ("quit", "q", "exit"):
            break
        try:
            _do(sitting, line)
        except MagistrateError as error:
            emit(str(error.message))
        shown = min(shown, len(sitting.play.log))
    finish(YES)


def _read() -> str | None:
    if sys.stdin.isatty():
        sys.stdout.write("> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip() if line else None


def _do(sitting: Sitting, line: str) -> None:
    from magistrate.bridge.explain.board import board

    word, _, rest = line.partition(" ")
    match word:
        case "help" | "?":
            emit(HELP)
        case "board" | "b":
            emit(board(sitting.play.position))
        case "log":
            emit("\n".join(told(sitting.play.log)))
        case "undo" | "u":
            emit("taken back" if sitting.undo() else "nothing to take back")
        case "save" if rest:
            Path(rest.strip()).write_text(sitting.play.position.text(), encoding="utf-8")
            emit(f"saved to {rest.strip()}")
        case _:
            sitting.do(line)
