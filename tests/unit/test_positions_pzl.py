"""Forge's puzzles: the format, and the ten of the shared data where they are."""

# ruff: noqa: E501  (puzzles have long lines)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from magistrate.bridge.cards.database import CardDatabase
from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions import compiled
from magistrate.bridge.positions.position import Position

SHARED = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("MAGISTRATE_CACHE", str(tmp_path / "cache"))
    compiled.cache_folder.cache_clear()
    yield
    compiled.cache_folder.cache_clear()


def creature(name: str) -> Card:
    return Card(name, "normal", (Face(name, type_line="Creature — Bear", power="2", toughness="2"),))


CARDS = [
    creature("Meadow Bear"),
    creature("Prince, the Elder"),
    Card("Old Aura", "normal", (Face("Old Aura", type_line="Enchantment — Aura", text="Enchant creature"),)),
    Card(
        "Day Man // Night Wolf",
        "transform",
        (Face("Day Man", type_line="Creature — Human"), Face("Night Wolf", type_line="Creature — Wolf")),
    ),
]

PUZZLE = r"""[metadata]
Name:A test
Goal:Win
Turns:1
Difficulty:Hard
Description:First line.\nSecond line.
[state]
Turn=3
ActivePlayer=Human
ActivePhase=COMBAT_DECLARE_BLOCKERS
HumanLife=5
AILife=12
AIName=Nick
humancounters=POISON=2,ENERGY=1
humanmanapool=R R G
humanlandsplayed=1
humanlandsplayedlastturn=0
humanhand=Prince, the Elder; Forest|Set:ABC;
humanlibrary=Forest;Island
humanbattlefield=Meadow Bear|Id:7|Attacking|Tapped|Counters:P1P1=2,M1M1=1,FLYING=1|SummonSick;Old Aura|AttachedTo:7
aibattlefield=t:Zombie Knight,P:2,T:2,Cost:no cost,Color:B,Types:Creature-Zombie-Knight,Keywords:Menace-First Strike,Image:x|Id:8;t:Knight,P:1,T:1,Types:Legendary-Creature-Knight;Meadow Bear|FaceDown:Manifested|Damage:1|ChosenColor:red|ChosenType:Elf|NamedCard:Some Card|RememberedCards:7,8|NoETBTrigs;Day Man|Transformed;Old Aura|EnchantingPlayer:human
aiexile=Meadow Bear|ExiledWith:8|Foretold
aigraveyard=
aicommand=Meadow Bear|IsCommander
"""


def read(text: str) -> Position:
    return Position.from_text(text, "p.pzl", CardDatabase.memory(CARDS))


def test_everything_in_a_puzzle() -> None:
    position = read(PUZZLE)
    assert (position.title, position.goal) == ("A test", "Win")
    assert position.note == "Turns: 1\nDifficulty: Hard\nFirst line.\nSecond line."
    facts = set(map(str, position.facts))
    ids = {
        name: str(position.names.resolve(name))
        for name in ("7", "8", "Knight", "Meadow Bear#2", "Night Wolf")
    }
    assert {
        'player_name(p(1),"Human")',
        'player_name(p(2),"Nick")',
        "life(p(1),5)",
        "life(p(2),12)",
        "active(p(1))",
        "step(declare_blockers)",
        "turn(3)",
        "player_counters(p(1),poison,2)",
        "player_counters(p(1),energy,1)",
        "mana(p(1),red,2)",
        "mana(p(1),green,1)",
        "land_plays(p(1),1)",
        f"attacking({ids['7']},p(2))",
        f"tapped({ids['7']})",
        f"sick({ids['7']})",
        f'counters({ids["7"]},"+1/+1",2)',
        f'counters({ids["7"]},"-1/-1",1)',
        f"counters({ids['7']},flying,1)",
        f"token({ids['8']})",
        'card_subtype(c("Zombie Knight"),zombie)',
        'card_color(c("Zombie Knight"),black)',
        'card_supertype(c("Knight"),legendary)',
        f"damage({ids['Meadow Bear#2']},1)",
        f"face_down({ids['Meadow Bear#2']})",
        f"designated({ids['Meadow Bear#2']},manifested)",
        f"chosen({ids['Meadow Bear#2']},color,red)",
        f"chosen({ids['Meadow Bear#2']},creature_type,elf)",
        f'chosen({ids["Meadow Bear#2"]},name,"Some Card")',
        f"remembered({ids['Meadow Bear#2']},{ids['8']})",
        f"transformed({ids['Night Wolf']})",
    } <= facts
    assert any(fact.startswith("printing(") and '"ABC"' in fact for fact in facts)
    assert any(fact.startswith("attached_to(") and fact.endswith(f",{ids['7']})") for fact in facts)
    assert any(fact.startswith("attached_to(") and fact.endswith(",p(1))") for fact in facts)
    assert any(fact.startswith("exiled_with(") and fact.endswith(f",{ids['8']})") for fact in facts)
    keywords = {fact.split(",")[-1] for fact in facts if fact.startswith('keyword(a(c("Zombie Knight")')}
    assert keywords == {"menace)", "first_strike)"}
    assert not position.unmodelled
    assert Position.from_facts(position.text()) == position


