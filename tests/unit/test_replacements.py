"""Replacement and prevention: which effects apply, who chooses, and what comes of every order (614-616)."""

from __future__ import annotations

import pytest
from clingo import Function, parse_term

from magistrate.bridge.errors import BadInput
from magistrate.bridge.game.engine import Game
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts
from magistrate.bridge.questions.events import parse_events
from magistrate.bridge.questions.replacements import Choice, Outcome, Replacements, replacements

CARDS = r"""
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 3 damage to any target.}
  - name: Twice
    type: Enchantment
    text:
      If a source would deal damage to a permanent or player, it deals double that damage
      to that permanent or player instead.
  - name: Less
    type: Enchantment
    text: If a source would deal damage to you, prevent 2 of that damage.
  - name: Adder
    type: Enchantment
    text:
      If one or more +1/+1 counters would be put on a creature you control, that many plus
      one +1/+1 counters are put on it instead.
  - name: Doubler
    type: Enchantment
    text:
      If one or more +1/+1 counters would be put on a creature you control, twice that
      many +1/+1 counters are put on it instead.
  - name: Void
    type: Enchantment
    text: If a card would be put into an opponent's graveyard from anywhere, exile it instead.
  - name: Peace
    type: Enchantment
    text: If a card or token would be put into a graveyard from anywhere, exile it instead.
  - {name: Ward Mail, type: Enchantment — Aura, text: "Enchant creature\nUmbra armor"}
  - {name: Bones, type: Creature — Skeleton, pt: 1/1, text: "{B}: Regenerate this creature."}
  - {name: Knight, type: Creature — Knight, pt: 2/2, text: Protection from red}
  - name: Martyr
    type: Creature — Human
    pt: 2/2
    text:
      All damage that would be dealt to you and other permanents you control is dealt to
      this creature instead.
  - name: Mimic
    type: Creature — Shapeshifter
    pt: 0/0
    text: You may have this creature enter as a copy of any creature on the battlefield.
  - {name: Sleeper, type: Creature — Beast, pt: 3/3, text: This creature enters tapped.}
  - {name: Hydra, type: Creature — Hydra, pt: 0/0, text: This creature enters with two +1/+1 counters on it.}
  - {name: Thinker, type: Enchantment, text: "If you would draw a card, draw two cards instead."}
  - {name: Sage, type: Planeswalker — Sage, loyalty: 4, text: "+1: Draw a card."}
  - {name: Slow, type: Enchantment, text: Creatures your opponents control enter tapped.}
  - name: Gift
    type: Enchantment
    text: Each other creature you control enters with an additional +1/+1 counter on it.
  - {name: Hush, type: Enchantment, text: All creatures lose all abilities.}
  - {name: Gain, type: Enchantment, text: "If you would gain life, you gain twice that much life instead."}
  - {name: Plus, type: Enchantment, text: "If you would gain life, you gain that much life plus 1 instead."}
  - {name: Calm, type: Enchantment, text: Players can't gain life.}
  - {name: Torment, type: Enchantment, text: Damage can't be prevented.}
  - name: Nine
    type: Enchantment
    text:
      If a source would deal damage to you, prevent that damage and put an incarnation
      counter on this enchantment.
  - name: Floor
    type: Creature — Human
    pt: 0/1
    text: Damage that would reduce your life total to less than 1 reduces it to 1 instead.
  - {name: Husk, type: Enchantment, text: "If you would gain life, draw that many cards instead."}
  - name: Study
    type: Enchantment
    text: If you would draw a card, you may put a study counter on this enchantment instead.
  - {name: Picky, type: Creature — Human, pt: 2/2, text: "As this creature enters, choose a color."}
  - {name: Toll, type: Land, text: "As this land enters, you may pay 2 life. If you don't, it enters tapped."}
  - {name: Ash, type: Creature — Bird, pt: 2/2, text: "If this creature would die, exile it instead."}
  - {name: Link, type: Creature — Cat, pt: 2/2, text: Lifelink}
  - name: Relic of Ages
    type: Artifact
    text:
      If Relic of Ages would be put into a graveyard from anywhere, reveal Relic of Ages
      and shuffle it into its owner's library instead.
"""


