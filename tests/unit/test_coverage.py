"""What a card compiles to, and how many do: with a compiler that understands flying only."""

from __future__ import annotations

import json

import pytest
import typer
from clingo import Function, Number, String

from magistrate.bridge.cards import Card, CardDatabase, Face
from magistrate.bridge.cards.database import SCHEMA, put
from magistrate.bridge.coverage import Gap, measure
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


def card(name: str, text: str) -> Card:
    return Card(name, "normal", (Face(name, "{B}", "Creature — Moth", text, "1", "1"),))


CARDS = [
    card("Dusk Moth", "Flying"),
    card("Plain Moth", ""),
    card("Odd Moth", "Flying\nWobbles a lot\nWobbles"),
    card("Wide Moth", "Wobbles"),
    card("Deep Moth", "Digs"),
]


def test_measure() -> None:
    told: list[tuple[int, int]] = []
    found = measure(CARDS, None, lambda *now: told.append(now))
    assert (found.cards, found.covered, found.lines, found.lines_covered) == (5, 2, 6, 2)
    assert found.gaps == (
        Gap("no Wobbles", 2, "Odd Moth: Wobbles a lot"),
        Gap("no Digs", 1, "Deep Moth: Digs"),
    )
    assert told == [(5, 5)]
    assert measure([]).gaps == ()


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
        "Commonest gaps (cards that have it, and one of them):",
        "      2  no Wobbles  [Odd Moth: Wobbles a lot]",
    ]
    assert err == "1 more gaps; --limit 0 shows all\n"
    assert run("cards", "coverage", "--jobs", "1", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cards"], said["covered"], said["lines"], said["lines_covered"]) == (5, 2, 6, 2)
    assert said["gaps"][1] == {"why": "no Digs", "cards": 1, "example": "Deep Moth: Digs"}
