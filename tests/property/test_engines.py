"""All engines agree with each other and with a loop over all interpretations, on random tight programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import pytest
from clingo import Control, Function, Number
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from magistrate.bridge.engines import ganak, highs, sweep
from magistrate.bridge.engines.atoms import literals
from magistrate.bridge.engines.cnf import to_cnf
from magistrate.bridge.engines.completion import complete
from magistrate.bridge.engines.count import count
from magistrate.bridge.engines.errors import NotSupported
from magistrate.bridge.engines.listing import program_models
from magistrate.bridge.engines.maximum import maximum
from magistrate.bridge.engines.observer import GroundProgram, observe

ATOMS = 7
World = tuple[bool, ...]
Literals = tuple[tuple[int, bool], ...]

needs_highs = pytest.mark.skipif(not highs.available(), reason="highspy is not installed")
needs_numpy = pytest.mark.skipif(not sweep.available(), reason="numpy is not installed")
needs_ganak = pytest.mark.skipif(not ganak.available(), reason="pyganak is not installed")


def holds(world: World, body: Literals) -> bool:
    return all(world[atom] == sign for atom, sign in body)


def text_of(literal: tuple[int, bool]) -> str:
    return f"{'' if literal[1] else 'not '}x({literal[0]})"


@dataclass(frozen=True)
class Choice:
    lower: int
    upper: int
    atoms: tuple[int, ...]
    body: Literals

    def __str__(self) -> str:
        inside = "; ".join(f"x({atom})" for atom in self.atoms)
        return f"{self.lower} {{ {inside} }} {self.upper}{tail(map(text_of, self.body))}"

    def satisfied(self, world: World) -> bool:
        return not holds(world, self.body) or (
            self.lower <= sum(world[atom] for atom in self.atoms) <= self.upper
        )

    def supports(self, world: World, atom: int) -> bool:
        return atom in self.atoms and holds(world, self.body)


@dataclass(frozen=True)
class Plain:
    head: int | None
    body: Literals
    sum_terms: tuple[tuple[int, tuple[int, bool]], ...] = ()
    sum_bound: int | None = None
    at_most: bool = False

    def __str__(self) -> str:
        parts = list(map(text_of, self.body))
        if self.sum_bound is not None:
            inside = "; ".join(
                f"{weight},{index} : {text_of(literal)}"
                for index, (weight, literal) in enumerate(self.sum_terms)
            )
            parts.append(f"#sum {{ {inside} }} {'<=' if self.at_most else '>='} {self.sum_bound}")
        return f":- {', '.join(parts)}." if self.head is None else f"x({self.head})" + tail(parts)

    def fires(self, world: World) -> bool:
        if not holds(world, self.body):
            return False
        if self.sum_bound is None:
            return True
        total = sum(weight for weight, literal in self.sum_terms if holds(world, (literal,)))
        return total <= self.sum_bound if self.at_most else total >= self.sum_bound

    def satisfied(self, world: World) -> bool:
        return not self.fires(world) or (self.head is not None and world[self.head])

    def supports(self, world: World, atom: int) -> bool:
        return atom == self.head and self.fires(world)


def tail(parts: Iterable[str]) -> str:
    body = ", ".join(parts)
    return f" :- {body}." if body else "."


Rules = Sequence[Choice | Plain]


def brute_force(rules: Rules) -> list[World]:
    """In a tight program the stable models are the models whose atoms are all supported."""
    return [
        world
        for world in product((False, True), repeat=ATOMS)
        if all(rule.satisfied(world) for rule in rules)
        and all(any(rule.supports(world, atom) for rule in rules) for atom in range(ATOMS) if world[atom])
    ]


def body(head: int | None) -> st.SearchStrategy[Literals]:
    """Literals whose positive atoms are smaller than the head, so that no positive cycle arises."""
    below = ATOMS if head is None else head
    negative = st.tuples(st.integers(0, ATOMS - 1), st.just(False))
    anything = negative if below == 0 else negative | st.tuples(st.integers(0, below - 1), st.just(True))
    return st.lists(anything, max_size=3).map(tuple)


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    atoms = tuple(draw(st.lists(st.integers(0, ATOMS - 1), min_size=1, max_size=5, unique=True)))
    lower = draw(st.integers(0, 2))
    return Choice(lower, lower + draw(st.integers(0, 3)), atoms, draw(body(min(atoms))))


@st.composite
def plains(draw: st.DrawFn) -> Plain:
    head = draw(st.none() | st.integers(0, ATOMS - 1))
    conditions = draw(body(head))
    if draw(st.booleans()):
        return Plain(head, conditions)
    terms = draw(body(head))
    # In rules whose predicate may depend on itself clingo writes negative weights with positive cycles.
    least = -2 if head is None else 0
    weights = [draw(st.integers(least, 3)) for _ in terms]
    bound = draw(st.integers(-2, 5))
    return Plain(head, conditions, tuple(zip(weights, terms, strict=True)), bound, draw(st.booleans()))


FREE = Choice(0, ATOMS, tuple(range(4)), ())
programs = st.lists(choices() | plains(), min_size=1, max_size=6).map(lambda rules: [FREE, *rules])
objectives = st.lists(
    st.tuples(st.integers(0, ATOMS - 1), st.booleans(), st.integers(-3, 4), st.integers(1, 2)), max_size=6
)
slow_filters = settings(
    suppress_health_check=[HealthCheck.too_slow], max_examples=max(25, settings().max_examples // 10)
)
# Each example starts Ganak twice, in a process of its own.
few = settings(slow_filters, max_examples=max(1, settings().max_examples // 20))


def ground(rules: Rules, more: str = "") -> tuple[GroundProgram, list[int]]:
    """The program, and for each atom its literal; an atom that can't hold gets 0."""
    control = Control(["--warn=none"])
    observer = observe(control)
    control.add("base", [], "#defined x/1. " + "\n".join(map(str, rules)) + more)
    control.ground([("base", [])])
    known = {symbol.arguments[0].number: literal for symbol, literal in literals(control, "x", 1).items()}
    return observer.program(), [known.get(atom, 0) for atom in range(ATOMS)]


