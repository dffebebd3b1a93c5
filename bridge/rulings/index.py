"""Where a rule is encoded, and which rulings test it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions.nodes import Limits, read_text
from magistrate.bridge.rulings.files import is_ruling

NUMBER = re.compile(r"(?<![\d.{/-])(?P<rule>[1-9]\d\d\.\d+[a-z]?)(?:-(?P<last>\d+[a-z]?|[a-z]))?(?![\d.]*\d)")
_ATOM = re.compile(r'cr\("(?P<rule>\d{3}(?:\.\d+[a-z]?)?)"\)')
_CHAPTER = re.compile(r"\bCR (?P<rule>\d{3})\b(?!\.\d)")


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A line of a file that speaks of a rule. `encodes`: a rule's number in an atom, not only in a
    comment."""

    file: str
    line: int
    text: str
    encodes: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's number, the program lines that speak of it, and the rulings that test it."""

    number: str
    programs: tuple[Mention, ...] = ()
    rulings: tuple[Mention, ...] = ()


def numbers(text: str) -> Iterator[str]:
    """The rule numbers in a line: also those of a range's ends, as in 509.1b-c, and chapters after CR."""
    for pattern in (_ATOM, _CHAPTER):
        yield from (match["rule"] for match in pattern.finditer(text))
    for match in NUMBER.finditer(_ATOM.sub("", text)):
        rule = match["rule"]
        yield rule
        last = match["last"]
        if last and last.isalpha() and rule[-1].isalpha():
            yield from (rule[:-1] + chr(letter) for letter in range(ord(rule[-1]) + 1, ord(last) + 1))
        elif last and last[0].isdigit():
            yield f"{rule[:3]}.{last}"


def within(number: str, wanted: str) -> bool:
    """Whether a rule is the wanted one or inside it: 509.1b is inside 509.1, and that inside 509."""
    if number == wanted:
        return True
    rest = number[len(wanted) :]
    return number.startswith(wanted) and (not wanted[-1].isdigit() or not rest[0].isdigit())


def order(number: str) -> tuple[int, int, str]:
    """A key that sorts rule numbers as the book does."""
    chapter, _, rest = number.partition(".")
    digits = re.match(r"\d*", rest)
    sub = digits[0] if digits else ""
    return int(chapter), int(sub or 0), rest[len(sub) :]


def programs() -> dict[str, list[Mention]]:
    """The lines of the judge's programs, by each rule that they name."""
    found: dict[str, list[Mention]] = {}
    for name, file in sorted(_programs(resources.files("magistrate.asp"), "asp")):
        for line, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            atoms = {match["rule"] for match in _ATOM.finditer(text)}
            for number in dict.fromkeys(numbers(text)):
                found.setdefault(number, []).append(Mention(name, line, text.strip(" %"), number in atoms))
    return found


def _programs(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _programs(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".lp"):
            yield f"{name}/{entry.name}", entry


def rulings(folders: Iterable[Path]) -> dict[str, list[Mention]]:
    """The ruling files in some folders, by each rule that they name; each once a rule, with its title."""
    found: dict[str, list[Mention]] = {}
    limits = Limits.from_environment()
    for folder in folders:
        for path in sorted(folder.rglob("*.y*ml")):
            if not is_ruling(path):
                continue
            try:
                text, _ = read_text(path, limits)
            except BadInput:
                continue
            title = next(
                (t.partition(":")[2].strip() for t in text.splitlines() if t.startswith("title:")), ""
            )
            seen: set[str] = set()
            for line, content in enumerate(text.splitlines(), 1):
                for number in numbers(content):
                    if number not in seen:
                        seen.add(number)
                        found.setdefault(number, []).append(Mention(str(path), line, title))
    return found


def index(folders: Iterable[Path] = ()) -> list[Rule]:
    """All rules that a program or a ruling names, in the order of the book."""
    encoded, tested = programs(), rulings(folders)
    return [
        Rule(number, tuple(encoded.get(number, ())), tuple(tested.get(number, ())))
        for number in sorted({*encoded, *tested}, key=order)
    ]
