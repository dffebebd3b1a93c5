"""Which attacks are legal (508.1).

>>> attacks(position).count()
12
>>> check_attack(position, {"ogre": "Bob"}).legal
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.checking import Checked, check_declaration
from magistrate.bridge.questions.declarations import ATTACKS
from magistrate.bridge.questions.listing import Listing, legal_declarations
from magistrate.bridge.questions.reading import of_values

__all__ = ["attacks", "check_attack"]


def attacks(position: Position, *, time_limit: float | None = None) -> Listing:
    """The active player's legal declarations of attackers, whatever the step. `time_limit` in seconds, for
    the maximum of requirements and for counting. Where creatures can attack in bands, each choice of bands
    is a declaration of its own."""
    return legal_declarations(ATTACKS, position.facts, time_limit=time_limit)


def check_attack(
    position: Position,
    attackers: Mapping[str, Any],
    bands: Iterable[Iterable[str]] = (),
    *,
    time_limit: float | None = None,
) -> Checked:
    """Is this declaration legal: each attacker by name with what it attacks; `bands` are lists of
    attackers.

    Raises `UnknownName`, `AmbiguousObject`.
    """
    declaration = of_values(ATTACKS, position, attackers, bands)
    return check_declaration(position, ATTACKS, declaration, time_limit=time_limit)
