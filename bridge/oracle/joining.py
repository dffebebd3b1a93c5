"""Sentences that speak of the one before: `instead`, `otherwise`, `if you can't`, `it's still a land`, `repeat this process`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .combinators import Refuse
from .gathered import known_as_cast, targets_in
from .terms import (
    Ability,
    Change,
    Filter,
    Listed,
    Mention,
    Pronoun,
    Target,
    Term,
    map_pronouns,
    substitute,
    substitute_deep,
    walk,
)

_AMOUNTS = frozenset(
    (
        "damage",
        "gain_life",
        "lose_life",
        "mill",
        "draw",
        "discard",
        "scry",
        "surveil",
        "put_counters",
        "create",
        "exile_top",
    )
)
"""Instructions of whose amount "that much" can speak; it comes behind who or what does it."""


def _same_source(term: Term, before: list[Term]) -> Term:
    """In `~ deals 2 damage to target creature. If ..., it deals 4 damage instead`, "it" is what dealt damage before."""
    sources = [t[1] for t in before if isinstance(t, tuple) and t[0] == "damage"]
    if sources and isinstance(term, tuple) and term[0] == "damage" and isinstance(term[1], Pronoun):
        return ("damage", sources[-1], *term[2:])
    return term


def _as_much_as(terms: list[Term], other: list[Term]) -> list[Term]:
    """`Gain 3 life. If ..., gain twice that much life instead`: what only one of two sentences is followed says of the
    amount of the other."""
    amount = other[0][2] if isinstance(other[0], tuple) and other[0][0] in _AMOUNTS else None
    if amount is None or not (isinstance(terms[0], tuple) and terms[0][0] in _AMOUNTS):
        return terms
    return [(*terms[0][:2], substitute_deep(terms[0][2], "that_much", amount), *terms[0][3:]), *terms[1:]]


def _still(found: list[Term]) -> list[Term] | None:
    """What `It's still a land` says of an effect before it: the card types are added, none goes (205.1b)."""
    for index in range(len(found) - 1, -1, -1):
        term = found[index]
        if isinstance(term, tuple) and term[0] == "may" and index == len(found) - 1:
            inner = _still(list(term[2].items))
            return None if inner is None else [*found[:index], (*term[:2], Listed(tuple(inner)))]
        if isinstance(term, tuple) and term[0] == "lasting" and isinstance(term[2], Ability):
            changes: list[Change] = []
            for item in term[2].changes:
                if isinstance(item.what, tuple) and item.what[0] == "set_types":
                    changes += [Change(item.layer, item.whom, ("add", "type", t)) for t in item.what[1].items]
                elif isinstance(item.what, tuple) and item.what[0] == "set_subtypes":
                    changes += [
                        Change(item.layer, item.whom, ("add", "subtype", s)) for s in item.what[2].items
                    ]
                else:
                    changes.append(item)
            if any(isinstance(c.what, tuple) and c.what[:2] == ("add", "type") for c in changes):
                return [
                    *found[:index],
                    (*term[:2], replace(term[2], changes=tuple(changes))),
                    *found[index + 1 :],
                ]
    return None


def _or_as_before(term: Term, before: list[Term]) -> Term:
    """`You may ... instead`: who doesn't want to does what was said before."""
    if isinstance(term, tuple) and term[0] == "may":
        return ("may_else", *term[1:], Listed(tuple(before)))
    return term


def _all_or_nothing(term: Term) -> bool:
    """Whether an instruction is either done or not, so that "if you can't" asks whether it was done."""
    if not isinstance(term, tuple):
        return False
    if term[0] in ("sacrifice", "discard"):
        return bool(term[2] == 1)
    if term[0] == "remove_counters":
        return bool(term[2] == 1)
    moved = term[2] if term[0] == "move" else term[1] if term[0] in ("exile", "tap", "destroy") else None
    return isinstance(moved, tuple) and moved[:3] in (("some", 1, 1), ("some_of", 1, 1))


def _repeated(found: list[Term], first: Term, more: list[Term]) -> list[Term] | None:
    """`Repeat this process two more times`: what the text said so far, so often."""
    inner = first[2].items[0] if first[0] == "if" else first
    if not (isinstance(inner, tuple) and inner[0] == "AGAIN"):
        return [*found, *more]
    if not found:
        return None
    term = ("repeat_list", inner[1], Listed(tuple(found)))
    return [*found, term if first[0] == "AGAIN" else (*first[:2], Listed((term,)))]


