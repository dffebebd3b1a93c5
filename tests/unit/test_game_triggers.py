"""Triggers, state-based actions and combat damage in the game's loop."""

from __future__ import annotations

import pytest
from clingo import Function, Number, Symbol

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.game import Game
from magistrate.bridge.game import look as looking
from magistrate.bridge.game.engine import Forbidden
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts

CARDS = """
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Big Bear, cost: "{4}{G}", type: Creature — Bear, pt: 5/5}
  - {name: Quick Bear, cost: "{4}{G}", type: Creature — Bear, pt: 2/2, text: First strike}
  - {name: Trampling Bear, cost: "{4}{G}", type: Creature — Bear, pt: 5/5, text: Trample}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 2 damage to any target.}
  - {name: Ruin, cost: "{2}{W}", type: Sorcery, text: Destroy all creatures.}
  - {name: Mourner, cost: "{1}{B}", type: Creature — Human, pt: 0/1,
     text: "Whenever Mourner or another creature dies, you gain 1 life."}
  - {name: Greeter, cost: "{1}{W}", type: Creature — Human, pt: 1/1,
     text: "When Greeter enters, you gain 3 life."}
  - {name: Morning Bell, cost: "{1}{W}", type: Enchantment,
     text: "At the beginning of your upkeep, you gain 1 life."}
  - {name: Dawn Charger, cost: "{1}{W}", type: Creature — Horse, pt: 2/2,
     text: "Whenever Dawn Charger attacks, you gain 1 life."}
  - {name: Old King, cost: "{1}{W}", type: Legendary Creature — Human, pt: 2/2}
  - {name: Bear Cloak, cost: "{1}{G}", type: Enchantment — Aura,
     text: "Enchant creature\\nEnchanted creature gets +1/+1."}
"""


def table(rest: str) -> Game:
    return Game.of(Position.from_text(CARDS + rest))


def life(game: Game, player: int) -> int:
    return next(
        f.arguments[1].number
        for f in game.position.facts
        if f.name == "life" and f.arguments[0] == Function("p", [Number(player)])
    )


def zone(game: Game, name: str) -> list[str]:
    labels = {f.arguments[0]: f.arguments[1].string for f in game.position.facts if f.name == "label"}
    return sorted(
        labels[f.arguments[0]]
        for f in game.position.facts
        if f.name == "in_zone" and f.arguments[1].name == name
    )


def step(game: Game) -> str:
    return next(f.arguments[0].name for f in game.position.facts if f.name == "step")


def to(game: Game, wanted: str) -> Game:
    """All pass until a decision in a step; nobody attacks or blocks."""
    for _ in range(60):
        decision = game.decision
        assert decision is not None
        if step(game) == wanted and decision.kind.name == "priority":
            return game
        if decision.kind.name == "priority":
            game = game.passes()
        else:
            game = game.gives(Function("declares", [decision.kind]))
    raise AssertionError(wanted)


@pytest.fixture(autouse=True)
def every_look_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No look leaves an atom open."""

    class Checked(Session):
        def __init__(self, *given: object, **more: object) -> None:
            super().__init__(*given, **more, by_clingo=True)  # type: ignore[arg-type]
            assert non_facts(self.control) == []

    monkeypatch.setattr(looking, "Session", Checked)


def test_what_dies_together_is_seen_by_each() -> None:
    game = table("""
players:
  Alice: {battlefield: [Mourner, Grey Bear]}
  Bob: {battlefield: [Grey Bear]}
stack: [{card: Ruin, by: Alice}]
""")
    game = game.passes().passes()
    while game.decision and game.decision.kind.name == "one":
        game = game.answer([game.decision.options[0]])
    assert len(zone(game, "stack")) == 3
    for _ in range(3):
        game = game.passes().passes()
    assert life(game, 1) == 23
    assert zone(game, "battlefield") == []


def test_beginning_of_upkeep_and_a_first_turn_that_draws() -> None:
    game = table("""
players:
  Alice: {battlefield: [Morning Bell], library: [Grey Bear, Grey Bear]}
  Bob: {battlefield: [Morning Bell], library: [Grey Bear, Grey Bear]}
