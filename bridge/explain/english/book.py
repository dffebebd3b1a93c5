"""The facts of abilities, sorted by the ability that they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from clingo import Symbol, SymbolType

from magistrate.bridge.explain.english.wordings import ATTACHED
from magistrate.bridge.explain.speech import Speech

_LISTED = frozenset(
    [
        "activate_only",
        "change",
        "condition",
        "cost",
        "different",
        "divide",
        "functions",
        "instruction",
        "keyword",
        "mode",
        "mode_cost",
        "mode_instruction",
        "modes",
        "optional_target_of",
        "replaces",
        "states",
        "target",
        "target_mode",
        "target_when",
        "together",
        "trigger",
    ]
)


class Book:
    """What is said of each ability among some facts; `speech` has the filters and the printed texts."""

    def __init__(self, facts: Iterable[Symbol]) -> None:
        about: defaultdict[tuple[str, Symbol], list[Sequence[Symbol]]] = defaultdict(list)
        filters: list[Sequence[Symbol]] = []
        either: list[Sequence[Symbol]] = []
        texts: list[Sequence[Symbol]] = []
        self.lines: dict[Symbol, int] = {}
        self.attaches: defaultdict[Symbol, list[tuple[str, Symbol]]] = defaultdict(list)
        """Of each face the keywords that attach it to something, with their arguments."""
        self.kinds: dict[Symbol, str] = {}
        self.told: set[tuple[Symbol, Symbol]] = set()
        """Targets that were told where a word means them."""
        self.telling: set[tuple[Symbol, Symbol]] = set()
        """Targets that are being told: what is said of them may speak of them."""
        for fact in facts:
            name, arguments = fact.name, fact.arguments
            if name == "keyword" and len(arguments) > 2 and arguments[1].name in ATTACHED:
                self.attaches[face_of(arguments[0])].append((arguments[1].name, arguments[2]))
            if name in _LISTED:
                about[name, arguments[0]].append(arguments[1:])
            elif name == "filter":
                filters.append(arguments)
            elif name == "either":
                either.append(arguments)
            elif name == "ability_text":
                texts.append(arguments)
            elif name == "ability_line":
                self.lines[arguments[0]] = arguments[1].number
            elif name == "kind":
                self.kinds[arguments[0]] = arguments[1].name
        self._about = {key: tuple(sorted(rows, key=tuple)) for key, rows in about.items()}
        self.speech = Speech.of(filters, either, texts, str)

    def of(self, name: str, ability: Symbol) -> tuple[Sequence[Symbol], ...]:
        """What the facts of one name say about an ability, in order, without the ability."""
        return self._about.get((name, ability), ())

    def target(self, ability: Symbol, slot: Symbol) -> tuple[Symbol, Sequence[Symbol]] | None:
        """A target's ability and its filter, least and most: of this ability or of one that it is nested
        in."""
        while ability.match("a", 2):
            for row in self.of("target", ability):
                if row[0] == slot:
                    return ability, row[1:]
            ability = ability.arguments[0]
        return None


def items(term: Symbol) -> list[Symbol]:
    """The items of a list of nested pairs, or the term alone."""
    found: list[Symbol] = []
    while is_list(term):
        if not term.arguments:
            return found
        found.append(term.arguments[0])
        term = term.arguments[1]
    return [*found, term]


def is_list(term: Symbol) -> bool:
    """Whether a term is a list of nested pairs."""
    return term.type is SymbolType.Function and not term.name and len(term.arguments) in (0, 2)


def face_of(ability: Symbol) -> Symbol:
    """The face that an ability stands on, however deep it is nested."""
    while ability.match("a", 2):
        ability = ability.arguments[0]
    return ability
