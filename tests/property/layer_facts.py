"""Boards for the layer system: a small description of objects and effects, and the facts that it stands for.

Words are those of the judge's vocabulary, as Python tuples: ("add", "type", "creature"), ("compare", "power",
"less", 3). A filter is a `Filter`, wherever it stands; an ability that another one grants is an `Ability`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import clingo

Term = Any
"""A word, a number, a tuple that starts with a word, a Filter or an Ability; ("list", ...) is a list."""


@dataclass(frozen=True)
class Filter:
    """What fits: all literals, and one of the alternatives if there are any."""

    literals: tuple[Term, ...]
    either: tuple[Filter, ...] = ()


@dataclass(frozen=True)
class Ability:
    """`changes`: layer, whom, what. `keyword`: the word, for an ability that is just that."""

    changes: tuple[tuple[str, Term, Term], ...] = ()
    conditions: tuple[Term, ...] = ()
    keyword: str | None = None
    cda: bool = False


@dataclass(frozen=True)
class Face:
    types: frozenset[str]
    subtypes: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    power: int | None = None
    toughness: int | None = None
    mana_value: int = 0
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class Thing:
    """An object: `face` is an index into the board's faces, `attached_to` and `copy_of` into its things."""

    face: int
    owner: int
    zone: str
    timestamp: int
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | None = None
    copy_of: int | None = None
    face_down: bool = False


@dataclass(frozen=True)
class Lasting:
    """An effect that a resolution began: `locked` is the set it affects where its text says "each"."""

    ability: Ability
    source: int
    by: int
    timestamp: int
    target: int
    locked: frozenset[int]


@dataclass(frozen=True)
class Board:
    faces: tuple[Face, ...]
    things: tuple[Thing, ...]
    lasting: tuple[Lasting, ...]
    active: int = 1


# Facts


@dataclass
class Writer:
    """Turns a board into facts. `number(i)` is the number of the i-th object."""

    number: list[int]
    lines: list[str] = field(default_factory=list)
    abilities: dict[str, Ability] = field(default_factory=dict)

    def add(self, text: str) -> None:
        self.lines.append(text)

    def board(self, board: Board) -> None:
        self.add(f"active(p({board.active}))")
        self.add("step(precombat_main)")
        for player in (1, 2):
            self.add(f"player(p({player}))")
            self.add(f"seat(p({player}),{player})")
            self.add(f"life(p({player}),20)")
        for index, face in enumerate(board.faces):
            self.face(f'c("F{index}")', face)
        for index, thing in enumerate(board.things):
            self.thing(self.object(index), thing)
        for index, effect in enumerate(board.lasting):
            self.lasting(f"r({index})", effect)

    def object(self, index: int) -> str:
        return f"o({self.number[index]})"

    def face(self, c: str, face: Face) -> None:
        self.add(f"face_name({c},{c[2:-1]})")
        self.add(f"mana_value({c},{face.mana_value})")
        for predicate, values in (
            ("card_type", face.types), ("card_subtype", face.subtypes), ("card_supertype", face.supertypes),
            ("card_color", face.colors),
        ):  # fmt: skip
            for value in values:
                self.add(f"{predicate}({c},{value})")
        if face.power is not None:
            self.add(f"card_power({c},{face.power})")
            self.add(f"card_toughness({c},{face.toughness})")
        for index, ability in enumerate(face.abilities, 1):
            self.add(f"ability({c},a({c},{index}))")
            self.ability(f"a({c},{index})", ability, "keyword" if ability.keyword else "static")

    def ability(self, ab: str, ability: Ability, kind: str) -> None:
        self.abilities[ab] = ability
        self.add(f"kind({ab},{kind})")
        if ability.keyword:
            self.add(f"keyword({ab},{ability.keyword})")
        if ability.cda:
            self.add(f"cda({ab})")
        inner = Inner(self, ab)
        for condition in ability.conditions:
            self.add(f"condition({ab},{inner.term(condition)})")
        for index, (layer, whom, what) in enumerate(ability.changes, 1):
            self.add(f"change({ab},{index},{layer},{inner.term(whom)},{inner.term(what)})")

    def thing(self, o: str, thing: Thing) -> None:
        self.add(f"object({o})")
        self.add(f"in_zone({o},{thing.zone})")
        self.add(f"owner({o},p({thing.owner}))")
        if thing.zone == "battlefield":
            self.add(f"base_controller({o},p({thing.owner}))")
        self.add(f'face({o},c("F{thing.face}"))')
        self.add(f"timestamp({o},{thing.timestamp})")
        for kind, many in thing.counters:
            self.add(
                f"counters({o},{kind},{many})" if kind.isidentifier() else f'counters({o},"{kind}",{many})'
            )
        if thing.attached_to is not None:
            self.add(f"attached_to({o},{self.object(thing.attached_to)})")
        if thing.copy_of is not None:
            self.add(f"copy_of({o},{self.object(thing.copy_of)})")
        if thing.face_down:
            self.add(f"face_down({o})")

    def lasting(self, e: str, effect: Lasting) -> None:
        ab = f'a(c("L"),{e[2:-1]})'
        self.ability(ab, effect.ability, "lasting")
        self.add(f"effect_of({e},{ab},{self.object(effect.source)},p({effect.by}),{effect.timestamp})")
        self.add(f"effect_target({e},1,1,{self.object(effect.target)})")
        self.add(f"locked_set({e})")
        for index in effect.locked:
            self.add(f"locked({e},{self.object(index)})")


class Inner:
    """Terms inside one ability: its filters and what it grants get numbers of their own."""

    def __init__(self, writer: Writer, ab: str) -> None:
        self.writer, self.ab, self.filters, self.granted = (
            writer,
            ab,
            dict[Filter, str](),
            dict[Ability, str](),
        )

    def term(self, term: Term) -> str:
        match term:
            case Filter():
                return self.filter(term)
            case Ability():
                if term not in self.granted:
                    self.granted[term] = name = f"a({self.ab},{len(self.granted) + 1})"
                    self.writer.ability(name, term, "keyword" if term.keyword else "static")
                return self.granted[term]
            case ("list", *items):
                text = "()"
                for item in reversed(items):
                    text = f"({self.term(item)},{text})"
                return text
            case (word,):
                return str(word)
            case (word, *rest):
                return f"{word}({','.join(map(self.term, rest))})"
            case str() if not term.isidentifier():
                return f'"{term}"'
        return str(term)

    def filter(self, wanted: Filter) -> str:
        if wanted in self.filters:
            return self.filters[wanted]
        self.filters[wanted] = name = f"f({self.ab},{len(self.filters) + 1})"
        for index, literal in enumerate(wanted.literals, 1):
            self.writer.add(f"filter({name},{index},{self.term(literal)})")
        for other in wanted.either:
            self.writer.add(f"either({name},{self.filter(other)})")
        return name


def facts(board: Board, number: list[int] | None = None) -> tuple[list[clingo.Symbol], dict[str, Ability]]:
    """The facts of a board, and its abilities by the term that names them."""
    writer = Writer(number or list(range(1, len(board.things) + 1)))
    writer.board(board)
    return [clingo.parse_term(line) for line in writer.lines], writer.abilities
