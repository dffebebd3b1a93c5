"""Conditions and nouns that look back at what the same spell or ability did, or at how it was cast."""

from __future__ import annotations

from dataclasses import replace

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, form, mapped, one_of, position, table
from .conditions import simple_condition
from .costs import mana_cost
from .nouns import one
from .pasts import happened
from .references import some
from .tables import COLORS
from .terms import Filter, Pronoun, Term
from .values import basic_value, number
from .words import comparison, counter_kind

_DONE = {
    k: k.replace(" ", "_")
    for k in (
        "exiled", "destroyed", "discarded", "sacrificed", "milled", "revealed", "returned", "tapped", "untapped",
        "countered", "created", "dealt damage", "drawn", "put onto the battlefield", "returned to the battlefield",
        "put into a graveyard", "put into your graveyard", "put into your hand", "returned to hand", "copied", "goaded",
        "put into exile", "returned to your hand", "put into their graveyard", "phased out", "removed", "chosen", "cast",
        "regenerated", "exchanged", "shuffled into your library", "put into a hand", "transformed",
    )
}  # fmt: skip
done = table(_DONE, "what was done")

_any_counters = one_of(
    form("counters", give="any"), form("a|an {} counter", counter_kind), form("{} counters", counter_kind)
)
_got = mapped(_any_counters, lambda k: ("got_counters", k))
after_noun.add(
    form("{} this way", done, make=lambda d: one(("this_way", d))),
    form("of their choice", give=Filter()),
    form("that attacked during its|their controller's last turn", give=one("attacked_last_turn")),
    form("who cast a spell this turn", give=one("cast_a_spell_this_turn")),
    form("you {} this way", table({"control": "controlled", "discarded": "discarded", "sacrificed": "sacrificed"},
        "what you did"), make=lambda d: one(("this_way", d))),
    form("who didn't discard {} this way", some, make=lambda f: one(("not", ("did_this_way", "discarded", f)))),
    form("who discarded {} this way", some, make=lambda f: one(("did_this_way", "discarded", f))),
    form("{} they {} this way", position(), done,
        make=lambda at, d: one(("this_way", d), ("owner", Pronoun(at, "their")))),
    form("that was|were {} this way", done, make=lambda d: one(("this_way", d))),
    form("that had {} put on it|them this way", _got, make=lambda k: one(("this_way", k))),
)  # fmt: skip

_cost_paid = table(
    {
        "bargained": "bargained", "overloaded": "overloaded", "kicked": "kicked", "foretold": "foretold",
        "kicked twice": "kicked_twice",
    },
    "how it was cast",
)  # fmt: skip

simple_condition.prefer(
    form(
        "you control {} or more {} with different powers",
        number,
        grammar.noun,
        make=lambda n, f: (
            "compare",
            ("distinct", "powers", f.also(("controller", "you"))),
            "greater_equal",
            n,
        ),
    ),
    form(
        "{} was kicked with its {} kicker",
        grammar.reference,
        mana_cost,
        make=lambda r, c: ("kicked_with", r, c),
    ),
    form(
        "{} was cast for its {} cost",
        grammar.reference,
        table(
            {k: k for k in ("warp", "dash", "evoke", "blitz", "spectacle", "prowl", "madness")},
            "a way of casting it",
        ),
        make=lambda r, k: ("was", k, r),
    ),
    form("{} was|were {}", grammar.value, comparison, make=lambda v, t: ("compare", v, *t)),
)
basic_value.add(
    form("the damage dealt this way", give=("this_way_amount", "damage")),
    form("the damage prevented this way", give=("this_way_amount", "prevented")),
    form("the life lost this way", give=("this_way_amount", "life_lost")),
    form("the amount of life lost this way", give=("this_way_amount", "life_lost")),
    form("the amount of {} paid this way", one_of(form("life"), form("mana"), form("{E}")), give=("this_way_amount", "paid")),
)  # fmt: skip
_from_where = one_of(
    form("from anywhere", give="any"),
    form("from the battlefield", give="battlefield"),
    form("from your|their library", give="library"),
    form("from anywhere other than the battlefield", give="not_battlefield"),
)
after_noun.add(
    form("that was|were put there {} this turn", _from_where, make=lambda z: one(("put_there_this_turn", z)))
)

