"""A printed type line -> supertypes, types, subtypes (CR 205)."""

from __future__ import annotations

import re

from .tables import SUPERTYPES, TYPE_WORDS, constant


def parse(type_line: str) -> tuple[list[str], list[str], list[str]]:
    """Supertypes, card types and subtypes of a type line, in printed order; unknown words count as card types."""
    before, _, after = re.sub(r"\s+(?:—|–|--?)\s+", " — ", type_line).partition(" — ")
    supertypes: list[str] = []
    types: list[str] = []
    for word in before.lower().split():
        if word in SUPERTYPES:
            supertypes.append(word)
        elif word != "token":
            types.append(TYPE_WORDS.get(word, constant(word)))
    rest = after.replace("Time Lord", "Time_Lord")
    subtypes = [constant(rest)] if "plane" in types else [constant(w) for w in rest.split()]
    return supertypes, types, [s for s in subtypes if s]