def projected(worlds: Iterable[World], atoms: Iterable[int]) -> int:
    chosen = list(atoms)
    return len({tuple(world[atom] for atom in chosen) for world in worlds})


@slow_filters
@given(programs)
def test_clasp_counts_the_models(rules: Rules) -> None:
    program, numbers = ground(rules)
    worlds = brute_force(rules)
    assert count(program, filter(None, numbers), engine="clasp").value == len(worlds)
    part = [literal for literal in numbers[:3] if literal]
    assert count(program, part, engine="clasp").value == projected(worlds, range(3))


@slow_filters
@given(programs)
def test_the_completion_has_the_same_models(rules: Rules) -> None:
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    program, numbers = ground(rules)
    cnf = to_cnf(complete(program))
    with solvers.Solver(name="m22", bootstrap_with=[clause for clause in cnf.clauses if clause]) as solver:
        models = [] if () in cnf.clauses else [set(model) for model in solver.enum_models()]
    found = {tuple(number != 0 and number in model for number in numbers) for model in models}
    worlds = brute_force(rules)
    assert found == set(worlds)
    assert len(models) == len(worlds)


@needs_ganak
@few
@given(programs)
def test_ganak_counts_the_models(rules: Rules) -> None:
    program, numbers = ground(rules)
    worlds = brute_force(rules)
    assert count(program, filter(None, numbers), engine="ganak").value == len(worlds)
    part = [literal for literal in numbers[:3] if literal]
    assert count(program, part, engine="ganak").value == projected(worlds, range(3))


@needs_numpy
@slow_filters
@given(programs, st.lists(st.integers(0, ATOMS - 1), min_size=4, unique=True))
def test_a_sweep_counts_the_models_where_the_chosen_atoms_decide_the_others(
    rules: Rules, part: Sequence[int]
) -> None:
    program, numbers = ground(rules)
    worlds = brute_force(rules)
    assert count(program, filter(None, numbers), engine="sweep").value == len(worlds)
    try:
        found = count(program, [numbers[atom] for atom in part if numbers[atom]], engine="sweep")
    except NotSupported:
        return
    assert found.value == projected(worlds, part)


