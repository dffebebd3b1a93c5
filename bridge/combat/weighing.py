"""What the end of a combat is worth to a player, for ends that are sums over fights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from clingo import Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.ledger import Field, Ledger
from magistrate.bridge.combat.wishes import FIRST, Wishes

__all__ = ["Alive", "Liked", "Ruin", "Weighing", "ruins"]

_SCALE = 1000
"""Weights that people give are taken to three places."""

Ruin = tuple[Symbol, str, int, int]
"""A player, a field, a sign, and a bound: it has lost once sign times the field is that much."""


class Weighing(Protocol):
    """What ends are worth. `decisive`: ways to lose that count before everything else, so that nothing more
    is weighed where one comes. `first`: those in the first step; where none of these may come, what isn't
    decisive adds up, as `sums` has it."""

    @property
    def decisive(self) -> Sequence[Ruin]: ...

    @property
    def first(self) -> Sequence[Ruin]: ...

    def exact(self, number: int) -> tuple[float, ...]:
        """What an end is worth; more is better."""

    def sums(self, number: int) -> tuple[int, ...]:
        """What adds up, of an end or of a part of it."""

    def calm(self, sums: Sequence[int]) -> tuple[float, ...]:
        """What an end with these sums is worth, where nothing decisive came."""

    def decided(self, size: int) -> tuple[float, ...]:
        """What an end is worth in which something decisive came; `size`: of the sums."""


def ruins(board: Board, ledger: Ledger) -> list[Ruin]:
    """All ways to lose, in the first step and at the end."""
    prefixes = ("first ", "") if ledger.early else ("",)
    return [(p, f"{prefix}{field}", sign, n) for p, field, sign, n in board.ruin for prefix in prefixes]


def _reached(fields: Mapping[Field, int], some: Sequence[Ruin]) -> set[Symbol]:
    return {p for p, field, sign, n in some if sign * fields.get((field, p), 0) >= n}


class Liked:
    """By wishes of a player. Who attacks can't lose by it, and who blocks can't win by it: nothing that
    blockers do makes an attacking player lose."""

    def __init__(
        self, board: Board, ledger: Ledger, wishes: Wishes, player: Symbol, *, attacks: bool = False
    ) -> None:
        self.board, self.ledger, self.wishes, self.player = board, ledger, wishes, player
        self.attacks = attacks
        attacking = {player} if attacks else {board.owner(a) for a in board.attackers}
        self.every = [one for one in ruins(board, ledger) if one[0] not in attacking]
        early = [one for one in self.every if one[1].startswith("first ")]
        mine = [one for one in self.every if (one[0] == player) != self.attacks]
        self.decisive = mine if ("win" if self.attacks else "survive") in wishes.order else []
        self.first = [one for one in early if one not in self.decisive]
        self.worth = {d: board.number(d, "loyalty") or board.number(d, "defense") for d in board.goals}
        self.leads = [word for word in wishes.order if word in FIRST]

    def _sums(self, fields: Mapping[Field, int], prefix: str) -> tuple[int, ...]:
        mine = theirs = gained = dealt = 0
        for (name, who), n in fields.items():
            if name == f"{prefix}fallen":
                mine, theirs = (mine + n, theirs) if who == self.player else (mine, theirs + n)
            elif name == f"{prefix}life":
                gained, dealt = (gained + n, dealt) if who == self.player else (gained, dealt - n)
            elif name == f"{prefix}lost" and n >= self.worth[who]:  # type: ignore[index]
                own = self.board.owner(who) == self.player  # type: ignore[arg-type]
                mine, theirs = mine + own, theirs + (not own)
        sums = {"kill": theirs, "keep": -mine, "life": gained, "damage": dealt}
        if self.wishes.weights is not None:
            return (sum(round(_SCALE * w) * sums[word] for word, w in self.wishes.weights.items()),)
        return tuple(sums[word] for word in self.wishes.order if word in sums)

    def sums(self, number: int) -> tuple[int, ...]:
        return self._sums(self.ledger.read(number), "")

    def exact(self, number: int) -> tuple[float, ...]:
        fields = self.ledger.read(number)
        early = _reached(fields, [one for one in self.every if one[1].startswith("first ")])
        sums = self._sums(fields, "first " if early else "")
        if _reached(fields, self.decisive):
            return self.decided(len(sums))
        return self.calm(sums)

    def calm(self, sums: Sequence[int]) -> tuple[float, ...]:
        return (*(float(word == "survive") for word in self.leads), *map(float, sums))

    def decided(self, size: int) -> tuple[float, ...]:
        ends = {"survive": float(self.attacks), "win": float(self.attacks)}
        return (*(ends[word] for word in self.leads), *[0.0] * size)


class Alive:
    """Whether a player loses, and any of those that are named dies: the fewer the better."""

    def __init__(
        self, board: Board, ledger: Ledger, players: Sequence[Symbol], named: Sequence[Symbol]
    ) -> None:
        self.ledger = ledger
        self.decisive = [one for one in ruins(board, ledger) if one[0] in players]
        self.first: list[Ruin] = []
        self.kinds = {board.kinds[o] for o in named if o in board.kinds}
        self.worth = {
            d: board.number(d, "loyalty") or board.number(d, "defense") for d in named if d in board.goals
        }

    def sums(self, number: int) -> tuple[int, ...]:
        fields = self.ledger.read(number)
        dead = any(fields.get(("dies", kind), 0) > 0 for kind in self.kinds)
        gone = any(fields.get(("lost", d), 0) >= n for d, n in self.worth.items())
        return (-int(dead or gone),)

    def exact(self, number: int) -> tuple[float, ...]:
        if _reached(self.ledger.read(number), self.decisive):
            return self.decided(1)
        return self.calm(self.sums(number))

    def calm(self, sums: Sequence[int]) -> tuple[float, ...]:
        return 1.0, float(sums[0])

    def decided(self, size: int) -> tuple[float, ...]:
        return 0.0, 0.0
