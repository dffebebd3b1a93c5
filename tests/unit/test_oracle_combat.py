"""Texts about attacking and blocking: invented cards, in the template wording of real ones."""

from __future__ import annotations

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face

SKIPPED = ("face_name", "card_", "mana_", "ability(", "ability_line", "ability_text", "layout", "kind")


def facts(text: str, type_line: str = "Creature — Ogre") -> set[str]:
    """The facts of the abilities of a card named Grub; `a` is its first ability, `b` one nested in that,
    F1 and G1 are their filters."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    found = set()
    for fact in face.facts:
        shown = str(fact).replace('a(c("Grub"),1)', "a")
        for number in range(1, 9):
            shown = shown.replace(f"f(a,{number})", f"F{number}")
            shown = shown.replace(f"f(a(a,1),{number})", f"G{number}")
        shown = shown.replace("a(a,1)", "b")
        if not shown.startswith(SKIPPED):
            found.add(shown)
    return found


def statements(text: str, type_line: str = "Creature — Ogre") -> list[str]:
    """The statements of a text, in the order of their numbers."""
    found = sorted(f for f in facts(text, type_line) if f.startswith("states("))
    return [f.partition(",")[2].partition(",")[2][:-1] for f in found]


def why(text: str, type_line: str = "Creature — Ogre") -> str:
    """Why the only line of a text doesn't compile."""
    (gap,) = compile_face(Face("Grub", type_line=type_line, text=text)).unmodelled
    return gap.why


CREATURE = {"filter(F1,1,type(creature))", "filter(F1,2,zone(battlefield))"}
WHOLE = [
    ("Grub can't block.", {"states(a,1,cant_block(self,any))"}),
    (
        "Grub can't attack or block alone.",
        {"states(a,1,cant_attack_alone(self))", "states(a,2,cant_block_alone(self))"},
    ),
    (
        "Creatures can't attack you or planeswalkers you control unless their controller "
        "pays {2} for each of those "
        "creatures.",
        CREATURE
        | {
            "states(a,1,attack_cost(each(F1),F2,mana((generic(2),()))))",
            "filter(F2,1,anything)",
            "either(F2,F3)",
            "either(F2,F4)",
            "filter(F3,1,player)",
            "filter(F3,2,is(you))",
            "filter(F4,1,type(planeswalker))",
            "filter(F4,2,zone(battlefield))",
            "filter(F4,3,controller(you))",
        },
    ),
    (
        "Grub can't attack unless defending player controls a Cave.",
        {
            "states(a,1,cant_attack(self,defended_by(F1)))",
            "filter(F1,1,player)",
            "filter(F1,2,non(controls(each(F2))))",
            "filter(F2,1,subtype(cave))",
            "filter(F2,2,zone(battlefield))",
        },
    ),
    (
        "Grub can't be blocked except by artifact creatures.",
        {
            "states(a,1,cant_be_blocked_except(self,F1))",
            "filter(F1,1,type(artifact))",
            "filter(F1,2,type(creature))",
            "filter(F1,3,zone(battlefield))",
        },
    ),
    (
        "Grub can't be blocked by creatures with greater power.",
        CREATURE
        | {
            "states(a,1,cant_be_blocked(self,F1))",
            "filter(F1,3,compare(power,greater,power(self)))",
        },
    ),
    (
        "Creatures with power less than Grub's power can't block it.",
        CREATURE
        | {
            "states(a,1,cant_block(each(F1),self))",
            "filter(F1,3,compare(power,less,power(self)))",
        },
    ),
    (
        "If a creature you control attacks, Grub also attacks if able.",
        CREATURE
        | {
            "states(a,1,must_attack_if(self,F1))",
            "filter(F1,3,controller(you))",
        },
    ),
    (
        "All creatures with flying able to block Grub do so.",
        CREATURE
        | {
            "states(a,1,must_be_blocked_by_all(self,F1))",
            "filter(F1,3,keyword(flying))",
        },
    ),
    (
        "As long as Grub is tapped, no more than two creatures can attack you each combat.",
        {
            "states(a,1,most_attackers(2,you))",
            "condition(a,is(self,F1))",
            "filter(F1,1,tapped)",
        },
    ),
]


@pytest.mark.parametrize(("text", "wanted"), WHOLE)
def test_whole_abilities(text: str, wanted: set[str]) -> None:
    assert facts(text) == wanted


def test_effect_with_a_target_and_the_duration_inside() -> None:
    assert facts("Target creature blocks Grub this turn if able.", "Instant") == CREATURE | {
        "target(a,1,F1,1,1)",
        "instruction(a,1,lasting(end_of_turn,b))",
        "states(b,1,must_block(target(1),self))",
    }


def test_effect_on_a_group_has_the_group_in_its_own_ability() -> None:
    assert facts("Creatures without flying can't block this turn.", "Sorcery") == {
        "instruction(a,1,lasting(end_of_turn,b))",
        "states(b,1,cant_block(each(G1),any))",
        "filter(G1,1,type(creature))",
        "filter(G1,2,zone(battlefield))",
        "filter(G1,3,non(keyword(flying)))",
    }


