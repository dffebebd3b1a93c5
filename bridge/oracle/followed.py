"""Instructions as the judge follows them: several that are one event, and choices made before what rests on them.

`Create a Food token and a Clue token.` is one event (CR 701.7a, 608.2c); `Target creature becomes the color of your
choice until end of turn.` lets a colour be chosen first (608.2d).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .terms import Ability, Change, Listed, Term

AT_ONCE = "at_once"
"""In the list of how a token comes: together with those of the instruction before it."""


def followed(instructions: tuple[Term, ...]) -> tuple[Term, ...]:
    """Instructions, also those inside others, with those that are one event as `together(List)`, and with
    `choose(you,Kind)` before an effect for which something is chosen."""
    groups: list[list[Any]] = []
    for term in instructions:
        if groups and _comes_along(term):
            groups[-1].append(term)
        elif groups and _hangs_on_later(groups[-1][0], term):
            groups[-1] = [_then(groups[-1][0], term)]
        else:
            groups += [[one] for one in _choosing_first(_inside(term))]
    out = []
    for group in groups:
        alone = tuple(map(_alone, group))
        out.append(alone[0] if len(alone) == 1 else ("together", Listed(alone)))
    return tuple(out)


def _inside(term: Any) -> Any:
    if isinstance(term, Listed):
        return Listed(followed(term.items))
    return tuple(map(_inside, term)) if isinstance(term, tuple) else term


# --- what is done later


def _hangs_on_later(before: Any, term: Any) -> bool:
    """`At the beginning of your next upkeep, pay {2}. If you don't, ...`: all of it is done then."""
    return (
        isinstance(before, tuple)
        and before[0] in ("delayed", "delayed_trigger")
        and isinstance(before[-1], Ability)
        and isinstance(term, tuple)
        and term[0] in ("if_done", "if_not_done")
    )


def _then(later: Any, term: Any) -> Any:
    ability = later[-1]
    return (*later[:-1], replace(ability, instructions=(*ability.instructions, term)))


# --- one event


def _comes_along(term: Any) -> bool:
    return isinstance(term, tuple) and len(term) == 6 and term[0] == "create" and AT_ONCE in term[4].items


def _alone(term: Any) -> Any:
    if not _comes_along(term):
        return term
    return (*term[:4], Listed(tuple(how for how in term[4].items if how != AT_ONCE)), term[5])


# --- choices


def _choosing_first(term: Any) -> Iterator[Any]:
    """An instruction, after the choices that its effect asks for."""
    if not (isinstance(term, tuple) and term[0] == "lasting" and isinstance(term[2], Ability)):
        yield term
        return
    asked = [(kind, change.whom) for change in term[2].changes for kind in _asked(change.what)]
    kinds = list(dict.fromkeys(kind for kind, _ in asked))
    for kind in kinds:
        if isinstance(kind, tuple) and kind[0] == "controllers":  # whose controller it is
            yield ("choose", ("controller", next(whom for k, whom in asked if k == kind)), kind[1])
        else:
            yield ("choose", "you", kind)
    changes = tuple(Change(c.layer, c.whom, _chosen(c.what)) for c in term[2].changes)
    yield (*term[:2], replace(term[2], changes=changes)) if kinds else term


def _asked(what: Any) -> Iterator[Any]:
    """The kinds of things that are chosen for a change; one of several keywords is `among(List)`."""
    if isinstance(what, Listed):
        what = what.items
    if isinstance(what, tuple):
        if what[:1] == ("choice",):
            yield what[1]
        elif what[:1] == ("grant_choice",):
            yield ("among", Listed(what[1:]))
        elif what[:1] == ("grant",) and isinstance(what[1], Ability):
            if isinstance(argument := what[1].argument, tuple) and argument[0] == "choose":
                yield argument[1]
        else:
            for part in what:
                yield from _asked(part)


def _chosen(what: Any) -> Any:
    if isinstance(what, Listed):
        return Listed(tuple(map(_chosen, what.items)))
    if not isinstance(what, tuple):
        return what
    if what[:1] in (("choice",), ("choose",)):
        if isinstance(what[1], tuple) and what[1][0] in ("color_or", "controllers"):
            return ("chosen", "color")
        return ("chosen", "color" if what[1] == "colors" else what[1])
    if what[:1] == ("grant",) and isinstance(what[1], Ability):
        return ("grant", replace(what[1], argument=_chosen(what[1].argument)))
    return tuple(map(_chosen, what))
