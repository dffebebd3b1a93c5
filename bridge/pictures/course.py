"""How an outcome comes about: the combat played step by step, each event with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.explain.events import Line, lines
from magistrate.bridge.pictures.page import Cell, Row, Section, Table
from magistrate.bridge.pictures.scene import arrows_of
from magistrate.bridge.positions.names import split
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Declaration, Kind

if TYPE_CHECKING:
    from magistrate.bridge.combat.outcome import Outcome
    from magistrate.bridge.game.table import Table as Game

__all__ = ["course"]

SECONDS = 5.0


def course(position: Position, one: Outcome, said: str) -> Section:
    """How an outcome of a combat comes about, as a part of a page; `said` is what the outcome is called.
    Where that takes too long or asks for what isn't tried out, it says so."""
    try:
        found = _played(position, one)
    except MagistrateError as error:
        return Section(f"How it goes: {said}", (f"It wasn't played out: {error.message}.",))
    if found is None:
        return Section(f"How it goes: {said}", ("No game that was played out came to this.",))
    rows = tuple(
        Row((Cell(str(place), place), Cell(line.rule), Cell(line.text)))
        for place, line in enumerate(found, 1)
    )
    return Section(f"How it goes: {said}", table=Table(("order", "rule", "what happens"), rows, compact=True))


def _played(position: Position, one: Outcome) -> list[Line] | None:
    """The log of a game that comes to the outcome; None where none does."""
    from magistrate.bridge.combat.deadline import Deadline
    from magistrate.bridge.combat.stepwise import ends, told
    from magistrate.bridge.game.table import Table as Game

    deadline = Deadline(SECONDS)
    game = Game.of(position)
    if one.attack is not None:
        _declared(game, ATTACKS, _declaration(position, ATTACKS, one))
    block = _declaration(position, BLOCKS, one)
    if block.pairs:
        _declared(game, BLOCKS, block)
    wanted = _key(one)
    for end in ends(game, deadline):
        if _key(told(position, end)) == wanted:
            return lines([(entry.event, entry.rule) for entry in end.log], game.position.names.label)
    return None


def _declaration(position: Position, kind: Kind, one: Outcome) -> Declaration:
    named = (one.attack or {}) if kind is ATTACKS else one.witness
    arrows = arrows_of(position, kind, named)
    return Declaration(frozenset((arrow.source, arrow.target) for arrow in arrows))


def _declared(game: Game, kind: Kind, declaration: Declaration) -> None:
    """Go to where the declaration is due, and make it; if it was made, it stays."""
    due = game.decision
    if (due is None or due.kind.name != kind.question) and game.waiting is None and game.step != kind.step:
        game.advance(kind.step)
        due = game.decision
    if due is not None and due.kind.name == kind.question:
        game.declares(kind, declaration, None)


def _key(one: Outcome) -> object:
    """What tells outcomes apart, whichever of several equal creatures it happens to."""
    return (
        _names(one.dies),
        one.life,
        {player: n for player, n in one.poison.items() if n},
        {name: n for name, n in one.loyalty.items() if n},
        Counter((_name(name), kind, n) for name, kind, n in one.counters),
        sorted(one.lost),
        _names(one.leaves),
    )


def _names(some: Iterable[str]) -> Counter[str]:
    return Counter(map(_name, some))


def _name(label: str) -> str:
    """A creature's name without its number; of several names that stand for each other the first."""
    return split(label.split("/")[0])[0].strip()
