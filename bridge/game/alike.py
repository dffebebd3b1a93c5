"""Decisions in which it makes no difference what is chosen: triggers that would do the same in any order."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from clingo import Symbol, SymbolType

from magistrate.bridge.game.look import Decision
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.index import Index, index

__all__ = ["all_alike"]

_SELF = "self"
_NOT_WHAT_IT_DOES = frozenset(
    ("trigger", "ability_text", "ability", "has", "waiting", "bound", "bound_value")
)


def all_alike(position: Position, decision: Decision) -> bool:
    """Whether all options are waiting triggers of one ability, of which none says anything that differs
    between them."""
    options = decision.options
    if decision.kind.name != "one" or len(options) < 2:
        return False
    here = index(position.facts)
    waiting = {row[0]: (row[1], row[2]) for row in here.of("waiting", 4)}
    if any(option not in waiting for option in options):
        return False
    if len({waiting[option][0] for option in options}) > 1:
        return False
    words = _words(here, waiting[options[0]][0])
    return len({_differs(here, option, waiting[option][1], words) for option in options}) == 1


def _differs(here: Index, option: Symbol, source: Symbol, words: frozenset[str]) -> Hashable:
    """What the words of an ability mean for one of its triggers."""
    means = [
        (row[1], row[2])
        for name in ("bound", "bound_value")
        for row in here.of(name, 3)
        if row[0] == option and (row[1].type is not SymbolType.Function or row[1].name in words)
    ]
    return frozenset(means), source if _SELF in words else None


def _words(here: Index, ability: Symbol) -> frozenset[str]:
    """All words in what an ability says, but for the event that it waits for."""
    found: set[str] = set()
    for name, rows in here.rows.items():
        if name in _NOT_WHAT_IT_DOES:
            continue
        for row in rows:
            if row and _within(row[0], ability):
                found.update(word for term in row[1:] for word in _names(term))
    return frozenset(found)


def _within(term: Symbol, ability: Symbol) -> bool:
    """Whether a term is an ability, one nested in it, or a filter of it."""
    while term != ability:
        if term.type is not SymbolType.Function or len(term.arguments) != 2 or term.name not in ("a", "f"):
            return False
        term = term.arguments[0]
    return True


def _names(term: Symbol) -> Iterator[str]:
    if term.type is SymbolType.Function:
        yield term.name
        for argument in term.arguments:
            yield from _names(argument)