@st.composite
def tables(draw: st.DrawFn) -> str:
    """Rows choose columns; rows, columns and how many aims are met are coupled by numbers."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    lines = [f"row(0..{rows - 1}). column(0..{columns - 1})."]
    lines += [f"closed{cell}." for cell in cells if draw(st.integers(0, 5)) == 0]
    lines += [
        f"wide({row},{draw(st.integers(2, 3))})." for row in range(rows) if draw(st.integers(0, 3)) == 0
    ]
    for column in range(columns):
        kind = draw(st.sampled_from(["", "", "least({},2).", "least({},3).", "most({},1).", "most({},2)."]))
        lines.append(kind.format(column))
        lines.append(draw(st.sampled_from(["", "", f"aim({column},1).", f"aim({column},2)."])))
    lines += [f"want{cell}." for cell in cells if draw(st.integers(0, 5)) == 0]
    lines.append(f"#const aims = {draw(st.integers(0, 4))}.")
    return "\n".join(lines)


TABLE = """
#defined closed/2. #defined wide/2. #defined least/2. #defined most/2. #defined aim/2. #defined want/2.
{ x(R,C) : column(C), not closed(R,C) } :- row(R).
width(R,1) :- row(R), not wide(R,_).
width(R,W) :- wide(R,W).
used(C) :- x(_,C).
:- width(R,W), #count { C : x(R,C) } > W.
:- least(C,N), used(C), #count { R : x(R,C) } < N.
:- most(C,N), #count { R : x(R,C) } > N.
met(aim(C)) :- aim(C,N), #count { R : x(R,C) } >= N.
met(want(R,C)) :- want(R,C), x(R,C).
:- #count { M : met(M) } < aims.
"""

# Both columns that stay open are full of aims, which only tell apart whose they are.
NOT_TO_BE_EXCHANGED = """
row(0..1). column(0..2). closed(0,1). closed(1,1). least(0,2).
want(0,0). want(0,1). want(0,2). want(1,0). want(1,1). want(1,2).
#const aims = 0.
"""


@needs_numpy
@slow_filters
@given(tables())
@example(NOT_TO_BE_EXCHANGED)
def test_a_sweep_counts_choices_coupled_by_numbers(text: str) -> None:
    control = Control(["--warn=none"])
    observer = observe(control)
    control.add("base", [], text + TABLE)
    control.ground([("base", [])])
    cells = list(literals(control, "x", 2).values())
    expected = count(observer.program(), cells, engine="clasp").value
    assert count(observer.program(), cells, engine="sweep").value == expected


def best(worlds: Sequence[World], goal: Sequence[tuple[int, bool, int, int]]) -> tuple[int, ...] | None:
    levels = sorted({priority for *_, priority in goal}, reverse=True)
    return max(
        (
            tuple(
                sum(weight for atom, sign, weight, at in goal if at == level and world[atom] == sign)
                for level in levels
            )
            for world in worlds
        ),
        default=None,
    )


def statements(goal: Sequence[tuple[int, bool, int, int]]) -> str:
    return "".join(
        f"\n#maximize {{ {weight}@{priority},{index} : {text_of((atom, sign))} }}."
        for index, (atom, sign, weight, priority) in enumerate(goal)
    )


@pytest.mark.parametrize("engine", ["clasp", pytest.param("highs", marks=needs_highs), "auto"])
@slow_filters
@given(programs, objectives)
def test_the_maximum_is_the_best_of_all_models(
    engine: str, rules: Rules, goal: Sequence[tuple[int, bool, int, int]]
) -> None:
    goal = [(atom, sign, weight or 1, priority) for atom, sign, weight, priority in goal]
    program, _ = ground(rules, statements(goal))
    worlds = brute_force(rules)
    answer = maximum(program, engine=engine)  # type: ignore[arg-type]
    assert answer.complete
    if not worlds:
        assert answer.witness is None
        return
    assert answer.witness is not None
    shown = {symbol.arguments[0].number for symbol in answer.witness}
    witness = tuple(atom in shown for atom in range(ATOMS))
    assert witness in worlds
    levels = len({priority for *_, priority in goal})
    expected = best(worlds, goal)
    assert best([witness], goal) == expected
    if len(answer.values) == levels:  # clingo leaves out a level whose literals are all impossible
        assert answer.values == answer.bounds == expected


@slow_filters
@given(programs)
def test_listing_gives_each_model_once(rules: Rules) -> None:
    program, numbers = ground(rules)
    symbols = {Function("x", [Number(atom)]): literal for atom, literal in enumerate(numbers) if literal}
    listing = program_models(program, symbols, lambda symbol: symbol.arguments[0].number)
    found = [tuple(atom in model for atom in range(ATOMS)) for model in map(set, listing)]
    assert listing.complete
    assert len(found) == len(set(found))
    assert set(found) == set(brute_force(rules))
