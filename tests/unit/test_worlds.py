"""Positions that leave something open: every world asked on its own gives the answer over all of them."""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import typer
from interrupting import interrupted

from magistrate.bridge.combat.answer import combat
from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.combat.lethal import lethal
from magistrate.bridge.errors import BadInput, BoundReached, OpenPosition
from magistrate.bridge.parallel import workers
from magistrate.bridge.positions.nodes import Limits, parse, plain
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.unknowns import MOST, Openings
from magistrate.bridge.questions.checking import check_declaration
from magistrate.bridge.questions.moves import read_step
from magistrate.bridge.worlds import Said, Worlds, ask
from magistrate.cli import app
from magistrate.cli.worlds import checked

BOARD = """\
turn: {{active: Alice, step: {step}}}
cards:
  - {{name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: Menace}}
  - {{name: Meadow Bear, type: Creature — Bear, pt: 2/2}}
  - {{name: Jolt, cost: "{{R}}", type: Instant, text: Jolt deals 3 damage to any target.}}
  - {{name: Grow, cost: "{{G}}", type: Instant, text: Target creature gets +3/+3 until end of turn.}}
players:
  Alice:
    battlefield:
      - Grim Ogre: {{id: ogre{attacking}, counters: {{+1/+1: {counters}}}}}
    hand: [{hand}]
    mana: "{{R}}"
  Bob:
    life: {life}
    battlefield:
      - Meadow Bear: {{id: bear, tapped: {tapped}}}
      - Cub: {{pt: {size}, type: Creature — Bear}}
"""
OPEN = {
    "counters": "0..1",
    "hand": "{one of: [Jolt, Grow]}",
    "life": "3..4",
    "tapped": "{one of: [false, true]}",
    "size": "1/1..2",
}
CHOICES = {
    "counters": ["0", "1"],
    "hand": ["Jolt", "Grow"],
    "life": ["3", "4"],
    "tapped": ["false", "true"],
    "size": ["1/1", "1/2"],
}
NAMES = {
    "Alice battlefield Grim Ogre counters +1/+1": "counters",
    "Alice hand #1": "hand",
    "Bob life": "life",
    "Bob battlefield Meadow Bear tapped": "tapped",
    "Bob battlefield Cub pt": "size",
}
BLOCKS = {"step": "declare blockers", "attacking": ", attacking: Bob"}
ATTACKS = {"step": "declare attackers", "attacking": ""}
MAIN = {"step": "precombat main", "attacking": ""}
DOUBLE = "block: {bear: ogre, Cub: ogre}"
JOLT = "cast: {card: Jolt, targets: [bear]}"


def worlds(kind: dict[str, str]) -> Worlds:
    with pytest.raises(OpenPosition) as found:
        Position.from_text(BOARD.format(**OPEN, **kind), "p.yaml")
    return Worlds.of(found.value)


def each(kind: dict[str, str]) -> list[tuple[dict[str, str], Position]]:
    """Every world, its file written out."""
    out = []
    for values in product(*CHOICES.values()):
        given = dict(zip(CHOICES, values, strict=True))
        out.append((given, Position.from_text(BOARD.format(**given, **kind), "p.yaml")))
    return out


def named(given: dict[str, str]) -> dict[str, str]:
    return {NAMES[name]: value for name, value in given.items()}


def test_worlds_are_the_files_written_out() -> None:
    every = worlds(MAIN)
    assert [one.name for one in every.unknowns] == list(NAMES)
    assert every.number == 32
    expected = {frozenset(given.items()): position for given, position in each(MAIN)}
    seen = set()
    for index in range(every.number):
        key = frozenset(named(every.given(index)).items())
        assert every.position(index) == expected[key]
        seen.add(key)
    assert seen == set(expected)
    with pytest.raises(IndexError):
        every.position(32)


def test_a_declaration() -> None:
    found = ask(worlds(BLOCKS), partial(checked, step=DOUBLE, time_limit=60))
    alone: Counter[tuple[bool | None, frozenset[str]]] = Counter()
    for _, position in each(BLOCKS):
        one = check_declaration(position, *read_step(position, DOUBLE)[:2])
        alone[one.legal, one.rules] += 1
    assert {
        (one.said.yes, frozenset(reason["rule"] for reason in one.said.told["reasons"])): one.worlds
        for one in found.answers
    } == alone
    assert alone == {(True, frozenset()): 16, (False, frozenset({"509.1a"})): 16}
    assert (found.possible, found.certain, found.complete, found.looked) == ((True, False), None, True, 32)
    legal = next(one for one in found.answers if one.said.yes)
    assert legal.values["Bob battlefield Meadow Bear tapped"] == "false"
    assert legal.values["Bob life"] == "3..4"
    assert all(one.exact for one in found.answers)
    witness = BOARD.format(**named(legal.witness), **BLOCKS)
    position = Position.from_text(witness)
    assert check_declaration(position, *read_step(position, DOUBLE)[:2]).legal


