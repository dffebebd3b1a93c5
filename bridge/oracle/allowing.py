"""What players may do for a while: more lands, spells at other times, cards to cast (CR 305.2, 601.3, 611.2)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clause
from .combinators import Refuse, form, one_of
from .durations import duration
from .instructions import sentence
from .terms import Ability, Filter, Term
from .values import number

_more_lands = one_of(
    form("you may play an additional land this turn", give=1),
    form("you may play {} additional lands this turn", number),
)
_at_any_time = one_of(
    form(
        "you may cast {} this turn as though they had flash", grammar.noun, make=lambda f: ("end_of_turn", f)
    ),
    form("{} , you may cast {} as though they had flash", duration, grammar.noun, make=lambda d, f: (d, f)),
)


def _states(how_long: Term, statement: Term) -> Term:
    return ("lasting", how_long, Ability("lasting", statements=(statement,)))


_CAST_SO: Term = ("this_way", "cast")


def _cast_so(what: Filter) -> Any:
    """What is cast as the text before allows goes to exile instead of a graveyard."""
    if _CAST_SO not in what.literals:
        raise Refuse("a spell cast this way")
    kept = tuple(t for t in what.literals if t != _CAST_SO)
    fits = Filter((*kept, ("is", "spells_this_way")), what.either)
    return [
        (
            "lasting",
            "rest_of_game",
            Ability("lasting", replaces=((("would_go_to_graveyard", fits), "exile"),)),
        )
    ]


clause.add(
    form("{}", _more_lands, make=lambda n: _states("end_of_turn", ("additional_lands", "you", n))),
    form("{}", _at_any_time, make=lambda x: _states(x[0],
        ("cast_as_though", ("each", x[1].also(("controller", "you"))), "flash"))),
)  # fmt: skip
sentence.add(
    form("if a|an {} would be put into a|your|their graveyard , exile it instead", grammar.noun, make=_cast_so),
)  # fmt: skip
