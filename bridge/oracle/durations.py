"""How long an effect made by a resolution lasts (CR 611.2, 500.5)."""

from __future__ import annotations

from . import grammar
from .combinators import form, one_of

duration = one_of(
    form("until end of turn", give="end_of_turn"),
    form("this turn and next turn", give="end_of_next_turn"),
    form("this turn", give="end_of_turn"),
    form("until the end of your next turn", give="end_of_your_next_turn"),
    form("until the end of your next upkeep", give="end_of_your_next_upkeep"),
    form("until your next turn", give="your_next_turn"),
    form("until the end of turn", give="end_of_turn"),
    form("until end of combat", give="end_of_combat"),
    form("until the end of combat", give="end_of_combat"),
    form("this combat", give="end_of_combat"),
    form("until a player casts a|an {}", grammar.noun, make=lambda f: ("until_spell", f)),
    form("until {} is cast from exile", grammar.reference, make=lambda r: ("until_cast", r)),
    form("until your next end step", give="your_next_end_step"),
    form("until your next upkeep", give="your_next_upkeep"),
    form("until {} leaves the battlefield", grammar.reference, make=lambda r: ("until_leaves", r)),
    form("for as long as {}", grammar.condition, make=lambda c: ("as_long_as", c)),
    form("for the rest of the game", give="rest_of_game"),
    form("during {} next turn", grammar.possessive, make=lambda r: ("next_turn_of", r)),
    name="how long",
)
"""`until end of turn` -> Term."""
