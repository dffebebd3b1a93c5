"""Reads plain command lines without typer, whose import takes longer than most answers.

Only what is well-formed beyond doubt is read here. Help, completion, abbreviations and every mistake are left
to typer, which alone speaks about command lines. A test compares the two readers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from magistrate.cli.commands import available
from magistrate.cli.parameters import Argument, Option

_UNDERSTOOD = frozenset(("help", "metavar", "min", "envvar", "show_default"))
"""What may be said of a parameter that is read here."""


class Path:
    """Stands for pathlib's class, which is imported when a path is given."""

    def __new__(cls, text: str) -> Any:
        import pathlib

        return pathlib.Path(text)


class Unsure(Exception):
    """Typer must look."""


def command(words: Sequence[str]) -> Callable[[], object] | None:
    """The call that a command line stands for, or None where typer must look."""
    if not words or any(name.endswith("_COMPLETE") for name in os.environ):
        return None
    entry = available().get(words[0])
    if entry is None or not entry.quick:
        return None
    module = import_module(f"magistrate.cli.{entry.module}")
    function: Callable[..., object] = getattr(module, entry.attribute)
    try:
        values = read(function, words[1:])
    except Unsure:
        return None
    return lambda: function(**values)


def read(function: Callable[..., object], words: Sequence[str]) -> dict[str, Any]:
    """The values of a command's parameters. Raises `Unsure`."""
    parameters = [Parameter(name, hint) for name, hint in _hints(function).items()]
    options = {word: one for one in parameters for word in one.names}
    given: dict[str, list[str]] = {}
    rest = list(reversed(words))
    loose: list[str] = []
    while rest:
        word = rest.pop()
        if not word.startswith("-") or word == "-":
            loose.append(word)
            continue
        word, equals, value = word.partition("=")
        option = options.get(word)
        if option is None or (equals and (option.flag or not word.startswith("--"))):
            raise Unsure
        if not option.flag and not equals:
            if not rest or rest[-1].startswith("-"):
                raise Unsure
            value = rest.pop()
        given.setdefault(option.name, []).append(value)
    for one in parameters:
        if not one.names and loose:
            given[one.name] = [loose.pop(0)]
        elif one.envvar and one.name not in given and os.environ.get(one.envvar):
            given[one.name] = [os.environ[one.envvar]]
    optional = len(function.__defaults__ or ())
    if loose or any(one.name not in given for one in parameters[: len(parameters) - optional]):
        raise Unsure
    return {one.name: one.value(given[one.name]) for one in parameters if one.name in given}


def _hints(function: Callable[..., object]) -> dict[str, Any]:
    hints = get_type_hints(function, localns={"Path": Path}, include_extras=True)
    hints.pop("return", None)
    return hints


class Parameter:
    """One parameter of a command, as its annotation tells."""

    def __init__(self, name: str, hint: Any) -> None:
        if get_origin(hint) is not Annotated:
            raise Unsure
        kind, told = get_args(hint)[:2]
        if not isinstance(told, Argument | Option) or not told.said.keys() <= _UNDERSTOOD:
            raise Unsure
        if NoneType in get_args(kind):
            (kind,) = (one for one in get_args(kind) if one is not NoneType)
        self.name = name
        self.several = get_origin(kind) is list
        self.kind = get_args(kind)[0] if self.several else kind
        if self.kind not in (bool, int, float, str, Path):
            raise Unsure
        self.names = told.names if isinstance(told, Option) else ()
        self.flag = self.kind is bool
        self.least = told.said.get("min")
        self.envvar = told.said.get("envvar")
        if isinstance(told, Option) != bool(self.names) or (self.several and not self.names):
            raise Unsure

    def value(self, texts: list[str]) -> Any:
        """What the texts that were given for it mean. Raises `Unsure`."""
        if self.flag:
            return True
        if len(texts) > 1 and not self.several:
            raise Unsure
        try:
            values = [self.kind(text) for text in texts]
        except ValueError:
            raise Unsure from None
        if self.least is not None and not all(value >= self.least for value in values):
            raise Unsure
        return values if self.several else values[0]
