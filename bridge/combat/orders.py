"""What an end of fights comes to where triggers bring life after damage: each player orders its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from clingo import Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.ending import Ending
from magistrate.bridge.combat.ledger import Field, Fired, Ledger
from magistrate.bridge.combat.outcome import Teller

__all__ = ["Orders", "brought"]

Value = TypeVar("Value", bound=tuple[float, ...])


class Orders:
    """The ways in which combats of a board can end, as the judge has them, and which of them comes when
    players order their triggers as they like it.

    Where nobody loses by it, the order leaves all totals as they are. So a choice of order is one between an
    end now and going on, and whatever is divided later may be known as it is made: what it comes to is the
    same.
    """

    def __init__(self, board: Board, ledger: Ledger) -> None:
        self.ledger = ledger
        self.teller = Teller(board, ledger)
        self.active = {f.arguments[0] for f in board.given if f.name == "active"}

    def prepare(self, numbers: Iterable[int]) -> None:
        """Have the judge look at many ends at once."""
        read = self.ledger.read
        self.teller.judge.prepare(self.teller.case(read(number)) for number in numbers)

    def best(
        self,
        number: int,
        value: Callable[[Mapping[Field, int], str, Ending], Value],
        *,
        attackers: bool,
    ) -> tuple[Value, Ending]:
        """What an end comes to, and how it ends. `value`: of its fields, what fields of the last moment begin
        with, and how it ends; `attackers`: whether the active player wants it to be great."""
        fields = self.ledger.read(number)
        endings = self.teller.judge.of(self.teller.case(fields))
        by_moment: defaultdict[int, list[tuple[Value, Ending]]] = defaultdict(list)
        for one in endings:
            by_moment[one.moment].append((value(fields, self.teller.prefix(one.moment), one), one))
        found: list[tuple[Value, Ending]] = []
        for _, some in sorted(by_moment.items(), reverse=True):
            found += [one for one in some if one[1].closer is None]
            # Those of the active player resolve last.
            for own in (True, False):
                found += [
                    one for one in some if one[1].closer is not None and (one[1].closer in self.active) == own
                ]
                found = [(max if own == attackers else min)(found, key=_worth)] if found else []
        return found[0]


def _worth(one: tuple[Value, Ending]) -> Value:
    return one[0]


def brought(fields: Mapping[Field, int], players: Iterable[Symbol]) -> dict[Symbol, int]:
    """What all triggers after damage bring players in life."""
    out = dict.fromkeys(players, 0)
    for (name, what), many in fields.items():
        if name == "fired":
            assert isinstance(what, Fired)
            for player in out:
                out[player] += many * (what.mine if player == what.controller else what.theirs)
    return out
