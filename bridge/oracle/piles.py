"""Piles (CR 700.3): what players divide into piles, with labels or without, who chooses one, and what is in which of them."""

from __future__ import annotations

from typing import Any

from . import grammar
from .after_nouns import after_noun
from .combinators import Rule, form, matching, position
from .delays import for_each_thing
from .instructions import clause, clauses, doing, sentence
from .nouns import one
from .references import told_groups
from .terms import Filter, Listed, Mention, Pronoun, Term, Text, each, replace_pronouns
from .things import things
from .values import number

# --- with labels --------------------------------------------------------------------------------------------------------

_label = matching(lambda w: Text(w) if w.isalpha() else None, "a label")
_labels: Rule = form(
    'choose " {} " or " {} . "',
    _label,
    _label,
    make=lambda a, b: ("choose", "you", ("label", Listed((a, b)))),
)


def _into(what: Term, first: Term, second: Term) -> Any:
    return lambda who: ("label_piles", who, what, first, second)


doing.add(
    form(
        'divide|divides|separate|separates {} into a|an " {} " pile and a|an " {} " pile',
        things,
        _label,
        _label,
        make=_into,
    ),
)
after_noun.add(form("in a pile with the chosen label", give=one(("in_pile", ("chosen", "word")))))
sentence.prefer(  # the full stop stands within the quotation, and what follows is said of each of them
    form(
        "(then) (,) for each {} , {} {}",
        grammar.noun,
        _labels,
        clauses,
        make=lambda f, c, t: for_each_thing(f, [c, *t]),
    ),
)

# --- of several players ---------------------------------------------------------------------------------------------------

_THEIRS = one("player", ("other_than", "that_player"))


def _by_an_opponent(at: int) -> list[Term]:
    """`One of their piles is chosen by one of their opponents of their choice.`"""
    who = Mention(at, "chosen_ones", _THEIRS)
    return [("choose_some", "that_player", 1, 1, _THEIRS, who), ("choose_pile_of", who, "that_player")]


def _in_their_pile(what: Filter, at: int) -> Term:
    return each(what.also(("is", "chosen_piles"), ("controller", Pronoun(at, "their"))))


doing.add(
    form("separate|separates the {} into two piles", grammar.noun, make=lambda f: lambda who: ("separate", who, each(f))),
    form("choose|chooses one of {} piles", grammar.possessive, make=lambda r: lambda who: ("choose_pile_of", who, r)),
)  # fmt: skip
clause.prefer(
    form("{} one of their piles is chosen by one of their opponents of their choice", position(), make=_by_an_opponent),
)  # fmt: skip
after_noun.add(
    form("in the chosen piles", give=one(("is", "chosen_piles"))),
    form("in the other piles", give=one(("is", "other_piles"))),
)
told_groups.add(form("the {} in their chosen pile {}", grammar.noun, position(), make=_in_their_pile))


# --- more than two ----------------------------------------------------------------------------------------------------------

_EVERYONE = each(Filter(("player",)))


def _into_several(what: Filter, count: Term) -> Term:
    """`Starting with you, each player separates ... into three piles`: what is that player's."""
    return (
        "separate_into",
        _EVERYONE,
        replace_pronouns(each(what), "their", frozenset({"them", "their"})),
        count,
    )


def _one_at_random(whose: Term) -> Any:
    """One of their piles, and what is done with what is in it."""
    theirs = each(one(("zone", "battlefield"), ("is", "chosen_piles"), ("controller", "their")))
    return lambda who: [("pile_at_random", who), ("sacrifice_it", who, theirs)]


doing.prefer(
    form("choose|chooses one of {} piles at random and sacrifice|sacrifices those permanents", grammar.possessive,
        make=_one_at_random),
)  # fmt: skip
clause.prefer(
    form("starting with you , each player separates all {} into {} piles", grammar.noun, number, make=_into_several),
)  # fmt: skip
