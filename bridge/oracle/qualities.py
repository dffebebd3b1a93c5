"""Qualities as predicates: what may stand after "with" and "has" (`with_phrase`) and after "is" (`being`) -> filters.

`after_nouns` puts the same pieces behind the head of a noun phrase.
"""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, listed, mapped, matching, memo, one_of, position, table, word
from .heads import build, head, one
from .tables import BASIC_LAND_TYPES, COLORS
from .terms import Filter, Pronoun, Term, replace_pronouns
from .words import comparison, counter_kind, keyword_name

_zone_names = table(
    {
        "graveyard": "graveyard", "graveyards": "graveyard", "hand": "hand", "hands": "hand",
        "library": "library", "libraries": "library",
    },
    "a zone",
)  # fmt: skip


def _zone_of(whose: Term, zone: str) -> Filter:
    literal = ("zone", zone)
    return one(literal) if whose is None else one(literal, ("owner", whose))


in_zone = one_of(
    form(
        "in|from exile and|or|and/or in|from your graveyard",
        give=Filter((("owner", "you"),), (one(("zone", "exile")), one(("zone", "graveyard")))),
    ),
    form("in|from exile", give=one(("zone", "exile"))),
    form("on|from the battlefield", give=one(("zone", "battlefield"))),
    form("in|from the command zone", give=one(("zone", "command"))),
    form("in|from all graveyards", give=one(("zone", "graveyard"))),
    form(
        "in|from graveyards and|or libraries",
        give=Filter((), (one(("zone", "graveyard")), one(("zone", "library")))),
    ),
    form("in|from graveyards", give=one(("zone", "graveyard"))),
    form("in|from a|any graveyard", give=one(("zone", "graveyard"))),
    form("in|from each graveyard", give=one(("zone", "graveyard"), ("owner", ("each", Filter(("player",)))))),
    form("in|from a single graveyard", give=one(("zone", "graveyard"), "single_graveyard")),
    form("on the stack", give=one(("zone", "stack"))),
    form(
        "in|from {} {} and|and/or|or {}",
        grammar.possessive,
        word("hand", "graveyard", "library"),
        word("hand", "graveyard", "library"),
        make=lambda r, a, b: Filter((("owner", r),), (one(("zone", a)), one(("zone", b)))),
    ),
    form(
        "in|from your hand and|and/or graveyard",
        give=Filter((("owner", "you"),), (one(("zone", "hand")), one(("zone", "graveyard")))),
    ),
    form("from anywhere other than your hand", give=one(("not", ("cast_from", "hand")))),
    form("in|from {} {}", grammar.possessive, _zone_names, make=_zone_of),
    name="a zone",
)

_keyword_literal = mapped(keyword_name, lambda k: ("keyword", k))


def _any_keyword(words: list[Term]) -> Filter:
    return Filter((), tuple(one(w) for w in words)) if len(words) > 1 else one(words[0])


VARIANTS: dict[str, tuple[str, ...]] = {
    "cycling": ("cycling", "typecycling"),
    "morph": ("morph", "megamorph"),
    "kicker": ("kicker", "multikicker"),
}
"""What "a cycling ability" and the like take in besides (CR 702.29e, 702.37b, 702.33c)."""


def keyword_list(stream: Any, at: int) -> Result:
    """`flying`, `flying or reach`, `flying, first strike, or trample`, `first strike and vigilance`."""
    result = _keyword_literal(stream, at)
    if not result.status:
        return result
    found = [result.value]
    index = result.index
    both = False
    told = result
    while index < len(stream):
        step = index
        joined = False
        if stream[step] == ",":
            step += 1
        if step < len(stream) and stream[step] in ("or", "and/or", "and"):
            both = stream[step] == "and"
            step += 1
            joined = True
        if step == index:
            break
        following = _keyword_literal(stream, step)
        told = told.aggregate(following)
        if not following.status or (not joined and not _closes(stream, following.index)):
            break
        found.append(following.value)
        index = following.index
        if joined:
            break
    return Result.success(index, one(*found) if both else _any_keyword(found)).aggregate(told)


def _closes(stream: Any, at: int) -> bool:
    """Whether a list of keywords that goes on here ends with "or" or "and"."""
    rest = stream[at : at + 24]
    return any(w in ("or", "and", "and/or") for w in rest)


_characteristic = table(
    {
        "power": "power", "toughness": "toughness", "mana value": "mana_value", "base power": "base_power",
        "base toughness": "base_toughness",
    },
    "power, toughness or mana value",
)  # fmt: skip


