"""Moving objects between zones (CR 400.6, 701.20, 701.24): return, put, shuffle into; and how things enter by it."""

from __future__ import annotations

from . import grammar
from .combinators import Refuse, form, many, one_of, position, word
from .durations import duration
from .entering import counters_on_it
from .instructions import Does, clause, doing
from .nouns import one
from .terms import Filter, Listed, Mention, Target, Term
from .things import at_random, part, pile, them, things
from .values import number, quantity

# --- where to ---------------------------------------------------------------------------------------------------------------

how_it_enters = one_of(
    form("tapped and attacking", give=Listed(("tapped", "attacking"))),
    form("tapped", give=Listed(("tapped",))),
    form("face down", give=Listed(("face_down",))),
    form("transformed", give=Listed(("transformed",))),
    form("converted", give=Listed(("converted",))),
    form("attacking", give=Listed(("attacking",))),
    form("under your control", give=Listed((("under", "you"),))),
    form("under its|their owner's|owners' control", give=Listed((("under", "owner"),))),
    form("under {} control", grammar.possessive, make=lambda r: Listed((("under", r),))),
    form("attached to {}", things, make=lambda r: Listed((("attached_to", r),))),
    form("with {}", counters_on_it, make=lambda c: Listed((c,))),
    form("and attached to {}", things, make=lambda r: Listed((("attached_to", r),))),
    name="how it enters",
)


def _battlefield(hows: list[Listed]) -> Term:
    return ("battlefield", Listed(tuple(item for how in hows for item in how.items)))


_order = one_of(
    form("in any order", give="any_order"),
    form("in a random order", give="random_order"),
    form("in that order", give="that_order"),
)
_bottom = word("library", "libraries")
destination = one_of(
    form("to|onto the battlefield {}", many(how_it_enters), make=_battlefield),
    form("to|into {} hand|hands", grammar.possessive, make=lambda r: "hand"),
    form("to|into {} graveyard|graveyards", grammar.possessive, make=lambda r: "graveyard"),
    form("(back) on|to (the) top of {} {} {}", grammar.possessive, _bottom, _order, make=lambda r, z, o: ("library_top", o)),
    form("(back) on|to (the) top of {} {}", grammar.possessive, _bottom, make=lambda r, z: "library_top"),
    form("on the bottom of {} {} {}", grammar.possessive, _bottom, _order, make=lambda r, z, o: ("library_bottom", o)),
    form("on the bottom {}", _order, make=lambda o: ("library_bottom", o)),
    form("on the bottom of that library {}", _order, make=lambda o: ("library_bottom", o)),
    form("on|to the bottom of {} {}", grammar.possessive, _bottom, make=lambda r, z: "library_bottom"),
    form("on {} choice of the top or bottom of {} {}", grammar.possessive, grammar.possessive, _bottom,
        make=lambda c, r, z: ("library_top_or_bottom", c)),
    form("on the top or bottom of {} {}", grammar.possessive, _bottom, make=lambda r, z: ("library_top_or_bottom", "you")),
    form("into {} library {} from the top", grammar.possessive, word("second", "third", "fourth", "fifth", "seventh"),
        make=lambda r, n: ("library_from_top", n)),
    form("on top {}", _order, make=lambda o: ("library_top", o)),
    form("into {} library just beneath the top {} cards of that library", grammar.possessive, quantity,
        make=lambda r, n: ("library_beneath", n)),
    form("on top", give="library_top"),
    form("into exile", give="exile"),
    name="where it goes",
)  # fmt: skip
"""Where a move ends -> Term. Cards go to their owner's zone whatever the text calls it (400.3), so it isn't named."""

# --- verbs ------------------------------------------------------------

_own_zone = form("~ from your {}", word("graveyard", "hand"), make=lambda z: ("self_from", z))
_all_cards = form("all (the) cards from {} {}", grammar.possessive, word("hand", "graveyard", "library"),
    make=lambda r, z: ("each", one("card", ("zone", z), ("owner", r))))  # fmt: skip
moved = one_of(_all_cards, pile, part, _own_zone, things, name="what is moved")


def _move(what: Term, to: Term) -> Does:
    return lambda who: ("move", who, what, to)


def _move_two(first: Term, to: Term, second: Term, there: Term) -> Does:
    return lambda who: [("move", who, first, to), ("move", who, second, there)]


def _one_of_each(first: Filter, second: Filter, whole: Term, to: Term, at: int) -> Does:
    """`put a creature card and/or a land card from among them into your hand`: up to one of each."""
    if to != "hand":  # elsewhere it matters that they come at once
        raise Refuse("into your hand")
    places = ((first, at), (second, at + 1))
    return lambda who: [
        ("move", who, ("some_of", 0, 1, f, whole, Mention(a, "chosen_ones")), to) for f, a in places
    ]


