"""Building and reading ground terms: the few functions that every part of a position uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

import clingo
from clingo import Function, Number, String, Symbol, SymbolType

LARGEST = 2**31 - 1
"""The largest number that a term holds."""
DEPTH = 200
"""So deep may terms be nested."""


@lru_cache(maxsize=4096)
def constant(word: str) -> Symbol:
    """A constant. The word must be one (`is_constant`)."""
    return Function(word)


def fact(name: str, *arguments: Symbol) -> Symbol:
    """A fact about terms."""
    return Function(name, arguments)


def printed(face: Symbol) -> Symbol:
    """The face of a card that a copy with exceptions is a copy of; any other face itself."""
    while face.match("variant", 3):
        face = face.arguments[0]
    return face


@lru_cache(maxsize=4096)
def number(value: int) -> Symbol:
    """A number as a term."""
    return Number(value)


@lru_cache(maxsize=4096)
def player(value: int) -> Symbol:
    """The player p(N)."""
    return Function("p", (Number(value),))


@lru_cache(maxsize=65536)
def object_(value: int) -> Symbol:
    """The object o(N)."""
    return Function("o", (Number(value),))


@lru_cache(maxsize=4096)
def face(name: str) -> Symbol:
    """The card face c("Name")."""
    return Function("c", (String(name),))


_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_]*")


def is_constant(word: str) -> bool:
    """Whether a word can stand as a constant in a program."""
    return word.isascii() and word != "not" and _CONSTANT.fullmatch(word) is not None


def word(text: str) -> Symbol:
    """A word of the game as a term: the constant that it makes, or the text itself when it makes none.

    `first strike` is first_strike, `Power-Plant` power_plant, `Urza's` urzas; `+1/+1` stays a text.
    """
    made = re.sub(r"[\s-]+", "_", text.strip().lower().replace("'", "").replace("’", ""))
    return constant(made) if is_constant(made) else String(text.strip())


def is_object(symbol: Symbol) -> bool:
    """Whether a term is an object."""
    return symbol.type is SymbolType.Function and symbol.name == "o" and len(symbol.arguments) == 1


def is_player(symbol: Symbol) -> bool:
    """Whether a term is a player."""
    return symbol.type is SymbolType.Function and symbol.name == "p" and len(symbol.arguments) == 1


def pack(facts: Iterable[Symbol]) -> bytes:
    """Facts as bytes that `unpack` reads quickly."""
    return ("(" + "".join(f"{f}," for f in sorted(map(str, facts))) + ")").encode()


def unpack(blob: bytes) -> frozenset[Symbol]:
    """The facts that were packed. Raises `ValueError` for anything else."""
    try:
        term = clingo.parse_term(blob.decode(), logger=_quiet)
    except (RuntimeError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from None
    if term.type is not SymbolType.Function or term.name:
        raise ValueError("no tuple of facts")
    return frozenset(term.arguments)


def parse(text: str) -> Symbol:
    """One ground term. Raises `ValueError` for anything else, and for what is nested deeper than any fact."""
    if text.count("(") > DEPTH and _depth(text) > DEPTH:
        raise ValueError(f"it is nested more than {DEPTH} deep")
    said: list[str] = []
    try:
        return clingo.parse_term(text, logger=lambda _, message: said.append(message))
    except RuntimeError as error:
        raise ValueError(said[0] if said else str(error)) from None


def _depth(text: str) -> int:
    """How deep parentheses are nested, those in quoted texts included."""
    depth = most = 0
    for character in text:
        if character == "(":
            depth += 1
            most = max(most, depth)
        elif character == ")":
            depth -= 1
    return most


def _quiet(_code: object, _message: str) -> None:
    """Say nothing."""


def replace(symbol: Symbol, old: Symbol, new: Symbol) -> Symbol:
    """The term with one term in it, at any depth, put in place of another."""
    if symbol == old:
        return new
    if symbol.type is SymbolType.Function and symbol.arguments:
        return Function(symbol.name, [replace(a, old, new) for a in symbol.arguments], symbol.positive)
    return symbol


def functions(symbol: Symbol) -> Iterator[Symbol]:
    """Every constant and compound term inside a term, itself included."""
    if symbol.type is SymbolType.Function:
        yield symbol
        for argument in symbol.arguments:
            yield from functions(argument)


def modes_chosen(x: Symbol, modes: Iterable[int]) -> list[Symbol]:
    """The modes of X as facts; 700.2d: one may be chosen several times."""
    out: list[Symbol] = []
    for mode, times in Counter(modes).items():
        out.append(Function("chosen_mode", [x, Number(mode)]))
        out += [Function("chosen_again", [x, Number(mode), Number(n)]) for n in range(2, times + 1)]
    return out
