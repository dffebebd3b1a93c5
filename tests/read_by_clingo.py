"""Program files, read into rules by way of clingo's own parser: what `deduce` must read, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING

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
)
from magistrate.bridge.deduce.reading import File
from magistrate.bridge.deduce.terms import Term, functor, made, value
from magistrate.bridge.rules import trees

if TYPE_CHECKING:
    from clingo.ast import AST

__all__ = ["read"]

_COMPARED = (">", "<", "<=", ">=", "!=", "==")
_TURNED = {">": "<", "<": ">", "<=": ">=", ">=": "<=", "!=": "!=", "==": "=="}
_SIGNS = {3: "+", 4: "-", 5: "*", 6: "/", 7: "\\"}
_FUNCTIONS = {0: "count", 1: "sum", 3: "min", 4: "max"}


def read(text: str) -> File:
    """A program text, read. Raises RuntimeError where it isn't one."""
    rules: list[Rule] = []
    solved: set[str] = set()
    found: list[AST] = []
    trees().parse_string(text, found.append)
    part, parameters = "base", ()
    for statement in found:
        kind = statement.ast_type.name
        if kind == "Program":
            part, parameters = statement.name, tuple(one.name for one in statement.parameters)
        elif kind == "Rule":
            for single in statement.unpool():
                rule = _rule(single, part, parameters)
                if rule is None:
                    solved.add(part)
                else:
                    rules.append(rule)
        elif kind in ("Minimize", "External"):
            solved.add(part)
    return File(tuple(rules), frozenset(solved))


def _rule(statement: AST, part: str, parameters: tuple[str, ...]) -> Rule | None:
    """A plain rule; None for any other."""
    if statement.head.ast_type.name != "Literal" or statement.head.atom.ast_type.name != "SymbolicAtom":
        return None
    reader = _Reader(parameters)
    try:
        body = [one for literal in statement.body for one in reader.literal(literal)]
        head = reader.atom(statement.head.atom.symbol)
    except _NotPlainError:
        return None
    return Rule(head, (*body, *reader.ranges), part, parameters, str(statement))


class _NotPlainError(Exception):
    """Something that the evaluator doesn't carry out."""


class _Reader:
    """Reads one rule. `ranges` are the intervals that stood inside of terms."""

    def __init__(self, parameters: Iterable[str]) -> None:
        self.parameters = frozenset(functor(name, 0) for name in parameters)
        self.ranges: list[Range] = []
        self.blank = count()

    def term(self, node: AST) -> Expression:
        kind = node.ast_type.name
        if kind == "Variable":
            return Variable(f"_{next(self.blank)}" if node.name == "_" else node.name)
        if kind == "SymbolicTerm":
            held = value(node.symbol)
            if isinstance(held, Term) and held.functor in self.parameters:
                return Variable(f"#{held.functor[:-2]}")
            return Constant(held)
        if kind == "Function":
            arguments = tuple(self.term(one) for one in node.arguments)
            name = functor(node.name, len(arguments))
            if name in self.parameters:
                return Variable(f"#{node.name}")
            if all(isinstance(one, Constant) for one in arguments):
                return Constant(made((name, *(one.value for one in arguments))))  # type: ignore[union-attr]
            return Compound(name, arguments)
        if kind == "BinaryOperation" and node.operator_type in _SIGNS:
            return Operation(_SIGNS[node.operator_type], self.term(node.left), self.term(node.right))
        if kind == "UnaryOperation":
            inner = self.term(node.argument)
            if node.operator_type == 2:
                return Operation("|", inner, inner)
            if node.operator_type == 0:
                if isinstance(inner, Constant) and isinstance(inner.value, int):
                    return Constant(-inner.value)
                return Operation("-", Constant(0), inner)
        if kind == "Interval":
            variable = Variable(f"#i{next(self.blank)}")
            self.ranges.append(Range(variable, self.term(node.left), self.term(node.right)))
            return variable
        raise _NotPlainError

    def atom(self, node: AST) -> Atom:
        if node.ast_type.name == "SymbolicTerm":
            return Atom((str(node.symbol), 0), ())
        if node.ast_type.name != "Function":
            raise _NotPlainError
        arguments = tuple(self.term(one) for one in node.arguments)
        return Atom((node.name, len(arguments)), arguments)

    def literal(self, node: AST) -> Iterator[Literal]:
        """A literal of a body, which may stand for several."""
        if node.ast_type.name == "ConditionalLiteral":
            (literal,) = self.alone([node.literal])
            yield Conditional(literal, self.alone(node.condition))
            return
        atom, negated = node.atom, node.sign == 1
        kind = atom.ast_type.name
        if kind == "SymbolicAtom":
            yield Signed(not negated, self.atom(atom.symbol))
        elif kind == "Comparison":
            yield from self.comparison(atom, negated)
        elif kind == "BooleanConstant":
            if bool(atom.value) == negated:
                yield Relation(Constant(0), "==", Constant(1))
        elif kind == "BodyAggregate" and atom.function in _FUNCTIONS:
            elements = [
                Element(tuple(map(self.term, one.terms)), self.alone(one.condition)) for one in atom.elements
            ]
            yield self.aggregate(atom, _FUNCTIONS[atom.function], elements, negated)
        elif kind == "Aggregate":
            elements = []
            for one in atom.elements:
                (inner,) = self.alone([one.literal])
                if not isinstance(inner, Signed):
                    raise _NotPlainError
                conditions = (*self.alone(one.condition), inner)
                name = functor(inner.atom.predicate[0], inner.atom.predicate[1])
                mark = Compound(name, (*inner.atom.arguments, Constant(int(inner.positive))))
                elements.append(Element((mark,), conditions))
            yield self.aggregate(atom, "count", elements, negated)
        else:
            raise _NotPlainError

    def alone(self, nodes: Iterable[AST]) -> tuple[Literal, ...]:
        """Literals of a condition; intervals in them are theirs."""
        outside, self.ranges = self.ranges, []
        out = tuple(literal for node in nodes for literal in self.literal(node))
        out += tuple(self.ranges)
        self.ranges = outside
        return out

    def comparison(self, atom: AST, negated: bool) -> Iterator[Literal]:
        left = atom.term
        if negated and len(atom.guards) > 1:
            raise _NotPlainError
        for guard in atom.guards:
            sign = _COMPARED[guard.comparison]
            if negated:
                sign = {">": "<=", "<": ">=", "<=": ">", ">=": "<", "!=": "==", "==": "!="}[sign]
            kinds = (left.ast_type.name, guard.term.ast_type.name)
            if sign == "==" and kinds == ("Variable", "Interval"):
                interval = guard.term
                variable = self.term(left)
                assert isinstance(variable, Variable)
                yield Range(variable, self.term(interval.left), self.term(interval.right))
            else:
                yield Relation(self.term(left), sign, self.term(guard.term))
            left = guard.term

    def aggregate(self, atom: AST, function: str, elements: Sequence[Element], negated: bool) -> Aggregate:
        guards = []
        if (left := atom.left_guard) is not None:
            guards.append(Guard(_TURNED[_COMPARED[left.comparison]], self.term(left.term)))
        if (right := atom.right_guard) is not None:
            guards.append(Guard(_COMPARED[right.comparison], self.term(right.term)))
        return Aggregate(function, tuple(guards), tuple(elements), negated)
