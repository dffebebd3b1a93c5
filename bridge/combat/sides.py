"""What an outcome that was played is worth to each player."""

from __future__ import annotations

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.outcome import Outcome
from magistrate.bridge.combat.wishes import Wishes

__all__ = ["Sides"]


class Sides:
    """The players of a position before a combat. `teams`: the permanents of each, all by name."""

    def __init__(self, here: Board) -> None:
        position, label = here.position, here.position.names.label
        there = {row[0] for row in position.about("in_zone", 2) if row[1].name == "battlefield"}
        controls = {row[0]: row[1] for row in position.about("base_controller", 2) if row[0] in there}
        controls |= {o: here.owner(o) for o in (*here.kinds, *here.goals)}
        self.life = {label(row[0]): row[1].number for row in position.about("life", 2)}
        self.teams = {
            label(row[0]): frozenset(label(o) for o, p in controls.items() if p == row[0])
            for row in sorted(position.about("player", 1))
        }

    def values(self, one: Outcome, name: str, wishes: Wishes) -> tuple[float, ...]:
        """How good an outcome is for the player of that name, first things first; more is better."""
        team = self.teams[name]
        gone = (*one.dies, *one.leaves)
        sums = {
            "kill": sum(x not in team and any(x in other for other in self.teams.values()) for x in gone),
            "keep": -sum(x in team for x in gone),
            "life": one.life.get(name, 0) - self.life.get(name, 0),
            "damage": sum(self.life[p] - n for p, n in one.life.items() if p != name),
        }
        return wishes.ranked(name in one.lost, any(p != name for p in one.lost), sums)
