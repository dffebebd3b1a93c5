"""Parts of a text's meaning that are easily lost or given to the wrong thing, on invented cards."""

from __future__ import annotations

import re

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face

PRINTED = ("face_name", "card_", "mana_", "ability(", "ability_line", "ability_text", "unmodelled")


def facts(text: str, type_line: str = "Creature — Ogre") -> set[str]:
    """The facts of the abilities of a card named Grub, with `c` for the face."""
    face = compile_face(Face("Grub", type_line=type_line, text=text))
    assert not face.unmodelled, face.unmodelled
    return {str(f).replace('c("Grub")', "c") for f in face.facts if not str(f).startswith(PRINTED)}


def has(text: str, *wanted: str, type_line: str = "Creature — Ogre") -> None:
    """The facts hold all that is wanted; `F1` stands for the filter f(a(c,1),1), `$` for the ability a(c,1)."""
    found = facts(text, type_line)
    for fact in wanted:
        full = re.sub(r"\bF(\d)\b", r"f(a(c,1),\1)", fact.replace("$", "a(c,1)"))
        assert full in found, full + " not in\n" + "\n".join(sorted(found))


def refused(text: str, type_line: str = "Creature — Ogre") -> None:
    """The text does not compile: a gap that is told is better than a wrong meaning."""
    assert compile_face(Face("Grub", type_line=type_line, text=text)).unmodelled


def test_the_size_of_a_token_is_read_outside_it() -> None:
    has(
        "{1}: Create an X/X green Ooze creature token, where X is target creature's power.",
        "change(a($,1),4,pt_set,self,power(outer(power(target(1)))))",
    )
    has(
        "{2}: Create a red Imp creature token with power and toughness each equal to this creature's toughness.",
        "change(a($,1),4,pt_set,self,power(outer(toughness(self))))",
    )
    has("{X}: Create an X/X green Ooze creature token.", "change(a($,1),4,pt_set,self,power(x))")


def test_what_is_still_a_land_keeps_its_subtypes() -> None:
    has(
        "{2}: This land becomes a 2/2 Elf creature until end of turn. It's still a land.",
        "change(a($,1),1,type,self,add(type,creature))",
        "change(a($,1),2,type,self,add(subtype,elf))",
        type_line="Land",
    )
