"""What the grammar builds: terms in the words of asp/vocabulary.lp, with filters, targets and abilities still nested.

A term is a number, a constant (str), a `Text` (string for people), a compound (tuple whose first item is the functor),
a `Listed` (nested pairs) or one of the nodes below, which `emit` turns into ids and flat facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeAlias

Term: TypeAlias = Any
"""int | str | Text | Listed | Filter | Ability | Target | Pronoun | tuple of terms."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string that nobody but people and names look at."""

    text: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A list: nested pairs ended by the empty tuple."""

    items: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Filter:
    """A conjunction of literals and, if there are any, a choice among alternatives."""

    literals: tuple[Term, ...] = ()
    either: tuple[Filter, ...] = ()

    def also(self, *more: Term) -> Filter:
        """This filter with further literals that aren't in it already."""
        return replace(self, literals=self.literals + tuple(m for m in more if m not in self.literals))

    def has(self, functor: str) -> bool:
        """Whether a literal of that name (perhaps negated) is in it, or in all alternatives."""
        for literal in self.literals:
            inner = literal
            while isinstance(inner, tuple) and inner[0] == "not":
                inner = inner[1]
            if inner == functor or (isinstance(inner, tuple) and inner[0] == functor):
                return True
        return bool(self.either) and all(f.has(functor) for f in self.either)


@dataclass(frozen=True, slots=True)
class Target:
    """One instance of the word "target". `at` is where it stands in the text, which orders the slots."""

    filter: Filter
    least: Term
    most: Term
    at: int
    another: bool = False
    together: tuple[Term, ...] = ()
    divided: Term = None
    chosen_by: str = ""


@dataclass(frozen=True, slots=True)
class Pronoun:
    """ "it", "that creature", "them": what the text spoke of last, found when the whole ability is known."""

    at: int
    word: str = "it"


@dataclass(frozen=True, slots=True)
class Mention:
    """What an instruction brings up without "target" and later words may mean: a card found, a token created.

    It becomes `name(N)`, numbered within the ability in order of `at`.
    """

    at: int
    name: str
    of: Filter | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Change:
    """A part of a continuous effect: `change(Ab,I,layer,whom,what)`."""

    layer: str
    whom: Term
    what: Term


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability, or the content of a lasting effect, before it has an id."""

    kind: str
    keyword: str = ""
    argument: Term = None
    cda: bool = False
    functions: tuple[str, ...] = ()
    costs: tuple[Term, ...] = ()
    conditions: tuple[Term, ...] = ()
    modes: tuple[tuple[Term, ...], ...] = ()
    choose: tuple[Term, Term] | None = None
    mode_costs: tuple[Term, ...] = ()
    instructions: tuple[Term, ...] = ()
    triggers: tuple[Term, ...] = ()
    changes: tuple[Change, ...] = ()
    statements: tuple[Term, ...] = ()
    replaces: tuple[tuple[Term, Term], ...] = ()
    restrictions: tuple[Term, ...] = ()
    entering: bool = False  # by which something "is" or "has", not "becomes" or "gains" (611.2e)
    text: str = field(default="", compare=False)


CLEAVE_PAID: Term = ("cost_paid", "cleave")
"""The condition that the cleave cost was paid (702.148a)."""


def keyword_ability(keyword: str, argument: Term = None) -> Ability:
    """The ability that a keyword is."""
    return Ability("keyword", keyword=keyword, argument=argument)


def each(what: Filter) -> Term:
    """Every object or player that fits now."""
    return ("each", what)


def negate(literal: Term) -> Term:
    """The opposite of a literal or condition."""
    if isinstance(literal, tuple) and literal[0] == "not":
        return literal[1]
    return ("not", literal)


def negated(what: Filter) -> Term:
    """A literal that holds where the filter doesn't fit."""
    if len(what.literals) == 1 and not what.either:
        return negate(what.literals[0])
    return ("not", ("fits", what))


def conditions_of(condition: Term) -> tuple[Term, ...]:
    """A conjunction as its parts."""
    if isinstance(condition, tuple) and condition and condition[0] == "all_of":
        return tuple(condition[1].items)
    return (condition,)


def _mana_worth(mana: Term, by: Term) -> Term:
    """A cost with X whose value is known."""
    if set(mana[1].items) == {"x"}:
        many = len(mana[1].items)
        return ("mana_worth", by if many == 1 else ("times", many, by))
    return ("mana", Listed(tuple(("worth", by) if t == "x" else t for t in mana[1].items)))


_PRINTED_X = (("cost_includes", "x"), ("activation_cost_includes", "x"))
"""The symbol {X}, whatever X is in the text."""


def substitute(term: Term, what: Term, by: Term) -> Term:
    """The term with every occurrence of `what` (a node or constant) replaced; nested abilities are left alone."""
    if term == what:
        return by
    if isinstance(term, tuple):
        if term in _PRINTED_X:  # the symbol {X}, whatever X is in this text
            return term
        if what == "x" and len(term) == 2 and term[0] == "mana" and isinstance(term[1], Listed):
            return _mana_worth(term, by)
        return tuple(substitute(t, what, by) for t in term)
    if isinstance(term, Listed):
        return Listed(tuple(substitute(t, what, by) for t in term.items))
    if isinstance(term, Filter):
        return Filter(
            tuple(substitute(t, what, by) for t in term.literals),
            tuple(substitute(f, what, by) for f in term.either),
        )
    if isinstance(term, Change):
        return Change(term.layer, substitute(term.whom, what, by), substitute(term.what, what, by))
    return term


def outside(value: Term) -> Term:
    """A value in the description of a token, which is read in the ability that creates it."""
    return value if isinstance(value, (int, str)) else ("outer", value)


