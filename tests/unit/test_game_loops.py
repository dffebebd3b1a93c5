"""Positions that have come again: what they may differ in, and when the game looks for them."""

from __future__ import annotations

import pytest
from clingo import Symbol

from magistrate.bridge.game.loops import Course, likeness
from magistrate.bridge.positions.terms import parse

ONE = """
in_zone(o(3),battlefield). object(o(3)). owner(o(3),p(1)). timestamp(o(3),7). label(o(3),"Ring").
in_zone(o(5),graveyard). object(o(5)). owner(o(5),p(1)). timestamp(o(5),9). place(o(5),4). next_object(6).
in_zone(o(4),graveyard). object(o(4)). owner(o(4),p(1)). timestamp(o(4),8). place(o(4),2). next_stamp(10).
life(p(1),20). life_gained_this_turn(p(1),3). effect_of(r(2),a(c("Grow"),1),o(3),p(1),2).
"""
"""A permanent, two cards that lie on each other, and an effect."""


def facts(text: str) -> frozenset[Symbol]:
    return frozenset(parse(one) for one in text.replace(". ", ".\n").split(".\n") if one.strip())


def alike(change: dict[str, str]) -> bool:
    other = ONE
    for old, new in change.items():
        assert old in other
        other = other.replace(old, new)
    return likeness(facts(ONE)) == likeness(facts(other))


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"o(5)": "o(8)", "next_object(6)": "next_object(9)", "o(4)": "o(6)"}, True),
        ({",9)": ",19)", "r(2)": "r(3)", "p(1),2)": "p(1),3)"}, True),
        ({"place(o(5),4)": "place(o(5),9)"}, True),
        ({"place(o(5),4)": "place(o(5),1)"}, False),
        ({"life_gained_this_turn(p(1),3)": "life_gained_this_turn(p(1),4)"}, True),
        ({'"Ring"': '"Ring#2"'}, True),
        ({"life(p(1),20)": "life(p(1),21)"}, False),
        ({"timestamp(o(3),7)": "timestamp(o(3),11)"}, False),
        ({"in_zone(o(3),battlefield)": "in_zone(o(3),exile)"}, False),
    ],
)
def test_positions_are_alike_up_to_numbering(change: dict[str, str], same: bool) -> None:
    assert alike(change) is same


def test_a_tally_counts_where_a_text_asks_for_it() -> None:
    asks = 'condition(a(c("Fount"),1),compare(life_gained_this_turn(you),greater,3)).\n'
    one = facts(ONE + asks)
    other = facts((ONE + asks).replace("life_gained_this_turn(p(1),3)", "life_gained_this_turn(p(1),4)"))
    assert likeness(one) != likeness(other)


def test_a_loop_of_any_length_is_found() -> None:
    for length in (1, 3, 11):
        course, rounds = Course(), 0
        while not course.again:
            course = course.after(
                facts(f"player_counters(p(1),poison,{rounds % length}). in_zone(o({rounds}),exile).\n")
            )
            rounds += 1
            assert rounds < 100
        assert rounds > length


def test_what_never_comes_again_is_no_loop() -> None:
    course = Course()
    for poison in range(100):
        course = course.after(facts(f"player_counters(p(1),poison,{poison}).\n"))
        assert not course.again


def test_a_life_total_that_only_rises_is_a_loop() -> None:
    course = Course()
    for life in range(20, 90):
        course = course.after(facts(ONE.replace("life(p(1),20)", f"life(p(1),{life})")))
    assert course.again
    asks = 'condition(a(c("Fount"),1),compare(life(you),greater,50)).\n'
    asked = Course()
    for life in range(20, 90):
        asked = asked.after(facts((ONE + asks).replace("life(p(1),20)", f"life(p(1),{life})")))
    assert not asked.again


def test_rounds_are_left_out_until_little_is_left() -> None:
    course, life = Course(), 5000
    while course.leap is None:
        life -= 3
        course = course.after(facts(ONE.replace("life(p(1),20)", f"life(p(1),{life})")))
    (left,) = course.leap.begun
    assert 3 < left.arguments[1].number <= 16
    assert left.arguments[1].number == life - 3 * course.leap.times
