"""What a ruling expects of objects and players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NoReturn

from clingo import Symbol

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.positions import terms, values
from magistrate.bridge.positions.keys import MANA, spelling
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, quoted
from magistrate.bridge.rulings import compare, known_words
from magistrate.bridge.rulings.compare import Difference, Differences
from magistrate.bridge.rulings.seen import Seen
from magistrate.bridge.shapes import shape

_WORDS = {
    "types": "types",
    "type": "types",
    "subtypes": "subtypes",
    "subtype": "subtypes",
    "supertypes": "supertypes",
    "supertype": "supertypes",
    "colors": "colors",
    "color": "colors",
}
_NUMBERS = ("power", "toughness", "mana_value")
_FLAGS = (
    *("tapped", "flipped", "face_down", "transformed", "phased_out", "token", "sick", "exerted", "monstrous"),
    *("renowned", "suspected", "saddled", "solved", "spell", "commander"),
)
OBJECT_KEYS = [
    "zone",
    "controller",
    "owner",
    "name",
    "power",
    "toughness",
    "pt",
    "mana_value",
    "types",
    "subtypes",
    "supertypes",
    "colors",
    "keywords",
    "abilities",
    "tapped",
    "counters",
    "damage",
    "attached_to",
    "attacking",
    "blocking",
    "blocked",
    "exists",
    "lacks",
    "exactly",
]
PLAYER_KEYS = [
    "life",
    "poison",
    "lost",
    "won",
    "counters",
    "mana",
    "hand",
    "library",
    "graveyard",
    "exile",
    "command",
    "battlefield",
]
_NOTHING = "nothing"
"""What attacks or blocks what is no longer there."""
_ZONES = ("hand", "library", "graveyard", "exile", "command", "battlefield")


def position(seen: Seen, node: Node) -> Differences:
    """An expectation about a whole position: objects and players by name, `stack`, `objects`,
    `drawn`."""
    if not isinstance(node, Mapping):
        values.expected(
            node, "expect", "objects and players by name, as in {bear: {power: 3}, Bob: {life: 20}}"
        )
    out: Differences = []
    names = seen.position.names
    for key, value in node.pairs:
        if key.text == "objects" and not names.candidates("objects"):
            out += objects(seen, value)
        elif key.text == "drawn" and not names.candidates("drawn"):
            out += compare.flag(value, bool(seen.by_name.get("drawn")), "drawn")
        elif key.text == "stack" and not names.candidates("stack"):
            there = len(seen.by_name.get("in_zone", ())) and [
                o for o, zone in seen.by_name["in_zone"] if str(zone) == "stack"
            ]
            out += compare.number(value, len(there or ()), "stack")
        else:
            symbol = names.resolve(key.text, key.place, "expect")
            out += subject(seen, symbol, value)
    return out


def subject(seen: Seen, symbol: Symbol, node: Node) -> Differences:
    """An expectation about one object or player."""
    what = seen.label(symbol)
    if not isinstance(node, Mapping):
        values.expected(node, f"expect, {what}", "what is expected of it, as in {power: 3}")
    about = player if terms.is_player(symbol) else object_
    return [
        Difference(difference.node, f"{what}: {difference.expected}", difference.got)
        for difference in about(seen, symbol, node)
    ]


def object_(seen: Seen, symbol: Symbol, node: Mapping) -> Differences:
    """An expectation about an object; `node` maps what is looked at to what it must be."""
    wanted = compare.split_modes(node)
    if not seen.exists(symbol):
        for _, key, value in wanted:
            if spelling(key.text) == "exists":
                return compare.flag(value, False, "exists")
        if not seen.facts("phased_out", symbol):
            return [Difference(node, "that it exists", "it doesn't")]
    out: Differences = []
    for mode, key, value in wanted:
        name = spelling(key.text)
        if mode and name not in ("keywords", "abilities", "counters", *_WORDS):
            values.refuse(key, f"{mode}: only lists can stand there, not {quoted(key.text)}")
        if mode == "lacks" and not _is_none(value) and (name == "keywords" or name in _WORDS):
            known_words.check(seen, _WORDS.get(name, name), value)
        out += _object_key(seen, symbol, name, key, value, mode)
    return out


def _object_key(seen: Seen, symbol: Symbol, name: str, key: Scalar, value: Node, mode: str) -> Differences:
    if name in _WORDS:
        there = getattr(seen.of(symbol), _WORDS[name])
        if _is_none(value):
            return compare.listed(value, [], list(there), name, "exactly", [], list(there))
        if _WORDS[name] == "subtypes":
            there = _every(there, value)
        return compare.words(value, there, name, mode)
    if name in _NUMBERS:
        return compare.number(value, getattr(seen.of(symbol), name), name.replace("_", " "))
    if name in _FLAGS:
        return compare.flag(value, bool(seen.facts(name, symbol)), name.replace("_", " "))
    special = _SPECIAL.get(name)
    if special is None:
        _unknown(key, OBJECT_KEYS, "an object")
    return special(seen, symbol, value, mode)


def _every(there: Sequence[str], node: Node) -> list[str]:
    """Subtypes, with those that are asked for where it has all of their class."""
    classes = {
        text.removeprefix("every ").removesuffix(" type") for text in there if text.startswith("every ")
    }
    if not classes:
        return list(there)
    from magistrate.bridge.oracle.tables import CLASS_OF

    asked = [item.text for item in values.names(node, "subtypes")]
    return [*there, *(word for word in asked if CLASS_OF.get(str(terms.word(word))) in classes)]


def _zone(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    return _text(node, seen.zone(symbol), "zone")


def _controller(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    return _text(node, seen.of(symbol).controller or "none", "controller")


def _owner(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    owner = seen.owner(symbol)
    return _text(node, "none" if owner is None else seen.label(owner), "owner")


def _name(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    names = seen.of(symbol).names
    if isinstance(node, Scalar) and (node.empty or node.text.lower() == "none"):
        return [Difference(node, "no name", compare.told(names))] if names else []
    wanted = values.name(node, "name")
    if name_key(wanted) in {name_key(name) for name in (*names, seen.of(symbol).name)}:
        return []
    return [Difference(node, f"name {wanted}", compare.told(names))]


def _pt(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    known = seen.of(symbol)
    got = "none" if known.power is None else f"{known.power}/{known.toughness}"
    wanted = "none" if isinstance(node, Scalar) and node.empty else values.name(node, "pt").replace(" ", "")
    return [] if wanted.lower() == got else [Difference(node, wanted, got)]


def _keywords(seen: Seen, symbol: Symbol, node: Node, mode: str) -> Differences:
    """Keywords by their bare name, or with all that belongs to them (`protection from red`), as an ability
    says it."""
    known = seen.of(symbol)
    texts = [part.strip() for text in known.abilities for part in (text, *text.split(","))]
    wanted = [item.text for item in values.names(node, "keywords")] if not _is_none(node) else []
    if mode == "exactly" or _is_none(node):
        mode = "exactly"
        return compare.listed(
            node, wanted, list(known.keywords), "keywords", mode, [_bare(w, known.keywords) for w in wanted],
            [str(terms.word(k)) for k in known.keywords],
        )  # fmt: skip
    there = [*known.keywords, *texts]
    return compare.listed(
        node,
        wanted,
        list(known.keywords),
        "keywords",
        mode,
        [w.casefold() for w in wanted],
        [t.casefold() for t in there],
    )


def _bare(wanted: str, known: Sequence[str]) -> str:
    fits = [k for k in known if wanted.casefold() == k or wanted.casefold().startswith(f"{k} ")]
    return str(terms.word(max(fits, key=len) if fits else wanted))


def _abilities(seen: Seen, symbol: Symbol, node: Node, mode: str) -> Differences:
    """Abilities by their text, or how many there are."""
    known = seen.of(symbol)
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return compare.number(node, len(known.abilities), "number of abilities")
    wanted = [] if _is_none(node) else [item.text for item in values.names(node, "abilities")]
    if _is_none(node):
        mode = "exactly"
    return compare.listed(
        node, wanted, list(known.abilities), "abilities", mode, [w.casefold() for w in wanted],
        [a.casefold() for a in known.abilities],
    )  # fmt: skip


def _is_none(node: Node) -> bool:
    return isinstance(node, Scalar) and (node.empty or (node.plain and node.text.lower() == "none"))


def _counters(seen: Seen, symbol: Symbol, node: Node, mode: str) -> Differences:
    there = seen.counters(symbol)
    if not isinstance(node, Mapping):
        total = sum(there.values())
        return compare.number(node, total, "counters")
    wanted = {
        str(terms.word(kind)): (kind, n, at) for kind, (n, at) in values.counters(node, "counters").items()
    }
    found = {str(terms.word(kind)): n for kind, n in there.items()}
    out = [
        Difference(at, f"{n} {kind} counters", str(found.get(key, 0)))
        for key, (kind, n, at) in wanted.items()
        if found.get(key, 0) != n
    ]
    if mode == "exactly" and (more := found.keys() - wanted.keys()):
        out.append(Difference(node, "no other counters", compare.told(sorted(more))))
    return out


def _damage(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    return compare.number(node, seen.number("damage", symbol), "damage")


def _links(fact: str, context: str) -> Callable[[Seen, Symbol, Node, str], Differences]:
    def look(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
        there = seen.facts(fact, symbol)
        if _is_none(node) or (isinstance(node, Scalar) and isinstance(node.value, bool)):
            wanted = not _is_none(node) and values.flag(node, context)
            return [] if wanted == bool(there) else [
                Difference(node, context if wanted else f"not {context}", compare.told(seen.linked(fact,
                symbol))) ]  # fmt: skip
        names = seen.position.names
        found = {rest[0] for rest in there}

        def there_is(item: Scalar) -> bool:
            if item.text.lower() == _NOTHING:
                return any(shape(one).name == _NOTHING for one in found)
            called = names.candidates(item.text) or [names.resolve(item.text, item.place, context)]
            return not found.isdisjoint(called)

        missing = [item.text for item in values.names(node, context) if not there_is(item)]
        if not missing:
            return []
        return [
            Difference(node, f"{context} {compare.told(missing)}", compare.told(seen.linked(fact, symbol)))
        ]

    return look


def _blocked(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    return compare.flag(node, seen.blocked(symbol), "blocked")


def _exists(seen: Seen, symbol: Symbol, node: Node, _mode: str) -> Differences:
    return compare.flag(node, seen.exists(symbol), "exists")


_SPECIAL: dict[str, Callable[[Seen, Symbol, Node, str], Differences]] = {
    "zone": _zone,
    "controller": _controller,
    "owner": _owner,
    "name": _name,
    "pt": _pt,
    "keywords": _keywords,
    "abilities": _abilities,
    "counters": _counters,
    "damage": _damage,
    "attached_to": _links("attached_to", "attached to"),
    "attacking": _links("attacking", "attacking"),
    "blocking": _links("blocking", "blocking"),
    "blocked": _blocked,
    "exists": _exists,
}


def _text(node: Node, found: str, what: str) -> Differences:
    wanted = values.name(node, what)
    return [] if name_key(wanted) == name_key(found) else [Difference(node, f"{what} {wanted}", found)]


def player(seen: Seen, symbol: Symbol, node: Mapping) -> Differences:
    """An expectation about a player."""
    out: Differences = []
    for mode, key, value in compare.split_modes(node):
        name = spelling(key.text)
        if name == "life":
            out += compare.number(value, seen.number("life", symbol), "life")
        elif name == "poison":
            out += compare.number(value, seen.counters(symbol).get("poison", 0), "poison")
        elif name == "counters":
            out += _counters(seen, symbol, value, mode)
        elif name in ("lost", "won"):
            out += compare.flag(value, bool(seen.facts(name, symbol)), name)
        elif name == "mana":
            out += _mana(seen, symbol, value)
        elif name in _ZONES:
            out += _held(seen, symbol, name, value)
        else:
            _unknown(key, PLAYER_KEYS, "a player")
    return out


def _mana(seen: Seen, symbol: Symbol, node: Node) -> Differences:
    found: Counter[str] = Counter()
    for rest in seen.facts("mana", symbol):
        kind = rest[0]
        while kind.arguments:  # where it comes from and what it may be spent on don't matter
            kind = kind.arguments[0]
        found[str(kind)] += rest[1].number
    given = {} if _is_none(node) else values.mana(node, "mana")
    wanted = {MANA.get(kind.upper(), kind): n for kind, n in given.items()}
    kept = {kind: n for kind, n in found.items() if n}
    if {kind: n for kind, n in wanted.items() if n} == kept:
        return []
    return [
        Difference(
            node, f"mana {compare.written(node)}", compare.told(f"{n} {kind}" for kind, n in kept.items())
        )
    ]


def _held(seen: Seen, symbol: Symbol, zone: str, node: Node) -> Differences:
    """What a player has in a zone: how many, names, or how many of each name."""
    held = seen.in_zone(symbol, zone)
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return compare.number(node, len(held), f"cards in {zone}")
    out: Differences = []
    pairs: list[tuple[Scalar, Node | None]] = (
        list(node.pairs) if isinstance(node, Mapping) else [(item, None) for item in values.names(node, zone)]
    )
    for key, value in pairs:
        fits = sum(_called(seen, o, key.text) for o in held)
        if value is None:
            if not fits:
                out.append(Difference(key, f"{zone}: {key.text}", compare.told(seen.label(o) for o in held)))
        else:
            out += compare.number(value, fits, f"{zone}, {key.text}")
    return out


def _called(seen: Seen, symbol: Symbol, wanted: str) -> bool:
    key = name_key(wanted)
    return key == name_key(seen.label(symbol)) or key in {name_key(name) for name in seen.of(symbol).names}


def objects(seen: Seen, node: Node) -> Differences:
    """`objects: [{name: Bear, controller: Bob, power: 3, count: 2}]`: how many objects on the battlefield
    (or in the zone that is given) fit; one or more without `count`."""
    out: Differences = []
    for item in values.items(node):
        if not isinstance(item, Mapping):
            values.expected(item, "objects", "descriptions, as in {name: Bear, controller: Bob, count: 2}")
        zone = item.get("zone")
        where = values.name(zone, "zone").lower() if zone is not None else "battlefield"
        rest = Mapping(
            tuple(pair for pair in item.pairs if pair[0].text not in ("count", "zone")), item.place
        )
        there = [o for o, place in seen.by_name.get("in_zone", ()) if str(place) == where and seen.exists(o)]
        fits = [o for o in there if not object_(seen, o, rest)]
        count = item.get("count")
        if count is not None:
            out += compare.number(count, len(fits), f"objects that fit {compare.written(rest)}:")
        elif not fits:
            out.append(Difference(item, f"an object that fits {compare.written(rest)}", "none"))
    return out


def _unknown(key: Scalar, known: Sequence[str], of: str) -> NoReturn:
    hint = values.did_you_mean(key.text, known) or f"; there are {', '.join(known)}"
    values.refuse(key, f"expect: {of} has no {quoted(key.text)}{hint}")
