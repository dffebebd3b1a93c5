"""Every word that card text compiles to is documented with an example, and marked if nothing carries it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from clingo import parse_term
from vocabulary import FOLDER, Entry, entries, listed, used

from magistrate.bridge import moves_left
from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.oracle import compile_card

JUDGE = FOLDER.parent
BY_BRIDGE = "the bridge reads it"
UNIMPLEMENTED = "unimplemented"
ANY = "rules take it whatever it is"


def words_of_rules() -> frozenset[str]:
    """All names in rules of the judge."""
    texts = (re.sub(r"%.*", "", path.read_text(encoding="utf-8")) for path in JUDGE.glob("*/*.lp"))
    return frozenset(word for text in texts for word in re.findall(r"(?<![\w\"])[a-z]\w*", text))


NAMED = words_of_rules()


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("*.lp")))
def test_each_word_has_arguments_a_meaning_and_an_example(file: str) -> None:
    wrong = []
    for entry in entries():
        if entry.file != file:
            continue
        example = parse_term(entry.example)
        if (example.name, len(example.arguments)) != entry.word or len(entry.meaning) < 2:
            wrong.append(f"{entry.line}: {entry.word}: {entry.example}")
    assert not wrong


def test_no_word_is_told_twice_in_a_file() -> None:
    told = Counter((entry.file, entry.word, entry.meaning) for entry in entries())
    assert not [key for key, count in told.items() if count > 1]


def carried(entry: Entry) -> bool:
    """Whether a rule, or a table of what has no bearing on a game, speaks of the word."""
    name, size = entry.word
    if moves_left._named_alone(name):
        return True
    return (name, size) in moves_left._spoken_of() if size else name in NAMED


def test_words_that_nothing_carries_are_marked() -> None:
    lacking = [entry for entry in entries() if not entry.mark and not carried(entry)]
    assert not lacking, f"mark as {UNIMPLEMENTED}: {lacking}"


def test_words_that_are_carried_are_not_marked() -> None:
    assert {entry.mark for entry in entries()} == {"", UNIMPLEMENTED, BY_BRIDGE, ANY}
    stale = [entry for entry in entries() if entry.mark == UNIMPLEMENTED and carried(entry)]
    assert not stale, f"no longer {UNIMPLEMENTED}: {stale}"


def test_the_words_of_a_card_are_found() -> None:
    text = "Flying\nWhenever this creature attacks, put a wobble counter on target Goblin you control."
    found = set(
        used(
            compile_card(
                Card("Grub", "normal", (Face("Grub", type_line="Creature — Ogre", text=text),))
            ).facts
        )
    )
    assert {
        ("trigger", 2),
        ("attacks", 1),
        ("put_counters", 4),
        ("target", 1),
        ("target", 5),
        ("you", 0),
    } <= found
    assert {name for name, _ in found}.isdisjoint({"wobble", "goblin", "flying", "creature"})
    assert found <= listed(), found - listed()


def test_an_undocumented_word_is_found() -> None:
    facts = [parse_term('condition(a(c("Grub"),1),wobbles(you,3))'), parse_term("wibbles(1)")]
    assert set(used(facts)) - listed() == {("wobbles", 2), ("wibbles", 1)}


def test_the_overview_names_the_folder() -> None:
    assert "asp/vocabulary" in (JUDGE / "vocabulary.lp").read_text(encoding="utf-8")
    assert Path(FOLDER).is_dir()
