"""Instructions about as much as two numbers are apart: `draw cards equal to the difference` (CR 107.1)."""

from __future__ import annotations

from . import grammar
from .combinators import form, position, table
from .conditions import simple_condition
from .differences import TOLD
from .instructions import Does, doing
from .nouns import one
from .terms import Pronoun, Term
from .things import some_of
from .values import basic_value
from .words import counter_kind

simple_condition.prefer(
    form(
        "{} has greater {} than {}",
        grammar.reference,
        table({"power": "power", "toughness": "toughness"}, "power"),
        grammar.reference,
        make=lambda a, c, b: ("compare", (c, a), "greater", (c, b)),
    ),
)


def _from_hand(at: int, whose: Term, amount: Term) -> Does:
    """So many cards of their own hand, as whoever does it chooses."""

    def does(who: Term) -> Term:
        player = Pronoun(who.at, "that_player") if isinstance(who, Pronoun) and who.word == "them" else who
        owner = player if isinstance(whose, Pronoun) and whose.word == "their" else whose
        cards = one("card", ("zone", "hand"), ("owner", owner))
        return ("exile", some_of(at, amount, amount, cards), ("by", player))

    return does


doing.prefer(
    form("{} exile|exiles cards from {} hand equal to {}", position(), grammar.possessive, grammar.value,
        make=_from_hand),
    form("get|gets a number of {} counters equal to {}", counter_kind, grammar.value,
        make=lambda k, v: lambda who: ("get_counters", who, v, k)),
)  # fmt: skip
basic_value.prefer(
    form("the milled card's mana value", give=("total", "mana_value", one("card", ("this_way", "milled")))),
)
basic_value.add(form("the difference", give=TOLD))