def position(alice: str = "[]", bob: str = "[]", hand: str = "[]", life: int = 20) -> Position:
    return Position.from_text(
        f"{CARDS}\nplayers:\n  Alice:\n    life: {life}\n    battlefield: {alice}\n    hand: {hand}\n"
        f"    library: [Grey Bear, Grey Bear, Grey Bear, Grey Bear, Grey Bear, Grey Bear]\n"
        f"  Bob:\n    battlefield: {bob}\n    hand: [Jolt]\n    library: [Grey Bear]\n"
    )


def ask(where: Position, event: str) -> Replacements:
    found = replacements(where, parse_events(where, event))
    assert found.complete
    return found


def first(found: Replacements) -> Choice:
    assert isinstance(found.tree, Choice)
    return found.tree


JOLT = "damage: {from: Jolt, to: Alice, amount: 3}"
COUNTER = "counters: {on: Grey Bear#1, kind: +1/+1, amount: 1}"


def amounts(found: Replacements, name: str, place: int) -> list[int]:
    return sorted(e.arguments[place].number for one in found.outcomes for e in one.events if e.name == name)


def dealt_to(outcome: Outcome) -> list[str]:
    return [str(e.arguments[1]) for e in outcome.events if e.name == "damage_dealt"]


def test_prevention_and_doubling_give_two_or_four_as_the_damaged_player_chooses() -> None:
    found = ask(position("[Less]", "[Twice]"), JOLT)
    assert first(found).player == "Alice"
    assert amounts(found, "damage_dealt", 2) == [2, 4]
    assert sorted(str(f) for one in found.outcomes for f in one.position.by_name["life"]) == [
        "life(p(1),16)", "life(p(1),18)", "life(p(2),20)", "life(p(2),20)"]  # fmt: skip


def test_what_one_order_prevents_whole_never_happens() -> None:
    found = ask(position("[Less, Twice]"), "damage: {from: Jolt, to: Alice, amount: 1}")
    assert (len(found.outcomes), found.outcomes[0].events) == (1, ())


def test_an_adder_and_a_doubler_in_both_orders() -> None:
    assert amounts(ask(position("[Grey Bear, Adder, Doubler]"), COUNTER), "put_counters", 2) == [3, 4]


def test_two_adders_and_two_doublers_in_every_order() -> None:
    found = ask(position("[Grey Bear, Adder, Doubler, Adder, Doubler]"), COUNTER)
    assert amounts(found, "put_counters", 2) == [6, 7, 8, 9, 10, 12]
    assert found.orders == 6
    assert {option.text.split(":")[0]: len(option.also) for option in first(found).options} == {
        "Adder#1": 1, "Doubler#1": 1}  # fmt: skip


def test_who_does_not_control_the_creature_chooses_nothing() -> None:
    found = ask(
        position("[Adder, Doubler]", "[Grey Bear]"), "counters: {on: Grey Bear#7, kind: +1/+1, amount: 1}"
    )
    assert amounts(found, "put_counters", 2) == [1]


@pytest.mark.parametrize(
    "event", ["destroy: Peace", "sacrifice: Peace", "move: {card: Peace, to: graveyard}"]
)
def test_exiling_instead_applies_to_its_own_source(event: str) -> None:
    (one,) = ask(position("[Peace]"), event).outcomes
    assert [(e.arguments[1].name, e.arguments[2].name) for e in one.events if e.name == "move"] == [
        ("battlefield", "exile")]  # fmt: skip


def test_exiling_instead_sees_what_leaves_with_it() -> None:
    (one,) = ask(position("[Peace, Grey Bear]"), "[{destroy: Peace}, {destroy: Grey Bear#1}]").outcomes
    assert [e.arguments[2].name for e in one.events if e.name == "move"] == ["exile", "exile"]


def test_a_graveyard_is_that_of_the_owner() -> None:
    (one,) = ask(position("[Grey Bear]", "[Void]"), "destroy: Grey Bear#1").outcomes
    assert [e.arguments[2].name for e in one.events if e.name == "move"] == ["exile"]
    (one,) = ask(position("[Grey Bear, Void]"), "destroy: Grey Bear#1").outcomes
    assert [e.arguments[2].name for e in one.events if e.name == "move"] == ["graveyard"]


