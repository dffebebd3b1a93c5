"""The facts that texts compile to, for tests that look at some of them."""

from __future__ import annotations

import re

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face

PRINTED = ("face_name", "card_", "mana_", "ability(", "ability_line", "ability_text", "unmodelled")


def facts(text: str, type_line: str = "Creature — Ogre") -> set[str]:
    """The facts of the abilities of a card named Grub, with `c` for the face."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    return {str(f).replace('c("Grub")', "c") for f in face.facts if not str(f).startswith(PRINTED)}


def has(text: str, *wanted: str, type_line: str = "Creature — Ogre") -> None:
    """The facts hold all that is wanted; `F1` is the filter f(a(c,1),1), `$` the ability a(c,1)."""
    found = facts(text, type_line)
    for fact in wanted:
        full = re.sub(r"\bF(\d)\b", r"f(a(c,1),\1)", fact.replace("$", "a(c,1)"))
        assert full in found, full + " not in\n" + "\n".join(sorted(found))


def refused(text: str, type_line: str = "Creature — Ogre") -> None:
    """The text does not compile: a gap that is told is better than a wrong meaning."""
    assert compile_face(Face("Grub", type_line=type_line, text=text)).unmodelled
