"""Writes an answer as one self-contained page: no file, font or script from elsewhere."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from magistrate.bridge.pictures.lettering import safe
from magistrate.bridge.pictures.scene import Scene
from magistrate.bridge.pictures.svg import WIDE, board_css, inline
from magistrate.bridge.records import Record

__all__ = ["Cell", "Page", "Row", "Section", "Table", "render"]

NARROW = 3
SHORT = 16
"""Texts that aren't longer than this stay on one line."""


class Cell(Record):
    """A cell of a table; `value` is what it is sorted by, if that isn't its text."""

    text: str
    value: int | None = None


class Row(Record):
    """A row. `arrows`: the numbers of what is drawn when it is chosen, None where nothing can be; `said`:
    what then stands below the board."""

    cells: tuple[Cell, ...]
    arrows: tuple[int, ...] | None = None
    said: str = ""
    chosen: bool = False


class Table(Record):
    """A table that can be sorted. `caption`: how many rows are left out, for example; `compact`: its rows
    need no heads to be understood, and stay rows on a phone."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    compact: bool = False


class Section(Record):
    """A part of a page."""

    heading: str
    lines: tuple[str, ...] = ()
    table: Table | None = None
    items: tuple[str, ...] = ()


class Page(Record):
    """A page. `lead`: the answer in a few lines; `partial`: why it isn't all; `said` and `shown`: what is
    drawn on the board."""

    title: str
    lead: tuple[str, ...]
    scene: Scene
    shown: tuple[int, ...]
    said: str
    sections: tuple[Section, ...]
    partial: str = ""


def render(page: Page) -> str:
    """The page as HTML."""
    style = board_css() + _resource("page.css")
    script = _resource("page.js")
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'"
    body = [
        f"<h1>{safe(page.title)}</h1>",
        f'<p class="faint">{safe(page.scene.moment)}</p>' if page.scene.moment != page.title else "",
        *(f"<p>{safe(line)}</p>" for line in page.lead),
        f'<p class="partial" role="alert">{safe(page.partial)}</p>' if page.partial else "",
        *_figure(page),
        *(line for section in page.sections for line in _section(section)),
    ]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{safe(page.title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            *filter(None, body),
            "</main>",
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


@cache
def _resource(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a browser compares an inline style or script with."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _figure(page: Page) -> Iterator[str]:
    yield "<figure>"
    yield inline(page.scene, page.shown, NARROW, "narrow", "narrow")
    yield inline(page.scene, page.shown, WIDE, "wide", "wide")
    yield f'<figcaption id="drawn" aria-live="polite">{safe(page.said)}</figcaption>'
    yield '<p class="faint">Solid arrows attack, dashed arrows block. Dashed frames: tapped.</p>'
    yield "</figure>"


def _section(section: Section) -> Iterator[str]:
    yield f"<section>\n<h2>{safe(section.heading)}</h2>"
    yield from (f"<p>{safe(line)}</p>" for line in section.lines)
    if section.items:
        yield "<ul>"
        yield from (f"<li>{safe(item)}</li>" for item in section.items)
        yield "</ul>"
    if section.table is not None:
        yield from _table(section.table)
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    drawn = any(row.arrows is not None for row in table.rows)
    kind = ' class="compact"' if table.compact else ""
    yield f'<div class="scroll"><table role="table"{kind}>'
    if table.caption:
        yield f"<caption>{safe(table.caption)}</caption>"
    heads = "".join(
        f'<th scope="col" role="columnheader"{_kind_of(column, table)}>'
        f'<button type="button">{safe(head)}</button></th>'
        for column, head in enumerate(table.heads)
    )
    last = '<th class="plain" scope="col" role="columnheader">board</th>' if drawn else ""
    yield f'<thead role="rowgroup"><tr role="row">{heads}{last}</tr></thead>'
    yield '<tbody role="rowgroup">'
    yield from (_row(row, table.heads, drawn) for row in table.rows)
    yield "</tbody>\n</table></div>"


def _row(row: Row, heads: Iterable[str], drawn: bool) -> str:
    cells = [_cell(cell, head) for cell, head in zip(row.cells, heads, strict=True)]
    told = ""
    if row.arrows is not None:
        chosen = ' class="chosen"' if row.chosen else ""
        told = f'{chosen} data-arrows="{" ".join(map(str, row.arrows))}" data-said="{safe(row.said)}"'
        pressed = "true" if row.chosen else "false"
        button = f'<button type="button" aria-pressed="{pressed}">draw</button>'
        cells.append(f'<td role="cell" data-head="board">{button}</td>')
    elif drawn:
        cells.append('<td role="cell"></td>')
    return f'<tr role="row"{told}>{"".join(cells)}</tr>'


def _numeric(cell: Cell) -> bool:
    return cell.text.replace(",", "").removeprefix("-").isdecimal()


def _kind_of(column: int, table: Table) -> str:
    """Heads of numbers stand where the numbers do."""
    numbers = table.rows and all(_numeric(row.cells[column]) for row in table.rows)
    return ' class="number"' if numbers else ""


def _cell(cell: Cell, head: str) -> str:
    number = "" if cell.value is None else f' data-value="{cell.value}"'
    kind = ""
    if _numeric(cell):
        kind = ' class="number"'
    elif len(cell.text) <= SHORT:
        kind = ' class="short"'
    inside = f"<span>{safe(cell.text)}</span>" if cell.text else ""
    return f'<td role="cell"{kind} data-head="{safe(head)}"{number}>{inside}</td>'
