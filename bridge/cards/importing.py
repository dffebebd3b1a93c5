"""Reading card lists into the database: all of them or nothing."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from magistrate.bridge.cards.database import SCHEMA, connect, put
from magistrate.bridge.cards.sources import read_cards
from magistrate.bridge.cards.streams import Bounds, open_scanner
from magistrate.bridge.errors import BadInput, MagistrateError, Place

if TYPE_CHECKING:
    import sqlite3


@dataclass(frozen=True, slots=True)
class Report:
    """What an import came to: cards in the database now; new, changed, same; objects that were no cards."""

    cards: int
    new: int
    changed: int
    same: int
    skipped: int


def import_cards(
    files: Sequence[Path],
    database: Path,
    *,
    bounds: Bounds | None = None,
    keep: bool = True,
    progress: Callable[[Path, int, int], None] | None = None,
) -> Report:
    """Read card lists into a database, over the cards that are in it (`keep`) or instead of them.

    The new database is written beside the old one and takes its place at the end, so that whoever reads
    meanwhile has the old one, and an error leaves it as it was. `-` is standard input. `progress` is given
    the file, the bytes read from it and its size (0: unknown).

    Raises `BadInput` at the first thing in a file that is not as it should be, `MagistrateError` where the
    database can't be written.
    """
    import sqlite3

    database = database.resolve()  # a link stays a link
    if database.is_dir():
        raise MagistrateError(f"{database} is a folder, expected the name of a database file")
    partial = database.with_name(f".{database.name}.{os.getpid()}.partial")
    counts: Counter[str] = Counter()
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as undo:
            undo.callback(lambda: partial.unlink(missing_ok=True))
            new = sqlite3.connect(partial)
            undo.callback(new.close)
            if keep and database.exists():
                old = connect(database)
                old.backup(new)
                old.close()
            new.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA)
            with new:
                for file in files:
                    _read(file, new, bounds or Bounds(), progress, counts)
                if counts["new"] or counts["changed"]:
                    new.execute("DELETE FROM compiled")  # texts that are gone would stay for ever
            total = new.execute("SELECT count(*) FROM cards").fetchone()[0]
            new.close()
            _sync(partial)
            os.replace(partial, database)
    except (sqlite3.Error, OSError) as error:
        raise MagistrateError(f"can't write the card database {database}: {error}") from error
    return Report(total, counts["new"], counts["changed"], counts["same"], counts["skipped"])


def _read(
    file: Path,
    into: sqlite3.Connection,
    bounds: Bounds,
    progress: Callable[[Path, int, int], None] | None,
    counts: Counter[str],
) -> None:
    try:
        raw: IO[bytes] = sys.stdin.buffer if str(file) == "-" else file.open("rb")
    except OSError as error:
        raise BadInput(f"can't be read: {error.strerror}", Place(str(file))) from None
    with raw:
        size = 0
        with suppress(OSError):
            size = os.fstat(raw.fileno()).st_size

        def tick() -> None:
            if progress is not None:
                done = 0
                with suppress(OSError):
                    done = raw.tell()
                progress(file, done, size)

        for read in read_cards(open_scanner(file, raw, bounds, tick)):
            counts["skipped" if read is None else put(into, read.card, read.rank)] += 1


def _sync(file: Path) -> None:
    with file.open("rb+") as handle:
        os.fsync(handle.fileno())