_nth = table({"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}, "how often")
_cast_zone = table({"graveyard": "graveyard", "hand": "hand", "exile": "exile"}, "a zone")


_CAST_BY_YOU = ("controller", "you")
_CAST_THIS_TURN = "cast_by_you_this_turn"


def _is_nth(at: int, number_: int, what: Filter) -> Term:
    """`it's the second creature spell you cast this turn`, said of a spell that you have just cast."""
    if not {_CAST_BY_YOU, _CAST_THIS_TURN} & set(what.literals):
        raise Refuse("spell you cast")
    counted = replace(
        what, literals=tuple(t for t in what.literals if t not in (_CAST_BY_YOU, _CAST_THIS_TURN))
    )
    return ("is", Pronoun(at), one(("nth_cast_this_turn", number_, happened("cast_this_turn", counted)[2])))


def _is_nth_now(at: int, number_: int, what: Filter) -> Term:
    if _CAST_THIS_TURN not in what.literals:
        raise Refuse("this turn")
    return _is_nth(at, number_, what)


simple_condition.add(
    form("{} remains tapped", grammar.reference, make=lambda r: ("is", r, one("tapped"))),
    form("{} remains on the battlefield", grammar.reference, make=lambda r: ("is", r, one(("zone", "battlefield")))),
    form("{} remains attached to {}", grammar.reference, grammar.reference,
        make=lambda a, b: ("is", a, one(("attached_to", b)))),
    form("{} remains|remain exiled", grammar.reference, make=lambda r: ("is", r, one(("zone", "exile")))),
    form("you control ~", give=("is", "self", one(("zone", "battlefield"), ("controller", "you")))),
    form("{} you control it", position(), make=lambda at: ("is", Pronoun(at), one(("controller", "you")))),
    form("{} is|was|are|were {} this way", some, done, make=lambda f, d: ("this_way", d, f)),
    form("at least one {} is|was {} this way", grammar.noun, done, make=lambda f, d: ("this_way", d, f)),
    form("at least {} {} are|were {} this way", number, grammar.noun, done,
        make=lambda n, f, d: ("this_way_at_least", d, f, n)),
    form("{} or more {} are|were {} this way", number, grammar.noun, done,
        make=lambda n, f, d: ("this_way_at_least", d, f, n)),
    form("you win the flip", give="flip_won"),
    form("you lose the flip", give="flip_lost"),
    form("{} was|were {}", grammar.reference, _cost_paid, make=lambda r, k: ("was", k, r)),
    form("it|~ escaped", give=("cost_paid", "escape")),
    form("it|~ didn't escape", give=("not", ("cost_paid", "escape"))),
    form("the gift was promised", give="gift_promised"),
    form("the gift wasn't promised", give=("not", "gift_promised")),
    form("its|~'s {} cost was paid", table({k: k for k in ("prowl", "madness", "surge", "spectacle", "evoke", "escape",
        "buyback", "entwine", "dash", "blitz", "freerunning", "sneak", "web-slinging", "mayhem", "warp", "harmonize",
        "flashback", "ninjutsu", "emerge", "bestow", "overload", "awaken", "impending", "cleave")}, "a cost"),
        make=lambda k: ("cost_paid", k.replace("-", "_"))),
    form("~|it|they was|were cast using {}", table({k: k for k in ("web-slinging", "mayhem", "harmonize", "warp", "bestow")},
        "a way of casting"), make=lambda k: ("cost_paid", k.replace("-", "_"))),
    form("{} wasn't blocked this turn", grammar.reference, make=lambda r: ("not", ("is", r, one("blocked_this_combat")))),
    form("{} it's attacking alone", position(), make=lambda at: ("is", Pronoun(at), one("attacking_alone"))),
    form("{} is attacking alone", grammar.reference, make=lambda r: ("is", r, one("attacking_alone"))),
    form("no spells were cast last turn", give=("compare", "spells_cast_last_turn", "equal", 0)),
    form("a player cast {} or more spells last turn", number, make=lambda n: ("player_cast_last_turn", n)),
    form("{} entered the battlefield under your control this turn", some, make=lambda f: ("entered_yours_this_turn", f)),
    form("an opponent has been dealt damage this turn", give="opponent_dealt_damage_this_turn"),
    form("this|it is the {} time (this) (ability) (has) (resolved) (this) (turn)", _nth,
        make=lambda n: ("resolved_this_turn", n)),
    form("it's the {} time (this) (ability) (has) (resolved) (this) (turn)", _nth, make=lambda n: ("resolved_this_turn", n)),
    form("{} it's the {} {} this turn", position(), _nth, grammar.noun, make=_is_nth),
    form("{} it's the {} {}", position(), _nth, grammar.noun, make=_is_nth_now),
    form("it's the first combat phase of the|your turn", give="first_combat"),
    form("it isn't the first combat phase of the|your turn", give=("not", "first_combat")),
    form("you search your library this way", give=("this_way", "searched_library")),
    form("you searched your library this way", give=("this_way", "searched_library")),
    form("you win", give="clash_won"),
    form("there are {} or more counters among {}", number, grammar.noun,
        make=lambda n, f: ("compare", ("total", ("counters", "any"), f), "greater_equal", n)),
    form("another player controls {}", grammar.reference, make=lambda r: ("is", r, one(("not", ("controller", "you"))))),
    form("{} it's paired with a|an {}", position(), grammar.noun, make=lambda at, f: ("is", Pronoun(at), one(("paired_with", f)))),
    form("{} is your ring-bearer", grammar.reference, make=lambda r: ("is", r, one("ring_bearer"))),
    form("{} attacked during your last turn", grammar.reference, make=lambda r: ("is", r, one("attacked_last_turn"))),
    form("{} was spent to cast {}", mana_cost, grammar.reference, make=lambda c, r: ("mana_spent", r, c)),
    form("at least {} {} mana was spent to cast {}", number, table({c: c for c in COLORS}, "a colour"), grammar.reference,
        make=lambda n, c, r: ("color_spent", r, c, n)),
    form("at least {} mana of the same color was spent to cast {}", number, grammar.reference,
        make=lambda n, r: ("color_spent", r, "same", n)),
    form("excess damage was dealt this way", give="excess_damage_this_way"),
    form("{} was cast from a|your {}", grammar.reference, _cast_zone, make=lambda r, z: ("was_cast_from", r, z)),
    form("{} was cast from exile", grammar.reference, make=lambda r: ("was_cast_from", r, "exile")),
    form("{} was cast", grammar.reference, make=lambda r: ("was_cast_from", r, "any")),
    form("{} wasn't cast", grammar.reference, make=lambda r: ("not", ("was_cast_from", r, "any"))),
    form("you cast ~|it during your main phase", give=("cast_during", "your_main_phase")),
    form("you didn't cast {} from your {}", grammar.reference, _cast_zone,
        make=lambda r, z: ("not", ("cast_by_you", r, z))),
    form("you didn't cast {}", grammar.reference, make=lambda r: ("not", ("cast_by_you", r, "any"))),
    form("you cast {} from your {}", grammar.reference, _cast_zone, make=lambda r, z: ("cast_by_you", r, z)),
    form("you cast {} from exile", grammar.reference, make=lambda r: ("cast_by_you", r, "exile")),
    form("you cast {}", grammar.reference, make=lambda r: ("cast_by_you", r, "any")),
)  # fmt: skip
