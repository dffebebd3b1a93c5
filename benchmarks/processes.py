"""The command line, as processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions
from pathlib import Path

from benchmarks import boards
from benchmarks.figures import Figure, Spent

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "menace-two-blockers.yaml"
BLOCK = "block: {bear: Grim Ogre}"


def run(command: Sequence[str]) -> Spent:
    """Time of a process and its children."""
    wall = time.perf_counter()
    # Away from the repository, so that what is installed runs.
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=tempfile.gettempdir()
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: {said.decode()}")
    return Spent(used.ru_utime + used.ru_stime, time.perf_counter() - wall)


def least(command: Sequence[str], times: int) -> Spent:
    runs = [run(command) for _ in range(times)]
    return Spent(min(one.cpu for one in runs), min(one.wall for one in runs))


def editable() -> bool:
    """Whether magistrate is installed as a link to its source."""
    told = [one.read_text("direct_url.json") for one in distributions(name="magistrate")]
    return any(json.loads(text).get("dir_info", {}).get("editable") for text in told if text)


def command_line(quick: bool, python: str = sys.executable, how: str = "") -> Iterator[Figure]:
    """Commands against `import clingo` by the same Python."""
    how = how or ("an editable installation; --fresh makes a plain one" if editable() else "")
    topic = "Command line" + (f" ({how})" if how else "")
    times = 2 if quick else 7
    run([python, "-c", "import clingo"])
    base = least([python, "-c", "import clingo"], times)
    yield Figure(topic, 'python -c "import clingo"', base.cpu * 1000, "ms")
    magistrate = [python, "-m", "magistrate.cli"]
    with tempfile.TemporaryDirectory() as folder:
        six = Path(folder) / "six.yaml"
        six.write_text(boards.plain(6, 6).text(), "utf-8")
        commands = {
            "check": ["check", str(EXAMPLE), BLOCK],
            "--version": ["--version"],
            "--help": ["--help"],
            "blocks --count, 6 against 6": ["blocks", "--count", str(six)],
        }
        for name, arguments in list(commands.items())[: 1 if quick else None]:
            run([*magistrate, *arguments])
            spent = least([*magistrate, *arguments], times)
            target = 2.5 if name == "check" else None
            yield Figure(
                topic, name, spent.cpu * 1000, "ms", target, ratio=spent.cpu / base.cpu, to="import clingo"
            )


def fresh() -> Iterator[Figure]:
    """The same, installed with `pip install .` in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        command = [python, "-m", "pip", "install", "--quiet", str(ROOT)]
        subprocess.run(command, check=True, capture_output=True)
        yield from list(command_line(False, python, "installed with pip install ."))
