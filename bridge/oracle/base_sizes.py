"""Base power and toughness that become something (CR 208.4, 611.2d, 613.4b): `you may have its base power become 3`."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import Does, clause, clauses, doing
from .combinators import Choice, Refuse, form, one_of
from .delays import for_each_thing
from .descriptions import description
from .durations import duration
from .instructions import sentence
from .lasting import lasting
from .parts import Part, both, change, loses, set_pt
from .terms import Filter, Listed, Pronoun, Term, substitute_deep
from .values import plain_pt

_twice = form("twice {}", grammar.value, make=lambda v: ("times", 2, v))
_size = one_of(form("equal to {}", grammar.value), _twice, grammar.value)
_sizes = Choice(
    [
        form("equal to {} power and toughness", grammar.possessive, make=lambda r: (("power", r), ("toughness", r))),
        form("equal to {}", grammar.value, make=lambda v: (v, v)),
        form("each equal to {}", grammar.value, make=lambda v: (v, v)),
        form("the power and toughness of {}", grammar.reference, make=lambda r: (("power", r), ("toughness", r))),
        plain_pt,
    ],
    "power and toughness",
)  # fmt: skip
_both_of = one_of(
    form("{} base power and toughness", grammar.possessive),
    form("the base power and toughness of {}", grammar.whom),
)
_one_of = one_of(
    form("{} base power", grammar.possessive, make=lambda r: (r, "power")),
    form("{} base toughness", grammar.possessive, make=lambda r: (r, "toughness")),
    form("the base power of {}", grammar.whom, make=lambda r: (r, "power")),
    form("the base toughness of {}", grammar.whom, make=lambda r: (r, "toughness")),
)


def _setting(how_long: Term, whom: Term, sizes: tuple[Term, Term]) -> Term:
    return lasting(how_long, whom, set_pt(sizes))


def _setting_one(how_long: Term, which: tuple[Term, str], size: Term) -> Term:
    return lasting(how_long, which[0], change("pt_set", (which[1], size)))


def _does(term: Term) -> Does:
    return lambda who: term


def _either(how_long: Term, whom: Term, first: Any, second: Any) -> Does:
    """`4/1 or 1/4`: whoever does it chooses as it happens (CR 608.2d)."""
    return lambda who: _either_of(who, _setting(how_long, whom, first), _setting(how_long, whom, second))


def _power_or_toughness(how_long: Term, whom: Term, power: Term, toughness: Term) -> Term:
    """The one or the other, as whoever follows the text chooses."""
    return _either_of(
        "you",
        _setting_one(how_long, (whom, "power"), power),
        _setting_one(how_long, (whom, "toughness"), toughness),
    )


def _either_of(who: Term, first: Term, second: Term) -> Term:
    return ("may_else", who, Listed((first,)), Listed((second,)))


doing.add(
    form("have {} become {} or {} {}", _both_of, plain_pt, plain_pt, duration,
        make=lambda r, a, b, d: _either(d, r, a, b)),
    form("have {} become {} {}", _both_of, _sizes, duration, make=lambda r, s, d: _does(_setting(d, r, s))),
    form("have {} become {} {}", _one_of, _size, duration, make=lambda w, s, d: _does(_setting_one(d, w, s))),
    form("change|changes {} to {} {}", _both_of, _sizes, duration, make=lambda r, s, d: _does(_setting(d, r, s))),
    form("change|changes {} to {} {}", _one_of, _size, duration, make=lambda w, s, d: _does(_setting_one(d, w, s))),
    form("change|changes {} to {}", _both_of, _sizes, make=lambda r, s: _does(_setting("rest_of_game", r, s))),
    form("change|changes {} to {}", _one_of, _size, make=lambda w, s: _does(_setting_one("rest_of_game", w, s))),
)  # fmt: skip
clause.add(
    form("{} , {} base power becomes {} and its|their base toughness becomes {}", duration, grammar.possessive, _size, _size,
        make=lambda d, r, p, t: _setting(d, r, (p, t))),
    form("{} , {} becomes {}", duration, _one_of, _size, make=lambda d, w, s: _setting_one(d, w, s)),
    form("{} becomes {} {}", _one_of, _size, duration, make=lambda w, s, d: _setting_one(d, w, s)),
)  # fmt: skip
clause.prefer(
    form("{} , {} has|have base power {} or base toughness {}", duration, grammar.whom, grammar.value, grammar.value,
        make=lambda d, r, p, t: _power_or_toughness(d, r, p, t)),
)  # fmt: skip

# --- one of two things that it becomes, and what exceeds a base power ---------------------------------------------------------

_an_option = form("a|an {}", description)


def _becomes_one(how_long: Term, whom: Term, first: Part, second: Part, before: Part | None = None) -> Term:
    """`becomes your choice of a Frog or an Octopus`: chosen as it resolves (CR 608.2d)."""
    parts = (
        first if before is None else both(before, first),
        second if before is None else both(before, second),
    )
    return _either_of("you", *(lasting(how_long, whom, part) for part in parts))


def _with_the_excess(what: Filter, then: list[Term]) -> list[Term]:
    """`For each creature with power greater than that creature's base power`: "the difference" is between those two."""
    excess = ("minus", ("power", "it"), ("base_power", "it"))
    stronger = ("compare", "power", "greater", ("base_power", "candidate"))
    told = [t for t in what.literals if isinstance(t, tuple) and t[:3] == stronger[:3] and _of_that_one(t[3])]
    if len(told) != 1:
        raise Refuse("power greater than base power")
    kept = Filter((*(t for t in what.literals if t != told[0]), stronger), what.either)
    return for_each_thing(kept, [substitute_deep(term, "the_difference", excess) for term in then])


def _of_that_one(value: Term) -> bool:
    return isinstance(value, tuple) and value[0] == "base_power" and isinstance(value[1], Pronoun)


clause.prefer(
    form("{} , {} loses {} and becomes your choice of {} or {}", duration, grammar.whom, loses, _an_option, _an_option,
        make=lambda d, w, before, a, b: _becomes_one(d, w, a, b, before)),
    form("{} , {} becomes your choice of {} or {}", duration, grammar.whom, _an_option, _an_option, make=_becomes_one),
)  # fmt: skip
sentence.prefer(
    form("for each {} , {}", grammar.noun, clauses, make=_with_the_excess),
)  # fmt: skip
