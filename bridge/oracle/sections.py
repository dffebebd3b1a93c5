"""How the lines of a text belong together (CR 700.2, 711, 714, 716, 721): modes, levels, chapters, classes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .combinators import Tokens
from .normalise import Line

_CHAPTER = re.compile(r"^([IVX]+(?: ?, ?[IVX]+)*) — ")
_LEVEL = re.compile(r"^LEVEL (\d+)(?:-(\d+)|\+)$")
_STATION = re.compile(r"^(?:STATION )?(\d+)\+(?: \| (.*))?$")
_CLASS = re.compile(r"^(?:\{[^}]+\})+: Level (\d+)$")
_STICKER = re.compile(r"^((?:\{TK\} ?)+) — ")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}


@dataclass(frozen=True, slots=True)
class Section:
    """One ability's text: its line, and what it stands under.

    `role`: "" for an ordinary line, "sticker" (on a sticker sheet, behind its ticket cost), "chapter", "level" (what a level symbol gives), "station", "class_level" (the line
    that reaches a level), "under_class_level". `numbers` are chapters, bounds of levels, tickets.
    """

    line: Line
    role: str = ""
    numbers: tuple[int, ...] = ()


def sections(lines: list[Line]) -> list[Section]:
    """The lines of a text in their sections; bullets are joined to the line that they belong to."""
    found: list[Section] = []
    bounds: tuple[int, ...] = ()
    role = ""
    for line in lines:
        first = line.tokens[0]
        if found and (
            first == "•"
            or (first == "+" and "—" in line.tokens)
            or _die_roll(line)
            or _tiered(found[-1].line)
        ):
            last = found[-1]
            found[-1] = Section(last.line.joined(line), last.role, last.numbers)
            continue
        text = " ".join(line.tokens.raw)
        plain = line.text.replace("−", "-").replace("–", "-").strip()
        if match := _CHAPTER.match(text):
            numbers = tuple(_ROMAN[n] for n in match[1].replace(" ", "").split(",") if n in _ROMAN)
            start = line.tokens.index("—") + 1
            rest = Tokens(line.tokens[start:], line.tokens.raw[start:])
            found.append(Section(Line(line.number, line.text, rest), "chapter", numbers))
        elif match := _STICKER.match(text):
            found.append(Section(line.behind(line.tokens.index("—") + 1), "sticker", (match[1].count("TK"),)))
        elif match := _LEVEL.match(plain):
            role = "level"
            bounds = (int(match[1]), int(match[2])) if match[2] else (int(match[1]),)
        elif (match := _STATION.match(plain)) and not match[2]:
            role = "station"
            bounds = (int(match[1]),)
        elif match := _CLASS.match(re.sub(r"\s*\(.*\)", "", plain)):
            found.append(Section(line, "class_level", (int(match[1]),)))
            role = "under_class_level"
            bounds = (int(match[1]),)
        else:
            found.append(Section(line, role, bounds))
    return found


def _tiered(before: Line) -> bool:
    """A keyword whose modes may have a sentence before them, which says what they leave open (CR 702.183)."""
    return [*before.tokens] == ["tiered"]


def _die_roll(line: Line) -> bool:
    return "|" in line.tokens[:4] and line.tokens[0][0].isdigit()
