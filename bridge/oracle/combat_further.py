"""Further combat: what nothing blocks any more, being made to block, whom something didn't attack (CR 506.4, 509.1h, 508.1d)."""

from __future__ import annotations

from . import grammar
from .clauses import clause, doing
from .combinators import form, one_of, position
from .nouns import one
from .terms import Mention, Term

# --- unblocked -----------------------------------------------------------------------------------------------------------------

_only = one_of(
    form("had become blocked by only {}", grammar.reference),
    form("hadn't become blocked by another creature"),
)
clause.prefer(
    form(
        "creatures {} was blocking that {} this combat become unblocked",
        grammar.reference,
        _only,
        make=lambda r, again: ("become_unblocked", r),
    ),
)

# --- made to block ---------------------------------------------------------------------------------------------------------------

_ATTACKER = one(("type", "creature"), ("zone", "battlefield"), "attacking")


def _blocks(blocker: Term, at: int) -> Term:
    return ("made_to_block", blocker, ("some", 1, 1, _ATTACKER, Mention(at, "chosen_ones")))


clause.prefer(
    form("{} blocks an attacking creature of your choice {}", grammar.reference, position(), make=_blocks),
)
doing.prefer(
    form(
        "have {} block an attacking creature of your choice {}",
        grammar.reference,
        position(),
        make=lambda r, at: lambda who: _blocks(r, at),
    ),
)
