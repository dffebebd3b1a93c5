"""Sectors of the battlefield (CR 702.158)."""

from __future__ import annotations

from typing import Any

from parsy import Result

from .after_nouns import after_noun
from .clauses import clause, clauses
from .combinators import Rule, form
from .instructions import sentence
from .nouns import one
from .terms import Ability, Term, each

_SECTORS = ("alpha_sector", "beta_sector", "gamma_sector")
_CREATURE = one(("type", "creature"), ("zone", "battlefield"))
_CHOSEN = "in the sector of your choice".split()


def _apart() -> Term:
    """Each sector's creatures can be blocked only by its own."""
    there = [_CREATURE.also(("sector", sector)) for sector in _SECTORS]
    said = tuple(("cant_be_blocked_except", each(what), what) for what in there)
    return ("lasting", "end_of_turn", Ability("lasting", statements=said))


def _with_choice(stream: Any, at: int) -> Result:
    """`Destroy all creatures in the sector of your choice`: the sector is chosen first (CR 702.158d)."""
    end = stream.index(".", at) if "." in stream[at:] else len(stream)
    if not any(stream[i : i + len(_CHOSEN)] == _CHOSEN for i in range(at, end)):
        return Result.failure(at, "in the sector of your choice")
    result = clauses(stream, at)
    if not result.status:
        return result
    terms = [("choose", "you", "sector"), *result.value]
    return Result(True, result.index, terms, result.furthest, result.expected)


after_noun.prefer(form("in the sector of your choice", give=one(("sector", "chosen"))))
clause.add(
    form(
        "creatures in each sector can be blocked this turn only by creatures in the same sector",
        give=_apart(),
    ),
)
sentence.prefer(Rule(_with_choice))
