"""One open card database a thread, for work that is done in many pieces."""

from __future__ import annotations

import threading
from pathlib import Path

from magistrate.bridge.cards.database import CardDatabase

_here = threading.local()


def opened(path: Path | None) -> CardDatabase:
    """The database at a path, the usual one for None; opened once a thread. Raises as `CardDatabase.open`."""
    known: dict[Path | None, CardDatabase] = _here.__dict__.setdefault("databases", {})
    if path not in known:
        known[path] = CardDatabase.open(path)
    return known[path]
