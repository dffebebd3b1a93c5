"""JSON Schema (draft 2020-12) of position and ruling files, from the table of keys that the reader checks."""

from __future__ import annotations

from typing import Any, TypeAlias

from magistrate.bridge.positions import keys
from magistrate.bridge.positions.keys import Key, Shape
from magistrate.bridge.positions.values import LAYOUTS

Schema: TypeAlias = dict[str, Any]

ID = "https://magistrate.invalid/position.schema.json"

_NAME: Schema = {"type": ["string", "number"]}
_INTEGER: Schema = {"type": "integer", "maximum": 2**31 - 1}
_NATURAL: Schema = _INTEGER | {"minimum": 0}
_NOTHING: Schema = {"type": "null"}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _either(*options: Schema) -> Schema:
    return {"anyOf": list(options)}


def _open(*options: Schema) -> Schema:
    """The same, or `{one of: [...]}`."""
    return _either(*options, _ref("one_of"))


def _open_number(of: Schema) -> Schema:
    """A number, a range of numbers, or `{one of: [...]}`."""
    return _open(of, {"type": "string", "pattern": r"^[-+]?[0-9]{1,10}\.\.[-+]?[0-9]{1,10}$"})


def _one_or_more(item: Schema) -> Schema:
    return _either(item, {"type": "array", "items": item}, _NOTHING)


def _numbers(names: Schema | None = None) -> Schema:
    made: Schema = {"type": "object", "additionalProperties": _open_number(_NATURAL)}
    return made | ({"propertyNames": names} if names else {})


_CHOICE: Schema = _one_or_more(_either(_NAME, {"type": "object", "additionalProperties": _NAME}))
"""A choice, or for effects that exchange words `{red: blue}`."""


_COUNTER = {"pattern": r"^([+-]\d{1,3}/[+-]\d{1,3}|[A-Za-z][\w' -]*)$"}

SHAPES: dict[Shape, Schema] = {
    "flag": {"type": ["boolean", "null"]},
    "text": {"type": ["string", "number"]},
    "scalar": {"type": ["string", "number"]},
    "number": _NATURAL,
    "positive": _INTEGER | {"minimum": 1},
    "integer": _INTEGER,
    "numbers": _one_or_more(_INTEGER | {"minimum": 1}),
    "words": _one_or_more(_NAME),
    "object": _NAME,
    "objects": _one_or_more(_NAME),
    "player": _NAME,
    "players": _one_or_more(_NAME),
    "any": _NAME,
    "anys": _one_or_more(_NAME),
    "attack": _either(_NAME, {"type": ["boolean", "null"]}),
    "copied": _either(
        _NAME,
        {
            "type": "object",
            "properties": {"card": _NAME, "face_down": {"type": "boolean"}},
            "additionalProperties": False,
        },
    ),
    "merged": _one_or_more(_either(_NAME, _ref("merged"))),
    "card": _NAME,
    "band": _NAME,
    "face": _either({"enum": ["front", "back"]}, _NAME),
    "ability": _either(_NAME, _NOTHING),
    "counters": {
        "type": "object",
        "propertyNames": _COUNTER,
        "additionalProperties": _either(
            _open_number(_NATURAL),
            {
                "type": "object",
                "properties": {"count": _open_number(_NATURAL), "timestamp": {"type": "integer"}},
                "required": ["count"],
                "additionalProperties": False,
            },
        ),
    },
    "commander_damage": _numbers(),
    "divide": _numbers(),
    "stickers": _either(_one_or_more(_NAME), _numbers()),
    "chosen": _either(
        _one_or_more(_NAME),
        {
            "type": "object",
            "properties": dict.fromkeys(keys.CHOSEN, _CHOICE),
            "patternProperties": {
                f"^{kind.replace(' ', '[ _]')}$": _CHOICE for kind in keys.CHOSEN if " " in kind
            },
            "additionalProperties": False,
        },
    ),
    "targets": _one_or_more(_either(_NAME, {"type": "array", "items": _NAME})),
    "mana": _either({"type": "string", "pattern": r"^(\s*\{[^{}]*\})*\s*$"}, _numbers()),
    "colors": _one_or_more({"type": "string"}),
    "pt": {"type": "string", "pattern": r"^\s*[-+*\d.X∞½²?]+\s*/\s*[-+*\d.X∞½²?]+\s*$"},
    "step": {"enum": list(keys.STEPS)},
    "day": {"enum": ["day", "night"]},
    "entries": _either(
        {"type": "array", "items": _open(_NAME, _ref("entry"), _ref("unknown"))},
        _open_number(_NATURAL),
        _NOTHING,
        _ref("unknown"),
    ),
    "faces": {"type": "array", "minItems": 1, "items": _ref("face")},
    "cards": _either({"type": "array", "items": _ref("card")}, _NOTHING),
    "people": {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": _either(_ref("player"), _NOTHING),
    },
    "turn": _ref("turn"),
    "emblems": _either(
        {"type": "string"},
        _ref("emblem"),
        {"type": "array", "items": _either({"type": "string"}, _ref("emblem"))},
        {"type": "object", "additionalProperties": {"type": ["string", "array"]}},
    ),
    "stack": _either({"type": "array", "items": _either(_ref("spell"), _ref("ability"))}, _NOTHING),
    "resolved": _either({"type": "array", "items": _ref("resolved")}, _NOTHING),
    "answers": {"type": "object", "additionalProperties": {"type": "array"}},
    "raw": {"type": "array", "items": _ref("step")},
}
"""What each shape of a value looks like."""


