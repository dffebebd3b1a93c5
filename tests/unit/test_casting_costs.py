"""What spells cost, and how that is paid."""

from __future__ import annotations

from random import Random

import pytest
from clingo import Number
from hypothesis import given, settings
from hypothesis import strategies as st
from moving import activate, cast, held, life, names, resolved, rules, table, tapped, thing

from magistrate.bridge.game import Game, moves
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.moves import Pay
from magistrate.bridge.game.payment import Bill
from magistrate.bridge.programs import Session, non_facts
from magistrate.bridge.records import replace


def test_casting_leaves_nothing_open_before_the_payment() -> None:
    game = table("Forest, Forest", "Grey Bear")
    position, x = moves.proposed(game.position, cast(game, "Grey Bear"), game.decision.player)
    session = Session("proposal", position.facts, extra=[moves.proposing(x)], by_clingo=True)
    before = {"violation", "needs", "needs_generic", "piece", "eligible", "gives", "ready", "fewest"}
    assert not {atom.name for atom in non_facts(session.control)} & before
    assert non_facts(Session("candidates", game.position.facts, by_clingo=True).control) == []


def test_floating_mana_goes_first() -> None:
    game = table("Mountain", "Jolt", more='mana: "{R}"')
    game = moves.make(game, cast(game, "Jolt", "Bob"))
    assert tapped(game) == []
    assert not held(game, "mana")


def test_phyrexian_mana_is_paid_with_life_only_where_mana_lacks() -> None:
    game = table("Swamp: {count: 2}", "Painful Truth")
    after = moves.make(game, cast(game, "Painful Truth"))
    assert (life(after, 1), len(tapped(after))) == (20, 2)
    game = table("Forest: {count: 1}", "Painful Truth")
    after = moves.make(game, cast(game, "Painful Truth"))
    assert (life(after, 1), len(tapped(after))) == (18, 1)


def test_how_it_is_paid_may_be_said() -> None:
    game = table("Swamp: {count: 2}", "Painful Truth")
    after = moves.make(game, cast(game, "Painful Truth", pay=Pay(life=2)))
    assert (life(after, 1), len(tapped(after))) == (18, 1)
    with pytest.raises(IllegalMove):
        moves.make(game, cast(game, "Painful Truth", pay=Pay(life=4)))


@pytest.mark.parametrize("land", ["Forest", "Plains"])
def test_hybrid_mana_takes_either(land: str) -> None:
    game = table(land, "Split Word")
    assert tapped(moves.make(game, cast(game, "Split Word"))) == [land]
    assert rules(table("Island", "Split Word"), cast(table("Island", "Split Word"), "Split Word"))


def test_costs_less_and_costs_more() -> None:
    game = table("Island: {count: 3}, Cheap Clerk", "Long Thought")
    assert len(tapped(moves.make(game, cast(game, "Long Thought")))) == 2
    game = table("Island: {count: 3}", "Long Thought", "Dear Clerk")
    assert rules(game, cast(game, "Long Thought")) == {"118.3", "601.2h"}
    game = table("Island: {count: 4}", "Long Thought", "Dear Clerk")
    assert len(tapped(moves.make(game, cast(game, "Long Thought")))) == 4


def test_delve_convoke() -> None:
    game = table("Island: {count: 2}", "Grand Plan", graveyard="Jolt, Jolt, Jolt")
    game = moves.make(game, cast(game, "Grand Plan"))
    assert (names(game, "exile"), len(tapped(game))) == (["Jolt"] * 3, 2)
    game = table("Plains, Mana Elf, Pinger: {sick: true}", "Rally")
    game = moves.make(game, cast(game, "Rally"))
    assert tapped(game) == ["Mana Elf", "Pinger", "Plains"]


def test_an_additional_cost_asks_which_and_is_an_event() -> None:
    game = table("Swamp, Pinger, Grey Bear", "Cruel Bargain")
    asked = moves.make(game, cast(game, "Cruel Bargain"))
    assert str(asked.decision.kind) == "some(1,1)"
    assert len(asked.decision.options) == 2
    paid = asked.answer([asked.position.names.object("Pinger")])
    assert names(paid, "graveyard") == ["Pinger"]
    assert names(paid, "stack") == ["Cruel Bargain"]
    said = moves.make(game, cast(game, "Cruel Bargain", pay=Pay((("sacrifice", (thing(game, "Pinger"),)),))))
    assert names(said, "graveyard") == ["Pinger"]
    assert rules(table("Swamp", "Cruel Bargain"), cast(table("Swamp", "Cruel Bargain"), "Cruel Bargain")) == {
        "118.3"
    }


def test_one_cost_or_another() -> None:
    game = table("Mountain: {count: 4}", "Choice of Pain")
    assert len(tapped(moves.make(game, cast(game, "Choice of Pain")))) == 4
    game = table("Mountain: {count: 1}", "Choice of Pain, Jolt")
    after = moves.make(game, cast(game, "Choice of Pain"))
    assert names(after, "graveyard") == ["Jolt"]


