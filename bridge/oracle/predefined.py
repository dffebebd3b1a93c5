"""Tokens that rules define by name (CR 111.10), and those that keyword actions make.

Their texts are compiled as any card's: a card that speaks of such a token brings its facts along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from clingo import Symbol

from magistrate.bridge.cards.faces import Card, Face

__all__ = ["TOKENS", "wanted"]


def _token(name: str, types: str, text: str, pt: tuple[str, str] | None = None) -> Card:
    power, toughness = pt or (None, None)
    return Card(name, "token", (Face(name, "", types, text, power, toughness),))


def _artifact(kind: str, text: str) -> Card:
    return _token(f"{kind} Token", f"Artifact — {kind}", text)


def _role(name: str, text: str) -> Card:
    return _token(name, "Enchantment — Aura Role", f"Enchant creature\n{text}")


TOKENS: dict[str, Card] = {
    "treasure": _artifact("Treasure", "{T}, Sacrifice this artifact: Add one mana of any color."),
    "food": _artifact("Food", "{2}, {T}, Sacrifice this artifact: You gain 3 life."),
    "gold": _artifact("Gold", "Sacrifice this artifact: Add one mana of any color."),
    "clue": _artifact("Clue", "{2}, Sacrifice this artifact: Draw a card."),
    "blood": _artifact("Blood", "{1}, {T}, Discard a card, Sacrifice this artifact: Draw a card."),
    "powerstone": _artifact(
        "Powerstone", "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell."
    ),
    "map": _artifact(
        "Map",
        "{1}, {T}, Sacrifice this artifact: Target creature you control explores. Activate only as a sorcery.",
    ),
    "junk": _artifact(
        "Junk",
        "{T}, Sacrifice this artifact: Exile the top card of your library. You may play that card this turn. "
        "Activate only as a sorcery.",
    ),
    "lander": _artifact(
        "Lander",
        "{2}, {T}, Sacrifice this artifact: Search your library for a basic land card, put it onto the "
        "battlefield tapped, then shuffle.",
    ),
    "mutagen": _artifact(
        "Mutagen",
        "{1}, {T}, Sacrifice this artifact: Put a +1/+1 counter on target creature. Activate only as a "
        "sorcery.",
    ),
    "shard": _token(
        "Shard Token", "Enchantment — Shard", "{2}, Sacrifice this enchantment: Scry 1, then draw a card."
    ),
    "incubator": Card(
        "Incubator Token // Phyrexian Token",
        "transform",
        (
            Face("Incubator Token", "", "Artifact — Incubator", "{2}: Transform this artifact.", None, None),
            Face("Phyrexian Token", "", "Artifact Creature — Phyrexian", "", "0", "0"),
        ),
    ),
    "cursed_role": _role("Cursed", "Enchanted creature has base power and toughness 1/1."),
    "monster_role": _role("Monster", "Enchanted creature gets +1/+1 and has trample."),
    "royal_role": _role("Royal", "Enchanted creature gets +1/+1 and has ward {1}."),
    "sorcerer_role": _role(
        "Sorcerer", 'Enchanted creature gets +1/+1 and has "Whenever this creature attacks, scry 1."'
    ),
    "virtuous_role": _role(
        "Virtuous", "Enchanted creature gets +1/+1 for each enchantment you control."
    ),
    "wicked_role": _role(
        "Wicked",
        "Enchanted creature gets +1/+1.\nWhen this permanent is put into a graveyard from the battlefield, each "
        "opponent loses 1 life.",
    ),
    "young_hero_role": _role(
        "Young Hero",
        'Enchanted creature has "Whenever this creature attacks, if its toughness is 3 or less, put a +1/+1 '
        'counter on it."',
    ),
}  # fmt: skip
"""Word of the vocabulary -> the token."""

_MADE_BY = {"investigate": "clue", "incubate": "incubator"}
_SAID = re.compile(r"\bpredefined\((\w+)\)|\b(" + "|".join(_MADE_BY) + r")\(")


@cache
def _names(fact: str) -> frozenset[str]:
    return frozenset(token or _MADE_BY[action] for token, action in _SAID.findall(fact))


def wanted(facts: Iterable[Symbol]) -> list[str]:
    """The words of the tokens that some facts of card text speak of, sorted."""
    told = (str(fact) for fact in facts if fact.name in ("instruction", "keyword", "mode_instruction"))
    return sorted({name for fact in told for name in _names(fact)} & TOKENS.keys())
