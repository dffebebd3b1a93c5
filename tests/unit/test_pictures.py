"""Boards as SVG and answers as pages: what they show, and that nothing from a file gets out of its place."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer
from rich.cells import cell_len

from magistrate.bridge.combat.answer import combat
from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.pictures import answers, course, files, svg
from magistrate.bridge.pictures.layout import lay_out
from magistrate.bridge.pictures.lettering import broken, clean, safe, width
from magistrate.bridge.pictures.page import Page, render
from magistrate.bridge.pictures.scene import Arrow, arrows_of, scene
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.blocks import blocks
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS
from magistrate.cli import app

BOARD = """
title: Two against three
turn: {active: Alice, step: declare blockers, number: 7}
cards:
  - {name: Grim Ogre, cost: "{2}{R}", type: Creature — Ogre, pt: 3/3, text: Menace}
  - {name: Plain Ox, cost: "{1}{W}", type: Creature — Ox, pt: 2/2}
  - {name: Red Raider, cost: "{R}", type: Creature — Orc, pt: 2/2}
  - {name: Old Field, type: Land}
  - {name: Far Hill, type: Land}
  - {name: Tide Keeper, type: Planeswalker — Tide, cost: "{2}{U}", loyalty: 4, text: "+1: Draw a card."}
players:
  Alice:
    life: 18
    hand: [Far Hill]
    battlefield:
      - Grim Ogre: {attacking: Bob, tapped: true, counters: {+1/+1: 2}}
      - Red Raider: {attacking: keeper, id: raider}
      - Old Field: {count: 3, tapped: true}
      - Old Field
  Bob:
    life: 5
    battlefield:
      - Plain Ox: {count: 2}
      - Plain Ox: {id: sleeper, tapped: true, damage: 1}
      - Tide Keeper: {id: keeper, counters: {loyalty: 4}}
"""

HOSTILE = """
title: "</title><script>alert('title')</script>"
turn: {active: "A\\" onload=\\"alert(1)", step: declare blockers}
cards:
  - {name: "[bold]Ogre[/x] <b>&amp;", type: Creature — Ogre, pt: 3/3}
  - {name: "\\"><script>alert(1)</script>", type: Creature — Ogre, pt: 3/3, text: "Frob]]> <img src=x>"}
  - {name: "--></style></svg><img src=x>", type: Creature — Ogre, pt: 3/3}
players:
  "A\\" onload=\\"alert(1)":
    battlefield:
      - "[bold]Ogre[/x] <b>&amp;": {attacking: "B<i>ob"}
  "B<i>ob":
    battlefield:
      - "\\"><script>alert(1)</script>"
      - "--></style></svg><img src=x>": {id: "x' y=\\u202e&#39;"}
"""
ATTACK = """
turn: {active: Alice, step: declare attackers}
cards:
  - {name: Grim Ogre, cost: "{2}{R}", type: Creature — Ogre, pt: 3/3, text: Menace}
  - {name: Plain Ox, cost: "{1}{W}", type: Creature — Ox, pt: 2/2}
players:
  Alice: {battlefield: [Grim Ogre, Plain Ox: {id: late, sick: true}]}
  Bob: {life: 3, battlefield: [Plain Ox: {id: ox}]}
"""
SVG = "{http://www.w3.org/2000/svg}"


def position(text: str = BOARD) -> Position:
    return Position.from_text(text, "board.yaml")


def run(*arguments: object) -> int:
    return app.run(typer.main.get_command(app.app), [str(each) for each in arguments])


class Reader(HTMLParser):
    """The tags and attributes of a page, and its text by the tag that it stands in."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append((self.tags[-1][0] if self.tags else "", data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def drawn(root: ElementTree.Element, kind: str) -> list[str]:
    """The titles of the groups of a class."""
    groups = [g for g in root.iter(f"{SVG}g") if kind in (g.get("class") or "").split()]
    return [g.findtext(f"{SVG}title") or "" for g in groups]