def test_an_alternative_cost() -> None:
    game = table("", "Free Thought, Long Thought")
    assert rules(game, cast(game, "Free Thought")) == {"118.3", "601.2h"}
    after = moves.make(game, cast(game, "Free Thought", with_=("alternative",)))
    assert (life(after, 1), names(after, "exile")) == (19, ["Long Thought"])


def test_restricted_mana() -> None:
    game = table("Creature Den", "Jolt")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"118.3", "601.2h"}
    game = table("Creature Den", "Mana Elf")
    assert tapped(moves.make(game, cast(game, "Mana Elf"))) == ["Creature Den"]


def test_what_would_be_lost_for_good_comes_last() -> None:
    game = table("Gold Coin, Mountain", "Jolt")
    assert names(moves.make(game, cast(game, "Jolt", "Bob")), "graveyard") == []
    game = table("Gold Coin", "Jolt")
    assert names(moves.make(game, cast(game, "Jolt", "Bob")), "graveyard") == ["Gold Coin"]


def test_x_is_asked_for_up_to_what_can_be_paid() -> None:
    game = table("Mountain: {count: 4}", "Big Fire")
    game = moves.make(game, cast(game, "Big Fire"))
    assert game.decision is not None
    assert str(game.decision.kind) == "number(0,3)"
    game = moves.choose(game.answer([Number(2)]), [game.position.names.player("Bob")])
    assert life(resolved(game), 2) == 18


def test_a_mana_ability_that_does_more_is_activated_before() -> None:
    game = table("Sore Land, Forest", "Grey Bear")
    game = moves.make(game, cast(game, "Grey Bear"))
    assert names(game, "stack") == ["Grey Bear"]
    assert (life(game, 1), len(tapped(game))) == (19, 2)
    game = table("Sore Land, Forest, Forest", "Grey Bear")
    assert life(moves.make(game, cast(game, "Grey Bear")), 1) == 20


def test_triggered_mana_abilities_pay_too() -> None:
    game = table("Forest: {id: wood}, Lush Vine: {attached_to: wood}", "Grey Bear")
    game = moves.make(game, cast(game, "Grey Bear"))
    assert names(game, "stack") == ["Grey Bear"]
    assert not held(game, "mana")
    game = table("Great Wake, Mountain: {count: 2}", "Twin Bolts, Grey Bear")
    assert not rules(game, cast(game, "Twin Bolts", "Bob", divide={game.position.names.player("Bob"): 3}))
    assert rules(game, cast(game, "Grey Bear")) == {"118.3", "601.2h"}
    after = moves.make(game, activate(game, "Mountain"))
    assert held(after, "mana") == {"mana(p(1),red,2)"}
    assert not after.position.about("stack_ability", 3)


def test_mana_that_a_land_could_produce() -> None:
    game = table("Mirror Land", "Jolt", "Mountain")
    assert tapped(moves.make(game, cast(game, "Jolt", "Bob"))) == ["Mirror Land"]
    game = table("Mirror Land", "Jolt", "Forest")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"118.3", "601.2h"}


def test_the_first_spell_of_a_turn() -> None:
    game = table("Early Clerk, Forest: {count: 3}", "Grey Bear, Strong Bear")
    game = moves.make(game, cast(game, "Grey Bear"))
    assert len(tapped(game)) == 1
    game = resolved(game)
    game = moves.make(game, cast(game, "Strong Bear"))
    assert len(tapped(game)) == 3


def test_the_total_cost_is_locked_in() -> None:
    game = table("Cheap Clerk, Swamp", "Cheap Bargain")
    game = moves.make(game, cast(game, "Cheap Bargain"))
    assert names(game, "graveyard") == ["Cheap Clerk"]
    assert len(tapped(game)) == 1


@pytest.mark.parametrize("name", ["Grand Plan", "Cruel Bargain", "Rally", "Strong Bear"])
def test_paying_leaves_nothing_open(name: str) -> None:
    lands = "Island: {count: 2}, Swamp, Plains, Forest: {count: 2}"
    game = table(f"{lands}, Mana Elf, Great Wake, Cheap Clerk", name, graveyard="Jolt, Jolt")
    assert game.decision is not None
    begun, x = moves.proposed(game.position, cast(game, name), game.decision.player)
    payment = Bill(begun, x).best()
    assert payment is not None
    assert non_facts(Session("game", begun.facts, extra=payment.facts, by_clingo=True).control) == []


@given(st.randoms(use_true_random=False))
@settings(max_examples=5)
def test_of_equal_lands_the_first_are_tapped_however_the_facts_are_ordered(random: Random) -> None:
    start = table("Forest: {count: 3}, Mountain, Forest, Mountain", "Grey Bear").position
    facts = sorted(start.facts)
    random.shuffle(facts)
    game = Game.of(replace(start, facts=frozenset(facts)))
    game = moves.make(game, cast(game, "Grey Bear"))
    assert tapped(game) == ["Forest#1", "Forest#2"]
