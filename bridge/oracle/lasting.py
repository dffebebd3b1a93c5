"""Effects that last (CR 611.2): the verb phrases of static sentences, with how long they hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from .combat_sentences import combat_effects
from .combinators import Refuse, Rule, form, mapped, maybe, one_of
from .descriptions import exception
from .durations import duration
from .parts import Part
from .spoken import only_players
from .statics import gets_for_each, verbs
from .terms import (
    Ability,
    Change,
    Listed,
    Pronoun,
    Term,
    conditions_of,
    replace_pronouns,
    substitute,
    substitute_deep,
)
from .values import for_each, signed_pt, where_x

# --- effects that last ----------------------------------------------------------------------------------------------

_OWN = frozenset({"its", "their"})
_IS = frozenset({"is", "are", "has", "have", "'s", "'re"})


def lasting(
    how_long: Term, whom: Term, part: Any, conditions: list[Term] | None = None, x: Term = None
) -> Term:
    """An effect that changes `whom` for a while: the verb phrases of static sentences, used once. `x`: what X is."""
    if x is not None:
        whom = substitute_deep(whom, "x", x)
    grouped = isinstance(whom, tuple) and whom[0] == "each"
    if grouped or (
        isinstance(whom, Pronoun) and whom.word.startswith("those_")
    ):  # "for as long as it has a counter"
        how_long = replace_pronouns(how_long, "affected", frozenset({"it", "its"}))
    changes = []
    statements = []
    for item in part(whom):
        if isinstance(item, Change):
            if x is not None:
                item = Change(item.layer, item.whom, substitute(item.what, "x", x))
            than: Term = "affected" if grouped else whom
            # Who gets control is told outside of what it is about: "its controller gains control of ~".
            alone = item.layer == "control" and not grouped
            what = item.what if alone else replace_pronouns(item.what, than, _OWN)
            if than != "self":  # "gets +1/+1 for each other creature you control"
                what = substitute(what, "other", ("other_than", than))
            changes.append(Change(item.layer, item.whom, what))
        else:
            said = substitute(item[1], "x", x) if x is not None else item[1]
            if grouped and isinstance(said, tuple):  # whom it is about is said from outside
                said = (*said[:2], *(replace_pronouns(part, "affected", _OWN) for part in said[2:]))
            statements.append(said)
    held = tuple(c for condition in conditions or [] for c in conditions_of(condition))
    ability = Ability("lasting", changes=tuple(changes), statements=tuple(statements), conditions=held)
    return ("lasting", how_long, ability)


def _says(said: Any) -> Any:
    return lambda whom: [("states", s) for s in said(whom)]


def _excepting(part: Part, exception: Ability) -> Part:
    """`becomes a copy of it until end of turn, except ...`: the exception belongs to the copy."""

    def make(whom: Term) -> list[Any]:
        made = part(whom)
        if len(made) != 1 or not isinstance(made[0], Change) or made[0].what[0] != "becomes":
            raise Refuse("a copy")
        return [Change("copy", made[0].whom, ("becomes_except", made[0].what[1], exception))]

    return Part(make)


_in_a_turn = one_of(
    mapped(combat_effects, lambda made: (made[0], _says(made[1]), None)),
    form(
        "get|gets an additional {} {} {}",
        signed_pt,
        duration,
        for_each,
        make=lambda pt, d, v: (d, gets_for_each(pt, v), None),
    ),
    form(
        "get|gets {} {} {}",
        signed_pt,
        duration,
        for_each,
        make=lambda pt, d, v: (d, gets_for_each(pt, v), None),
    ),
    form("{} {} {}", verbs, duration, exception, make=lambda p, d, e: (d, _excepting(p, e), None)),
    form("{} {} {}", verbs, duration, maybe(where_x), make=lambda p, d, x: (d, p, x)),
    mapped(verbs, lambda p: (None, p, None)),
    name="what it does",
)
"""A verb phrase with its duration -> (duration or None, Part, what X is or None)."""


def effects_of(stream: Any, at: int) -> Result:
    """Such verb phrases joined by "and"; if the last has a duration, those before it share it."""
    result = _in_a_turn(stream, at)
    if not result.status:
        return result
    found = [(*result.value, stream[at] in _IS)]
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
        found.append((*result.value, stream[start] in _IS))
        index = result.index
    return Result(True, index, found, furthest, expected)


def ending_in(stream: Any, at: int) -> Result:
    """Such verb phrases of which the last has a duration."""
    result = effects_of(stream, at)
    if result.status and result.value[-1][0] is None:
        return Result(False, -1, None, max(result.furthest, result.index), frozenset(["how long"]))
    return result


def made(whom: Term, effects: list[Any]) -> list[Term]:
    how_long = (
        effects[-1][0] or "rest_of_game"
    )  # 611.2a: without a duration, it lasts until the end of the game
    if how_long == "next_turn_of_controller" and not (isinstance(whom, tuple) and whom[0] == "each"):
        how_long = ("next_turn_of", ("controller", whom))
        effects = [(how_long, *effect[1:]) for effect in effects]
    if _own_turns(how_long, whom):  # each of several players for themselves, in a turn of their own
        own = [(("next_turn_of", "that_player"), *effect[1:]) for effect in effects]
        return [("for_each", whom, Listed(tuple(made("that_player", own))))]
    return [
        _from_entering(lasting(how_long if d is None else d, whom, part, x=x), is_)
        for d, part, x, is_ in effects
    ]


def _own_turns(how_long: Any, whom: Term) -> bool:
    """`Each opponent ... during their next turn.`"""
    return (
        isinstance(how_long, tuple)
        and how_long[0] == "next_turn_of"
        and isinstance(how_long[1], Pronoun)
        and how_long[1].word in ("their", "them")
        and isinstance(whom, tuple)
        and whom[0] == "each"
        and only_players(whom[1])
    )


def _from_entering(term: Any, is_: bool) -> Term:
    """An effect by which something "is" or "has", which holds from the moment in which the text puts it there."""
    return (*term[:2], replace(term[2], entering=True)) if is_ and term[2].changes else term


ending = Rule(ending_in)
"""For other modules: verb phrases of which the last has a duration, and the lasting effects that they make of a subject."""
