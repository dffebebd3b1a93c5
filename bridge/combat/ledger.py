"""What comes out of a combat as one number, so that outcomes of fights that don't touch each other add up.

Each thing that is counted (creatures of one kind that die, life of a player ...) has a field of bits; numbers
in fields may be negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clingo import Symbol

__all__ = ["Field", "Ledger"]

_BITS = 24
_HALF = 1 << (_BITS - 1)
_MASK = (1 << _BITS) - 1

Field = tuple[str, object]
"""What is counted, and of what: ("dies", kind of creature), ("life", player)."""


class Ledger:
    """The fields, in the order in which they came up, and what each of the judge's words about a result adds.

    `early`: also keep apart what had happened after the first of two damage steps.
    """

    def __init__(self, kinds: dict[Symbol, int], *, early: bool) -> None:
        self.kinds = kinds
        self.early = early
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
        if name in ("dies", "regenerates"):
            o, step = arguments
            kind = self.kinds.get(o)
            if kind is not None:  # what is attacked is told by what it loses
                yield (name, kind), 1
                if self.early and step.number == 1:
                    yield (f"first {name}", kind), 1
        elif name == "fallen":
            yield (name, arguments[0]), 1
        elif name in ("small", "weaker"):
            what = self.kinds[arguments[0]], arguments[2].number
            if arguments[1].number == 2:
                yield (name, what), 1
            elif self.early:
                yield (f"first {name}", what), 1
        elif name == "lost":
            d, step, _ = arguments
            if step.number == 2:
                yield (name, d), 1
            elif self.early:
                yield (f"first {name}", d), 1
        else:
            field, sign = {"loses": ("life", -1), "gains": ("life", 1), "poisons": ("poison", 1)}[name]
            yield (field, arguments[1]), sign
            if self.early and arguments[2].number == 1:
                yield (f"first {field}", arguments[1]), sign

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
