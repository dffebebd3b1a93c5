"""What an observer of a question sees is all that its models depend on."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo import Function, Number

from magistrate.bridge.engines.observer import GroundObserver
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import CHOOSING, Session

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))


@pytest.mark.parametrize("question", ["attacks", "blocks"])
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_rules_that_are_seen_mention_nothing_that_was_not_seen(file: Path, question: str) -> None:
    observer = GroundObserver()
    session = Session(question, Position.load(file).facts, observer=observer)
    assert CHOOSING in {name for name, _ in session.parts}
    program = observer.program()
    rules = [*program.rules, *program.weight_rules]
    defined = {*program.facts, *(atom for rule in rules for atom in rule.head)}
    mentioned = {abs(literal) for rule in program.rules for literal in rule.body}
    mentioned |= {abs(literal) for rule in program.weight_rules for literal, _ in rule.body}
    assert mentioned <= defined


@pytest.mark.parametrize("question", ["attacks", "blocks"])
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_atoms_that_are_open_were_seen(file: Path, question: str) -> None:
    observer = GroundObserver()
    session = Session(question, Position.load(file).facts, observer=observer)
    program = observer.program()
    defined = {atom for rule in (*program.rules, *program.weight_rules) for atom in rule.head}
    assert {atom.literal for atom in session.control.symbolic_atoms if not atom.is_fact} <= defined


def test_what_is_neither_so_nor_not_is_refused() -> None:
    session = Session("spell", [])
    session.control.add("loop", [], "a(1). b(X) :- a(X), not c(X). c(X) :- b(X).")
    session.control.ground([("loop", [])])
    assert session.settled("a", 1) == [Function("a", [Number(1)])]
    with pytest.raises(RuntimeError, match=r"b\(1\) is neither so nor not"):
        session.settled("b", 1)
