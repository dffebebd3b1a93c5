"""A combat played step by step, every decision either way: slow, and right whatever is on the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from clingo import Function, Number, Symbol

from magistrate.bridge.combat.attacks import block_told
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.declaring import Declaring
from magistrate.bridge.combat.outcome import Outcome
from magistrate.bridge.errors import BoundReached, MagistrateError
from magistrate.bridge.game import announce
from magistrate.bridge.game.engine import Forbidden, Game
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.look import Decision
from magistrate.bridge.game.table import Reply, Table
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import BLOCKS
from magistrate.bridge.questions.listing import Declared
from magistrate.bridge.records import replace

__all__ = [
    "BLOCKING",
    "END",
    "Key",
    "NotPlayed",
    "answered",
    "counted",
    "declared",
    "ends",
    "explore",
    "key",
    "replies",
    "told",
]

END = "end_of_combat"
BLOCKING = "declare_blockers"
Key = tuple[object, ...]
MOST_NUMBERS = 1000
_OWN = frozenset(("loyalty", "defense"))


class NotPlayed(MagistrateError):
    """A decision came up that isn't tried out."""


def explore(position: Position, block: Declared | None, deadline: Deadline = NEVER) -> list[Outcome]:
    """Every outcome of a combat in which nobody does anything but what they must. `block` is declared, if
    that is still to be done, and paid for in every way; there are none where it can't be. Raises
    `BoundReached`, `NotPlayed`."""
    table = Table.of(position)
    due = table.decision
    if block and block.pairs and (due is None or due.kind.name != BLOCKS.question) and table.waiting is None:
        table.advance(BLOCKING)
        due = table.decision
        if due is None or due.kind.name != BLOCKS.question:
            raise NotPlayed("players must decide something before blockers are declared")
    found: dict[Key, Outcome] = {}

    def play() -> None:
        for last in ends(table, deadline):
            one = told(position, last)
            found[key(one)] = one

    if block is not None and due is not None and due.kind.name == BLOCKS.question:
        for _ in declared(table, Declaring.of(table, BLOCKS, block), deadline):
            play()
    else:
        play()
    return list(found.values())


def declared(table: Table, making: Declaring, deadline: Deadline) -> Iterator[None]:
    """The table after a declaration, once for each way to pay for it; nothing where it can't be made. Raises
    `BoundReached`, `NotPlayed`."""
    deadline.check()
    waiting = table.waiting
    if waiting is not None:
        for _ in answered(table, waiting):
            yield from declared(table, making, deadline)
        return
    state = table.kept()
    for pay in making.ways(table):
        table.restored(state)
        try:
            then = making.on(table, pay)
        except (Forbidden, IllegalMove):
            continue
        if then is None:
            yield
        else:
            yield from declared(table, then, deadline)


def ends(table: Table, deadline: Deadline) -> Iterator[Game]:
    """All games from a table to the end of combat. Raises `BoundReached`, `NotPlayed`."""
    deadline.check()
    if table.waiting is None and not table.game.over and table.goal is None and table.step != END:
        table.advance(END)
    waiting = table.waiting
    if waiting is None:
        yield table.game
        return
    for _ in answered(table, waiting):
        yield from ends(table, deadline)


def answered(table: Table, waiting: Decision) -> Iterator[None]:
    """The table after each way to answer what it waits for. Raises `NotPlayed`."""
    state = table.kept()
    for reply in replies(table.game.position, waiting):
        table.restored(state)
        try:
            table.answer(reply)
        except (Forbidden, IllegalMove):
            continue
        yield


def replies(position: Position, decision: Decision) -> Iterator[Reply]:
    """Every way to answer. Raises `NotPlayed`."""
    if decision.kind.name == "targets":
        for facts in announce.every(position, decision.key.arguments[0]):
            yield _aimed(facts)
    else:
        for values in answers(decision):
            yield _reply(values)


def _reply(values: Sequence[Symbol]) -> Reply:
    return lambda game, until: game.answer(values, until)


def _aimed(facts: Sequence[Symbol]) -> Reply:
    return lambda game, until: game.at(game.position.changed(initiated=facts), until=until)


def answers(decision: Decision) -> Iterator[Sequence[Symbol]]:
    """Every answer of the right form. Raises `NotPlayed`."""
    options = decision.options
    bounds = [a.number for a in decision.kind.arguments]
    match decision.kind.name:
        case "one" | "yes_no" | "cast":
            yield from ([option] for option in options)
        case "number":
            if bounds[1] - bounds[0] >= MOST_NUMBERS:
                asked = f"a number from {bounds[0]} to {bounds[1]}"
                raise NotPlayed(f"{asked} isn't tried out; `magistrate play` goes on by hand")
            yield from ([Number(n)] for n in range(bounds[0], bounds[1] + 1))
        case "some":
            for size in range(bounds[0], min(bounds[1], len(options)) + 1):
                yield from combinations(options, size)
        case "order":
            for order in permutations(options):
                yield [Function("", [Number(place), one]) for place, one in enumerate(order, 1)]
        case "divide":
            for shares in _shares(bounds[0], len(options)):
                yield [
                    Function("", [option, Number(n)]) for option, n in zip(options, shares, strict=True) if n
                ]
        case kind:
            raise NotPlayed(
                f"a decision of the kind {kind!r} isn't tried out; `magistrate play` goes on by hand"
            )


