"""Sentences that change words in the text of objects (CR 612): colours, basic land types, creature types."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import doing
from .combinators import form, listed, mapped, maybe, one_of, table
from .durations import duration
from .lasting import lasting
from .tables import SUBTYPES
from .terms import Ability, Change, Listed, Term

_kinds = mapped(
    listed(
        one_of(
            form("one color word with another", give="color"),
            form("one basic land type with another", give="basic_land_type"),
            form("one creature type with another", give="creature_type"),
        ),
        "or",
    ),
    lambda found: Listed(tuple(found)),
)
_TO_CHOSEN = ("replace", Listed(("color",)), ("chosen", "color"))
_word = table(SUBTYPES, "a creature type")
_exchange = one_of(
    form("one creature type with {}", _word, make=lambda to: ("replace", Listed(("creature_type",)), to)),
    mapped(_kinds, lambda kinds: ("replace", kinds, "another")),
)


def _changed(whom: Term, what: Term, how_long: Term, never: Term) -> Any:
    if never is not None:
        what = ("replace", what[1], ("another_than", never))
    made = lasting(how_long or "rest_of_game", whom, lambda subject: [Change("text", subject, what)])
    return lambda who: made


doing.add(
    form(
        "change the text of {} by replacing all instances of {} {} {}",
        grammar.reference,
        _exchange,
        maybe(duration),
        maybe(form(". the new creature type can't be {}", _word)),
        make=_changed,
    ),
)

grammar.static_sentences.add(
    form(
        "all instances of color words in the text of spells and permanents are changed to the chosen color word",
        make=lambda: [Ability("static", changes=(Change("text", "spells_and_permanents", _TO_CHOSEN),))],
    ),
)
