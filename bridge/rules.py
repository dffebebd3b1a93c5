"""The statements of program files, and which of them can matter for given facts.

Grounding costs something for every rule, even where nothing matches, and for every literal with `_`, which
clingo answers by a predicate of its own in each further call. So a question leaves out what can't fire, and
names the variables that are written `_` wherever that changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from clingo import Symbol, SymbolType

from magistrate import asp
from magistrate.bridge.firing import Coded, Firing, Tokens
from magistrate.bridge.shapes import shape
from magistrate.bridge.statements import NUMBER, PART, WORD, Statement, read

if TYPE_CHECKING:
    from types import ModuleType

    from clingo.ast import AST

__all__ = ["Relevant", "numbered", "relevant", "root", "source", "statements", "tree", "trees"]

_TOKENS = Tokens()
_NUMBERED: dict[int, frozenset[int]] = {}
_TERMS: dict[int, tuple[str, frozenset[int]]] = {}
"""By clingo's own number of a term (see `shapes`)."""


class Relevant(NamedTuple):
    """What a question needs of its files: statements, each with the line that begins its part, and the names
    that any statement reads, since files that come later may make others fire."""

    statements: tuple[tuple[str, str], ...]
    reads: frozenset[str]


def numbered(fact: Symbol) -> frozenset[int]:
    """What a fact gives to statements that wait for it, as numbers that `relevant` knows."""
    found = _NUMBERED.get(fact._rep)
    if found is None:
        _, arguments, predicate, _ = shape(fact)
        number = _TOKENS.number
        given = [number(predicate)]
        inner = []
        for place, argument in enumerate(arguments):
            word, inside = _term(argument)
            given.append(number((*predicate, place, word)))
            inner.append(inside)
        found = _NUMBERED[fact._rep] = frozenset(given).union(*inner)
    return found


def _term(term: Symbol) -> tuple[str, frozenset[int]]:
    """The word of a term, and the numbers of all words in it."""
    found = _TERMS.get(term._rep)
    if found is None:
        if term.type == SymbolType.Function:
            word = term.name
            inner = [_term(argument)[1] for argument in term.arguments]
            words = frozenset(() if not word else (_TOKENS.number((word, WORD)),)).union(*inner)
        else:
            word, words = NUMBER, frozenset()
        found = _TERMS[term._rep] = word, words
    return found


def relevant(paths: tuple[str, ...], late: tuple[str, ...], present: Iterable[frozenset[int]]) -> Relevant:
    """Those statements of some files that can fire where there are facts that give this (see `numbered`).

    `late`: files that may come later, or have come. A part that no statement names is grounded by whoever
    asks; its statements are kept.
    """
    everything = tuple(sorted({*paths, *late}))
    return _relevant(paths, everything, _firing(everything).looks_at(frozenset().union(*present)))


@lru_cache(maxsize=256)
def _firing(paths: tuple[str, ...]) -> Firing:
    return Firing(_TOKENS, {path: _coded(path) for path in paths})


@cache
def _coded(path: str) -> tuple[Coded, ...]:
    return tuple(Coded.of(_TOKENS, statement) for statement in statements(path))


@cache
def _parts(path: str) -> tuple[frozenset[int], frozenset[int]]:
    """The parts that statements of a file stand in, and those that they name."""
    everything = statements(path)
    standing = (token for statement in everything for token in statement.needs if token[1] == PART)
    named = (token for statement in everything for token in statement.gives if token[1] == PART)
    return frozenset(map(_TOKENS.number, standing)), frozenset(map(_TOKENS.number, named))


@lru_cache(maxsize=1024)
def _relevant(paths: tuple[str, ...], everything: tuple[str, ...], present: frozenset[int]) -> Relevant:
    standing, named = zip(*map(_parts, paths), strict=True)
    asked = frozenset().union(*standing) - frozenset().union(*named)
    found = _firing(everything).fire(present | asked, frozenset(paths))
    kept = [statement for path in paths for statement in found[path]]
    undecided = _open(kept)
    return Relevant(
        statements=tuple(
            (statement.part, statement.text if statement.reads & undecided else statement.named)
            for statement in kept
        ),
        reads=frozenset().union(*map(names_read, paths)),
    )


@cache
def names_read(path: str) -> frozenset[str]:
    """All names that the statements of a file read."""
    return frozenset().union(*(statement.reads for statement in statements(path)))


@cache
def statements(path: str) -> tuple[Statement, ...]:
    """The statements of a program file."""
    return tuple(read(source(path)))


@cache
def source(path: str) -> str:
    """The text of a program file."""
    with open(f"{root()}/{path}", encoding="utf-8") as file:
        return file.read()


def root() -> str:
    """The judge's folder. (importlib.resources would do, and costs every command five milliseconds.)"""
    assert asp.__file__ is not None
    return os.path.dirname(asp.__file__)


def _open(statements: Iterable[Statement]) -> set[str]:
    """The names of predicates that hang on a choice."""
    waiting = list(statements)
    out: set[str] = set()
    size = -1
    while len(out) != size:
        size = len(out)
        rest = []
        for statement in waiting:
            if statement.open or statement.reads & out:
                out |= {token[0] for token in statement.gives if len(token) == 2}
            else:
                rest.append(statement)
        waiting = rest
    return out


@cache
def tree(text: str) -> tuple[AST, ...]:
    """The syntax tree of one statement, which may be short for several. Adding it takes a third of the time
    of its text."""
    found: list[AST] = []
    trees().parse_string(text, found.append)
    return tuple(found[1:])  # after a line that begins the base part


@cache
def trees() -> ModuleType:
    """Clingo's module for syntax trees. Those that are kept must go before it does when the process ends."""
    import atexit

    from clingo import ast

    atexit.register(tree.cache_clear)
    return ast
