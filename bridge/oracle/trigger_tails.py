"""What stands behind an event and narrows it: when in the turn, while what holds, the first time each turn."""

from __future__ import annotations

from typing import Any

from . import grammar
from .combinators import Refuse, Rule, form, many, one_of
from .spoken import only_players
from .terms import Filter, Term


def _in_own_turn(pattern: Term) -> Term:
    """`an opponent casts a spell during their turn`: an opponent whose turn it is."""
    if not (isinstance(pattern[1], Filter) and only_players(pattern[1])):
        raise Refuse("a player")
    return (pattern[0], pattern[1].also(("is", "active_player")), *pattern[2:])


def with_tails(pattern: Term, tails: list[Any]) -> Term:
    for name, argument in tails:
        if name == "THEIR_TURN":
            pattern = _in_own_turn(pattern)
            continue
        pattern = (name, pattern) if argument is None else (name, pattern, argument)
    return pattern


tail = many(
    one_of(
        form("for the first time each turn", give=("first_each_turn", None)),
        form("during your turn", give=("during", "your_turn")),
        form("during an opponent's turn", give=("during", ("non", "your_turn"))),
        form("during their turn", give=("THEIR_TURN", None)),
        form("during combat", give=("during", "combat")),
        form("during each opponent's turn", give=("during", ("non", "your_turn"))),
        form("during the declare attackers step", give=("during", ("step", "declare_attackers"))),
        form("while {}", grammar.condition, make=lambda c: ("while", c)),
        form("without paying its mana cost", give=("free", None)),
    )
)


def goes_on(stream: Any, at: int, ending: Rule) -> int | None:
    """Where the next of several things that happen begins: `attacks, blocks, or becomes the target ...`."""
    if stream[at + 1 : at + 2] == ["or"]:
        return at + 2 if ending(stream, at + 2).status else None
    following = ending(stream, at + 1)
    closes = following.status and stream[following.index : following.index + 2] == [",", "or"]
    return at + 1 if closes and ending(stream, following.index + 2).status else None
