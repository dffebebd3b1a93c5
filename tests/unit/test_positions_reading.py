"""Position files become facts: every key, names, the way back."""

# ruff: noqa: E501  (files in one line)

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrate.bridge.cards.database import CardDatabase
from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions import keys
from magistrate.bridge.positions.names import AmbiguousObject, UnknownName, interchangeable
from magistrate.bridge.positions.position import Position

EXAMPLES = Path(__file__).parents[2] / "examples"


pytestmark = pytest.mark.usefixtures("own_cache")


CARDS = """\
cards:
  - {name: Grim Ogre, cost: "{2}{R}", type: Creature - Ogre, pt: 3/3, text: Menace}
  - {name: Meadow Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Old Vest, cost: "{1}", type: Artifact — Equipment, text: Equipped creature gets +1/+1.}
  - {name: Swell, cost: "{G}", type: Instant, text: Target creature gets +3/+3 until end of turn.}
  - name: Day Man // Night Wolf
    faces:
      - {name: Day Man, type: Creature — Human, pt: 1/1, cost: "{R}"}
      - {name: Night Wolf, type: Creature — Wolf, pt: 4/4, color indicator: red}
  - name: Heat // Cold
    layout: split
    faces:
      - {name: Heat, type: Instant, cost: "{R}"}
      - {name: Cold, type: Instant, cost: "{U}"}
"""


def position(rest: str) -> Position:
    return Position.from_text(CARDS + rest, "p.yaml")


def facts(rest: str) -> set[str]:
    return set(map(str, position(rest).facts))


def field(properties: str) -> set[str]:
    """Facts of a Meadow Bear, o(1), beside an attacking ogre, a vest and an opponent's bear."""
    return facts(
        f"players:\n  Alice:\n    battlefield:\n      - Meadow Bear: {{{properties}}}\n"
        "      - Grim Ogre: {id: ogre, attacking: Bob}\n"
        "  Bob: {battlefield: [Meadow Bear: {id: other}]}\n"
    )


