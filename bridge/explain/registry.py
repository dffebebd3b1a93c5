"""A registry of explaining functions: one for each term that the judge gives as a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clingo import Symbol, SymbolType

from magistrate.bridge.explain.speech import Speech

Explainer = Callable[[Speech, Sequence[Symbol]], str]


class Registry:
    """The reasons of one topic. A reason that has no function is told as the judge wrote it."""

    def __init__(self) -> None:
        self.functions: dict[str, Explainer] = {}

    def reason(self, *names: str) -> Callable[[Explainer], Explainer]:
        """Register a function for the reasons of these names; it gets the reason's arguments."""

        def register(function: Explainer) -> Explainer:
            for name in names:
                self.functions[name] = function
            return function

        return register

    def explain(self, reason: Symbol, speech: Speech, before: Sequence[Symbol] = ()) -> str:
        """The reason in English. `before`: arguments put before the reason's own."""
        if reason.type is not SymbolType.Function or reason.name not in self.functions:
            return " ".join([*(speech.label(symbol) for symbol in before), str(reason)])
        return self.functions[reason.name](speech, [*before, *reason.arguments])
