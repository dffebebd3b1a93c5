"""What `layers` calls abilities that something gives."""

from __future__ import annotations

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.characteristics import characteristics

BOARD = r"""
cards:
  - {name: Odd Cloak, type: Enchantment — Aura, text: "Enchant creature\nEnchanted creature has flying, ward {2}, protection from red, \"{T}: Draw a card\" and \"Whenever this creature attacks, you gain 1 life.\""}
  - {name: Bear, type: Creature — Bear, pt: 2/2, text: Vigilance}
  - {name: Old Lord, type: Creature — Ogre, pt: 2/2, text: "Bears you control have \"{T}: This creature deals 1 damage to any target\" and \"Indestructible.\""}
players:
  Alice:
    battlefield: [Bear: {id: bear, counters: {trample: 1}}, Odd Cloak: {attached_to: bear}, Old Lord]
  Bob: {}
"""  # noqa: E501


def test_abilities_that_are_given_have_texts() -> None:
    found = characteristics(Position.from_text(BOARD), trace=True)["bear"]
    assert set(found.abilities) == {
        "Vigilance",
        "trample (a counter)",
        "Flying",
        "Ward {2}",
        "Protection (“Enchanted creature has flying, ward {2}, protection from red, "
        '"{T}: Draw a card" and "Whenever this creature attacks, you gain 1 life."”)',
        "{T}: Draw a card",
        "Whenever this creature attacks, you gain 1 life.",
        "{T}: This creature deals 1 damage to any target",
        "Indestructible",
    }
    told = [value for step in found.trace for value in step.after.get("ability", ())]
    assert "{T}: Draw a card" in told
    assert not any("a(a(" in value for value in (*told, *found.abilities))
