"""The statements of program files, and which of them clingo needs where it takes over a question.

Grounding costs something for every rule, even where nothing matches, and for every literal with `_`, which
clingo answers by a predicate of its own in each further call. So it gets no rule that can't fire, and the
variables that are written `_` are named wherever that changes nothing.
"""

from __future__ import annotations

import os
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from magistrate import asp
from magistrate.bridge.statements import Predicate, Statement, read

if TYPE_CHECKING:
    from types import ModuleType

    from clingo.ast import AST

__all__ = [
    "NEXT",
    "Coming",
    "all_files",
    "root",
    "solved",
    "source",
    "statements",
    "to_come",
    "tree",
    "trees",
    "undecided",
]


class Coming(NamedTuple):
    """What clingo needs of a question's files: statements, each with the line that begins its part, and the
    predicates that they read and that something is known of."""

    statements: tuple[tuple[str, str], ...]
    reads: tuple[Predicate, ...]


@lru_cache(maxsize=512)
def undecided(paths: tuple[str, ...], done: frozenset[str]) -> frozenset[Predicate]:
    """The predicates that hang on a choice, by the statements of some files that stand in no part that is
    done."""
    waiting = [one for path in paths for one in statements(path) if one.name not in done and one.gives]
    out: set[Predicate] = set()
    size = -1
    while len(out) != size:
        size = len(out)
        rest: list[Statement] = []
        for one in waiting:
            if one.open or not one.reads.isdisjoint(out) or not one.gives.isdisjoint(out):
                out |= one.gives
            else:
                rest.append(one)
        waiting = rest
    return frozenset(out)


@lru_cache(maxsize=512)
def to_come(
    paths: tuple[str, ...],
    done: frozenset[str],
    now: frozenset[str],
    due: frozenset[str],
    known: frozenset[Predicate],
) -> Coming:
    """Those statements of some files that stand in no part that is done, hang on a choice where they stand in
    a part that is carried out now, and can fire where something is known of these predicates. `due`: the
    parts that are to be carried out; others that rules call follow only from a rule that calls them."""
    hanging = undecided(paths, done)
    waiting = [
        one
        for path in paths
        for one in statements(path)
        if one.name not in done
        and (one.name not in now or not one.gives or not one.gives.isdisjoint(hanging))
    ]
    given = set(known)
    uncalled = _called(paths) - now - due
    kept: list[Statement] = []
    size = -1
    while len(kept) != size:
        size = len(kept)
        rest: list[Statement] = []
        for one in waiting:
            if one.needs <= given and one.name not in uncalled:
                kept.append(one)
                given |= one.gives
                if NEXT in one.gives:
                    uncalled -= _words(one)
            else:
                rest.append(one)
        waiting = rest
    names = {name for name, _ in hanging}
    reads = frozenset().union(*(one.reads for one in kept))
    return Coming(
        tuple((one.part, one.text if one.names & names else one.named) for one in kept),
        tuple(sorted(reads & known)),
    )


NEXT: Predicate = ("next", 2)
"""Says which part is carried out next; see asp/vocabulary.lp."""


@lru_cache(maxsize=512)
def _called(paths: tuple[str, ...]) -> frozenset[str]:
    """The parts of some files that rules in them call."""
    parts = {one.name for path in paths for one in statements(path)}
    called = (_words(one) for path in paths for one in statements(path) if NEXT in one.gives)
    return frozenset().union(*called) & parts


@cache
def _words(one: Statement) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]\w*", one.text))


@cache
def solved(path: str) -> frozenset[str]:
    """The parts of a file in which a choice, a constraint or a weight stands: these are for clingo."""
    return frozenset(one.name for one in statements(path) if one.solved)


@cache
def statements(path: str) -> tuple[Statement, ...]:
    """The statements of a program file."""
    return tuple(read(source(path)))


@cache
def source(path: str) -> str:
    """The text of a program file."""
    with open(f"{root()}/{path}", encoding="utf-8") as file:
        return file.read()


@cache
def all_files() -> tuple[str, ...]:
    """The program files, relative to the judge's folder."""
    top = root()
    found = (f"{folder}/{name}" for folder, _, names in os.walk(top) for name in names)
    return tuple(sorted(os.path.relpath(path, top) for path in found if path.endswith(".lp")))


def root() -> str:
    """The judge's folder. (importlib.resources would do, and costs every command five milliseconds.)"""
    assert asp.__file__ is not None
    return os.path.dirname(asp.__file__)


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