def _only_where_put(term: Term, last: Term) -> bool:
    """`You may return it. It's a Spirit in addition to its other types.`: only if it was returned."""
    return (
        isinstance(term, tuple)
        and term[:2] == ("lasting", "rest_of_game")
        and term[2].entering
        and all(isinstance(c.whom, Pronoun) and c.whom.word in ("it", "them") for c in term[2].changes)
        and isinstance(last, tuple)
        and last[0] in ("may", "if", "if_done")
        and isinstance(last[-1], Listed)
        and any(isinstance(t, tuple) and t[0] == "move" for t in last[-1].items)
    )


def _sized(term: Term, power: Term, toughness: Term) -> Term | None:
    """A token that was created without a size, with the one that a sentence behind it tells: as it was before the token."""
    if isinstance(term, tuple) and term[0] == "if" and len(term[2].items) == 1:
        inner = _sized(term[2].items[0], power, toughness)
        return None if inner is None else (*term[:2], Listed((inner,)))
    if not (isinstance(term, tuple) and term[0] == "create" and isinstance(term[3], Ability)):
        return None
    if any(change.layer == "pt_set" for change in term[3].changes):
        return None

    def before(pronoun: Pronoun) -> Term:
        return (
            replace(pronoun, word=pronoun.word + "_before") if pronoun.word.startswith("that_") else pronoun
        )

    sizes = (
        Change("pt_set", "self", ("power", ("outer", map_pronouns(power, before)))),
        Change("pt_set", "self", ("toughness", ("outer", map_pronouns(toughness, before)))),
    )
    return (*term[:3], replace(term[3], changes=(*term[3].changes, *sizes)), *term[4:])


def _created_in(terms: Any) -> list[Term]:
    """The instructions among some that create tokens, also within others."""
    found: list[Term] = []
    for term in terms:
        if isinstance(term, tuple) and term[:1] == ("create",):
            found.append(term)
        elif isinstance(term, (tuple, list)):
            found += _created_in(term)
        elif isinstance(term, Listed):
            found += _created_in(term.items)
    return found


def _again(terms: Any, created: list[Term]) -> Any:
    """The terms with `create two of those tokens` told in full; refused where it isn't one kind of token that was created."""
    if isinstance(terms, Listed):
        return Listed(tuple(_again(terms.items, created)))
    if isinstance(terms, list):
        return [_again(term, created) for term in terms]
    if not isinstance(terms, tuple):
        return terms
    if terms[:1] == ("CREATE_AGAIN",):
        if len({term[3] for term in created}) != 1:
            raise Refuse("tokens of one kind before")
        before = created[-1]
        how = (*before[4].items, *(item for item in terms[3].items if item not in before[4].items))
        return (*before[:1], terms[1], terms[2], before[3], Listed(how), *before[5:])
    return tuple(_again(term, created) for term in terms)


_SIMPLE = frozenset({"create", "draw", "gain_life", "lose_life", "discard", "sacrifice"})
_CANT = "CANT_SO"


def _who_couldnt(found: list[Term], more: list[Term]) -> list[Term]:
    """`Each opponent who can't loses 3 life`: who didn't do what the last instruction says; `... does the same`: that instead
    of "you". Nothing where it isn't known what was done."""
    last = found[-1] if found else None
    simple = isinstance(last, tuple) and last[0] in _SIMPLE
    if isinstance(more[0], tuple) and more[0][0] == "SAME":
        same = simple and last is not None and last[1] == "you" and "you" not in walk(last[2:])
        return [(last[0], more[0][1], *last[2:]), *more[1:]] if same and last is not None else []
    if not any(_CANT in walk(term) for term in more):
        return more
    if not (simple and last is not None and last[0] in ("discard", "sacrifice") and last[2] == 1):
        return []
    done = "discarded" if last[0] == "discard" else "sacrificed"
    able = ("did_this_way", done, Filter(("anything",)))
    return [substitute_deep(term, _CANT, ("not", able)) for term in more]


def _before(pronoun: Pronoun) -> Pronoun:
    return replace(pronoun, word=pronoun.word + "_before") if pronoun.word.startswith("that_") else pronoun


def _but_those(term: Term, created: Mention) -> Term:
    """`Create a Zombie token. Then exile all other Zombie tokens`: others than the one created."""
    if isinstance(term, tuple) and term[:1] == ("each",) and isinstance(term[1], Filter):
        if {"other", "token"} <= set(term[1].literals):
            return ("each", substitute(term[1], "other", ("other_than", created)))
        return term
    if isinstance(term, tuple) and term and term[0] in ("exile", "destroy", "sacrifice_it"):
        return tuple(_but_those(part, created) for part in term)
    return term


