"""Which abilities on the table the judge can't take into account: those that didn't compile, and those that
use a word which no program file carries.

Instructions, costs and triggers are not looked at here: nothing is carried out by a question about what is
legal or what things are, so that these are no gap in its answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from clingo import Symbol, SymbolType

from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.programs import has_rules, implemented
from magistrate.bridge.shapes import shape

__all__ = ["gaps", "left_to_moves", "missing_words", "unmodelled"]

_TABLE = frozenset(("battlefield", "stack", "command"))
_COMPARED = "compare"


def unmodelled(position: Position, asked: Iterable[Symbol] = ()) -> tuple[Unmodelled, ...]:
    """The abilities of objects on the battlefield, the stack and in the command zone, and of the objects in
    `asked`, that the judge doesn't know; sorted by card and line."""
    return _unmodelled(position, frozenset(asked))


@lru_cache(maxsize=16)
def _unmodelled(position: Position, shown: frozenset[Symbol]) -> tuple[Unmodelled, ...]:
    everything = list(gaps(position.facts))
    if not everything:
        return ()

    def about(*names: str) -> Iterator[Sequence[Symbol]]:
        return (shape(fact).arguments for name in names for fact in position.by_name.get(name, ()))

    zones = {arguments[0]: arguments[1].name for arguments in about("in_zone")}
    faces: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for o, face, *_ in about("face", "copy_of_face"):
        faces[o].append(face)
    # What is in no zone any more is known by the effects that it left.
    told = {o for o in faces if zones.get(o) in _TABLE or o in shown or o not in zones}
    cards = {face for o in told for face in faces[o]}
    held = {face for found in faces.values() for face in found}
    held |= {arguments[1] for arguments in about("other_face")}
    # Faces that nothing on the table has: what resolved before and still lasts.
    names = {face: name.string for face, name in about("face_name")}
    cards |= names.keys() - held
    found = [gap for gap in everything if gap[0] in cards]
    return tuple(sorted(Unmodelled(names.get(c, str(c)), line, text, why) for c, line, text, why in found))


def gaps(facts: Iterable[Symbol]) -> Iterator[tuple[Symbol, int, str, str]]:
    """Face, line, text and reason of each ability among some facts that the judge doesn't know."""
    rows: defaultdict[str, list[Sequence[Symbol]]] = defaultdict(list)
    words: defaultdict[Symbol, set[tuple[str, str]]] = defaultdict(set)
    for fact in facts:
        name, arguments, *_ = shape(fact)
        match name:
            case "unmodelled":
                card, line, text, why = arguments
                yield card, line.number, text.string, why.string
            case "ability_line" | "ability_text":
                rows[name].append(arguments)
            case "keyword" | "states" | "change" | "condition" | "filter" | "together":
                lacking = _lacking(fact)
                if lacking:
                    words[arguments[0].arguments[0] if name == "filter" else arguments[0]].update(lacking)
    if not words:
        return
    lines = {ability: line.number for ability, line in rows["ability_line"]}
    texts = {ability: text.string for ability, text in rows["ability_text"]}
    for ability, used in sorted(words.items()):
        told = ", ".join(f"{folder[:-1]} {word}" for folder, word in sorted(used))
        top = ability
        while top.arguments and top.arguments[0].name == "a":
            top = top.arguments[0]
        if top.name == "a":
            yield top.arguments[0], lines.get(top, 0), texts.get(top, ""), f"not modelled: {told}"


def left_to_moves(facts: Iterable[Symbol]) -> Iterator[tuple[Symbol, str]]:
    """Ability and word for each instruction, trigger and replacement that no program file carries out yet,
    and for each keyword and statement whose file only says that it has no bearing on declarations, targets
    and characteristics.

    No gap in what is legal and what things are; but a card is modelled whole only without any.
    """
    carried = implemented("effects")
    for fact in facts:
        match fact.name:
            case "instruction" | "mode_instruction" | "trigger" | "replaces":
                word = fact.arguments[2 if fact.name in ("instruction", "replaces") else -1].name
                if fact.name in ("trigger", "replaces") or word not in carried:
                    yield fact.arguments[0], word
            case "keyword" | "states":
                folder, word = next(_words(fact))
                if not has_rules(folder, word):
                    yield fact.arguments[0], word


def missing_words(used: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of some (folder, word) pairs for which there is no program file, sorted."""
    return sorted((folder, word) for folder, word in used if word not in implemented(folder))


@cache
def _lacking(fact: Symbol) -> frozenset[tuple[str, str]]:
    """Folders and words of a fact for which there is no program file."""
    return frozenset(missing_words(_words(fact)))


def _words(fact: Symbol) -> Iterator[tuple[str, str]]:
    arguments = fact.arguments
    match fact.name:
        case "keyword":
            yield "keywords", arguments[1].name
        case "states":
            yield "statements", arguments[2].name
        case "change":
            what = arguments[4]
            yield "changes", what.name
            if what.name in ("power", "toughness"):
                yield from _values(what.arguments[0])
        case "condition":
            yield from _conditions(arguments[1])
        case "filter":
            yield from _literals(arguments[2])
        case "together":
            yield "together", arguments[2].name


def _values(value: Symbol) -> Iterator[tuple[str, str]]:
    if value.type is SymbolType.Function and value.name:
        yield "values", value.name
        if value.name in ("plus", "minus", "times", "least", "most", "half_up", "half_down"):
            for part in value.arguments:
                yield from _values(part)


def _conditions(condition: Symbol) -> Iterator[tuple[str, str]]:
    if condition.name == "non":
        yield from _conditions(condition.arguments[0])
        return
    yield "conditions", condition.name
    if condition.name == _COMPARED:
        yield from _values(condition.arguments[0])
        yield from _values(condition.arguments[2])
    elif condition.name == "any_of":
        rest = condition.arguments[0]
        while rest.arguments:
            yield from _conditions(rest.arguments[0])
            rest = rest.arguments[1]


def _literals(literal: Symbol) -> Iterator[tuple[str, str]]:
    if literal.name == "non":
        literal = literal.arguments[0]
    yield "literals", literal.name
    if literal.name == _COMPARED and len(literal.arguments) == 3:
        yield from _values(literal.arguments[2])
