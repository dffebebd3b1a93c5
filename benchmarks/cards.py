"""Card lists: how fast they are imported, and card texts compiled."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figures import Figure, timed, timed_once

if TYPE_CHECKING:
    from magistrate.bridge.cards import Card

ALL = 600
"""Seconds for all cards: 300 on two processors."""
MEMORY = 1000
"""Megabytes."""
ONE = 25
"""Milliseconds for any card."""
SLOWEST = 40
"""So many cards are compiled again: what was slow the first time may have been something else's fault."""

LIST = Path(__file__).parents[2] / "shared" / "data" / "cards.jsonl.xz"


def cards(quick: bool, file: Path = LIST) -> Iterator[Figure]:
    """Import of a card list and compilation of its texts; nothing in a quick run, or without the list."""
    if quick or not file.exists():
        return
    from magistrate.bridge.cards import CardDatabase
    from magistrate.bridge.cards.importing import import_cards
    from magistrate.bridge.oracle import compile_card

    topic = "Cards"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.db"
        _, spent = timed(lambda: import_cards([file], path))
        with CardDatabase.open(path) as database:
            every = list(database)
    yield Figure(topic, f"{len(every):,} imported", len(every) / spent.cpu, "/s", note=f"{spent.cpu:.1f} s")
    compile_card(every[0])
    before = _memory()
    seconds = {card.name: timed_once(lambda card=card: compile_card(card)) for card in every}
    total = sum(seconds.values())
    yield Figure(topic, f"{len(every):,} compiled", total, "s", ALL, note=f"{len(every) / total:,.0f}/s")
    yield Figure(topic, "most memory meanwhile", _memory(), "MB", MEMORY, note=f"{before:,.0f} MB before")
    slowest = sorted(every, key=lambda card: -seconds[card.name])[:SLOWEST]
    again = {card.name: _anew(card) for card in slowest}
    worst = max(again, key=lambda name: again[name])
    yield Figure(topic, "the slowest card", 1000 * again[worst], "ms", ONE, note=worst)


def _memory() -> float:
    """The most memory that this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _anew(card: Card) -> float:
    """The least time that a card takes whose lines weren't compiled before."""
    from magistrate.bridge.oracle import compile_card, compiler

    def once() -> float:
        compiler._parse.cache_clear()
        return timed_once(lambda: compile_card(card))

    return min(once() for _ in range(5))
