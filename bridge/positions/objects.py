"""What lies where: zones and their entries, emblems, and the labels of all objects."""

from __future__ import annotations

import re

from clingo import Symbol

from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import Place
from magistrate.bridge.positions import keys, values
from magistrate.bridge.positions.compiled import Compiled
from magistrate.bridge.positions.names import Named, Names
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, Sequence, quoted
from magistrate.bridge.positions.table import Row, Table
from magistrate.bridge.positions.terms import constant
from magistrate.bridge.positions.values import did_you_mean, expected, misfit, refuse

HISTORY = re.compile(keys.HISTORY)
ON_TABLE = ("battlefield", "stack")
HIDDEN = ("library", "hand", "exile")
"""Where there may be cards that nobody has seen."""

MERGED = "merged"
"""In the place of a zone, for what lies under a merged permanent."""

_ZONE_WORDS = {
    "battlefield": "on the battlefield",
    "stack": "on the stack",
    "command": "in the command zone",
    "exile": "in exile",
}
_ONLY = {
    "battlefield": "permanents",
    "stack": "spells",
    "exile": "cards in exile",
    "command": "what is in the command zone",
}


def entries(t: Table, node: Node, zone: str, player: Symbol) -> None:
    """Read what is in a zone of a player."""
    if isinstance(node, Scalar) and node.empty:
        return
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        _unknown(t, values.integer(node, zone, 0), node, zone, player)
    elif isinstance(node, Mapping) and [key.text for key, _ in node.pairs] == ["unknown"]:
        _entry(t, node, zone, player)
    elif isinstance(node, Sequence):
        for item in node.items:
            _entry(t, item, zone, player)
    else:
        expected(node, zone, "a list of cards", "put `- ` before each, or brackets around them")


def _entry(t: Table, node: Node, zone: str, player: Symbol) -> None:
    named, inner = _named(node, zone)
    if named.text == "unknown" and isinstance(inner, Scalar) and isinstance(inner.value, int):
        _unknown(t, values.integer(inner, f"{zone}, unknown", 0), node, zone, player)
        return
    called = values.name(named, f"a card {_in(zone)}")
    found: dict[str, Node] = {}
    if inner is not None and not (isinstance(inner, Scalar) and inner.empty):
        found = values.fields(inner, keys.ENTRY, quoted(called), also=HISTORY)
    for key, value in found.items():
        _fits_zone(key, value, called, zone)
    compiled, named_index = _card(t, called, named, found)
    index = face_index(compiled, named_index, zone, found)
    whole = name_key(called) == name_key(compiled.card.name)
    for_ = compiled.card.name if whole else compiled.names[named_index]
    owner = t.player(found["owner"], "owner") if "owner" in found else player
    holder = t.player(found["controller"], "controller") if "controller" in found else player
    for _ in range(values.integer(found["count"], "count", 1) if "count" in found else 1):
        row = t.row(named.place, zone, holder, found, compiled, index, for_)
        row.owner = owner
        if "merged" in found:
            _merged(t, found["merged"], row)
    t.lay(compiled)


def _merged(t: Table, node: Node, whole: Row) -> None:
    """What lies under a merged permanent: objects in no zone, which belong to it."""
    for item in values.items(node):
        named, inner = _named(item, "battlefield")
        called = values.name(named, "merged")
        found: dict[str, Node] = {}
        if inner is not None and not (isinstance(inner, Scalar) and inner.empty):
            found = values.fields(inner, keys.MERGED, quoted(called))
        compiled, face = t.cards.find(called, named.place)
        index = face_index(compiled, face, "battlefield", found)
        row = t.row(named.place, MERGED, whole.holder, found, compiled, index, compiled.names[face])
        row.owner = t.player(found["owner"], "owner") if "owner" in found else whole.owner
        t.lay(compiled)
        t.add("merged_into", row.symbol, whole.symbol)
        t.add("layout", row.symbol, constant("merged_into"))


def _named(node: Node, zone: str) -> tuple[Scalar, Node | None]:
    """The name in an entry, and its properties."""
    if isinstance(node, Scalar):
        return node, None
    hint = ""
    if isinstance(node, Mapping):
        if len(node.pairs) == 1 and node.pairs[0][0].text != "name":
            return node.pairs[0]
        if isinstance(called := node.get("name"), Scalar):
            return called, Mapping(tuple(p for p in node.pairs if p[0].text != "name"), node.place)
        if node.pairs and isinstance(first := node.pairs[0][1], Scalar) and first.empty:
            hint = (
                f"indent the properties further than {quoted(node.pairs[0][0].text)}, or put them in braces"
            )
    raise misfit(node, zone, "a name, or a name with properties, as in `Bear: {tapped: true}`", hint)


def _fits_zone(key: str, value: Node, called: str, zone: str) -> None:
    where = keys.OBJECT[key].where if key in keys.OBJECT else ()
    if where and zone not in where and not values.says_no(value):
        only = " and ".join(_ONLY[z] for z in where)
        what = key.replace("_", " ")
        refuse(value, f"{what}: {quoted(called)} is {_in(zone)}; only {only} can be given that")
    if key == "controller" and zone not in (*ON_TABLE, "command"):
        refuse(value, f"controller: a card {_in(zone)} has an owner and no controller; use `owner:`")


def _in(zone: str) -> str:
    return _ZONE_WORDS.get(zone, f"in a {zone}")


