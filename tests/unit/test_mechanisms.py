"""Sentences about dice, votes, companions and the like, and who is asked where another player decides."""

from __future__ import annotations

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face
from magistrate.bridge.positions.position import Position

LINES = [
    (
        "Instant",
        "Roll a d20.\n1—9 | Draw a card.\n10+ | Luck! — Draw two cards.",
        [
            "instruction(a(c,1),1,roll(you,1,20,0,each))",
            "instruction(a(c,1),2,if_else(all_of((compare(result,greater_equal,1),(compare(result,less_equal,9),()))),"
            "(draw(you,1),()),(if(compare(result,greater_equal,10),(draw(you,2),())),())))",
        ],
    ),
    (
        "Instant",
        "Roll two d6 and ignore the lower roll. You gain life equal to the result.",
        [
            "instruction(a(c,1),1,roll(you,2,6,0,ignore_lowest))",
            "instruction(a(c,1),2,gain_life(you,result))",
        ],
    ),
    (
        "Sorcery",
        "Starting with you, each player votes for gold, song, or rest. For each gold vote, draw a card.",
        [
            "instruction(a(c,1),1,vote(in_turn,(gold,(song,(rest,())))))",
            "instruction(a(c,1),2,repeat_list(votes(gold),(draw(you,1),())))",
        ],
    ),
    (
        "Sorcery",
        "Each player secretly votes for a creature, then those votes are revealed. "
        "Destroy each creature with the most votes or tied for most votes.",
        [
            "instruction(a(c,1),1,vote_for(secretly,each(f(a(c,1),1)),most_voted(1)))",
            "instruction(a(c,1),2,destroy(most_voted(1)))",
        ],
    ),
    (
        "Creature — Elf",
        "You may cast this card from your graveyard by paying 3 life and discarding a card in addition "
        "to paying its other costs.",
        ["states(a(c,1),1,cast_from_with(self,graveyard,costs((life(3),(discard(1,f(a(c,1),1)),())))))"],
    ),
    ("Creature — Elf", "Companion — Your deck is fine.", ['keyword(a(c,1),companion,"Your deck is fine .")']),
    ("Conspiracy", "Creatures you control get +1/+0.", ["functions(a(c,1),command)"]),
]


@pytest.mark.parametrize(("kind", "text", "facts"), LINES, ids=[text[:30] for _, text, _ in LINES])
def test_what_a_line_says(kind: str, text: str, facts: list[str]) -> None:
    compiled = compile_face(Face("Card", type_line=kind, text=text))
    found = {str(fact).replace('c("Card")', "c") for fact in compiled.facts}
    assert not compiled.unmodelled
    assert set(facts) <= found


PUPPETS = """
turn: {active: Alice, step: declare attackers}
cards:
  - name: Puppets
    type: Instant
    cost: "{0}"
    text: You choose which creatures block this turn and how those creatures block.
  - {name: Ox, type: Creature — Ox, cost: "{2}", pt: 3/3}
players:
  Alice: {hand: [Puppets], battlefield: [Ox: {attacking: Bob}]}
  Bob: {battlefield: [Ox]}
"""


def test_who_is_asked_for_blockers() -> None:
    start = Position.from_text(PUPPETS)
    plain = start.play("pass: Alice", "pass: Bob")
    led = start.play("cast: Puppets", "resolve: top", "pass: Alice", "pass: Bob")
    assert (plain.waits_for, led.waits_for) == ("blocks", "blocks")
    assert plain.decision.startswith("Bob chooses blockers")
    assert led.decision.startswith("Alice chooses blockers")
