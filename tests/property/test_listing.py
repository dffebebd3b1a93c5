"""Lists, counts, folds and verdicts agree with each other and with the brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest
from boards import Board, attack_boards, block_boards, facts, o, p, thing, twin_boards
from by_hand import defender, legal_attacks, legal_blocks
from clingo import Control, Function, Symbol
from grounding import ground
from hypothesis import given, settings

from magistrate.bridge.engines import highs, sweep
from magistrate.bridge.engines.completion import require_tight
from magistrate.bridge.engines.count import count
from magistrate.bridge.engines.maximum import maximum
from magistrate.bridge.engines.observer import GroundObserver
from magistrate.bridge.questions import declarations
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Declaration, Kind, judge
from magistrate.bridge.questions.listing import legal_declarations

# Each board is asked about in many ways: a quarter of the boards that other tests try.
FEWER = max(25, settings.default.max_examples // 20) if settings.default else 25


class ByHand:
    """Stands for a Session over final facts."""

    def __init__(self, kind: Kind, given_facts: Any, extra: Any = (), observer: Any = None) -> None:
        self.control: Control = ground(kind.choice, [*given_facts, *extra], observer=observer)

    def atoms(self, name: str, arity: int) -> list[Symbol]:
        return [atom.symbol for atom in self.control.symbolic_atoms.by_signature(name, arity)]


@pytest.fixture(autouse=True, scope="module")
def final_facts() -> Iterator[None]:
    """Questions are grounded from final characteristics."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(declarations, "build", ByHand)
        yield


def by_highs(kind: Kind, given_facts: frozenset[Symbol], player: Symbol | None) -> int | None:
    """The maximum of requirements as HiGHS finds it."""
    observer = GroundObserver()
    session = ByHand(kind, given_facts, declarations.by(player), observer)
    atoms = session.control.symbolic_atoms
    costly = atoms[Function("costly")]
    return maximum(
        observer.program(),
        [(atom.literal, 1) for atom in atoms.by_signature("obeyed", 1)],
        engine="highs",
        assumptions=[] if costly is None else [-costly.literal],
    ).value


def check(kind: Kind, board: Board, player: Symbol | None, expected: set[frozenset[Any]]) -> None:
    given_facts = frozenset(facts(board))
    listing = legal_declarations(kind, given_facts, player=player)
    table = declarations.table(kind, given_facts, declarations.by(player))
    unfolded = [one.pairs for one in listing.unfolded()]
    assert len(unfolded) == len(set(unfolded))
    assert set(unfolded) == expected
    assert listing.count() == len(expected)
    require_tight(listing.program)
    if sweep.available():
        swept = count(listing.program, listing.pairs.values(), engine="sweep")
        assert swept.value == len(expected)
    folded = list(listing.folded())
    assert sum(one.multiplicity for one in folded) == len(expected)
    assert {one.pairs for one in folded} <= expected
    if listing.folding().trivial:
        assert len(folded) == len(expected)
    # Three ways to the maximum of requirements.
    assert table.maximum().value == listing.requirements.maximum
    if table.obeyed and highs.available():
        assert by_highs(kind, given_facts, player) == listing.requirements.maximum
    # Every verdict on what could be declared, up to a bound.
    firsts = sorted({first for first, _ in table.pairs})
    options = [[None, *(second for one, second in table.pairs if one == first)] for first in firsts]
    for number, seconds in enumerate(product(*options)):
        if number == 40:
            break
        pairs = frozenset((a, b) for a, b in zip(firsts, seconds, strict=True) if b is not None)
        verdict = judge(kind, given_facts, Declaration(pairs), player=player)
        assert verdict.legal is (pairs in expected)
        if not verdict.legal:
            assert verdict.broken or verdict.witness in expected or verdict.requirements.obeyed is not None
            assert verdict.broken or verdict.neglected


@settings(max_examples=FEWER)
@given(attack_boards())
def test_attacks(board: Board) -> None:
    expected = {frozenset((o(a), thing(d)) for a, d in one) for one in legal_attacks(board)}
    check(ATTACKS, board, None, expected)


@settings(max_examples=FEWER)
@given(block_boards())
def test_blocks(board: Board) -> None:
    for player in {defender(board, what) for _, what in board.attacking}:
        assert player is not None
        expected = {frozenset((o(b), o(a)) for b, a in one) for one in legal_blocks(board, player)}
        check(BLOCKS, board, p(player), expected)


def orbit(declaration: frozenset[Any], rows: Any, columns: Any) -> set[frozenset[Any]]:
    """All declarations that exchanging members of the classes makes of one."""
    out = set()
    for images in product(*(permutations(members) for members in (*rows, *columns))):
        rename = {
            one: image
            for members, permuted in zip((*rows, *columns), images, strict=True)
            for one, image in zip(members, permuted, strict=True)
        }
        out.add(frozenset((rename.get(a, a), rename.get(b, b)) for a, b in declaration))
    return out


@settings(max_examples=FEWER)
@given(twin_boards())
def test_folds_are_orbits(board: Board) -> None:
    expected = {frozenset((o(b), o(a)) for b, a in one) for one in legal_blocks(board, 2)}
    listing = legal_declarations(BLOCKS, frozenset(facts(board)))
    folding = listing.folding()
    seen: set[frozenset[Any]] = set()
    for one in listing.folded():
        images = orbit(one.pairs, folding.rows, folding.columns)
        assert len(images) == one.multiplicity
        assert images <= expected
        assert not images & seen
        seen |= images
    assert seen == expected
    assert listing.count() == len(expected)
