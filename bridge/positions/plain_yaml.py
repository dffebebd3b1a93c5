"""Reads plain YAML without PyYAML, whose import takes longer than a small answer.

Plain are block mappings and lists, flow ones and quoted texts that end on their line, words on one line, and
texts after `|`. Everything else, and all that could be a mistake, is left to PyYAML, which alone speaks about
YAML. A test compares the two readers, places included.
"""

from __future__ import annotations

from magistrate.bridge.errors import Place
from magistrate.bridge.positions.nodes import Limits, Mapping, Node, Scalar, Sequence

LONGEST = 100_000
"""In longer texts PyYAML is worth its import."""
LONGEST_KEY = 1000


class Unsure(Exception):
    """PyYAML must look."""


def parse(text: str, file: str, limits: Limits) -> Node | None:
    """The one document of a text, or None where PyYAML must look."""
    if len(text) > LONGEST or not text.replace("\n", "").isprintable():
        return None
    try:
        return _Reader(text, file, limits).document()
    except Unsure:
        return None


class _Reader:
    """Goes through the lines; `row` is the next one that isn't read, `at` counts columns from 0."""

    def __init__(self, text: str, file: str, limits: Limits) -> None:
        self.lines = text.split("\n")
        self.file = file
        self.nodes = limits.nodes
        self.depth = limits.depth
        self.row = 0

    def document(self) -> Node:
        indent = self.indent()
        line = self.lines[self.row] if self.row < len(self.lines) else ""
        if indent or not line:
            raise Unsure
        node = self.inline(line, 0, -1) if line[0] in "[{" else self.block(0)
        if self.indent() >= 0:
            raise Unsure
        return node

    def indent(self) -> int:
        """Goes on to the next line that holds something, and says how far it is indented; -1 at the end."""
        for row in range(self.row, len(self.lines)):
            line = self.lines[row]
            bare = line.lstrip(" ")
            if bare and bare[0] != "#":
                if line[0] in "%-." and (line[0] == "%" or line.startswith(("---", "..."))):
                    raise Unsure
                self.row = row
                return len(line) - len(bare)
        self.row = len(self.lines)
        return -1

    def made(self, at: int, row: int | None = None) -> Place:
        """The place of a node that is counted."""
        self.nodes -= 1
        if self.nodes < 0:
            raise Unsure
        return Place(self.file, (self.row if row is None else row) + 1, at + 1)

    def deeper(self) -> None:
        self.depth -= 1
        if self.depth < 0:
            raise Unsure

    def block(self, at: int) -> Node:
        """The list or mapping whose first entry stands at `at` of this line."""
        self.deeper()
        line = self.lines[self.row]
        node = self.entries(at) if line[at] == "-" and line[at + 1 : at + 2] in (" ", "") else self.pairs(at)
        self.depth += 1
        return node

    def entries(self, at: int) -> Sequence:
        place = self.made(at)
        items: list[Node] = []
        while True:
            line = self.lines[self.row]
            start = at + 1
            while line[start : start + 1] == " ":
                start += 1
            if start == len(line):
                raise Unsure
            if _key_end(line, start):
                items.append(self.block(start))
            else:
                items.append(self.inline(line, start, at))
            indent = self.indent()
            if indent > at:
                raise Unsure
            if indent < at or self.lines[self.row][at : at + 2] != "- ":
                return Sequence(tuple(items), place)

    def pairs(self, at: int) -> Mapping:
        place = self.made(at)
        pairs: list[tuple[Scalar, Node]] = []
        seen = set()
        while True:
            line = self.lines[self.row]
            end = _key_end(line, at)
            if not end:
                raise Unsure
            key = self.scalar(line, at, end)
            if key.text in seen or end - at > LONGEST_KEY:
                raise Unsure
            seen.add(key.text)
            pairs.append((key, self.value(line, end + 1, at)))
            indent = self.indent()
            if indent > at:
                raise Unsure
            if indent < at:
                return Mapping(tuple(pairs), place)

    def value(self, line: str, start: int, at: int) -> Node:
        """What follows the colon of a key at `at`, on this line or the next ones."""
        colon, row = start - 1, self.row
        while line[start : start + 1] == " ":
            start += 1
        if start < len(line):
            return self.inline(line, start, at)
        self.row += 1
        indent = self.indent()
        if indent > at or (indent == at and self.lines[self.row][at : at + 2] == "- "):
            return self.block(indent)
        return Scalar("", True, self.made(colon + 1, row))

    def inline(self, line: str, start: int, at: int) -> Node:
        """The value that begins at `start` and, unless it is a text after `|`, ends on this line."""
        first = line[start]
        if first == "|":
            return self.literal(line, start, at)
        node: Node
        if first in "[{":
            node, end = self.flow(line, start)
        elif first in "\"'":
            end = _quote_end(line, start)
            node = self.scalar(line, start, end)
        else:
            comment = line.find(" #", start)
            end = len(line) if comment < 0 else comment
            while line[end - 1] == " ":
                end -= 1
            node = self.scalar(line, start, end)
            if line.find(": ", start, end) >= 0 or line[end - 1] == ":":
                raise Unsure
        rest = line[end:]
        if rest and rest[0] != " ":
            raise Unsure
        rest = rest.lstrip(" ")
        if rest and rest[0] != "#":
            raise Unsure
        self.row += 1
        return node

    def scalar(self, line: str, start: int, end: int) -> Scalar:
        """The text between, quoted or a word that can't be anything else."""
        place = self.made(start)
        first = line[start]
        if first == "'":
            return Scalar(line[start + 1 : end - 1].replace("''", "'"), False, place)
        if first == '"':
            return Scalar(line[start + 1 : end - 1], False, place)
        if not (first.isalnum() or first in "+(/_" or (first == "-" and line[start + 1 : end][:1].isdigit())):
            raise Unsure
        return Scalar(line[start:end], True, place)

    def flow(self, line: str, start: int) -> tuple[Node, int]:
        """The list in brackets or mapping in braces at `start`, and where it ends."""
        self.deeper()
        place = self.made(start)
        braces = line[start] == "{"
        close = "}" if braces else "]"
        items: list[Node] = []
        pairs: list[tuple[Scalar, Node]] = []
        at = _spaces(line, start + 1)
        if line[at] != close:
            while True:
                node, at = self.flow_node(line, at)
                if braces:
                    if not isinstance(node, Scalar) or line[at : at + 2] != ": ":
                        raise Unsure
                    if any(node.text == key.text for key, _ in pairs):
                        raise Unsure
                    value, at = self.flow_node(line, _spaces(line, at + 1))
                    pairs.append((node, value))
                else:
                    items.append(node)
                at = _spaces(line, at)
                if line[at] == close:
                    break
                if line[at] != ",":
                    raise Unsure
                at = _spaces(line, at + 1)
        self.depth += 1
        made = Mapping(tuple(pairs), place) if braces else Sequence(tuple(items), place)
        return made, at + 1

    def flow_node(self, line: str, at: int) -> tuple[Node, int]:
        if line[at] in "[{":
            return self.flow(line, at)
        end = _quote_end(line, at) if line[at] in "\"'" else _word_end(line, at)
        return self.scalar(line, at, end), end

    def literal(self, line: str, start: int, at: int) -> Scalar:
        """The lines after `|` or `|-`, indented deeper than `at`."""
        place = self.made(start)
        mark = line[start + 1 :]
        if mark not in ("", "-"):
            raise Unsure
        self.row += 1
        first = self.lines[self.row] if self.row < len(self.lines) else ""
        indent = len(first) - len(first.lstrip(" "))
        if indent <= at or indent == len(first):
            raise Unsure
        found: list[str] = []
        for row in range(self.row, len(self.lines)):
            line = self.lines[row]
            bare = line.lstrip(" ")
            if bare and len(line) - len(bare) < indent:
                if len(line) - len(bare) > at:
                    raise Unsure
                break
            if not bare and len(line) > indent:
                raise Unsure
            found.append(line[indent:])
        else:
            if self.lines[-1]:
                raise Unsure
            row = len(self.lines)
        self.row = row
        while not found[-1]:
            found.pop()
        return Scalar("\n".join(found) + ("" if mark else "\n"), False, place)


