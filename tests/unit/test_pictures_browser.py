"""The page in a browser, as people read it: its tables, sorting, drawing, and that a phone is wide enough.

Needs Debian's `chromium` (or another one on the path); skipped without.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

from magistrate.bridge.combat.answer import combat
from magistrate.bridge.explain.outcomes import names
from magistrate.bridge.pictures import answers
from magistrate.bridge.pictures.page import render
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.blocks import blocks

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium on the path (Debian: apt install chromium)"
)

LONG = "Extraordinarilylongwordthatnobodywouldeverputonacardbutafilecanholdanyway"
BOARD = f"""
title: In the <b>browser</b> {LONG}
turn: {{active: Alice, step: declare blockers}}
cards:
  - {{name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: Menace}}
  - {{name: Red Raider, type: Creature — Orc, pt: 2/1}}
  - {{name: Plain Ox, type: Creature — Ox, pt: 2/2}}
  - {{name: "{LONG}", type: Creature — Ox, pt: 1/4}}
players:
  Alice:
    battlefield:
      - Grim Ogre: {{attacking: Bob, tapped: true}}
      - Red Raider: {{attacking: Bob}}
  Bob:
    life: 12
    battlefield:
      - Plain Ox: {{count: 2}}
      - "{LONG}"
"""
# The page is opened in frames of several widths, worked with, and what is seen written down.
HARNESS = """<!DOCTYPE html><html><body><pre id="seen"></pre><script>
const sizes = [390, 1200];
const text = (row) => Array.from(row.cells, (cell) => cell.textContent);
const rows = (page, n) => Array.from(page.querySelectorAll("table")[n].tBodies[0].rows, text);
const display = (page, name) => page.defaultView.getComputedStyle(page.querySelector(name)).display;
const arrows = (page) => Array.from(page.querySelectorAll("svg.narrow .mg-arrow:not(.mg-off) title"),
  (one) => one.textContent);
const look = (page) => {
  const seen = { title: page.title, tables: [] };
  page.querySelectorAll("table").forEach((_, n) => seen.tables.push(rows(page, n)));
  seen.heads = Array.from(page.querySelectorAll("table"), (one) => text(one.tHead.rows[0]));
  seen.before = arrows(page);
  const board = Array.from(page.querySelectorAll("tr[data-arrows] button"));
  board.at(-1).click();
  seen.after = arrows(page);
  seen.drawn = page.querySelector("#drawn").textContent;
  const last = page.querySelectorAll("table")[TABLE];
  const head = last.tHead.rows[0].cells[COLUMN];
  head.querySelector("button").click();
  seen.up = rows(page, TABLE).map((row) => row[COLUMN]);
  head.querySelector("button").click();
  seen.down = rows(page, TABLE).map((row) => row[COLUMN]);
  seen.order = head.getAttribute("aria-sort");
  seen.high = Math.max(...Array.from(page.querySelectorAll("thead button"), (one) => one.offsetHeight));
  seen.scroll = page.documentElement.scrollWidth;
  seen.over = Array.from(page.querySelectorAll(".scroll"), (one) => one.scrollWidth - one.clientWidth);
  seen.boards = [display(page, "svg.narrow"), display(page, "svg.wide")];
  seen.width = page.querySelector("svg.narrow").getBoundingClientRect().width;
  return seen;
};
const all = {};
for (const size of sizes) {
  const frame = document.createElement("iframe");
  frame.width = size; frame.height = 800;
  frame.onload = () => {
    all[size] = look(frame.contentDocument);
    if (Object.keys(all).length === sizes.length) {
      document.getElementById("seen").textContent = JSON.stringify(all);
    }
  };
  frame.srcdoc = document.currentScript.dataset.page;
  document.body.append(frame);
}
</script></body></html>"""


def seen(page: str, folder: Path, table: int, column: int) -> dict[str, Any]:
    """What a browser sees of a page, by the width of its window; table and column are what is sorted."""
    assert CHROMIUM is not None
    harness = HARNESS.replace("TABLE", str(table)).replace("COLUMN", str(column))
    harness = harness.replace("<script>", f'<script data-page="{escape(page)}">')
    file = folder / "harness.html"
    file.write_text(harness, encoding="utf-8")
    command = [
        CHROMIUM,
        *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions"),
        *(f"--user-data-dir={folder / 'profile'}", "--window-size=1400,1000", "--virtual-time-budget=5000"),
        *("--dump-dom", file.as_uri()),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    start = done.stdout.find('<pre id="seen">') + len('<pre id="seen">')
    told = unescape(done.stdout[start : done.stdout.find("</pre>", start)])
    assert told, done.stderr[-2000:]
    found = json.loads(told)
    assert isinstance(found, dict)
    return found


def test_outcomes_in_a_browser(tmp_path: Path) -> None:
    position = Position.from_text(BOARD, "board.yaml")
    found = combat(position)
    expected = [
        [f"{one.count:,}", names(one.dies), str(one.life["Alice"]), str(one.life["Bob"])]
        for one in found.outcomes()
    ]
    assert len(expected) > 5
    page = answers.outcomes(found)
    (last,) = (s.table.rows[-1] for s in page.sections if s.table and s.heading == "Outcomes")
    views = seen(render(page), tmp_path, table=1, column=3)
    for width, view in views.items():
        assert view["title"] == f"In the <b>browser</b> {LONG}"
        assert view["heads"][1][:4] == ["blocks", "dies", "life of Alice", "life of Bob"]
        assert [row[:4] for row in view["tables"][1]] == expected
        lives = [str(n) for n in sorted(one.life["Bob"] for one in found.outcomes())]
        assert view["up"] == lives
        assert view["down"] == lives[::-1]
        assert view["order"] == "descending"
        assert view["scroll"] <= int(width)
        assert view["high"] < 60, "a head takes two lines at most"
        assert set(view["over"]) == {0}
        assert view["before"] != view["after"]
        blocked = [f"{b} blocks {a}" for b, some in found.outcomes()[-1].witness.items() for a in some]
        assert [one for one in view["after"] if " blocks " in one] == blocked
        assert view["drawn"] == last.said
    assert views["390"]["boards"] == ["block", "none"]
    assert views["1200"]["boards"] == ["none", "block"]
    assert 300 < views["390"]["width"] <= 390


def test_declarations_in_a_browser(tmp_path: Path) -> None:
    position = Position.from_text(BOARD, "board.yaml")
    listing = blocks(position)
    count = listing.count()
    views = seen(render(answers.declarations(position, listing, count)), tmp_path, table=0, column=0)
    for width, view in views.items():
        assert sum(int(row[0]) for row in view["tables"][0]) == count
        assert "no block" in {row[2] for row in view["tables"][0]}
        assert {"702.111b"} == {row[2] for row in view["tables"][1]}
        assert view["up"] == sorted(view["up"], key=int)
        assert view["scroll"] <= int(width)
