"""The game's loop: turns, priority, resolving, combat."""

from __future__ import annotations

import pytest

from magistrate.bridge.game import Game
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts

TABLE = """
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 2 damage to any target.}
  - {name: Long Thought, cost: "{2}{U}", type: Sorcery, text: Draw two cards.}
players:
  Alice:
    battlefield: [Grey Bear]
    library: [Grey Bear, Grey Bear, Grey Bear]
  Bob:
    library: [Grey Bear]
stack:
  - {card: Jolt, by: Bob, targets: [Grey Bear#1]}
  - {card: Long Thought, by: Alice}
"""


def number_in(game: Game, zone: str) -> int:
    return sum(f.name == "in_zone" and f.arguments[1].name == zone for f in game.position.facts)


def test_a_look_leaves_nothing_open() -> None:
    position = Position.from_text(TABLE)
    assert non_facts(Session("game", position.facts, by_clingo=True).control) == []


def test_the_stack_resolves_from_the_top_once_all_pass() -> None:
    game = Game.of(Position.from_text(TABLE)).passes().passes()
    assert (number_in(game, "hand"), number_in(game, "library")) == (2, 2)
    game = game.passes().passes()
    assert (number_in(game, "battlefield"), number_in(game, "graveyard")) == (0, 3)


@pytest.mark.parametrize("step", ["beginning_of_combat"])
def test_a_step_ends_once_all_pass_on_an_empty_stack(step: str) -> None:
    game = Game.of(Position.from_text(TABLE))
    for _ in range(6):
        game = game.passes()
    assert [str(f.arguments[0]) for f in game.position.facts if f.name == "step"] == [step]
