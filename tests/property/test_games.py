"""Random games: no crash, no illegal position, the text form at every point, and taking back."""

from __future__ import annotations

import os
import random

import games
import pytest

EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "2"))
"""How many games; 1,000 for a long run, MAGISTRATE_FIRST_SEED for another one."""

FIRST = int(os.environ.get("MAGISTRATE_FIRST_SEED", "0"))

DECISIONS = 30


@pytest.mark.parametrize("seed", range(FIRST, FIRST + EXAMPLES))
def test_a_random_game(seed: int) -> None:
    rng = random.Random(seed)
    game, wrong = games.play(games.deal(rng), rng, DECISIONS)
    assert not wrong, (wrong, [str(entry.event) for entry in game.log[-12:]])
    assert len(game.log) > 5
