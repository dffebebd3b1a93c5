"""A combat in which both sides divide damage in turn, in Python straight from the text of the rules: in each
step attackers first, then blockers (510.1, 510.4), what damage does (120.3), and state-based actions (704.5).
Nothing is shared with the programs that it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any

from combat_by_hand import divisions

Blocks = Mapping[str, tuple[str, ...]]
"""Each blocker with what it blocks."""


@dataclass(frozen=True)
class Fighter:
    """A creature. `side` is "A" (attacks) or "B"; `target` what an attacker attacks: "B" or "walker"."""

    name: str
    side: str
    power: int
    toughness: int
    keywords: frozenset[str] = frozenset()
    toxic: int = 0
    marked: int = 0
    shields: int = 0
    target: str = "B"
    extra_blocks: int = 0
    protected_from: frozenset[str] = frozenset()
    color: str = "green"


@dataclass(frozen=True)
class State:
    """Where a combat stands."""

    damage: Mapping[str, int]
    minus: Mapping[str, int]
    dead: frozenset[str]
    away: frozenset[str]
    regenerated: frozenset[str]
    shields: Mapping[str, int]
    life: Mapping[str, int]
    poison: Mapping[str, int]
    loyalty: int
    lost: frozenset[str] = field(default=frozenset())


def legal(
    s: State,
    chosen: Sequence[tuple[str, dict[str, int]]],
    opponents_of: Mapping[str, Sequence[str]],
    was_blocked: set[str],
    by_name: Mapping[str, Fighter],
) -> bool:
    """702.19b: nothing beyond the blockers unless all of them have lethal damage."""
    on: dict[str, int] = {}
    deadly = set()
    for who, given in chosen:
        for t, n in given.items():
            on[t] = on.get(t, 0) + n
            if n and "deathtouch" in by_name[who].keywords:
                deadly.add(t)
    for who, given in chosen:
        f = by_name[who]
        if f.side == "A" and who in was_blocked and given.get(f.target, 0):
            for b in opponents_of[who]:
                left = by_name[b].toughness - s.minus[b] - s.damage[b]
                if on.get(b, 0) < left and b not in deadly:
                    return False
    return True


def dealt(s: State, chosen: Sequence[tuple[str, dict[str, int]]], by_name: Mapping[str, Fighter]) -> State:
    damage, minus, life, poison = dict(s.damage), dict(s.minus), dict(s.life), dict(s.poison)
    loyalty = s.loyalty
    touched, hit = set(), set()
    for who, given in chosen:
        f = by_name[who]
        for t, n in given.items():
            if not n or (t in by_name and f.color in by_name[t].protected_from):
                continue
            if t in ("A", "B"):
                if "infect" in f.keywords:
                    poison[t] += n
                else:
                    life[t] -= n
                poison[t] += f.toxic
            elif t == "walker":
                loyalty = max(0, loyalty - n)
            else:
                if f.keywords & {"wither", "infect"}:
                    minus[t] += n
                else:
                    damage[t] += n
                if "deathtouch" in f.keywords:
                    touched.add(t)
                hit.add(t)
            if "lifelink" in f.keywords:
                life[f.side] += n
    dead, away, regenerated, shields = set(s.dead), set(s.away), set(s.regenerated), dict(s.shields)
    for name, f in by_name.items():
        if name not in damage or name in dead or name in away:
            continue
        size = f.toughness - minus[name]
        if size <= 0:
            dead.add(name)
        elif (
            (damage[name] >= size and damage[name] > 0) or name in touched
        ) and "indestructible" not in f.keywords:
            if shields[name]:
                shields[name] -= 1
                damage[name] = 0
                away.add(name)
                regenerated.add(name)
            else:
                dead.add(name)
    lost = frozenset(p for p in ("A", "B") if life[p] <= 0 or poison[p] >= 10)
    return replace(
        s,
        damage=damage,
        minus=minus,
        life=life,
        poison=poison,
        loyalty=loyalty,
        dead=frozenset(dead),
        away=frozenset(away),
        regenerated=frozenset(regenerated),
        shields=shields,
        lost=lost,
    )


def unbound_blocks(fighters: Sequence[Fighter]) -> Iterator[Blocks]:
    """509.1a-b: each blocker one attacker, more with text that says so; menace needs two."""
    attackers = [f.name for f in fighters if f.side == "A"]
    blockers = [f for f in fighters if f.side == "B"]
    choices = [
        [
            some
            for n in range(1 + min(len(attackers), 1 + b.extra_blocks))
            for some in combinations(attackers, n)
        ]
        for b in blockers
    ]
    menacing = [f.name for f in fighters if f.side == "A" and "menace" in f.keywords]
    for chosen in product(*choices):
        blocks = {b.name: some for b, some in zip(blockers, chosen, strict=True) if some}
        if all(sum(a in some for some in blocks.values()) != 1 for a in menacing):
            yield blocks


def played(
    fighters: Sequence[Fighter],
    blocks: Blocks,
    life: Mapping[str, int],
    loyalty: int,
    value: Callable[[State], Any],
    best: str,
) -> Any:
    """What a block comes to when both sides divide damage as well as they can. `best`: "A" or "B", who wants
    the value to be great."""
    by_name = {f.name: f for f in fighters}
    there = [f for f in fighters if f.side == "A" or blocks.get(f.name)]
    names = [f.name for f in there]
    start = State(
        damage=dict.fromkeys(names, 0),
        minus=dict.fromkeys(names, 0),
        dead=frozenset(),
        away=frozenset(),
        regenerated=frozenset(),
        shields=dict.fromkeys(names, 0),
        life=dict(life),
        poison={"A": 0, "B": 0},
        loyalty=loyalty,
    )
    quick = {f.name for f in there if f.keywords & {"first strike", "double strike"}}
    steps: list[Callable[[Fighter], bool]] = []
    if quick:
        steps.append(lambda f: f.name in quick)
    steps.append(lambda f: f.name not in quick or "double strike" in f.keywords)
    great, least = (max, min) if best == "A" else (min, max)

    def on(state: State, number: int) -> Any:
        if number == len(steps) or state.lost:
            return value(state)
        return great(
            least(on(after, number + 1) for after in afters)
            for afters in choices(state, there, blocks, by_name, steps[number])
        )

    return on(start, 0)


def choices(
    s: State,
    there: Sequence[Fighter],
    blocks: Blocks,
    by_name: dict[str, Fighter],
    strikes: Callable[[Fighter], bool],
) -> Iterator[list[State]]:
    """For each division of the attackers' damage what the blockers' divisions make of it."""
    fighting = [f for f in there if f.name not in s.dead]
    names = {f.name for f in fighting}
    foes = {
        f.name: [b for b, blocked in blocks.items() if f.name in blocked and b in names]
        if f.side == "A"
        else [a for a in blocks.get(f.name, ()) if a in names]
        for f in fighting
    }
    was_blocked = {a for blocked in blocks.values() for a in blocked}
    ways: dict[str, list[list[tuple[str, dict[str, int]]]]] = {"A": [], "B": []}
    for f in fighting:
        power = f.power - s.minus[f.name]
        if not strikes(f) or power <= 0:
            continue
        goal = [f.target] if f.side == "A" and (f.target == "B" or s.loyalty > 0) else []
        targets = foes[f.name]
        if f.side == "A" and f.name not in was_blocked:
            targets = goal
        elif f.side == "A" and "trample" in f.keywords:
            targets = targets + goal
        if targets:
            ways[f.side].append([(f.name, given) for given in divisions(power, targets)])
    for chosen in product(*ways["A"]):
        if legal(s, chosen, foes, was_blocked, by_name):
            yield [dealt(s, (*chosen, *answer), by_name) for answer in product(*ways["B"])]