PROPERTIES = [
    ("tapped: true", {"tapped(o(1))"}),
    ("tapped", {"tapped(o(1))"}),
    (
        "counters: {+1/+1: 2, first strike: 1, shield: 0}",
        {'counters(o(1),"+1/+1",2)', "counters(o(1),first_strike,1)"},
    ),
    ("damage: 2", {"damage(o(1),2)"}),
    ("deathtouched: true", {"deathtouched(o(1))"}),
    ("sick: true", {"sick(o(1))"}),
    ("face_down: true", {"face_down(o(1))"}),
    ("phased out: true", {"phased_out(o(1))"}),
    ("token: true", {"token(o(1))"}),
    ("attached_to: ogre", {"attached_to(o(1),o(2))"}),
    ("attached to: Bob", {"attached_to(o(1),p(2))"}),
    ("attacking: Bob", {"attacking(o(1),p(2))"}),
    ("attacking: true", {"attacking(o(1),p(2))"}),
    ("attacking: Bob, blocked: true, band: 1", {"blocked(o(1))", "band(o(1),1)"}),
    ("blocking: ogre", {"blocking(o(1),o(2))"}),
    ("blocking: [ogre]", {"blocking(o(1),o(2))"}),
    ("copy_of: ogre", {"copy_of(o(1),o(2))"}),
    ("copy_of: Old Vest", {'copy_of_face(o(1),c("Old Vest"))', 'face_name(c("Old Vest"),"Old Vest")'}),
    ("owner: Bob", {"owner(o(1),p(2))", "base_controller(o(1),p(1))"}),
    ("controller: Bob", {"owner(o(1),p(1))", "base_controller(o(1),p(2))"}),
    (
        "chosen: {color: red, creature type: Elf}",
        {"chosen(o(1),color,red)", "chosen(o(1),creature_type,elf)"},
    ),
    ("chosen: {name: Some Card, number: 3}", {'chosen(o(1),name,"Some Card")', "chosen(o(1),number,3)"}),
    ("chosen: {player: Bob, object: ogre}", {"chosen(o(1),player,p(2))", "chosen(o(1),object,o(2))"}),
    ("chosen: red", {"chosen(o(1),color,red)"}),
    ("chosen: Elf", {"chosen(o(1),creature_type,elf)"}),
    ("chosen: Bob", {"chosen(o(1),player,p(2))"}),
    ("chosen: 4", {"chosen(o(1),number,4)"}),
    ("chosen: Island", {"chosen(o(1),basic_land_type,island)"}),
    ("chosen: artifact", {"chosen(o(1),card_type,artifact)"}),
    ("chosen: Swell", {'chosen(o(1),name,"Swell")'}),
    ("x: 0", {"x(o(1),0)"}),
    ("timestamp: 7", {"timestamp(o(1),7)", "timestamp(o(2),1)"}),
    ("goaded: Bob", {"goaded(o(1),p(2))"}),
    ("exerted, monstrous, renowned", {"exerted(o(1))", "monstrous(o(1))", "renowned(o(1))"}),
    ("suspected: true, saddled: true, solved: true", {"suspected(o(1))", "saddled(o(1))", "solved(o(1))"}),
    ("level: 2", {"level(o(1),2)"}),
    ("designated: ring bearer", {"designated(o(1),ring_bearer)"}),
    ("protector: Bob", {"protector(o(1),p(2))"}),
    ("paired with: ogre", {"paired_with(o(1),o(2))"}),
    ("remembered: [ogre, Bob]", {"remembered(o(1),o(2))", "remembered(o(1),p(2))"}),
    ("paid: [kicker, kicker]", {"paid(o(1),kicker,2)"}),
    ("commander: true, tax: 2", {"commander(o(1))", "commander_tax(o(1),2)"}),
    ("revealed_to: Bob", {"revealed_to(o(1),p(2))"}),
    ("set: ABC", {'printing(o(1),"ABC")'}),
    ("stickers: [Big]", {'name_sticker(o(1),1,"Big",end)'}),
    ("stickers: {Big: 0}", {'name_sticker(o(1),1,"Big",0)'}),
    ("entered this turn: true", {"entered_this_turn(o(1))"}),
    ("attacked_this_turn", {"attacked_this_turn(o(1))"}),
    ("dealt_damage_this_turn: 3", {"dealt_damage_this_turn(o(1),3)"}),
    ("was dealt damage by this turn: ogre", {"was_dealt_damage_by_this_turn(o(1),o(2))"}),
    ("tapped: false, sick: no", set()),
]


@pytest.mark.parametrize(("properties", "expected"), PROPERTIES, ids=[p[0] for p in PROPERTIES])
def test_property(properties: str, expected: set[str]) -> None:
    assert expected <= field(properties)
    if not expected:
        assert field(properties) == field("")


def test_every_property_has_a_test() -> None:
    tested = " ".join(properties for properties, _ in PROPERTIES)
    elsewhere = {
        "id",
        "count",
        "flipped",
        "face",
        "transformed",
        "unlocked",
        "imprinted",
        "exiled_with",
        "melded",
        "merged",
    }
    missing = {k for k in keys.OBJECT if k not in tested and k.replace("_", " ") not in tested} - elsewhere
    assert not missing - {"blocked_this_turn"}


def test_a_melded_permanent_is_two_cards() -> None:
    found = facts(
        "players:\n  Alice: {battlefield: [Meadow Bear: {melded: [Meadow Bear, Meadow Bear]}]}\n  Bob:\n"
    )
    assert {'melded(o(1),1,c("Meadow Bear"))', 'melded(o(1),2,c("Meadow Bear"))'} <= found


def test_what_lies_under_a_merged_permanent() -> None:
    """CR 729: objects in no zone, each with its owner."""
    found = facts(
        "players:\n  Alice: {battlefield: [Meadow Bear: {merged: [Grim Ogre: {owner: Bob}, Meadow Bear]}]}\n  Bob:\n"
    )
    assert {
        "merged_into(o(2),o(1))",
        "merged_into(o(3),o(1))",
        "owner(o(2),p(2))",
        "owner(o(3),p(1))",
    } <= found
    assert {'face(o(2),c("Grim Ogre"))', 'label(o(2),"Grim Ogre")', 'label(o(3),"Meadow Bear#2")'} <= found
    assert not any(
        fact.startswith(("in_zone(o(2)", "in_zone(o(3)", "base_controller(o(2)")) for fact in found
    )


