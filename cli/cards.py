"""`magistrate cards`: the card database."""

from __future__ import annotations

import typer

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def cards() -> None:
    """Import, show and measure cards."""
