"""How many legal declarations there are: the product over the parts that don't depend on each other."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from magistrate.bridge.engines.count import count as engine_count
from magistrate.bridge.questions.components import Part

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from magistrate.bridge.engines.observer import GroundProgram

Piece: TypeAlias = "tuple[GroundProgram, int, tuple[int, ...]]"
"""A program, how many of its atoms are counted over, and which of them are decided already."""

MOMENT = 2.0
"""Seconds for a part as a whole, where others can help; what takes longer is counted in pieces."""
DECIDED = 3
"""So many pairs are decided in each piece: 2 to that power pieces."""


def count(parts: list[Part], time_limit: float | None, executor: Executor | None = None) -> int | None:
    """The exact number of choices, one from each part; None when the time ran out. Limit in seconds, 0 or
    None for none. With an executor of any kind, parts and pieces of hard ones are counted there."""
    end = time.monotonic() + time_limit if time_limit else None
    if executor is not None:
        return _split(parts, end, executor)
    known: dict[object, int] = {}
    total = 1
    for part in parts:
        shape = part.shape()
        if shape not in known:
            found = _count((part.program(), len(part.pairs), ()), end)
            if found is None:
                return None
            known[shape] = found
        total *= known[shape]
        if not total:
            break
    return total


def _count(piece: Piece, end: float | None) -> int | None:
    program, pairs, decided = piece
    left = None if end is None else max(0.0, end - time.monotonic())
    found = engine_count(program, range(1, pairs + 1), time_limit=left, assumptions=decided)
    return found.value if found.complete else None


def _elsewhere(piece: Piece, seconds: float | None) -> int | None:
    return _count(piece, None if seconds is None else time.monotonic() + seconds)


def _split(parts: list[Part], end: float | None, executor: Executor) -> int | None:
    """The same number: first all parts for a moment, then the hard ones in pieces. Every piece is one way to
    decide some pairs, so the pieces of a part add up."""
    different = list({part.shape(): part for part in parts}.values())
    times = Counter(part.shape() for part in parts)
    left = None if end is None else max(0.1, end - time.monotonic())
    first = _at(executor, [_whole(part) for part in different], MOMENT if left is None else min(MOMENT, left))
    total = 1
    for part, found in zip(different, first, strict=True):
        if found is None:
            left = None if end is None else max(0.1, end - time.monotonic())
            pieces = _at(executor, list(_pieces(part)), left)
            some = [number for number in pieces if number is not None]
            if len(some) < len(pieces):
                return None
            found = sum(some)
        total *= found ** times[part.shape()]
    return total


def _at(executor: Executor, pieces: list[Piece], seconds: float | None) -> list[int | None]:
    """The count of each piece; None where the time ran out."""
    from magistrate.bridge.parallel import in_order

    return list(in_order(partial(_elsewhere, seconds=seconds), pieces, executor))


def _whole(part: Part) -> Piece:
    return part.program(), len(part.pairs), ()


def _pieces(part: Part) -> Iterator[Piece]:
    """The ways to decide pairs that are far apart from each other."""
    program, pairs, _ = _whole(part)
    decided = min(DECIDED, pairs)
    atoms = [1 + index * pairs // decided for index in range(decided)]
    for signs in product((1, -1), repeat=decided):
        yield program, pairs, tuple(sign * atom for sign, atom in zip(signs, atoms, strict=True))
