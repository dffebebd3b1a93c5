"""The tree of orders against orders tried one by one: what adders, doublers and preventers make of damage and
of counters, written from the rules of the book (614.5, 615.10, 616.1) without the judge."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.events import parse_events
from magistrate.bridge.questions.replacements import replacements

Effect = tuple[str, Callable[[int], int]]

DAMAGE: dict[str, Effect] = {
    "Twice": (
        "If a source would deal damage to a permanent or player, it deals double that damage to that "
        "permanent or player instead.",
        lambda n: 2 * n,
    ),
    "More": (
        "If a source would deal damage to a permanent or player, it deals that much damage plus 1 to that "
        "permanent or player instead.",
        lambda n: n + 1,
    ),
    "Less One": ("If a source would deal damage to you, prevent 1 of that damage.", lambda n: max(0, n - 1)),
    "Less Two": ("If a source would deal damage to you, prevent 2 of that damage.", lambda n: max(0, n - 2)),
    "All": ("Prevent all damage that would be dealt to you.", lambda _: 0),
}
COUNTERS: dict[str, Effect] = {
    "Adder": (
        "If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 "
        "counters are put on it instead.",
        lambda n: n + 1,
    ),
    "Doubler": (
        "If one or more +1/+1 counters would be put on a creature you control, twice that many +1/+1 "
        "counters are put on it instead.",
        lambda n: 2 * n,
    ),
}


def by_hand(kinds: dict[str, Effect], names: list[str], amount: int) -> set[int]:
    """Every amount that some order comes to. Of nothing nothing is left to apply to (614.7a)."""
    out = set()
    for order in set(permutations(names)):
        left = amount
        for name in order:
            if left:
                left = kinds[name][1](left)
        out.add(left)
    return out


def by_judge(kinds: dict[str, Effect], names: list[str], event: str, name: str, place: int) -> set[int]:
    cards = "".join(f'  - {{name: {n}, type: Enchantment, text: "{kinds[n][0]}"}}\n' for n in kinds)
    position = Position.from_text(
        "cards:\n"
        "  - {name: Grey Bear, type: Creature — Bear, pt: 2/2}\n"
        "  - {name: Jolt, type: Instant, text: Jolt deals 3 damage to any target.}\n"
        f"{cards}players:\n  Alice:\n    battlefield: [{', '.join(['Grey Bear', *names])}]\n"
        "  Bob:\n    hand: [Jolt]\n"
    )
    found = replacements(position, parse_events(position, event))
    assert found.complete
    return {sum(e.arguments[place].number for e in one.events if e.name == name) for one in found.outcomes}


@settings(max_examples=12, deadline=None)
@given(st.lists(st.sampled_from(sorted(DAMAGE)), max_size=3), st.integers(1, 4))
def test_damage_in_every_order(names: list[str], amount: int) -> None:
    event = f"damage: {{from: Jolt, to: Alice, amount: {amount}}}"
    assert by_judge(DAMAGE, names, event, "damage_dealt", 2) == by_hand(DAMAGE, names, amount)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.sampled_from(sorted(COUNTERS)), max_size=4), st.integers(1, 3))
def test_counters_in_every_order(names: list[str], amount: int) -> None:
    event = f"counters: {{on: Grey Bear, kind: +1/+1, amount: {amount}}}"
    assert by_judge(COUNTERS, names, event, "put_counters", 2) == by_hand(COUNTERS, names, amount)
