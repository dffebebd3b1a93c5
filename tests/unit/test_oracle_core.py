"""What texts compile to: invented cards, in the template wording of real ones."""

from __future__ import annotations

import re

import pytest

from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.oracle import COMPILER_VERSION, compile_card, compile_face

PRINTED = ("face_name", "card_", "mana_", "ability(", "ability_line", "ability_text", "unmodelled")


def facts(text: str, type_line: str = "Creature — Ogre", **more: str) -> set[str]:
    """The facts of the abilities of a card named Grub, with `c` for the face."""
    face = compile_face(Face("Grub", type_line=type_line, text=text, **more))
    assert not face.unmodelled, face.unmodelled
    return {str(f).replace('c("Grub")', "c") for f in face.facts if not str(f).startswith(PRINTED)}


def has(text: str, *wanted: str, type_line: str = "Creature — Ogre") -> None:
    """The facts hold all that is wanted; `F1` stands for the filter f(a(c,1),1)."""
    found = facts(text, type_line)
    for fact in wanted:
        full = re.sub(r"\bF(\d)\b", r"f(a(c,1),\1)", fact)
        assert full in found, "\n".join(sorted(found))


def why(text: str, type_line: str = "Creature — Ogre") -> str:
    """Why the only line of a text does not compile."""
    (gap,) = compile_face(Face("Grub", type_line=type_line, text=text)).unmodelled
    assert gap.card == "Grub"
    assert gap.text == text
    return gap.why


def test_printed_values() -> None:
    face = Face("Grub", mana_cost="{1}{R/W}{X}", type_line="Legendary Snow Creature — Ogre Time Lord",
                power="2", toughness="*")  # fmt: skip
    found = {str(f) for f in compile_face(face).facts}
    for fact in (
        'face_name(c("Grub"),"Grub")',
        'card_supertype(c("Grub"),snow)',
        'card_subtype(c("Grub"),time_lord)',
        'card_color(c("Grub"),white)',
        'card_color(c("Grub"),red)',
        'card_power(c("Grub"),2)',
        'mana_value(c("Grub"),2)',
        'mana_cost(c("Grub"),(generic(1),(hybrid(red,white),(x,()))))',
    ):
        assert fact in found
    assert not any(f.startswith("card_toughness") for f in found)


def test_faces_of_a_card_are_apart() -> None:
    card = Card(
        "Grub // Moth",
        "transform",
        (
            Face("Grub", type_line="Creature — Insect", text="Menace"),
            Face("Moth", type_line="Creature", text="Flying"),
        ),
    )
    compiled = compile_card(card)
    assert not compiled.unmodelled
    assert 'keyword(a(c("Moth"),1),flying)' in {str(f) for f in compiled.facts}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Flying", "keyword(a(c,1),flying)"),
        ("First strike, trample over planeswalkers", "keyword(a(c,2),trample,over_planeswalkers)"),
        ("Protection from red", "filter(f(a(c,1),1),1,color(red))"),
        ("Protection from black and from artifacts", "filter(f(a(c,2),1),1,type(artifact))"),
        ("Protection from everything", "keyword(a(c,1),protection,everything)"),
        ("Protection from the chosen player", "keyword(a(c,1),protection,player_chosen)"),
        ("Protection from the chosen color", "keyword(a(c,1),protection,chosen(color))"),
        (
            "Protection from creatures with power 4 or greater",
            "filter(f(a(c,1),1),2,compare(power,greater_equal,4))",
        ),
        ("Protection from each color", "filter(f(a(c,5),1),1,color(green))"),
        ("Hexproof", "keyword(a(c,1),hexproof)"),
        ("Hexproof from multicolored", "filter(f(a(c,1),1),1,multicolored)"),
        ("Islandwalk", "filter(f(a(c,1),1),3,subtype(island))"),
        ("Snow swampwalk", "filter(f(a(c,1),1),3,supertype(snow))"),
        ("Nonbasic landwalk", "filter(f(a(c,1),1),3,non(supertype(basic)))"),
        ("Desertwalk", "filter(f(a(c,1),1),3,subtype(desert))"),
        ("Ward {2}", "keyword(a(c,1),ward,mana((generic(2),())))"),
        ("Ward—Pay 3 life.", "keyword(a(c,1),ward,life(3))"),
        ("Ward—Discard a card.", "keyword(a(c,1),ward,discard(1,f(a(c,1),1)))"),
        ("Equip {3}", "keyword(a(c,1),equip,attach(mana((generic(3),())),f(a(c,1),1)))"),
        ("Equip legendary creature {1}", "filter(f(a(c,1),1),1,supertype(legendary))"),
        ("Enchant creature you control", "filter(f(a(c,1),1),3,controller(you))"),
        ("Enchant player", "filter(f(a(c,1),1),1,player)"),
        ("Affinity for Ogres", "filter(f(a(c,1),1),1,subtype(ogre))"),
        ("Suspend 3—{1}{U}", "keyword(a(c,1),suspend,with_cost(3,mana((generic(1),(blue,())))))"),
        ("Bushido 2", "keyword(a(c,1),bushido,2)"),
        ("Kicker {1} and/or {G}", "keyword(a(c,2),kicker,mana((green,())))"),
        ("Ogrecycling {2}", "filter(f(a(c,1),1),1,subtype(ogre))"),
    ],
)
def test_keywords(text: str, fact: str) -> None:
    has(text, fact)


