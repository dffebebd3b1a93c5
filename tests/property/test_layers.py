"""Layers on random boards: equal to a check written from the rule text, whatever the order of facts and the
numbers of objects, one by one or in one go; and nothing is left open."""

from __future__ import annotations

import os
import random

import clingo
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from layer_boards import boards
from layer_facts import Board, facts
from layers_by_hand import Layers

from magistrate.bridge.programs import Session, non_facts

EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "30"))
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

Told = dict[tuple[str, str], set[str]]
ATTRIBUTES = ("name", "controller", "type", "supertype", "subtype", "color", "power", "toughness")


def judged(
    board: Board, number: list[int] | None = None, shuffle: int | None = None, trace: bool = False
) -> tuple[Told, list[clingo.Symbol]]:
    """What the judge says of each object, and the atoms it left open."""
    number = number or list(range(1, len(board.things) + 1))
    given, _ = facts(board, number)
    if shuffle is not None:
        random.Random(shuffle).shuffle(given)
    extra = [clingo.Function("trace")] if trace else []
    session = Session("characteristics", given, extra=extra, by_clingo=True)
    back = {f"o({n})": str(index) for index, n in enumerate(number)}
    told: Told = {}
    for attribute in ATTRIBUTES:
        for atom in session.atoms(attribute, 2):
            o, value = map(str, atom.arguments)
            told.setdefault((back[o], attribute), set()).add(value)
    for atom in session.atoms("has", 3):
        told.setdefault((back[str(atom.arguments[0])], "ability"), set()).add(str(atom.arguments[1]))
    return told, non_facts(session.control)


def by_hand(board: Board) -> Told:
    layers = Layers(board)
    told: Told = {}
    for index, now in enumerate(layers.now):
        power, toughness = layers.size(index, "power"), layers.size(index, "toughness")
        found: dict[str, set[str]] = {
            "name": {f'"{name}"' for name in now.names},
            "controller": set() if now.controller is None else {f"p({now.controller})"},
            "type": set(now.types),
            "supertype": set(now.supertypes),
            "subtype": {s if isinstance(s, str) else f"{s[0]}({s[1]})" for s in now.subtypes},
            "color": set(now.colors),
            "power": set() if power is None else {str(power)},
            "toughness": set() if toughness is None else {str(toughness)},
            "ability": {name for name, _ in now.abilities},
        }
        told.update({(str(index), attribute): values for attribute, values in found.items() if values})
    return told


@settings(max_examples=EXAMPLES, suppress_health_check=SLOW)
@given(boards(), st.data())
def test_layers_agree_with_the_rule_text(board: Board, data: st.DataObject) -> None:
    """Objects are numbered at random, so that their numbers can't matter."""
    number = data.draw(st.permutations(range(1, len(board.things) + 1)))
    told, left_open = judged(board, number)
    assert not left_open
    assert told == by_hand(board)


@settings(max_examples=EXAMPLES, suppress_health_check=SLOW)
@given(boards())
def test_one_by_one_is_as_all_in_one_go(board: Board) -> None:
    """With the trace every effect is applied on its own."""
    told, left_open = judged(board, trace=True)
    assert not left_open
    assert told == by_hand(board)


@settings(max_examples=max(1, EXAMPLES // 5), suppress_health_check=SLOW)
@given(boards(), st.integers(0, 9), st.data())
def test_order_of_facts_and_numbers_of_objects_do_not_matter(
    board: Board, seed: int, data: st.DataObject
) -> None:
    number = data.draw(st.permutations(range(1, len(board.things) + 1)))
    assert judged(board, number, seed)[0] == judged(board)[0]