def _spaces(line: str, at: int) -> int:
    """Where the next character that is no space stands. Raises `Unsure` at the end of the line."""
    while line[at : at + 1] == " ":
        at += 1
    if at == len(line):
        raise Unsure
    return at


def _key_end(line: str, start: int) -> int:
    """Where the colon after the key at `start` stands; 0 where there is no key."""
    if line[start] in "\"'":
        end = _quote_end(line, start)
        return end if line[end : end + 1] == ":" and line[end + 1 : end + 2] in ("", " ") else 0
    if line[start] in "[{":
        return 0
    end = line.find(": ", start)
    if end < 0 and line.endswith(":"):
        end = len(line) - 1
    if end < 0:
        return 0
    if line.find(" #", start, end) >= 0 or line[end - 1] == " ":
        raise Unsure
    return end


def _quote_end(line: str, start: int) -> int:
    """Where the text in quotes at `start` ends. Raises `Unsure` for escapes, and for more than a line."""
    quote = line[start]
    end = line.find(quote, start + 1)
    while quote == "'" and end > 0 and line[end + 1 : end + 2] == "'":
        end = line.find(quote, end + 2)
    if end < 0 or (quote == '"' and "\\" in line[start:end]):
        raise Unsure
    return end + 1


def _word_end(line: str, start: int) -> int:
    """Where a word in a flow list or mapping ends."""
    for at in range(start, len(line)):
        letter = line[at]
        if letter in ",]}" or (letter == ":" and line[at + 1 : at + 2] == " "):
            break
        if letter in "[{:" or (letter == "#" and line[at - 1] == " "):
            raise Unsure
    else:
        raise Unsure
    while at > start and line[at - 1] == " ":
        at -= 1
    if at == start or (line[at] == " " and line[at:].lstrip(" ")[:1] == ":"):
        raise Unsure
    return at
