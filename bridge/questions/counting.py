"""How many legal declarations there are: the product over the parts that don't depend on each other."""

from __future__ import annotations

import time

from magistrate.bridge.engines.count import count as engine_count
from magistrate.bridge.questions.components import Part


def count(parts: list[Part], time_limit: float | None) -> int | None:
    """The exact number of choices, one from each part; None when the time ran out. Limit in seconds, 0 or
    None for none."""
    end = time.monotonic() + time_limit if time_limit else None
    known: dict[object, int] = {}
    total = 1
    for part in parts:
        shape = part.shape()
        if shape not in known:
            found = _count(part, end)
            if found is None:
                return None
            known[shape] = found
        total *= known[shape]
        if not total:
            break
    return total


def _count(part: Part, end: float | None) -> int | None:
    left = None if end is None else max(0.0, end - time.monotonic())
    found = engine_count(part.program(), range(1, len(part.pairs) + 1), time_limit=left)
    return found.value if found.complete else None
