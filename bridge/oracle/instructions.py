"""Sentences of spells and of abilities that resolve: the frame in which instructions stand (CR 608.2).

An instruction parser gives a term or a list of terms. Modules beside this one add theirs to `clause`.
"""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .combinators import Choice, Rule, form, one_of
from .durations import duration
from .statics import verbs
from .terms import Ability, Change, Listed, Term, conditions_of, replace_pronouns

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


def lasting(how_long: Term, whom: Term, part: Any, conditions: list[Term] | None = None) -> Term:
    """An effect that changes `whom` for a while: the verb phrases of static sentences, used once."""
    changes = []
    statements = []
    for item in part(whom):
        if isinstance(item, Change):
            changes.append(
                Change(item.layer, item.whom, replace_pronouns(item.what, whom, frozenset({"it", "its"})))
            )
        else:
            statements.append(item[1])
    held = tuple(c for condition in conditions or [] for c in conditions_of(condition))
    ability = Ability("lasting", changes=tuple(changes), statements=tuple(statements), conditions=held)
    return ("lasting", how_long, ability)


clause.add(
    form("{} {} {}", grammar.whom, verbs, duration, make=lambda w, p, d: lasting(d, w, p)),
    form("{} , {} {}", duration, grammar.whom, verbs, make=lambda d, w, p: lasting(d, w, p)),
)