def schema() -> Schema:
    """The whole schema. A ruling file is a position with `steps`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "Magistrate position or ruling",
        **_mapping(keys.TOP, required=("players",)),
        "$defs": {
            "player": _mapping(keys.PLAYER, history=True),
            "entry": _entry(keys.ENTRY, "properties", history=True),
            "merged": _entry(keys.MERGED, "component"),
            "component": _mapping(keys.MERGED),
            "properties": _mapping(keys.ENTRY, history=True),
            "unknown": _mapping(keys.UNKNOWN, required=("unknown",)),
            "card": _mapping(keys.CARD, anyof=("name", "faces")),
            "face": _mapping(keys.DEFINITION, required=("name",)),
            "turn": _mapping(keys.TURN),
            "emblem": _mapping(keys.EMBLEM, required=("text",)),
            "spell": _mapping(keys.SPELL, required=("card", "by")),
            "ability": _mapping(keys.STACK_ABILITY, required=("of",)),
            "resolved": _mapping(keys.RESOLVED, anyof=("card", "of")),
            "step": _step(),
            "one_of": {
                "description": "Left open: one of these, nobody knows which.",
                "type": "object",
                "minProperties": 1,
                "maxProperties": 1,
                "patternProperties": {"^one[ _-]of$": {"type": "array", "minItems": 1}},
                "additionalProperties": False,
            },
        },
    }


def _mapping(
    table: dict[str, Key],
    *,
    required: tuple[str, ...] = (),
    anyof: tuple[str, ...] = (),
    history: bool = False,
) -> Schema:
    """A mapping with the keys of a table. Words of a key may be parted by spaces instead of underscores."""
    properties = {key.name: _described(key) for key in table.values()}
    patterns: Schema = {
        f"^{key.name.replace('_', '[ -]')}$": _shaped(key) for key in table.values() if "_" in key.name
    }
    if "colors" in table:
        properties["color"] = _described(table["colors"])
    if history:
        spaced = keys.HISTORY.replace("_", "[ _-]").replace("[a-z[ _-]]", "[a-z _-]")
        patterns[f"^{spaced}$"] = {}
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if patterns:
        made["patternProperties"] = patterns
    if required:
        made["required"] = list(required)
    if anyof:
        made["anyOf"] = [{"required": [key]} for key in anyof]
    return made


def _entry(table: dict[str, Key], properties: str, *, history: bool = False) -> Schema:
    """A name with properties, `{Bear: {tapped: true}}`; or flat: `{name: Bear, tapped: true}`."""
    flat = _mapping(table, required=("name",), history=history)
    flat["properties"]["name"] = _NAME
    named = {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "not": {"required": ["unknown"], "properties": {"unknown": {"type": "integer"}}},
        "additionalProperties": _either(_ref(properties), _NOTHING),
    }
    return _either(named, flat)


_NEVER_OPEN = frozenset(("scalar", "raw", "answers", "people"))


def _shaped(key: Key) -> Schema:
    """What a value looks like, which may be left open."""
    if key.shape in _NEVER_OPEN or key.name == "layout":
        return SHAPES[key.shape]
    if key.shape in ("number", "positive", "integer"):
        return _open_number(SHAPES[key.shape])
    return _open(SHAPES[key.shape])


def _described(key: Key) -> Schema:
    made = {"description": key.doc, **_shaped(key)}
    if key.name == "layout":
        made["enum"] = [*LAYOUTS, *(layout.replace("_", " ") for layout in LAYOUTS if "_" in layout)]
    return made


def _step() -> Schema:
    """A step: one verb, and what may stand beside it; a verb without arguments may stand alone."""
    verbs = keys.MOVES | keys.QUESTIONS
    properties = {word: {"description": doc} for word, doc in (verbs | keys.BESIDE).items()}
    return _either(
        {"enum": sorted(verbs)},
        {"type": "object", "minProperties": 1, "properties": properties, "additionalProperties": False},
    )
