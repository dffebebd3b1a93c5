"""Melding (CR 701.42, 712.4): two cards become one permanent."""

from __future__ import annotations

from . import grammar
from .clauses import clause
from .combinators import form
from .conditions import simple_condition
from .nouns import card_name
from .terms import Text

clause.prefer(
    form("exile them , then meld them into {}", card_name, make=lambda name: ("meld", "you", Text(name))),
)
simple_condition.add(
    form("you both own and control ~ and a|an {}", grammar.noun, make=lambda f: ("melds_with", f)),
)