@pytest.mark.parametrize(
    ("zone", "merged"),
    [
        ("hand", "[Grim Ogre]"),
        ("battlefield", "[Nobody Knows]"),
        ("battlefield", "[Grim Ogre: {tapped: true}]"),
        ("battlefield", "[Grim Ogre: {owner: Nobody}]"),
    ],
)
def test_what_cannot_lie_under_it(zone: str, merged: str) -> None:
    with pytest.raises(BadInput):
        facts(f"players:\n  Alice: {{{zone}: [Meadow Bear: {{merged: {merged}}}]}}\n  Bob:\n")


def test_a_permanent() -> None:
    found = facts("players:\n  Alice: {battlefield: [Meadow Bear: {id: bear}]}\n  Bob:\n")
    assert {
        "object(o(1))",
        "in_zone(o(1),battlefield)",
        "owner(o(1),p(1))",
        "base_controller(o(1),p(1))",
        'face(o(1),c("Meadow Bear"))',
        'label(o(1),"bear")',
        "timestamp(o(1),1)",
        "player(p(1))",
        "seat(p(2),2)",
        'player_name(p(2),"Bob")',
        "life(p(2),20)",
        "active(p(1))",
        "step(precombat_main)",
        'card_power(c("Meadow Bear"),2)',
        'face_name(c("Meadow Bear"),"Meadow Bear")',
    } <= found
    assert not any(fact.startswith(("sick", "turn(", "priority", "other_face")) for fact in found)


def test_a_player() -> None:
    found = facts(
        "players:\n  Alice: {life: 18, poison: 3, counters: {energy: 2}, mana: '{R}{C}{R}', land_plays: 1, "
        "city blessing: true, speed: 4, chosen: {color: red}, lost_life_this_turn: 3, commander_damage: {ogre: 5}}\n"
        "  Bob: {life: -3, command: [Grim Ogre: {id: ogre, commander: true}]}"
    )
    assert {
        "life(p(1),18)",
        "life(p(2),-3)",
        "player_counters(p(1),poison,3)",
        "player_counters(p(1),energy,2)",
        "mana(p(1),red,2)",
        "mana(p(1),colorless,1)",
        "land_plays(p(1),1)",
        "city_blessing(p(1))",
        "speed(p(1),4)",
        "chosen(p(1),color,red)",
        "lost_life_this_turn(p(1),3)",
        "commander_damage(p(1),o(1),5)",
    } <= found


def test_the_turn_and_the_top_level() -> None:
    found = position(
        "title: T\nnote: N\ngoal: G\nturn: {active: Bob, step: declare blockers, number: 5, priority: Alice, fresh: true}\n"
        "players: {Alice: {}, Bob: {}}\nmonarch: Alice\ninitiative: Bob\nday: night\nexile: [Swell]\n"
        "command: [Grim Ogre: {owner: Alice}]\nemblems: [{owner: Bob, text: Menace}]\n"
    )
    assert (found.title, found.note, found.goal, found.file) == ("T", "N", "G", "p.yaml")
    assert {
        "active(p(2))",
        "step(declare_blockers)",
        "turn(5)",
        "priority(p(1))",
        "fresh",
        "monarch(p(1))",
        "initiative(p(2))",
        "day_night(night)",
        "in_zone(o(1),exile)",
        "owner(o(1),p(2))",
        "in_zone(o(2),command)",
        "owner(o(2),p(1))",
        "emblem(o(3))",
        "base_controller(o(3),p(2))",
    } <= set(map(str, found.facts))


@pytest.mark.parametrize("step", keys.STEPS)
def test_every_step_of_the_contract(step: str) -> None:
    assert f"step({keys.STEPS[step]})" in facts(f"turn: {{step: {step}}}\nplayers: {{A: }}")


