"""What is chosen as an instruction is followed, before it (CR 608.2d): piles, creature types, colours."""

from __future__ import annotations

from collections.abc import Iterator

from .combinators import Refuse
from .gathered import targets_in
from .terms import Ability, Filter, Listed, Term, substitute_deep, walk


def choosing_piles(terms: list[Term]) -> list[Term]:
    """`Put one pile into your hand`: one is chosen before (CR 700.3)."""
    found: list[Term] = []
    for term in terms:
        piles = {t for t in walk(term) if isinstance(t, tuple) and t[:1] == ("pile_of",)}
        piles |= {
            t[1]
            for t in _all_literals(term)
            if isinstance(t, tuple) and t[0] == "is" and isinstance(t[1], tuple) and t[1][0] == "pile_of"
        }
        for pile in piles:
            term = substitute_deep(term, pile, "chosen_pile")
            found.append(("choose_pile", pile[1]))
        found.append(term)
    return found


def choosing_kinds(terms: list[Term]) -> list[Term]:
    """`Creatures of the creature type of your choice get -1/-1`: it is chosen before (CR 608.2d)."""
    found: list[Term] = []
    for term in terms:
        kinds = {t[1] for t in _all_literals(term) if isinstance(t, tuple) and t[:1] == ("of_your_choice",)}
        for kind in sorted(kinds):
            if any(("of_your_choice", kind) in t.filter.literals for t in targets_in(term)):
                raise Refuse("no target")
            term = substitute_deep(term, ("of_your_choice", kind), ("chosen", kind))
            found.append(("choose", "you", kind))
        found.append(term)
    return found


def _all_literals(term: Term) -> Iterator[Term]:
    """Literals of all filters in an instruction and in the effect that it makes."""
    parts: tuple[Term, ...] = ()
    if isinstance(term, Filter):
        yield from term.literals
        parts = (*term.literals, *term.either)
    elif isinstance(term, Ability):
        parts = (*(c.whom for c in term.changes), *(c.what for c in term.changes), *term.statements)
    elif isinstance(term, Listed):
        parts = term.items
    elif isinstance(term, tuple):
        parts = term
    for part in parts:
        yield from _all_literals(part)
