"""The statements of program files, and which of them can matter for given facts.

Grounding costs something for every rule, even where nothing matches, and for every literal with `_`, which
clingo answers by a predicate of its own in each further call. So a question leaves out what can't fire, and
names the variables that are written `_` wherever that changes nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from magistrate import asp

if TYPE_CHECKING:
    from types import ModuleType

    from clingo.ast import AST

__all__ = ["Relevant", "Statement", "names_read", "read", "relevant", "root", "source", "tree", "trees"]

Name = tuple[str, int]
"""A predicate and its number of arguments."""
_NEXT = "next"
"""The predicate whose last argument names parts."""
PART = -1
"""Stands for the number of arguments where the name is that of a part."""


class Statement(NamedTuple):
    """One statement of a program file.

    `text` as written, without comments. `named`: the same, no `_` in its positive literals. `part`: the line
    that begins its part. `needs`: predicates without which it can't fire; the part it stands in is one of
    them, as a name with PART. `gives`: what its head may make true, parts that it names included. `reads`:
    all names in its body. `open`: its head is a choice.
    """

    text: str
    named: str
    part: str
    needs: frozenset[Name]
    gives: frozenset[Name]
    reads: frozenset[str]
    open: bool


_TOKEN = re.compile(
    r"""(?P<blank>\s+|%\*.*?\*%|%[^\n]*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[a-z][\w']*)|:[-~]|\.\.|[#\w']+|.""",
    re.DOTALL,
)
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_JOINING = frozenset((",", ";", "|", ":"))


def read(text: str) -> Iterator[Statement]:
    """The statements of a program text.

    Declarations with `#defined` are left out: they only silence messages.
    """
    part = "#program base."
    tokens: list[str] = []
    end = "."
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if match.lastgroup == "blank":
            tokens.append(" ")
            continue
        tokens.append(token)
        if token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
        elif token == ":~":
            end = "]"  # of the weight, which comes after the dot
        if token == end and not depth and (end == "." or "." in tokens):
            while tokens[0] == " ":
                del tokens[0]
            if tokens[0] == "#program":
                part = "".join(tokens)
            elif tokens[0] != "#defined":
                yield _statement(tokens, part)
            tokens, end = [], "."


def _statement(tokens: list[str], part: str) -> Statement:
    text = "".join(tokens)
    inside = re.match(r"#program\s+(\w+)", part)
    assert inside is not None
    needs = set() if inside[1] == "base" else {(inside[1], PART)}
    if tokens[0].startswith(("#", ":~")):
        names = frozenset(token for token in tokens if token[0].isalpha())
        gives = (
            frozenset((name, arity) for name in names for arity in range(10)) if "#external" in text else ()
        )
        return Statement(text, text, part, frozenset(), frozenset(gives), names, bool(gives))
    split = tokens.index(":-") if ":-" in tokens else len(tokens) - 1
    head, body = tokens[:split], tokens[split + 1 : -1]
    gives = frozenset(name for atom in _atoms(head) for name in _names(atom))
    for atom in _atoms(head):
        if atom[0] == _NEXT:
            gives |= {(token, PART) for token in _last(atom) if token[0].isalpha() and token[0].islower()}
    said: list[str] = []
    for joint, element in _elements(body):
        name = _literal(element)
        if name is not None:
            needs.add(name)
        plain = _is_atom(element)
        said += [joint, *(_name_blanks(element, len(said)) if plain else element)]
    named = text if not body else "".join([*head, ":-", *said, "."])
    return Statement(
        text=text,
        named=named,
        part=part,
        needs=frozenset(needs),
        gives=gives,
        reads=frozenset(token for token in body if token[0].isalpha() and token[0].islower()),
        open="{" in head or ";" in _outside(head) or "|" in _outside(head),
    )


def _outside(tokens: Sequence[str]) -> list[str]:
    """The tokens outside of all brackets."""
    out, depth = [], 0
    for token in tokens:
        depth -= token in _CLOSING
        if not depth:
            out.append(token)
        depth += token in _OPENING
    return out


def _atoms(head: Sequence[str]) -> list[list[str]]:
    """The atoms in a head, inside braces too: a name and what stands in its parentheses."""
    out: list[list[str]] = []
    depth = 0
    for token in head:
        depth -= token in (")", "]")
        if depth or token in (")", "]"):
            out[-1].append(token)
        elif token[0].isalpha() and token[0].islower() and token != "not":
            out.append([token])
        elif token == "(":
            if not out:
                out.append([token])
            else:
                out[-1].append(token)
        depth += token in ("(", "[")
    return out


def _names(atom: Sequence[str]) -> list[Name]:
    """The predicate of an atom; several where a pool has alternatives of different length."""
    if len(atom) == 1:
        return [(atom[0], 0)]
    counts = [1]
    depth = 0
    for token in atom[1:]:
        depth -= token in _CLOSING
        if depth == 1 and token == ",":
            counts[-1] += 1
        elif depth == 1 and token == ";":
            counts.append(1)
        depth += token in _OPENING
    return [(atom[0], count) for count in counts]


def _last(atom: Sequence[str]) -> Sequence[str]:
    """The tokens of an atom's last argument."""
    depth, start = 0, 1
    for place, token in enumerate(atom):
        depth -= token in _CLOSING
        if depth == 1 and token == ",":
            start = place
        depth += token in _OPENING
    return atom[start:]


def _elements(body: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The literals of a body, each with the comma before it; what has a condition is one with it."""
    out: list[tuple[str, list[str]]] = [("", [])]
    depth = 0
    for token in body:
        depth -= token in _CLOSING
        if not depth and token in (",", ";"):
            out.append((token, []))
        else:
            out[-1][1].append(token)
        depth += token in _OPENING
    return out


def _is_atom(element: Sequence[str]) -> bool:
    """Whether a literal is a name, and perhaps a pair of parentheses."""
    solid = [token for token in element if token != " "]
    if not solid or not (solid[0][0].isalpha() and solid[0][0].islower()) or solid[0] == "not":
        return False
    if len(solid) == 1:
        return True
    if solid[1] != "(":
        return False
    depth = 0
    for place, token in enumerate(solid):
        depth += (token in _OPENING) - (token in _CLOSING)
        if place and not depth:
            return place == len(solid) - 1
    return False


def _literal(element: Sequence[str]) -> Name | None:
    """The predicate of a positive literal."""
    if not _is_atom(element):
        return None
    names = set(_names([token for token in element if token != " "]))
    return names.pop() if len(names) == 1 else None


def _name_blanks(element: Sequence[str], number: int) -> list[str]:
    return [f"Any_{number}_{place}" if token == "_" else token for place, token in enumerate(element)]


class Relevant(NamedTuple):
    """What a question needs of its files: statements, each with the line that begins its part, and the names
    that any statement reads, since files that come later may make others fire."""

    statements: tuple[tuple[str, str], ...]
    reads: frozenset[str]


def relevant(paths: tuple[str, ...], present: frozenset[Name]) -> Relevant:
    """Those statements of some files that can fire where these predicates have facts.

    A part that no statement names is grounded by whoever asks; its statements are kept.
    """
    return _relevant(paths, present & _needed(paths))


@lru_cache(maxsize=256)
def _needed(paths: tuple[str, ...]) -> frozenset[Name]:
    """The predicates without which some statement can't fire."""
    return frozenset().union(*(statement.needs for path in paths for statement in statements(path)))


@lru_cache(maxsize=1024)
def _relevant(paths: tuple[str, ...], present: frozenset[Name]) -> Relevant:
    everything = [statement for path in paths for statement in statements(path)]
    parts = {name for statement in everything for name in statement.gives if name[1] == PART}
    asked = {name for statement in everything for name in statement.needs if name[1] == PART}
    known = set(present | (asked - parts))
    waiting = everything
    size = -1
    while len(known) != size:
        size = len(known)
        rest = []
        for statement in waiting:
            if statement.needs <= known:
                known |= statement.gives
            else:
                rest.append(statement)
        waiting = rest
    kept = [statement for statement in everything if statement.needs <= known]
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
                out |= {name for name, _ in statement.gives}
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
