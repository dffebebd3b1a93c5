"""Cards: the database, faces, and reading of card lists."""

from magistrate.bridge.cards.database import AmbiguousName, CardDatabase, default_path
from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.cards.names import name_key

__all__ = ["AmbiguousName", "Card", "CardDatabase", "Face", "default_path", "name_key"]