def test_zones_keep_their_order() -> None:
    found = facts(
        "players:\n  A:\n    library: [Swell, {unknown: 2}, Grim Ogre]\n    graveyard: [Swell, Swell]\n    hand: 2\n"
    )
    assert {"place(o(1),1)", "place(o(2),2)", "place(o(4),4)", "unknown(o(2))", "unknown(o(3))"} <= found
    assert {"place(o(5),1)", "place(o(6),2)", "in_zone(o(7),hand)", "unknown(o(7))"} <= found
    assert facts("players: {A: {library: {unknown: 2}}}") == facts("players: {A: {library: [unknown: 2]}}")


def test_faces() -> None:
    found = facts(
        "players: {A: {battlefield: [Night Wolf, Day Man, Day Man: {face: back}, Day Man // Night Wolf: {transformed: true}], "
        "hand: [Night Wolf, Cold]}}\nstack: [{card: Cold, by: A}]"
    )
    assert {'face(o(1),c("Night Wolf"))', 'other_face(o(1),c("Day Man"))', "transformed(o(1))"} <= found
    assert {'face(o(2),c("Day Man"))', 'face(o(3),c("Night Wolf"))', 'face(o(4),c("Night Wolf"))'} <= found
    assert {'face(o(5),c("Day Man"))', 'face(o(6),c("Heat"))', 'face(o(7),c("Cold"))'} <= found
    assert {'layout(c("Cold"),split)', 'layout(c("Night Wolf"),transform)'} <= found
    assert "transformed(o(2))" not in found


def test_tokens_defined_where_they_lie() -> None:
    found = position(
        "players: {A: {battlefield: [Knight: {token: true, pt: 2/2, type: Creature — Knight, color: white, count: 2}, "
        "{name: Knight, token: true, pt: 1/1, type: Creature — Knight, colors: [black, red]}]}}"
    )
    every = set(map(str, found.facts))
    assert {'face(o(1),c("Knight"))', 'face(o(2),c("Knight"))', 'face(o(3),c("Knight (2)"))'} <= every
    assert {'face_name(c("Knight (2)"),"Knight")', 'card_color(c("Knight (2)"),red)', "token(o(3))"} <= every
    assert found.names.label(found.names.resolve("Knight#3")) == "Knight#3"


def test_file_cards_win_over_the_database_and_those_over_basics() -> None:
    cards = CardDatabase.memory(
        [
            Card(name, "normal", (Face(name, type_line="Creature", power="9", toughness="9"),))
            for name in ("Meadow Bear", "Wall")
        ]
    )
    found = Position.from_text(
        CARDS + "players: {A: {battlefield: [meadow bear, Wall, Snow-Covered Island]}}", cards=cards
    )
    every = set(map(str, found.facts))
    assert {'card_power(c("Meadow Bear"),2)', 'card_power(c("Wall"),9)'} <= every
    assert {
        'card_subtype(c("Snow-Covered Island"),island)',
        'card_supertype(c("Snow-Covered Island"),snow)',
    } <= every


def test_the_stack() -> None:
    found = {
        str(fact)
        for fact in Position.from_text(
            "cards: [{name: Pinger, type: Creature, pt: 1/1, text: '{T}: Pinger deals 1 damage to any target.'},"
            "{name: Shock It, type: Instant, text: Shock It deals 2 damage to any target.}]\n"
            "players: {A: {battlefield: [Pinger]}, B: }\n"
            "stack:\n  - {card: Shock It, by: B, targets: [Pinger], x: 0, paid: kicker, id: it}\n"
            "  - {ability: 1, of: Pinger, targets: [B]}\n"
        ).facts
    }
    assert {
        "spell(o(2))",
        "place(o(2),1)",
        "place(o(3),2)",
        "base_controller(o(2),p(2))",
        "owner(o(2),p(2))",
        "chosen_target(o(2),1,1,o(1))",
        "x(o(2),0)",
        "paid(o(2),kicker,1)",
        'label(o(2),"it")',
        "base_controller(o(3),p(1))",
        "chosen_target(o(3),1,1,p(2))",
    } <= found
    assert any(fact.startswith("stack_ability(o(3),a(") for fact in found)


