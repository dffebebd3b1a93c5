"""The statements of a program text, and of each what it needs in order to fire and what it may make true.

Needs and gifts are *tokens*, tuples that begin with a name:

- `(name, arity)`: some atom of a predicate;
- `(name, PART)`: a program part that is grounded;
- `(name, WORD)`: a name that stands inside some atom, as a constant or a function;
- `(name, arity, place, word)`: an atom whose argument at a place (0, 1 ...) is that constant or a function
  of that name ("" for a tuple, NUMBER for numbers and texts, ANY where it can't be told).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

__all__ = ["ANY", "NUMBER", "PART", "WORD", "Flow", "Place", "Statement", "Token", "read"]

PART = -1
"""Stands for the number of arguments where the name is that of a part."""
WORD = -2
"""Stands for the number of arguments where the name is that of a term."""
NUMBER = "#"
"""The word of numbers and texts."""
ANY = "*"
"""The word of an argument that may be anything."""

Token: TypeAlias = tuple[str, int] | tuple[str, int, int, str]
Place: TypeAlias = tuple[str, int, int]
"""A predicate, its number of arguments, and which of them (0, 1 ...)."""


class Flow(NamedTuple):
    """A variable of a head: at `into` stands what stands at all of `out_of`."""

    into: Place
    out_of: tuple[Place, ...]


class Statement(NamedTuple):
    """One statement of a program text.

    `text` as written, without comments. `named`: the same, no `_` in its positive literals. `part`: the line
    that begins its part. `needs`: tokens without which it can't fire. `gives`: tokens that its head may make
    true; what variables carry over is in `flows`. `reads`: all names in its body. `open`: its head is a
    choice.
    """

    text: str
    named: str
    part: str
    needs: frozenset[Token]
    gives: frozenset[Token]
    flows: tuple[Flow, ...]
    reads: frozenset[str]
    open: bool


_TOKEN = re.compile(
    r"""(?P<blank>\s+|%\*.*?\*%|%[^\n]*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[a-z][\w']*)|:[-~]|\.\.|[#\w']+|.""",
    re.DOTALL,
)
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_OPERATORS = frozenset(("+", "-", "*", "/", "\\", "|", "&", "?", "^", ".."))
_COUNTING = frozenset(("#sum", "#count"))
_NEXT = "next"
"""The predicate whose last argument names parts."""


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
    inside = re.match(r"#program\s+(\w+)\s*(?:\(([^)]*)\))?", part)
    assert inside is not None
    parameters = frozenset(re.findall(r"\w+", inside[2] or ""))
    needs: set[Token] = set() if inside[1] == "base" else {(inside[1], PART)}
    gives: set[Token] = set()
    if tokens[0].startswith(("#", ":~")):
        names = frozenset(token for token in tokens if token[0].isalpha())
        if "#external" in text:
            gives = {(name, arity) for name in names for arity in range(10)}
            gives |= {(name, arity, place, ANY) for name, arity in gives for place in range(arity)}  # type: ignore[misc]
            gives |= {(name, WORD) for name in names}
        return Statement(text, text, part, frozenset(), frozenset(gives), (), names, bool(gives))
    split = tokens.index(":-") if ":-" in tokens else len(tokens) - 1
    head, body = tokens[:split], tokens[split + 1 : -1]
    places: dict[str, list[Place]] = {}
    words: dict[str, str] = {}
    said: list[str] = []
    for joint, element in _elements(body):
        solid = [token for token in element if token != " "]
        plain = _is_atom(solid)
        if plain:
            needs |= _needs(solid, parameters, places)
        elif solid and solid[0] != "not":
            gives |= {(token, WORD) for token in solid if _is_name(token)}
            if solid[1:2] == ["="] and solid[0][0].isupper():
                found = NUMBER if solid[2] in _COUNTING else _word(solid[2:], parameters)
                if found and found != ANY and not found[0].isupper():
                    words[solid[0]] = found
        said += [joint, *(_name_blanks(element, len(said)) if plain else element)]
    flows: list[Flow] = []
    for atom in _atoms(head):
        _gifts([token for token in atom if token != " "], parameters, places, words, gives, flows)
    return Statement(
        text=text,
        named=text if not body else "".join([*head, ":-", *said, "."]),
        part=part,
        needs=frozenset(needs),
        gives=frozenset(gives) | {(token, WORD) for token in head if _is_name(token)},
        flows=tuple(flows),
        reads=frozenset(token for token in body if _is_name(token)),
        open="{" in head or ";" in _outside(head) or "|" in _outside(head),
    )


def _needs(atom: Sequence[str], parameters: frozenset[str], places: dict[str, list[Place]]) -> set[Token]:
    """What a positive literal needs; `places` learns where its variables stand."""
    names = _names(atom)
    if len(names) > 1:
        return set()
    (name,) = names
    out: set[Token] = {name}
    arguments = _arguments(atom)
    if arguments is None:
        return out
    for place, argument in enumerate(arguments):
        word = _word(argument, parameters)
        if word[:1].isupper():
            places.setdefault(word, []).append((*name, place))
        elif word not in (ANY, NUMBER):
            out.add((*name, place, word))
        if ";" not in argument:
            out |= {(token, WORD) for token in argument if _is_name(token) and token not in parameters}
    return out


def _gifts(
    atom: Sequence[str],
    parameters: frozenset[str],
    places: dict[str, list[Place]],
    words: dict[str, str],
    gives: set[Token],
    flows: list[Flow],
) -> None:
    """What an atom of a head makes true, into `gives` and `flows`."""
    if atom[0] == _NEXT:
        gives |= {(token, PART) for token in _last(atom) if _is_name(token)}
    arguments = _arguments(atom)
    if arguments is None:
        for name in _names(atom):
            gives.add(name)
            gives |= {(*name, place, ANY) for place in range(name[1])}
        return
    gives.add((atom[0], len(arguments)))
    for place, argument in enumerate(arguments):
        into = (atom[0], len(arguments), place)
        word = _word(argument, parameters)
        word = words.get(word, word)
        if word[:1].isupper() and word in places:
            flows.append(Flow(into, tuple(places[word])))
        else:
            gives.add((*into, ANY if word[:1].isupper() else word))


def _is_name(token: str) -> bool:
    return token[0].isalpha() and token[0].islower() and token != "not"


def _arguments(atom: Sequence[str]) -> list[list[str]] | None:
    """The arguments of an atom; None where it has alternatives."""
    out: list[list[str]] = []
    depth = 0
    for token in atom[1:]:
        depth -= token in _CLOSING
        if depth == 1 and token == ";":
            return None
        if not depth:
            if token == "(":
                out.append([])
        elif depth == 1 and token == ",":
            out.append([])
        else:
            out[-1].append(token)
        depth += token in _OPENING
    return out if out != [[]] else []


def _word(term: Sequence[str], parameters: frozenset[str]) -> str:
    """The word of a term; a variable's name where it is one."""
    first = term[0]
    if len(term) == 1:
        if first in parameters or first == "_":
            return ANY
        return first if first[0].isalpha() else NUMBER
    if first == "(" or (_is_name(first) and term[1] == "("):
        depth, joints = 0, set()
        for place, token in enumerate(term):
            depth -= token in _CLOSING
            if depth == 1 and token in (",", ";"):
                joints.add(token)
            if place and not depth and token == ")":
                break
            depth += token in _OPENING
        if place == len(term) - 1:
            if first != "(":
                return first
            return "" if joints == {","} else ANY
    return NUMBER if any(token in _OPERATORS for token in term) else ANY


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
