"""The command line, as processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path

from benchmarks import boards
from benchmarks.figures import Figure, Spent

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
MOST = 2.5
"""What a question about a small position may cost, in times of `import clingo`."""

MENACE = str(EXAMPLES / "menace-two-blockers.yaml")
ASKED = {
    "check": ["check", MENACE, "block: {bear: Grim Ogre}"],
    "blocks": ["blocks", MENACE],
    "attacks": ["attacks", str(EXAMPLES / "attack-taxes.yaml")],
    "targets": ["targets", str(EXAMPLES / "hexproof-targets.yaml"), "Grim Verdict"],
    "layers": ["layers", MENACE],
    "layers, one effect dependent on another": ["layers", str(EXAMPLES / "layers-land-types.yaml")],
}
"""A question of each kind about a few permanents; each has the target."""


def run(command: Sequence[str]) -> Spent:
    """Time of a process and its children, as a user has them: compiled modules kept, no card database."""
    unusual = ("PYTHONDONTWRITEBYTECODE", "MAGISTRATE_CARDS")
    environment = {name: value for name, value in os.environ.items() if name not in unusual}
    wall = time.perf_counter()
    # Away from the repository, so that what is installed runs.
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=tempfile.gettempdir(),
        env=environment,
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: {said.decode()}")
    return Spent(used.ru_utime + used.ru_stime, time.perf_counter() - wall)


def least(commands: Mapping[str, Sequence[str]], times: int) -> dict[str, float]:
    """The least processor time of each command, in seconds. They take turns, so that none has the quiet
    moments for itself; the first turn only fills caches."""
    runs = [{name: run(command).cpu for name, command in commands.items()} for _ in range(times + 1)]
    return {name: min(turn[name] for turn in runs[1:]) for name in commands}


def editable() -> bool:
    """Whether magistrate is installed as a link to its source."""
    told = [one.read_text("direct_url.json") for one in distributions(name="magistrate")]
    return any(json.loads(text).get("dir_info", {}).get("editable") for text in told if text)


def command_line(quick: bool, python: str = sys.executable, how: str = "") -> Iterator[Figure]:
    """Commands against `import clingo` by the same Python."""
    how = how or ("an editable installation; --fresh makes a plain one" if editable() else "")
    topic = "Command line" + (f" ({how})" if how else "")
    base = 'python -c "import clingo"'
    with tempfile.TemporaryDirectory() as folder:
        six = Path(folder) / "six.yaml"
        six.write_text(boards.plain(6, 6).text(), "utf-8")
        asked = ASKED | {
            "blocks --count, 6 against 6": ["blocks", "--count", str(six)],
            "--version": ["--version"],
            "--help": ["--help"],
        }
        script = Path(python).with_name("magistrate")  # what users start; else the same as a module
        start = [str(script)] if script.exists() else [python, "-m", "magistrate.cli"]
        commands = {name: [*start, *words] for name, words in asked.items()}
        if quick:
            commands = {name: commands[name] for name in ("check", "layers")}
        spent = least({base: [python, "-c", "import clingo"], **commands}, 1 if quick else 20)
    yield Figure(topic, base, spent[base] * 1000, "ms")
    for name in commands:
        target = MOST if name in ASKED else None
        ratio = spent[name] / spent[base]
        yield Figure(topic, name, spent[name] * 1000, "ms", target, ratio=ratio, to="import clingo")


def fresh() -> Iterator[Figure]:
    """The same, installed with `pip install .` in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        command = [python, "-m", "pip", "install", "--quiet", str(ROOT)]
        subprocess.run(command, check=True, capture_output=True)
        yield from list(command_line(False, python, "installed with pip install ."))
