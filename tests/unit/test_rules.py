"""Statements are found as clingo finds them, with what they need, read and give."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest
from clingo import ast

from magistrate.bridge import rules
from magistrate.bridge.shapes import shape
from magistrate.bridge.statements import Statement, read

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
    assert found.needs == {("p", 2), ("r", 0)}
    assert found.gives == {("h", 2)}
    assert {("p", 2), ("q", 2), ("r", 0), ("s", 1)} <= found.reads
    assert {"p", "q", "r", "s"} <= found.names
    assert (found.part, found.name) == ("#program q(k).", "q")
    assert found.named.count("_,") + found.named.count("_)") == 2
    assert "not q(X,_)" in found.named
    assert "X = g(_)" in found.named


def test_heads_of_all_kinds() -> None:
    choice = only("{ a(X) : b(X) } 1 :- c.")
    assert choice.gives >= {("a", 1)}
    assert choice.reads >= {("b", 1), ("c", 0)}
    assert choice.open
    assert choice.solved
    assert only("p(a;b,c).").gives == {("p", 1), ("p", 2)}
    assert only(":- a(_), not b.").gives == frozenset()
    assert only(":- a(_), not b.").solved
    assert only("a ; b :- c.").open
    assert not only("a(b;c) :- c.").open
    assert not only("a(b;c) :- c.").solved
    # Alternatives of different length in a body could be any of them.
    assert only("a :- p(a;b,c).").needs == frozenset()


def test_what_is_no_rule_is_kept() -> None:
    weak, rule = read(":~ a(X,_), not b. [1@2,X]\nc :- d.")
    assert weak.text == weak.named == ":~ a(X,_), not b. [1@2,X]"
    assert weak.needs == frozenset()
    assert weak.solved
    assert weak.reads >= {("a", 2), ("b", 0)}
    assert rule.needs == {("d", 0)}
    short = only("#minimize { 1,R : a(R); 2,R : b(R) }.")
    assert short.needs == frozenset()
    assert len(rules.tree(short.text)) == 2


def test_a_condition_is_no_need() -> None:
    assert only("a :- b : c; d.").needs == {("d", 0)}


def test_what_is_still_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        """a :- b. c :- d. { e } :- a. #program later(k). f(k) :- e. g :- h. i :- g. #program gone. j :- a."""
    )
    monkeypatch.setattr(rules, "statements", lambda _: tuple(read(text)))
    known = frozenset([("b", 0), ("z", 1)])
    found = rules.to_come(("x.lp",), frozenset(["gone"]), frozenset(), frozenset(), known)
    assert [said for _, said in found.statements] == ["a :- b.", "{ e } :- a.", "f(k) :- e."]
    assert found.reads == (("b", 0),)
    rules.to_come.cache_clear()


@pytest.mark.parametrize(
    ("due", "known", "kept"),
    [
        ([], [("b", 0)], ["{ a } :- b."]),
        (["later"], [("b", 0)], ["{ a } :- b.", "c :- b."]),
        ([], [("b", 0), ("d", 0)], ["{ a } :- b.", "next((2,0),later(0)) :- d.", "c :- b."]),
    ],
)
def test_a_part_that_rules_call_waits_for_its_call(
    monkeypatch: pytest.MonkeyPatch, due: list[str], known: list[tuple[str, int]], kept: list[str]
) -> None:
    text = "{ a } :- b. next((2,0),later(0)) :- d. #program later(k). c :- b."
    monkeypatch.setattr(rules, "statements", lambda _: tuple(read(text)))
    for kept_results in (rules.to_come, rules._called):
        kept_results.cache_clear()
    found = rules.to_come(("y.lp",), frozenset(), frozenset(), frozenset(due), frozenset(known))
    assert [said for _, said in found.statements] == kept
    for kept_results in (rules.to_come, rules._called):
        kept_results.cache_clear()


def test_shapes() -> None:
    fact = clingo.parse_term("filter(f(a,1),1,type(creature))")
    assert shape(fact).predicate == ("filter", 3)
    assert shape(fact).words == {"filter", "f", "a", "type", "creature"}
    assert shape(clingo.parse_term("label(o(1),menace)")).words == frozenset()
