"""Meanings that the retelling of all texts showed to be dropped or twisted: one test for each kind."""

from __future__ import annotations

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face


def facts(text: str, type_line: str = "Creature — Elf") -> list[str]:
    """The facts of a text, its face as `c`."""
    compiled = compile_face(Face("Test Walker", type_line=type_line, text=text))
    assert not compiled.unmodelled
    return sorted(str(fact).replace('c("Test Walker")', "c") for fact in compiled.facts)


def refused(text: str, type_line: str = "Creature — Elf") -> bool:
    """Whether a text doesn't compile."""
    return bool(compile_face(Face("Test Walker", type_line=type_line, text=text)).unmodelled)


def test_a_card_that_is_played_is_a_land_or_a_spell() -> None:
    found = facts("Whenever you play a card from exile, you gain 1 life.")
    assert "trigger(a(c,1),plays_or_casts(you,f(a(c,1),1),f(a(c,1),2)))" in found
    assert "filter(f(a(c,1),1),2,played_from(exile))" in found
    assert {"filter(f(a(c,1),2),1,zone(stack))", "filter(f(a(c,1),2),3,cast_from(exile))"} <= set(found)
    assert refused("Whenever you play a card exiled with this creature, you gain 1 life.")


def test_a_land_that_is_played_is_a_land() -> None:
    found = facts("Whenever an opponent plays a land, you gain 1 life.")
    assert "trigger(a(c,1),plays(f(a(c,1),1),f(a(c,1),2)))" in found


def test_a_keyword_before_a_dash_is_no_label() -> None:
    assert refused("Modular—Sunburst")
    assert "keyword(a(c,1),sunburst)" in facts("Sunburst")


def test_who_chooses_a_target() -> None:
    found = facts("Whenever a land enters, its controller chooses target creature. Tap that creature.")
    assert "optional_target_of(a(c,1),1,its_controller)" in found
    found = facts("When this creature enters, choose target creature. Tap that creature.")
    assert "instruction(a(c,1),1,choose_target(you,target(1)))" in found


def test_counters_that_were_put_have_a_kind() -> None:
    found = facts(
        "As long as you've put one or more +1/+1 counters on a creature this turn, this creature has flying."
    )
    assert 'condition(a(c,1),put_counters_this_turn("+1/+1",f(a(c,1),1)))' in found
    found = facts("At the beginning of your end step, if you put a counter on a creature this turn, scry 1.")
    assert "condition(a(c,1),put_counters_this_turn(any,f(a(c,1),1)))" in found


def test_x_of_what_targets_must_be_together() -> None:
    found = facts(
        "When this creature enters, return any number of target creature cards with total mana value X "
        "or less from your graveyard to your hand, where X is your life total."
    )
    assert "together(a(c,1),1,total(mana_value,less_equal,life(you)))" in found


@pytest.mark.parametrize("number", ["ten", "twenty"])
def test_cards_in_a_single_graveyard_are_one_players(number: str) -> None:
    found = facts(
        f"This creature gets +3/+0 as long as there are {number} or more cards in a single graveyard."
    )
    assert any(fact.startswith("condition(a(c,1),exists(") for fact in found)
    assert any("compare(graveyard_size,greater_equal," in fact for fact in found)


def test_a_cost_from_a_single_graveyard_is_not_one_from_all() -> None:
    found = facts("{1}, Exile two creature cards from a single graveyard: Draw a card.")
    assert any(fact.endswith(",single_graveyard)") for fact in found)  # a word that no file carries
    found = facts("When this creature enters, exile up to two target cards from a single graveyard.")
    assert "together(a(c,1),1,same_owner)" in found
    assert not any("single_graveyard" in fact for fact in found)


def test_other_opponents_are_not_the_one_that_was_named() -> None:
    found = facts(
        "Whenever this creature deals combat damage to an opponent, "
        "it deals that much damage to each other opponent."
    )
    assert {"filter(f(a(c,1),1),1,opponent)", "filter(f(a(c,1),1),2,other_than(that_player))"} <= set(found)
    found = facts("Target opponent loses 3 life and each other opponent loses 1 life.", "Sorcery")
    assert "filter(f(a(c,1),2),2,other_than(target(1)))" in found
    assert refused("{T}: Each other opponent loses 1 life.")


def test_the_symbol_x_in_a_cost_is_not_the_x_of_the_text() -> None:
    found = facts(
        "{T}: Add X mana of any one color, where X is this creature's power. "
        "Spend this mana only to cast spells with {X} in their mana costs."
    )
    assert any(fact.endswith(",cost_includes(x))") for fact in found)
    assert "instruction(a(c,1),1,add_mana(you,any_one_color(power(self))))" in found


def test_a_spell_that_resolves_waits_for_no_casting_of_itself() -> None:
    text = "When you cast this spell, if a creature died this turn, "
    text += "you may copy this spell and may choose a new target for the copy."
    compiled = compile_face(Face("Test Walker", type_line="Instant", text=text))
    assert not any("delayed_trigger" in str(fact) for fact in compiled.facts)
    found = facts("When you cast this spell, draw a card.\nDestroy target creature.", "Instant")
    assert "trigger(a(c,1),casts(you,self))" in found
    assert not any("delayed_trigger" in fact for fact in found)


def test_instead_speaks_of_nothing_that_is_not_done() -> None:
    assert refused(
        "Search your library for an artifact card, reveal it, and put it into your hand. If this spell was "
        "cast from a graveyard, put that card onto the battlefield instead. Then shuffle.",
        "Sorcery",
    )
    assert refused(
        "Target opponent sacrifices a creature of their choice. If you control an artifact, that player "
        "sacrifices two of those creatures of their choice instead.",
        "Sorcery",
    )
    found = facts(
        "Look at the top four cards of your library. Put one of those cards into your hand. If you control "
        "an artifact, put two of those cards into your hand instead. Put the rest on the bottom of your "
        "library.",
        "Sorcery",
    )
    (chosen,) = (fact for fact in found if fact.startswith("instruction(a(c,1),2,if_else("))
    assert chosen.count("those_cards(1)") == 2


def test_that_equipment_is_the_target_and_not_the_token_made_since() -> None:
    found = facts(
        "Gain control of target Equipment, then create a 0/0 black Germ creature token "
        "and attach that Equipment to it.",
        "Instant",
    )
    assert any("attach(target(1),created(1))" in fact for fact in found)


def test_your_opponents_are_opponents() -> None:
    found = facts("When this creature enters, it deals 2 damage to each of your opponents.")
    assert "filter(f(a(c,1),1),1,opponent)" in found
    found = facts("Whenever a player casts a spell, each of that player's opponents draws a card.")
    assert any(fact.endswith(",other_than(that_player))") for fact in found)


def test_that_spell_is_the_one_that_was_cast_and_no_card_seen_since() -> None:
    found = facts(
        "Whenever an opponent casts a spell, you may reveal the top card of your library. If it shares a card"
        " type with that spell, counter that spell."
    )
    assert "filter(f(a(c,1),1),1,shares(card_type,it))" in found
    assert "instruction(a(c,1),2,if(is(those_cards(1),f(a(c,1),1)),(counter(it),())))" in found