def _unknown(t: Table, count: int, node: Node, zone: str, player: Symbol) -> None:
    if zone not in HIDDEN:
        refuse(node, f"{zone}: everybody sees what is there; name the cards")
    for _ in range(count):
        t.row(node.place, zone, player, {})


def _card(t: Table, called: str, named: Scalar, found: dict[str, Node]) -> tuple[Compiled, int]:
    """The card that an entry names, or the one that it defines on the spot."""
    inline = {key: found[key] for key in found if key in keys.INLINE}
    if not inline:
        return t.cards.find(called, named.place)
    face = values.face(inline, named, quoted(called), called)
    token = "token" in found and values.flag(found["token"], "token")
    return t.cards.compile(Card(face.name, "token" if token else "normal", (face,))), 0


def face_index(compiled: Compiled, named: int, zone: str, found: dict[str, Node]) -> int:
    """Which face is up: the one asked for, else the one named where a name tells which is up."""
    called = compiled.card.name
    several = len(compiled.names) > 1
    tells = zone == "stack" or (zone == "battlefield" and (compiled.two_sided or compiled.flips))
    index = named if tells else 0
    if "transformed" in found and values.flag(found["transformed"], "transformed"):
        if not several:
            refuse(found["transformed"], f"transformed: {quoted(called)} has one face only")
        index = 1
    if "flipped" in found and values.flag(found["flipped"], "flipped"):
        if not compiled.flips:
            refuse(found["flipped"], f"flipped: {quoted(called)} is no flip card; its back is `face: back`")
        index = 1
    if "face" in found:
        node = found["face"]
        word = values.name(node, "face")
        keyed = [name_key(name) for name in compiled.names]
        if word.lower() in ("front", "back"):
            index = int(word.lower() == "back")
        elif name_key(word) in keyed:
            index = keyed.index(name_key(word))
        else:
            hint = (
                did_you_mean(word, ("front", "back", *compiled.names)) or "; expected front, back or its name"
            )
            refuse(node, f"{quoted(called)} has no face {quoted(word)}{hint}")
        if index and not several:
            refuse(node, f"face: {quoted(called)} has one face only")
    return index


def emblems(t: Table, node: Node, player: Symbol | None) -> None:
    """Read emblems: texts, or mappings with owner and text; `{Alice: text}` at the top level."""
    if isinstance(node, Mapping) and player is None and all(
        keys.spelling(key.text) not in keys.EMBLEM for key, _ in node.pairs
    ):  # fmt: skip
        for key, value in node.pairs:
            emblems(t, value, t.player(key, "emblems"))
        return
    for item in values.items(node):
        found: dict[str, Node] = {"text": item}
        if not isinstance(item, Scalar):
            found = values.fields(item, keys.EMBLEM, "an emblem")
        owner = t.player(found["owner"], "owner") if "owner" in found else player
        if owner is None or "text" not in found:
            missing = "text" if owner else "owner"
            refuse(item, f"an emblem needs its {missing}, as in {{owner: Alice, text: …}}")
        called = values.name(found["name"], "name") if "name" in found else "Emblem"
        text = values.text(found["text"], "text", values.LONGEST_TEXT).strip()
        compiled = t.cards.compile(Card(called, "emblem", (Face(called, text=text, colors=()),)))
        row = t.row(item.place, "command", owner, found, compiled, 0, called)
        t.lay(compiled)
        t.add("emblem", row.symbol)


def name_objects(t: Table) -> None:
    """Give every object its label, and make all names known."""
    by_id: dict[str, list[Row]] = {}
    by_name: dict[str, list[Row]] = {}
    for row in t.rows:
        if row.id:
            by_id.setdefault(row.id, []).append(row)
        for key in {name_key(name) for name in row.names}:
            by_name.setdefault(key, []).append(row)
    for id_, rows in by_id.items():
        first = rows[0]
        if (other := next((row for row in rows if row.fields is not first.fields), None)) is not None:
            line = first.place.line
            refuse(
                other.fields["id"],
                f"the id {quoted(id_)} is taken by another object in line {line}; ids must differ",
            )
        if name_key(id_) in t.players_by_key:
            refuse(first.fields["id"], f"the id {quoted(id_)} is the name of a player; choose another")
        for index, row in enumerate(rows, 1):
            row.label = id_ if len(rows) == 1 else f"{id_}#{index}"
    taken = {row.label for row in t.rows if row.label}
    numbers: dict[str, int] = {}
    for row in t.rows:
        if row.label:
            continue
        base, same = row.called, by_name.get(name_key(row.called), [])
        if row.card is None:
            base = "ability on the stack" if row.zone == "stack" else "unknown card"
        if len(same) == 1 and base not in taken:
            row.label = base
        elif same:
            row.label = f"{base}#{next(index for index, other in enumerate(same, 1) if other is row)}"
        else:
            numbers[base] = numbers.get(base, 0) + 1
            row.label = f"{base}#{numbers[base]}"
        while row.label in taken:  # an id that looks like a name with a number
            row.label += "'"
        taken.add(row.label)
    named = {
        row.symbol: Named(row.symbol, row.label, row.names, f"{row.zone}, {t.players[row.holder]}")
        for row in t.rows
    }
    t.names = Names(t.players, named, lambda: t.facts, Place(t.file))
