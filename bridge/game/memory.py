"""What is known of objects that are gone is kept while something speaks of them; their names for good."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from clingo import Symbol

from magistrate.bridge.shapes import shape

__all__ = ["tells_names", "without_forgotten"]

_OBJECT = re.compile(r"\bo\(\d+\)")
_FORMER = "former"
_NAMES = frozenset(("label", "new"))


@lru_cache(maxsize=100_000)
def _mentions(fact: Symbol) -> frozenset[str]:
    return frozenset(_OBJECT.findall(str(fact)))


def without_forgotten(facts: frozenset[Symbol]) -> frozenset[Symbol]:
    """The facts without those that begin with a former object of which no other speaks, directly or by way
    of another former object of which one does. What it was called and what it became stays."""
    former = {fact.arguments[0]: str(fact.arguments[0]) for fact in facts if shape(fact).name == _FORMER}
    if not former:
        return facts
    about: dict[str, list[Symbol]] = {name: [] for name in former.values()}
    spoken: set[str] = set()
    for fact in facts:
        arguments = shape(fact).arguments
        name = former.get(arguments[0]) if arguments else None
        if name is None:
            if not tells_names(fact):
                spoken |= _mentions(fact)
        else:
            about[name].append(fact)
    waiting = [name for name in about if name in spoken]
    kept = set(waiting)
    while waiting:
        told_of = _all(fact for fact in about[waiting.pop()] if not tells_names(fact))
        for name in told_of & about.keys() - kept:
            kept.add(name)
            waiting.append(name)
    lost = (fact for name, told in about.items() if name not in kept for fact in told)
    return facts - {fact for fact in lost if not tells_names(fact)}


def tells_names(fact: Symbol) -> bool:
    """Whether a fact says what people called a former object, or what became of it."""
    name, arguments, *_ = shape(fact)
    return name == "last" and arguments[1].name in _NAMES


def _all(facts: Iterable[Symbol]) -> set[str]:
    return {name for fact in facts for name in _mentions(fact)}
