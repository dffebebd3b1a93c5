"""Counters of which somebody chooses the kind, takes off as many as they like, or moves from several things (CR 122.1, 122.5, 122.6)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .combinators import form, listed, mapped, matching, one_of
from .deeds import act
from .entering import one_counter
from .instructions import Does, doing
from .moves import how_it_enters
from .terms import Listed, Term, Text
from .things import things
from .values import number, quantity
from .words import counter_kind, keyword_name


def _sized(word: str) -> Term | None:
    return Text(word) if word[:1] in "+-" and "/" in word else None


_kind = one_of(matching(_sized, "a kind of counter"), keyword_name)
"""A kind that stands without the word "counter" behind it."""
_of_some_kind = one_of(
    mapped(
        listed(one_of(form("a|an {} counter", counter_kind, make=lambda k: (1, k)),
                      form("{} {} counters", number, counter_kind, make=lambda n, k: (n, k))), "or", 2), list),
    form("a|an {} counter", listed(_kind, "or", 2), make=lambda ks: [(1, k) for k in ks]),
    form("a counter from among {}", listed(_kind, "and|or", 2), make=lambda ks: [(1, k) for k in ks]),
)  # fmt: skip


def _put_one(kinds: list[Any], what: Term) -> Does:
    offered = Listed(tuple(("of_kind", n, k) for n, k in kinds))
    return lambda who: ("put_one_of_counters", who, offered, what)


doing.add(
    form("put|puts (your) (choice) (of) {} on {}", _of_some_kind, things, make=_put_one),
    form("put|puts a|an {} counter and {} on {}", counter_kind, _of_some_kind, things,
        make=lambda k, ks, w: lambda who: [("put_counters", who, 1, k, w), _put_one(ks, w)(who)]),
)  # fmt: skip
how_it_enters.prefer(
    form("with {} on it|them", listed(one_counter, "and", 2), make=lambda found: Listed(tuple(found)))
)

# --- so many as one likes -------------------------------------------------------------------------------------------------

_taken = one_of(
    form("any number of counters", give=(("up_to", "any"), "any")),
    form("any number of {} counters", counter_kind, make=lambda k: (("up_to", "any"), k)),
    form("{} counters", quantity, make=lambda n: (n, "any")),
    form("twice x {} counters", counter_kind, make=lambda k: (("times", 2, "x"), k)),
    name="counters",
)
doing.add(
    form("remove|removes {} from {}", _taken, things, make=lambda t, w: act("remove_counters", t[0], t[1], w)),
    form("move|moves {} from {} to|onto {}", _taken, grammar.reference, things,
        make=lambda t, a, b: act("move_counters", t[0], t[1], a, b)),
)  # fmt: skip
