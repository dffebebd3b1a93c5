"""What of a card the judge doesn't know, and how much of all cards it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from clingo import Symbol

from magistrate.bridge.cards import Card
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.moves_left import left_to_moves
from magistrate.bridge.oracle import Unmodelled, compile_card
from magistrate.bridge.parallel import in_order
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
    cards that are `covered`, the commonest first. With `complete` false these are the first cards only.
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
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Part:
    cards: int
    compiled: int
    covered: int
    whole: int
    lines: int
    lines_compiled: int
    lines_covered: int
    gaps: list[tuple[str, str]]  # why and where, once a card
    left: list[tuple[str, str]]  # word and card


def measure(
    cards: Sequence[Card],
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    deadline: Deadline = NEVER,
) -> Coverage:
    """Compile all cards, here or at an executor of any kind.

    `progress` is called with the number of cards done and to do. When the deadline is over, or an interrupt
    comes, the answer is of the cards that were done until then.
    """
    batches = (cards[at : at + _BATCH] for at in range(0, len(cards), _BATCH))
    return _add_up(in_order(_measure, batches, executor, deadline=deadline), len(cards), progress)


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
    return _Part(len(cards), compiled, covered, whole, lines, lines_compiled, lines_covered, found, left)


def _add_up(parts: Iterable[_Part], cards: int, progress: Callable[[int, int], None] | None) -> Coverage:
    compiled = covered = whole = lines = lines_compiled = lines_covered = done = 0
    complete = True
    found: Counter[str] = Counter()
    examples: dict[str, str] = {}
    waiting: Counter[str] = Counter()
    try:
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
            done += part.cards
            if progress is not None:
                progress(done, cards)
    except (KeyboardInterrupt, BoundReached):
        complete = False
    commonest = tuple(Gap(why, count, examples[why]) for why, count in found.most_common())
    left = tuple(Gap(why, count, examples[why]) for why, count in waiting.most_common())
    return Coverage(
        done, compiled, covered, whole, lines, lines_compiled, lines_covered, commonest, left, complete
    )
