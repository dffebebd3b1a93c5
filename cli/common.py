"""What commands share: options with one name and one meaning everywhere, exit codes, and output.

A command takes the options it needs:

    def blocks(file: PositionFile, database: Cards = None, strict: Strict = False, json: Json = False):
        with CardDatabase.open(database) as cards:
            ...
        report_unmodelled(found.unmodelled, strict=strict)
        emit_json(answer("blocks", ..., unmodelled=found.unmodelled, count=..., ...)) if json else emit(...)
        finish(YES)

It raises `BadInput`, `BoundReached` and the like; `magistrate.cli.ending` tells them and ends with their exit
code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Protocol

from magistrate.bridge.errors import Refused
from magistrate.cli.parameters import Argument, Option

if TYPE_CHECKING:
    from pathlib import Path

STARTED = perf_counter()

YES = 0
NO = 1
USAGE = 2
BAD_INPUT = 65
REFUSED = 69
BOUND = 75

PositionFile = Annotated[
    str,
    Argument(metavar="FILE", help="Position (YAML) or Forge puzzle (.pzl); - for standard input.", path=True),
]
Json = Annotated[bool, Option("--json", help="Print JSON, for machines.")]
Strict = Annotated[bool, Option("--strict", help="Refuse when an ability on the table is not modelled.")]
Cards = Annotated[
    "Path | None",
    Option("--cards", metavar="DB", envvar="MAGISTRATE_CARDS", help="Card database.", show_default=False),
]
TimeLimit = Annotated[
    float,
    Option("--time-limit", min=0, metavar="SECONDS", help="Stop searching after this time; 0: never."),
]
Limit = Annotated[int, Option("-n", "--limit", min=0, metavar="N", help="Show at most N; 0: all.")]
Jobs = Annotated[
    int,
    Option("-j", "--jobs", min=0, metavar="N", help="Processes; 0: one a processor.", show_default=False),
]
WorldsMost = Annotated[
    int,
    Option("--worlds", min=0, metavar="N", help="Of what the position leaves open, ask N worlds; 0: all."),
]
Dask = Annotated[
    "str | None",
    Option(
        "--dask", metavar="ADDRESS", help="Work at this Dask cluster: tcp://HOST:PORT.", show_default=False
    ),
]


def emit(text: str = "") -> None:
    """Print a result, on standard output."""
    sys.stdout.write(text + "\n")


def emit_json(value: Any) -> None:
    """Print a result as JSON, on standard output; sets and tuples become lists (sets sorted)."""
    import json

    json.dump(value, sys.stdout, ensure_ascii=False, indent=2, default=_plain)
    sys.stdout.write("\n")


def _plain(value: object) -> object:
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    return str(value)


def note(text: str) -> None:
    """Say something that is no result, on standard error."""
    print(text, file=sys.stderr)


def finish(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise SystemExit(code)


def unfinished(stopped: bool) -> NoReturn:
    """End the command with the exit code of an answer that was cut. `stopped`: by a person."""
    cut = "it was stopped" if stopped else "a bound was reached (--time-limit raises it, 0 takes it away)"
    note(f"the answer is of a part: {cut}")
    finish(BOUND)


class Unmodelled(Protocol):
    """An ability that the judge doesn't know, as answers list it."""

    @property
    def card(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def why(self) -> str: ...


def answer(
    question: str,
    answer: object,
    *,
    complete: bool = True,
    unmodelled: Iterable[Unmodelled] = (),
    **own: object,
) -> dict[str, Any]:
    """The members that every JSON answer has, then its own. `elapsed_ms` counts from the command's start."""
    return {
        "question": question,
        "answer": answer,
        "complete": complete,
        "unmodelled": [{"card": u.card, "line": u.line, "text": u.text, "why": u.why} for u in unmodelled],
        "elapsed_ms": round((perf_counter() - STARTED) * 1000, 1),
        **own,
    }


def report_unmodelled(unmodelled: Iterable[Unmodelled], *, strict: bool) -> None:
    """Say on standard error which abilities weren't looked at; with `strict`, refuse to answer."""
    missing = list(unmodelled)
    for ability in missing:
        text = " / ".join(ability.text.splitlines())
        note(f"unmodelled: {ability.card}, line {ability.line}: {text} ({ability.why})")
    if strict and missing:
        count = "an ability isn't" if len(missing) == 1 else f"{len(missing)} abilities aren't"
        raise Refused(f"{count} modelled; without --strict the answer leaves them out")
