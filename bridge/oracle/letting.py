"""`Target opponent may have you draw a card`: what a player may have happen, or have another do (CR 608.2d)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .clauses import clause, clauses
from .combinators import Refuse, Rule, form, one_of, position
from .gathered import targets_in
from .instructions import sentence
from .pointing import OPPONENTS, PLAYERS
from .terms import Listed, Pronoun, Target, Term, each, map_pronouns, swapped

_who = one_of(
    form("any player", give=each(PLAYERS)),
    form("any opponent", give=each(OPPONENTS)),
    form("{} they", position(), make=lambda at: Pronoun(at, "that_player")),
    grammar.reference,
)
_OWN = frozenset({"them", "their"})


def _player(term: Term) -> bool:
    """Whether a reference is a player: only players have things happen."""
    if isinstance(term, Pronoun):
        return term.word == "that_player"
    if isinstance(term, Target):
        return any(t in term.filter.literals for t in ("player", "opponent"))
    if isinstance(term, tuple):
        return term[0] in ("controller", "owner") or term in (each(PLAYERS), each(OPPONENTS))
    return term in ("that_player", "defending_player", "active_player", "attached")


def _chosen_by(who: Term, term: Term) -> Term:
    """`its controller may have target creature of their choice ...`: its controller chooses."""
    theirs = [t for t in targets_in((term,)) if t.chosen_by == "that_player"]
    if not theirs:
        return term
    if not (isinstance(who, tuple) and who[0] == "controller" and isinstance(who[1], Pronoun)):
        raise Refuse("who chooses the target")
    return swapped(term, theirs[0], replace(theirs[0], chosen_by="its_controller"))


def _lets(stream: Any, at: int) -> Result:
    result = _who(stream, at)
    if not result.status or not _player(result.value):
        return Result.failure(at, "who may have something happen")
    start = result.index
    if stream[start : start + 2] != ["may", "have"]:
        return Result.failure(at, "may have")
    who = result.value
    done = clauses(stream, start + 2)
    if not done.status:
        return done
    grouped = isinstance(who, tuple) and who[0] == "each"

    def own(pronoun: Pronoun) -> Term:
        if pronoun.word in _OWN and pronoun.at > start:
            return "their" if grouped else who
        return pronoun

    try:
        terms = tuple(_chosen_by(who, map_pronouns(term, own)) for term in done.value)
    except Refuse as refusal:
        return Result.failure(done.index, str(refusal))
    return Result(True, done.index, [("may", who, Listed(terms))], done.furthest, done.expected)


clause.prefer(Rule(_lets))
sentence.prefer(
    form("if no one does , {}", clauses, make=lambda t: [("if_not_done", Listed(tuple(t)))]),
    form("if no player does , {}", clauses, make=lambda t: [("if_not_done", Listed(tuple(t)))]),
)
