"""Program files, read into rules for `deduce`.

Clingo's own parser gives syntax trees of which looking at each node is slow: reading a rule from there took
six times as long. A test compares both for every file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from magistrate.bridge.deduce.forms import (
    Aggregate,
    Atom,
    Compound,
    Conditional,
    Constant,
    Element,
    Expression,
    Guard,
    Literal,
    Operation,
    Range,
    Relation,
    Rule,
    Signed,
    Variable,
    variables,
)
from magistrate.bridge.deduce.terms import GREATEST, LEAST, TEXT, functor, made
from magistrate.bridge.rules import statements
from magistrate.bridge.statements import Statement
from magistrate.bridge.statements import read as split

__all__ = ["File", "read", "rules_of"]

_TOKEN = re.compile(
    r"""[A-Za-z_][\w']*|\d+|"(?:[^"\\]|\\.)*"|#\w+|:-|\.\.|<=|>=|!=|==|\*\*|[-+*/\\()\[\]{},;.:=<>|@&?^~]"""
)
_TURNED = {">": "<", "<": ">", "<=": ">=", ">=": "<=", "!=": "!=", "==": "=="}
_DENIED = {">": "<=", "<": ">=", "<=": ">", ">=": "<", "!=": "==", "==": "!="}
_SIGNS = {"=": "==", **{sign: sign for sign in _TURNED}}
_FUNCTIONS = {"#count": "count", "#sum": "sum", "#min": "min", "#max": "max"}
_ESCAPED = {"n": "\n", "\\": "\\", '"': '"'}


class File(NamedTuple):
    """What a file holds: plain rules, and the parts in which anything else stands (choices, constraints,
    weights), which only a solver carries out."""

    rules: tuple[Rule, ...]
    solved: frozenset[str]


@cache
def rules_of(path: str) -> File:
    """A file of the judge's folder, read. Raises ValueError where it can't be."""
    return _read(statements(path))


def read(text: str) -> File:
    """A program text, read. Raises ValueError where it can't be."""
    return _read(split(text))


def _read(found: Iterable[Statement]) -> File:
    rules: list[Rule] = []
    solved: set[str] = set()
    for statement in found:
        if statement.solved:
            solved.add(statement.name)
        elif not statement.text.startswith("#"):
            rules += _Reader(statement).rules()
    return File(tuple(rules), frozenset(solved))


def _used(part: Atom | Literal) -> Iterator[str]:
    """The variables of a part of a rule, but not that of an interval itself."""
    if isinstance(part, Range) and part.variable.name[0] == "#":
        yield from variables(part.least)
        yield from variables(part.most)
    else:
        yield from variables(part)


class _Alternatives(NamedTuple):
    """Terms that stand at one place, separated by semicolons."""

    terms: tuple[_Term, ...]


class _Between(NamedTuple):
    """An interval."""

    least: _Term
    most: _Term


_Term = Expression | _Alternatives | _Between


