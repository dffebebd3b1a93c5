"""Phrases that are made of a whole term, because no table can say them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clingo import Symbol, SymbolType

from magistrate.bridge.explain.english.book import Book, face_of, items
from magistrate.bridge.explain.english.nouns import either, noun
from magistrate.bridge.explain.english.wordings import ATTACHED, ORDINALS, STEPS
from magistrate.bridge.explain.filters import OPERATORS, PLACES

_UNKNOWN = "enchanted or equipped creature, permanent, land or artifact"
_ALONE = frozenset(("creature", "player", "land"))


class Whole:
    """The part of a teller that tells whole terms: `{!name}` of a phrase calls `of_name`."""

    def __init__(self, book: Book, ability: Symbol, tell_ability: Callable[[Symbol], str]) -> None:
        self.book = book
        self.ability = ability
        self.tell_ability = tell_ability

    if TYPE_CHECKING:

        def by(self, table: str, term: Symbol) -> str | None: ...
        def one(self, table: str, term: Symbol) -> str: ...
        def raw(self, term: Symbol) -> str: ...
        def say(self, term: Symbol, letter: str, more: str, whole: Symbol) -> str: ...
        def is_filter(self, term: Symbol) -> bool: ...
        def filter(self, term: Symbol, letter: str) -> str: ...
        def whom(self, term: Symbol) -> str: ...
        def whose(self, term: Symbol) -> str: ...
        def value(self, term: Symbol) -> str: ...
        def quantity(self, term: Symbol, what: str) -> str: ...
        def condition(self, term: Symbol) -> str: ...
        def instruction(self, term: Symbol) -> str: ...
        def mana(self, term: Symbol) -> str: ...
        def word(self, term: Symbol) -> str: ...
        def guess(self, term: Symbol) -> str: ...

    def special(self, name: str, term: Symbol) -> str:
        """A phrase that is made of a whole term."""
        return str(getattr(self, f"of_{name}")(term))

    def of_zone(self, term: Symbol) -> str:
        return PLACES.get(str(term.arguments[0]), f"in {self.word(term.arguments[0])}")

    def of_controls(self, term: Symbol) -> str:
        who = self.whom(term.arguments[0])
        return f"{who} control" if who in ("you", "your opponents") else f"{who} controls"

    def of_owns(self, term: Symbol) -> str:
        who = self.whom(term.arguments[0])
        return f"{who} own" if who in ("you", "your opponents") else f"{who} owns"

    def of_chosen(self, term: Symbol) -> str:
        if term.match("chosen", 1) and term.arguments[0].match("parity", 0):
            return "with mana value of the chosen quality"
        return f"of the chosen {self.word(term.arguments[0])}"

    def of_compare(self, term: Symbol) -> str:
        what, operator, value = term.arguments
        left = (
            self.value(what) if not what.match("counters", 1) else f"{self.word(what.arguments[0])} counters"
        )
        if not what.arguments and what.type is SymbolType.Function:
            left = self.by("v", what) or self.word(what)
        told = self.compared(operator, value)
        if what.type is SymbolType.Function and not what.arguments and what.name not in ("x", "party"):
            return f"with {left} {told}"
        return f"with {left} {told}" if what.match("counters", 1) else f"{left} is {told}"

    def compared(self, operator: Symbol, value: Symbol) -> str:
        """A comparison's operator and value."""
        form = "exactly {v}" if operator.name == "equal" else OPERATORS.get(operator.name, "{v}")
        return form.format(v=self.value(value))

    def of_counted(self, term: Symbol) -> str:
        return self.compared(*term.arguments[1:3])

    def of_total(self, term: Symbol) -> str:
        return self.compared(*term.arguments[1:])

    def of_colors(self, term: Symbol) -> str:
        return " and ".join(self.word(item) for item in items(term.arguments[0])) or "colorless"

    def of_walk(self, term: Symbol) -> str:
        inner = term.arguments[1]
        return (
            f"{self.word(inner.arguments[0])}walk"
            if inner.match("landwalk", 1)
            else f"{self.word(inner)} (abilities)"
        )

    def of_result(self, term: Symbol) -> str:
        _, operator, value = term.arguments
        if operator.name == "less_equal" and value.type is SymbolType.Number:
            return "a " + either([str(n) for n in range(1, value.number + 1)])
        return f"a {self.compared(operator, value)}"

    def of_together(self, term: Symbol) -> str:
        inner = term.arguments[0]
        told = self.by("together", inner)
        return self.raw(inner) if told is None else told

    def of_exists(self, term: Symbol) -> str:
        return f"there is {self.filter(term.arguments[0], 'f')}"

    def of_and(self, term: Symbol) -> str:
        return " and ".join(self.condition(item) for item in items(term.arguments[0]))

    def of_or_conditions(self, term: Symbol) -> str:
        return either([self.condition(item) for item in items(term.arguments[0])])

    def of_many(self, term: Symbol) -> str:
        count, what = term.arguments
        if str(count) == "1":
            return self.filter(what, "f")
        return f"{self.value(count)} {self.filter(what, 'p')}"

    def of_many_untapped(self, term: Symbol) -> str:
        return self.of_many(term)

    def of_or(self, term: Symbol) -> str:
        return either([self.mana(item) for item in items(term.arguments[0])])

    def of_not(self, term: Symbol) -> str:
        if term.arguments[0].match("your_turn", 0):
            return "it's not your turn (during other turns than yours, an opponent's turn)"
        return f"it's not so that {self.condition(term.arguments[0])}"

    def of_all(self, term: Symbol) -> str:
        return " and ".join(self.instruction(item) for item in term.arguments)

    def of_each(self, term: Symbol) -> str:
        inner = term.arguments[0]
        return f"each {noun(self, inner)}" if self.is_filter(inner) else f"each {self.whom(inner)}"

    def of_attached(self, term: Symbol) -> str:
        """What an Aura or Equipment is on, by the keyword that attaches the face."""
        told = []
        for name, argument in self.book.attaches.get(face_of(self.ability), ()):
            what = argument.arguments[-1] if argument.match("attach", 2) else argument
            kind = noun(self, what) if self.is_filter(what) else "creature"
            kind = kind.removesuffix(" you control") + ("" if kind in _ALONE else " (permanent)")
            told.append(f"{ATTACHED[name]} {kind}")
        if told and self.ability.arguments[0].match("a", 2):  # may be given to an Equipment
            told.append("equipped or enchanted creature")
        return " or ".join(dict.fromkeys(told)) or _UNKNOWN

    def of_spells(self, term: Symbol) -> str:
        what = term.arguments[1]
        return "spells or abilities" if str(what) == "any" else self.filter(what, "p")

    def of_symbol(self, term: Symbol) -> str:
        inner = term.arguments[0]
        return "{" + str(inner).upper() + "}" if not inner.arguments else self.guess(inner)

    def of_when(self, term: Symbol) -> str:
        when = term.arguments[1]
        told = self.by("only", when) or self.guess(when)
        return told if told.startswith("only") else f"only {told}"

    def of_way(self, term: Symbol) -> str:
        """How what is played from somewhere is paid for."""
        how = term.arguments[2]
        if how.match("own_cost", 0):
            return ""
        told = self.say(how.arguments[0] if how.match("with", 1) else how, "m", "", term)
        return told if how.match("instead", 1) else f"by {told} in addition to paying its other costs"

    def of_discarded(self, term: Symbol) -> str:
        count = term.arguments[1]
        return "the hand (all cards)" if str(count) == "all" else self.quantity(count, "card")

    def of_those_of(self, term: Symbol) -> str:
        return f"{self.guess(term.arguments[0])} that are {self.guess(term.arguments[1])}"

    def of_nth(self, term: Symbol) -> str:
        number, what = term.arguments
        return f"the {ORDINALS.get(str(number), str(number))} {self.filter(what, 'g')}"

    def of_nth_cast(self, term: Symbol) -> str:
        _, number, what, when = term.arguments
        told = {"turn": "each turn", "opponents_turn": "during each opponent's turn"}.get(
            str(when), self.word(when)
        )
        return f"your {ORDINALS.get(str(number), str(number))} {noun(self, what)} {told}"

    def bounds(self, least: Symbol, most: Symbol, what: Symbol) -> str:
        """Between so many and so many of what fits a filter."""
        if str(most) == "any":
            some = "one or more" if str(least) == "1" else "any number of"
            return f"{some} {self.filter(what, 'p')}"
        if least == most:
            return (
                self.filter(what, "f") if str(most) == "1" else f"{self.value(most)} {self.filter(what, 'p')}"
            )
        if str(least) == "0":
            number = "one" if str(most) == "1" else self.value(most)
            return f"up to {number} {self.filter(what, 'g' if number == 'one' else 'p')}"
        return f"between {self.value(least)} and {self.value(most)} {self.filter(what, 'p')}"

    def of_some(self, term: Symbol) -> str:
        least, most, what = term.arguments[:3]
        return self.bounds(least, most, what)

    def of_count(self, term: Symbol) -> str:
        at = next((i for i, a in enumerate(term.arguments) if self.is_filter(a)), None)
        each = next((a for a in term.arguments if a.match("one_each", 2)), None)
        if each is not None:
            return " and ".join(self.filter(one, "f") for one in each.arguments)
        if at is None or at < 2:
            return self.raw(term)
        told = self.bounds(term.arguments[at - 2], term.arguments[at - 1], term.arguments[at])
        if told.startswith(("between", "any")) and str(term.arguments[at - 1]) == "any":
            return told
        return told

    def of_behold(self, term: Symbol) -> str:
        return "behold " + " ".join(self.guess(a) for a in term.arguments)

    def of_shield(self, term: Symbol) -> str:
        amount, kind = term.arguments[0], str(term.arguments[1])
        of = "" if kind == "any" else f"{kind} "
        if str(amount) == "all":
            return f"all {of}damage that would be"
        return f"the next {self.value(amount)} {of}damage that would be"

    def of_dice(self, term: Symbol) -> str:
        _, count, sides, plus, how = term.arguments
        told = (
            f"a d{sides} ({sides}-sided die)"
            if str(count) == "1"
            else f"{self.value(count)} d{sides} ({sides}-sided dice)"
        )
        if str(plus) != "0":
            told += f" and add {self.value(plus)}"
        return told + {
            "each": "",
            "only_highest": " and ignore all but the highest roll",
            "ignore_lowest": " and ignore the lowest (lower) roll",
            "pick_one": " and choose one result",
        }.get(str(how), f" {how}")

    def of_vote(self, term: Symbol) -> str:
        how, options = term.arguments
        begins = "starting with you, " if str(how) == "in_turn" else ""
        told = either([self.word(option) for option in items(options)])
        return f"{begins}each player {'' if begins else 'secretly '}votes for {told}" + (
            "" if begins else ", then those votes are revealed"
        )

    def of_sticker(self, term: Symbol) -> str:
        return self.tell_ability(term.arguments[0])

    def of_lasting(self, term: Symbol) -> str:
        duration, ability = term.arguments
        return f"{self.tell_ability(ability)} {self.one('d', duration)}".strip()

    def of_delayed(self, term: Symbol) -> str:
        when, ability = term.arguments[0], term.arguments[-1]
        if when.name in ("next_step", "next_turn_step", "next_step_this_turn") and len(when.arguments) == 2:
            step, whose = when.arguments
            name = STEPS.get(str(step), f"{self.word(step)} step")
            if name == "combat" and str(step) == "end_of_combat":
                name = "end of combat"
            of = "" if str(whose) == "any" else f"{self.whose(whose)} "
            turn = {"next_turn_step": " of the next turn", "next_step_this_turn": " this turn"}.get(
                when.name, ""
            )
            return f"at the beginning of the {of}next {name}{turn}, {self.tell_ability(ability)}"
        until = self.one("d", term.arguments[1]) if len(term.arguments) == 3 else ""
        often = "when you next" if str(when) == "once" else "whenever"
        return f"{often} ({until}) {self.tell_ability(ability)}"

    def of_token(self, term: Symbol) -> str:
        count, token, how = term.arguments[1:4]
        number = "a" if str(count) == "1" else self.value(count)
        told = self.token(token)
        extra = " ".join(self.guess(item).replace("{~}", "its owner") for item in items(how))
        return f"{number} {told} {extra}".strip()

    def token(self, token: Symbol) -> str:
        """What is created."""
        if token.match("predefined", 1):
            return f"{self.word(token.arguments[0])} token"
        if token.match("token_copy", 1):
            return f"token that's a copy of {self.whom(token.arguments[0])}"
        if token.match("token_copy", 2):
            what, but = token.arguments
            return f"token that's a copy of {self.whom(what)}, except {self.tell_ability(but)}"
        return self.tell_ability(token)

    def of_target(self, term: Symbol) -> str:
        slot = term.arguments[0]
        found = self.book.target(self.ability, slot)
        if found is None:
            return f"target {self.guess(slot)}"
        ability, (what, least, most) = found
        if (ability, slot) in self.book.telling:
            return "it"
        self.book.told.add((ability, slot))
        self.book.telling.add((ability, slot))
        told = self.aimed(ability, slot, what, least, most)
        self.book.telling.discard((ability, slot))
        return told

    def is_any_target(self, what: Symbol) -> bool:
        """Whether a target may be whatever damage can be dealt to."""
        options = [
            {str(literal) for literal in self.book.speech.literals.get(option, ())}
            for option in self.book.speech.either.get(what, ())
        ]
        permanents = ("creature", "planeswalker", "battle")
        if [str(literal) for literal in self.book.speech.literals.get(what, ())] != ["anything"]:
            return False
        return (
            len(options) == 4
            and {"player"} in options
            and all(
                any(
                    {f"type({kind})"} <= option <= {f"type({kind})", "zone(battlefield)"}
                    for option in options
                )
                for kind in permanents
            )
        )

    def aimed(self, ability: Symbol, slot: Symbol, what: Symbol, least: Symbol, most: Symbol) -> str:
        """A target and what is said of all that are chosen for it."""
        another = "other (another) " if any(slot in row for row in self.book.of("different", ability)) else ""
        if self.is_any_target(what):
            told = f"any {another}target"
        else:
            told = f"{another}target {self.filter(what, 'p') if str(most) != '1' else noun(self, what)}"
        if str(most) == "any":
            told = ("one or more " if str(least) == "1" else "any number of ") + told
        elif str(least) == "0":
            told = f"up to {'one' if str(most) == '1' else self.value(most)} {told}"
        elif str(least) == "1" and str(most) in ("2", "3", "4", "5"):
            told = f"{either([str(n) for n in range(1, most.number + 1)])} {told}"
        elif str(most) != "1":
            told = f"{self.value(most)} {told}"
        for row in self.book.of("together", ability):
            if row[0] == slot:
                told += " " + self.one("together", row[1])
        for row in self.book.of("divide", ability):
            if row[0] == slot:
                told += f" ({self.value(row[1])} divided as you choose among)"
        for row in self.book.of("optional_target_of", ability):
            if row[0] == slot:
                told += {
                    "at_random": " chosen at random",
                    "targets_controller": " of that player's choice",
                }.get(str(row[1]), f" of {self.word(row[1])}'s choice")
        for row in self.book.of("target_when", ability):
            if row[0] == slot:
                told += f" (if {self.condition(row[1])})"
        return told
