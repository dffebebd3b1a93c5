"""Every event that a rule makes happen has words for the log, or is told by another line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clingo import ast

from magistrate.bridge.explain.events import EVENT, SILENT

JUDGE = Path(__file__).parents[2] / "asp"
HAPPENING = {("happens", 1), ("noted", 1), ("would", 2), ("part_of", 3)}


def names(term: ast.AST) -> Iterator[str]:
    if term.ast_type == ast.ASTType.Function:
        yield term.name
    elif term.ast_type == ast.ASTType.Pool:
        for one in term.arguments:
            yield from names(one)


def events() -> Iterator[tuple[str, str]]:
    """The names of the events in the heads of rules, and where they stand."""
    for path in sorted(JUDGE.rglob("*.lp")):
        found: list[ast.AST] = []
        ast.parse_string(path.read_text(encoding="utf-8"), found.append)
        for rule in found:
            if rule.ast_type != ast.ASTType.Rule or rule.head.ast_type != ast.ASTType.Literal:
                continue
            symbol = getattr(rule.head.atom, "symbol", None)
            if symbol is None or symbol.ast_type != ast.ASTType.Function:
                continue
            if (symbol.name, len(symbol.arguments)) in HAPPENING:
                for name in names(symbol.arguments[-1]):
                    yield name, path.name


def test_every_event_has_words() -> None:
    found = dict(events())
    assert len(found) > 60
    assert {name: where for name, where in found.items() if name not in EVENT.functions.keys() | SILENT} == {}
