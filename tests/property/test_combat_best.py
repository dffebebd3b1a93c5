"""Best play where fights hang together, against trying everything: creatures that block several attackers,
planeswalkers, requirements and costs. Both sides divide damage, attackers first in each step (510.1)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from best_by_hand import Blocks, Fighter, State, played, unbound_blocks
from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.bridge.combat import reply
from magistrate.bridge.combat.best import best_attack, best_block
from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.lethal import lethal, safe
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.positions.position import Position

EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "12"))
KEYWORDS = ("first strike", "double strike", "deathtouch", "lifelink", "trample", "infect", "menace")
Life = Mapping[str, int]
Value = tuple[float, ...]

# --- Boards


@st.composite
def creatures(draw: st.DrawFn, side: str, place: int, keywords: Sequence[str], most: int) -> Fighter:
    """A creature of a side, with so many of some keywords at most."""
    return Fighter(
        name=f"{'Ann' if side == 'A' else 'Bea'} {place}",
        side=side,
        power=draw(st.integers(0, 3)),
        toughness=draw(st.integers(1, 3)),
        keywords=draw(st.frozensets(st.sampled_from(keywords), max_size=most)),
    )


@st.composite
def tables(
    draw: st.DrawFn, *, most: tuple[int, int] = (3, 3), walker: bool = True
) -> tuple[list[Fighter], Life, int]:
    attackers = draw(st.integers(1, most[0]))
    blockers = draw(st.integers(1, most[1]))
    places = [("A", n) for n in range(attackers)] + [("B", n) for n in range(blockers)]
    fighters = [
        replace(
            draw(creatures(side, place, KEYWORDS, 2)),
            target=draw(st.sampled_from(("B", "B", "walker"))) if side == "A" and walker else "B",
            extra_blocks=draw(st.sampled_from((0, 1, 1, 2))) if side == "B" else 0,
        )
        for side, place in places
    ]
    return fighters, {"A": draw(st.integers(1, 4)), "B": draw(st.integers(1, 6))}, draw(st.integers(1, 3))


def position(
    fighters: Sequence[Fighter],
    life: Life,
    loyalty: int,
    texts: dict[str, str] | None = None,
    *,
    lands: int = 0,
    walker: bool = True,
    step: str = "declare blockers",
) -> Position:
    lines = [f"turn: {{active: A, step: {step}}}", "cards:"]
    lines += ["  - {name: Walker, cost: '{1}', type: Planeswalker — Test, loyalty: 4}"]
    lines += ["  - {name: Plains, type: Basic Land — Plains}"]
    extra = {1: "an additional creature", 2: "an additional two creatures"}
    for f in fighters:
        text = [k.capitalize() for k in sorted(f.keywords)]
        text += [f"This creature can block {extra[f.extra_blocks]} each combat."] if f.extra_blocks else []
        text += [texts[f.name]] if texts and f.name in texts else []
        lines += [f"  - name: {f.name}", "    cost: '{G}'", "    type: Creature — Test"]
        lines += [f"    pt: {f.power}/{f.toughness}", "    text: |-"]
        lines += [f"      {line}" for line in text or ["Haste"]]
    lines += ["players:"]
    for side in "AB":
        lines += [f"  {side}:", f"    life: {life[side]}", "    battlefield:"]
        if side == "B" and walker:
            lines += [f"      - Walker: {{id: walker, counters: {{loyalty: {loyalty}}}}}"]
        lines += [f"      - Plains: {{count: {lands}}}"] if lands else []
        for f in fighters:
            if f.side == side:
                more = f": {{attacking: {f.target}}}" if side == "A" and step == "declare blockers" else ""
                lines += [f"      - {f.name}{more}"]
    return Position.from_text("\n".join(lines), "combat.yaml")


# --- Everything, by hand


def all_blocks(
    fighters: Sequence[Fighter], wanted: Sequence[str] = (), charged: Sequence[str] = (), lands: int = 0
) -> list[Blocks]:
    """509.1c Of those that cost nothing as many of the attackers that are `wanted` are blocked as can be, of
    all at least that many; each of the `charged` that blocks costs a land."""
    found = list(unbound_blocks(fighters))

    def obeyed(blocks: Blocks) -> int:
        return sum(any(name in blocked for blocked in blocks.values()) for name in wanted)

    def cost(blocks: Blocks) -> int:
        return sum(name in charged for name in blocks)

    most = max(obeyed(blocks) for blocks in found if not cost(blocks))
    return [blocks for blocks in found if obeyed(blocks) >= most and cost(blocks) <= lands]


def losing(state: State) -> bool:
    return "B" in state.lost


def survives(fighters: Sequence[Fighter], blocks: Blocks, life: Life, loyalty: int) -> bool:
    return not played(fighters, blocks, life, loyalty, losing, "A")


WISHES = (
    Wishes(),
    Wishes(("survive", "keep", "kill", "damage")),
    Wishes(("kill", "life")),
    Wishes(("survive",), {"kill": 2, "keep": 3}),
)


def worth(
    state: State, fighters: Sequence[Fighter], wishes: Wishes, side: str, life: Life, *, attacked: bool
) -> Value:
    """How good an end is for a side; where the game is lost or won, nothing more is weighed."""
    other = "B" if side == "A" else "A"
    dead = {"A": 0, "B": int(attacked and state.loyalty == 0)}
    for f in fighters:
        dead[f.side] += f.name in state.dead
    sums = {
        "kill": dead[other],
        "keep": -dead[side],
        "life": state.life[side] - life[side],
        "damage": life[other] - state.life[other],
    }
    lost, won = side in state.lost, other in state.lost
    value = wishes.ranked(lost, won, sums)
    for place, word in enumerate(wishes.order):
        if (word == "survive" and lost) or (word == "win" and won):
            return (*value[: place + 1], *[0.0] * (len(value) - place - 1))
    return value


def cut(value: Value, wishes: Wishes) -> Value:
    """The same of the value of an outcome that is told in full."""
    for place, word in enumerate(wishes.order):
        if place < len(value) and ((word, value[place]) in (("survive", 0.0), ("win", 1.0))):
            return (*value[: place + 1], *[0.0] * (len(value) - place - 1))
    return value


# --- Comparisons


@pytest.fixture(params=[reply.FEW, 0], ids=["weighed", "sought"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Blocks are weighed one by one, or sought by an integer program."""
    monkeypatch.setattr(reply, "FEW", request.param)
    return int(request.param)


