"""What follows for the permanent whose ability is countered (CR 701.6), and abilities that can't be activated for a while."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clause, clauses
from .combinators import Refuse, form, maybe
from .durations import duration
from .instructions import sentence
from .nouns import one
from .terms import Ability, Filter, Listed, Pronoun, Term, map_pronouns

_SOURCE = "countered_source"
"""The object whose ability the text countered."""
_STILL_THERE = one(("is", _SOURCE), ("zone", "battlefield"))


def _of_that_permanent(then: list[Term]) -> list[Term]:
    def mean(pronoun: Pronoun) -> Term:
        return _SOURCE if pronoun.word == "that_permanent" else pronoun

    return [("if", ("exists", _STILL_THERE), Listed(tuple(map_pronouns(term, mean) for term in then)))]


def _of_a_permanent(what: Filter, then: list[Term]) -> list[Term]:
    """`If an ability of a creature is countered this way`: of a permanent that is one."""
    made = _of_that_permanent(then)
    return [("if", ("exists", Filter((*_STILL_THERE.literals, ("fits", what)))), made[0][2])]


def _stopped(whom: Term, how_long: Term, but: Any) -> Term:
    which = "any" if but is None else "except_mana"
    return ("lasting", how_long, Ability("lasting", statements=(("cant_activate", whom, which),)))


def _stopped_for_good(whom: Term, but: Any) -> Term:
    """Of something that the text spoke of before; of others that is a static sentence."""
    if not isinstance(whom, Pronoun):
        raise Refuse("how long")
    return _stopped(whom, "rest_of_game", but)


_but = maybe(form("unless they're mana abilities", give="mana"))
sentence.prefer(
    form("if an ability of a|an {} is countered this way , {}", grammar.noun, clauses, make=_of_a_permanent),
    form("if a permanent's ability is countered this way , {}", clauses, make=_of_that_permanent),
)
clause.add(
    form("activated abilities of {} can't be activated {} {}", grammar.whom, duration, _but, make=_stopped),
    form("{} activated abilities can't be activated {} {}", grammar.possessive, duration, _but, make=_stopped),
    form("{} activated abilities can't be activated {}", grammar.possessive, _but, make=_stopped_for_good),
)  # fmt: skip
