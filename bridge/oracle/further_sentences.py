"""Sentences of many kinds that say in other words what others say: the next spell copied, one's own next spell, groups among those
spoken of, what was lost, dealt or sacrificed (CR 603.7, 608.2c, 608.2i)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, form, position, table
from .conditions import how_many, simple_condition
from .delays import later
from .durations import duration
from .instructions import clause, doing, lasting, sentence
from .nouns import one
from .pointing import those_things
from .references import possessors, told_groups
from .terms import Change, Filter, Listed, Mention, Pronoun, Term
from .things import whom
from .values import basic_value, characteristic

# --- the next spell --------------------------------------------------------------------------------------------------------


_OF_THE_TURN = ("cast_by_you_this_turn", ("controller", "you"))


def _copied_next(what: Filter, at: int) -> list[Term]:
    """`Copy the next instant spell you cast this turn when you cast it`: as it is cast, it is copied (603.7)."""
    if "cast_by_you_this_turn" not in what.literals:
        raise Refuse("you cast this turn")
    what = Filter(tuple(t for t in what.literals if t not in _OF_THE_TURN), what.either)
    copied = (
        ("copy", "you", 1, "it", Mention(at, "copies")),
        ("may", "you", Listed((("choose_new_targets", "you", "copies"),))),
    )
    return later((("casts", "you", what),), "end_of_turn", copied, once=True)


_new_targets = form(". you may choose new targets for the copy")
sentence.prefer(
    form("copy the next {} when you cast it {} {}", grammar.noun, _new_targets, position(),
        make=lambda f, n, at: _copied_next(f, at)),
    form("when you cast your next {} this turn , {}", grammar.noun, grammar.body,
        make=lambda f, b: later((("casts", "you", f),), "end_of_turn", b, once=True)),
)  # fmt: skip
doing.prefer(
    form("copy|copies {} x times {}", grammar.reference, position(),
        make=lambda r, at: lambda who: ("copy", who, "x", r, Mention(at, "copies"))),
    form("counter|counters {}", whom, make=lambda w: lambda who: ("counter", w)),
)  # fmt: skip
clause.add(
    form("{} , you gain control of {}", duration, grammar.whom,
        make=lambda d, w: lasting(d, w, lambda it: [Change("control", it, ("controlled_by", "you"))])),
)  # fmt: skip

# --- some of those ------------------------------------------------------------------------------------------------------------

told_groups.prefer(
    form("{} each of those {} {}", position(), those_things, after_noun,
        make=lambda at, n, f: ("those_of", Pronoun(at, "those_" + n), f)),
)  # fmt: skip
possessors.add(form("{} her|his controller", position(), make=lambda at: ("controller", Pronoun(at, "it"))))

# --- what was so --------------------------------------------------------------------------------------------------------------


def _player(ref: Term) -> Term:
    return Pronoun(ref.at, "that_player") if isinstance(ref, Pronoun) and ref.word == "them" else ref


simple_condition.prefer(
    form("you gained or lost life this turn",
        give=("any_of", Listed(("you_gained_life_this_turn", "you_lost_life_this_turn")))),
)  # fmt: skip
simple_condition.add(
    form("{} lost life this turn", grammar.reference,
        make=lambda r: ("compare", ("life_lost_by", _player(r)), "greater_equal", 1)),
)  # fmt: skip
_given_up = table({"sacrificed creatures": "sacrificed", "sacrificed permanents": "sacrificed", "discarded cards": "discarded"},
    "what was given up")  # fmt: skip
basic_value.prefer(
    form(
        "the total {} of the {}",
        characteristic,
        _given_up,
        make=lambda c, d: ("total", c, one(("this_way", d))),
    ),
)


# --- the least of all; how many were drawn ---------------------------------------------------------------------------------------

simple_condition.prefer(
    form("{} has the least {} or is tied for least {} among {}", grammar.reference, characteristic, characteristic, grammar.noun,
        make=lambda r, c, d, f: ("is", r, one(("least", c, f)))),
    form("you've drawn {} card this turn", how_many, make=lambda n: ("compare", "cards_drawn_this_turn", *n)),
)  # fmt: skip
