"""Parts of a ground program that don't depend on each other, and the models of each.

A declaration on a table where little interacts is a choice from each of many small parts; their product is
written much faster than one large search finds it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from clingo import Control, Function, Number, Symbol
from clingo.solving import Model

from magistrate.bridge.engines.observer import GroundProgram, Rule, WeightRule
from magistrate.bridge.records import Record, replace

Pair = tuple[Symbol, Symbol]
Chosen = tuple[int, ...]
Bits = tuple[Sequence[int], Sequence[int]]
"""Two rows of pairs, by their numbers; the first, read as bits, must not be less than the second."""


class Part(Record):
    """Rules over the atoms 1 to `atoms`, of which the first are `pairs`, in this order."""

    pairs: tuple[Pair, ...]
    atoms: int
    rules: tuple[tuple[bool, tuple[int, ...], tuple[int, ...]], ...]
    weight_rules: tuple[tuple[bool, tuple[int, ...], int, tuple[tuple[int, int], ...]], ...]

    def shape(self) -> tuple[object, ...]:
        """Equal for parts that differ in the names of their pairs only."""
        return len(self.pairs), self.atoms, self.rules, self.weight_rules

    def program(self) -> GroundProgram:
        """The rules as engines take them."""
        return GroundProgram(
            atoms=self.atoms,
            facts=(),
            rules=tuple(Rule(*rule) for rule in self.rules),
            weight_rules=tuple(WeightRule(*rule) for rule in self.weight_rules),
            minimize=(),
            output=(),
        )

    def control(self, not_less: Sequence[Bits] = (), models: int = 0) -> tuple[Control, dict[int, int]]:
        """A control with these rules, which looks for so many models (0: all), and the number of the pair for
        each symbol of these."""
        control = Control(["--warn=none"])
        names = {}
        with control.backend() as backend:
            for number in range(len(self.pairs)):
                symbol = Function("d", [Number(number)])
                names[symbol._rep] = number
                backend.add_atom(symbol)
            for _ in range(self.atoms - len(self.pairs)):
                backend.add_atom()
            for choice, head, body in self.rules:
                backend.add_rule(head, body, choice)
            for choice, head, bound, weighted in self.weight_rules:
                backend.add_weight_rule(head, bound, weighted, choice)
            for first, second in not_less:
                equal: list[int] = []
                for left, right in zip(first, second, strict=True):
                    left, right = left + 1, right + 1
                    backend.add_rule((), (*equal, -left, right))
                    still = backend.add_atom()
                    backend.add_rule((still,), (*equal, left, right))
                    backend.add_rule((still,), (*equal, -left, -right))
                    equal = [still]
        solve = control.configuration.solve
        solve.models = models  # type: ignore[union-attr]
        return control, names

    def models(self, limit: int = 0, not_less: Sequence[Bits] = ()) -> Iterator[Chosen]:
        """The numbers of the chosen pairs of each model; `limit` 0 for all."""
        control, names = self.control(not_less)
        with control.solve(yield_=True) as handle:
            for model in islice(handle, limit or None):
                yield tuple(_chosen(model, names))

    def visit(self, write: Callable[[list[int]], None], limit: int = 0, seconds: float | None = None) -> bool:
        """Call `write` with the chosen pairs of each model. Gives whether all of them were visited."""
        control, names = self.control()
        left = limit or -1
        end = None if seconds is None else time.monotonic() + seconds

        def on_model(model: Model) -> bool:
            nonlocal left
            write(_chosen(model, names))
            left -= 1
            return left != 0 and (end is None or left & 1023 > 0 or time.monotonic() < end)

        result = control.solve(on_model=on_model)
        return bool(result.exhausted)


def _chosen(model: Model, names: Mapping[int, int]) -> list[int]:
    """The numbers of the pairs that hold."""
    symbols = model.symbols(atoms=True)
    # Clingo hands over numbers and makes objects of them on access; the numbers alone are twice as fast.
    raw = getattr(symbols, "_p_symbols", None)
    return [names[symbol._rep] for symbol in symbols] if raw is None else [names[number] for number in raw]


def pruned(program: GroundProgram, literals: Iterable[int]) -> GroundProgram:
    """The program without the atoms on which no constraint and none of the literals rests; it has the same
    models."""
    rules: defaultdict[int, list[int]] = defaultdict(list)
    weights: defaultdict[int, list[int]] = defaultdict(list)
    waiting = [abs(literal) for literal in literals]
    for number, rule in enumerate(program.rules):
        for atom in rule.head:
            rules[atom].append(number)
        if not rule.head:
            waiting += map(abs, rule.body)
    for number, weight_rule in enumerate(program.weight_rules):
        for atom in weight_rule.head:
            weights[atom].append(number)
        if not weight_rule.head:
            waiting += (abs(literal) for literal, _ in weight_rule.body)
    wanted: set[int] = set()
    while waiting:
        atom = waiting.pop()
        if atom in wanted:
            continue
        wanted.add(atom)
        for number in rules.get(atom, ()):
            waiting += map(abs, program.rules[number].body)
        for number in weights.get(atom, ()):
            waiting += (abs(literal) for literal, _ in program.weight_rules[number].body)
    return replace(
        program,
        rules=tuple(r for r in program.rules if not r.head or not wanted.isdisjoint(r.head)),
        weight_rules=tuple(r for r in program.weight_rules if not r.head or not wanted.isdisjoint(r.head)),
    )


def compact(program: GroundProgram, literals: Sequence[int]) -> tuple[GroundProgram, list[int]]:
    """The same, with atoms numbered without gaps; and the literals in that numbering."""
    small = pruned(program, literals)
    facts = frozenset(small.facts)
    numbers: dict[int, int] = {}

    def renamed(literal: int) -> int:
        number = numbers.setdefault(abs(literal), len(numbers) + 1)
        return number if literal > 0 else -number

    kept = [renamed(literal) for literal in literals]
    rules = tuple(
        Rule(choice, tuple(map(renamed, head)), tuple(map(renamed, body)))
        for choice, head, body in small.rules
    )
    weight_rules = tuple(
        WeightRule(choice, tuple(map(renamed, head)), bound, tuple((renamed(a), w) for a, w in body))
        for choice, head, bound, body in small.weight_rules
    )
    known = tuple(number for atom, number in numbers.items() if atom in facts)
    return GroundProgram(len(numbers), known, rules, weight_rules, (), ()), kept


def whole(program: GroundProgram, pairs: Mapping[Pair, int]) -> Part:
    """The program as one part."""
    return _part(program, list(pairs), pairs, range(len(program.rules)), range(len(program.weight_rules)))


def _part(
    program: GroundProgram,
    chosen: list[Pair],
    literals: Mapping[Pair, int],
    rules: Sequence[int],
    weight_rules: Sequence[int],
) -> Part:
    facts = frozenset(program.facts)
    numbers = {literals[pair]: number for number, pair in enumerate(chosen, 1)}

    def renamed(literal: int) -> int:
        atom = abs(literal)
        number = numbers.setdefault(atom, len(numbers) + 1)
        return number if literal > 0 else -number

    plain = tuple(
        (rule.choice, tuple(map(renamed, rule.head)), tuple(map(renamed, rule.body)))
        for rule in (program.rules[index] for index in rules)
    )
    weighted = tuple(
        (
            rule.choice,
            tuple(map(renamed, rule.head)),
            rule.bound,
            tuple((renamed(a), w) for a, w in rule.body),
        )
        for rule in (program.weight_rules[index] for index in weight_rules)
    )
    given = tuple((False, (number,), ()) for atom, number in numbers.items() if atom in facts)
    return Part(tuple(chosen), len(numbers), given + plain, weighted)


def split(program: GroundProgram, pairs: Mapping[Pair, int]) -> list[Part]:
    """Parts that share no open atom; all pairs with one first member stay together."""
    facts = frozenset(program.facts)
    leader: dict[int, int] = {}

    def find(atom: int) -> int:
        root = atom
        while leader.setdefault(root, root) != root:
            root = leader[root]
        while leader[atom] != root:
            leader[atom], atom = root, leader[atom]
        return root

    def join(atoms: Sequence[int]) -> int:
        open_atoms = [atom for atom in atoms if atom not in facts]
        if not open_atoms:
            return 0
        first = find(open_atoms[0])
        for atom in open_atoms[1:]:
            leader[find(atom)] = first
        return open_atoms[0]

    touched = [join([*rule.head, *map(abs, rule.body)]) for rule in program.rules]
    weighing = [join([*rule.head, *(abs(atom) for atom, _ in rule.body)]) for rule in program.weight_rules]
    firsts: defaultdict[Symbol, list[int]] = defaultdict(list)
    for (first, _), literal in pairs.items():
        firsts[first].append(literal)
    for literals in firsts.values():
        join(literals)
    members: defaultdict[int, tuple[list[Pair], list[int], list[int]]] = defaultdict(lambda: ([], [], []))
    for pair, literal in pairs.items():
        members[find(literal) if literal not in facts else 0][0].append(pair)
    for index, atom in enumerate(touched):
        members[find(atom) if atom else 0][1].append(index)
    for index, atom in enumerate(weighing):
        members[find(atom) if atom else 0][2].append(index)
    return [_part(program, chosen, pairs, rules, weights) for chosen, rules, weights in members.values()]
