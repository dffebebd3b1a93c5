"""Static abilities of a line (CR 604): its sentences, what holds while, "the same is true for", "otherwise"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, listed
from .conditions import while_clause
from .statics import spoken_of, works_where
from .terms import (
    Ability,
    Listed,
    Pronoun,
    Term,
    conditions_of,
    each,
    keyword_ability,
    negate,
    replace_pronouns,
    speaks_of_it,
    substitute,
)
from .values import where_x
from .words import keyword_name


def _negated(conditions: tuple[Term, ...]) -> Term | None:
    """What holds where the conditions don't; None where there are none."""
    if not conditions:
        return None
    return negate(conditions[0] if len(conditions) == 1 else ("all_of", Listed(conditions)))


def _held(made: list[Ability], condition: Term) -> list[Ability]:
    """The abilities, as long as the condition holds."""
    about = spoken_of(condition)
    if about is not None:  # "As long as ~ attacks, its power is equal to ..."
        made = [_about(a, about) for a in made]
    if speaks_of_it(condition) and not all(_about_itself(a) for a in made):
        raise Refuse("a condition that is the same for all")
    parts = tuple(replace_pronouns(c, "self") for c in conditions_of(condition))
    there = works_where(parts)
    return [
        replace(_plain(a), conditions=(*a.conditions, *parts), functions=a.functions or there) for a in made
    ]


def _about(ability: Ability, what: Term) -> Ability:
    """The ability, where "it" as its subject means what the condition is about."""
    changes = tuple(
        replace(c, whom=what, what=replace_pronouns(c.what, what)) if isinstance(c.whom, Pronoun) else c
        for c in ability.changes
    )
    return replace(ability, changes=changes)


def _about_itself(ability: Ability) -> bool:
    """Whether an ability speaks of nothing but its own object, so that "it" is that."""
    subjects = [c.whom for c in ability.changes]
    subjects += [s[1] for s in ability.statements if isinstance(s, tuple) and len(s) > 1]
    subjects += [p[1] for p, _ in ability.replaces if isinstance(p, tuple) and len(p) > 1]
    return all(subject == "self" for subject in subjects)


def _plain(ability: Ability) -> Ability:
    """What a characteristic-defining ability is once it has a condition (604.3a)."""
    if not ability.cda:
        return ability
    changes = tuple(replace(c, layer="pt_set") if c.layer == "pt_cda" else c for c in ability.changes)
    return replace(ability, cda=False, changes=changes)


grammar.static_sentences.add(
    form(
        "{} , {}", while_clause, grammar.static_sentences, make=lambda condition, made: _held(made, condition)
    )
)

_WITH_QUALITY = frozenset({"protection", "landwalk"})
_further_groups = listed(grammar.noun, "and")
_further_keywords = listed(keyword_name, "and")


def _same(stream: Any, at: int, before: Ability) -> Result:
    """`The same is true for ...`: the ability before, about other groups or with other keywords."""
    result = _further_keywords(stream, at)
    if result.status and len(before.changes) == 1 and before.changes[0].layer == "ability":
        granted_ = before.changes[0].what
        if isinstance(granted_, tuple) and granted_[0] == "grant" and granted_[1].kind == "keyword":
            old = granted_[1].keyword
            made = []
            for name in result.value:
                what: Term = ("grant", keyword_ability(name))
                if name in _WITH_QUALITY:  # nothing has it without a quality: it has what those have
                    theirs = [c[1] for c in before.conditions if isinstance(c, tuple) and c[0] == "exists"]
                    if len(theirs) != 1:
                        return Result.failure(at, "whose protection")
                    what = ("same_keywords", name, substitute(theirs[0], ("keyword", old), ("keyword", name)))
                change_ = replace(before.changes[0], what=what)
                conditions = substitute(before.conditions, ("keyword", old), ("keyword", name))
                if conditions == before.conditions:
                    return Result.failure(at, "a condition about the keyword")
                made.append(replace(before, changes=(change_,), conditions=conditions))
            return Result.success(result.index, made)
    result = _further_groups(stream, at)
    if not result.status:
        return result
    if before.statements or before.conditions or not all(_is_each(c.whom) for c in before.changes):
        return Result.failure(at, "a sentence about a group before")
    made = [
        replace(before, changes=tuple(replace(c, whom=each(group)) for c in before.changes))
        for group in result.value
    ]
    return Result(True, result.index, made, result.furthest, result.expected)


