"""Targets and the instructions around them: invented cards, in the template wording of real ones."""

from __future__ import annotations

import re

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face

SKIPPED = ("face_name", "card_", "mana_", "ability(", "ability_line", "ability_text", "layout", "kind")


def facts(text: str, type_line: str = "Instant") -> set[str]:
    """The facts of the abilities of a card named Grub; `a` is its first ability, `b` one nested in that,
    F1 and G1 are their filters."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    found = set()
    for fact in face.facts:
        shown = str(fact).replace('a(c("Grub"),1)', "a")
        for number in range(1, 9):
            shown = shown.replace(f"f(a,{number})", f"F{number}").replace(f"f(a(a,1),{number})", f"G{number}")
        shown = shown.replace("a(a,1)", "b")
        if not shown.startswith(SKIPPED):
            found.add(shown)
    return found


def does(text: str, type_line: str = "Instant") -> list[str]:
    """The instructions of a text's first ability, in order."""
    numbered = []
    for fact in facts(text, type_line):
        match = re.match(r"instruction\(a,(\d+),(.*)\)$", fact)
        if match:
            numbered.append((int(match[1]), match[2]))
    return [what for _, what in sorted(numbered)]


def slots(text: str, type_line: str = "Instant") -> list[str]:
    """Least and most of each slot of a text's first ability, in order."""
    found = sorted(f for f in facts(text, type_line) if f.startswith("target(a,"))
    return [",".join(f[:-1].rsplit(",", 2)[1:]) for f in found]


CREATURE = {"filter(F1,1,type(creature))", "filter(F1,2,zone(battlefield))"}


def test_one_target() -> None:
    assert facts("Destroy target creature with flying.") == CREATURE | {
        "filter(F1,3,keyword(flying))",
        "target(a,1,F1,1,1)",
        "instruction(a,1,destroy(target(1)))",
    }


def test_any_target_is_four_kinds_of_thing() -> None:
    assert facts("Grub deals 3 damage to any target.") == {
        "target(a,1,F1,1,1)",
        "instruction(a,1,damage(self,3,target(1)))",
        "filter(F1,1,anything)",
        *(f"either(F1,F{n})" for n in range(2, 6)),
        "filter(F2,1,type(creature))",
        "filter(F2,2,zone(battlefield))",
        "filter(F3,1,player)",
        "filter(F4,1,type(planeswalker))",
        "filter(F4,2,zone(battlefield))",
        "filter(F5,1,type(battle))",
        "filter(F5,2,zone(battlefield))",
    }


def test_two_instances_of_the_word_are_two_slots() -> None:
    assert facts("Target creature you control fights another target creature.") == {
        "target(a,1,F1,1,1)",
        "target(a,2,F2,1,1)",
        "different(a,1,2)",
        "instruction(a,1,fight(target(1),target(2)))",
        *CREATURE,
        "filter(F1,3,controller(you))",
        "filter(F2,1,type(creature))",
        "filter(F2,2,zone(battlefield))",
    }


def test_modes_have_their_own_slots() -> None:
    text = "Choose one or both —\n• Destroy target artifact.\n• Grub deals 2 damage to target creature."
    assert facts(text) == {
        "modes(a,1,2)",
        "mode(a,1)",
        "mode(a,2)",
        "target_mode(a,1,1)",
        "target_mode(a,2,2)",
        "target(a,1,F1,1,1)",
        "target(a,2,F2,1,1)",
        "filter(F1,1,type(artifact))",
        "filter(F1,2,zone(battlefield))",
        "filter(F2,1,type(creature))",
        "filter(F2,2,zone(battlefield))",
        "mode_instruction(a,1,1,destroy(target(1)))",
        "mode_instruction(a,2,1,damage(self,2,target(2)))",
    }


def test_another_target_alone_is_another_than_the_source() -> None:
    found = facts(
        "When Grub enters, another target creature gains haste until end of turn.", "Creature — Ogre"
    )
    assert "filter(F1,3,other)" in found


def test_a_target_described_by_another() -> None:
    found = facts(
        "Grub deals 1 damage to target player and 1 damage to target creature that player controls."
    )
    assert "filter(F2,3,controller(target(1)))" in found


