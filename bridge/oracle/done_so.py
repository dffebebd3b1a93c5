"""How much was done this way or this turn, that a player did it, and what a spell's additional cost was (CR 120.10, 608.2c)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .clauses import clauses, multiplied
from .combinators import Refuse, ahead, form, maybe, one_of, position, table, word
from .conditions import simple_condition
from .instructions import sentence
from .nouns import one
from .pointing import pronouns
from .references import some
from .terms import Filter, Listed, Pronoun, Term
from .values import basic_value, counting
from .words import counter_kind

# --- amounts -------------------------------------------------------------------------------------------------------------

_to_it = maybe(
    one_of(
        form("to that creature|permanent|planeswalker"),
        form("to a permanent"),
        form("to it"),
    )
)
_dealt = maybe(form("dealt {}", _to_it))
_this_way = maybe(form("this way"))
_EXCESS: Term = ("this_way_amount", "excess")


def _lost_by(who: Term) -> Term:
    return ("life_lost_by", who)


_your_opponents = one_of(
    form("your opponents have lost this turn"),
    form("your opponents lost this turn"),
)
_amounts = one_of(
    form("1 life {}", _your_opponents, make=lambda o: _lost_by("opponents")),
    form("1 life you gained {}", ahead(".", ","), make=lambda end: "that_much"),
    form("1 life you lost {}", ahead(".", ","), make=lambda end: "that_much"),
    form("1 life lost this way", give=("this_way_amount", "life_lost")),
    form("1 damage dealt this way", give=("this_way_amount", "damage")),
    form("{} paid this way", word("{E}"), make=lambda e: ("this_way_amount", "paid")),
    form("counter|counters removed this way", give=("counters_removed_this_way", "any")),
    form(
        "{} counter|counters removed this way", counter_kind, make=lambda k: ("counters_removed_this_way", k)
    ),
)


def _so_often(amount: Term, terms: list[Term]) -> list[Term]:
    """`For each counter removed this way, you gain 1 life`: one instruction, that many times as much."""
    made = multiplied(terms, amount) if len(terms) == 1 else None
    if made is None:
        raise Refuse("an instruction with a number")
    return made


counting.prefer(_amounts)
_prevented = form("1 damage prevented this way", give=("this_way_amount", "prevented"))
sentence.prefer(form("for each {} , {}", one_of(_amounts, _prevented), clauses, make=_so_often))
basic_value.prefer(
    form("(the) amount of excess damage {} {}", _dealt, _this_way, make=lambda d, w: _EXCESS),
    form("the excess damage {} {}", _dealt, _this_way, make=lambda d, w: _EXCESS),
    form("that excess damage", give=_EXCESS),
    form("that amount of excess damage", give=_EXCESS),
    form("the (amount of) life {} lost this turn", grammar.reference, make=_lost_by),
    form("the amount of life {} lost this turn", grammar.reference, make=_lost_by),
)
# --- conditions ----------------------------------------------------------------------------------------------------------

_deed = table(
    {"exiled": "exiled", "exile": "exiled", "exiles": "exiled", "discarded": "discarded", "discard": "discarded",
     "discards": "discarded", "revealed": "revealed", "sacrificed": "sacrificed", "sacrifice": "sacrificed",
     "sacrifices": "sacrificed"},
    "what was done",
)  # fmt: skip
_doer = one_of(
    form("you", give="you"),
    form("{} they", position(), make=lambda at: Pronoun(at, "that_player")),
    form("{} that|the player", position(), make=lambda at: Pronoun(at, "that_player")),
)


def _as_it_was(what: Filter) -> Filter:
    """Where something last was that is gone."""
    kept = tuple(("zone_last", t[1]) if isinstance(t, tuple) and t[0] == "zone" else t for t in what.literals)
    return Filter(kept, tuple(map(_as_it_was, what.either)))


def _did(who: Term, deed: str, what: Filter) -> Term:
    """One of several players may have done it; who exiles is the only one who does."""
    if deed == "exiled":
        return ("this_way", deed, what)
    return ("is", who, one(("did_this_way", deed, _as_it_was(what) if deed == "sacrificed" else what)))


def _cost_or(revealed: Filter, controlled: Filter) -> Term:
    """An optional cost was paid by revealing, or such a thing was there as the spell was cast."""
    there: Term = ("as_cast", ("exists", controlled.also(("controller", "you"))))
    return ("any_of", Listed((("cost_paid", "optional"), there)))


simple_condition.prefer(
    form("excess damage was dealt {} this way", _to_it, make=lambda t: "excess_damage_this_way"),
    form("{} {} {} this way", _doer, _deed, some, make=_did),
    form("you revealed {} or controlled {} as you cast ~", some, some, make=_cost_or),
    form("you revealed {} or controlled {} as you cast this spell", some, some, make=_cost_or),
)

# --- whom a spell targets, and the player spoken of ----------------------------------------------------------------------


def _either(what: Filter) -> Filter:
    return one(("targets", Filter((), (one("player", ("is", "you")), what))))


after_noun.prefer(form("that target|targets you or {}", some, make=_either))
pronouns.add(
    form("{} the player {}", position(), ahead(".", ",", "and", "sacrifices", "puts", "discards", "loses", "draws",
        "gains", "may", "reveals", "shuffles", "equal"), make=lambda at, end: Pronoun(at, "that_player")),
)  # fmt: skip
