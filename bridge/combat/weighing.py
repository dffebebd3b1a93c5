"""What the end of a combat is worth to a player, for ends that are sums over fights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from clingo import Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.ending import Ending
from magistrate.bridge.combat.ledger import Field, Fired, Ledger
from magistrate.bridge.combat.orders import Orders, brought
from magistrate.bridge.combat.wishes import FIRST, Wishes

__all__ = ["Alive", "Liked", "Ruin", "Weighing"]

_SCALE = 1000
"""Weights that people give are taken to three places."""


class Ruin(NamedTuple):
    """A way to lose: `sign` times what the field of the player has changed by is `bound` or more. Triggers
    after the steps up to `after` count for life, and those of step `worst` that take some: without these it
    is lost, with them it may be, in some order."""

    player: Symbol
    field: str
    sign: int
    bound: int
    after: int = -1
    worst: int | None = None

    def reached(self, fields: Mapping[Field, int]) -> int:
        """How far an end, or a part of it, goes towards it."""
        n = self.sign * fields.get((self.field, self.player), 0)
        if self.after < 0 and self.worst is None:
            return n
        for (name, what), many in fields.items():
            if name == "fired":
                assert isinstance(what, Fired)
                share = what.mine if what.controller == self.player else what.theirs
                if what.step <= self.after or (what.step == self.worst and self.sign * share > 0):
                    n += self.sign * many * share
        return n


class Weighing(Protocol):
    """What ends are worth. `decisive`: ways to lose that count before everything else, so that nothing more
    is weighed where one comes; `doubtful`: those that may come before these are sure. `first`: others, in the
    first step, or before the end; where none of these may come, what isn't decisive adds up, as `sums` has
    it. `alone`: what is decisive is so whatever comes of `first`."""

    @property
    def decisive(self) -> Sequence[Ruin]: ...

    @property
    def doubtful(self) -> Sequence[Ruin]: ...

    @property
    def first(self) -> Sequence[Ruin]: ...

    @property
    def alone(self) -> bool: ...

    def prepare(self, numbers: Iterable[int]) -> None:
        """Many ends are asked about next."""

    def ending(self, number: int) -> Ending | None:
        """How an end comes about, where triggers have an order."""

    def exact(self, number: int) -> tuple[float, ...]:
        """What an end is worth; more is better."""

    def sums(self, number: int) -> tuple[int, ...]:
        """What adds up, of an end or of a part of it."""

    def calm(self, sums: Sequence[int]) -> tuple[float, ...]:
        """What an end with these sums is worth, where nothing decisive came."""

    def decided(self, size: int) -> tuple[float, ...]:
        """What an end is worth in which something decisive came; `size`: of the sums."""


def ruins(board: Board, ledger: Ledger) -> list[Ruin]:
    """All ways to lose, in the first step and at the end, where nothing happens after damage."""
    prefixes = ("first ", "") if ledger.early else ("",)
    return [Ruin(p, f"{prefix}{field}", sign, n) for p, field, sign, n in board.ruin for prefix in prefixes]


def surely(board: Board, orders: Orders) -> list[Ruin]:
    """All ways to lose whatever the order of triggers: by damage, and by all that follows on it."""
    out = []
    for player, field, sign, n in board.ruin:
        for step in orders.teller.judge.steps:
            place = f"{orders.teller.prefix(2 * step - 1)}{field}"
            if field == "life":
                out += [Ruin(player, place, sign, n, after) for after in (step - 1, step)]
            else:
                out.append(Ruin(player, place, sign, n))
    return out


def perhaps(board: Board, orders: Orders) -> list[Ruin]:
    """All ways to lose, in the worst order of triggers."""
    out = []
    for player, field, sign, n in board.ruin:
        for step in orders.teller.judge.steps:
            place = f"{orders.teller.prefix(2 * step - 1)}{field}"
            if field == "life":
                out.append(Ruin(player, place, sign, n, step - 1, step))
            out.append(Ruin(player, place, sign, n, step - 1 if field == "life" else -1))
    return out


def _reached(fields: Mapping[Field, int], some: Sequence[Ruin]) -> bool:
    return any(ruin.reached(fields) >= ruin.bound for ruin in some)


class _Ordered:
    """What is the same where triggers may bring life after damage: `orders`, None where none do."""

    orders: Orders | None

    def prepare(self, numbers: Iterable[int]) -> None:
        """Have the judge look at many ends at once."""
        if self.orders is not None:
            self.orders.prepare(numbers)

    def ending(self, number: int) -> Ending | None:
        """How an end of fights ends once all triggers have been put in order; None where there are none."""
        return None if self.orders is None else self._ordered(number, self.orders)[1]

    def _ordered(self, number: int, orders: Orders) -> tuple[tuple[float, ...], Ending]:
        raise NotImplementedError


class Liked(_Ordered):
    """By wishes of a player. Where nothing happens after damage, who attacks can't lose by it, and who blocks
    can't win by it: nothing that blockers do makes an attacking player lose."""

    def __init__(
        self, board: Board, ledger: Ledger, wishes: Wishes, player: Symbol, *, attacks: bool = False
    ) -> None:
        self.board, self.ledger, self.wishes, self.player = board, ledger, wishes, player
        self.attacks = attacks
        self.alone = not board.chained
        self.leads = [word for word in wishes.order if word in FIRST]
        self.worth = {d: board.number(d, "loyalty") or board.number(d, "defense") for d in board.goals}
        self.players = sorted({p for p, *_ in board.ruin})
        self.orders = Orders(board, ledger) if board.chained else None
        tolls = dict(board.tolls)
        self.base = self._named(
            {
                "kill": 0,
                "keep": 0,
                "life": tolls.get(player, 0),
                "damage": -sum(n for p, n in tolls.items() if p != player),
            }
        )
        matters = ("win" if attacks else "survive") in wishes.order
        self.doubtful: list[Ruin] = []
        if self.orders is not None:
            may = perhaps(board, self.orders)
            mine = [one for one in may if (one.player == player) != attacks]
            self.decisive = [one for one in surely(board, self.orders) if (one.player == player) != attacks]
            self.decisive = self.decisive if matters else []
            self.doubtful = mine if matters else []
            self.first = [one for one in may if one not in self.doubtful]
            return
        attacking = {player} if attacks else {board.owner(a) for a in board.attackers}
        every = [one for one in ruins(board, ledger) if one.player not in attacking]
        self.early = [one for one in every if one.field.startswith("first ")]
        mine = [one for one in every if (one.player == player) != attacks]
        self.decisive = mine if matters else []
        self.first = [one for one in self.early if one not in self.decisive]

    def _ordered(self, number: int, orders: Orders) -> tuple[tuple[float, ...], Ending]:
        return orders.best(number, self._ended, attackers=self.attacks)

    def _ended(self, fields: Mapping[Field, int], prefix: str, way: Ending) -> tuple[float, ...]:
        """What a way to end is worth; where the game is lost or won, nothing more is weighed."""
        sums = self._sums(fields, prefix, dict(way.brought))
        lost, won = self.player in way.lost, any(p != self.player for p in way.lost)
        for place, word in enumerate(self.leads):
            if (lost, word) == (True, "survive") or (won, word) == (True, "win"):
                before = [float(word == "survive") for word in self.leads[:place]]
                return (
                    *before,
                    *[float(not (lost and word == "survive"))] * (len(self.leads) - place),
                    *[0.0] * len(sums),
                )
        return self.calm(sums)

    def _sums(
        self, fields: Mapping[Field, int], prefix: str, brought: Mapping[Symbol, int]
    ) -> tuple[int, ...]:
        mine = theirs = 0
        gained = brought.get(self.player, 0)
        dealt = gained - sum(brought.values())
        for (name, who), n in fields.items():
            if name == f"{prefix}fallen":
                mine, theirs = (mine + n, theirs) if who == self.player else (mine, theirs + n)
            elif name == f"{prefix}life":
                gained, dealt = (gained + n, dealt) if who == self.player else (gained, dealt - n)
            elif name == f"{prefix}lost" and n >= self.worth[who]:  # type: ignore[index]
                own = self.board.owner(who) == self.player  # type: ignore[arg-type]
                mine, theirs = mine + own, theirs + (not own)
        return self._named({"kill": theirs, "keep": -mine, "life": gained, "damage": dealt})

    def _named(self, sums: Mapping[str, int]) -> tuple[int, ...]:
        """What adds up, in the order of the wishes."""
        if self.wishes.weights is not None:
            return (sum(round(_SCALE * w) * sums[word] for word, w in self.wishes.weights.items()),)
        return tuple(sums[word] for word in self.wishes.order if word in sums)

    def sums(self, number: int) -> tuple[int, ...]:
        fields = self.ledger.read(number)
        return self._sums(fields, "", {} if self.orders is None else brought(fields, self.players))

    def exact(self, number: int) -> tuple[float, ...]:
        if self.orders is not None:
            return self._ordered(number, self.orders)[0]
        fields = self.ledger.read(number)
        sums = self._sums(fields, "first " if _reached(fields, self.early) else "", {})
        if _reached(fields, self.decisive):
            return self.decided(len(sums))
        return self.calm(sums)

    def calm(self, sums: Sequence[int]) -> tuple[float, ...]:
        there = [n + m for n, m in zip(sums, self.base, strict=True)]
        return (*(float(word == "survive") for word in self.leads), *map(float, there))

    def decided(self, size: int) -> tuple[float, ...]:
        ends = {"survive": float(self.attacks), "win": float(self.attacks)}
        return (*(ends[word] for word in self.leads), *[0.0] * size)


