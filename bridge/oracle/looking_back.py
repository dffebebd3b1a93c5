"""Conditions and reflexive triggers that name what the text before did: `if that spell was countered this way`,
`when you exile a nonland card this way` (CR 603.12, 608.2c)."""

from __future__ import annotations

from . import grammar
from .circumstances import done
from .combinators import Refuse, form, one_of, table
from .conditions import simple_condition
from .instructions import when_done
from .nouns import one
from .pasts import as_it_was
from .references import some
from .terms import Filter, Term
from .values import number


def _wherever(what: Filter) -> Filter:
    """Cards stay cards; where something was that was done so to doesn't matter."""
    kept = tuple(t for t in what.literals if not (isinstance(t, tuple) and t[0] == "zone"))
    return Filter(kept or ("anything",), tuple(map(_wherever, what.either)))


def _so(deed: str, what: Filter, least: int = 1) -> Term:
    if least == 1:
        return ("this_way", deed, _wherever(what))
    return ("this_way_at_least", deed, _wherever(what), least)


def _so_many(least: Term, what: Filter, deed: str) -> Term:
    if not isinstance(least, int):
        raise Refuse("a number")
    return _so(deed, what, least)


_returned = table(
    {"to your hand": "returned_to_your_hand", "to the battlefield": "returned_to_the_battlefield"},
    "where it went",
)
simple_condition.prefer(
    form("no {} is|are|was|were {} this way", grammar.noun, done, make=lambda f, d: ("not", _so(d, f))),
    form("{} {} are|were {} this way", number, grammar.noun, done, make=_so_many),
    form("{} you controlled is|was {} this way", some, done,
        make=lambda f, d: ("this_way", d, as_it_was(f).also(("controller", "you")))),
    form("no life is|was lost this way", give=("compare", ("this_way_amount", "life_lost"), "equal", 0)),
    form("you return|returned {} {} this way", some, _returned, make=lambda f, d: _so(d, f)),
)  # fmt: skip

_to_it = table(
    {d: d for d in ("countered", "destroyed", "exiled", "exchanged", "discarded", "sacrificed", "milled", "tapped", "untapped")},
    "what was done to it",
)  # fmt: skip
simple_condition.add(
    form("{} is|was|are|were {} this way", grammar.reference, _to_it, make=lambda r, d: ("is", r, one(("this_way", d)))),
    form("{} wasn't|isn't|weren't|aren't {} this way", grammar.reference, _to_it,
        make=lambda r, d: ("not", ("is", r, one(("this_way", d))))),
)  # fmt: skip

_several = one_of(
    some,
    form("one or more other {}", grammar.noun, make=lambda f: f.also("other")),
    form("one or more {}", grammar.noun),
    name="what it was done to",
)
_you_do = table(
    {
        "exile": "exiled",
        "mill": "milled",
        "reveal": "revealed",
        "tap": "tapped",
        "untap": "untapped",
        "destroy": "destroyed",
    },
    "what you do",
)


def _when(what: Filter, deed: str) -> Term:
    return ("this_way", ("done_so", deed, _wherever(what)))


when_done.add(
    form("when you {} {} this way ,", _you_do, _several, make=lambda d, f: _when(f, d)),
    form("when {} is|are {} this way ,", _several, done, make=_when),
    form("when you return {} {} this way ,", _several, _returned, make=_when),
    form("when you put {} {} this way ,", _several,
        table({"onto the battlefield": "put_onto_the_battlefield", "into your hand": "put_into_your_hand"}, "where you put it"),
        make=_when),
)  # fmt: skip