def test_the_board_shows_cards_and_arrows() -> None:
    here = position()
    some = arrows_of(here, BLOCKS, {"Plain Ox#1": ["Grim Ogre"], "Plain Ox#2": ["Grim Ogre"]})
    board = scene(here, some)
    root = ElementTree.fromstring(svg.file(board, range(len(board.arrows))))
    assert drawn(root, "mg-attack") == ["Grim Ogre attacks Bob", "raider attacks keeper"]
    assert drawn(root, "mg-block") == ["Plain Ox#1 blocks Grim Ogre", "Plain Ox#2 blocks Grim Ogre"]
    assert drawn(root, "mg-player") == ["Bob: 5 life", "Alice: 18 life, hand 1"]
    cards = drawn(root, "mg-card")
    assert "Grim Ogre 5/5, menace, tapped, 2 +1/+1 counters" in cards
    assert "raider (Red Raider) 2/2" in cards
    assert "sleeper (Plain Ox) 2/2, tapped, damage 1" in cards
    assert "keeper (Tide Keeper), 4 loyalty counters" in cards
    assert {"3 × Old Field, tapped", "Old Field#4"} <= set(cards)
    assert len(cards) == 8
    assert root.findtext(f"{SVG}title") == "Two against three"
    told = root.findtext(f"{SVG}desc") or ""
    assert told.startswith("turn 7, Alice: declare blockers. Grim Ogre attacks Bob; ")
    assert told.endswith("; raider attacks keeper; Plain Ox#1, Plain Ox#2 block Grim Ogre.")
    assert root.get("aria-labelledby") == "board-title board-desc"


def test_without_a_block_only_the_attack_is_drawn() -> None:
    here = position()
    board = scene(here, arrows_of(here, BLOCKS, {"Plain Ox#1": ["Grim Ogre"]}))
    root = ElementTree.fromstring(svg.file(board, ()))
    assert len(drawn(root, "mg-attack")) == 2
    assert drawn(root, "mg-block") == []


@pytest.mark.parametrize("columns", [3, 8])
def test_nothing_stands_on_something_else(columns: int) -> None:
    here = position(BOARD.replace("Plain Ox: {count: 2}", "Plain Ox: {count: 11}"))
    some = [Arrow(BLOCKS, *pair) for pair in blocks(here).pairs]
    layout = lay_out(scene(here, some), columns)
    boxes = layout.boxes
    for place, one in enumerate(boxes):
        assert one.x >= 0
        assert one.x + one.width <= layout.width
        assert one.y + one.height <= layout.height
        for other in boxes[place + 1 :]:
            apart = (
                one.x + one.width <= other.x
                or other.x + other.width <= one.x
                or one.y + one.height <= other.y
                or other.y + other.height <= one.y
            )
            assert apart, (one.title, other.title)
        sizes = {"name": 12, "small": 10.5, "size": 14, "strip": 13}
        for line in one.lines:
            assert one.x <= line.x
            assert line.x + width(line.text, sizes[line.style]) <= one.x + one.width
            assert one.y <= line.y <= one.y + one.height
    assert len(layout.ways) == len(some) + 2
    for way in layout.ways:
        for x, y in way:
            assert 0 <= x <= layout.width
            assert 0 <= y <= layout.height


def test_arrows_that_pass_cards_go_between_them() -> None:
    here = position(BOARD.replace("Plain Ox: {count: 2}", "Plain Ox: {count: 11}"))
    some = [Arrow(BLOCKS, *pair) for pair in blocks(here).pairs]
    layout = lay_out(scene(here, some), 3)
    for way in layout.ways:
        for (x, y), (x_to, y_to) in pairwise(way):
            if x == x_to:
                low, high = sorted((y, y_to))
                for box in layout.boxes:
                    inside = box.x < x < box.x + box.width
                    passes = low < box.y and box.y + box.height < high
                    assert box.card is None or not (inside and passes), (box.title, way)


