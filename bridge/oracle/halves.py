"""One sentence of two halves under a condition each: `You gain 3 life if ... and 3 life if ...` (CR 608.2c)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clauses
from .combinators import Refuse, form, one_of
from .instructions import sentence
from .terms import Listed, Term
from .things import things
from .values import quantity

_rest = one_of(
    form("{} life", quantity, make=lambda n: ("life", n)),
    form("{} damage to {}", quantity, things, make=lambda n, w: ("damage", n, w)),
    form("{}", clauses, make=lambda t: ("clauses", t)),
)


def _second(first: list[Term], rest: tuple[Any, ...]) -> list[Term]:
    """What the second half says, with the verb of the first where it has none."""
    if rest[0] == "clauses":
        return list(rest[1])
    verb: Any = first[-1] if len(first) == 1 else None
    if not isinstance(verb, tuple):
        raise Refuse("a verb")
    if rest[0] == "life" and verb[0] in ("gain_life", "lose_life"):
        return [(verb[0], verb[1], rest[1])]
    if rest[0] == "damage" and verb[0] == "damage":
        return [("damage", verb[1], rest[1], rest[2])]
    raise Refuse("a verb")


def _both(first: list[Term], when: Term, rest: Any, also: Term) -> list[Term]:
    second = _second(first, rest)
    return [("if", when, Listed(tuple(first))), ("if", also, Listed(tuple(second)))]


sentence.prefer(
    form("{} if {} (,) and {} if {}", clauses, grammar.condition, _rest, grammar.condition, make=_both)
)
