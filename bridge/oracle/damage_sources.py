"""Sources of damage that a player chooses (CR 609.7), and kinds of damage."""

from __future__ import annotations

from . import grammar
from .combinators import form, one_of
from .nouns import one

__all__ = ["chosen_source", "damage_kind"]

chosen_source = one_of(
    form(
        "a source of your choice of the chosen color",
        give=("source_of_choice", one("source", ("chosen", "color"))),
    ),
    form("a source of your choice", give=("source_of_choice", one("source"))),
    form("a|an {} of your choice", grammar.noun, make=lambda f: ("source_of_choice", f)),
)
damage_kind = one_of(form("combat damage", give="combat"), form("damage", give="any"))
