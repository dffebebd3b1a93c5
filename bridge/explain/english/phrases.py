"""Tables of phrases: a word of asp/vocabulary.lp and how English says it.

A table is a text, one word a line: `name = phrase` or `name/arity = phrase`; a deeper line goes on with the
one before. In the phrase `{0w}` stands for the first argument, told as what the letter says (teller.py):

    w whom or reference   v value         q a value before a noun: `{1q:card}`   j an ordinal
    f filter              p its plural    g without a noun                       k, n a word as it is
    c condition           l instructions  i an instruction                       a an ability
    e event               r what would happen   o what happens instead           m cost
    d duration            z zone          h mana    u what mana is for           t token
    b a list              s a step, `{1s:0}`: of whom and which    y a type, `{1y:0}`: word and sort
    x whatever it happens to be

`{!name}` is a phrase that a method of the teller makes of the whole term. A phrase that begins with `{0w}`
and a verb is an order where the first argument is "you", and has the verb as another subject asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from clingo import Symbol, SymbolType

Say = Callable[[Symbol, str, str, Symbol], str]
"""Tells an argument: it, a letter, what stands after the letter, the whole term."""
Special = Callable[[str, Symbol], str]
_SLOT = re.compile(r"\{(?:(\d)(\w)(?::([^{}]*))?|!(\w+))\}")
_SUBJECT = re.compile(r"\{0w\} ([a-z]+)(?=[ ]|$)")
_NO_VERBS = frozenset(
    ("can", "may", "must", "has", "is", "would", "spell", "also", "and", "found", "from", "minus")
)


class Phrases:
    """The words of one sort, each with its phrase."""

    def __init__(self, sort: str, table: str, *, orders: bool = False) -> None:
        self.sort = sort
        self.orders = orders
        self.forms: dict[str, str] = {}
        name = ""
        for line in table.splitlines():
            if line.startswith("        ") and name:
                self.forms[name] += " " + line.strip()
                continue
            name, equals, form = line.strip().partition(" =")
            if equals:
                self.forms[name] = form.strip()

    def form(self, name: str, arity: int) -> str | None:
        """The phrase of a word, or nothing where it has none."""
        return self.forms.get(f"{name}/{arity}", self.forms.get(name))

    def say(self, term: Symbol, say: Say, special: Special) -> str | None:
        """The term in English, or nothing where its word has no phrase or fewer arguments than that
        speaks of."""
        if term.type is not SymbolType.Function:
            return None
        arguments = term.arguments
        form = self.form(term.name, len(arguments))
        if form is None or any(int(place) >= len(arguments) for place in re.findall(r"\{(\d)\w", form)):
            return None
        if self.orders and (begin := _SUBJECT.match(form)) and begin[1] not in _NO_VERBS:
            subject = say(arguments[0], "w", "", term)
            if subject == "you":
                form = form[begin.end() - len(begin[1]) :]
                if begin[1].endswith("s") and begin[1] not in ("discuss", "does"):
                    form = "you " + form
            elif not _plural(subject):
                form = f"{{0w}} {third(begin[1])}{form[begin.end() :]}"

        def slot(match: re.Match[str]) -> str:
            if match[4]:
                return special(match[4], term)
            return say(arguments[int(match[1])], match[2], match[3] or "", term)

        return _SLOT.sub(slot, form)


def _plural(subject: str) -> bool:
    return subject.startswith(
        ("any number", "all ", "those", "your opponents", "players", "two ", "three ", "you")
    )


def third(verb: str) -> str:
    """A verb as it stands after "it"."""
    if verb.endswith("ss"):
        return verb + "es"
    if verb.endswith("s"):
        return verb
    if verb in ("have", "do", "go", "are"):
        return {"have": "has", "do": "does", "go": "goes", "are": "is"}[verb]
    if verb.endswith(("sh", "ch", "x", "z")):
        return verb + "es"
    return verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeou" else verb + "s"
