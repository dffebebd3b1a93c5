"""Conditions: what may stand after "if", "as long as", "unless" (CR 603.4, 611.3)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .combinators import Refuse, form, listed, mapped, memo, one_of, position, table, word
from .nouns import being, one, with_phrase
from .pasts import did_happen, happened
from .pointing import PLAYERS
from .references import both, some
from .terms import Filter, Listed, Pronoun, Term, each, negate
from .values import number
from .words import comparison, counter_kind

_fixed = table(
    {
        "it's your turn": "your_turn",
        "it is your turn": "your_turn",
        "it's not your turn": ("not", "your_turn"),
        "it isn't your turn": ("not", "your_turn"),
        "it's an opponent's turn": ("not", "your_turn"),
        "you're the monarch": ("monarch", "you"),
        "you have the city's blessing": ("city_blessing", "you"),
        "you have the initiative": ("initiative", "you"),
        "you have max speed": ("max_speed", "you"),
        "an opponent is the monarch": ("monarch", "opponents"),
        "it's day": "day",
        "it's night": "night",
        "it's neither day nor night": ("not", ("any_of", Listed(("day", "night")))),
        "you've surveilled this turn": "you_surveilled_this_turn",
        "you attacked this turn": "you_attacked_this_turn",
        "you've attacked this turn": "you_attacked_this_turn",
        "you attacked with a creature this turn": "you_attacked_this_turn",
        "you haven't attacked this turn": ("not", "you_attacked_this_turn"),
        "you gained life this turn": "you_gained_life_this_turn",
        "you've gained life this turn": "you_gained_life_this_turn",
        "you lost life this turn": "you_lost_life_this_turn",
        "an opponent lost life this turn": "opponent_lost_life_this_turn",
        "a creature died this turn": "creature_died_this_turn",
        "no creatures died this turn": ("not", "creature_died_this_turn"),
        "you descended this turn": "you_descended_this_turn",
        "a permanent left the battlefield under your control this turn": "permanent_left_this_turn",
        "a permanent you controlled left the battlefield this turn": "permanent_left_this_turn",
        "an opponent was dealt damage this turn": "opponent_dealt_damage_this_turn",
        "you've committed a crime this turn": "crime_this_turn",
        "a player lost 4 or more life this turn": ("lost_life_this_turn", 4),
        "you weren't the starting player": ("not", "starting_player"),
        "it was kicked twice": ("was", "kicked_twice", "self"),
        "~ was kicked twice": ("was", "kicked_twice", "self"),
        "it was kicked": "kicked",
        "~ was kicked": "kicked",
        "it wasn't kicked": ("not", "kicked"),
        "~ wasn't kicked": ("not", "kicked"),
        "you have a full party": ("compare", "party", "greater_equal", 4),
        "x is 0": ("compare", "x", "equal", 0),
    },
    "a condition",
)


def _yours(what: Filter) -> Filter:
    return what.also(("controller", "you"))


def _exists(what: Filter) -> Term:
    return ("exists", what)


def _count_is(what: Filter, op: str, number_: Term) -> Term:
    if op == "greater_equal" and number_ == 1:
        return ("exists", what)
    if ("controller", "opponents") in what.literals:  # one opponent has that many, not all together
        theirs = Filter(tuple(t for t in what.literals if t != ("controller", "opponents")), what.either)
        return ("exists", one("opponent", ("controls_count", theirs, op, number_)))
    return ("compare", ("count", what), op, number_)


def _owned_by(what: Filter, who: Term) -> Filter:
    return what.also(("controller", who))


how_many = one_of(
    form("{} or more", number, make=lambda n: ("greater_equal", n)),
    form("{} or fewer|less", number, make=lambda n: ("less_equal", n)),
    form("at least {}", number, make=lambda n: ("greater_equal", n)),
    form("at most {}", number, make=lambda n: ("less_equal", n)),
    form("exactly {}", number, make=lambda n: ("equal", n)),
    form("more than {}", number, make=lambda n: ("greater", n)),
    form("fewer|less than {}", number, make=lambda n: ("less", n)),
    form("no", give=("equal", 0)),
    name="how many",
)


def _counted(count: tuple[str, Term], what: Filter) -> Term:
    return _count_is(what, count[0], count[1])


_other_noun = one_of(
    form("other {}", grammar.noun, make=lambda f: f.also("other")),
    grammar.noun,
)


def _several(items: list[Filter], whose: Any) -> Term:
    parts = tuple(_exists(_owned_by(f, whose)) for f in items)
    return parts[0] if len(parts) == 1 else ("all_of", Listed(parts))


def _either_of(items: list[Filter], whose: Any) -> Term:
    return ("exists", Filter((), tuple(_owned_by(f, whose) for f in items)))


_objects = one_of(
    form("your commander", give=lambda who: _exists(_owned_by(one("your_commander", ("zone", "battlefield")), who))),
    mapped(listed(some, "and", 2), lambda fs: lambda who: _several(fs, who)),
    mapped(listed(some, "or", 2), lambda fs: lambda who: _either_of(fs, who)),
    mapped(some, lambda f: lambda who: _exists(_owned_by(f, who))),
    form("{} {}", how_many, _other_noun, make=lambda n, f: lambda who: _counted(n, _owned_by(f, who))),
    form("no other {}", grammar.noun, make=lambda f: lambda who: ("not", _exists(_owned_by(f.also("other"), who)))),
    form("a|an {} or a|an {}", grammar.noun, grammar.noun,
        make=lambda a, b: lambda who: _exists(Filter((), (_owned_by(a, who), _owned_by(b, who))))),
    name="what is controlled",
)  # fmt: skip


def _somewhere(what: Filter) -> Filter:
    if not what.has("zone") or ("zone", "battlefield") in what.literals:
        raise Refuse("where")
    return what


def _player(who: Term) -> Term:
    """Who controls something is a player: `they control` never means objects."""
    return Pronoun(who.at, "their") if isinstance(who, Pronoun) and who.word == "them" else who


_controls = one_of(
    form("you control {}", _objects, make=lambda f: f("you")),
    form("you don't control {}", _objects, make=lambda f: negate(f("you"))),
    form("an opponent controls {}", _objects, make=lambda f: f("opponents")),
    form("no opponent|opponents controls|control {}", _objects, make=lambda f: negate(f("opponents"))),
    form("your opponents control {}", _objects, make=lambda f: f("opponents")),
    form("a|any player controls {}", _objects, make=lambda f: f(each(PLAYERS))),
    form("an opponent owns {}", mapped(some, lambda f: _somewhere(f)), make=lambda f: _exists(f.also(("owner", "opponents")))),
    form("an opponent owns {} in exile", some, make=lambda f: _exists(f.also(("owner", "opponents"), ("zone", "exile")))),
    form("defending player controls {}", _objects, make=lambda f: f("defending_player")),
    form("defending player controls|control no {}", grammar.noun,
        make=lambda f: negate(_exists(_owned_by(f, "defending_player")))),
    form("{} control|controls {}", grammar.reference, _objects, make=lambda r, f: f(_player(r))),
    form("{} control|controls {}", grammar.reference, grammar.reference,
        make=lambda r, what: ("is", what, one(("zone", "battlefield"), ("controller", _player(r))))),
    form("{} control|controls {} {} that share a creature type", grammar.reference, how_many, grammar.noun,
        make=lambda r, n, f: ("is", r, one(("controls_sharing", "creature_type", f, *n)))),
    form("{} control|controls the most {} or is|are tied for the most", grammar.reference, grammar.noun,
        make=lambda r, f: ("is", r, one(("controls_most", f)))),
    form("you control {}", grammar.reference, make=lambda r: ("is", r, one(("zone", "battlefield"), ("controller", "you")))),
    form("you control more {} than {}", grammar.noun, some, make=lambda f, who: ("controls_more", f, who)),
    form("an opponent controls more {} than you", grammar.noun, make=lambda f: ("opponent_controls_more", f)),
    name="a condition about what is controlled",
)  # fmt: skip


def _is(ref: Term, what: Filter) -> Term:
    return ("is", ref, what)


def _isnt(ref: Term, what: Filter) -> Term:
    return ("not", ("is", ref, what))


def _hand(count: tuple[str, Term]) -> Term:
    return ("compare", ("hand_size", "you"), *count)


_subject = grammar.reference


def _owned_noun(what: Filter) -> Filter:
    """`a Soldier you control`: a noun that says whose it is, which a plain predicate can't."""
    if not (what.has("controller") or what.has("owner")) or what.either:
        raise Refuse("whose it is")
    return what


