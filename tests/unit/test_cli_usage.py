"""Wrong usage of commands that are asked in words: exit code 2, and what there is instead."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from magistrate.cli.app import app, run

EXAMPLES = Path(__file__).parents[2] / "examples"
BLOCKS = str(EXAMPLES / "menace-two-blockers.yaml")


def call(*words: str) -> int:
    return run(typer.main.get_command(app), [*words])


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["program", "nonsense", BLOCKS], 2, "there are characteristics, attacks, blocks"),
        (["program", "targets", BLOCKS], 2, "--for CARD"),
        (["program", "blocks", BLOCKS, "--for", "bear"], 2, "--for belongs to targets"),
        (["rules", "nonsense"], 2, "no rule number"),
        (["rules", "--rulings", "/no/such/folder"], 2, "no folder"),
        (["layers", BLOCKS, "Alice"], 65, '"Alice" is a player'),
        (["blocks", BLOCKS, "--by", "bear"], 65, '"bear" is no player'),
    ],
)
def test_what_is_said(capsys: pytest.CaptureFixture[str], words: list[str], code: int, said: str) -> None:
    assert call(*words) == code
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_rules_without_rulings_say_nothing_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("rules", "702.111b") == 0
    told = capsys.readouterr()
    assert "702.111b A creature with menace" in told.out
    assert "ruling" not in told.out
    assert "--rulings names one" in told.err
