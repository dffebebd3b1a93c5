"""The card database: reading it. SQLite, one file; `importing` writes it.

Nothing is opened before the first card is looked for, so that a position which defines its own cards pays
nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from magistrate.bridge.cards.faces import Card
from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import BadInput, MagistrateError, Place

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

VARIABLE = "MAGISTRATE_CARDS"
VERSION = 1  # of the tables below; kept in SQLite's user_version
APPLICATION = 0x4D414749  # marks the file as ours

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE IF NOT EXISTS cards (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, rank INTEGER NOT NULL, json TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS names (
    key TEXT NOT NULL, card INTEGER NOT NULL, whole INTEGER NOT NULL, label TEXT NOT NULL,
    PRIMARY KEY (key, card, whole)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_of_card ON names (card);
CREATE TABLE IF NOT EXISTS compiled (key TEXT PRIMARY KEY, blob BLOB NOT NULL) WITHOUT ROWID;
"""


class AmbiguousName(MagistrateError):
    """Several cards have a face of this name, and none of them has it as its whole name."""

    def __init__(self, name: str, cards: list[str]) -> None:
        listed = "; ".join(cards)
        super().__init__(f"'{name}' names a part of several cards: {listed}; write the whole name")
        self.name = name
        self.cards = cards


def default_path() -> Path:
    """Where the database is when nobody says otherwise: `MAGISTRATE_CARDS`, else the user's data folder."""
    from pathlib import Path

    return Path(_usual())


def _usual() -> str:
    return os.environ.get(VARIABLE) or os.path.join(users_folder("data") or "", "cards.db")


def users_folder(kind: Literal["data", "cache"]) -> str | None:
    """The user's folder for what Magistrate keeps; None where the user has no home."""
    if sys.platform == "linux":  # what platformdirs says, without its import
        base = os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip()
        home = os.path.expanduser("~")
        if not base and not home.startswith("/"):
            return None
        return os.path.join(base or f"{home}/{'.local/share' if kind == 'data' else '.cache'}", "magistrate")
    import platformdirs

    made = platformdirs.user_data_dir if kind == "data" else platformdirs.user_cache_dir
    return made("magistrate", appauthor=False)


