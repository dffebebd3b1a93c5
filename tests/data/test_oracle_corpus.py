"""How much of all printed text compiles, where the card list lies beside the repository."""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.oracle import compile_card

CORPUS = Path(__file__).parents[3] / "shared" / "data" / "cards.jsonl.xz"
pytestmark = pytest.mark.skipif(not CORPUS.exists(), reason="no card list beside the repository")

STEP = 6 if os.environ.get("MAGISTRATE_PROFILE") == "ci" else 1
"""One card in so many is compiled."""
LEAST_CARDS = 0.80
"""Share of cards without any unmodelled line."""
LEAST_LINES = 0.88
"""Share of lines that compile."""


def cards() -> Iterator[Card]:
    """All cards of the list."""
    with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            yield Card(
                entry["name"],
                entry["layout"],
                tuple(_face(face) for face in entry.get("card_faces") or [entry]),
            )


def _face(entry: dict[str, str]) -> Face:
    return Face(
        entry["name"],
        mana_cost=entry.get("mana_cost", ""),
        type_line=entry.get("type_line", ""),
        text=entry.get("oracle_text", ""),
        power=entry.get("power"),
        toughness=entry.get("toughness"),
    )


def test_share_that_compiles() -> None:
    total = whole = lines = gaps = 0
    for card in islice(cards(), 0, None, STEP):
        compiled = compile_card(card)
        total += 1
        whole += not compiled.unmodelled
        lines += sum(1 for face in card.faces for line in face.text.split("\n") if line)
        gaps += len(compiled.unmodelled)
    assert whole / total >= LEAST_CARDS, f"{whole} of {total} cards"
    assert 1 - gaps / lines >= LEAST_LINES, f"{gaps} of {lines} lines do not compile"
