"""Names of optional costs and ways of casting, as people write them and as the judge has them."""

from __future__ import annotations

import re

from clingo import Function, Number, Symbol

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.explain.costs import cost_text
from magistrate.bridge.oracle import mana
from magistrate.bridge.positions import terms

__all__ = ["said", "way"]

_WITH_COST = re.compile(r"(.*?\S)\s+((?:\{[^{}]+\})+)")


def way(name: str | Symbol) -> Symbol:
    """The judge's term for a name: `flashback`, or `kicker {W}` where the cost tells it from another.

    Raises `MagistrateError` for a cost that is no mana.
    """
    if isinstance(name, Symbol):
        return name
    found = _WITH_COST.fullmatch(name.strip())
    if found is None:
        return Function(str(terms.word(name)))
    symbols = mana.parse(found[2])
    if symbols is None:
        raise MagistrateError(f"expected mana symbols, found {found[2]!r}")
    cost = Function("mana", [_listed([_symbol(one) for one in symbols])])
    return Function(str(terms.word(found[1])), [cost])


def said(term: Symbol) -> str | Symbol:
    """The name of a way, as `way` reads it; a term that names objects stays one."""
    if any(map(terms.is_object, term.arguments)):
        return term
    word = term.name.replace("_", " ")
    return " ".join([word, *(cost_text(cost) for cost in term.arguments)])


def _symbol(term: object) -> Symbol:
    if isinstance(term, tuple):
        return Function(str(term[0]), [_symbol(part) for part in term[1:]])
    return Number(term) if isinstance(term, int) else Function(str(term))


def _listed(items: list[Symbol]) -> Symbol:
    found = Function("", [])
    for item in reversed(items):
        found = Function("", [item, found])
    return found
