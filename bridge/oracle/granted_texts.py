"""Abilities in quotes: a list that begins with one, and sentences that are printed in quotes only (CR 113.3, 118.12)."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .clauses import clauses
from .combinators import Refuse, Rule, ahead, form, listed, one_of
from .instructions import sentence
from .keywords import granted
from .manas import one_purpose
from .nouns import one
from .qualities import with_phrase
from .references import told_groups
from .terms import Ability, Listed, Term
from .values import basic_value

# --- lists ------------------------------------------------------------------------------------------------------------------


def _quote_and_comma(stream: Any, at: int) -> Result:
    """An ability in quotes with the comma of the list inside them: `"Equipped creature gets +2/+0," equip {1}`."""
    found = grammar.quoted(stream, at)
    if found.status and stream[found.index - 2 : found.index] != [",", '"']:
        return Result.failure(found.index, "a comma")
    return found


_ability = one_of(grammar.keywords, grammar.quoted)


def _all(first: list[Ability], rest: list[list[Ability]]) -> list[Ability]:
    return [*first, *(ability for made in rest for ability in made)]


granted.prefer(form("{} {}", Rule(_quote_and_comma), listed(_ability, "and", 2), make=_all))

# --- what is said in them -----------------------------------------------------------------------------------------------------


def _own_mana_cost(terms: list[Term]) -> list[Term]:
    """`Sacrifice ~ unless you pay its mana cost`: the mana cost of the object that has the ability."""
    if len(terms) != 1 or terms[0] != ("sacrifice_it", "you", "self"):
        raise Refuse("what is sacrificed")
    return [("unless", ("paid", "you", ("mana_cost_of", "self")), Listed(tuple(terms)))]


sentence.prefer(form("{} unless you pay its mana cost", clauses, make=_own_mana_cost))
basic_value.prefer(
    form("the amount of life you gained {}", ahead(".", ",", '"'), make=lambda end: "that_much"),
    form("the amount of life you lost {}", ahead(".", ",", '"'), make=lambda end: "that_much"),
)
one_purpose.prefer(form("(to) gain a class level", give="class_level"))
with_phrase.prefer(
    form("another activated ability", give=one("another_activated_ability")),
)
told_groups.add(form("the top card of your library", give=("top_card", "library")))
