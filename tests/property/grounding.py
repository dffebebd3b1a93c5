"""Grounds the legality part alone over final facts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from clingo import Control, Function, Number, Symbol
from clingo.ast import AST, ProgramBuilder, parse_files
from clingo.backend import Observer

ASP = Path(__file__).parents[2] / "asp"


@cache
def parsed(path: Path) -> tuple[AST, ...]:
    out: list[AST] = []
    parse_files([str(path)], out.append)
    return tuple(out)


def ground(
    question: str, facts: Iterable[Symbol], options: tuple[str, ...] = (), observer: Observer | None = None
) -> Control:
    """The control for `attack` or `block`, with the keyword and statement files that the facts name."""
    facts = list(facts)
    words = set(re.findall(r"[a-z_]+", " ".join(str(fact) for fact in facts)))
    files = [ASP / "legality" / f"{name}.lp" for name in ("declaration", question, "goad", "bands")]
    files += [
        file
        for folder in ("keywords", "statements")
        for file in sorted((ASP / folder).glob("*.lp"))
        if file.stem in words
    ]
    control = Control(["--warn=none", *options])
    if observer is not None:
        control.register_observer(observer)
    with ProgramBuilder(control) as builder:
        for file in files:
            for node in parsed(file):
                builder.add(node)
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(fact)])
    control.ground([("base", []), ("legality", [])])
    return control


def declarations(control: Control, name: str) -> set[frozenset[tuple[Symbol, Symbol]]]:
    """All models, as sets of pairs."""
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    out = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            chosen = frozenset(
                (s.arguments[0], s.arguments[1]) for s in model.symbols(atoms=True) if s.match(name, 2)
            )
            assert chosen not in out, "a declaration comes once"
            out.add(chosen)
    return out


def maximum(control: Control) -> int:
    """The most requirements that a free declaration obeys."""
    solve: Any = control.configuration.solve
    if not any(True for _ in control.symbolic_atoms.by_signature("obeyed", 1)):
        return 0
    control.ground([("goal", [])])
    solve.opt_mode = "opt"
    best = 0
    with control.solve(yield_=True, assumptions=[(Function("costly"), False)]) as handle:
        for model in handle:
            best = -model.cost[0] if model.cost else 0
    solve.opt_mode = "ignore"
    return best


def legal(question: str, facts: list[Symbol]) -> set[frozenset[tuple[Symbol, Symbol]]]:
    """All legal declarations."""
    control = ground(question, facts)
    most = maximum(control)
    if most:
        control.ground([("at_least", [Number(most)])])
    return declarations(control, question)
