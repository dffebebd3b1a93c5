"""Best play with banding, step by step, against trying everything. In each damage step attackers are divided
first, by the active player as far as banding leaves it to it, then by the defending player; then blockers in
the same way (510.1, 702.22j-k, 101.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from best_by_hand import Blocks, Fighter, State, dealt, unbound_blocks
from combat_by_hand import divisions
from hypothesis import given, settings
from hypothesis import strategies as st
from test_combat_best import EXAMPLES, WISHES, Life, Value, creatures, cut, named, position, worth

from magistrate.bridge.combat.best import best_attack, best_block
from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.lethal import lethal, safe
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.positions.position import Position

KEYWORDS = ("first strike", "double strike", "deathtouch", "lifelink", "menace")
FEW = max(3, EXAMPLES // 3)
Given = tuple[str, dict[str, int]]


@st.composite
def tables(draw: st.DrawFn, most: tuple[int, int]) -> tuple[list[Fighter], Life]:
    """Creatures of which one or more have banding."""
    sizes = [draw(st.integers(1, n)) for n in most]
    places = [(side, n) for side, size in zip("AB", sizes, strict=True) for n in range(size)]
    fighters = [draw(creatures(side, place, KEYWORDS, 1)) for side, place in places]
    with_it = draw(st.integers(1, (1 << len(fighters)) - 1))
    fighters = [
        replace(f, keywords=f.keywords | {"banding"}) if with_it >> place & 1 else f
        for place, f in enumerate(fighters)
    ]
    return fighters, {"A": draw(st.integers(1, 4)), "B": draw(st.integers(1, 6))}


def turns(
    s: State,
    there: Sequence[Fighter],
    blocks: Blocks,
    strikes: Callable[[Fighter], bool],
) -> list[list[list[Given]]]:
    """Whose turn it is to divide what: the active player attackers, the defending player attackers, and the
    same of blockers; for each creature every division."""
    fighting = {f.name: f for f in there if f.name not in s.dead}
    out: dict[tuple[str, str], list[list[Given]]] = {(x, y): [] for x in "AB" for y in "AB"}
    held = {a for blocked in blocks.values() for a in blocked}
    for f in fighting.values():
        power = f.power - s.minus[f.name]
        if not strikes(f) or power <= 0:
            continue
        if f.side == "A":
            foes = [b for b, blocked in blocks.items() if f.name in blocked and b in fighting]
        else:
            foes = [a for a in blocks.get(f.name, ()) if a in fighting]
        turned = any("banding" in fighting[name].keywords for name in foes)
        targets = foes if f.side == "B" or f.name in held else ["B"]
        if targets:
            chooser = f.side if not turned else "B" if f.side == "A" else "A"
            out[f.side, chooser].append([(f.name, given) for given in divisions(power, targets)])
    return [out["A", "A"], out["A", "B"], out["B", "A"], out["B", "B"]]


def played(
    fighters: Sequence[Fighter], blocks: Blocks, life: Life, value: Callable[[State], Any], best: str
) -> Any:
    """What a block comes to when everybody divides damage as well as they can."""
    by_name = {f.name: f for f in fighters}
    there = [f for f in fighters if f.side == "A" or blocks.get(f.name)]
    names = [f.name for f in there]
    nothing = dict.fromkeys(names, 0)
    none: frozenset[str] = frozenset()
    start = State(nothing, nothing, none, none, none, nothing, dict(life), {"A": 0, "B": 0}, 1)
    quick = {f.name for f in there if f.keywords & {"first strike", "double strike"}}
    steps: list[Callable[[Fighter], bool]] = [lambda f: f.name in quick] if quick else []
    steps.append(lambda f: f.name not in quick or "double strike" in f.keywords)

    def on(state: State, number: int) -> Any:
        if number == len(steps) or state.lost:
            return value(state)
        ways = turns(state, there, blocks, steps[number])

        def turn(place: int, given: tuple[Given, ...]) -> Any:
            if place == len(ways):
                return on(dealt(state, given, by_name), number + 1)
            pick = max if "ABAB"[place] == best else min
            return pick(turn(place + 1, (*given, *more)) for more in product(*ways[place]))

        return turn(0, ())

    return on(start, 0)


def bands(attackers: Sequence[Fighter]) -> Iterator[list[tuple[str, ...]]]:
    """702.22c All ways to part attackers of one player into bands: at most one of each has no banding."""
    if not attackers:
        yield []
        return
    first, *rest = attackers
    for size in range(len(rest) + 1):
        for some in combinations(rest, size):
            band = (first, *some)
            if size and sum("banding" not in f.keywords for f in band) > 1:
                continue
            for others in bands([f for f in rest if f not in some]):
                yield [tuple(f.name for f in band), *others]


def held(
    fighters: Sequence[Fighter],
    life: Life,
    parts: Sequence[tuple[str, ...]],
    value: Callable[[State], Any],
    best: str,
) -> Iterator[tuple[Blocks, Any]]:
    """What each block comes to; who blocks one of a band blocks all of it (702.22h)."""
    of = {name: part for part in parts for name in part}
    for blocks in unbound_blocks(fighters):
        whole = {b: tuple(sorted({x for a in some for x in of[a]})) for b, some in blocks.items()}
        yield blocks, played(fighters, whole, life, value, best)


def alone(fighters: Sequence[Fighter]) -> list[tuple[str, ...]]:
    return [(f.name,) for f in fighters if f.side == "A"]


@given(table=tables((2, 3)), wishes=st.sampled_from(WISHES))
@settings(max_examples=FEW)
def test_best_block(table: tuple[list[Fighter], Life], wishes: Wishes) -> None:
    fighters, life = table

    def value(state: State) -> Value:
        return worth(state, fighters, wishes, "B", life, attacked=False)

    each = held(fighters, life, alone(fighters), value, "B")
    every = {tuple(sorted(blocks.items())): sure for blocks, sure in each}
    here = position(fighters, life, 1, walker=False)
    found = best_block(board(here), here.names.player("B"), wishes)
    assert found.complete
    assert cut(found.values, wishes) == max(every.values())
    assert every[tuple(sorted(named(here, found.block).items()))] == max(every.values())


@given(table=tables((2, 3)), chosen=st.integers(0, 7))
@settings(max_examples=FEW)
def test_safe(table: tuple[list[Fighter], Life], chosen: int) -> None:
    fighters, life = table
    blockers = [f for f in fighters if f.side == "B"]
    wanted = {f.name for place, f in enumerate(blockers) if chosen >> place & 1}

    def bad(state: State) -> bool:
        return "B" in state.lost or bool(state.dead & wanted)

    here = position(fighters, life, 1, walker=False)
    found = safe(board(here), here.names.player("B"), [here.names.resolve(name) for name in sorted(wanted)])
    every = list(held(fighters, life, alone(fighters), bad, "A"))
    if found is None:
        assert all(lost for _, lost in every)
    else:
        assert not next(lost for blocks, lost in every if blocks == named(here, found))


def attacks(fighters: Sequence[Fighter]) -> Iterator[tuple[list[Fighter], list[tuple[str, ...]]]]:
    attackers = [f for f in fighters if f.side == "A"]
    defenders = [f for f in fighters if f.side == "B"]
    for size in range(len(attackers) + 1):
        for some in combinations(attackers, size):
            for parts in bands(some):
                yield [*some, *defenders], parts


def parted(here: Position, attack: Any, bands: Any) -> frozenset[frozenset[str]]:
    """An attack as its bands, of one or more."""
    label = here.names.label
    inside = {a for band in bands for a in band}
    single = [[a] for a, _ in attack if a not in inside]
    return frozenset(frozenset(map(label, band)) for band in (*bands, *single))


@given(table=tables((3, 2)), wishes=st.sampled_from(WISHES))
@settings(max_examples=FEW)
def test_best_attack(table: tuple[list[Fighter], Life], wishes: Wishes) -> None:
    fighters, life = table

    def sure(every: list[Fighter], parts: list[tuple[str, ...]]) -> Value:
        def value(state: State) -> Value:
            return worth(state, every, wishes, "A", life, attacked=False)

        return min(sure for _, sure in held(every, life, parts, value, "A"))

    here = position(fighters, life, 1, walker=False, step="declare attackers")
    found = best_attack(here, here.names.player("A"), wishes)
    assert found is not None
    assert found.complete
    every = {frozenset(map(frozenset, parts)): sure(some, parts) for some, parts in attacks(fighters)}
    best = max(every.values())
    assert cut(found.values, wishes) == best
    assert every[parted(here, found.attack, found.bands)] == best


@given(table=tables((3, 2)))
@settings(max_examples=FEW)
def test_lethal(table: tuple[list[Fighter], Life]) -> None:
    fighters, life = table
    here = position(fighters, life, 1, walker=False, step="declare attackers")
    found = lethal(here)
    assert found.complete
    deadly = set()
    for some, parts in attacks(fighters):
        survived = [
            blocks for blocks, lost in held(some, life, parts, lambda s: "B" in s.lost, "A") if not lost
        ]
        if not survived:
            deadly.add(frozenset(map(frozenset, parts)))
            continue
        if found.attack is None:
            names = {f.name for f in some}
            shown = [named(here, one.block) for one in found.proof]
            within = [{b: tuple(x for x in a if x in names) for b, a in block.items()} for block in shown]
            assert any({b: a for b, a in one.items() if a} in survived for one in within)
    if found.attack is None:
        assert not deadly
    else:
        assert parted(here, found.attack, found.bands) in deadly


@pytest.mark.parametrize("step", ["declare blockers", "declare attackers"])
def test_why_it_is_played_is_told(step: str) -> None:
    fighters = [Fighter("Ann 0", "A", 2, 2, frozenset({"banding"})), Fighter("Bea 0", "B", 2, 2)]
    fighters += [Fighter("Ann 1", "A", 2, 2)]
    here = position(fighters, {"A": 3, "B": 9}, 1, walker=False, step=step)
    player = here.names.player("A" if step == "declare attackers" else "B")
    found = (
        best_attack(here, player, Wishes())
        if step == "declare attackers"
        else best_block(board(here), player, Wishes())
    )
    assert found is not None
    assert [one for one in found.why if "band" in str(one)]