def _it(at: int, what: Filter) -> Pronoun:
    """`it` in `it's a land card`: a card, not a token that was created meanwhile."""
    return Pronoun(at, "it_card") if what.has("card") else Pronoun(at)


_whose = mapped(grammar.noun, _owned_noun)
_being = one_of(
    form("{} it isn't a mana ability", position(), make=lambda at: _is(Pronoun(at), one("activated_ability"))),
    form("{} it's not a|an {}", position(), _whose, make=lambda at, f: _isnt(Pronoun(at), f)),
    form("{} it's a|an {}", position(), _whose, make=lambda at, f: _is(Pronoun(at), f)),
    form("{} it's not {}", position(), being, make=lambda at, f: _isnt(_it(at, f), f)),
    form("{} it's {}", position(), being, make=lambda at, f: _is(_it(at, f), f)),
    form("{} they're {}", position(), being, make=lambda at, f: _is(Pronoun(at, "them"), f)),
    form("{} is in the command zone or on the battlefield", _subject, make=lambda r: _is(r, Filter(
        ("anything",), (one(("zone", "command")), one(("zone", "battlefield")))))),
    form("{} is enchanted by {} {}", _subject, how_many, grammar.noun,
        make=lambda r, n, f: ("compare", ("count", f.also(("attached_to", r))), *n)),
    form("{} is|are|was|were {}", _subject, being, make=_is),
    form("{} is|are|was|were not {}", _subject, being, make=_isnt),
    form("{} isn't|aren't|wasn't|weren't {}", _subject, being, make=_isnt),
    form("{} has|have {}", _subject, with_phrase, make=_is),
    form("{} doesn't|don't have {}", _subject, with_phrase, make=_isnt),
    form("{} is on the battlefield", _subject, make=lambda r: _is(r, one(("zone", "battlefield")))),
    form("{} is in your graveyard", _subject, make=lambda r: _is(r, one(("zone", "graveyard"), ("owner", "you")))),
    form("{} is in {} {}", _subject, grammar.possessive, word("graveyard", "hand", "library"),
        make=lambda r, who, z: _is(r, one(("zone", z), ("owner", who)))),
    form("{} hasn't dealt damage yet", _subject, make=lambda r: _isnt(r, one("dealt_damage_this_game"))),
    form("{} is|are exiled with {}", some, grammar.reference, make=lambda f, r: _exists(f.also(("exiled_with", r)))),
    form("{} is in exile", _subject, make=lambda r: _is(r, one(("zone", "exile")))),
    form("{} attacked this turn", _subject, make=lambda r: _is(r, one("attacked_this_turn"))),
    form("{} entered from your graveyard", _subject, make=lambda r: ("entered_from", r, "graveyard")),
    form("{} entered this turn", _subject, make=lambda r: _is(r, one("entered_this_turn"))),
    form("{} dealt damage to an opponent this turn", _subject, make=lambda r: _is(r, one("dealt_damage_to_opponent"))),
    name="what something is",
)  # fmt: skip


