"""Keyword abilities (CR 702) with every form of argument that is printed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Rule, form, listed, many, mapped, matching, maybe, one_of, table
from .costs import as_term, mana_cost, payers_own
from .normalise import tokenise
from .nouns import card_name, kind_predicate, one, with_phrase
from .pointing import OPPONENTS
from .tables import COLORS, SUBTYPES, SUPERTYPES, TYPE_WORDS, constant
from .terms import Ability, Filter, Mention, Term, Text, each, keyword_ability, substitute
from .values import for_each, number, plain_pt, where_x

Made = list[Ability]

# --- no argument ----------------------------------------------------------------------------------------------------

PLAIN = """
deathtouch|defender|double strike|first strike|flash|flying|haste|indestructible|intimidate|lifelink|
reach|shroud|trample|vigilance|banding|flanking|phasing|shadow|horsemanship|fear|provoke|storm|epic|
convoke|haunt|split second|delve|gravestorm|changeling|hideaway|conspire|persist|wither|retrace|exalted|cascade|
rebound|umbra armor|totem armor|infect|battle cry|living weapon|undying|soulbond|unleash|cipher|evolve|extort|fuse|
dethrone|hidden agenda|double agenda|prowess|exploit|menace|devoid|ingest|myriad|skulk|melee|undaunted|improvise|
aftermath|ascend|assist|jump-start|mentor|riot|demonstrate|daybound|nightbound|decayed|training|compleated|
enlist|read ahead|ravenous|living metal|for mirrodin!|bargain|spree|tiered|start your engines!|job select|
sunburst|space sculptor|double team|partner|friends forever|choose a background|doctor's companion|gift|
station|increment|vanishing|mayhem|trample over planeswalkers|equip|morph|disguise
""".replace("\n", "").split("|")  # fmt: skip
_NOT_ALONE = {"equip", "morph", "disguise", "gift"}
_plain = table({k: k for k in PLAIN if k not in _NOT_ALONE}, "a keyword")


def _alone(name: str) -> Made:
    if name == "trample over planeswalkers":
        return [keyword_ability("trample", "over_planeswalkers")]
    return [keyword_ability({"totem armor": "umbra_armor"}.get(name, constant(name)))]


plain = mapped(_plain, _alone)

# --- a number -------------------------------------------------------------------------------------------------------

_NUMBERED = """rampage|fading|amplify|modular|bushido|soulshift|dredge|bloodthirst|graft|ripple|vanishing|absorb|frenzy|
poisonous|devour|annihilator|renown|fabricate|crew|afflict|afterlife|tribute|hideaway|casualty|toxic|backup|saddle|
mobilize|firebending|station|offspring""".replace("\n", "").split("|")
_n = one_of(number, form("x", give="x"))


def _numbered(name: str, amount: Term) -> Made:
    return [keyword_ability(constant(name), amount)]


def _numbered_where(name: str, value: Term) -> Made:
    return [keyword_ability(constant(name), value)]


_number_name = table({k: k for k in _NUMBERED}, "a keyword")
numbered = one_of(
    form("{} x {}", _number_name, where_x, make=_numbered_where),
    form("{} {}", _number_name, _n, make=_numbered),
    form("devour {} {}", grammar.noun, number, make=lambda f, n: [keyword_ability("devour", ("of", f, n))]),
)

# --- a cost ---------------------------------------------------------------------------------------------------------

_COSTED = """cycling|echo|buyback|flashback|madness|morph|megamorph|entwine|ninjutsu|commander ninjutsu|transmute|
replicate|forecast|recover|transfigure|evoke|unearth|level up|overload|scavenge|bestow|outlast|dash|
embalm|eternalize|spectacle|surge|escape|encore|foretell|disturb|cleave|blitz|squad|more than meets the eye|
disguise|plot|freerunning|offspring|harmonize|warp|mayhem|web-slinging|prowl|miracle|kicker|multikicker|aura swap|
cumulative upkeep|ward|mutate|fortify|reconfigure|emerge|escalate|sneak|impending|paradigm""".replace(
    "\n", ""
).split("|")
_cost_name = table({k: k for k in _COSTED}, "a keyword with a cost")


_dash_costs = one_of(
    form("{} or {}", grammar.cost, grammar.cost, make=lambda a, b: (("or", as_term(a), as_term(b)),)),
    grammar.cost,
)
"""Costs behind a dash, perhaps with an alternative."""


def _costed(name: str, costs: tuple[Term, ...]) -> Made:
    if name in ("fortify", "reconfigure"):
        kind = ("type", "land") if name == "fortify" else ("type", "creature")
        literals: list[Term] = [kind, ("zone", "battlefield"), ("controller", "you")]
        if name == "reconfigure":
            literals.append("other")
        return [keyword_ability(name, ("attach", as_term(costs), Filter(tuple(literals))))]
    cost = as_term(costs)
    if name == "ward":  # another player pays it, with what that one controls
        cost = payers_own(cost)
    return [keyword_ability(constant(name), cost)]


def _no_colon(stream: Any, at: int) -> Result:
    return (
        Result.success(at, None) if at >= len(stream) or stream[at] != ":" else Result.failure(at, "no colon")
    )


_end_of_cost = Rule(_no_colon)


def _costed_or(name: str, first: tuple[Term, ...], second: tuple[Term, ...]) -> Made:
    return [keyword_ability(constant(name), ("or", as_term(first), as_term(second)))]


def _costed_both(name: str, first: tuple[Term, ...], second: tuple[Term, ...]) -> Made:
    return [keyword_ability(constant(name), as_term(first)), keyword_ability(constant(name), as_term(second))]


def _with_x(name: str, costs: tuple[Term, ...], value: Term) -> Made:
    return [keyword_ability(constant(name), substitute(as_term(costs), "x", value))]


costed = one_of(
    form("{} {} and/or {}", table({"kicker": "kicker"}, "kicker"), grammar.cost, grammar.cost, make=_costed_both),
    form("{} {} or {}", table({"cumulative upkeep": "cumulative upkeep"}, "cumulative upkeep"), mana_cost, mana_cost,
        make=lambda n, a, b: _costed_or(n, (a,), (b,))),
    form("{} {} {}", _cost_name, grammar.cost, where_x, make=_with_x),
    form("{} — {} (.)", _cost_name, _dash_costs, make=_costed),
    form("{} {} {}", _cost_name, mapped(mana_cost, lambda c: (c,)), _end_of_cost, make=lambda n, c, e: _costed(n, c)),
    form("ward pay {} life", number, make=lambda n: [keyword_ability("ward", ("life", n))]),
)  # fmt: skip

# --- a number and a cost ---------------------------------------------------------------------------------------------

_both_name = table(
    {"suspend": "suspend", "awaken": "awaken", "reinforce": "reinforce", "impending": "impending"},
    "a keyword",
)
numbered_cost = form(
    "{} {} — {} (.)",
    _both_name,
    _n,
    grammar.cost,
    make=lambda name, n, costs: [keyword_ability(constant(name), ("with_cost", n, as_term(costs)))],
)

# --- a quality ------------------------------------------------------------------------------------------------------


def without_battlefield(what: Filter) -> Filter:
    """The filter as a quality, which things in any zone can have."""
    literals = tuple(t for t in what.literals if t != ("zone", "battlefield"))
    either = tuple(without_battlefield(f) for f in what.either)
    if either and any(not f.literals and not f.either for f in either):
        either = ()
    return Filter(literals, either)


_color = table(COLORS, "a colour")


def _qualified(what: Filter) -> Filter:
    found = without_battlefield(what)
    if not found.literals and not found.either:
        found = one("permanent")
    return found


quality = one_of(
    form("everything", give="everything"),
    form("the chosen player", give="player_chosen"),
    form("the chosen color|colors", give=("chosen", "color")),
    form("the last chosen color", give=("chosen", "color")),
    form("the chosen card name", give=one(("chosen", "name"))),
    form("the chosen card type", give=one(("chosen", "card_type"))),
    form("ring-bearers", give=one("ring_bearer")),
    form("the color of your choice", give=("choose", "color")),
    form("colors of your choice", give=("choose", "colors")),
    form("a color of your choice", give=("choose", "color")),
    form("the chosen type|types", give=one(("chosen", "card_type"))),
    form("that color", give=one(("color", "that_color"))),
    form("its colors", give=("colors_of", "affected")),
    form("the colors of {}", grammar.whom, make=lambda r: ("colors_of", r)),
    form("each mana value other than the chosen number",
        give=one(("not", ("compare", "mana_value", "equal", ("chosen", "number"))))),
    form("each opponent", give=("each_of", each(OPPONENTS))),
    form("your opponents", give=("each_of", each(OPPONENTS))),
    form("each of your opponents", give=("each_of", each(OPPONENTS))),
    form("each color", give=[one(("color", c)) for c in COLORS]),
    form("all colors", give=[one(("color", c)) for c in COLORS]),
    form("each mana value of the chosen quality", give=one(("chosen", "parity"))),
    form("odd mana values", give=one(("compare", "mana_value", "odd", 0))),
    form("even mana values", give=one(("compare", "mana_value", "even", 0))),
    form("activated and triggered abilities", give=Filter((), (one("activated_ability"), one("triggered_ability")))),
    mapped(listed(_color, "and", 2), lambda colors: [one(("color", c)) for c in colors]),
    mapped(grammar.noun, _qualified),
    mapped(_color, lambda c: one(("color", c))),
    form("{}", table({k: k for k in ("multicolored", "monocolored", "colorless", "snow", "legendary")}, "a quality"),
        make=lambda k: one(("supertype", k) if k in SUPERTYPES else k)),
    with_phrase,
    name="a quality",
)  # fmt: skip


def _from_list(stream: Any, at: int) -> Result:
    """`from X`, `from X and from Y`, `from X, from Y, and from Z` -> list of qualities."""
    if at >= len(stream) or stream[at] != "from":
        return Result.failure(at, "from")
    found: list[Term] = []
    index = end = at
    furthest, expected = -1, frozenset[str]()
    while index < len(stream) and stream[index] == "from":
        result = quality(stream, index + 1)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected) if not found else Result.success(end, found)
        found.extend(result.value if isinstance(result.value, list) else [result.value])
        end = index = result.index
        if index < len(stream) and stream[index] == ",":
            index += 1
        if index < len(stream) and stream[index] == "and":
            index += 1
    return Result(True, end, found, furthest, expected)


_from = Rule(_from_list)
_from_each = one_of(_from, name="from a quality")


def _qualities(name: str) -> Any:
    return lambda found: [keyword_ability(name, quality_) for quality_ in found]


protection = form("protection {}", _from_each, make=_qualities("protection"))
hexproof = one_of(
    form("hexproof {}", _from_each, make=_qualities("hexproof")),
    form("hexproof", give=[keyword_ability("hexproof")]),
)

# --- landwalk -------------------------------------------------------------------------------------------------------


def _walk(text: str) -> Filter | None:
    found = re.match(r"([a-z'-]+)walk$", text)
    if not found or found[1] == "land":
        return None
    return one(("subtype", SUBTYPES[found[1]])) if found[1] in SUBTYPES else None


_walk_word = matching(_walk, "a kind of landwalk")
_LAND = ("type", "land")
_BATTLEFIELD = ("zone", "battlefield")


def _lands(*literals: Term) -> Made:
    return [keyword_ability("landwalk", Filter((_LAND, _BATTLEFIELD, *literals)))]


landwalk = one_of(
    mapped(_walk_word, lambda f: _lands(*f.literals)),
    form("snow {}", _walk_word, make=lambda f: _lands(("supertype", "snow"), *f.literals)),
    form("nonbasic landwalk", make=None, give=_lands(("not", ("supertype", "basic")))),
    form("legendary landwalk", give=_lands(("supertype", "legendary"))),
    form("snow landwalk", give=_lands(("supertype", "snow"))),
    form("basic landwalk", give=_lands(("supertype", "basic"))),
    form("artifact landwalk", give=_lands(("type", "artifact"))),
    form("landwalk of the chosen type", give=_lands(("chosen", "land_type"))),
)

# --- attaching ------------------------------------------------------------------------------------------------------


def _enchant(what: Filter) -> Made:
    return [keyword_ability("enchant", what)]


enchant = one_of(
    form("enchant {}", grammar.noun, make=_enchant),
)


def _equip(what: Filter | None, costs: tuple[Term, ...]) -> Made:
    literals: tuple[Term, ...] = (("type", "creature"), ("zone", "battlefield"), ("controller", "you"))
    if what is not None:
        literals = tuple(dict.fromkeys((*what.literals, *literals)))
        return [keyword_ability("equip", ("attach", as_term(costs), Filter(literals, what.either)))]
    return [keyword_ability("equip", ("attach", as_term(costs), Filter(literals)))]


_equip_cost = one_of(
    form("— {} (.)", _dash_costs),
    form("{} or {}", mana_cost, mana_cost, make=lambda a, b: (("or", a, b),)),
    mapped(mana_cost, lambda c: (c,)),
)
equip = one_of(
    form("equip {} {}", _equip_cost, _end_of_cost, make=lambda c, e: _equip(None, c)),
    form("equip {} {}", grammar.noun, _equip_cost, make=_equip),
    form("equip x {}", where_x, make=lambda v: _equip(None, (("mana_worth", v),))),
)

# --- the rest -------------------------------------------------------------------------------------------------------


def _cycling(text: str) -> Filter | None:
    if not text.endswith("cycling") or text == "cycling":
        return None
    stem = text.removesuffix("cycling")
    if stem in SUBTYPES:
        return one(("subtype", SUBTYPES[stem]), "card")
    return one(("type", TYPE_WORDS[stem]), "card") if stem in TYPE_WORDS else None


_typecycling_word = matching(_cycling, "a kind of cycling")


def _typecycling(what: Filter, costs: tuple[Term, ...]) -> Made:
    return [keyword_ability("typecycling", ("search", as_term(costs), what))]


_dash_cost = one_of(form("— {} (.)", grammar.cost), mapped(mana_cost, lambda c: (c,)))


def _affinity(what: Filter) -> Made:
    return [keyword_ability("affinity", what.also(("controller", "you")))]


def _card_filter(what: Filter) -> Filter:
    return without_battlefield(what)


_name_rest = matching(lambda w: w, "a name")

_GIFTS = {
    "a card": "Draw a card.",
    "a food": "Create a Food token.",
    "a treasure": "Create a Treasure token.",
    "a tapped fish": "Create a tapped 1/1 blue Fish creature token.",
    "an octopus": "Create an 8/8 blue Octopus creature token.",
    "an extra turn": "Take an extra turn after this one.",
}
"""What is promised, and what that means the chosen player does (702.174d-i)."""


def _given(told: str) -> Term:
    found = grammar.instructions(tokenise(_GIFTS[told]), 0).value[0]
    numbered = tuple((part.name, 1) if isinstance(part, Mention) else part for part in found)
    return substitute(numbered, "you", "promised")


def _rest(stream: Any, at: int) -> Result:
    """All words up to the end of the line, as they are printed."""
    return Result.success(len(stream), " ".join(stream.raw[at:]))


others = one_of(
    form("companion — {}", Rule(_rest), make=lambda told: [keyword_ability("companion", Text(told))]),
    form("prototype {} — {}", mana_cost, plain_pt,
        make=lambda c, pt: [keyword_ability("prototype", ("with", c, pt[0], pt[1]))]),
    form("affinity for {}", grammar.noun, make=_affinity),
    form("{} {}", _typecycling_word, _dash_cost, make=_typecycling),
    form("{} landcycling {}", table({t: t for t in ("artifact", "enchantment", "creature")}, "a card type"), _dash_cost,
        make=lambda t, c: _typecycling(one(("type", t), _LAND, "card"), c)),
    form("basic landcycling {}", _dash_cost, make=lambda c: _typecycling(one(("supertype", "basic"), _LAND, "card"), c)),
    form("{} landcycling {}", table({"snow": "snow", "legendary": "legendary"}, "a supertype"), _dash_cost,
        make=lambda s, c: _typecycling(one(("supertype", s), _LAND, "card"), c)),
    form("splice onto {} {}", kind_predicate, _dash_cost,
        make=lambda f, c: [keyword_ability("splice", ("onto", f, as_term(c)))]),
    form("{} offering", kind_predicate, make=lambda f: [keyword_ability("offering", f)]),
    form("champion a|an {}", grammar.noun, make=lambda f: [keyword_ability("champion", f.also(("controller", "you")))]),
    form("craft with {} {}", grammar.noun, _dash_cost,
        make=lambda f, c: [keyword_ability("craft", ("with", ("amount", 1, 1, without_battlefield(f)), as_term(c)))]),
    form("craft with {} or more {} {}", number, grammar.noun, _dash_cost,
        make=lambda n, f, c: [keyword_ability("craft", ("with", ("amount", n, "any", without_battlefield(f)), as_term(c)))]),
    form("craft with {} or more {}", number, _dash_cost,
        make=lambda n, c: [keyword_ability("craft", ("with", ("amount", n, "any", one("anything")), as_term(c)))]),
    form("craft with {} that share a card type {}", number, _dash_cost,
        make=lambda n, c: [keyword_ability("craft", ("with", ("amount", n, n, one("anything"), "share_card_type"), as_term(c)))]),
    form("craft with {} {} {}", number, grammar.noun, _dash_cost,
        make=lambda n, f, c: [keyword_ability("craft", ("with", ("amount", n, n, without_battlefield(f)), as_term(c)))]),
    form("emerge from {} {}", kind_predicate, _dash_cost,
        make=lambda f, c: [keyword_ability("emerge", ("from", f, as_term(c)))]),
    form("bands with other {}", grammar.noun, make=lambda f: [keyword_ability("bands_with_other", f)]),
    form("gift {}", table({k: k for k in _GIFTS}, "a gift"), make=lambda told: [keyword_ability("gift", _given(told))]),
    form("partner with {}", card_name, make=lambda name: [keyword_ability("partner", ("with", Text(name)))]),
    form("partner — {}", many(_name_rest, 1),
        make=lambda ws: [keyword_ability("partner", ("group", Text(" ".join(ws))))]),
)  # fmt: skip

_keyword = one_of(
    protection,
    hexproof,
    landwalk,
    enchant,
    equip,
    costed,
    numbered_cost,
    numbered,
    others,
    plain,
    name="a keyword ability",
)
grammar._keywords.define(_keyword)


def _joined(found: list[Made]) -> Made:
    return [ability for made in found for ability in made]


_TARGETED = ("targeted_by", "this_ability")
_less = one_of(
    form(
        "if it targets two {}",
        grammar.noun,
        make=lambda f: ("if", ("compare", ("count", f.also(_TARGETED)), "greater_equal", 2)),
    ),
    form("if it targets a|an {}", grammar.noun, make=lambda f: ("if", ("targeting", "this_ability", f))),
    form(
        "for each color of the {} it targets",
        grammar.noun,
        make=lambda f: ("for_each", ("distinct", "colors", f.also(_TARGETED))),
    ),
    form(
        "(,) where x is the power of the {} it targets",
        grammar.noun,
        make=lambda f: ("where", ("total", "power", f.also(_TARGETED))),
    ),
    form("if {}", grammar.condition, make=lambda c: ("if", c)),
    mapped(for_each, lambda v: ("for_each", v)),
    mapped(where_x, lambda v: ("where", v)),
)
ability_cost = one_of(
    form(
        "this ability costs {} less to activate {}",
        mana_cost,
        maybe(_less, "always"),
        make=lambda c, t: ("states", ("cost_less", "this_ability", c, t)),
    ),
    form(
        "this ability costs {} more to activate {}",
        mana_cost,
        maybe(_less, "always"),
        make=lambda c, t: ("states", ("cost_more", "this_ability", c, t)),
    ),
)
"""`This ability costs {1} less to activate ...` -> ("states", statement)."""

_tail = many(
    one_of(
        form("(.) x can't be {}", number, make=lambda n: ("x_not", n)),
        form(". {}", ability_cost),
        form(". activate only once each turn", give=("once",)),
        form(". activate only as a sorcery", give=("sorcery",)),
    )
)


def _keyword_line(stream: Any, at: int) -> Result:
    """A line of keywords separated by commas or semicolons."""
    result = grammar.keywords(stream, at)
    if not result.status:
        return result
    found = list(result.value)
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", ";"):
        start = index + 1
        if start < len(stream) and stream[start] == "and":
            start += 1
        result = grammar.keywords(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        found.extend(result.value)
        index = result.index
    tail = _tail(stream, index)
    if tail.status and tail.value:
        last = found[-1]
        found[-1] = replace(
            last,
            restrictions=tuple(t for t in tail.value if t[0] != "states"),
            statements=tuple(t[1] for t in tail.value if t[0] == "states"),
        )
        index = tail.index
    return Result(True, index, found, furthest, expected)


keyword_line = Rule(_keyword_line)
"""A whole line of keyword abilities -> list of Abilities."""

granted = one_of(
    mapped(listed(one_of(grammar.keywords, grammar.quoted), "and"), _joined),
    name="abilities",
)
"""What "has" or "gains" may be followed by: keywords and quoted abilities -> list of Abilities."""
