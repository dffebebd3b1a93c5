"""The command line: `magistrate COMMAND …`. Imports nothing but typer until it knows the command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from magistrate.bridge.errors import MagistrateError
from magistrate.cli.commands import Entry, available

EPILOG = (
    "Exit codes: 0 yes or all well; 1 no (illegal, a ruling fails); 2 wrong usage; 65 bad input; "
    "69 refused by --strict; 70 a fault in magistrate; 75 a bound was reached before the answer was certain."
)


class LazyGroup(TyperGroup):
    """A group that knows its commands by name, and imports the one that is called."""

    _listing = False

    def list_commands(self, ctx: Any) -> list[str]:
        return list(available())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = available().get(cmd_name)
        if entry is None:
            return None
        if self._listing:
            return TyperCommand(cmd_name, help=entry.help, rich_help_panel=entry.panel)
        return _load(cmd_name, entry)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # else taken for a failure, with the exit code of "no"
            from magistrate.cli.common import silence_broken_pipe

            raise typer.Exit(silence_broken_pipe()) from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        names: Any = dict.fromkeys(available())
        self.commands = names  # only their names are looked at, for "did you mean"
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self._listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._listing = False

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        self._listing = True
        try:
            return super().shell_complete(ctx, incomplete)
        finally:
            self._listing = False


def _load(name: str, entry: Entry) -> Any:
    target: Any = getattr(import_module(f"magistrate.cli.{entry.module}"), entry.attribute)
    if not isinstance(target, typer.Typer):
        function: Callable[..., Any] = target
        target = typer.Typer(add_completion=False, pretty_exceptions_enable=False, context_settings=CONTEXT)
        target.command(name, help=function.__doc__ or entry.help)(function)
    command = typer.main.get_command(target)
    command.name = name
    return command


CONTEXT = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=CONTEXT,
    epilog=EPILOG,
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"magistrate {version('magistrate')}")
        raise typer.Exit


@app.callback()
def magistrate(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """A judge for Magic: The Gathering: what is legal and why not, with the rule numbers."""


def main() -> None:
    """Run the command line and end the process with the exit code that the contract names."""
    sys.exit(run(typer.main.get_command(app)))


def run(command: Any, args: list[str] | None = None) -> int:
    """Run a command, tell its errors on standard error, and give the exit code."""
    from magistrate.cli.common import FAULT, INTERRUPTED, silence_broken_pipe

    try:
        code = _run(command, args)
        sys.stdout.flush()
    except BrokenPipeError:
        return silence_broken_pipe()
    except KeyboardInterrupt:
        return INTERRUPTED
    except MagistrateError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except Exception:
        import traceback

        traceback.print_exc()
        print("This is a fault in magistrate, not in your input: please report it.", file=sys.stderr)
        return FAULT
    return code


def _run(command: Any, args: list[str] | None) -> int:
    try:
        command.main(args=args, prog_name="magistrate")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0
