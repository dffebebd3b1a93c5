"""What may follow a target and belongs to it: who else chooses it, and a choice among whole noun phrases (CR 115.1, 601.2c)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .after_nouns import after_noun
from .terms import Filter, Pronoun, Target

_CHOICES = {
    ("an", "opponent's"): "opponent",
    ("that", "player's"): "that_player",
    ("defending", "player's"): "defending_player",
}
_THEY_CONTROL = {"opponent": ("controller", "aiming_opponent"), "that_player": ("controller", "that_player")}


def others_choice(stream: Any, index: int, found: Target) -> tuple[Target, int]:
    """`of an opponent's choice they control`: a target that another player chooses, and what tells it from others."""
    if stream[index : index + 3] == ["of", "their", "choice"]:
        chooser, index = "that_player", index + 3
    elif stream[index : index + 1] == ["of"] and stream[index + 3 : index + 4] == ["choice"]:
        chooser = _CHOICES.get(tuple(stream[index + 1 : index + 3]), "")
        index += 4 if chooser else 0
    elif stream[index : index + 3] == ["chosen", "at", "random"]:
        chooser, index = "at_random", index + 3
        for words in (["from", "among"], ["your", "opponents"]):
            index += 2 if stream[index : index + 2] == words else 0
    else:
        return found, index
    if not chooser:
        return found, index
    found = replace(found, chosen_by=chooser)
    if stream[index : index + 2] == ["they", "control"] and chooser in _THEY_CONTROL:
        return replace(found, filter=found.filter.also(_THEY_CONTROL[chooser])), index + 2
    if stream[index : index + 5] == ["that", "one", "of", "your", "opponents"]:
        return replace(found, filter=found.filter.also(("controller", "opponents"))), index + 6
    after = after_noun(stream, index)
    while after.status and not after.value.either:
        found, index = replace(found, filter=found.filter.also(*after.value.literals)), after.index
        after = after_noun(stream, index)
    return found, index


def of_its_controller(at: int, what: Filter) -> Target:
    """`Its controller chooses target permanent another player controls`: another than that player."""
    theirs = ("controller", Pronoun(at, "it"))
    literals = tuple(
        ("not", ("controller", theirs)) if t == ("not", ("controller", "you")) else t for t in what.literals
    )
    return Target(Filter(literals, what.either), 1, 1, at + 3, chosen_by="its_controller")


_JOINING = frozenset({"or", "and/or"})


def or_others(stream: Any, at: int, index: int, found: Target) -> tuple[Target, int]:
    """`target Spirit, creature with disturb, or enchantment`: a choice among whole noun phrases, each with its own words."""
    if found.together or found.chosen_by or not ({*stream[at:index]} & {"target", "targets"}):
        return found, index
    alternatives: list[Filter] = []
    ahead = index
    while stream[ahead : ahead + 1] and (stream[ahead] == "," or stream[ahead] in _JOINING):
        start = ahead + (stream[ahead] == ",")
        closing = stream[start : start + 1] and stream[start] in _JOINING
        start += bool(closing)
        more = grammar.noun(stream, start)
        if not more.status:
            break
        alternatives.append(more.value)
        ahead = more.index
        if closing:
            return replace(found, filter=_union_of(found.filter, alternatives)), ahead
    return found, index


def _union_of(first: Filter, more: list[Filter]) -> Filter:
    options = [f for what in (first, *more) for f in _options(what)]
    return Filter((), tuple(options))


def _options(what: Filter) -> list[Filter]:
    """A filter as alternatives, where it is nothing else."""
    if not what.literals and what.either:
        return list(what.either)
    return [what]
