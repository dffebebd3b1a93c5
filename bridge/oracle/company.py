"""Several things with what all that is chosen of them must fulfil together: `cards with different names` (CR 608.2d)."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, Rule, form, one_of, table
from .qualities import with_phrase
from .terms import Term
from .values import characteristic
from .words import comparison

_apart = table({"names": "names", "mana values": "mana_values", "powers": "powers"}, "what is different")


def _in_total(what: str, bound: tuple[str, Term]) -> Term:
    if bound[0] != "less_equal":
        raise Refuse("or less")
    return ("total", what, *bound)


_company = one_of(
    form("with|have different {}", _apart, make=lambda k: ("different", k)),
    form("that (each) have different {}", _apart, make=lambda k: ("different", k)),
    form("with total {} {}", characteristic, comparison, make=_in_total),
    name="what they are together",
)


_each_with = form("that each have {}", with_phrase)


def _several(stream: Any, at: int) -> Result:
    result = grammar.noun(stream, at)
    if not result.status:
        return result
    company = _company(stream, result.index)
    if not company.status:
        return result.aggregate(company)
    found, index = result.value.also(("as_a_group", company.value)), company.index
    each_with = _each_with(stream, index)
    if each_with.status and not each_with.value.either:
        found, index = found.also(*each_with.value.literals), each_with.index
    more = after_noun(stream, index)
    while more.status and not more.value.either:
        found, index = found.also(*more.value.literals), more.index
        more = after_noun(stream, index)
    return Result.success(index, found).aggregate(company).aggregate(more)


several = Rule(_several)
"""A noun phrase for several things, perhaps with such a clause -> Filter."""
