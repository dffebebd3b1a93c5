"""How much of all printed text compiles, where the card list lies beside the repository."""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from typing import NamedTuple

import pytest
from mutations import CORPUS, printed_cards
from vocabulary import Word, listed, used

from magistrate.bridge.oracle import compile_card

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="no card list beside the repository")

STEP = 6 if os.environ.get("MAGISTRATE_PROFILE") == "ci" else 1
"""One card in so many is compiled."""
LEAST_CARDS = 0.84
"""Share of cards without any unmodelled line."""
LEAST_LINES = 0.91
"""Share of lines that compile."""


class Found(NamedTuple):
    """What compiling the cards gave."""

    cards: int
    whole: int
    lines: int
    gaps: int
    words: dict[Word, str]  # a card that uses the word
    counts: Counter[Word]


@pytest.fixture(scope="module")
def found() -> Found:
    """All cards, compiled once."""
    total = whole = lines = gaps = 0
    words: dict[Word, str] = {}
    counts: Counter[Word] = Counter()
    for card in islice(printed_cards(), 0, None, STEP):
        compiled = compile_card(card)
        total += 1
        whole += not compiled.unmodelled
        lines += sum(1 for face in card.faces for line in face.text.split("\n") if line)
        gaps += len(compiled.unmodelled)
        for word in set(used(compiled.facts)):
            words.setdefault(word, card.name)
            counts[word] += 1
    return Found(total, whole, lines, gaps, words, counts)


def test_share_that_compiles(found: Found) -> None:
    assert found.whole / found.cards >= LEAST_CARDS, f"{found.whole} of {found.cards} cards"
    assert 1 - found.gaps / found.lines >= LEAST_LINES, f"{found.gaps} of {found.lines} lines do not compile"


def test_every_word_is_documented(found: Found) -> None:
    lacking = {word: found.words[word] for word in sorted(set(found.words) - listed())}
    assert not lacking, "not in asp/vocabulary: " + ", ".join(
        f"{name}/{size} ({found.counts[name, size]} cards, one is {card})"
        for (name, size), card in lacking.items()
    )
