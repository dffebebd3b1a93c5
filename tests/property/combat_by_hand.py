"""A combat from declared blocks on, worked out in Python straight from the text of the rules: what blocks
set off (509.3), every division of damage (510.1), both steps (510.4), what damage does (120.3), state-based
actions (704.5), and triggered abilities in every order (603.3b). Nothing is shared with the programs that it
is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

Blocks = Mapping[str, tuple[str, ...]]
"""Each blocker with what it blocks."""


@dataclass(frozen=True)
class Fighter:
    """A creature. `side` is "A" (attacks) or "B"; `target` what an attacker attacks: "B", "walker", "siege",
    "" for one that stays at home.

    `bushido`, `flanking` (how often), `rampage`, `afflict`: the keywords; `grows_blocking`, `grows_blocked`:
    power and toughness for blocking, becoming blocked; `lord`: what its controller's other creatures get;
    `weakens`: power that the other side's creatures lose; `dies`, `mourns`, `hits`: life for its controller
    and the opponent when it dies, when another creature of its side does, when it deals combat damage to a
    player; `thirsts`, `suffers`: it gains life as much as damage it deals, is dealt; `band`: attackers of one
    number band. `exalted`, `battle_cry` (how often), `melee`, `training`; `charge`: power and toughness for
    attacking, `raid`: life for its controller and the opponent then; `lends`:
    keywords that its controller's other creatures have.
    """

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
    bushido: int = 0
    flanking: int = 0
    rampage: int = 0
    afflict: int = 0
    grows_blocking: tuple[int, int] = (0, 0)
    grows_blocked: tuple[int, int] = (0, 0)
    lord: tuple[int, int] = (0, 0)
    weakens: int = 0
    dies: tuple[int, int] = (0, 0)
    mourns: tuple[int, int] = (0, 0)
    hits: tuple[int, int] = (0, 0)
    thirsts: bool = False
    suffers: bool = False
    band: int = 0
    exalted: int = 0
    battle_cry: int = 0
    melee: bool = False
    training: bool = False
    charge: tuple[int, int] = (0, 0)
    raid: tuple[int, int] = (0, 0)
    lends: frozenset[str] = frozenset()


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
    bonus: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    defense: int | None = None

    def key(self) -> tuple[object, ...]:
        """The same for states that are the same."""
        kept = (self.damage, self.minus, self.shields, self.life, self.poison, self.bonus)
        parts = tuple(tuple(sorted(some.items())) for some in kept)
        return (*parts, self.dead, self.away, self.regenerated, self.loyalty, self.lost, self.defense)


Trigger = tuple[str, str, str, int, int]
"""Who controls it, what it does ("grow" or "rampage": a creature gets so much; "life": the controller gains
the one number, the opponent the other), to whom."""

Stack = tuple[tuple[Trigger, ...], ...]
"""Groups of triggers, each of one player, who chooses their order; the last resolves first."""

Strikes = Callable[[Fighter, frozenset[str]], bool]
"""Whether a creature with these keywords deals damage in a step."""

Ways = dict[str, list[list[tuple[str, dict[str, int]]]]]
"""For each side, what each of its creatures can assign."""

Result = tuple[object, ...]


def beginning(fighters: Sequence[Fighter], life: Mapping[str, int], loyalty: int) -> State:
    """How a combat stands before damage."""
    return State(
        damage={f.name: f.marked for f in fighters},
        minus={f.name: 0 for f in fighters},
        dead=frozenset(),
        away=frozenset(),
        regenerated=frozenset(),
        shields={f.name: f.shields for f in fighters},
        life=dict(life),
        poison={"A": 0, "B": 0},
        loyalty=loyalty,
        bonus={f.name: (0, 0) for f in fighters},
        defense=defense_of(fighters, loyalty),
    )


def results(
    fighters: Sequence[Fighter], blocks: Blocks, life: Mapping[str, int], loyalty: int
) -> set[Result]:
    """All that can come out: who dies, life, poison, loyalty, counters of survivors, who regenerated, who
    lost, defense."""
    by_name = {f.name: f for f in fighters}
    blocks = with_bands(fighters, blocks)
    there = [f for f in fighters if (f.side == "A" and f.target) or blocks.get(f.name)]
    start = beginning(fighters, life, loyalty)
    states = resolved(start, declared(blocks, by_name), blocks, by_name)
    finished = {s.key(): s for s in states if s.lost}
    for before in states:
        if before.lost:
            continue
        quick = {f.name for f in there if words(before, f, by_name) & {"first strike", "double strike"}}
        for s in step(before, there, blocks, by_name, lambda f, _, quick=quick: f.name in quick):
            after = [s] if s.lost else step(s, there, blocks, by_name, second(quick))
            finished |= {one.key(): one for one in after}
    return {told(s) for s in finished.values()}


def defense_of(fighters: Sequence[Fighter], loyalty: int) -> int | None:
    """The defense of a battle that is attacked: on some boards it can be defeated."""
    return (2 if loyalty == 1 else 9) if any(f.target == "siege" for f in fighters) else None


def there_still(s: State, target: str) -> bool:
    """Whether what is attacked can be dealt damage."""
    return target == "B" or bool(s.defense if target == "siege" else s.loyalty)


def second(quick: set[str]) -> Strikes:
    """510.4: those that didn't have first or double strike before the first step, and those that have
    double strike."""
    return lambda f, has: f.name not in quick or "double strike" in has


def words(s: State, f: Fighter, by_name: Mapping[str, Fighter]) -> frozenset[str]:
    """Keywords, with what others give as long as they live."""
    out = f.keywords
    for other in by_name.values():
        if other.name != f.name and other.side == f.side and other.name not in s.dead:
            out |= other.lends
    return out


def charged(fighters: Sequence[Fighter], life: Mapping[str, int]) -> tuple[list[Fighter], dict[str, int]]:
    """508.3: the same once what the attack sets off is over. A counter counts as power and toughness."""
    attacking = [f for f in fighters if f.side == "A" and f.target]
    after, out = dict(life), []
    start = State({}, {f.name: 0 for f in fighters}, frozenset(), frozenset(), frozenset(), {}, {}, {}, 0)
    start = replace(start, bonus={f.name: (0, 0) for f in fighters})
    by_name = {f.name: f for f in fighters}
    strength = {f.name: size(start, f, by_name)[0] for f in fighters}
    for f in attacking:
        after["A"] += f.raid[0]
        after["B"] += f.raid[1]
    for f in fighters:
        power = toughness = 0
        if f in attacking:
            power += f.charge[0] + sum(other.battle_cry for other in attacking if other is not f)
            toughness += f.charge[1]
            both = sum(other.exalted for other in fighters if other.side == "A") * (len(attacking) == 1)
            both += f.melee * any(other.target == "B" for other in attacking)
            both += f.training * any(strength[other.name] > strength[f.name] for other in attacking)
            power, toughness = power + both, toughness + both
        out.append(replace(f, power=f.power + power, toughness=f.toughness + toughness))
    return out, after


def with_bands(fighters: Sequence[Fighter], blocks: Blocks) -> Blocks:
    """702.22h: who blocks one of a band blocks all of it."""
    band = {f.name: f.band or f.name for f in fighters}
    members: dict[object, list[str]] = {}
    for name, number in band.items():
        members.setdefault(number, []).append(name)
    return {b: tuple(sorted({x for a in blocked for x in members[band[a]]})) for b, blocked in blocks.items()}


def size(s: State, f: Fighter, by_name: Mapping[str, Fighter]) -> tuple[int, int]:
    """Power and toughness, with what others give as long as they live."""
    power, toughness = f.power + s.bonus[f.name][0], f.toughness + s.bonus[f.name][1]
    for other in by_name.values():
        if other.name == f.name or other.name in s.dead:
            continue
        if other.side == f.side:
            power, toughness = power + other.lord[0], toughness + other.lord[1]
        else:
            power -= other.weakens
    return power - s.minus[f.name], toughness - s.minus[f.name]


def declared(blocks: Blocks, by_name: Mapping[str, Fighter]) -> list[Trigger]:
    """509.3: what the declaration of blockers sets off."""
    out: list[Trigger] = []

    def grows(f: Fighter, power: int, toughness: int) -> None:
        if power or toughness:
            out.append((f.side, "grow", f.name, power, toughness))

    for b, blocked in blocks.items():
        blocker = by_name[b]
        grows(blocker, blocker.bushido, blocker.bushido)
        grows(blocker, *blocker.grows_blocking)
        for a in blocked:
            if not blocker.flanking:
                out += [(by_name[a].side, "grow", b, -1, -1)] * by_name[a].flanking
    for a in {a for blocked in blocks.values() for a in blocked}:
        attacker = by_name[a]
        grows(attacker, attacker.bushido, attacker.bushido)
        grows(attacker, *attacker.grows_blocked)
        if attacker.rampage:
            out.append((attacker.side, "rampage", a, attacker.rampage, attacker.rampage))
        if attacker.afflict:
            out.append((attacker.side, "life", a, 0, -attacker.afflict))
    return out


def resolved(
    s: State, triggers: Sequence[Trigger], blocks: Blocks, by_name: Mapping[str, Fighter]
) -> list[State]:
    """603.3b, 704.3: state-based actions, then triggers in every order, again and again."""
    now, stack = settled(s, list(triggers), (), by_name)
    return followed(now, stack, blocks, by_name)


def followed(s: State, stack: Stack, blocks: Blocks, by_name: Mapping[str, Fighter]) -> list[State]:
    """All that can come of what is on the stack."""
    found: dict[object, State] = {}
    seen = set()
    waiting = [(s, stack)]
    while waiting:
        now, stack = waiting.pop()
        if (now.key(), stack) in seen:
            continue
        seen.add((now.key(), stack))
        if now.lost or not stack:
            found[now.key()] = now
            continue
        top = stack[-1]
        for trigger in dict.fromkeys(top):
            rest = list(top)
            rest.remove(trigger)
            below = (*stack[:-1], tuple(rest)) if rest else stack[:-1]
            waiting.append(settled(carried_out(now, trigger, blocks), [], below, by_name))
    return list(found.values())


def settled(
    s: State,
    triggers: list[Trigger],
    stack: Stack,
    by_name: Mapping[str, Fighter],
    touched: frozenset[str] = frozenset(),
) -> tuple[State, Stack]:
    """704.3: state-based actions until nothing happens; then triggers go on the stack, the active player's
    first."""
    while True:
        after = checked(s, by_name, touched)
        touched = frozenset()
        died = after.dead - s.dead
        for f in by_name.values():
            if f.name not in s.dead:  # 603.10a It sees what dies at the same time.
                times = len([d for d in died if d != f.name and by_name[d].side == f.side])
                triggers += [(f.side, "life", f.name, *f.mourns)] * (times if any(f.mourns) else 0)
                if f.name in died and any(f.dies):
                    triggers.append((f.side, "life", f.name, *f.dies))
        again = after.key() != s.key()
        s = after
        if s.lost or not again:
            break
    for side in "AB":
        mine = tuple(sorted(t for t in triggers if t[0] == side))
        stack = (*stack, mine) if mine else stack
    return s, stack


def carried_out(s: State, trigger: Trigger, blocks: Blocks) -> State:
    """What a trigger does as it resolves."""
    controller, what, name, first, second = trigger
    if what == "life":
        life = dict(s.life)
        life[controller] += first
        life["B" if controller == "A" else "A"] += second
        return replace(s, life=life)
    if what == "rampage":  # 702.23b
        blocking = len([b for b, blocked in blocks.items() if name in blocked and b not in s.dead | s.away])
        first, second = first * max(0, blocking - 1), second * max(0, blocking - 1)
    power, toughness = s.bonus[name]
    return replace(s, bonus={**s.bonus, name: (power + first, toughness + second)})


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
        s.defense,
    )


def step(
    s: State,
    there: Sequence[Fighter],
    blocks: Blocks,
    by_name: Mapping[str, Fighter],
    strikes: Strikes,
) -> Iterator[State]:
    ways, opponents_of, was_blocked = assigned(s, there, blocks, by_name, strikes)
    for chosen in product(*ways["A"], *ways["B"]):
        if legal(s, chosen, opponents_of, was_blocked, by_name):
            yield from dealt(s, chosen, blocks, by_name)


def assigned(
    s: State,
    there: Sequence[Fighter],
    blocks: Blocks,
    by_name: Mapping[str, Fighter],
    strikes: Strikes,
) -> tuple[Ways, dict[str, list[str]], set[str]]:
    """510.1: how each creature of either side can divide its damage; whom each fights, and who is blocked."""
    fighting = [f for f in there if f.name not in s.dead and f.name not in s.away]
    names = {f.name for f in fighting}
    opponents_of = {
        f.name: [b for b, blocked in blocks.items() if f.name in blocked and b in names]
        if f.side == "A"
        else [a for a in blocks.get(f.name, ()) if a in names]
        for f in fighting
    }
    was_blocked = {a for blocked in blocks.values() for a in blocked}
    ways: Ways = {"A": [], "B": []}
    for f in fighting:
        has = words(s, f, by_name)
        if not strikes(f, has):
            continue
        power = size(s, f, by_name)[0]
        if power <= 0:
            continue
        goal = [f.target] if f.side == "A" and there_still(s, f.target) else []
        if f.side == "B":
            targets = opponents_of[f.name]
        elif f.name not in was_blocked:
            targets = goal
        else:
            targets = opponents_of[f.name] + (goal if "trample" in has else [])
        if targets:
            ways[f.side].append([(f.name, given) for given in divisions(power, targets)])
    return ways, opponents_of, was_blocked


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
            if n and "deathtouch" in words(s, by_name[who], by_name):
                deadly.add(t)
    for who, given in chosen:
        f = by_name[who]
        if f.side == "A" and who in was_blocked and given.get(f.target, 0):
            for b in opponents_of[who]:
                left = size(s, by_name[b], by_name)[1] - s.damage[b]
                if on.get(b, 0) < left and b not in deadly:
                    return False
    return True


def dealt(
    s: State, chosen: Sequence[tuple[str, dict[str, int]]], blocks: Blocks, by_name: Mapping[str, Fighter]
) -> list[State]:
    """120.3: what the damage of a step does, and all that follows before the next."""
    now, stack = struck(s, chosen, by_name)
    return followed(now, stack, blocks, by_name)


def struck(
    s: State, chosen: Sequence[tuple[str, dict[str, int]]], by_name: Mapping[str, Fighter]
) -> tuple[State, Stack]:
    """120.3: what the damage of a step does, and the triggers that it leaves on the stack."""
    damage, minus, life, poison = dict(s.damage), dict(s.minus), dict(s.life), dict(s.poison)
    loyalty, defense = s.loyalty, s.defense
    touched = set()
    triggers: list[Trigger] = []
    taken: dict[str, int] = {}
    for who, given in chosen:
        f = by_name[who]
        has = words(s, f, by_name)
        did = 0
        for t, n in given.items():
            if not n or (t in by_name and f.color in by_name[t].protected_from):
                continue
            did += n
            if t in ("A", "B"):
                if "infect" in has:
                    poison[t] += n
                else:
                    life[t] -= n
                poison[t] += f.toxic
                if any(f.hits):
                    triggers.append((f.side, "life", who, *f.hits))
            elif t == "walker":
                loyalty = max(0, loyalty - n)
            elif t == "siege":  # 310.6
                defense = max(0, (defense or 0) - n)
            else:
                if has & {"wither", "infect"}:
                    minus[t] += n
                else:
                    damage[t] += n
                if "deathtouch" in has:
                    touched.add(t)
                taken[t] = taken.get(t, 0) + n
            if "lifelink" in has:
                life[f.side] += n
        if did and f.thirsts:
            triggers.append((f.side, "life", who, did, 0))
    triggers += [(by_name[t].side, "life", t, n, 0) for t, n in taken.items() if by_name[t].suffers]
    after = replace(s, damage=damage, minus=minus, life=life, poison=poison, loyalty=loyalty, defense=defense)
    return settled(after, triggers, (), by_name, frozenset(touched))


def checked(s: State, by_name: Mapping[str, Fighter], touched: frozenset[str]) -> State:
    """704.5: state-based actions, once."""
    damage = dict(s.damage)
    dead, away, regenerated, shields = set(s.dead), set(s.away), set(s.regenerated), dict(s.shields)
    for name, f in by_name.items():
        if name in s.dead:
            continue
        toughness = size(s, f, by_name)[1]
        if toughness <= 0:
            dead.add(name)
        elif (
            (damage[name] >= toughness and damage[name] > 0) or name in touched
        ) and "indestructible" not in words(s, f, by_name):
            if shields[name]:
                shields[name] -= 1
                damage[name] = 0
                away.add(name)
                regenerated.add(name)
            else:
                dead.add(name)
    return replace(
        s,
        damage=damage,
        dead=frozenset(dead),
        away=frozenset(away),
        regenerated=frozenset(regenerated),
        shields=shields,
        lost=frozenset(p for p in ("A", "B") if s.life[p] <= 0 or s.poison[p] >= 10),
    )


def all_blocks(fighters: Sequence[Fighter]) -> Iterator[Blocks]:
    """509.1a-b: each blocker one attacker, more with text that says so; menace needs two."""
    attackers = [f.name for f in fighters if f.side == "A" and f.target]
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
