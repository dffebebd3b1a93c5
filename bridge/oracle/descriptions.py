"""What something is or becomes (CR 205.1, 613.1): `1/1 green Elemental creature with flying that's still a land`."""

from __future__ import annotations

from copy import copy
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Choice, Rule, form, many, mapped, maybe, one_of, table, word
from .keywords import granted
from .nouns import card_name
from .parts import Part, base_pt, both, change, grant, set_pt
from .tables import BASIC_LAND_TYPES, CLASS_OF, COLORS, SUBTYPES, SUPERTYPES, TYPE_WORDS
from .terms import Ability, Change, Listed, Term, Text
from .values import plain_pt

_type = one_of(
    table({k: ("type", v) for k, v in TYPE_WORDS.items()}, "a card type"),
    table({k: ("subtype", v) for k, v in SUBTYPES.items()}, "a subtype"),
    table({s: ("supertype", s) for s in SUPERTYPES}, "a supertype"),
    table({c: ("color", c) for c in COLORS} | {"colorless": ("color", "colorless")}, "a colour"),
)


class Description(Part):
    """What a noun phrase after "is a" or "becomes a" says: colours, types, power and toughness, abilities."""

    def __init__(self) -> None:
        super().__init__(lambda whom: self.parts()(whom))
        self.colors: list[str] = []
        self.colorless = False
        self.types: list[str] = []
        self.subtypes: list[Term] = []
        self.supertypes: list[str] = []
        self.every: tuple[str, ...] = ()  # classes of which it has all subtypes
        self.pt: Part | None = None
        self.keeps_types = False
        self.keeps_colors = False
        self.keeps_land_types = False
        self.abilities: list[Ability] = []
        self.only = False  # the text goes on to say that other card types are lost
        self.name = ""

    def take(self, words: list[tuple[str, str]]) -> None:
        for sort, word_ in words:
            if sort == "color":
                if word_ == "colorless":
                    self.colorless = True
                else:
                    self.colors.append(word_)
            elif sort == "type":
                self.types.append(word_)
            elif sort == "subtype":
                self.subtypes.append(word_)
            else:
                self.supertypes.append(word_)

    def losing_others(self) -> Part:
        alone = copy(self)
        alone.make, alone.only = (lambda whom: alone.parts()(whom)), True
        return alone

    def keeping(self) -> Part:
        kept = copy(self)
        kept.keeps_types = True
        kept.make = lambda whom: kept.parts()(whom)
        return kept

    def parts(self) -> Part:
        """The changes, in the order of the layers (205.1a, 205.1b, 305.7, 613.1)."""
        found: list[Part] = []
        if self.name:
            found.append(change("text", ("set_name", Text(self.name))))
        found.append(change("type", *self._type_changes()))
        if self.colorless:
            found.append(change("color", ("set_colors", Listed())))
        elif self.colors:
            how = "add_colors" if self.keeps_colors else "set_colors"
            found.append(change("color", (how, Listed(tuple(self.colors)))))
        if self.abilities:
            found.append(grant(self.abilities))
        if self.pt:
            found.append(self.pt)
        return both(*found)

    def _type_changes(self) -> list[Term]:
        by_class: dict[str, list[str]] = {}
        for sub in self.subtypes:
            by_class.setdefault(CLASS_OF[sub], []).append(sub)
        land = by_class.get("land", [])
        changes: list[Term] = []
        artifact_creature = sorted(self.types) == ["artifact", "creature"]
        keeps = self.keeps_types
        if keeps:
            changes += [("add", "type", t) for t in self.types]
            changes += [("add", "subtype", s) for s in self.subtypes]
        elif land and not self.types and len(by_class) == 1:
            if self.keeps_land_types:
                changes += [("add", "subtype", s) for s in land]
            elif all(s in BASIC_LAND_TYPES for s in land):
                changes.append(("set_land_types", Listed(tuple(land))))
            else:
                changes.append(("set_subtypes", "land", Listed(tuple(land))))
        elif artifact_creature and not self.only:
            changes += [("add", "type", t) for t in self.types]
            changes += self._replaced(by_class)
        else:
            if self.types:
                changes.append(("set_types", Listed(tuple(self.types))))
            changes += self._replaced(by_class)
        changes += [("add", "supertype", s) for s in self.supertypes]
        changes += [("add", "subtype", ("every", kind)) for kind in self.every]
        return changes

    @staticmethod
    def _replaced(by_class: dict[str, list[str]]) -> list[Term]:
        return [("set_subtypes", kind, Listed(tuple(words))) for kind, words in by_class.items()]


