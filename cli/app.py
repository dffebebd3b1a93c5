"""The command line as typer knows it: help, completion, mistakes, and what `quick` doesn't read.

Imports nothing but typer until it knows the command.
"""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from types import FunctionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from magistrate.cli.commands import Entry, available
from magistrate.cli.ending import ended
from magistrate.cli.ending import main as main
from magistrate.cli.ending import version as told_version
from magistrate.cli.parameters import Argument, Option

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
            from magistrate.cli.ending import silence_broken_pipe

            raise typer.Exit(silence_broken_pipe()) from None
        except KeyboardInterrupt:  # else "Aborted!", with the exit code of "no"
            from magistrate.cli.ending import interrupted

            raise typer.Exit(interrupted()) from None

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
    if isinstance(target, typer.Typer):
        for command in target.registered_commands:
            if command.callback is not None:
                callback: Any = command.callback
                command.callback = _told(callback)
                command.help = told_help(callback.__doc__ or command.help or "")
    else:
        function = _told(target)
        target = typer.Typer(add_completion=False, pretty_exceptions_enable=False, context_settings=CONTEXT)
        target.command(name, help=told_help(function.__doc__ or entry.help))(function)
    made = typer.main.get_command(target)
    made.name = name
    return made


def told_help(text: str) -> str:
    """The text of a help page as typer wants it: a paragraph in one line, command lines in one each, and
    brackets that stay what they are."""
    lines: list[str] = []
    for line in cleandoc(text).split("\n"):
        goes_on = lines and lines[-1] and line and not line.startswith(_EXAMPLE)
        if goes_on and not lines[-1].startswith(_EXAMPLE):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return _plain("\n".join(lines))


_EXAMPLE = ("magistrate ", "  ")


def _plain(text: str) -> str:
    return text.replace("[", r"\[") if typer.core.HAS_RICH else text


def _told(function: FunctionType) -> FunctionType:
    """The same function, with typer's own words in its annotations."""
    told = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    hints = get_type_hints(function, localns={"Path": Path}, include_extras=True)
    told.__annotations__ = {name: _typer_hint(hint) for name, hint in hints.items()}
    told.__doc__ = function.__doc__
    return told


def _typer_hint(hint: Any) -> Any:
    if get_origin(hint) is not Annotated:
        return hint
    kind, *told = get_args(hint)
    match told:
        case [Argument(path=path, said=said)]:
            return Annotated[Path if path else kind, typer.Argument(**_shown(said))]
        case [Option(names=names, said=said)]:
            return Annotated[kind, typer.Option(*names, **_shown(said))]
    return hint


def _shown(said: dict[str, Any]) -> dict[str, Any]:
    return said | {"help": _plain(said["help"])} if "help" in said else said


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
        typer.echo(told_version())
        raise typer.Exit


@app.callback()
def magistrate(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """A judge for Magic: The Gathering: what is legal and why not, with the rule numbers."""


def run(command: Any, args: list[str] | None = None) -> int:
    """Run a command, tell its errors on standard error, and give the exit code."""
    return ended(lambda: command.main(args=args, prog_name="magistrate"))