@pytest.mark.parametrize(
    ("phrase", "literals"),
    [
        ("Other Ogres you control", ["subtype(ogre)", "zone(battlefield)", "controller(you)", "other"]),
        ("Nonartifact, nonblack creatures", ["non(type(artifact))", "non(color(black))", "type(creature)"]),
        ("Creatures your opponents control", ["controller(opponents)"]),
        ("Creatures without flying", ["non(keyword(flying))"]),
        ("Creatures with power 2 or less", ["compare(power,less_equal,2)"]),
        ("Creatures you control with +1/+1 counters on them", ['counter("+1/+1")']),
        ("Creature tokens you control", ["token", "type(creature)"]),
        ("Creatures you control of the chosen type", ["chosen(creature_type)"]),
        ("Creatures named Broad Moth", ['name("Broad Moth")']),
        ("Untapped creatures you control", ["non(tapped)"]),
        (
            "Creatures with toughness greater than their power",
            ["compare(toughness,greater,power(candidate))"],
        ),
        ("Enchanted creatures you control", ["enchanted"]),
        ("Creatures you control that are enchanted", ["enchanted"]),
        ("Creatures that share a color with Grub", ["shares(color,self)"]),
        ("Legendary creatures you control", ["supertype(legendary)"]),
        ("Creatures you control but don't own", ["controller(you)", "non(owner(you))"]),
    ],
)
def test_filters(phrase: str, literals: list[str]) -> None:
    found = facts(f"{phrase} get +1/+1.")
    for literal in literals:
        assert any(re.fullmatch(rf"filter\(f\(a\(c,1\),1\),\d+,{re.escape(literal)}\)", f) for f in found), (
            found
        )


def test_alternatives() -> None:
    has(
        "Artifacts, Ogres, and lands you control have hexproof.",
        "change(a(c,1),1,ability,each(F1),grant(a(a(c,1),1)))",
        "either(F1,F2)", "either(F1,F3)", "either(F1,F4)", "filter(F3,1,subtype(ogre))",
    )  # fmt: skip