def _has_so_much(who: Term, what: str, test: tuple[str, Term]) -> Term:
    """How much life or how many cards a player has; of several players, each has so much."""
    if isinstance(who, tuple) and who[0] == "each":
        return ("not", ("exists", who[1].also(("not", ("compare", what, *test)))))
    if who == "opponents":
        raise Refuse("one player")
    return ("compare", (what, _player(who)), *test)


word_player = table(
    {"defending player": "defending_player", "that player": "that_player", "enchanted player": "attached"},
    "a player",
)
_lives = one_of(
    form("{} has|have {} life", grammar.reference, how_many, make=lambda r, n: _has_so_much(r, "life", n)),
    form("{} has|have {} cards in hand", grammar.reference, how_many, make=lambda r, n: _has_so_much(r, "hand_size", n)),
    form("you have {} life", how_many, make=lambda n: ("compare", ("life", "you"), *n)),
    form("an opponent has {} life", how_many, make=lambda n: ("exists", one("opponent", ("compare", "life", *n)))),
    form("a library has {} cards in it", how_many, make=lambda n: ("exists", one("player", ("compare", "library_size", *n)))),
    form("there are {} cards in a single graveyard", how_many,
        make=lambda n: ("exists", one("player", ("compare", "graveyard_size", *n)))),
    form("a graveyard has {} cards in it", how_many,
        make=lambda n: ("exists", one("player", ("compare", "graveyard_size", *n)))),
    form("a player has {} life", how_many, make=lambda n: ("exists", one("player", ("compare", "life", *n)))),
    form("you have more life than an opponent", give=("more_life_than", "opponents")),
    form("you have {} cards in hand", how_many, make=_hand),
    form("you have {} cards in your hand", how_many, make=_hand),
    form("you have no cards in hand", give=("compare", ("hand_size", "you"), "equal", 0)),
    form("{} controller has {} cards in their graveyard", grammar.possessive, how_many, make=lambda r, n: (
        "compare", ("count", one("card", ("zone", "graveyard"), ("owner", ("controller", r)))), *n)),
    form("an opponent has {} cards in their graveyard", how_many,
        make=lambda n: ("exists", one("opponent", ("compare", "graveyard_size", *n)))),
    form("a player has {} cards in hand", how_many,
        make=lambda n: ("exists", one("player", ("compare", "hand_size", *n)))),
    form("an opponent has {} cards in hand", how_many,
        make=lambda n: ("exists", one("opponent", ("compare", "hand_size", *n)))),
    form("that player has {} cards in hand", how_many,
        make=lambda n: ("compare", ("hand_size", "that_player"), *n)),
    form("you have {} {} counters", how_many, counter_kind, make=lambda n, k: ("compare", ("counters", "you", k), *n)),
    form("an opponent has {} {} counters", how_many, counter_kind,
        make=lambda n, k: ("exists", one("opponent", ("compare", ("counters", k), *n)))),
    form("{} has {} {} counters on him|her", _subject, how_many, counter_kind,
        make=lambda r, n, k: ("compare", ("counters", r, k), *n)),
    form("{} has {} {} counters on it", _subject, how_many, counter_kind,
        make=lambda r, n, k: ("compare", ("counters", r, k), *n)),
    form("{} has {} {} counter on it", _subject, how_many, counter_kind,
        make=lambda r, n, k: ("compare", ("counters", r, k), *n)),
    form("{} has a|an {} counter", word_player, counter_kind,
        make=lambda r, k: ("compare", ("counters", r, k), "greater_equal", 1)),
    form("{} has {} counters on it", _subject, how_many, make=lambda r, n: ("compare", ("counters", r, "any"), *n)),
    form("there is|are {} {} counter|counters on {}", how_many, counter_kind, _subject,
        make=lambda n, k, r: ("compare", ("counters", r, k), *n)),
    form("you have {} {}", how_many, grammar.noun, make=lambda n, f: _counted(n, f.also(("owner", "you"))))
)  # fmt: skip


