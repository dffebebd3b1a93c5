"""The words that card text compiles to, as the files of asp/vocabulary list them, and as facts use them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from clingo import Symbol, SymbolType

from magistrate.bridge.oracle.tables import CLASS_OF, COLORS, SUPERTYPES, TYPES
from magistrate.bridge.oracle.tables import constant as constant_of
from magistrate.bridge.oracle.words import SIMPLE_KEYWORDS
from magistrate.bridge.programs import implemented

FOLDER = Path(__file__).parents[1] / "asp" / "vocabulary"
WORD = re.compile(r"% ([a-z]\w*)(\(.*?\))? \| ")
NAMES = re.compile(r"%% at (.*) \| ")
IDS = frozenset(("a", "c", "f", "m", "o", "p"))
"""What names an ability, a face, a filter, an object or a player."""

Word = tuple[str, int]
"""A name with a number of arguments."""
Place = tuple[str, int, int]
"""A name, its number of arguments, and which of them from 1."""


class Entry(NamedTuple):
    """A line of a file of the vocabulary."""

    file: str
    line: int
    word: Word
    meaning: str
    example: str
    mark: str


@cache
def entries() -> tuple[Entry, ...]:
    """All lines that tell of a word."""
    found = []
    for path in sorted(FOLDER.glob("*.lp")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("%%") or not line:
                continue
            head = WORD.match(line)
            parts = line[2:].split(" | ")
            assert head, f"{path.name}:{number}: {line}"
            assert len(parts) in (3, 4), f"{path.name}:{number}: {line}"
            word = (head[1], _arguments(head[2]))
            mark = parts[3] if len(parts) == 4 else ""
            found.append(Entry(path.name, number, word, parts[1], parts[2], mark))
    return tuple(found)


def _arguments(inside: str | None) -> int:
    """How many arguments stand in brackets."""
    if not inside:
        return 0
    count, depth = 1, 0
    for letter in inside:
        depth += letter in "(["
        depth -= letter in ")]"
        count += letter == "," and depth == 1
    return count


@cache
def listed() -> frozenset[Word]:
    """The words that are documented."""
    return frozenset(entry.word for entry in entries())


@cache
def named_freely() -> frozenset[Place]:
    """Where any name may stand, such as a kind of counter."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.lp"))
    places = (place.split("/") for found in NAMES.findall(text) for place in found.split())
    return frozenset((name, int(size), int(which)) for name, size, which in places)


@cache
def classes() -> frozenset[str]:
    """Types, colours and keywords: words of the game that are listed elsewhere."""
    keywords = {constant_of(word) for word in SIMPLE_KEYWORDS} | implemented("keywords")
    return frozenset({*CLASS_OF, *COLORS, *SUPERTYPES, *TYPES, *keywords, *implemented("meanings")})


def used(facts: Iterable[Symbol]) -> Iterator[Word]:
    """The words that facts use, but for names where any may stand."""
    for fact in facts:
        yield fact.name, len(fact.arguments)
        if fact.name in ("ability", "ability_line", "ability_text", "face_name", "unmodelled"):
            continue
        yield from _inside(fact)


def _inside(fact: Symbol) -> Iterator[Word]:
    """The words in the arguments of a fact; what stands in a list stands where the list does."""
    waiting = [(part, (fact.name, len(fact.arguments), n)) for n, part in enumerate(fact.arguments, 1)]
    while waiting:
        term, place = waiting.pop()
        if term.type is not SymbolType.Function or term.name in IDS:
            continue
        inside = term.arguments
        if not term.name:
            waiting += [(part, place) for part in inside]
            continue
        waiting += [(part, (term.name, len(inside), n)) for n, part in enumerate(inside, 1)]
        if inside or not (term.name in classes() or place in named_freely()):
            yield term.name, len(inside)
