"""`If it targets one or more other permanents you control, ... one of those permanents`: some of what a condition asks for."""

from __future__ import annotations

from typing import Any

from .terms import Filter, Listed, Pronoun, Term

_SOME = {"some_of": "some", "choose_some_of": "choose_some"}
_THOSE = frozenset({"those_cards", "those_creatures", "those_permanents"})


def some_asked_for(conditions: tuple[Term, ...], done: tuple[Term, ...]) -> tuple[Term, ...]:
    """What is done, with "one of those" meaning one of what the condition before it speaks of."""
    found = [what for condition in conditions if (what := _asked_for(condition)) is not None]
    if len(found) != 1:
        return done
    return tuple(_among(term, found[0]) for term in done)


def _asked_for(condition: Term) -> Filter | None:
    if isinstance(condition, tuple) and condition[0] == "targeting":
        return Filter((*condition[2].literals, ("targeted_by", condition[1])), condition[2].either)
    if isinstance(condition, tuple) and condition[0] == "exists" and condition[1].has("could_target"):
        asked: Filter = condition[1]
        return asked
    return None


def _among(term: Any, those: Filter) -> Any:
    if isinstance(term, Listed):
        return Listed(tuple(_among(t, those) for t in term.items))
    if not isinstance(term, tuple) or not term:
        return term
    if term[0] in _SOME and isinstance(term[-2], Pronoun) and term[-2].word in _THOSE:
        return (_SOME[term[0]], *term[1:-3], those, term[-1])
    return tuple(_among(t, those) for t in term)
