"""Upkeep tests: a player chooses a target player who is better off, and what the first of the two may do (CR 601.2c, 115.4)."""

from __future__ import annotations

from . import grammar
from .clauses import clause, clauses
from .combinators import form, one_of, position
from .instructions import sentence
from .nouns import one
from .terms import Filter, Listed, Pronoun, Target, Term, map_pronouns

_FIRST = "that_player"
"""The player whose step it is, who chooses; the target is the second."""
_OWN = ("controller", _FIRST)


def _graveyard(what: Filter, whose: Term) -> Filter:
    return Filter((*what.literals, ("zone", "graveyard"), ("owner", whose)), what.either)


_better = one_of(
    form("who controls more {} than they do", grammar.noun,
        make=lambda f: ("controls_count", f, "greater", ("count", f.also(_OWN)))),
    form("who has more life than they do", give=("compare", "life", "greater", ("life", _FIRST))),
    form("who has more cards in hand than they do", give=("compare", "hand_size", "greater", ("hand_size", _FIRST))),
    form("whose graveyard has fewer {} in it than their graveyard does", grammar.noun,
        make=lambda f: ("graveyard_count", f, "less", ("count", _graveyard(f, _FIRST)))),
    name="who is better off",
)  # fmt: skip


def _chosen(at: int, literal: Term) -> Term:
    what = one("player", literal, ("other_than", _FIRST))
    return ("choose_target", _FIRST, Target(what, 1, 1, at, chosen_by=_FIRST))


_THEIRS = frozenset({"that_player", "their", "them", "those_players"})


def _first_does(then: list[Term]) -> list[Term]:
    """`If the first player does, that player ...`: the first one, not the target."""

    def mean(pronoun: Pronoun) -> Term:
        return _FIRST if pronoun.word in _THEIRS else pronoun

    return [("if_done", Listed(tuple(map_pronouns(term, mean) for term in then)))]


clause.prefer(
    form("that player chooses target player {} and is their opponent", form("{} {}", position(), _better,
        make=_chosen)),
)  # fmt: skip
sentence.prefer(
    form("if the first player does , {}", clauses, make=_first_does),
)
