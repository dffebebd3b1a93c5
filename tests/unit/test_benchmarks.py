"""The benchmarks run, on tiny boards; nothing here is about speed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def figures() -> list[dict[str, object]]:
    done = run("--quick", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["figures"]
    assert isinstance(found, list)
    return found


def test_every_topic_has_figures(figures: list[dict[str, object]]) -> None:
    topics = {str(figure["topic"]).partition(" (")[0] for figure in figures}
    assert topics >= {
        "Blocks counted and written",
        "Exact numbers of blocks, menace and not more than one",
        "Maximum of requirements",
        "Whole combats",
        "check, in one process",
        "First look against the number of permanents",
        "Command line",
    }


def test_every_figure_is_a_positive_number(figures: list[dict[str, object]]) -> None:
    for figure in figures:
        assert isinstance(figure["value"], float | int), figure
        assert figure["value"] > 0, figure


def test_a_table_says_what_is_met() -> None:
    done = run("--quick", "exact", "maxima")
    assert done.returncode == 0, done.stderr
    assert "5 against 5: 606" in done.stdout
    assert "≤ 2 s" in done.stdout


def test_an_unknown_topic_is_refused() -> None:
    assert run("weather").returncode == 2
