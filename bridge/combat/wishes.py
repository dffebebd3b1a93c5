"""What a side wants of a combat: an order of wishes, or weights."""

from __future__ import annotations

from collections.abc import Mapping

from clingo import Symbol

from magistrate.bridge.combat.outcome import Told
from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.records import Record

__all__ = ["ADDITIVE", "DEFAULT", "WORDS", "Wishes"]

WORDS = ("survive", "win", "kill", "keep", "life", "damage")
DEFAULT = WORDS
FIRST = ("survive", "win")
ADDITIVE = ("kill", "keep", "life", "damage")
"""Wishes that add up over fights."""


class Wishes(Record):
    """What counts for a player, most important first; with `weights` all of it is added up.

    survive: not to lose; win: that an opponent loses; kill: creatures, planeswalkers and battles of opponents
    that are lost; keep: own ones that aren't; life: own life gained; damage: life that opponents lose.
    """

    order: tuple[str, ...] = DEFAULT
    weights: Mapping[str, float] | None = None

    @classmethod
    def read(cls, prefer: str | None, weights: str | None) -> Wishes:
        """From `survive,kill,keep` or `kill=2,keep=3`. Raises `MagistrateError`."""
        if prefer and weights:
            raise MagistrateError("give an order of wishes or weights, not both")
        if weights:
            out: dict[str, float] = {}
            for part in weights.split(","):
                word, equals, number = part.strip().partition("=")
                _known(word)
                try:
                    out[word] = float(number)
                except ValueError:
                    raise MagistrateError(f"expected a weight, as in kill=2, not {part.strip()!r}") from None
                if not equals or word in FIRST or not abs(out[word]) < 1e6:
                    raise MagistrateError(
                        f"a weight is a number for one of {', '.join(WORDS[2:])}: {part.strip()!r}"
                    )
            return cls(("survive", *out), out)
        if not prefer:
            return cls()
        order = [word.strip() for word in prefer.split(",")]
        for word in order:
            _known(word)
        if len(set(order)) < len(order):
            raise MagistrateError("each wish is named once")
        first = sum(word in FIRST for word in order)
        if any(word not in FIRST for word in order[:first]):
            raise MagistrateError(
                "survive and win come before other wishes: what is lost can't be weighed against them"
            )
        return cls(tuple(order))

    def values(self, told: Told, player: Symbol) -> tuple[float, ...]:
        """How good an outcome is, first things first; more is better."""
        won = any(p != player for p in told.lost)
        return self.ranked(player in told.lost, won, self.additive(told, player))

    def ranked(self, lost: bool, won: bool, sums: Mapping[str, int]) -> tuple[float, ...]:
        """The same from whether the player lost, whether an opponent did, and what adds up."""
        if self.weights is not None:
            return float(not lost), sum(w * sums[word] for word, w in self.weights.items())
        ends = {"survive": not lost, "win": won}
        return tuple(float(ends[word] if word in ends else sums[word]) for word in self.order)

    def additive(self, told: Told, player: Symbol) -> dict[str, int]:
        """The wishes that add up over fights."""
        mine = told.losses.get(player, 0)
        theirs = sum(told.losses.values()) - mine
        lost = sum(-n for p, n in told.life.items() if p != player)
        return {"kill": theirs, "keep": -mine, "life": told.life.get(player, 0), "damage": lost}


def _known(word: str) -> None:
    if word not in WORDS:
        raise MagistrateError(f"there is no wish {word!r}; there are {', '.join(WORDS)}")