_ITSELF = frozenset({"its", "it", "their", "them"})


def _of_candidate(test: tuple[str, Term]) -> tuple[str, Term]:
    """A comparison in which "its" is that of the candidate: `with toughness greater than its power`."""
    return (test[0], replace_pronouns(test[1], "candidate", _ITSELF))


def _compared(what: str, test: tuple[str, Term]) -> Filter:
    return one(("compare", what, *_of_candidate(test)))


def _either_compared(first: str, second: str, test: tuple[str, Term]) -> Filter:
    if first.startswith("base_") and not second.startswith("base_"):  # "base power or toughness 1"
        second = "base_" + second
    return Filter(
        (), (one(("compare", first, *_of_candidate(test))), one(("compare", second, *_of_candidate(test))))
    )


def _shape(text: str) -> Filter:
    power, toughness = text.split("/")
    if not (power.isdigit() and toughness.isdigit()):
        raise Refuse("power and toughness in figures")
    return one(
        ("compare", "base_power", "equal", int(power)), ("compare", "base_toughness", "equal", int(toughness))
    )


_exact_pt = matching(lambda w: w if w[0].isdigit() and "/" in w else None, "power and toughness")

_AMONG_THEM = frozenset({"among", "or"})


def _alone(stream: Any, at: int) -> Result:
    """Nothing that says among what: `the creature with the greatest power`."""
    more = at < len(stream) and stream[at] in _AMONG_THEM
    return Result.failure(at, "among") if more else Result.success(at, None)


_extreme = one_of(
    form(
        "the greatest|highest {} {}",
        _characteristic,
        Rule(_alone),
        make=lambda c, end: one(("greatest", c, "SAME")),
    ),
    form(
        "the least|lowest {} {}", _characteristic, Rule(_alone), make=lambda c, end: one(("least", c, "SAME"))
    ),
    form(
        "the greatest|highest {} among {}",
        _characteristic,
        grammar.noun,
        make=lambda c, f: one(("greatest", c, f)),
    ),
    form(
        "the least|lowest {} among {}", _characteristic, grammar.noun, make=lambda c, f: one(("least", c, f))
    ),
)

_on_it = one_of(form("on it"), form("on them"), form("on ~"), name="on it")

_relative = table(
    {"greater": "greater", "lesser": "less", "equal or lesser": "less_equal", "equal or greater": "greater_equal",
     "lesser or equal": "less_equal"},
    "a comparison",
)  # fmt: skip

_than_own = table(
    {"less than ~'s": "less", "greater than ~'s": "greater", "less than or equal to ~'s": "less_equal",
     "greater than or equal to ~'s": "greater_equal"},
    "a comparison",
)  # fmt: skip
_elided = Rule(
    lambda s, at: (
        Result.failure(at, "the end of the comparison")
        if s[at : at + 1] and s[at] in ("power", "toughness", "mana", "base")
        else Result.success(at, None)
    )
)


def _attached_too(what: Filter) -> Filter:
    """`with another Aura attached to it`: another than the one that speaks."""
    kept = tuple(t for t in what.literals if not (isinstance(t, tuple) and t[:1] == ("attached_to",)))
    to = [t[1] for t in what.literals if t not in kept]
    if len(to) != 1 or not isinstance(to[0], Pronoun) or to[0].word != "it" or what.either:
        raise Refuse("attached to it")
    return one(("has_attached", Filter((*kept, "other"))))


