"""Compiled text told back in English, and what the comparison with the printed text notices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magistrate import asp
from magistrate.bridge.cards.faces import Face
from magistrate.bridge.explain.english import literals, retell
from magistrate.bridge.explain.english.compare import content, dropped
from magistrate.bridge.explain.english.teller import TABLES
from magistrate.bridge.oracle import compile_face

FOLDERS = {
    "changes": "change",
    "conditions": "c",
    "costs": "m",
    "effects": "i",
    "outcomes": "o",
    "references": "w",
    "replacements": "reo",
    "restrictions": "only",
    "statements": "states",
    "together": "together",
    "triggers": "e",
    "values": "v",
}


def told(text: str, type_line: str = "Creature — Elf", name: str = "Test Walker") -> str:
    """The retelling of a text, all lines as one."""
    compiled = compile_face(Face(name, type_line=type_line, text=text))
    assert not compiled.unmodelled
    return " ".join(line.english for line in retell(compiled.facts))


@pytest.mark.parametrize("folder", [*FOLDERS, "literals"])
def test_every_word_has_a_phrase(folder: str) -> None:
    names = {path.stem for path in (Path(asp.__file__).parent / folder).glob("*.lp")} - {"carried"}
    if folder == "literals":
        tables = [literals.BEFORE, literals.NOUNS, literals.AFTER]
    else:
        sort = FOLDERS[folder]
        tables = [TABLES[key] for key in ([sort] if sort in TABLES else sort)]
    known = {form.partition("/")[0] for table in tables for form in table.forms}
    assert sorted(names - known) == []


SORTS: dict[str, tuple[str, ...]] = {
    "changes": ("change",),
    "conditions": ("c", "together"),
    "costs": ("m", "argument", "only"),
    "events": ("e",),
    "instructions": ("i", "w"),
    "mana": ("h", "u"),
    "references": ("w",),
    "replacements": ("r", "e", "o"),
    "statements": ("states",),
    "values": ("v",),
    "literals": (),
}
NAMES = "N M R"
"""What a text brings up is numbered: the number is no part of what is told."""
UNTOLD = {
    ("add", 0), ("remove", 0), ("at_step", 0), ("during", 0), ("is", 1), ("forage", 0), ("visits", 0),
    ("visits", 1),
    ("end_turn", 0), ("opponent_lost_this_turn", 0), ("vote_for", 2), ("total", 2), ("monarch", 0),
}  # fmt: skip
"""Arguments that the letters `s` and `y` or the words themselves tell."""


@pytest.mark.parametrize("sort", SORTS)
def test_every_argument_is_told(sort: str) -> None:
    tables = [TABLES[key] for key in SORTS[sort]] or [literals.BEFORE, literals.NOUNS, literals.AFTER]
    words = (Path(asp.__file__).parent / "vocabulary" / f"{sort}.lp").read_text(encoding="utf-8")
    untold = []
    for name, inside in re.findall(r"^% (\w+)\(([^|]*)\) \|", words, re.MULTILINE):
        arguments = re.sub(r"\([^()]*\)", "", inside).split(",")
        form = next((f for table in tables if (f := table.form(name, len(arguments))) is not None), None)
        if form is None or "{!" in form:
            continue
        untold += [
            (name, place)
            for place, argument in enumerate(arguments)
            if not re.search(rf"\{{{place}\w", form) and argument not in NAMES and (name, place) not in UNTOLD
        ]
    assert untold == []


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("Flying, ward {2}", "Flying. Ward {2}."),
        (
            "When this creature enters, target opponent discards two cards.",
            "Whenever ~ enters, target opponent discards 2 cards.",
        ),
        (
            "{1}{G}, Sacrifice another creature: Draw a card. Activate only as a sorcery.",
            "{1}{G}, sacrifice another creature you control: draw a card. "
            "(activate this ability only as a sorcery (any time you could cast a sorcery)).",
        ),
        (
            "Other Elves you control get +1/+1 and have trample.",
            "Each other (another, else) elf you control gets +1/+1 and has trample.",
        ),
        (
            "Whenever a nontoken creature you control dies, create a 1/1 green Saproling creature token.",
            "Whenever a nontoken creature you control dies (is put into a graveyard from the battlefield), "
            "create a 1/1 green Saproling creature token.",
        ),
        (
            "This creature can't be blocked as long as you control an Island.",
            "As long as (if) there is an island you control, ~ can't be blocked.",
        ),
    ],
)
def test_told_in_english(text: str, english: str) -> None:
    assert told(text) == english


def test_spells_modes_and_targets() -> None:
    assert told(
        "Choose one —\n• Destroy target artifact.\n• Test Walker deals 3 damage to any target.", "Instant"
    ) == ("Choose one — • destroy target artifact • ~ deals 3 damage to any target.")


def test_a_word_without_a_phrase_is_seen() -> None:
    from clingo import parse_term

    facts = [
        parse_term(text)
        for text in (
            'face_name(c("Test"),"Test")',
            'ability(c("Test"),a(c("Test"),1))',
            'ability_line(a(c("Test"),1),1)',
            'ability_text(a(c("Test"),1),"Frobnicate.")',
            'kind(a(c("Test"),1),spell)',
            'instruction(a(c("Test"),1),1,frobnicate(you,3))',
        )
    ]
    (line,) = retell(facts)
    assert line.english == "<frobnicate(you,3)>."
    assert dropped(line.text, line.english, "Test") == ("frobnicat",)


@pytest.mark.parametrize(
    ("text", "english", "missing"),
    [
        ("Destroy target nonblack creature.", "Destroy target creature.", ("black", "not")),
        ("Draw two cards.", "Draw 2 cards.", ()),
        ("Draw two cards.", "Draw 3 cards.", ("2",)),
        ("Test Walker gets +2/+0 until end of turn.", "~ gets +2/+0.", ("end", "turn", "until")),
        ("Test Walker's power is three.", "~ has power 3.", ()),
        ("When Test Walker enters, scry 1. (Look at the top card.)", "Whenever ~ enters, scry 1.", ()),
        ("Landfall — Whenever a land enters, gain 1 life.", "Whenever a land enters, gain 1 life.", ()),
        ("You may draw a card.", "Draw a card.", ("may",)),
    ],
)  # fmt: skip
def test_dropped_words_are_noticed(text: str, english: str, missing: tuple[str, ...]) -> None:
    assert dropped(text, english, "Test Walker") == missing


def test_words_of_one_stem() -> None:
    assert content("Creatures you control attack") == content("each attacking creature that they controlled")
    assert content("all Elves") == content("an Elf")
