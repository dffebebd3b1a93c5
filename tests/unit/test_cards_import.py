"""Card lists of every kind, broken ones too."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import sqlite3
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from magistrate.bridge.cards import CardDatabase
from magistrate.bridge.cards.importing import Report, import_cards
from magistrate.bridge.cards.streams import CHUNK, Bounds
from magistrate.bridge.errors import BadInput, MagistrateError

MOTH = {
    "object": "card",
    "name": "Dusk Moth",
    "layout": "normal",
    "mana_cost": "{B}",
    "type_line": "Creature — Moth",
    "oracle_text": "Flying",
    "power": "1",
    "toughness": "1",
    "colors": ["B"],
    "keywords": ["Flying"],
}
SPLIT = {
    "name": "Émber // Ash",
    "layout": "split",
    "type_line": "Instant // Sorcery",
    "colors": ["R", "B"],
    "card_faces": [
        {"name": "Émber", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Draw a card."},
        {"name": "Ash", "mana_cost": "{B}", "type_line": "Sorcery", "oracle_text": "You gain 2 life."},
    ],
}
FLIP = {
    "name": "Calm Monk // Angry Monk",
    "layout": "flip",
    "type_line": "Creature — Monk // Legendary Creature — Monk",
    "colors": ["W"],
    "card_faces": [
        {
            "name": "Calm Monk",
            "mana_cost": "{W}",
            "type_line": "Creature — Monk",
            "power": "1",
            "toughness": "1",
        },
        {"name": "Angry Monk", "type_line": "Legendary Creature — Monk", "power": "3", "toughness": "3"},
    ],
}
TOKEN = {"object": "card", "name": "Moth", "layout": "token", "type_line": "Token Creature — Moth"}
SCRYFALL = [MOTH, SPLIT, TOKEN, FLIP]
ATOMIC = {
    "meta": {"date": "2020-01-01", "version": "5"},
    "data": {
        "Dusk Moth": [
            {
                "name": "Dusk Moth",
                "layout": "normal",
                "manaCost": "{B}",
                "type": "Creature — Moth",
                "text": "Flying",
                "power": "1",
                "toughness": "1",
                "colors": ["B"],
                "keywords": ["Flying"],
            }
        ],
        "Émber // Ash": [
            {"name": "Émber // Ash", "faceName": "Ash", "side": "b", "layout": "split", "manaCost": "{B}",
             "type": "Sorcery", "text": "You gain 2 life."},
            {"name": "Émber // Ash", "faceName": "Émber", "side": "a", "layout": "split", "manaCost": "{R}",
             "type": "Instant", "text": "Draw a card."},
        ],
        "Half Wyrm // Whole Wyrm": [
            {"name": "Half Wyrm // Whole Wyrm", "faceName": "Half Wyrm", "side": "a", "layout": "meld",
             "type": "Creature — Wyrm", "power": "2", "toughness": "2"},
            {"name": "Half Wyrm // Whole Wyrm", "faceName": "Whole Wyrm", "side": "b", "layout": "meld",
             "type": "Creature — Wyrm", "power": "9", "toughness": "9", "colorIndicator": ["G"]},
        ],
    },
}  # fmt: skip

Pack = Callable[[bytes], bytes]


def plain(data: bytes) -> bytes:
    return data


def lines(cards: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(card).encode() + b"\n" for card in cards)


def rows(database: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(database) as connection:
        return [
            *connection.execute("SELECT * FROM cards ORDER BY id"),
            *connection.execute("SELECT * FROM names ORDER BY key, card, whole"),
        ]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "some" / "folder" / "cards.db"


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def write(data: bytes | object, name: str = "cards.data") -> Path:
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode())
        return path

    return write


@pytest.mark.parametrize("pack", [plain, gzip.compress, lzma.compress, bz2.compress])
@pytest.mark.parametrize(
    "data",
    [
        json.dumps(SCRYFALL).encode(),
        json.dumps(SCRYFALL, indent=2, ensure_ascii=False).encode("utf-8-sig"),
        json.dumps({"object": "list", "has_more": False, "data": SCRYFALL}).encode(),
        lines(SCRYFALL),
        lines(SCRYFALL).replace(b"\n", b"\r\n\r\n").strip(),
    ],
)
def test_scryfall_in_every_wrapping(
    data: bytes, pack: Pack, database: Path, write: Callable[..., Path]
) -> None:
    assert import_cards([write(pack(data))], database) == Report(cards=3, new=3, changed=0, same=0, skipped=1)
    with CardDatabase.open(database) as cards:
        assert cards.names() == ["Calm Monk // Angry Monk", "Dusk Moth", "Émber // Ash"]
        moth = cards.find("DUSK-MOTH")
        assert moth is not None
        assert moth.faces[0].text == "Flying"
        assert moth.keywords == ("Flying",)
        flipped = cards.find("angry monk")
        assert flipped is not None
        assert [face.printed_colors for face in flipped.faces] == [("W",), ("W",)]
        split = cards.find("ember")
        assert split is not None
        assert [face.printed_colors for face in split.faces] == [("R",), ("B",)]


@pytest.mark.parametrize("pack", [plain, gzip.compress, lzma.compress])
def test_mtgjson(pack: Pack, database: Path, write: Callable[..., Path]) -> None:
    report = import_cards([write(pack(json.dumps(ATOMIC, ensure_ascii=False).encode()))], database)
    assert (report.cards, report.skipped) == (4, 0)
    with CardDatabase.open(database) as cards:
        assert cards.names() == ["Dusk Moth", "Half Wyrm", "Whole Wyrm", "Émber // Ash"]
        split = cards.find("Ember/Ash")
        assert split is not None
        assert [face.name for face in split.faces] == ["Émber", "Ash"]
        whole = cards.find("whole wyrm")
        assert whole is not None
        assert (whole.layout, whole.faces[0].printed_colors) == ("meld", ("G",))


def test_both_sources_agree(tmp_path: Path, write: Callable[..., Path]) -> None:
    import_cards([write([MOTH])], tmp_path / "a.db")
    import_cards([write({"data": {"Dusk Moth": ATOMIC["data"]["Dusk Moth"]}})], tmp_path / "b.db")
    assert rows(tmp_path / "a.db") == rows(tmp_path / "b.db")


def test_importing_again_changes_nothing(database: Path, write: Callable[..., Path]) -> None:
    file = write(SCRYFALL)
    import_cards([file], database)
    before = rows(database)
    with CardDatabase.open(database) as cards:
        cards.store("key", b"compiled")
    assert import_cards([file], database) == Report(cards=3, new=0, changed=0, same=3, skipped=1)
    assert rows(database) == before
    with CardDatabase.open(database) as cards:
        assert cards.cached("key") == b"compiled"


def test_lists_are_merged_and_later_ones_win(database: Path, write: Callable[..., Path]) -> None:
    one, other = write([MOTH], "one"), write(lines([SPLIT, MOTH | {"oracle_text": "Haste"}]), "other")
    assert import_cards([one, other], database).cards == 2
    assert import_cards([write([FLIP], "third")], database).cards == 3
    with CardDatabase.open(database) as cards:
        moth = cards.find("Dusk Moth")
        assert moth is not None
        assert moth.faces[0].text == "Haste"
    assert import_cards([one], database, keep=False).cards == 1


def test_a_joke_card_does_not_replace_a_card_of_its_name(database: Path, write: Callable[..., Path]) -> None:
    joke = MOTH | {"oracle_text": "Wings!", "set_type": "funny"}
    import_cards([write([joke, MOTH, joke])], database)
    with CardDatabase.open(database) as cards:
        moth = cards.find("Dusk Moth")
        assert moth is not None
        assert moth.faces[0].text == "Flying"


GOOD = json.dumps(MOTH).encode()


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        (b"", "1:1", "the file is empty"),
        (b"   \n ", "2:2", "the file is empty"),
        (b"hello", "1:1", "expected a card list in JSON"),
        (b"<html>", "1:1", "expected a card list in JSON"),
        (
            b"[" + GOOD + b",\n" + GOOD[:-1] + b"\n",
            "3:1",
            "expected ',' delimiter, found the end of the file",
        ),
        (b"[" + GOOD + b"\n" + GOOD + b"]", "2:1", "found '{', expected ',' or ']'"),
        (b"[" + GOOD + b",]", None, "expected value"),
        (b"[" + GOOD + b"] x", None, "after the end"),
        (b"[" + GOOD, None, "found the end of the file"),
        (GOOD + b"\n" + GOOD[:-1] + b"\n" + GOOD, f"2:{len(GOOD)}", "found the end of the line"),
        (GOOD + b"\n" + b'{"name": "x", oops}\n' + GOOD, "2:15", "expected property name"),
        (GOOD + b'\n{"name": "x\n"}\n', "2:12", "invalid control character"),
        (b"[" + GOOD + b',\n  {"name": ""}]', "2:3", '"name": missing'),
        (b"[" + GOOD + b',\n  {"layout": "normal"}]', "2:3", '"name": missing'),
        (b"[" + GOOD + b',\n  {"name": "X"}]', "2:3", "'X' has no type line"),
        (
            b"[" + GOOD + b',\n  {"name": "X", "type_line": 3}]',
            "2:3",
            "card 'X', \"type_line\": found a number",
        ),
        (b"[" + GOOD + b',\n  {"name": "X", "keywords": "y"}]', "2:3", "expected a list of words"),
        (b"[" + GOOD + b',\n  {"name": "X", "card_faces": {}}]', "2:3", "expected a list"),
        (
            b"[" + GOOD + b',\n  {"name": "X", "card_faces": [1]}]',
            "2:3",
            "expected a face of 'X' as an object",
        ),
        (b"[" + GOOD + b",\n  17]", "2:3", "found a number, expected a card as an object"),
        (b'[{"object": "ruling", "name": "X"}]', "1:2", "of kind 'ruling'"),
        (b'[{"name": "\\ud800", "type_line": "Instant"}]', "1:2", "surrogate"),
        (b'[{"name": "a\\u0000", "type_line": "Instant"}]', "1:2", "NUL"),
        (b'[{"name": "X", "type_line": "' + b"y" * 30000 + b'"}]', "1:2", "30,000 characters"),
        (b'[{"name": "\xff"}]', "1:12", "found byte 0xff, which is not UTF-8"),
        ('[{"name": "X"}]'.encode("utf-16"), "1:1", "found byte 0xff, which is not UTF-8"),
        (b"[" * 100_000, "1:2", "nested too deeply"),
        (b'[{"name": "X", "n": ' + b"9" * 5000 + b"}]", "1:2", "a number that can't be read"),
        (b'{"meta": {}}', "1:13", 'no "data"'),
        (b'{"meta": {}, "data": 3}', "1:22", "found '3', expected '{'"),
        (b'{"meta": {}, "data": {"X": {}}}', "1:28", "'X' is an object, expected a list of faces"),
        (b'{"meta": {}, "data": {3: []}}', "1:23", "expected a key in quotes"),
        (gzip.compress(GOOD * 2000)[:-20], None, "unpacked"),
        (lzma.compress(GOOD * 2000)[:-20], None, "unpacked"),
        (b"\x1f\x8b" + b"rubbish" * 9, None, "unpacked"),
        (b"\xfd7zXZ\x00" + b"rubbish" * 9, None, "unpacked"),
    ],
)
def test_broken_lists_are_refused_whole(
    data: bytes, place: str | None, message: str, database: Path, write: Callable[..., Path]
) -> None:
    import_cards([write([SPLIT])], database)
    before = database.read_bytes()
    file = write(data, "broken")
    with pytest.raises(BadInput) as caught:
        import_cards([write([FLIP], "good"), file], database)
    assert message in caught.value.message
    assert caught.value.place.file == str(file)
    if place is not None:
        assert str(caught.value).startswith(f"{file}:{place}: error: ")
    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


def test_the_place_is_right_far_into_a_file(database: Path, write: Callable[..., Path]) -> None:
    many = [MOTH | {"name": f"Moth {n}", "oracle_text": "x" * 900} for n in range(2 * CHUNK // 1000)]
    data = lines(many)
    with pytest.raises(BadInput) as caught:
        import_cards([write(data + b'{"name": 3}\n' + data)], database)
    assert (caught.value.place.line, caught.value.place.column) == (len(many) + 1, 1)
    array = json.dumps(many, indent=1, ensure_ascii=False)
    broken = array[:-2] + ",\n   oops" + array
    with pytest.raises(BadInput) as caught:
        import_cards([write(broken.encode())], database)
    assert (caught.value.place.line, caught.value.place.column) == (array.count("\n") + 1, 4)
    assert not database.exists()


def test_bounds(database: Path, write: Callable[..., Path]) -> None:
    with pytest.raises(BadInput, match=r"larger than 1,000 bytes; raise the bound with --max-bytes"):
        import_cards([write(lzma.compress(b" " * 10_000_000))], database, bounds=Bounds(file_bytes=1000))
    with pytest.raises(BadInput, match="one value of more than 5,000,000 characters"):
        import_cards([write(b'["' + b"x" * 20_000_000)], database, bounds=Bounds(value_chars=5_000_000))
    faces = [{"name": f"F{n}", "type_line": "Instant"} for n in range(11)]
    with pytest.raises(BadInput, match="has 11 faces"):
        import_cards([write([{"name": "X", "card_faces": faces}])], database)


def test_memory_does_not_grow_with_the_file(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "large.gz"
    with gzip.open(file, "wb", compresslevel=1) as out:
        out.write(b"[")
        for n in range(4_000):
            out.write(json.dumps(MOTH | {"unused": "x" * 4000}).encode() + (b"," if n < 3_999 else b"]"))
    tracemalloc.start()
    import_cards([file], database)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8_000_000  # the text is 16 MB


def test_a_missing_file_and_a_folder(database: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't be read"):
        import_cards([tmp_path / "nothing"], database)
    with pytest.raises(BadInput, match="can't be read"):
        import_cards([tmp_path], database)
    with pytest.raises(MagistrateError, match="is a folder"):
        import_cards([], tmp_path)


def test_another_kind_of_file_is_not_overwritten(tmp_path: Path, write: Callable[..., Path]) -> None:
    letter = write(b"Dear Alice, ..." * 100, "letter.txt")
    with pytest.raises(BadInput, match="card database"):
        import_cards([write(SCRYFALL)], letter)
    assert letter.read_bytes().startswith(b"Dear Alice")


def test_a_link_to_the_database_stays_one(database: Path, tmp_path: Path, write: Callable[..., Path]) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(database)
    import_cards([write(SCRYFALL)], link)
    assert link.is_symlink()
    assert len(CardDatabase.open(database)) == 3


def test_progress_is_told(database: Path, write: Callable[..., Path]) -> None:
    file = write(lines([MOTH | {"name": f"Moth {n}"} for n in range(3000)]))
    told: list[tuple[Path, int, int]] = []
    import_cards([file], database, progress=lambda *now: told.append(now))
    size = file.stat().st_size
    assert told[-1] == (file, size, size)
    assert all(done <= size for _, done, _ in told)
