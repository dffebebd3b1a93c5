"""What a position leaves open, and every position that it may be.

    players:
      Alice: {hand: [{one of: [Shock, Giant Growth]}]}
      Bob: {life: 1..10}

A range `1..10` stands where a number may stand, on either side of power and toughness too; `{one of: [...]}`
stands where anything may, and may hold further open values. A *world* is one choice for each of them: its
file, as it would be without them. Worlds have numbers from 0 and are made when they are asked for, so how
many there are costs nothing. No rule of the game is here, and no fact: each world is read as any file is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import prod
from typing import TypeAlias

from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions import keys
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, Sequence, quoted
from magistrate.bridge.positions.terms import LARGEST
from magistrate.bridge.records import Record

MOST = 100
"""So many open values there may be in one position."""

ONE_OF = "one_of"
_RANGE = re.compile(r"([-+]?[0-9]{1,10})\.\.([-+]?[0-9]{1,10})")
_SIZE = re.compile(r"\s*([^/\s]+)\s*/\s*([^/\s]+)\s*")
_NOT_HERE = frozenset(("title", "note", "goal", "steps", "answers"))
_TEXTS = frozenset(
    key.name
    for table in (keys.TOP, keys.ENTRY, keys.CARD, keys.DEFINITION, keys.EMBLEM)
    for key in table.values()
    if key.shape in ("text", "scalar")
)
"""Keys whose values are no numbers, whatever they look like."""


class Unknown(Record):
    """An open value: where it is, in words and in the file, and what it may be."""

    name: str
    text: str
    place: Place


def named(found: tuple[Unknown, ...]) -> str:
    """What is open, for a message."""
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return ", ".join(f"{one.name} ({one.text})" for one in found[:5]) + more


class _Fixed(Record):
    node: Node
    count: int = 1

    def pick(self, _index: int, _given: dict[str, str]) -> Node:
        return self.node


class _Between(Record):
    """A number in a range."""

    unknown: Unknown
    least: int
    count: int

    def pick(self, index: int, given: dict[str, str]) -> Node:
        written = given[self.unknown.name] = str(self.least + index)
        return Scalar(written, True, self.unknown.place)


class _Size(Record):
    """Power and toughness with a range on a side."""

    unknown: Unknown
    sides: tuple[range | tuple[str], ...]
    count: int

    def pick(self, index: int, given: dict[str, str]) -> Node:
        first, second = divmod(index, len(self.sides[1]))
        written = given[self.unknown.name] = f"{self.sides[0][first]}/{self.sides[1][second]}"
        return Scalar(written, True, self.unknown.place)


class _OneOf(Record):
    unknown: Unknown
    options: tuple[Tree, ...]
    count: int

    def pick(self, index: int, given: dict[str, str]) -> Node:
        for option in self.options:
            if index < option.count:
                inner: dict[str, str] = {}
                node = option.pick(index, inner)
                given[self.unknown.name] = flow(node)
                return node
            index -= option.count
        raise IndexError


class _All(Record):
    """A list or mapping with something open in it."""

    node: Sequence | Mapping
    parts: tuple[Tree, ...]
    count: int

    def pick(self, index: int, given: dict[str, str]) -> Node:
        numbers = []
        for part in reversed(self.parts):  # the last one changes fastest
            index, own = divmod(index, part.count)
            numbers.append(own)
        made = [part.pick(own, given) for part, own in zip(self.parts, reversed(numbers), strict=True)]
        if isinstance(self.node, Sequence):
            return Sequence(tuple(made), self.node.place)
        keyed = zip((key for key, _ in self.node.pairs), made, strict=True)
        return Mapping(tuple(keyed), self.node.place)


Tree: TypeAlias = _Fixed | _Between | _Size | _OneOf | _All


class Openings:
    """What a file leaves open. Raises `BadInput` for what can't be meant, and for too many open values."""

    def __init__(self, node: Node) -> None:
        self.unknowns: tuple[Unknown, ...] = ()
        self._tree = self._of(node, (), True)

    @property
    def number(self) -> int:
        """How many worlds there are."""
        return self._tree.count

    def world(self, index: int) -> tuple[Node, dict[str, str]]:
        """The file of a world, and what each open value is in it: `{"Bob life": "3"}`. IndexError."""
        if not 0 <= index < self.number:
            raise IndexError(index)
        given: dict[str, str] = {}
        return self._tree.pick(index, given), given

    def _open(self, path: tuple[str, ...], text: str, place: Place) -> Unknown:
        name = " ".join(path[1:] if path[:1] == ("players",) else path) or "the position"
        while any(one.name == name for one in self.unknowns):
            name += "'"
        made = Unknown(name, text, place)
        self.unknowns += (made,)
        if len(self.unknowns) > MOST:
            raise BadInput(f"more than {MOST} open values in one position", place)
        return made

    def _of(self, node: Node, path: tuple[str, ...], numbers: bool) -> Tree:
        if isinstance(node, Scalar):
            return self._scalar(node, path) if numbers and node.plain else _Fixed(node)
        if isinstance(node, Mapping) and len(node.pairs) == 1:
            key, value = node.pairs[0]
            if keys.spelling(key.text) == ONE_OF:
                return self._one_of(node, value, path, numbers)
        parts: list[Tree] = []
        if isinstance(node, Sequence):
            labels = list(_labels(node.items))
            parts = [
                self._of(item, (*path, label) if label else path, numbers)
                for item, label in zip(node.items, labels, strict=True)
            ]
        else:
            for key, value in node.pairs:
                spelt = keys.spelling(key.text)
                if not path and spelt in _NOT_HERE:
                    parts.append(_Fixed(value))
                else:
                    parts.append(self._of(value, (*path, key.text), numbers and spelt not in _TEXTS))
        if all(isinstance(part, _Fixed) for part in parts):
            return _Fixed(node)
        return _All(node, tuple(parts), prod(part.count for part in parts))

    def _scalar(self, node: Scalar, path: tuple[str, ...]) -> Tree:
        if ".." not in node.text:
            return _Fixed(node)
        if (found := _range(node.text, node.place)) is not None:
            return _Between(self._open(path, node.text, node.place), found[0], len(found))
        size = _SIZE.fullmatch(node.text)
        if size is None:
            return _Fixed(node)
        sides = [_range(side, node.place) for side in size.groups()]
        if sides == [None, None]:
            return _Fixed(node)
        either: tuple[range | tuple[str], ...] = tuple(
            (text,) if side is None else side for side, text in zip(sides, size.groups(), strict=True)
        )
        return _Size(self._open(path, node.text, node.place), either, prod(map(len, either)))

    def _one_of(self, node: Mapping, value: Node, path: tuple[str, ...], numbers: bool) -> Tree:
        if not isinstance(value, Sequence) or not value.items:
            raise BadInput(
                "one of: expected a list of what it may be, as in {one of: [Shock, Bear]}", value.place
            )
        written = [flow(item) for item in value.items]
        seen: set[str] = set()
        for item, text in zip(value.items, written, strict=True):
            if text in seen:
                raise BadInput(f"one of: {quoted(text)} stands here twice", item.place)
            seen.add(text)
        unknown = self._open(path, f"one of {', '.join(written)}"[:200], node.place)
        options = tuple(
            self._of(item, (*path, f"option {index}"), numbers) for index, item in enumerate(value.items, 1)
        )
        _apart(options)
        return _OneOf(unknown, options, sum(option.count for option in options))


