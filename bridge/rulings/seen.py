"""What a position shows: characteristics, worked out once, and what its facts say about objects and
players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from clingo import Symbol, SymbolType

from magistrate.bridge.positions import terms
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.characteristics import Characteristics, Known, characteristics


class Seen:
    """A position as expectations look at it. What costs something is worked out when it is first asked
    for."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.label = position.names.label

    @cached_property
    def known(self) -> Known:
        """The characteristics of everything."""
        return characteristics(self.position)

    @cached_property
    def by_name(self) -> dict[str, list[Sequence[Symbol]]]:
        """The arguments of all facts, by their predicate."""
        found: defaultdict[str, list[Sequence[Symbol]]] = defaultdict(list)
        for fact in sorted(self.position.facts):
            found[fact.name].append(fact.arguments)
        return dict(found)

    def facts(self, name: str, subject: Symbol) -> list[Sequence[Symbol]]:
        """What the facts of a name say about a subject, the subject left out."""
        return [
            arguments[1:] for arguments in self.by_name.get(name, ()) if arguments and arguments[0] == subject
        ]

    def of(self, symbol: Symbol) -> Characteristics:
        """The characteristics of one object."""
        return self.known.objects[symbol]

    def exists(self, symbol: Symbol) -> bool:
        """Whether an object is in some zone, and not phased out."""
        return bool(self.facts("in_zone", symbol)) and not self.facts("phased_out", symbol)

    def zone(self, symbol: Symbol) -> str:
        """The zone that an object is in."""
        return next((str(rest[0]) for rest in self.facts("in_zone", symbol)), "none")

    def number(self, name: str, subject: Symbol, usual: int = 0) -> int:
        """A number that the facts give."""
        return next((rest[0].number for rest in self.facts(name, subject)), usual)

    def counters(self, subject: Symbol) -> dict[str, int]:
        """Counters on an object, or a player's, by kind."""
        name = "player_counters" if terms.is_player(subject) else "counters"
        return {_text(rest[0]): rest[1].number for rest in self.facts(name, subject)}

    def linked(self, name: str, subject: Symbol) -> list[str]:
        """What the facts of a name link a subject to, as people call it."""
        return [self.label(rest[0]) for rest in self.facts(name, subject) if rest]

    def blocked(self, symbol: Symbol) -> bool:
        """Whether an attacker is blocked."""
        return bool(self.facts("blocked", symbol)) or any(
            a[1] == symbol for a in self.by_name.get("blocking", ())
        )

    def attacking(self, symbol: Symbol) -> list[Symbol]:
        """What an object attacks."""
        return [rest[0] for rest in self.facts("attacking", symbol)]

    def owner(self, symbol: Symbol) -> Symbol | None:
        """Who owns an object."""
        return next((rest[0] for rest in self.facts("owner", symbol)), None)

    def in_zone(self, player: Symbol, zone: str) -> list[Symbol]:
        """A player's objects in a zone: those controlled on the battlefield and the stack, else those
        owned."""
        held = []
        for o, where in self.by_name.get("in_zone", ()):
            if str(where) != zone or not self.exists(o):
                continue
            if zone in ("battlefield", "stack"):
                known = self.known.objects.get(o)
                if known is not None and known.controller == self.label(player):
                    held.append(o)
            elif self.owner(o) == player:
                held.append(o)
        return held


def _text(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol)
