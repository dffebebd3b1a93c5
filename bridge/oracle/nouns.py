"""Noun phrases -> filters (CR 109.2, 109.4): one grammar for everything that a text can call something."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import after_noun, card_name
from .combinators import Rule
from .heads import build, head, one
from .qualities import being, kind_predicate, with_phrase
from .terms import Filter

__all__ = ["after_noun", "being", "card_name", "kind_predicate", "one", "with_phrase"]


def among_the_same(what: Filter) -> Filter:
    """`the creature you control with the greatest power`: the greatest among creatures you control."""
    extreme = [t for t in what.literals if isinstance(t, tuple) and t[2:] == ("SAME",)]
    if not extreme:
        return what
    rest = Filter(tuple(t for t in what.literals if t not in extreme), what.either)
    literals = tuple((*t[:2], rest) if t in extreme else t for t in what.literals)
    return Filter(literals, what.either)


def _noun(stream: Any, at: int) -> Result:
    others = False
    index = at
    if index < len(stream) and stream[index] == "other":
        others = True
        index += 1
    result = head(stream, index)
    if not result.status:
        return result
    units = result.value
    index = result.index
    after: list[Filter] = []
    told = result
    while True:
        following = after_noun(stream, index)
        told = told.aggregate(following)
        if not following.status:
            # "with flying and power 2", "you control with X and that ..."
            if index < len(stream) and stream[index] == "and" and after:
                start = index + 1
                if start < len(stream) and stream[start] in ("that", "that's", "with", "without"):
                    following = after_noun(stream, start)
                    if following.status:
                        after.append(following.value)
                        index = following.index
                        continue
            break
        after.append(following.value)
        index = following.index
    filter_ = among_the_same(build(others, units, after))
    return Result(True, index, filter_, told.furthest, told.expected)


grammar._noun.define(Rule(_noun))
