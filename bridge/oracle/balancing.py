"""`Each player chooses a number of lands they control equal to the number ... of the player who controls the fewest, then
sacrifices the rest.`: what each has more than that is given up (CR 608.2d), and other things the same way."""

from __future__ import annotations

from . import grammar
from .combinators import Refuse, form, position
from .instructions import sentence
from .pointing import PLAYERS
from .terms import Filter, Mention, Term, each

_EACH = each(PLAYERS)
_HAND: Term = ("count", Filter(("card", ("zone", "hand"), ("owner", "their"))))


def _given_up(what: Filter, at: int) -> Term:
    """Each player sacrifices what they have more of than the player who has the fewest."""
    theirs = what.also(("controller", "their"))
    more = ("minus", ("count", theirs), ("fewest_controlled", what))
    return ("sacrifice", _EACH, more, more, theirs, Mention(at, "chosen_ones", theirs))


def _discarded() -> Term:
    return ("discard", _EACH, ("minus", _HAND, ("lowest", "hand_size", PLAYERS)))


def _plain(what: Filter) -> Filter:
    """The noun without whose it is."""
    return Filter(
        tuple(t for t in what.literals if not (isinstance(t, tuple) and t[0] == "controller")), what.either
    )


def _balanced(theirs: Filter, all_: Filter, at: int) -> list[Term]:
    if _plain(theirs) != all_ or theirs == all_:
        raise Refuse("the same kind")
    return [_given_up(all_, at)]


sentence.prefer(
    form(
        "each player chooses a number of {} equal to the number of {} controlled by the player who controls the fewest , "
        "then sacrifices the rest {}",
        grammar.noun,
        grammar.noun,
        position(),
        make=_balanced,
    ),
    form("each player discards cards the same way", give=[_discarded()]),
    form("players discard cards and sacrifice {} the same way {}", grammar.noun, position(),
        make=lambda f, at: [_discarded(), _given_up(f, at)]),
    form("players sacrifice {} and discard cards the same way {}", grammar.noun, position(),
        make=lambda f, at: [_given_up(f, at), _discarded()]),
)  # fmt: skip