with_phrase = one_of(
    form("{} {} {}", _characteristic, _than_own, _elided, make=lambda c, op, e: one(("compare", c, op, (c, "self")))),
    form("{} {} {}", _relative, _characteristic, position(),
        make=lambda op, c, at: one(("compare", c, op, (c, Pronoun(at - 1, "its"))))),
    form("{} or {} {}", _characteristic, _characteristic, comparison, make=_either_compared),
    form("{} {}", _characteristic, comparison, make=_compared),
    form("total power and toughness {}", comparison, make=lambda t: one(("compare", "power_and_toughness", *t))),
    form("that name", give=one(("chosen", "that_name"))),
    form("a name chosen for ~", give=one(("chosen_for", "name"))),
    form("the chosen name", give=one(("chosen", "name"))),
    form("power and toughness {}", comparison, make=lambda t: one(("compare", "power", *t), ("compare", "toughness", *t))),
    form("base power and toughness {}", _exact_pt, make=_shape),
    form("power greater than its|their base power", give=one(("compare", "power", "greater", ("base_power", "candidate")))),
    _extreme,
    form("a|an {} counter on it|them", counter_kind, make=lambda k: one(("counter", k))),
    form("{} counters on it|them", counter_kind, make=lambda k: one(("counter", k))),
    form(
        "{} or more {} counters on it|them",
        grammar.value,
        counter_kind,
        make=lambda n, k: one(("compare", ("counters", k), "greater_equal", n)),
    ),
    form("no {} counters on it|them", counter_kind, make=lambda k: one(("not", ("counter", k)))),
    form("a counter on it|them", give=one("any_counter")),
    form("one or more counters on it|them", give=one("any_counter")),
    form("counters on it|them", give=one("any_counter")),
    form("no counters on it|them", give=one(("not", "any_counter"))),
    form("another {}", grammar.noun, make=lambda f: _attached_too(f)),
    form("a name", give=one("has_name")),
    form("mana value of the chosen quality", give=one(("chosen", "parity"))),
    form("mana value of that quality", give=one(("chosen", "parity"))),
    form("{} or more card types", grammar.value, make=lambda n: one(("compare", "card_types", "greater_equal", n))),
    form("even mana values", give=one(("compare", "mana_value", "even", 0))),
    form("odd mana values", give=one(("compare", "mana_value", "odd", 0))),
    form("an {} number of counters on it", word("even", "odd"),
        make=lambda op: one(("compare", ("counters", "any"), op, 0))),
    form("an {} number of {} counters on it", word("even", "odd"), counter_kind,
        make=lambda op, k: one(("compare", ("counters", k), op, 0))),
    form("no abilities", give=one("no_abilities")),
    form("abilities", give=one(("not", "no_abilities"))),
    form("an odd mana value", give=one(("compare", "mana_value", "odd", 0))),
    form("an even mana value", give=one(("compare", "mana_value", "even", 0))),
    form("the same total power and toughness", give=one(
        ("compare", "power_and_toughness", "equal", ("plus", ("power", "it"), ("toughness", "it"))))),
    form("the same name as {}", grammar.reference, make=lambda r: one(("shares", "name", r))),
    form("the same mana value as {}", grammar.reference, make=lambda r: one(("shares", "mana_value", r))),
    form("the chosen name", give=one(("chosen", "name"))),
    form("the same name as {}", grammar.reference, make=lambda r: one(("shares", "name", r))),
    form("a|an {} ability", keyword_name, make=lambda k: _any_keyword([("keyword", v) for v in VARIANTS.get(k, (k,))])),
    form("a|an {} ability", word("activated", "triggered"), make=lambda k: one(("has_ability", k))),
    form("a single target", give=one("single_target")),
    form("a mana ability", give=one(("has_ability", "mana"))),
    form("an adventure", give=one("has_adventure")),
    form("a basic land type", give=Filter((), tuple(one(("subtype", t)) for t in BASIC_LAND_TYPES))),
    form(
        "{} in its|their mana cost|costs",
        matching(lambda w: w if w[0] == "{" else None, "a mana symbol"),
        make=lambda s: one(("cost_includes", symbol_of(s))),
    ),
    Rule(keyword_list),
    name="a keyword or another quality",
)  # fmt: skip


def symbol_of(text: str) -> Term:
    from . import mana

    found = mana.symbol(text[1:-1])
    if found is None:
        raise Refuse("a mana symbol")
    return found


_state = table(
    {
        "attacking alone": "attacking_alone", "tapped": "tapped", "untapped": ("not", "tapped"), "attacking": "attacking", "blocking": "blocking",
        "enchanted": "enchanted", "equipped": "equipped", "modified": "modified", "colorless": "colorless",
        "multicolored": "multicolored", "monocolored": "monocolored", "suspected": "suspected", "saddled": "saddled", "suspended": "suspended",
        "blocked": "blocked", "unblocked": "unblocked", "historic": "historic", "legendary": ("supertype", "legendary"),
        "snow": ("supertype", "snow"), "basic": ("supertype", "basic"), "nonbasic": ("not", ("supertype", "basic")),
        "exiled": ("zone", "exile"), "monstrous": "monstrous", "renowned": "renowned", "tokens": "token",
        "a token": "token", "a commander": "commander", "commanders": "commander", "your commander":
        "your_commander", "face down": "face_down", "face up": ("not", "face_down"), "goaded": "goaded",
        "of the chosen type": ("chosen", "creature_type"), "of the chosen color": ("chosen", "color"), "the chosen color": ("chosen", "color"), "the chosen type": ("chosen", "creature_type"), "transformed": "transformed", "paired": "paired",
        "poisoned": ("compare", ("counters", "poison"), "greater_equal", 1),
        "an outlaw": "outlaw", "outlaws": "outlaw", "goaded this turn": "goaded",
    },
    "a state",
)  # fmt: skip
_color_state = mapped(table(COLORS, "a colour"), lambda c: ("color", c))
_states_word = one_of(_state, _color_state)


