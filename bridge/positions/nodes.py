"""YAML to plain nodes that know their place, within bounds: what every reader of a position file starts from.

Scalars stay text; what a scalar means (YAML 1.2's core schema: `true`, `null`, numbers; `yes` is a word) is
decided where it is used. Aliases stand for the node of their anchor and are counted as if written out; tags,
merge keys, several documents and duplicate keys are refused.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.records import Record


class Limits(Record):
    """Bounds on what is read from a stranger, and the environment variable that raises each."""

    bytes: int = 10_000_000  # MAGISTRATE_MAX_BYTES
    nodes: int = 500_000  # MAGISTRATE_MAX_NODES: values in the file, aliases counted as if written out
    objects: int = 20_000  # MAGISTRATE_MAX_OBJECTS: cards, tokens and the like in one position
    depth: int = 64

    @staticmethod
    def from_environment() -> Limits:
        """The bounds that the environment sets, the usual ones for the rest."""

        def number(name: str, usual: int) -> int:
            text = os.environ.get(name, "").replace("_", "")
            return int(text) if text.isdecimal() and text.isascii() else usual

        usual = Limits()
        return Limits(
            bytes=number("MAGISTRATE_MAX_BYTES", usual.bytes),
            nodes=number("MAGISTRATE_MAX_NODES", usual.nodes),
            objects=number("MAGISTRATE_MAX_OBJECTS", usual.objects),
        )


class Scalar(NamedTuple):
    """A text, number, truth value or nothing. `plain` is false for what was quoted, which is always text."""

    text: str
    plain: bool
    place: Place

    @property
    def value(self) -> str | int | float | bool | None:
        """What the scalar is in YAML 1.2's core schema."""
        return _core(self.text) if self.plain else self.text

    @property
    def empty(self) -> bool:
        """Nothing, as in `key:` with nothing after it."""
        return self.plain and self.text in NULLS


class Sequence(Record):
    """A list."""

    items: tuple[Node, ...]
    place: Place


