"""Clark's completion: a tight ground program as clauses and linear constraints with the same models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

from clingo import TruthValue

from .errors import NotSupported, NotTight
from .formula import Formula, FormulaBuilder
from .observer import GroundProgram


def require_tight(program: GroundProgram) -> None:
    """Checks that no atom depends on itself through positive literals.

    Facts don't count: what rests on them is settled. Rules with their own head in the body support nothing
    and don't count either.

    Raises:
        NotTight: there is a positive cycle; the error names one.
    """
    facts = set(program.facts)
    parents: dict[int, set[int]] = defaultdict(set)
    for _, head, body in program.rules:
        _depend(parents, head, [atom for atom in body if atom > 0 and atom not in facts])
    for _, head, _, weighted in program.weight_rules:
        _depend(parents, head, [atom for atom, _ in weighted if atom > 0 and atom not in facts])
    for fact in facts:
        parents.pop(fact, None)
    try:
        TopologicalSorter(parents).prepare()
    except CycleError as error:
        raise NotTight(tuple(error.args[1])) from None


def _depend(parents: dict[int, set[int]], head: Iterable[int], body: list[int]) -> None:
    if body:
        for atom in head:
            if atom not in body:
                parents[atom].update(body)


def complete(program: GroundProgram, assumptions: Iterable[int] = ()) -> Formula:
    """The models of ``program`` as a formula; variables 1 to ``program.atoms`` are its atoms.

    Every further variable is determined by those, so the number of models is the same.

    Args:
        program: a tight program; minimize statements and output are ignored.
        assumptions: literals that must hold besides.

    Raises:
        NotTight: the program has a positive cycle.
        NotSupported: it uses disjunction, theory atoms, acyclicity edges, or a weight body that depends on
            its own head.
    """
    if program.unsupported:
        raise NotSupported(f"no completion for {', '.join(sorted(program.unsupported))}")
    require_tight(program)
    completion = _Completion(program)
    for literal in assumptions:
        completion.builder.clause((literal,))
    return completion.builder.build()


class _Completion:
    def __init__(self, program: GroundProgram) -> None:
        self.builder = FormulaBuilder(program.atoms)
        self._bodies: dict[tuple[int, ...], int] = {}
        self._facts = frozenset(program.facts)
        # For each atom its rules: whether the rule forces the atom, and its body.
        self._plain: dict[int, list[tuple[bool, tuple[int, ...]]]] = defaultdict(list)
        self._weighted: dict[int, list[tuple[bool, int, tuple[tuple[int, int], ...]]]] = defaultdict(list)
        self._externals = dict(program.externals)
        self._collect(program)
        for atom in range(1, program.atoms + 1):
            self._atom(atom)

    def _collect(self, program: GroundProgram) -> None:
        for choice, head, body in program.rules:
            if not head:
                if not choice:
                    self.builder.clause(-literal for literal in body)
                continue
            if len(head) > 1 and not choice:
                raise NotSupported("no completion for disjunctive heads")
            for atom in head:
                if atom not in body:
                    self._plain[atom].append((not choice, body))
        for choice, head, bound, weighted in program.weight_rules:
            if not head:
                if not choice:
                    body_literal = self.builder.new_variable()
                    self.builder.clause((-body_literal,))
                    self.builder.reified(body_literal, weighted, bound)
                continue
            if len(head) > 1 and not choice:
                raise NotSupported("no completion for disjunctive heads")
            for atom in head:
                if any(literal == atom for literal, _ in weighted):
                    raise NotSupported("no completion for a weight body that depends on its head")
                self._weighted[atom].append((not choice, bound, weighted))

    def _atom(self, atom: int) -> None:
        builder = self.builder
        if atom in self._facts:
            builder.clause((atom,))
            return
        plain, weighted = self._plain[atom], self._weighted[atom]
        if not plain and not weighted:
            self._undefined(atom)
        elif len(weighted) == 1 and not plain and weighted[0][0]:
            builder.reified(atom, weighted[0][2], weighted[0][1])
        elif len(plain) == 1 and not weighted:
            self._single(atom, *plain[0])
        else:
            self._several(atom)

    def _undefined(self, atom: int) -> None:
        value = self._externals.get(atom, TruthValue.False_)
        if value is TruthValue.True_:
            self.builder.clause((atom,))
        elif value is not TruthValue.Free:
            self.builder.clause((-atom,))

    def _single(self, atom: int, forced: bool, body: tuple[int, ...]) -> None:
        if forced:
            self.builder.conjunction(atom, body)
        else:
            for literal in body:
                self.builder.clause((-atom, literal))

    def _several(self, atom: int) -> None:
        builder = self.builder
        support = [-atom]
        always = False
        for forced, body in self._plain[atom]:
            literal = self._body(body)
            if not literal:
                always = True
                continue
            support.append(literal)
            if forced:
                builder.clause((atom, -literal))
        for forced, bound, weighted in self._weighted[atom]:
            literal = builder.new_variable()
            builder.reified(literal, weighted, bound)
            if forced:
                builder.clause((atom, -literal))
            support.append(literal)
        if not always:  # an empty body supports the atom whatever else holds
            builder.clause(support)

    def _body(self, body: tuple[int, ...]) -> int:
        """A literal for the conjunction; 0 if it is empty."""
        facts = self._facts
        parts = tuple(sorted({literal for literal in body if literal not in facts}))
        if len(parts) < 2:
            return parts[0] if parts else 0
        known = self._bodies.get(parts)
        if known is None:
            known = self._bodies[parts] = self.builder.new_variable()
            self.builder.conjunction(known, parts)
        return known
