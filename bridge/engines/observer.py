"""Records what clingo grounds, as a value that any engine can read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from clingo import Control, Symbol, TruthValue
from clingo.backend import Observer

from ..records import Record


class Rule(NamedTuple):
    """``head`` holds if all literals of ``body`` do; an empty head is a constraint, several a disjunction.

    With ``choice`` every atom of the head may hold freely instead.
    """

    choice: bool
    head: tuple[int, ...]
    body: tuple[int, ...]


class WeightRule(NamedTuple):
    """Like a rule, but the body holds if the weights of its true literals sum to at least ``bound``."""

    choice: bool
    head: tuple[int, ...]
    bound: int
    body: tuple[tuple[int, int], ...]


class Minimize(NamedTuple):
    """A sum of ``(literal, weight)`` to be minimised; higher priorities come first."""

    priority: int
    terms: tuple[tuple[int, int], ...]


class GroundProgram(Record):
    """A ground program. Atoms are the numbers 1 to ``atoms``, literals are atoms or their negatives.

    Attributes:
        atoms: highest atom number used.
        facts: atoms given by rules without a body.
        rules, weight_rules, minimize: everything else, in the order of grounding.
        output: shown symbols, each with the literals that must all hold for it to be shown.
        project: atoms of ``#project`` statements.
        externals: external atoms with their last value.
        unsupported: names of statements that were seen but not recorded.
    """

    atoms: int
    facts: tuple[int, ...]
    rules: tuple[Rule, ...]
    weight_rules: tuple[WeightRule, ...]
    minimize: tuple[Minimize, ...]
    output: tuple[tuple[Symbol, tuple[int, ...]], ...]
    project: tuple[int, ...] = ()
    externals: tuple[tuple[int, TruthValue], ...] = ()
    unsupported: frozenset[str] = frozenset()

    def size(self) -> int:
        """The number of rules that are not facts."""
        return len(self.rules) + len(self.weight_rules)


class GroundObserver(Observer):
    """Collects ground statements; register it before grounding, see ``observe``."""

    def __init__(self) -> None:
        self._facts: list[int] = []
        self._fact = self._facts.append  # most of what is seen
        self._rules: list[Rule] = []
        self._weight_rules: list[WeightRule] = []
        self._minimize: list[Minimize] = []
        self._output: list[tuple[Symbol, tuple[int, ...]]] = []
        self._project: list[int] = []
        self._externals: dict[int, TruthValue] = {}
        self._unsupported: set[str] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if body or choice or len(head) != 1:
            self._rules.append(Rule(choice, tuple(head), tuple(body)))
        else:
            self._fact(head[0])

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        self._weight_rules.append(WeightRule(choice, tuple(head), lower_bound, tuple(body)))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self._minimize.append(Minimize(priority, tuple(literals)))

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        self._output.append((symbol, (atom,) if atom else ()))

    def output_term(self, symbol: Symbol, condition: Sequence[int]) -> None:
        self._output.append((symbol, tuple(condition)))

    def project(self, atoms: Sequence[int]) -> None:
        self._project.extend(atoms)

    def external(self, atom: int, value: TruthValue) -> None:
        self._externals[atom] = value

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        self._unsupported.add("#edge")

    def theory_atom(self, atom_id_or_zero: int, term_id: int, elements: Sequence[int]) -> None:
        self._unsupported.add("theory atom")

    def theory_atom_with_guard(
        self,
        atom_id_or_zero: int,
        term_id: int,
        elements: Sequence[int],
        operator_id: int,
        right_hand_side_id: int,
    ) -> None:
        self._unsupported.add("theory atom")

    def program(self) -> GroundProgram:
        """What was grounded so far. Later grounding doesn't change the value returned."""
        return GroundProgram(
            atoms=max(chain.from_iterable(self._numbers()), default=0),
            facts=tuple(self._facts),
            rules=tuple(self._rules),
            weight_rules=tuple(self._weight_rules),
            minimize=tuple(self._minimize),
            output=tuple(self._output),
            project=tuple(self._project),
            externals=tuple(self._externals.items()),
            unsupported=frozenset(self._unsupported),
        )

    def _numbers(self) -> Iterator[Iterable[int]]:
        yield self._facts
        yield self._project
        yield self._externals
        yield chain.from_iterable(rule.head for rule in self._rules)
        yield map(abs, chain.from_iterable(rule.body for rule in self._rules))
        yield chain.from_iterable(rule.head for rule in self._weight_rules)
        yield (abs(literal) for rule in self._weight_rules for literal, _ in rule.body)
        yield (abs(literal) for statement in self._minimize for literal, _ in statement.terms)
        yield map(abs, chain.from_iterable(condition for _, condition in self._output))


def observe(control: Control) -> GroundObserver:
    """Records what ``control`` grounds from now on.

    Call it before the first ``ground``; what was grounded earlier is not seen.
    """
    observer = GroundObserver()
    control.register_observer(observer)
    return observer
