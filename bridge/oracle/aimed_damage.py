"""Damage by or to targets that is dealt to something else for a turn (CR 614.9, 609.7, 115.1)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .combinators import form, one_of
from .damage_sources import chosen_source, damage_kind
from .instructions import clause
from .terms import Term

_source = one_of(chosen_source, grammar.reference)
_much = one_of(
    form("all {}", damage_kind, make=lambda k: ("all", k)),
    form("the next {} {}", grammar.value, damage_kind, make=lambda n, k: (n, k)),
)


def _turned(much: Any, whom: Term, by: Term, to: Term) -> Term:
    amount, kind = much
    if by == "any":
        return ("redirect", amount, kind, whom, to, "end_of_turn")
    return ("redirect_by", amount, kind, whom, by, to, "end_of_turn")


clause.prefer(
    form("{} that would be dealt to {} this turn by {} is dealt to {} instead", _much, grammar.whom, _source, grammar.whom,
        make=_turned),
    form("{} that would be dealt this turn to {} by {} is dealt to {} instead", _much, grammar.whom, _source, grammar.whom,
        make=_turned),
    form("{} that would be dealt this turn by {} is dealt to {} instead", _much, _source, grammar.whom,
        make=lambda m, s, t: _turned(m, "any", s, t)),
    form("{} that would be dealt this turn to {} is dealt to {} instead", _much, grammar.whom, grammar.whom,
        make=lambda m, w, t: _turned(m, w, "any", t)),
)  # fmt: skip
