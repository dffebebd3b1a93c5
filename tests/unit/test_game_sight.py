"""What players see of hidden cards (CR 401.5, 701.20): the top of a library as it changes."""

from __future__ import annotations

import re

from magistrate.bridge.game import Game
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, implemented, non_facts, source

WORD = re.compile(r"[a-z]\w*")

TABLE = """
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Long Thought, cost: "{2}{U}", type: Sorcery, text: Draw two cards.}
  - {name: Clear Well, cost: "{G}", type: Enchantment, text: Play with the top card of your library revealed.}
  - {name: Dark Well, type: Enchantment, text: You may look at the top card of your library any time.}
  - {name: Grove, type: Basic Land — Forest}
players:
  Alice:
    battlefield: [WELL]
    library: [Grey Bear: {id: one}, Grey Bear: {id: two}, Grey Bear: {id: three}, Grey Bear: {id: four}]
  Bob:
    library: [Grey Bear: {id: his}]
stack:
  - {card: Long Thought, by: Alice}
"""


def _seen(game: Game) -> set[tuple[str, str]]:
    names = {
        str(f.arguments[0]): f.arguments[1].string for f in game.position.facts if f.name == "player_name"
    }
    labels = {f.arguments[0]: f.arguments[1].string for f in game.position.facts if f.name == "label"}
    return {
        (labels[f.arguments[0]], names[str(f.arguments[1])])
        for f in game.position.facts
        if f.name == "revealed_to"
    }


def test_everyone_sees_the_top_card_of_a_library_that_is_played_with_it_revealed() -> None:
    position = Position.from_text(TABLE.replace("WELL", "Clear Well"))
    assert non_facts(Session("game", position.facts, by_clingo=True).control) == []
    game = Game.of(position)
    assert _seen(game) == {("one", "Alice"), ("one", "Bob")}
    game = game.passes().passes()
    assert _seen(game) >= {("three", "Alice"), ("three", "Bob")}
    assert not {what for what, _ in _seen(game)} & {"four", "his"}


def test_the_top_card_that_one_may_look_at_is_seen_by_nobody_else() -> None:
    game = Game.of(Position.from_text(TABLE.replace("WELL", "Dark Well")))
    assert _seen(game) == {("one", "Alice")}
    game = game.passes().passes()
    assert "Bob" not in {who for _, who in _seen(game)}
    assert ("three", "Alice") in _seen(game)


OF_THE_OBJECT_ITSELF = {
    "as_cast",
    "colors_spent",
    "cast_during",
    "counters_removed_this_way",
    "excess_damage_this_way",
    "excess_damage_to",
    "resolved_this_turn",
}
"""What is recorded of a spell or ability as it is cast or resolves: its own text is in sight then."""


def test_what_is_recorded_for_a_word_is_recorded_wherever_its_card_is() -> None:
    recording = {
        word
        for folder in ("literals", "values", "conditions")
        for word in implemented(folder)
        if "\ninitiates(" in source(f"{folder}/{word}.lp")
    }
    remembered = {
        name
        for line in source("turn/sight.lp").splitlines()
        if line.startswith("remembers(")
        for name in WORD.findall(line)
    }
    assert len(recording) > 10
    assert recording - OF_THE_OBJECT_ITSELF <= remembered
