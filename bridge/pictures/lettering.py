"""Text in pictures: made safe to show, and broken into lines of a width."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from html import escape

__all__ = ["broken", "clean", "safe", "width"]

# What XML can't hold, and marks that turn the direction of all text that follows them.
_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_NARROW = frozenset("ijlI.,:;'|!’·")
_SLIM = frozenset('frt()[]{}-/" ')
_BROAD = frozenset("mwMW@%—→…<>&#=+~^×")


def clean(text: str) -> str:
    """The text on one line, without what a picture can't hold; that is shown as a replacement character."""
    return " ".join(_UNFIT.sub("\ufffd", text).split())


def safe(text: str) -> str:
    """The text for HTML and SVG, between tags or in a quoted attribute."""
    return escape(clean(text))


def width(text: str, size: float) -> float:
    """About how wide the text is in a common sans-serif font of this size; rather too much."""
    return size * sum(map(_width, text))


def _width(letter: str) -> float:
    if letter in _NARROW:
        return 0.34
    if letter in _SLIM:
        return 0.46
    if letter in _BROAD:
        return 1.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    if unicodedata.combining(letter):
        return 0.0
    return 0.72 if letter.isupper() else 0.64


def broken(text: str, size: float, room: float, most: int) -> list[str]:
    """The text in lines of at most `room`; what doesn't fit `most` lines ends in an ellipsis."""
    lines: list[str] = []
    line = ""
    for word in _pieces(clean(text).split(" "), size, room):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    lines += [line] if line else []
    if len(lines) > most:
        lines = [*lines[: most - 1], _shortened(" ".join(lines[most - 1 :]), size, room)]
    return lines


def _pieces(words: Iterable[str], size: float, room: float) -> Iterable[str]:
    """The words, those that are too long for a line in pieces."""
    for word in words:
        piece = ""
        for letter in word:
            if piece and width(piece + letter, size) > room:
                yield piece
                piece = ""
            piece += letter
        if piece:
            yield piece


def _shortened(text: str, size: float, room: float) -> str:
    kept = ""
    for letter in text:
        if width(kept + letter + "…", size) > room:
            break
        kept += letter
    return kept.rstrip() + "…"
