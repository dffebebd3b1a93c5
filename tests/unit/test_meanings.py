"""Keywords that stand for longer abilities: their questions are stratified, and they count as modelled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from magistrate.bridge import moves_left
from magistrate.bridge.cards import Card, Face
from magistrate.bridge.coverage import known
from magistrate.bridge.game import look
from magistrate.bridge.programs import Session, has_rules, implemented, non_facts
from magistrate.bridge.rulings.run import run_file

RULINGS = Path(__file__).parents[1] / "rulings" / "keywords-in-play"


@pytest.mark.parametrize("name", ["riot-given", "dredge", "ninjutsu", "soulbond"])
def test_every_look_of_a_keyword_leaves_nothing_open(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    asked: list[str] = []

    class Checked(Session):
        def __init__(self, question: str, *args: Any, **options: Any) -> None:
            super().__init__(question, *args, **options, by_clingo=True)
            asked.append(question)
            opened.extend(map(str, non_facts(self.control)))

    monkeypatch.setattr(look, "Session", Checked)
    assert run_file(RULINGS / f"{name}.yaml").passed
    assert "game" in asked
    assert not opened


def test_every_meaning_has_rules() -> None:
    assert [word for word in implemented("meanings") if not has_rules("meanings", word)] == []


@pytest.mark.parametrize("text", ["Prowess", "Flanking", "Ward {2}", "Infect", "Space sculptor"])
def test_a_keyword_counts_by_what_it_stands_for(text: str) -> None:
    left, compiled = gaps(text)
    assert left == set()
    assert compiled


def test_a_keyword_without_rules_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        moves_left,
        "has_rules",
        lambda folder, word: word not in ("prowess", "space_sculptor") and has_rules(folder, word),
    )
    for word, text in (("prowess", "Prowess"), ("space_sculptor", "Space sculptor")):
        assert gaps(text)[0] == {("no rules in keywords", word)}


def gaps(text: str) -> tuple[set[tuple[str, str]], bool]:
    """What is left open of a card with this text, and whether all of it compiles."""
    card = Card("Tester", "normal", (Face("Tester", "{1}{W}", "Creature — Human", text, "2", "2"),))
    facts, missing = known(card)
    return {word for _, word in moves_left.left_to_moves(facts)}, not missing
