"""What comes out of a combat as one number, so that outcomes of fights that don't touch each other add up.

Each thing that is counted (creatures of one kind that die, life of a player ...) has a field of bits; numbers
in fields may be negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clingo import Symbol

__all__ = ["Field", "Fired", "Ledger"]

_BITS = 24
_HALF = 1 << (_BITS - 1)
_MASK = (1 << _BITS) - 1

Field = tuple[str, object]
"""What is counted, and of what: ("dies", kind of creature), ("life", player)."""


class Fired(NamedTuple):
    """A trigger after a damage step that gives its controller so much life, and the opponent so much."""

    step: int
    controller: Symbol
    mine: int
    theirs: int


class Ledger:
    """The fields, in the order in which they came up, and what each of the judge's words about a result adds.

    `early`: also keep apart what had happened after the first of two damage steps. `chained`: and what
    happens in between: state-based actions that follow on others, and life that triggers bring.
    """

    def __init__(self, kinds: dict[Symbol, int], *, early: bool, chained: bool = False) -> None:
        self.kinds = kinds
        self.early = early
        self.chained = chained
        self.moments = _moments(early=early, chained=chained)
        self.fields: dict[Field, int] = {}
        self._weights: dict[int, int] = {}

    def unit(self, field: Field) -> int:
        """One of a field."""
        return 1 << (_BITS * self.fields.setdefault(field, len(self.fields)))

    def weight(self, shown: Symbol) -> int:
        """What a word of the judge's about the result adds."""
        known = self._weights.get(shown._rep)
        if known is None:
            known = self._weights[shown._rep] = sum(sign * self.unit(f) for f, sign in self._means(shown))
        return known

    def _means(self, shown: Symbol) -> Iterable[tuple[Field, int]]:
        name, arguments = shown.name, shown.arguments
        match name:
            case "dies" | "regenerates":
                kind = self.kinds.get(arguments[0])
                if kind is not None:  # what is attacked is told by what it loses
                    yield from self._since(arguments[1].number, name, kind, 1)
            case "fallen":
                yield (name, arguments[0]), 1
            case "fallen_by":
                for prefix, moment in self.moments:
                    if moment == arguments[1].number:
                        yield (f"{prefix}fallen", arguments[0]), 1
            case "small" | "weaker":
                what = self.kinds[arguments[0]], arguments[2].number
                for prefix, moment in self.moments:
                    if moment == arguments[1].number:
                        yield (f"{prefix}{name}", what), 1
            case "lost":
                for prefix, moment in self.moments:
                    if (moment + 1) // 2 == arguments[1].number:
                        yield (f"{prefix}{name}", arguments[0]), 1
            case "brings":
                yield from self._since(0, "life", arguments[2], arguments[3].number)
            case "fires":
                step, controller, mine, theirs = arguments[2:]
                yield ("fired", Fired(step.number, controller, mine.number, theirs.number)), 1
            case _:
                field, sign = {"loses": ("life", -1), "gains": ("life", 1), "poisons": ("poison", 1)}[name]
                yield from self._since(2 * arguments[2].number - 1, field, arguments[1], sign)

    def _since(self, begin: int, name: str, what: object, change: int) -> Iterable[tuple[Field, int]]:
        """It is so from a moment on."""
        for prefix, moment in self.moments:
            if moment >= begin:
                yield (f"{prefix}{name}", what), change

    def read(self, number: int) -> dict[Field, int]:
        """The fields that aren't 0."""
        out = {}
        for field in self.fields:
            value = number & _MASK
            if value >= _HALF:
                value -= _MASK + 1
            number = (number - value) >> _BITS
            if value:
                out[field] = value
        return out

    def total(self, fields: Mapping[Field, int]) -> int:
        """The number that has these fields."""
        return sum(n * self.unit(field) for field, n in fields.items())


def _moments(*, early: bool, chained: bool) -> tuple[tuple[str, int], ...]:
    """What fields of each moment begin with, in order; moments as the judge counts them."""
    if not chained:
        return (("first ", 2), ("", 4)) if early else (("", 4),)
    last = (("start ", 0), ("second ", 3), ("", 4))
    return (last[0], ("first ", 1), ("then ", 2), *last[1:]) if early else last
