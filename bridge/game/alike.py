"""Decisions in which it makes no difference what is chosen: triggers that would do the same in any order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from functools import cache

from clingo import Control, Symbol, SymbolType

from magistrate.bridge.game.look import Decision
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import implemented, source
from magistrate.bridge.questions.index import Index, index

__all__ = ["all_alike"]

_SELF, _TARGET = "self", "target"
_WORD = re.compile(r"[a-z]\w*")
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


def _differs(here: Index, option: Symbol, source: Symbol, words: Mapping[str, set[str]]) -> Hashable:
    """What the words of an ability mean for one of its triggers."""
    means: list[tuple[Symbol, Hashable]] = []
    for name in ("bound", "bound_value"):
        for of, word, what in here.of(name, 3):
            if of != option:
                continue
            if word.type is not SymbolType.Function:
                means.append((word, what))
            elif word.name in words:
                means.append((word, _told(here, what, words[word.name])))
    return frozenset(means), source if _SELF in words else None


def _told(here: Index, what: Symbol, inside: set[str]) -> Hashable:
    """All that an ability says of something: what it is, or only what the words around it hang on."""
    told = []
    if not inside:
        return what
    for word in sorted(inside):
        name, last = _rests_on().get(word, ("", False))
        rows = here.of("last" if last else name, 2) if name else []
        found = [row[1] for row in rows if row[0] == what and (not last or row[1].name == name)]
        if len(found) != 1:
            return what
        told.append((word, found[0]))
    return tuple(told)


@cache
def _rests_on() -> dict[str, tuple[str, bool]]:
    """For words around a reference: the facts that they hang on, and whether of what it was last."""
    control = Control(["--warn=none"])
    control.add("base", [], source("events/alike.lp"))
    control.ground([("base", [])])
    return {
        atom.symbol.arguments[0].name: (atom.symbol.arguments[1].name, last)
        for name, last in (("rests_on", False), ("rests_on_last", True))
        for atom in control.symbolic_atoms.by_signature(name, 2)
    }


def _words(here: Index, ability: Symbol) -> dict[str, set[str]]:
    """All words in what an ability says, but for the event that it waits for, each with those that it stands
    in."""
    if ability.match("m", 2):
        known = [row[1].name for row in here.of("keyword", 2) if row[0] == ability.arguments[0]]
        return {word: {""} for name in known for word in _meaning(name) if _chooses(name)}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, rows in here.rows.items():
        if name in _NOT_WHAT_IT_DOES:
            continue
        for row in rows:
            if row and _within(row[0], ability):
                for term in row[1:]:
                    for word, around in _names(term, ""):
                        found[word].add(around)
    return dict(found)


def _chooses(keyword: str) -> bool:
    """Whether what a keyword stands for aims at something, so that it matters whose comes first."""
    return _TARGET in _meaning(keyword)


@cache
def _meaning(keyword: str) -> frozenset[str]:
    """The words in what a keyword stands for, but for the events that it waits for."""
    if keyword not in implemented("meanings"):
        return frozenset((_SELF,))
    lines = source(f"meanings/{keyword}.lp").splitlines()
    told = (line for line in lines if not line.startswith(("%", "#", "trigger(")))
    return frozenset(word for line in told for word in _WORD.findall(line))


def _within(term: Symbol, ability: Symbol) -> bool:
    """Whether a term is an ability, one nested in it, or a filter of it."""
    while term != ability:
        if term.type is not SymbolType.Function or len(term.arguments) != 2 or term.name not in ("a", "f"):
            return False
        term = term.arguments[0]
    return True


def _names(term: Symbol, around: str) -> Iterator[tuple[str, str]]:
    """The words of a term, each with that of which it is an argument."""
    if term.type is SymbolType.Function:
        yield term.name, around
        for argument in term.arguments:
            yield from _names(argument, term.name or around)