def test_more_cards_than_can_be_drawn_are_counted() -> None:
    here = position(BOARD.replace("Plain Ox: {count: 2}", "Plain Ox: {count: 100}"))
    board = scene(here)
    bob = board.sides[0]
    assert (len(bob.cards), bob.left_out) == (60, 42)
    assert "keeper" in {card.name for card in bob.cards}  # who is attacked is drawn
    assert "42 more permanents not drawn" in svg.file(board, ())


def test_a_page_of_declarations() -> None:
    here = position()
    listing = blocks(here)
    # None, one or both of two oxen at the raider, and both at the ogre, which has menace.
    page = answers.declarations(here, listing, listing.count())
    read = Reader(render(page))
    assert page.lead == ("5 legal blocks.", "4 of them differ by more than equal creatures.")
    (table, why) = (section.table for section in page.sections)
    assert table is not None
    assert why is not None
    rows = {row.cells[2].text: row.cells[0].value for row in table.rows}
    assert rows["no block"] == 1
    assert rows["Plain Ox#1 → raider"] == 2
    assert rows["Plain Ox#1 → Grim Ogre, Plain Ox#2 → Grim Ogre"] == 1
    assert sum(n or 0 for n in rows.values()) == 5
    reasons = {(row.cells[0].text, row.cells[2].text) for row in why.rows}
    assert ("Plain Ox#1", "702.111b") in reasons
    assert ("sleeper", "509.1a") in reasons
    assert len(read.all("svg")) == 2
    assert sum("data-arrows" in row for row in read.all("tr")) == len(rows)
    assert read.all("html") == [{"lang": "en"}]
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in read.all("meta")


def test_a_page_of_outcomes() -> None:
    here = position()
    found = combat(here)
    page = answers.outcomes(found)
    tables = {section.heading: section.table for section in page.sections}
    best, all_of = tables["Best and worst"], tables["Outcomes"]
    assert best is not None
    assert all_of is not None
    assert len(all_of.rows) == found.number
    assert all_of.heads[:4] == ("blocks", "dies", "life of Alice", "life of Bob")
    assert {row.cells[0].value for row in all_of.rows} == {one.count for one in found.outcomes()}
    assert "How it goes: best for Bob" in tables
    (chosen,) = (row for row in (*best.rows, *all_of.rows) if row.chosen)
    assert chosen.cells[0].text == "best for Bob"
    assert page.shown == chosen.arrows
    text = render(page)
    assert f"Drawn: best for Bob. {safe(page.scene.said(page.shown))}." in text


def log(page: Page, said: str) -> list[tuple[str, str]]:
    """The rules and events of how an outcome comes about."""
    (table,) = (s.table for s in page.sections if s.heading == f"How it goes: {said}")
    assert table is not None
    assert [row.cells[0].text for row in table.rows] == [str(n) for n in range(1, len(table.rows) + 1)]
    return [(row.cells[1].text, row.cells[2].text) for row in table.rows]


def test_how_an_outcome_comes_about() -> None:
    here = position()
    oxen = arrows_of(here, BLOCKS, {"Plain Ox#1": ["Grim Ogre"], "Plain Ox#2": ["Grim Ogre"]})
    found = combat(here, block=frozenset((a.source, a.target) for a in oxen))
    told = log(answers.outcomes(found, given=True), "the outcome that is drawn")
    assert ("509.1g", "Plain Ox#1 blocks Grim Ogre") in told
    assert ("510.2", "raider deals 2 combat damage to keeper") in told
    (first, *_) = found.outcomes()
    killed = [text.partition("#")[0] for rule, text in told if rule == "704.5g"]
    assert sorted(killed) == sorted(first.dies)
    bare = answers.outcomes(found, given=True, reasoned=False)
    assert [section.heading for section in bare.sections] == ["Best and worst", "Outcomes"]


