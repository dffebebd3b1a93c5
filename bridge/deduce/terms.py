"""Terms as the evaluator holds them: numbers are numbers, everything else is one object for each term.

Since equal terms are the same object, comparing and hashing them costs next to nothing.
"""

from __future__ import annotations

from typing import TypeAlias, Union

from clingo import Function, Infimum, Number, String, Supremum, Symbol, SymbolType

__all__ = [
    "GREATEST",
    "LEAST",
    "MADE",
    "TEXT",
    "Term",
    "Value",
    "functor",
    "made",
    "name_of",
    "symbol",
    "value",
]


class Term:
    """A term that is no number. `key` is its functor, such as `o/1`, and its arguments; `functor` the first
    of these. Terms are made by `made` and `value` only."""

    __slots__ = ("functor", "key", "known")

    def __init__(self, key: tuple[Value, ...] | tuple[str, ...]) -> None:
        self.key = key
        self.functor = key[0]
        self.known: Symbol | None = None

    def __repr__(self) -> str:
        return str(symbol(self))

    # The order of terms is clingo's: numbers come first.
    def __lt__(self, other: Value) -> bool:
        return symbol(self) < symbol(other)

    def __gt__(self, other: Value) -> bool:
        return symbol(self) > symbol(other)

    def __le__(self, other: Value) -> bool:
        return self is other or symbol(self) < symbol(other)

    def __ge__(self, other: Value) -> bool:
        return self is other or symbol(self) > symbol(other)


Value: TypeAlias = Union[int, Term]  # noqa: UP007 (Term is defined above, and an alias is evaluated)

MADE: dict[tuple[object, ...], Term] = {}
"""All terms by functor and arguments."""
_NUMBERS: dict[int, Symbol] = {}
_VALUES: dict[int, Value] = {}
"""By clingo's own number of a term (see `shapes`)."""
TEXT = '"'
LEAST, GREATEST = "#inf", "#sup"
"""The functors of texts, and of the terms below and above all others."""


def functor(name: str, arity: int) -> str:
    """What tells functions apart: name and number of arguments. A tuple's name is empty."""
    return f"{name}/{arity}"


def name_of(term: Symbol) -> str:
    """The name of a function, with the minus that may stand before it."""
    return f"-{term.name}" if term.negative else str(term.name)


def made(key: tuple[object, ...]) -> Term:
    """The term of a functor and arguments."""
    found = MADE.get(key)
    if found is None:
        found = MADE[key] = Term(key)  # type: ignore[arg-type]
    return found


def value(term: Symbol) -> Value:
    """One of clingo's terms as the evaluator holds it."""
    found = _VALUES.get(term._rep)
    if found is None:
        found = _VALUES[term._rep] = _value(term)
    return found


def _value(term: Symbol) -> Value:
    match term.type:
        case SymbolType.Number:
            return int(term.number)
        case SymbolType.String:
            out = made((TEXT, term.string))
        case SymbolType.Infimum:
            out = made((LEAST,))
        case SymbolType.Supremum:
            out = made((GREATEST,))
        case _:
            arguments = term.arguments
            out = made((functor(name_of(term), len(arguments)), *map(value, arguments)))
    out.known = term
    return out


def symbol(one: Value) -> Symbol:
    """A term as clingo holds it."""
    if one.__class__ is int:
        found = _NUMBERS.get(one)
        if found is None:
            found = _NUMBERS[one] = Number(one)
        return found
    assert isinstance(one, Term)
    known = one.known
    if known is None:
        known = one.known = _symbol(one)
        _VALUES[known._rep] = one
    return known


def _symbol(one: Term) -> Symbol:
    name, *arguments = one.key
    assert isinstance(name, str)
    if name == TEXT:
        return String(str(arguments[0]))
    if name == LEAST:
        return Infimum
    if name == GREATEST:
        return Supremum
    name = name.rpartition("/")[0]
    inner = [symbol(argument) for argument in arguments]  # type: ignore[arg-type]
    return Function(name.removeprefix("-"), inner, not name.startswith("-"))
