"""What the observer records, which programs have a completion, and what is determined by grounding."""

from __future__ import annotations

import pytest
from clingo import Control, Number

from magistrate.bridge.engines.atoms import is_determined, literals, open_atoms
from magistrate.bridge.engines.completion import complete
from magistrate.bridge.engines.count import count
from magistrate.bridge.engines.errors import NotSupported, NotTight
from magistrate.bridge.engines.maximum import maximum
from magistrate.bridge.engines.observer import GroundProgram, observe
from magistrate.bridge.engines.replay import replay


def ground(text: str) -> tuple[GroundProgram, Control]:
    control = Control(["--warn=none"])
    observer = observe(control)
    control.add("base", [], text)
    control.ground([("base", [])])
    return observer.program(), control


def test_the_observer_records_every_kind_of_statement() -> None:
    program, control = ground(
        "f(1). { a; b }. c :- 3 <= #sum { 2 : a; 1 : b }. :- a, not b. "
        "#maximize { 2@3 : c }. #show t : a. #show f/1."
    )
    assert len(program.facts) >= 1
    assert any(rule.choice for rule in program.rules)
    assert any(not rule.head for rule in program.rules)
    assert {rule.bound for rule in program.weight_rules} == {3}
    assert [statement.priority for statement in program.minimize] == [3]
    assert {str(symbol) for symbol, _ in program.output} == {"f(1)", "t"}
    (number,) = literals(control, "a", 0).values()
    assert any(condition == (number,) for symbol, condition in program.output if str(symbol) == "t")


def test_a_recorded_program_is_a_value_that_later_grounding_leaves_alone() -> None:
    control = Control(["--warn=none"])
    observer = observe(control)
    control.add("one", [], "{ a }.")
    control.add("two", [], "{ b }.")
    control.ground([("one", [])])
    before = observer.program()
    control.ground([("two", [])])
    assert before.atoms < observer.program().atoms


def test_replay_keeps_atom_numbers() -> None:
    program, control = ground("1 { a(1..3) } 2. :- a(1), a(2).")
    atoms = literals(control, "a", 1)
    again = replay(program, shown={literal: symbol for symbol, literal in atoms.items()})
    assert {atom.symbol: atom.literal for atom in again.symbolic_atoms} == atoms


def test_a_positive_cycle_is_refused_and_clasp_answers_instead() -> None:
    program, control = ground("{ a }. b :- c. c :- b. b :- a.")
    with pytest.raises(NotTight) as caught:
        complete(program)
    assert len(caught.value.cycle) >= 3
    assert count(program, literals(control, "b", 0).values()).value == 2
    assert maximum(program, [(next(iter(literals(control, "c", 0).values())), 1)]).value == 1


def test_a_recursive_sum_with_negative_weights_is_refused_and_clasp_answers_instead() -> None:
    program, control = ground("{ x(0) }. x(1) :- #sum { 0 : not x(1); 1,1 : x(0); -1,2 : x(0) } >= 0.")
    with pytest.raises(NotTight):
        complete(program)
    assert maximum(program, [(atom, 1) for atom in literals(control, "x", 1).values()]).complete


def test_cycles_through_facts_or_negation_do_not_matter() -> None:
    complete(ground("{ a }. b :- not c. c :- not b. d. d :- e. e :- d, a.")[0])


def test_disjunction_is_refused() -> None:
    with pytest.raises(NotSupported, match="disjunctive"):
        complete(ground("a ; b. { c }. a :- c.")[0])


def test_external_atoms_keep_their_value() -> None:
    control = Control(["--warn=none"])
    observer = observe(control)
    control.add("base", [], "#external e(1..3). [false] #external e(4). [true] #external e(5). [free]")
    control.ground([("base", [])])
    atoms = literals(control, "e", 1)
    formula = complete(observer.program())
    assert [formula.value(atoms[symbol]) for symbol in sorted(atoms)] == [False, False, False, True, None]


def test_what_propagation_decides_is_gone_from_the_formula() -> None:
    program, control = ground("{ a(1..4) } 1. :- not a(2).")
    formula = complete(program)
    values = {symbol.arguments[0]: formula.value(atom) for symbol, atom in literals(control, "a", 1).items()}
    assert values == {Number(1): False, Number(2): True, Number(3): False, Number(4): False}
    assert not formula.clauses
    assert not formula.linear
    assert not formula.reified


def test_a_contradiction_is_seen() -> None:
    program, _ = ground("2 { a(1..3) } 2. :- a(1). :- a(2).")
    assert not complete(program).consistent
    assert maximum(program, [(1, 1)]).complete
    assert maximum(program, [(1, 1)]).witness is None


def test_open_atoms_are_those_that_grounding_left_undecided() -> None:
    _, stratified = ground("a(1..3). b(X) :- a(X), not c(X). c(2).")
    assert is_determined(stratified)
    assert open_atoms(stratified) == []
    _, chosen = ground("a(1..3). { b(X) : a(X) }. c :- b(_).")
    assert not is_determined(chosen)
    assert sorted(map(str, open_atoms(chosen))) == ["b(1)", "b(2)", "b(3)", "c"]
