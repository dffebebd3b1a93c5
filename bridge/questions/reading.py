"""Declarations as people write them: `{bear: ogre, elf: [ogre, imp]}`, `{ogre: Bob, imp: {at: jace}}`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Mapping as MappingType
from typing import Any

from clingo import Function, Symbol

from magistrate.bridge.errors import Place
from magistrate.bridge.positions import values
from magistrate.bridge.positions.names import Names
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, Sequence
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, Declaration, Kind, Pair, by, table

_ATTACK_KEYS = ("at", "pay", "exert", "enlist")


def read(
    kind: Kind, position: Position, node: Node, bands: Node | None = None, player: Symbol | None = None
) -> Declaration:
    """The declaration that a step gives. Names may fit several objects when those can stand for each other,
    or when only one of them could be meant. Raises `BadInput` with the place of what can't be read."""
    known = table(kind, position.facts, by(player))
    firsts, seconds = known.firsts, known.seconds
    names = position.names
    pairs: list[Pair] = []
    options: list[tuple[str, Symbol, Symbol]] = []
    if not isinstance(node, Mapping):
        if not (isinstance(node, Scalar) and node.empty):
            example = "{ogre: Bob}" if kind is ATTACKS else "{bear: ogre}"
            values.expected(node, kind.verb, f"a mapping such as {example}; {{}} declares none")
        return Declaration()
    for key, value in node.pairs:
        who = _find(names, key, firsts, f"{kind.verb}s")
        pairs += [
            (who, _find(names, item, seconds, _whom(kind, key.text))) for item in _partners(kind, value)
        ]
        options += _options(names, who, value)
    return Declaration(frozenset(pairs), tuple(_bands(names, bands, firsts)), frozenset(options))


def of_values(
    kind: Kind,
    position: Position,
    given: MappingType[str, Any],
    bands: Iterable[Iterable[str]] = (),
    player: Symbol | None = None,
) -> Declaration:
    """The same from plain Python values."""
    place = Place(position.file)
    banded = _node([list(band) for band in bands], place)
    return read(kind, position, _node(given, place), banded, player)


def _node(value: Any, place: Place) -> Node:
    if isinstance(value, MappingType):
        return Mapping(
            tuple((Scalar(str(k), False, place), _node(v, place)) for k, v in value.items()), place
        )
    if isinstance(value, list | tuple | set | frozenset):
        return Sequence(tuple(_node(item, place) for item in value), place)
    return Scalar("" if value is None else str(value), not isinstance(value, str), place)


def _whom(kind: Kind, who: str) -> str:
    return f"attacked by {who}" if kind is ATTACKS else f"blocked by {who}"


def _find(names: Names, node: Node, among: Collection[Symbol], context: str) -> Symbol:
    name = values.name(node, context)
    if names.candidates(name, among=among):
        return names.resolve(name, node.place, context, among=among)
    return names.resolve(name, node.place, context)


def _partners(kind: Kind, value: Node) -> list[Node]:
    if isinstance(value, Sequence):
        if kind is ATTACKS:
            values.expected(value, kind.verb, "one player, planeswalker or battle for each attacker")
        return list(value.items)
    if isinstance(value, Mapping):
        if kind is not ATTACKS:
            values.expected(value, kind.verb, "an attacker or a list of attackers")
        for key, _ in value.pairs:
            if key.text not in _ATTACK_KEYS:
                values.refuse(key, f"an attacker has no {key.text!r}; there may be {', '.join(_ATTACK_KEYS)}")
        at = value.get("at")
        if at is None:
            values.expected(value, kind.verb, "`at`, as in {ogre: {at: Bob, pay: true}}")
        return [at]
    return [value]


def _options(names: Names, who: Symbol, value: Node) -> Iterable[tuple[str, Symbol, Symbol]]:
    """What is chosen for an attacker beside whom it attacks: `true`, or objects."""
    for key, given in value.pairs if isinstance(value, Mapping) else ():
        if key.text in ("at", "pay") or (isinstance(given, Scalar) and given.value is False):
            continue
        if isinstance(given, Scalar) and given.value is True:
            yield key.text, who, Function("true")
            continue
        for node in given.items if isinstance(given, Sequence) else (given,):
            yield key.text, who, names.resolve(values.name(node, key.text), node.place, key.text)


def _bands(names: Names, node: Node | None, among: Collection[Symbol]) -> Iterable[frozenset[Symbol]]:
    if node is None or (isinstance(node, Scalar) and node.empty):
        return
    if not isinstance(node, Sequence):
        values.expected(node, "bands", "a list of bands, as in [[ogre, imp]]")
    for band in node.items:
        if not isinstance(band, Sequence):
            values.expected(band, "bands", "a list of creatures for each band, as in [[ogre, imp]]")
        yield frozenset(_find(names, member, among, "band") for member in band.items)