def test_how_an_attack_comes_out() -> None:
    here = position(ATTACK)
    page = answers.outcomes(combat(here))
    told = log(page, "best for Alice")
    assert ("508.1k", "Grim Ogre attacks Bob") in told
    assert any(rule == "704.5a" and text.startswith("Bob loses") for rule, text in told)
    assert page.scene.fixed == 0
    assert [page.scene.arrows[n].kind for n in page.shown] == [ATTACKS]
    headings = [section.heading for section in page.sections]
    assert "What can't attack alone, and why" in headings


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "SECONDS", 1e-9)
    page = answers.outcomes(combat(position()))
    (lines,) = (s.lines for s in page.sections if s.heading.startswith("How it goes"))
    assert lines[0].startswith("It wasn't played out: ")


def test_long_lists_are_cut_and_say_by_how_much() -> None:
    here = position()
    listing = blocks(here)
    page = answers.declarations(here, listing, listing.count(), limit=2)
    table = page.sections[0].table
    assert table is not None
    shown = sum(row.cells[0].value or 0 for row in table.rows)
    assert len(table.rows) == 2
    assert f"stand for {shown} block" in table.caption
    assert f"{5 - shown} more are legal." in table.caption
    found = combat(here)
    table = answers.outcomes(found, limit=1).sections[1].table
    assert table is not None
    assert table.caption == f"The first 1 of {found.number} outcomes; {found.number - 1} more are left out."


def test_a_page_of_a_proof_says_when_it_is_of_a_part() -> None:
    here = position()
    block = {"Plain Ox#1": ["Grim Ogre"], "Plain Ox#2": ["Grim Ogre"]}
    page = answers.search(here, "not known", proof=[(block, {"raider": "keeper"})], complete=False)
    assert [board.kind for board in page.scene.arrows] == [ATTACKS, ATTACKS, BLOCKS, BLOCKS]
    read = Reader(render(page))
    assert [tag["class"] for tag in read.all("p") if tag.get("role") == "alert"] == ["partial"]
    assert page.shown == (0, 1, 2, 3)


def test_hostile_names_stay_text() -> None:
    here = position(HOSTILE)
    listing = blocks(here)
    pages = [
        answers.declarations(here, listing, listing.count(), missing=here.unmodelled),
        answers.outcomes(combat(here)),
    ]
    for page in pages:
        text = render(page)
        read = Reader(text)
        assert len(read.all("script")) == 1
        assert len(read.all("style")) == 1
        assert {name for name, _ in read.tags} <= {
            *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "figure", "svg"),
            *("desc", "defs", "marker", "path", "rect", "g", "text", "figcaption", "section", "div", "table"),
            *("caption", "thead", "tbody", "tr", "th", "td", "button", "span", "ul", "li", "script"),
        }
        attributes = {key for _, found in read.tags for key in found}
        assert not {key for key in attributes if key.startswith("on")} | attributes & {"src", "href", "style"}
        assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
        assert "\u202e" not in text
        told = " ".join(data for tag, data in read.texts if tag != "script")
        for name in (
            '"><script>alert(1)</script>',
            "--></style></svg><img src=x>",
            "[bold]Ogre[/x] <b>&amp;",
        ):
            assert name in told
        root = ElementTree.fromstring(svg.file(page.scene, page.shown))
        assert root.findtext(f"{SVG}title") == "</title><script>alert('title')</script>"
        assert [one for one in root.iter() if one.tag == f"{SVG}script"] == []


def test_what_a_picture_cannot_hold_is_replaced() -> None:
    assert clean("a\x00b\u202ec\nd\ud800") == "a\ufffdb\ufffdc d\ufffd"
    assert safe("<'\"&>") == "&lt;&#x27;&quot;&amp;&gt;"


