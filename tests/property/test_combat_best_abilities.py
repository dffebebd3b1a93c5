"""Best play where creatures have abilities: triggers that change life, whose order each player chooses, and
what one creature gives another as long as it lives. Against trying everything."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import pytest
from combat_by_hand import Fighter, all_blocks, charged
from combat_played_by_hand import played
from hypothesis import given, settings
from hypothesis import strategies as st
from test_combat import beginning, position
from test_combat_abilities import Table, attackers, table, told
from test_combat_best import WISHES, Value, cut, named, worth

from magistrate.bridge.combat import reply
from magistrate.bridge.combat.best import best_attack, best_block
from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.lethal import lethal, safe
from magistrate.bridge.combat.responses import NotApart
from magistrate.bridge.combat.wishes import Wishes

EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "12"))
Life = Mapping[str, int]
LEFT = "left"
"""What the program leaves to the game, as the order of triggers matters before damage."""


@pytest.fixture(params=[reply.FEW, 0], ids=["weighed", "sought"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are weighed one by one, or sought by an integer program."""
    monkeypatch.setattr(reply, "FEW", request.param)


def declared(seed: int) -> Table:
    """A board with declared attackers, none of them in bands."""
    fighters, life, loyalty = table(seed, most=4)
    return [replace(f, band=0, power=min(f.power, 2)) for f in fighters], life, loyalty


def guarantees(
    fighters: Sequence[Fighter],
    blocks: Mapping[str, tuple[str, ...]],
    life: Life,
    loyalty: int,
    wishes: Wishes,
    side: str,
    start: Life,
) -> Value:
    """What a block comes to for a side."""
    attacked = any(f.target == "walker" for f in fighters)

    def value(state: object) -> Value:
        return worth(state, fighters, wishes, side, start, attacked=attacked)  # type: ignore[arg-type]

    return played(fighters, blocks, life, loyalty, value, side)  # type: ignore[no-any-return]


def best_differs(made: Table, wishes: Wishes) -> str | None:
    """Where the program's best block isn't one, or is worth something else; `left` where it says that it is
    for the game."""
    fighters, life, loyalty = made
    here = position(fighters, life, loyalty)
    found = board(here)
    if found.beyond:
        return LEFT
    answer = best_block(found, here.names.player("B"), wishes)
    worths = [(guarantees(fighters, b, life, loyalty, wishes, "B", life), b) for b in all_blocks(fighters)]
    best = max(value for value, _ in worths)
    block = {b: set(some) for b, some in named(here, answer.block).items()}
    own = [value for value, b in worths if {x: set(some) for x, some in b.items()} == block]
    if own != [best] or cut(answer.values, wishes) != best:
        return f"{told(fighters)} {life} {wishes}: {block} {own} {answer.values}, not {best}"
    return None


def safe_differs(made: Table, chosen: int) -> str | None:
    """The same of blocks that are safe."""
    fighters, life, loyalty = made
    here = position(fighters, life, loyalty)
    found = board(here)
    if found.beyond:
        return LEFT
    wanted = {f.name for place, f in enumerate(fighters) if chosen >> place & 1}

    def bad(state: object) -> bool:
        return "B" in state.lost or bool(state.dead & wanted)  # type: ignore[attr-defined]

    answer = safe(found, here.names.player("B"), [here.names.resolve(name) for name in sorted(wanted)])
    if answer is None:
        some = [b for b in all_blocks(fighters) if not played(fighters, b, life, loyalty, bad, "A")]
        return f"{told(fighters)}: {some[0]} is safe for {wanted}" if some else None
    block = named(here, answer)
    return (
        f"{told(fighters)}: {block} isn't safe for {wanted}"
        if played(fighters, block, life, loyalty, bad, "A")
        else None
    )


def attacks(made: Table) -> Iterator[tuple[frozenset[str], list[Fighter], dict[str, int]]]:
    """Every attack, with what it sets off."""
    fighters, life, _ = made
    mine = [f for f in fighters if f.side == "A"]
    for pattern in product(("", "B"), repeat=len(mine)):
        some = iter(pattern)
        there, after = charged(
            [replace(f, target=next(some)) if f.side == "A" else f for f in fighters], life
        )
        yield frozenset(f.name for f in there if f.side == "A" and f.target), there, after


def attack_differs(made: Table, wishes: Wishes) -> str | None:
    """Where the best attack isn't one."""
    fighters, life, loyalty = made
    here = beginning(fighters, life)

    def held(there: list[Fighter], after: Life) -> Value:
        return min(guarantees(there, b, after, loyalty, wishes, "A", life) for b in all_blocks(there))

    try:
        answer = best_attack(here, here.names.player("A"), wishes)
    except NotApart as error:
        return LEFT if "step by step" in str(error) else str(error)
    assert answer is not None
    worths = {names: held(there, after) for names, there, after in attacks(made)}
    best = max(worths.values())
    chosen = frozenset(here.names.label(a) for a, _ in answer.attack or ())
    if worths[chosen] != best or cut(answer.values, wishes) != best:
        return f"{told(fighters)} {life} {wishes}: {chosen} {worths[chosen]} {answer.values}, not {best}"
    return None


def lethal_differs(made: Table) -> str | None:
    """Where an attack said to be lethal isn't, or there is one that wasn't found."""
    fighters, life, loyalty = made
    here = beginning(fighters, life)

    def deadly(there: list[Fighter], after: Life) -> bool:
        return all(played(there, b, after, loyalty, lambda s: "B" in s.lost, "A") for b in all_blocks(there))

    try:
        answer = lethal(here)
    except NotApart as error:
        return LEFT if "step by step" in str(error) else str(error)
    kills = {names for names, there, after in attacks(made) if deadly(there, after)}
    if answer.attack is None:
        return f"{told(fighters)} {life}: {kills} kill" if kills else None
    chosen = frozenset(here.names.label(a) for a, _ in answer.attack)
    return None if chosen in kills else f"{told(fighters)} {life}: {chosen} doesn't kill"


@given(seed=st.integers(0, 2**32 - 1), wishes=st.sampled_from(WISHES))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_best_block(seed: int, wishes: Wishes) -> None:
    assert best_differs(declared(seed), wishes) in (None, LEFT)


@given(seed=st.integers(0, 2**32 - 1), chosen=st.integers(0, 15))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_safe(seed: int, chosen: int) -> None:
    assert safe_differs(declared(seed), chosen) in (None, LEFT)


@given(seed=st.integers(0, 2**32 - 1), wishes=st.sampled_from(WISHES))
@settings(max_examples=EXAMPLES)
def test_best_attack(seed: int, wishes: Wishes) -> None:
    assert attack_differs(attackers(seed), wishes) in (None, LEFT)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=EXAMPLES)
def test_lethal(seed: int) -> None:
    assert lethal_differs(attackers(seed)) in (None, LEFT)
