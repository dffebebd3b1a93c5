"""Card lists: how fast they are imported, and card texts compiled."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.figures import Figure, timed

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
            number = len(database)
            some = list(islice(database, 0, None, 10))
    yield Figure(topic, f"{number:,} imported", number / spent.cpu, "/s", note=f"{spent.cpu:.1f} s")
    compile_card(some[0])
    _, spent = timed(lambda: [compile_card(card) for card in some])
    yield Figure(topic, f"{len(some):,} compiled", len(some) / spent.cpu, "/s")
