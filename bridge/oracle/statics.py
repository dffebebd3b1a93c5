"""Static sentences that change what objects are (CR 604, 611.3, 613): subject, verb phrases, when it holds."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, listed, many, mapped, maybe, memo, one_of, position, table, word
from .conditions import while_clause
from .keywords import granted
from .nouns import card_name
from .tables import BASIC_LAND_TYPES, CLASS_OF, COLORS, SUBTYPES, SUPERTYPES, TYPE_WORDS
from .terms import (
    Ability,
    Change,
    Filter,
    Listed,
    Pronoun,
    Term,
    Text,
    conditions_of,
    each,
    replace_pronouns,
    substitute,
)
from .values import for_each, plain_pt, scaled, signed_pt, where_x
from .words import keyword_name


class Part:
    """What a verb phrase says: called with a subject it gives Changes and ("states", statement) pairs."""

    def __init__(self, make: Callable[[Term], list[Any]]) -> None:
        self.make = make

    def __call__(self, whom: Term) -> list[Any]:
        return self.make(whom)

    def keeping(self) -> Part:
        """The same, where a later sentence says "It's still a land." (205.1b)."""
        return self


class _Several(Part):
    def __init__(self, parts: tuple[Part, ...]) -> None:
        super().__init__(lambda whom: [made for part in parts for made in part(whom)])
        self.parts = parts

    def keeping(self) -> Part:
        return _Several(tuple(p.keeping() for p in self.parts))


def change(layer: str, *whats: Term) -> Part:
    """Changes of one layer."""
    return Part(lambda whom: [Change(layer, whom, what) for what in whats])


def both(*parts: Part) -> Part:
    """Several verb phrases with one subject."""
    return _Several(parts)


# --- gets +1/+1 -----------------------------------------------------------------------------------------------------


def _add(amounts: tuple[Term, Term], by: Term = None) -> Part:
    power, toughness = amounts
    if by is not None:
        power, toughness = scaled(power, by), scaled(toughness, by)
    changes = []
    changes.append(("power", power))
    changes.append(("toughness", toughness))
    kept = [c for c in changes if c[1] != 0] or changes
    return change("pt_add", *kept)


def _add_where(amounts: tuple[Term, Term], x: Term) -> Part:
    return _add((substitute(amounts[0], "x", x), substitute(amounts[1], "x", x)))


gets_for_each = _add
"""+N/+N for each of something -> Part."""

gets = one_of(
    form("{} {}", signed_pt, for_each, make=_add),
    form("an additional {} {}", signed_pt, for_each, make=_add),
    form(
        "{} (,) where x is {} (,) and y is {}",
        signed_pt,
        grammar.value,
        grammar.value,
        make=lambda a, x, y: _add(tuple(substitute(substitute(v, "x", x), "y", y) for v in a)),
    ),
    form("{} {}", signed_pt, where_x, make=_add_where),
    form(
        "{} {} and {} {}",
        signed_pt,
        for_each,
        signed_pt,
        for_each,
        make=lambda a, x, b, y: both(_add(a, x), _add(b, y)),
    ),
    form("an additional {}", signed_pt, make=_add),
    mapped(signed_pt, _add),
    name="+N/+N",
)

# --- has ------------------------------------------------------------------------------------------------------------


def _grant(abilities: list[Ability]) -> Part:
    return change("ability", *(("grant", a) for a in abilities))


def _set_pt(pair: tuple[Term, Term], layer: str = "pt_set") -> Part:
    return change(layer, ("power", pair[0]), ("toughness", pair[1]))


def _set_where(pair: tuple[Term, Term], x: Term) -> Part:
    return _set_pt((substitute(pair[0], "x", x), substitute(pair[1], "x", x)))


_base_pt = one_of(
    form("base power and toughness {} {}", plain_pt, where_x, make=_set_where),
    form("base power and toughness {}", plain_pt, make=_set_pt),
    form("base power and toughness each equal to {}", grammar.value, make=lambda v: _set_pt((v, v))),
    form("base power and base toughness each equal to {}", grammar.value, make=lambda v: _set_pt((v, v))),
    form(
        "base power {} and base toughness {}", grammar.value, grammar.value, make=lambda a, b: _set_pt((a, b))
    ),
    form("base power equal to {}", grammar.value, make=lambda v: change("pt_set", ("power", v))),
    form("base toughness equal to {}", grammar.value, make=lambda v: change("pt_set", ("toughness", v))),
    form("base power {}", grammar.value, make=lambda v: change("pt_set", ("power", v))),
    form("base toughness {}", grammar.value, make=lambda v: change("pt_set", ("toughness", v))),
)

has = one_of(
    form(
        "the chosen creature type in addition to its|their other types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type"))),
    ),
    _base_pt,
    form("{} and {}", _base_pt, mapped(granted, _grant), make=both),
    mapped(granted, _grant),
    form(
        "all activated abilities of {}",
        grammar.whom,
        make=lambda r: change("ability", ("activated_abilities_of", r)),
    ),
    name="what it has",
)

_cant_have = one_of(
    form("have or gain {}", listed(keyword_name, "or|and"), make=lambda ks: change(
        "ability", *(("cant_have", k) for k in ks))),
    form("have {}", listed(keyword_name, "or|and"), make=lambda ks: change("ability", *(("cant_have", k) for k in ks))),
)  # fmt: skip

# --- loses ----------------------------------------------------------------------------------------------------------


def _lose(keywords: list[Term]) -> Part:
    return change("ability", *(("lose_keyword", k) for k in keywords))


loses = one_of(
    form("all abilities except mana abilities", give=change("ability", ("lose_all_except", "mana"))),
    form("all abilities", give=change("ability", "lose_all")),
    form("all other abilities", give=change("ability", "lose_all")),
    form("all creature types", give=change("type", ("set_subtypes", "creature", Listed()))),
    form("all colors", give=change("color", ("set_colors", Listed()))),
    form("all land types and abilities", give=both(
        change("type", ("set_subtypes", "land", Listed())), change("ability", "lose_all"))),
    mapped(listed(keyword_name, "and|or"), _lose),
    name="what it loses",
)  # fmt: skip

# --- is: descriptions -----------------------------------------------------------------------------------------------

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
        self.pt: Part | None = None
        self.keeps_types = False
        self.keeps_colors = False
        self.keeps_land_types = False
        self.abilities: list[Ability] = []
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
            found.append(_grant(self.abilities))
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
        elif artifact_creature:
            changes += [("add", "type", t) for t in self.types]
            changes += self._replaced(by_class)
        else:
            if self.types:
                changes.append(("set_types", Listed(tuple(self.types))))
            changes += self._replaced(by_class)
        changes += [("add", "supertype", s) for s in self.supertypes]
        return changes

    @staticmethod
    def _replaced(by_class: dict[str, list[str]]) -> list[Term]:
        return [("set_subtypes", kind, Listed(tuple(words))) for kind, words in by_class.items()]


_words_of_type = one_of(
    form("{}", Rule(lambda stream, at: _type_words(stream, at))),
)


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


def _type_word_list(stream: Any, at: int) -> Result:
    return _type_words(stream, at)


_type_list = Rule(_type_word_list)

_keeping = one_of(
    form("in addition to its|their other types", give="types"),
    form("in addition to its|their other creature types", give="types"),
    form("in addition to its|their other land types", give="types"),
    form("in addition to its|their other artifact types", give="types"),
    form("in addition to its|their other colors and types", give="both"),
    form("in addition to its|their other colors", give="colors"),
    form("in addition to its|their other types and colors", give="both"),
    form("that's|that're still a|an {}", _type_list, make=lambda words: "types"),
    form(". it's still a|an {}", _type_list, make=lambda words: "types"),
    form(". they're still {}", _type_list, make=lambda words: "types"),
    form("that is|are still {}", _type_list, make=lambda words: "types"),
    form("instead of its|their other types and|or colors", give="replace"),
    form("in addition to its|their other supertypes", give="types"),
)


def _with_one(described: Any) -> Any:
    return described


_with = one_of(
    form("with {} and {}", _base_pt, mapped(granted, lambda a: a), make=lambda p, a: ("both", p, a)),
    form("with {}", _base_pt, make=lambda p: ("pt", p)),
    form("with {}", granted, make=lambda a: ("abilities", a)),
    form("with power and toughness each equal to {}", grammar.value, make=lambda v: ("pt", _set_pt((v, v)))),
    form("with power and toughness equal to {}", grammar.value, make=lambda v: ("pt", _set_pt((v, v)))),
)


def _describe(pt: Any, words: list[tuple[str, str]], name: str | None, extras: list[Any]) -> Part:
    described = Description()
    described.take(words)
    if name:
        described.name = name
    if pt is not None:
        described.pt = _set_pt(pt)
    for extra in extras:
        if isinstance(extra, str):
            if extra in ("types", "both"):
                described.keeps_types = True
                described.keeps_colors = extra == "both"
            elif extra == "colors":
                described.keeps_colors = True
        else:
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


description = one_of(
    form(
        "{} {} {} {}",
        maybe(plain_pt),
        _type_list,
        maybe(form("named {}", card_name)),
        many(one_of(_keeping, _with)),
        make=_describe,
    ),
    name="a description",
)
"""`1/1 green Elemental creature with flying that's still a land` -> Part."""

_every_type = one_of(
    form("every creature type", give=change("type", ("add", "subtype", ("every", "creature")))),
    form("every basic land type in addition to its|their other types", give=change(
        "type", *(("add", "subtype", t) for t in BASIC_LAND_TYPES))),
    form("every basic land type", give=change("type", ("set_land_types", Listed(BASIC_LAND_TYPES)))),
    form("every land type", give=change("type", ("add", "subtype", ("every", "land")))),
    form("every nonbasic land type", give=change("type", ("add", "subtype", ("every", "nonbasic_land")))),
    form("all colors", give=change("color", ("set_colors", Listed(tuple(COLORS))))),
    form("all colors and every creature type", give=both(
        change("type", ("add", "subtype", ("every", "creature"))),
        change("color", ("set_colors", Listed(tuple(COLORS)))))),
    form("the chosen color", give=change("color", ("set_colors", Listed((("chosen", "color"),))))),
    form("the chosen color|colors in addition to its|their other colors",
        give=change("color", ("add_colors", Listed((("chosen", "color"),))))),
    form("the chosen type in addition to its|their other types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type")))),
    form("the chosen creature type in addition to its|their other types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type")))),
    form("the chosen type in addition to its|their other creature types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type")))),
    form("no longer {}", _type_list, make=lambda words: _remove(words)),
    form("legendary", give=change("type", ("add", "supertype", "legendary"))),
    form("snow", give=change("type", ("add", "supertype", "snow"))),
    form("a copy of {}", grammar.reference, make=lambda r: change("copy", ("becomes", r))),
    form("one of the chosen types", give=change("type", ("add", "subtype", ("chosen", "creature_type")))) ,
)  # fmt: skip


def _remove(words: list[tuple[str, str]]) -> Part:
    return change("type", *(("remove", sort, word_) for sort, word_ in words if sort != "color"))


def _chosen_land(whom: Term) -> list[Any]:
    kind = "chosen", "basic_land_type"
    return [Change("type", whom, ("set_land_types", Listed((kind,))))]


describe, type_list, traits = _describe, _type_list, _with
"""The parts of `description`, for tokens."""

is_phrase = one_of(
    _every_type,
    form("goaded", give=Part(lambda whom: [("states", ("goaded", whom))])),
    form("also a|an {}", _type_list, make=lambda words: _also(words)),
    form("the chosen type", give=Part(lambda whom: _chosen_type(whom))),
    form("a|an {}", description),
    form("not a|an {}", _type_list, make=_remove),
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


# --- statements about characteristics -------------------------------------------------------------------------------


def _state(functor: str, *arguments: Term) -> Part:
    return Part(lambda whom: [("states", (functor, whom, *arguments))])


_assigns = one_of(
    form("combat damage equal to its|their toughness rather than its|their power",
        give=_state("assigns_damage", "toughness")),
    form("no combat damage", give=_state("assigns_damage", "none")),
)  # fmt: skip

_special = one_of(
    form(
        "doesn't|don't untap during its|their controller's|controllers' untap step|steps",
        give=_state("doesnt_untap"),
    ),
    form("doesn't|don't untap during your untap step", give=_state("doesnt_untap_yours")),
    form("can't have counters put on it|them", give=_state("cant_have_counters")),
    form("can't be regenerated", give=_state("cant_be_regenerated")),
    form("assign|assigns {}", _assigns),
    form("can't be countered", give=_state("cant_be_countered")),
)

statement = mapped(grammar.statements, lambda made: Part(lambda whom: [("states", s) for s in made(whom)]))

verb = memo(
    one_of(
        form("(each) (also) get|gets {}", gets),
        form("(each) (also) has|have {}", has),
        form("gain|gains {}", has),
        form("lose|loses {}", loses),
        form("is|are|becomes|become {}", is_phrase),
        form("isn't|aren't a|an {}", _type_list, make=_remove),
        form("isn't|aren't {}", _type_list, make=_remove),
        form("can't {}", _cant_have),
        _special,
        statement,
        name="a verb",
    )
)
"""A verb phrase of a static sentence -> Part."""


def _verbs(stream: Any, at: int) -> Result:
    """Verb phrases joined by commas and "and"."""
    result = verb(stream, at)
    if not result.status:
        return result
    parts = [result.value]
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", "and"):
        start = index
        if stream[start] == ",":
            start += 1
        if start < len(stream) and stream[start] in ("and", "but"):
            start += 1
        if start < len(stream) and stream[start] == "it" and start + 1 < len(stream):
            start += 1
        result = verb(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            break
        parts.append(result.value)
        index = result.index
    return Result(True, index, both(*parts), furthest, expected)


verbs = Rule(_verbs)


# --- sentences ------------------------------------------------------------------------------------------------------


def _per_object(condition: Term, whom: Term) -> tuple[Term, tuple[Term, ...]]:
    """The subject and conditions, where a condition speaks of the subject.

    `as long as it's untapped` about each of a group is a literal of the group's filter.
    """
    kept: list[Term] = []
    for part in conditions_of(condition):
        if isinstance(whom, tuple) and whom[0] == "each":
            inner, positive = (
                (part[1], False) if part[0] == "not" and isinstance(part, tuple) else (part, True)
            )
            if isinstance(inner, tuple) and inner[0] == "is" and isinstance(inner[1], Pronoun):
                what = inner[2]
                literal = ("fits", what) if positive else ("not", ("fits", what))
                if positive and not what.either:
                    whom = each(whom[1].also(*what.literals))
                else:
                    whom = each(whom[1].also(literal))
                continue
            kept.append(part)
        else:
            kept.append(part)
    return whom, tuple(kept)


def make_static(whom: Term, part: Part, conditions: list[Term]) -> list[Ability]:
    """The ability that says all this of a subject."""
    held: list[Term] = []
    for condition in conditions:
        whom, more = _per_object(condition, whom)
        held.extend(more)
    made = part(whom)
    stand_in: Term = "affected" if isinstance(whom, tuple) and whom[0] == "each" else whom
    changes: list[Change] = []
    statements: list[Term] = []
    for item in made:
        if isinstance(item, Change):
            what = _others(replace_pronouns(item.what, stand_in), stand_in)
            changes.append(replace(item, what=what))
        else:
            says = replace_pronouns(item[1], stand_in)
            if isinstance(says, tuple):
                says = (*says[:2], *(_others(part, stand_in) for part in says[2:]))
            statements.append(says)
    ability = Ability(
        "static",
        changes=tuple(changes),
        statements=tuple(statements),
        functions=_where(held),
        conditions=tuple(
            replace_pronouns(c if stand_in == "affected" else _others(c, stand_in), stand_in) for c in held
        ),
    )
    return [_as_cda(ability)]


def _others(term: Term, than: Term) -> Term:
    """In a predicate, "other" means other than its subject: `equipped creature gets +1/+1 for each other ...`."""
    return term if than == "self" else substitute(term, "other", ("other_than", than))


def _where(conditions: list[Term]) -> tuple[str, ...]:
    """The zone that an ability functions in, where its condition says so (113.6b): `as long as ~ is in your graveyard`."""
    for condition in conditions:
        if isinstance(condition, tuple) and condition[0] == "is" and condition[1] == "self":
            for literal in condition[2].literals:
                if isinstance(literal, tuple) and literal[0] == "zone" and literal[1] != "battlefield":
                    return (literal[1],)
    return ()


def _as_cda(ability: Ability) -> Ability:
    """Marks what 604.3a calls characteristic-defining: colours, subtypes or P/T of itself, whatever happens."""
    if ability.conditions or ability.statements or not ability.changes:
        return ability
    for item in ability.changes:
        if item.whom != "self":
            return ability
        if item.layer == "color" and item.what[0] == "set_colors":
            continue
        if item.layer == "type" and item.what[:2] == ("add", "subtype"):
            continue
        if item.layer in ("pt_set", "pt_cda"):
            continue
        return ability
    changes = tuple(replace(c, layer="pt_cda") if c.layer == "pt_set" else c for c in ability.changes)
    return replace(ability, cda=True, changes=changes)


def _spoken_of(condition: Term) -> Term:
    """What "it" means behind a condition: what the condition is about."""
    found: set[str] = set()

    def look(term: Term) -> None:
        if term in ("self", "attached"):
            found.add(term)
        elif isinstance(term, tuple):
            for part in term[1:]:
                look(part)
        elif isinstance(term, Listed):
            for part in term.items:
                look(part)

    look(condition)
    return found.pop() if len(found) == 1 else None


def _sentence(before: Any, whom: Term, part: Part, after: Any) -> list[Ability]:
    if isinstance(whom, Pronoun) and before is not None:
        whom = _spoken_of(before) or whom
    return make_static(whom, part, [c for c in (before, *(after or [])) if c is not None])


_before = maybe(
    one_of(
        form("{} , {} ,", while_clause, while_clause, make=lambda a, b: ("all_of", Listed((a, b)))),
        form("{} ,", while_clause),
    )
)
_after = many(while_clause)


def _two(before: Any, first: Any, further: list[Any], after: list[Term]) -> list[Ability]:
    """`~ gets +1/+1 and other creatures you control have vigilance`: one condition, two subjects."""
    conditions = [c for c in (before, *after) if c is not None]
    pairs = [first, *further]
    if isinstance(first[0], Pronoun) and before is not None:
        pairs[0] = (_spoken_of(before) or first[0], first[1])
    made = [make_static(whom, part, conditions) for whom, part in pairs]
    return [ability for abilities in made for ability in abilities]


_subject_verbs = form("{} {}", grammar.whom, verbs)

plain_sentence = one_of(
    form(
        "{} {} {} {}", _before, _subject_verbs, many(form("(,) and {}", _subject_verbs), 1), _after, make=_two
    ),
    form("{} {} {} {}", _before, grammar.whom, verbs, _after, make=_sentence),
    form(
        "{} {} it's|they're {} {}",
        _before,
        position(),
        is_phrase,
        _after,
        make=lambda b, at, p, a: _sentence(b, Pronoun(at), p, a),
    ),
)


def _cda_pt(whom: Term, power: Term, toughness: Term) -> list[Ability]:
    return make_static(whom, _set_pt((power, toughness)), [])


def _that_plus(value: Term, more: Term) -> Term:
    return ("plus", value, more)


cda_sentence = one_of(
    form("{} power and toughness are each equal to {}", grammar.possessive, grammar.value,
        make=lambda r, v: _cda_pt(r, v, v)),
    form("{} power is equal to {} and its toughness is equal to that number plus {}",
        grammar.possessive, grammar.value, grammar.value, make=lambda r, v, n: _cda_pt(r, v, _that_plus(v, n))),
    form("{} toughness is equal to {} and its power is equal to that number plus {}",
        grammar.possessive, grammar.value, grammar.value, make=lambda r, v, n: _cda_pt(r, _that_plus(v, n), v)),
    form("{} power is equal to {} and its toughness is equal to {}",
        grammar.possessive, grammar.value, grammar.value, make=_cda_pt),
    form("{} power is equal to {}", grammar.possessive, grammar.value,
        make=lambda r, v: make_static(r, change("pt_set", ("power", v)), [])),
    form("{} toughness is equal to {}", grammar.possessive, grammar.value,
        make=lambda r, v: make_static(r, change("pt_set", ("toughness", v)), [])),
)  # fmt: skip

control_sentence = one_of(
    form("enchanted land is the chosen type", give=[Ability("static", changes=(
        Change("type", "attached", ("set_land_types", Listed((("chosen", "basic_land_type"),)))),))]),
    form("you control enchanted|equipped {}", word("creature", "permanent", "land", "artifact", "planeswalker",
        "enchantment", "vehicle"), make=lambda w: [Ability("static", changes=(
            Change("control", "attached", ("controlled_by", "you")),))]),
)  # fmt: skip


def _player_keywords(whom: Term, abilities: list[Ability], after: list[Term]) -> list[Ability]:
    statements: list[Term] = []
    for ability in abilities:
        if ability.keyword not in ("hexproof", "shroud", "protection"):
            raise Refuse("a keyword that players can have")
        if ability.argument is None:
            statements.append(("player_keyword", whom, ability.keyword))
        else:
            statements.append(("player_keyword", whom, ability.keyword, ability.argument))
    return [Ability("static", statements=tuple(statements), conditions=tuple(after))]


control_sentence.add(
    form("this effect doesn't remove ~", give=[Ability("static", statements=(("keeps_attached", "self"),))]),
    form(
        "this effect doesn't remove auras",
        give=[Ability("static", statements=(("keeps_attached", "auras"),))],
    ),
)


def _hand(whom: Term, size: Term) -> list[Ability]:
    return [Ability("static", statements=(("maximum_hand_size", whom, size),))]


hand_sentence = one_of(
    form("you have no maximum hand size", give=_hand("you", "none")),
    form("players have no maximum hand size", give=_hand(each(Filter(("player",))), "none")),
    form("{} have|has no maximum hand size", grammar.whom, make=lambda r: _hand(r, "none")),
    form("{} maximum hand size is {}", grammar.possessive, grammar.value, make=_hand),
    form("{} maximum hand size is increased by {}", grammar.possessive, grammar.value,
        make=lambda r, n: _hand(r, ("plus", "base", n))),
    form("{} maximum hand size is reduced by {}", grammar.possessive, grammar.value,
        make=lambda r, n: _hand(r, ("minus", "base", n))),
)  # fmt: skip

player_sentence = form(
    "you have {} {}", granted, many(while_clause), make=lambda a, c: _player_keywords("you", a, c)
)

grammar.static_sentences.add(hand_sentence, cda_sentence, control_sentence, player_sentence, plain_sentence)
