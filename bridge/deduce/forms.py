"""Rules as the evaluator reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias, Union

from magistrate.bridge.deduce.terms import Value

__all__ = [
    "Aggregate",
    "Atom",
    "Compound",
    "Conditional",
    "Constant",
    "Element",
    "Expression",
    "Guard",
    "Literal",
    "Operation",
    "Predicate",
    "Range",
    "Relation",
    "Rule",
    "Signed",
    "Variable",
    "atoms_of",
    "variables",
]

Predicate: TypeAlias = tuple[str, int]
"""A name and a number of arguments."""


class Variable(NamedTuple):
    """A variable; those written `_` are numbered, and begin with an underscore."""

    name: str


class Constant(NamedTuple):
    """A number, a text or a name."""

    value: Value


class Compound(NamedTuple):
    """A function of terms, or a tuple."""

    functor: str
    arguments: tuple[Expression, ...]


class Operation(NamedTuple):
    """Arithmetic: `sign` is one of + - * / \\ and |; an absolute value has its argument twice."""

    sign: str
    left: Expression
    right: Expression


Expression: TypeAlias = Union[Variable, Constant, Compound, Operation]  # noqa: UP007


class Atom(NamedTuple):
    """A predicate of terms."""

    predicate: Predicate
    arguments: tuple[Expression, ...]


class Signed(NamedTuple):
    """An atom, or the want of it."""

    positive: bool
    atom: Atom


class Relation(NamedTuple):
    """A comparison; `sign` as in Python."""

    left: Expression
    sign: str
    right: Expression


class Range(NamedTuple):
    """A variable that runs over numbers."""

    variable: Variable
    least: Expression
    most: Expression


class Element(NamedTuple):
    """What an aggregate collects, and on what conditions."""

    terms: tuple[Expression, ...]
    conditions: tuple[Literal, ...]


class Guard(NamedTuple):
    """What a result is compared with; the result stands on the left."""

    sign: str
    term: Expression


class Aggregate(NamedTuple):
    """A sum, count, least or greatest of a set. `negated`: the guards don't all hold."""

    function: str
    guards: tuple[Guard, ...]
    elements: tuple[Element, ...]
    negated: bool


class Conditional(NamedTuple):
    """A literal that holds whenever the conditions do."""

    literal: Literal
    conditions: tuple[Literal, ...]


Literal: TypeAlias = Union[Signed, Relation, Range, Aggregate, Conditional]  # noqa: UP007


class Rule(NamedTuple):
    """A rule with one head and no choice. `parameters`: those of the program part that it stands in."""

    head: Atom
    body: tuple[Literal, ...]
    part: str
    parameters: tuple[str, ...]
    text: str


def variables(what: Expression | Literal | Atom | Element | Guard) -> Iterator[str]:
    """The names of variables, as often as they occur."""
    match what:
        case Variable(name):
            yield name
        case Compound(_, arguments) | Atom(_, arguments):
            for one in arguments:
                yield from variables(one)
        case Operation(_, left, right) | Relation(left, _, right):
            yield from variables(left)
            yield from variables(right)
        case Signed(_, atom):
            yield from variables(atom)
        case Range(variable, least, most):
            yield variable.name
            yield from variables(least)
            yield from variables(most)
        case Guard(_, term):
            yield from variables(term)
        case Element(terms, conditions):
            for inner in (*terms, *conditions):
                yield from variables(inner)
        case Aggregate(_, guards, elements, _):
            for guard in guards:
                yield from variables(guard)
            for element in elements:
                yield from variables(element)
        case Conditional(literal, conditions):
            for inner in (literal, *conditions):
                yield from variables(inner)
        case _:
            return


def atoms_of(body: tuple[Literal, ...], plain: bool = True) -> Iterator[tuple[Atom, bool]]:
    """The atoms in a body, and whether each is plain: positive, and neither in an aggregate nor under a
    condition."""
    for literal in body:
        match literal:
            case Signed(positive, atom):
                yield atom, plain and positive
            case Aggregate(_, _, elements, _):
                for element in elements:
                    for atom, _ in atoms_of(element.conditions):
                        yield atom, False
            case Conditional(inner, conditions):
                for atom, _ in atoms_of((inner, *conditions)):
                    yield atom, False
            case _:
                pass
