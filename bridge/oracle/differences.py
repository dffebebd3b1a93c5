"""`If target opponent has more cards in hand than you, draw cards equal to the difference`: by how much two numbers that a
condition compares are apart (CR 107.1)."""

from __future__ import annotations

from .terms import Term, substitute_deep

TOLD = "the_difference"
"""What a text calls so, before it is known which condition it speaks of."""


def _apart(condition: Term) -> Term:
    """The difference of the two sides of a condition; None where it compares nothing."""
    if not isinstance(condition, tuple):
        return None
    if condition[0] == "compare":
        return ("difference", condition[1], condition[3])
    if condition[0] == "is" and len(condition[2].literals) == 1 and not condition[2].either:
        literal = condition[2].literals[0]
        if isinstance(literal, tuple) and literal[0] == "compare":
            of = (*literal[1], condition[1]) if isinstance(literal[1], tuple) else (literal[1], condition[1])
            return ("difference", of, literal[3])
        if isinstance(literal, tuple) and literal[0] == "controls_count":
            theirs = ("count", literal[1].also(("controller", condition[1])))
            return ("difference", theirs, literal[3])
    return None


def with_difference(condition: Term, terms: list[Term]) -> list[Term]:
    """What is done if the condition holds, in which "the difference" is that of its two sides."""
    apart = _apart(condition)
    return [substitute_deep(term, TOLD, apart) for term in terms] if apart is not None else terms
