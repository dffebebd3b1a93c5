"""Compiled card text back into English: what the judge understood of each line, for people and for
comparing it with
what is printed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clingo import Symbol

from magistrate.bridge.explain.english.book import Book
from magistrate.bridge.explain.english.frames import tell
from magistrate.bridge.records import Record

__all__ = ["Understood", "retell"]


class Understood(Record):
    """A line of a face: its number, the text as printed, and as understood."""

    face: Symbol
    line: int
    text: str
    english: str


def retell(facts: Iterable[Symbol]) -> tuple[Understood, ...]:
    """Every line that compiled, by face and number; a line of several abilities tells them one after the
    other.

    A word without a phrase stands in the English as the judge has it, in angle brackets.
    """
    book = Book(facts)
    told: dict[tuple[Symbol, int, str], list[str]] = {}
    for ability, line in sorted(book.lines.items()):
        text = book.speech.texts.get(ability, "")
        told.setdefault((ability.arguments[0], line, text), []).append(_sentence(tell(book, ability)))
    return tuple(
        Understood(face, line, text, " ".join(parts)) for (face, line, text), parts in sorted(told.items())
    )


def _sentence(told: str) -> str:
    told = " ".join(told.split())
    for wrong, right in _SMOOTHED:
        told = wrong.sub(right, told)
    return f"{told[:1].upper()}{told[1:]}{'' if told.endswith(('.', chr(34))) else '.'}"


_SMOOTHED = tuple(
    (re.compile(wrong), right)
    for wrong, right in (
        (r" (?:by |that fit )?@any@", ""),
        (r"\byou's\b", "your"),
        (r"\bthey's\b", "their"),
        (r"\b(ha|ga)?(\w+)s's\b", r"\1\2s'"),
        (r"(?<![\w+-])1 ((?:[+-]\d/[+-]\d|\S+) )counters\b", r"a \1counter"),
        (r"\b1 (damage|life)\b", r"1 \1"),
        (r"\bmay \(have\) you (?=[a-z])", "may "),
        (r"\bmay \(have\) (?=(?:you |~|target|that|it|each|the)\b)", "may have "),
        (r" \(have\)", ""),
        (r"\ba (?=[aeiou])", "an "),
        (r"\binstead instead\b", "instead"),
    )
)
"""What the phrases leave rough where they meet."""
