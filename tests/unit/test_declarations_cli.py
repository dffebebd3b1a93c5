"""The commands attacks, blocks and check: exit codes, text and JSON as the contract has them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import typer

from magistrate.cli import app

BOARD = """
turn: {active: Alice, step: declare blockers}
cards:
  - {name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: Menace}
  - {name: Plain Ox, type: Creature — Ox, pt: 2/2}
  - {name: Quiet Elk, type: Creature — Elk, pt: 3/3, text: This creature blocks each combat if able.}
  - name: Toll Bridge
    type: Enchantment
    text: Creatures can't block unless their controller pays {1} for each blocking creature they control.
  - {name: Odd One, type: Creature — Ox, pt: 2/2, text: This creature is very odd.}
players:
  Alice:
    battlefield:
      - Grim Ogre: {attacking: Bob}
      - Plain Ox: {attacking: Bob, id: lead}
  Bob:
    battlefield:
      - Plain Ox: {count: 3, id: ox}
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    return app.run(typer.main.get_command(app.app), [str(each) for each in arguments])


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_blocks_as_text(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("blocks", board) == 0
    # Three oxen, each on the ogre, on the other attacker or on nothing; never exactly one on the ogre.
    out = printed(capsys)
    assert out.startswith("15 legal blocks, 7 up to equal creatures\n")
    assert "       1 × no block\n" in out
    assert "       3 × ox#1 → lead" in out


def test_blocks_as_json(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("blocks", board, "--json", "--unfolded", "-n", 0) == 0
    value = json.loads(printed(capsys))
    assert value["question"] == "blocks"
    assert value["count"] == len(value["declarations"]) == 15
    assert value["folded"] == 7
    assert value["complete"] is True
    assert value["requirements"] == {"possible": 0, "maximum": 0}
    assert {"blocks": {"ox#1": ["Grim Ogre"], "ox#2": ["Grim Ogre"]}, "multiplicity": 1} in value[
        "declarations"
    ]
    assert run("blocks", board, "--json") == 0
    value = json.loads(printed(capsys))
    assert sum(one["multiplicity"] for one in value["declarations"]) == 15
    assert run("blocks", board, "--json", "--count") == 0
    value = json.loads(printed(capsys))
    assert (value["count"], value["declarations"]) == (15, [])


def test_a_limit_shows_fewer_and_counts_all(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("blocks", board, "-n", 2) == 0
    out = printed(capsys)
    assert out.startswith("15 legal blocks\n")
    assert out.count("×") == 2
    assert out.endswith("… -n 0 lists all\n")


def test_attacks(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("attacks", board, "--json") == 0
    value = json.loads(printed(capsys))
    assert value["count"] == 4
    assert {"attacks": {"Grim Ogre": "Bob", "lead": "Bob"}, "multiplicity": 1} in value["declarations"]


def test_check(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", board, "block: {ox#1: Grim Ogre, ox#2: Grim Ogre}") == 0
    assert printed(capsys) == "legal\n"
    assert run("check", board, "block: {ox#1: Grim Ogre}", "--json") == 1
    value = json.loads(printed(capsys))
    assert value["answer"] == "illegal"
    assert [(r["rule"], r["reason"], r["subject"], r["source"]) for r in value["reasons"]] == [
        ("702.111b", "too_few", "Grim Ogre", "Grim Ogre")
    ]
    assert value["requirements"] == {"possible": 0, "maximum": 0, "obeyed": 0}
    assert run("check", board, "attack: {Grim Ogre: Bob}") == 0


def test_check_tells_requirements_and_a_witness(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "must.yaml"
    path.write_text(
        BOARD.replace("count: 3, id: ox", "id: ox}\n      - Quiet Elk: {id: elk"), encoding="utf-8"
    )
    assert run("check", path, "block: {}", "--json") == 1
    value = json.loads(printed(capsys))
    assert value["requirements"] == {"possible": 1, "maximum": 1, "obeyed": 0}
    assert value["witness"]["blocks"]["elk"]
    assert {r["rule"] for r in value["reasons"]} == {"509.1c"}
    assert run("check", path, "block: {}") == 1
    assert "elk must block if able" in printed(capsys)


def test_check_tells_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toll.yaml"
    path.write_text(
        BOARD.replace("      - Grim Ogre: {att", "      - Toll Bridge\n      - Grim Ogre: {att").replace(
            "  Bob:\n", '  Bob:\n    mana: "{W}{W}{W}"\n'
        ),
        encoding="utf-8",
    )
    assert run("check", path, "block: {ox#1: lead}", "--json") == 0
    assert json.loads(printed(capsys))["costs"] == [
        {"subject": "ox#1", "target": "lead", "cost": "{1}", "source": "Toll Bridge"}
    ]
    assert run("blocks", path) == 0
    assert "costs {1} for ox#1 (Toll Bridge)" in printed(capsys)


@pytest.mark.parametrize(
    ("step", "where"),
    [
        ("block: {ox#1: Grim Ogr}", "<step>:1:15"),
        ("block: [ox]", "<step>:1:8"),
        ("attack: {Grim Ogre: {to: Bob}}", "<step>:1:22"),
        ("attack: {Grim Ogre: [Bob]}", "<step>:1:21"),
        ("attack: {Grim Ogre: Bob}, bands: Grim Ogre", "<step>:1:34"),
        ("blok: {}", "<step>:1:1"),
        ("pass: Bob", "<step>:1:1"),
    ],
)
def test_steps_that_cant_be_read(
    board: Path, step: str, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", board, step) == 65
    assert capsys.readouterr().err.startswith(f"{where}: error: ")


def test_strict_refuses_what_is_not_modelled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(
        BOARD.replace("      - Plain Ox: {count: 3, id: ox}", "      - Odd One"), encoding="utf-8"
    )
    assert run("blocks", path, "--json") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["unmodelled"][0]["card"] == "Odd One"
    assert "unmodelled: Odd One" in captured.err
    assert run("blocks", path, "--strict") == 69


def test_a_bound_is_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.yaml"
    text = BOARD.replace(
        "{attacking: Bob}\n      - Plain Ox: {attacking: Bob, id: lead}", "{attacking: Bob, count: 12}"
    )
    path.write_text(text.replace("count: 3, id: ox", "count: 12, id: ox"), encoding="utf-8")
    assert run("blocks", path, "--count", "--json", "--time-limit", 0.001) == 75
    captured = capsys.readouterr()
    value = json.loads(captured.out)
    assert (value["count"], value["complete"]) == (None, False)
    assert "--time-limit" in captured.err


def test_a_reader_that_leaves_early_is_no_fault(board: Path) -> None:
    """`magistrate blocks board.yaml | head -1`."""
    import subprocess

    line = f"'{sys.executable}' -m magistrate.cli blocks '{board}' --json --unfolded -n 0 | head -c 10"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_a_declaration_that_is_not_due(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is answered all the same, and said."""

    def said(*words: str) -> str:
        app.run(typer.main.get_command(app.app), [*words])
        return capsys.readouterr().err

    assert said("blocks", str(board)) == ""
    assert "no declaration of attackers is due" in said("attacks", str(board))
    assert "no declaration of attackers is due" in said("check", str(board), "attack: {}")
    made = board.read_text("utf-8").replace("{count: 3, id: ox}", "{id: ox, blocking: lead}")
    board.write_text(made, "utf-8")
    assert "no declaration of blockers is due" in said("check", str(board), "block: {}")


@pytest.mark.parametrize("more", ["expect: illegal", 'rule: "509.1b"'])
def test_check_takes_no_expectation(board: Path, capsys: pytest.CaptureFixture[str], more: str) -> None:
    assert app.run(typer.main.get_command(app.app), ["check", str(board), f"block: {{}}, {more}"]) == 65
    assert "that is for ruling files" in capsys.readouterr().err
