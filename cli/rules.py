"""`magistrate rules [NUMBER]`: where a rule is encoded, and which rulings test it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magistrate.bridge.errors import BadInput, MagistrateError, Place
from magistrate.cli.common import NO, YES, Json, answer, emit, emit_json, finish

if TYPE_CHECKING:
    from magistrate.bridge.rulings.index import Mention, Rule

USUAL = Path("tests/rulings")


def rules(
    number: Annotated[
        str | None,
        typer.Argument(metavar="NUMBER", help="A rule, such as 509.1b, or a chapter; all without it."),
    ] = None,
    rulings: Annotated[
        list[Path] | None,
        typer.Option("--rulings", metavar="DIR", help=f"Folders of rulings; {USUAL} if it is there."),
    ] = None,
    json: Json = False,
) -> None:
    """Where a rule is encoded in the judge's programs, and which rulings test it.

    Exit code 1 when nothing names the rule.
    """
    from magistrate.bridge.rulings.index import index, within

    if number is not None and not re.fullmatch(r"\d{3}(\.\d+[a-z]?)?", number):
        raise BadInput(f"{number!r} is no rule number; expected one such as 509.1b", Place("NUMBER"))
    folders = rulings if rulings is not None else [USUAL] if USUAL.is_dir() else []
    for folder in folders:
        if not folder.is_dir():
            raise MagistrateError(f"no folder {folder}")
    found = index(folders)
    if number is not None:
        found = [rule for rule in found if within(rule.number, number)]
    if json:
        emit_json(answer("rules", len(found), rules=[_plain(rule) for rule in found]))
    elif number is None:
        for rule in found:
            emit(f"{rule.number:<10}{_count(rule.programs, 'file')}, {_count(rule.rulings, 'ruling')}")
    else:
        emit("\n\n".join(_text(rule) for rule in found) or f"nothing names rule {number}")
    finish(YES if found else NO)


def _count(mentions: tuple[Mention, ...], what: str) -> str:
    files = len({mention.file for mention in mentions})
    return f"{files} {what}{'' if files == 1 else 's'}"


def _text(rule: Rule) -> str:
    lines = [rule.number]
    lines += [f"  {m.file}:{m.line}: {m.text}" for m in rule.programs]
    lines += [f"  tested by {m.file}: {m.text}" for m in rule.rulings]
    if not rule.rulings:
        lines.append("  no ruling tests it")
    return "\n".join(lines)


def _plain(rule: Rule) -> dict[str, Any]:
    return {
        "rule": rule.number,
        "programs": [
            {"file": m.file, "line": m.line, "text": m.text, "encodes": m.encodes} for m in rule.programs
        ],
        "rulings": [{"file": m.file, "line": m.line, "title": m.text} for m in rule.rulings],
    }