def test_umbra_armor_destroys_the_aura_instead() -> None:
    (one,) = ask(
        position("[Grey Bear, {Ward Mail: {attached_to: Grey Bear#1}}]"), "destroy: Grey Bear#1"
    ).outcomes
    assert [str(e.arguments[0]) for e in one.events if e.name == "move"] == ["o(2)"]


def shielded(battlefield: str, shield: str) -> Position:
    """A position with a shield of a resolution on o(1)."""
    made = ('effect_of(r(90),a(c("Bones"),1),o(1),p(1),90)', "effect_lasts(r(90),end_of_turn)", shield)
    return position(battlefield).changed(initiated=[parse_term(text) for text in made])


REGENERATION = "guard(r(90),regenerate,any,o(1),any)"


def test_umbra_armor_or_a_regeneration_shield_as_the_controller_chooses() -> None:
    where = shielded("[Bones, {Ward Mail: {attached_to: Bones}}]", REGENERATION)
    found = ask(where, "destroy: Bones")
    assert (first(found).player, len(found.outcomes)) == ("Alice", 2)
    moves = [[str(e.arguments[0]) for e in one.events if e.name == "move"] for one in found.outcomes]
    assert sorted(moves) == [[], ["o(2)"]]
    left = [bool(one.position.by_name.get("guard")) for one in found.outcomes]
    assert sorted(zip(moves, left, strict=True)) == [([], False), (["o(2)"], True)]


def test_regeneration_heals_taps_and_uses_the_shield_up() -> None:
    (one,) = ask(shielded("[{Bones: {damage: 1}}]", REGENERATION), "destroy: Bones").outcomes
    assert {"tapped(o(1))"} <= {str(f) for f in one.position.facts}
    assert not one.position.by_name.get("guard")
    assert not one.position.by_name.get("damage")


def test_what_cannot_be_regenerated_is_destroyed() -> None:
    where = shielded("[Bones]", REGENERATION)
    (one,) = ask(where, "destroy: {card: Bones, regenerate: false}").outcomes
    assert [e.arguments[2].name for e in one.events if e.name == "move"] == ["graveyard"]


def test_a_shield_prevents_so_much_and_keeps_the_rest() -> None:
    where = shielded("[Bones]", "guard(r(90),prevent(5),any,p(1),any)")
    (one,) = ask(where, JOLT).outcomes
    assert one.events == ()
    assert [str(f.arguments[1]) for f in one.position.by_name["guard"]] == ["prevent(2)"]


def test_a_shield_is_shared_out_by_the_damaged_player() -> None:
    where = shielded("[Bones]", "guard(r(90),prevent(3),any,p(1),any)")
    found = ask(where, f"[{{damage: {{from: Bones, to: Alice, amount: 2}}}}, {{{JOLT}}}]")
    assert (first(found).player, first(found).what) == ("Alice", "portion")
    dealt = [
        [e.arguments[2].number for e in one.events if e.name == "damage_dealt"] for one in found.outcomes
    ]
    assert sorted(dealt) == [[1, 1], [2], [2]]
    assert all(not one.position.by_name.get("guard") for one in found.outcomes)


def test_what_cannot_be_prevented_leaves_the_shield_as_it_is() -> None:
    where = shielded("[Bones, Torment]", "guard(r(90),prevent(5),any,p(1),any)")
    (one,) = ask(where, JOLT).outcomes
    assert amounts(ask(where, JOLT), "damage_dealt", 2) == [3]
    assert [str(f.arguments[1]) for f in one.position.by_name["guard"]] == ["prevent(5)"]


def test_more_that_a_prevention_does_is_done_for_what_cannot_be_prevented() -> None:
    (one,) = ask(position("[Nine, Torment]"), JOLT).outcomes
    assert [e.arguments[2].number for e in one.events if e.name == "damage_dealt"] == [3]
    assert [str(e.arguments[1]) for e in one.events if e.name == "put_counters"] == ["incarnation"]
    (one,) = ask(position("[Nine]"), JOLT).outcomes
    assert [e.name for e in one.events] == ["put_counters"]


