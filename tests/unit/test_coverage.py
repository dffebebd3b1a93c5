"""What a card compiles to, and how many do: with a compiler that understands flying only."""

from __future__ import annotations

import json

import pytest
import typer
from clingo import Function, Number, String, parse_term

from magistrate.bridge.cards import Card, CardDatabase, Face
from magistrate.bridge.cards.database import SCHEMA, put
from magistrate.bridge.coverage import Gap, Share, measure
from magistrate.bridge.oracle import CompiledCard
from magistrate.cli import app


def compile_card(card: Card) -> CompiledCard:
    facts = {Function("flies"), Function("card")}
    for face in card.faces:
        for n, line in enumerate(face.text.splitlines(), 1):
            if line != "Flying":
                name = Function("c", [String(face.name)])
                why = String(f"no {line.split()[0]}")
                facts.add(Function("unmodelled", [name, Number(n), String(line), why]))
    return CompiledCard(frozenset(facts), ())


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magistrate.bridge.coverage.compile_card", compile_card)


def card(name: str, text: str, type_line: str = "Creature — Moth", keywords: tuple[str, ...] = ()) -> Card:
    return Card(name, "normal", (Face(name, "{B}", type_line, text, "1", "1"),), keywords)


CARDS = [
    card("Dusk Moth", "Flying", keywords=("Flying",)),
    card("Plain Moth", "", "Artifact Creature — Moth"),
    card("Odd Moth", "Flying\nWobbles a lot\nWobbles", keywords=("Flying", "Wobbling")),
    card("Wide Moth", "Wobbles"),
    card("Deep Moth", "Digs"),
]


def test_measure() -> None:
    told: list[tuple[int, int]] = []
    found = measure(CARDS, None, lambda *now: told.append(now))
    assert (found.cards, found.covered, found.lines, found.lines_covered) == (5, 2, 6, 2)
    assert found.gaps == (
        Gap("no Wobbles", 2, "Odd Moth: Wobbles a lot", 2),
        Gap("no Digs", 1, "Deep Moth: Digs", 1),
    )
    assert found.types == (Share("creature", 5, 2, 2), Share("artifact", 1, 1, 1))
    assert found.keywords == (Share("flying", 2, 1, 1),)
    assert told == [(5, 5)]
    assert measure([]).gaps == ()


def test_a_gap_completes_the_cards_that_lack_nothing_else() -> None:
    found = measure([*CARDS, card("Both Moth", "Wobbles\nDigs"), card("Worst Moth", "Digs\nSpins")])
    assert [(gap.why, gap.cards, gap.alone) for gap in found.gaps] == [
        ("no Wobbles", 3, 2),
        ("no Digs", 3, 1),
        ("no Spins", 1, 0),
    ]


def test_words_that_nothing_carries_are_gaps_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "Dusk Moth": ("instruction(A,1,wobble(you))", "condition(A,digs)", "kind(A,static)"),
        "Plain Moth": ("instruction(A,1,choose(you,draw(you,1),wobbled_into_your_library))",),
        "Wide Moth": ("change(A,1,ability,self,wobbles)", "condition(A,digs)", "kind(A,static)"),
    }

    def compiled(card: Card) -> CompiledCard:
        lines = told.get(card.name, ())
        facts = (parse_term(line.replace("A", f'a(c("{card.name}"),1)')) for line in lines)
        return CompiledCard(frozenset(facts), ())

    monkeypatch.setattr("magistrate.bridge.coverage.compile_card", compiled)
    marked = frozenset(["wobbled_into_your_library"])
    monkeypatch.setattr("magistrate.bridge.moves_left._unimplemented", lambda: marked)
    found = measure(CARDS)
    assert (found.cards, found.compiled, found.covered, found.whole) == (5, 5, 3, 2)
    assert {(gap.why, gap.cards, gap.alone) for gap in found.gaps} == {
        ("condition digs", 2, 0),
        ("change wobbles", 1, 0),
        ("effect wobble", 1, 0),
        ("shape wobbled_into_your_library/0", 1, 0),
        ("shape choose/3", 1, 0),
    }


@pytest.fixture
def imported(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    import sqlite3

    path = tmp_path_factory.mktemp("imported") / "cards.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
        for each in CARDS:
            put(connection, each)
    monkeypatch.setenv("MAGISTRATE_CARDS", str(path))
    assert len(CardDatabase.open()) == len(CARDS)


def run(*args: str) -> int:
    return app.run(typer.main.get_command(app.app), list(args))


@pytest.mark.usefixtures("imported")
def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards", "show", "odd", "moth") == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "% Odd Moth  {B}  Creature — Moth  1/1",
        "%   Flying",
        "%   Wobbles a lot",
        "%   Wobbles",
        "card.",
        "flies.",
        'unmodelled(c("Odd Moth"),2,"Wobbles a lot","no Wobbles").',
        'unmodelled(c("Odd Moth"),3,"Wobbles","no Wobbles").',
    ]
    assert err.splitlines() == [
        "unmodelled: Odd Moth, line 2: Wobbles a lot (no Wobbles)",
        "unmodelled: Odd Moth, line 3: Wobbles (no Wobbles)",
    ]


@pytest.mark.usefixtures("imported")
def test_show_as_json_and_strict(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards", "show", "--json", "deep moth") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["answer"] == "Deep Moth"
    assert said["unmodelled"] == [{"card": "Deep Moth", "line": 1, "text": "Digs", "why": "no Digs"}]
    assert said["facts"] == ["card", "flies", 'unmodelled(c("Deep Moth"),1,"Digs","no Digs")']
    assert said["faces"][0]["power"] == "1"
    assert run("cards", "show", "--strict", "deep moth") == 69
    assert run("cards", "show", "--strict", "dusk moth") == 0


@pytest.mark.usefixtures("imported")
def test_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards", "coverage", "--jobs", "1", "-n", "1") == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "5 cards, 6 lines of text",
        "  the whole text compiles: 2 cards (40.0 %), 2 lines (33.3 %)",
        "  nothing unmodelled in what is legal and what things are: 2 cards (40.0 %), 2 lines (33.3 %)",
        "  nothing unmodelled at all, moves of the game included: 2 cards (40.0 %)",
        "",
        "By card type    cards  whole text compiles   all modelled",
        "  creature          5           2   40.0 %       2   40.0 %",
        "  artifact          1           1  100.0 %       1  100.0 %",
        "",
        "By keyword    cards  whole text compiles   all modelled",
        "  flying          2           1   50.0 %       1   50.0 %",
        "",
        "Commonest gaps: cards that have it, cards that lack nothing else, one of them",
        "      2       2  no Wobbles  [Odd Moth: Wobbles a lot]",
    ]
    assert err == "1 more gaps; --limit 0 shows all\n"
    assert run("cards", "coverage", "--jobs", "1", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cards"], said["covered"], said["lines"], said["lines_covered"]) == (5, 2, 6, 2)
    assert said["gaps"][1] == {"why": "no Digs", "cards": 1, "example": "Deep Moth: Digs", "alone": 1}
    assert said["types"][1] == {"name": "artifact", "cards": 1, "compiled": 1, "whole": 1}
    assert said["keywords"] == [{"name": "flying", "cards": 2, "compiled": 1, "whole": 1}]
