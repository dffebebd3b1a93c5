"""A combat from declared blocks on, worked out in Python straight from the text of the rules: every division
of damage (510.1), both steps (510.4), what damage does (120.3), and state-based actions (704.5). Nothing is
shared with the programs that it is compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

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


Result = tuple[object, ...]


def results(
    fighters: Sequence[Fighter], blocks: Blocks, life: Mapping[str, int], loyalty: int
) -> set[Result]:
    """All that can come out: who dies, life, poison, loyalty, counters of survivors, who regenerated, who
    lost."""
    by_name = {f.name: f for f in fighters}
    there = [f for f in fighters if f.side == "A" or blocks.get(f.name)]
    start = State(
        damage={f.name: f.marked for f in there},
        minus={f.name: 0 for f in there},
        dead=frozenset(),
        away=frozenset(),
        regenerated=frozenset(),
        shields={f.name: f.shields for f in there},
        life=dict(life),
        poison={"A": 0, "B": 0},
        loyalty=loyalty,
    )
    quick = {f.name for f in there if f.keywords & {"first strike", "double strike"}}
    states = [start]
    if quick:
        states = [
            s for before in states for s in step(before, there, blocks, by_name, lambda f: f.name in quick)
        ]

    def second(f: Fighter) -> bool:
        return f.name not in quick or "double strike" in f.keywords

    finished = [s for s in states if s.lost]
    running = [s for s in states if not s.lost]
    finished += [s for before in running for s in step(before, there, blocks, by_name, second)]
    return {told(s) for s in finished}


def told(s: State) -> Result:
    dead = s.dead | ({"walker"} if s.loyalty == 0 else set())
    return (
        tuple(sorted(dead)),
        tuple(sorted(s.life.items())),
        tuple(sorted((p, n) for p, n in s.poison.items() if n)),
        s.loyalty,
        tuple(sorted((c, n) for c, n in s.minus.items() if n and c not in s.dead)),
        tuple(sorted(s.regenerated)),
        tuple(sorted(s.lost)),
    )


def step(
    s: State,
    there: Sequence[Fighter],
    blocks: Blocks,
    by_name: Mapping[str, Fighter],
    strikes: object,
) -> Iterator[State]:
    fighting = [f for f in there if f.name not in s.dead and f.name not in s.away]
    names = {f.name for f in fighting}
    opponents_of = {
        f.name: [b for b, blocked in blocks.items() if f.name in blocked and b in names]
        if f.side == "A"
        else [a for a in blocks.get(f.name, ()) if a in names]
        for f in fighting
    }
    was_blocked = {a for blocked in blocks.values() for a in blocked}
    ways: list[list[tuple[str, dict[str, int]]]] = []
    for f in fighting:
        if not strikes(f):  # type: ignore[operator]
            continue
        power = f.power - s.minus[f.name]
        if power <= 0:
            continue
        goal = [f.target] if f.side == "A" and (f.target == "B" or s.loyalty > 0) else []
        if f.side == "B":
            targets = opponents_of[f.name]
        elif f.name not in was_blocked:
            targets = goal
        else:
            targets = opponents_of[f.name] + (goal if "trample" in f.keywords else [])
        if targets:
            ways.append([(f.name, given) for given in divisions(power, targets)])
    seen = set()
    for chosen in product(*ways):
        key = tuple((who, tuple(sorted(given.items()))) for who, given in chosen)
        if key in seen:
            continue
        seen.add(key)
        if legal(s, chosen, opponents_of, was_blocked, by_name):
            yield dealt(s, chosen, by_name)


def divisions(power: int, targets: Sequence[str]) -> Iterator[dict[str, int]]:
    if len(targets) == 1:
        yield {targets[0]: power}
        return
    for bars in combinations(range(power + len(targets) - 1), len(targets) - 1):
        edges = (-1, *bars, power + len(targets) - 1)
        yield {t: edges[i + 1] - edges[i] - 1 for i, t in enumerate(targets)}


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


def all_blocks(fighters: Sequence[Fighter]) -> Iterator[Blocks]:
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


def counted(
    fighters: Sequence[Fighter], life: Mapping[str, int], loyalty: int
) -> tuple[int, dict[Result, int]]:
    """How many blocks there are, and each result with how many of them can lead to it."""
    counts: dict[Result, int] = {}
    many = 0
    for blocks in all_blocks(fighters):
        many += 1
        for one in results(fighters, blocks, life, loyalty):
            counts[one] = counts.get(one, 0) + 1
    return many, counts