def test_a_move_with_an_open_card() -> None:
    found = ask(worlds(MAIN), partial(checked, step=JOLT, time_limit=60))
    assert [(one.said.yes, one.worlds, one.values["Alice hand #1"]) for one in found.answers] == [
        (True, 16, "Jolt"),
        (False, 16, "Grow"),
    ]
    alone = [
        given["hand"]
        for given, position in each(MAIN)
        if given["hand"] == "Jolt" and not position.check(JOLT)
    ]
    assert len(alone) == 16  # fmt: skip


def test_a_name_that_is_nowhere() -> None:
    with pytest.raises(BadInput, match="Jilt"):
        ask(worlds(MAIN), partial(checked, step="cast: {card: Jilt}", time_limit=60))


def test_a_combat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(BOARD.format(**OPEN, **BLOCKS), "utf-8")
    assert run("combat", "--json", str(path)) == 0
    said = json.loads(capsys.readouterr().out)
    fates = []
    outcomes: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for _, position in each(BLOCKS):
        all_of = combat(position).outcomes()
        fates.append({(tuple(sorted(one.dies)), tuple(sorted(one.lost))) for one in all_of})
        outcomes.update(fates[-1])
    assert {(tuple(o["dies"]), tuple(o["lost"])): o["worlds"] for o in said["outcomes"]} == outcomes
    flat = [fate for some in fates for fate in some]
    assert set(said["possibly_dies"]) == {name for dies, _ in flat for name in dies}
    assert set(said["surely_dies"]) == set.intersection(*(set(dies) for dies, _ in flat))
    assert set(said["possibly_loses"]) == {name for _, lost in flat for name in lost}
    assert set(said["surely_loses"]) == set.intersection(*(set(lost) for _, lost in flat))
    assert sum(one["worlds"] for one in said["answers"]) == said["worlds"] == said["asked"] == 32
    assert said["possibly_dies"]
    assert said["possibly_loses"] == ["Bob"]


def test_lethal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(BOARD.format(**OPEN, **ATTACKS), "utf-8")
    assert run("combat", "--lethal", "--json", str(path)) == 1
    said = json.loads(capsys.readouterr().out)
    alone = [lethal(position).attack is not None for _, position in each(ATTACKS)]
    lethals = [one for one in said["answers"] if one["answer"] == "lethal"]
    assert sum(one["worlds"] for one in lethals) == sum(alone)
    assert 0 < sum(alone) < 32
    assert (said["answer"], said["possible"]) == (None, ["lethal", "not lethal"])


@pytest.mark.parametrize("way", ["processes", "threads"])
def test_executors(way: str) -> None:
    every, question = worlds(BLOCKS), partial(checked, step=DOUBLE, time_limit=60)
    executor: Executor | None
    if way == "threads":
        with ThreadPoolExecutor(2) as executor:
            assert ask(every, question, executor) == ask(every, question)
    else:
        with workers(2) as executor:
            assert ask(every, question, executor) == ask(every, question)


def test_at_a_cluster() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask isn't installed")
    every, question = worlds(BLOCKS), partial(checked, step=DOUBLE, time_limit=60)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster,
        workers(dask=cluster.scheduler_address) as executor,
    ):
        assert ask(every, question, executor) == ask(every, question)


def openings(text: str) -> Openings:
    return Openings(parse(text, "p.yaml", Limits()))


def test_choices_within_choices() -> None:
    found = openings(
        "players: {X: {hand: [{one of: [A, {A: {x: 1..2}}, {one of: [B, C]}]}, A], life: -1..1}}"
    )
    made = [plain(found.world(index)[0])["players"]["X"] for index in range(found.number)]
    hands: list[Any] = ["A", {"A": {"x": 1}}, {"A": {"x": 2}}, "B", "C"]
    assert made == [{"hand": [one, "A"], "life": life} for one in hands for life in (-1, 0, 1)]
    assert found.world(3)[1] == {"X hand #1": "{A: {x: 1}}", "X life": "-1"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players:\n  X: {life: 5..1}", "p.yaml:2:13: error: 5..1: no number is in this range"),
        ("players:\n  X: {life: 1..9999999999}", "p.yaml:2:13: error: 1..9999999999: expected whole numbers"),
        ("players:\n  X: {hand: [{one of: A}]}", "p.yaml:2:23: error: one of: expected a list"),
        ("players:\n  X: {hand: [{one of: []}]}", "p.yaml:2:23: error: one of: expected a list"),
        ("players:\n  X: {life: {one of: [1, 1]}}", 'p.yaml:2:26: error: one of: "1" stands here twice'),
        ("players:\n  X: {life: {one of: [1..3, 2]}}", "p.yaml:2:29: error: one of: 2 stands here twice"),
        (
            f"players: {{X: {{battlefield: [{', '.join(f'A{n}: {{x: 1..9}}' for n in range(MOST + 1))}]}}}}",
            "more than 100 open values",
        ),
    ],
)
def test_what_cant_be_meant(text: str, said: str) -> None:
    with pytest.raises(BadInput) as found:
        Position.from_text(text, "p.yaml")
    assert not isinstance(found.value, OpenPosition)
    assert said in str(found.value)


