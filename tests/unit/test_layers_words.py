"""Conditions, values and filters of static abilities, each on a 2/2 creature of its own."""

from __future__ import annotations

import json

import pytest

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.characteristics import characteristics

FURTHER = """
  - {name: Plain Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Plain Gear, cost: "{3}", type: Artifact}
  - {name: Red Pair, cost: "{R}{R}{G}", type: Creature — Cleric, pt: 1/1}
  - {name: Plain Swamp, type: Basic Land — Swamp}
  - {name: Plain Forest, type: Basic Land — Forest}
"""


def size(
    text: str, alice: str = "", more: str = "", bob: str = "", own: str = "", rest: str = ""
) -> tuple[int | None, int | None]:
    """The size of a 2/2 with a text; permanents, keys of Alice, Bob, the creature, the position."""
    written = f"turn: {{active: Alice, step: precombat main}}\n{rest}\ncards:{FURTHER}"
    written += (
        f"  - {{name: Subject, cost: '{{2}}', type: Creature — Thing, pt: 2/2, text: {json.dumps(text)}}}\n"
    )
    written += f"players:\n  Alice: {{battlefield: [Subject: {{id: it, {own}}}, {alice}], {more}}}\n"
    written += f"  Bob: {{{bob}}}\n"
    found = characteristics(Position.from_text(written, "test.yaml"))
    assert not found.unmodelled, found.unmodelled
    return found["it"].power, found["it"].toughness


@pytest.mark.parametrize(
    ("when", "unmet", "met"),
    [
        ("it's your turn", {"rest": "# nothing"}, {"rest": "# nothing"}),
        ("you control an artifact", {}, {"alice": "Plain Gear"}),
        ("you have the city's blessing", {}, {"more": "city blessing: true"}),
        ("you're the monarch", {}, {"rest": "monarch: Alice"}),
        ("you gained life this turn", {}, {"more": "gained life this turn: true"}),
        ("you attacked this turn", {}, {"alice": "Plain Bear: {attacked this turn: true}"}),
        ("a creature died this turn", {}, {"bob": "creature died this turn: true"}),
        (
            "an opponent lost life this turn",
            {"more": "lost life this turn: true"},
            {"bob": "lost life this turn: true"},
        ),
        ("you control another creature or an artifact", {}, {"alice": "Plain Bear"}),
        ("an opponent controls an artifact", {"alice": "Plain Gear"}, {"bob": "battlefield: [Plain Gear]"}),
        ("you control three or more creatures", {"alice": "Plain Bear"}, {"alice": "Plain Bear, Plain Bear"}),
        ("you have 25 or more life", {}, {"more": "life: 25"}),
        ("this creature is equipped", {}, None),
        ("you control no artifacts", {"alice": "Plain Gear"}, {}),
        ("this creature has a +1/+1 counter on it", {}, None),
        (
            "you control a creature with power 4 or greater",
            {"alice": "Plain Bear"},
            {"alice": "Plain Bear: {counters: {+1/+1: 2}}"},
        ),
    ],
)
def test_as_long_as(when: str, unmet: dict[str, str], met: dict[str, str] | None) -> None:
    text = f"As long as {when}, this creature gets +1/+0."
    if unmet != met:
        assert size(text, **unmet) == (2, 2)
    if met is not None:
        assert size(text, **met) == (3, 2)


@pytest.mark.parametrize(
    ("value", "given", "expected"),
    [
        ("for each artifact you control", {"alice": "Plain Gear, Plain Gear"}, 4),
        ("for each card in your hand", {"more": "hand: [Plain Bear, Plain Gear, Plain Bear]"}, 5),
        (
            "for each basic land type among lands you control",
            {"alice": "Plain Swamp, Plain Swamp, Plain Forest"},
            4,
        ),
        ("for each color among permanents you control", {"alice": "Red Pair, Plain Bear, Plain Gear"}, 4),
        ("for each creature card in your graveyard", {"more": "graveyard: [Plain Bear, Plain Gear]"}, 3),
        ("for each charge counter on this creature", {"own": "counters: {charge: 3}"}, 5),
        ("for each other creature you control", {"alice": "Plain Bear"}, 3),
    ],
)
def test_for_each(value: str, given: dict[str, str], expected: int) -> None:
    assert size(f"This creature gets +1/+0 {value}.", **given) == (expected, 2)


@pytest.mark.parametrize(
    ("value", "given", "expected"),
    [
        ("your devotion to red", {"alice": "Red Pair"}, 4),
        ("the greatest mana value among permanents you control", {"alice": "Plain Gear"}, 5),
        ("the number of creatures in your party", {"alice": "Red Pair"}, 3),
        ("the total toughness of other creatures you control", {"alice": "Plain Bear, Red Pair"}, 5),
        ("the amount of life you gained this turn", {"more": "life gained this turn: 3"}, 5),
    ],
)
def test_where_x_is(value: str, given: dict[str, str], expected: int) -> None:
    assert size(f"This creature gets +X/+0, where X is {value}.", **given) == (expected, 2)
