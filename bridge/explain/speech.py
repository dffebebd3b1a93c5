"""What explaining needs besides the atom: what things are called, and what filters and abilities say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from clingo import Symbol

Label = Callable[[Symbol], str]


@dataclass(frozen=True, slots=True)
class Speech:
    """`label` names objects and players; `literals`, `either` hold the filters, `texts` the printed
    abilities."""

    label: Label
    literals: Mapping[Symbol, tuple[Symbol, ...]]
    either: Mapping[Symbol, tuple[Symbol, ...]]
    texts: Mapping[Symbol, str]
    you: str = "you"
    yous: Mapping[Symbol, str] = field(default_factory=dict)

    def within(self, context: Symbol) -> Speech:
        """The same with the "you" of a context."""
        return replace(self, you=self.yous[context]) if context in self.yous else self

    @classmethod
    def of(cls, facts: Iterable[Symbol], label: Label, you: str = "you") -> Speech:
        """Collect what is said from the facts of a position. `you`: what its "you" is called."""
        literals: defaultdict[Symbol, list[tuple[Symbol, Symbol]]] = defaultdict(list)
        either: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        texts: dict[Symbol, str] = {}
        for fact in facts:
            if fact.match("filter", 3):
                name, index, literal = fact.arguments
                literals[name].append((index, literal))
            elif fact.match("either", 2):
                either[fact.arguments[0]].append(fact.arguments[1])
            elif fact.match("ability_text", 2):
                texts[fact.arguments[0]] = fact.arguments[1].string
        return cls(
            label,
            {name: tuple(literal for _, literal in sorted(items)) for name, items in literals.items()},
            {name: tuple(sorted(items)) for name, items in either.items()},
            texts,
            you,
        )
