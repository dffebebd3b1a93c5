"""Looking cards up."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from magistrate.bridge.cards import AmbiguousName, Card, CardDatabase, Face, default_path
from magistrate.bridge.cards.database import put
from magistrate.bridge.cards.importing import import_cards
from magistrate.bridge.errors import BadInput, MagistrateError


def one(name: str) -> Card:
    return Card(name, "normal", (Face(name, type_line="Instant"),))


def two(left: str, right: str) -> Card:
    return Card(
        f"{left} // {right}", "split", (Face(left, type_line="Instant"), Face(right, type_line="Instant"))
    )


CARDS = CardDatabase.memory(
    [one("Grîm Ogre"), one("Ash"), two("Émber", "Ash"), two("Smoke", "Soot"), two("Rain", "Soot")]
)


def name_of(card: Card | None) -> str | None:
    return None if card is None else card.name


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("grim ogre", "Grîm Ogre"),
        ("Grim-Ogre!", "Grîm Ogre"),
        ("Ash", "Ash"),  # a whole name goes before a half's
        ("ember", "Émber // Ash"),
        ("Ember // Ash", "Émber // Ash"),
        ("smoke/soot", "Smoke // Soot"),
        ("Grim", None),
        ("", None),
        ("'; DROP TABLE cards; --", None),
    ],
)
def test_find(asked: str, found: str | None) -> None:
    assert name_of(CARDS.find(asked)) == found
    assert (asked in CARDS) == (found is not None)


def test_a_half_of_two_cards_is_ambiguous() -> None:
    with pytest.raises(AmbiguousName, match="Rain // Soot; Smoke // Soot; write the whole name"):
        CARDS.find("soot")


def test_the_exact_spelling_goes_first() -> None:
    cards = CardDatabase.memory([one("Go On"), one("Goon")])
    assert name_of(cards.find("Goon")) == "Goon"
    assert name_of(cards.find("Go On")) == "Go On"


def test_suggest() -> None:
    assert CARDS.suggest("Grim Ogr")[0] == "Grîm Ogre"
    assert CARDS.suggest("embr", n=1) == ["Émber"]
    assert CARDS.suggest("Ogre") == ["Grîm Ogre"]
    assert CARDS.suggest("qqqqqqqqq") == []
    assert CARDS.suggest("") == []


def test_suggesting_among_many() -> None:
    names = [f"Creature {n * 7919 % 15013} of {n}" for n in range(15_000)]
    assert CardDatabase.memory(map(one, names)).suggest("Craeture 13596 of 1234")[0] == names[1234]


def test_listing() -> None:
    assert CARDS.names() == sorted(["Grîm Ogre", "Ash", "Émber // Ash", "Smoke // Soot", "Rain // Soot"])
    assert [card.name for card in CARDS] == CARDS.names()
    assert len(CARDS) == 5
    assert CARDS.starting_with("so") == ["Soot"]
    assert CARDS.starting_with("e") == ["Émber", "Émber // Ash"]
    assert len(CARDS.starting_with("", n=3)) == 3


def test_no_database_at_the_default_place_is_an_empty_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MAGISTRATE_CARDS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path().name == "cards.db"
    with CardDatabase.open() as cards:
        assert len(cards) == 0
        assert cards.find("Grim Ogre") is None
        assert cards.suggest("Grim Ogre") == []


def test_a_database_that_is_named_must_exist(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(MagistrateError, match="magistrate cards import"):
        CardDatabase.open(tmp_path / "none.db")
    monkeypatch.setenv("MAGISTRATE_CARDS", str(tmp_path / "none.db"))
    with pytest.raises(MagistrateError, match="magistrate cards import"):
        CardDatabase.open()


def test_files_of_another_kind(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database " * 200)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE cards (x)")
    later = tmp_path / "later.db"
    import_cards([], later)
    with sqlite3.connect(later) as connection:
        connection.execute("PRAGMA user_version = 99")
    for path, message in [(text, "can't be read"), (other, "no card database"), (later, "version 99")]:
        with CardDatabase.open(path) as cards, pytest.raises(BadInput, match=message):
            cards.find("x")


def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "cards.db"
    import_cards([], path)
    with sqlite3.connect(path) as connection:
        for n in range(500):
            put(connection, one(f"Card {n}"))
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xaa" * (len(data) - 4096)
    path.write_bytes(data)
    with CardDatabase.open(path) as cards, pytest.raises(BadInput, match="import the cards again"):
        cards.find("Card 1")


def test_what_was_worked_out_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "cards.db"
    import_cards([], path)
    with CardDatabase.open(path) as cards:
        assert cards.cached("k") is None
        cards.store("k", b"\x00v")
        assert cards.cached("k") == b"\x00v"
    with CardDatabase.open(path) as cards:
        assert cards.cached("k") == b"\x00v"
    memory = CardDatabase.memory()
    memory.store("k", b"v")
    assert memory.cached("k") == b"v"


def test_a_database_in_use_keeps_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cards.db"
    import_cards([], path)
    busy = sqlite3.connect(path, isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    with CardDatabase.open(path) as cards:
        cards.store("k", b"v")
        cards.store("k", b"v")
        assert cards.cached("k") is None
    busy.rollback()
    busy.close()


def test_a_database_that_can_not_be_written_keeps_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cards.db"
    import_cards([], path)
    with CardDatabase.open(path) as cards:
        assert cards.cached("k") is None
        path.unlink()
        cards.store("k", b"v")
        assert not path.exists()