def test_qualities_that_only_creatures_have_belong_to_the_creature() -> None:
    found = facts("Destroy target artifact, enchantment, or creature with flying.", "Instant")
    (holder,) = [f for f in found if "keyword(flying)" in f]
    assert re.match(r"filter\(f\(a\(c,1\),4\)", holder), found


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Enchanted creature gets +2/-1.", "change(a(c,1),2,pt_add,attached,toughness(-1))"),
        ("Grub gets +1/+1 for each Ogre you control.", "change(a(c,1),1,pt_add,self,power(count(F1)))"),
        ("Grub gets +X/+0, where X is its toughness.", "change(a(c,1),1,pt_add,self,power(toughness(self)))"),
        ("Equipped creature gets +1/+0 for each "
         "other creature you control.", "filter(F1,4,other_than(attached))"),
        ("Creatures you control have flying as long as they're attacking.", "filter(F1,4,attacking)"),
        ("As long as it's your turn, Grub has menace.", "condition(a(c,1),your_turn)"),
        ("Grub has menace as long as it's untapped.", "condition(a(c,1),is(self,F1))"),
        ("As long as enchanted creature is an Ogre, it has menace.", "condition(a(c,1),is(attached,F1))"),
        ("Enchanted creature loses all abilities.", "change(a(c,1),1,ability,attached,lose_all)"),
        ("Creatures can't have or gain flying.", "change(a(c,1),1,ability,each(F1),cant_have(flying))"),
        ("Enchanted creature has base power and toughness 0/1.", "change(a(c,1),1,pt_set,attached,power(0))"),
        ("All lands are 1/1 creatures that "
         "are still lands.", "change(a(c,1),1,type,each(F1),add(type,creature))"),
        ("Nonbasic lands are Swamps.", "change(a(c,1),1,type,each(F1),set_land_types((swamp,())))"),
        ("Lands you control are Swamps in addition to their other types.",
         "change(a(c,1),1,type,each(F1),add(subtype,swamp))"),
        ("Lands you control are every basic land type in addition to their other types.",
         "change(a(c,1),5,type,each(F1),add(subtype,forest))"),
        ("Enchanted creature is a blue Ogre.",
         "change(a(c,1),1,type,attached,set_subtypes(creature,(ogre,())))"),
        ("Enchanted creature is a blue Ogre.", "change(a(c,1),2,color,attached,set_colors((blue,())))"),
        ("All creatures are black.", "change(a(c,1),1,color,each(F1),set_colors((black,())))"),
        ("Enchanted permanent is an artifact creature.", "change(a(c,1),2,type,attached,add(type,creature))"),
        ("Creatures you control are the chosen type in addition to their other types.",
         "change(a(c,1),1,type,each(F1),add(subtype,chosen(creature_type)))"),
        ("You control enchanted creature.", "change(a(c,1),1,control,attached,controlled_by(you))"),
        ("As long as your devotion to red is less than five, Grub isn't a creature.",
         "change(a(c,1),1,type,self,remove(type,creature))"),
        ("Creatures you control are every creature type.",
         "change(a(c,1),1,type,each(F1),add(subtype,every(creature)))"),
        ("You have hexproof.", "states(a(c,1),1,player_keyword(you,hexproof))"),
        ("Equipped creature gets +1/+0 and is goaded.", "states(a(c,1),1,goaded(attached))"),
        ("Grub enters with two +1/+1 "
         "counters on it.", 'replaces(a(c,1),1,enters(self),with_counters("+1/+1",2))'),
        ("Grub enters tapped unless you control a Forest.", "condition(a(c,1),non(exists(F1)))"),
        ("As Grub enters, choose a color.", "replaces(a(c,1),1,enters(self),choose(color))"),
    ],
)  # fmt: skip
def test_statics(text: str, fact: str) -> None:
    has(text, fact)


def test_characteristic_defining_abilities() -> None:
    has("Grub's power and toughness are each equal to the number of lands you control.",
        "cda(a(c,1))", "change(a(c,1),1,pt_cda,self,power(count(F1)))")  # fmt: skip
    has("Grub's power is equal to your life total and its toughness is equal to that number plus 1.",
        "cda(a(c,1))", "change(a(c,1),2,pt_cda,self,toughness(plus(life(you),1)))")  # fmt: skip
    has("Grub is all colors.", "cda(a(c,1))")
    assert "cda(a(c,1))" not in facts("Grub is red as long as you control a Mountain.")
    assert "cda(a(c,1))" not in facts("Grub has base power and toughness 5/5 as long as it's your turn.")


def test_two_sentences_are_two_abilities_and_it_is_the_subject_before() -> None:
    has("Enchanted creature gets +1/+1. It has flying.",
        "change(a(c,2),1,ability,attached,grant(a(a(c,2),1)))")  # fmt: skip


