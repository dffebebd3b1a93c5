"""Lines of Python that make terms and take them apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from magistrate.bridge.deduce.forms import (
    Atom,
    Compound,
    Constant,
    Expression,
    Operation,
    Variable,
    variables,
)
from magistrate.bridge.deduce.terms import Term

__all__ = ["Lines", "local", "numeric"]


def local(name: str) -> str:
    return "v_" + name.replace("#", "p_").replace("'", "_prime")


def numeric(one: Expression) -> bool:
    return isinstance(one, Operation) or (isinstance(one, Constant) and isinstance(one.value, int))


class Lines:
    """Lines that are being written. `bound`: the variables that have a value; `numbers`: those of which it is
    known to be a number; `constants`: the terms that have a name of their own."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.names = 0
        self.constants: dict[str, object] = {}
        self.constant_names: dict[Term, str] = {}
        self.bound: set[str] = set()
        self.numbers: set[str] = set()

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def inside(self, text: str) -> Iterator[None]:
        self.line(text)
        depth = self.depth
        self.depth += 1
        yield
        self.depth = depth

    def fresh(self) -> str:
        self.names += 1
        return f"t{self.names}"

    def constant(self, value: object) -> str:
        if isinstance(value, int):
            return str(value)
        assert isinstance(value, Term)
        name = self.constant_names.get(value)
        if name is None:
            name = self.constant_names[value] = f"K{len(self.constant_names)}"
            self.constants[name] = value
        return name

    def known(self, what: Expression | Atom) -> bool:
        return self.bound.issuperset(variables(what))

    def matches(self, pattern: Expression) -> bool:
        """Whether a term with variables can be taken apart."""
        match pattern:
            case Operation(sign, left, right):
                if sign not in "+-":
                    return False
                return (isinstance(left, Variable) and self.known(right)) or (
                    isinstance(right, Variable) and self.known(left)
                )
            case Compound(_, arguments):
                return all(self.known(one) or self.matches(one) for one in arguments)
        return True

    def built(self, one: Expression, make: bool = True) -> str:
        """Python for a term whose variables have values. Terms that arithmetic isn't defined for end the
        present pass. Without `make`, a term that doesn't exist yet is None."""
        match one:
            case Variable(name):
                return local(name)
            case Constant(value):
                return self.constant(value)
            case Compound(functor, arguments):
                inner = "".join(f", {self.built(argument, make)}" for argument in arguments)
                return f"{'made' if make else 'get'}(({functor!r}{inner},))"
            case Operation(sign, left, right):
                return self.calculated(sign, left, right)

    def calculated(self, sign: str, left: Expression, right: Expression) -> str:
        one = self.built(left)
        self.guard_number(left, one)
        if sign == "|":
            return f"abs({one})"
        other = self.built(right)
        self.guard_number(right, other)
        if sign in "/\\":
            self.line(f"if not {other}: continue")
            return f"{'divided' if sign == '/' else 'left_over'}({one}, {other})"
        return f"({one} {sign} {other})"

    def guard_number(self, one: Expression, text: str) -> None:
        if numeric(one) or (isinstance(one, Variable) and one.name in self.numbers):
            return
        self.line(f"if {text}.__class__ is not int: continue")
        if isinstance(one, Variable):
            self.numbers.add(one.name)

    def take_apart(self, pattern: Expression, name: str, sure: bool = False) -> None:
        """Match a term with the value of a local name; `sure`: its functor is known to fit."""
        match pattern:
            case Variable(variable):
                if variable in self.bound:
                    self.line(f"if {name} != {local(variable)}: continue")
                else:
                    self.line(f"{local(variable)} = {name}")
                    self.bound.add(variable)
            case Constant(value):
                self.line(f"if {name} != {self.constant(value)}: continue")
            case Compound(functor, arguments):
                if self.known(pattern):
                    self.line(f"if {name} is not {self.built(pattern, make=False)}: continue")
                    return
                if not sure:
                    self.line(f"if {name}.__class__ is int or {name}.functor != {functor!r}: continue")
                targets, inner = ["_"], []
                for one in arguments:
                    if isinstance(one, Variable) and one.name not in self.bound:
                        self.bound.add(one.name)
                        targets.append(local(one.name))
                    elif isinstance(one, Variable) and one.name[0] == "_":
                        targets.append("_")
                    else:
                        part = self.fresh()
                        targets.append(part)
                        inner.append((one, part))
                self.line(f"{', '.join(targets)}, = {name}.key")
                for one, part in inner:
                    self.take_apart(one, part)
            case Operation(sign, left, right):
                if self.known(pattern):
                    self.line(f"if {name} != {self.built(pattern)}: continue")
                    return
                self.line(f"if {name}.__class__ is not int: continue")
                if isinstance(left, Variable) and left.name not in self.bound:
                    given = self.built(right)
                    self.guard_number(right, given)
                    other = "-" if sign == "+" else "+"
                    self.line(f"{local(left.name)} = {name} {other} {given}")
                    self.bound.add(left.name)
                    self.numbers.add(left.name)
                else:
                    assert isinstance(right, Variable)
                    given = self.built(left)
                    self.guard_number(left, given)
                    text = f"{name} - {given}" if sign == "+" else f"{given} - {name}"
                    self.line(f"{local(right.name)} = {text}")
                    self.bound.add(right.name)
                    self.numbers.add(right.name)
