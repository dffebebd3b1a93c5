"""Rules, written as Python functions that join sets of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from typing import TypeAlias

from magistrate.bridge.deduce.forms import (
    Aggregate,
    Atom,
    Compound,
    Conditional,
    Expression,
    Guard,
    Literal,
    Predicate,
    Range,
    Relation,
    Rule,
    Signed,
    Variable,
    variables,
)
from magistrate.bridge.deduce.rows import Row
from magistrate.bridge.deduce.terms import GREATEST, LEAST, MADE, Term, made
from magistrate.bridge.deduce.writing import Lines, local, numeric

__all__ = ["Code", "UnsafeError", "code"]

Code: TypeAlias = Callable[..., set[Row]]
"""Takes the sets of rows of the predicates that it reads, and the arguments of the part; gives rows of the
head."""


class UnsafeError(Exception):
    """A rule with a variable that nothing gives a value."""


def code(rule: Rule, reads: Sequence[Predicate], sizes: Sequence[int], first: int | None = None) -> Code:
    """A rule as a function. `reads`: the predicates whose rows it is given, in order; `sizes`: how many there
    may be of each, by which literals are ordered. With `first`, the literal at that place of the body runs
    over the rows that come as last argument. Raises UnsafeError where a variable has no value."""
    writer = _Writer(rule, reads, sizes, first)
    text = writer.write()
    space: dict[str, object] = {**writer.constants, **_SPACE}
    exec(compile(text, f"<{rule.head.predicate[0]}>", "exec"), space)
    return space["rule"]  # type: ignore[return-value]


def _least(found: set[tuple[object, ...]]) -> object:
    return min((one[0] for one in found), default=made((GREATEST,)))  # type: ignore[type-var]


def _most(found: set[tuple[object, ...]]) -> object:
    return max((one[0] for one in found), default=made((LEAST,)))  # type: ignore[type-var]


def _sum(found: set[tuple[object, ...]]) -> int:
    return sum(one[0] for one in found if one[0].__class__ is int)


def _divided(left: int, right: int) -> int:
    """Division as clingo rounds it, towards zero."""
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


def _left_over(left: int, right: int) -> int:
    return left - right * _divided(left, right)


_SPACE: dict[str, object] = {
    "Term": Term,
    "made": made,
    "get": MADE.get,
    "least": _least,
    "most": _most,
    "total": _sum,
    "divided": _divided,
    "left_over": _left_over,
    "ONCE": (None,),
    "NONE": (),
}
_COLLECTED = {"count": "len", "sum": "total", "min": "least", "max": "most"}


class _Writer(Lines):
    def __init__(
        self, rule: Rule, reads: Sequence[Predicate], sizes: Sequence[int], first: int | None
    ) -> None:
        super().__init__()
        self.rule = rule
        self.place = {predicate: number for number, predicate in enumerate(reads)}
        self.sizes = sizes
        self.first = first
        self.opening: list[str] = []
        self.looked_up: dict[tuple[int, object], str] = {}
        self.bound |= {f"#{name}" for name in rule.parameters}
        self.everywhere: set[str] = set()
        for part in (rule.head, *rule.body):
            self.everywhere.update(_outside(part))

    def write(self) -> str:
        rule = self.rule
        given = [f"r{number}" for number in range(len(self.place))]
        given += [local(f"#{name}") for name in rule.parameters]
        given += ["delta"] if self.first is not None else []
        self.line("out = set()")
        with self.inside("for _ in ONCE:"):
            later = list(variables(rule.head))
            body = list(rule.body)
            if self.first is not None:
                literal = body.pop(self.first)
                assert isinstance(literal, Signed)
                self.generate(literal.atom, [*later, *_names(body)], "delta")
            self.join(body, later)
            arguments = "".join(f"{self.built(one)}, " for one in rule.head.arguments)
            self.line(f"out.add(({arguments}))")
        self.line("return out")
        opening = [f"    {line}" for line in self.opening]
        return "\n".join([f"def rule({', '.join(given)}):", *opening, *self.lines])

    def source(self, predicate: Predicate, key: object) -> str:
        """The local name of an index, or of the rows where the key is None."""
        place = self.place[predicate]
        name = self.looked_up.get((place, key))
        if name is None:
            name = self.looked_up[place, key] = f"i{len(self.looked_up)}"
            self.opening.append(f"{name} = r{place}.rows" if key is None else f"{name} = r{place}.by({key})")
        return name

    # Literals in the order in which they are carried out

    def join(self, body: list[Literal], later: list[str]) -> None:
        """All literals of a body; `later`: the variables that are wanted afterwards."""
        rest = list(body)
        while rest:
            place = next((n for n, literal in enumerate(rest) if self.ready(literal)), None)
            if place is None:
                place = self.cheapest(rest)
            literal = rest.pop(place)
            self.carry_out(literal, [*later, *_names(rest)])

    def ready(self, literal: Literal) -> bool:
        """Whether a literal can be looked at before any others, since it gives at most one value."""
        match literal:
            case Signed(True, atom):
                return self.known(atom)
            case Signed(False, atom):
                return self.bound.issuperset(name for name in variables(atom) if name[0] != "_")
            case Relation(left, "==", right):
                if self.known(left):
                    return self.known(right) or self.matches(right)
                return self.known(right) and self.matches(left)
            case Relation(left, _, right):
                return self.known(left) and self.known(right)
            case Range():
                return False
            case Aggregate(_, guards, elements, negated):
                wanted = {name for e in elements for name in variables(e) if name in self.everywhere}
                assigned = _assigned(guards, negated, self.bound)
                wanted |= {name for guard in guards if guard is not assigned for name in variables(guard)}
                return wanted <= self.bound
            case Conditional():
                return {name for name in variables(literal) if name in self.everywhere} <= self.bound
        raise AssertionError(literal)

    def cheapest(self, rest: list[Literal]) -> int:
        best: tuple[float, int] | None = None
        for number, literal in enumerate(rest):
            cost = 0.0
            if isinstance(literal, Range):
                if not (self.known(literal.least) and self.known(literal.most)):
                    continue
                cost = 4.0
            elif isinstance(literal, Signed) and literal.positive:
                cost = self.cost(literal.atom)
                if cost < 0:
                    continue
            else:
                continue
            if best is None or cost < best[0]:
                best = cost, number
        if best is None:
            raise UnsafeError(self.rule.text)
        return best[1]

    def cost(self, atom: Atom) -> float:
        """How many rows an atom may give; negative where it can't be taken apart yet."""
        cost = float(self.sizes[self.place[atom.predicate]]) + 1
        for one in atom.arguments:
            if self.known(one):
                cost *= 0.08
            elif isinstance(one, Compound):
                cost *= 0.5
            if not self.known(one) and not self.matches(one):
                return -1
        return cost

    def carry_out(self, literal: Literal, later: list[str]) -> None:
        match literal:
            case Signed(True, atom):
                self.generate(atom, later, None)
            case Signed(False, atom):
                self.line(f"if {self.held(atom)}: continue")
            case Relation(left, sign, right):
                self.relation(left, sign, right)
            case Range(variable, least, most):
                low, high = self.built(least), self.built(most)
                self.guard_number(least, low)
                self.guard_number(most, high)
                if variable.name in self.bound:
                    self.line(f"if {local(variable.name)} not in range({low}, {high} + 1): continue")
                else:
                    self.line(f"for {local(variable.name)} in range({low}, {high} + 1):")
                    self.depth += 1  # closed by nobody: what follows belongs to the loop
                    self.bound.add(variable.name)
                    self.numbers.add(variable.name)
            case Aggregate():
                self.aggregate(literal)
            case Conditional():
                self.conditional(literal)

    def relation(self, left: Expression, sign: str, right: Expression) -> None:
        if sign == "==" and not (self.known(left) and self.known(right)):
            pattern, given = (right, left) if self.known(left) else (left, right)
            if isinstance(pattern, Variable):
                self.line(f"{local(pattern.name)} = {self.built(given)}")
                self.bound.add(pattern.name)
                if numeric(given) or (isinstance(given, Variable) and given.name in self.numbers):
                    self.numbers.add(pattern.name)
            else:
                name = self.fresh()
                self.line(f"{name} = {self.built(given)}")
                self.take_apart(pattern, name)
            return
        one, other = self.built(left), self.built(right)
        opposite = {"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}[sign]
        self.line(f"if {one} {opposite} {other}: continue")

    # Atoms

    def looked_at(self, atom: Atom) -> tuple[list[int], list[str], list[int], list[str]]:
        """The places of an atom's terms that are known, with Python for each; those of which only the functor
        is, with these."""
        places, texts, functors, names = [], [], [], []
        for place, one in enumerate(atom.arguments):
            if self.known(one):
                places.append(place)
                texts.append(self.built(one, make=False))
            elif isinstance(one, Compound):
                functors.append(place)
                names.append(repr(one.functor))
        return places, texts, functors, names

    def held(self, atom: Atom) -> str:
        """Python for whether an atom is there, whatever its unknown variables."""
        places, texts, functors, names = self.looked_at(atom)
        if len(places) == len(atom.arguments):
            inner = "".join(f"{text}, " for text in texts)
            return f"({inner}) in {self.source(atom.predicate, None)}"
        if functors and not all(_blank(one) for one in atom.arguments if not self.known(one)):
            return self.held_within(atom)
        if not places and not functors:
            return self.source(atom.predicate, None)
        parts = texts + names
        key = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
        return f"{key} in {self.source(atom.predicate, (tuple(places), tuple(functors)))}"

    def held_within(self, atom: Atom) -> str:
        """The same for an atom with patterns inside of which something is known."""
        name = self.function()
        saved = self.enter()
        self.generate(atom, list(variables(atom)), None)
        self.line("return True")
        return self.leave(name, saved)

    def generate(self, atom: Atom, later: list[str], rows: str | None) -> None:
        """Run over the rows of an atom, or over those of a local name."""
        arguments = atom.arguments
        own = list(variables(atom))
        new = {name for name in own if name not in self.bound}
        wanted = {name for name in new if name in later or own.count(name) > 1}
        if rows is None:
            places, texts, functors, names = self.looked_at(atom)
            if len(places) == len(arguments) or (
                not wanted and all(_plain(one) for n, one in enumerate(arguments) if n not in places)
            ):
                self.line(f"if not ({self.held(atom)}): continue")
                return
            if not places and not functors:
                rows = self.source(atom.predicate, None)
            else:
                parts = texts + names
                key = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
                index = self.source(atom.predicate, (tuple(places), tuple(functors)))
                rows = f"{index}.get({key}, NONE)"
        else:
            places, texts, functors, names = [], [], [], []
        targets: list[str] = []
        later_on: list[tuple[Expression, str, bool]] = []
        for place, one in enumerate(arguments):
            if place in places or (isinstance(one, Variable) and one.name in new and one.name not in wanted):
                targets.append("_")
            elif isinstance(one, Variable) and one.name not in self.bound:
                self.bound.add(one.name)
                targets.append(local(one.name))
            else:
                name = self.fresh()
                targets.append(name)
                later_on.append((one, name, place in functors))
        self.line(f"for {''.join(f'{target}, ' for target in targets) or '_'} in {rows}:")
        self.depth += 1
        for one, name, sure in later_on:
            self.take_apart(one, name, sure)
        self.bound |= new

    # Inner functions: what an aggregate collects, whether a condition always holds

    def function(self) -> str:
        self.names += 1
        return f"f{self.names}"

    def enter(self) -> tuple[list[str], int, set[str], set[str]]:
        saved = self.lines, self.depth, set(self.bound), set(self.numbers)
        self.lines, self.depth = [], 1
        self.line("for _ in ONCE:")
        self.depth = 2
        return saved

    def leave(self, name: str, saved: tuple[list[str], int, set[str], set[str]], last: str = "False") -> str:
        """End an inner function, and tell how it is called."""
        inner = self.lines
        self.lines, self.depth, self.bound, self.numbers = saved
        text = "\n".join(inner)
        used = sorted({local(one) for one in self.bound if _used(local(one), text)})
        self.opening += [f"def {name}({', '.join(used)}):", *inner, f"    return {last}"]
        return f"{name}({', '.join(used)})"

    def conditional(self, literal: Conditional) -> None:
        name = self.function()
        saved = self.enter()
        inner = literal.literal
        self.join(list(literal.conditions), list(variables(inner)))
        match inner:
            case Signed(positive, atom):
                self.line(f"if {'not ' if positive else ''}({self.held(atom)}): return False")
            case Relation(left, sign, right):
                self.line(f"if not ({self.built(left)} {sign} {self.built(right)}): return False")
            case _:
                raise UnsafeError(self.rule.text)
        self.line(f"if not {self.leave(name, saved, 'True')}: continue")

    def aggregate(self, literal: Aggregate) -> None:
        name = self.function()
        lines: list[str] = []
        saved = self.enter()
        for element in literal.elements:
            bound, numbers = set(self.bound), set(self.numbers)
            self.lines, self.depth = [], 1
            self.line("for _ in ONCE:")
            self.depth = 2
            self.join(list(element.conditions), [n for one in element.terms for n in variables(one)])
            terms = "".join(f"{self.built(one)}, " for one in element.terms)
            self.line(f"found.add(({terms}))")
            lines += self.lines
            self.bound, self.numbers = bound, numbers
        self.lines = ["    found = set()", *lines]
        self.depth = 1
        call = self.leave(name, saved, f"{_COLLECTED[literal.function]}(found)")
        result = self.fresh()
        self.line(f"{result} = {call}")
        assigned = _assigned(literal.guards, literal.negated, self.bound)
        tests = []
        for guard in literal.guards:
            if guard is assigned:
                self.take_apart(guard.term, result)
                if literal.function in ("count", "sum") and isinstance(guard.term, Variable):
                    self.numbers.add(guard.term.name)
            else:
                tests.append(f"{result} {guard.sign} {self.built(guard.term)}")
        if tests:
            self.line(f"if {'' if literal.negated else 'not '}({' and '.join(tests)}): continue")


def _outside(part: Literal | Atom) -> Iterator[str]:
    """The variables of a part of a rule that aren't inside of an aggregate or a condition."""
    match part:
        case Aggregate(_, guards, _, _):
            for guard in guards:
                yield from variables(guard)
        case Conditional():
            return
        case _:
            yield from variables(part)


def _names(body: Sequence[Literal]) -> list[str]:
    return [name for literal in body for name in variables(literal)]


def _assigned(guards: Sequence[Guard], negated: bool, bound: Set[str]) -> Guard | None:
    """The guard that gives its variable the result."""
    for guard in guards:
        if guard.sign == "==" and not negated and not bound >= set(variables(guard)):
            return guard
    return None


def _plain(one: Expression) -> bool:
    """A variable, or a function of different blanks."""
    return isinstance(one, Variable) or _blank(one)


def _blank(one: Expression) -> bool:
    """A variable, or a function of nothing but variables that stand for anything."""
    if isinstance(one, Variable):
        return one.name[0] == "_"
    if not isinstance(one, Compound):
        return False
    return all(isinstance(inner, Variable) and inner.name[0] == "_" for inner in one.arguments)


def _used(name: str, text: str) -> bool:
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        if not (text[end : end + 1].isalnum() or text[end : end + 1] == "_") and not (
            start and (text[start - 1].isalnum() or text[start - 1] == "_")
        ):
            return True
        start = text.find(name, end)
    return False
