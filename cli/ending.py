"""Where a command begins and ends: the quick way or typer's, errors told, and the exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import NoReturn

FAULT = 70
INTERRUPTED = 75
LEFT = 141


def main() -> NoReturn:
    """Run the command line and end the process with the exit code that the contract names.

    What is in memory is left to the operating system: to take it apart object by object takes a third as
    long as a small answer. Nothing is lost: what was written is flushed, files are closed, and no thread or
    process outlives a command.
    """
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)  # an answer makes few cycles; looking for them often takes its time
    code = ended(lambda: _run(sys.argv[1:]))
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = code or LEFT
    os._exit(code)


def _run(words: list[str]) -> object:
    from magistrate.cli.quick import command

    if words == ["--version"]:
        print(version())
        return None
    call = command(words)
    if call is not None:
        return call()
    import typer

    from magistrate.cli.app import app

    return typer.main.get_command(app).main(prog_name="magistrate")


def version() -> str:
    """The program's name and version."""
    from importlib.metadata import version as of

    return f"magistrate {of('magistrate')}"


def ended(action: Callable[[], object]) -> int:
    """Do something, tell its errors on standard error, and give the exit code."""
    from magistrate.bridge.errors import MagistrateError

    try:
        code = _code(action)
        sys.stdout.flush()
    except BrokenPipeError:
        return silence_broken_pipe()
    except KeyboardInterrupt:
        return interrupted()
    except MagistrateError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except Exception:
        import traceback

        traceback.print_exc()
        print("This is a fault in magistrate, not in your input: please report it.", file=sys.stderr)
        return FAULT
    return code


def _code(action: Callable[[], object]) -> int:
    try:
        action()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def interrupted() -> int:
    """Say that an interrupt came before there was an answer, not even of a part. Gives the exit code."""
    print("interrupted: nothing is certain yet", file=sys.stderr)
    return INTERRUPTED


def silence_broken_pipe() -> int:
    """Whoever read our output has left: keep Python from complaining at exit. Gives the exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return LEFT
