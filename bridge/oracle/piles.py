"""Piles (CR 700.3): things divided into piles with labels, and what is in which of them."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import Rule, form, matching
from .delays import for_each_thing
from .instructions import clauses, doing, sentence
from .nouns import one
from .terms import Listed, Term, Text
from .things import things

_label = matching(lambda w: Text(w) if w.isalpha() else None, "a label")
_labels: Rule = form(
    'choose " {} " or " {} . "',
    _label,
    _label,
    make=lambda a, b: ("choose", "you", ("label", Listed((a, b)))),
)


def _into(what: Term, first: Term, second: Term) -> Term:
    return lambda who: ("label_piles", who, what, first, second)


doing.add(
    form(
        'divide|divides|separate|separates {} into a|an " {} " pile and a|an " {} " pile',
        things,
        _label,
        _label,
        make=_into,
    ),
)
after_noun.add(
    form("in a pile with the chosen label", give=one(("in_pile", ("chosen", "word")))),
)
sentence.prefer(  # the full stop stands within the quotation, and what follows is said of each of them
    form(
        "(then) (,) for each {} , {} {}",
        grammar.noun,
        _labels,
        clauses,
        make=lambda f, c, t: for_each_thing(f, [c, *t]),
    ),
)
