"""Further costs: of several kinds at once, of one of two kinds, of as much as a value says (CR 118, 118.12), and what was spent (601.2h)."""

from __future__ import annotations

from . import grammar
from .combinators import Refuse, form, one_of, word
from .conditions import simple_condition
from .costs import cost_part, here, mana_cost
from .instructions import payer
from .references import some
from .terms import Filter, Listed, Term
from .values import number
from .words import counter_kind


def _both(first: Term, second: Term) -> Term:
    return ("all_costs", Listed((first, second)))


_SELF_TOO = ("sacrifice", "self")
_mouthful = one_of(
    form("{} {}", number, grammar.noun, make=lambda n, f: ("sacrifice", n, here(f))),
    form("any number of {}", grammar.noun, make=lambda f: ("sacrifice", "any", here(f))),
    form("{}", some, make=lambda f: ("sacrifice", 1, here(f))),
)


def _all_of_yours(what: Filter) -> Term:
    if ("controller", "you") not in what.literals:
        raise Refuse("you control")
    return ("sacrifice", "all", what)


def _or_counters(first: Term, second: Term, what: Filter) -> Term:
    """A counter of either kind from one thing: what is paid tells which."""
    return ("or", *(("remove_counters", ("one_of", what), kind, 1) for kind in (first, second)))


def _exiled_too(n: Term, what: Filter) -> Term:
    if not what.has("zone") or ("zone", "battlefield") in what.literals:
        raise Refuse("cards elsewhere")
    return _both(("exile", n, what), ("exile", "self"))


cost_part.prefer(
    form("sacrifice all {}", grammar.noun, make=_all_of_yours),
    form("sacrifice {} and ~", _mouthful, make=lambda c: _both(c, _SELF_TOO)),
    form("sacrifice ~ and {}", _mouthful, make=lambda c: _both(_SELF_TOO, c)),
    form("exile {} {} and ~", number, grammar.noun, make=_exiled_too),
    form("pay {} life or {}", number, mana_cost, make=lambda n, c: ("or", ("life", n), c)),
    form(
        "remove a|an {} counter or a|an {} counter from {}",
        counter_kind,
        counter_kind,
        some,
        make=_or_counters,
    ),
)
payer.prefer(
    form("{} {}", grammar.reference, one_of(
        form("pays|pay {} or {}", mana_cost, mana_cost, make=lambda a, b: ("or", a, b)),
        form("pays|pay twice {}", word("{X}", "{x}"), make=lambda x: ("mana_worth", ("times", 2, "x"))),
        form("pays|pay life equal to {}", grammar.value, make=lambda v: ("life", v)),
        form("pays|pay mana equal to {}", grammar.value, make=lambda v: ("mana_worth", v)),
    ), make=lambda r, c: ("paid", r, c)),
)  # fmt: skip
simple_condition.prefer(
    form(
        "{} wasn't spent to cast {}",
        mana_cost,
        grammar.reference,
        make=lambda c, r: ("not", ("mana_spent", r, c)),
    ),
)