def _type_words(stream: Any, at: int) -> Result:
    """Colours, supertypes, subtypes and types in a row, joined by nothing, commas or "and"."""
    found: list[tuple[str, str]] = []
    index = at
    while True:
        start = index
        if found and start < len(stream) and stream[start] == ",":
            start += 1
        if found and start < len(stream) and stream[start] == "and":
            start += 1
        result = _type(stream, start)
        if not result.status or (stream[start] in SUBTYPES and not stream.raw[start][0].isupper()):
            break
        found.append(result.value)
        index = result.index
    if not found:
        return Result.failure(at, "a type or colour")
    return Result.success(index, found)


type_list = Rule(_type_words)

_keeping = one_of(
    form("in addition to its|their|his|her other types", give="types"),
    form("in addition to its|their|his|her other creature types", give="types"),
    form("in addition to its|their|his|her other land types", give="types"),
    form("in addition to its|their|his|her other artifact types", give="types"),
    form("in addition to its|their|his|her other colors and types", give="both"),
    form("in addition to its|their|his|her other colors", give="colors"),
    form("in addition to its|their|his|her other types and colors", give="both"),
    form("that's|that're still a|an {}", type_list, make=lambda words: "types"),
    form(". it's|he's|she's still a|an {}", type_list, make=lambda words: "types"),
    form(". they're still {}", type_list, make=lambda words: "types"),
    form("that is|are still {}", type_list, make=lambda words: "types"),
    form("instead of its|their other types and|or colors", give="replace"),
    form("in addition to its|their|his|her other supertypes", give="types"),
)


traits = one_of(
    form("with all creature types", give=("every", "creature")),
    form("with {} , {}", base_pt, mapped(granted, lambda a: a), make=lambda p, a: ("both", p, a)),
    form("with {} and {}", base_pt, mapped(granted, lambda a: a), make=lambda p, a: ("both", p, a)),
    form("with {} and {}", mapped(granted, lambda a: a), base_pt, make=lambda a, p: ("both", p, a)),
    form(
        "with power equal to {} and toughness equal to {}",
        grammar.value,
        grammar.value,
        make=lambda p, t: ("pt", set_pt((p, t))),
    ),
    form("with {}", base_pt, make=lambda p: ("pt", p)),
    form("with {}", granted, make=lambda a: ("abilities", a)),
    form("with power and toughness each equal to {}", grammar.value, make=lambda v: ("pt", set_pt((v, v)))),
    form("with power and toughness equal to {}", grammar.value, make=lambda v: ("pt", set_pt((v, v)))),
)


def describe(pt: Any, words: list[tuple[str, str]], name: str | None, extras: list[Any]) -> Part:
    described = Description()
    described.take(words)
    if name:
        described.name = name
    if pt is not None:
        described.pt = set_pt(pt)
    for extra in extras:
        if isinstance(extra, str):
            if extra in ("types", "both"):
                described.keeps_types = True
                described.keeps_colors = extra == "both"
            elif extra == "colors":
                described.keeps_colors = True
        else:
            if extra[0] == "named":
                described.name = extra[1]
            if extra[0] == "every":
                described.every = extra[1:]
            if extra[0] in ("pt", "both"):
                described.pt = extra[1]
            if extra[0] == "both":
                described.abilities = extra[2]
            elif extra[0] == "abilities":
                described.abilities = extra[1]
    if described.keeps_types and not described.keeps_colors and described.colors and not words_types(words):
        described.keeps_colors = True
    return described


def words_types(words: list[tuple[str, str]]) -> bool:
    """Whether the words name a type or subtype."""
    return any(sort in ("type", "subtype", "supertype") for sort, _ in words)


