"""Counts models exactly with Ganak, a projected model counter."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from .cnf import to_cnf
from .errors import EngineError
from .formula import Formula


def available() -> bool:
    """Whether Ganak is installed and can be run in a process of its own."""
    return bool(sys.executable) and find_spec("pyganak") is not None


def count_models(formula: Formula, project: Iterable[int], time_limit: float | None = None) -> int | None:
    """The number of models of ``formula``, counting once those that agree on the variables ``project``.

    Args:
        formula: what must hold.
        project: variables of the formula; at least one of them must be open.
        time_limit: seconds after which the count is given up; ``None`` for no limit.

    Returns:
        The exact count, or ``None`` if the time ran out.

    Raises:
        NotSupported: a sum is too large to be written as clauses.
        EngineError: Ganak failed.
    """
    import subprocess  # few answers need it, and its import takes long

    if not formula.consistent:
        return 0
    cnf = to_cnf(formula)
    open_variables = sorted({variable for variable in project if formula.value(variable) is None})
    numbers = array("q", [cnf.variables, len(open_variables), *open_variables])
    for clause in cnf.clauses:
        numbers.extend(clause)
        numbers.append(0)
    command = [sys.executable, "-P", str(Path(__file__).with_name("ganak_worker.py"))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command,
            input=numbers.tobytes(),
            capture_output=True,
            timeout=time_limit,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()
        raise EngineError(f"Ganak failed: {reason[-1] if reason else f'exit code {done.returncode}'}")
    return int(done.stdout.split()[-1], 16)
