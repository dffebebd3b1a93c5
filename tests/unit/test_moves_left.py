"""What of a card's text no program file carries out when the game moves."""

from __future__ import annotations

import pytest
from clingo import parse_term

from magistrate.bridge.moves_left import left_to_moves

ABILITY = 'a(c("Test"),1)'


@pytest.mark.parametrize(
    ("fact", "left"),
    [
        (f"instruction({ABILITY},1,damage(self,2,target(1)))", []),
        (f"instruction({ABILITY},1,wobble(you,2))", [("effects", "wobble")]),
        (f"mode_instruction({ABILITY},1,1,may(you,(wobble(you),())))", [("effects", "wobble")]),
        (f"instruction({ABILITY},1,draw(you,wobbles))", [("values", "wobbles")]),
        (f"instruction({ABILITY},1,draw(you,plus(1,wobbles(you))))", [("values", "wobbles")]),
        (f"instruction({ABILITY},1,if(non(wobbling),(draw(you,1),())))", [("conditions", "wobbling")]),
        (f"instruction({ABILITY},1,tap(controller(wobbler)))", [("references", "wobbler")]),
        (f"trigger({ABILITY},enters(self))", []),
        (f"trigger({ABILITY},wobbles(self))", [("triggers", "wobbles")]),
        (f"cost({ABILITY},1,mana((green,())))", []),
        (f"cost({ABILITY},1,wobble(2))", [("costs", "wobble")]),
    ],
)
def test_words_without_a_file(fact: str, left: list[tuple[str, str]]) -> None:
    assert [word for _, word in left_to_moves([parse_term(fact)])] == left
