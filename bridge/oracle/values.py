"""Values: numbers and amounts (CR 107, 700.5, 700.6)."""

from __future__ import annotations

import re
from typing import Any

from . import grammar
from .combinators import Refuse, Rule, form, many, mapped, matching, maybe, memo, one_of, table, word
from .pasts import CAST, cast_this_turn, happened
from .references import some
from .tables import COLORS, NUMBERS
from .terms import Filter, Listed, Term
from .words import counter_kind, keyword_name


def _figure(text: str) -> int | None:
    text = text.replace(",", "")
    return int(text) if text.isdigit() else None


number = one_of(
    matching(_figure, "a number"),
    form("a|one hundred", give=100),
    table({k: v for k, v in NUMBERS.items() if " " not in k}, "a number"),
    name="a number",
)
"""A figure or numeral -> int."""

quantity = one_of(number, word("a", "an", give=1), form("x", give="x"), name="a quantity")
"""A number, x, or "a" -> Term."""

characteristic = table(
    {"power": "power", "toughness": "toughness", "mana value": "mana_value", "base power": "base_power",
     "base toughness": "base_toughness"},
    "a characteristic",
)  # fmt: skip

_distinct = table(
    {
        "colors": "colors", "powers": "powers", "power": "powers", "mana value": "mana_values",
        "card types": "card_types", "creature types": "creature_types", "basic land types":
        "basic_land_types", "basic land type": "basic_land_types", "color": "colors", "card type": "card_types",
        "creature type": "creature_types", "different powers": "powers", "mana values": "mana_values",
        "different mana values": "mana_values", "different mana value": "mana_values", "different names": "names", "land types": "land_types",
        "different power": "powers", "permanent types": "permanent_types", "permanent type": "permanent_types",
    },
    "what is counted",
)  # fmt: skip


def _count(what: Filter) -> Term:
    if "entered_under_your_control_this_turn" in what.literals:  # wherever it is by now (CR 608.2i)
        kept = tuple(t for t in what.literals if t != "entered_under_your_control_this_turn")
        return happened("entered_yours_this_turn", Filter(kept, what.either))
    if CAST in what.literals:
        return cast_this_turn(what)
    return ("count", what)


def _total(of: Term, what: Filter) -> Term:
    if CAST in what.literals:
        raise Refuse("what is there now")
    return ("total", of, what)


_and_or = word("and", "or", "and/or")
_colors_in = form("{} and {}", table(COLORS, "a colour"), table(COLORS, "a colour"), make=lambda a, b: (a, b))

_hand_or_zone = one_of(
    form("cards in {} hand|hands", grammar.possessive, make=lambda r: ("hand_size", r)),
    form("card in {} hand|hands", grammar.possessive, make=lambda r: ("hand_size", r)),
    form("cards in {} library|libraries", grammar.possessive, make=lambda r: ("library_size", r)),
    form("card|cards in {} graveyard|graveyards", grammar.possessive,
        make=lambda r: _count(Filter((("zone", "graveyard"), ("owner", r))))),
)  # fmt: skip

