"""Statements are found as clingo finds them, and leaving out what can't fire changes nothing."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest
from clingo import ast

from magistrate.bridge import programs, rules
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rules import PART, Statement, read
from magistrate.bridge.shapes import shape

ROOT = Path(__file__).parents[2]
FILES = sorted(str(path.relative_to(ROOT / "asp")) for path in (ROOT / "asp").rglob("*.lp"))
SAID = {ast.ASTType.Program, ast.ASTType.Defined, ast.ASTType.Comment}


def parsed(text: str) -> list[str]:
    found: list[ast.AST] = []
    ast.parse_string(text, found.append)
    return [str(one) for one in found if one.ast_type not in SAID]


@pytest.mark.parametrize("path", FILES)
def test_statements_are_those_that_clingo_reads(path: str) -> None:
    found = rules.statements(path)
    assert [said for one in found for said in parsed(one.text)] == parsed(rules.source(path))
    for one in found:
        assert len(parsed(one.named)) == len(parsed(one.text))


def only(text: str) -> Statement:
    (found,) = read(text)
    return found


def test_what_a_rule_needs_gives_and_reads() -> None:
    found = only(
        '#program q(k).\nh(X,(a,b)) :- p(X,f(_,"a.b),")), not q(X,_), r, X = g(_), 1 #count { Y : s(Y) }.'
    )
    assert found.needs == {("p", 2), ("r", 0), ("q", PART)}
    assert found.gives == {("h", 2)}
    assert {"p", "q", "r", "s"} <= found.reads
    assert found.part == "#program q(k)."
    assert found.named.count("_,") + found.named.count("_)") == 2
    assert "not q(X,_)" in found.named
    assert "X = g(_)" in found.named


def test_heads_of_all_kinds() -> None:
    assert only("{ a(X) : b(X) } 1 :- c.").gives == {("a", 1), ("b", 1)}
    assert only("{ a(X) : b(X) } 1 :- c.").open
    assert only("p(a;b,c).").gives == {("p", 1), ("p", 2)}
    assert only("next(1,(open(k);plan((k,b)))) :- x.").gives >= {("next", 2), ("open", PART), ("plan", PART)}
    assert only(":- a(_), not b.").gives == frozenset()
    assert only("a ; b :- c.").open
    assert not only("a(b;c) :- c.").open
    # Alternatives of different length in a body could be any of them.
    assert only("a :- p(a;b,c).").needs == frozenset()


def test_what_is_no_rule_is_kept() -> None:
    weak, rule = read(":~ a(X,_), not b. [1@2,X]\nc :- d.")
    assert weak.text == weak.named == ":~ a(X,_), not b. [1@2,X]"
    assert weak.needs == frozenset()
    assert rule.needs == {("d", 0)}
    short = only("#minimize { 1,R : a(R); 2,R : b(R) }.")
    assert short.needs == frozenset()
    assert len(rules.tree(short.text)) == 2


def test_a_condition_is_no_need() -> None:
    assert only("a :- b : c; d.").needs == {("d", 0)}


@pytest.mark.parametrize("question", ["attacks", "blocks", "characteristics"])
@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.yaml")), ids=lambda file: file.stem)
def test_leaving_out_changes_no_atom(file: Path, question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = Position.load(file).facts

    def atoms(whole: int) -> set[tuple[str, bool]]:
        monkeypatch.setattr(programs, "_AS_TEXT", whole)
        session = programs.Session(question, facts, extra=[clingo.Function("explain")])
        return {(str(atom.symbol), atom.is_fact) for atom in session.control.symbolic_atoms}

    given = {(str(fact), True) for fact in [*facts, clingo.Function("explain")]}
    whole, cut = atoms(1 << 30), atoms(0)
    assert cut <= whole
    assert whole - given <= cut


def test_shapes() -> None:
    fact = clingo.parse_term("filter(f(a,1),1,type(creature))")
    assert shape(fact).predicate == ("filter", 3)
    assert shape(fact).words == {"filter", "f", "a", "type", "creature"}
    assert shape(clingo.parse_term("label(o(1),menace)")).words == frozenset()