def _shares(total: int, places: int) -> Iterator[tuple[int, ...]]:
    for bars in combinations(range(total + places - 1), places - 1):
        edges = (-1, *bars, total + places - 1)
        yield tuple(edges[i + 1] - edges[i] - 1 for i in range(places))


def told(start: Position, game: Game) -> Outcome:
    """What a game that began there came to."""
    before, after = _Facts(start.facts), _Facts(game.position.facts)
    label = start.names.label
    there = [o for o in before.zone if before.zone[o] == "battlefield"]
    left = [o for o in there if after.zone.get(o) == "battlefield"]
    moves = (entry.event.arguments for entry in game.log if entry.event.name == "move")
    dead = {a[0] for a in moves if (a[1].name, a[2].name) == ("battlefield", "graveyard")}
    counters = []
    for o in left:
        for kind in sorted(before.counters[o].keys() | after.counters[o].keys()):
            more = after.counters[o][kind] - before.counters[o][kind]
            if more and kind not in _OWN:
                counters.append((label(o), kind, more))
    attacked = sorted({d for d in before.attacked if before.zone.get(d) == "battlefield"})
    return Outcome(
        dies=tuple(label(o) for o in sorted(dead.intersection(there))),
        life={label(p): n for p, n in sorted(after.life.items())},
        poison={label(p): n for p, n in sorted(after.poison.items()) if n},
        loyalty={label(d): sum(after.counters[d][k] for k in _OWN) for d in attacked},
        counters=tuple(counters),
        regenerates=tuple(
            sorted({label(e.event.arguments[0]) for e in game.log if e.event.name == "regenerated"})
        ),
        lost=tuple(label(p) for p in sorted(after.lost)),
        leaves=tuple(
            label(o) for o in sorted(set(there) - set(left) - dead) if before.owner.get(o) not in after.lost
        ),
    )


class _Facts:
    def __init__(self, facts: Iterable[Symbol]) -> None:
        self.zone: dict[Symbol, str] = {}
        self.owner: dict[Symbol, Symbol] = {}
        self.life: dict[Symbol, int] = {}
        self.poison: dict[Symbol, int] = {}
        self.lost: set[Symbol] = set()
        self.attacked: set[Symbol] = set()
        self.counters: defaultdict[Symbol, Counter[str]] = defaultdict(Counter)
        for fact in facts:
            a = fact.arguments
            match fact.name, len(a):
                case "in_zone", 2:
                    self.zone[a[0]] = a[1].name
                case "owner", 2:
                    self.owner[a[0]] = a[1]
                case "life", 2:
                    self.life[a[0]] = a[1].number
                case "lost", 1:
                    self.lost.add(a[0])
                case "attacking", 2:
                    self.attacked.add(a[1])
                case "player_counters", 3 if a[1].name == "poison":
                    self.poison[a[0]] = a[2].number
                case "counters", 3:
                    self.counters[a[0]][str(a[1]).strip('"')] = a[2].number


def counted(
    position: Position, blocks: Iterable[Declared | None], deadline: Deadline = NEVER
) -> tuple[list[Outcome], int, bool]:
    """All outcomes of some blocks, each with how many of these can lead to it and the first of them; how many
    blocks were played; and whether that was all."""
    counts: Counter[Key] = Counter()
    first: dict[Key, Outcome] = {}
    many = 0
    for block in blocks:
        try:
            found = explore(position, block, deadline)
        except BoundReached:
            return [replace(one, count=counts[k]) for k, one in first.items()], many, False
        many += bool(found)
        for one in found:
            counts[key(one)] += 1
            if key(one) not in first:
                pairs = () if block is None else block.pairs
                first[key(one)] = replace(one, witness=block_told(position, pairs))
    return [replace(one, count=counts[k]) for k, one in first.items()], many, True


def key(one: Outcome) -> Key:
    """What tells outcomes apart."""
    return (
        tuple(sorted(one.dies)),
        tuple(one.life.items()),
        tuple(one.poison.items()),
        tuple(one.loyalty.items()),
        tuple(sorted(one.counters)),
        tuple(sorted(one.regenerates)),
        one.lost,
        one.leaves,
    )