def test_otherwise_and_the_same_is_true() -> None:
    has("Enchanted creature gets +2/+2 as long as it's an Ogre. Otherwise, it gets -2/-2.",
        "condition(a(c,2),non(is(attached,F1)))".replace("F1", "f(a(c,2),1)"))  # fmt: skip
    has("Creatures you control are Ogres in addition to their other "
        "types. The same is true for creature spells you "
        "control and creature cards you own that aren't on the battlefield.",
        "change(a(c,3),1,type,each(f(a(c,3),1)),add(subtype,ogre))",
        "filter(f(a(c,3),1),4,non(zone(battlefield)))")  # fmt: skip


def test_a_condition_about_each_of_a_group_is_not_about_the_object_itself() -> None:
    assert why(
        "Each other creature you control enters with a +1/+1 counter on it if its mana value is 4 or less."
    )


def test_a_static_ability_functions_where_its_condition_says() -> None:
    has("As long as Grub is in your graveyard and you control a Swamp, creatures you control have menace.",
        "functions(a(c,1),graveyard)")  # fmt: skip


def test_one_opponent_has_as_many_not_all_together() -> None:
    has("Grub has menace as long as an opponent controls two or more creatures.",
        "filter(F1,1,opponent)", "filter(F1,2,controls_count(F2,greater_equal,2))")  # fmt: skip


def test_paragraphs_of_a_spell_speak_of_each_other() -> None:
    has("Untap target creature.\nIt gains flying until end of turn.",
        "change(a(a(c,1),1),1,ability,target(1),grant(a(a(a(c,1),1),1)))", type_line="Instant")  # fmt: skip


def test_copies_with_exceptions() -> None:
    has("You may have Grub enter as a copy of any creature on the "
        "battlefield, except it's an Ogre in addition to its "
        "other types and has menace.",
        "replaces(a(c,1),1,enters(self),may(copy_of(F1,a(a(c,1),1))))",
        "change(a(a(c,1),1),1,type,self,add(subtype,ogre))")  # fmt: skip


def test_restrictions_and_events() -> None:
    has("{1}: Grub gets +1/+0 until end of turn. Activate only if you "
        "control a Forest and only once each turn.",
        "activate_only(a(c,1),once)", "activate_only(a(c,1),condition(exists(F1)))")  # fmt: skip
    has(
        "Whenever Grub enters or attacks, you gain 1 life.",
        "trigger(a(c,1),enters(self))",
        "trigger(a(c,1),attacks(self))",
    )
    has(
        "Whenever you cast your second spell each turn, you gain 1 life.",
        "trigger(a(c,1),casts_nth(you,2,F1,turn))",
    )


def test_mana_of_every_kind() -> None:
    for text, what in (
        ("Add {W} or one mana of the chosen color.",
         "choice((mana((white,())),(of_color(1,chosen(color)),())))"),
        ("Add one mana of any color in your commander's color identity.", "identity_color(1)"),
        ("Add two mana in any combination of {R} and/or {G}.",
         "any_combination(2,(mana((red,())),(mana((green,())),())))"),
        ("Add {G} for each Ogre you control.", "repeated(mana((green,())),count(F1))"),
        ("Add one mana of any color that a land an "
         "opponent controls could produce.", "could_produce_color(1,F1)"),
    ):  # fmt: skip
        has(
            f"{{T}}: {text}",
            "kind(a(c,1),mana)",
            f"instruction(a(c,1),1,add_mana(you,{what}))",
            type_line="Land",
        )


def test_granted_abilities_are_nested() -> None:
    has(
        'Ogres you control have "{T}: Add {R}."',
        "kind(a(a(c,1),1),mana)",
        "cost(a(a(c,1),1),1,tap)",
        "instruction(a(a(c,1),1),1,add_mana(you,mana((red,()))))",
    )


def test_mana_abilities() -> None:
    has("{T}: Add {G} or {W}.", "kind(a(c,1),mana)", type_line="Land")
    has(
        "{T}: Add one mana of any color.",
        "instruction(a(c,1),1,add_mana(you,any_color(1)))",
        type_line="Land",
    )
    has("{T}: Untap target land.", "kind(a(c,1),activated)")