""")
    game = to(game, "upkeep")
    assert (life(game, 1), life(game, 2), len(zone(game, "stack"))) == (20, 20, 1)
    game = to(game, "draw")
    assert (life(game, 1), life(game, 2)) == (20, 21)
    assert zone(game, "hand") == ["Grey Bear#3"]


def attack(game: Game, *pairs: tuple[Symbol, Symbol]) -> Game:
    declared = [Function("declared", [Function("attack", list(pair))]) for pair in pairs]
    return game.gives(Function("declares", [Function("attacks")]), *declared)


def block(game: Game, *pairs: tuple[Symbol, Symbol]) -> Game:
    declared = [Function("declared", [Function("block", list(pair))]) for pair in pairs]
    return game.gives(Function("declares", [Function("blocks")]), *declared)


def named(game: Game, label: str) -> Symbol:
    return next(
        f.arguments[0] for f in game.position.facts if f.name == "label" and f.arguments[1].string == label
    )


BOB = Function("p", [Number(2)])


def fight(game: Game, attackers: list[str], blocks: list[tuple[str, str]]) -> Game:
    while game.decision and game.decision.kind.name == "priority":
        game = game.passes()
    game = attack(game, *((named(game, one), BOB) for one in attackers))
    while game.decision and game.decision.kind.name == "priority":
        game = game.passes()
    game = block(game, *((named(game, b), named(game, a)) for b, a in blocks))
    return game.passes().passes()


def test_attacking_taps_and_triggers_and_unblocked_damage_goes_to_the_player() -> None:
    game = table("""
players:
  Alice: {battlefield: [Dawn Charger]}
  Bob: {}
""")
    game = fight(game, ["Dawn Charger"], [])
    assert (life(game, 1), life(game, 2)) == (21, 18)
    assert Function("tapped", [named(game, "Dawn Charger")]) in game.position.facts


def test_first_strike_kills_before_it_is_struck() -> None:
    game = table("""
players:
  Alice: {battlefield: [Quick Bear]}
  Bob: {battlefield: [Grey Bear]}
""")
    game = fight(game, ["Quick Bear"], [("Grey Bear", "Quick Bear")])
    assert step(game) == "first_strike_damage"
    assert zone(game, "battlefield") == ["Quick Bear"]
    game = game.passes().passes()
    assert step(game) == "combat_damage"
    assert zone(game, "battlefield") == ["Quick Bear"]


def test_trample_is_divided_and_must_kill_the_blocker_first() -> None:
    game = table("""
players:
  Alice: {battlefield: [Trampling Bear]}
  Bob: {battlefield: [Grey Bear]}
""")
    game = fight(game, ["Trampling Bear"], [("Grey Bear", "Trampling Bear")])
    decision = game.decision
    assert decision is not None
    assert decision.kind.name == "divide"
    bear = named(game, "Grey Bear")
    with pytest.raises(Forbidden, match=r"702\.19b"):
        game.answer([Function("", [bear, Number(1)]), Function("", [BOB, Number(4)])])
    with pytest.raises(MagistrateError, match="sum up to 5"):
        game.answer([Function("", [bear, Number(1)]), Function("", [BOB, Number(3)])])
    game = game.answer([Function("", [bear, Number(2)]), Function("", [BOB, Number(3)])])
    assert life(game, 2) == 17
    assert zone(game, "graveyard") == ["Grey Bear"]


def test_the_legend_rule_is_its_controllers_choice() -> None:
    game = table("""
players:
  Alice: {battlefield: [Old King: {id: first}, Old King: {id: second}]}
  Bob: {}
""")
    decision = game.decision
    assert decision is not None
    assert decision.kind.name == "one"
    assert len(decision.options) == 2
    game = game.answer([named(game, "second")])
    assert zone(game, "battlefield") == ["second"]
    assert zone(game, "graveyard") == ["first"]


def test_counters_even_out_and_an_aura_without_its_creature_goes() -> None:
    game = table("""
players:
  Alice:
    battlefield:
      - Grey Bear: {id: bear, counters: {+1/+1: 3, -1/-1: 1}}
      - Bear Cloak: {attached_to: bear}
  Bob: {}
stack: [{card: Ruin, by: Alice}]
""")
    counters = [str(f.arguments[1]) for f in game.position.facts if f.name == "counters"]
    assert counters == ['"+1/+1"']
    game = game.passes().passes()
    assert zone(game, "graveyard") == ["Bear Cloak", "Ruin", "bear"]


def test_no_life_is_losing() -> None:
    game = table("""
players:
  Alice: {life: 0}
  Bob: {}
""")
    assert game.over
    assert any(f.name == "lost" for f in game.position.facts)
