"""The JSON Schema says what the reader takes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from magistrate.bridge.errors import BadInput, OpenPosition
from magistrate.bridge.positions import keys
from magistrate.bridge.positions.nodes import Limits, parse, plain
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.schema import SHAPES, schema
from magistrate.bridge.worlds import Worlds

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
RULINGS = sorted((ROOT / "tests" / "rulings").rglob("*.yaml"))


@pytest.fixture(scope="module")
def validator() -> Any:
    return pytest.importorskip("jsonschema").Draft202012Validator(schema())


def read(text: str) -> Any:
    return plain(parse(text, "p.yaml", Limits()))


def test_the_schema_is_one() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", [*EXAMPLES, *RULINGS], ids=lambda path: path.stem)
def test_files_fit_the_schema(path: Path, validator: Any) -> None:
    validator.validate(read(path.read_text("utf-8")))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_load(path: Path) -> None:
    position = Position.load(path)
    assert position.title
    assert not position.unmodelled or path.stem == "three-players-and-planeswalkers"


def test_keys_agree() -> None:
    """Every key of the reader's tables is in the schema, under the definition of its table, and no other."""
    made = schema()
    tables = {
        "player": keys.PLAYER,
        "properties": keys.ENTRY,
        "card": keys.CARD,
        "face": keys.DEFINITION,
        "turn": keys.TURN,
        "emblem": keys.EMBLEM,
        "spell": keys.SPELL,
        "ability": keys.STACK_ABILITY,
        "resolved": keys.RESOLVED,
        "unknown": keys.UNKNOWN,
    }
    assert set(made["properties"]) == set(keys.TOP)
    for name, table in tables.items():
        also = {"color"} if "colors" in table else set()
        assert set(made["$defs"][name]["properties"]) == {*table, *also}, name
    used = {key.shape for table in (keys.TOP, *tables.values()) for key in table.values()}
    assert used <= set(SHAPES)


def test_every_key_says_what_it_is() -> None:
    for table in (keys.TOP, keys.PLAYER, keys.ENTRY, keys.CARD, keys.SPELL, keys.RESOLVED, keys.TURN):
        for key in table.values():
            assert key.doc.endswith((".", ":")) or key.doc, key.name


# ruff: noqa: E501  (boards, one a line)
# Whether both the reader and the schema take the file. What a name refers to, no schema can judge.
HEAD = "cards: [{name: A, type: Creature, pt: 1/1}, {faces: [{name: B}, {name: C}]}]\n"
CASES = [
    ("players: {X: }", True),
    ("players: {X: {battlefield: [A]}}", True),
    ("players: {X: {battlefield: [A: {tapped: true}]}}", True),
    ("players: {X: {battlefield: [A: ]}}", True),
    ("players: {X: {battlefield: [A: {attacked this turn: true, attached to: X}]}}", True),
    ("players: {X: {battlefield: [{name: A, tapped: true}]}}", True),
    ("players: {X: {library: [A, {unknown: 3}], hand: 3}}", True),
    ("players: {X: {battlefield: [T: {token: true, pt: 1/1, type: Creature, color: red}]}}", True),
    ("players: {X: {battlefield: [A: {counters: {+1/+1: 2}, chosen: {creature type: Elf}}]}}", True),
    ("players: {X: }\nstack: [{card: A, by: X}]", True),
    ("players: {X: }\nturn: {step: draw}\nday: day\nmonarch: X", True),
    ("players: {X: }\nsteps: [combat, {block: {}, expect: legal}]\nanswers: {X: [yes]}", True),
    ("players: {X: {mana: '{R}'}}", True),
    ("players: {X: }\nemblems: {X: Menace}", True),
    ("players: {X: {emblems: [Menace]}}", True),
    ("players: {X: {battlefield: [A: {counters: {+1/+1: ten}}]}}", False),
    ("players: {X: {life: {one of: []}}}", False),
    ("players: {X: {life: 1...3}}", False),
    ("title: x", False),
    ("players: {}", False),
    ("players: [X]", False),
    ("players: {X: }\nplayer: x", False),
    ("players: {X: {battlefield: [A: {tapped: 3}]}}", False),
    ("players: {X: {battlefield: [A: {taped: true}]}}", False),
    ("players: {X: {battlefield: [A: {damage: -1}]}}", False),
    ("players: {X: {battlefield: [A: {count: 0}]}}", False),
    ("players: {X: {battlefield: [A: {counters: 3}]}}", False),
    ("players: {X: {battlefield: [A: {counters: {'?': 3}}]}}", False),
    ("players: {X: {battlefield: A}}", False),
    ("players: {X: {life: ten}}", False),
    ("players: {X: }\nturn: {step: noon}", False),
    ("players: {X: }\nday: noon", False),
    ("players: {X: }\nstack: [{by: X}]", False),
    ("players: {X: }\nsteps: {}", False),
]


@pytest.mark.parametrize(("text", "good"), CASES, ids=[text for text, _ in CASES])
def test_reader_and_schema_agree(text: str, good: bool, validator: Any) -> None:
    assert validator.is_valid(read(HEAD + text)) == good
    if good:
        assert Position.from_text(HEAD + text).facts
    else:
        with pytest.raises(BadInput):
            Position.from_text(HEAD + text)


OPEN = [
    ("players: {X: {life: 1..3}}", 3),
    ("players: {X: {life: {one of: [-1, 5..6]}, poison: 0..1}}", 6),
    ("players: {X: {hand: [{one of: [A, {A: {id: a}}]}, {unknown: 0..1}], library: 3..4, mana: {R: 1..2}}}", 16),
    ("players: {X: {battlefield: [A: {counters: {+1/+1: 0..2}, damage: 0..1, tapped: {one-of: [true, false]}}]}}", 12),
    ("players: {X: {battlefield: [T: {pt: 1..2/1..3, type: Creature}]}}", 6),
    ("title: 1..3\nplayers: {X: }\nturn: {number: 2..4, step: {one of: [draw, end]}}", 6),
]  # fmt: skip


@pytest.mark.parametrize(("text", "worlds"), OPEN, ids=[text for text, _ in OPEN])
def test_open_values_fit_the_schema(text: str, worlds: int, validator: Any) -> None:
    validator.validate(read(HEAD + text))
    with pytest.raises(OpenPosition) as found:
        Position.from_text(HEAD + text)
    every = Worlds.of(found.value)
    assert every.number == worlds
    assert len({every.position(index) for index in range(worlds)}) == worlds


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "magistrate.cli", *arguments], capture_output=True, text=True, check=False
    )


def test_the_schema_command() -> None:
    done = run("schema")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(schema()))


def test_the_facts_command(tmp_path: Path) -> None:
    path = str(EXAMPLES[0])
    done = run("facts", path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == Position.load(path).text()
    (tmp_path / "p.lp").write_text(done.stdout, "utf-8")
    assert run("facts", str(tmp_path / "p.lp")).stdout == done.stdout
    made = json.loads(run("facts", path, "--json").stdout)
    assert made["question"] == "facts"
    assert made["complete"] is True
    assert made["facts"] == done.stdout.splitlines()
    (tmp_path / "bad.yaml").write_text("players:\n  Alice: {life: x}\n", "utf-8")
    bad = run("facts", str(tmp_path / "bad.yaml"))
    assert bad.returncode == 65
    assert bad.stderr.startswith(f"{tmp_path}/bad.yaml:2:17: error: ")
    assert bad.stdout == ""