def _divided_else(before: list[Term], first: Term) -> Term | None:
    """`If it was kicked, it deals 6 damage divided as you choose among them instead`: how much is divided hangs on it (601.2d)."""
    last = before[-1] if len(before) == 1 else None
    if not (
        isinstance(last, tuple)
        and last[0] == "damage"
        and isinstance(last[3], Target)
        and last[3].divided == last[2]
    ):
        return None
    whom = replace(last[3], divided=("if_else", first[1], first[2], last[2]))
    either = [Listed(((*last[:2], amount, whom),)) for amount in (first[2], last[2])]
    return ("if_else", first[1], *either)


def _spilt(before: list[Term], first: Term) -> Term | None:
    """`If it has trample, excess damage is dealt to that creature's controller instead`."""
    last = before[-1] if len(before) == 1 else None
    if not (isinstance(last, tuple) and last[0] == "damage"):
        return None
    return ("if_else", first[1], Listed((last, first[2])), Listed((last,)))


_CHOSEN_TYPE = ("chosen", "creature_type")


def _chose_type(term: Term) -> bool:
    """Whether an instruction lets you choose a creature type."""
    if not (isinstance(term, tuple) and term[:2] == ("choose", "you")):
        return False
    return bool(
        term[2] == "creature_type" or (isinstance(term[2], tuple) and term[2][0] == "creature_type_but")
    )


_THAT_TYPE = ("subtype", "that_type")


def _deep(told: Any, what: Term, by: Term) -> Any:
    """`substitute_deep`, also in what is still to be joined."""
    if isinstance(told, list):
        return [_deep(term, what, by) for term in told]
    if isinstance(told, tuple) and any(isinstance(part, list) for part in told):
        return tuple(_deep(part, what, by) for part in told)
    return substitute_deep(told, what, by)


def _of_chosen_type(told: Any) -> Any:
    """`of that type` behind the choice of a creature type."""
    return _deep(_deep(told, _THAT_TYPE, _CHOSEN_TYPE), "that_type", _CHOSEN_TYPE)


def _not_from(branch: Any, other: Any) -> Any:
    """One of two alternatives, whose words mean nothing that only the other one brings up: `put two of them into your hand.
    Otherwise, put one of them ...`."""
    told = [m.at for m in walk(other) if isinstance(m, Mention)]
    if not told:
        return branch
    own = [m.at for m in walk(branch) if isinstance(m, Mention)]

    def earlier(pronoun: Pronoun) -> Pronoun:
        if pronoun.at < min(told) or any(at < pronoun.at for at in own):
            return pronoun
        return replace(pronoun, at=min(told) - 1)

    return [map_pronouns(term, earlier) for term in branch]


