"""What `deduce` works out is what clingo grounds: sentence by sentence, and in every question of rulings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import clingo
import pytest
import read_by_clingo
from asked_twice import compare

from magistrate.bridge import programs
from magistrate.bridge.deduce import plan, state
from magistrate.bridge.deduce.forms import Rule
from magistrate.bridge.deduce.plan import OpenError
from magistrate.bridge.deduce.reading import read, rules_of
from magistrate.bridge.deduce.terms import symbol, value
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rules import all_files, source, statements
from magistrate.bridge.rulings.run import run_file

ROOT = Path(__file__).parents[2]
Call = tuple[str, list[clingo.Symbol]]
BASE: Call = ("base", [])


def by_clingo(text: str, facts: Iterable[str], calls: Iterable[list[Call]]) -> set[str]:
    control = clingo.Control(message_limit=0)
    control.add("base", [], text + " ".join(f"#program base. {fact}." for fact in facts))
    for some in calls:
        control.ground(some)
    assert all(atom.is_fact for atom in control.symbolic_atoms)
    return {str(atom.symbol) for atom in control.symbolic_atoms}


def deduced(
    monkeypatch: pytest.MonkeyPatch, text: str, facts: Iterable[str], calls: Iterable[list[Call]]
) -> set[str]:
    """The same by `deduce`; the second time, what was kept from the first is used."""
    monkeypatch.setattr(plan, "rules_of", lambda _: read(text))
    path = f"{abs(hash(text))}.lp"
    terms = [clingo.parse_term(fact) for fact in facts]
    found = []
    for _ in range(2):
        known = state.State(terms)
        for some in calls:
            known.deduce((path,), some)
        found.append({str(atom) for name, arity in known.predicates() for atom in known.atoms(name, arity)})
    assert found[0] == found[1]
    return found[0]


SENTENCES = {
    "joins": "h(X,Z) :- p(X,Y), p(Y,Z), X != Z.",
    "the same variable twice": "h(X) :- p(X,X). g(X) :- q(f(X,X)). i(X) :- q(f(X,Y)), p(Y,X).",
    "constants": "h(X) :- p(1,X). g :- p(a,_). i :- q(f(a,1)).",
    "negation": ("h(X) :- p(X,_), not p(_,X). g(X) :- p(X,Y), not q(f(X,Y)). i(X) :- p(X,_), not q(f(X,_))."),
    "negation of a pattern": "h(X) :- p(X,_), not r(X,f(_,a)). g(X) :- p(X,_), not r(_,g(X,(_,X))).",
    "not not": "h(X) :- p(X,_), not not p(_,X).",
    "arithmetic": "h(X+Y,X*Y,X-Y) :- p(X,Y). g(X/Y,X\\Y) :- p(X,Y). i(|X|,-X) :- p(X,_).",
    "arithmetic that isn't defined": (
        "h(X+1) :- p(X,_). g :- p(X,Y), X+Y > 2. i(X) :- p(X,_), not p(X+1,_)."
    ),
    "arithmetic turned round": (
        "h(X) :- p(X+1,_). g(X) :- p(3-X,_). i(X) :- p(2+X,Y), Y = X. j(X) :- p(X-2,_)."
    ),
    "comparison of terms": (
        "h(X,Y) :- p(X,_), p(Y,_), X < Y. g(X) :- p(X,_), X <= a. i(X) :- p(X,_), 2 < X < 5."
    ),
    "assignment": "h(Z) :- p(X,Y), Z = f(X,Y). g(Z) :- p(X,Y), X+Y = Z. i(A,B) :- q(X), X = f(A,B).",
    "taking apart": "h(A,C) :- r(A,g(B,(C,B))). g(N) :- r(_,f(N+1,_)). i(X) :- q(X), X = f(_,a).",
    "ranges": "h(X,Y) :- p(X,Z), Y = 1..Z. g(1..3,a). i(X) :- p(X,_), X = 2..4. j :- p(1..2,_).",
    "pools": "h(a;b,c). g(X,(1;2)) :- p(X,(1;2;a)). i(X) :- p(X,_), not p(X,(1;2)). j :- not q(1;2).",
    "count": ("h(X,N) :- p(X,_), N = #count { Y : p(X,Y) }. g(N) :- N = #count { X,Y : p(X,Y); X : q(X) }."),
    "sum": (
        "h(X,N) :- p(X,_), N = #sum { Y,Z : p(X,Y), p(Z,Y); 1 : q(_) }. g(N) :- N = #sum { X,1 : p(X,_) }."
    ),
    "least and greatest": "h(N,M) :- N = #min { X : p(X,_) }, M = #max { X : p(X,_) }. "
    "g(N) :- N = #max { X : s(X) }. i(N) :- N = #min { X : s(X) }. j(X) :- p(X,_), #max { Y : p(X,Y) } = X.",
    "guards": "h(X) :- p(X,_), 2 <= #count { Y : p(X,Y) }. g(X) :- p(X,_), not #count { Y : p(X,Y) } > 1. "
    "i :- 1 < #sum { X : p(X,_) } < 9. "
    "j(X) :- p(X,_), X = #count { Y : p(Y,_) }. k :- 2 { p(_,X) : q(_) } 4.",
    "a variable of its own in each": "h(N,M) :- N = #count { X : p(X,_) }, M = #count { X : p(_,X) }.",
    "conditions": (
        "h(X) :- p(X,_), p(Y,X) : p(X,Y). g :- not q(X) : p(X,_). i(X) :- p(X,_), X != Y : p(_,Y), s(Y)."
    ),
    "recursion": ("t(X,Y) :- p(X,Y). t(X,Z) :- t(X,Y), t(Y,Z). u(X) :- t(X,X). n(0). n(X+1) :- n(X), X < 9."),
    "recursion of several": ("e(X) :- o(X). o(X) :- e(X), p(X,_). e(Y) :- o(X), p(X,Y), not p(Y,Y). o(a)."),
    "told apart by what stands inside": (
        "h(a,X) :- p(X,_). h(b,X) :- p(X,_), not h(a,X). h(c,X) :- p(_,X), not h(b,X)."
    ),
    "texts and bounds": (
        'h("x",#inf). g(X) :- h(X,_), X != "y". i(Y) :- h(_,Y), Y < 1. j(X) :- h(X,_), X > a.'
    ),
    "tuples": "h((X,),(X,Y,())) :- p(X,Y). g(X) :- h((X,),_). i(X) :- h(_,(X,_,())).",
    "true and false": "h :- #true. g :- #false. i :- not #false, p(_,_).",
}
FACTS = ["p(1,2)", "p(2,3)", "p(2,a)", "p(a,1)", "p(3,3)", "p(-7,2)", "p(b,f(1))", "q(f(2,2))", "q(f(1,2))"]
FACTS += ["q(a)", "r(1,f(4,a))", "r(2,g(2,(a,2)))", "r(a,g(1,(2,3)))", "q(f(b,a))", "s(2)"]


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.parametrize("count", [0, 6, len(FACTS)])
def test_sentences(name: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = deduced(monkeypatch, SENTENCES[name], FACTS[:count], [[BASE]])
    assert found == by_clingo(SENTENCES[name], FACTS[:count], [[BASE]])


def test_parts_are_carried_out_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
    a(0). #program step(k). a(k) :- a(k-1), not b(k-1). c(k) :- not a(k), #sum { X : a(X) } > 1.
    #program other(k,d). b(k) :- a(k), d > 2. t(k,d). t(k,X) :- t(k,Y), a(X), X > Y.
    """
    number = clingo.Number
    calls: list[list[Call]] = [
        [BASE],
        [("step", [number(1)])],
        [("step", [number(2)])],
        [("other", [number(1), number(1)]), ("other", [number(2), number(3)])],
        [("step", [number(3)])],
        [("step", [number(4)])],
    ]
    assert deduced(monkeypatch, text, [], calls) == by_clingo(text, [], calls)


