"""Text of a face -> lines of words: reminder text gone, self-references one token, quotes and dashes of one kind.

`~` is the object itself; `~~` is the object named inside a quoted ability, which is the one that grants it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .combinators import Tokens
from .tables import CLASS_OF, SUBTYPES, TYPES

_REMINDER = re.compile(r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")
_TOKEN = re.compile(
    r"""\{[^{}]*\}                          # a symbol
      | ~+'s | ~+                           # the object itself
      | [+\-]?(?:\d+|X|Y|\*)(?:[+\-]\*)?/[+\-]?(?:\d+|X|Y|\*)(?:[+\-](?:\*|\d+))?(?![\w/])      # power and toughness
      | [+\-](?:\d+|X)                      # a loyalty symbol
      | \d+(?:,\d{3})+ | \d+\+ | \d+
      | and/or
      | [^\W\d_]+(?:[-'.&][^\W_]+)*(?:(?<=[szSZ])'(?=[\s,.;:"]|$))?(?:!)?   # a word
      | \S""",
    re.VERBOSE,
)
_SELF_NOUNS = (
    "creature|permanent|artifact|enchantment|land|planeswalker|battle|spell|card|token|source|emblem|"
    "aura|equipment|vehicle|fortification|saga|class|case|room|siege|curse|background|attraction|"
    "contraption|spacecraft|food|clue|treasure|map|role|rune|shrine|conspiracy|scheme|plane|phenomenon|planet|cave|"
    "mount|commander|door|sticker|sphere|town|aura card|creature card|desert"
)
_SELF = re.compile(rf"\b[Tt]his (?:{_SELF_NOUNS})('s)?(?![\w-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: its number from 1, the words as printed, and the words for the grammar."""

    number: int
    text: str
    tokens: Tokens

    def behind(self, start: int) -> Line:
        """The line without its first words."""
        return (
            Line(self.number, self.text, Tokens(self.tokens[start:], self.tokens.raw[start:]))
            if start
            else self
        )

    def joined(self, other: Line) -> Line:
        """Two lines as one."""
        tokens = Tokens([*self.tokens, *other.tokens], [*self.tokens.raw, *other.tokens.raw])
        return Line(self.number, f"{self.text}\n{other.text}", tokens)


def plain(text: str) -> str:
    """The text without reminder text, with one kind of quote, apostrophe, minus sign and dash."""
    text = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"').replace("−", "-")
    text = text.replace("–", "-").replace("\u00a0", " ")
    return _REMINDER.sub("", re.sub(r"\[([+-]?[\dX]+)\]", r"\1", text))


def short_names(name: str, *, legendary: bool) -> list[str]:
    """The ways in which a text may call the object by name, longest first."""
    names = {name}
    if " // " in name:
        names.update(name.split(" // "))
    for full in sorted(names):
        if full.startswith("A-"):
            names.add(full[2:])
        if "," in full:
            names.add(full.split(",")[0])
        if legendary:
            shorter = full.split(",")[0]
            for stop in (" of ", " the ", " from ", " in ", " and ", " who ", " to ", " at ", " with "):
                if stop in shorter:
                    names.add(shorter.split(stop)[0])
            words = shorter.split()
            if len(words) > 1:
                names.add(words[0])
                names.add(" ".join(words[:2]))
    blocked = {"The", "A", "An", "Of"}
    kept = [n for n in names if n and n not in blocked and (n == name or _usable(n))]
    return sorted(kept, key=len, reverse=True)


def _usable(name: str) -> bool:
    lower = name.lower()
    if CLASS_OF.get(SUBTYPES.get(lower, "")) == "planeswalker":
        return True
    return lower not in SUBTYPES and lower not in TYPES and len(name) > 1 and lower not in _ENGLISH


_ENGLISH = frozenset(
    [
        "target",
        "creature",
        "each",
        "all",
        "other",
        "another",
        "any",
        "when",
        "whenever",
        "at",
        "if",
        "as",
        "enchanted",
        "equipped",
        "choose",
        "exile",
        "destroy",
        "return",
        "regenerate",
        "draw",
        "discard",
        "you",
        "your",
        "players",
        "player",
        "cast",
        "flying",
        "haste",
        "vigilance",
        "trample",
        "lifelink",
        "flash",
        "reach",
        "defender",
        "enchant",
        "equip",
        "sacrifice",
        "counter",
        "copy",
        "create",
        "search",
        "tap",
        "untap",
        "put",
        "add",
        "then",
        "they",
        "it",
        "up",
        "to",
        "during",
        "until",
        "first",
        "double",
        "strike",
        "menace",
        "ward",
        "spells",
        "permanents",
        "lands",
        "artifacts",
        "add",
        "life",
        "death",
        "day",
        "night",
        "war",
        "fire",
        "red",
        "blue",
        "black",
        "white",
        "green",
        "north",
        "sea",
        "mana",
        "king",
        "queen",
        "lord",
        "space",
    ]
)


def _own_name(name: str) -> bool:
    """Whether a name may be replaced wherever it stands: not one that texts use as a word."""
    return name.lower() not in _ENGLISH and (
        name.lower() not in SUBTYPES or CLASS_OF[SUBTYPES[name.lower()]] == "planeswalker"
    )


_VERBS = "(?:deals|enters|costs|gets|gains|can't|leaves|dies|attacks|blocks)"


_NAME_GOES_ON = re.compile(r"named (?:[A-Z][\w'-]* (?:of |the )*)+$")


_NAMED_TOKEN = re.compile(r"\b[Cc]reates? ([A-Z][^,.\"]*), an? ")


def _unless_in_a_name(mark: str) -> Callable[[re.Match[str]], str]:
    """The mark, or the name itself where it is the end of another name: `a creature named Keeper of Grub`."""
    return lambda found: found.group() if _NAME_GOES_ON.search(found.string, 0, found.start()) else mark


def self_references(text: str, names: list[str]) -> str:
    """The text with every way of naming the object itself as `~`, or `~~` for its name inside a quoted ability."""
    pieces = text.split('"')
    created = _NAMED_TOKEN.search(text)
    for i, piece in enumerate(pieces):
        if i % 2 and created:  # the token that the quoted ability is given to, by its name
            piece = re.sub(rf"(?<![\w'-])(?<!named ){re.escape(created[1])}(?![\w-])", "this token", piece)
        mark = "~~" if i % 2 else "~"
        for name in names:
            if name in piece and _own_name(name):
                pattern = rf"(?<![\w'-])(?<!named ){re.escape(name)}(?![\w-]| planeswalker)"
                piece = re.sub(pattern, _unless_in_a_name(mark), piece)
            elif name.lower() in _ENGLISH:  # a word, but not where a verb tells that it is the object
                piece = re.sub(rf"(?<![\w'-])(?<!named ){re.escape(name)}(?= {_VERBS}\b)", mark, piece)
        short = names[-1].split(",")[0] if names else ""
        if short.lower() in SUBTYPES:  # a creature named like its type: only where a type can't stand
            piece = re.sub(rf"(?<![\w'-]){re.escape(short)}(?='s (?:power|toughness)\b)", mark, piece)
            piece = re.sub(rf"(?:^|(?<=[—.:] )){re.escape(short)}(?= {_VERBS}\b)", mark, piece)
        piece = _SELF.sub(lambda m: "~" + (m.group(1) or ""), piece)
        pieces[i] = piece
    return '"'.join(pieces)


def tokenise(text: str) -> Tokens:
    """The words, numbers, symbols and marks of a text."""
    raw = _TOKEN.findall(text)
    return Tokens((t.lower() if t[0] != "{" else t for t in raw), raw)


_SPACED_HYPHEN = re.compile(r"^([A-Z][\w' ]*) - (?=[A-Z])")
"""A hyphen that stands for the dash behind an ability word."""


def lines(text: str, names: list[str]) -> list[Line]:
    """The lines of a text for the grammar, reminder text dropped, empty lines left out but counted."""
    found: list[Line] = []
    for number, printed in enumerate(text.split("\n"), start=1):
        cleaned = self_references(_SPACED_HYPHEN.sub(r"\1 — ", plain(printed)), names).strip()
        if cleaned:
            found.append(Line(number, printed, tokenise(cleaned)))
    return found
