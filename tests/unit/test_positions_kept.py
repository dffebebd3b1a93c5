"""YAML 1.2 as position files have it, compiled cards that are kept, and facts for plain clingo."""

# ruff: noqa: E501  (files in one line)

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from magistrate.bridge.cards.database import CardDatabase
from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions import compiled
from magistrate.bridge.positions.nodes import Limits, parse, plain
from magistrate.bridge.positions.position import Position

pytestmark = pytest.mark.usefixtures("own_cache")

EXAMPLES = Path(__file__).parents[2] / "examples"
CARDS = """\
cards:
  - {name: Grim Ogre, cost: "{2}{R}", type: Creature - Ogre, pt: 3/3, text: Menace}
  - {name: Old Vest, cost: "{1}", type: Artifact — Equipment, text: Equipped creature gets +1/+1.}
"""


# YAML 1.2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("true", True),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("0o17", 15),
        ("0x1F", 31),
        ("017", 17),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("1.5", 1.5),
        ("2026-01-01", "2026-01-01"),
        ("'12'", "12"),
        ("+1/+1", "+1/+1"),
        ("a: !", {"a": ""}),
    ],
)
def test_core_schema(text: str, value: object) -> None:
    made = plain(parse(f"- {text}\n", "x", Limits()))
    assert made == [value]


def test_json_is_yaml() -> None:
    text = '{"cards": [{"name": "A", "type": "Land"}], "players": {"A": {"battlefield": [{"A": {"tapped": true}}]}}}'
    assert "tapped(o(1))" in set(map(str, Position.from_text(text).facts))


def test_the_pure_parser_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    fast = [Position.load(path).facts for path in sorted(EXAMPLES.glob("*.yaml"))]
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert [Position.load(path).facts for path in sorted(EXAMPLES.glob("*.yaml"))] == fast
    with pytest.raises(BadInput, match="not YAML"):
        Position.from_text("players: {")


# Compiled cards are kept


def test_compiled_cards_are_kept_and_a_broken_cache_is_harmless(own_cache: Path) -> None:
    text = CARDS + "players: {A: {battlefield: [Grim Ogre, Old Vest, Island]}}"
    first = Position.from_text(text)
    files = sorted(own_cache.iterdir())
    assert len(files) == 3
    for file, damage in zip(files, (b"", b"nonsense", None), strict=True):
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[:-9] + damage)
    compiled._KEPT.clear()
    assert Position.from_text(text) == first
    compiled._KEPT.clear()
    assert Position.from_text(text) == first


def test_cards_of_the_database_are_kept_there(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Card("Wall", "normal", (Face("Wall", type_line="Creature — Wall", text="Defender"),))
    cards = CardDatabase.memory([wall])
    first = Position.from_text("players: {A: {battlefield: [Wall]}}", cards=cards)
    assert not own_cache.exists()
    compiled._KEPT.clear()
    monkeypatch.setattr(compiled, "compile_facts", lambda card: pytest.fail("compiled again"))
    assert Position.from_text("players: {A: {battlefield: [Wall]}}", cards=cards) == first


def test_a_cache_that_cannot_be_written(own_cache: Path) -> None:
    own_cache.write_text("a file where the folder should be", "utf-8")
    assert Position.from_text(CARDS + "players: {A: {battlefield: [Grim Ogre]}}").facts


def test_the_cache_is_bounded(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "LARGEST_FOLDER", 10)
    folder = compiled.Folder(own_cache)
    for number in range(25):
        folder.store(f"key {number}", b"(a,)")
    assert len(list(own_cache.iterdir())) <= 11
    assert folder.cached("key 24") == b"(a,)"


def test_a_kept_card_needs_no_compiler(own_cache: Path, tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(CARDS + "players: {A: {battlefield: [Grim Ogre, Island]}}", "utf-8")
    code = (
        "import sys\nfrom magistrate.bridge.positions.position import Position\n"
        f"p = Position.load({str(path)!r})\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('parsy', 'sqlite3', 'hashlib', 'jsonschema')))"
    )
    for attempt in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        if attempt:
            assert done.stdout.strip() == "[]"


def test_plain_clingo_reads_the_facts(tmp_path: Path) -> None:
    import clingo

    found = Position.load(EXAMPLES / "menace-two-blockers.yaml")
    path = tmp_path / "p.lp"
    path.write_text(found.text(), "utf-8")
    assert Position.load(path) == found
    control = clingo.Control()
    control.load(str(path))
    control.ground()
    assert {atom.symbol for atom in control.symbolic_atoms} == found.facts
