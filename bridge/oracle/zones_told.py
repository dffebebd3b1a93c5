"""Moves whose goal stands before what is moved, and events and counts that name the zone where things were (CR 400.6, 608.2i)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, form, one_of, position, word
from .conditions import how_many, simple_condition
from .instructions import Does, doing
from .moves import destination, moved
from .nouns import one
from .pasts import as_it_was, did_happen, happened
from .references import some
from .terms import Filter, Listed, Term, pronouns_in
from .things import some_of
from .triggers import Ending, ending
from .values import characteristic, counting, number

# --- where to, before what ------------------------------------------------------------------------------------------------


def _moved(to: Term, what: Term) -> Does:
    if any(p.word == "that_player" for p in pronouns_in(what)):  # whose owner was just spoken of
        raise Refuse("what is moved")
    return lambda who: ("move", who, what, to)


doing.add(
    form("return|returns {} {}", destination, moved, make=_moved),
    form("put|puts {} {}", destination, moved, make=_moved),
)

# --- events ---------------------------------------------------------------------------------------------------------------


def _watches(name: str, *arguments: Term) -> Ending:
    return lambda who: (name, who, *arguments)


ending.prefer(
    form("is|are exiled from the battlefield", give=_watches("is_exiled")),
    form("is|are put into exile from the battlefield", give=_watches("is_exiled")),
    form(
        "is|are returned to {} hand from the battlefield",
        grammar.possessive,
        make=lambda r: _watches("returned_to_hand", r),
    ),
)


def _had_enter(what: Filter, least: int) -> Term:
    return ("exists", one("opponent", ("had_enter_this_turn", as_it_was(what), least)))


def _cast_by_all(what: Filter) -> Term:
    """Spells that anyone cast this turn."""
    if "spell" not in what.literals or what.has("controller"):
        raise Refuse("spells")
    return happened("cast_by_all_this_turn", what)


# --- what happened this turn, counted -------------------------------------------------------------------------------------

counting.prefer(
    form("other {} you've cast before it this turn", grammar.noun, make=lambda f: happened("cast_before_it_this_turn", f)),
    form("card|cards you've discarded this turn", give=happened("discarded_this_turn", one("card"))),
    form("card|cards you've cycled or discarded this turn", give=happened("discarded_this_turn", one("card"))),  # 702.29a
    form("{} you controlled that died this turn", grammar.noun, make=lambda f: happened("died_this_turn", f, ("controller", "you"))),
    form("{} you controlled that was|were destroyed this way", grammar.noun,
        make=lambda f: ("count", as_it_was(f).also(("this_way", "destroyed"), ("controller", "you")))),
    form("(of) your opponents {}", after_noun, make=lambda f: ("count", Filter(("opponent", *f.literals), f.either))),
    form("card|cards looked at while scrying this way", give="that_much"),
    form("flip|flips you won|win", give="flips_won"),
    form("flip|flips you lost|lose", give="flips_lost"),
    form("{} cast this turn", grammar.noun, make=lambda f: _cast_by_all(f)),
    form("{} that left the battlefield under your control this turn", grammar.noun,
        make=lambda f: happened("left_this_turn", f, ("controller", "you"))),
    form("{} that were put into graveyards from the battlefield this turn", grammar.noun, make=lambda f: happened("died_this_turn", f)),
    form("{} put into {} graveyard from the battlefield this turn", grammar.noun, grammar.possessive,
        make=lambda f, r: happened("died_this_turn", f, ("owner", r))),
    form("{} put into a graveyard from the battlefield this turn", grammar.noun, make=lambda f: happened("died_this_turn", f)),
)  # fmt: skip
simple_condition.add(
    form("an opponent (has) cast {} this turn", some, make=lambda f: ("exists", one("opponent", ("cast_such_this_turn", as_it_was(f))))),
    form("an opponent had {} enter (the) (battlefield) under their control this turn", some, make=lambda f: _had_enter(f, 1)),
    form("an opponent had {} or more {} enter (the) (battlefield) under their control this turn", number, grammar.noun,
        make=lambda n, f: _had_enter(f, n)),
    form("{} died under your control this turn", some, make=lambda f: did_happen("died_this_turn", f, ("controller", "you"))),
    form("{} {} were put into graveyards from anywhere this turn", how_many, grammar.noun,
        make=lambda n, f: ("compare", happened("buried_this_turn", f), *n)),
    form("{} was cast from anywhere other than your hand", grammar.reference,
        make=lambda r: ("all_of", Listed((("not", ("was_cast_from", r, "hand")), ("is", r, one(("cast_from", "any"))))))),
    form("{} was|were put into a graveyard from the battlefield this turn", some, make=lambda f: did_happen("died_this_turn", f)),
    form("{} was|were put into {} hand from the battlefield this turn", some, grammar.possessive,
        make=lambda f, r: did_happen("returned_this_turn", f, ("owner", r))),
    form("you sacrificed {} {} this turn", how_many, grammar.noun,
        make=lambda n, f: ("compare", happened("sacrificed_this_turn", f), *n)),
    form("you cycled {} cards this turn", how_many, make=lambda n: ("compare", happened("cycled_this_turn", one("card")), *n)),
    form("you drew {} cards this turn", how_many, make=lambda n: ("compare", "cards_drawn_this_turn", *n)),
)  # fmt: skip

# --- what was done this way ------------------------------------------------------------------------------------------------

_zone = word("hand", "graveyard", "library")
after_noun.add(
    form("exiled from {} {} this way", grammar.possessive, _zone,
        make=lambda r, z: one(("this_way", "exiled"), ("zone_last", z), ("owner", r))),
    form("being attacked", give=one("being_attacked")),
    form("who|that was|were dealt combat damage this turn", give=one("combat_damaged_this_turn")),
)  # fmt: skip


def _wherever(what: Filter) -> Filter:
    """What was done so, without where it would be: it is known as it was before."""
    kept = tuple(t for t in what.literals if t != ("zone", "battlefield"))
    return Filter(kept or ("anything",), tuple(map(_wherever, what.either)))


def _put(to: str, what: Filter) -> Term:
    return ("this_way", to, _wherever(what))


_to = one_of(
    form("onto the battlefield", give="put_onto_the_battlefield"),
    form("into your hand", give="put_into_your_hand"),
)
simple_condition.prefer(
    form("you don't|didn't put the|that (revealed) card {} (this) (way)", _to, make=lambda to: ("not", ("this_way", to))),
    form("you don't|didn't put it {} (this) (way)", _to, make=lambda to: ("not", ("this_way", to))),
    form("you didn't put a card {} this way", _to, make=lambda to: ("not", ("this_way", to))),
    form("you put a|an {} {} this way", grammar.noun, _to, make=lambda f, to: _put(to, f)),
    form("you control the {} with the greatest|highest {} or tied for the greatest|highest {}", grammar.noun, characteristic,
        characteristic, make=lambda f, c, d: _greatest(f, c, d)),
)  # fmt: skip


def _greatest(what: Filter, characteristic_: str, again: str) -> Term:
    if characteristic_ != again:
        raise Refuse("the same characteristic")
    return ("exists", what.also(("controller", "you"), ("greatest", characteristic_, what)))


# --- the command zone -------------------------------------------------------------------------------------------------------


def _from_command(at: int, what: Term, to: Term) -> Does:
    if what == "self":
        return _moved(to, ("self_from", "command"))
    yours = ("your_commander", ("zone", "battlefield"))
    if not (isinstance(what, tuple) and what[0] == "each" and what[1].literals == yours):
        raise Refuse("your commander")
    return _moved(to, some_of(at, 1, 1, one("your_commander", ("zone", "command"))))


doing.prefer(
    form("{} put {} {} from the command zone", position(), grammar.reference, destination, make=_from_command),
)  # fmt: skip
