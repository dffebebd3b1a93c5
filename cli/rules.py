"""`magistrate rules [NUMBER]`: where a rule is encoded, and which rulings test it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from magistrate.bridge.errors import MagistrateError
from magistrate.cli.common import NO, YES, Json, answer, emit, emit_json, finish, note

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
        raise MagistrateError(f"{number!r} is no rule number; expected one such as 509.1b")
    folders = rulings if rulings is not None else [USUAL] if USUAL.is_dir() else []
    for folder in folders:
        if not folder.is_dir():
            raise MagistrateError(f"no folder {folder}")
    if not folders:
        note(f"no rulings are known here: there is no folder {USUAL}; --rulings names one")
    found = index(folders)
    if number is not None:
        found = [rule for rule in found if within(rule.number, number)]
    if json:
        emit_json(answer("rules", len(found), rules=[_plain(rule) for rule in found]))
    elif number is None:
        for rule in found:
            rulings_said = f", {_count(rule.rulings, 'ruling')}" if folders else ""
            emit(f"{rule.number:<10}{_count(rule.programs, 'file')}{rulings_said}")
    else:
        emit("\n\n".join(_text(rule, bool(folders)) for rule in found) or f"nothing names rule {number}")
    finish(YES if found else NO)


def _count(mentions: tuple[Mention, ...], what: str) -> str:
    files = len({mention.file for mention in mentions})
    return f"{files} {what}{'' if files == 1 else 's'}"


def _text(rule: Rule, looked: bool) -> str:
    lines = [rule.number]
    lines += [f"  {m.file}:{m.line}: {m.text}" for m in rule.programs]
    lines += [f"  tested by {m.file}: {m.text}" for m in rule.rulings]
    if looked and not rule.rulings:
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