def test_divided_among_targets() -> None:
    found = facts("Grub deals 4 damage divided as you choose among any number of targets.")
    assert {"divide(a,1,4)", "target(a,1,F1,0,any)"} <= found


def test_one_target_for_each_opponent() -> None:
    found = facts("For each opponent, exile up to one target creature that player controls.")
    assert {"target(a,1,F1,0,count(F2))", "together(a,1,different_controllers)"} <= found
    assert {"filter(F1,3,controller(opponents))", "filter(F2,1,opponent)"} <= found


def test_abilities_as_targets() -> None:
    found = facts("Counter target activated or triggered ability you don't control.")
    assert {
        "filter(F1,1,non(controller(you)))",
        "filter(F2,2,activated_ability)",
        "filter(F3,2,triggered_ability)",
    } <= found


NUMBERS = [
    ("Tap up to two target creatures.", ["0,2"]),
    ("Tap X target creatures.", ["x,x"]),
    ("Tap two target creatures.", ["2,2"]),
    ("Tap any number of target creatures.", ["0,any"]),
    ("Tap one or two target creatures.", ["1,2"]),
    ("Put a +1/+1 counter on each of up to three target creatures.", ["0,3"]),
    ("Tap target creature and up to one other target creature.", ["1,1", "0,1"]),
    ("Destroy target creature. Its controller loses 2 life.", ["1,1"]),
    ("Draw a card.", []),
]


@pytest.mark.parametrize(("text", "wanted"), NUMBERS)
def test_numbers_of_targets(text: str, wanted: list[str]) -> None:
    assert slots(text) == wanted


INSTRUCTIONS = [
    ("Target player draws two cards and loses 2 life.", ["draw(target(1),2)", "lose_life(target(1),2)"]),
    (
        "Counter target spell unless its controller pays {2}.",
        ["unless(paid(controller(target(1)),mana((generic(2),()))),(counter(target(1)),()))"],
    ),
    ("Return target creature to its owner's hand.", ["move(you,target(1),hand)"]),
    (
        "Destroy target creature. It can't be regenerated.",
        ["destroy(target(1))", "cant_be_regenerated(target(1))"],
    ),
    (
        "Exile target creature, then return it to the battlefield under its owner's control.",
        ["exile(target(1))", "move(you,target(1),battlefield((under(owner),())))"],
    ),
    (
        "Put a +1/+1 counter on target creature you control, then it fights target "
        "creature you don't control.",
        ['put_counters(you,1,"+1/+1",target(1))', "fight(target(1),target(2))"],
    ),
    (
        "Target creature deals damage equal to its power to another target creature.",
        ["damage(target(1),power(target(1)),target(2))"],
    ),
    (
        "Grub deals 3 damage to target creature and you gain 3 life.",
        ["damage(self,3,target(1))", "gain_life(you,3)"],
    ),
    (
        "Grub deals X damage to target creature, where X is the number of creatures you control.",
        ["damage(self,count(F2),target(1))"],
    ),
    (
        "Grub deals 2 damage to target creature. If it's an artifact, Grub deals 4 damage to it instead.",
        ["if_else(is(target(1),F2),(damage(self,4,target(1)),()),(damage(self,2,target(1)),()))"],
    ),
    (
        "Target opponent reveals their hand. You choose a nonland card from it. That "
        "player discards that card.",
        [
            "reveal_hand(target(1))",
            "choose_from(you,F2,chosen_ones(1))",
            "discard_it(target(1),chosen_ones(1))",
        ],
    ),
    (
        "Gain control of target creature until end of turn. Untap that creature.",
        ["lasting(end_of_turn,b)", "untap(target(1))"],
    ),
    (
        "Tap target creature. It doesn't untap during its controller's next untap step.",
        ["tap(target(1))", "skip_untap(target(1))"],
    ),
    (
        "Exile target creature. Return that card to the battlefield at the beginning of the next end step.",
        ["exile(target(1))", "delayed(next_step(end,any),b)"],
    ),
    (
        "Destroy target land. Its controller may search their library for a basic land "
        "card, put it onto the battlefield "
        "tapped, then shuffle.",
        [
            "destroy(target(1))",
            "may(controller(target(1)),(search(controller(target(1)),controller(target(1)),li"
            "brary,1,1,F2,found(1)),"
            "(move(controller(target(1)),found(1),battlefield((tapped,()))),(shuffle(controll"
            "er(target(1))),()))))",
        ],
    ),
    (
        "Prevent the next 3 damage that would be dealt to any target this turn.",
        ["prevent(3,any,target(1),any,end_of_turn)"],
    ),
    (
        "Copy target instant spell. You may choose new targets for the copy.",
        ["copy(you,1,target(1),copies(1))", "may(you,(choose_new_targets(you,copies),()))"],
    ),
    ("Create two Treasure tokens.", ["create(you,2,predefined(treasure),(),created(1))"]),
    ("Each opponent sacrifices a creature of their choice.", ["sacrifice(each(F1),1,1,F2,chosen_ones(1))"]),
    ("Scry 2, then draw a card.", ["scry(you,2)", "draw(you,1)"]),
    ("Draw a card for each artifact you control.", ["draw(you,count(F1))"]),
]