def named(here: Position, block: frozenset[tuple[Any, Any]]) -> Blocks:
    out: dict[str, tuple[str, ...]] = {}
    for b, a in sorted(block):
        out[here.names.label(b)] = (*out.get(here.names.label(b), ()), here.names.label(a))
    return out


def compare_best(
    fighters: list[Fighter], life: Life, loyalty: int, wishes: Wishes, here: Position, every: list[Blocks]
) -> None:
    attacked = any(f.target == "walker" for f in fighters)

    def sure(blocks: Blocks) -> Value:
        def value(state: State) -> Value:
            return worth(state, fighters, wishes, "B", life, attacked=attacked)

        return played(fighters, blocks, life, loyalty, value, "B")  # type: ignore[no-any-return]

    found = best_block(board(here), here.names.player("B"), wishes)
    best = max(map(sure, every))
    block = named(here, found.block)
    assert {b: set(some) for b, some in block.items()} in [
        {b: set(some) for b, some in blocks.items()} for blocks in every
    ]
    assert sure(block) == best
    assert cut(found.values, wishes) == best
    assert found.complete


@given(table=tables(), wishes=st.sampled_from(WISHES))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_best_block(table: tuple[list[Fighter], Life, int], wishes: Wishes) -> None:
    fighters, life, loyalty = table
    here = position(fighters, life, loyalty)
    compare_best(fighters, life, loyalty, wishes, here, all_blocks(fighters))


@given(table=tables(), wishes=st.sampled_from(WISHES), chosen=st.integers(1, 7))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_best_block_that_is_required(
    table: tuple[list[Fighter], Life, int], wishes: Wishes, chosen: int
) -> None:
    fighters, life, loyalty = table
    wanted = [f.name for place, f in enumerate(fighters) if f.side == "A" and chosen >> place & 1]
    texts = {name: f"{name} must be blocked if able." for name in wanted}
    here = position(fighters, life, loyalty, texts)
    compare_best(fighters, life, loyalty, wishes, here, all_blocks(fighters, wanted))


@given(
    table=tables(walker=False),
    wishes=st.sampled_from(WISHES),
    chosen=st.integers(1, 7),
    lands=st.integers(0, 3),
)
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_best_block_that_costs(
    table: tuple[list[Fighter], Life, int], wishes: Wishes, chosen: int, lands: int
) -> None:
    fighters, life, loyalty = table
    blockers = [f for f in fighters if f.side == "B"]
    charged = [f.name for place, f in enumerate(blockers) if chosen >> place & 1]
    fighters = [replace(f, extra_blocks=0) if f.name in charged else f for f in fighters]
    texts = {name: f"{name} can't block unless its controller pays {{1}}." for name in charged}
    here = position(fighters, life, loyalty, texts, lands=lands)
    compare_best(fighters, life, loyalty, wishes, here, all_blocks(fighters, (), charged, lands))


