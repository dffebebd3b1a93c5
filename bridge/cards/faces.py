"""What is printed on a card: faces and cards as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.records import Record, fields

COLORS = "WUBRG"


class Face(Record):
    """One face or half of a card, as printed. Numbers are text, because `*`, `1+*` and `X` are printed too.

    `colors` is what the source says, if it says anything; `printed_colors` is what to use.
    """

    name: str
    mana_cost: str = ""
    type_line: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] | None = None

    @property
    def printed_colors(self) -> tuple[str, ...]:
        """Colours from indicator and mana cost, in the order WUBRG; what the source says where neither is.

        Text that sets colours is not looked at: that is an effect, and the judge's to apply.
        """
        if self.mana_cost or self.color_indicator:
            found = {*(self.color_indicator or ()), *(c for c in self.mana_cost if c in COLORS)}
        else:
            found = set(self.colors or ())
        return tuple(color for color in COLORS if color in found)


class Card(Record):
    """A card with all its faces, the front or left one first.

    `name` is the whole name, faces joined by ` // `; `layout` is Scryfall's word for how they belong
    together; `keywords` are those that the source lists, if any.
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    keywords: tuple[str, ...] = ()

    def face_index(self, name: str) -> int | None:
        """Which face goes by this name; 0 for the whole name, None for a name that is not this card's."""
        key = name_key(name)
        for index, face in enumerate(self.faces):
            if name_key(face.name) == key:
                return index
        return 0 if name_key(self.name) == key else None

    def to_json(self) -> str:
        """One line of JSON from which `from_json` makes an equal card; equal cards give equal lines."""
        import json

        faces = [
            {field: value for field in fields(Face) if (value := getattr(face, field)) not in (None, "")}
            for face in self.faces
        ]
        whole = {"name": self.name, "layout": self.layout, "faces": faces, "keywords": self.keywords}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def from_json(line: str) -> Card:
        """The card that `to_json` wrote."""
        import json

        whole = json.loads(line)
        return Card(
            name=whole["name"],
            layout=whole["layout"],
            faces=tuple(_face(face) for face in whole["faces"]),
            keywords=tuple(whole["keywords"]),
        )

    @property
    def fingerprint(self) -> str:
        """A hash of everything printed: the key under which what was worked out from the text is kept."""
        from magistrate.bridge.hashing import blake2b

        return blake2b(repr(self).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def _face(values: Mapping[str, Any]) -> Face:
    given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    return Face(**given)