class _Reader:
    """Reads one statement. `_ranges` are the intervals that stand inside of its terms."""

    def __init__(self, statement: Statement) -> None:
        self._text = statement.text
        self._part = statement.name
        inside = re.search(r"\(([^)]*)\)", statement.part)
        self._parameters = tuple(re.findall(r"\w+", inside[1])) if inside else ()
        self._tokens = _TOKEN.findall(statement.text)
        self._tokens.append("")
        self._at = 0
        self._blanks = 0
        self._ranges: list[Range] = []

    def rules(self) -> Iterator[Rule]:
        """The rules that the statement stands for."""
        heads = self._atoms()
        body: list[list[tuple[Literal, ...]]] = []
        if self._take(":-"):
            while True:
                body.append(self._literal())
                if not (self._take(",") or self._take(";")):
                    break
        self._expect(".")
        ranges = tuple(self._ranges)
        for head in heads:
            for literals in product(*body):
                inner = tuple(one for some in literals for one in some)
                used = {name for part in (head, *inner, *ranges) for name in _used(part)}
                own = tuple(one for one in ranges if one.variable.name in used)
                yield Rule(head, (*inner, *own), self._part, self._parameters, self._text)

    # Tokens

    def _take(self, token: str) -> bool:
        if self._tokens[self._at] != token:
            return False
        self._at += 1
        return True

    def _expect(self, token: str) -> None:
        if not self._take(token):
            found = " ".join(self._tokens[self._at : self._at + 8])
            raise ValueError(f"{token!r} was expected before {found!r} in: {self._text}")

    # Literals; each is a list of alternatives, of several literals that hold together

    def _literal(self) -> list[tuple[Literal, ...]]:
        plain = self._simple()
        if not self._take(":"):
            return plain
        conditions: list[tuple[Literal, ...]] = [()]
        if self._tokens[self._at] not in (";", "."):
            conditions = self._conditions()
        return [
            tuple(Conditional(one, some) for one in alternative for some in conditions)
            for alternative in plain
        ]

    def _conditions(self) -> list[tuple[Literal, ...]]:
        """Literals separated by commas. Intervals in them are theirs."""
        outside, self._ranges = self._ranges, []
        found = [self._simple()]
        while self._take(","):
            found.append(self._simple())
        ranges, self._ranges = tuple(self._ranges), outside
        return [(*(one for some in literals for one in some), *ranges) for literals in product(*found)]

    def _simple(self) -> list[tuple[Literal, ...]]:
        negations = 0
        while self._take("not"):
            negations += 1
        denied = negations == 1
        token = self._tokens[self._at]
        if token in ("#true", "#false"):
            self._at += 1
            return [()] if (token == "#true") != denied else [(Relation(Constant(0), "==", Constant(1)),)]
        if token in _FUNCTIONS or token == "{":
            return [(self._aggregate(None, denied),)]
        start = self._at
        left = self._term()
        sign = _SIGNS.get(self._tokens[self._at])
        if sign is None:
            following = self._tokens[self._at]
            if following in _FUNCTIONS or following == "{":
                return [(self._aggregate((left, "<="), denied),)]
            self._at = start
            return [(Signed(not denied, atom),) for atom in self._atoms()]
        self._at += 1
        if self._tokens[self._at] in _FUNCTIONS or self._tokens[self._at] == "{":
            return [(self._aggregate((left, sign), denied),)]
        chain: list[list[tuple[Literal, ...]]] = [self._compared(left, sign, denied)]
        while (sign := _SIGNS.get(self._tokens[self._at])) is not None:
            if denied:
                raise ValueError(f"a chain of comparisons can't be denied: {self._text}")
            self._at += 1
            chain.append(self._compared(self._last, sign, denied))
        return [tuple(one for some in alternative for one in some) for alternative in product(*chain)]

    def _compared(self, left: _Term, sign: str, denied: bool) -> list[tuple[Literal, ...]]:
        right = self._last = self._term()
        sign = _DENIED[sign] if denied else sign
        if sign == "==" and isinstance(left, Variable) and isinstance(right, _Between):
            return [(Range(left, self._one(right.least), self._one(right.most)),)]
        return [
            (Relation(one, sign, other),) for one in self._expanded(left) for other in self._expanded(right)
        ]

    _last: _Term

    def _aggregate(self, guard: tuple[_Term, str] | None, denied: bool) -> Aggregate:
        guards = [] if guard is None else [Guard(_TURNED[guard[1]], self._one(guard[0]))]
        token = self._tokens[self._at]
        function = _FUNCTIONS.get(token, "count")
        self._at += token != "{"
        self._expect("{")
        elements: list[Element] = []
        while not self._take("}"):
            elements += self._counted_atom() if token == "{" else self._element()
            self._take(";")
        following = self._tokens[self._at]
        if following in _SIGNS:
            self._at += 1
            guards.append(Guard(_SIGNS[following], self._one(self._term())))
        elif following not in (",", ";", ".", ":", "}"):
            guards.append(Guard("<=", self._one(self._term())))
        return Aggregate(function, tuple(guards), tuple(elements), denied)

    def _element(self) -> Iterator[Element]:
        terms: list[_Term] = []
        if self._tokens[self._at] != ":":
            terms.append(self._term())
            while self._take(","):
                terms.append(self._term())
        conditions: list[tuple[Literal, ...]] = [()]
        if self._take(":") and self._tokens[self._at] not in (";", "}"):
            conditions = self._conditions()
        for some in product(*map(self._expanded, terms)):
            for inner in conditions:
                yield Element(tuple(some), inner)

    def _counted_atom(self) -> Iterator[Element]:
        """An element of a count without a name: each atom counts once."""
        atoms = self._simple()
        conditions: list[tuple[Literal, ...]] = [()]
        if self._take(":"):
            conditions = self._conditions()
        for (literal,) in atoms:
            if not isinstance(literal, Signed):
                raise ValueError(f"an atom was expected: {self._text}")
            name, arity = literal.atom.predicate
            marks = (*literal.atom.arguments, Constant(int(literal.positive)))
            for inner in conditions:
                yield Element((Compound(functor(name, arity), marks),), (*inner, literal))

    # Atoms and terms

    def _atoms(self) -> list[Atom]:
        """An atom, and each of its alternatives."""
        name = self._tokens[self._at]
        if not (name[:1].isalpha() and name[:1].islower()):
            self._expect("an atom")
        self._at += 1
        lists = self._arguments() if self._take("(") else [()]
        return [
            Atom((name, len(arguments)), arguments)
            for terms in lists
            for arguments in product(*map(self._expanded, terms))
        ]

    def _arguments(self) -> list[tuple[_Term, ...]]:
        """Lists of arguments, after the opening parenthesis."""
        lists: list[list[_Term]] = [[]]
        while not self._take(")"):
            lists[-1].append(self._term())
            if self._take(";"):
                lists.append([])
            elif self._tokens[self._at] != ")":
                self._expect(",")
        return [tuple(one) for one in lists]

    def _term(self) -> _Term:
        left = self._sum()
        return _Between(left, self._sum()) if self._take("..") else left

    def _sum(self) -> _Term:
        left = self._product()
        while (sign := self._tokens[self._at]) in ("+", "-"):
            self._at += 1
            left = self._operation(sign, left, self._product())
        return left

    def _product(self) -> _Term:
        left = self._unary()
        while (sign := self._tokens[self._at]) in ("*", "/", "\\"):
            self._at += 1
            left = self._operation(sign, left, self._unary())
        return left

    def _operation(self, sign: str, left: _Term, right: _Term) -> _Term:
        found = tuple(
            Operation(sign, one, other) for one in self._expanded(left) for other in self._expanded(right)
        )
        return found[0] if len(found) == 1 else _Alternatives(found)

    def _unary(self) -> _Term:
        if self._take("-"):
            inner = self._unary()
            if isinstance(inner, Constant) and isinstance(inner.value, int):
                return Constant(-inner.value)
            return self._operation("-", Constant(0), inner)
        if self._take("|"):
            inner = self._one(self._term())
            self._expect("|")
            return Operation("|", inner, inner)
        return self._primary()

    def _primary(self) -> _Term:
        token = self._tokens[self._at]
        self._at += 1
        first = token[:1]
        if first.isdigit():
            return Constant(int(token))
        if token == "_":
            self._blanks += 1
            return Variable(f"_{self._blanks}")
        if token.lstrip("_")[:1].isupper():
            return Variable(token)
        if first == '"':
            return Constant(made((TEXT, re.sub(r"\\(.)", lambda found: _ESCAPED[found[1]], token[1:-1]))))
        if token in ("#inf", "#sup"):
            return Constant(made((LEAST if token == "#inf" else GREATEST,)))
        if first.isalpha():
            if not self._take("("):
                if token in self._parameters:
                    return Variable(f"#{token}")
                return Constant(made((functor(token, 0),)))
            return self._function(token, self._arguments())
        if token == "(":
            return self._brackets()
        self._at -= 1
        self._expect("a term")
        raise AssertionError

    def _brackets(self) -> _Term:
        """A term in parentheses, a tuple, or alternatives of them; after the opening parenthesis."""
        found: list[_Term] = []
        terms: list[_Term] = []
        comma = False
        while True:
            if self._tokens[self._at] not in (")", ";", ","):
                terms.append(self._term())
            if self._take(","):
                comma = True
                continue
            found.append(self._function("", [tuple(terms)]) if comma or not terms else terms[0])
            terms, comma = [], False
            if self._take(")"):
                return found[0] if len(found) == 1 else _Alternatives(tuple(found))
            self._expect(";")

    def _function(self, name: str, lists: list[tuple[_Term, ...]]) -> _Term:
        found: list[Expression] = []
        for terms in lists:
            for arguments in product(*map(self._expanded, terms)):
                key = functor(name, len(arguments))
                if all(isinstance(one, Constant) for one in arguments):
                    values = (one.value for one in arguments if isinstance(one, Constant))
                    found.append(Constant(made((key, *values))))
                else:
                    found.append(Compound(key, tuple(arguments)))
        return found[0] if len(found) == 1 else _Alternatives(tuple(found))

    def _expanded(self, term: _Term) -> list[Expression]:
        """All that a term stands for; an interval is a variable that runs over it."""
        if isinstance(term, _Alternatives):
            return [one for inner in term.terms for one in self._expanded(inner)]
        if isinstance(term, _Between):
            variable = Variable(f"#i{len(self._ranges)}_{self._at}")
            self._ranges.append(Range(variable, self._one(term.least), self._one(term.most)))
            return [variable]
        return [term]

    def _one(self, term: _Term) -> Expression:
        found = self._expanded(term)
        if len(found) != 1:
            raise ValueError(f"alternatives aren't expected here: {self._text}")
        return found[0]
