"""Cleave (CR 702.148): words in square brackets, which are gone where the cleave cost was paid."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from .combinators import Refuse, Tokens
from .terms import CLEAVE_PAID, Ability, Listed, Mention, Pronoun, Target

_APART = 1000
"""How far apart the words of the two texts count as standing."""


def readings(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """The text without what is in brackets, and with it."""
    short: list[int] = []
    long: list[int] = []
    inside = False
    for index, word in enumerate(tokens):
        if word in ("[", "]"):
            inside = word == "["
            continue
        long.append(index)
        if not inside:
            short.append(index)
    return _picked(tokens, short), _picked(tokens, long)


def _picked(tokens: Tokens, places: list[int]) -> Tokens:
    return Tokens([tokens[i] for i in places], [tokens.raw[i] for i in places])


def joined(short: tuple[Ability, ...], long: tuple[Ability, ...]) -> Ability:
    """One spell that does what either text says; raises Refuse where a text isn't plain instructions."""
    for made in (short, long):
        if len(made) != 1 or made[0].kind != "spell" or made[0].modes:
            raise Refuse("instructions")
    instructions = Listed(short[0].instructions), Listed(_shifted(long[0].instructions))
    return replace(short[0], instructions=(("if_else", CLEAVE_PAID, *instructions),))


def _shifted(term: Any) -> Any:
    """The term with its places in the text moved behind those of the other text."""
    if isinstance(term, tuple):
        return tuple(_shifted(t) for t in term)
    if not is_dataclass(term) or isinstance(term, type):
        return term
    changed = {f.name: _shifted(getattr(term, f.name)) for f in fields(term)}
    if isinstance(term, (Target, Pronoun, Mention)):
        changed["at"] = term.at + _APART
    return replace(term, **changed)
