"""Several choices as something enters, and what speaks of each of them (CR 607.2d, 614.12a)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .after_nouns import after_noun
from .clauses import clause
from .combinators import Refuse, form, listed, mapped, matching, one_of, table
from .descriptions import is_phrase
from .durations import duration
from .entering import entering, replacing
from .lasting import lasting
from .nouns import one
from .parts import both, change, has
from .phrases import verb
from .references import some
from .tables import BASIC_LAND_TYPES, COLORS
from .terms import Ability, Filter, Listed, Term, Text, each
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
_CARD_TYPES = (
    "artifact",
    "battle",
    "creature",
    "enchantment",
    "instant",
    "kindred",
    "land",
    "planeswalker",
    "sorcery",
)
_kinds_of_words = one_of(
    table({t: ("card_type", t) for t in _CARD_TYPES}, "a card type"),
    table({c: ("color", c) for c in COLORS}, "a colour"),
    table({t: ("basic_land_type", t) for t in BASIC_LAND_TYPES}, "a basic land type"),
)


def _one_of_these(words: list[tuple[str, str]]) -> Term:
    """`black or red`, `artifact, enchantment, or instant`: all of one kind."""
    if len({kind for kind, _ in words}) != 1:
        raise Refuse("words of one kind")
    return ("choose_among", words[0][0], Listed(tuple(value for _, value in words)))


def _other_types(barred: list[tuple[str, str]]) -> Term:
    """`a card type other than creature or land`."""
    if any(kind != "card_type" for kind, _ in barred):
        raise Refuse("card types")
    left = tuple(t for t in _CARD_TYPES if ("card_type", t) not in barred)
    return ("choose_among", "card_type", Listed(left))


def _object(what: Filter) -> Term:
    """Something on the battlefield, or a card in exile: no player, and no word."""
    if not what.has("zone"):
        raise Refuse("an object")
    return ("choose_object", what)


_thing = mapped(some, _object)
_crafted = form(
    "an exiled creature card used to craft ~",
    give=("choose_object", one("card", ("type", "creature"), ("zone", "exile"), "used_to_craft")),
)
_narrow_choices = one_of(
    form("a card type other than {}", listed(_kinds_of_words, "or"), make=_other_types),
    form("{}", listed(_kinds_of_words, "or", 2), make=_one_of_these),
)
_A_CREATURE = one(("type", "creature"), ("zone", "battlefield"))


def _as_attached(choice: Term) -> list[Ability]:
    return replacing(("becomes_attached", "self", _A_CREATURE), [choice])


entering.add(
    form("as ~|it enters , choose {}", _thing, make=_as_it_enters),
    form("as ~ enters , you may choose {}", _thing, make=lambda c: _as_it_enters(("may", c))),
)
entering.prefer(
    form("as ~|it enters , choose {}", _narrow_choices, make=_as_it_enters),
    form("as ~ becomes attached to a creature , choose {}", _crafted, make=_as_attached),
    form("as ~ becomes attached to a creature , choose a color", give=_as_attached(("choose", "color"))),
    form(
        "as ~ becomes attached to a creature , choose a creature card name and a creature type",
        give=_as_attached(("choose_both", "creature_name", "creature_type")),
    ),
)
verb.inner.add(
    form(
        "its name and creature type are the last chosen name and creature type",
        give=both(
            change("text", "chosen_name"),
            change("type", ("set_subtypes", "creature", Listed((("chosen", "creature_type"),)))),
        ),
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
    form("a copy of the last chosen card", give=change("copy", ("becomes", ("chosen", "object")))),
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
