"""What of a card the judge doesn't know, and how much of all cards it knows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from clingo import Symbol

from magistrate.bridge.cards import Card
from magistrate.bridge.moves_left import left_to_moves
from magistrate.bridge.oracle import Unmodelled, compile_card
from magistrate.bridge.unmodelled import gaps

_BATCH = 200


def known(card: Card) -> tuple[frozenset[Symbol], tuple[Unmodelled, ...]]:
    """A card's facts, and what is missing: lines that don't compile, words that no program file carries."""
    facts = compile_card(card).facts
    missing = (Unmodelled(face.arguments[0].string, line, text, why) for face, line, text, why in gaps(facts))
    return facts, tuple(sorted(missing, key=lambda gap: (gap.card, gap.line, gap.text, gap.why)))


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that isn't understood, on how many cards, and the first line that has it."""

    why: str
    cards: int
    example: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many cards, and of how many of them

    - the whole text compiles (`compiled`),
    - nothing is unmodelled in questions of what is legal and what things are (`covered`),
    - nothing is unmodelled at all: no instruction, trigger or replacement waits to be carried out (`whole`);

    lines of text likewise, without `whole`; gaps of `covered`, and the words that no file carries out among
    cards that are `covered`, the commonest first.
    """

    cards: int
    compiled: int
    covered: int
    whole: int
    lines: int
    lines_compiled: int
    lines_covered: int
    gaps: tuple[Gap, ...]
    left: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    compiled: int
    covered: int
    whole: int
    lines: int
    lines_compiled: int
    lines_covered: int
    gaps: list[tuple[str, str]]  # why and where, once a card
    left: list[tuple[str, str]]  # word and card


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
    compiled = covered = whole = lines = lines_compiled = lines_covered = 0
    found: list[tuple[str, str]] = []
    left: list[tuple[str, str]] = []
    for card in cards:
        try:
            facts, missing = known(card)
        except Exception as fault:
            fault.add_note(f"while compiling '{card.name}'")
            raise
        count = sum(1 for face in card.faces for line in face.text.splitlines() if line.strip())
        unread = {(fact.arguments[0], fact.arguments[1]) for fact in facts if fact.name == "unmodelled"}
        compiled += not unread
        covered += not missing
        words = (
            {}
            if missing
            else {f"{folder[:-1]} {word}": card.name for _, (folder, word) in left_to_moves(facts)}
        )
        whole += not missing and not words
        left += words.items()
        lines += count
        lines_compiled += count - min(count, len(unread))
        lines_covered += count - min(count, len({(gap.card, gap.line) for gap in missing}))
        first: dict[str, str] = {}
        for gap in missing:
            first.setdefault(gap.why, f"{gap.card}: {gap.text}")
        found += first.items()
    return _Part(compiled, covered, whole, lines, lines_compiled, lines_covered, found, left)


def _add_up(parts: Iterable[_Part], cards: int, progress: Callable[[int, int], None] | None) -> Coverage:
    compiled = covered = whole = lines = lines_compiled = lines_covered = done = 0
    found: Counter[str] = Counter()
    examples: dict[str, str] = {}
    waiting: Counter[str] = Counter()
    for part in parts:
        compiled += part.compiled
        covered += part.covered
        whole += part.whole
        lines += part.lines
        lines_compiled += part.lines_compiled
        lines_covered += part.lines_covered
        for why, where in part.gaps:
            found[why] += 1
            examples.setdefault(why, where)
        for why, where in part.left:
            waiting[why] += 1
            examples.setdefault(why, where)
        done = min(done + _BATCH, cards)
        if progress is not None:
            progress(done, cards)
    commonest = tuple(Gap(why, count, examples[why]) for why, count in found.most_common())
    left = tuple(Gap(why, count, examples[why]) for why, count in waiting.most_common())
    return Coverage(cards, compiled, covered, whole, lines, lines_compiled, lines_covered, commonest, left)
