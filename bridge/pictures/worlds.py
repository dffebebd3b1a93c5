"""Answers about what a position leaves open, as a page: the board of one world, and what holds where."""

from __future__ import annotations

from magistrate.bridge.pictures.answers import PARTIAL, unmodelled
from magistrate.bridge.pictures.page import Cell, Page, Row, Section, Table
from magistrate.bridge.pictures.scene import arrows_of, scene
from magistrate.bridge.positions.unknowns import named
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS
from magistrate.bridge.worlds import Answers, Worlds, where

__all__ = ["answers"]

MOST = 500
"""More answers than this no page has."""


def answers(found: Answers, worlds: Worlds, words: dict[bool | None, str]) -> Page:
    """A page of the answers in all worlds that were asked. The board is that of a world with the commonest
    answer, with the attack and block that it names. `words`: what yes, no and unknown are called; where yes
    has no word, it goes without saying."""
    first = found.answers[0]
    position = worlds.position(first.index)
    told = first.said.told
    made = arrows_of(position, ATTACKS, told.get("attacks") or {})
    made += arrows_of(position, BLOCKS, told.get("blocks") or {})
    board = scene(position, made)
    shown = tuple(range(len(board.arrows)))
    yes_or_no = any(one.said.yes is not None and words[one.said.yes] for one in found.answers)
    heads = ("worlds", *(("answer",) if yes_or_no else ()), "comes out", "where", "such as")
    rows = []
    for one in found.answers[:MOST]:
        cells = [Cell(f"{one.worlds:,}", one.worlds)]
        cells += [Cell(words[one.said.yes])] if yes_or_no else []
        cells.append(Cell("; ".join(line.strip() for line in one.said.lines)))
        values = {name: value for name, value in one.values.items() if value != found.values.get(name)}
        cells.append(Cell("; ".join(f"{name}: {value}" for name, value in values.items()) or "any values"))
        cells.append(Cell(where(one.witness)))
        rows.append(Row(tuple(cells)))
    cut = ""
    if len(found.answers) > MOST:
        cut = f"The first {MOST:,} of {len(found.answers):,} answers."
    number = f"{found.number:,}" if found.looked == found.number else f"{found.looked:,} of {found.number:,}"
    lead = [f"{number} worlds; open: {named(worlds.unknowns)}."]
    if yes_or_no:
        possible = " and ".join(words[yes] or "the others" for yes in found.possible)
        lead.append(f"{'Certain' if found.certain is not None else 'Possible'}: {possible}.")
    section = Section("Which answer where", table=Table(heads, tuple(rows), cut))
    return Page(
        title=position.title or "What the position leaves open",
        lead=tuple(lead),
        scene=board,
        shown=shown,
        said=f"Drawn: a world with the commonest answer, where {where(first.witness)}. {board.said(shown)}.",
        sections=(section, *unmodelled(found.unmodelled)),
        partial="" if found.complete else PARTIAL,
    )
