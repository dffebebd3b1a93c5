"""Whom and whose parts of a text speak of, on invented cards."""

from __future__ import annotations

import pytest
from meanings_read import has, refused

from magistrate.bridge.programs import implemented


def test_shields_on_both_sides() -> None:
    has(
        "{T}: Prevent all combat damage that would be dealt to and dealt by target creature this turn.",
        "instruction($,1,prevent(all,combat,target(1),any,end_of_turn))",
        "instruction($,2,prevent(all,combat,any,target(1),end_of_turn))",
    )


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Whenever equipped creature attacks, look at the top six cards of your library. You may "
            "reveal a card that "
            "shares a creature type with that creature from among them.",
            "filter(F1,2,shares(creature_type,attached))",
        ),
        (
            "Whenever a creature you control attacks, look at the top six cards of your library. You "
            "may reveal a card "
            "that shares a creature type with that creature from among them.",
            "filter(F1,2,shares(creature_type,it))",
        ),
        (
            "At the beginning of your upkeep, you may look at the top card of your library. If it "
            "shares a creature "
            "type with this creature, you may reveal it.",
            "instruction($,2,if(is(those_cards(1),F1),(may(you,(reveal(you,those_cards(1)),())),())))",
        ),
        (
            "{1}: Put a stun counter on each creature blocking this creature. Each of those creatures "
            "doesn't untap "
            "during its controller's untap step for as long as it has a stun counter on it.",
            "instruction($,2,lasting(as_long_as(is(affected,f($,2))),a($,1)))",
        ),
        (
            "{1}: Target player sacrifices a land. Each player sacrifices all lands they control.",
            "filter(F3,3,controller(their))",
        ),
    ],
)
def test_what_is_nearer_is_not_always_meant(text: str, fact: str) -> None:
    has(text, fact)


def test_targets_named_together() -> None:
    has(
        "Return up to one target instant card and up to one target land card from your graveyard to "
        "your hand.",
        "filter(F1,3,zone(graveyard))",
        "filter(F1,4,owner(you))",
        type_line="Sorcery",
    )
    has(
        "Tap target creature and target land. Those permanents don't untap during their controllers' "
        "next untap steps.",
        "instruction($,2,skip_untap(all_of_them(target(1),target(2))))",
        type_line="Sorcery",
    )


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Target player reveals cards from the top of their library until they reveal a land card, "
            "then puts those "
            "cards into their graveyard.",
            "instruction($,2,move(target(1),up_to(that_card(1)),graveyard))",
        ),
        (
            "Target creature and each other creature that shares a color with it get +1/+1 until end "
            "of turn.",
            "filter(f(a($,1),1),4,other_than(target(1)))",
        ),
        (
            "Return target permanent to its owner's hand, then that player discards a card.",
            "instruction($,2,discard(owner(target(1)),1))",
        ),
        (
            "Destroy target creature. That creature's controller draws a card. That player loses 1 life.",
            "instruction($,3,lose_life(controller(target(1)),1))",
        ),
        (
            "Put target creature on top of its owner's library. If that creature is red, you may put "
            "it on the bottom "
            "of its owner's library instead.",
            ""
            ""
            ""
            ""
            "instruction($,1,if_else(is(target(1),F2),(may_else(you,(move(you,target(1),library_bottom),()),"
            "(move(you,target(1),library_top),())),()),(move(you,target(1),library_top),())))",
        ),
    ],
)
def test_whose_and_what_else(text: str, fact: str) -> None:
    has(text, fact, type_line="Sorcery")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "{1}: Attacking creatures get +1/+0 until end of turn for each other attacking creature.",
            "filter(f(a($,1),2),4,other_than(affected))",
        ),
        (
            "{T}: Target creature gets +1/+0 until end of turn for each other creature you control.",
            "filter(f(a($,1),1),4,other_than(target(1)))",
        ),
        (
            "At the beginning of your upkeep, if this card is in your graveyard, you gain 1 life.",
            "functions($,graveyard)",
        ),
        ("{1}: Each other player sacrifices a creature.", "filter(F1,2,other_than(you))"),
        (
            "When this creature dies, create X Treasure tokens, where X is the number of +1/+1 "
            "counters on it.",
            'instruction($,1,create(you,counters(self,"+1/+1"),predefined(treasure),(),created(1)))',
        ),
        (
            "Whenever a creature you control dies, create X Treasure tokens, where X is its power.",
            "instruction($,1,create(you,power(it),predefined(treasure),(),created(1)))",
        ),
        (
            "{1}: This creature deals 1 damage to each opponent and each creature they control.",
            "filter(F3,3,controller(opponents))",
        ),
        (
            "{1}: This creature deals 1 damage to target creature and 2 damage to its controller.",
            "instruction($,2,damage(self,2,controller(target(1))))",
        ),
        (
            "{1}: For each creature you control, create a token that's a copy of it.",
            "instruction($,1,for_each(each(F1),(create(you,1,token_copy(it),(),created(1)),())))",
        ),
    ],
)
def test_others_and_owners(text: str, fact: str) -> None:
    has(text, fact)


