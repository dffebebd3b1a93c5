"""The game: carries out what the judge says happens, and stops where a player must decide."""

from magistrate.bridge.game.engine import Decision, Entry, Game

__all__ = ["Decision", "Entry", "Game"]
