"""Costs as sums, so that "{2}" twice is "{4}"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from clingo import Symbol, SymbolType

from magistrate.bridge.oracle import mana
from magistrate.bridge.positions import terms

Total = dict[str, int]


def total(costs: Iterable[str | Symbol]) -> Total:
    """What some costs come to: symbols with how many there are of each; generic mana counts by its amount.

    A text is read as mana where it consists of mana symbols, else it stands for itself.
    """
    found: Counter[str] = Counter()
    for cost in costs:
        if isinstance(cost, str) and cost.lstrip().startswith("{"):
            for inside in mana.symbols(cost):
                _add(found, inside)
        elif isinstance(cost, str):
            try:
                _sum(found, terms.parse(cost))
            except ValueError:
                found[cost] += 1
        else:
            _sum(found, cost)
    return {kind: number for kind, number in found.items() if number}


def _add(found: Counter[str], inside: str) -> None:
    term = mana.symbol(inside)
    if isinstance(term, tuple) and term[0] == "generic":
        found["generic"] += int(term[1])
    else:
        found[_flat(term)] += 1


def _flat(term: object) -> str:
    if isinstance(term, tuple):
        return f"{term[0]}({','.join(_flat(part) for part in term[1:])})"
    return str(term)


def _sum(found: Counter[str], cost: Symbol) -> None:
    """Add a cost as a term: nested pairs of symbols, inside `mana` or not."""
    if cost.type is SymbolType.Function and not cost.name:
        for part in cost.arguments:
            _sum(found, part)
    elif cost.match("mana", 1):
        _sum(found, cost.arguments[0])
    elif cost.match("generic", 1) and cost.arguments[0].type is SymbolType.Number:
        found["generic"] += cost.arguments[0].number
    else:
        found[str(cost)] += 1
