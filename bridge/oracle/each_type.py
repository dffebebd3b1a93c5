"""Permissions of which there is one for each permanent type (CR 601.3, 205.2a)."""

from __future__ import annotations

from . import grammar
from .combinators import form
from .spending import stating
from .terms import Ability, Filter

_CAST = ("artifact", "battle", "creature", "enchantment", "planeswalker")
_LAND = Filter((("type", "land"), "card"))


def _one_of_each() -> list[Ability]:
    """Each is used up on its own, so that each is an ability of its own."""
    found = stating(("plays_once", "your_turns", "graveyard", "own_cost", _LAND))
    for kind in _CAST:
        what = Filter((("type", kind), ("zone", "stack"), "spell", ("cast_from", "graveyard")))
        found += stating(("plays_once", "your_turns", "graveyard", "own_cost", what))
    return found


grammar.static_sentences.prefer(
    form(
        "during each of your turns , you may play a land and cast a permanent spell of each permanent type from your "
        "graveyard",
        give=_one_of_each(),
    ),
)