_counted_once = one_of(
    _hand_or_zone,
    form("{} counter|counters on {}", counter_kind, grammar.reference, make=lambda k, r: ("counters", r, k)),
    form("counter|counters on {}", grammar.reference, make=lambda r: ("counters", r, "any")),
    form("{} counter|counters among {}", counter_kind, grammar.noun, make=lambda k, f: ("total", ("counters", k), f)),
    form("{} counter|counters on {}", counter_kind, grammar.noun, make=lambda k, f: ("total", ("counters", k), f)),
    form("{} counter|counters you have", counter_kind, make=lambda k: ("counters", "you", k)),
    form("{} counter|counters you've", counter_kind, make=lambda k: ("counters", "you", k)),
    form("point|points of {} {} has|have", keyword_name, grammar.reference, make=lambda k, r: ("points_of", k, r)),
    form("time {} has attacked this turn", grammar.reference, make=lambda r: ("times_attacked_this_turn", r)),
    form("kind|kinds of counter|counters among {}", grammar.noun, make=lambda f: ("distinct", "counter_kinds", f)),
    form("kind|kinds of counter|counters on {}", grammar.reference,
        make=lambda r: ("distinct", "counter_kinds", Filter((("is", r),)))),
    form("{} counter|counters removed this way", counter_kind, make=lambda k: ("counters_removed_this_way", k)),
    form("{} counter|counters {} has|have", counter_kind, grammar.reference, make=lambda k, r: ("counters", r, k)),
    form("(different) {} among {}", _distinct, grammar.noun, make=lambda d, f: ("distinct", d, f)),
    form("card type|types {} has|have", grammar.reference, make=lambda r: ("distinct_of", "card_types", r)),
    form("{} {} is|are", _distinct, grammar.reference, make=lambda d, r: ("distinct_of", d, r)),
    form("color|colors of mana spent to cast {}", grammar.reference, make=lambda r: ("colors_spent", r)),
    form("mana spent to cast {}", grammar.reference, make=lambda r: ("mana_spent", r)),
    form("{} mana symbol|symbols in {} mana cost|costs", table(COLORS, "a colour"), grammar.possessive,
        make=lambda c, r: ("symbols", r, c)),
    form("of {} colors", grammar.possessive, make=lambda r: ("distinct_of", "colors", r)),
    form("times {} has mutated", grammar.reference, make=lambda r: ("times_mutated", r)),
    form("times {} was|were kicked", grammar.reference, make=lambda r: ("times_kicked", r)),
    form("time|times {} was|were kicked", grammar.reference, make=lambda r: ("times_kicked", r)),
    form("even result|results", give="even_results"),
    form("odd result|results", give="odd_results"),
    form("differently named {}", grammar.noun, make=lambda f: ("distinct", "names", f)),
    form("{} mana symbol|symbols in the mana cost|costs of {}", table(COLORS, "a colour"), grammar.noun,
        make=lambda c, f: ("total", ("symbols", c), f)),
    form("opponent|opponents you have", give=("count", Filter(("opponent",)))),
    form("creature|creatures in your party", give="party"),
    form("{} that died under your control this turn", grammar.noun,
        make=lambda f: happened("died_this_turn", f, ("controller", "you"))),
    form("{} {}", grammar.noun, table({
        "that died this turn": "died_this_turn", "that left the battlefield this turn": "left_this_turn",
        "that entered under your control this turn": "entered_yours_this_turn",
        "that entered the battlefield under your control this turn": "entered_yours_this_turn",
        "you sacrificed this turn": "sacrificed_this_turn", "you've sacrificed this turn": "sacrificed_this_turn"},
        "what happened"), make=lambda f, h: happened(h, f)),
    form("creature|creatures you attacked with this turn", give="creatures_attacked_with_this_turn"),
    form("card|cards you've drawn this turn", give="cards_drawn_this_turn"),
    form("spell|spells you've cast this turn", give="spells_cast_this_turn"),
    form("{} you've cast this turn", grammar.noun, make=lambda f: happened("cast_this_turn", f)),
    form("{} and {}", grammar.noun, _hand_or_zone, make=lambda f, v: ("plus", ("count", f), v)),
    mapped(grammar.noun, _count),
    name="what is counted",
)  # fmt: skip

_SOURCES = frozenset({"subtype", "type", "supertype"})


def source_kind(what: Filter) -> Term:
    """The kind of the sources that mana comes from: a single type or subtype, or basic lands."""
    kept = [t for t in what.literals if t != ("zone", "battlefield")]
    if sorted(map(str, kept)) == sorted(map(str, [("supertype", "basic"), ("type", "land")])):
        return "basic"
    if len(kept) != 1 or what.either or not isinstance(kept[0], tuple) or kept[0][0] not in _SOURCES:
        raise Refuse("one kind of source")
    return kept[0]


_SNOW = ("supertype", "snow")
_counted_once.prefer(
    form("mana from {} (that) (was) spent to cast {}", some, grammar.reference,
        make=lambda f, r: ("mana_from", r, source_kind(f))),
    form("{} (that) (was) spent to cast {}", word("{S}"), grammar.reference, make=lambda s, r: ("mana_from", r, _SNOW)),
)  # fmt: skip
counting = _counted_once
"""What is counted, once; modules may `add` to it."""


def _sum(parts: list[Term]) -> Term:
    total = parts[0]
    for part in parts[1:]:
        total = ("plus", total, part)
    return total


