"""What follows for what is countered (CR 701.6, 608.2c), and abilities that can't be activated for a while."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clause, clauses
from .combinators import Refuse, form, maybe, one_of
from .durations import duration
from .entering import counters_on_it
from .instructions import sentence
from .moves import destination
from .nouns import one
from .references import some
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


def _elsewhere(which: Filter | None, to: Term) -> list[Term]:
    return [("countered_goes_to", to)] if which is None else [("countered_goes_to", to, which)]


_ANY_SPELL = one(("zone", "stack"), "spell")
_which = one_of(
    form("{}", some, make=lambda f: None if f == _ANY_SPELL else f),
    form("{}", grammar.reference, make=lambda r: None),
)
"""Which spells it is said of: those that fit a Filter; None for whatever is countered."""
_exiled = one_of(
    form("exile it with {}", counters_on_it, make=lambda c: ("exile_with", *c[1:])),
    form("exile it|them", give="exile"),
)
_put = one_of(form("put it|them {}", destination), form("put that|the card|cards|spell {}", destination))
_instead_of = one_of(form("instead of putting it into"), form("instead of into"))
_graveyard = one_of(
    form("its owner's graveyard"), form("that player's graveyard"), form("their owners' graveyards")
)
_but = maybe(form("unless they're mana abilities", give="mana"))
_goes_elsewhere = form("if {} is|are countered this way , {} {} {}", _which, one_of(_exiled, _put), _instead_of, _graveyard,
    make=lambda f, to, instead, there: _elsewhere(f, to))  # fmt: skip
sentence.prefer(
    form("{} , {}", _goes_elsewhere, sentence, make=lambda first, then: [*first, *then]),
    _goes_elsewhere,
    form("if an ability of a|an {} is countered this way , {}", grammar.noun, clauses, make=_of_a_permanent),
    form("if a permanent's ability is countered this way , {}", clauses, make=_of_that_permanent),
)
clause.add(
    form("activated abilities of {} can't be activated {} {}", grammar.whom, duration, _but, make=_stopped),
    form("{} activated abilities can't be activated {} {}", grammar.possessive, duration, _but, make=_stopped),
    form("{} activated abilities can't be activated {}", grammar.possessive, _but, make=_stopped_for_good),
)  # fmt: skip