def test_what_is_not_read_is_listed_with_every_answer() -> None:
    position = read(PUZZLE + "aiprecast=Meadow Bear\nhumanmood=good\n" + "humanexile=Forest|Tappd\n")
    told = {(gap.card, gap.text): gap.why for gap in position.unmodelled}
    assert set(told) == {
        ("this file", "precast=Meadow Bear"),
        ("this file", "humanmood=good"),
        ("this file", "Tappd"),
    }
    assert 'did you mean "tapped"' in told["this file", "Tappd"]


def test_a_puzzle_is_known_by_how_it_begins() -> None:
    text = "[state]\nhumanlife=5\nailife=4\n"
    assert Position.from_text(text, "<stdin>") == Position.from_text(text, "p.pzl")


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("humanlife=5", 1, 1, "before this line"),
        ("[stat]\n", 1, 1, "no section"),
        ("[state]\nhumanlife", 2, 1, "key=value"),
        ("[state]\nhumanlife=5\nhumanlife=6", 3, 1, "twice"),
        ("[metadata]\nName:x", 0, 0, "needs its [state]"),
        ("[state]\nhumanlife=five", 2, 11, "whole number"),
        ("[state]\nhumanlife=5\nactivephase=MAIN3", 3, 13, "did you mean"),
        ("[state]\nhumanlife=5\nactiveplayer=p1", 3, 14, "no player"),
        ("[state]\nhumanhand=Meadow Bear;Medow Bear", 2, 23, 'did you mean "Meadow Bear"'),
        ("[state]\nhumanbattlefield=Meadow Bear|AttachedTo:9", 2, 30, '"9"'),
        ("[state]\nhumanbattlefield=Meadow Bear|AttachedTo", 2, 30, "needs a value"),
        ("[state]\nhumanbattlefield=t:Knight,P:2", 2, 18, "needs types"),
        ("[state]\nhumanhand=Meadow Bear|Tapped", 2, 23, "in a hand"),
        ("[state]\nhumanbattlefield=Meadow Bear|Counters:P1P1=-1", 2, 30, "0 or more"),
    ],
)
def test_bad_puzzles(text: str, line: int, column: int, part: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(text)
    assert part in str(caught.value)
    assert (caught.value.place.line, caught.value.place.column) == (line, column)


@pytest.fixture(scope="session")
def all_cards(tmp_path_factory: pytest.TempPathFactory) -> CardDatabase:
    if not (SHARED / "cards.jsonl.xz").exists():
        pytest.skip("the card list isn't here")
    from magistrate.bridge.cards.importing import import_cards

    path = tmp_path_factory.mktemp("all-cards") / "cards.db"
    import_cards([SHARED / "cards.jsonl.xz"], path)
    return CardDatabase.open(path)


@pytest.mark.parametrize("path", sorted((SHARED / "pzl").glob("*.pzl")), ids=lambda path: path.stem)
def test_the_shared_puzzles_load(path: Path, all_cards: CardDatabase) -> None:
    position = Position.load(path, all_cards)
    assert position.title
    assert not [gap for gap in position.unmodelled if gap.card == "this file"]
    assert len(position.about("life", 2)) == 2
    written = path.read_text("utf-8")
    assert len(position.about("object", 1)) == sum(
        len([card for card in line.partition("=")[2].split(";") if card.strip()])
        for line in written.splitlines()
        if line.lower()
        .partition("=")[0]
        .endswith(("hand", "battlefield", "library", "graveyard", "exile", "command"))
    )
    assert Position.from_facts(position.text()) == position