def test_quotes_are_read_to_the_end() -> None:
    refused(
        'When this creature dies, create a 1/1 white Imp creature token with "This token can\'t block," '
        '"Whenever this token dies, frobnicate," and flying.'
    )
    refused(
        'When this creature dies, create Sting, a legendary white Equipment artifact token with "Equipped '
        'creature gets +2/+0," "Whenever equipped creature attacks, frobnicate," and equip {2}.'
    )
    has(
        "You can't lose the game and your opponents can't win the game.",
        "states($,1,cant_lose(you))",
        "states($,2,cant_win(opponents))",
    )


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "When this creature enters, reveal the top six cards of your library. You may put a card "
            "that shares "
            "a creature type with it from among them into your hand.",
            "filter(F1,2,shares(creature_type,self))",
        ),
        (
            "Whenever this creature attacks, it deals damage to each opponent equal to the number of "
            "creatures "
            "that opponent controls.",
            "filter(F1,3,controller(their))",
        ),
        (
            "{1}: Untap target creature. At the beginning of the next end step, sacrifice it. If you "
            "do, you "
            "gain life equal to its toughness.",
            "instruction(a($,1),2,if_done((gain_life(you,toughness(target(1))),())))",
        ),
        (
            "Enchanted creature can't attack or block. It loses all abilities.",
            "change(a(c,2),1,ability,attached,lose_all)",
        ),
    ],
)
def test_whom_a_later_sentence_is_about(text: str, fact: str) -> None:
    has(text, fact)


def test_graveyards_belong_to_owners() -> None:
    has(
        "For each opponent, exile up to one target instant card from that player's graveyard.",
        "filter(F1,4,owner(opponents))",
        "together($,1,different_owners)",
        type_line="Sorcery",
    )


def test_that_opponent_and_deeds_before() -> None:
    has(
        "Put target permanent an opponent controls on top of its owner's library. That opponent draws "
        "a card.",
        "instruction($,2,draw(controller(target(1)),1))",
        type_line="Sorcery",
    )
    has(
        "Clash with an opponent, then return target creature to its owner's hand. If you win, destroy that "
        "creature instead.",
        "instruction($,1,clash(you))",
        type_line="Sorcery",
    )
    has(
        "When this artifact enters and when you sacrifice it, you draw a card.",
        "trigger($,sacrifices(you,self))",
    )
    refused("Draw a card. Tap that creature.", type_line="Sorcery")


_WRITTEN_OTHERWISE = frozenset(
    ("bands_with_other", "doctors_companion", "for_mirrodin", "jump_start", "offering", "start_your_engines")
) | {"typecycling", "web_slinging"}
_OTHER_WORDS = {"champion", "craft", "enchant"}
"""Which mean something else as plain words."""


@pytest.mark.parametrize(
    "keyword",
    sorted((implemented("keywords") | implemented("meanings")) - _WRITTEN_OTHERWISE - _OTHER_WORDS),
)
def test_every_keyword_can_be_asked_for(keyword: str) -> None:
    written = keyword.replace("_", " ")
    has(f"{{1}}: Destroy target permanent with {written}.", f"filter(F1,2,keyword({keyword}))")
    has(
        f"{{1}}: Destroy target permanent that doesn't have {written}.",
        f"filter(F1,2,non(keyword({keyword})))",
    )
