"""What explaining needs besides the atom: what things are called, and what filters and abilities say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from clingo import Symbol

from magistrate.bridge.records import Record, replace

Label = Callable[[Symbol], str]
NONE: Mapping[Symbol, Any] = MappingProxyType({})


class Speech(Record):
    """`label` names objects and players; `literals`, `either` hold the filters, `texts` the printed
    abilities."""

    label: Label
    literals: Mapping[Symbol, tuple[Symbol, ...]]
    either: Mapping[Symbol, tuple[Symbol, ...]]
    texts: Mapping[Symbol, str]
    you: str = "you"
    yous: Mapping[Symbol, str] = NONE

    def within(self, context: Symbol) -> Speech:
        """The same with the "you" of a context."""
        return replace(self, you=self.yous[context]) if context in self.yous else self

    @classmethod
    def of(
        cls,
        filters: Iterable[Sequence[Symbol]],
        alternatives: Iterable[Sequence[Symbol]],
        texts: Iterable[Sequence[Symbol]],
        label: Label,
        you: str = "you",
    ) -> Speech:
        """Collect what is said: arguments of filter/3, either/2 and ability_text/2; what "you" is called."""
        literals: defaultdict[Symbol, list[tuple[Symbol, Symbol]]] = defaultdict(list)
        either: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        for name, place, literal in filters:
            literals[name].append((place, literal))
        for name, option in alternatives:
            either[name].append(option)
        return cls(
            label,
            {name: tuple(literal for _, literal in sorted(items)) for name, items in literals.items()},
            {name: tuple(sorted(items)) for name, items in either.items()},
            {ability: text.string for ability, text in texts},
            you,
        )
