"""Costs in the way cards print them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clingo import Symbol, SymbolType

_LETTERS = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "C",
    "snow": "S",
    "x": "X",
    "y": "Y",
    "z": "Z",
}


def cost_text(cost: Symbol, say: Callable[[Symbol], str | None] = lambda term: None) -> str:
    """A cost: "{2}{R}", "pay 2 life"; for what has no form here its term in words. `say` may have words for a
    part of it, such as a filter."""
    told = say(cost)
    if told is not None:
        return told
    if cost.match("or", 2):
        return " or ".join(cost_text(part, say) for part in cost.arguments)
    if cost.match("costs", 1):
        return cost_text(cost.arguments[0], say)
    if cost.match("mana", 1):
        return "".join(f"{{{_symbol(symbol)}}}" for symbol in _items(cost.arguments[0])) or "{0}"
    if cost.match("life", 1):
        return f"pay {cost.arguments[0]} life"
    items = list(_items(cost))
    if items:
        return ", ".join(cost_text(item, say) for item in items)
    if cost.type is SymbolType.Function:
        parts = [cost_text(a, say) for a in cost.arguments]
        if len(parts) == 2 and parts[1].startswith(("a ", "an ")):
            parts = parts[1:] if parts[0] == "1" else [parts[0], f"({parts[1].partition(' ')[2]})"]
        return " ".join([cost.name.replace("_", " "), *parts])
    return str(cost)


def _items(term: Symbol) -> Iterator[Symbol]:
    """The items of a list of nested pairs; nothing for anything else."""
    while term.type is SymbolType.Function and term.name == "" and len(term.arguments) == 2:
        yield term.arguments[0]
        term = term.arguments[1]


def _symbol(symbol: Symbol) -> str:
    if symbol.match("generic", 1):
        return str(symbol.arguments[0])
    if symbol.match("hybrid", 2):
        return "/".join(_symbol(part) for part in symbol.arguments)
    if symbol.match("phyrexian", 1):
        return f"{_symbol(symbol.arguments[0])}/P"
    return _LETTERS.get(str(symbol), str(symbol))