def test_what_resolved() -> None:
    found = facts(
        "players: {A: {battlefield: [Meadow Bear: {id: bear}]}, B: }\n"
        "resolved: [{card: Swell, by: B, targets: [bear]}, {card: Swell, by: A, targets: [bear], x: 2, timestamp: 9}]\n"
    )
    effects = [fact for fact in found if fact.startswith('effect_of(r(1),a(a(c("Swell"),1)')]
    assert len(effects) == 1
    assert effects[0].endswith(",o(2),p(2),2)")
    assert {"effect_target(r(1),1,1,o(1))", "former(o(2))", "former(o(3))", "x_of(r(2),2)"} <= found
    assert any(fact.startswith("effect_of(r(2),") and fact.endswith(",o(3),p(1),9)") for fact in found)


def test_what_resolved_without_a_known_lasting_effect_is_listed() -> None:
    found = Position.from_text(
        "cards: [{name: Boom, type: Instant, text: Destroy target creature.}, {name: Bear, type: Creature, pt: 2/2}]\n"
        "players: {A: {battlefield: [Bear]}}\nresolved: [{card: Boom, by: A, targets: [Bear]}]\n"
    )
    assert [(gap.card, gap.line, gap.text) for gap in found.unmodelled] == [
        ("Boom", 1, "Destroy target creature.")
    ]


def test_a_keyword_that_resolved_stands_for_its_effect() -> None:
    found = {
        str(fact)
        for fact in Position.from_text(
            "cards: [{name: Ram, type: Creature, pt: 5/3, text: Provoke}]\n"
            "players: {A: {battlefield: [Ram]}, B: {battlefield: [Ram: {id: other}]}}\n"
            "resolved: [{ability: provoke, of: Ram#1, targets: [other]}]\n"
        ).facts
    }
    assert {'effect_of(r(1),a(c("Ram"),1),o(1),p(1),3)', "effect_target(r(1),1,1,o(2))"} <= found


def test_a_fixed_set() -> None:
    found = facts(
        "players: {A: {battlefield: [Meadow Bear: {id: bear}]}, B: }\n"
        "resolved: [{card: Swell, by: B, targets: [bear], affects: [bear]}]\n"
    )
    assert {"locked(r(1),o(1))", "locked_set(r(1))"} <= found


def test_steps_and_answers_keep_their_places() -> None:
    found = position(
        "players: {A: {}, B: {}}\nanswers: {A: [yes, 3]}\nsteps:\n  - block: {bear: ogre}\n    expect: illegal\n  - combat\n"
    )
    assert found.steps is not None
    assert found.answers is not None
    assert found.answers.value == {"A": ["yes", 3]}
    assert found.steps.value == [{"block": {"bear": "ogre"}, "expect": "illegal"}, "combat"]
    first = CARDS.count("\n") + 4
    assert found.steps.place(0, "block", "bear") == Place("p.yaml", first, 19)
    assert found.steps.key_place(0, "block", "bear") == Place("p.yaml", first, 13)
    assert found.steps.place(1) == Place("p.yaml", first + 2, 5)
    assert found.steps.place(0, "block", "nobody") == Place("p.yaml", first, 12)


# Names


def test_names() -> None:
    found = position(
        "players:\n  Alice: {battlefield: [Meadow Bear: {count: 2}, Meadow Bear: {id: bear}, Night Wolf, Grim Ogre]}\n"
        "  Bob: {hand: [Meadow Bear]}\n"
    )
    resolve = found.names.resolve
    assert str(resolve("bear")) == "o(3)"
    assert str(resolve("Meadow Bear#2")) == "o(2)"
    assert str(resolve("meadow bear #3")) == "o(3)"
    assert str(resolve("Meadow Bear#4")) == "o(6)"
    assert [str(resolve(name)) for name in ("Night Wolf", "day man", "Day Man // Night Wolf")] == ["o(4)"] * 3
    assert str(resolve("Alice")) == "p(1)"
    assert str(found.names.player("bob")) == "p(2)"
    assert found.names.label(resolve("Meadow Bear#2")) == "Meadow Bear#2"
    with pytest.raises(AmbiguousObject, match=r"Meadow Bear#1.*bear.*Meadow Bear#4") as caught:
        resolve("Meadow Bear", Place("x", 3, 4), "attached to")
    assert str(caught.value).startswith("x:3:4: error: ")
    assert caught.value.fits == ("Meadow Bear#1", "Meadow Bear#2", "bear", "Meadow Bear#4")
    among = {resolve("Meadow Bear#1"), resolve("Meadow Bear#2")}
    assert str(resolve("Meadow Bear", among=among)) == "o(1)"
    with pytest.raises(UnknownName, match="did you mean") as unknown:
        resolve("Grim Oger")
    assert unknown.value.near == ("Grim Ogre",)
    with pytest.raises(UnknownName, match="can't be meant here"):
        resolve("Grim Ogre", among=among)
    with pytest.raises(UnknownName):
        found.names.player("bear")