class Alive(_Ordered):
    """Whether a player loses, and any of those that are named dies: the fewer the better."""

    def __init__(
        self, board: Board, ledger: Ledger, players: Sequence[Symbol], named: Sequence[Symbol]
    ) -> None:
        self.ledger, self.players = ledger, frozenset(players)
        self.alone = not board.chained
        self.orders = Orders(board, ledger) if board.chained else None
        self.kinds = {board.kinds[o] for o in named if o in board.kinds}
        self.worth = {
            d: board.number(d, "loyalty") or board.number(d, "defense") for d in named if d in board.goals
        }
        self.doubtful: list[Ruin] = []
        self.first: list[Ruin] = []
        if self.orders is not None:
            may = perhaps(board, self.orders)
            self.decisive = [one for one in surely(board, self.orders) if one.player in players]
            self.doubtful = [one for one in may if one.player in players]
            self.first = [one for one in may if one.player not in players]
        else:
            self.decisive = [one for one in ruins(board, ledger) if one.player in players]

    def _ordered(self, number: int, orders: Orders) -> tuple[tuple[float, ...], Ending]:
        return orders.best(number, self._ended, attackers=False)

    def _ended(self, fields: Mapping[Field, int], prefix: str, way: Ending) -> tuple[float, ...]:
        if self.players.intersection(way.lost):
            return self.decided(1)
        return self.calm(self._sums(fields, prefix))

    def _sums(self, fields: Mapping[Field, int], prefix: str) -> tuple[int, ...]:
        dead = any(fields.get((f"{prefix}dies", kind), 0) > 0 for kind in self.kinds)
        gone = any(fields.get((f"{prefix}lost", d), 0) >= n for d, n in self.worth.items())
        return (-int(dead or gone),)

    def sums(self, number: int) -> tuple[int, ...]:
        return self._sums(self.ledger.read(number), "")

    def exact(self, number: int) -> tuple[float, ...]:
        if self.orders is not None:
            return self._ordered(number, self.orders)[0]
        if _reached(self.ledger.read(number), self.decisive):
            return self.decided(1)
        return self.calm(self.sums(number))

    def calm(self, sums: Sequence[int]) -> tuple[float, ...]:
        return 1.0, float(sums[0])

    def decided(self, size: int) -> tuple[float, ...]:
        return 0.0, 0.0
