"""Casting while something resolves: a decision that is a move (CR 608.2g)."""

from __future__ import annotations

import pytest
from clingo import Function

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.game import moves
from magistrate.bridge.game.engine import Game
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.moves import Move
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts
from magistrate.bridge.rulings.play import IllegalStep, Play

TABLE = """
turn: {active: Alice, step: precombat main}
cards:
  - name: Open Gate
    cost: "{U}"
    type: Instant
    text: "You may cast a spell from your hand without paying its mana cost."
  - name: Long Fuse
    cost: "{4}{R}"
    type: Sorcery
    text: "Kicker {R}\\nLong Fuse deals 3 damage to target creature."
  - {name: Calm Bear, cost: "{1}{G}", type: Creature — Bear, text: "", pt: 2/2}
players:
  Alice: {hand: [Open Gate, Long Fuse], mana: "{U}{R}", battlefield: [Calm Bear]}
  Bob: {hand: [Long Fuse]}
"""


@pytest.fixture(scope="module")
def asked() -> Play:
    """The game in which Alice decides how to cast the card."""
    return Play.of(Position.from_text(TABLE)).play("cast: Open Gate", "resolve: top", "choose: yes")


def game_of(play: Play) -> Game:
    return play._playing.table.game


def test_each_way_of_casting_is_an_option(asked: Play) -> None:
    assert asked.waits_for == "cast"
    assert asked.options == ('"Long Fuse#1"', '"Long Fuse#1 with kicker"')
    assert asked.decision.startswith("Alice chooses what to cast: Long Fuse#1, Long Fuse#1 with kicker")


def test_an_option_is_the_move(asked: Play) -> None:
    game = game_of(asked)
    assert game.decision is not None
    plain, kicked = game.decision.options
    (bear,) = (o for o, z in game.position.about("in_zone", 2) if str(z) == "battlefield")
    for option, mana in ((plain, 1), (kicked, 0)):
        cast = game.answer([option])
        assert cast.decision is None or cast.decision.kind.name in ("priority", "targets")
        held = [row for row in cast.position.about("mana", 3) if str(row[1]) == "red"]
        assert len(held) == mana
        aimed = {row[3] for row in cast.position.about("chosen_target", 4)}
        assert aimed == {bear}


def test_the_move_may_be_said_as_any_other(asked: Play) -> None:
    done = asked.play("cast: {card: Long Fuse#1, with: [kicker], targets: [Calm Bear]}")
    assert done.waits_for == "priority"
    assert any(line.text == "Alice casts Long Fuse#1" for line in done.log)


def test_nothing_else_is_cast_and_nothing_else_answers(asked: Play) -> None:
    with pytest.raises(IllegalStep):
        asked.play("cast: Long Fuse#2")
    with pytest.raises(MagistrateError):
        asked.play("pass")
    with pytest.raises(MagistrateError):
        game_of(asked).answer([Function("none")])
    game = game_of(asked)
    (theirs,) = (
        o
        for o, z in game.position.about("in_zone", 2)
        if str(z) == "hand" and game.position.names.label(o) == "Long Fuse#2"
    )
    with pytest.raises(IllegalMove):
        moves.make(game, Move("cast", theirs))


def test_looks_meanwhile_leave_nothing_open(asked: Play) -> None:
    facts = asked.position.facts
    assert non_facts(Session("game", facts, by_clingo=True).control) == []
    assert non_facts(Session("candidates", facts, by_clingo=True).control) == []
