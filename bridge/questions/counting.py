"""How many legal declarations there are: the product over the parts that don't depend on each other."""

from __future__ import annotations

import time

from clingo.solving import Model

from magistrate.bridge.questions.components import Part

CLASP_MODELS = 150_000
"""Parts with more models than this are handed on, if there is an engine that counts."""


def count(parts: list[Part], time_limit: float | None) -> int | None:
    """The exact number of choices, one from each part; None when the time ran out. Limit in seconds, 0 or None for none."""
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
    counted, certain = _with_clasp(part, end, CLASP_MODELS)
    if certain:
        return counted
    return _handed_on(part, end)


def _with_clasp(part: Part, end: float | None, most: int) -> tuple[int, bool]:
    """Count by enumerating; whether all were found."""
    control, _ = part.control()
    counted = 0

    def on_model(_: Model) -> bool:
        nonlocal counted
        counted += 1
        return (not most or counted <= most) and (end is None or counted & 1023 > 0 or time.monotonic() < end)

    result = control.solve(on_model=on_model)
    return counted, bool(result.exhausted)


def _handed_on(part: Part, end: float | None) -> int | None:
    counted, certain = _with_clasp(part, end, 0)
    return counted if certain else None
