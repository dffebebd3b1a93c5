"""What happened earlier in the turn, counted: `creatures that died this turn`, `spells you've cast this turn` (CR 608.2i)."""

from __future__ import annotations

from .terms import Filter, Term

CAST = "cast_by_you_this_turn"
"""A literal of spells that may be anywhere by now."""

_OF_THEN = frozenset({"spell", "card"})


def as_it_was(what: Filter) -> Filter:
    """A filter for something that may be elsewhere by now: without what says where it is."""
    kept = tuple(
        t for t in what.literals if t not in _OF_THEN and not (isinstance(t, tuple) and t[0] == "zone")
    )
    return Filter(kept or ("anything",), tuple(as_it_was(f) for f in what.either))


def happened(event: str, what: Filter, *more: Term) -> Term:
    """How many things that fit (and `more`, such as whose they were) the event happened to this turn -> value."""
    return ("history", event, as_it_was(what).also(*more))


def cast_this_turn(what: Filter) -> Term:
    """How many spells you've cast this turn that fit, wherever they are -> value."""
    return happened("cast_this_turn", Filter(tuple(t for t in what.literals if t != CAST), what.either))


def did_happen(event: str, what: Filter, *more: Term) -> Term:
    """Whether it happened to any -> condition."""
    return ("compare", happened(event, what, *more), "greater_equal", 1)
