# ruff: noqa: E501 (card texts)
"""Attacks with bands against a check written from 702.22c-d, and folded against unfolded."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.attacks import attacks, check_attack

CARDS = """
cards:
  - {name: Banner, cost: "{W}", type: Creature — Knight, pt: 1/1, text: Banding}
  - {name: Plain, cost: "{W}", type: Creature — Ox, pt: 1/1}
  - {name: Lord, cost: "{W}", type: Legendary Creature — Ox, pt: 1/1}
  - {name: Kinsman, cost: "{W}", type: Legendary Creature — Elf, pt: 1/1, text: Bands with other legendary creatures}
  - {name: Sleeper, cost: "{W}", type: Creature — Wall, pt: 1/1, text: Defender}
  - {name: Rash, cost: "{W}", type: Creature — Ogre, pt: 1/1, text: This creature attacks each combat if able.}
"""
BANDING, LEGENDS, KIN = {"Banner"}, {"Lord", "Kinsman"}, {"Kinsman"}
Attack = tuple[tuple[tuple[int, str], ...], frozenset[frozenset[int]]]


def proper(band: list[str]) -> bool:
    """702.22c: creatures with banding and at most one without, or ones of a quality, one with the ability."""
    without = sum(name not in BANDING for name in band)
    if without < len(band) and without <= 1:
        return True
    return all(name in LEGENDS for name in band) and any(name in KIN for name in band)


def partitions(things: list[int]) -> Iterator[list[list[int]]]:
    if not things:
        yield []
        return
    first, *rest = things
    for some in partitions(rest):
        yield [[first], *some]
        for index, block in enumerate(some):
            yield [*some[:index], [first, *block], *some[index + 1 :]]


def by_hand(names: list[str], opponents: list[str]) -> set[Attack]:
    found: set[Attack] = set()
    options = [
        opponents if name == "Rash" else [None] if name == "Sleeper" else [None, *opponents] for name in names
    ]
    for goals in product(*options):
        pairs = tuple((number, goal) for number, goal in enumerate(goals) if goal is not None)
        by_goal: defaultdict[str, list[int]] = defaultdict(list)
        for number, goal in pairs:
            by_goal[goal].append(number)
        for choice in product(*(list(partitions(some)) for some in by_goal.values())):
            bands = [block for some in choice for block in some if len(block) > 1]
            if all(proper([names[number] for number in band]) for band in bands):
                found.add((pairs, frozenset(map(frozenset, bands))))
    return found


def board(names: list[str], opponents: list[str]) -> Position:
    mine = ", ".join(f"{name}: {{id: c{number}}}" for number, name in enumerate(names))
    others = "".join(f"  {one}: {{}}\n" for one in opponents)
    return Position.from_text(
        f"turn: {{active: Alice, step: declare attackers}}\n{CARDS}players:\n"
        f"  Alice: {{battlefield: [{mine}]}}\n{others}"
    )


EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "25"))


@settings(max_examples=EXAMPLES)
@given(
    st.lists(
        st.sampled_from(["Banner", "Plain", "Lord", "Kinsman", "Sleeper", "Rash"]), min_size=1, max_size=4
    ),
    st.sampled_from([["Bob"], ["Bob", "Carol"]]),
)
def test_bands_are_listed_as_by_hand(names: list[str], opponents: list[str]) -> None:
    position = board(names, opponents)
    label = position.names.label
    listing = attacks(position)

    def told(one: object) -> Attack:
        pairs = tuple(sorted((int(label(a)[1:]), label(d)) for a, d in one.pairs))  # type: ignore[attr-defined]
        bands = frozenset(frozenset(int(label(a)[1:]) for a in band) for band in one.bands)  # type: ignore[attr-defined]
        return pairs, bands

    unfolded = [told(one) for one in listing.unfolded()]
    expected = by_hand(names, opponents)
    assert len(unfolded) == len(set(unfolded))
    assert set(unfolded) == expected
    assert listing.count() == len(expected)
    folded = list(listing.folded())
    assert sum(one.multiplicity for one in folded) == len(expected)
    kinds = Counter(
        (
            tuple(sorted((goal, names[n]) for n, goal in pairs)),
            tuple(sorted((dict(pairs)[min(band)], *sorted(names[n] for n in band)) for band in bands)),
        )
        for pairs, bands in expected
    )
    assert len(folded) <= len(expected)
    if set(names) <= {"Banner", "Plain"} and len(opponents) == 1:
        assert sorted(one.multiplicity for one in folded) == sorted(kinds.values())
    for pairs, bands in list(expected)[:5]:
        verdict = check_attack(
            position,
            {f"c{n}": goal for n, goal in pairs},
            [[f"c{n}" for n in band] for band in bands],
        )
        assert verdict.legal
