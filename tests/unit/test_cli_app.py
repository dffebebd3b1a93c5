"""The frame of the command line: what it loads, what it says, how it ends."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from magistrate.bridge.errors import BadInput, BoundReached, MagistrateError, Place, Refused
from magistrate.cli import app, commands, common, ending

HEAVY = ("clingo", "rich", "ruamel", "parsy", "sqlite3", "rapidfuzz", "highspy", "pyganak", "pysat", "numpy")


def magistrate(*args: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from magistrate.cli.app import main; main()", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_version() -> None:
    done = magistrate("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"magistrate {version('magistrate')}\n", "")


def test_the_frame_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from magistrate.cli import app, common\n"
        "app.run(app.typer.main.get_command(app.app), ['cards', 'show'])\n"
        "app.run(app.typer.main.get_command(app.app), ['--version'])\n"
        f"print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"TYPER_USE_RICH": "0"}
    )
    assert done.stdout.splitlines()[-1] == "", done.stdout


@pytest.mark.parametrize("rich", ["1", "0"])
def test_help_keeps_brackets(rich: str) -> None:
    code = "from magistrate.cli import app\napp.run(app.typer.main.get_command(app.app), ['check', '--help'])"
    env = {"TYPER_USE_RICH": rich, "COLUMNS": "100"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    told = " ".join(done.stdout.split())
    assert "bands: [[ogre, imp]]" in told
    assert "targets: [bear]" in told


def test_help_pages_have_no_short_lines_in_the_midst_of_a_paragraph() -> None:
    text = (
        "First line,\nsecond line.\n\nA paragraph\nof two.\n\nmagistrate check 'a: [b]'\nmagistrate check 'c'"
    )
    assert app.told_help(text).replace("\\", "").split("\n") == [
        "First line, second line.",
        "",
        "A paragraph of two.",
        "",
        "magistrate check 'a: [b]'",
        "magistrate check 'c'",
    ]


def test_help_lists_the_commands_without_loading_them() -> None:
    code = (
        "import sys\n"
        "from magistrate.cli import app\n"
        "app.run(app.typer.main.get_command(app.app), ['--help'])\n"
        "print('loaded', *[m for m in sys.modules if m.startswith('magistrate.cli.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name in commands.available():
        assert name in done.stdout
    assert sorted(done.stdout.splitlines()[-1].split()[1:]) == [
        "magistrate.cli.app",
        "magistrate.cli.commands",
        "magistrate.cli.ending",
        "magistrate.cli.parameters",
    ]


@pytest.mark.parametrize("name", commands.available())
def test_every_command_has_help(name: str) -> None:
    result = CliRunner().invoke(app.app, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert "Usage" in result.output


@pytest.mark.parametrize(("name", "entry"), commands.available().items())
def test_every_entry_is_there(name: str, entry: commands.Entry) -> None:
    target = getattr(import_module(f"magistrate.cli.{entry.module}"), entry.attribute)
    assert callable(target)
    assert entry.help.endswith(".")


def test_a_command_that_is_not_there() -> None:
    done = magistrate("crads")
    assert done.returncode == common.USAGE
    assert done.stdout == ""
    assert "cards" in done.stderr


def test_no_command_shows_help() -> None:
    assert "Usage" in "".join((magistrate().stdout, magistrate().stderr))


def test_completion_names_commands() -> None:
    environment = {"_MAGISTRATE_COMPLETE": "complete_bash", "COMP_WORDS": "magistrate ca", "COMP_CWORD": "1"}
    assert magistrate(env=environment).stdout.split() == ["cards"]


class Fails:
    """Stands in for a command that ends in some way."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error

    def main(self, **_: object) -> None:
        if self.error is not None:
            raise self.error


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (None, 0, ""),
        (SystemExit(1), 1, ""),
        (SystemExit(None), 0, ""),
        (BadInput("found 3", Place("a.yaml", 4, 2)), 65, "a.yaml:4:2: error: found 3\n"),
        (BadInput("is empty", Place("a.yaml")), 65, "a.yaml: error: is empty\n"),
        (BoundReached("10 s were not enough"), 75, "error: 10 s were not enough\n"),
        (Refused("an ability isn't modelled"), 69, "error: an ability isn't modelled\n"),
        (MagistrateError("no cards"), 2, "error: no cards\n"),
        (KeyboardInterrupt(), 75, "interrupted: nothing is certain yet\n"),
    ],
)
def test_how_a_command_ends(
    error: BaseException | None, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.run(Fails(error)) == code
    assert capsys.readouterr() == ("", said)


def test_a_fault_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(Fails(ZeroDivisionError())) == ending.FAULT == 70
    assert "please report it" in capsys.readouterr().err


def test_a_reader_that_leaves_gets_no_complaint() -> None:
    code = (
        "from magistrate.cli import app, common\n"
        "class Talks:\n"
        "    def main(self, **_):\n"
        "        while True: common.emit('x' * 1000)\n"
        "raise SystemExit(app.run(Talks()))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


class Ability:
    card = "Dusk Moth"
    line = 2
    text = "Wings!"
    why = "no such word"


def test_unmodelled_abilities_are_always_said(capsys: pytest.CaptureFixture[str]) -> None:
    common.report_unmodelled([Ability()], strict=False)
    assert capsys.readouterr() == ("", "unmodelled: Dusk Moth, line 2: Wings! (no such word)\n")
    with pytest.raises(Refused, match="an ability isn't modelled"):
        common.report_unmodelled([Ability()], strict=True)
    common.report_unmodelled([], strict=True)


def test_every_answer_has_the_same_members() -> None:
    answer = common.answer("check", "legal", unmodelled=[Ability()], count=3)
    assert answer.pop("elapsed_ms") > 0
    assert answer == {
        "question": "check",
        "answer": "legal",
        "complete": True,
        "unmodelled": [{"card": "Dusk Moth", "line": 2, "text": "Wings!", "why": "no such word"}],
        "count": 3,
    }


def test_finish_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    common.emit_json({"cards": {"b", "a"}, "place": Place("x", 1, 2)})
    assert capsys.readouterr().out == '{\n  "cards": [\n    "a",\n    "b"\n  ],\n  "place": "x:1:2"\n}\n'
    end: Callable[[int], object] = common.finish
    with pytest.raises(SystemExit) as caught:
        end(1)
    assert caught.value.code == 1
