"""Wordings of attacks, blocks, characteristics, mana and targets that few texts use, on invented cards."""

# ruff: noqa: E501  (texts of cards stand on one line)
from __future__ import annotations

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face


def facts(text: str, type_line: str = "Creature — Ogre") -> set[str]:
    """The facts of a card named Grub: `$` is the first ability, F1 its first filter, G1 the first of one nested in it."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    found = set()
    for fact in face.facts:
        shown = str(fact).replace('c("Grub")', "c").replace("a(c,1)", "$")
        for number in range(1, 9):
            shown = shown.replace(f"f($,{number})", f"F{number}").replace(f"f(a($,1),{number})", f"G{number}")
        found.add(shown)
    return found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Grub can't attack during extra turns.", {"condition($,extra_turn)", "states($,1,cant_attack(self,any))"}),
        (
            "Grub can't be blocked unless defending player controls three or more creatures that share a creature type.",
            {"states($,1,cant_be_blocked(self,F1))", "filter(F1,3,controller(each(F2)))",
             "filter(F2,2,non(controls_sharing(creature_type,F3,greater_equal,3)))"},
        ),
        (
            "Whenever you attack a player with one or more equipped creatures, draw a card.",
            {"trigger($,attacks(one_or_more(F1),F2))", "filter(F1,1,equipped)", "filter(F1,4,controller(you))"},
        ),
        (
            "Whenever one or more creatures an opponent controls attack you and aren't blocked, draw a card.",
            {"trigger($,attacks_unblocked(one_or_more(F1),you))"},
        ),
        (
            "Whenever Grub attacks, each opponent can't block with more than one creature this combat.",
            {"states(a($,1),1,most_blocking(1,G1))", "instruction($,1,lasting(end_of_combat,a($,1)))"},
        ),
        (
            "{T}: Choose target creature. Destroy it at the beginning of the next end step if it didn't attack this turn.",
            {"instruction(a($,1),1,if(non(is(target(1),G1)),(destroy(target(1)),())))"},
        ),
        (
            "Enchanted creature gets +1/+0. It gets +3/+1 instead as long as you control an Elf.",
            {"condition($,non(exists(F1)))", "change($,1,pt_add,attached,power(1))",
             "change(a(c,2),1,pt_add,attached,power(3))", "change(a(c,2),2,pt_add,attached,toughness(1))"},
        ),
        (
            "Enchanted creature is an Insect artifact creature with base power and toughness 0/1, and it loses all other "
            "abilities, card types, and creature types.",
            {"change($,1,type,attached,set_types((artifact,(creature,()))))", "change($,5,ability,attached,lose_all)"},
        ),
        (
            "Each creature with the greatest power has trample.",
            {"filter(F1,3,greatest(power,F2))", "filter(F2,1,type(creature))"},
        ),
        (
            "Grub gets +1/+1 for each instant and sorcery card you own in exile and in your graveyard.",
            {"change($,1,pt_add,self,power(count(F1)))", "filter(F1,2,owner(you))"},
        ),
        (
            "{T}: Add six {G}. Spend this mana only to cast an Elf spell, unlock a door, or turn a permanent face up.",
            {"instruction($,2,mana_only(or(cast(F1),or(special(unlock),special(turn_up)))))",
             "instruction($,1,add_mana(you,mana((green,(green,(green,(green,(green,(green,())))))))))"},
        ),
        (
            "Whenever enchanted land is tapped for mana, its controller adds an additional {G} for each Elf on the battlefield.",
            {"instruction($,1,add_mana(controller(attached),repeated(mana((green,())),count(F1))))"},
        ),
        (
            "{3}, {T} or {U}, {T}: Untap target creature.",
            {"cost($,1,or(mana((generic(3),())),mana((blue,()))))", "cost($,2,tap)"},
        ),
        (
            "{T}: Attach an Equipment you control to target creature.",
            {"instruction($,1,attach(some(1,1,F2,chosen_ones(1)),target(1)))"},
        ),
        (
            "If a spell or ability an opponent controls causes you to discard this card, put it onto the battlefield instead "
            "of putting it into your graveyard.",
            {"functions($,hand)", "replaces($,1,made_to_discard(you,self),do((move(you,self,battlefield(())),())))"},
        ),
        (
            "Whenever a time counter is removed from this card while it's exiled, draw a card.",
            {"functions($,exile)", "trigger($,while(counter_removed(self,time),is(self,F1)))"},
        ),
        (
            'Creatures you control have "Whenever this creature attacks, create a 1/1 green Elf creature token with '
            "'This token can't block.'\"",
            {"states(a(a(a($,1),1),1),1,cant_block(self,any))"},
        ),
        (
            "{T}: Choose a player with the most life or tied for most life. Target creature can't be blocked by creatures "
            "that player controls this turn.",
            {"filter(F2,2,compare(life,greater_equal,greatest(life,F3)))", "states(a($,1),1,cant_be_blocked(target(1),G1))"},
        ),
    ],
)  # fmt: skip
def test_what_permanents_say(text: str, wanted: set[str]) -> None:
    assert wanted <= facts(text), sorted(facts(text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Creatures of the creature type of your choice get -1/-1 until end of turn.",
            {"instruction($,1,choose(you,creature_type))", "filter(G1,3,chosen(creature_type))"},
        ),
        (
            "Until end of turn, gain control of target creature and it gains haste. Untap and goad that creature.",
            {"change(a($,1),1,control,target(1),controlled_by(you))", "instruction($,2,lasting(end_of_turn,a($,2)))",
             "instruction($,3,untap(target(1)))", "instruction($,4,goad(target(1)))"},
        ),
        (
            "Search your library for up to X basic land cards, where X is the number of Elves you control, put them onto the "
            "battlefield tapped, then shuffle.",
            {"instruction($,1,search(you,you,library,0,count(F1),F2,found(1)))", "instruction($,3,shuffle(you))"},
        ),
        (
            "Target artifact or creature's owner puts it on the bottom of their library.",
            {"instruction($,1,move(owner(target(1)),target(1),library_bottom))", "either(F1,F2)", "either(F1,F3)"},
        ),
        (
            "Prevent the next 4 damage that would be dealt this turn to any number of targets, divided as you choose.",
            {"divide($,1,4)", "instruction($,1,prevent(4,any,target(1),any,end_of_turn))"},
        ),
        (
            "Counter target spell unless its controller pays {2} plus an additional {1} for each Elf you control.",
            {"instruction($,1,unless(paid(controller(target(1)),costs((mana((generic(2),())),(mana_worth(count(F2)),())))),"
             "(counter(target(1)),())))"},
        ),
        (
            "Destroy target land an opponent controls, and creatures you control can't block this turn.",
            {"instruction($,1,destroy(target(1)))", "states(a($,1),1,cant_block(each(G1),any))"},
        ),
        (
            "Return target creature card from your graveyard to the battlefield. It's a Spirit in addition to its other types.",
            {"instruction($,2,lasting(rest_of_game,a($,1)))", "change(a($,1),1,type,target(1),add(subtype,spirit))",
             "from_entering(a($,1))"},
        ),
        (
            "Count the number of lands you control. Your life total becomes that number.",
            {"instruction($,1,set_life(you,count(F1)))"},
        ),
    ],
)  # fmt: skip
def test_what_spells_say(text: str, wanted: set[str]) -> None:
    found = facts(text, "Instant")
    assert wanted <= found, sorted(found)


@pytest.mark.parametrize(
    "text",
    [
        "Turn target creature face down. It's a 2/2 Spirit creature.",  # that face is copied as it is (708.2)
        "Choose target creature, then you choose a creature. Tap the chosen creatures.",  # two choices
        "Each opponent faces a villainous choice — That player loses 3 life, or you draw a card.",  # each their own
    ],
)
def test_what_would_mean_something_else_is_a_gap(text: str) -> None:
    assert compile_face(Face("Grub", type_line="Instant", text=text)).unmodelled