def test_a_world_that_cant_be_read_is_named() -> None:
    with pytest.raises(OpenPosition) as found:
        Position.from_text("players:\n  X: {life: 1..2, poison: -1..0}", "p.yaml")
    with pytest.raises(BadInput) as bad:
        ask(Worlds.of(found.value), yes)
    assert str(bad.value) == (
        "p.yaml:2:27: error: X, poison: expected a whole number, 0 or more, found the number -1, "
        "where X life is 1 and X poison is -1"
    )


def yes(_position: Position) -> Said:
    return Said(True, {})


def same(position: Position) -> Said:
    """Whether two life totals are equal."""
    life = [row[1].number for row in position.about("life", 2)]
    return Said(life[0] == life[1], {})


def test_what_values_cant_tell() -> None:
    with pytest.raises(OpenPosition) as found:
        Position.from_text("players: {X: {life: 1..3}, Y: {life: 1..4}}", "p.yaml")
    no, equal = ask(Worlds.of(found.value), same).answers
    assert (no.worlds, no.values, no.exact) == (9, {"X life": "1..3", "Y life": "1..4"}, False)
    assert (equal.worlds, equal.values, equal.exact) == (3, {"X life": "1..3", "Y life": "1..3"}, False)
    assert (equal.witness, no.witness) == ({"X life": "1", "Y life": "1"}, {"X life": "1", "Y life": "2"})


def test_more_worlds_than_anybody_can_ask() -> None:
    entries = ", ".join(f"{{T{n}: {{pt: 1/1, type: Creature, damage: 0..999999999}}}}" for n in range(MOST))
    with pytest.raises(OpenPosition) as found:
        Position.from_text(f"players: {{X: {{battlefield: [{entries}]}}}}", "p.yaml")
    every = Worlds.of(found.value)
    assert every.number == 10 ** (9 * MOST)
    start = time.monotonic()
    answers = ask(every, yes, most=3)
    assert (answers.looked, answers.complete, answers.certain) == (3, False, None)
    deadline = Deadline(0.5)
    assert 0 < ask(every, yes, deadline=deadline).looked < 10_000
    assert time.monotonic() - start < 30
    deadline.stop()
    with pytest.raises(BoundReached):
        ask(every, yes, deadline=deadline)


def run(*args: str) -> int:
    return app.run(typer.main.get_command(app.app), list(args))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "p.yaml"
    path.write_text(BOARD.format(**OPEN, **BLOCKS), "utf-8")
    return path


@pytest.mark.parametrize(
    ("step", "more", "code", "answer", "possible"),
    [
        (DOUBLE, (), 1, None, ["legal", "illegal"]),
        ("block: {}", (), 0, "legal", ["legal"]),
        ("block: {Cub: ogre}", ("--jobs", "2"), 1, "illegal", ["illegal"]),
        ("block: {}", ("--worlds", "5"), 75, None, ["legal"]),
    ],
)
def test_check(
    capsys: pytest.CaptureFixture[str],
    file: Path,
    step: str,
    more: tuple[str, ...],
    code: int,
    answer: str | None,
    possible: list[str],
) -> None:
    assert run("check", str(file), step, "--json", *more) == code
    said = json.loads(capsys.readouterr().out)
    assert (said["answer"], said["possible"], said["complete"]) == (answer, possible, code != 75)
    assert run("check", str(file), step, *more) == code
    out, err = capsys.readouterr()
    assert out.startswith(f"certain: {answer}" if answer else "so far: " if code == 75 else "possible: ")
    assert ("the answer is of a part" in err) == (code == 75)


def test_others_refuse(capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
    ruling = tmp_path / "r.yaml"
    ruling.write_text(file.read_text("utf-8") + "steps:\n  - blocks: {}\n", "utf-8")
    for words in (["blocks"], ["legal"], ["layers"], ["facts"], ["run"]):
        assert run(*words, str(file)) == 65, words
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(
            f"{file}:10:65: error: left open: Alice battlefield Grim Ogre counters +1/+1 (0..1)"
        )
    assert run("verify", str(ruling)) == 65
    assert "left open" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt(file: Path, jobs: str) -> None:
    file.write_text(BOARD.format(**(OPEN | {"life": "1..99999"}), **BLOCKS), "utf-8")
    options = ["--json", "--worlds", "0", "--jobs", jobs]
    out, _ = interrupted("check", str(file), DOUBLE, *options)
    said = json.loads(out)
    assert said["complete"] is False
    assert 0 < said["asked"] < said["worlds"]
    assert sum(one["worlds"] for one in said["answers"]) == said["asked"]
