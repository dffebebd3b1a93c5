"""Voting (CR 701.38): what players vote for, and what the votes lead to."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import after_noun
from .clauses import clause, clauses
from .combinators import Rule, form, one_of, position
from .conditions import simple_condition
from .delays import for_each_thing
from .instructions import sentence
from .lasting import lasting
from .nouns import one
from .parts import grant
from .references import some
from .tables import COLORS, constant
from .terms import (
    Filter,
    Listed,
    Mention,
    Pronoun,
    Term,
    keyword_ability,
    map_pronouns,
    pronouns_in,
    substitute_deep,
)
from .things import part
from .values import counting

_MOST = 3
"""How many words a choice that is voted for may have."""


def _named(stream: Any, at: int, ends: frozenset[str]) -> Result:
    """Some words up to one of `ends`, as one constant."""
    index = at
    while index < len(stream) and stream[index] not in ends and stream[index].replace("-", "").isalpha():
        index += 1
    if index == at or index > at + _MOST or stream[index : index + 1] == []:
        return Result.failure(at, "words to vote for")
    return Result.success(index, constant(" ".join(stream[at:index])))


_ENDS = frozenset({"or", ",", ".", "then"})
_choice = Rule(lambda stream, at: _named(stream, at, _ENDS))
_voted = Rule(lambda stream, at: _named(stream, at, frozenset({"vote", "votes", "gets", "or", ",", "."})))


def _choices(stream: Any, at: int) -> Result:
    """`death or taxes`, `blue, black, or red` -> the words."""
    found: list[Term] = []
    index = at
    while True:
        result = _choice(stream, index)
        if not result.status:
            return result
        found.append(result.value)
        index = result.index
        if stream[index : index + 2] == [",", "or"]:
            index += 2
        elif (len(found) > 1 and stream[index - 2 : index - 1] == ["or"]) or stream[
            index : index + 1
        ] not in ([","], ["or"]):
            break
        else:
            index += 1
    if len(found) < 2:
        return Result.failure(at, "words to vote for")
    return Result.success(index, Listed(tuple(found)))


def _things(at: int, what: Filter) -> Any:
    return lambda how: ("vote_for", how, ("each", what), Mention(at, "most_voted", what))


_what = one_of(
    form("for {} {}", position(), some, make=_things),
    form("for {}", Rule(_choices), make=lambda words: lambda how: ("vote", how, words)),
    name="what is voted for",
)


def _voter(pronoun: Pronoun) -> Term:
    return "that_player" if pronoun.word == "the_voter" else pronoun


def _for_each(word: Term, then: list[Term]) -> Term:
    if any(pronoun.word == "the_voter" for pronoun in pronouns_in(tuple(then))):
        return ("for_each_vote", word, Listed(tuple(map_pronouns(term, _voter) for term in then)))
    return ("repeat_list", ("votes", word), Listed(tuple(then)))


def _each_voted_for(what: Filter, then: list[Term]) -> list[Term]:
    """`For each creature with one or more votes, put that many counters on it`: as many as it has votes."""
    told = [substitute_deep(term, "that_much", ("votes_of", "it")) for term in then]
    return for_each_thing(what.also("voted_for"), told)


counting.prefer(form("vote|votes {} received", grammar.reference, make=lambda r: ("votes_of", r)))
after_noun.add(form("who received no votes", give=one(("not", "voted_for"))))
sentence.prefer(form("for each {} with one or more votes , {}", grammar.noun, clauses, make=_each_voted_for))
clause.add(
    form("starting with you , each player votes {}", _what, make=lambda made: made("in_turn")),
    form("each player secretly votes {} , then those votes are revealed", _what, make=lambda made: made("secretly")),
    form("for each {} vote , {}", _voted, clauses, make=_for_each),
)  # fmt: skip
part.add(
    form("{} each {} with the most votes or tied for most votes", position(), grammar.noun,
        make=lambda at, f: Pronoun(at, "those_votes")),
)  # fmt: skip


def _from_most_voted(whom: Term) -> list[Term]:
    """`gains protection from each color with the most votes or tied for most votes`: of the colours that were voted for."""
    return [
        (
            "if",
            ("compare", ("vote_lead", color), "greater_equal", 0),
            Listed(
                (
                    lasting(
                        "rest_of_game", whom, grant([keyword_ability("protection", one(("color", color)))])
                    ),
                )
            ),
        )
        for color in COLORS
    ]


clause.prefer(
    form(
        "{} gains protection from each color with the most votes or tied for most votes",
        grammar.whom,
        make=_from_most_voted,
    ),
)
counting.prefer(form("{} vote|votes", _voted, make=lambda word: ("votes", word)))
simple_condition.add(
    form("{} gets more votes or the vote is tied", _voted, make=lambda word: ("compare", ("vote_lead", word), "greater_equal", 0)),
    form("{} gets more votes", _voted, make=lambda word: ("compare", ("vote_lead", word), "greater", 0)),
)  # fmt: skip
