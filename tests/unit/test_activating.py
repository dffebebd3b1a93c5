"""Activating abilities, playing lands, and what may be done at a moment."""

from __future__ import annotations

import pytest
from moving import activate, cast, held, life, names, resolved, rules, table, tapped, thing

from magistrate.bridge.game import moves
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.moves import Move, Pay
from magistrate.bridge.programs import Session, non_facts


def test_abilities_go_on_the_stack_and_tap() -> None:
    game = table("Pinger")
    after = moves.make(game, activate(game, "Pinger", "Bob"))
    assert tapped(after) == ["Pinger"]
    assert len(held(after, "stack_ability")) == 1
    assert life(resolved(after), 2) == 19
    assert rules(after, activate(after, "Pinger", "Bob")) == {"118.3"}


def test_summoning_sickness() -> None:
    game = table("Pinger: {sick: true}, Hasty Pinger: {sick: true}")
    assert rules(game, activate(game, "Pinger", "Bob")) == {"602.5a"}
    assert not rules(game, activate(game, "Hasty Pinger", "Bob"))


def test_restrictions_of_abilities() -> None:
    game = table("Slow Statue, Island: {count: 4}", step="end")
    assert rules(game, activate(game, "Slow Statue")) == {"602.5d"}
    game = table("Once Orb, Island: {count: 2}")
    after = moves.make(game, activate(game, "Once Orb"))
    assert rules(after, activate(after, "Once Orb")) == {"602.5b"}


def test_loyalty_abilities_once_a_turn_and_with_enough_counters() -> None:
    game = table("Wise Walker: {counters: {loyalty: 3}}")
    assert rules(game, activate(game, "Wise Walker", ability=2)) == {"606.6"}
    game = resolved(moves.make(game, activate(game, "Wise Walker", ability=1)))
    assert any("loyalty,4)" in fact for fact in held(game, "counters"))
    assert rules(game, activate(game, "Wise Walker", ability=1)) == {"606.3"}


def test_mana_abilities_resolve_at_once_even_under_split_second() -> None:
    game = table("Mountain, Pinger", "Jolt", stack="{card: Final Say, by: Bob}")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"702.61a"}
    assert rules(game, activate(game, "Pinger", "Bob")) == {"702.61a"}
    game = moves.make(game, activate(game, "Mountain"))
    assert held(game, "mana") == {"mana(p(1),red,1)"}
    assert len(names(game, "stack")) == 1


def test_one_land_a_turn() -> None:
    game = table("", "Forest, Forest")
    land = game.position.names.object("Forest#1")
    game = moves.make(game, Move("play", land))
    assert names(game, "battlefield") == ["Forest"]
    assert rules(game, Move("play", game.position.names.object("Forest#2"))) == {"305.2b"}
    game = table("", "Forest", step="end")
    assert rules(game, Move("play", game.position.names.object("Forest"))) == {"305.1"}


def test_cycling_from_the_hand() -> None:
    game = table("Mountain", "Rider Card")
    after = moves.make(game, activate(game, "Rider Card"))
    assert names(after, "graveyard") == ["Rider Card"]
    assert names(resolved(after), "hand") == ["Filler"]


def test_equipping_at_sorcery_speed() -> None:
    game = table("Mountain, Long Blade, Grey Bear")
    after = moves.make(game, activate(game, "Long Blade", "Grey Bear"))
    assert len(held(resolved(after), "attached_to")) == 1
    game = table("Mountain, Long Blade, Grey Bear", step="end")
    assert rules(game, activate(game, "Long Blade", "Grey Bear")) == {"702.6a"}


def test_legal_lists_what_can_be_done() -> None:
    game = table("Mountain, Pinger", "Jolt, Grey Bear, Forest")
    label = game.position.names.label
    found = {(move.kind, label(move.what)) for move in moves.legal(game)}
    assert found == {
        ("cast", "Jolt"),
        ("activate", "Pinger"),
        ("activate", "Mountain"),
        ("play", "Forest"),
    }


def test_a_crew_is_tapped_by_its_power() -> None:
    game = table("Old Cart, Pinger: {sick: true}, Grey Bear")
    game = moves.make(game, activate(game, "Old Cart"))
    with pytest.raises(IllegalMove):
        game.answer([game.position.names.object("Pinger")])
    game = resolved(game.answer([game.position.names.object("Grey Bear")]))
    assert tapped(game) == ["Grey Bear"]
    assert len(held(game, "effect_of")) == 1
    alone = table("Old Cart, Pinger")
    assert rules(alone, activate(alone, "Old Cart")) == {"702.122a"}


def test_typecycling_searches() -> None:
    game = table("Mountain", "Wooded Rider", more="")
    game = moves.make(game, activate(game, "Wooded Rider"))
    assert names(game, "graveyard") == ["Wooded Rider"]
    game = resolved(game)
    assert names(game, "hand") == []


def test_saddled_until_the_turn_ends() -> None:
    game = table("Slow Camel, Grey Bear")
    game = moves.make(game, activate(game, "Slow Camel", pay=Pay((("tap", (thing(game, "Grey Bear"),)),))))
    game = resolved(game)
    assert len(held(game, "saddled")) == 1
    late = table("Slow Camel, Grey Bear", step="end")
    assert rules(late, activate(late, "Slow Camel")) == {"702.171a"}


def test_an_ability_that_costs_less_if_something_holds() -> None:
    game = table("Rash Tool, Island: {count: 3}")
    assert len(tapped(moves.make(game, activate(game, "Rash Tool")))) == 3
    game = table("Rash Tool, Grey Bear, Island: {count: 3}")
    assert len(tapped(moves.make(game, activate(game, "Rash Tool")))) == 1


def test_playing_a_land_leaves_nothing_open() -> None:
    game = table("", "Forest")
    facts, (given,) = moves._tried(game.position, Move("play", game.position.names.object("Forest")))
    assert non_facts(Session("game", facts.facts, extra=[given], by_clingo=True).control) == []