counted = mapped(
    form("{} {}", _counted_once, many(form("and each {}", _counted_once))),
    lambda made: _sum([made[0], *made[1]]),
)
"""What stands after "the number of" or "for each" -> Value."""

_life = one_of(
    form("{} life total", grammar.possessive, make=lambda r: ("life", r)),
    form("{} life totals", grammar.possessive, make=lambda r: ("life", r)),
    form("{} starting life total", grammar.possessive, make=lambda r: ("starting_life", r)),
    form("{} speed", grammar.possessive, make=lambda r: ("speed", r)),
)

_rounded = maybe(
    one_of(form("(,) rounded up", give="half_up"), form("(,) rounded down", give="half_down")), None
)


def _half(value: Term, rounding: str | None, also: Any = None) -> Term:
    if rounding is None:
        raise Refuse("rounded up or down")
    return (rounding, value)


def _half_first(rounding: str, value: Term) -> Term:
    return (rounding, value)


_devotion = one_of(
    form("your devotion to {} and {}", table(COLORS, "a colour"), table(COLORS, "a colour"),
        make=lambda a, b: ("devotion", Listed((a, b)))),
    form("your devotion to {}", table(COLORS, "a colour"), make=lambda c: ("devotion", c)),
    form("your devotion to that color", give=("devotion", "that_color")),
    form("your devotion to the chosen color", give=("devotion", ("chosen", "color"))),
)  # fmt: skip

_YOUR_COMMANDERS = Filter(
    ("commander", ("owner", "you")), (Filter((("zone", "battlefield"),)), Filter((("zone", "command"),)))
)
basic_value = one_of(
    form("{} total toxic value", grammar.possessive, make=lambda r: ("points_of", "toxic", r)),
    form("{} times {}", number, grammar.value, make=lambda n, v: ("times", n, v)),
    number,
    form("x", give="x"),
    form("y", give="y"),
    form("twice {}", grammar.value, make=lambda v: ("times", 2, v)),
    form("three times {}", grammar.value, make=lambda v: ("times", 3, v)),
    form("half {} {}", grammar.value, _rounded, make=_half),
    form(
        "the number of cards in the hand of the opponent with the most cards in hand",
        give=("greatest", "hand_size", Filter(("opponent",))),
    ),
    form("the number of {}", counted),
    form("the total number of {}", counted),
    form("the number of {} on the battlefield", counted),
    form(
        "the greatest|highest {} among {} and {}",
        characteristic,
        grammar.noun,
        grammar.noun,
        make=lambda c, f, g: ("greatest", c, Filter((), (f, g))),
    ),
    form(
        "the greatest|highest {} among {}", characteristic, grammar.noun, make=lambda c, f: ("greatest", c, f)
    ),
    form(
        "the greatest|highest {} of a commander you own on the battlefield or in the command zone",
        characteristic,
        make=lambda c: ("greatest", c, _YOUR_COMMANDERS),
    ),
    form(
        "the greatest|highest {} among your commanders",
        characteristic,
        make=lambda c: ("greatest", c, Filter(("commander", ("owner", "you"), ("zone", "battlefield")))),
    ),
    form("the highest life total among players", give=("greatest", "life", Filter(("player",)))),
    form(
        "the life total of an opponent with the most life", give=("greatest", "life", Filter(("opponent",)))
    ),
    form("the last chosen number", give=("chosen", "number")),
    form("the highest life total among your opponents", give=("greatest", "life", Filter(("opponent",)))),
    form("the least|lowest {} among {}", characteristic, grammar.noun, make=lambda c, f: ("least", c, f)),
    form("the total {} of (the) {}", characteristic, grammar.noun, make=_total),
    form("the number of colors among the {}", grammar.noun, make=lambda f: ("distinct", "colors", f)),
    form(
        "the greatest number of {} {} control|controls",
        grammar.noun,
        some,
        make=lambda f, p: ("greatest_number", f, p),
    ),
    form(
        "the difference between {} and {}",
        grammar.value,
        grammar.value,
        make=lambda a, b: ("difference", a, b),
    ),
    form("the chosen number", give=("chosen", "number")),
    form(
        "the greatest number noted for {} this turn", grammar.reference, make=lambda r: ("greatest_noted", r)
    ),
    form(
        "the amount of {} spent to cast {}",
        word("{S}"),
        grammar.reference,
        make=lambda s, r: ("mana_from", r, _SNOW),
    ),
    form("the amount of mana spent to cast {}", grammar.reference, make=lambda r: ("mana_spent", r)),
    form("the amount of life you gained this turn", give="life_gained_this_turn"),
    form("the amount of life you've gained this turn", give="life_gained_this_turn"),
    form("the amount of life you've lost this turn", give=("life_lost_by", "you")),
    form("the amount of life you lost this turn", give=("life_lost_by", "you")),
    form("the amount of {} paid this way", word("{E}"), give=("this_way_amount", "paid")),
    form("the amount of {} paid|spent", word("{E}"), give="energy_paid"),
    form(
        "the amount of damage dealt to {} this turn",
        grammar.reference,
        make=lambda r: ("damage_this_turn", r),
    ),
    form("the damage dealt to {} this turn", grammar.reference, make=lambda r: ("damage_this_turn", r)),
    form("that much", give="that_much"),
    form("that damage", give="that_much"),
    form("that many", give="that_much"),
    form("that number", give="that_much"),
    form("the|that result", give="result"),
    form("the roll", give="result"),
    form("the other result", give="other_result"),
    form("the total of those results", give="total_result"),
    form("{} {}", grammar.possessive, characteristic, make=lambda r, c: (c, r)),
    form("{} intensity", grammar.possessive, make=lambda r: ("intensity", r)),
    _life,
    _devotion,
    form("the {} of {}", characteristic, grammar.reference, make=lambda c, r: (c, r)),
    name="a value",
)


