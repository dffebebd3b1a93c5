"""Every compiled line of 300 cards, told back in English, holds every word of its text that carries meaning.

A part of a sentence that the compiler dropped is a word that the retelling doesn't hold. Where the retelling
says the same with other words, the card, the line and the reason are listed: nothing else may differ.
"""

from __future__ import annotations

from hashlib import blake2b

import pytest
from mutations import CORPUS, printed_cards

from magistrate.bridge.cards.faces import Card
from magistrate.bridge.explain.english import retell
from magistrate.bridge.explain.english.compare import dropped
from magistrate.bridge.oracle import compile_card

pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="no card list beside the repository")

CARDS = 300
LISTED: dict[tuple[str, int], str] = {
    ("Invincible Hymn", 1): "what is counted first is told where the number is used",
}
"""Name and line number of what differs, and why that is no loss."""


def _chosen() -> list[Card]:
    """The cards whose names have the least hashes."""
    return sorted(printed_cards(), key=lambda card: blake2b(card.name.encode()).digest())[:CARDS]


def test_nothing_is_dropped() -> None:
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    lines = 0
    for card in _chosen():
        for line in retell(compile_card(card).facts):
            face = next((f for f in card.faces if f.name == line.face.arguments[0].string), None)
            if face is None:
                continue  # a token that a text names: its text is the compiler's own
            lines += 1
            assert "<" not in line.english, f"{face.name}, line {line.line}: a word without a phrase"
            missing = dropped(line.text, line.english, face.name, legendary="Legendary" in face.type_line)
            if missing:
                found[face.name, line.line] = missing
    assert lines > CARDS
    assert {where: words for where, words in found.items() if where not in LISTED} == {}
    assert set(LISTED) <= set(found), "listed, but told by now"
