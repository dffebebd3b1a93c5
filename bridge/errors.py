"""The errors that Magistrate raises for people to read.

Each class has the exit code that the command line ends with. 0 and 1 are never among them: those are answers.
"""

from __future__ import annotations

from typing import ClassVar

from magistrate.bridge.records import Record


class Place(Record):
    """Where in a file something stands. Lines and columns count from 1; 0 means unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __lt__(self, other: Place) -> bool:
        return (self.file, self.line, self.column) < (other.file, other.line, other.column)

    def __str__(self) -> str:
        """`file:line:column`, shortened where line or column are unknown."""
        if not self.line:
            return self.file
        if not self.column:
            return f"{self.file}:{self.line}"
        return f"{self.file}:{self.line}:{self.column}"


class MagistrateError(Exception):
    """Something that a person can put right: the message says what was found and expected, and what to do.

    Exit code 2, unless a subclass says otherwise.
    """

    exit_code: ClassVar[int] = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """One line for standard error, without the program's name."""
        return f"error: {self.message}"


class BadInput(MagistrateError):
    """A file, or text given in place of one, that can't be taken as it is. Exit code 65."""

    exit_code: ClassVar[int] = 65

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place

    def __str__(self) -> str:
        """`file:line:column: error: message`."""
        return f"{self.place}: error: {self.message}"

    def __reduce__(self) -> tuple[type[BadInput], tuple[str, Place]]:
        """Keep both arguments when the error crosses from one process to another."""
        return type(self), (self.message, self.place)


class OpenPosition(BadInput):
    """A position leaves something open, and the question is about one position. `text`: the file."""

    def __init__(self, message: str, place: Place, text: str = "") -> None:
        super().__init__(message, place)
        self.text = text


class BoundReached(MagistrateError):
    """A bound on time, count or steps ended the search before the answer was certain. Exit code 75."""

    exit_code: ClassVar[int] = 75


class Refused(MagistrateError):
    """With `--strict`: the answer would rest on abilities that aren't modelled. Exit code 69.

    A code of its own, because 1 would read as "no" to a script that asks whether something is legal.
    """

    exit_code: ClassVar[int] = 69
