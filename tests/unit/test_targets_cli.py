"""`magistrate targets`: text, JSON and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from magistrate.cli.app import app, run

POSITION = r"""
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Bear, type: Creature — Bear, pt: 2/2}
  - {name: Imp, type: Creature — Imp, pt: 1/1, text: "Ward {2}"}
  - {name: Newt, type: Creature — Salamander, pt: 1/1, text: Hexproof}
  - {name: Mantle, cost: "{R}", type: Enchantment — Aura,
     text: "Enchant creature\nEnchanted creature gets +2/+0."}
  - {name: Blade, type: Artifact — Equipment, text: "Equipped creature gets +1/+0.\nEquip {2}"}
  - {name: Riddle, cost: "{R}", type: Instant, text: Frobnicate target creature.}
players:
  Alice: {hand: [Mantle, Riddle], battlefield: [Blade]}
  Bob: {battlefield: [Bear, Imp, Newt]}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "p.yaml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


def call(*args: str) -> int:
    return run(typer.main.get_command(app), ["targets", *args])


def test_text(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(file, "Mantle") == 0
    out = capsys.readouterr().out
    assert "legal:   Bear, Imp [ward {2}]" in out
    assert "Newt has hexproof (702.11b)" in out
    assert "2 legal choices:" in out


def test_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(file, "Mantle", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["question"], answer["answer"], answer["complete"], answer["count"]) == (
        "targets",
        True,
        True,
        2,
    )
    slot = answer["slots"][0]
    assert slot["legal"] == ["Bear", "Imp"]
    assert slot["ward"] == [{"object": "Imp", "cost": "{2}", "source": "Imp"}]
    newt = next(one for one in slot["illegal"] if one["object"] == "Newt")
    assert newt["reasons"] == [
        {"rule": "702.11b", "reason": "hexproof", "source": "Newt", "text": "Newt has hexproof"}
    ]
    assert [choice["targets"] for choice in answer["choices"]] == [
        [{"slot": 1, "objects": [name]}] for name in ("Bear", "Imp")
    ] or len(answer["choices"]) == 2


def test_no_legal_choice_is_a_no(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(file, "Blade") == 1
    assert "0 legal choices" in capsys.readouterr().out


def test_a_text_that_is_not_modelled_is_refused(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(file, "Riddle") == 69
    assert "isn't modelled" in capsys.readouterr().err


def test_a_name_that_nothing_goes_by(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(file, "Mantel") == 65
    assert "did you mean" in capsys.readouterr().err


MODAL = r"""
cards:
  - {name: Two Ways, cost: "{X}{R}", type: Instant, text: "Choose one —\n• Destroy target creature.\n• Two Ways deals X damage to target player."}
  - {name: Kicked Bolt, cost: "{R}", type: Instant, text: "Kicker {2}\nDestroy target creature. If this spell was kicked, destroy target land."}
  - {name: Bear, type: Creature — Bear, pt: 2/2}
players: {Alice: {hand: [Two Ways, Kicked Bolt], battlefield: [Bear]}, Bob: {}}
"""  # noqa: E501


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["Two Ways", "--mode", "3"], 2, "there is no mode 3; its modes are 1, 2"),
        (["Kicked Bolt", "--mode", "1"], 2, "there is no mode 1; it has no modes"),
        (["Kicked Bolt", "--x", "2"], 2, "nothing in it rests on X"),
        (["Kicked Bolt", "--with", "flashback"], 2, "nothing here speaks of 'flashback'"),
        (["Bob"], 65, '"Bob" is a player'),
        (["Bear", "--ability", "2"], 2, "no ability 2 here"),
    ],
)
def test_what_it_has_no_use_for_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str
) -> None:
    path = tmp_path / "m.yaml"
    path.write_text(MODAL, encoding="utf-8")
    assert call(str(path), *words) == code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["Two Ways", "--mode", "1"],
        ["Two Ways", "--mode", "2", "--x", "3"],
        ["Kicked Bolt", "--with", "kicker"],
    ],
)
def test_what_it_has_is_taken(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "m.yaml"
    path.write_text(MODAL, encoding="utf-8")
    assert call(str(path), *words) == (1 if "kicker" in words else 0)  # there is no land
