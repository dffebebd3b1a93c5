"""Sentences that change words in the text of objects (CR 612): colours, basic land types, creature types."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clause, doing
from .combinators import Refuse, form, listed, mapped, maybe, one_of, table
from .conditions import while_clause
from .durations import duration
from .lasting import lasting
from .parts import change
from .statics import make_static
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

doing.add(
    form("exchange the text boxes of {}", grammar.reference, make=lambda r: lambda who: _swapped(r, "rest_of_game")),
    form("exchange the text boxes of {} {}", grammar.reference, duration, make=lambda r, d: lambda who: _swapped(r, d)),
)  # fmt: skip
clause.add(
    form("{} , exchange the text boxes of {}", duration, grammar.reference, make=lambda d, r: _swapped(r, d)),
)


def _swapped(whom: Term, how_long: Term) -> Term:
    return lasting(how_long, whom, lambda subject: [Change("text", subject, "exchange_text")])


def _full_text(condition: Term, whom: Term, further: list[Ability] | None) -> list[Ability]:
    """`As long as the top card of your graveyard is a creature card, ~ has the full text of that card and has the
    text "..."`: "that card" is what the condition looks at."""
    if not isinstance(condition, tuple) or condition[0] != "top_card_is":
        raise Refuse("the top card of something")
    texts: list[Term] = [("full_text", ("top_card", condition[1]))]
    texts += [("add_text", ability) for ability in further or ()]
    return make_static(whom, change("text", *texts), [condition])


grammar.static_sentences.add(
    form(
        "{} , {} has the full text of that card {}",
        while_clause,
        grammar.whom,
        maybe(form("and has the text {}", grammar.quoted)),
        make=_full_text,
    ),
    form(
        "all instances of color words in the text of spells and permanents are changed to the chosen color word",
        make=lambda: [Ability("static", changes=(Change("text", "spells_and_permanents", _TO_CHOSEN),))],
    ),
)