@pytest.mark.parametrize("text", ["a few plain words here", "W" * 300, "森林の古い精霊と新しい友", "x", ""])
def test_lines_fit(text: str) -> None:
    lines = broken(text, 12, 100, 3)
    assert len(lines) <= 3
    assert all(width(line, 12) <= 100 for line in lines)
    whole = broken(text, 12, 100, 1000)
    assert "".join(whole).replace(" ", "") == text.replace(" ", "")
    assert (lines == whole) is (len(whole) <= 3)


def test_files_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    with pytest.raises(MagistrateError, match="can't write"):
        files.write(path, "new \ud800")  # what can't be written as UTF-8
    assert path.read_text(encoding="utf-8") == "old"
    files.write(path, "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    link = tmp_path / "link.html"
    link.symlink_to(path)
    files.write(link, "newer")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "newer"
    assert sorted(os.listdir(tmp_path)) == ["link.html", "page.html"]


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.write(tmp_path / "new.svg", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.svg").stat().st_mode) == 0o640


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["combat", "blocks"])
def test_commands_write_both(command: str, board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, picture = board.with_name("out.html"), board.with_name("out.svg")
    assert run(command, board) == 0
    plain = capsys.readouterr().out
    assert run(command, board, "--html", page, "--svg", picture) == 0
    said = capsys.readouterr()
    assert said.out == plain
    assert said.err == f"wrote {picture}\nwrote {page}\n"
    ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("command", ["combat", "blocks"])
def test_a_reader_who_leaves_gets_the_page(command: str, board: Path) -> None:
    page = board.with_name("out.html")
    code = f"from magistrate.cli.ending import main\nmain()  # {command}"
    words = [sys.executable, "-c", code, command, str(board), "--unfolded", "-n", "0", "--html", str(page)]
    words = [word for word in words if command == "blocks" or word != "--unfolded"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    os.close(writing)
    assert "Traceback" not in done.stderr
    assert page.read_text(encoding="utf-8").rstrip().endswith("</html>")


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        (["--safe", "sleeper"], "Safe: "),
        (["--best"], "Best for Bob: "),
        (["--block", "sleeper: raider"], None),
    ],
)
def test_other_questions_are_drawn_too(options: list[str], verdict: str | None, board: Path) -> None:
    page = board.with_name("out.html")
    text = board.read_text(encoding="utf-8").replace(
        "{id: sleeper, tapped: true, damage: 1}", "{id: sleeper}"
    )
    board.write_text(text.replace("attacking: keeper", "attacking: Bob"), encoding="utf-8")
    assert run("combat", board, *options, "--html", page) in (0, 1)
    read = Reader(page.read_text(encoding="utf-8"))
    told = [data for _, data in read.texts]
    if verdict is None:
        assert any(data.startswith("Drawn: ") and "sleeper blocks raider" in data for data in told)
    else:
        assert any(data.startswith(verdict) for data in told)


def test_places_that_cannot_be_written(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = board.read_text(encoding="utf-8")
    for options in (
        ("--svg", board),
        ("--svg", board.parent),
        ("--svg", "/dev/null"),
        ("--html", "-"),
        ("--html", board.parent / "none" / "x.html"),
        ("--html", board.parent / "x", "--svg", board.parent / "x"),
    ):
        assert run("combat", board, *options) == 2, options
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("error: ")
    assert board.read_text(encoding="utf-8") == before
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert os.listdir(board.parent) == ["board.yaml"]


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("command", ["combat", "blocks"])
@pytest.mark.parametrize("text", [BOARD, HOSTILE])
def test_the_terminal_is_wide_enough(
    columns: int,
    command: str,
    text: str,
    board: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    board.write_text(text, encoding="utf-8")
    assert run(command, board) == 0
    out = capsys.readouterr().out
    assert max(map(cell_len, out.splitlines())) <= columns
    if text is HOSTILE:
        assert "[bold]Ogre[/x]" in "".join(out.split())
