"""How `cards coverage` tells what it found."""

from __future__ import annotations

from dataclasses import asdict
from textwrap import shorten
from typing import Any

from magistrate.bridge.coverage import Coverage, Share
from magistrate.cli.common import emit

_EXAMPLE = 100


def as_json(found: Coverage, limit: int) -> dict[str, Any]:
    """All figures by their names, with so many gaps (0: all)."""
    return asdict(found) | {"gaps": [asdict(gap) for gap in found.gaps[: limit or None]]}


def tell(found: Coverage, cards: int, limit: int) -> None:
    """Print how many of so many cards are covered, by type and keyword, and so many gaps (0: all)."""
    of = "" if found.complete else f" of {cards:,}"
    emit(f"{found.cards:,}{of} {'card' if found.cards == 1 else 'cards'}, {found.lines:,} lines of text")
    rows = (
        ("the whole text compiles", found.compiled, found.lines_compiled),
        ("nothing unmodelled in what is legal and what things are", found.covered, found.lines_covered),
        ("nothing unmodelled at all, moves of the game included", found.whole, None),
    )
    for told, count, lines in rows:
        share = f"{_cards(count)} ({_percent(count, found.cards)})"
        if lines is not None:
            share += f", {lines:,} lines ({_percent(lines, found.lines)})"
        emit(f"  {told}: {share}")
    _table("By card type", found.types)
    _table("By keyword", found.keywords)
    gaps = found.gaps[: limit or None]
    if gaps:
        emit("\nCommonest gaps: cards that have it, cards that lack nothing else, one of them")
    for gap in gaps:
        emit(
            f"{gap.cards:7,} {gap.alone:7,}  {gap.why}  [{shorten(gap.example, _EXAMPLE, placeholder=' …')}]"
        )


def _table(title: str, shares: tuple[Share, ...]) -> None:
    if not shares:
        return
    width = max(len(title), *(len(share.name) + 2 for share in shares))
    emit(f"\n{title:{width}}    cards  whole text compiles   all modelled")
    for share in shares:
        compiled, whole = _percent(share.compiled, share.cards), _percent(share.whole, share.cards)
        emit(
            f"  {share.name.replace('_', ' '):{width - 2}}{share.cards:9,}"
            f"{share.compiled:12,} {compiled:>8}{share.whole:8,} {whole:>8}"
        )


def _cards(count: int) -> str:
    return f"{count:,} {'card' if count == 1 else 'cards'}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
