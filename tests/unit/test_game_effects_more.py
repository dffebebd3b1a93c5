"""What resolving does: copies, tokens' abilities, delayed triggers, what turns over, moves in detail."""

from __future__ import annotations

import pytest
from clingo import Function, Number, Symbol

from magistrate.bridge.game import Game
from magistrate.bridge.game import engine as engine_module
from magistrate.bridge.game import look as look_module
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts

CARDS = """
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Wood, type: Basic Land — Forest}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 2 damage to any target.}
  - {name: Doom, cost: "{B}", type: Instant, text: Destroy target creature.}
  - {name: Jailer, cost: "{2}{W}", type: Creature — Human, pt: 2/2,
     text: "When Jailer enters, exile target creature an opponent controls until Jailer leaves the
       battlefield."}
  - {name: Ash Bird, cost: "{2}{R}", type: Creature — Bird, pt: 2/2,
     text: "When Ash Bird dies, return it to the battlefield tapped under its owner's control."}
  - {name: Bear Cloak, cost: "{1}{G}", type: Enchantment — Aura,
     text: "Enchant creature\\nEnchanted creature gets +1/+1."}
  - {name: Echo, cost: "{1}{U}", type: Instant,
     text: "Copy target spell. You may choose new targets for the copy."}
  - {name: Ember, cost: "{1}{U}", type: Instant,
     text: "When you next cast an instant or sorcery spell this turn, copy that spell."}
  - {name: Oath, cost: "{1}{W}", type: Sorcery,
     text: "You get an emblem with \\"Creatures you control get +1/+1.\\""}
  - {name: Forge, cost: "{1}{W}", type: Sorcery, text: "Create a Treasure token."}
  - {name: Recall, cost: "{1}{W}", type: Sorcery,
     text: "Return target Aura card from your graveyard to the battlefield."}
  - {name: Bury, cost: "{1}{W}", type: Sorcery,
     text: "Put target creature into its owner's library third from the top."}
"""
PLAYERS = """
players:
  Alice:
    battlefield: [Grey Bear, Wood, Ash Bird]
    hand: [Jolt]
    library: [Wood, Wood, Wood, Wood]
    graveyard: [Bear Cloak]
  Bob:
    battlefield: [Grey Bear, Wood]
    library: [Wood, Wood]
stack:
"""
ALICE = Function("p", [Number(1)])


@pytest.fixture(autouse=True)
def _every_look_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = look_module.look

    def look(facts: frozenset[Symbol], given: tuple[Symbol, ...] = ()) -> look_module.Look:
        given = tuple(given)
        assert non_facts(Session("game", facts, extra=given, by_clingo=True).control) == []
        return seen(facts, given)

    monkeypatch.setattr(engine_module, "look", look)


def start(*stack: str) -> Game:
    text = CARDS + PLAYERS + "".join(f"  - {entry}\n" for entry in stack)
    position = Position.from_text(text)
    assert not position.by_name.get("unmodelled")
    return Game.of(position)


def resolved(game: Game) -> Game:
    return game.passes().passes()


def called(game: Game, zone: str) -> list[str]:
    session = Session("characteristics", game.position.facts)
    names = {a.arguments[0]: a.arguments[1].string for a in session.atoms("name", 2)}
    here = (
        f.arguments[0] for f in game.position.facts if f.name == "in_zone" and f.arguments[1].name == zone
    )
    return sorted(names[o] for o in here)


def facts(game: Game, name: str) -> set[str]:
    return {str(f) for f in game.position.facts if f.name == name}


def sizes(game: Game) -> list[int]:
    session = Session("characteristics", game.position.facts)
    table = {f.arguments[0] for f in game.position.facts if str(f).endswith(",battlefield)")}
    return sorted(a.arguments[1].number for a in session.atoms("power", 2) if a.arguments[0] in table)


