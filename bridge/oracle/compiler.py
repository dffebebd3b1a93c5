"""Card text -> facts: the way in.

`compile_card` and `compile_face` never fail. A line whose every word was understood becomes abilities; any other line
becomes one `Unmodelled` that says where understanding stopped and what was expected there.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from clingo import Function, Number, String, Symbol, Tuple_

from magistrate.bridge.cards.faces import Card, Face

from . import cleave, mana, normalise, predefined, rooms, typeline
from .abilities import chapter_line, permanent_line, spell_line
from .combinators import Refuse, Tokens
from .costs import mana_cost
from .emit import Emitter
from .expected import why
from .gathered import Unresolved, other_than_spoken
from .sections import Section, sections
from .tables import COLOR_LETTERS
from .terms import Ability, Change, Filter, Mention, Pronoun, Target, Term, walk
from .values import plain_pt
from .words import SIMPLE_KEYWORDS


def _version() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


COMPILER_VERSION: str = _version()
"""Changes whenever anything in the compiler does: the key of caches of compiled cards."""


@dataclass(frozen=True, slots=True)
class Unmodelled:
    """A line that did not compile: the face, the line's number from 1, its text, where and why understanding stopped."""

    card: str
    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class CompiledFace:
    """The facts of one face, and what is missing in them."""

    name: str
    facts: frozenset[Symbol]
    unmodelled: tuple[Unmodelled, ...]


@dataclass(frozen=True, slots=True)
class CompiledCard:
    """The facts of all faces of a card, and what is missing in them."""

    facts: frozenset[Symbol]
    unmodelled: tuple[Unmodelled, ...]


def face_term(name: str) -> Symbol:
    """The term that stands for a face in facts: `c("Name")`."""
    return Function("c", [String(name)])


def compile_card(card: Card) -> CompiledCard:
    """The facts of every face of a card."""
    compiled = [compile_face(face, card) for face in card.faces]
    facts = {fact for face in compiled for fact in face.facts}
    for name in predefined.wanted(facts):
        facts |= _token_facts(name)
    return CompiledCard(frozenset(facts), tuple(gap for face in compiled for gap in face.unmodelled))


@cache
def _token_facts(name: str) -> frozenset[Symbol]:
    """The facts of a token that card text names: `predefined(Name,C)`, and those of its faces; the last is its back."""
    card = predefined.TOKENS[name]
    front = Function("predefined", [Function(name), face_term(card.faces[0].name)])
    backs = {Function("predefined_back", [Function(name), face_term(face.name)]) for face in card.faces[1:]}
    return compile_card(card).facts | {front} | backs


def compile_face(face: Face, card: Card | None = None) -> CompiledFace:
    """The facts of one face: what is printed on it, and its abilities."""
    emitter = Emitter()
    id_ = face_term(face.name)
    supertypes, types, subtypes = typeline.parse(face.type_line)
    _printed(emitter, id_, face, supertypes, types, subtypes, card)
    emitter.fact("layout", id_, Function(card.layout if card is not None else "normal"))
    unmodelled: list[Unmodelled] = []
    names = normalise.short_names(face.name, legendary="legendary" in supertypes)
    if card is not None and card.name != face.name and len(card.faces) > 1:
        names = sorted({*names, card.name}, key=len, reverse=True)
    is_spell = "instant" in types or "sorcery" in types
    index = 0
    lines = normalise.lines(face.text, names)
    if "dungeon" in types:
        emitter.facts += rooms.facts(id_, face.text)
    for section, understood in _read(rooms.rooms(lines) if "dungeon" in types else sections(lines), is_spell):
        try:
            if isinstance(understood, NotUnderstood):
                raise understood
            abilities = understood
            attempt = Emitter()
            number = index
            if "conspiracy" in types:  # 315.5 they work in the command zone
                abilities = [a if a.functions else replace(a, functions=("command",)) for a in abilities]
            for ability in abilities:
                number += 1
                ability_id = Function("a", [id_, Number(number)])
                attempt.fact("ability", id_, ability_id)
                attempt.fact("ability_line", ability_id, Number(section.line.number))
                attempt.fact("ability_text", ability_id, String(section.line.text))
                attempt.ability(ability_id, ability)
            attempt.facts += _quoted_texts(section.line.text, attempt.facts)
        except (NotUnderstood, Unresolved, Refuse) as problem:
            unmodelled.append(Unmodelled(face.name, section.line.number, section.line.text, str(problem)))
            emitter.fact(
                "unmodelled",
                id_,
                Number(section.line.number),
                String(section.line.text),
                String(str(problem)),
            )
        else:
            emitter.facts += attempt.facts
            index = number
    return CompiledFace(face.name, frozenset(emitter.facts), tuple(unmodelled))


