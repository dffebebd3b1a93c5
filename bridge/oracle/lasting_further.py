"""Further effects that last: abilities that hang on something each, the rest of a group, types chosen on the way (CR 608.2c, 611.2)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clause
from .combinators import Refuse, form, many, one_of
from .durations import duration
from .instructions import sentence
from .keywords import quality
from .lasting import lasting
from .nouns import card_name
from .parts import change, gets, grant
from .phrases import verb
from .spending import stating
from .terms import Filter, Listed, Term, Text, each, keyword_ability
from .values import number

# --- abilities that hang on something each -------------------------------------------------------------------------------------

_one_if = form("from {} if {}", quality, grammar.condition, make=lambda q, c: (q, c))


def _each_if(
    how_long: Any, whom: Term, first: tuple[Term, Term], more: list[tuple[Term, Term]]
) -> list[Term]:
    """`gain protection from white if you control a Plains, from blue if ...`: what holds as it resolves."""
    made = []
    for what, condition in (first, *more):
        if isinstance(what, list):
            raise Refuse("one quality")
        effect = lasting(how_long, whom, grant([keyword_ability("protection", what)]))
        made.append(("if", condition, Listed((effect,))))
    return made


clause.prefer(
    form(
        "{} , {} gain|gains protection {} {}",
        duration,
        grammar.whom,
        _one_if,
        many(form("(,) (and) {}", _one_if), 1),
        make=_each_if,
    ),
)


def _is_if(how_long: Any, whom: Term, first: tuple[Any, Term], second: tuple[Any, Term]) -> list[Term]:
    """`becomes saddled if it's a Mount and becomes an artifact creature if it's a Vehicle`: each as it is then."""
    made = []
    for part, condition in (first, second):
        if part != "saddled":
            effect = lasting(how_long, whom, part)
        elif how_long == "end_of_turn":  # 702.171b: that lasts so long anyway
            effect = ("become_saddled", whom)
        else:
            raise Refuse("this turn")
        made.append(("if", condition, Listed((effect,))))
    return made


_verb_if = one_of(
    form("becomes saddled if {}", grammar.condition, make=lambda c: ("saddled", c)),
    form("{} if {}", verb, grammar.condition, make=lambda p, c: (p, c)),
)
clause.prefer(form("{} , {} {} and {}", duration, grammar.reference, _verb_if, _verb_if, make=_is_if))

# --- others than those just named ------------------------------------------------------------------------------------------------


def _and_the_rest(first: Term, a: Any, until: Any, rest: Filter, b: Any, again: Any) -> list[Term]:
    """`Zombies you control get +2/+1 until end of turn. Other creatures you control get +1/+1 until end of turn.`"""
    if not (isinstance(first, tuple) and first[0] == "each") or first[1].either:
        raise Refuse("a group")
    own = tuple(t for t in first[1].literals if t not in rest.literals)
    if len(own) != 1:
        raise Refuse("one quality of its own")
    others = each(rest.also(("not", own[0])))
    return [lasting(until, first, a), lasting(again, others, b)]


sentence.prefer(
    form(
        "{} get {} {} . other {} get {} {}",
        grammar.whom,
        gets,
        duration,
        grammar.noun,
        gets,
        duration,
        make=_and_the_rest,
    ),
)

# --- types chosen on the way -------------------------------------------------------------------------------------------------------


def _that_land_type(whom: Term, how_long: Any) -> Term:
    """`Choose a basic land type. Each land you control becomes that type until end of turn.`"""
    part = change("type", ("set_land_types", Listed((("choice", "basic_land_type"),))))
    return lasting(how_long, whom, part)


sentence.prefer(
    form(
        "choose a basic land type . {} becomes|become that type {}",
        grammar.whom,
        duration,
        make=lambda w, d: [_that_land_type(w, d)],
    ),
)

# --- decks, and what is cast for more ------------------------------------------------------------------------------------------------

grammar.static_sentences.prefer(
    form(
        "a deck can have up to {} cards named {}",
        number,
        card_name,
        make=lambda n, name: stating(("so_many_in_deck", Text(name), n), zone="hand"),
    ),
    form(
        "during your turn , you may cast {} by paying {} life in addition to their other costs",
        grammar.noun,
        number,
        make=lambda f, n: stating(
            ("plays_once", "always", "graveyard", ("with", ("life", n)), _buried(f)), ["your_turn"]
        ),
    ),
)


def _buried(spells: Filter) -> Filter:
    if ("cast_from", "graveyard") not in spells.literals:
        raise Refuse("from a graveyard")
    return spells
