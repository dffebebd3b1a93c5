"""Names as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrate.bridge.cards import Card, Face, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Grîm Ogre's Lair", "grim ogres lair"),
        ("Ærial Œuf", "aerial oeuf"),
        ("Ember // Ash", "EMBER/ASH"),
        ("+2 Club", "2club"),
        ("Straße", "strasse"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_a_name_without_letters_stays_as_it_is() -> None:
    assert name_key(" _____ ") == "_____"
    assert name_key("!") != name_key("?")


@given(st.text(min_size=1))
def test_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@pytest.mark.parametrize(
    ("face", "colors"),
    [
        (Face("A", mana_cost="{2}{G}{W}"), ("W", "G")),
        (Face("A", mana_cost="{2/U}{B/P}"), ("U", "B")),
        (Face("A", color_indicator=("R",), colors=("R",)), ("R",)),
        (Face("A", mana_cost="{3}", colors=("W", "U", "B", "R", "G")), ()),
        (Face("A", colors=("G",)), ("G",)),
        (Face("A"), ()),
    ],
)
def test_printed_colors(face: Face, colors: tuple[str, ...]) -> None:
    assert face.printed_colors == colors


def test_faces_by_name() -> None:
    card = Card("Émber // Ash", "split", (Face("Émber"), Face("Ash")))
    assert card.face_index("ember") == 0
    assert card.face_index("ASH") == 1
    assert card.face_index("Ember/Ash") == 0
    assert card.face_index("Smoke") is None


def test_a_card_survives_being_written() -> None:
    face = Face("Dusk Moth", "{B}", "Creature — Moth", "Flying", "1", "1", colors=("B",), color_indicator=())
    card = Card("Dusk Moth", "normal", (face,), ("Flying",))
    assert Card.from_json(card.to_json()) == card
    assert card.fingerprint == Card.from_json(card.to_json()).fingerprint
    assert card.fingerprint != Card("Dusk Moth", "normal", (Face("Dusk Moth"),)).fingerprint
