"""How many legal declarations there are: the product over the parts that don't depend on each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

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


class Counted(NamedTuple):
    """How many there are, or, when time or a person stopped it, a number that is certainly reached."""

    value: int
    complete: bool
    stopped: bool = False
    """Whether a person did."""


Told: TypeAlias = "Callable[[str, int, int], None]"


def count(
    parts: list[Part],
    time_limit: float | None,
    executor: Executor | None = None,
    progress: Told | None = None,
) -> Counted:
    """The number of choices, one from each part, each of which has one. Limit in seconds, 0 or None for none.
    With an executor of any kind, parts and pieces of hard ones are counted there. `progress` is told how
    many parts or pieces are counted."""
    end = time.monotonic() + time_limit if time_limit else None
    known: dict[object, Counted] = {}
    stopped = False
    told = progress or _untold
    try:
        if executor is not None:
            _split(parts, end, executor, known, told)
        else:
            for number, part in enumerate(parts):
                told("parts", number, len(parts))
                if part.shape() not in known:
                    known[part.shape()] = _count((part.program(), len(part.pairs), ()), end)
    except KeyboardInterrupt:
        stopped = True
    found = [known.get(part.shape(), Counted(1, False)) for part in parts]
    if any(one.complete and not one.value for one in found):
        return Counted(0, True)
    total = prod(one.value if one.complete else max(1, one.value) for one in found)
    return Counted(total, all(one.complete for one in found), stopped)


def _untold(what: str, done: int, of: int) -> None:
    """Nobody waits."""


def _count(piece: Piece, end: float | None) -> Counted:
    program, pairs, decided = piece
    left = None if end is None else max(0.0, end - time.monotonic())
    found = engine_count(program, range(1, pairs + 1), time_limit=left, assumptions=decided)
    return Counted(found.value, found.complete)


def _elsewhere(piece: Piece, seconds: float | None) -> Counted:
    return _count(piece, None if seconds is None else time.monotonic() + seconds)


def _split(
    parts: list[Part], end: float | None, executor: Executor, known: dict[object, Counted], told: Told
) -> None:
    """The same: first all parts for a moment, then the hard ones in pieces. Every piece is one way to decide
    some pairs, so the pieces of a part add up."""
    different = list({part.shape(): part for part in parts}.values())
    left = None if end is None else max(0.1, end - time.monotonic())
    moment = MOMENT if left is None else min(MOMENT, left)
    whole = _at(executor, [_whole(part) for part in different], moment)
    for number, (part, found) in enumerate(zip(different, whole, strict=True), 1):
        known[part.shape()] = found
        told("parts", number, len(different))
    hard = [part for part in different if not known[part.shape()].complete]
    pieces = [(part, piece) for part in hard for piece in _pieces(part)]
    sums: dict[object, list[Counted]] = {part.shape(): [] for part in hard}
    size = {part.shape(): sum(other is part for other, _ in pieces) for part in hard}
    left = None if end is None else max(0.1, end - time.monotonic())
    counted = _at(executor, [piece for _, piece in pieces], left)
    for number, ((part, _), found) in enumerate(zip(pieces, counted, strict=True), 1):
        shape = part.shape()
        sums[shape].append(found)
        value = sum(one.value for one in sums[shape])
        all_of = len(sums[shape]) == size[shape] and all(one.complete for one in sums[shape])
        known[shape] = Counted(value if all_of else max(value, known[shape].value), all_of)
        told("pieces", number, len(pieces))


def _at(executor: Executor, pieces: list[Piece], seconds: float | None) -> Iterator[Counted]:
    """The count of each piece, as they come in."""
    from magistrate.bridge.parallel import in_order

    return in_order(partial(_elsewhere, seconds=seconds), pieces, executor)


def _whole(part: Part) -> Piece:
    return part.program(), len(part.pairs), ()


def _pieces(part: Part) -> Iterator[Piece]:
    """The ways to decide pairs that are far apart from each other."""
    program, pairs, _ = _whole(part)
    decided = min(DECIDED, pairs)
    atoms = [1 + index * pairs // decided for index in range(decided)]
    for signs in product((1, -1), repeat=decided):
        yield program, pairs, tuple(sign * atom for sign, atom in zip(signs, atoms, strict=True))
