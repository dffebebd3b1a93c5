"""Phrases that a few texts use, on invented cards: every word of them must be found in the facts."""

from __future__ import annotations

import re

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face

PRINTED = (
    "face_name",
    "card_",
    "mana_",
    "ability(",
    "ability_line",
    "ability_text",
    "unmodelled",
    "layout",
    "kind",
)


def facts(text: str, type_line: str = "Creature — Ogre") -> set[str]:
    """The facts of the abilities of a card named Grub: `$` is the first ability, `F1` its first filter."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    shown = (str(fact).replace('c("Grub")', "c") for fact in face.facts)
    kept = {fact for fact in shown if not fact.startswith(PRINTED)}
    return {re.sub(r"f\(\$,(\d)\)", r"F\1", fact.replace("a(c,1)", "$")) for fact in kept}


CREATURES = {"filter(F1,1,type(creature))", "filter(F1,2,zone(battlefield))"}
PAIR = {
    "condition($,is(self,F1))",
    "filter(F1,1,paired)",
    "either(F2,F3)",
    "either(F2,F4)",
    "filter(F2,1,zone(battlefield))",
    "filter(F3,1,is(self))",
    "filter(F4,1,paired_with(self))",
}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "As long as Grub is paired with another creature, both creatures have reach.",
            PAIR | {"change($,1,ability,each(F2),grant(a($,1)))", "keyword(a($,1),reach)"},
        ),
        (
            "For each creature you control, you may have that creature assign its combat damage as though it "
            "weren't blocked.",
            CREATURES | {"filter(F1,3,controller(you))", "states($,1,may_assign_as_unblocked(each(F1)))"},
        ),
        (
            "Grub can't attack if there's another creature on the battlefield.",
            CREATURES
            | {"filter(F1,3,other)", "condition($,exists(F1))", "states($,1,cant_attack(self,any))"},
        ),
        (
            "Your opponents can't block with creatures with odd mana values.",
            CREATURES
            | {
                "filter(F1,3,compare(mana_value,odd,0))",
                "filter(F1,4,controller(opponents))",
                "states($,1,cant_block(each(F1),any))",
            },
        ),
        (
            "Players can't be attacked.",
            {"filter(F1,1,player)", "states($,1,cant_be_attacked(each(F1)))"},
        ),
        (
            "Grub can't be blocked as long as defending player controls the most creatures or is tied for "
            "the most.",
            {
                "condition($,is(defending_player,F1))",
                "filter(F1,1,controls_most(F2))",
                "filter(F2,1,type(creature))",
                "filter(F2,2,zone(battlefield))",
                "states($,1,cant_be_blocked(self,any))",
            },
        ),
        (
            "As long as Grub is tapped, it's a Human with base power and toughness 1/1 and can't be blocked.",
            {
                "condition($,is(self,F1))",
                "filter(F1,1,tapped)",
                "change($,1,type,self,set_subtypes(creature,(human,())))",
                "change($,2,pt_set,self,power(1))",
                "change($,3,pt_set,self,toughness(1))",
                "states($,1,cant_be_blocked(self,any))",
            },
        ),
    ],
)
def test_whole_abilities(text: str, wanted: set[str]) -> None:
    assert facts(text) == wanted


def test_words_before_a_noun_are_shared_only_where_both_nouns_can_have_them() -> None:
    assert facts("Each equipped creature and Equipment you control has reach.") == {
        "change($,1,ability,each(F1),grant(a($,1)))",
        "keyword(a($,1),reach)",
        "filter(F1,1,zone(battlefield))",
        "filter(F1,2,controller(you))",
        "either(F1,F2)",
        "either(F1,F3)",
        "filter(F2,1,equipped)",
        "filter(F2,2,type(creature))",
        "filter(F3,1,subtype(equipment))",
    }
    found = facts("{T}: Put a basic land card or Gate card from your hand onto the battlefield.")
    assert {"filter(F2,1,supertype(basic))", "filter(F3,1,subtype(gate))"} <= found
    found = facts("{T}: Put a basic Forest or Plains card from your hand onto the battlefield.")
    assert "filter(F1,1,supertype(basic))" in found


def test_it_behind_a_condition_is_what_the_condition_is_about() -> None:
    found = facts(
        "As long as you control enchanted creature, it gets +2/+2. Otherwise, it can't block.",
        "Enchantment — Aura",
    )
    assert "change($,1,pt_add,attached,power(2))" in found
    assert "states(a(c,2),1,cant_block(attached,any))" in found
    assert "condition(a(c,2),non(is(attached,f(a(c,2),1))))" in found


def test_its_behind_a_group_of_players_is_the_object() -> None:
    found = facts("Whenever Grub attacks, each opponent loses life equal to its power.")
    assert "instruction($,1,lose_life(each(F1),power(it)))" in found or (
        "instruction($,1,lose_life(each(F1),power(self)))" in found
    )


def test_numbers_before_a_dash_are_no_flavour() -> None:
    assert compile_face(Face("Grub", type_line="Artifact", text="6 — Exile it.")).unmodelled
    assert not compile_face(
        Face("Grub", type_line="Creature — Ogre", text="10,000 Teeth — When Grub dies, you gain 1 life.")
    ).unmodelled


def test_a_sticker_gives_what_stands_behind_its_tickets() -> None:
    sheet = "{TK}{TK} — Menace\n{TK}{TK}{TK} — 4/7"
    found = facts(sheet, "Stickers")
    assert {
        "cost($,1,tickets(2))",
        "instruction($,1,sticker(a($,1)))",
        "change(a($,1),1,ability,self,grant(a(a($,1),1)))",
        "keyword(a(a($,1),1),menace)",
        "cost(a(c,2),1,tickets(3))",
        "change(a(a(c,2),1),2,pt_set,self,toughness(7))",
    } <= found


def test_keywords_with_a_cost_taken_from_what_has_them() -> None:
    found = facts(
        "Each creature card in your graveyard has escape. The escape cost is equal to the card's mana cost "
        "plus exile two other cards from your graveyard."
    )
    assert "keyword(a($,1),escape,costs((mana_cost_of(self),(exile(2,f(a($,1),1)),()))))" in found
    found = facts(
        "Each land card in your hand has foretell. Its foretell cost is equal to its mana cost reduced by "
        "{2}."
    )
    assert "keyword(a($,1),foretell,reduced(mana_cost_of(self),mana((generic(2),()))))" in found


def test_protection_of_others_keeps_its_quality() -> None:
    found = facts(
        "As long as a creature you control has flying, Grub has flying. The same is true for protection."
    )
    assert "change(a(c,2),1,ability,self,same_keywords(protection,f(a(c,2),1)))" in found
    assert "filter(f(a(c,2),1),4,keyword(protection))" in found


def test_what_they_own_is_not_yours() -> None:
    found = facts(
        "Target opponent reveals their hand. You may put a face-up exiled card they own into their hand.",
        "Sorcery",
    )
    assert not any("owner(you)" in fact for fact in found)
    assert any("owner(target(1))" in fact for fact in found)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "As long as you control exactly one Ogre, that creature gets +1/+0.",
            {
                "change($,1,pt_add,each(F1),power(1))",
                "condition($,compare(count(F1),equal,1))",
                "filter(F1,1,subtype(ogre))",
                "filter(F1,2,zone(battlefield))",
                "filter(F1,3,controller(you))",
            },
        ),
        (
            "Grub has reach as long as another Aura is attached to a creature you control.",
            {
                "change($,1,ability,self,grant(a($,1)))",
                "keyword(a($,1),reach)",
                "condition($,exists(F1))",
                "filter(F1,1,subtype(aura))",
                "filter(F1,2,zone(battlefield))",
                "filter(F1,3,other)",
                "filter(F1,4,attached_to(each(F2)))",
                "filter(F2,1,type(creature))",
                "filter(F2,2,zone(battlefield))",
                "filter(F2,3,controller(you))",
            },
        ),
        (
            "Creatures you control can't have charge counters put on them.",
            CREATURES | {"filter(F1,3,controller(you))", "states($,1,cant_have_counters(each(F1),charge))"},
        ),
    ],
)
def test_further_static_abilities(text: str, wanted: set[str]) -> None:
    assert facts(text) == wanted


def test_the_creature_you_control_is_the_one_chosen_among_yours() -> None:
    found = facts(
        "Choose target creature you control and target creature you don't control. The creature you "
        "control gets +1/+0 "
        "until end of turn. Then those creatures fight each other.",
        "Sorcery",
    )
    assert "change(a($,1),1,pt_add,target(1),power(1))" in found
    found = facts(
        "Choose target creature you control and target creature an opponent controls. Destroy the "
        "creature you don't "
        "control.",
        "Sorcery",
    )
    assert "instruction($,2,destroy(target(2)))" in found or "instruction($,3,destroy(target(2)))" in found


def test_the_spell_is_the_target_that_is_one() -> None:
    found = facts(
        "Exchange control of target noncreature spell and target creature. Then the spell's "
        "controller may choose new "
        "targets for it.",
        "Instant",
    )
    assert (
        "instruction($,2,may(controller(target(1)),(choose_new_targets(controller(target(1)),target(1)),())))"
        in found
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Put a +1/+1 counter on target creature, two +1/+1 counters on another target creature, "
            "and three +1/+1 "
            "counters on a third target creature.",
            {
                "different($,1,2)",
                "different($,1,3)",
                "different($,2,3)",
                'instruction($,3,put_counters(you,3,"+1/+1",target(3)))',
            },
        ),
        (
            "Counter target triggered ability or colorless spell.",
            {"either(F1,F2)", "either(F1,F3)", "filter(F2,2,triggered_ability)", "filter(F3,1,colorless)"},
        ),
        (
            "Destroy any number of target tapped creatures with different controllers.",
            {"target($,1,F1,0,any)", "together($,1,different_controllers)"},
        ),
        (
            "Grub deals 2 damage to target creature an opponent controls chosen at random.",
            {"target($,1,F1,1,1)", "optional_target_of($,1,at_random)"},
        ),
        (
            "Return up to two target creature cards each with mana value 2 or less from your "
            "graveyard to your hand.",
            {"target($,1,F1,0,2)", "filter(F1,3,compare(mana_value,less_equal,2))"},
        ),
        (
            "Target creature gets -2/-2 until end of turn. It gets an additional -1/-1 until end of "
            "turn for each Cave "
            "you control.",
            {"change(a($,2),1,pt_add,target(1),power(times(-1,count(f(a($,2),1)))))"},
        ),
        (
            "Grub deals 3 damage to any target and the damage can't be prevented.",
            {"instruction($,2,damage_cant_be_prevented)"},
        ),
        (
            "Prevent all damage that would be dealt to you this turn by a source of your choice.",
            {"instruction($,1,prevent(all,any,you,source_of_choice(F1),end_of_turn))", "filter(F1,1,source)"},
        ),
    ],
)
def test_spells_hold_these_facts(text: str, wanted: set[str]) -> None:
    found = facts(text, "Sorcery")
    assert wanted <= found, found


def test_words_in_brackets_are_gone_where_cleave_was_paid() -> None:
    found = facts("Destroy target [attacking] creature.", "Instant")
    assert {
        "instruction($,1,if_else(cost_paid(cleave),(destroy(target(1)),()),(destroy(target(2)),())))",
        "target_when($,1,cost_paid(cleave))",
        "target_when($,2,non(cost_paid(cleave)))",
        "filter(F2,1,attacking)",
    } <= found
    assert "filter(F1,1,attacking)" not in found


def test_anchor_words() -> None:
    found = facts(
        "As Grub enters, choose Bears or Foxes.\n• Bears — Creatures you control have reach.\n"
        "• Foxes — Whenever Grub attacks, draw a card.",
        "Enchantment",
    )
    assert {
        'replaces($,1,enters(self),choose_word("Bears","Foxes"))',
        'filter(f(a(c,2),1),1,chosen_word("Bears"))',
        "change(a(c,2),1,ability,self,grant(a(a(c,2),1)))",
        'filter(f(a(c,3),1),1,chosen_word("Foxes"))',
        "trigger(a(a(c,3),1),attacks(self))",
    } <= found


def test_reflexive_triggers_on_what_was_done_this_way() -> None:
    found = facts(
        "{T}: Draw a card, then discard a card. When you discard a land card this way, Grub deals 2 damage "
        "to any target."
    )
    (trigger,) = (fact for fact in found if fact.startswith("trigger"))
    (card,) = re.findall(r"^trigger\(a\(\$,1\),this_way\(discards\(you,(f\(a\(\$,1\),\d+\))\)\)\)$", trigger)
    assert f"filter({card},1,type(land))" in found
    later = "{R}: Exile the top card of your library. You may play that card this turn. "
    later += "When you play a card this way, "
    assert compile_face(
        Face("Grub", type_line="Artifact", text=later + "Grub deals 2 damage to each player.")
    ).unmodelled


def test_damage_from_what_is_told_by_the_object_itself() -> None:
    found = facts("Prevent all damage that would be dealt to Grub by creatures it's blocking.")
    assert "replaces($,1,would_deal_damage(each(F1),any,self),prevent)" in found
    assert "filter(F1,3,blocked_by(self))" in found


def test_two_kinds_of_creatures_are_creatures() -> None:
    found = facts("{T}: Tap target Wolf or Werewolf creature.")
    assert "filter(F1,1,type(creature))" in found


def test_a_copy_with_exceptions_keeps_them() -> None:
    found = facts("{2}: Grub becomes a copy of target creature, except it has flying.")
    assert "change(a($,1),1,copy,self,becomes_except(target(1),a(a($,1),1)))" in found
    assert "keyword(a(a(a($,1),1),1),flying)" in found


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "When Grub enters, you lose 2 life unless you attacked this turn.",
            "instruction($,1,if(non(you_attacked_this_turn),(lose_life(you,2),())))",
        ),
        (
            "Grub can't attack unless it's paired with a creature with flying.",
            "condition($,non(is(self,F1)))",
        ),
        (
            "At the beginning of each player's end step, Grub deals 1 damage to that player unless they "
            "control a land.",
            "filter(F1,3,controller(that_player))",
        ),
        (
            "Enchant creature with another Aura attached to it",
            "filter(F2,3,other)",
        ),
    ],
)
def test_unless_something_holds(text: str, fact: str) -> None:
    found = facts(text)
    assert fact in found, found
