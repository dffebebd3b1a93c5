"""Why not every declaration is legal: what speaks against each pair, with the rule, and what must be done."""

from __future__ import annotations

from itertools import takewhile
from time import monotonic

from clingo import Symbol

from magistrate.bridge.explain.declarations import Reason
from magistrate.bridge.pictures.page import Cell, Row, Section, Table
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.characteristics import characteristics
from magistrate.bridge.questions.checking import check_declaration
from magistrate.bridge.questions.declarations import ATTACKS, Declaration, Kind, Pair

__all__ = ["reasons"]

SECONDS = 5.0
PAIRS = 2_000
REQUIREMENTS = "requirements"


def reasons(position: Position, kind: Kind, player: Symbol | None = None) -> list[Section]:
    """The restrictions and requirements of a declaration, each a part of a page. `player`: only what this
    player declares."""
    until = monotonic() + SECONDS
    found: dict[tuple[str, str, str, str], list[str]] = {}
    pairs = _pairs(position, kind, player)
    looked_at = 0
    for pair in pairs[:PAIRS]:
        if monotonic() > until:
            break
        looked_at += 1
        label = position.names.label
        for reason in _against(position, kind, frozenset((pair,)), player):
            key = (label(pair[0]), reason.rule, reason.text, reason.source)
            found.setdefault(key, []).append(label(pair[1]))
    out = []
    if found:
        first, second = ("attacker", "attacked") if kind is ATTACKS else ("blocker", "attacker")
        rows = tuple(
            Row((Cell(who), Cell(", ".join(whom)), Cell(rule), Cell(text), Cell(source)))
            for (who, rule, text, source), whom in found.items()
        )
        cut = ""
        if looked_at < len(pairs):
            cut = f"{looked_at:,} of {len(pairs):,} pairs were looked at."
        table = Table((first, second, "rule", "reason", "source"), rows, cut)
        what = "attack" if kind is ATTACKS else "block"
        out.append(Section(f"What can't {what} alone, and why", table=table))
    must = _requirements(position, kind, player) if monotonic() < until else ()
    if must:
        rows = tuple(Row((Cell(r.rule), Cell(r.text), Cell(r.source))) for r in must)
        out.append(Section("What has to be done", table=Table(("rule", "requirement", "source"), rows)))
    return out


def _pairs(position: Position, kind: Kind, player: Symbol | None) -> list[Pair]:
    """Every pair that somebody may ask about."""
    label = position.names.label
    active = {label(row[0]) for row in position.about("active", 1)}
    sized = [one for one in characteristics(position).on_battlefield if one.power is not None]
    if kind is ATTACKS:
        firsts = [one.symbol for one in sized if one.controller in active]
        seconds = [row[0] for row in position.about("player", 1) if label(row[0]) not in active]
    else:
        wanted = None if player is None else label(player)
        seconds = [row[0] for row in position.about("attacking", 2)]
        firsts = [
            one.symbol
            for one in sized
            if one.controller not in active and wanted in (None, one.controller) and one.symbol not in seconds
        ]
    return [(first, second) for first in firsts for second in dict.fromkeys(seconds)]


def _against(
    position: Position, kind: Kind, pairs: frozenset[Pair], player: Symbol | None
) -> tuple[Reason, ...]:
    """The restrictions that a declaration breaks."""
    checked = check_declaration(position, kind, Declaration(pairs), player=player, time_limit=SECONDS)
    return tuple(takewhile(lambda reason: reason.reason != REQUIREMENTS, checked.reasons))


def _requirements(position: Position, kind: Kind, player: Symbol | None) -> tuple[Reason, ...]:
    """What a declaration of nothing neglects."""
    checked = check_declaration(position, kind, Declaration(), player=player, time_limit=SECONDS)
    broken = sum(1 for _ in takewhile(lambda reason: reason.reason != REQUIREMENTS, checked.reasons))
    return checked.reasons[broken + 1 :]
