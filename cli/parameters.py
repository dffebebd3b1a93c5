"""What the parameters of commands are called, said as typer wants it but without importing typer.

    limit: Annotated[int, Option("-n", "--limit", min=0, help="Show at most N; 0: all.")] = 10

`quick` reads plain command lines by these; `app` makes typer's own of them for help, completion and mistakes.
"""

from __future__ import annotations

from typing import Any


class Argument:
    """What `typer.Argument` is given. `path`: a text that names a file, which shells complete."""

    def __init__(self, *, path: bool = False, **said: Any) -> None:
        self.path = path
        self.said = said


class Option:
    """What `typer.Option` is given."""

    def __init__(self, *names: str, **said: Any) -> None:
        self.names = names
        self.said = said