class Mapping(Record):
    """Keys with their values, in the order of the file."""

    pairs: tuple[tuple[Scalar, Node], ...]
    place: Place

    def get(self, key: str) -> Node | None:
        """The value of a key spelt exactly so."""
        return next((value for name, value in self.pairs if name.text == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping

NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_TRUE = frozenset(("true", "True", "TRUE"))
_FALSE = frozenset(("false", "False", "FALSE"))
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def _core(text: str) -> str | int | float | bool | None:
    if text in NULLS:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if text[0] in "+-.0123456789":
        if len(text) < 4000 and _INT.fullmatch(text):
            return int(text, 0 if text[1:2] in ("o", "x") else 10)
        if _FLOAT.fullmatch(text):
            return float(text)
    return text


class Raw(Record):
    """A part of a file kept for whoever reads it: plain values, and where each of them stands.

    >>> raw.value[0]["block"]            # lists, dicts, str, int, float, bool, None
    >>> raw.place(0, "block", "bear")    # its Place; that of the nearest value above it if there is none
    """

    node: Node
    value: Any

    @staticmethod
    def of(node: Node) -> Raw:
        """Keep a node."""
        return Raw(node, plain(node))

    def at(self, *path: int | str) -> Node:
        """The node at a path of indices and keys; the nearest one above it if there is none."""
        node = self.node
        for step in path:
            below: Node | None = None
            if isinstance(node, Mapping):
                below = next((value for key, value in node.pairs if step in (key.text, key.value)), None)
            elif isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
                below = node.items[step]
            if below is None:
                break
            node = below
        return node

    def place(self, *path: int | str) -> Place:
        """Where the value at a path of indices and keys stands."""
        return self.at(*path).place

    def key_place(self, *path: int | str) -> Place:
        """Where the last key of the path stands, rather than its value."""
        above = self.at(*path[:-1])
        if isinstance(above, Mapping):
            for key, _ in above.pairs:
                if path[-1] in (key.text, key.value):
                    return key.place
        return self.place(*path)


def plain(node: Node) -> Any:
    """A node as lists, dicts and plain values. Keys are text, whatever they look like."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.pairs}


def read_text(source: str | os.PathLike[str], limits: Limits) -> tuple[str, str]:
    """The text of a file (`-`: standard input) and the name to use for it in messages.

    BadInput when it can't be read, is larger than the bound, or is not UTF-8.
    """
    name = "<stdin>" if os.fspath(source) == "-" else os.fspath(source)
    start = Place(name)
    try:
        if name == "<stdin>":
            data = sys.stdin.buffer.read(limits.bytes + 1)
        else:
            with open(source, "rb") as stream:
                data = stream.read(limits.bytes + 1)
    except FileNotFoundError:
        raise BadInput("there is no such file", start) from None
    except IsADirectoryError:
        raise BadInput(
            "this is a folder; expected a position file (YAML) or a Forge puzzle (.pzl)", start
        ) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"can't be read: {getattr(error, 'strerror', None) or error}", start) from None
    return decode(data, name, limits), name


def decode(data: bytes, name: str, limits: Limits) -> str:
    """UTF-8 text within the size bound, without a byte order mark."""
    if len(data) > limits.bytes:
        raise BadInput(
            f"larger than {limits.bytes:,} bytes, the bound on one file; if it must be, raise the bound with "
            "the environment variable MAGISTRATE_MAX_BYTES",
            Place(name),
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        begin = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[begin : error.start].decode("utf-8")) + 1
        raise BadInput(
            f"not UTF-8: byte {error.start} is 0x{data[error.start]:02x}; save the file as UTF-8",
            Place(name, line, column),
        ) from None
    return text.removeprefix("\ufeff")


def parse(text: str, file: str, limits: Limits) -> Node:
    """The one document of a YAML text. Raises `BadInput` where it isn't one, or goes past a bound."""
    from magistrate.bridge.positions import plain_yaml

    node = plain_yaml.parse(text, file, limits)
    return by_library(text, file, limits) if node is None else node


def by_library(text: str, file: str, limits: Limits) -> Node:
    """The same, whatever YAML it is."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Composer(yaml.parse(text, Loader=loader), file, limits).document()
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark or error.context_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
        if "nesting depth" in (error.problem or ""):
            raise BadInput(f"nested deeper than {limits.depth} levels", place) from None
        said = " ".join(part for part in (error.context, error.problem) if part)
        raise BadInput(f"not YAML: {said}{_hint(error.problem or '')}", place) from None
    except yaml.YAMLError as error:
        position = getattr(error, "position", None)
        place = Place(file)
        if isinstance(position, int):
            before = text[:position]
            place = Place(file, before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1)
        reason = str(getattr(error, "reason", error)).splitlines()[0]
        raise BadInput(f"not YAML: {reason}", place) from None


def _hint(problem: str) -> str:
    if "cannot start any token" in problem:
        return "; put the text in quotes"
    if "mapping values are not allowed" in problem:
        return "; a name or text with a colon in it needs quotes"
    if "expected <block end>" in problem or "did not find expected key" in problem:
        return "; look at the indentation of this line and the one above"
    return ""


class _Composer:
    """Builds the nodes from the events of the parser."""

    def __init__(self, events: Iterator[Any], file: str, limits: Limits) -> None:
        self.next: Callable[[], Any] = events.__next__
        self.file = file
        self.limits = limits
        self.anchors: dict[str, Node] = {}
        self.sizes: dict[str, int] = {}
        self.count = 0
        self.depth = 0

    def place(self, event: Any) -> Place:
        mark = event.start_mark
        return Place(self.file, mark.line + 1, mark.column + 1)

    def document(self) -> Node:
        self.next()  # stream start
        event = self.next()
        if type(event).__name__ == "StreamEndEvent":
            raise BadInput(
                "the file is empty; expected a position, as in `players: {Alice: {}, Bob: {}}`",
                Place(self.file, 1, 1),
            )
        node = self.node(self.next())
        self.next()  # document end
        event = self.next()
        if type(event).__name__ != "StreamEndEvent":
            raise BadInput("a second document; expected one position in a file", self.place(event))
        return node

    def more(self, number: int, event: Any) -> None:
        self.count += number
        if self.count > self.limits.nodes:
            raise BadInput(
                f"more than {self.limits.nodes:,} values, aliases counted as if written out; if it must be, "
                "raise the bound with the environment variable MAGISTRATE_MAX_NODES",
                self.place(event),
            )

    def node(self, event: Any) -> Node:
        kind = type(event).__name__
        if kind == "AliasEvent":
            if event.anchor not in self.anchors:
                raise BadInput(f"there is no anchor &{event.anchor} before this alias", self.place(event))
            self.more(self.sizes[event.anchor], event)
            return self.anchors[event.anchor]
        if event.tag is not None and event.tag != "!":
            raise BadInput(f"tag {event.tag}: a position file has no tags; leave it out", self.place(event))
        before = self.count
        self.more(1, event)
        place = self.place(event)
        made: Node
        if kind == "ScalarEvent":
            made = Scalar(event.value, not event.style and event.tag is None, place)
        else:
            self.depth += 1
            if self.depth > self.limits.depth:
                raise BadInput(f"nested deeper than {self.limits.depth} levels", place)
            made = self.sequence(place) if kind == "SequenceStartEvent" else self.mapping(place)
            self.depth -= 1
        if event.anchor is not None:
            self.anchors[event.anchor] = made
            self.sizes[event.anchor] = self.count - before
        return made

    def sequence(self, place: Place) -> Sequence:
        items = []
        while type(event := self.next()).__name__ != "SequenceEndEvent":
            items.append(self.node(event))
        return Sequence(tuple(items), place)

    def mapping(self, place: Place) -> Mapping:
        pairs: list[tuple[Scalar, Node]] = []
        seen: dict[str, Place] = {}
        while type(event := self.next()).__name__ != "MappingEndEvent":
            key = self.node(event)
            if not isinstance(key, Scalar):
                raise BadInput(
                    "a key must be a name or word, not a list or mapping; names with braces need quotes",
                    key.place,
                )
            if key.plain and key.text == "<<":
                raise BadInput("merge keys (<<) are not read; write the values out", key.place)
            if key.text in seen:
                raise BadInput(
                    f"the key {quoted(key.text)} stands here twice, first in line {seen[key.text].line}",
                    key.place,
                )
            seen[key.text] = key.place
            pairs.append((key, self.node(self.next())))
        return Mapping(tuple(pairs), place)


def quoted(text: str, longest: int = 60) -> str:
    """A text from a file for a message: in quotes, on one line, not too long, nothing a terminal acts on."""
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return '"' + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown) + '"'


def describe(node: Node) -> str:
    """What a node is, for messages that say what was found."""
    if isinstance(node, Sequence):
        return "a list" if node.items else "an empty list"
    if isinstance(node, Mapping):
        return "a mapping" if node.pairs else "an empty mapping"
    if node.empty:
        return "nothing"
    value = node.value
    if isinstance(value, bool):
        return f"the truth value {node.text}"
    if isinstance(value, (int, float)):
        return f"the number {quoted(node.text)[1:-1]}"
    return quoted(node.text)
