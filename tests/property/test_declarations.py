"""The lists of legal attacks and blocks are those that the rule text, tried by hand, leaves."""

from __future__ import annotations

from boards import Board, attack_boards, block_boards, facts, o, p, thing
from by_hand import defender, legal_attacks, legal_blocks
from clingo import Function
from grounding import legal
from hypothesis import given


@given(attack_boards())
def test_attacks(board: Board) -> None:
    expected = {frozenset((o(a), thing(d)) for a, d in one) for one in legal_attacks(board)}
    assert legal("attack", facts(board)) == expected


@given(block_boards())
def test_blocks(board: Board) -> None:
    for player in {defender(board, what) for _, what in board.attacking}:
        expected = {frozenset((o(b), o(a)) for b, a in one) for one in legal_blocks(board, player)}
        asked = [*facts(board), Function("by", [p(player)])]
        assert legal("block", asked) == expected
