"""Sentences around instructions: a villainous choice (CR 701.55), in whose order, unless someone pays, a number counted."""

from __future__ import annotations

from . import grammar
from .clauses import clauses
from .combinators import Refuse, form
from .instructions import payer, sentence
from .terms import Listed, Term
from .values import counted


def _villainous(who: Term, first: list[Term], second: list[Term]) -> list[Term]:
    """701.55: one of two things, as that player chooses."""
    if who == "opponents" or (isinstance(who, tuple) and who[0] == "each"):
        raise Refuse("one player")
    return [("may_else", who, Listed(tuple(first)), Listed(tuple(second)))]


sentence.prefer(
    form("{} faces a villainous choice — {} , or {}", grammar.whom, clauses, clauses, make=_villainous),
    form("starting with you , {}", clauses, make=lambda t: [("starting_with_you", Listed(tuple(t)))]),
    form("unless {} , {}", payer, sentence, make=lambda p, t: [("unless", p, Listed(tuple(t)))]),
    form("count the number of {}", counted, make=lambda v: [("COUNTED", v)]),
)