def _quoted_texts(text: str, facts: list[Symbol]) -> list[Symbol]:
    """For people, what a line has in quotation marks, as the texts of the abilities that it gives."""
    keywords = {fact.arguments[0]: fact.arguments[1].name for fact in facts if fact.name == "keyword"}
    names = tuple(name.replace("_", " ") for name in keywords.values())
    quotes = [quote for quote in _QUOTED.findall(text) if not quote.lower().startswith(names)]
    given = {
        inner
        for fact in facts
        if fact.name == "change" and fact.arguments[4].name in ("grant", "add_text")
        for inner in fact.arguments[4].arguments
        if inner.name == "a" and inner not in keywords
    }
    if len(quotes) != len(given):
        return []
    return [
        Function("ability_text", [inner, String(quote)])
        for inner, quote in zip(sorted(given), quotes, strict=True)
    ]


_QUOTED = re.compile(r"[\"“]([^\"”]+)[\"”]")


def _read(found: list[Section], is_spell: bool) -> list[tuple[Section, list[Ability] | NotUnderstood]]:
    """What each section says. A spell's paragraphs are read as one where a later one speaks of an earlier one (608.2c)."""
    read: list[tuple[Section, list[Ability] | NotUnderstood]] = []
    for section in found:
        try:
            understood: list[Ability] | NotUnderstood = _abilities(section, is_spell)
        except NotUnderstood as problem:
            understood = problem
        if is_spell and read and not section.role and _looks_back(understood):
            before, earlier = read[-1]
            if not isinstance(earlier, NotUnderstood) and len(earlier) == 1 and earlier[0].kind == "spell":
                start = _behind_ability_word(section.line.tokens)
                line = section.line.behind(start)
                joined = Section(before.line.joined(line), before.role, before.numbers)
                whole = _parse(tuple(joined.line.tokens), tuple(joined.line.tokens.raw), True)
                if not isinstance(whole, str) and len(whole) == 1 and whole[0].kind == "spell":
                    read[-1] = (joined, list(whole))
                    continue
        read.append((section, understood))
    return read


def _looks_back(understood: list[Ability] | NotUnderstood) -> bool:
    """Whether a paragraph may speak of an earlier one: not understood alone, or "it" before anything is brought up."""
    if isinstance(understood, NotUnderstood):
        return True
    for ability in understood:
        if any(event[:1] == ("at_step",) and str(event[1]).startswith("next_") for event in ability.triggers):
            return True  # what a spell has happen later
        if ability.kind != "spell":
            return False
        try:
            other_than_spoken(ability.instructions)
        except Unresolved:  # "each other creature": than one that was spoken of
            return True
        parts = list(walk(ability))
        spoken = [p.at for p in parts if isinstance(p, (Target, Mention))]
        first = min(spoken, default=10**6)
        if any(isinstance(p, Pronoun) and p.at < first for p in parts):
            return True
        if any(isinstance(p, Target) and p.another and p.at == first for p in parts):
            return True
    return False


def _printed(
    emitter: Emitter,
    id_: Symbol,
    face: Face,
    supertypes: list[str],
    types: list[str],
    subtypes: list[str],
    card: Card | None = None,
) -> None:
    emitter.fact("face_name", id_, String(face.name))
    for predicate, words in (
        ("card_supertype", supertypes),
        ("card_type", types),
        ("card_subtype", subtypes),
    ):
        for word in words:
            emitter.fact(predicate, id_, Function(word, []))
    for letter in face.printed_colors:
        emitter.fact("card_color", id_, Function(COLOR_LETTERS[letter], []))
    _identity(emitter, id_, face, card)
    for predicate, text in (
        ("card_power", face.power),
        ("card_toughness", face.toughness),
        ("card_loyalty", face.loyalty),
        ("card_defense", face.defense),
    ):
        if text is not None and re.fullmatch(r"[+-]?\d+", text):
            emitter.fact(predicate, id_, Number(int(text)))
    cost = mana.parse(face.mana_cost) if face.mana_cost else None
    if cost is not None:
        result = Tuple_([])
        for term in reversed(cost):
            result = Tuple_([_symbol(term), result])
        emitter.fact("mana_cost", id_, result)
        emitter.fact("mana_value", id_, Number(sum(mana.value_of(t) for t in cost)))
    elif not face.mana_cost:
        emitter.fact("mana_value", id_, Number(0))