def test_what_reaches_its_own_want_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OpenError, match="b\\(X\\)"):
        deduced(monkeypatch, "a(X) :- c(X), not b(X). b(X) :- c(X), not a(X).", ["c(1)"], [[BASE]])


def _determined() -> list[str]:
    """The parts in which no file has a choice."""
    by_name: dict[str, bool] = {}
    for path in all_files():
        for one in statements(path):
            solved = one.solved and not path.startswith("combat/")
            by_name[one.name] = by_name.get(one.name, False) or solved
    return sorted(name for name, solved in by_name.items() if not solved)


@pytest.mark.parametrize("part", _determined())
def test_nothing_reaches_its_own_want_whatever_files_come_together(part: str) -> None:
    files = tuple(path for path in all_files() if not path.startswith("combat/"))
    plan.plan(files, (part,))


def test_choices_are_left_to_a_solver() -> None:
    found = read("a. #program x. { b }. #program y. :- a. #program z. c :- a. #program w. :~ a. [1]")
    assert found.solved == {"x", "y", "w"}
    assert [rule.part for rule in found.rules] == ["base", "z"]


FILES = sorted(str(path.relative_to(ROOT / "asp")) for path in (ROOT / "asp").rglob("*.lp"))


@pytest.mark.parametrize("path", FILES)
def test_files_are_read_as_clingo_reads_them(path: str) -> None:
    ours, theirs = rules_of(path), read_by_clingo.read(source(path))
    assert Counter(map(plain, ours.rules)) == Counter(map(plain, theirs.rules))
    assert ours.solved == theirs.solved