def test_protection_or_redirection_first() -> None:
    found = ask(position("[Knight, Martyr]"), "damage: {from: Jolt, to: Knight, amount: 3}")
    assert first(found).player == "Alice"
    assert sorted(dealt_to(one) for one in found.outcomes) == [[], ["o(2)"]]


def test_damage_is_not_redirected_to_what_is_no_creature_any_more() -> None:
    where = shielded("[Bones, Hush]", "guard(r(90),redirect(all,o(2)),any,p(1),any)")
    found = ask(where, JOLT)
    assert dealt_to(found.outcomes[0]) == ["p(1)"]


def test_the_next_damage_is_redirected_in_part() -> None:
    where = shielded("[Bones, Grey Bear]", "guard(r(90),redirect(2,o(2)),any,p(1),any)")
    (one,) = ask(where, JOLT).outcomes
    dealt = [(str(e.arguments[1]), e.arguments[2].number) for e in one.events if e.name == "damage_dealt"]
    assert sorted(dealt) == [("o(2)", 2), ("p(1)", 1)]
    assert not one.position.by_name.get("guard")


def test_draws_that_become_two_come_one_after_the_other() -> None:
    (one,) = ask(position("[Thinker, Thinker]"), "draw: Alice").outcomes
    assert len({e.arguments[0] for e in one.events if e.name == "move"}) == 4


def test_gains_of_life_in_every_order() -> None:
    found = ask(position("[Gain, Plus]"), "gain_life: {player: Alice, amount: 3}")
    assert amounts(found, "gain_life", 1) == [7, 8]


def test_lifelink_gains_are_replaced_as_parts_of_damage() -> None:
    found = ask(position("[Link, Gain]"), "damage: {from: Link, to: Bob, amount: 2, combat: true}")
    assert amounts(found, "gain_life", 1) == [4]


def test_what_cannot_happen_is_not_replaced() -> None:
    (one,) = ask(position("[Husk, Calm]"), "gain_life: {player: Alice, amount: 3}").outcomes
    assert one.events == ()


def test_drawing_instead_of_gaining_life() -> None:
    found = ask(position("[Husk, Gain]"), "gain_life: {player: Alice, amount: 1}")
    assert sorted(len([e for e in one.events if e.name == "move"]) for one in found.outcomes) == [1, 2]


def test_what_one_may_do_instead_leaves_the_event_to_those_who_do_not() -> None:
    found = ask(position("[Study]"), "draw: Alice")
    assert first(found).player == "Alice"
    assert sorted([e.name for e in one.events] for one in found.outcomes) == [["move"], ["put_counters"]]


def test_life_stays_above_a_floor_whatever_damage_is_dealt_at_once() -> None:
    event = f"[{{{JOLT.replace('3', '15')}}}, {{damage: {{from: Grey Bear#1, to: Alice, amount: 15}}}}]"
    (one,) = ask(position("[Floor, Grey Bear]"), event).outcomes
    assert amounts(ask(position("[Floor, Grey Bear]"), event), "damage_dealt", 2) == [15, 15]
    assert "life(p(1),1)" in {str(f) for f in one.position.facts}


