"""Attackers in bands."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import Function, Number, Symbol

from magistrate.bridge.positions.position import Position

__all__ = ["in_bands"]


def in_bands(position: Position, bands: Iterable[frozenset[Symbol]]) -> Position:
    """The same with attackers in bands."""
    told = [
        Function("band", [member, Number(number)])
        for number, members in enumerate(bands, 1)
        for member in sorted(members)
    ]
    return position.changed(initiated=told) if told else position