STATED = [
    ("Grub attacks each combat if able.", ["must_attack(self,any)"]),
    ("Grub attacks or blocks each combat if able.", ["must_attack(self,any)", "must_block(self,any)"]),
    (
        "Grub can't attack or block unless you pay {2}.",
        ["attack_cost(self,any,mana((generic(2),())))", "block_cost(self,any,mana((generic(2),())))"],
    ),
    ("Grub can't block and can't be blocked.", ["cant_block(self,any)", "cant_be_blocked(self,any)"]),
    (
        "Grub can't attack its owner or planeswalkers its owner controls.",
        ["cant_attack(self,owner_and_theirs)"],
    ),
    ("Grub can't attack unless at least two other creatures attack.", ["attack_needs(self,2,F1)"]),
    ("Grub can't block unless a creature with greater power also blocks.", ["block_needs(self,1,F1)"]),
    ("Grub can't be blocked except by three or more creatures.", ["least_blockers(self,3)"]),
    ("Grub can't be blocked by more than one creature.", ["most_blockers(self,1)"]),
    (
        "Grub can't be blocked unless all creatures defending player controls block it.",
        ["all_or_no_blockers(self)"],
    ),
    ("Grub can block an additional creature each combat.", ["can_block_more(self,1)"]),
    ("Grub can block an additional seven creatures each combat.", ["can_block_more(self,7)"]),
    ("Grub can block any number of creatures.", ["can_block_more(self,any)"]),
    ("Grub can block only creatures with flying.", ["can_block_only(self,F1)"]),
    ("Grub can block Dragons as though it had reach.", ["can_block_as_though(self,reach,F1)"]),
    (
        "Grub can block creatures with shadow as though they didn't have shadow.",
        ["can_block_as_though_without(self,shadow)"],
    ),
    ("Grub can attack as though it didn't have defender.", ["can_attack_as_though(self,no_defender)"]),
    ("Grub must be blocked if able.", ["must_be_blocked(self,any)"]),
    ("Grub must be blocked by exactly one creature if able.", ["must_be_blocked_by_one(self)"]),
    ("Grub must be blocked by a Wall if able.", ["must_be_blocked(self,F1)"]),
    ("All creatures able to block Grub do so.", ["must_be_blocked_by_all(self,any)"]),
    (
        "Each opponent must attack you with at least one creature each combat if able.",
        ["must_attack_with(each(F1),1,you)"],
    ),
    ("No more than one creature can block each combat.", ["most_blocking(1,any)"]),
    (
        "Creatures with swampwalk can be blocked as though they didn't have swampwalk.",
        ["can_be_blocked_as_though(each(F1),landwalk(swamp))"],
    ),
]


@pytest.mark.parametrize(("text", "wanted"), STATED)
def test_statements(text: str, wanted: list[str]) -> None:
    assert statements(text) == wanted


AURA = "Enchantment — Aura"
ATTACHED = [
    ("Enchanted creature gets +2/+2 and is goaded.", ["goaded(attached)"]),
    (
        "Enchanted creature can't attack or block, and its activated abilities can't be activated.",
        ["cant_attack(attached,any)", "cant_block(attached,any)", "cant_activate(attached,any)"],
    ),
    (
        "Enchanted creature gets +3/+3 and has trample, and all creatures able to block it do so.",
        ["must_be_blocked_by_all(attached,any)"],
    ),
    (
        "Enchanted creature can't attack or block unless its controller pays {3}.",
        ["attack_cost(attached,any,mana((generic(3),())))", "block_cost(attached,any,mana((generic(3),())))"],
    ),
]


@pytest.mark.parametrize(("text", "wanted"), ATTACHED)
def test_statements_about_what_it_is_attached_to(text: str, wanted: list[str]) -> None:
    assert statements(text, AURA) == wanted


LASTING = [
    ("Target creature attacks this turn if able.", "end_of_turn", "must_attack(target(1),any)"),
    ("Target creature can't attack or block this turn.", "end_of_turn", "cant_attack(target(1),any)"),
    ("Until your next turn, creatures can't attack you.", "your_next_turn", "cant_attack(each(G1),you)"),
    (
        "Target creature can't be blocked this turn except by Walls.",
        "end_of_turn",
        "cant_be_blocked_except(target(1),G1)",
    ),
    (
        "Target creature gets +2/+2 until end of turn and must be blocked this turn if able.",
        "end_of_turn",
        "must_be_blocked(target(1),any)",
    ),
    (
        "Target creature gains haste until end of turn and attacks this combat if able.",
        "end_of_combat",
        "must_attack(target(1),any)",
    ),
    (
        "Target creature can attack this turn as though it didn't have defender.",
        "end_of_turn",
        "can_attack_as_though(target(1),no_defender)",
    ),
    (
        "Target creature attacks target opponent this turn if able.",
        "end_of_turn",
        "must_attack(target(1),target(2))",
    ),
]


@pytest.mark.parametrize(("text", "how_long", "statement"), LASTING)
def test_effects_that_last(text: str, how_long: str, statement: str) -> None:
    found = " ".join(facts(text, "Sorcery")).replace("f(a(a,2),1)", "G1")
    assert f"lasting({how_long}," in found
    assert f",1,{statement})" in found


@pytest.mark.parametrize(
    "text",
    [
        "Grub can't attack on Tuesdays.",
        "Grub can't be blocked except by two or more creatures and a song.",
        "Grub attacks each combat if able or sings.",
        "Creatures can't attack you unless their controller whistles.",
        "Target creature can't block.",
        "Grub can block creatures with shadow as though they didn't have flying.",
    ],
)
def test_no_word_is_left_out(text: str) -> None:
    assert why(text)
