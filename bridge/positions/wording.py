"""Texts with words exchanged: the judge says which words, and where in a text they stand.

The facts of a face are written anew under another name, with one word in the place of another. Whose text is
changed so is worked out with everything else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from clingo import Control, Function, Number, String, Symbol, SymbolType

from magistrate.bridge.programs import source

PROGRAM = "characteristics/wording.lp"
MOST_FACES = 2000
"""So many faces at most are known; with more of them no further ones are written anew."""

UNNAMED = "Token"
"""How the name of a token ends to which its text gives none: it is called by its subtypes."""

_TOLD = frozenset(("ability", "card_subtype"))
"""What is said of a face itself, and not of its abilities, and belongs to its text."""


@dataclass(slots=True)
class Exchange:
    """Words for other words, inside of terms with one of some names."""

    places: set[str] = field(default_factory=set)
    words: dict[Symbol, Symbol] = field(default_factory=dict)


def reworded(facts: Iterable[Symbol]) -> list[Symbol]:
    """The texts that effects among the facts make, as facts of faces under new names; each with
    `reworded(Face, Words, New)`, which tells what came out of what. A later effect finds the text that an
    earlier one left. Nothing where no text is changed; and what a file doesn't tell is listed as unmodelled.
    """
    known = list(facts)
    if not any(fact.name == "change" and fact.arguments[2].name == "text" for fact in known):
        return []
    exchanges, unsaid = _exchanges(known)
    about: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for fact in known:
        face = _face(fact.arguments[0]) if fact.arguments else None
        if face is not None and (fact.name in _TOLD or fact.arguments[0] != face):
            about[face].append(fact)
    made = [gap(ability, known, _UNSAID) for ability in unsaid]
    waiting = [(face, 0) for face in sorted(about)] if exchanges else []
    for face, times in waiting:
        if times == len(exchanges) or len(about) > MOST_FACES:
            continue
        for words, exchange in exchanges.items():
            changed = [_exchanged(fact, exchange, False) for fact in about[face]]
            if changed == about[face]:
                continue
            name, *before = face.arguments
            new = Function(face.name, [name, Function("", [words, *(before or [Function("", [])])])])
            made.append(Function("reworded", [face, words, new]))
            if new not in about:
                about[new] = [_moved(fact, face, new) for fact in _noted(words, about[face], changed)]
                made += about[new]
                waiting.append((new, times + 1))
    return made


_MAKES_TEXTS = frozenset(("ability", "chosen", "chosen_by"))
"""With facts of these names there may be texts of faces, or words for others, that weren't there before."""


def reworded_since(facts: Iterable[Symbol], new: Iterable[Symbol]) -> list[Symbol]:
    """The same once facts were added to a position in which words may be exchanged. What isn't told was said
    when the position was read."""
    if not any(fact.name in _MAKES_TEXTS for fact in new):
        return []
    return [fact for fact in reworded(facts) if fact.name != "unmodelled"]


def under_another_name(facts: Iterable[Symbol], face: Symbol, new: Symbol) -> list[Symbol]:
    """All that the facts say of a face and its abilities, said of a face of another name."""
    return [_moved(fact, face, new) for fact in facts if fact.arguments and _face(fact.arguments[0]) == face]


_UNSAID = "which words it exchanges isn't said; `chosen: {color: {red: blue}}` would say so"


def gap(ability: Symbol, facts: Iterable[Symbol], why: str) -> Symbol:
    """That something of an ability isn't known, and why."""
    printed, face = _ability(ability), _face(ability)
    told = {fact.name: fact.arguments[1] for fact in facts if fact.arguments and fact.arguments[0] == printed}
    line, text = told.get("ability_line", Number(0)), told.get("ability_text", String(""))
    return Function("unmodelled", [face or printed, line, text, String(why)])


def _exchanges(facts: list[Symbol]) -> tuple[dict[Symbol, Exchange], list[Symbol]]:
    """What the judge says is exchanged, in a fixed order; and the abilities of which that isn't known."""
    control = Control(["--warn=none"])
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(fact)])
    control.add("base", [], source(PROGRAM))
    control.ground([("base", [])])
    found: defaultdict[Symbol, Exchange] = defaultdict(Exchange)
    for atom in control.symbolic_atoms.by_signature("exchange", 4):
        words, place, before, after = atom.symbol.arguments
        found[words].places.add(place.name)
        found[words].words[before] = after
    unsaid = [atom.symbol.arguments[0] for atom in control.symbolic_atoms.by_signature("unsaid", 1)]
    return dict(sorted(found.items())), sorted(unsaid)


@lru_cache(maxsize=4096)
def _face(term: Symbol) -> Symbol | None:
    """The face of an ability or filter, or of a face itself."""
    while term.type is SymbolType.Function and term.name in ("a", "f") and term.arguments:
        term = term.arguments[0]
    return term if term.type is SymbolType.Function and term.name == "c" else None


def _exchanged(term: Symbol, exchange: Exchange, inside: bool) -> Symbol:
    """The term with the words exchanged, wherever they stand inside of the right terms."""
    if inside and term.type is SymbolType.String:
        return _renamed(term, exchange)
    if term.type is not SymbolType.Function:
        return term
    if not term.arguments:
        return exchange.words.get(term, term) if inside else term
    inside = inside or term.name in exchange.places
    parts = [_exchanged(part, exchange, inside) for part in term.arguments]
    return term if parts == term.arguments else Function(term.name, parts)


def _renamed(name: Symbol, exchange: Exchange) -> Symbol:
    """The name of a token that is called by its subtypes, with words exchanged; any other name stays."""
    words = name.string.split()
    if words[-1:] != [UNNAMED]:
        return name
    told = f" {name.string} "
    for before, after in exchange.words.items():
        told = told.replace(f" {_as_name(before)} ", f" {_as_name(after)} ")
    return String(told.strip())


def _as_name(word: Symbol) -> str:
    return word.name.replace("_", " ").title()


def _noted(words: Symbol, before: list[Symbol], after: list[Symbol]) -> list[Symbol]:
    """The facts afterwards, where the text of each ability that changed says for people what was
    exchanged."""
    changed = (old.arguments[0] for old, new in zip(before, after, strict=True) if old != new)
    touched = {ability for about in changed for ability in _abilities(about)}
    _, word, instead = words.arguments
    out = []
    for fact in after:
        if fact.name == "ability_text" and fact.arguments[0] in touched:
            text = f"{fact.arguments[1].string} [{instead} for {word}]".replace("_", " ")
            fact = Function(fact.name, [fact.arguments[0], String(text)])
        out.append(fact)
    return out


def _abilities(term: Symbol) -> Iterator[Symbol]:
    """The abilities to which an ability or filter belongs, up to the printed one."""
    while term.name in ("a", "f"):
        if term.name == "a":
            yield term
        term = term.arguments[0]


def _ability(term: Symbol) -> Symbol:
    """The printed ability to which an ability or filter belongs."""
    while term.name in ("a", "f") and term.arguments[0].name != "c":
        term = term.arguments[0]
    return term


def _moved(term: Symbol, face: Symbol, new: Symbol) -> Symbol:
    """The term with another face in the place of one."""
    if term == face:
        return new
    if term.type is not SymbolType.Function or not term.arguments:
        return term
    parts = [_moved(part, face, new) for part in term.arguments]
    return term if parts == term.arguments else Function(term.name, parts)
