"""What of a card the judge doesn't know, and how much of all cards it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache

from clingo import Symbol

from magistrate.bridge import shapes
from magistrate.bridge.cards import Card
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.moves_left import left_to_moves
from magistrate.bridge.oracle import Unmodelled, compile_card, typeline
from magistrate.bridge.oracle.expected import family
from magistrate.bridge.oracle.tables import constant
from magistrate.bridge.oracle.words import SIMPLE_KEYWORDS
from magistrate.bridge.parallel import in_order
from magistrate.bridge.programs import implemented
from magistrate.bridge.unmodelled import gaps

_BATCH = 200
NOT_MODELLED = "not modelled: "
"""What a reason begins with that lists words without a program file."""


def known(card: Card) -> tuple[frozenset[Symbol], tuple[Unmodelled, ...]]:
    """A card's facts, and what is missing: lines that don't compile, words that no program file carries."""
    facts = compile_card(card).facts
    missing = (Unmodelled(face.arguments[0].string, line, text, why) for face, line, text, why in gaps(facts))
    return facts, tuple(sorted(missing, key=lambda gap: (gap.card, gap.line, gap.text, gap.why)))


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that isn't understood, or a word that nothing carries out.

    How many cards have it, the first line or card that does, and how many cards lack nothing else.
    """

    why: str
    cards: int
    example: str
    alone: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """Cards of one type or with one keyword: how many, how many that compile, and that are modelled whole."""

    name: str
    cards: int
    compiled: int
    whole: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many cards, and of how many of them

    - the whole text compiles (`compiled`),
    - nothing is unmodelled in questions of what is legal and what things are (`covered`),
    - nothing is unmodelled at all: no instruction, trigger or replacement waits to be carried out (`whole`);

    lines of text likewise, without `whole`; the gaps, the commonest first; shares by card type and by
    keyword, the largest first. With `complete` false these are the first cards only.
    """

    cards: int
    compiled: int
    covered: int
    whole: int
    lines: int
    lines_compiled: int
    lines_covered: int
    gaps: tuple[Gap, ...]
    types: tuple[Share, ...] = ()
    keywords: tuple[Share, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Found:
    """What one card gave."""

    compiled: bool
    covered: bool
    lines: int
    lines_compiled: int
    lines_covered: int
    gaps: dict[str, str]  # why and where
    types: frozenset[str]
    keywords: frozenset[str]


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


def _measure(cards: Sequence[Card]) -> list[_Found]:
    found = [_look_at(card) for card in cards]
    shapes._KNOWN.clear()  # of facts that nobody asks for again: most of the memory otherwise
    return found


def _look_at(card: Card) -> _Found:
    try:
        facts, missing = known(card)
    except Exception as fault:
        fault.add_note(f"while compiling '{card.name}'")
        raise
    lines = sum(1 for face in card.faces for line in face.text.splitlines() if line.strip())
    unread = {(fact.arguments[0], fact.arguments[1]) for fact in facts if fact.name == "unmodelled"}
    found: dict[str, str] = {}
    for gap in missing:
        for why in _needs(gap.why):
            found.setdefault(why, f"{gap.card}: {gap.text}")
    for _, (folder, word) in left_to_moves(facts):
        found.setdefault(f"{folder.removesuffix('s')} {word}", card.name)
    return _Found(
        compiled=not unread,
        covered=not missing,
        lines=lines,
        lines_compiled=lines - min(lines, len(unread)),
        lines_covered=lines - min(lines, len({(gap.card, gap.line) for gap in missing})),
        gaps=found,
        types=frozenset(word for face in card.faces for word in typeline.parse(face.type_line)[1]),
        keywords=_keywords(card, facts),
    )


def _needs(why: str) -> list[str]:
    """The gaps that a reason names: each word that isn't modelled, or where understanding stopped."""
    words = why.removeprefix(NOT_MODELLED)
    return [family(why)] if words == why else words.split(", ")


def _keywords(card: Card, facts: frozenset[Symbol]) -> frozenset[str]:
    """The keyword abilities of a card: those that the source lists, and those that its faces compile to."""
    faces = {face.name for face in card.faces}
    printed = {
        fact.arguments[1].name
        for fact in facts
        if fact.name == "keyword"
        and (face := fact.arguments[0].arguments[0]).name == "c"
        and face.arguments[0].string in faces
    }
    return frozenset(printed | {constant(word) for word in card.keywords} & _named_keywords())


@cache
def _named_keywords() -> frozenset[str]:
    return implemented("keywords") | implemented("meanings") | {constant(word) for word in SIMPLE_KEYWORDS}


class _Group:
    """Cards that are counted together, by names."""

    def __init__(self) -> None:
        self.cards: Counter[str] = Counter()
        self.compiled: Counter[str] = Counter()
        self.whole: Counter[str] = Counter()

    def add(self, names: frozenset[str], card: _Found) -> None:
        self.cards.update(names)
        if card.compiled:
            self.compiled.update(names)
        if not card.gaps:
            self.whole.update(names)

    def shares(self) -> tuple[Share, ...]:
        counted = sorted(self.cards.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Share(name, count, self.compiled[name], self.whole[name]) for name, count in counted)


def _add_up(
    parts: Iterable[list[_Found]], cards: int, progress: Callable[[int, int], None] | None
) -> Coverage:
    done: list[_Found] = []
    complete = True
    gaps: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    examples: dict[str, str] = {}
    types, keywords = _Group(), _Group()
    try:
        for part in parts:
            for card in part:
                gaps.update(card.gaps.keys())
                if len(card.gaps) == 1:
                    alone.update(card.gaps.keys())
                for why, where in card.gaps.items():
                    examples.setdefault(why, where)
                types.add(card.types, card)
                keywords.add(card.keywords, card)
            done += part
            if progress is not None:
                progress(len(done), cards)
    except (KeyboardInterrupt, BoundReached):
        complete = False
    return Coverage(
        cards=len(done),
        compiled=sum(card.compiled for card in done),
        covered=sum(card.covered for card in done),
        whole=sum(not card.gaps for card in done),
        lines=sum(card.lines for card in done),
        lines_compiled=sum(card.lines_compiled for card in done),
        lines_covered=sum(card.lines_covered for card in done),
        gaps=tuple(Gap(why, count, examples[why], alone[why]) for why, count in gaps.most_common()),
        types=types.shares(),
        keywords=keywords.shares(),
        complete=complete,
    )
