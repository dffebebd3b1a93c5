"""Guesses (CR 608.2d): whether something is so, and whether who guessed was right; land or nonland as what is chosen."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import form, one_of, word
from .conditions import simple_condition
from .deeds import act
from .instructions import clauses, doing, sentence
from .nouns import one
from .terms import Listed
from .values import basic_value, number

_KIND = one(("chosen", "land_or_nonland"))
_who = one_of(form("they|you"), form("the|that player"), form("the|that|your opponent"), name="who guessed")

doing.add(
    form("guess|guesses whether {}", grammar.condition, make=lambda c: act("guess", c)),
    form(
        "secretly choose|chooses a number between {} and {} that hasn't been chosen",
        number,
        number,
        make=lambda a, b: act("choose_new_number", a, b),
    ),
    form("guess|guesses which number you chose", give=act("guess_number")),
    form("reveal|reveals the number you|they chose", give=act("reveal_chosen")),
    form("choose|chooses land or nonland", give=act("choose", "land_or_nonland")),
)
simple_condition.add(
    form("the top card of your library is the chosen kind", give=("top_card_is", "library", _KIND)),
    form("you don't cast a spell this way", give=("not", ("this_way", "cast"))),
    form("{} guessed {}", _who, word("right", "wrong"), make=lambda who, how: ("guessed", how)),
)
sentence.prefer(
    form("if you|they do and {} , {}", grammar.condition, clauses,
        make=lambda c, t: [("if_done", Listed((("if", c, Listed(tuple(t))),)))]),
)  # fmt: skip
basic_value.prefer(form("the number they|you guessed", give="guessed_number"))
after_noun.add(form("of the chosen kind", give=_KIND))
