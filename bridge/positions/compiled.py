"""The cards of one position: from a name to printed faces and compiled facts.

Looked for in this order: cards that the file defines, the card database, the basic lands (which need
neither). Compiled facts are kept under a hash of everything printed and the compiler's version: in the card
database, or, for cards from elsewhere, in a small cache folder of the user. The compiler is imported only for
what isn't kept yet.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from clingo import Symbol

from magistrate.bridge.cards.database import users_folder
from magistrate.bridge.cards.faces import Card
from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import BadInput, MagistrateError, Place
from magistrate.bridge.hashing import blake2b
from magistrate.bridge.positions import terms
from magistrate.bridge.positions.names import suggest
from magistrate.bridge.positions.nodes import quoted
from magistrate.bridge.records import Record

if TYPE_CHECKING:
    from magistrate.bridge.cards.database import CardDatabase

LARGEST_FOLDER = 4096
"""How many compiled cards the cache folder keeps at most; the oldest half goes when there are more."""

TWO_SIDED = frozenset(("transform", "modal_dfc", "double_faced_token", "reversible_card"))
"""Layouts of cards with two sides, of which one is up."""


class Compiled(Record):
    """A card and what it compiles to. `symbols[i]` is the term c("…") of `card.faces[i]`."""

    card: Card
    symbols: tuple[Symbol, ...]
    facts: frozenset[Symbol]

    @property
    def two_sided(self) -> bool:
        """Whether one of its two sides is up."""
        return self.card.layout in TWO_SIDED

    @property
    def flips(self) -> bool:
        """Whether it is a flip card."""
        return self.card.layout == "flip"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its faces."""
        return tuple(face.name for face in self.card.faces)


class Cards:
    """Finds the cards of one position, and gives each face a term of its own."""

    def __init__(self, database: CardDatabase | None = None) -> None:
        self.database = database
        self.used: dict[Symbol, Card] = {}
        self._defined: dict[str, Card] = {}
        self._whole: dict[str, Card] = {}
        self._made: dict[Card, Compiled] = {}
        self._new: dict[str, bytes] = {}
        self._held: set[Card] = set()
        """Those that the database holds; what others compile to outlives it in the folder."""

    def define(self, card: Card) -> bool:
        """Add a card that wins over the database's. False when one of its whole name is there already."""
        key = name_key(card.name)
        if key in self._whole:
            return False
        self._whole[key] = card
        self._defined[key] = card
        for face in card.faces:
            self._defined.setdefault(name_key(face.name), card)
        return True

    def find(self, name: str, place: Place) -> tuple[Compiled, int]:
        """The card that goes by this name, and which of its faces does (0 for the whole name).

        Raises `BadInput` with suggestions where there is none.
        """
        card = self.lookup(name, place)
        if card is None:
            raise self.unknown(name, place)
        return self.compile(card), card.face_index(name) or 0

    def lookup(self, name: str, place: Place) -> Card | None:
        """The card that goes by this name, if there is one."""
        key = name_key(name)
        if (card := self._whole.get(key) or self._defined.get(key)) is not None:
            return card
        if self.database is not None:
            try:
                card = self.database.find(name)
            except BadInput:
                raise
            except MagistrateError as error:
                raise BadInput(error.message, place) from None
            if card is not None:
                self._held.add(card)
                return card
        return basics().get(key)

    def unknown(self, name: str, place: Place) -> BadInput:
        """The error for a name that no card has."""
        known = {key: card.name for key, card in self._defined.items()}
        known |= {key: card.name for key, card in basics().items()}
        near = suggest(name, known)
        empty = self.database is None or len(self.database) == 0
        if self.database is not None and not empty:
            near = [*near, *(n for n in self.database.suggest(name) if n not in near)][:3]
        hint = f"; did you mean {' or '.join(quoted(n) for n in near)}?" if near else ""
        advice = (
            "there is no card database: define the card under `cards:`, or make a database with "
            "`magistrate cards import FILE`"
            if empty
            else "define it under `cards:` if it is a card of your own"
        )
        return BadInput(f"there is no card {quoted(name)}{hint} ({advice})", place)

    def compile(self, card: Card) -> Compiled:
        """The card's facts. A face whose name another card has already gets a term of its own."""
        if (made := self._made.get(card)) is not None:
            return made
        symbols = [terms.face(face.name) for face in card.faces]
        facts = self._facts(card)
        for index, face in enumerate(card.faces):
            symbol, number = symbols[index], 1
            while symbol in self.used or symbol in symbols[:index]:
                number += 1
                symbol = terms.face(f"{face.name} ({number})")
            if symbol != symbols[index]:
                facts = frozenset(terms.replace(fact, symbols[index], symbol) for fact in facts)
                symbols[index] = symbol
        for symbol in symbols:
            self.used[symbol] = card
        made = self._made[card] = Compiled(card, tuple(symbols), facts)
        return made

    def keep(self) -> None:
        """Write what was compiled for the first time to the database, all at once."""
        if self.database is not None and self._new:
            self.database.store_all(self._new)
            self._new = {}

    def _facts(self, card: Card) -> frozenset[Symbol]:
        key = f"{card.fingerprint}-{compiler_version()}"
        if (facts := _KEPT.get(key)) is not None:
            return facts
        kept: CardDatabase | Folder = Folder()
        if self.database is not None and card in self._held:
            kept = self.database
        if (blob := kept.cached(key)) is not None:
            with contextlib.suppress(ValueError):
                facts = terms.unpack(blob)
        if facts is None:
            facts = compile_facts(card)
            if kept is self.database:
                self._new[key] = terms.pack(facts)
            else:
                kept.store(key, terms.pack(facts))
        if len(_KEPT) >= LARGEST_FOLDER:
            _KEPT.clear()
        _KEPT[key] = facts
        return facts


