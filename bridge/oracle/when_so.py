"""Reflexive triggers that say what was done by what is so then: `When you reveal a nonland card this way, ...` (CR 603.12)."""

from __future__ import annotations

from . import grammar
from .combinators import Refuse, form, mapped, one_of, table
from .costs import mana_cost
from .deeds import act
from .instructions import Does, doing, sentence, when_done
from .nouns import one
from .terms import Filter, Term
from .values import number

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_so = one_of(
    form("excess damage is dealt this way", give="excess_damage_this_way"),
    form("excess damage is dealt to {} this way", grammar.reference, make=lambda w: ("excess_damage_to", w)),
    form("it|~ deals excess damage this way", give="excess_damage_this_way"),
    form("you remove a counter this way",
        give=("compare", ("counters_removed_this_way", "any"), "greater_equal", 1)),
    form("you pay this cost one or more times",
        give=("compare", ("this_way_amount", "times_paid"), "greater_equal", 1)),
    form("you win the flip", give="flip_won"),
    form("you lose the flip", give="flip_lost"),
    form("this ability resolves for the {} time this turn", table(_ORDINALS, "how often"),
        make=lambda n: ("resolved_this_turn", n)),
    name="what is so",
)  # fmt: skip
when_done.add(form("when {} ,", _so, make=lambda c: ("when_so", c)))

sentence.prefer(
    form("you may pay {} any number of times", mana_cost, make=lambda c: [("pay_times", "you", c, "any")]),
    form("you may pay {} up to {} times", mana_cost, number, make=lambda c, n: [("pay_times", "you", c, n)]),
)

# --- so many cards as one likes -------------------------------------------------------------------------------------------


def _discarded(amount: Term, what: Filter) -> Does:
    """Of cards that are just any, the number alone is told."""
    return act("discard", amount) if what == _ANY_CARD else act("discard", amount, what)


def _cards(what: Filter) -> Filter:
    if not what.has("card"):
        raise Refuse("cards")
    return what


_ANY_CARD = one("card")
doing.add(
    form("discard|discards any number of {}", mapped(grammar.noun, _cards), make=lambda f: _discarded(("up_to", "any"), f)),
    form("discard|discards one or more {}", mapped(grammar.noun, _cards), make=lambda f: _discarded(("at_least", 1), f)),
)  # fmt: skip
