"""Reading large JSON files value by value, with the line and column of each.

Only the piece at hand is in memory. Files are taken as hostile: the bytes after unpacking are bounded, and so
is one value. The standard library's decoder does the parsing; this module finds where values begin and end.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn

from magistrate.bridge.errors import BadInput, Place

CHUNK = 1 << 18
_SPACE = " \t\r\n"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is read: bytes of one file after unpacking, and characters of one JSON value."""

    file_bytes: int = 4 << 30
    value_chars: int = 4 << 20


@dataclass(frozen=True, slots=True)
class Located:
    """A decoded value and where it began."""

    value: Any
    place: Place


def open_by_content(raw: IO[bytes]) -> IO[bytes]:
    """Unpack gzip, xz or bzip2 if the first bytes say so; anything else is read as it is."""
    head = raw.peek(6)[:6] if hasattr(raw, "peek") else b""
    if head.startswith(b"\x1f\x8b"):
        import gzip

        return gzip.GzipFile(fileobj=raw)  # type: ignore[return-value]
    if head.startswith(b"\xfd7zXZ\x00"):
        import lzma

        return lzma.LZMAFile(raw)
    if head.startswith(b"BZh"):
        import bz2

        return bz2.BZ2File(raw)
    return raw


class JsonScanner:
    """A place in a JSON text that moves forward. Every error has file, line and column."""

    def __init__(self, source: IO[bytes], name: str, bounds: Bounds, tick: Callable[[], None] | None = None):
        self._source = source
        self._name = name
        self._bounds = bounds
        self._tick = tick
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._json = json.JSONDecoder()
        self._buffer = ""
        self._at = 0
        self._read = 0
        self._ended = False
        self._mark = 0  # a place in the buffer whose line and column are known
        self._line = 1
        self._column = 1
        self._more()
        if self._buffer.startswith("\ufeff"):
            self._at = 1

    def _more(self) -> bool:
        """Read another chunk behind what is not used yet; False at the end of the file."""
        if self._ended:
            return False
        if self._at:
            self.place()
            self._buffer = self._buffer[self._at :]
            self._at = self._mark = 0
        size = max(CHUNK, len(self._buffer))  # doubling: a long value is tried few times
        try:
            data = self._source.read(size)
        except (OSError, EOFError, ValueError) as error:
            self.fail(f"can't be unpacked any further: {error}; is the file cut off?", len(self._buffer))
        except Exception as error:  # lzma.LZMAError and zlib.error have no common base
            self.fail(f"can't be unpacked: {error}", len(self._buffer))
        self._read += len(data)
        if self._read > self._bounds.file_bytes:
            self.fail(f"larger than {self._bounds.file_bytes:,} bytes; raise the bound with --max-bytes")
        self._ended = not data
        try:
            self._buffer += self._decoder.decode(data, final=self._ended)
        except UnicodeDecodeError as error:
            self._buffer += error.object[: error.start].decode("utf-8", "replace")
            byte = error.object[error.start]
            self.fail(
                f"found byte 0x{byte:02x}, which is not UTF-8; save the file as UTF-8", len(self._buffer)
            )
        if self._tick:
            self._tick()
        return True

    def place(self) -> Place:
        """Where the scanner is in the file."""
        self._line, self._column = self._position(self._at)
        self._mark = self._at
        return Place(self._name, self._line, self._column)

    def _position(self, at: int) -> tuple[int, int]:
        """Line and column of a place in the buffer, counted from the last one that was asked for."""
        newline = self._buffer.rfind("\n", self._mark, at)
        if newline < 0:
            return self._line, self._column + at - self._mark
        return self._line + self._buffer.count("\n", self._mark, at), at - newline

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        """Refuse the file, for what is here or further on in the buffer."""
        raise BadInput(message, Place(self._name, *self._position(self._at if at is None else at)))

    def peek(self) -> str:
        """The next character that is no space, `""` at the end of the file. Stays in front of it."""
        while True:
            while self._at < len(self._buffer):
                if self._buffer[self._at] not in _SPACE:
                    return self._buffer[self._at]
                self._at += 1
            if not self._more():
                return ""

    def take(self, expected: str) -> str:
        """Go past one of these characters."""
        found = self.peek()
        if not found or found not in expected:
            wanted = " or ".join(f"'{c}'" for c in expected)
            self.fail(f"found {_quoted(found)}, expected {wanted}")
        self._at += 1
        return found

    def value(self, *, one_line: bool = False) -> Any:
        """Decode one value and go past it. `one_line`: faults are placed on the line where it began."""
        if not self.peek():
            self.fail("the file ends where a value was expected")
        while True:
            fault = None
            try:
                value, end = self._json.raw_decode(self._buffer, self._at)
                if end < len(self._buffer) or self._ended:
                    self._at = end
                    return value
            except json.JSONDecodeError as error:
                fault = error
                if fault.pos + 16 < len(self._buffer) and not fault.msg.startswith("Unterminated"):
                    self._refuse(fault, one_line)  # not for want of the next chunk
            except RecursionError:
                self.fail("nested too deeply")
            except ValueError as error:
                self.fail(f"a number that can't be read: {error}")
            if len(self._buffer) - self._at > self._bounds.value_chars:
                self.fail(
                    f"one value of more than {self._bounds.value_chars:,} characters; is a quote missing?"
                )
            if not self._more() and fault:
                self._refuse(fault, one_line)

    def _refuse(self, fault: json.JSONDecodeError, one_line: bool) -> NoReturn:
        where = fault.pos
        if one_line and (end := self._buffer.find("\n", self._at, where)) >= 0:
            where = end
        found = self._buffer[where : where + 1]
        message = fault.msg[0].lower() + fault.msg[1:].replace(" starting at", "")
        self.fail(f"broken JSON: {message.replace('expecting', 'expected')}, found {_quoted(found)}", where)

    def starts_with(self, pattern: str) -> bool:
        """Whether what comes next in the piece at hand begins so (a regular expression)."""
        import re

        self.peek()
        return re.compile(pattern).match(self._buffer, self._at) is not None

    def end(self) -> None:
        """Refuse anything but space up to the end of the file."""
        if found := self.peek():
            self.fail(f"found {_quoted(found)} after the end of the JSON text")

    def values(self) -> Iterator[Located]:
        """Each of the values that stand one after the other, one a line."""
        while self.peek():
            place = self.place()
            yield Located(self.value(one_line=True), place)

    def items(self) -> Iterator[Located]:
        """Each element of the array that comes next."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            self.peek()
            place = self.place()
            yield Located(self.value(), place)
            if self.take(",]") == "]":
                return

    def members(self) -> Iterator[str]:
        """Each key of the object that comes next; the caller takes its value before asking for another."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            if self.peek() != '"':
                self.fail(f"found {_quoted(self.peek())}, expected a key in quotes")
            key: str = self.value()
            self.take(":")
            yield key
            if self.take(",}") == "}":
                return


def _quoted(found: str) -> str:
    if not found:
        return "the end of the file"
    return "the end of the line" if found == "\n" else f"'{found}'"


def open_scanner(
    path: Path, raw: IO[bytes], bounds: Bounds, tick: Callable[[], None] | None = None
) -> JsonScanner:
    """A scanner on a file that is open for reading bytes, whatever it is packed with."""
    try:
        return JsonScanner(open_by_content(raw), str(path), bounds, tick)
    except EOFError as error:
        raise BadInput(f"can't be unpacked: {error}", Place(str(path))) from None
