"""A step of a ruling file, as it was read."""

from __future__ import annotations

from magistrate.bridge.errors import Place
from magistrate.bridge.positions.nodes import Mapping, Node
from magistrate.bridge.records import Record


class Step(Record):
    """One step. `verb` is empty for an expectation alone; `asking` when a move is only asked about
    (`legal: {attack: ...}`). `argument` is what follows the verb, `beside` the keys that stand beside it.
    """

    number: int
    verb: str
    argument: Node
    beside: Mapping
    expect: Node | None
    rule: str
    place: Place
    rule_place: Place
    asking: bool = False

    def key(self, name: str) -> Node | None:
        """What stands beside the verb under this key."""
        return self.beside.get(name)
