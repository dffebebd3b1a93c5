"""Names of cards that texts on the table speak of, where something has the names of all cards of a kind."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Symbol, SymbolType

from magistrate.bridge.errors import Place
from magistrate.bridge.positions.table import Table
from magistrate.bridge.positions.wording import gap

CHANGE = "all_creature_names"
_TOLD = frozenset(("face_name", "card_type", "card_supertype", "layout"))


def names_told(t: Table) -> list[Symbol]:
    """What kind of card each name stands for that a filter asks for (CR 612.7); a name that no card is known
    by is listed as unmodelled. Nothing where nothing has the names of all cards of a kind."""
    has = [f.arguments[0] for f in t.facts if f.name == "change" and f.arguments[4].name == CHANGE]
    if not has:
        return []
    known = {fact.arguments[1].string for fact in t.facts if fact.name == "face_name"}
    made: list[Symbol] = []
    for name in sorted(set(_asked(t.facts)) - known):
        card = t.cards.lookup(name, Place(t.file))
        if card is None:
            why = f"whether {name!r} names such a card isn't known; a card database would tell"
            made += (gap(ability, t.facts, why) for ability in has)
        else:
            made += (fact for fact in t.cards.compile(card).facts if fact.name in _TOLD)
    return made


def _asked(facts: list[Symbol]) -> Iterator[str]:
    """The names that filters ask for."""
    for fact in facts:
        if fact.name == "filter":
            literal = fact.arguments[2]
            if literal.match("non", 1):
                literal = literal.arguments[0]
            if literal.match("name", 1) and literal.arguments[0].type is SymbolType.String:
                yield literal.arguments[0].string