@pytest.mark.parametrize(("text", "wanted"), INSTRUCTIONS)
def test_instructions(text: str, wanted: list[str]) -> None:
    assert does(text) == wanted


def test_a_token_with_its_characteristics_and_abilities() -> None:
    assert facts("Create a tapped 2/1 white Ogre creature token with flying.") == {
        "instruction(a,1,create(you,1,b,(tapped,()),created(1)))",
        "change(b,1,type,self,set_types((creature,())))",
        "change(b,2,type,self,set_subtypes(creature,(ogre,())))",
        "change(b,3,color,self,set_colors((white,())))",
        "change(b,4,ability,self,grant(a(b,1)))",
        "change(b,5,pt_set,self,power(2))",
        "change(b,6,pt_set,self,toughness(1))",
        'change(b,7,text,self,set_name("Ogre Token"))',
        "keyword(a(b,1),flying)",
    }


def test_an_ability_that_triggers_on_what_was_done_has_its_own_target() -> None:
    text = "When Grub enters, you may sacrifice an artifact. When you do, destroy target creature."
    found = facts(text, "Creature — Ogre")
    assert {"target(b,1,G1,1,1)", "instruction(b,1,destroy(target(1)))", "trigger(b,just_done)"} <= found
    assert not any(f.startswith("target(a,") for f in found)


def test_still_a_land_adds_the_type() -> None:
    found = facts("{2}: Grub becomes a 3/3 Elemental creature until end of turn. It's still a land.", "Land")
    assert "change(b,1,type,self,add(type,creature))" in found
    assert not any("set_types" in f for f in found)


def test_it_is_the_object_itself_where_that_was_named_last() -> None:
    text = "Whenever you draw a card, put a +1/+1 counter on Grub. It can't be blocked this turn."
    assert "states(b,1,cant_be_blocked(self,any))" in facts(text, "Creature — Ogre")


def test_that_land_is_no_creature() -> None:
    text = "Whenever a land you control enters, tap target creature. If that land is a Cave, draw a card."
    assert any("is(it,F" in f for f in does(text, "Creature — Ogre"))


@pytest.mark.parametrize(
    "text",
    [
        "Destroy target creature with a grin.",
        "Destroy target creature. Everyone claps.",
        "Target player draws a card and sings.",
        "Grub deals 3 damage to any target at dawn.",
        "If you control a creature, destroy target land and dance instead.",
        "Create a 2/2 purple Ogre creature token.",
    ],
)
def test_no_word_is_left_out(text: str) -> None:
    assert compile_face(Face("Grub", type_line="Instant", text=text)).unmodelled


def test_words_that_do_not_fit_their_subject_leave_the_line_unmodelled() -> None:
    text = (
        "Choose two target creatures. Each of those creatures deals damage equal to its power to the other."
    )
    assert compile_face(Face("Grub", type_line="Instant", text=text)).unmodelled
