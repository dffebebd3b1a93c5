"""Noun phrases -> filters (CR 109.2, 109.4): one grammar for everything that a text can call something.

A phrase is alternatives (`artifact, creature, or land`) of attribute words, then what follows them (`you control`,
`with flying`). Words that come first are shared by alternatives that have none of their own; what follows is shared by
all, except where it only makes sense for the last (`artifact or creature with flying`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, listed, mapped, matching, memo, one_of, table, word
from .tables import COLORS, SUBTYPES, SUPERTYPES, TYPE_WORDS
from .terms import Filter, Term, negate, negated
from .words import comparison, counter_kind, keyword_name

_ADJECTIVES: dict[str, Term] = {
    **{c: ("color", c) for c in COLORS},
    **{s: ("supertype", s) for s in SUPERTYPES},
    **{
        a: a
        for a in [
            "tapped",
            "attacking",
            "blocking",
            "blocked",
            "unblocked",
            "transformed",
            "suspected",
            "enchanted",
            "equipped",
            "modified",
            "saddled",
            "historic",
            "colorless",
            "multicolored",
            "monocolored",
            "goaded",
            "paired",
            "prepared",
        ]
    },
    "untapped": ("not", "tapped"),
    "face-down": "face_down",
    "face-up": ("not", "face_down"),
    "kicked": "kicked",
    "stickered": "stickered",
    "foretold": "foretold",
}
_NON: dict[str, Term] = {
    **{k: ("not", v) for k, v in _ADJECTIVES.items()},
    **{t: ("not", ("type", t)) for t in TYPE_WORDS.values()},
    **{k: ("not", ("subtype", v)) for k, v in SUBTYPES.items()},
    "token": ("not", "token"),
    "commander": ("not", "commander"),
    "historic": ("not", "historic"),
    "multicolored": ("not", "multicolored"),
}
_CLASSES: dict[str, str] = {
    "card": "card", "cards": "card", "spell": "spell", "spells": "spell", "permanent": "permanent",
    "permanents": "permanent", "token": "token", "tokens": "token", "source": "source", "sources": "source",
    "player": "player", "players": "player", "opponent": "opponent", "opponents": "opponent",
    "commander": "commander", "commanders": "commander",
}  # fmt: skip
_PLURAL_TYPES = frozenset(k for k, v in TYPE_WORDS.items() if k != v)


@dataclass(slots=True)
class _Unit:
    adjectives: list[Term] = field(default_factory=list)
    types: list[Term] = field(default_factory=list)
    kind: str = ""
    plural: bool = False

    def complete(self) -> bool:
        return bool(self.types or self.kind)


def _adjective(stream: Any, at: int) -> tuple[Term, int] | None:
    here = stream[at]
    found = _ADJECTIVES.get(here)
    if found is not None:
        return found, at + 1
    if here.startswith("non"):
        rest = here[4:] if here.startswith("non-") else here[3:]
        found = _NON.get(rest)
        if found is not None:
            return found, at + 1
        if here == "non-" or rest == "":
            return None
    return None


def _type(stream: Any, at: int) -> tuple[Term, int, bool] | None:
    here = stream[at]
    if here in ("outlaw", "outlaws"):
        return "outlaw", at + 1, here == "outlaws"
    if here in TYPE_WORDS:
        return ("type", TYPE_WORDS[here]), at + 1, here in _PLURAL_TYPES
    if at + 1 < len(stream) and here == "time":
        two = f"{here} {stream[at + 1]}"
        if two in SUBTYPES:
            return ("subtype", SUBTYPES[two]), at + 2, two.endswith("s")
    if here in SUBTYPES:
        # "will" and the like are never subtypes in lower case; texts print subtypes with a capital
        if not stream.raw[at][0].isupper():
            return None
        plural = here != SUBTYPES[here].replace("_", "-") or here in ("equipment", "plains")
        return ("subtype", SUBTYPES[here]), at + 1, plural
    return None


def _unit(stream: Any, at: int) -> tuple[_Unit, int] | None:
    unit = _Unit()
    index = at
    length = len(stream)
    while index < length:
        if not unit.types:
            adjective = _adjective(stream, index)
            if adjective:
                unit.adjectives.append(adjective[0])
                index = adjective[1]
                # "nonartifact, nonblack creature", "tapped, attacking creature"
                if index + 1 < length and stream[index] == "," and isinstance(adjective[0], tuple):
                    follower = _adjective(stream, index + 1)
                    if follower and adjective[0][0] == "not" == follower[0][0]:
                        index += 1
                continue
        elif stream[index] in ("tapped", "attacking", "blocking"):
            break
        kind = _type(stream, index)
        if stream[index] == "permanent" and stream[index + 1 : index + 2] and stream[index + 1] in (
            "card", "cards", "spell", "spells",
        ):  # fmt: skip
            kind = "permanent_card", index + 1, False
        if kind:
            unit.types.append(kind[0])
            index = kind[1]
            unit.plural = kind[2]
            continue
        if unit.types:
            adjective = _adjective(stream, index) if stream[index] in SUPERTYPES else None
            if adjective:
                unit.adjectives.append(adjective[0])
                index = adjective[1]
                continue
        break
    if index < length and stream[index] in _CLASSES:
        unit.kind = _CLASSES[stream[index]]
        unit.plural = stream[index].endswith("s")
        index += 1
        # "commander creature", "token creature", "creature tokens"
        if (
            unit.kind in ("commander", "token")
            and index < length
            and stream[index] in TYPE_WORDS
            and not unit.types
        ):
            unit.adjectives.append(unit.kind)
            unit.types.append(("type", TYPE_WORDS[stream[index]]))
            unit.plural = stream[index] in _PLURAL_TYPES
            unit.kind = ""
            index += 1
    elif index < length and stream[index] in ("ability", "abilities") and index > at:
        return None
    if index == at:
        return None
    return unit, index


def _separator(stream: Any, at: int, unit: _Unit) -> int | None:
    """Where the next alternative begins, if a separator stands here."""
    length = len(stream)
    index = at
    if index < length and stream[index] == ",":
        index += 1
    if index < length and stream[index] in ("or", "and/or"):
        return index + 1
    if index < length and stream[index] == "and" and (unit.plural or not unit.complete()):
        return index + 1
    if index < length and stream[index] == "and" and not unit.kind and _unit(stream, index + 1):
        return index + 1
    return index if index > at else None


def _head(stream: Any, at: int) -> Result:
    """The alternatives of a noun phrase -> list of units."""
    first = _unit(stream, at)
    if first is None:
        return Result.failure(at, "a noun")
    units = [first[0]]
    index = first[1]
    pending: list[_Unit] = []
    ahead = index
    while True:
        last = pending[-1] if pending else units[-1]
        start = _separator(stream, ahead, last)
        if start is None or start >= len(stream):
            break
        closing = stream[start - 1] in ("or", "and", "and/or")
        following = _unit(stream, start)
        if following is None:
            break
        pending.append(following[0])
        ahead = following[1]
        if closing:
            units.extend(pending)
            pending = []
            index = ahead
    if not units[-1].complete():
        return Result.failure(index, "a noun")
    return Result.success(index, units)


_head_rule = memo(Rule(_head))

_CREATURE_ONLY = frozenset({"power", "toughness", "base_power", "base_toughness"})


def _share(units: list[_Unit]) -> None:
    last = units[-1]
    for unit in units[:-1]:
        if not unit.complete():
            unit.types = list(last.types)
            unit.kind = last.kind
        elif not unit.kind and last.kind in ("card", "spell", "token", "permanent", "source"):
            if last.types or last.adjectives:
                unit.kind = last.kind
    first = units[0]
    if len(units) > 1 and first.adjectives and first.types:
        alone = [a for a in first.adjectives]
        if not any(u.adjectives for u in units[1:]) and not any(u.kind == "player" for u in units):
            for unit in units[1:]:
                unit.adjectives = list(alone)


def _literals(unit: _Unit, zone: bool) -> list[Term]:
    found = [*unit.adjectives, *unit.types]
    kind = unit.kind
    if kind == "card":
        found.append("card")
    elif kind == "spell":
        found += [("zone", "stack"), "spell"]
    elif kind in ("player", "opponent"):
        found.append(kind)
    elif kind == "source":
        found.append("source")
    else:
        if kind in ("token", "commander"):
            found.append(kind)
        if not zone:
            found.append(("zone", "battlefield"))
    return found


def _build(others: bool, units: list[_Unit], after: list[Filter]) -> Filter:
    import copy

    units = copy.deepcopy(units)
    _share(units)
    shared: list[Term] = []
    either: tuple[Filter, ...] = ()
    last_only: list[Term] = []
    several = len(units) > 1
    mixed = (
        several
        and any(
            t
            for u in units[:-1]
            for t in u.types
            if isinstance(t, tuple) and t[0] == "type" and t[1] != "creature"
        )
        and ("type", "creature") in units[-1].types
    )
    for piece in after:
        for literal in piece.literals:
            inner = literal[1] if isinstance(literal, tuple) and literal[0] == "not" else literal
            if (
                mixed
                and isinstance(inner, tuple)
                and (inner[0] == "keyword" or (inner[0] == "compare" and inner[1] in _CREATURE_ONLY))
            ):
                last_only.append(literal)
            else:
                shared.append(literal)
        if piece.either:
            if either:
                shared.append(("fits", Filter((), piece.either)))
            else:
                either = piece.either
    if all(u.kind == "spell" for u in units):
        shared = [("cast_from", t[1]) if isinstance(t, tuple) and t[0] == "zone" else t for t in shared]
    zoned = any(f.has("zone") or f.has("this_way") for f in after)
    if others:
        shared.append("other")
    options = [_literals(u, zoned) for u in units]
    if last_only:
        options[-1] += last_only
    if not several:
        return Filter(tuple(dict.fromkeys([*options[0], *shared])), either)
    common = [t for t in options[0] if all(t in o for o in options[1:])]
    choices = tuple(Filter(tuple(t for t in o if t not in common)) for o in options)
    if either:
        shared.append(("fits", Filter((), either)))
    if any(not c.literals for c in choices):  # one alternative includes all others
        return Filter(tuple(dict.fromkeys([*common, *shared])))
    return Filter(tuple(dict.fromkeys([*common, *shared])), choices)


# --- what follows the head ------------------------------------------------------------------------------------------


def one(*literals: Term) -> Filter:
    """A filter of these literals."""
    return Filter(tuple(literals))


_controllers = table(
    {
        "you control": ("controller", "you"),
        "you don't control": ("not", ("controller", "you")),
        "an opponent controls": ("controller", "opponents"),
        "your opponents control": ("controller", "opponents"),
        "opponents control": ("controller", "opponents"),
        "a player controls": ("controller", ("each", Filter(("player",)))),
        "players control": ("controller", ("each", Filter(("player",)))),
        "your team controls": ("controller", "your_team"),
        "another player controls": ("not", ("controller", "you")),
        "the active player controls": ("controller", "active_player"),
        "you own": ("owner", "you"),
        "you don't own": ("not", ("owner", "you")),
        "an opponent owns": ("owner", "opponents"),
        "your opponents own": ("owner", "opponents"),
        "under your control": ("controller", "you"),
    },
    "who controls it",
)
_both = table(
    {
        "you both own and control": Filter((("owner", "you"), ("controller", "you"))),
        "you own and control": Filter((("owner", "you"), ("controller", "you"))),
        "you control but don't own": Filter((("controller", "you"), ("not", ("owner", "you")))),
        "you own but don't control": Filter((("owner", "you"), ("not", ("controller", "you")))),
        "you control or own": Filter((), (Filter((("controller", "you"),)), Filter((("owner", "you"),)))),
        "you own or control": Filter((), (Filter((("controller", "you"),)), Filter((("owner", "you"),)))),
    },
    "who controls it",
)

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


_in_zone = one_of(
    form("in|from|into exile", give=one(("zone", "exile"))),
    form("on|onto|from the battlefield", give=one(("zone", "battlefield"))),
    form("in|from the command zone", give=one(("zone", "command"))),
    form("in|from all graveyards", give=one(("zone", "graveyard"))),
    form("in|from a|any graveyard", give=one(("zone", "graveyard"))),
    form("in|from each graveyard", give=one(("zone", "graveyard"))),
    form("in|from a single graveyard", give=one(("zone", "graveyard"))),
    form("on the stack", give=one(("zone", "stack"))),
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


def _keyword_list(stream: Any, at: int) -> Result:
    """`flying`, `flying or reach`, `flying, first strike, or trample`, `first strike and vigilance`."""
    result = _keyword_literal(stream, at)
    if not result.status:
        return result
    found = [result.value]
    index = result.index
    both = False
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
        if not following.status or (not joined and not _closes(stream, following.index)):
            break
        found.append(following.value)
        index = following.index
        if joined:
            break
    return Result.success(index, one(*found) if both else _any_keyword(found))


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


def _compared(what: str, test: tuple[str, Term]) -> Filter:
    return one(("compare", what, *test))


def _either_compared(first: str, second: str, test: tuple[str, Term]) -> Filter:
    return Filter((), (one(("compare", first, *test)), one(("compare", second, *test))))


def _shape(text: str) -> Filter:
    power, toughness = text.split("/")
    if not (power.isdigit() and toughness.isdigit()):
        raise Refuse("power and toughness in figures")
    return one(
        ("compare", "base_power", "equal", int(power)), ("compare", "base_toughness", "equal", int(toughness))
    )


_exact_pt = matching(lambda w: w if w[0].isdigit() and "/" in w else None, "power and toughness")

_extreme = one_of(
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

with_phrase = one_of(
    form("{} or {} {}", _characteristic, _characteristic, comparison, make=_either_compared),
    form("{} {}", _characteristic, comparison, make=_compared),
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
    form("no abilities", give=one("no_abilities")),
    form("an odd mana value", give=one(("compare", "mana_value", "odd", 0))),
    form("an even mana value", give=one(("compare", "mana_value", "even", 0))),
    form("the same name as {}", grammar.reference, make=lambda r: one(("shares", "name", r))),
    form("the same mana value as {}", grammar.reference, make=lambda r: one(("shares", "mana_value", r))),
    form("the chosen name", give=one(("chosen", "name"))),
    form("the same name as {}", grammar.reference, make=lambda r: one(("shares", "name", r))),
    form("a|an {} ability", word("activated", "triggered"), make=lambda k: one(("has_ability", k))),
    form("a single target", give=one("single_target")),
    form("a mana ability", give=one(("has_ability", "mana"))),
    form("an adventure", give=one("has_adventure")),
    form(
        "{} in its|their mana cost|costs",
        matching(lambda w: w if w[0] == "{" else None, "a mana symbol"),
        make=lambda s: one(("cost_includes", _symbol(s))),
    ),
    Rule(_keyword_list),
    name="what it is with",
)  # fmt: skip


def _symbol(text: str) -> Term:
    from . import mana

    found = mana.symbol(text[1:-1])
    if found is None:
        raise Refuse("a mana symbol")
    return found


_without = one_of(
    form("a {} counter on it|them", counter_kind, make=lambda k: one(("not", ("counter", k)))),
    form("a counter on it|them", give=one(("not", "any_counter"))),
    mapped(Rule(_keyword_list), lambda f: one(negated(f))),
    name="a keyword",
)

_shared_kinds = table(
    {
        "a color": "color", "a creature type": "creature_type", "a card type": "card_type", "a land type": "land_type",
        "a name": "name", "at least one creature type": "creature_type", "a mana value": "mana_value",
        "a permanent type": "permanent_type", "all its|their colors": "all_colors",
    },
    "what is shared",
)  # fmt: skip

_history = table(
    {
        "entered this turn": "entered_this_turn",
        "entered the battlefield this turn": "entered_this_turn",
        "entered under your control this turn": "entered_under_your_control_this_turn",
        "entered the battlefield under your control this turn": "entered_under_your_control_this_turn",
        "attacked this turn": "attacked_this_turn",
        "attacked or blocked this turn": "attacked_or_blocked_this_turn",
        "blocked this turn": "blocked_this_turn",
        "was dealt damage this turn": "dealt_damage_this_turn",
        "were dealt damage this turn": "dealt_damage_this_turn",
        "dealt damage this turn": "dealt_damage_by_it_this_turn",
        "attacked you this turn": "attacked_you_this_turn",
        "dealt damage to you this turn": "dealt_damage_to_you_this_turn",
        "attacked this combat": "attacked_this_combat",
        "attacked this turn already": "attacked_this_turn",
        "was unearthed": "unearthed",
    },
    "what happened",
)

_state = table(
    {
        "tapped": "tapped", "untapped": ("not", "tapped"), "attacking": "attacking", "blocking": "blocking",
        "enchanted": "enchanted", "equipped": "equipped", "modified": "modified", "colorless": "colorless",
        "multicolored": "multicolored", "monocolored": "monocolored", "suspected": "suspected", "saddled": "saddled",
        "blocked": "blocked", "unblocked": "unblocked", "historic": "historic", "legendary": ("supertype", "legendary"),
        "snow": ("supertype", "snow"), "monstrous": "monstrous", "renowned": "renowned", "tokens": "token",
        "a token": "token", "a commander": "commander", "commanders": "commander", "your commander":
        "your_commander", "face down": "face_down", "face up": ("not", "face_down"), "goaded": "goaded",
        "of the chosen type": ("chosen", "creature_type"), "of the chosen color": ("chosen", "color"), "the chosen color": ("chosen", "color"), "the chosen type": ("chosen", "creature_type"), "transformed": "transformed", "paired": "paired",
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
    form("attacking {}", grammar.whom, make=lambda r: one(("attacking", r))),
    form("blocking {}", grammar.whom, make=lambda r: one(("blocking", r))),
    form("blocked by {}", grammar.whom, make=lambda r: one(("blocked_by", r))),
    form("attached to {}", grammar.whom, make=lambda r: one(("attached_to", r))),
    form("enchanted by {}", grammar.noun, make=lambda f: one(("has_attached", f))),
    form("{} and {}", _states_word, _states_word, make=lambda a, b: one(a, b)),
    mapped(listed(_states_word, "or|and/or"), _either_state),
    form("one or more colors", give=one(("not", "colorless"))),
    form("all colors", give=one(*(("color", c) for c in COLORS))),
    form("both {} and {}", table(COLORS, "a colour"), table(COLORS, "a colour"),
        make=lambda a, b: one(("color", a), ("color", b))),
    _in_zone,
    form("exactly {} colors", grammar.value, make=lambda n: one(("compare", "colors", "equal", n))),
    name="a state",
)  # fmt: skip


def _kind_of(stream: Any, at: int) -> Result:
    """`a creature`, `Goblins`, `an Elf or a Wall` as predicate: a head without what follows, zone not said."""
    found: list[Filter] = []
    index = at
    while True:
        start = index
        if start < len(stream) and stream[start] in ("a", "an"):
            start += 1
        result = _head_rule(stream, start)
        if not result.status:
            if not found:
                return result
            return Result.success(index, found[0])
        units = [unit for unit in result.value]
        filter_ = _build(False, units, [Filter((("zone", "nowhere"),))])
        plain = Filter(
            tuple(t for t in filter_.literals if t != ("zone", "nowhere")),
            filter_.either,
        )
        found.append(plain)
        index = result.index
        break
    # "a Human or a Wizard"
    while index + 2 < len(stream) and stream[index] in ("or", "and/or") and stream[index + 1] in ("a", "an"):
        result = _head_rule(stream, index + 2)
        if not result.status:
            break
        filter_ = _build(False, list(result.value), [Filter((("zone", "nowhere"),))])
        found.append(Filter(tuple(t for t in filter_.literals if t != ("zone", "nowhere")), filter_.either))
        index = result.index
    value = found[0] if len(found) == 1 else Filter((), tuple(found))
    if not value.literals and not value.either:
        return Result.failure(index, "a type")
    return Result.success(index, value)


kind_predicate = memo(Rule(_kind_of))
"""A noun as predicate ("a creature", "Elves") -> Filter without a zone."""

being = one_of(_state_list, kind_predicate, name="a state or kind")
"""What may stand after "is", "are" or "that's" -> Filter."""

relative = one_of(
    form("that's|that're {}", being),
    form("that's|that're not {}", being, make=lambda f: one(negated(f))),
    form("that is|are|was|were {}", being),
    form("that isn't|aren't {}", being, make=lambda f: one(negated(f))),
    form("that has|have {}", with_phrase),
    form("that doesn't|don't have {}", with_phrase, make=lambda f: one(negated(f))),
    form("that {}", _history, make=lambda h: one(h)),
    form("that didn't|haven't {}", _history, make=lambda h: one(("not", h))),
    form(
        "that share|shares {} with {}",
        _shared_kinds,
        grammar.whom,
        make=lambda k, r: one(("shares", k, r)),
    ),
    form(
        "that doesn't|don't share {} with {}",
        _shared_kinds,
        grammar.whom,
        make=lambda k, r: one(("not", ("shares", k, r))),
    ),
    form("that blocked {} this turn", grammar.reference, make=lambda r: one(("blocked_this_turn", r))),
    form("that could be enchanted by {}", grammar.reference, make=lambda r: one(("could_be_attached", r))),
    form("that can block {}", grammar.reference, make=lambda r: one(("could_block", r))),
    form("that targets|target a|an|one {}", grammar.noun, make=lambda f: one(("targets", ("each", f)))),
    form("that targets|target one or more {}", grammar.noun, make=lambda f: one(("targets", ("each", f)))),
    form("that targets|target {}", grammar.whom, make=lambda r: one(("targets", r))),
    form("that targets|target only {}", grammar.whom, make=lambda r: one(("targets_only", r))),
    form("that targeted {}", grammar.whom, make=lambda r: one(("targets", r))),
    form("that player|players controls|control", give=one(("controller", "that_player"))),
    form("that player|players owns|own", give=one(("owner", "that_player"))),
    name="that ...",
)  # fmt: skip


_own_verbs = {"controls": "controller", "control": "controller", "owns": "owner", "own": "owner"}


def _owned(ref: Term, verb: str) -> Filter:
    return one((_own_verbs[verb], ref))


def _name_words(stream: Any, at: int) -> Result:
    """A name after "named": capitalised words with small ones between, up to a mark or a small word."""
    index = at
    small = {"of", "the", "a", "an", "to", "and", "in", "from", "for", "with", "on", "at", "'s", "-"}
    last = at
    while index < len(stream):
        raw = stream.raw[index]
        if raw[0].isupper() or raw[0].isdigit() or raw.startswith("~"):
            index += 1
            last = index
        elif (raw.lower() in small and index > at) or (
            raw == ","
            and index + 1 < len(stream)
            and index > at
            and (stream.raw[index + 1][0].isupper() or stream[index + 1] in ("the", "of"))
        ):
            index += 1
        else:
            break
    if last == at:
        return Result.failure(at, "a name")
    words = " ".join(stream.raw[at:last]).replace(" ,", ",")
    return Result.success(last, words)


card_name = Rule(_name_words)


def _name_literal(name: str) -> Term:
    from .terms import Text

    if name in ("~", "~~"):
        return ("shares", "name", "self")
    if "~" in name:
        raise Refuse("a name")
    return ("name", Text(name))


_named = one_of(
    form(
        "named {} or {}",
        card_name,
        card_name,
        make=lambda a, b: Filter((), (one(_name_literal(a)), one(_name_literal(b)))),
    ),
    form("named {}", card_name, make=lambda n: one(_name_literal(n))),
    form("not named {}", card_name, make=lambda n: one(negate(_name_literal(n)))),
)

_of_quality = one_of(
    form("of the chosen color", give=one(("chosen", "color"))),
    form("of the chosen type", give=one(("chosen", "creature_type"))),
    form("of the chosen card type", give=one(("chosen", "card_type"))),
    form("of the chosen color|colors", give=one(("chosen", "color"))),
    form("of that color", give=one(("color", "that_color"))),
    form("of that type", give=one(("subtype", "that_type"))),
    form("of the last chosen color", give=one(("chosen", "color"))),
)

after_noun = one_of(
    form("dealt damage by {} this turn", grammar.reference, make=lambda r: one(("damaged_by_this_turn", r))),
    form("dealt damage this turn by {}", grammar.reference, make=lambda r: one(("damaged_by_this_turn", r))),
    _both,
    mapped(_controllers, one),
    form("{} {}", grammar.reference, word(*_own_verbs), make=_owned),
    form("{} doesn't|don't control", grammar.reference, make=lambda r: one(("not", ("controller", r)))),
    _in_zone,
    form("with {}", with_phrase),
    form("without {}", _without),
    relative,
    _named,
    _of_quality,
    form("other than {}", grammar.whom, make=lambda r: one(("other_than", r))),
    form("attached to {}", grammar.whom, make=lambda r: one(("attached_to", r))),
    form("attacking {} or a planeswalker you|they control|controls", grammar.reference,
        make=lambda r: one(("attacking", ("or_planeswalkers", r)))),
    form("attacking {}", grammar.whom, make=lambda r: one(("attacking", r))),
    form("blocking or blocked by {}", grammar.whom,
        make=lambda r: Filter((), (one(("blocking", r)), one(("blocked_by", r))))),
    form("blocking {}", grammar.whom, make=lambda r: one(("blocking", r))),
    form("blocked by {}", grammar.whom, make=lambda r: one(("blocked_by", r))),
    form("blocked this turn by {}", grammar.whom, make=lambda r: one(("blocked_by", r))),
    form("exiled with {}", grammar.reference, make=lambda r: one(("exiled_with", r))),
    form("whose power {}", comparison, make=lambda t: one(("compare", "power", *t))),
    form("whose toughness {}", comparison, make=lambda t: one(("compare", "toughness", *t))),
    form("enchanted by {}", grammar.noun, make=lambda f: one(("has_attached", f))),
    form("who controls|control {}", grammar.whom, make=lambda r: one(("controls", r))),
    name="more about the noun",
)  # fmt: skip


def _noun(stream: Any, at: int) -> Result:
    others = False
    index = at
    if index < len(stream) and stream[index] == "other":
        others = True
        index += 1
    result = _head_rule(stream, index)
    if not result.status:
        return result
    units = result.value
    index = result.index
    after: list[Filter] = []
    furthest, expected = -1, frozenset[str]()
    while True:
        following = after_noun(stream, index)
        if following.furthest > furthest:
            furthest, expected = following.furthest, following.expected
        if not following.status:
            # "with flying and power 2", "you control with X and that ..."
            if index < len(stream) and stream[index] == "and" and after:
                start = index + 1
                if start < len(stream) and stream[start] in ("that", "that's", "with", "without"):
                    following = after_noun(stream, start)
                    if following.status:
                        after.append(following.value)
                        index = following.index
                        continue
            break
        after.append(following.value)
        index = following.index
    filter_ = _build(others, units, after)
    return Result(True, index, filter_, furthest, expected)


grammar._noun.define(Rule(_noun))
