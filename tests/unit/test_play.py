"""Playing on: the commands legal, run, play and check, and the same in Python."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from magistrate.bridge.errors import BadInput, MagistrateError
from magistrate.bridge.explain.board import board
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rulings.play import IllegalStep
from magistrate.cli.app import app, run

BOARD = """\
title: A duel
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 2 damage to any target.}
  - {name: Long Thought, cost: "{2}{U}", type: Sorcery, text: Draw two cards.}
  - {name: Calm Choice, cost: "{R}", type: Instant, text: You may draw a card.}
  - {name: Peak, type: Basic Land — Mountain, text: ""}
players:
  Alice:
    battlefield: [Grey Bear: {id: bear}, Peak, Peak]
    hand: [Jolt, Long Thought, Calm Choice]
    library: [Grey Bear, Grey Bear]
  Bob:
    battlefield: [Grey Bear: {id: cub}]
    library: [Grey Bear, Grey Bear]
"""
STEPS = (
    "steps:\n  - cast: {card: Jolt, targets: [cub]}\n  - resolve: top\n  - expect: {cub: {zone: graveyard}}\n"
)


def called(*words: str) -> int:
    return run(app_command(), list(words))


def app_command() -> object:
    import typer

    return typer.main.get_command(app)


def file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "duel.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_legal_as_text_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, BOARD)
    assert called("legal", path) == 0
    out = capsys.readouterr().out
    assert "Alice has priority" in out
    assert "cast: Jolt" in out
    assert "Long Thought" not in out
    assert called("legal", "--json", path) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["question"] == "legal"
    assert found["answer"] == len(found["moves"])
    assert {"cast": "Calm Choice"} in [move["step"] for move in found["moves"]]
    assert found["player"] == "Alice"


def test_check_takes_every_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, BOARD)
    assert called("check", path, "cast: {card: Jolt, targets: [cub]}") == 0
    assert capsys.readouterr().out.splitlines()[0] == "legal"
    assert called("check", "--json", path, "cast: Long Thought") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["answer"] == "illegal"
    assert found["reasons"][0]["rule"]


def test_run_prints_the_log_and_writes_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    end = tmp_path / "end.lp"
    assert called("run", file(tmp_path, BOARD + STEPS), "--to", str(end)) == 0
    out = capsys.readouterr().out
    assert "601.2i    Alice casts Jolt" in out
    assert "704.5g    cub is destroyed" in out
    assert "graveyard: cub" in out
    lines = [line for line in out.split("\n\n")[0].splitlines() if line]
    assert all(line[0].isdigit() for line in lines), lines
    there = Position.load(end)
    assert (
        there == Position.from_text(BOARD).play("cast: {card: Jolt, targets: [cub]}", "resolve: top").position
    )


def test_run_tells_what_fails_and_what_waits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = BOARD + STEPS.replace("graveyard", "exile")
    assert called("run", file(tmp_path, wrong)) == 1
    assert "expected cub: zone exile" in capsys.readouterr().err
    assert called("run", "--json", file(tmp_path, BOARD + "steps:\n  - cast: Jolt\n")) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["answer"] == "undecided"
    assert found["waits_for"].startswith("Alice chooses modes and targets")


def played(monkeypatch: pytest.MonkeyPatch, path: str, *typed: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed) + "\n"))
    return called("play", path)


def test_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "saved.lp"
    typed = ["help", "cast: Jolt", "cub", "", "board", "undo", f"save {saved}", "nonsense", "quit"]
    assert played(monkeypatch, file(tmp_path, BOARD), *typed) == 0
    out = capsys.readouterr().out
    assert "Alice chooses modes and targets" in out
    assert "cub is destroyed" in out
    assert "graveyard: cub" in out
    assert "taken back" in out
    assert "choose: no choice is due" in out
    assert (
        Position.load(saved) == Position.from_text(BOARD).play("cast: {card: Jolt, targets: [cub]}").position
    )


def test_play_makes_moves_by_number_and_ends_with_the_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(monkeypatch, file(tmp_path, BOARD), "99", "1") == 0
    out = capsys.readouterr().out
    assert "there is no 99 to choose" in out
    assert "beginning of combat begins" in out


def test_the_board_tells_marked_damage_and_counters() -> None:
    position = Position.from_text(
        "turn: {active: Alice, step: precombat main}\n"
        "cards: [{name: Mud Bear, type: Creature — Bear, pt: 2/2}]\n"
        "players: {Alice: {battlefield: [Mud Bear: {damage: 1, counters: {+1/+1: 2}}]}, Bob: {}}\n"
    )
    assert "  Mud Bear 4/4, 2 +1/+1 counters, damage 1\n" in board(position)


def test_in_python() -> None:
    start = Position.from_text(BOARD)
    assert "cast: Jolt" in start.legal()
    assert start.check("cast: {card: Jolt, targets: [cub]}") == ()
    assert [reason.rule for reason in start.check("attack: {bear: Bob}")] == []
    assert start.check("cast: Long Thought")
    play = start.play("cast: Calm Choice", "resolve: top")
    assert play.waits_for == "yes_no"
    with pytest.raises(MagistrateError, match="first Alice chooses yes or no"):
        play.play("pass")
    yes, no = play.play("choose: yes"), play.play("choose: no")
    assert yes != no
    assert yes == play.play("choose: yes")
    assert len({yes, no, play.play("choose: no")}) == 2
    assert yes.log[-1].rule
    assert "Alice draws Grey Bear" in [line.text.split("#")[0] for line in yes.log]
    with pytest.raises(IllegalStep, match="illegal: cast: Long Thought"):
        yes.play("cast: Long Thought")
    with pytest.raises(BadInput, match="no choice is due"):
        yes.play("choose: yes")


def test_the_text_form_at_every_point_gives_the_same_game() -> None:
    play = Position.from_text(BOARD).play()
    for step in (
        "cast: Jolt",
        "choose: cub",
        "pass",
        "pass",
        "cast: Calm Choice",
        "resolve: top",
        "choose: yes",
    ):
        again = Position.from_facts(play.position.text())
        assert again == play.position
        assert hash(again) == hash(play.position)
        play = play.play(step)
        assert again.play(step).position == play.position, step


WAYS = """
turn: {active: Alice, step: precombat main, priority: Alice}
cards:
  - {name: Swing, cost: "{X}{2}{W}", type: Creature — Spider, pt: 1/1, text: "Kicker {W} and/or {1}{B}\\nWeb-slinging {W}"}
  - {name: Choice, cost: "{R}", type: Instant, text: "As an additional cost to cast this spell, discard a card or pay {3}.\\nDraw a card."}
  - {name: Peak, type: Basic Land — Mountain, text: ""}
players:
  Alice:
    hand: [Swing, Choice]
    battlefield: [Peak]
  Bob: {}
"""  # noqa: E501


def test_each_way_of_casting_is_listed_with_its_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file(tmp_path, WAYS)
    assert called("legal", path) == 0
    assert "  cast: Choice   {R}, discard a card or {3}" in capsys.readouterr().out.splitlines()
    assert called("check", "--json", path, "cast: Swing") == 1
    found = json.loads(capsys.readouterr().out)
    assert {way["step"]: way["cost"] for way in found["ways"]} == {
        "cast: Swing": "{X}{2}{W}",
        'cast: {card: Swing, with: ["kicker {W}"]}': "{X}{2}{W}{W}",
        'cast: {card: Swing, with: ["kicker {W}", "kicker {1}{B}"]}': "{X}{3}{W}{W}{B}",
        'cast: {card: Swing, with: ["kicker {1}{B}"]}': "{X}{3}{W}{B}",
        "cast: {card: Swing, with: [web slinging]}": "{W}, return to hand 1 tapped creature",
    }
    assert not any(way["legal"] for way in found["ways"])
