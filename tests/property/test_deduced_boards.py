"""What `deduce` finds on random boards is what clingo finds, whatever earlier boards left in its memory."""

from __future__ import annotations

import os

from asked_twice import compare
from clingo import Function
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from layer_boards import boards
from layer_facts import Board, facts

EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "40"))
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@settings(max_examples=EXAMPLES, suppress_health_check=SLOW)
@given(boards(), st.sampled_from(("characteristics", "attacks", "blocks", "game")), st.booleans(), st.data())
def test_random_boards(board: Board, question: str, trace: bool, data: st.DataObject) -> None:
    number = data.draw(st.permutations(range(1, len(board.things) + 1)))
    extra = [Function("trace")] if trace else []
    compare(question, facts(board, number)[0], extra=[*extra, Function("explain")])
