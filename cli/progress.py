"""What a person who waits is shown: how far the work is, and how long it will still take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Advance: TypeAlias = Callable[[str, int, int], None]
"""Takes what is worked on, how much of it is done, and how much there is (0: nobody knows)."""


@contextmanager
def progress() -> Iterator[Advance | None]:
    """Bars on standard error, with an estimate of the time left, if a person is watching it; else None.

    What is printed meanwhile goes above them. They are gone when the work is done.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=of or None)
            bar.update(tasks[what], completed=done)

        yield advance
