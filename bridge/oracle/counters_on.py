"""Counters that something has already: another of each kind, of one kind that is chosen, or one less (CR 122.1, 122.6)."""

from __future__ import annotations

from . import grammar
from .combinators import form, one_of, position
from .instructions import sentence
from .references import target
from .terms import Filter, Pronoun, Target, each

_PERMANENT_OR_PLAYER = one_of(
    form(
        "{} target permanent or player",
        position(),
        make=lambda at: Target(
            Filter((), (Filter((("zone", "battlefield"),)), Filter(("player",)))), 1, 1, at
        ),
    ),
    target,
)
_it_gets = one_of(
    form("give|put {} another counter of that kind", grammar.reference),
    form("put an additional|another counter of that kind on {}", grammar.reference),
)
_more_or_less = one_of(
    form("put another counter of that kind on {} or remove one from it", grammar.reference),
    form(
        "remove that counter from {} or put another of those counters on it",
        one_of(
            form("{} that permanent or card", position(), make=lambda at: Pronoun(at, "that_target")),
            grammar.reference,
        ),
    ),
)


_either_token = form("{} either of those tokens", position(), make=lambda at: Pronoun(at, "those_tokens"))

sentence.prefer(
    form("(then) for each kind of counter among {} , put a counter of that kind on {}", grammar.noun, _either_token,
        make=lambda f, those: [("each_kind_onto_one", "you", each(f), those)]),
    form("for each kind of counter on {} , {}", _PERMANENT_OR_PLAYER, _it_gets,
        make=lambda t, r: [("another_of_each_kind", "you", t)]),
    form("for each kind of counter on {} , {}", _PERMANENT_OR_PLAYER, _more_or_less,
        make=lambda t, r: [("counter_more_or_less", "you", t, "each")]),
    form("choose a counter on {} . {}", _PERMANENT_OR_PLAYER, _it_gets,
        make=lambda t, r: [("another_counter", "you", t)]),
    form("choose a counter on {} . {}", _PERMANENT_OR_PLAYER, _more_or_less,
        make=lambda t, r: [("counter_more_or_less", "you", t, "one")]),
)  # fmt: skip
