"""Plain command lines are read without typer, and as typer reads them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from magistrate.cli import app
from magistrate.cli.commands import available
from magistrate.cli.quick import Unsure, command, read

SAME = [
    "check p.yaml block:{}",
    "check - {} --json --time-limit 3 --strict",
    "check --time-limit=2.5 p.yaml step --cards some.db",
    "blocks p.yaml --by Bob -n 3 --count",
    "blocks p.yaml --by=",
    "attacks --unfolded p.yaml --limit 0",
    "targets p.yaml Verdict -m 1 --mode 2 --x 3 --with kicker --with buyback -a 2",
    "layers p.yaml",
    "layers p.yaml ogre --json --json",
    "facts p.yaml",
]

LEFT_TO_TYPER = [
    "check p.yaml",
    "check p.yaml a b",
    "check p.yaml a --time-limit",
    "check p.yaml a --time-limit -1",
    "check p.yaml a --time-limit=-1",
    "check p.yaml a --time-limit soon",
    "check p.yaml a --time",
    "check p.yaml a --json=yes",
    "check p.yaml a --no-such",
    "check -- p.yaml a",
    "blocks p.yaml -n3",
    "blocks p.yaml -n 3 -n 4",
    "blocks --help",
    "blocks -h",
]


def function_of(name: str) -> Callable[..., object]:
    entry = available()[name]
    function: Callable[..., object] = getattr(
        import_module(f"magistrate.cli.{entry.module}"), entry.attribute
    )
    return function


def by_typer(name: str, words: list[str]) -> dict[str, Any]:
    context = app._load(name, available()[name]).make_context(name, list(words))
    return plain(context.params)


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """Typer makes a path of a file, and a list of a tuple later."""
    kinds: dict[type, Callable[[Any], object]] = {type(Path()): str, tuple: list}
    return {name: kinds.get(type(value), lambda it: it)(value) for name, value in values.items()}


@pytest.mark.parametrize("line", SAME)
def test_both_readers_agree(line: str) -> None:
    name, *words = line.split(" ")
    function = function_of(name)
    quick = {one.name: one.default for one in inspect.signature(function).parameters.values()}
    assert by_typer(name, words) == plain(quick | read(function, words))


@pytest.mark.parametrize("line", LEFT_TO_TYPER)
def test_what_is_not_plain_is_left_to_typer(line: str) -> None:
    name, *words = line.split(" ")
    with pytest.raises(Unsure):
        read(function_of(name), words)
    assert command([name, *words]) is None


def test_an_environment_variable_stands_for_its_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGISTRATE_CARDS", "some.db")
    assert read(function_of("blocks"), ["p.yaml"])["database"] == Path("some.db")
    assert read(function_of("blocks"), ["p.yaml", "--cards", "other.db"])["database"] == Path("other.db")


def test_completion_and_groups_are_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert command([]) is None
    assert command(["--version"]) is None
    assert command(["cards", "show", "x"]) is None
    assert command(["no-such-command"]) is None
    assert command(["blocks", "p.yaml"]) is not None
    monkeypatch.setenv("_MAGISTRATE_COMPLETE", "complete_bash")
    assert command(["blocks", "p.yaml"]) is None