def substitute_deep(term: Term, what: Term, by: Term) -> Term:
    """`substitute`, also in targets and in the effects that last; not in quoted abilities."""
    if isinstance(term, Target):
        least, most, divided = (substitute(t, what, by) for t in (term.least, term.most, term.divided))
        filter_ = substitute(term.filter, what, by)
        together = tuple(substitute(t, what, by) for t in term.together)
        return replace(term, filter=filter_, least=least, most=most, divided=divided, together=together)
    if isinstance(term, Ability):
        if term.kind == "token":  # its own "self" is the token: what is said outside is read outside
            changes = tuple(substitute(c, what, outside(by)) for c in term.changes)
            return replace(term, changes=changes)
        if term.kind not in ("lasting", "delayed"):
            return term
        return replace(
            term,
            changes=tuple(substitute_deep(c, what, by) for c in term.changes),
            statements=tuple(substitute_deep(s, what, by) for s in term.statements),
            instructions=tuple(substitute_deep(i, what, by) for i in term.instructions),
        )
    if isinstance(term, Change):
        return Change(term.layer, substitute_deep(term.whom, what, by), substitute_deep(term.what, what, by))
    if term == what:
        return by
    if term in _PRINTED_X:
        return term
    if isinstance(term, tuple):
        if what == "x" and len(term) == 2 and term[0] == "mana" and isinstance(term[1], Listed):
            return _mana_worth(term, by)
        return tuple(substitute_deep(t, what, by) for t in term)
    if isinstance(term, Listed):
        return Listed(tuple(substitute_deep(t, what, by) for t in term.items))
    return substitute(term, what, by)


def swapped(term: Term, old: Term, new: Term) -> Term:
    """A term with one node, such as a target, put in the place of another."""
    if term == old:
        return new
    if isinstance(term, tuple):
        return tuple(swapped(t, old, new) for t in term)
    if isinstance(term, Listed):
        return Listed(tuple(swapped(t, old, new) for t in term.items))
    if isinstance(term, Change):
        return Change(term.layer, swapped(term.whom, old, new), swapped(term.what, old, new))
    if isinstance(term, Ability) and term.kind in ("lasting", "delayed"):
        return replace(
            term,
            changes=tuple(swapped(c, old, new) for c in term.changes),
            statements=tuple(swapped(t, old, new) for t in term.statements),
            instructions=tuple(swapped(t, old, new) for t in term.instructions),
        )
    return term


def map_pronouns(term: Term, change: Callable[[Pronoun], Term]) -> Term:
    """The term with every pronoun changed, also in targets and in effects that last; not in quoted abilities."""
    if isinstance(term, Pronoun):
        return change(term)
    if isinstance(term, tuple):
        return tuple(map_pronouns(t, change) for t in term)
    if isinstance(term, Listed):
        return Listed(tuple(map_pronouns(t, change) for t in term.items))
    if isinstance(term, Filter):
        literals = tuple(map_pronouns(t, change) for t in term.literals)
        return Filter(literals, tuple(map_pronouns(f, change) for f in term.either))
    if isinstance(term, Target):
        least, most, divided = (map_pronouns(t, change) for t in (term.least, term.most, term.divided))
        return replace(
            term, filter=map_pronouns(term.filter, change), least=least, most=most, divided=divided
        )
    if isinstance(term, Change):
        return Change(term.layer, map_pronouns(term.whom, change), map_pronouns(term.what, change))
    if isinstance(term, Ability) and term.kind in (
        "lasting", "delayed", "reflexive", "delayed_trigger", "token",
    ):  # fmt: skip
        return replace(
            term,
            changes=tuple(map_pronouns(c, change) for c in term.changes),
            statements=tuple(map_pronouns(s, change) for s in term.statements),
            instructions=tuple(map_pronouns(i, change) for i in term.instructions),
            triggers=tuple(map_pronouns(t, change) for t in term.triggers),
            replaces=tuple(map_pronouns(r, change) for r in term.replaces),
        )
    return term


def pronouns_in(term: Term) -> list[Pronoun]:
    """All words in a term that stand for what was spoken of before."""
    found: list[Pronoun] = []

    def note(pronoun: Pronoun) -> Term:
        found.append(pronoun)
        return pronoun

    map_pronouns(term, note)
    return found


def is_pronoun(term: Term) -> bool:
    """Whether the term is a word that stands for what was spoken of before."""
    return isinstance(term, Pronoun)


def replace_pronouns(term: Term, by: Term, words: frozenset[str] | None = None) -> Term:
    """The term with its pronouns (all, or those of the given words) replaced; nested abilities are left alone."""
    if isinstance(term, Pronoun):
        return by if words is None or term.word in words else term
    if isinstance(term, tuple):
        return tuple(replace_pronouns(t, by, words) for t in term)
    if isinstance(term, Listed):
        return Listed(tuple(replace_pronouns(t, by, words) for t in term.items))
    if isinstance(term, Filter):
        return Filter(
            tuple(replace_pronouns(t, by, words) for t in term.literals),
            tuple(replace_pronouns(f, by, words) for f in term.either),
        )
    if isinstance(term, Change):
        return Change(
            term.layer, replace_pronouns(term.whom, by, words), replace_pronouns(term.what, by, words)
        )
    return term


def speaks_of_it(term: object) -> bool:
    """Whether a pronoun stands somewhere in a term."""
    return any(isinstance(part, Pronoun) for part in walk(term))


def walk(term: object) -> Iterator[object]:
    """A term, and every term and node in it."""
    yield term
    if isinstance(term, (tuple, list)):
        for part in term:
            yield from walk(part)
    elif is_dataclass(term):
        for part in fields(term):
            yield from walk(getattr(term, part.name))