_whichever = one_of(
    form(", whichever is greater", give="most"),
    form(", whichever is less|lower|smaller", give="least"),
)


def _value(stream: Any, at: int) -> Any:
    from parsy import Result

    result = basic_value(stream, at)
    if not result.status:
        return result
    value, index = result.value, result.index
    while index < len(stream) and stream[index] in ("plus", "minus"):
        following = basic_value(stream, index + 1)
        if not following.status:
            break
        value = (stream[index], value, following.value)
        index = following.index
    if index < len(stream) and stream[index] == "or":
        other = basic_value(stream, index + 1)
        which = _whichever(stream, other.index) if other.status else other
        if which.status:
            return Result(
                True, which.index, (which.value, value, other.value), which.furthest, which.expected
            )
    return Result(True, index, value, result.furthest, result.expected)


grammar._value.define(Rule(_value))

for_each = memo(
    one_of(
        form("for each {} beyond the first", counted, make=lambda v: ("most", ("minus", v, 1), 0)),
        form("for each {}", counted),
        name="for each",
    )
)
"""`for each creature you control` -> Value."""

_PT = re.compile(r"([+-])(\d+|x|y)/([+-])(\d+|x|y)$")


def _part(sign: str, text: str) -> Term:
    if text in ("x", "y"):
        return text if sign == "+" else ("minus", 0, text)
    return int(text) if sign == "+" else -int(text)


def _signed(text: str) -> tuple[Term, Term] | None:
    found = _PT.match(text)
    if not found:
        return None
    return _part(found[1], found[2]), _part(found[3], found[4])


signed_pt = matching(_signed, "a change of power and toughness")
"""`+2/-1`, `-X/-X` -> (Value, Value)."""


def _plain_pt(text: str) -> tuple[Term, Term] | None:
    found = re.match(r"(\d+|x|y)/(\d+|x|y)$", text)
    if not found:
        return None
    power, toughness = (int(t) if t.isdigit() else t for t in found.groups())
    return power, toughness


plain_pt = matching(_plain_pt, "power and toughness")
"""`2/2`, `X/X` -> (Value, Value)."""


def scaled(amount: Term, by: Term) -> Term:
    """`amount` for each: a number times a value."""
    if amount == 0:
        return 0
    if amount == 1:
        return by
    if isinstance(amount, int):
        return ("times", amount, by)
    return ("product", amount, by)


where_x = one_of(
    form("(,) where x is {}", grammar.value),
    name="where X is",
)
"""`, where X is the number of ...` -> Value."""
