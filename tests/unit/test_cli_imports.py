"""A plain question loads what it needs, and nothing that takes longer than the answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
QUESTIONS = {
    "check": ["check", "menace-two-blockers.yaml", "block: {bear: Grim Ogre}"],
    "blocks": ["blocks", "lure-and-menace.yaml"],
    "attacks": ["attacks", "attack-taxes.yaml"],
    "targets": ["targets", "hexproof-targets.yaml", "Grim Verdict"],
    "layers": ["layers", "layers-land-types.yaml"],
    "facts": ["facts", "menace-two-blockers.yaml"],
}
HEAVY = {
    # how command lines are read, and told about
    "argparse",
    "importlib.metadata",
    "rich",
    "typer",
    # what makes classes slowly
    "dataclasses",
    "inspect",
    # reading
    "rapidfuzz",
    "sqlite3",
    "yaml",
    # the compiler
    "magistrate.bridge.oracle.compiler",
    "parsy",
    # engines beside clasp, and what they need
    "clingo.ast",
    "highspy",
    "magistrate.bridge.engines.formula",
    "magistrate.bridge.engines.ganak",
    "magistrate.bridge.engines.highs",
    "magistrate.bridge.engines.sweep",
    "numpy",
    "pysat",
    "subprocess",
    # writing
    "json",
    "tempfile",
}
CODE = """
import sys
before = set(sys.modules)
from magistrate.cli import ending
code = ending.ended(lambda: ending._run(sys.argv[1:]))
print(code, *sorted(set(sys.modules) - before), file=sys.stderr)
"""


def loaded(words: list[str], cache: Path) -> tuple[int, set[str]]:
    """Exit code of a command line, and the modules that it imports."""
    environment = os.environ | {"MAGISTRATE_CACHE": str(cache)}
    environment.pop("MAGISTRATE_CARDS", None)
    environment["HOME"] = environment["XDG_DATA_HOME"] = str(cache)  # no card database
    done = subprocess.run(
        [sys.executable, "-c", CODE, *words],
        cwd=EXAMPLES,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    code, *modules = done.stderr.splitlines()[-1].split()
    return int(code), set(modules)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_plain_question_imports_nothing_heavy(question: str, tmp_path: Path) -> None:
    first, modules = loaded(QUESTIONS[question], tmp_path)
    assert first in (0, 1)
    assert "magistrate.bridge.oracle.compiler" in modules, "nothing was compiled before"
    again, modules = loaded(QUESTIONS[question], tmp_path)
    assert again == first
    assert not modules & HEAVY
    assert "clingo" in modules