class CardDatabase:
    """Cards by name. Use `open` or `memory`; a context manager, and safe to leave open."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else os.fspath(path)
        self._connection: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None
        self._may_write = True
        self._found: dict[str, Card | None] = {}

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> CardDatabase:
        """The database at this path; without one, at the default path, and empty if none was made there yet.

        Raises `MagistrateError` where a path (or `MAGISTRATE_CARDS`) is given and nothing is there. A file
        that is no database is found out when the first card is looked for, as `BadInput`.
        """
        wanted = os.fspath(path) if path else _usual()
        if os.path.isfile(wanted):
            return cls(wanted)
        if path is None and not os.environ.get(VARIABLE):
            return cls.memory()
        raise MagistrateError(f"no card database at {wanted}; make one with: magistrate cards import FILE")

    @classmethod
    def memory(cls, cards: Iterable[Card] = ()) -> CardDatabase:
        """A database of these cards only, in memory; empty without any."""
        database = cls(None)
        for card in cards:
            put(database._connected(), card)
        return database

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            if self.path is not None:
                self._connection = connect(self.path)
            else:
                import sqlite3

                self._connection = sqlite3.connect(":memory:")
                self._connection.executescript(SCHEMA)
        return self._connection

    def _query(self, sql: str, *values: object) -> list[Any]:
        import sqlite3

        try:
            return self._connected().execute(sql, values).fetchall()
        except sqlite3.Error as error:
            message = f"can't be read: {error}; is it damaged? delete it and import the cards again"
            raise BadInput(message, Place(str(self.path))) from error

    def find(self, name: str) -> Card | None:
        """The card of this name, whole or of one face; case, accents and punctuation don't count.

        A whole name goes before a face's, the exact spelling before any other. None where no card has the
        name. Raises `AmbiguousName`.
        """
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    def _find(self, name: str) -> Card | None:
        if self.path is None and self._connection is None:  # in memory, and nothing was put there
            return None
        rows = self._query(
            "SELECT json, label, cards.name FROM names JOIN cards ON cards.id = names.card "
            "WHERE key = ? ORDER BY whole DESC, label <> ?, cards.name",
            name_key(name),
            name,
        )
        if not rows:
            return None
        best = Card.from_json(rows[0][0])
        others = sorted({row[2] for row in rows})
        is_whole = name_key(best.name) == name_key(name)
        if len(others) > 1 and not is_whole:
            raise AmbiguousName(name, others)
        return best

    def suggest(self, name: str, n: int = 3) -> list[str]:
        """At most n names of cards and faces that look like this one, the likeliest first; none far off."""
        from rapidfuzz import fuzz, process

        key = name_key(name)
        labels = dict(self._query("SELECT key, label FROM names ORDER BY whole"))
        near = process.extract(key, labels.keys(), scorer=fuzz.ratio, limit=n, score_cutoff=70)
        if not near and len(key) >= 3:  # a part of a name was typed
            near = process.extract(key, labels.keys(), scorer=fuzz.partial_ratio, limit=n, score_cutoff=90)
        return [labels[found] for found, _, _ in near]

    def starting_with(self, start: str, n: int = 50) -> list[str]:
        """At most n names of cards and faces that begin so, for completion."""
        key = name_key(start) if start else ""
        rows = self._query(
            "SELECT DISTINCT label FROM names WHERE key >= ? AND key < ? ORDER BY label LIMIT ?",
            key,
            key + "\U0010ffff",
            n,
        )
        return [row[0] for row in rows]

    def names(self) -> list[str]:
        """The whole names of all cards, sorted."""
        return [row[0] for row in self._query("SELECT name FROM cards ORDER BY name")]

    def __iter__(self) -> Iterator[Card]:
        """All cards, sorted by name."""
        for row in self._query("SELECT json FROM cards ORDER BY name"):
            yield Card.from_json(row[0])

    def __len__(self) -> int:
        """How many cards there are."""
        return int(self._query("SELECT count(*) FROM cards")[0][0])

    def __contains__(self, name: str) -> bool:
        """Whether a card goes by this name."""
        return bool(self._query("SELECT 1 FROM names WHERE key = ? LIMIT 1", name_key(name)))

    def cached(self, key: str) -> bytes | None:
        """What was stored under this key, if anything. A key holds all that the value depends on."""
        rows = self._query("SELECT blob FROM compiled WHERE key = ?", key)
        return bytes(rows[0][0]) if rows else None

    def store(self, key: str, blob: bytes) -> None:
        """Keep a value for later; quietly nothing where the database can't be written to, or is busy."""
        self.store_all({key: blob})

    def store_all(self, values: dict[str, bytes]) -> None:
        """Keep several values in one go."""
        import sqlite3

        if not self._may_write or not values:
            return
        try:
            if self._writer is None:
                if self.path is None:
                    self._writer = self._connected()
                else:
                    self._writer = sqlite3.connect(_uri(self.path, "rw"), uri=True, timeout=0.2)
            with self._writer:
                self._writer.executemany("INSERT OR REPLACE INTO compiled VALUES (?, ?)", values.items())
        except sqlite3.Error:
            self._may_write = False

    def close(self) -> None:
        """Let go of the file."""
        for connection in {self._connection, self._writer}:
            if connection is not None:
                connection.close()
        self._connection = self._writer = None

    def __enter__(self) -> CardDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _uri(path: str | os.PathLike[str], mode: str) -> str:
    from pathlib import Path

    return f"{Path(path).absolute().as_uri()}?mode={mode}"


def connect(path: str | os.PathLike[str]) -> sqlite3.Connection:
    """Open a card database for reading. Raises `BadInput` for another kind of file, or another version."""
    import sqlite3

    place = Place(str(path))
    try:
        connection = sqlite3.connect(_uri(path, "ro"), uri=True)
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise BadInput(f"can't be read as a card database: {error}", place) from None
    if application != APPLICATION:
        raise BadInput(
            "is no card database of magistrate; make one with: magistrate cards import FILE", place
        )
    if version != VERSION:
        raise BadInput(
            f"is a card database of version {version}, expected {VERSION}; delete it, import the cards again",
            place,
        )
    return connection


def put(connection: sqlite3.Connection, card: Card, rank: int = 1) -> str:
    """Write a card over the one of the same name, unless that one's rank is higher.

    Says what that came to: `new`, `changed` or `same`.
    """
    line = card.to_json()
    row = connection.execute("SELECT id, rank, json FROM cards WHERE name = ?", (card.name,)).fetchone()
    if row is not None and (row[1] > rank or (row[1], row[2]) == (rank, line)):
        return "same"
    if row is None:
        number = connection.execute(
            "INSERT INTO cards (name, rank, json) VALUES (?, ?, ?)", (card.name, rank, line)
        ).lastrowid
    else:
        number = row[0]
        connection.execute("UPDATE cards SET rank = ?, json = ? WHERE id = ?", (rank, line, number))
        connection.execute("DELETE FROM names WHERE card = ?", (number,))
    labels = {(name_key(card.name), 1): card.name}
    for face in card.faces:
        labels.setdefault((name_key(face.name), int(len(card.faces) == 1)), face.name)
    connection.executemany(
        "INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)",
        [(key, number, whole, label) for (key, whole), label in labels.items()],
    )
    return "new" if row is None else "changed"
