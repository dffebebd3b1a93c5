"""Tokens that are created beside others: `those tokens plus a Clue token are created instead` (CR 614.1a, 614.16)."""

from __future__ import annotations

from .combinators import Refuse, form, one_of
from .replacing import outcome
from .terms import Term
from .tokens import created

_with_them = one_of(
    form("those tokens plus {} are created instead", created),
    form("instead create those tokens plus {}", created),
    name="those tokens plus others",
)


def _beside(does: object) -> list[Term]:
    made = does("you") if callable(does) else None
    if not (isinstance(made, tuple) and made[0] == "create") or made[4].items:
        raise Refuse("a token")
    if made[2] != "that_much" and not isinstance(made[2], int):
        raise Refuse("how many tokens")
    return [("also_create", made[2], made[3])]


outcome.prefer(form("{}", _with_them, make=_beside))
