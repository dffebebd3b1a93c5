"""What happened earlier in the turn, counted: `creatures that died this turn`, `spells you've cast this turn` (CR 608.2i)."""

from __future__ import annotations

from .terms import Filter, Term

_OF_THEN = frozenset({"spell", "card"})


def _as_it_was(what: Filter) -> Filter:
    """A filter for something that may be elsewhere by now: without what says where it is."""
    kept = tuple(
        t for t in what.literals if t not in _OF_THEN and not (isinstance(t, tuple) and t[0] == "zone")
    )
    return Filter(kept or ("anything",), tuple(_as_it_was(f) for f in what.either))


def happened(event: str, what: Filter, *more: Term) -> Term:
    """How many things that fit (and `more`, such as whose they were) the event happened to this turn -> value."""
    return ("history", event, _as_it_was(what).also(*more))


def did_happen(event: str, what: Filter, *more: Term) -> Term:
    """Whether it happened to any -> condition."""
    return ("compare", happened(event, what, *more), "greater_equal", 1)
