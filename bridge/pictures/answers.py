"""Answers as pages: declarations and outcomes with their board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from clingo import Symbol

from magistrate.bridge.explain.outcomes import arrows as arrows_told
from magistrate.bridge.explain.outcomes import beside, names, witness
from magistrate.bridge.pictures.course import course
from magistrate.bridge.pictures.page import Cell, Page, Row, Section, Table
from magistrate.bridge.pictures.reasons import reasons
from magistrate.bridge.pictures.scene import Arrow, Scene, arrows_of, scene
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.checking import told_costs
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Kind

if TYPE_CHECKING:
    from magistrate.bridge.combat.answer import Combat
    from magistrate.bridge.combat.outcome import Outcome
    from magistrate.bridge.questions.listing import Declared, Listing

__all__ = ["PARTIAL", "SHOWN", "declarations", "outcomes", "search", "unmodelled"]

SHOWN = 200
"""So many rows a page has where nothing else is asked for."""
MOST = 5_000
"""More rows than this no page has."""
BEST = "best for "
PARTIAL = "This is a part of the answer: it was stopped, or a bound was reached before it was certain."


def declarations(
    position: Position,
    listing: Listing,
    count: int | None,
    *,
    limit: int | None = None,
    player: Symbol | None = None,
    missing: Sequence[Unmodelled] = (),
    reasoned: bool = True,
) -> Page:
    """A page of the legal declarations. `count`: how many there are; `limit` None: as many as is usual, 0:
    all; `player`: only this player declares; `reasoned`: with what speaks against others."""
    kind = listing.kind
    most = _most(limit)
    shown: list[Declared] = list(islice(listing.folded(most + 1), most + 1))
    more = len(shown) > most
    shown = shown[:most]
    pairs = [Arrow(kind, *pair) for one in shown for pair in sorted(one.pairs)]
    board = scene(position, pairs)
    number = {arrow: place for place, arrow in enumerate(board.arrows)}
    what = "attack" if kind is ATTACKS else "block"
    costly = any(one.charges for one in shown)
    first = next((one for one in shown if one.pairs), shown[0] if shown else None)
    rows = []
    for one in shown:
        arrows = _with_fixed(board, (Arrow(kind, *pair) for pair in one.pairs), number)
        cells = [Cell(f"{one.multiplicity:,}", one.multiplicity), Cell(str(len(one.pairs)), len(one.pairs))]
        cells.append(Cell(_pairs(position, kind, one)))
        if costly:
            costs = told_costs(position, one.charges)
            cells.append(Cell(", ".join(f"{c.cost} for {c.subject} ({c.source})" for c in costs)))
        rows.append(Row(tuple(cells), arrows, f"Drawn: {board.said(arrows)}.", one is first))
    heads = ("count", "attackers" if kind is ATTACKS else "pairs", what, *(("costs",) if costly else ()))
    caption = ""
    if more:
        stands = sum(one.multiplicity for one in shown)
        rest = "" if count is None else f"; {count - stands:,} more are legal"
        caption = f"The first {len(shown):,} rows, which stand for {stands:,} {_many(what, stands)}{rest}."
    number_told = "An unknown number of" if count is None else f"{count:,}"
    if count is None and listing.at_least and listing.requirements.maximum == listing.requirements.bound:
        number_told = f"At least {listing.at_least:,}"
    lead = [f"{number_told} legal {_many(what, count)}."]
    if not more and count is not None and len(shown) != count:
        lead.append(f"{len(shown):,} of them differ by more than equal creatures.")
    asked = listing.requirements
    if asked.possible:
        reached = str(asked.maximum) if asked.bound == asked.maximum else f"{asked.maximum} to {asked.bound}"
        lead.append(f"{asked.possible} requirements, of which {reached} can be obeyed at once for nothing.")
    chosen = next((row for row in rows if row.chosen), None)
    sections = [Section(f"Legal {what}s", table=Table(heads, tuple(rows), caption))] if rows else []
    why = reasons(position, kind, player) if reasoned else []
    return Page(
        title=position.title or f"Legal {what}s",
        lead=tuple(lead),
        scene=board,
        shown=chosen.arrows or () if chosen else tuple(range(board.fixed)),
        said=chosen.said if chosen else "",
        sections=(*sections, *why, *unmodelled(missing)),
        partial="" if listing.complete else PARTIAL,
    )


def outcomes(
    found: Combat,
    *,
    limit: int | None = None,
    player: Symbol | None = None,
    given: bool = False,
    step_by_step: Sequence[str] = (),
    reasoned: bool = True,
) -> Page:
    """A page of the outcomes of a combat. `given`: of one block that was asked for; `step_by_step`: why the
    combat was played out; `reasoned`: with how the outcome that is drawn comes about, and what speaks against
    declarations."""
    position = found.position
    most = _most(limit)
    shown = found.outcomes(most)
    ranked = [] if found.number < 2 else _ranked(found)
    everyone = [*shown, *(one for _, one in ranked)]
    board = scene(position, [arrow for one in everyone for arrow in _arrows(position, one)])
    number = {arrow: place for place, arrow in enumerate(board.arrows)}
    favourite = None if given or not ranked else _favourite(position, found)
    what = "attack and block" if found.attacks else "block"
    players = list(everyone[0].life) if everyone else []
    more = any(beside(one) for one in everyone)

    def row(one: Outcome, said: str, first: Cell, chosen: bool) -> Row:
        arrows = _with_fixed(board, _arrows(position, one), number)
        cells = [first, Cell(names(one.dies), len(one.dies))]
        cells += [Cell(str(one.life.get(name, "")), one.life.get(name)) for name in players]
        cells += [Cell(", ".join(beside(one)))] if more else []
        cells.append(Cell(witness(one)))
        return Row(tuple(cells), arrows, f"Drawn: {said}. {board.said(arrows)}.", chosen)

    lives = tuple(f"life of {name if len(name) <= 16 else name[:15] + '…'}" for name in players)
    heads = ("dies", *lives, *(("also",) if more else ()), "such as")
    rows = tuple(
        row(one, f"an outcome of {one.count:,} {_many(what, one.count)}", Cell(f"{one.count:,}", one.count),
            favourite is None and place == 0)
        for place, one in enumerate(shown)
    )  # fmt: skip
    caption = ""
    if len(shown) < found.number:
        left = found.number - len(shown)
        caption = f"The first {len(shown):,} of {found.number:,} outcomes; {left:,} more are left out."
    best = tuple(row(one, said, Cell(said), said == favourite) for said, one in ranked)
    sections = [Section("Best and worst", table=Table(("for whom", *heads), best))] if best else []
    if rows:
        table = Table((f"{what}s", *heads), rows, caption)
        sections.append(Section("Outcomes", table=table))
    drawn = found.best.get(favourite.removeprefix(BEST)) if favourite else next(iter(shown), None)
    if reasoned and drawn is not None and found.complete and (board.arrows or drawn.attack):
        sections.append(course(position, drawn, favourite or "the outcome that is drawn"))
    if step_by_step:
        sections.append(Section("Played step by step", items=tuple(step_by_step)))
    kind = ATTACKS if found.attacks else BLOCKS
    made = position.about("blocking", 2) or position.about("blocked", 1)
    if reasoned and not made:
        sections += reasons(position, kind, player)
    some = f"{found.number:,} {_many('outcome', found.number)}"
    lead = [f"{found.declarations:,} {_many(what, found.declarations)}, {some}."]
    lead.append(f"Surely dies: {names(found.surely_dies)}.")
    lead.append(f"Possibly dies: {names(found.possibly_dies)}.")
    chosen = next((one for one in (*best, *rows) if one.chosen), None)
    return Page(
        title=position.title or "Every outcome of this combat",
        lead=tuple(lead),
        scene=board,
        shown=chosen.arrows or () if chosen else tuple(range(board.fixed)),
        said=chosen.said if chosen else "",
        sections=(*sections, *unmodelled(found.unmodelled)),
        partial="" if found.complete else PARTIAL,
    )


def search(
    position: Position,
    verdict: str,
    *,
    attack: Mapping[str, str] | None = None,
    block: Mapping[str, Sequence[str]] | None = None,
    proof: Sequence[tuple[Mapping[str, Sequence[str]], Mapping[str, str]]] = (),
    complete: bool = True,
    missing: Sequence[Unmodelled] = (),
) -> Page:
    """A page of an attack or block that was sought, or of the proof that there is none: blocks with an attack
    that each survives."""
    made = arrows_of(position, ATTACKS, attack or {}) + arrows_of(position, BLOCKS, block or {})
    proofs = [
        arrows_of(position, ATTACKS, against) + arrows_of(position, BLOCKS, blocks)
        for blocks, against in proof
    ]
    board = scene(position, [*made, *(arrow for some in proofs for arrow in some)])
    number = {arrow: place for place, arrow in enumerate(board.arrows)}
    rows = []
    for place, (some, (blocks, against)) in enumerate(zip(proofs[:MOST], proof, strict=False)):
        arrows = _with_fixed(board, some, number)
        cells = Cell(arrows_told(blocks) or "no block"), Cell(arrows_told(against) or "no attack")
        chosen = place == 0 and not made
        rows.append(Row(cells, arrows, f"Drawn: a block that survives. {board.said(arrows)}.", chosen))
    sections = []
    if rows:
        cut = f"The first {MOST:,} of {len(proof):,}." if len(proof) > MOST else ""
        table = Table(("block", "such as against"), tuple(rows), cut)
        sections.append(Section("Blocks that survive", table=table))
    shown = _with_fixed(board, made, number)
    if rows and not made:
        shown = rows[0].arrows or ()
    return Page(
        title=position.title or "A combat",
        lead=(verdict[:1].upper() + verdict[1:] + ".",),
        scene=board,
        shown=shown,
        said=f"Drawn: {board.said(shown)}.",
        sections=(*sections, *unmodelled(missing)),
        partial="" if complete else PARTIAL,
    )


def _most(limit: int | None) -> int:
    return SHOWN if limit is None else min(limit or MOST, MOST)


def _many(what: str, count: int | None) -> str:
    if count == 1:
        return what
    return " and ".join(f"{word}s" for word in what.split(" and "))


def _with_fixed(board: Scene, arrows: Iterable[Arrow], number: Mapping[Arrow, int]) -> tuple[int, ...]:
    """The numbers of arrows, and of those of the position."""
    return tuple(sorted({*range(board.fixed), *(number[a] for a in arrows if a in number)}))


def _pairs(position: Position, kind: Kind, one: Declared) -> str:
    label = position.names.label
    together: dict[str, list[str]] = {}
    for first, second in sorted(one.pairs):
        together.setdefault(label(first), []).append(label(second))
    told = arrows_told(together) or ("no attack" if kind is ATTACKS else "no block")
    bands = sorted(" + ".join(sorted(map(label, band))) for band in one.bands)
    return f"{told}; bands {', '.join(bands)}" if bands else told


def _ranked(found: Combat) -> list[tuple[str, Outcome]]:
    return [
        row
        for name in found.best
        for row in ((f"{BEST}{name}", found.best[name]), (f"worst for {name}", found.worst[name]))
    ]


def _favourite(position: Position, found: Combat) -> str | None:
    """Which outcome is drawn first: the best one for who has to decide."""
    label = position.names.label
    active = {label(row[0]) for row in position.about("active", 1)}
    return next((f"{BEST}{name}" for name in found.best if (name in active) == found.attacks), None)


def _arrows(position: Position, one: Outcome) -> list[Arrow]:
    return arrows_of(position, ATTACKS, one.attack or {}) + arrows_of(position, BLOCKS, one.witness)


def unmodelled(missing: Sequence[Unmodelled]) -> list[Section]:
    """What no answer on the page takes into account."""
    if not missing:
        return []
    items = tuple(f"{u.card}, line {u.line}: {' / '.join(u.text.splitlines())} ({u.why})" for u in missing)
    return [Section("Left out, because it isn't modelled", items=items)]
