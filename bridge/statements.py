"""The statements of program texts, and of each which predicates it needs, reads and may make true."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

__all__ = ["Predicate", "Statement", "read"]

Predicate: TypeAlias = tuple[str, int]
"""A name and a number of arguments."""


class Statement(NamedTuple):
    """One statement of a program text.

    `text` as written, without comments. `named`: the same, no `_` in its positive literals. `part`: the line
    that begins its part, `name` that part's name. `needs`: predicates without which it can't fire. `gives`:
    those that its head may make true. `reads`: all in its body, with functions that stand alone; `names`:
    their names. `open`: its head is a choice. `solved`: it is a choice, a constraint or a weight.
    """

    text: str
    named: str
    part: str
    name: str
    needs: frozenset[Predicate]
    gives: frozenset[Predicate]
    reads: frozenset[Predicate]
    names: frozenset[str]
    open: bool
    solved: bool


_TOKEN = re.compile(
    r"""(?P<blank>\s+|%\*.*?\*%|%[^\n]*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[a-z][\w']*)|:[-~]|\.\.|[#\w']+|.""",
    re.DOTALL,
)
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")


def read(text: str) -> Iterator[Statement]:
    """The statements of a program text. Raises ValueError where the last one has no end.

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
    if any(token != " " for token in tokens):
        raise ValueError(f"the end of a statement was expected after: {''.join(tokens).strip()[:80]}")


def _statement(tokens: list[str], part: str) -> Statement:
    text = "".join(tokens)
    inside = re.match(r"#program\s+(\w+)", part)
    assert inside is not None
    if tokens[0].startswith(("#", ":~")):
        reads = _all(tokens)
        names = frozenset(name for name, _ in reads)
        solved = not tokens[0].startswith("#show")
        return Statement(text, text, part, inside[1], frozenset(), frozenset(), reads, names, False, solved)
    split = tokens.index(":-") if ":-" in tokens else len(tokens) - 1
    head, body = tokens[:split], tokens[split + 1 : -1]
    needs: set[Predicate] = set()
    said: list[str] = []
    for joint, element in _elements(body):
        solid = [token for token in element if token != " "]
        plain = _is_atom(solid)
        if plain:
            predicates = _names(solid)
            needs.update(predicates if len(predicates) == 1 else ())
        said += [joint, *(_name_blanks(element, len(said)) if plain else element)]
    atoms = _atoms(head)
    choice = "{" in head or ";" in _outside(head) or "|" in _outside(head)
    reads = _all(body) | (_all(head) if choice else frozenset())
    return Statement(
        text=text,
        named=text if not body else "".join([*head, ":-", *said, "."]),
        part=part,
        name=inside[1],
        needs=frozenset(needs),
        gives=frozenset(one for atom in atoms for one in _names([token for token in atom if token != " "])),
        reads=reads,
        names=frozenset(name for name, _ in reads),
        open=choice,
        solved=choice or not atoms,
    )


def _all(tokens: Sequence[str]) -> frozenset[Predicate]:
    """All predicates in some tokens; what stands in parentheses are terms."""
    solid = [token for token in tokens if token != " "]
    depth = 0
    out: set[Predicate] = set()
    for place, token in enumerate(solid):
        depth += (token == "(") - (token == ")")
        if not depth and _is_name(token):
            out.update(_names(_whole(solid, place)))
    return frozenset(out)


def _whole(tokens: Sequence[str], start: int) -> Sequence[str]:
    """A name and what stands in its parentheses."""
    if tokens[start + 1 : start + 2] != ["("]:
        return tokens[start : start + 1]
    depth = 0
    for place in range(start + 1, len(tokens)):
        depth += (tokens[place] in _OPENING) - (tokens[place] in _CLOSING)
        if not depth:
            return tokens[start : place + 1]
    return tokens[start:]


def _is_name(token: str) -> bool:
    return token[0].isalpha() and token[0].islower() and token != "not"


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
        elif _is_name(token):
            out.append([token])
        elif token == "(":
            if not out:
                out.append([token])
            else:
                out[-1].append(token)
        depth += token in ("(", "[")
    return out


def _names(atom: Sequence[str]) -> list[tuple[str, int]]:
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
    return [(atom[0], arity) for arity in sorted(set(counts))]


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


def _is_atom(solid: Sequence[str]) -> bool:
    """Whether a literal is a name, and perhaps a pair of parentheses."""
    if not solid or not _is_name(solid[0]):
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


def _name_blanks(element: Sequence[str], number: int) -> list[str]:
    return [f"Any_{number}_{place}" if token == "_" else token for place, token in enumerate(element)]