_KEPT: dict[str, frozenset[Symbol]] = {}


def compile_facts(card: Card) -> frozenset[Symbol]:
    """What a card's text compiles to, worked out now."""
    from magistrate.bridge.oracle import compile_card

    return compile_card(card).facts


@cache
def compiler_version() -> str:
    """Something that changes whenever the compiler does, found without importing it."""
    digest = blake2b(digest_size=8)
    with os.scandir(os.path.join(os.path.dirname(os.path.dirname(__file__)), "oracle")) as folder:
        for name, status in sorted((e.name, e.stat()) for e in folder if e.name.endswith(".py")):
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


@cache
def basics() -> dict[str, Card]:
    """The basic lands, by the key of their name."""
    from magistrate.bridge.oracle.basics import BASIC_LANDS

    return {name_key(card.name): card for card in BASIC_LANDS}


class Folder:
    """The user's cache folder: a file a card, checksummed. Failures are quiet: then it compiles again."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = os.fspath(path) if path else cache_folder()

    def cached(self, key: str) -> bytes | None:
        """What was stored under this key, if it is there and whole."""
        if self.path is None:
            return None
        try:
            with open(os.path.join(self.path, _file(key)), "rb") as stream:
                head, _, blob = stream.read(4_000_000).partition(b"\n")
        except OSError:
            return None
        return blob if head == _checksum(key, blob) else None

    def store(self, key: str, blob: bytes) -> None:
        """Keep a value. The file appears whole or not at all."""
        if self.path is None or len(blob) > 3_000_000:
            return
        import tempfile

        with contextlib.suppress(OSError):
            os.makedirs(self.path, mode=0o700, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.path, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(_checksum(key, blob) + b"\n" + blob)
                os.replace(name, os.path.join(self.path, _file(key)))
            except OSError:
                os.unlink(name)
                raise
            self._bound()

    def _bound(self) -> None:
        """Let the oldest half go when there are too many."""
        if self.path is None:
            return
        names = os.listdir(self.path)
        if len(names) <= LARGEST_FOLDER:
            return
        aged = sorted(_ages(self.path, names))
        for _, name in aged[: len(aged) // 2]:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(self.path, name))


def _ages(folder: str, names: Sequence[str]) -> Iterator[tuple[float, str]]:
    for name in names:
        with contextlib.suppress(OSError):
            yield os.stat(os.path.join(folder, name)).st_mtime, name


def _file(key: str) -> str:
    return blake2b(key.encode(), digest_size=16).hexdigest()


def _checksum(key: str, blob: bytes) -> bytes:
    return b"magistrate " + blake2b(blob, digest_size=16, key=key.encode()[:64]).hexdigest().encode()


@cache
def cache_folder() -> str | None:
    """Where compiled cards are kept: `MAGISTRATE_CACHE` (empty for nowhere), else the user's cache folder."""
    given = os.environ.get("MAGISTRATE_CACHE")
    if given is not None:
        return given or None
    folder = users_folder("cache")
    return os.path.join(folder, "compiled") if folder is not None else None
