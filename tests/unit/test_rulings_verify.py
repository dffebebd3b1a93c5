"""`magistrate verify`, `rules` and `program`, and rulings as pytest items."""

# ruff: noqa: E501  (rulings and boards, one a line)

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import clingo
import pytest
import typer
from clingo.application import Application, clingo_main

from magistrate.bridge import plain
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session
from magistrate.bridge.rulings import files
from magistrate.bridge.rulings.index import numbers, order, within
from magistrate.bridge.rulings.model import Verdict
from magistrate.cli import app

pytest_plugins = ["pytester"]

RULING = """\
title: {title}
turn: {{active: Alice, step: declare blockers}}
cards:
  - {{name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: Menace}}
  - {{name: Meadow Bear, type: Creature — Bear, pt: 2/2}}
players:
  Alice:
    battlefield:
      - Grim Ogre: {{id: ogre, attacking: Bob}}
  Bob:
    battlefield:
      - Meadow Bear: {{count: 2}}
steps:
  - {step}
"""
GOOD = "blocks: {}\n    expect: {count: 2}"
WAITING = "block: {Meadow Bear#1: ogre, Meadow Bear#2: ogre}\n  - advance: end of combat"
"""Nobody says how the ogre divides its damage."""
WRONG = "blocks: {}\n    expect: {count: 3}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "rulings"
    (inside / "deep").mkdir(parents=True)
    for name, step in (
        ("a-good", GOOD),
        ("b-wrong", WRONG),
        ("c-later", WAITING),
        ("deep/d-bad", "blokc: {}"),
        ("deep/e-good", GOOD),
    ):
        text = RULING.format(title=f"509.1b {name}", step=step)
        (inside / f"{name}.yaml").write_text(text, encoding="utf-8")
    (inside / "position.yaml").write_text(
        RULING.format(title="x", step="x").split("steps:")[0], encoding="utf-8"
    )
    (inside / "broken.yml").write_bytes(b"steps:\n  - \xff\xfe\n")
    (inside / "notes.txt").write_text("steps:\n", encoding="utf-8")
    return inside


def run(*args: str) -> int:
    return app.run(typer.main.get_command(app.app), list(args))


def test_all_pass(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = str(folder / "a-good.yaml")
    assert run("verify", good) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"ok         {good}\n")
    assert "1 passed in" in out
    assert err == ""