_entered_how = table(
    {
        "the battlefield under your control": "entered_yours_this_turn",
        "under your control": "entered_yours_this_turn",
    },
    "under whose control",
)

_there = one_of(
    form("there are {} {}", how_many, one_of(
        form("card types among {}", grammar.noun, make=lambda f: ("distinct", "card_types", f)),
        form("colors among {}", grammar.noun, make=lambda f: ("distinct", "colors", f)),
        form("mana values among {}", grammar.noun, make=lambda f: ("distinct", "mana_values", f)),
        form("basic land types among {}", grammar.noun, make=lambda f: ("distinct", "basic_land_types", f)),
        form("different kinds of counters among {}", grammar.noun, make=lambda f: ("distinct", "counter_kinds", f)),
    ), make=lambda n, v: ("compare", v, *n)),
    form("there are five {} among {}", table({"colors": "colors", "basic land types": "basic_land_types"}, "of what"),
        grammar.noun, make=lambda k, f: ("compare", ("distinct", k, f), "greater_equal", 5)),
    form("there are {} {}", how_many, _other_noun, make=_counted),
    form("{} {} is|are {}", how_many, _other_noun, being, make=lambda n, f, b: _counted(n, both(f, b))),
    form("{} {} entered {} this turn", how_many, _other_noun, _entered_how,
        make=lambda n, f, h: ("compare", happened(h, f), *n)),
    form("there's {}", some, make=_exists),
    form("there is {}", some, make=_exists),
    form("{} {} is|are on the battlefield", how_many, grammar.noun, make=_counted),
    form("{} is on the battlefield", some, make=_exists),
    form("{} {} are in {}", how_many, grammar.noun, word("exile"), make=lambda n, f, z: _counted(n, f.also(("zone", z)))),
    form("{} cards are in your graveyard", how_many,
        make=lambda n: ("compare", ("count", one("card", ("zone", "graveyard"), ("owner", "you"))), *n)),
    form("{} {} is|are in your graveyard", how_many, grammar.noun,
        make=lambda n, f: ("compare", ("count", f.also(("zone", "graveyard"), ("owner", "you"))), *n)),
    form("{} is in your graveyard", some, make=lambda f: _exists(f.also(("zone", "graveyard"), ("owner", "you")))),
    name="what there is",
)  # fmt: skip