def test_exiled_until_its_captor_leaves() -> None:
    game = resolved(start("{card: Jailer, by: Alice}"))  # Bob's Bear is the only target
    game = resolved(game)
    assert called(game, "exile") == ["Grey Bear"]
    jailer = next(f.arguments[0] for f in facts_of(game, "face") if "Jailer" in str(f))
    zone = {Function("in_zone", [jailer, Function("battlefield")])}
    gone = {Function("in_zone", [jailer, Function("graveyard")])}
    moved = game.at(game.position.changed(terminated=zone | facts_named(game, "priority"), initiated=gone))
    assert called(moved, "exile") == []
    assert called(moved, "battlefield").count("Grey Bear") == 2


def facts_of(game: Game, name: str) -> list[Symbol]:
    return [f for f in game.position.facts if f.name == name]


def facts_named(game: Game, name: str) -> set[Symbol]:
    return set(facts_of(game, name)) | set(facts_of(game, "calm"))


def test_what_died_is_found_in_the_graveyard() -> None:
    game = resolved(start("{card: Doom, by: Bob, targets: [Ash Bird]}"))
    game = resolved(game)
    assert called(game, "battlefield").count("Ash Bird") == 1
    assert len(facts(game, "tapped")) == 1


def test_a_copy_of_a_permanent_spell_becomes_a_token() -> None:
    game = resolved(start("{card: Grey Bear, by: Bob}", "{card: Echo, by: Alice, targets: [Grey Bear#3]}"))
    game = resolved(game)
    assert called(game, "battlefield").count("Grey Bear") == 3
    assert len(facts(game, "token")) == 1
    assert not any("created" in str(entry.event) for entry in game.log)


def test_new_targets_for_a_copy() -> None:
    game = resolved(
        start("{card: Jolt, by: Alice, targets: [Bob]}", "{card: Echo, by: Alice, targets: [Jolt#2]}")
    )
    assert game.decision is not None
    assert game.decision.kind.name == "yes_no"
    game = game.answer([Function("yes")])
    assert game.decision is not None
    assert game.decision.kind.name == "targets"


def test_an_emblem_functions() -> None:
    game = resolved(start("{card: Oath, by: Alice}"))
    assert sizes(game) == [2, 3, 3]


def test_a_treasure_has_its_mana_ability() -> None:
    game = resolved(start("{card: Forge, by: Alice}"))
    token = next(iter(facts_of(game, "token"))).arguments[0]
    has = Session("characteristics", game.position.facts).atoms("has", 3)
    assert [str(a.arguments[1]) for a in has if a.arguments[0] == token] == ['a(c("Treasure Token"),1)']


def test_an_aura_that_is_put_onto_the_battlefield() -> None:
    game = resolved(start("{card: Recall, by: Alice, targets: [Bear Cloak]}"))
    assert game.decision is not None
    assert str(game.decision.key).startswith("host(")
    game = game.answer([game.decision.options[0]])
    assert len(facts(game, "attached_to")) == 1
    assert sizes(game) == [2, 2, 3]


def test_third_from_the_top() -> None:
    game = resolved(start("{card: Bury, by: Alice, targets: [Grey Bear#1]}"))
    owners = {f.arguments[0]: f.arguments[1] for f in facts_of(game, "owner")}
    library = {f.arguments[0] for f in facts_of(game, "in_zone") if f.arguments[1].name == "library"}
    places = sorted(
        (f.arguments[1].number, f.arguments[0])
        for f in facts_of(game, "place")
        if f.arguments[0] in library and owners[f.arguments[0]] == ALICE
    )
    faces = {f.arguments[0]: str(f.arguments[1]) for f in facts_of(game, "face")}
    assert [faces[o] for _, o in places].index('c("Grey Bear")') == 2
    assert len({n for n, _ in places}) == 5


def test_the_next_spell_is_copied() -> None:
    game = resolved(start("{card: Ember, by: Alice}"))
    assert len(facts(game, "delayed_ability")) == 1
    assert any(f.startswith("effect_lasts(d(") for f in facts(game, "effect_lasts"))
