"""The card lists that people have, as cards.

| list | what it looks like |
|---|---|
| Scryfall bulk data | one array of card objects, or `{"object": "list", "data": [...]}` |
| one object a line | the same objects, one after the other |
| MTGJSON AtomicCards | `{"meta": ..., "data": {"Name": [face, face], ...}}` |

Which one it is, is seen from the first characters. Fields that nothing needs are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.cards.names import SEPARATOR
from magistrate.bridge.cards.streams import JsonScanner, Located
from magistrate.bridge.errors import BadInput, Place

_NO_TEXT = re.compile("[\0\ud800-\udfff]")
LONGEST_TEXT = 20_000
MOST_FACES = 10

# Objects in card lists that are no cards to play with.
NOT_CARDS = {"art_series", "token", "double_faced_token", "emblem"}

# Each is a separate card, listed here as faces of one.
SEPARATE = {"meld", "reversible_card"}


@dataclass(frozen=True, slots=True)
class Read:
    """A card from a list. Of two with one name the one of the higher rank stays, of equal ones the later."""

    card: Card
    rank: int
    place: Place


def read_cards(scanner: JsonScanner) -> Iterator[Read | None]:
    """Every card of a list, None for each object that is no card.

    Raises `BadInput` at the first thing that is not as it should be.
    """
    first = scanner.peek()
    if first == "[":
        for item in scanner.items():
            yield from _scryfall(item)
    elif scanner.starts_with(r'\{\s*"(meta|data)"\s*:') or scanner.starts_with(
        r'\{\s*"object"\s*:\s*"list"\s*,'
    ):
        yield from _members(scanner)
    elif first == "{":
        for item in scanner.values():
            yield from _scryfall(item)
    elif not first:
        scanner.fail("the file is empty; expected a list of cards")
    else:
        scanner.fail(
            f"found '{first}', expected a card list in JSON: Scryfall bulk data, one card object a line, "
            "or MTGJSON AtomicCards (plain, gzip, xz or bzip2)"
        )
    scanner.end()


def _members(scanner: JsonScanner) -> Iterator[Read | None]:
    seen = False
    for key in scanner.members():
        if key != "data":
            scanner.value()
            continue
        seen = True
        if scanner.peek() == "[":
            for item in scanner.items():
                yield from _scryfall(item)
            continue
        for name in scanner.members():
            scanner.peek()
            place = scanner.place()
            yield from _mtgjson(name, Located(scanner.value(), place))
    if not seen:
        scanner.fail('the file has no "data"; expected MTGJSON AtomicCards')


def _scryfall(item: Located) -> Iterator[Read | None]:
    fields = _Fields(item.value, item.place, "card")
    kind = fields.text("object", "card")
    if kind != "card":
        raise BadInput(f"found an object of kind '{kind}', expected a card", item.place)
    name = fields.name("name")
    layout = fields.text("layout", "normal")
    if layout in NOT_CARDS:
        yield None
        return
    parts = fields.objects("card_faces")
    if parts:
        inherited = fields.texts("colors") if layout == "flip" else None  # one cost, printed once
        faces = tuple(_face(_Fields(part, item.place, f"face of '{name}'"), inherited) for part in parts)
    else:
        faces = (_face(fields, None),)
    rank = 0 if fields.text("set_type", "") in ("funny", "memorabilia") else 1
    keywords = fields.texts("keywords") or ()
    yield from _cards(name, layout, faces, keywords, rank, item.place)


def _face(fields: _Fields, inherited: tuple[str, ...] | None) -> Face:
    colors = fields.texts("colors")
    return Face(
        name=fields.name("name"),
        mana_cost=fields.text("mana_cost", ""),
        type_line=fields.text("type_line", ""),
        text=fields.text("oracle_text", ""),
        power=fields.optional("power"),
        toughness=fields.optional("toughness"),
        loyalty=fields.optional("loyalty"),
        defense=fields.optional("defense"),
        colors=inherited if colors is None else colors,
        color_indicator=fields.texts("color_indicator"),
    )


def _mtgjson(name: str, item: Located) -> Iterator[Read | None]:
    if not isinstance(item.value, list) or not item.value:
        raise BadInput(f"'{name}' is {_kind(item.value)}, expected a list of faces", item.place)
    parts = [_Fields(part, item.place, f"face of '{name}'") for part in item.value]
    parts.sort(key=lambda part: part.text("side", ""))
    layout = parts[0].text("layout", "normal")
    if layout in NOT_CARDS:
        yield None
        return
    faces = tuple(
        Face(
            name=part.optional("faceName") or part.name("name"),
            mana_cost=part.text("manaCost", ""),
            type_line=part.text("type", ""),
            text=part.text("text", ""),
            power=part.optional("power"),
            toughness=part.optional("toughness"),
            loyalty=part.optional("loyalty"),
            defense=part.optional("defense"),
            colors=part.texts("colors"),
            color_indicator=part.texts("colorIndicator"),
        )
        for part in parts
    )
    keywords = tuple(dict.fromkeys(word for part in parts for word in part.texts("keywords") or ()))
    rank = 0 if parts[0].value.get("isFunny") is True else 1
    yield from _cards(name, layout, faces, keywords, rank, item.place)


def _cards(
    name: str, layout: str, faces: tuple[Face, ...], keywords: tuple[str, ...], rank: int, place: Place
) -> Iterator[Read]:
    if len(faces) > MOST_FACES:
        raise BadInput(f"'{name}' has {len(faces)} faces, more than {MOST_FACES}", place)
    for face in faces:
        if not face.type_line and layout not in SEPARATE:
            raise BadInput(f"'{face.name}' has no type line", place)
    if len(faces) > 1 and layout in SEPARATE:
        layout = "meld" if layout == "meld" else "normal"
        for face in {face.name: face for face in reversed(faces)}.values():
            yield Read(Card(face.name, layout, (face,), keywords), 0, place)
        return
    if len(faces) > 1:
        name = SEPARATOR.join(face.name for face in faces)
    yield Read(Card(name, layout, faces, keywords), rank, place)


class _Fields:
    """The members of a JSON object, each checked for its type when it is taken."""

    def __init__(self, value: Any, place: Place, what: str):
        if not isinstance(value, dict):
            raise BadInput(f"found {_kind(value)}, expected a {what} as an object", place)
        self.value: Mapping[str, Any] = value
        self.place = place
        self.what = what

    def optional(self, key: str) -> str | None:
        value = self.value.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            self._refuse(key, f"found {_kind(value)}, expected text")
        if len(value) > LONGEST_TEXT:
            self._refuse(key, f"{len(value):,} characters, more than {LONGEST_TEXT:,}")
        if _NO_TEXT.search(value):
            self._refuse(key, "it holds a NUL character or half a surrogate pair")
        return value

    def text(self, key: str, default: str) -> str:
        value = self.optional(key)
        return default if value is None else value

    def name(self, key: str) -> str:
        value = self.optional(key)
        if value is None or not value.strip():
            self._refuse(key, "missing")
        return value.strip()

    def texts(self, key: str) -> tuple[str, ...] | None:
        value = self.value.get(key)
        if value is None:
            return None
        if (
            not isinstance(value, list)
            or len(value) > 200
            or not all(isinstance(part, str) for part in value)
        ):
            self._refuse(key, f"found {_kind(value)}, expected a list of words")
        for part in value:
            _Fields({key: part}, self.place, self.what).optional(key)
        return tuple(value)

    def objects(self, key: str) -> list[Any]:
        value = self.value.get(key)
        if value is not None and not isinstance(value, list):
            self._refuse(key, f"found {_kind(value)}, expected a list")
        return value or []

    def _refuse(self, key: str, why: str) -> NoReturn:
        name = self.value.get("name")
        who = f" '{name[:80]}'" if isinstance(name, str) and self.what == "card" else ""
        raise BadInput(f'{self.what}{who}, "{key}": {why}', self.place)


def _kind(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return "text" if isinstance(value, str) else "a number"
