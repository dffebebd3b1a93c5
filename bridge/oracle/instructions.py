"""Sentences of spells and of abilities that resolve: the frame in which instructions stand (CR 608.2).

An instruction parser gives a term or a list of terms. Modules beside this one add theirs to `clause`.
"""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .combat import combat_effects, lure_effect
from .combinators import Choice, Rule, form, mapped, maybe, one_of
from .durations import duration
from .statics import gets_for_each, verbs
from .terms import Ability, Change, Listed, Term, conditions_of, replace_pronouns, substitute
from .values import for_each, signed_pt, where_x

clause = Choice([], "an instruction")
"""One instruction -> Term or list of Terms. Modules add alternatives with `clause.add(...)`."""


def _as_list(made: Any) -> list[Term]:
    return made if isinstance(made, list) else [made]


def _clauses(stream: Any, at: int) -> Result:
    """Instructions joined by commas, "and" and "then"."""
    result = clause(stream, at)
    if not result.status:
        return result
    found = list(_as_list(result.value))
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", "and", "then"):
        start = index
        for mark in (",", "and", "then"):
            if start < len(stream) and stream[start] == mark:
                start += 1
        result = clause(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            break
        found.extend(_as_list(result.value))
        index = result.index
    return Result(True, index, found, furthest, expected)


clauses = Rule(_clauses)
"""Instructions joined in a sentence -> list of Terms."""


def _if(condition: Term, then: list[Term]) -> list[Term]:
    return [("if", condition, Listed(tuple(then)))]


def _may(then: list[Term]) -> list[Term]:
    return [("may", "you", Listed(tuple(then)))]


sentence = one_of(
    form("(then) if {} , {}", grammar.condition, clauses, make=_if),
    form("(then) you may {}", clauses, make=_may),
    form("if {} , you may {}", grammar.condition, clauses, make=lambda c, t: _if(c, _may(t))),
    form("(then) {} if {}", clauses, grammar.condition, make=lambda t, c: _if(c, t)),
    form("(then) {}", clauses),
    name="an instruction",
)
"""A sentence without its stop -> list of Terms."""


def _sentences(stream: Any, at: int) -> Result:
    """Sentences, each ended by a full stop, up to where no further one begins."""
    found: list[Term] = []
    index = at
    furthest, expected = -1, frozenset[str]()
    while True:
        result = sentence(stream, index)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            break
        end = result.index
        if end < len(stream) and stream[end] == ".":
            end += 1
        elif end < len(stream) and stream[end] != '"' and stream[end - 1] != '"':
            if end > furthest:
                furthest, expected = end, frozenset(["the end of the sentence"])
            break
        found.extend(result.value)
        index = end
        if index >= len(stream):
            break
    if not found:
        return Result(False, -1, None, furthest, expected)
    return Result(True, index, tuple(found), furthest, expected)


grammar._sentence.define(Rule(_sentences))

# --- effects that last ----------------------------------------------------------------------------------------------

_OWN = frozenset({"it", "its", "them", "their"})


def lasting(how_long: Term, whom: Term, part: Any, conditions: list[Term] | None = None, x: Term = None) -> Term:
    """An effect that changes `whom` for a while: the verb phrases of static sentences, used once. `x`: what X is."""
    grouped = isinstance(whom, tuple) and whom[0] == "each"
    changes = []
    statements = []
    for item in part(whom):
        if isinstance(item, Change):
            if x is not None:
                item = Change(item.layer, item.whom, substitute(item.what, "x", x))
            what = replace_pronouns(item.what, "affected" if grouped else whom, frozenset({"it", "its"}))
            changes.append(Change(item.layer, item.whom, what))
        else:
            said = substitute(item[1], "x", x) if x is not None else item[1]
            statements.append(replace_pronouns(said, "affected", _OWN) if grouped else said)
    held = tuple(c for condition in conditions or [] for c in conditions_of(condition))
    ability = Ability("lasting", changes=tuple(changes), statements=tuple(statements), conditions=held)
    return ("lasting", how_long, ability)


def _says(said: Any) -> Any:
    return lambda whom: [("states", s) for s in said(whom)]


_in_a_turn = one_of(
    mapped(combat_effects, lambda made: (made[0], _says(made[1]), None)),
    form("get|gets {} {} {}", signed_pt, duration, for_each, make=lambda pt, d, v: (d, gets_for_each(pt, v), None)),
    form("{} {} {}", verbs, duration, maybe(where_x), make=lambda p, d, x: (d, p, x)),
    mapped(verbs, lambda p: (None, p, None)),
    name="what it does",
)
"""A verb phrase with its duration -> (duration or None, Part, what X is or None)."""


def _effects(stream: Any, at: int) -> Result:
    """Such verb phrases joined by "and"; the last has a duration, which those before it share."""
    result = _in_a_turn(stream, at)
    if not result.status:
        return result
    found = [result.value]
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", "and"):
        start = index
        for mark in (",", "and", "it", "they"):
            if start < len(stream) and stream[start] == mark:
                start += 1
        result = _in_a_turn(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status or (result.value[0] is None and found[-1][0] is not None):
            break
        found.append(result.value)
        index = result.index
    if found[-1][0] is None:
        return Result(False, -1, None, max(furthest, index), frozenset(["how long"]) if index >= furthest else expected)
    return Result(True, index, found, furthest, expected)


def _made(whom: Term, effects: list[Any]) -> list[Term]:
    how_long = effects[-1][0]
    return [lasting(how_long if d is None else d, whom, part, x=x) for d, part, x in effects]


def _lured(made: Any) -> Term:
    how_long, statements = made
    return ("lasting", how_long, Ability("lasting", statements=tuple(statements)))


clause.add(
    form("{} , {} (each) {} {}", duration, grammar.whom, verbs, maybe(where_x),
        make=lambda d, w, p, x: lasting(d, w, p, x=x)),
    mapped(lure_effect, _lured),
    form("{} (each) {}", grammar.whom, Rule(_effects), make=_made),
)  # fmt: skip