_values = one_of(
    form("{} is|are {}", grammar.value, comparison, make=lambda v, t: ("compare", v, *t)),
    form("{} is|are odd", grammar.value, make=lambda v: ("compare", v, "odd", 0)),
    form("{} is|are even", grammar.value, make=lambda v: ("compare", v, "even", 0)),
)


_history = one_of(
    form("you've cast {} {} this turn", how_many, grammar.noun,
        make=lambda n, f: ("compare", happened("cast_this_turn", f), *n)),
    form("you cast {} this turn", some,
        make=lambda f: did_happen("cast_this_turn", f)),
    form("you've cast {} this turn", some,
        make=lambda f: did_happen("cast_this_turn", f)),
    form("{} entered under your control this turn", some, make=lambda f: ("entered_yours_this_turn", f)),
    form("you had {} enter (the) (battlefield) under your control this turn", some, make=lambda f: ("entered_yours_this_turn", f)),
    form("{} died this turn", some, make=lambda f: did_happen("died_this_turn", f)),
    form("an opponent lost {} life this turn", how_many, make=lambda n: ("opponent_lost_this_turn", *n)),
    form("you've drawn {} cards this turn", how_many, make=lambda n: ("compare", "cards_drawn_this_turn", *n)),
    form("you gained {} life this turn", how_many, make=lambda n: ("compare", "life_gained_this_turn", *n)),
    form("you've gained {} life this turn", how_many, make=lambda n: ("compare", "life_gained_this_turn", *n)),
    form("you've sacrificed {} this turn", some, make=lambda f: did_happen("sacrificed_this_turn", f)),
)  # fmt: skip

simple_condition = one_of(_fixed, _controls, _being, _lives, _there, _values, _history, name="a condition")
"""A single condition; modules may `add` to it."""


def _joined(first: Term, joiner: str, second: Term) -> Term:
    return ("all_of" if joiner == "and" else "any_of", Listed((first, second)))


_condition = memo(
    one_of(
        form("{} {} {}", simple_condition, word("and", "or"), simple_condition, make=_joined),
        form("{} or if {}", simple_condition, simple_condition, make=lambda a, b: _joined(a, "or", b)),
        form(
            "{} and if|as|when {}", simple_condition, simple_condition, make=lambda a, b: _joined(a, "and", b)
        ),
        simple_condition,
        name="a condition",
    )
)
grammar._condition.define(_condition)

while_clause = one_of(
    form("as long as they all share a color", give="they_share_a_color"),
    form("as long as {}", grammar.condition),
    form("if {}", grammar.condition),
    form("during your turn", give="your_turn"),
    form("during your end step", give=("phase", "your_end")),
    form("during each of your turns", give="your_turn"),
    form("on your turn", give="your_turn"),
    form("during combat", give="combat"),
    form("during turns other than yours", give=("not", "your_turn")),
    form("during extra turns", give="extra_turn"),
    form("during each opponent's turn", give=("not", "your_turn")),
    form("unless {}", grammar.condition, make=negate),
    name="as long as",
)
"""A clause before or after a static sentence that says when it holds -> condition Term."""