def test_activated_and_triggered_frames() -> None:
    has("{1}{R}, Sacrifice a land: Grub gets +2/+0 until end of turn. Activate only as a sorcery.",
        "kind(a(c,1),activated)", "cost(a(c,1),2,sacrifice(1,F1))", "activate_only(a(c,1),sorcery)",
        "instruction(a(c,1),1,lasting(end_of_turn,a(a(c,1),1)))",
         "change(a(a(c,1),1),1,pt_add,self,power(2))",
        "kind(a(a(c,1),1),lasting)")  # fmt: skip
    has("Whenever another Ogre you control enters, if it's your turn, Grub gains haste until end of turn.",
        "kind(a(c,1),triggered)", "trigger(a(c,1),enters(F1))", "condition(a(c,1),your_turn)")  # fmt: skip


def test_slots_follow_the_order_of_the_word_target() -> None:
    has(
        "Target creature you control gains flying until end of turn. "
        "Another target creature loses flying until end of turn.",
        "target(a(c,1),1,F1,1,1)",
        "target(a(c,1),2,F2,1,1)",
        "different(a(c,1),1,2)",
        "change(a(a(c,1),2),1,ability,target(2),lose_keyword(flying))",
        type_line="Instant",
    )


def test_modes() -> None:
    has(
        "Choose one —\n• Target creature gets +1/+1 until end of turn.\n• "
        "Target creature gets -1/-1 until end of turn.",
        "modes(a(c,1),1,1)",
        "mode(a(c,1),2)",
        "target_mode(a(c,1),2,2)",
        type_line="Instant",
    )


def test_self_references() -> None:
    face = Face(
        "Grub, Lord of Mud",
        type_line="Legendary Creature — Ogre",
        text="Grub has flying. Other Ogres have menace.",
    )
    assert not compile_face(face).unmodelled
    # a name that texts use as a word stays a word, but where a verb follows
    face = Face(
        "Fire",
        type_line="Instant",
        text="Fire deals 1 damage divided as you choose among one or two targets.",
    )
    assert not compile_face(face).unmodelled
    face = Face("Menace", type_line="Enchantment", text="Creatures you control have menace.")
    assert not compile_face(face).unmodelled


def test_levels_and_classes() -> None:
    has("Level up {1}\nLEVEL 1-2\n2/2\nFlying\nLEVEL 3+\n4/4\nFlying, menace",
        'keyword(a(c,1),level_up)', "change(a(c,2),1,pt_set,self,power(2))",
        "condition(a(c,2),compare(counters(self,level),less_equal,2))")  # fmt: skip
    has("Creatures you control get +1/+0.\n{1}{R}: Level 2\nCreatures you control have haste.",
        "instruction(a(c,2),1,class_level(self,2))",
        "condition(a(c,3),compare(class_level(self),greater_equal,2))",
         type_line="Enchantment — Class")  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Grub gets +1/+1 and frobnicates.",
        "Creatures you control get +1/+1 for each",
        "Flying, wobbling",
        "Grub has flying as long as the moon is full.",
        "Ogres you control of the oldest kind get +1/+1.",
        "Grub gets +1/+1 Grub has flying.",
        "Whenever Grub wobbles, you gain 1 life.",
        '"',
        "—",
        "•",
        "{T}:",
    ],
)
def test_what_is_not_understood_is_said(text: str) -> None:
    assert why(text)


def test_where_understanding_stopped() -> None:
    assert "frobnicates" in why("Grub gets +1/+1 and frobnicates.")


def test_one_bad_line_leaves_the_others() -> None:
    face = compile_face(Face("Grub", type_line="Creature", text="Flying\nGrub wobbles.\nMenace"))
    assert [gap.line for gap in face.unmodelled] == [2]
    found = {str(f) for f in face.facts}
    assert 'keyword(a(c("Grub"),2),menace)' in found
    assert any(f.startswith('unmodelled(c("Grub"),2,"Grub wobbles."') for f in found)


def test_hostile_text() -> None:
    for text in (
        "#show. :- not x.",
        'He said "unclosed',
        "\\n{{{",
        "a" * 5000,
        "(((" * 500,
        "{T}: " * 300,
        "\u200b",
    ):
        compile_face(
            Face('#script (lua) "x"\n', type_line="— — —", text=text, mana_cost="{Q}{½}{", power="1e9")
        )


def test_version_is_a_hash() -> None:
    assert re.fullmatch(r"[0-9a-f]{16}", COMPILER_VERSION)