def _either_state(found: list[Term]) -> Filter:
    return Filter((), tuple(one(f) for f in found)) if len(found) > 1 else one(found[0])


_state_list = one_of(
    form("attacking {} or a planeswalker you|they control|controls", grammar.reference,
        make=lambda r: one(("attacking", ("or_planeswalkers", r)))),
    form("attacking one of your opponents", give=one(("attacking", "opponents"))),
    form("attacking {} or a permanent {} controls|control", grammar.reference, grammar.reference,
        make=lambda r, again: one(("attacking", ("or_permanents", r)))),
    form("attacking {}", grammar.whom, make=lambda r: one(("attacking", r))),
    form("blocking or blocked by a|an {}", grammar.noun,
        make=lambda f: Filter((), (one(("blocking", ("each", f))), one(("blocked_by", ("each", f)))))),
    form("blocking {}", grammar.whom, make=lambda r: one(("blocking", r))),
    form("blocked by {}", grammar.whom, make=lambda r: one(("blocked_by", r))),
    form("attached to a|an {}", grammar.noun, make=lambda f: one(("attached_to", ("each", f)))),
    form("attached to {}", grammar.whom, make=lambda r: one(("attached_to", r))),
    form("enchanted by (a|an) {}", grammar.noun, make=lambda f: one(("has_attached", f))),
    form("{} and {}", _states_word, _states_word, make=lambda a, b: one(a, b)),
    mapped(listed(_states_word, "or|and/or"), _either_state),
    form("one or more colors", give=one(("not", "colorless"))),
    form("all colors", give=one(*(("color", c) for c in COLORS))),
    form("both {} and {}", table(COLORS, "a colour"), table(COLORS, "a colour"),
        make=lambda a, b: one(("color", a), ("color", b))),
    in_zone,
    form("exactly {} colors", grammar.value, make=lambda n: one(("compare", "colors", "equal", n))),
    name="a state",
)  # fmt: skip


def _kind_once(stream: Any, at: int) -> Result:
    """A head as predicate: `a creature`, `Elves`."""
    result = head(stream, at + 1 if stream[at : at + 1] in (["a"], ["an"]) else at)
    if not result.status:
        return result
    filter_ = build(False, list(result.value), [Filter((("zone", "nowhere"),))])
    plain = Filter(tuple(t for t in filter_.literals if t != ("zone", "nowhere")), filter_.either)
    if not plain.literals and not plain.either:
        return Result.failure(result.index, "a type")
    index = result.index
    if plain == Filter(("card",)) and stream[index : index + 2] == ["that", "has"]:
        has = with_phrase(stream, index + 2)
        if not has.status:
            return has
        return Result.success(has.index, Filter(("card", *has.value.literals), has.value.either))
    return Result.success(index, plain)


def _kind_of(stream: Any, at: int) -> Result:
    """`a creature`, `Goblins`, `an Elf, a Wall, or a Wizard` as predicate, zone not said."""
    result = _kind_once(stream, at)
    if not result.status:
        return result
    found = [result.value]
    pending: list[Filter] = []
    index = ahead = result.index
    while ahead < len(stream) and stream[ahead] in (",", "or", "and/or"):
        start = ahead + 1 if stream[ahead] == "," else ahead
        closing = start < len(stream) and stream[start] in ("or", "and/or")
        start += closing
        if stream[start : start + 1] not in (["a"], ["an"]):
            break
        result = _kind_once(stream, start)
        if not result.status:
            break
        pending.append(result.value)
        ahead = result.index
        if closing:
            found, pending, index = found + pending, [], ahead
    return Result.success(index, found[0] if len(found) == 1 else Filter((), tuple(found)))


kind_predicate = memo(Rule(_kind_of))
"""A noun as predicate ("a creature", "Elves") -> Filter without a zone."""

being = one_of(_state_list, kind_predicate, name="a state or kind")
"""What may stand after "is", "are" or "that's" -> Filter."""
