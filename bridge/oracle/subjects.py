"""Whom the subject of a sentence means: one player, each of several, or several things."""

from __future__ import annotations

from .spoken import only_players
from .terms import Filter, Mention, Pronoun, Target, Term

__all__ = ["DONE_BY_PLAYERS", "each_player", "one_player", "player_does", "several_things"]

DONE_BY_PLAYERS = frozenset(
    [
        "draw", "discard", "discard_at_random", "discard_it", "lose_life", "gain_life", "sacrifice", "sacrifice_it",
        "get_counters", "create", "mill", "pay", "search", "move", "lose_mana", "lose_game", "win_game", "shuffle", "scry", "surveil",
        "add_mana", "reveal", "reveal_hand", "reveal_top", "exile_top", "look_top", "choose_some", "investigate",
        "put_counters", "copy", "proliferate", "cast_free", "cast_free_as", "cast_for", "play_free", "may_play", "may_cast", "may_play_free", "skip",
    ]
)  # fmt: skip
"""Instructions whose first place is a player, so that "they" before them means one."""


def player_does(term: Term, whom: Term) -> bool:
    return isinstance(term, tuple) and term[0] in DONE_BY_PLAYERS and len(term) > 1 and term[1] == whom


def several_things(whom: Term) -> bool:
    """Whether a subject may be more than one object."""
    if isinstance(whom, Pronoun):
        return whom.word == "them" or whom.word.startswith("those_")
    if isinstance(whom, Target):
        return whom.most != 1 and not one_player(whom)
    return isinstance(whom, tuple) and whom[0] in ("each", "some", "all_of_them")


def each_player(whom: Term) -> bool:
    """Whether a reference means each of some players."""
    return (
        isinstance(whom, tuple)
        and whom[0] == "each"
        and isinstance(whom[1], Filter)
        and only_players(whom[1])
    )


def one_player(whom: Term) -> bool:
    """Whether a subject is a player, whom "they" and "their" can mean."""
    if isinstance(whom, Pronoun):
        return whom.word in ("that_player", "those_players", "their")
    if isinstance(whom, Target):
        return only_players(whom.filter)
    if isinstance(whom, Mention):
        return whom.of is not None and only_players(whom.of)
    if isinstance(whom, tuple):
        return whom[0] in ("controller", "owner", "chosen", "player_or_controller")
    return whom not in ("self", "you")
