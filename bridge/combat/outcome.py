"""An outcome of a combat in the names of the position."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from clingo import Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.ending import Case, Ending, Endings
from magistrate.bridge.combat.ledger import Field, Fired, Ledger
from magistrate.bridge.positions.names import split
from magistrate.bridge.records import Record

__all__ = ["Outcome", "Teller"]

OVER: Field = ("over", None)
"""Marks what the judge has looked at."""


class Outcome(Record):
    """What a combat comes to. Creatures that can stand for each other go by their common name, as often as it
    is so.

    `dies`: creatures, planeswalkers and battles that are lost; `life` and `poison`: every player's total
    afterwards; `loyalty`: counters left on what was attacked; `counters`: what survivors got or lost, as
    (name, kind of counter, how many more); `regenerates`; `lost`: players who lose the game; `leaves`: what
    left the battlefield without dying. `count`: how many declarations can lead to it, and `witness` one of
    them, each blocker with what it blocks. `attack` is the attack, where more than one was looked at,
    `beside` what is chosen with it: by attacker, `exert` or `enlist`.
    """

    dies: tuple[str, ...]
    life: dict[str, int]
    poison: dict[str, int]
    loyalty: dict[str, int]
    counters: tuple[tuple[str, str, int], ...]
    regenerates: tuple[str, ...]
    lost: tuple[str, ...]
    leaves: tuple[str, ...] = ()
    count: int = 1
    witness: Mapping[str, list[str]] = MappingProxyType({})
    attack: dict[str, str] | None = None
    beside: Mapping[str, dict[str, bool | list[str]]] = MappingProxyType({})


class Told(Record):
    """An outcome as the judge has it: how many of each kind die, changes of life and poison, what is left on
    attacked permanents, who lost, the rest by field; `losses`: how many permanents each player loses."""

    dies: Mapping[int, int]
    gone: tuple[Symbol, ...]
    life: Mapping[Symbol, int]
    poison: Mapping[Symbol, int]
    left: Mapping[Symbol, int]
    lost: tuple[Symbol, ...]
    regenerates: Mapping[int, int]
    losses: Mapping[Symbol, int]
    small: Mapping[tuple[int, int], int]
    weaker: Mapping[tuple[int, int], int]


class Teller:
    """Reads numbers of a ledger."""

    def __init__(self, board: Board, ledger: Ledger) -> None:
        self.board, self.ledger = board, ledger
        self.judge = Endings(board)
        position = board.position
        self.label = position.names.label
        self.members: defaultdict[int, list[Symbol]] = defaultdict(list)
        for o, kind in sorted(board.kinds.items()):
            self.members[kind].append(o)
        self.side = {kind: board.owner(some[0]) for kind, some in self.members.items()}
        bases = Counter(split(self.label(some[0]))[0] for some in self.members.values())
        self.names: dict[int, str] = {}
        for kind, some in self.members.items():
            base = split(self.label(some[0]))[0]
            if len(some) == 1:
                self.names[kind] = self.label(some[0])
            elif bases[base] == 1:
                self.names[kind] = base
            else:
                self.names[kind] = "/".join(map(self.label, some))
        self.players = sorted(f.arguments[0] for f in position.facts if f.name == "player")
        self.totals = {f.arguments[0]: f.arguments[1].number for f in position.by_name.get("life", ())}
        self.poisoned = {
            f.arguments[0]: f.arguments[2].number
            for f in position.by_name.get("player_counters", ())
            if f.arguments[1].name == "poison"
        }
        self.worth = {
            d: board.number(d, "loyalty") or board.number(d, "defense") for d in sorted(board.goals)
        }

    def alone(self, what: object) -> bool:
        """Whether a kind of creature, or what the ledger counts of it, has one member."""
        kind = what[0] if isinstance(what, tuple) else what
        return isinstance(kind, int) and len(self.members[kind]) == 1

    def final(self, number: int) -> int:
        """What a number comes to; one way, where the order of triggers makes several possible."""
        return min(self.endings([number])[number])

    def endings(self, numbers: Iterable[int]) -> dict[int, frozenset[int]]:
        """What numbers come to, each in the same number for all that come to the same: without what happened
        before it where the game goes on, and without what happens after it where it doesn't; no more counters
        lost than there were."""
        read = {number: self.ledger.read(number) for number in numbers}
        cases = {number: self.case(fields) for number, fields in read.items() if OVER not in fields}
        self.judge.prepare(cases.values())
        out = {}
        for number, fields in read.items():
            if OVER in fields:
                out[number] = frozenset((number,))
            else:
                ways = self.judge.of(cases[number])
                out[number] = frozenset(self.ended(fields, way) for way in ways)
        return out

    def case(self, fields: Mapping[Field, int]) -> Case:
        """What the judge is asked about a result."""
        after = []
        for step in self.judge.steps:
            prefix = self.prefix(2 * step - 1)
            for player, field, _, _ in self.board.ruin:
                after.append((step, player, field, fields.get((f"{prefix}{field}", player), 0)))
        fired = []
        for (name, what), many in fields.items():
            if name == "fired":
                assert isinstance(what, Fired)
                fired.append((what.step, what.controller, what.mine, what.theirs, many))
        return Case(tuple(after), tuple(sorted(fired)))

    def prefix(self, moment: int) -> str:
        """What fields begin with that tell of a moment."""
        return next(prefix for prefix, last in self.ledger.moments if last >= moment)

    def ended(self, fields: Mapping[Field, int], way: Ending) -> int:
        """What a result comes to when it ends so."""
        prefix = self.prefix(way.moment)
        kept: dict[Field, int] = {OVER: 1}
        for (name, what), n in fields.items():
            if name == f"{prefix}{name.rpartition(' ')[2]}" and name != "fired":
                name = name.removeprefix(prefix)
                kept[name, what] = min(n, self.worth[what]) if name == "lost" else n  # type: ignore[index]
        for player, n in way.brought:
            kept["life", player] = kept.get(("life", player), 0) + n
        for player in way.lost:
            kept["out", player] = 1
        return self.ledger.total(kept)

    def changes(self, groups: Sequence[Sequence[Iterable[int]]]) -> bool:
        """Whether `endings` may matter to sums of results, one of each group."""
        if any(name == "fired" for name, _ in self.ledger.fields):
            return True
        last = max(self.judge.steps)
        cases = []
        for player, field, sign, _ in self.board.ruin:
            for step in self.judge.steps:
                place = (f"{self.prefix(2 * step - 1)}{field}", player)
                most = sum(
                    max((sign * self.ledger.read(n).get(place, 0) for some in group for n in some), default=0)
                    for group in groups
                )
                if step < last or self.ledger.chained:
                    cases.append(Case(((step, player, field, sign * most),)))
        self.judge.prepare(cases)
        if any(self.judge.of(case)[0].lost for case in cases):
            return True
        return len(groups) > 1 and len(self.worth) > 0

    def without_early(self, number: int) -> int:
        """Without what had happened before the end."""
        fields = self.ledger.read(number)
        return self.ledger.total({f: n for f, n in fields.items() if " " not in f[0]})

    def prepare(self, numbers: Iterable[int]) -> None:
        """Have the judge look at all these at once."""
        self.endings(numbers)

    def told(self, number: int) -> Told:
        """What a number says. Who has lost after the first step sees no second one."""
        fields = self.ledger.read(self.final(number))
        left = {d: max(0, n - fields.get(("lost", d), 0)) for d, n in self.worth.items()}
        dies = _of(fields, "dies")
        gone = tuple(d for d, n in left.items() if not n and self.worth[d])
        losses: dict[Symbol, int] = {}
        for kind, n in dies.items():
            side = self.side[kind]
            losses[side] = losses.get(side, 0) + n
        for d in gone:
            losses[self.board.owner(d)] = losses.get(self.board.owner(d), 0) + 1
        return Told(
            dies=dies,
            gone=gone,
            losses=losses,
            life=_added(_of(fields, "life"), self.board.tolls),
            poison=_of(fields, "poison"),
            left=left,
            lost=tuple(sorted(_of(fields, "out"))),
            regenerates=_of(fields, "regenerates"),
            small=_of(fields, "small"),
            weaker=_of(fields, "weaker"),
        )

    def outcome(
        self,
        told: Told,
        count: int,
        witness: frozenset[tuple[Symbol, Symbol]],
        attack: dict[str, str] | None = None,
    ) -> Outcome:
        """In the names of the position."""
        label = self.label
        blocks: dict[str, list[str]] = {}
        for b, a in sorted(witness):
            blocks.setdefault(label(b), []).append(label(a))
        sizes: list[tuple[str, str, int]] = []
        weaker = self._exact(told.weaker)
        for kind, members in sorted(self.members.items()):
            grown = self.board.number(members[0], "grown")
            differ = [grown - n for n in weaker.get(kind, ())]
            alive = len(members) - told.dies.get(kind, 0)
            differ += [grown] * (alive - len(differ))
            sizes += [(self.names[kind], "+1/+1", n) for n in differ if n]
        for kind, some in sorted(self._exact(told.small).items()):
            sizes += [(self.names[kind], "-1/-1", n) for n in some]
        return Outcome(
            dies=(*self.listed(told.dies), *map(label, told.gone)),
            life={label(p): self.totals.get(p, 0) + told.life.get(p, 0) for p in self.players},
            poison={
                label(p): n for p in self.players if (n := self.poisoned.get(p, 0) + told.poison.get(p, 0))
            },
            loyalty={label(d): n for d, n in told.left.items()},
            counters=tuple(sizes),
            regenerates=self.listed(told.regenerates),
            lost=tuple(map(label, told.lost)),
            count=count,
            witness=blocks,
            attack=attack,
        )

    def listed(self, kinds: Mapping[int, int]) -> tuple[str, ...]:
        """Names of creatures, each as often as it is counted."""
        return tuple(self.names[kind] for kind, n in sorted(kinds.items()) for _ in range(n))

    def _exact(self, small: Mapping[tuple[int, int], int]) -> dict[int, list[int]]:
        """How many counters each of a kind has, from how many have at least so many."""
        out: dict[int, list[int]] = {}
        for (kind, size), n in sorted(small.items()):
            more = small.get((kind, size + 1), 0)
            out.setdefault(kind, []).extend([size] * (n - more))
        return out


def _of(fields: Mapping[Field, int], name: str) -> dict:  # type: ignore[type-arg]
    return {what: n for (field, what), n in fields.items() if field == name}


def _added(life: Mapping[Symbol, int], more: Iterable[tuple[Symbol, int]]) -> dict[Symbol, int]:
    """Changes of life with further ones."""
    out = dict(life)
    for player, n in more:
        out[player] = out.get(player, 0) + n
    return out