_own_zone = word("hand", "graveyard", "library")
doing.prefer(
    form(
        "shuffle|shuffles the cards from your hand into your library",
        give=lambda who: (
            "shuffle_into_library",
            who,
            ("each", one("card", ("zone", "hand"), ("owner", "you"))),
        ),
    ),
)
clause.prefer(
    form("each player shuffles the cards from their hand into their library , then draws that many cards",
        give=[("for_each", ("each", one("player")), Listed((
            ("shuffle_into_library", "that_player", ("each", one("card", ("zone", "hand"), ("owner", "that_player")))),
            ("draw", "that_player", "that_much"))))]),
)  # fmt: skip
doing.add(
    form("separate|separates {} into two piles and {} chooses one", things, grammar.reference,
        make=lambda w, r: lambda who: [("separate", who, w), ("choose_pile", r)]),
    form("separate|separates {} into two piles", things, make=lambda w: lambda who: ("separate", who, w)),
    form("choose|chooses one of those piles", give=lambda who: ("choose_pile", who)),
    form("put|puts a|an {} and/or a|an {} {} {} {}", grammar.noun, grammar.noun, them, position(), destination,
        make=lambda f, g, w, at, z: _one_of_each(f, g, w, z, at)),
    form("put|puts {} {} and {} {}", moved, destination, part, destination, make=_move_two),
    form("put|puts {} {}", moved, destination, make=_move),
    form("put|puts {} back in any order", moved, make=lambda w: _move(w, ("library_top", "any_order"))),
    form("put|puts them back {}", _order, make=lambda o: _move("those_cards", ("library_top", o))),
    form("return|returns {} {}", moved, destination, make=_move),
    form("return|returns {} at random {}", moved, destination, make=lambda w, z: _move(at_random(w), z)),
    form("shuffle|shuffles {} into {} library|libraries", moved, grammar.possessive,
        make=lambda w, r: lambda who: ("shuffle_into_library", who, w)),
    form("shuffle|shuffles {} graveyard into {} library", grammar.possessive, grammar.possessive,
        make=lambda a, b: lambda who: ("shuffle_graveyard_into_library", who, a)),
    form("shuffle|shuffles {} hand into {} library", grammar.possessive, grammar.possessive,
        make=lambda a, b: lambda who: ("shuffle_hand_into_library", who, a)),
    form("shuffle|shuffles {} hand and graveyard into {} library", grammar.possessive, grammar.possessive,
        make=lambda a, b: lambda who: [("shuffle_hand_into_library", who, a), ("shuffle_graveyard_into_library", who, a)]),
    form("shuffle|shuffles your|their library|libraries", give=lambda who: ("shuffle", who)),
    form("shuffle|shuffles that library", give=lambda who: ("shuffle_that_library", who)),
    form("shuffle|shuffles", give=lambda who: ("shuffle", who)),
    form("reveal|reveals {}", part, make=lambda w: lambda who: ("reveal", who, w)),
    form("exile|exiles {}", _all_cards, make=lambda w: lambda who: ("exile", w)),
    form("exile|exiles {}", part, make=lambda w: lambda who: ("exile", w)),
    form("exile|exiles {} graveyard|graveyards", grammar.possessive, make=lambda r: lambda who: ("exile_graveyard", r)),
    form("exile|exiles all opponents' graveyards", give=lambda who: ("exile_graveyard", ("each", one("opponent")))),
    form("exile|exiles {} players' graveyards", form("{} any number of target", position()),
        make=lambda at: lambda who: ("exile_graveyard", Target(one("player"), 0, "any", at))),
    form("exile|exiles all graveyards", give=lambda who: ("exile_graveyard", ("each", one("player")))),
    form("exchange|exchanges your|their {} and {}", _own_zone, _own_zone,
        make=lambda a, b: lambda who: ("exchange_zones", who, a, b)),
    form("put|puts that many cards from the top of {} library into {} hand", grammar.possessive, grammar.possessive,
        make=lambda a, b: lambda who: ("take_top", who, "that_much")),
    form("put|puts the top {} cards of {} library into {} hand", number, grammar.possessive, grammar.possessive,
        make=lambda n, a, b: lambda who: ("take_top", who, n)),
    form("exchange control of {} and {}", grammar.reference, grammar.reference,
        make=lambda a, b: lambda who: ("exchange_control", a, b, "rest_of_game")),
    form("exchange control of {} and {} {}", grammar.reference, grammar.reference, duration,
        make=lambda a, b, d: lambda who: ("exchange_control", a, b, d)),
    form("exchange control of {}", grammar.reference, make=lambda a: lambda who: ("exchange_control_of_both", a)),
)  # fmt: skip
clause.add(
    form("restart the game , leaving in exile all {}", grammar.noun, make=lambda f: ("restart", ("each", f))),
)  # fmt: skip
