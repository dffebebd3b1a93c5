"""What was paid, sacrificed or exiled as something entered, and what it is by that (CR 604.3, 607.2, 614.12a)."""

from __future__ import annotations

from . import grammar
from .combinators import ahead, form
from .entering import entering, replacing
from .nouns import one
from .parts import set_pt
from .statics import cda_sentence, make_static
from .terms import Ability, Term, replace_pronouns
from .values import basic_value, characteristic

_no_more = ahead(".", ",", "and")
_EXILED = one("card", ("zone", "exile"), ("exiled_with", "self"))


def _life(most: Term) -> list[Ability]:
    theirs = replace_pronouns(most, "opponents", frozenset({"their"}))
    return replacing(("enters", "self"), [("pay_life_up_to", theirs)])


entering.prefer(
    form(
        "as ~ enters , pay any amount of life . the amount you pay can't be more than {}",
        grammar.value,
        make=_life,
    ),
    form("as ~ enters , pay any amount of life", give=_life("any")),
)
basic_value.prefer(
    form("the life paid as it|~ entered", give=("paid_as_entered", "life")),
    form(
        "the number of {} sacrificed as it|~ entered",
        grammar.noun,
        make=lambda f: ("paid_as_entered", "sacrifice"),
    ),
    form(
        "the total {} of the exiled cards {}",
        characteristic,
        _no_more,
        make=lambda c, end: ("total", c, _EXILED),
    ),
)


def _both(whom: Term, power: Term, again: str) -> list[Ability]:
    """What is said of both: `its power is equal to the total power of the exiled cards and its toughness is equal to their total toughness`."""
    return make_static(whom, set_pt((power, ("total", again, _EXILED))), [])


cda_sentence.prefer(
    form(
        "{} power is equal to {} and its toughness is equal to their total {}",
        grammar.possessive,
        form(
            "the total {} of the exiled cards {}",
            characteristic,
            _no_more,
            make=lambda c, end: ("total", c, _EXILED),
        ),
        characteristic,
        make=_both,
    ),
)
