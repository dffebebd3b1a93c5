"""Rulings that play: moves, passing, advancing, choices, names that follow objects, and what goes wrong."""

# ruff: noqa: E501  (rulings, one a line)
from __future__ import annotations

from pathlib import Path

import pytest

from magistrate.bridge.rulings.model import Result, Verdict
from magistrate.bridge.rulings.run import run_file

BOARD = """\
title: A game
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Old Queen, cost: "{1}{W}", type: Legendary Creature — Human, pt: 2/3}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 2 damage to any target.}
  - {name: Long Thought, cost: "{2}{U}", type: Sorcery, text: Draw two cards.}
  - {name: Calm Choice, cost: "{R}", type: Instant, text: You may draw a card.}
  - {name: Peak, type: Basic Land — Mountain, text: ""}
players:
  Alice:
    battlefield: [Grey Bear: {id: bear}, Peak, Peak, Old Queen: {id: queen}]
    hand: [Jolt, Long Thought, Peak, Calm Choice]
    library: [Grey Bear, Grey Bear, Grey Bear]
  Bob:
    battlefield: [Grey Bear: {id: cub}, Grey Bear: {id: pup}]
    library: [Grey Bear, Grey Bear]
"""
CAST = "- cast: {card: Jolt, targets: [cub]}\n"


def ruled(tmp_path: Path, steps: str, board: str = BOARD) -> Result:
    path = tmp_path / "ruling.yaml"
    path.write_text(board + "steps:\n" + steps, encoding="utf-8")
    return run_file(path)


PASSING = {
    "a spell is cast and resolves": CAST
    + "- expect: {stack: 1, Jolt: {zone: stack}}\n- resolve: top\n- expect: {cub: {zone: graveyard}, Jolt: {zone: graveyard}, stack: 0}",
    "passing by name": CAST + "- pass: Alice\n- pass: Bob\n  expect: {cub: {zone: graveyard}}",
    "resolving all of nothing does nothing": "- resolve: all\n- expect: {cub: {zone: battlefield}}",
    "an illegal move changes nothing": "- cast: Long Thought\n  expect: illegal\n- expect: {Alice: {hand: 4}, stack: 0}",
    "a move is asked about": "- legal: {cast: {card: Jolt, targets: [cub]}}\n- legal: {cast: {card: Jolt, by: Bob}}\n  expect: illegal\n- expect: {Alice: {hand: 4}}",
    "one land a turn": "- play: Peak\n- legal: {play: Peak}\n  expect: illegal\n- expect: {Alice: {hand: 3, battlefield: {Peak: 3}}}",
    "targets may be chosen later": "- cast: Jolt\n- choose: pup\n- resolve: top\n- expect: {pup: {zone: graveyard}, cub: {zone: battlefield}}",
    "answers may be queued": "- cast: Jolt\n- resolve: all\n- expect: {pup: {zone: graveyard}}",
    "yes halts and goes on": "- cast: Calm Choice\n- resolve: all\n- choose: yes\n  expect: {Alice: {hand: 4}, stack: 0}",
    "no is an answer too": "- cast: Calm Choice\n- resolve: all\n- choose: no\n  by: Alice\n- expect: {Alice: {hand: 3}}",
    "advancing to where one is": "- advance: precombat main\n- expect: {Alice: {hand: 4}}",
    "combat": "- advance: declare attackers\n- attack: {bear: Bob}\n- advance: declare blockers\n- block: {cub: bear}\n- advance: combat damage\n- expect: {bear: {zone: graveyard}, cub: {zone: graveyard}, Bob: {life: 20}}",
    "passed declarations are empty": "- advance: end\n- expect: {bear: {tapped: false}, Bob: {life: 20}}",
    "the next turn": "- advance: {turn: 6, step: draw}\n- expect: {Bob: {hand: 1}}",
    "the step that comes next is meant": "- advance: end\n- advance: draw\n- expect: {Bob: {hand: 1}}",
    "a card that came back keeps its name": "- resolve: all\n- expect: {bear: {zone: battlefield, name: Grey Bear}}",
    "what was cast is who it was": CAST + "- resolve: top\n- expect: {Jolt: {owner: Alice}}",
}  # fmt: skip


@pytest.mark.parametrize("name", PASSING)
def test_passes(tmp_path: Path, name: str) -> None:
    board = BOARD + ("answers: {Alice: [pup]}\n" if "queued" in name else "")
    result = ruled(tmp_path, PASSING[name], board)
    assert result.verdict is Verdict.PASSED, result.findings


BAD = {
    "choose: yes": "no choice is due",
    "pass: Bob": "Bob doesn't have priority; Alice does",
    "resolve: top": "the stack is empty",
    "advance: first-strike combat damage": "first strike damage doesn't come",
    "advance: {turn: 3, step: upkeep}": "doesn't come",
    "advance: noon": 'there is no step "noon"',
    "cast: Jollt": "Jolt",
    "cast: {card: Jolt, target: [cub]}": 'did you mean "targets"',
    "cast: {card: Jolt, targets: [cob]}": 'no object or player "cob" (targets)',
    "attack: {bear: Bob}": "no declaration of attackers is due (precombat main)",
}


@pytest.mark.parametrize("step", BAD)
def test_bad_input_is_told_at_its_place(tmp_path: Path, step: str) -> None:
    result = ruled(tmp_path, f"- {step}\n")
    assert result.verdict is Verdict.BAD_INPUT, result.findings
    assert BAD[step] in result.findings[0].got
    assert result.findings[0].place.line == BOARD.count("\n") + 2


def test_a_wrong_answer_is_told_and_changes_nothing(tmp_path: Path) -> None:
    result = ruled(tmp_path, "- cast: Calm Choice\n- resolve: all\n- choose: 3\n")
    assert result.verdict is Verdict.BAD_INPUT
    assert "yes or no" in result.findings[0].got


def test_what_waits_is_undecided(tmp_path: Path) -> None:
    for steps in (
        "- cast: Jolt\n",
        "- cast: Jolt\n- resolve: top\n",
        "- cast: Calm Choice\n- resolve: all\n",
    ):
        result = ruled(tmp_path, steps)
        assert result.verdict is Verdict.UNDECIDED
        assert "Alice chooses" in result.findings[0].got


def test_an_illegal_answer_fails(tmp_path: Path) -> None:
    wrong = "- cast: Jolt\n- choose: Peak#1\n"
    assert ruled(tmp_path, wrong).verdict is Verdict.FAILED
    assert ruled(tmp_path, wrong + "  expect: illegal\n- choose: cub\n- expect: {stack: 1}").passed