@pytest.mark.parametrize(
    ("battlefield", "card", "entered"),
    [
        ("[]", "Sleeper", ["Sleeper: tapped"]),
        ("[Hush]", "Sleeper", ["Sleeper: untapped"]),
        ("[]", "Hydra", ["Hydra: counters +1/+1 2"]),
        ("[Hush]", "Hydra", ["Hydra: untapped"]),
        ("[Doubler]", "Hydra", ["Hydra: counters +1/+1 4"]),
        ("[Adder, Doubler]", "Hydra", ["Hydra: counters +1/+1 5", "Hydra: counters +1/+1 6"]),
        ("[Gift, Adder]", "Hydra", ["Hydra: counters +1/+1 4"]),
        ("[Gift, Doubler]", "Hydra",
         ["Hydra: counters +1/+1 4", "Hydra: counters +1/+1 5", "Hydra: counters +1/+1 6"]),
        ("[Gift]", "Grey Bear#1", ["Grey Bear#1: counters +1/+1 1"]),
        ("[]", "Sage", ["Sage: counters loyalty 4"]),
        ("[Gift, Doubler]", "Sage", ["Sage: counters loyalty 4"]),
        ("[Sleeper]", "Mimic", ["Mimic: copy of face Sleeper, tapped", "Mimic: untapped"]),
        ("[Sleeper, Hydra]", "Mimic",
         ["Mimic: copy of face Hydra, counters +1/+1 2", "Mimic: copy of face Sleeper, tapped",
          "Mimic: untapped"]),
        ("[]", "Mimic", ["Mimic: untapped"]),
        ("[]", "Toll", ["Toll: tapped", "Toll: untapped"]),
        ("[]", "Picky", [f"Picky: chosen color {c}" for c in ("black", "blue", "green", "red", "white")]),
    ],
)  # fmt: skip
def test_how_a_permanent_enters(battlefield: str, card: str, entered: list[str]) -> None:
    found = ask(position(battlefield, hand=f"[{card.split('#')[0]}]"), f"enters: {card}")
    assert sorted(text for one in found.outcomes for text in one.enters) == entered


def test_effects_of_others_see_the_copy() -> None:
    """616.1c: the copy comes first, then what the copied ability and others make of it."""
    found = ask(position("[Sleeper, Gift, Doubler]", hand="[Mimic]"), "enters: Mimic")
    assert first(found).what == "outcome"
    entered = sorted(text for one in found.outcomes for text in one.enters)
    assert entered == ["Mimic: copy of face Sleeper, counters +1/+1 2, tapped", "Mimic: counters +1/+1 2"]


def test_opponents_creatures_enter_tapped() -> None:
    (one,) = ask(position("[]", "[Slow]", hand="[Hydra]"), "enters: Hydra").outcomes
    assert one.enters == ("Hydra: counters +1/+1 2, tapped",)
    (one,) = ask(position("[Slow]", hand="[Hydra]"), "enters: Hydra").outcomes
    assert one.enters == ("Hydra: counters +1/+1 2",)


def test_life_that_is_not_there_cannot_be_paid() -> None:
    (one,) = ask(position(hand="[Toll]", life=1), "enters: Toll").outcomes
    assert one.enters == ("Toll: tapped",)


def test_several_players_choose_in_turn_order() -> None:
    """101.4: the active player's event first, whatever the order in which the events are named."""
    where = position("[Less, Twice]", "[Less]").changed(initiated=[parse_term("active(p(1))")])
    both = [f"{{damage: {{from: Jolt, to: {who}, amount: 3}}}}" for who in ("Bob", "Alice")]
    found = ask(where, f"[{', '.join(both)}]")
    assert first(found).player == "Alice"
    (then,) = {option.then.player for option in first(found).options if isinstance(option.then, Choice)}
    assert then == "Bob"
    dealt = [sorted(e.arguments[2].number for e in one.events if e.name == "damage_dealt")
             for one in found.outcomes]  # fmt: skip
    assert sorted(dealt) == [[2, 2], [2, 4], [2, 4], [4, 4]]


def test_what_enters_together_is_looked_at_one_by_one() -> None:
    """614.12: neither of them is on the battlefield yet for the other's effect."""
    (one,) = ask(position("[]", hand="[Gift, Grey Bear]"), "[{enters: Gift}, {enters: Grey Bear#1}]").outcomes
    assert one.enters == ("Gift: untapped", "Grey Bear#1: untapped")
    (one,) = ask(
        position("[Gift]", hand="[Sleeper, Grey Bear]"), "[{enters: Sleeper}, {enters: Grey Bear#1}]"
    ).outcomes
    assert sorted(one.enters) == ["Grey Bear#1: counters +1/+1 1", "Sleeper: counters +1/+1 1, tapped"]