def test_one_of_each(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", str(folder)) == 1
    out, err = capsys.readouterr()
    assert "2 passed, 1 failed, 1 undecided, 2 bad input in" in out
    wrong = folder / "b-wrong.yaml"
    assert (
        f"failed: {wrong}  (509.1b b-wrong)\n  {wrong}:15:21: step 1: expected count 3\n      got 2\n" in out
    )
    assert "deep/d-bad.yaml:14:5: error: in a step there is no 'blokc'" in err
    assert f"{folder}/broken.yml:2:5: error: not UTF-8" in err
    assert "bad input  " in out
    assert "position.yaml" not in out
    assert "notes.txt" not in out


def test_quiet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", "-q", str(folder)) == 1
    assert "ok " not in capsys.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_as_json(folder: Path, capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    assert run("verify", "--json", "--jobs", jobs, str(folder)) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["question"], said["answer"], said["complete"]) == ("verify", "failed", True)
    assert said["counts"] == {
        "passed": 2,
        "failed": 1,
        "undecided": 1,
        "unmodelled": 0,
        "bad input": 2,
        "bound": 0,
    }
    names = [Path(ruling["file"]).name for ruling in said["rulings"]]
    assert names == ["a-good.yaml", "b-wrong.yaml", "broken.yml", "c-later.yaml", "d-bad.yaml", "e-good.yaml"]
    wrong = said["rulings"][1]
    assert (wrong["verdict"], wrong["step"], wrong["line"]) == ("failed", 1, 15)
    assert (wrong["expected"], wrong["got"]) == ("count 3", "2")
    assert said["rulings"][0]["expected"] is None


def test_exit_codes(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", str(folder / "c-later.yaml")) == 1
    assert run("verify", str(folder / "deep" / "d-bad.yaml"), str(folder / "a-good.yaml")) == 65
    assert run("verify", str(tmp_path / "none.yaml")) == 65
    empty = tmp_path / "empty"
    empty.mkdir()
    capsys.readouterr()
    assert run("verify", str(empty)) == 65
    assert "no ruling files" in capsys.readouterr().err
    strange = tmp_path / "strange.yaml"
    text = (folder / "a-good.yaml").read_text(encoding="utf-8").replace("text: Menace", "text: Wobble twice.")
    strange.write_text(
        text.replace("count: 2}\n", "count: 4}\n").replace("{count: 4}\nsteps", "{count: 2}\nsteps")
    )
    assert run("verify", "--strict", str(strange)) == 69


def test_any_executor(folder: Path) -> None:
    paths = list(files.found([folder]))
    with ThreadPoolExecutor(2) as executor:
        there = [result.verdict for result in files.verify(paths, executor=executor)]
    assert there == [result.verdict for result in files.verify(paths)]


def test_a_fault_is_no_pass(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr(files, "run_file", broken)
    (result,) = files.verify([folder / "a-good.yaml"])
    assert result.verdict is Verdict.UNDECIDED
    assert "RuntimeError: oh" in result.findings[0].got


def test_each_file_once(folder: Path) -> None:
    found = list(files.found([folder / "a-good.yaml", folder, folder / "a-good.yaml"]))
    assert len(found) == len(set(found)) == 6


# pytest


def test_pytest_collects_where_it_is_told(pytester: pytest.Pytester, folder: Path) -> None:
    ini = pytester.makeini(f"[pytest]\nmagistrate_rulings = {folder}\n")
    outcome = pytester.runpytest(str(folder), "-c", str(ini), "-p", "no:cacheprovider")
    outcome.assert_outcomes(passed=2, failed=4)
    outcome.stdout.fnmatch_lines(["*b-wrong.yaml:15:21: step 1: expected count 3*"])


def test_pytest_leaves_others_alone(pytester: pytest.Pytester, folder: Path) -> None:
    outcome = pytester.runpytest(str(folder), "-p", "no:cacheprovider")
    outcome.assert_outcomes()
    named = pytester.runpytest(str(folder / "a-good.yaml"), "-p", "no:cacheprovider")
    named.assert_outcomes(passed=1)


def test_the_plugin_imports_nothing_until_then() -> None:
    script = (
        "import sys, magistrate.bridge.rulings.plugin as p\n"
        "print([m for m in sys.modules if m.startswith('magistrate.') and m != p.__name__] + "
        "[m for m in ('clingo', 'yaml', 'typer') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "['magistrate.bridge', 'magistrate.bridge.rulings']"


# rules


def test_rules(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "702.111b", "--rulings", str(folder)) == 0
    out = capsys.readouterr().out
    assert "asp/keywords/menace.lp" in out
    assert "no ruling tests it" in out
    assert run("rules", "509.1b", "--rulings", str(folder)) == 0
    assert "tested by" in capsys.readouterr().out
    assert run("rules", "599.9", "--rulings", str(folder)) == 1
    assert run("rules", "blocking") == 2
    capsys.readouterr()
    assert run("rules", "--json", "702.111", "--rulings", str(folder)) == 0
    said = json.loads(capsys.readouterr().out)
    encoded = next(rule for rule in said["rules"] if rule["rule"] == "702.111b")
    assert any(mention["encodes"] for mention in encoded["programs"])


def test_rule_numbers() -> None:
    assert list(numbers('violation(x, cr("509.1b"), B). % 508.1c-e, 702.16, CR 613')) == [
        *("509.1b", "613", "508.1c", "508.1d", "508.1e", "702.16"),
    ]
    assert list(numbers('    rule: "509.1b"')) == ["509.1b"]
    assert list(numbers("version 1.2, {+1/+1: 2}, 3/3")) == []
    assert within("509.1b", "509.1")
    assert within("509.1b", "509")
    assert not within("509.10", "509.1")
    assert sorted(["702.9b", "702.111b", "509.1", "702.16"], key=order) == [
        "509.1",
        "702.9b",
        "702.16",
        "702.111b",
    ]


# program


class Alone(Application):
    """Clingo as its own program runs."""

    program_name = "clingo"


SHOWN = {
    "characteristics": [
        "type/2",
        "subtype/2",
        "color/2",
        "power/2",
        "toughness/2",
        "name/2",
        "has_keyword/2",
    ],
    "attacks": ["attack/2"],
    "blocks": ["block/2"],
}
BOARD = """\
cards:
  - {name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: Menace}
  - {name: Meadow Bear, type: Creature — Bear, pt: 2/2}
  - {name: Meekness, cost: "{2}{W}", type: Enchantment, text: All creatures lose all abilities and have base power and toughness 1/1.}
  - {name: Living Glass, cost: "{2}{W}", type: Enchantment, text: Each other non-Aura enchantment is a creature in addition to its other types and has base power and base toughness each equal to its mana value.}
players:
  Alice:
    battlefield:
      - Grim Ogre: {attacking: Bob}
      - Meekness
      - Living Glass
  Bob:
    battlefield:
      - Meadow Bear: {count: 2}
"""


@pytest.mark.parametrize("question", SHOWN)
@pytest.mark.parametrize("meek", [True, False])
def test_clingo_alone_gives_the_same_answer(
    question: str, meek: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    board = BOARD if meek else BOARD.replace("      - Meekness\n", "")
    position = Position.from_text(board)
    file = tmp_path / "program.lp"
    file.write_text(plain.text(question, position.facts, show=SHOWN[question]), encoding="utf-8")
    capfd.readouterr()
    clingo_main(Alone(), [str(file), "0", "--outf=2"])
    said = json.loads(capfd.readouterr().out)["Call"][-1]["Witnesses"]
    alone = {frozenset(clingo.parse_term(atom) for atom in one.get("Value", [])) for one in said}
    names = {tuple(signature.split("/")) for signature in SHOWN[question]}
    session = Session(question, position.facts, options=["0"], by_clingo=True)
    expected = set()
    with session.control.solve(yield_=True) as handle:
        for model in handle:
            atoms = model.symbols(atoms=True)
            expected.add(frozenset(a for a in atoms if (a.name, str(len(a.arguments))) in names))
    assert alone == expected


def test_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(BOARD, encoding="utf-8")
    assert run("program", "layers", str(file)) == 0
    out = capsys.readouterr().out
    assert out.startswith("% The whole program")
    assert "#include <incmode>." in out
    assert "#script" not in out
    assert run("program", "nothing", str(file)) == 2
    assert run("program", "targets", str(file)) == 2
