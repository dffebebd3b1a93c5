"""Which blocks are legal (509.1).

>>> blocks(position).count()
4
>>> check_block(position, {"bear": ["ogre"]}).rules
frozenset({'702.111b'})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clingo import Symbol

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.checking import Checked, check_declaration
from magistrate.bridge.questions.declarations import BLOCKS
from magistrate.bridge.questions.listing import Listing, legal_declarations
from magistrate.bridge.questions.reading import of_values

__all__ = ["blocks", "check_block"]


def blocks(position: Position, *, by: str | None = None, time_limit: float | None = None) -> Listing:
    """The legal declarations of blockers against the attackers of a position.

    `by`: the defending player who declares (802.4); without it all of them, each legal on its own.
    `time_limit` in seconds.
    """
    return legal_declarations(BLOCKS, position.facts, player=_player(position, by), time_limit=time_limit)


def check_block(
    position: Position, blockers: Mapping[str, Any], *, by: str | None = None, time_limit: float | None = None
) -> Checked:
    """Is this declaration legal: each blocker by name with the attacker, or the attackers, that it blocks.

    Raises `UnknownName`, `AmbiguousObject`.
    """
    player = _player(position, by)
    declaration = of_values(BLOCKS, position, blockers, player=player)
    return check_declaration(position, BLOCKS, declaration, player=player, time_limit=time_limit)


def _player(position: Position, name: str | None) -> Symbol | None:
    return None if name is None else position.names.player(name)
