"""Copies of spells and abilities whose new targets are chosen by whoever copies them, so many copies as X says, copies of what is
cast or activated next (CR 707.10, 707.10c, 603.7)."""

from __future__ import annotations

from . import grammar
from .clauses import clause, doing
from .combinators import form, one_of, position
from .instructions import Does
from .pointing import PLAYERS
from .terms import Mention, Term, each

# --- whoever copies it chooses -----------------------------------------------------------------------------------------------

_copies = one_of(
    form("the copy|copies they control|controls"),
    form("the copy|copies you control"),
    form("the copy|copies"),
    form("that copy"),
    form("their copy|copies"),
)
_new = one_of(form("new targets"), form("a new target"))
"""The same to the judge: what isn't changed stays (CR 115.7d)."""


def _aimed_by_who_copies(what: Term, at: int) -> Does:
    """Who copies it may leave its targets as they are, so that nothing more is asked."""
    return lambda who: [
        ("copy", who, 1, what, Mention(at, "copies")),
        ("choose_new_targets", who, "copies"),
    ]


doing.prefer(
    form("copy|copies {} {} and may choose {} for {}", grammar.reference, position(), _new, _copies,
        make=lambda r, at, n, c: _aimed_by_who_copies(r, at)),
    form("copy|copies {} x times {}", grammar.reference, position(),
        make=lambda r, at: lambda who: ("copy", who, "x", r, Mention(at, "copies"))),
)  # fmt: skip
doing.add(
    form("choose|chooses {} for {}", _new, _copies, make=lambda n, c: lambda who: ("choose_new_targets", who, "copies")),
)  # fmt: skip
clause.prefer(
    form("each of those players may choose {} for {}", _new, _copies,
        make=lambda n, c: ("choose_new_targets", each(PLAYERS), "copies")),
)  # fmt: skip