_REMINDER = re.compile(r"\([^)]*\)")


def _identity(emitter: Emitter, id_: Symbol, face: Face, card: Card | None) -> None:
    """The colours that mana symbols in the text add to the colour identity of what can be a commander (903.4)."""
    lines = [other.type_line for other in (card.faces if card is not None else (face,))]
    if not any("Legendary" in line or "Planeswalker" in line for line in lines):
        return
    in_text = "".join(mana.symbols(_REMINDER.sub("", face.text)))
    for letter, color in COLOR_LETTERS.items():
        if letter in in_text and letter not in face.printed_colors:
            emitter.fact("card_identity", id_, Function(color))


def _symbol(term: Term) -> Symbol:
    if isinstance(term, int):
        return Number(term)
    if isinstance(term, str):
        return Function(term, [])
    return Function(term[0], [_symbol(t) for t in term[1:]])


class NotUnderstood(Exception):
    """A line that did not compile; the message says where and why."""


@lru_cache(maxsize=20000)
def _parse(words: tuple[str, ...], raw: tuple[str, ...], is_spell: bool) -> tuple[Ability, ...] | str:
    tokens = Tokens(words, raw)
    result = (spell_line if is_spell else permanent_line)(tokens, 0)
    if result.status:
        return tuple(result.value)
    return why(tokens, max(result.furthest, 0), result.expected)


def _understood(tokens: Tokens, is_spell: bool) -> tuple[Ability, ...]:
    if "[" in tokens and is_spell:
        short, long = cleave.readings(tokens)
        return (cleave.joined(_understood(short, True), _understood(long, True)),)
    parsed = _parse(tuple(tokens), tuple(tokens.raw), is_spell)
    if isinstance(parsed, str):
        condition = _PREFIXES.get(tuple(tokens[: tokens.index("—")])) if "—" in tokens[:4] else None
        start = tokens.index("—") + 1 if condition else _behind_ability_word(tokens)
        if start:
            behind = _parse(tuple(tokens[start:]), tuple(tokens.raw[start:]), is_spell)
            if not isinstance(behind, str):
                return tuple(_under(a, (condition,)) for a in behind) if condition else behind
            parsed = behind
        raise NotUnderstood(parsed)
    return parsed


_PREFIXES: dict[tuple[str, ...], Term] = {
    ("max", "speed"): ("max_speed", "you"),
    ("solved",): ("is", "self", Filter(("solved",))),
}
"""Words before a dash that stand for "as long as ..., this has" (702.178a, 702.169)."""

_MEANINGFUL = frozenset(
    [
        "boast",
        "exhaust",
        "forecast",
        "visit",
        "solved",
        "solve",
        "companion",
        "prototype",
        "partner",
        "ward",
        "cycling",
        "equip",
        "kicker",
        "flashback",
        "escape",
        "choose",
        "station",
    ]
)


_SMALL = frozenset("of the a an and in to for with on at from or by as is it into d'".split())
_ABILITY_WORDS = frozenset(
    {
        "council's dilemma", "fateful hour", "fathomless descent", "hero's reward", "join forces", "pack tactics",
        "parley", "secret council", "spell mastery", "strive", "tempting offer", "will of the council", "will of the planeswalkers",
        "start your engines", "eminence", "survival", "void", "descend 4", "descend 8", "the one", "infusion",
    }
)  # fmt: skip
"""Ability words of several words, which texts print with only the first capitalised."""


