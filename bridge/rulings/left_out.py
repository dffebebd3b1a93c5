"""What a game that is played leaves out: abilities that the judge doesn't know, or doesn't carry out yet."""

from __future__ import annotations

from functools import lru_cache

from clingo import Symbol, SymbolType

from magistrate.bridge.moves_left import left_to_moves
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.index import index
from magistrate.bridge.unmodelled import gaps

__all__ = ["left_out"]


@lru_cache(maxsize=16)
def left_out(position: Position) -> tuple[Unmodelled, ...]:
    """The abilities of all cards in a position of which something isn't modelled when the game goes on:
    what didn't compile, and words that no program file carries; sorted by card and line."""
    here = index(position.facts)
    names = {row[0]: row[1].string for row in here.of("face_name", 2) if row[1].type is SymbolType.String}
    lines = {row[0]: row[1].number for row in here.of("ability_line", 2)}
    texts = {row[0]: row[1].string for row in here.of("ability_text", 2)}
    found = {
        Unmodelled(names.get(card, str(card)), line, text, why)
        for card, line, text, why in gaps(position.facts)
    }
    for ability, (folder, word) in left_to_moves(position.facts):
        top, card = _top(ability)
        why = f"not carried out yet: {folder.removesuffix('s')} {word}"
        found.add(Unmodelled(names.get(card, str(card)), lines.get(top, 0), texts.get(top, ""), why))
    return tuple(sorted(found))


def _top(ability: Symbol) -> tuple[Symbol, Symbol]:
    """The printed ability that one is nested in, and its card's face."""
    while ability.match("a", 2) and ability.arguments[0].match("a", 2):
        ability = ability.arguments[0]
    return ability, ability.arguments[0] if ability.match("a", 2) else ability
