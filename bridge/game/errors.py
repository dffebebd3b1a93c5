"""What goes wrong in a game, for people to read."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Symbol

from magistrate.bridge.errors import MagistrateError, Refused
from magistrate.bridge.questions.target_types import Reason

__all__ = ["IllegalMove", "NotModelled"]


class IllegalMove(MagistrateError):
    """A move, or a choice for it, that the rules don't allow: `reasons` says why, with rules."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        told = "; ".join(f"{reason.text} ({reason.rule})" for reason in reasons)
        super().__init__(f"illegal: {told}")
        self.reasons = tuple(reasons)


class NotModelled(Refused):
    """What resolves has words that no program file carries out: going on would leave them out (`words`)."""

    def __init__(self, words: Sequence[Symbol]) -> None:
        super().__init__(f"not modelled: the resolving instruction {', '.join(map(str, words))}")
        self.words = tuple(words)
