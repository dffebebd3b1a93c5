"""Several choices as something enters, and what speaks of each of them (CR 607.2d, 614.12a)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .after_nouns import after_noun
from .clauses import clause
from .combinators import Refuse, form, listed, matching
from .descriptions import is_phrase
from .durations import duration
from .entering import entering, replacing
from .lasting import lasting
from .nouns import one
from .parts import change, has
from .terms import Ability, Listed, Term, Text, each
from .values import number
from .words import keyword_name

_SMALL = frozenset("a an the one two three x any another that of left odd or and".split())
_word = matching(lambda w: Text(w) if w.isalpha() and w not in _SMALL else None, "a word to choose")


def _as_it_enters(choice: Term) -> list[Ability]:
    return replacing(("enters", "self"), [choice])


entering.prefer(
    form(
        "as ~|it enters , choose two basic land types",
        give=_as_it_enters(("choose_both", "basic_land_type", "second_basic_land_type")),
    ),
    form(
        "as ~|it enters , choose {} abilities from among {}",
        number,
        listed(keyword_name, "and", 2),
        make=lambda n, ks: _as_it_enters(("choose_keywords", n, Listed(tuple(ks)))),
    ),
    form(
        "as ~|it enters , each player chooses {} or {}",
        _word,
        _word,
        make=lambda a, b: _as_it_enters(("each_chooses_word", a, b)),
    ),
)
after_noun.prefer(
    form("who chose {}", _word, make=lambda w: one(("chose_word", w))),
    form(
        "controlled by players who chose {}",
        _word,
        make=lambda w: one(("controller", each(one("player", ("chose_word", w))))),
    ),
    form("of the first chosen type", give=one(("chosen", "basic_land_type"))),
)
is_phrase.prefer(
    form(
        "the second chosen type",
        give=change("type", ("set_land_types", Listed((("chosen", "second_basic_land_type"),)))),
    ),
)
has.prefer(form("each of the chosen abilities", give=change("ability", "chosen_keywords")))


def _that_ability(keywords: list[Term], whom: Term, how_long: Any) -> Term:
    """`Choose hexproof or indestructible. Creatures you control gain that ability until end of turn.`"""
    if len(keywords) > 4:
        raise Refuse("fewer abilities")
    return lasting(how_long, whom, change("ability", ("grant_choice", *keywords)))


clause.prefer(
    form(
        "choose {} . {} gain|gains that ability {}",
        listed(keyword_name, "or", 2),
        grammar.whom,
        duration,
        make=_that_ability,
    ),
)
