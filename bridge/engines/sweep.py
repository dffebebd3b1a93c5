"""Counts models by going through the variables one by one, keeping only how far each open sum has come.

Two beginnings that bring every sum equally far have equally many ends, so one state with a number stands for
all of them. A declaration whose creatures are coupled by nothing but numbers has few states, whatever the
number of declarations. Sums that are alike in all that is still to come may swap places in a state.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .errors import NotSupported
from .formula import Formula
from .schedule import Event, Schedule, best_schedule, components
from .sums import sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_STATES = 1 << 21
_BASE = float(1 << 30)
_CARRY = float(1 << 51)
"""Whole numbers are exact below 2^53; numbers are cut into digits before they come near."""


def available() -> bool:
    """Whether numpy is installed."""
    return find_spec("numpy") is not None


def count_models(formula: Formula, chosen: Collection[int], time_limit: float | None = None) -> int | None:
    """The number of assignments of the variables ``chosen`` that extend to models of ``formula``.

    Args:
        formula: what must hold.
        chosen: variables of the formula.
        time_limit: seconds; ``None`` for no limit.

    Returns:
        The exact count, or ``None`` if the time ran out.

    Raises:
        NotSupported: some variable isn't decided by the chosen ones, or there are too many states.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    found = sums(formula, chosen)
    if found is None:
        return 0
    parts, rest = found
    schedules = []
    for part in components(parts):
        schedule = best_schedule(part, rest)
        rest -= schedule.variables
        if schedule.peak > 8 * MOST_STATES:
            raise NotSupported("the variables are coupled too closely to be swept")
        schedules.append(schedule)
    total = 1 << len(rest)
    for schedule in sorted(schedules, key=lambda one: one.cost):
        value = _Sweep(schedule).run(end)
        if value is None:
            return None
        total *= value
        if not total:
            break
    return total


class _Sweep:
    """States as bit fields of whole numbers, and for each state its number in digits of 30 bits."""

    def __init__(self, schedule: Schedule) -> None:
        import numpy

        self._np = numpy
        self._schedule = schedule
        self._keys: NDArray[Any] = numpy.zeros(1, dtype=numpy.int64)
        self._counts: list[NDArray[Any]] = [numpy.ones(1)]

    def run(self, end: float | None) -> int | None:
        for event in self._schedule.events:
            if end is not None and time.monotonic() >= end:
                return None
            self._event(event)
            if not len(self._keys):
                return 0
            if len(self._keys) > MOST_STATES:
                raise NotSupported("more states than fit")
        return sum(int(digit.sum()) << (30 * place) for place, digit in enumerate(self._counts))

    def _event(self, event: Event) -> None:
        np = self._np
        keys, counts = [], []
        for alternative in event.alternatives:
            key, digits = self._keys, self._counts
            if alternative.select is not None:
                shift, mask, value = alternative.select
                here = (key >> shift) & mask == value
                key = key[here] - (value << shift)
                digits = [digit[here] for digit in digits]
            for shift, mask, table in alternative.updates:
                old = (key >> shift) & mask
                new = np.array(table, dtype=np.int64)[old]
                if min(table) < 0:
                    alive = new >= 0
                    if not alive.all():
                        key, old, new = key[alive], old[alive], new[alive]
                        digits = [digit[alive] for digit in digits]
                key = key + ((new - old) << shift)
            keys.append(key)
            counts.append(digits)
        key = np.concatenate(keys)
        digits = [np.concatenate(digit) for digit in zip(*counts, strict=True)]
        for fields in event.alike:
            key = self._sorted(key, fields)
        self._merge(key, digits, event.bits)

    def _sorted(self, key: NDArray[Any], fields: Sequence[tuple[int, int]]) -> NDArray[Any]:
        """The fields in ascending order."""
        np = self._np
        values = np.stack([(key >> shift) & mask for shift, mask in fields])
        values.sort(axis=0)
        clear = 0
        for shift, mask in fields:
            clear |= mask << shift
        key = key & ~np.int64(clear)
        for value, (shift, _) in zip(values, fields, strict=True):
            key |= value << shift
        return key

    def _merge(self, key: NDArray[Any], digits: list[NDArray[Any]], bits: int) -> None:
        """Adds up the numbers of equal states."""
        np = self._np
        if any(digit.sum() >= _CARRY for digit in digits):
            digits = self._carried(digits)
        if 1 << bits <= 4 * len(key) + 4096:
            sums = [np.bincount(key, weights=digit, minlength=1) for digit in digits]
            some = sums[0] > 0
            for digit in sums[1:]:
                some |= digit > 0
            self._keys = np.flatnonzero(some)
            self._counts = [digit[self._keys] for digit in sums]
        else:
            self._keys, place = np.unique(key, return_inverse=True)
            self._counts = [np.bincount(place, weights=digit) for digit in digits]

    def _carried(self, digits: list[NDArray[Any]]) -> list[NDArray[Any]]:
        np = self._np
        out = []
        carry = 0.0
        for digit in digits:
            digit = digit + carry
            carry = np.floor(digit / _BASE)
            out.append(digit - carry * _BASE)
        if np.any(carry):
            out.append(np.asarray(carry))
        return out