def joined(found: list[Term], start: int, more: list[Term]) -> list[Term] | None:
    """The sentences so far with one more, which may speak of the one before (that began at `start`)."""
    try:
        more = _again(more, _created_in(found))
    except Refuse:
        return None
    more = _who_couldnt(found, more)
    if not more:
        return None
    if (made := _created_in(found)) and isinstance(made[-1][5], Mention):
        more = [_but_those(term, made[-1][5]) for term in more]
    aimed = [t[2] for t in found if isinstance(t, tuple) and t[0] == "choose_target" and len(t) == 3]
    if len(aimed) == 1:  # "Choose target creature. ... Destroy the chosen creature."
        more = _deep(more, ("chosen", "object"), aimed[0])
    if any(_chose_type(term) for term in found):  # "Choose a creature type. ... of that type"
        more = _of_chosen_type(more)
    first = more[0]
    last_unless = found[-1] if found and isinstance(found[-1], tuple) and found[-1][0] == "unless" else None
    if last_unless is not None and len(more) == 1 and first[:1] == ("if_not_done",):
        # "unless they pay. If they don't, ...": that too
        return [*found[:-1], (*last_unless[:2], Listed((*last_unless[2].items, *first[1].items)))]
    if last_unless is not None and len(more) == 1 and first[:1] == ("if_done",):
        # "unless they pay. If they do, ...": one or the other, by whether it was paid (118.12a)
        _, who, cost = last_unless[1]
        offered = ("may", who, Listed((("pay", who, cost),)))
        return [*found[:-1], offered, first, ("if_not_done", last_unless[2])]
    if isinstance(first, tuple) and first[0] in ("INSTEAD", "OTHERWISE"):
        if (
            found[start:]
            and isinstance(found[start], tuple)
            and found[start][0] == "keyword_cost"
            and start > 0
        ):
            start -= 1  # what an ability costs belongs to the sentence that gives it
        if first[0] == "INSTEAD" and found[start:] and found[start][:1] == ("clash",):
            start += 1  # "if you win" speaks of the clash, which isn't done again
        before = found[start:]
        if not before:
            return None

        if targets_in(list(first[-1])) and not (first[0] == "INSTEAD" and known_as_cast(first[1])):
            return None
        if first[0] == "INSTEAD" and _created_in(before):  # asked before anything is created
            first = ("INSTEAD", map_pronouns(first[1], _before), *first[2:])
        if first[0] == "INSTEAD":
            first = (*first[:2], [_or_as_before(_same_source(t, before), before) for t in first[2]])
            first = (*first[:2], _as_much_as(first[2], before))
            return [*found[:start], ("if_else", first[1], Listed(tuple(first[2])), Listed(tuple(before)))]
        last = before[-1]
        if isinstance(last, tuple) and last[0] == "if_done":
            return [*found, ("if_not_done", Listed(tuple(first[1])))]
        if isinstance(last, tuple) and last[0] == "delayed" and len(last[2].instructions) == 1:
            later = joined(list(last[2].instructions), 0, more)  # what is done later, or otherwise then
            return (
                None
                if later is None
                else [*found[:-1], (*last[:2], replace(last[2], instructions=tuple(later)))]
            )
        if not (isinstance(last, tuple) and last[0] == "if"):
            return None
        instead = _as_much_as(_not_from(list(first[1]), last[2]), list(last[2].items))
        return [*found[:-1], ("if_else", last[1], last[2], Listed(tuple(instead)))]
    if isinstance(first, tuple) and first[0] == "if_done" and found and start == len(found) - 1:
        last = found[-1]
        if (
            isinstance(last, tuple) and last[0] == "delayed"
        ):  # what follows if that later deed is done happens later too
            inside = replace(last[2], instructions=(*last[2].instructions, *more))
            return [*found[:-1], (*last[:2], inside)]
    if isinstance(first, tuple) and first[0] == "INSTEAD_AMOUNT":
        if not found:
            return None
        last = found[-1]
        if not (len(found) == start + 1 and isinstance(last, tuple) and last[0] in ("damage", "create")):
            return None
        other = (*last[:2], substitute_deep(first[2], "that_much", last[2]), *last[3:])
        return [*found[:start], ("if_else", first[1], Listed((other,)), Listed((last,)))]
    if isinstance(first, tuple) and first[0] in ("INSTEAD_DIVIDED", "INSTEAD_EXCESS"):
        told = found[start:]
        alternative = _divided_else(told, first) if first[0] == "INSTEAD_DIVIDED" else _spilt(told, first)
        return None if alternative is None else [*found[:start], alternative]
    if found and _only_where_put(first, found[-1]):
        last = found[-1]
        return [*found[:-1], (*last[:-1], Listed((*last[-1].items, *more)))]
    if found and isinstance(found[-1], tuple) and found[-1][0] == "COUNTED":  # "that number" in what follows
        return [*found[:-1], *(substitute_deep(t, "that_much", found[-1][1]) for t in more)]
    if isinstance(first, tuple) and first[0] == "DESTROYED":  # said of what is destroyed, if it is
        last = found[-1] if found else None
        if isinstance(last, tuple) and last[0] == "if":
            return [*found[:-1], (*last[:2], Listed((*last[2].items, first[1])))]
        return [*found, first[1]]
    if isinstance(first, tuple) and first[0] == "SIZE":
        sized = _sized(found[-1], first[1], first[2]) if found else None
        return None if sized is None else [*found[:-1], sized]
    if isinstance(first, tuple) and first[0] == "ENTERS":
        last = found[-1] if found else None
        if not (isinstance(last, tuple) and last[0] == "create"):
            return None
        return [*found[:-1], (*last[:4], Listed((*last[4].items, *first[1])), *last[5:])]
    if isinstance(first, tuple) and first[0] == "STILL":
        return _still(found)
    if isinstance(first, tuple) and first[0] == "CANT":
        done = found[start:] and _all_or_nothing(found[-1])
        return [*found, ("if_not_done", Listed(tuple(first[1])))] if done else None
    if isinstance(first, tuple) and first[0] in ("AGAIN", "if"):
        return _repeated(found, first, more)
    return [*found, *more]