def _with(supertype: str | None, words: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return words if supertype is None else [("supertype", supertype), *words]


description = one_of(
    form(
        "{} {} {} {} {}",
        maybe(word("legendary", "snow")),
        maybe(plain_pt),
        type_list,
        maybe(form("named {}", card_name)),
        many(one_of(_keeping, traits, form("named {}", card_name, make=lambda name: ("named", name)))),
        make=lambda before, pt, words, *rest: describe(pt, _with(before, words), *rest),
    ),
    name="a description",
)
"""`1/1 green Elemental creature with flying that's still a land` -> Part."""

exception = Choice([], "what the copy is besides")
"""`, except it's 1/1` behind a copy (707.9) -> Ability of kind `lasting` with changes of `self`; `exceptions` says what."""

_every_type = one_of(
    form("every creature type", give=change("type", ("add", "subtype", ("every", "creature")))),
    form("every basic land type in addition to its|their|his|her other types", give=change(
        "type", *(("add", "subtype", t) for t in BASIC_LAND_TYPES))),
    form("every basic land type", give=change("type", ("set_land_types", Listed(BASIC_LAND_TYPES)))),
    form("every land type in addition to its|their|his|her other types",
        give=change("type", ("add", "subtype", ("every", "land")))),
    form("every land type", give=change("type", ("add", "subtype", ("every", "land")))),
    form("every nonbasic land type", give=change("type", ("add", "subtype", ("every", "nonbasic_land")))),
    form("all colors", give=change("color", ("set_colors", Listed(tuple(COLORS))))),
    form("all colors and every creature type", give=both(
        change("type", ("add", "subtype", ("every", "creature"))),
        change("color", ("set_colors", Listed(tuple(COLORS)))))),
    form("the chosen color|colors in addition to its|their|his|her other colors",
        give=change("color", ("add_colors", Listed((("chosen", "color"),))))),
    form("the chosen color", give=change("color", ("set_colors", Listed((("chosen", "color"),))))),
    form("the chosen type in addition to its|their|his|her other types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type")))),
    form("the chosen creature type in addition to its|their|his|her other types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type")))),
    form("the chosen type in addition to its|their|his|her other creature types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type")))),
    form("no longer {}", type_list, make=lambda words: remove(words)),
    form("legendary", give=change("type", ("add", "supertype", "legendary"))),
    form("snow", give=change("type", ("add", "supertype", "snow"))),
    form("a copy of {} {}", grammar.reference, exception, make=lambda r, e: change("copy", ("becomes_except", r, e))),
    form("copies of {}", grammar.reference, make=lambda r: change("copy", ("becomes", r))),
    form("a copy of {}", grammar.reference, make=lambda r: change("copy", ("becomes", r))),
    form("one of the chosen types", give=change("type", ("add", "subtype", ("chosen", "creature_type")))) ,
)  # fmt: skip


def remove(words: list[tuple[str, str]]) -> Part:
    return change("type", *(("remove", sort, word_) for sort, word_ in words if sort != "color"))


is_phrase = one_of(
    _every_type,
    form("goaded", give=Part(lambda whom: [("states", ("goaded", whom))])),
    form("also a|an {}", type_list, make=lambda words: _also(words)),
    form("that creature type", give=change("type", ("set_subtypes", "creature", Listed(("mode_type",))))),
    form("that type", give=change("type", ("set_subtypes", "creature", Listed(("that_type",))))),
    form("the chosen type", give=Part(lambda whom: _chosen_type(whom))),
    form("a|an {}", description),
    form("not a|an {}", type_list, make=remove),
    description,
    name="what it is",
)


def _chosen_type(whom: Term) -> list[Any]:
    """`is the chosen type`: of lands a basic land type (305.7), of creatures a creature type."""
    if isinstance(whom, tuple) and whom[0] == "each" and ("type", "land") in whom[1].literals:
        return [Change("type", whom, ("set_land_types", Listed((("chosen", "basic_land_type"),))))]
    return [Change("type", whom, ("set_subtypes", "creature", Listed((("chosen", "creature_type"),))))]


def _also(words: list[tuple[str, str]]) -> Part:
    described = Description()
    described.take(words)
    described.keeps_types = described.keeps_colors = True
    return described
