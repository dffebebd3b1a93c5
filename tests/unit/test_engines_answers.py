"""Maximum, count and list: figures and bounds on declarations of different sizes (`benchmarks` has times)."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import islice
from math import factorial

import pytest
from clingo import Control, Symbol

from magistrate.bridge.engines import ganak, highs, sweep
from magistrate.bridge.engines.atoms import literals
from magistrate.bridge.engines.count import count
from magistrate.bridge.engines.errors import EngineMissing, NotSupported
from magistrate.bridge.engines.listing import models, program_models
from magistrate.bridge.engines.maximum import maximum
from magistrate.bridge.engines.observer import GroundProgram, observe

needs_highs = pytest.mark.skipif(not highs.available(), reason="highspy is not installed")
needs_numpy = pytest.mark.skipif(not sweep.available(), reason="numpy is not installed")
needs_ganak = pytest.mark.skipif(not ganak.available(), reason="pyganak is not installed")

BLOCKS = """
#defined two_needed/1. #defined one_at_most/1. #defined wanted/1. #defined lure/1. #defined cannot/2.
{ block(B,A) : attacking(A) } 1 :- may_block(B).
violation(too_few(A))  :- two_needed(A), block(_,A), #count { B : block(B,A) } < 2.
violation(too_many(A)) :- one_at_most(A), #count { B : block(B,A) } > 1.
violation(pair(B,A))   :- block(B,A), cannot(B,A).
:- violation(_).
obeyed(r(A))   :- wanted(A), block(_,A).
obeyed(r(A,B)) :- lure(A), block(B,A).
#maximize { 1,R : obeyed(R) }.
#show block/2.
"""
ATTACKS = """
{ attack(A) : may_attack(A) } cap.
obeyed(A) :- attack(A), must(A).
#maximize { 1,A : obeyed(A) }.
#show attack/1.
"""


def ground(text: str) -> tuple[GroundProgram, Control]:
    control = Control(["--warn=none"])
    observer = observe(control)
    control.add("base", [], text)
    control.ground([("base", [])])
    return observer.program(), control


def board(attackers: int, blockers: int, more: str = "") -> str:
    return f"attacking(1..{attackers}). may_block(1..{blockers}). {more} {BLOCKS}"


WANTED = "wanted(A) :- attacking(A). two_needed(A) :- attacking(A), A \\ 2 = 0. "
TWELVE = 90_728_422_028
"""Ganak finds as many on ``evaded(12, 12)``, in a minute."""
DIFFERENT = "two_needed(A) :- attacking(A), A \\ 2 = 0. one_at_most(A) :- attacking(A), A \\ 2 = 1. "


@needs_highs
def test_maximum_of_sixty_attackers_that_must_be_blocked() -> None:
    program, _ = ground(board(60, 40, WANTED + "lure(A) :- attacking(A), A \\ 10 = 0."))
    answer = maximum(program)
    assert (answer.value, answer.bound, answer.complete, answer.engine) == (46, 46, True, "highs")
    assert answer.witness is not None
    assert len(answer.witness) <= 40


@needs_highs
def test_maximum_of_2500_attackers_under_a_cap() -> None:
    program, _ = ground("#const cap = 700. may_attack(1..2500). must(1..2500)." + ATTACKS)
    answer = maximum(program)
    assert (answer.value, answer.complete) == (700, True)


def test_small_maximum_stays_with_clasp() -> None:
    answer = maximum(ground(board(4, 4, WANTED))[0])
    assert (answer.value, answer.complete, answer.engine) == (3, True, "clasp")


def test_a_cut_search_gives_both_bounds() -> None:
    program, _ = ground("#const cap = 7. may_attack(1..100). must(1..100)." + ATTACKS)
    answer = maximum(program, engine="clasp", time_limit=0.3)
    assert not answer.complete
    assert answer.bound is not None
    assert (answer.value or 0) <= 7 <= answer.bound


@needs_highs
def test_a_time_limit_ends_highs() -> None:
    program, _ = ground(board(60, 40, WANTED))
    answer = maximum(program, engine="highs", time_limit=0.2)
    assert answer.bound is not None
    assert answer.bound >= 35


def test_missing_highs_leaves_the_answer_to_clasp(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highs, "available", lambda: False)
    program, _ = ground(board(4, 4, WANTED))
    assert maximum(program).value == 3
    with pytest.raises(EngineMissing):
        maximum(program, engine="highs")


@needs_highs
def test_highs_prints_nothing() -> None:
    code = (
        "from magistrate.bridge.engines.formula import FormulaBuilder\n"
        "from magistrate.bridge.engines.highs import maximise\n"
        "b = FormulaBuilder(3); b.clause((-1, -2)); b.clause((-2, -3))\n"
        "assert maximise(b.build(), [[(1, 1), (2, 1), (3, 1)]]).bounds == (2,)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b""


def test_assumptions_hold_in_every_answer() -> None:
    program, control = ground(board(3, 3))
    atoms = literals(control, "block", 2)
    first = min(atoms)
    assert count(program, atoms.values()).value == 64
    assert count(program, atoms.values(), assumptions=[atoms[first]]).value == 16
    answer = maximum(program, [(atom, 1) for atom in atoms.values()], assumptions=[-atoms[first]])
    assert answer.witness is not None
    assert first not in answer.witness
    listing = models(control, str, assumptions=[atoms[first]])
    assert all(str(first) in model for model in listing)
    assert listing.count == 16


def different(attackers: int, blockers: int) -> int:
    """The number of declarations on a board of ``DIFFERENT``, by its exponential generating function.

    Blockers that stay back give exp(x), an attacker that needs two exp(x) - x, one that takes at most
    one 1 + x.
    """
    everyone = [Fraction(1, factorial(size)) for size in range(blockers + 1)]
    two_needed = [*everyone[:1], Fraction(0), *everyone[2:]]
    one_at_most = [Fraction(1), Fraction(1)] + [Fraction(0)] * (blockers - 1)
    series = everyone
    for attacker in range(1, attackers + 1):
        factor = one_at_most if attacker % 2 else two_needed
        series = [
            sum((series[i] * factor[size - i] for i in range(size + 1)), Fraction(0))
            for size in range(blockers + 1)
        ]
    return int(series[blockers] * factorial(blockers))


@needs_numpy
@pytest.mark.parametrize(("attackers", "blockers"), [(6, 6), (12, 12), (15, 15), (10, 20), (20, 20)])
def test_large_counts_are_swept(attackers: int, blockers: int) -> None:
    program, control = ground(board(attackers, blockers, DIFFERENT))
    answer = count(program, literals(control, "block", 2).values(), engine="sweep")
    assert (answer.value, answer.complete, answer.engine) == (different(attackers, blockers), True, "sweep")


def evaded(attackers: int, blockers: int) -> str:
    """A board of ``DIFFERENT`` on which no two creatures are alike."""
    pairs = ((b, a) for a in range(1, attackers + 1) for b in range(1, blockers + 1))
    return DIFFERENT + "".join(f"cannot({b},{a}). " for b, a in pairs if pow(b, a, 127) % 6 == 0)


@needs_ganak
@needs_numpy
def test_a_sweep_counts_as_ganak_does_where_no_two_creatures_are_alike() -> None:
    program, control = ground(board(7, 7, evaded(7, 7) + WANTED + ":- #count { R : obeyed(R) } < 5."))
    atoms = literals(control, "block", 2).values()
    found = [count(program, atoms, engine=engine) for engine in ("sweep", "ganak")]  # type: ignore[arg-type]
    assert found[0].value == found[1].value > 1000


@needs_numpy
def test_twelve_against_twelve_of_which_no_two_are_alike() -> None:
    program, control = ground(board(12, 12, evaded(12, 12)))
    answer = count(program, literals(control, "block", 2).values())
    assert (answer.value, answer.complete, answer.engine) == (TWELVE, True, "sweep")


@needs_numpy
def test_what_is_coupled_too_closely_is_not_swept() -> None:
    program, control = ground(board(30, 30, evaded(30, 30)))
    with pytest.raises(NotSupported, match="coupled"):
        count(program, literals(control, "block", 2).values(), engine="sweep")


@needs_numpy
def test_atoms_that_the_chosen_ones_leave_open_are_not_swept() -> None:
    program, control = ground("{ a; b; c }. :- a, not b, not c.")
    with pytest.raises(NotSupported, match="not decided"):
        count(program, literals(control, "a", 0).values(), engine="sweep")


@needs_numpy
def test_a_time_limit_ends_a_sweep() -> None:
    program, control = ground(board(14, 18, evaded(14, 18)))
    answer = count(program, literals(control, "block", 2).values(), engine="sweep", time_limit=0.01)
    assert not answer.complete


@needs_ganak
def test_without_numpy_large_counts_go_to_ganak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "available", lambda: False)
    program, control = ground(board(8, 8, DIFFERENT))
    atoms = literals(control, "block", 2).values()
    answer = count(program, atoms)
    assert (answer.value, answer.complete, answer.engine) == (different(8, 8), True, "ganak")
    with pytest.raises(EngineMissing):
        count(program, atoms, engine="sweep")


def test_small_counts_stay_with_clasp() -> None:
    program, control = ground(board(5, 5, DIFFERENT))
    answer = count(program, literals(control, "block", 2).values())
    assert (answer.value, answer.complete, answer.engine) == (different(5, 5), True, "clasp")


@needs_ganak
def test_a_time_limit_ends_ganak() -> None:
    program, control = ground(board(14, 14, DIFFERENT))
    answer = count(program, literals(control, "block", 2).values(), engine="ganak", time_limit=0.5)
    assert not answer.complete


def test_a_cut_count_is_a_number_that_is_reached() -> None:
    program, control = ground(board(10, 10, DIFFERENT))
    atoms = literals(control, "block", 2).values()
    answer = count(program, atoms, limit=1000)
    assert (answer.value, answer.complete) == (1000, False)
    timed = count(program, atoms, engine="clasp", time_limit=0.2)
    assert timed.value < different(10, 10)
    assert not timed.complete


def test_counting_over_nothing_asks_whether_there_is_a_model() -> None:
    assert count(ground("{ a; b }.")[0], []).value == 1
    assert count(ground("{ a; b }. :- a. :- not a.")[0], []).value == 0


def pair(symbol: Symbol) -> tuple[int, int]:
    blocker, attacker = symbol.arguments
    return blocker.number, attacker.number


def test_listing_all_declarations_of_six_against_six() -> None:
    _, control = ground(board(6, 6))
    listing = models(control, pair)
    found = list(listing)
    assert (listing.count, len(set(map(frozenset, found))), listing.complete) == (117_649, 117_649, True)


def test_listing_is_lazy_and_leaves_the_control_usable() -> None:
    _, control = ground(board(10, 10))
    listing = models(control, pair)
    assert len(list(islice(listing, 3))) == 3
    listing.close()
    assert not listing.complete
    assert list(models(control, pair, limit=5)) == list(models(control, pair, limit=5))


def test_listing_says_whether_a_bound_cut_it() -> None:
    _, control = ground(board(2, 2))
    exact = models(control, pair, limit=9)
    assert (len(list(exact)), exact.complete) == (9, True)
    cut = models(control, pair, limit=8)
    assert (len(list(cut)), cut.complete) == (8, False)
    _, control = ground(board(10, 10))
    timed = models(control, pair, time_limit=0.2)
    assert sum(1 for _ in timed) == timed.count < 11**10
    assert not timed.complete


def test_listing_survives_a_time_limit_on_a_search_without_models() -> None:
    holes = "{ in(P,H) : H = 1..11 } = 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q."
    _, control = ground(holes)
    listing = models(control, str, time_limit=0.3)
    assert list(listing) == []
    assert not listing.complete


def test_listing_works_without_clingos_number_array(monkeypatch: pytest.MonkeyPatch) -> None:
    from magistrate.bridge.engines import listing as module

    _, control = ground(board(2, 2))
    fast = list(models(control, pair))
    monkeypatch.setattr(module, "_NUMBERS", "no such attribute")
    assert list(models(control, pair)) == fast


def test_a_recorded_program_is_listed_over_any_atoms() -> None:
    program, control = ground("{ a; b; c }. d :- a. #show.")
    atoms = literals(control, "d", 0) | literals(control, "b", 0)
    found = sorted(tuple(sorted(model)) for model in program_models(program, atoms, str))
    assert found == [(), ("b",), ("b", "d"), ("d",)]
