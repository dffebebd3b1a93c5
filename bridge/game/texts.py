"""Which cards' texts a look needs: those of what is on the table, and abilities that function elsewhere.

A text in a library or a hand does nothing there, and a look costs more for every word in sight. Only what a
text says is left out; what kind of card it is, which abilities and keywords it has, stays, and so does what
it says of how it would move.
"""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Symbol, SymbolType

from magistrate.bridge.shapes import shape

__all__ = ["in_sight"]

_SAID = frozenset(
    (
        "ability_line", "ability_text", "activate_only", "change", "cost", "different", "divide",
        "either", "filter", "instruction", "mode", "mode_cost", "mode_instruction", "modes",
        "optional_target_of", "states", "target", "target_mode", "target_when", "together", "trigger",
    )
)  # fmt: skip
_CARD = frozenset(
    (
        "ability", "card_color", "card_defense", "card_loyalty", "card_power", "card_subtype",
        "card_supertype", "card_toughness", "card_type", "face_name", "keyword", "kind", "layout",
        "mana_cost", "mana_value", "unmodelled",
    )
)  # fmt: skip
_WAITING = frozenset(("proposed", "imminent", "afterwards"))
"""Facts of what is about to happen: what it happens to is looked at with all of its text."""
_TABLE = frozenset(("battlefield", "stack", "command"))
_OWN = ("face", "other_face", "copy_of_face")
_ROOTS: dict[Symbol, Symbol | None] = {}


def in_sight(facts: frozenset[Symbol]) -> list[Symbol]:
    """The facts without the texts of cards that don't matter where they are."""
    zones: dict[Symbol, str] = {}
    held: list[tuple[Symbol, Symbol]] = []
    working: list[tuple[Symbol, str]] = []
    said: list[tuple[Symbol, Symbol]] = []
    kept: list[Symbol] = []
    faces: set[Symbol] = set()
    moving: set[Symbol] = set()
    for fact in facts:
        name, arguments, *_ = shape(fact)
        if name in _SAID:
            face = _root(arguments[0])
            if face is not None:
                said.append((fact, face))
                continue
        elif name == "in_zone":
            zones[arguments[0]] = arguments[1].name
        elif name in _OWN:
            held += [(arguments[0], face) for face in _mentioned(arguments[1:])]
        elif name == "functions":
            face = _root(arguments[0])
            if face is not None:
                working.append((face, arguments[1].name))
        elif name in _WAITING:
            moving.update(_objects(arguments))
            faces.update(_mentioned(arguments))
        elif name == "cda" or name not in _CARD:
            faces.update(_mentioned(arguments))
        kept.append(fact)
    elsewhere: dict[Symbol, set[str]] = {}
    for o, face in held:
        zone = zones.get(o, "")
        if zone in _TABLE or not zone or o in moving:
            faces.add(face)
        else:
            elsewhere.setdefault(face, set()).add(zone)
    faces.update(face for face, zone in working if zone in elsewhere.get(face, ()))
    return kept + [fact for fact, face in said if face in faces]


def _objects(terms: Iterable[Symbol]) -> Iterable[Symbol]:
    """The objects in some terms."""
    for term in terms:
        if term.match("o", 1):
            yield term
        elif term.type is SymbolType.Function:
            yield from _objects(term.arguments)


def _root(term: Symbol) -> Symbol | None:
    """The face of an ability or filter, if it belongs to one."""
    try:
        return _ROOTS[term]
    except KeyError:
        pass
    here = term
    while here.type is SymbolType.Function and here.name in ("a", "f", "m") and here.arguments:
        here = here.arguments[0]
    face = here if here.type is SymbolType.Function and here.name == "c" else None
    _ROOTS[term] = face
    return face


_MENTIONS: dict[Symbol, tuple[Symbol, ...]] = {}


def _mentioned(terms: Iterable[Symbol]) -> Iterable[Symbol]:
    """The faces of abilities inside some terms."""
    for term in terms:
        found = _MENTIONS.get(term)
        if found is None:
            face = _root(term)
            if face is not None:
                found = (face,)
            elif term.type is SymbolType.Function and term.arguments:
                found = tuple(_mentioned(term.arguments))
            else:
                found = ()
            _MENTIONS[term] = found
        yield from found
