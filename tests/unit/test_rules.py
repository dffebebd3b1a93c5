"""Statements are found as clingo finds them, and leaving out what can't fire changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import clingo
import pytest
from clingo import ast

from magistrate.bridge import programs, rules
from magistrate.bridge.firing import Coded, Firing, Tokens
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rulings.run import run_file
from magistrate.bridge.shapes import shape
from magistrate.bridge.statements import ANY, NUMBER, PART, WORD, Flow, Statement, Token, read

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
    assert found.needs == {("p", 2), ("p", 2, 1, "f"), ("f", WORD), ("r", 0), ("q", PART)}
    words = {(word, WORD) for word in ("h", "a", "b", "g", "s")}
    assert found.gives == {("h", 2), ("h", 2, 0, "g"), ("h", 2, 1, ""), *words}
    assert only("h(X) :- p(X,Y), q(Y,X).").flows == (Flow(("h", 1, 0), (("p", 2, 0), ("q", 2, 1))),)
    assert {"p", "q", "r", "s"} <= found.reads
    assert found.part == "#program q(k)."
    assert found.named.count("_,") + found.named.count("_)") == 2
    assert "not q(X,_)" in found.named
    assert "X = g(_)" in found.named


def predicates(tokens: frozenset[Token]) -> set[Token]:
    return {token for token in tokens if len(token) == 2 and token[1] >= 0}


def test_what_stands_in_an_argument() -> None:
    found = only('h(N+1,"text",(X),f(b),-X,V,c,(c;d),_) :- p(X,N), V = g(X), q((a,_),(a;b),a;b).')
    assert {token for token in found.gives if len(token) == 4} == {
        *(("h", 9, place, NUMBER) for place in (0, 1, 4)),
        *(("h", 9, place, ANY) for place in (2, 7, 8)),
        ("h", 9, 3, "f"),
        ("h", 9, 5, "g"),
        ("h", 9, 6, "c"),
    }
    assert found.needs == {("p", 2)}
    assert only("h :- q((a,_),(a;b),1,k,X+1).").needs == {
        ("q", 5),
        ("q", 5, 0, ""),
        ("q", 5, 3, "k"),
        ("a", WORD),
        ("k", WORD),
    }
    # A part's parameter stands for anything.
    assert only("#program m(k).\nh(k) :- q(k).").needs == {("m", PART), ("q", 1)}


def fired(program: str, *facts: str) -> set[str]:
    """The heads of the rules that can fire."""
    numbers = Tokens()
    firing = Firing(numbers, {"a.lp": [Coded.of(numbers, one) for one in read(program)]})
    present: set[int] = set()
    for fact in read("".join(f"{one}." for one in facts)):
        present.update(map(numbers.number, fact.gives))
    return {one.text.split(" :-")[0] for one in firing.fire(firing.looks_at(present), {"a.lp"})["a.lp"]}


def test_which_rules_can_fire() -> None:
    chain = "b(X) :- a(X). c(X) :- b(X), d(X). e :- c(f(_)). g :- c(h). i :- not e."
    assert fired(chain, "a(f(1))", "d(f(1))") == {"b(X)", "c(X)", "e", "i"}
    assert fired(chain, "a(f(1))", "d(h)") == {"b(X)", "c(X)", "i"}
    assert fired(chain, "a(h)", "d(h)") == {"b(X)", "c(X)", "g", "i"}
    # What stands inside of a term may be anything that stands anywhere.
    inside = "b(X) :- a(s(X)). c :- b(f). d :- b(g)."
    assert fired(inside, "a(s(f))") == {"b(X)", "c"}
    assert fired(inside, "a(f)") == set()
    # Around a circle.
    assert fired("a(X) :- b(X). b(X) :- a(X). c :- a(k). d :- b(l).", "b(k)") == {"a(X)", "b(X)", "c"}


def test_heads_of_all_kinds() -> None:
    assert predicates(only("{ a(X) : b(X) } 1 :- c.").gives) == {("a", 1), ("b", 1)}
    assert only("{ a(X) : b(X) } 1 :- c.").open
    assert predicates(only("p(a;b,c).").gives) == {("p", 1), ("p", 2)}
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


@pytest.mark.parametrize("folder", ["601-casting", "614-replacement", "keywords-in-play"])
def test_leaving_out_changes_no_look(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question that is asked while a ruling is carried out has the atoms of the whole program."""
    made = programs.Session.__init__
    asked = []

    def twice(self: programs.Session, question: str, facts: Iterable[clingo.Symbol], **more: Any) -> None:
        facts = list(facts)
        monkeypatch.setattr(programs, "_AS_TEXT", 1 << 30)
        whole = programs.Session.__new__(programs.Session)
        made(whole, question, facts, **more)
        monkeypatch.setattr(programs, "_AS_TEXT", 0)
        made(self, question, facts, **more)
        given = {str(fact) for fact in [*facts, *more.get("extra", ())]}
        wanted, found = (
            {(str(a.symbol), a.is_fact) for a in one.control.symbolic_atoms if str(a.symbol) not in given}
            for one in (whole, self)
        )
        assert wanted == found
        asked.append(question)

    monkeypatch.setattr(programs.Session, "__init__", twice)
    file = min((ROOT / "tests" / "rulings" / folder).glob("*.yaml"))
    run_file(file)
    assert "game" in asked


def test_shapes() -> None:
    fact = clingo.parse_term("filter(f(a,1),1,type(creature))")
    assert shape(fact).predicate == ("filter", 3)
    assert shape(fact).words == {"filter", "f", "a", "type", "creature"}
    assert shape(clingo.parse_term("label(o(1),menace)")).words == frozenset()
