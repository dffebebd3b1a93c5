"""Texts with words exchanged (612.1-2)."""

from __future__ import annotations

import pytest

from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions.position import Position

SHIFT = (
    "Change the text of target permanent by replacing all instances of one color word with another or one "
    "basic land type with another."
)


def position(chosen: str, more: str = "") -> Position:
    return Position.from_text(
        f"""
cards:
  - name: Red Painter
    cost: "{{R}}{{R}}"
    type: Creature — Goblin
    pt: 1/1
    text: |-
      Protection from red
      {{R}}: This creature gets +1/+0 until end of turn.
      {{T}}: Add {{R}}. Activate only if you control a red permanent.
  - {{name: Hue Shift, cost: "{{U}}", type: Instant, text: {SHIFT}}}
players:
  Alice:
    battlefield: [Red Painter]
resolved:
  - {{card: Hue Shift, by: Alice, targets: [Red Painter], chosen: {chosen}}}
{more}"""
    )


def new_facts(found: Position) -> set[str]:
    return {str(fact) for fact in found.facts if 'c("Red Painter",(' in str(fact)}


def test_color_words_change_and_mana_symbols_and_names_dont() -> None:
    facts = new_facts(position("{color: {red: blue}}"))
    face = 'c("Red Painter",(words(color,red,blue),()))'
    assert f'reworded(c("Red Painter"),words(color,red,blue),{face})' in facts
    assert f"filter(f(a({face},1),1),1,color(blue))" in facts
    assert f"cost(a({face},2),1,mana((red,())))" in facts
    assert not any("color(red)" in fact for fact in facts)
    assert not any(fact.startswith(("face_name", "card_color", "mana_cost")) for fact in facts)


def test_what_has_no_such_word_stays() -> None:
    assert new_facts(position("{color: {green: blue}}")) == set()
    assert new_facts(position("{basic land type: {forest: island}}")) == set()


def test_a_later_effect_finds_the_words_of_an_earlier_one() -> None:
    again = "  - {card: Hue Shift, by: Alice, targets: [Red Painter], chosen: {color: {blue: green}}}\n"
    facts = new_facts(position("{color: {red: blue}}", again))
    assert any(fact.startswith("filter(") and fact.endswith("1,color(green))") for fact in facts)


@pytest.mark.parametrize("chosen", ["{color: {red: swamp}}", "{color: {teal: red}}", "{name: {red: blue}}"])
def test_only_words_of_the_kind_can_be_exchanged(chosen: str) -> None:
    with pytest.raises(BadInput):
        position(chosen)


def test_unsaid_words_are_listed() -> None:
    found = position("{name: Bear}")
    assert [gap.card for gap in found.unmodelled] == ["Hue Shift"]
    assert "which words" in found.unmodelled[0].why


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("{T}: Destroy target red creature.", "color(red)", "color(blue)"),
        ("This creature's power is equal to your devotion to red.", "devotion(red)", "devotion(blue)"),
        ("When this creature enters, if at least three red mana was spent to cast it, draw a card.",
         "color_spent(self,red,3)", "color_spent(self,blue,3)"),
        ("{T}: Target creature becomes red until end of turn.",
         "set_colors((red,()))", "set_colors((blue,()))"),
    ],
)  # fmt: skip
def test_every_place_of_a_color_word(text: str, before: str, after: str) -> None:
    """And mana symbols are none."""
    given = (
        f'cards:\n  - {{name: Odd One, cost: "{{R}}", type: Creature — Ogre, pt: 1/1, text: "{text}"}}\n'
        f"  - {{name: Hue Shift, type: Instant, text: {SHIFT}}}\n"
        "players: {Alice: {battlefield: [Odd One]}}\n"
        "resolved:\n  - {card: Hue Shift, by: Alice, targets: [Odd One], chosen: {color: {red: blue}}}\n"
    )
    told = [str(fact) for fact in Position.from_text(given).facts]
    new = [fact for fact in told if 'c("Odd One",(' in fact]
    assert any(before in fact for fact in told if fact not in new)
    assert any(after in fact for fact in new)
    assert not any(before in fact for fact in new)


def test_texts_in_quotation_marks_say_what_was_exchanged() -> None:
    text = 'Creatures you control have "{T}: Destroy target red creature."'
    given = (
        f"cards:\n  - {{name: Odd Banner, type: Artifact, text: '{text}'}}\n"
        f"  - {{name: Hue Shift, type: Instant, text: {SHIFT}}}\n"
        "players: {Alice: {battlefield: [Odd Banner]}}\n"
        "resolved:\n  - {card: Hue Shift, by: Alice, targets: [Odd Banner], chosen: {color: {red: blue}}}\n"
    )
    told = [fact for fact in Position.from_text(given).facts if fact.name == "ability_text"]
    texts = {fact.arguments[1].string for fact in told if str(fact.arguments[0]).startswith("a(a(")}
    assert texts == {
        "{T}: Destroy target red creature.",
        "{T}: Destroy target red creature. [blue for red]",
    }


def test_names_that_no_card_is_known_by_are_listed() -> None:
    """CR 612.7."""
    given = """
cards:
  - {name: Spy Mask, type: Artifact — Equipment, text: Equipped creature has all names of nonlegendary creature cards in addition to its name.}
  - {name: Beast Song, type: Enchantment, text: Creatures named Unseen Beast have trample.}
  - {name: Bear, type: Creature — Bear, pt: 2/2}
players: {Alice: {battlefield: [Bear, Spy Mask: {attached_to: Bear}, Beast Song]}}
"""  # noqa: E501
    assert ["Unseen Beast" in gap.why for gap in Position.from_text(given).unmodelled] == [True]
    beast = "  - {name: Unseen Beast, type: Creature — Beast, pt: 1/1}\nplayers:"
    known = Position.from_text(given.replace("players:", beast))
    assert not known.unmodelled
    assert 'card_type(c("Unseen Beast"),creature)' in map(str, known.facts)
