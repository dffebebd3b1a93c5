"""Moves whose goal stands before what is moved, and events and counts that name the zone where things were (CR 400.6, 608.2i)."""

from __future__ import annotations

from . import grammar
from .combinators import Refuse, form
from .conditions import how_many, simple_condition
from .instructions import Does, doing
from .moves import destination, moved
from .nouns import one
from .pasts import did_happen, happened
from .references import some
from .terms import Term, pronouns_in
from .triggers import Ending, ending
from .values import counting

# --- where to, before what ------------------------------------------------------------------------------------------------


def _moved(to: Term, what: Term) -> Does:
    if any(p.word == "that_player" for p in pronouns_in(what)):  # whose owner was just spoken of
        raise Refuse("what is moved")
    return lambda who: ("move", who, what, to)


doing.add(
    form("return|returns {} {}", destination, moved, make=_moved),
)

# --- events ---------------------------------------------------------------------------------------------------------------


def _watches(name: str, *arguments: Term) -> Ending:
    return lambda who: (name, who, *arguments)


ending.prefer(
    form("is|are exiled from the battlefield", give=_watches("is_exiled")),
    form("is|are put into exile from the battlefield", give=_watches("is_exiled")),
    form(
        "is|are returned to {} hand from the battlefield",
        grammar.possessive,
        make=lambda r: _watches("returned_to_hand", r),
    ),
)

# --- what happened this turn, counted -------------------------------------------------------------------------------------

counting.prefer(
    form("{} put into {} graveyard from the battlefield this turn", grammar.noun, grammar.possessive,
        make=lambda f, r: happened("died_this_turn", f, ("owner", r))),
    form("{} put into a graveyard from the battlefield this turn", grammar.noun, make=lambda f: happened("died_this_turn", f)),
)  # fmt: skip
simple_condition.add(
    form("{} was|were put into a graveyard from the battlefield this turn", some, make=lambda f: did_happen("died_this_turn", f)),
    form("{} was|were put into {} hand from the battlefield this turn", some, grammar.possessive,
        make=lambda f, r: did_happen("returned_this_turn", f, ("owner", r))),
    form("you sacrificed {} {} this turn", how_many, grammar.noun,
        make=lambda n, f: ("compare", happened("sacrificed_this_turn", f), *n)),
    form("you cycled {} cards this turn", how_many, make=lambda n: ("compare", happened("cycled_this_turn", one("card")), *n)),
    form("you drew {} cards this turn", how_many, make=lambda n: ("compare", "cards_drawn_this_turn", *n)),
)  # fmt: skip
