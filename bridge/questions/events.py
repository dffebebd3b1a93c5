"""Events as people write them, for the question what replacement effects make of them.

| event | means |
|---|---|
| `{damage: {from: bolt, to: Alice, amount: 3, combat: true}}` | also `unpreventable: true` |
| `{destroy: bear}` | by an effect; `{destroy: {card: bear, regenerate: false}}`: it can't be regenerated |
| `{draw: Alice}` | she draws a card |
| `{gain_life: {player: Alice, amount: 3}}`, `{lose_life: …}` | |
| `{counters: {on: bear, kind: +1/+1, amount: 2, by: Alice}}` | `by`: its controller if not said |
| `{move: {card: bear, to: graveyard}}` | to graveyard, hand, exile, library or battlefield |
| `{enters: bear}`, `{enters: {card: bear, under: Bob}}` | onto the battlefield |
| `{sacrifice: bear}`, `{discard: bear}`, `{tap: bear}`, `{untap: bear}` | |

A list of events: all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from clingo import Function, Number, Symbol

from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions import terms, values
from magistrate.bridge.positions.keys import Key, spelling
from magistrate.bridge.positions.nodes import Limits, Node, Scalar, parse, quoted
from magistrate.bridge.positions.nodes import Mapping as Pairs
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.index import index

__all__ = ["KINDS", "parse_event", "parse_events"]

EVENT = "<event>"
_BY = Function("asked")
_ZONES = ("battlefield", "exile", "graveyard", "hand", "library")


def parse_events(position: Position, text: str) -> tuple[Symbol, ...]:
    """The events of a text such as `damage: {from: bolt, to: Alice, amount: 3}`, as the judge's terms.

    Braces around it may be left out. Raises `BadInput` with the column in the text.
    """
    limits = Limits.from_environment()
    braced = text.lstrip()[:1] in ("{", "[") or "\n" in text.strip()
    try:
        node = parse(text if braced else "{" + text + "}", EVENT, limits)
        return tuple(parse_event(position, one) for one in values.items(node))
    except BadInput as error:
        at = error.place
        if braced or at.file != EVENT or at.line != 1 or at.column < 2:
            raise
        raise BadInput(error.message, Place(EVENT, 1, at.column - 1)) from None


def parse_event(position: Position, node: Node) -> Symbol:
    """One event, as the judge's term. Raises `BadInput` where it can't be read."""
    if not isinstance(node, Pairs) or len(node.pairs) != 1:
        values.expected(
            node, "event", "one event, as in {destroy: bear}", f"the events are {', '.join(KINDS)}"
        )
    (key, value) = node.pairs[0]
    kind = spelling(key.text)
    if kind not in KINDS:
        hint = values.did_you_mean(kind, KINDS) or f"; the events are {', '.join(KINDS)}"
        values.refuse(key, f"{quoted(key.text)} is no event{hint}")
    return KINDS[kind](_Reader(position, kind), value)


class _Reader:
    """Reads the parts of one event."""

    def __init__(self, position: Position, kind: str) -> None:
        self.position = position
        self.kind = kind

    def parts(self, node: Node, plain: str, *keys: str) -> Mapping[str, Node]:
        """The values by key; a mere name stands for the key `plain`."""
        if isinstance(node, Scalar):
            return MappingProxyType({plain: node})
        table = {key: Key(key, "any", "") for key in (plain, *keys)}
        return values.fields(node, table, self.kind)

    def demand(self, found: Mapping[str, Node], key: str, node: Node) -> Node:
        """The value of a key that must be there."""
        if key not in found:
            values.refuse(node, f"{self.kind}: `{key}` is missing")
        return found[key]

    def object(self, node: Node, key: str) -> Symbol:
        """An object by name."""
        return self.position.names.object(values.name(node, key), node.place, f"{self.kind}, {key}")

    def player(self, node: Node, key: str) -> Symbol:
        """A player by name."""
        return self.position.names.player(values.name(node, key), node.place, f"{self.kind}, {key}")

    def any(self, node: Node, key: str) -> Symbol:
        """An object or player by name."""
        return self.position.names.resolve(values.name(node, key), node.place, f"{self.kind}, {key}")

    def amount(self, found: Mapping[str, Node], node: Node) -> Symbol:
        """The number of an event."""
        return Number(values.integer(self.demand(found, "amount", node), f"{self.kind}, amount", 0))

    def zone(self, o: Symbol) -> Symbol:
        """Where an object is."""
        return index(self.position.facts).second("in_zone", o) or Function("nowhere")

    def holder(self, o: Symbol) -> Symbol:
        """Who controls an object before effects, else its owner, else the object (a player) itself."""
        here = index(self.position.facts)
        return here.second("base_controller", o) or here.second("owner", o) or o


def _damage(r: _Reader, node: Node) -> Symbol:
    found = r.parts(node, "to", "from", "amount", "combat", "unpreventable")
    source = r.object(r.demand(found, "from", node), "from")
    target = r.any(r.demand(found, "to", node), "to")
    kind = "noncombat"
    for key, word in (("combat", "combat"), ("unpreventable", "unpreventable")):
        if key in found and values.flag(found[key], key):
            kind = word
    return Function("damage", [source, target, r.amount(found, node), Function(kind)])


def _destroy(r: _Reader, node: Node) -> Symbol:
    found = r.parts(node, "card", "regenerate")
    allowed = "regenerate" not in found or values.flag(found["regenerate"], "regenerate")
    by = _BY if allowed else Function("no_regeneration", [_BY])
    return Function("destroy", [r.object(r.demand(found, "card", node), "card"), by])


def _draw(r: _Reader, node: Node) -> Symbol:
    return Function("draw", [r.player(r.demand(r.parts(node, "player"), "player", node), "player")])


def _life(name: str) -> Callable[[_Reader, Node], Symbol]:
    def read(r: _Reader, node: Node) -> Symbol:
        found = r.parts(node, "player", "amount")
        player = r.player(r.demand(found, "player", node), "player")
        return Function(name, [player, r.amount(found, node)])

    return read


def _counters(r: _Reader, node: Node) -> Symbol:
    found = r.parts(node, "on", "kind", "amount", "by")
    on = r.any(r.demand(found, "on", node), "on")
    kind = r.demand(found, "kind", node)
    if not isinstance(kind, Scalar):
        values.expected(kind, "counters, kind", "a kind of counter")
    by = r.player(found["by"], "by") if "by" in found else r.holder(on)
    return Function("put_counters", [on, terms.word(values.counter_kind(kind)), r.amount(found, node), by])


def _move(r: _Reader, node: Node) -> Symbol:
    found = r.parts(node, "card", "to")
    o = r.object(r.demand(found, "card", node), "card")
    to = r.demand(found, "to", node)
    zone = spelling(values.name(to, "to"))
    if zone not in _ZONES:
        values.expected(to, "move, to", f"a zone: {', '.join(_ZONES)}")
    if zone == "battlefield":
        return _entry(r, o, r.holder(o))
    cause = Function("top", [_BY, Number(0)]) if zone == "library" else Function("put", [_BY])
    return Function("move", [o, r.zone(o), Function(zone), cause])


def _enters(r: _Reader, node: Node) -> Symbol:
    found = r.parts(node, "card", "under")
    o = r.object(r.demand(found, "card", node), "card")
    return _entry(r, o, r.player(found["under"], "under") if "under" in found else r.holder(o))


def _entry(r: _Reader, o: Symbol, player: Symbol) -> Symbol:
    cause = Function("enters", [player, Function("put", [_BY])])
    return Function("move", [o, r.zone(o), Function("battlefield"), cause])


def _sacrifice(r: _Reader, node: Node) -> Symbol:
    o = r.object(r.demand(r.parts(node, "card"), "card", node), "card")
    return Function("sacrifice", [r.holder(o), o])


def _discard(r: _Reader, node: Node) -> Symbol:
    o = r.object(r.demand(r.parts(node, "card"), "card", node), "card")
    return Function("discard", [r.holder(o), o])


def _plain(name: str) -> Callable[[_Reader, Node], Symbol]:
    def read(r: _Reader, node: Node) -> Symbol:
        return Function(name, [r.object(r.demand(r.parts(node, "card"), "card", node), "card")])

    return read


KINDS: Mapping[str, Callable[[_Reader, Node], Symbol]] = MappingProxyType(
    {
        "damage": _damage,
        "destroy": _destroy,
        "draw": _draw,
        "gain_life": _life("gain_life"),
        "lose_life": _life("lose_life"),
        "counters": _counters,
        "move": _move,
        "enters": _enters,
        "sacrifice": _sacrifice,
        "discard": _discard,
        "tap": _plain("tap"),
        "untap": _plain("untap"),
    }
)
"""How each event is read."""
