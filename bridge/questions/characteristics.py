"""What everything is (613): characteristics of objects after all effects, and how they came about.

>>> found = characteristics(position)
>>> found["bear"].power
3
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from clingo import Function, Symbol, SymbolType

from magistrate.bridge.positions.keys import MANA
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.programs import Session
from magistrate.bridge.records import Record
from magistrate.bridge.unmodelled import unmodelled

__all__ = ["Application", "Characteristics", "Keyword", "Known", "Waits", "characteristics", "known"]

ATTRIBUTES = ("name", "controller", "type", "supertype", "subtype", "color", "ability", "power", "toughness")


class Waits(Record):
    """An effect had to wait for another: `effect` and `source` name that one, `why` is the judge's word for
    the reason (existence, applies_to, does)."""

    effect: str
    source: str
    why: str


class Application(Record):
    """One effect applied to one object: `layer` as people write it (7b), `rule`, the effect's text and
    source, its time stamp, what it depends on, and the values of what it changed before and after."""

    layer: str
    rule: str
    effect: str
    source: str
    timestamp: int
    depends_on: tuple[Waits, ...]
    before: dict[str, tuple[str, ...]]
    after: dict[str, tuple[str, ...]]


class Keyword(NamedTuple):
    """A keyword ability, with the text of the ability that holds it and of what granted it."""

    name: str
    text: str = ""
    granted_by: str = ""


class Characteristics(Record):
    """An object's characteristics (109.3) as they are now. Words are lower-case rule-book terms, names as
    printed; power and toughness are None where it has none."""

    symbol: Symbol
    object: str
    zone: str
    names: tuple[str, ...]
    controller: str
    types: tuple[str, ...]
    supertypes: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    power: int | None
    toughness: int | None
    mana_value: int | None
    keywords: tuple[str, ...]
    abilities: tuple[str, ...]
    trace: tuple[Application, ...] = ()

    @property
    def name(self) -> str:
        return " // ".join(self.names)


class Known(Record):
    """All objects' characteristics, by symbol; `known["bear"]` takes a name as well. `unmodelled`: what was
    left out."""

    position: Position
    objects: dict[Symbol, Characteristics]
    unmodelled: tuple[Unmodelled, ...] = ()

    def __getitem__(self, key: str | Symbol) -> Characteristics:
        symbol = self.position.names.resolve(key) if isinstance(key, str) else key
        return self.objects[symbol]

    @cached_property
    def on_battlefield(self) -> list[Characteristics]:
        return [known for known in self.objects.values() if known.zone == "battlefield"]


def characteristics(position: Position, *, trace: bool = False, of: Iterable[Symbol] | None = None) -> Known:
    """What the objects of a position are, `of` some or of all. With `trace` each effect is applied on its
    own, so that every step is known."""
    extra = [Function("trace")] if trace else []
    session = Session("characteristics", position.facts, extra=extra)
    return known(position, session, trace=trace, of=of)


def known(
    position: Position, session: Session, *, trace: bool = False, of: Iterable[Symbol] | None = None
) -> Known:
    """Read the characteristics off a session in which they were worked out."""
    values: dict[str, defaultdict[Symbol, list[Symbol]]] = {}
    for name, arity in (
        ("name", 2), ("controller", 2), ("type", 2), ("supertype", 2), ("subtype", 2), ("color", 2),
        ("power", 2), ("toughness", 2), ("mana_value", 2), ("has", 3), ("has_keyword", 2), ("in_zone", 2),
    ):  # fmt: skip
        values[name] = defaultdict(list)
        for atom in session.atoms(name, arity):
            values[name][atom.arguments[0]].append(atom.arguments[1])
    texts = _texts(position.facts)
    told = _traces(position, session, texts) if trace else {}
    label = position.names.label
    wanted = list(of) if of is not None else sorted(values["in_zone"])
    found: dict[Symbol, Characteristics] = {}
    for o in wanted:
        abilities = sorted(values["has"][o])
        found[o] = Characteristics(
            symbol=o,
            object=label(o),
            zone=values["in_zone"][o][0].name if values["in_zone"][o] else "",
            names=tuple(sorted(map(_word, values["name"][o]))),
            controller=label(values["controller"][o][0]) if values["controller"][o] else "",
            types=_words(values["type"][o]),
            supertypes=_words(values["supertype"][o]),
            subtypes=_words(values["subtype"][o]),
            colors=_words(values["color"][o]),
            power=_number(values["power"][o]),
            toughness=_number(values["toughness"][o]),
            mana_value=_number(values["mana_value"][o]),
            keywords=_words(values["has_keyword"][o]),
            abilities=tuple(_ability(ability, texts) for ability in abilities),
            trace=tuple(told.get(o, ())),
        )
    return Known(position, found, unmodelled(position, wanted if of is not None else ()))


def _texts(facts: Iterable[Symbol]) -> dict[Symbol, str]:
    """What abilities are called: their text, or for keywords that something gives, their name."""
    texts: dict[Symbol, str] = {}
    keywords: dict[Symbol, tuple[str, Symbol | None]] = {}
    for fact in facts:
        if fact.name == "ability_text":
            texts[fact.arguments[0]] = fact.arguments[1].string
        elif fact.name == "keyword":
            ability, name, *more = fact.arguments
            if more or ability not in keywords:
                keywords[ability] = _word(name).capitalize(), more[0] if more else None
    for ability, (said, more_said) in keywords.items():
        if ability not in texts:
            texts[ability] = said + ("" if more_said is None else _argument(ability, more_said, texts))
    return texts


def _argument(ability: Symbol, argument: Symbol, texts: dict[Symbol, str]) -> str:
    """What belongs to a keyword: a cost of mana, or the text that says what."""
    if argument.type is SymbolType.Function and argument.name == "mana":
        from magistrate.bridge.explain.costs import cost_text

        return f" {cost_text(argument)}"
    if argument.type is SymbolType.Number:
        return f" {argument.number}"
    return f" (“{_outer_text(ability, texts)}”)"


def _ability(ability: Symbol, texts: dict[Symbol, str]) -> str:
    """What to call an ability; one without a text of its own by that of what gives it."""
    if ability in texts:
        return texts[ability]
    return f"an ability given by “{_outer_text(ability, texts)}”" if ability.name == "a" else _word(ability)


_LETTERS = {color: letter for letter, color in MANA.items()}


def _words(symbols: Iterable[Symbol]) -> tuple[str, ...]:
    return tuple(sorted({_word(symbol) for symbol in symbols}))


def _word(symbol: Symbol) -> str:
    if symbol.type is SymbolType.String:
        return symbol.string
    if symbol.type is SymbolType.Number:
        return str(symbol.number)
    if symbol.name == "with_word":
        name, word, after = symbol.arguments
        words = _word(name).split()
        place = after.number if after.type is SymbolType.Number else len(words)
        return " ".join([*words[:place], word.string, *words[place:]])
    if symbol.name == "every":
        return f"every {_word(symbol.arguments[0])} type"
    if symbol.name == "keyword_counter":
        return f"{_word(symbol.arguments[0])} (a counter)"
    if symbol.name == "land_mana":
        return f"{{T}}: Add {{{_LETTERS[_word(symbol.arguments[0])]}}}."
    return symbol.name.replace("_", " ") if not symbol.arguments else str(symbol)


def _number(symbols: list[Symbol]) -> int | None:
    return sum(symbol.number for symbol in symbols) if symbols else None


def _traces(
    position: Position, session: Session, texts: dict[Symbol, str]
) -> dict[Symbol, list[Application]]:
    """For each object the effects that were applied to it, in order."""
    sees: dict[tuple[Symbol, str], Symbol] = {}
    for atom in session.atoms("sees", 3):
        moment, attribute, version = atom.arguments
        sees[moment, attribute.name] = version
    values: defaultdict[tuple[Symbol, str, Symbol], list[Symbol]] = defaultdict(list)
    for atom in session.atoms("val", 4):
        version, attribute, o, value = atom.arguments
        values[version, attribute.name, o].append(value)
    stamps = {atom.arguments[0]: atom.arguments[1].number for atom in session.atoms("stamp", 2)}
    layers = {
        a.arguments[0]: (a.arguments[1].string, a.arguments[2].string) for a in session.atoms("layer_name", 3)
    }
    waits: defaultdict[tuple[Symbol, Symbol], list[Waits]] = defaultdict(list)
    label = position.names.label

    def name_of(effect: Symbol) -> tuple[str, str]:
        source, text = _effect(effect, session, texts)
        return text, label(source) if source is not None else str(effect)

    for atom in session.atoms("depends", 4):
        moment, effect, other, why = atom.arguments
        text, source = name_of(other)
        waits[moment.arguments[0], effect].append(Waits(text, source, why.name))
    touched: defaultdict[Symbol, set[tuple[str, Symbol]]] = defaultdict(set)
    hidden = {atom.arguments[0].name for atom in session.atoms("hidden_attribute", 1)}
    for atom in session.atoms("touches", 3):
        version, attribute, o = atom.arguments
        if attribute.name in hidden:
            continue
        touched[version].add((attribute.name, o))
    told: defaultdict[Symbol, list[Application]] = defaultdict(list)
    order = sorted(session.atoms("applied", 3), key=lambda a: (a.arguments[0].number, a.arguments[1].number))
    for atom in order:
        layer, step, effect = atom.arguments
        moment = Function("", [layer, step])
        version = Function("", [layer, step, effect])
        text, source = name_of(effect)
        by_object: defaultdict[Symbol, list[str]] = defaultdict(list)
        for what, changed in sorted(touched[version]):
            by_object[changed].append(what)
        for o, attributes in by_object.items():
            before = {
                a: _shown(values[sees[moment, a], a, o], texts) for a in attributes if (moment, a) in sees
            }
            after = {a: _shown(values[version, a, o], texts) for a in attributes}
            name, rule = layers[layer]
            depends = tuple(dict.fromkeys(waits[layer, effect]))
            told[o].append(
                Application(name, rule, text, source, stamps.get(effect, 0), depends, before, after)
            )
    return told


def _shown(symbols: list[Symbol], texts: dict[Symbol, str]) -> tuple[str, ...]:
    shown = []
    for symbol in symbols:
        if symbol.type is SymbolType.Function and not symbol.name and len(symbol.arguments) == 2:
            symbol = symbol.arguments[0]
            shown.append(_ability(symbol, texts))
        else:
            shown.append(_word(symbol))
    return tuple(sorted(shown))


def _effect(effect: Symbol, session: Session, texts: dict[Symbol, str]) -> tuple[Symbol | None, str]:
    """The source of an effect, and its text."""
    arguments = effect.arguments
    if effect.name == "e":
        ability = arguments[1]
        return arguments[0], texts.get(ability) or _outer_text(ability, texts)
    if effect.name == "k":
        return arguments[0], f"{_word(arguments[1])} counters"
    if effect.name == "s":
        return arguments[0], f"name sticker {arguments[1]}"
    for atom in session.atoms("effect_of", 5):
        if atom.arguments[0] == effect:
            return atom.arguments[2], _outer_text(atom.arguments[1], texts)
    return None, str(effect)


def _outer_text(ability: Symbol, texts: dict[Symbol, str]) -> str:
    while ability not in texts and ability.arguments and ability.arguments[0].type is SymbolType.Function:
        ability = ability.arguments[0]
    return texts.get(ability, _word(ability))
