"""A ruling can't pass for want of a word that is none, or of steps."""

from __future__ import annotations

import pytest

from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rulings.model import Verdict
from magistrate.bridge.rulings.run import run

HEAD = """
cards: [{name: Elf, type: Creature — Elf Tinkerfolk, pt: 1/1, text: "Flying"}]
players: {Alice: {}, Bob: {battlefield: [Elf: {id: elf}]}}
steps:
"""


def verdict(expect: str) -> Verdict:
    return run(Position.from_text(f"{HEAD}  - {{characteristics: elf, expect: {expect}}}")).verdict


@pytest.mark.parametrize(
    "expect",
    [
        "{lacks: {keywords: [haste, first strike, protection from red, swampwalk, 'ward {2}']}}",
        "{lacks: {types: [artifact], supertypes: [legendary], subtypes: [goblin, swamp], colors: [green]}}",
    ],
)
def test_what_it_lacks(expect: str) -> None:
    assert verdict(expect) is Verdict.PASSED


@pytest.mark.parametrize(
    "expect",
    ["{lacks: {keywords: [flying]}}", "{lacks: {subtypes: [Tinkerfolk]}}", "{lacks: {types: creature}}"],
)
def test_what_it_does_not_lack(expect: str) -> None:
    assert verdict(expect) is Verdict.FAILED


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("{lacks: {keywords: [flyng]}}", '"flyng" is no word of keywords; did you mean "flying"?'),
        ("{lacks: {keywords: [draw a card]}}", "no word of keywords"),
        ("{lacks: {types: [criature]}}", 'did you mean "creature"?'),
        ("{lacks: {subtypes: [gobblin]}}", 'did you mean "goblin"?'),
        ("{lacks: {supertypes: [legendery]}}", 'did you mean "legendary"?'),
        ("{lacks: {colors: [gren]}}", 'did you mean "green"?'),
    ],
)
def test_words_that_are_none(expect: str, said: str) -> None:
    result = run(Position.from_text(f"{HEAD}  - {{characteristics: elf, expect: {expect}}}"))
    assert result.verdict is Verdict.BAD_INPUT
    assert said in str(result.findings)


def test_no_steps() -> None:
    with pytest.raises(BadInput, match="nothing stands under"):
        run(Position.from_text(HEAD + "  []"))
