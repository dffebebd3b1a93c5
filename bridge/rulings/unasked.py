"""Answers to questions that weren't asked: a "no" of a player who couldn't pay anyway."""

from __future__ import annotations

from clingo import Symbol

from magistrate.bridge.game.table import Table
from magistrate.bridge.positions.nodes import Node, Scalar

__all__ = ["declined"]

_CANT_PAY = "cant_pay"


def declined(table: Table, node: Node | None, who: Symbol | None, seen: int) -> int:
    """The number of log entries up to that of a player who couldn't pay, among those after the first `seen`,
    if the answer `node` is that player's "no"; else 0.

    `who` is the player who is said to answer, where that is said. One who is asked now answers that.
    """
    if not (isinstance(node, Scalar) and node.plain and node.text.lower() in ("no", "false")):
        return 0
    due = table.waiting
    for number, entry in enumerate(table.log[seen:], seen + 1):
        if entry.event.name != _CANT_PAY:
            continue
        player = entry.event.arguments[0]
        asked = due is not None and due.kind.name == "yes_no" and due.player == player
        if who in (None, player) and not asked:
            return number
    return 0
