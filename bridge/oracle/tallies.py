"""What players did this turn and this game, counted: cards drawn, spells cast, life lost, commanders cast (CR 608.2i, 903.8)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, form, one_of, position, word
from .conditions import how_many, simple_condition
from .nouns import one
from .pasts import happened
from .pointing import OPPONENTS
from .references import some
from .terms import Filter, Pronoun, Term
from .values import basic_value, counting

# --- by whom ---------------------------------------------------------------------------------------------------------------


def _cast_by(what: Filter, who: Term) -> Term:
    return ("spells_cast_by", happened("cast_this_turn", what)[2], who)


_doors = form("unlocked doors among {}", grammar.noun, make=lambda f: ("unlocked_doors", f))
counting.prefer(
    _doors,
    form("{} {} have|has cast this turn", grammar.noun, grammar.reference, make=_cast_by),
    form("card|cards {} have|has drawn this turn", grammar.reference, make=lambda r: ("cards_drawn_by", r)),
    form("time|times you've cast your commander from the command zone this game",
        give=("command_casts", one("commander", ("owner", "you")))),
    form("time|times {} {} been cast from the command zone this game", position(), one_of(form("it's"), form("it has")),
        make=lambda at, it: ("command_casts", one(("is", Pronoun(at))))),
)  # fmt: skip
_OF_AN_OPPONENT = ("controller", "opponents")


def _most_of(what: Filter) -> Term:
    """`The greatest number of artifacts an opponent controls`: of the one who controls the most."""
    if _OF_AN_OPPONENT not in what.literals:
        raise Refuse("who controls them")
    kept = tuple(literal for literal in what.literals if literal != _OF_AN_OPPONENT)
    return ("most_controlled", Filter(kept, what.either), OPPONENTS)


_so_much = one_of(
    form("the total amount of"), form("the amount of"), form("the total"), form("the"), name="how much"
)
_life = form("{} life", _so_much)
_PLAYER_PRONOUNS = frozenset({"them", "that_player"})


def _lost(life: None, who: Term) -> Term:
    """How much life players lost; "they" is a player here."""
    if isinstance(who, Pronoun) and who.word not in _PLAYER_PRONOUNS:
        raise Refuse("a player")
    return (
        "life_lost_by",
        Pronoun(who.at, "their") if isinstance(who, Pronoun) and who.word == "them" else who,
    )


basic_value.prefer(
    form("{} {} (have|has) lost this turn", _life, grammar.reference, make=_lost),
    form("{} lost by {} this turn", _life, grammar.whom, make=_lost),
    form("{} you've lost this turn", _life, make=lambda life: ("life_lost_by", "you")),
    form("{} noncombat damage dealt to {} this turn", _so_much, grammar.reference,
        make=lambda much, r: ("noncombat_damage_this_turn", r)),
    form("the greatest number of cards {} has drawn this turn", some,
        make=lambda f: ("greatest", "cards_drawn_this_turn", f)),
    form("the greatest number of {}", grammar.noun, make=lambda f: _most_of(f)),
)  # fmt: skip

# --- what players did ------------------------------------------------------------------------------------------------------

simple_condition.prefer(
    form("{} has drawn {} cards this turn", some, how_many,
        make=lambda f, n: ("exists", f.also(("compare", "cards_drawn_this_turn", *n)))),
    form("there are {} {}", how_many, _doors, make=lambda n, v: ("compare", v, *n)),
    form("{} is the monarch", grammar.reference, make=lambda r: ("is", r, one("monarch"))),
)  # fmt: skip
after_noun.prefer(
    form("whose life total is {} than half their starting life total", word("less", "greater"),
        make=lambda op: one(("compare", "doubled_life", op, ("starting_life", "candidate")))),
)  # fmt: skip