@given(table=tables(), chosen=st.integers(0, 15))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_safe(table: tuple[list[Fighter], Life, int], chosen: int) -> None:
    fighters, life, loyalty = table
    blockers = [f for f in fighters if f.side == "B"]
    names = {f.name for place, f in enumerate(blockers) if chosen >> place & 1}
    attacked = any(f.target == "walker" for f in fighters)

    def bad(state: State) -> bool:
        gone = state.dead | ({"walker"} if attacked and state.loyalty == 0 else set())
        return "B" in state.lost or bool(gone & wanted)

    wanted = names | ({"walker"} if chosen & 8 else set())
    here = position(fighters, life, loyalty)
    found = safe(board(here), here.names.player("B"), [here.names.resolve(name) for name in sorted(wanted)])
    if found is None:
        assert all(played(fighters, b, life, loyalty, bad, "A") for b in all_blocks(fighters))
    else:
        assert not played(fighters, named(here, found), life, loyalty, bad, "A")


def attacks(fighters: Sequence[Fighter], goals: Sequence[str]) -> Iterator[list[Fighter]]:
    attackers = [f for f in fighters if f.side == "A"]
    for chosen in product((None, *goals), repeat=len(attackers)):
        yield [replace(f, target=goal) for f, goal in zip(attackers, chosen, strict=True) if goal is not None]


@given(table=tables(most=(3, 2)), walker=st.booleans(), chosen=st.integers(0, 7))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_lethal(table: tuple[list[Fighter], Life, int], walker: bool, chosen: int) -> None:
    fighters, life, loyalty = table
    wanted = [f.name for place, f in enumerate(fighters) if f.side == "A" and chosen >> place & 1]
    texts = {name: f"{name} must be blocked if able." for name in wanted}
    defenders = [f for f in fighters if f.side == "B"]
    here = position(fighters, life, loyalty, texts, walker=walker, step="declare attackers")
    found = lethal(here)
    assert found.complete
    goals = ("B", "walker") if walker else ("B",)
    attackers = [f for f in fighters if f.side == "A"]

    def deadly(some: list[Fighter]) -> bool:
        every = [*some, *defenders]
        return not any(survives(every, b, life, loyalty) for b in all_blocks(every, wanted))

    if found.attack is not None:
        target = {here.names.label(a): here.names.label(d) for a, d in found.attack}
        target = {name: "walker" if goal != "B" else goal for name, goal in target.items()}
        assert deadly([replace(f, target=target[f.name]) for f in attackers if f.name in target])
        return
    proof = [named(here, one.block) for one in found.proof]
    for some in attacks(fighters, goals):
        assert not deadly(some)
        names = {f.name for f in some}
        every = [*some, *defenders]
        parts = [{b: tuple(x for x in a if x in names) for b, a in blocks.items()} for blocks in proof]
        assert any(survives(every, {b: a for b, a in p.items() if a}, life, loyalty) for p in parts)


@given(table=tables(most=(2, 2)), walker=st.booleans(), wishes=st.sampled_from(WISHES))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("few")
def test_best_attack(table: tuple[list[Fighter], Life, int], walker: bool, wishes: Wishes) -> None:
    fighters, life, loyalty = table
    defenders = [f for f in fighters if f.side == "B"]
    here = position(fighters, life, loyalty, walker=walker, step="declare attackers")
    found = best_attack(here, here.names.player("A"), wishes)
    assert found is not None
    assert found.complete

    def held(some: list[Fighter]) -> Value:
        every = [*some, *defenders]
        attacked = any(f.target == "walker" for f in some)

        def value(state: State) -> Value:
            return worth(state, every, wishes, "A", life, attacked=attacked)

        return min(played(every, b, life, loyalty, value, "A") for b in all_blocks(every))

    goals = ("B", "walker") if walker else ("B",)
    best = max(map(held, attacks(fighters, goals)))
    target = {here.names.label(a): here.names.label(d) for a, d in found.attack or ()}
    target = {name: "walker" if goal != "B" else goal for name, goal in target.items()}
    assert held([replace(f, target=target[f.name]) for f in fighters if f.name in target]) == best
    assert cut(found.values, wishes) == best
