"""Commands that are interrupted, as Ctrl-C in a terminal does: all their processes are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

__all__ = ["interrupted"]


def interrupted(*words: str, after: float = 6.0) -> tuple[str, str]:
    """What a command prints, and says of errors, when it is interrupted after some seconds: it ends with exit
    code 75 and without a traceback."""
    process = subprocess.Popen(
        [sys.executable, "-m", "magistrate.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(after)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=100)
    assert process.returncode == 75, err
    assert "Traceback" not in err
    return out, err
