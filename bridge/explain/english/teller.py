"""Terms of compiled text in English: one method for each letter of a phrase, and for what a phrase can't
say alone."""

from __future__ import annotations

from collections.abc import Callable

from clingo import Symbol, SymbolType

from magistrate.bridge.explain.costs import cost_text
from magistrate.bridge.explain.english import conditions, effects, events, literals, references, statements
from magistrate.bridge.explain.english.book import is_list, items
from magistrate.bridge.explain.english.nouns import noun, plural_of
from magistrate.bridge.explain.english.phrases import Phrases
from magistrate.bridge.explain.english.whole import Whole
from magistrate.bridge.explain.english.wordings import KEYWORD_WORDS, ORDINALS, STEPS, TERMS

TABLES: dict[str, Phrases] = {
    "w": references.REFERENCES,
    "v": references.VALUES,
    "c": conditions.CONDITIONS,
    "i": effects.EFFECTS,
    "e": events.EVENTS,
    "r": events.REPLACED,
    "o": events.OUTCOMES,
    "m": conditions.COSTS,
    "d": effects.DURATIONS,
    "h": effects.MANA,
    "u": effects.PURPOSES,
    "states": statements.STATEMENTS,
    "change": statements.CHANGES,
    "together": conditions.TOGETHER,
    "only": conditions.RESTRICTIONS,
    "argument": conditions.ARGUMENTS,
    "zone": effects.ZONES,
}
_GUESSES = ("w", "v", "argument", "c", "m", "zone", "i", "h", "e", "change")


