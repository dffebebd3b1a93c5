"""What a line says and its retelling doesn't: the words that carry meaning, compared.

Both texts are brought to one form: lower case, no reminder text, the object's own name one mark, numbers
as digits,
every form of a word its stem, words that mean the same one of them. Articles, pronouns and the words that
only join
others are left out, and the order doesn't count. What is left of the printed text and nowhere in the
retelling was
dropped on the way - or the retelling says it otherwise.
"""

from __future__ import annotations

import re
from functools import cache

from magistrate.bridge.explain.english.compare_words import ALSO, JOINING, SAME, STEM_OF
from magistrate.bridge.oracle.normalise import plain, self_references, short_names
from magistrate.bridge.oracle.tables import NUMBERS, SUBTYPES

_WORD = re.compile(r"\{[^{}]*\}|[+-]?(?:\d+|x|y|\*)/[+-]?(?:\d+|x|y|\*)|[+-]?\d+|[a-z][a-z']*|~")
_RAW = re.compile(r"<[^<>]*>")
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}
_CHAPTERS = re.compile(r"^((?:[IV]+)(?:, [IV]+)*) — (?:[A-Z][^—•.:{}\"]*? — )?")
_LABEL = re.compile(r"(^|• |\. |\n|\} — )(?:[A-Z0-9][^—•.:{}\"]*? — )+")


@cache
def stem(word: str) -> str:
    """A word without the ending that its place in the sentence gives it."""
    return _ended(_stem(word))


def _ended(base: str) -> str:
    return base.rstrip("e") if len(base) >= 4 else base


def _stem(word: str) -> str:
    if word in STEM_OF:
        return STEM_OF[word]
    singular = SUBTYPES.get(word)
    if singular is not None:
        return singular
    for ending, least in (("ing", 6), ("ied", 5), ("ies", 5), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            base = word[: -len(ending)]
            if ending in ("ied", "ies"):
                return base + "y"
            if ending == "es" and not base.endswith(("ch", "sh", "x", "ss", "z")):
                base += "e"
            if ending in ("ing", "ed") and len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":
                base = base[:-1]
            return base
    return word


_UNSAID = re.compile(
    "|".join(
        (
            r"\b(?:that|those|this|the) (?:player|creature|card|permanent|land|spell|artifact|enchantment"
            r"|token|ability|object|opponent|permanent or player|spell or ability|creature or planeswalker)"
            r"s?\b(?:'s)?",
            r"\bthe same is true for\b",
            r"\bif (?:it|that ability) isn't a mana ability\b",
            r"\bthat isn't a mana ability\b",
            r"\b(?:that's|it's|they're) still (?:an? )?\w+",
            r"\bfor the rest of the game\b",
            r"\bthat player skips that draw and\b",
            r"\ba permanent or player\b",
            r"(?<!~ is )\bon the battlefield\b|\bfrom the battlefield to\b",
            r"\badditional (?=cards?\b|mana\b|\{|[+-]\d)",
            r"\blast (?=chosen)|\bthe first player\b|\bany number of times\b|\banywhere else\b",
            r"\banother (?=[+-]\d)|\b(?:and|that) (?:are|is) still (?:an? )?\w+|\bthat are still \w+",
            r"\bor tied for most life\b|\bin addition to (?:its|their) other (?:\w+ )?types\b",
            r"(?<=an )additional (?=one mana)|(?<=two )additional (?=cards)",
            r"(?<=with )(?:a|an) (?=\w+ ability)",
            r"\b(?:six|eight) (?=\{[wubrgc]\})",
            r"\bboth creatures have\b",
            r"\bpays? (?=\{)",
            r"(?<=~ or )another\b|(?<=~ and )another\b",
            r"(?<=gets )an additional\b|(?<=get )an additional\b",
        )
    ),
    re.IGNORECASE,
)
"""What stands for something that was named before, or says what holds anyhow: what uses the stack is no mana
ability (605.3), what gets another type keeps its own (205.1b), a draw that is replaced is skipped."""


def _even(text: str) -> str:
    """A text in the form in which words are compared."""
    text = text.lower().replace("can't", "can not").replace("cannot", "can not")
    text = re.sub(r"\b(is|are|was|were|do|does|did|have|has|could|would|wo|had)n't\b", r"\1 not", text)
    text = re.sub(r"\b(?:you|they|it|he|she|who|that|there|what)'(?:ve|re|s|d|ll)\b", " ", text)
    text = re.sub(r"([\w~])'s?(?!\w)", r"\1", text)
    text = re.sub(r"\bnon-?(?=[a-z]{3})", "not ", text)
    text = re.sub(r"\bat least\b", " more ", text)
    text = re.sub(r"(?<=[a-z])[-/](?=[a-z])", " ", text)
    return re.sub(r"[+-]0\b", "0", text)


def content(text: str) -> set[str]:
    """The words of a text that carry meaning, each as one of those that mean the same."""
    found = set()
    for word in _WORD.findall(_even(text)):
        word = word.strip("'")
        if "/" in word and re.search("[xy]", word) and "{" not in word:
            continue  # what is added for each or X times: the value tells it
        number = NUMBERS.get(word)
        word = str(number) if number is not None else word
        word = SAME.get(word, word)
        base = stem(word) if word[:1].isalpha() else word.lstrip("+")
        base = SAME.get(base, base)
        if word not in JOINING and base not in JOINING and base not in _JOINING:
            found.add(base)
    return found


_JOINING = frozenset(stem(word) for word in JOINING)


def printed(text: str, name: str, *, legendary: bool) -> str:
    """A printed line as it is compared: without reminder text and labels, its own name a mark, chapters
    as numbers."""
    text = plain(text)
    chapters = _CHAPTERS.match(text)
    if chapters:
        numbers = " ".join(f"chapter {_ROMAN[one.lower()]}" for one in chapters[1].split(", "))
        text = f"{numbers} {text[chapters.end() :]}"
    text = _LABEL.sub(r"\1", text) if not text.startswith(_MEANT) else text
    text = self_references(text, short_names(name, legendary=legendary))
    return _UNSAID.sub(" it ", text)


_MEANT = ("Equip", "Kicker", "Boast", "Exhaust", "Forecast", "Solved", "Visit", "To solve")


def dropped(text: str, english: str, name: str, *, legendary: bool = False) -> tuple[str, ...]:
    """The words of a printed line that its retelling doesn't hold; name: the face's."""
    told = content(_RAW.sub(" ", english))
    said = content(printed(text, name, legendary=legendary))
    return tuple(sorted(word for word in said - told if not _told(word, told)))


def _told(word: str, told: set[str]) -> bool:
    """Whether a word is told by others."""
    if word == "ability":
        return bool(told & _KEYWORDED)
    if re.fullmatch(r"\d+/\d+", word):
        return {*word.split("/"), "power"} - {"1", "0"} <= told
    return bool(ALSO.get(word, _NONE) & told)


_KEYWORDED = frozenset(("cycling", "morph", "kicker", "outlast", "adventur", "flashback", "suspend"))
_NONE: frozenset[str] = frozenset()
