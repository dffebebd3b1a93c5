"""What happened earlier in a turn, what is repeated, what may not be done: texts of invented cards."""

from __future__ import annotations

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face


def facts(text: str, type_line: str) -> set[str]:
    """The facts of a card named Grub, with `$` for its first ability."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    return {str(fact).replace('a(c("Grub"),1)', "$") for fact in face.facts}


SPELLS = [
    (
        "You gain 2 life for each Goat that died this turn.",
        "instruction($,1,gain_life(you,times(2,history(died_this_turn,f($,1)))))",
    ),
    (
        "Repeat the following process X times. Each opponent loses 2 life unless that player discards a "
        "card.",
        "instruction($,1,repeat_list(x,(for_each(each(f($,1)),(unless(paid(that_player,discard(1,f($,2))),"
        "(lose_life(that_player,2),())),())),())))",
    ),
    ("Draw a card. You may repeat this process any number of times.", "instruction($,2,may(you,(again,())))"),
    ("Scry 1. Repeat this process two more times.", "instruction($,2,repeat_list(2,(scry(you,1),())))"),
    (
        "Draw a card. If you cast this spell during your main phase, draw two cards instead.",
        "instruction($,1,if_else(cast_during(your_main_phase),(draw(you,2),()),(draw(you,1),())))",
    ),
    (
        "Double target player's life total.",
        "instruction($,1,set_life(target(1),times(2,life(target(1)))))",
    ),
    (
        "Target player can't cast spells or activate abilities this turn.",
        "states(a($,1),2,cant_activate_of(target(1),any,any))",
    ),
    (
        "Discard all the cards in your hand, then draw that many cards minus one.",
        "instruction($,2,draw(you,minus(that_much,1)))",
    ),
]
PERMANENTS = [
    (
        "Whenever you cast another Goat spell, if Grub is in the command zone or on the battlefield, draw a "
        "card.",
        "functions($,command)",
    ),
    (
        "Whenever you activate an ability, if it isn't a mana ability, copy that ability.",
        "condition($,is(it,f($,1)))",
    ),
    (
        "Whenever you cycle or discard a card, you gain 1 life.",
        "trigger($,discards(you,f($,1)))",
    ),
    (
        "This creature can't attack unless you've cast a creature spell this turn.",
        "condition($,non(compare(history(cast_this_turn,f($,1)),greater_equal,1)))",
    ),
    (
        "If Grub would enter, sacrifice two untapped lands instead. If you do, put Grub onto the "
        "battlefield. If you don't, put it into its owner's graveyard.",
        "replaces($,1,enters(self),pay_or_graveyard(sacrifice(2,f($,1)),must))",
    ),
    (
        "At the beginning of your upkeep, sacrifice a creature. If you can't, you lose 2 life.",
        "instruction($,2,if_not_done((lose_life(you,2),())))",
    ),
    (
        "You may activate loyalty abilities of planeswalkers you control any time you could cast an instant.",
        "states($,1,activate_any_time(each(f($,1)),loyalty))",
    ),
    (
        "Activated abilities of creatures you control cost {2} less to activate. This effect can't reduce "
        "the mana in that cost to less than one mana.",
        "states($,2,least_mana(activated_of(each(f($,1))),1))",
    ),
]


@pytest.mark.parametrize(("text", "fact"), SPELLS)
def test_of_a_spell(text: str, fact: str) -> None:
    found = facts(text, "Sorcery")
    assert fact in found, "\n".join(sorted(found))


@pytest.mark.parametrize(("text", "fact"), PERMANENTS)
def test_of_a_permanent(text: str, fact: str) -> None:
    found = facts(text, "Legendary Creature — Ogre")
    assert fact in found, "\n".join(sorted(found))


def test_what_one_may_do_in_part_has_no_meaning_for_who_cannot() -> None:
    text = "At the beginning of your upkeep, sacrifice two lands. If you can't, you lose 2 life."
    assert compile_face(Face("Grub", type_line="Creature — Ogre", text=text)).unmodelled
