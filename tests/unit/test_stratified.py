"""No predicate of the game's looks may reach itself through negation or an aggregate, whichever files are
loaded together: gringo would leave its atoms open. The games of other tests see only some of the files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest
from clingo import ast

from magistrate.bridge.programs import QUESTIONS, implemented
from magistrate.bridge.rules import source

PARTS = frozenset(("game", "legality", "settling", "starting", "fighting", "paying", "playing", "replacing"))
Name = tuple[str, int]
Edge = tuple[Name, bool, str]


def paths() -> list[str]:
    folders = (
        "effects",
        "triggers",
        "replacements",
        "outcomes",
        "meanings",
        "keywords",
        "statements",
        "special",
        "costs",
        "restrictions",
        "conditions",
    )
    found = [f"{folder}/{word}.lp" for folder in folders for word in sorted(implemented(folder))]
    events = (
        "library",
        "attackers",
        "returning",
        "durations",
        "tokens",
        "copies",
        "delayed",
        "paying_now",
        "turning",
        "digging",
        "permissions",
        "top_cards",
        "trigger_limits",
    )
    late = (
        "face_down",
        "settle",
        "payment",
        "playing",
        "replace",
        "foresee",
        "guards",
        "retarget",
        "along",
        "monarch",
        "initiative",
        "dungeons",
        "controlled_players",
        "sieges",
    )
    others = [f"events/{name}.lp" for name in (*events, *late)]
    return [
        *QUESTIONS["game"],
        *found,
        *others,
        "turn/begin.lp",
        "turn/damage.lp",
        "characteristics/rooms.lp",
    ]


def atoms(node: object, negated: bool) -> Iterator[tuple[Name, bool]]:
    """The predicates in a part of a rule, and whether they stand under negation or in an aggregate."""
    if isinstance(node, ast.ASTSequence | list):
        for inner in node:
            yield from atoms(inner, negated)
        return
    if not isinstance(node, ast.AST):
        return
    if node.ast_type == ast.ASTType.SymbolicAtom:
        symbol = node.symbol
        each = symbol.arguments if symbol.ast_type == ast.ASTType.Pool else [symbol]
        for one in each:
            if one.ast_type == ast.ASTType.Function:
                yield (one.name, len(one.arguments)), negated
        return
    if node.ast_type == ast.ASTType.Literal and node.sign:
        negated = True
    if node.ast_type in (ast.ASTType.BodyAggregate, ast.ASTType.Aggregate):
        negated = True
    for key in node.keys():  # noqa: SIM118
        if key != "location":
            yield from atoms(getattr(node, key), negated)


def rests_on(parts: frozenset[str]) -> dict[Name, set[Edge]]:
    edges: dict[Name, set[Edge]] = defaultdict(set)
    for path in dict.fromkeys(paths()):
        part = "base"
        statements: list[ast.AST] = []
        ast.parse_string(source(path), statements.append)
        for statement in statements:
            if statement.ast_type == ast.ASTType.Program:
                part = statement.name
            elif statement.ast_type == ast.ASTType.Rule and part in parts:
                body = list(atoms(statement.body, False))
                where = f"{path}:{statement.location.begin.line}"
                for head, _ in atoms(statement.head, False):
                    edges[head].update((name, negated, where) for name, negated in body)
    return edges


def reachable(edges: dict[Name, set[Edge]], start: Name) -> set[Name]:
    found, waiting = {start}, [start]
    while waiting:
        for name, _, _ in edges.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


@pytest.mark.parametrize("parts", [PARTS, frozenset(("base",))], ids=["moves", "base"])
def test_no_predicate_reaches_itself_through_negation(parts: frozenset[str]) -> None:
    edges = rests_on(parts)
    assert len(edges) > 200
    negative = [(head, name, where) for head, all_of in edges.items() for name, sign, where in all_of if sign]
    known: dict[Name, set[Name]] = {}
    wrong = []
    for head, name, where in negative:
        if name not in known:
            known[name] = reachable(edges, name)
        if head in known[name]:
            wrong.append(
                f"{head[0]}/{head[1]} rests on the absence or number of {name[0]}/{name[1]} ({where})"
            )
    if wrong:
        pytest.fail("\n".join(sorted(wrong)))
