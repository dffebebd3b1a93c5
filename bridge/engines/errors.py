"""What can go wrong when a ground program is handed to an engine."""

from __future__ import annotations

from magistrate.bridge.errors import MagistrateError


class EngineError(MagistrateError):
    """An engine could not take a ground program or gave no usable answer."""


class NotTight(EngineError):
    """The program has a positive cycle, so its completion has more models than the program.

    Attributes:
        cycle: atoms of one such cycle, each depending positively on the next.
    """

    def __init__(self, cycle: tuple[int, ...]) -> None:
        super().__init__(f"the ground program is not tight: positive cycle through atoms {list(cycle)}")
        self.cycle = cycle


class NotSupported(EngineError):
    """The program uses what an engine can't take: disjunction, theory atoms, acyclicity edges, huge sums."""


class EngineMissing(EngineError):
    """The engine asked for by name is not installed."""
