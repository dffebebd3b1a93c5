"""Wordings that well-known kinds of texts use, on invented cards: the fact that carries each."""

from __future__ import annotations

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face
from magistrate.bridge.unmodelled import gaps


def facts(text: str, type_line: str) -> set[str]:
    """The facts of a card named Grub, with `$` for its first ability."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    return {str(fact).replace('a(c("Grub"),1)', "$") for fact in face.facts}


SPELLS = [
    (
        "Search your library for two land cards, put one onto the battlefield tapped and the other into your "
        "hand, then shuffle.",
        "instruction($,2,move(you,some_of(1,1,f($,2),found(1),chosen_ones(2)),battlefield((tapped,()))))",
    ),
    (
        "Search your library for two land cards, put one onto the battlefield tapped and the other into your "
        "hand, then shuffle.",
        "instruction($,3,move(you,the_rest,hand))",
    ),
    (
        "Destroy target land if it's legendary. Destroy that land if it's tapped instead if you "
        "control a Goat.",
        "instruction($,1,if_else(exists(f($,2)),(if(is(target(1),f($,3)),(destroy(target(1)),())),()),"
        "(if(is(target(1),f($,4)),(destroy(target(1)),())),())))",
    ),
    (
        "Sacrifice any number of creatures. Search your library for up to that many artifact cards, put them "
        "into your hand, then shuffle.",
        "instruction($,2,search(you,you,library,0,that_much,f($,2),found(2)))",
    ),
    (
        "Search your library for a land card, then shuffle and put the card on top.",
        "instruction($,3,move(you,found(1),library_top))",
    ),
    (
        "If a card would be put into your graveyard from anywhere this turn, exile that card instead.",
        "replaces(a($,1),1,would(put_into_graveyard_of(f(a($,1),1),you)),exile)",
    ),
    (
        "Each player exiles all artifact cards from their graveyard, then puts all cards they exiled this "
        "way into their hand.",
        "filter(f($,3),2,this_way(exiled))",
    ),
    (
        "Grub deals 1 damage to target player or planeswalker and 1 damage to target creature. Grub deals 2 "
        "damage to that player or planeswalker and 2 damage to that creature instead if you control a Goat.",
        "instruction($,1,if_else(exists(f($,5)),(damage(self,2,target(1)),(damage(self,2,target(2)),())),"
        "(damage(self,1,target(1)),(damage(self,1,target(2)),()))))",
    ),
    (
        "Grub deals 7 damage divided evenly, rounded down, among all creatures target opponent controls.",
        "instruction($,1,damage(self,divided_evenly(7),each(f($,2))))",
    ),
    (
        "Search your library for up to three Elf cards with different names that each have power 2 or less, "
        "put them into your hand, then shuffle.",
        "filter(f($,1),3,as_a_group(different(names)))",
    ),
    (
        "Return any number of artifact cards with total mana value X or less from your graveyard to your "
        "hand.",
        "filter(f($,1),3,as_a_group(total(mana_value,less_equal,x)))",
    ),
    (
        "Reveal the top four cards of your library. An opponent chooses two of them. Put the chosen cards "
        "into your hand and the rest into your graveyard.",
        "instruction($,3,choose_some_of(chosen_ones(2),2,2,f($,2),those_cards(1),chosen_ones(3)))",
    ),
    (
        "Each player discards a card. Then each player who didn't discard an Elf card this way loses 2 life.",
        "filter(f($,2),2,non(did_this_way(discarded,f($,3))))",
    ),
    (
        "Reveal cards from the top of your library until you reveal a land card. Put that card into your "
        "hand and exile all other cards revealed this way.",
        "instruction($,3,exile(the_rest))",
    ),
    (
        "Separate all lands target player controls into two piles. That player sacrifices all lands in the "
        "pile of their choice.",
        "instruction($,2,choose_pile(target(1)))",
    ),
    (
        "Reveal the top three cards of your library and separate them into two piles. Target opponent "
        "chooses one of those piles. Put that pile into your hand and the other into your graveyard.",
        "instruction($,4,move(you,chosen_pile,hand))",
    ),
]
PERMANENTS = [
    (
        "Whenever an opponent draws a card, you may scry 1 unless that player pays {2}.",
        "instruction($,1,unless(paid(that_player,mana((generic(2),()))),(may(you,(scry(you,1),())),())))",
    ),
    (
        "When Grub enters, sacrifice it unless it escaped.",
        "instruction($,1,if(non(cost_paid(escape)),(sacrifice_it(you,self),())))",
    ),
    (
        "If a player would gain life, that player gains no life instead.",
        "replaces($,1,would(gains_life(f($,1))),skip)",
    ),
    (
        "{1}: Scry 1 if this is the first time this ability has resolved this turn. If it's the second time, "
        "draw a card.",
        "instruction($,2,if(resolved_this_turn(2),(draw(you,1),())))",
    ),
    (
        "When Grub enters, create a Food token and a 1/1 green Elf creature token.",
        "instruction($,1,together((create(you,1,predefined(food),(),created(1)),(create(you,1,a($,1),(),created(2)),()))))",
    ),
    (
        "Whenever a creature you control attacks, Grub deals 2 damage to the player or planeswalker "
        "it's attacking.",
        "instruction($,1,damage(self,2,attacked_by(it)))",
    ),
    (
        "Whenever you discard a card, exile that card from your graveyard.",
        "instruction($,1,exile(found_in(it,graveyard)))",
    ),
    (
        "Whenever you cast a spell, if it's the third Elf spell you cast this turn, draw a card.",
        "filter(f($,1),1,nth_cast_this_turn(3,f($,2)))",
    ),
    (
        "Whenever Grub attacks, if it's the first combat phase of the turn, untap it.",
        "condition($,first_combat)",
    ),
    (
        "If a creature would enter and it wasn't cast, exile it instead.",
        "filter(f($,1),3,non(cast_from(any)))",
    ),
    (
        "{T}: Reveal the top card of your library. If it's an Elf card, create a Food token. If it's a land "
        "card, draw a card.",
        "instruction($,3,if(is(those_cards(1),f($,2)),(draw(you,1),())))",
    ),
    (
        "When Grub dies, turn the exiled card face up. If it's a creature card, put it into its "
        "owner's hand.",
        "instruction($,2,if(is(exiled_card,f($,1)),(move(you,exiled_card,hand),())))",
    ),
    (
        'When Grub enters, it loses "enchant land" and gains "enchant creature put onto the battlefield with '
        'Grub."',
        "filter(f(a(a($,1),1),1),3,put_with(self))",
    ),
    (
        "When Grub enters, return enchanted creature card to the battlefield under your control and attach "
        "Grub to it.",
        "instruction($,2,attach(self,chosen_ones(1)))",
    ),
    (
        "Players can't search libraries. Any player may pay {3} for that player to ignore this effect until "
        "end of turn.",
        'states(a(c("Grub"),2),1,anyone_may_ignore(mana((generic(3),()))))',
    ),
    (
        "Each spell that would cost less than two mana to cast costs two mana to cast.",
        "states($,1,cost_at_least(each(f($,1)),2))",
    ),
    (
        "{T}: For each color among creatures you control, add one mana of that color.",
        "instruction($,1,add_mana(you,every_color_among(f($,1))))",
    ),
    (
        "{T}: Choose a color. Add two mana of that color for each Elf you control.",
        "instruction($,1,add_mana(you,any_one_color(times(2,count(f($,1))))))",
    ),
]


@pytest.mark.parametrize(("text", "fact"), SPELLS)
def test_spells(text: str, fact: str) -> None:
    found = facts(text, "Sorcery")
    assert fact in found, found


@pytest.mark.parametrize(("text", "fact"), PERMANENTS)
def test_permanents(text: str, fact: str) -> None:
    found = facts(text, "Creature — Ogre")
    assert fact in found, found


def test_an_amount_that_speaks_of_the_chosen_colour_is_one_for_each() -> None:
    text = "{T}: Choose a color. Add an amount of mana of that color equal to your devotion to that color."
    (made,) = (fact for fact in facts(text, "Land") if fact.startswith("instruction("))
    for color in ("white", "blue", "black", "red", "green"):
        assert f"of({color},devotion({color}))" in made


def test_colour_identity_is_that_of_symbols_in_the_text_but_not_in_reminders() -> None:
    text = "{R}, {T}: Draw a card. ({G} is only a hint.)"
    face = Face("Grub", mana_cost="{1}{U}", type_line="Legendary Creature — Ogre", text=text)
    found = {str(fact) for fact in compile_face(face).facts if fact.name == "card_identity"}
    assert found == {'card_identity(c("Grub"),red)'}
    assert not {fact for fact in facts(text, "Creature — Ogre") if fact.startswith("card_identity")}


def test_the_size_that_a_token_gets_as_it_is_created_is_no_gap() -> None:
    text = "When Grub dies, create an X/X green Elf creature token, where X is Grub's power."
    assert not list(gaps(compile_face(Face("Grub", type_line="Creature — Ogre", text=text)).facts))
    text = "When Grub dies, create an X/X green Elf creature token, where X is Grub's intensity."
    (gap,) = gaps(compile_face(Face("Grub", type_line="Creature — Ogre", text=text)).facts)
    assert gap[3] == "not modelled: value intensity"
