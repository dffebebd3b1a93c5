"""Moves of the game, in one process: single moves, a turn in which nobody acts, rulings carried out."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import yaml
from clingo import Function

from benchmarks import boards
from benchmarks.figures import Figure
from magistrate.bridge.game import Game
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rulings.run import run_file

RULINGS = Path(__file__).resolve().parents[1] / "tests" / "rulings"


def moves(quick: bool) -> Iterator[Figure]:
    """What a move costs on a whole table, an empty turn, and rulings."""
    topic = "The game moves"
    size = 10 if quick else 40
    game = Game.of(_beginning(size))
    game, _ = _turn(game)  # programs are read once a process
    game, spent = _turn(game)
    yield Figure(topic, f"{size} permanents: a turn in which nobody acts", sum(spent) * 1000, "ms", 400.0)
    yield Figure(
        topic, f"{size} permanents: a move of it, median", statistics.median(spent) * 1000, "ms", 40.0
    )
    yield Figure(topic, f"{size} permanents: the dearest move of it", max(spent) * 1000, "ms")
    files = sorted(RULINGS.rglob("*.yaml"))[:: 40 if quick else 1]
    start = time.process_time()
    for file in files:
        run_file(file)
    rate = 2 * len(files) / (time.process_time() - start)
    note = "processor time of one process, counted for two"
    yield Figure(topic, f"{len(files)} rulings carried out", rate, "a second", 25.0, more=True, note=note)


def _beginning(size: int) -> Position:
    """A table at the beginning of a turn, with libraries, nobody fighting."""
    found = yaml.safe_load(boards.table(size, hard=False).text())
    found["turn"] = {"active": "Alice", "step": "upkeep", "number": 5}
    for player in found["players"].values():
        player.update(library=[{"Forest": {"count": 40}}], life=200)
        for entry in player["battlefield"]:
            for properties in entry.values() if isinstance(entry, dict) else ():
                properties.pop("attacking", None)
    return Position.from_text(yaml.safe_dump(found, allow_unicode=True), "board.yaml")


def _turn(game: Game) -> tuple[Game, list[float]]:
    """The game one turn later, in which everybody passes, and the processor time of each move."""
    spent: list[float] = []
    turn = _number(game)
    while _number(game) == turn or not spent:
        start = time.process_time()
        decision = game.decision
        assert decision is not None
        if decision.kind.name == "priority":
            game = game.passes()
        elif decision.kind.name in ("attacks", "blocks"):
            game = game.gives(Function("declares", [decision.kind]))
        else:
            game = game.answer(decision.options[: decision.kind.arguments[0].number])
        spent.append(time.process_time() - start)
    return game, spent


def _number(game: Game) -> int:
    return next(fact.arguments[0].number for fact in game.position.facts if fact.name == "turn")