def _is_each(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "each"


def _means_it(subject: Term) -> bool:
    """Whether a subject is "it" or its controller or owner."""
    return isinstance(subject, Pronoun) or (
        isinstance(subject, tuple)
        and subject[0] in ("controller", "owner")
        and isinstance(subject[1], Pronoun)
    )


def _resolved(made: list[Ability], before: list[Ability]) -> list[Ability] | None:
    """Abilities whose subject "it" is that of the sentence before; None where there was none."""
    found: list[Ability] = []
    for ability in made:
        if any(isinstance(c.whom, Pronoun) for c in ability.changes) or any(
            _means_it(t) for s in ability.statements if isinstance(s, tuple) for t in s[1:2]
        ):
            subjects = [
                s
                for b in before
                for s in (*(c.whom for c in b.changes), *(t[1] for t in b.statements if len(t) > 1))
                if s in ("self", "attached") or isinstance(s, Pronoun) or _is_each(s)
            ]
            if not subjects or isinstance(subjects[-1], Pronoun):
                return None
            changes = tuple(replace_pronouns(c, subjects[-1]) for c in ability.changes)
            ability = replace(
                ability,
                changes=changes,
                statements=replace_pronouns(ability.statements, subjects[-1]),
                conditions=replace_pronouns(ability.conditions, subjects[-1], _ITS),
            )
        found.append(ability)
    return found


_ITS = frozenset({"it", "its"})
_instead = form("instead {} (.)", while_clause)


def _rather(stream: Any, at: int) -> Result | None:
    """`instead as long as ...` behind a sentence, else None."""
    result = _instead(stream, at)
    return result if result.status else None


def _replaceable(before: Ability, instead: list[Ability]) -> bool:
    """Whether a sentence says of the same subject what the one before says, and no more."""
    return (
        len(instead) == 1
        and not (before.statements or instead[0].statements or before.cda)
        and bool(instead[0].changes)
        and {(c.layer, c.whom) for c in before.changes} == {(c.layer, c.whom) for c in instead[0].changes}
    )


_LINGERS = "if ~ leaves the battlefield , this effect continues until end of turn .".split()


def _with_x(stream: Any, result: Result) -> Result | None:
    """`..., where X is ...` behind a sentence that speaks of X; None where there is none."""
    if stream[result.index : result.index + 4] != [",", "where", "x", "is"]:
        return None
    value = where_x(stream, result.index)
    if not value.status:
        return None
    made = [_valued(ability, value.value) for ability in result.value]
    if made == result.value or any(speaks_of_it(value.value) and not _about_itself(a) for a in made):
        return None
    return Result(True, value.index, made, value.furthest, value.expected)


def _valued(ability: Ability, value: Term) -> Ability:
    """The ability, where X is that."""
    return replace(
        ability,
        changes=tuple(substitute(c, "x", value) for c in ability.changes),
        statements=tuple(substitute(s, "x", value) for s in ability.statements),
        conditions=tuple(substitute(c, "x", value) for c in ability.conditions),
    )


_where = form(
    "if {} , {} instead (.)", grammar.condition, grammar.static_sentences, make=lambda c, made: (c, made)
)


def _put_instead(found: list[Ability], made: list[Ability], condition: Term) -> str:
    """Puts what is said instead where a condition holds beside the sentence before; else what would be expected."""
    instead = _resolved(made, found)
    if instead is None or not _replaceable(found[-1], instead):
        return "what it is instead of"
    subject = instead[0].changes[0].whom
    held_so = condition if _is_each(subject) else replace_pronouns(condition, subject, _ITS)
    if speaks_of_it(held_so):
        return "a condition that is the same for all"
    found[-1] = replace(found[-1], conditions=(*found[-1].conditions, negate(held_so)))
    found.extend(_held(instead, held_so))
    return ""


def _statics(stream: Any, at: int) -> Result:
    """Static sentences, each ended by a full stop."""
    found: list[Ability] = []
    index = at
    furthest, expected = -1, frozenset[str]()
    while index < len(stream) and stream[index] != '"':
        if found and stream[index : index + len(_LINGERS)] == _LINGERS and found[-1].changes:
            after = Ability("lasting", changes=found[-1].changes)
            found[-1] = replace(found[-1], statements=(*found[-1].statements, ("lingers", after)))
            index += len(_LINGERS)
            continue
        otherwise = stream[index : index + 2] == ["otherwise", ","] and bool(found)
        early = _where(stream, index) if found else None
        if early is not None and early.status:  # "If it's a Warrior, it gets +2/+1 instead."
            refused = _put_instead(found, early.value[1], early.value[0])
            if refused:
                return Result(False, -1, None, max(furthest, index), frozenset([refused]))
            index = early.index
            continue
        same = stream[index : index + 5] == ["the", "same", "is", "true", "for"] and bool(found)
        if same:
            result = _same(stream, index + 5, found[-1])
        else:
            result = grammar.static_sentences(stream, index + 2 if otherwise else index)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        valued = _with_x(stream, result)
        if valued is not None:
            result = valued
        end = result.index
        rather = _rather(stream, end) if found else None
        if rather is not None:  # "It gets +3/+1 instead as long as ..."
            refused = _put_instead(found, result.value, rather.value)
            if refused:
                return Result(False, -1, None, max(furthest, index), frozenset([refused]))
            index = rather.index
            continue
        if end < len(stream) and stream[end] != ".":
            held = while_clause(stream, end)
            if held.status and not (
                speaks_of_it(held.value) and not all(_about_itself(a) for a in result.value)
            ):
                result = Result(
                    True, held.index, _held(result.value, held.value), held.furthest, held.expected
                )
                end = held.index
        if end < len(stream) and stream[end] == ".":
            end += 1
        elif end < len(stream) and stream[end] != '"' and stream[end - 1] != '"':
            if end > furthest:
                furthest, expected = end, frozenset(["the end of the sentence"])
            return Result(False, -1, None, furthest, expected)
        made = _resolved(result.value, found)
        if made and otherwise:
            against = _negated(found[-1].conditions)
            made = (
                None if against is None else [replace(a, conditions=(*a.conditions, against)) for a in made]
            )
        if made is None:
            return Result(False, -1, None, max(furthest, index), frozenset(["a subject that is named"]))
        found.extend(made)
        index = end
    if not found:
        return Result(False, -1, None, max(furthest, at), expected or frozenset(["a static sentence"]))
    return Result(True, index, found, furthest, expected)


static = Rule(_statics)
