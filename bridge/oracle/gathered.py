"""What a term brings up: the targets and mentions in it, when they are chosen, and what "other" is other than."""

from __future__ import annotations

from dataclasses import replace

from .spoken import all_literals, only_player
from .terms import (
    CLEAVE_PAID,
    Ability,
    Change,
    Filter,
    Listed,
    Mention,
    Target,
    Term,
    negate,
    substitute,
    substitute_deep,
)


class Unresolved(Exception):
    """A word that stands for something the text never spoke of."""


SHARING = frozenset({"lasting", "delayed", "keyword", "token"})
"""Kinds of nested ability that speak of the targets of the ability that makes them."""


def _spells(what: Term) -> bool:
    """Whether a group is of spells, so that "other" is other than the spell that says so."""
    return isinstance(what, Filter) and "spell" in what.literals


def other_than_spoken(instructions: tuple[Term, ...]) -> tuple[Term, ...]:
    """In a spell's text, "other" can't mean other than the spell: `Destroy all other creatures.`"""

    def of_group(term: Term) -> Term:
        if isinstance(term, tuple):
            if (
                term[0] == "each"
                and len(term) == 2
                and "other" in all_literals(term[1])
                and not _spells(term[1])
            ):
                if len(things) != 1:
                    raise Unresolved("expected what the others are others than")
                return substitute(term, "other", ("other_than", things[0]))
            return tuple(of_group(t) for t in term)
        if isinstance(term, Listed):
            return Listed(tuple(of_group(t) for t in term.items))
        if isinstance(term, Change):
            return Change(term.layer, of_group(term.whom), of_group(term.what))
        if isinstance(term, Ability) and term.kind in ("lasting", "delayed"):
            return replace(
                term,
                changes=tuple(of_group(c) for c in term.changes),
                statements=tuple(of_group(s) for s in term.statements),
                instructions=tuple(of_group(i) for i in term.instructions),
            )
        return term

    things = list(dict.fromkeys(t for t in brought_up(instructions) if not only_player(t)))
    return tuple(of_group(i) for i in instructions)


_OTHERS = ("other_than", "you")


def other_than_whoever(ability: Ability) -> Ability:
    """`Whenever a player casts a spell, each other player ...`: other than that player, not other than you."""

    def of_a_player(pattern: Term) -> bool:
        who = pattern[1] if isinstance(pattern, tuple) and len(pattern) > 1 else None
        if who == "attached":
            return str(pattern[0]).startswith("casts")
        return isinstance(who, Filter) and bool({"player", "opponent"} & set(who.literals))

    if not ability.triggers or not all(map(of_a_player, ability.triggers)):
        return ability
    others = tuple(substitute_deep(i, _OTHERS, ("other_than", "that_player")) for i in ability.instructions)
    return replace(ability, instructions=others)


_AS_CAST = frozenset({"kicked", "was", "cost_paid", "kicked_with", "gift_promised"})


def known_as_cast(condition: Term) -> bool:
    """Whether a condition is settled when targets are chosen (601.2b-c): what was paid or promised."""
    if isinstance(condition, tuple) and condition[0] in ("not", "non"):
        condition = condition[1]
    return (condition[0] if isinstance(condition, tuple) else condition) in _AS_CAST


def announced(term: object, when: dict[int, Term]) -> None:
    """Targets that are chosen only if something was paid or promised, with that condition."""
    if isinstance(term, Listed):
        term = term.items
    if not isinstance(term, (tuple, list)):
        return
    if isinstance(term, tuple) and term and term[0] in ("if", "if_else") and known_as_cast(term[1]):
        then = {target.at for target in targets_in(term[2])}
        otherwise: set[int] = set()
        if term[0] == "if_else":
            otherwise = {target.at for target in targets_in(term[3])}
        for at in then - otherwise:
            when[at] = term[1]
        if then or term[1] == CLEAVE_PAID:
            for at in otherwise - then:
                when[at] = negate(term[1])
        return
    for part in term:
        announced(part, when)


def targets_in(term: object) -> list[Target]:
    """All targets in a term, an ability or a collection of them; not those of nested abilities in quotes."""
    found: list[Target | Mention] = []
    _collect(term, found, True)
    unique: dict[int, Target] = {}
    for target in found:
        if isinstance(target, Target):
            unique.setdefault(target.at, target)
    return list(unique.values())


def mentions(term: object) -> list[Mention]:
    """All that is brought up without "target" in a term or ability, not in nested abilities in quotes."""
    found: list[Target | Mention] = []
    _collect(term, found, True)
    return list(dict.fromkeys(m for m in found if isinstance(m, Mention)))


def brought_up(term: object) -> list[Target | Mention]:
    """All targets and mentions in a term or ability."""
    found: list[Target | Mention] = []
    _collect(term, found, True)
    return found


def _collect(term: object, found: list[Target | Mention], top: bool = False) -> None:
    if isinstance(term, Mention):
        found.append(term)
    elif isinstance(term, Target):
        found.append(term)
        _collect(term.filter, found)
    elif isinstance(term, Filter):
        _collect(term.literals, found)
        _collect(term.either, found)
    elif isinstance(term, (tuple, list)):
        for item in term:
            _collect(item, found)
    elif isinstance(term, Listed):
        _collect(term.items, found)
    elif isinstance(term, Change):
        _collect((term.whom, term.what), found)
    elif isinstance(term, Ability) and (top or term.kind in SHARING):
        for part in (
            term.argument,
            term.costs,
            term.conditions,
            term.instructions,
            term.modes,
            term.triggers,
            term.changes,
            term.statements,
            term.replaces,
        ):
            _collect(part, found)