def test_interchangeable() -> None:
    found = position(
        "players: {A: {battlefield: [Meadow Bear: {count: 3}, Meadow Bear: {tapped: true}, Old Vest: {attached_to: Meadow Bear#3}]}}"
    )
    one, two, three, four = (found.names.resolve(f"Meadow Bear#{n}") for n in (1, 2, 3, 4))
    assert found.names.interchangeable([one, two])
    assert interchangeable(found.facts, [one, two])
    assert not found.names.interchangeable([one, three])
    assert not found.names.interchangeable([one, four])


def test_an_id_goes_before_the_name_of_a_card() -> None:
    found = position("players: {A: {battlefield: [Grim Ogre: {id: Meadow Bear}, Meadow Bear]}}")
    assert str(found.names.resolve("Meadow Bear")) == "o(1)"
    assert str(found.names.resolve("Meadow Bear#1")) == "o(2)"


def test_references_that_differ_only_by_themselves() -> None:
    """Two vests on "a bear": the first takes either, then the bears differ, and the second name is ambiguous."""
    with pytest.raises(AmbiguousObject):
        position(
            "players: {A: {battlefield: [Meadow Bear: {count: 2}, Old Vest: {attached_to: Meadow Bear, count: 2}]}}"
        )


@given(st.integers(1, 4), st.integers(0, 4), st.booleans(), st.booleans())
def test_labels_name_what_they_label(bears: int, tapped: int, ids: bool, wolf: bool) -> None:
    entries = [f"Meadow Bear: {{count: {bears}{', id: pack' if ids else ''}}}", "Day Man"]
    entries += ["Meadow Bear: {tapped: true}"] * tapped + ["Night Wolf"] * wolf
    found = position(
        f"players: {{A: {{battlefield: [{', '.join(entries)}], library: [unknown: 2]}}, B: {{hand: [Day Man]}}}}"
    )
    again = Position.from_facts(found.text())
    assert again == found
    assert hash(again) == hash(found)
    for symbol in found.names.objects:
        label = found.names.label(symbol)
        assert found.names.resolve(label) == symbol
        assert again.names.label(symbol) == label
        assert again.names.resolve(label) == symbol


# The way back


def test_round_trip_pickle_and_changes() -> None:
    found = position("players: {A: {battlefield: [Meadow Bear]}, B: }")
    assert Position.from_facts(found.text()) == found
    assert pickle.loads(pickle.dumps(found)) == found
    tapped = next(iter(Position.from_facts("tapped(o(1)).").facts))
    changed = found.changed(initiated=[tapped])
    assert changed != found
    assert changed.changed(terminated=[tapped]) == found
    assert found.changed() is found
    assert len({found, changed, Position.from_facts(found.text())}) == 2


def test_order_of_facts_does_not_matter() -> None:
    found = position("players: {A: {battlefield: [Meadow Bear]}}")
    assert Position.from_facts("% a comment\n\n" + "\n".join(reversed(found.text().splitlines()))) == found


def test_nobody_was_declared() -> None:
    told = "turn: {active: Alice, step: declare blockers, declared: true}\nplayers: {Alice: {}, Bob: {}}\n"
    facts = {str(fact) for fact in Position.from_text(told).facts}
    assert "declared_step(declare_blockers)" in facts
    assert "declared_step(declare_blockers)" not in {
        str(fact) for fact in Position.from_text(told.replace(", declared: true", "")).facts
    }