class Teller(Whole):
    """Tells the terms of one ability; `tell_ability` tells a nested one."""

    def raw(self, term: Symbol) -> str:
        """A term that no phrase tells: visible as what it is."""
        return f"<{term}>"

    def by(self, table: str, term: Symbol) -> str | None:
        """A term by a table of phrases."""
        return TABLES[table].say(term, self.say, self.special)

    def say(self, term: Symbol, letter: str, more: str, whole: Symbol) -> str:
        """A term as what the letter says."""
        if letter in ("f", "p", "g"):
            return self.filter(term, letter)
        if letter == "q":
            return self.quantity(term, more)
        if letter == "s":
            return self.step(whole.arguments[int(more)], term)
        if letter == "y":
            return self.typed(term, str(whole.arguments[int(more)]))
        if letter == "l":
            return ", ".join(self.instruction(item) for item in items(term))
        if letter == "i":
            return self.instruction(term)
        if letter == "a":
            return self.tell_ability(term)
        if letter == "b":
            return " and ".join(filter(None, (self.guess(item) for item in items(term))))
        if letter in ("k", "n"):
            return self.word(term)
        if letter == "j":
            return ORDINALS.get(str(term)) or self.value(term)
        if letter == "z":
            return self.word(term)
        if letter in ("d", "u"):
            return self.one(letter, term)
        sorts: dict[str, Callable[[Symbol], str]] = {
            "w": self.whom,
            "v": self.value,
            "c": self.condition,
            "e": self.event,
            "r": self.replaced,
            "o": self.outcome,
            "m": self.cost,
            "h": self.mana,
        }
        return sorts.get(letter, self.guess)(term)

    def one(self, table: str, term: Symbol) -> str:
        """A term that only one table can tell."""
        told = self.by(table, term)
        return self.raw(term) if told is None else told

    # --- sorts of terms

    def is_filter(self, term: Symbol) -> bool:
        """Whether a term is the name of a filter."""
        return term in self.book.speech.literals

    def filter(self, term: Symbol, letter: str) -> str:
        """A filter as a noun, in the plural, or without a noun of its own."""
        if not self.is_filter(term):
            return self.whom(term)
        return noun(self, term, plural=letter == "p", article=letter == "f", head=letter != "g")

    def whom(self, term: Symbol) -> str:
        """Whom something is about."""
        if self.is_filter(term):
            return noun(self, term, article=True)
        if is_list(term):
            return " and ".join(self.whom(item) for item in items(term))
        told = self.by("w", term)
        if told is not None:
            return told
        return self.guess(term)

    def whose(self, term: Symbol) -> str:
        """The owner of something, before what is owned."""
        told = self.whom(term)
        return {"you": "your", "they": "their"}.get(told, f"{told}'s")

    def value(self, term: Symbol) -> str:
        """A number or what it is worked out from."""
        if term.type is SymbolType.Number:
            return str(term.number)
        told = self.by("v", term)
        return self.guess(term) if told is None else told

    def quantity(self, term: Symbol, what: str) -> str:
        """So many of something."""
        what = what.replace("~", "").strip()
        if term.type is SymbolType.Number:
            return f"a {what}" if term.number == 1 else f"{term.number} {plural_of(what)}"
        told = self.value(term)
        if told.startswith("the ") or term.name == "minus":
            return f"{plural_of(what)} equal to {told}"
        return f"{told} {plural_of(what)}"

    def condition(self, term: Symbol) -> str:
        """A condition, as it stands after "if"."""
        told = self.by("c", term)
        return self.guess(term) if told is None else told

    def event(self, term: Symbol) -> str:
        """An event, as it stands after "when"."""
        told = self.by("e", term)
        return self.raw(term) if told is None else told

    def replaced(self, term: Symbol) -> str:
        """What would happen."""
        told = self.by("r", term)
        return self.event(term) if told is None else told

    def outcome(self, term: Symbol) -> str:
        """What happens instead."""
        told = self.by("o", term)
        return self.instruction(term) if told is None else told

    def instruction(self, term: Symbol) -> str:
        """An instruction."""
        if is_list(term):
            return ", ".join(self.instruction(item) for item in items(term))
        told = self.by("i", term)
        return self.guess(term) if told is None else told

    def cost(self, term: Symbol) -> str:
        """A cost in the way cards print it."""

        def told(part: Symbol) -> str | None:
            if is_list(part) or part.match("mana", 1) or part.match("or", 2) or part.match("costs", 1):
                return None
            return self.by("m", part) or self.raw(part)

        return cost_text(term, told)

    def mana(self, term: Symbol) -> str:
        """Mana that is added."""
        told = self.by("h", term)
        return self.cost(term) if told is None else told

    def word(self, term: Symbol) -> str:
        """A word as it is printed."""
        if term.type is SymbolType.String:
            return term.string
        if is_list(term):
            return " and ".join(self.word(item) for item in items(term))
        if term.arguments:
            return self.guess(term)
        return TERMS.get(str(term)) or str(term).replace("_", " ")

    def guess(self, term: Symbol) -> str:
        """A term of any sort."""
        if term.type is SymbolType.Number:
            return str(term.number)
        if term.type is SymbolType.String:
            return term.string
        if self.is_filter(term):
            return noun(self, term, article=True)
        if term in self.book.kinds:
            return self.tell_ability(term)
        if is_list(term):
            return " and ".join(self.guess(item) for item in items(term))
        if not term.arguments and str(term) in TERMS:
            return TERMS[str(term)]
        for table in _GUESSES:
            told = self.by(table, term)
            if told is not None:
                return told.replace("{~}", "its owner")
        if term.match("mana", 1):
            return self.cost(term)
        for literal in (literals.NOUNS, literals.BEFORE, literals.AFTER):
            told = literal.say(term, self.say, self.special) if term.arguments else None
            if told is not None:
                return told
        return self.raw(term) if term.arguments else str(term).replace("_", " ")

    def step(self, step: Symbol, whose: Symbol) -> str:
        """A step and of whose turn it is."""
        name = STEPS.get(str(step), f"{self.word(step)} step")
        told = self.whom(whose)
        if str(step) == "beginning_of_combat":
            return (
                "combat on each turn"
                if told in ("@any@", "each player")
                else f"combat on {self.whose(whose)} turn"
            )
        if told in ("@any@", "each player", ""):
            return f"each {name}"
        return f"{self.whose(whose)} {name}" if "turn" not in name else f"{name} of {self.whose(whose)} turn"

    def typed(self, term: Symbol, sort: str) -> str:
        """A card type, supertype or subtype that is added or removed."""
        if term.match("every", 1):
            return f"every {self.word(term.arguments[0])} type"
        return self.word(term)

    def keyword(self, name: Symbol, argument: Symbol | None) -> str:
        """A keyword ability and what stands behind it."""
        told = KEYWORD_WORDS.get(name.name) or name.name.replace("_", " ")
        if argument is None:
            return told
        if name.name == "landwalk" and self.is_filter(argument):
            return noun(self, argument).removeprefix("land ") + "walk"
        if name.name == "typecycling" and argument.match("search", 2):
            cost, what = argument.arguments
            return f"{noun(self, what).removesuffix(' card')}{told} {self.cost(cost)}"
        if name.name in ("landwalk", "typecycling", "affinity", "champion", "offering", "enchant"):
            between = {"affinity": " for", "champion": "", "enchant": ""}.get(name.name, "")
        else:
            between = " from" if name.name in ("protection", "hexproof") else ""
        if self.is_filter(argument):
            said = noun(self, argument, head=name.name not in ("landwalk", "protection"))
            if name.name in ("protection", "hexproof"):
                said = self.filter(argument, "p" if "creature" in said or not said else "g")
            return f"{told}{between} {said}"
        return f"{told}{between} {self.argument(argument)}"

    def argument(self, term: Symbol) -> str:
        """What stands behind a keyword."""
        told = self.by("argument", term)
        if told is None and term.type is SymbolType.Function:
            told = self.by("m", term)
        if told is None and (term.match("mana", 1) or term.match("costs", 1) or term.match("or", 2)):
            told = self.cost(term)
        return self.value(term) if told is None else told
