"""Keywords that objects get with a cost taken from themselves (CR 702): `has escape. The escape cost is equal to ...`."""

from __future__ import annotations

from typing import Any

from . import grammar
from .combinators import Refuse, form, maybe, one_of, table
from .costs import cost_part, mana_cost
from .parts import change
from .statics import make_static
from .terms import Ability, Listed, Term, keyword_ability
from .words import keyword_name

_OWN_COST: Term = ("mana_cost_of", "self")
"""The mana cost of the object that has the ability."""

_own = one_of(
    form("its mana cost"),
    form("the card's mana cost"),
    form("that card's mana cost"),
    form("that spell's mana cost"),
)
_names = "escape embalm emerge blitz replicate scavenge encore eternalize plot foretell miracle madness flashback harmonize"
_keyword = one_of(table({name: name for name in _names.split()}, "a keyword with a cost"), keyword_name)


def _more(kind: str) -> Any:
    return lambda extra: (kind, extra)


_change = maybe(
    one_of(
        form("plus {}", cost_part, make=_more("plus")), form("reduced by {}", mana_cost, make=_more("less"))
    )
)


def _granted(whom: Term, keyword: str, again: str, change_: Any) -> list[Ability]:
    if keyword != again:
        raise Refuse("the same keyword")
    cost = _OWN_COST
    if change_ is not None:
        kind, extra = change_
        cost = ("costs", Listed((cost, extra))) if kind == "plus" else ("reduced", cost, extra)
    return make_static(whom, change("ability", ("grant", keyword_ability(keyword, cost))), [])


granting = form(
    "{} has|have {} . the|its {} cost is equal to {} {}",
    grammar.whom,
    _keyword,
    _keyword,
    _own,
    _change,
    make=lambda whom, keyword, again, own, more: _granted(whom, keyword, again, more),
)
grammar.static_sentences.prefer(granting)