def plain(rule: Rule) -> str:
    """A rule, but the names of blanks."""
    numbers: dict[str, int] = {}

    def name(found: re.Match[str]) -> str:
        if found[1][1:] in rule.parameters:
            return found[0]
        return f"blank {numbers.setdefault(found[1], len(numbers))}"

    return re.sub(r"Variable\(name='([_#][^']*)'\)", name, repr(rule._replace(text="")))


@pytest.mark.parametrize("text", ["a :- f(.", "a(X) :- b(X) c.", "a :- 1 < 2 < .", "a(1;2) :- |(1;2)| > 1."])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read(text)


@pytest.mark.parametrize("text", ['f(a,(1,"x"),#inf,-3,(),(2,))', "#sup", "a", "7", "-f(1,-a)"])
def test_terms_come_back(text: str) -> None:
    term = clingo.parse_term(text)
    assert symbol(value(term)) == term
    assert value(term) is value(symbol(value(term)))


def test_terms_are_ordered_as_clingo_orders_them() -> None:
    terms = [
        clingo.parse_term(text) for text in ("b", "f(1)", "3", '"a"', "aa", "f(1,2)", "#inf", "(1,)", "-2")
    ]
    assert [symbol(one) for one in sorted(map(value, terms))] == sorted(terms)


@pytest.mark.parametrize("question", ["attacks", "blocks", "characteristics"])
@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.yaml")), ids=lambda file: file.stem)
def test_questions_about_examples(file: Path, question: str) -> None:
    compare(question, Position.load(file).facts, extra=[clingo.Function("explain")])


@pytest.mark.parametrize("folder", ["601-casting", "614-replacement", "keywords-in-play", "613-layers"])
def test_questions_of_rulings(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question that is asked while a ruling is carried out has the atoms that clingo finds."""
    made = programs.Session.__init__
    asked = []

    def twice(self: programs.Session, question: str, facts: Iterable[clingo.Symbol], **more: Any) -> None:
        facts = list(facts)
        monkeypatch.setattr(programs.Session, "__init__", made)
        compare(question, facts, extra=more.get("extra", ()))
        made(self, question, facts, **more)
        monkeypatch.setattr(programs.Session, "__init__", twice)
        asked.append(question)

    monkeypatch.setattr(programs.Session, "__init__", twice)
    file = min((ROOT / "tests" / "rulings" / folder).glob("*.yaml"))
    run_file(file)
    assert asked