@pytest.mark.parametrize(
    ("properties", "event", "events"),
    [
        ("counters: {shield: 1}", "destroy: Grey Bear#1", ["remove_counters"]),
        ("counters: {shield: 1}", "damage: {from: Jolt, to: Grey Bear#1, amount: 9}", ["remove_counters"]),
        ("counters: {stun: 2}, tapped: true", "untap: Grey Bear#1", ["remove_counters"]),
        ("counters: {stun: 2}", "untap: Grey Bear#1", ["untap"]),
    ],
)
def test_counters_that_stand_in(properties: str, event: str, events: list[str]) -> None:
    (one,) = ask(position(f"[{{Grey Bear: {{{properties}}}}}]"), event).outcomes
    assert [e.name for e in one.events] == events


def test_a_commander_may_go_to_the_command_zone() -> None:
    where = position("[Grey Bear]").changed(initiated=[parse_term("commander(o(1))")])
    found = ask(where, "move: {card: Grey Bear#1, to: hand}")
    assert first(found).player == "Alice"
    zones = [e.arguments[2].name for one in found.outcomes for e in one.events if e.name == "move"]
    assert sorted(zones) == ["command", "hand"]


def test_finality_exiles() -> None:
    (one,) = ask(position("[{Grey Bear: {counters: {finality: 1}}}]"), "destroy: Grey Bear#1").outcomes
    assert [e.arguments[2].name for e in one.events if e.name == "move"] == ["exile"]


def test_an_object_says_of_itself_wherever_it_is() -> None:
    (one,) = ask(position(hand="[Relic of Ages]"), "discard: Relic of Ages").outcomes
    assert [e.arguments[2].name for e in one.events if e.name == "move"] == ["library"]


@pytest.mark.parametrize(
    ("alice", "hand", "event"),
    [
        ("[Less, Twice]", "[]", JOLT),
        ("[Grey Bear, Adder, Doubler]", "[]", COUNTER),
        ("[Knight, Martyr]", "[]", "damage: {from: Jolt, to: Knight, amount: 3}"),
        ("[Peace, Ash]", "[]", "destroy: Ash"),
        ("[Thinker]", "[]", "draw: Alice"),
        ("[Husk, Gain]", "[]", "gain_life: {player: Alice, amount: 1}"),
        ("[Gift, Doubler]", "[Hydra]", "enters: Hydra"),
        ("[Sleeper]", "[Mimic]", "enters: Mimic"),
        ("[Floor]", "[]", "damage: {from: Jolt, to: Alice, amount: 30}"),
        ("[Nine, Torment]", "[]", JOLT),
    ],
)
def test_no_look_leaves_anything_open(alice: str, hand: str, event: str) -> None:
    where = Game.ready(position(alice, hand=hand)).position
    key = Function("event")
    (one,) = parse_events(where, event)
    facts = where.facts | {Function("imminent", [key, one])}
    assert non_facts(Session("game", facts, by_clingo=True).control) == []
    facts = where.facts | {Function("proposed", [key, one])}
    assert non_facts(Session("game", facts, by_clingo=True).control) == []


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("damge: {from: Jolt}", '1:1: error: "damge" is no event; did you mean "damage"?'),
        ("damage: {from: Jolt, to: Alice}", "`amount` is missing"),
        ("destroy: Nobody", "Nobody"),
        ("damage: {from: Jolt, to: Alice, amount: x}", "expected a whole number"),
        ("move: {card: Jolt, to: moon}", "expected a zone"),
        ("{destroy: Jolt, draw: Alice}", "one event"),
    ],
)
def test_bad_events_say_what_is_wrong(event: str, told: str) -> None:
    with pytest.raises(BadInput, match=r"(?s).*") as error:
        parse_events(position(), event)
    assert told in str(error.value)


def test_an_effect_of_which_a_word_is_unknown_is_listed() -> None:
    where = Position.from_text("""
cards:
  - name: Prism
    type: Artifact
    text: "As this artifact enters, exile a creature card from a graveyard."
players: {Alice: {battlefield: [Prism]}, Bob: {}}
""")
    (known,) = where.by_name["replaces"]
    unknown = Function("replaces", [*known.arguments[:3], Function("frobnicate")])
    where = where.changed(initiated=[unknown], terminated=[known])
    found = replacements(where, parse_events(where, "draw: Alice"))
    told = [(one.card, one.line, one.why) for one in found.unmodelled]
    assert told == [("Prism", 1, "not modelled: frobnicate")]