def _behind_ability_word(tokens: Tokens) -> int:
    """Where the text begins behind an ability word or flavour word, which has no meaning of its own (207.2c, 207.2d)."""
    if "—" not in tokens[:8]:
        return 0
    dash = tokens.index("—")
    before = tokens[:dash]
    if any(w in _MEANINGFUL or w in (".", ",", ":", '"', "•") for w in before) or tokens[:2] == [
        "max",
        "speed",
    ]:
        return 0
    if " ".join(before) in SIMPLE_KEYWORDS:  # a keyword and its cost or number are no label
        return 0
    raw = tokens.raw[:dash]
    named = (
        bool(raw)
        and (raw[0][0].isupper() or raw[0][0] in "~0123456789")
        and any(w[0].isupper() for w in raw)
        and all(w[0].isupper() or not w[0].isalpha() or w in _SMALL for w in raw)
    )
    return dash + 1 if named or " ".join(before) in _ABILITY_WORDS else 0


def _abilities(section: Section, is_spell: bool) -> list[Ability]:
    tokens = section.line.tokens
    if section.role == "":
        return list(_understood(tokens, is_spell))
    if section.role == "chapter":
        chapters = tuple(section.numbers)
        found = _understood(tokens, True)
        if any(a.kind != "spell" for a in found):  # "~ gains ..." could be a static ability as well
            again = chapter_line(Tokens(tokens, tokens.raw), 0)
            found = tuple(again.value) if again.status else found
        if any(a.kind != "spell" for a in found) or not chapters:
            raise NotUnderstood(f"stopped at '{tokens.raw[0]}', expected what the chapter does")
        return [replace(a, kind="triggered", triggers=tuple(("chapter", n) for n in chapters)) for a in found]
    if section.role == "room":
        found = _understood(tokens, True)
        if any(a.kind != "spell" for a in found):
            raise NotUnderstood(f"stopped at '{tokens.raw[0]}', expected what the room does")
        event = (("enters_room", section.numbers[0]),)
        return [replace(a, kind="triggered", triggers=event, functions=("command",)) for a in found]
    if section.role == "class_level":
        return [_class_level(tokens, section.numbers[0])]
    low = section.numbers[0]
    if section.role == "sticker":
        return [_sticker(tokens, low)]
    if section.role == "under_class_level":
        condition: tuple[Term, ...] = (("compare", ("class_level", "self"), "greater_equal", low),)
        return [_under(a, condition) for a in _understood(tokens, is_spell)]
    kind = "level" if section.role == "level" else "charge"
    condition = (("compare", ("counters", "self", kind), "greater_equal", low),)
    if len(section.numbers) > 1:
        condition += (("compare", ("counters", "self", kind), "less_equal", section.numbers[1]),)
    if changes := _strength(tokens):
        return [Ability("static", changes=changes, conditions=condition)]
    return [_under(a, condition) for a in _understood(tokens, is_spell)]


def _strength(tokens: Tokens) -> tuple[Change, ...]:
    """What a line sets that is nothing but power and toughness."""
    strength = plain_pt(tokens, 0)
    if not strength.status or strength.index != len(tokens):
        return ()
    power, toughness = strength.value
    return (Change("pt_set", "self", ("power", power)), Change("pt_set", "self", ("toughness", toughness)))


def _sticker(tokens: Tokens, tickets: int) -> Ability:
    """123.7, 123.8: what a sticker of a sheet gives to the object that it is put on."""
    changes = _strength(tokens) or tuple(
        Change("ability", "self", ("grant", ability)) for ability in _understood(tokens, False)
    )
    return Ability(
        "sticker",
        costs=(("tickets", tickets),),
        instructions=(("sticker", Ability("lasting", changes=changes)),),
    )


def _class_level(tokens: Tokens, level: int) -> Ability:
    """716.2b: the activated ability by which a Class gains a level."""
    cost = mana_cost(tokens, 0)
    if not cost.status or tokens[cost.index] != ":":
        raise NotUnderstood("stopped at the cost of a level, expected mana")
    return Ability(
        "activated",
        costs=(cost.value,),
        instructions=(("class_level", "self", level),),
        restrictions=("sorcery", ("class_level_is", level - 1)),
    )


def _under(ability: Ability, condition: tuple[Term, ...]) -> Ability:
    """The static ability by which the object has an ability only while a condition holds (702.87c, 716.2b, 721.2)."""
    if ability.kind == "static" and not ability.cda:
        return replace(ability, conditions=(*ability.conditions, *condition))
    return Ability("static", changes=(Change("ability", "self", ("grant", ability)),), conditions=condition)
