"""Which cards' texts a look needs. The judge says what that hangs on (`asp/turn/sight.lp`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from clingo import Control, Symbol, SymbolType

from magistrate.bridge.programs import source
from magistrate.bridge.shapes import shape

__all__ = ["in_sight"]


class _Told(NamedTuple):
    """What a fact tells of texts.

    `of`: the face whose text it is part of. `lies`: an object and its zone. `has`: an object and its faces.
    `works`: a face, and a zone where an ability of it functions. `moves`: objects that something is about to
    happen to. `mentions`: faces that are needed because of it.
    """

    of: Symbol | None = None
    lies: tuple[Symbol, str] | None = None
    has: tuple[Symbol, tuple[Symbol, ...]] | None = None
    works: tuple[Symbol, str] | None = None
    moves: tuple[Symbol, ...] = ()
    mentions: tuple[Symbol, ...] = ()


_NOTHING = _Told()
_TOLD: dict[int, _Told] = {}
"""By clingo's own number of a fact (see `shapes`)."""


def in_sight(facts: frozenset[Symbol]) -> list[Symbol]:
    """The facts without the texts of cards that don't matter where they are."""
    zones: dict[Symbol, str] = {}
    held: list[tuple[Symbol, tuple[Symbol, ...]]] = []
    working: list[tuple[Symbol, str]] = []
    said: list[tuple[Symbol, Symbol]] = []
    kept: list[Symbol] = []
    faces: set[Symbol] = set()
    moving: set[Symbol] = set()
    for fact in facts:
        told = _TOLD.get(fact._rep)
        if told is None:
            told = _TOLD[fact._rep] = _tell(fact)
        if told is not _NOTHING:
            of, lies, has, works, moves, mentions = told
            if of is not None:
                said.append((fact, of))
                continue
            if lies is not None:
                zones[lies[0]] = lies[1]
            elif has is not None:
                held.append(has)
            elif works is not None:
                working.append(works)
            else:
                moving.update(moves)
                faces.update(mentions)
        kept.append(fact)
    table = _judged()["on_table"]
    elsewhere: dict[Symbol, set[str]] = {}
    for o, own in held:
        zone = zones.get(o, "")
        if zone in table or not zone or o in moving:
            faces.update(own)
        else:
            for face in own:
                elsewhere.setdefault(face, set()).add(zone)
    faces.update(face for face, zone in working if zone in elsewhere.get(face, ()))
    return kept + [fact for fact, face in said if face in faces]


def _tell(fact: Symbol) -> _Told:
    judged = _judged()
    name, arguments, *_ = shape(fact)
    if name in judged["says"]:
        if judged["remembers"] & shape(fact).words:
            return _NOTHING
        face = _root(arguments[0])
        return _NOTHING if face is None else _Told(of=face)
    if name == "in_zone":
        return _Told(lies=(arguments[0], arguments[1].name))
    if name in judged["gives_face"]:
        return _Told(has=(arguments[0], tuple(_mentioned(arguments[1:]))))
    if name == "functions":
        face = _root(arguments[0])
        return _NOTHING if face is None else _Told(works=(face, arguments[1].name))
    if name in judged["happening"]:
        return _Told(moves=tuple(_objects(arguments)), mentions=tuple(_mentioned(arguments)))
    if name not in judged["tells_kind"]:
        faces = tuple(_mentioned(arguments))
        return _Told(mentions=faces) if faces else _NOTHING
    return _NOTHING


@cache
def _judged() -> dict[str, frozenset[str]]:
    """What the judge says of the names of facts and zones."""
    control = Control(["--warn=none"])
    control.add("base", [], source("turn/sight.lp"))
    control.ground([("base", [])])
    return {
        name: frozenset(a.symbol.arguments[0].name for a in control.symbolic_atoms.by_signature(name, 1))
        for name in ("says", "tells_kind", "gives_face", "happening", "on_table", "remembers")
    }


def _objects(terms: Iterable[Symbol]) -> Iterable[Symbol]:
    """The objects in some terms."""
    for term in terms:
        if term.match("o", 1):
            yield term
        elif term.type is SymbolType.Function:
            yield from _objects(term.arguments)


def _root(term: Symbol) -> Symbol | None:
    """The face of an ability or filter, if it belongs to one."""
    here = term
    while here.type is SymbolType.Function and here.name in ("a", "f", "m") and here.arguments:
        here = here.arguments[0]
    return here if here.type is SymbolType.Function and here.name == "c" else None


def _mentioned(terms: Iterable[Symbol]) -> Iterable[Symbol]:
    """The faces of abilities inside some terms."""
    for term in terms:
        face = _root(term)
        if face is not None:
            yield face
        elif term.type is SymbolType.Function:
            yield from _mentioned(term.arguments)