def _range(text: str, place: Place) -> range | None:
    match = _RANGE.fullmatch(text)
    if match is None:
        return None
    least, most = map(int, match.groups())
    if max(abs(least), abs(most)) > LARGEST:
        raise BadInput(f"{text}: expected whole numbers up to {LARGEST:,}", place)
    if least > most:
        raise BadInput(f"{text}: no number is in this range; the smaller one stands first", place)
    return range(least, most + 1)


def _apart(options: tuple[Tree, ...]) -> None:
    """Refuses ranges that overlap: a world would be there twice."""
    found: list[tuple[int, int, Place]] = []
    for option in options:
        if isinstance(option, _Between):
            found.append((option.least, option.least + option.count - 1, option.unknown.place))
        elif isinstance(option, _Fixed) and isinstance(option.node, Scalar):
            value = option.node.value
            if isinstance(value, int) and not isinstance(value, bool):
                found.append((value, value, option.node.place))
    for (_, most, _), (least, _, place) in pairwise(sorted(found, key=lambda row: row[:2])):
        if least <= most:
            raise BadInput(f"one of: {least} stands here twice", place)


def _labels(items: tuple[Node, ...]) -> Iterator[str]:
    """What tells the items of a list apart: nothing where a name in them does, else a number."""
    names = []
    for item in items:
        name = ""
        if isinstance(item, Mapping):
            if isinstance(called := item.get("name"), Scalar):
                name = called.text
            elif len(item.pairs) == 1 and keys.spelling(item.pairs[0][0].text) != ONE_OF:
                name = item.pairs[0][0].text
        names.append(name)
    times = Counter(names)
    for index, (item, name) in enumerate(zip(items, names, strict=True), 1):
        alone = name and times[name] == 1
        inside = isinstance(item, Mapping) and len(item.pairs) == 1
        yield ("" if inside else name) if alone else f"#{index}"


def flow(node: Node) -> str:
    """A node on one line, as YAML."""
    if isinstance(node, Scalar):
        return node.text if node.plain else quoted(node.text, 200)
    if isinstance(node, Sequence):
        return f"[{', '.join(map(flow, node.items))}]"
    return "{" + ", ".join(f"{key.text}: {flow(value)}" for key, value in node.pairs) + "}"
