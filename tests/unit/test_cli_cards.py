"""`magistrate cards` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from magistrate.cli import app

MOTH = {
    "name": "Dusk Moth",
    "type_line": "Creature — Moth",
    "mana_cost": "{B}",
    "power": "1",
    "toughness": "1",
}


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cards.db"
    monkeypatch.setenv("MAGISTRATE_CARDS", str(path))
    return path


@pytest.fixture
def cards(tmp_path: Path) -> str:
    file = tmp_path / "cards.jsonl"
    file.write_text(
        json.dumps(MOTH) + "\n" + json.dumps(MOTH | {"name": "Dawn Moth", "layout": "token"}) + "\n"
    )
    return str(file)


def run(*args: str) -> int:
    return app.run(typer.main.get_command(app.app), list(args))


def test_import(database: Path, cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards", "import", cards) == 0
    out, err = capsys.readouterr()
    assert out.startswith(
        f"1 card in {database}: 1 new, 0 changed, 0 as before; 1 token or the like left out ("
    )
    assert err == ""


def test_import_as_json(database: Path, cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards", "import", "--json", "--replace", cards, cards) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["elapsed_ms"] > 0
    assert (said["cards"], said["new"], said["same"], said["skipped"]) == (1, 1, 1, 2)
    assert said["database"] == str(database)


def test_a_broken_list(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken"
    file.write_text('{"name": "X"}')
    assert run("cards", "import", str(file)) == 65
    assert capsys.readouterr() == ("", f"{file}:1:1: error: 'X' has no type line\n")
    assert not database.exists()


def test_bounds_are_raised_by_an_option(
    database: Path, cards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("cards", "import", "--max-bytes", "20", cards) == 65
    assert "larger than 20 bytes; raise the bound with --max-bytes" in capsys.readouterr().err
    assert not database.exists()


def test_showing_needs_cards(database: Path, cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cards", "show", "Dusk Moth") == 2
    assert "magistrate cards import" in capsys.readouterr().err
    run("cards", "import", cards)
    assert run("cards", "show", "Dusk", "Mott") == 2
    assert capsys.readouterr().err == "error: no card is called 'Dusk Mott'; did you mean Dusk Moth?\n"
    assert database.exists()


def test_a_card_is_shown_as_printed_and_as_understood(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Flying\nWhenever another creature you control enters, you may draw two cards."
    file = tmp_path / "moths.jsonl"
    file.write_text(json.dumps(MOTH | {"oracle_text": text}) + "\n")
    run("cards", "import", str(file))
    capsys.readouterr()
    english = ["Flying.", "Whenever another creature you control enters, you may draw 2 cards."]
    assert run("cards", "show", "Dusk Moth") == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[1:3] == [f"%   {line}" for line in text.splitlines()]
    assert shown[3:6] == ["% as understood:", *(f"%   {line}" for line in english)]
    assert run("cards", "show", "--json", "Dusk Moth") == 0
    understood = json.loads(capsys.readouterr().out)["understood"]
    assert [line["english"] for line in understood] == english
    assert [(line["face"], line["line"], line["text"]) for line in understood] == [
        ("Dusk Moth", number, line) for number, line in enumerate(text.splitlines(), 1)
    ]


def test_names_are_completed_word_by_word(
    database: Path, cards: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("cards", "import", cards)
    capsys.readouterr()
    monkeypatch.setenv("_MAGISTRATE_COMPLETE", "complete_bash")
    for typed, offered in [
        ("D", ["Dusk"]),
        ("Dusk M", ["Moth"]),
        ("Dusk ", ["Moth"]),
        ("Dusk Moth ", []),
        ("X", []),
    ]:
        words = f"magistrate cards show {typed}"
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
        assert run() == 0
        assert capsys.readouterr().out.split() == offered, typed
    assert database.exists()
