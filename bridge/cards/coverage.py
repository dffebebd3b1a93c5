"""How much of all cards compiles: cards with nothing left over, lines, and the commonest gaps."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from magistrate.bridge.cards.faces import Card

_BATCH = 200


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that isn't understood, on how many cards, and the first line that has it."""

    why: str
    cards: int
    example: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """Cards in all, and those with nothing unmodelled; lines of text likewise; gaps, the commonest first."""

    cards: int
    covered: int
    lines: int
    compiled: int
    gaps: tuple[Gap, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    covered: int
    lines: int
    compiled: int
    gaps: list[tuple[str, str]]  # why and where, once a card


def measure(
    cards: Sequence[Card], jobs: int = 0, progress: Callable[[int, int], None] | None = None
) -> Coverage:
    """Compile all cards, in so many processes (0: one a processor).

    `progress` is called with the number of cards done and to do.
    """
    batches = [cards[at : at + _BATCH] for at in range(0, len(cards), _BATCH)]
    jobs = min(jobs or os.cpu_count() or 1, len(batches))
    if jobs <= 1:
        return _add_up(map(_measure, batches), len(cards), progress)
    with ProcessPoolExecutor(jobs) as pool:
        return _add_up(pool.map(_measure, batches), len(cards), progress)


def _measure(cards: Sequence[Card]) -> _Part:
    from magistrate.bridge.oracle import compile_card

    covered = lines = compiled = 0
    gaps: list[tuple[str, str]] = []
    for card in cards:
        unmodelled = compile_card(card).unmodelled
        count = sum(1 for face in card.faces for line in face.text.splitlines() if line.strip())
        covered += not unmodelled
        lines += count
        compiled += count - min(count, len({(gap.line, gap.text) for gap in unmodelled}))
        first: dict[str, str] = {}
        for gap in unmodelled:
            first.setdefault(gap.why, f"{card.name}: {gap.text}")
        gaps += first.items()
    return _Part(covered, lines, compiled, gaps)


def _add_up(parts: Iterable[_Part], cards: int, progress: Callable[[int, int], None] | None) -> Coverage:
    covered = lines = compiled = done = 0
    gaps: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for part in parts:
        covered += part.covered
        lines += part.lines
        compiled += part.compiled
        for why, where in part.gaps:
            gaps[why] += 1
            examples.setdefault(why, where)
        done = min(done + _BATCH, cards)
        if progress is not None:
            progress(done, cards)
    commonest = tuple(Gap(why, count, examples[why]) for why, count in gaps.most_common())
    return Coverage(cards, covered, lines, compiled, commonest)
