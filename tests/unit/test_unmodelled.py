"""What an answer lists as unmodelled: all that can bear on it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.bridge.positions.position import Position
from magistrate.bridge.unmodelled import _judged, unmodelled
from magistrate.bridge.unmodelled import gaps as known_gaps

HEAD = """
cards:
  - {{name: Odd One, cost: "{{G}}", type: {type}, {pt}text: {text}}}
players:
  Alice: {{{zone}: [Odd One]}}
"""


def gaps(
    text: str, zone: str = "battlefield", type_: str = "Creature — Bear", asked: bool = False
) -> list[str]:
    pt = "pt: 2/2, " if "Creature" in type_ else ""
    written = '"' + text.replace('"', '\\"').replace("\n", "\\n") + '"'
    position = Position.from_text(HEAD.format(type=type_, pt=pt, text=written, zone=zone))
    return [gap.why for gap in unmodelled(position, [position.names.resolve("Odd One")] if asked else ())]


BEARS = [
    ("Wobbly creatures can't block.", "battlefield"),
    ("Creatures that wobbled this turn have flying.", "battlefield"),
    ("As long as this card is in your graveyard, wobbly creatures have flying.", "graveyard"),
    ("Double team", "battlefield"),
    ('Creatures you control have "Wobbly creatures can\'t block."', "battlefield"),
]


@pytest.mark.parametrize(("text", "zone"), BEARS)
def test_what_can_bear_is_listed(text: str, zone: str) -> None:
    assert gaps(text, zone)


BEARS_NOT = [
    ("Whenever this creature wobbles, you win the wobble.", "battlefield"),
    ("{T}: Wobble target creature.", "battlefield"),
    ("Flash", "battlefield"),
    ("Cycling {2}", "battlefield"),
    ("Spells you cast cost {1} less to cast.", "battlefield"),
    ("Wobbly creatures can't block.", "hand"),
    ("When this creature enters, if you wobbled this turn, draw a card.", "battlefield"),
]


@pytest.mark.parametrize(("text", "zone"), BEARS_NOT)
def test_what_cannot_bear_is_not(text: str, zone: str) -> None:
    assert gaps(text, zone) == []


def test_what_is_asked_about_is_listed_wherever_it_is() -> None:
    assert gaps("Wobble target creature.", "hand", "Instant", asked=True)
    assert gaps("{T}: Wobble target creature.", asked=True)


MAKER = "When this creature enters, create a 1/1 red Imp creature token. It gains haste until end of turn."


@pytest.mark.parametrize("what", ["gains haste until end of turn", "attacks this combat if able"])
def test_an_effect_must_say_whom_it_affects(what: str) -> None:
    made = MAKER.replace("gains haste until end of turn", what)
    text = f"""
cards:
  - {{name: Odd One, type: Creature — Bear, pt: 2/2, text: "{made}"}}
  - {{name: Imp, type: Creature — Imp, pt: 1/1}}
players:
  Alice: {{battlefield: [Odd One, Imp]}}
resolved: [{{ability: When this creature enters, of: Odd One%s}}]
"""
    assert [gap.why for gap in unmodelled(Position.from_text(text % ""))] == [
        "whom it affects isn't said; `affects:` would say so"
    ]
    assert unmodelled(Position.from_text(text % ", affects: [Imp]")) == ()


def test_what_an_effect_will_be_about_is_settled_as_it_begins() -> None:
    text = "Whenever a Wolf you control attacks, target creature blocks that Wolf this combat if able."
    written = HEAD.format(type="Creature — Bear", pt="pt: 2/2, ", text=f'"{text}"', zone="battlefield")
    assert list(known_gaps(Position.from_text(written).facts)) == []


def test_words_that_mean_something_only_on_resolving() -> None:
    found = gaps("Creatures with power less than that player's life total can't block.")
    assert found


def test_what_the_judge_sets_aside_is_kept(own_cache: Path) -> None:
    first = _judged.__wrapped__()
    (file,) = own_cache.iterdir()
    assert _judged.__wrapped__() == first
    assert ("keywords", "flash") in first.always
    file.write_bytes(file.read_bytes()[:-9])
    assert _judged.__wrapped__() == first
