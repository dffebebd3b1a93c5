"""Lists and counts whole choices of targets, lazily."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from clingo import Symbol
from clingo.solving import Model

from magistrate.bridge.programs import Session
from magistrate.bridge.questions.target_types import Choice, Count

if TYPE_CHECKING:
    from magistrate.bridge.engines.observer import GroundProgram

_FEW = 20_000
"""So many choices are counted by listing them."""

_CHOSEN = (("pick", 3), ("choose", 2), ("share", 3))

Assumptions = list[tuple[Symbol, bool]]


class ChoiceProgram:
    """The question with its choice. `numbers` says what each slot is counted as."""

    def __init__(self, question: str, facts: frozenset[Symbol], extra: Sequence[Symbol]) -> None:
        self._question = question
        self._facts = facts
        self._extra = extra
        self.session = Session(question, facts, extra=extra, options=("0",))
        self.numbers: dict[Symbol, int] = {}
        self._literals: list[tuple[Symbol, int]] | None = None
        self._observed: tuple[Session, GroundProgram] | None = None

    def choices(self) -> Iterator[Choice]:
        """Every legal choice, as clasp finds them."""
        for assumptions in self._shapes():
            with self.session.control.solve(assumptions=assumptions, yield_=True) as handle:
                for model in handle:
                    yield self._choice(model)

    def count(self, seconds: float | None = None) -> Count:
        """How many legal choices there are; `seconds` bounds the time."""
        end = None if seconds is None else time.monotonic() + seconds
        total, exact = 0, True
        for assumptions in self._shapes():
            found = self._few(assumptions) or self._many(assumptions, end)
            total, exact = total + found.number, exact and found.exact
        return Count(total, exact)

    def _few(self, assumptions: Assumptions) -> Count | None:
        """Counted by listing; nothing when there are too many for that."""
        found = 0
        with self.session.control.solve(assumptions=assumptions, yield_=True) as handle:
            for _ in handle:
                found += 1
                if found > _FEW:
                    return None
        return Count(found, exact=True)

    def _many(self, assumptions: Assumptions, end: float | None) -> Count:
        """Counted by an engine that need not list them."""
        from magistrate.bridge.engines.count import count
        from magistrate.bridge.engines.observer import GroundObserver

        if self._observed is None:
            observer = GroundObserver()
            session = Session(self._question, self._facts, extra=self._extra, observer=observer)
            self._observed = session, observer.program()
        session, program = self._observed
        literals = {atom.symbol: atom.literal for atom in session.control.symbolic_atoms}
        found = count(
            program,
            [literals[symbol] for name, arity in _CHOSEN for symbol in session.atoms(name, arity)],
            time_limit=None if end is None else max(0.0, end - time.monotonic()),
            assumptions=[literals[symbol] if true else -literals[symbol] for symbol, true in assumptions],
        )
        return Count(found.value, found.complete)

    def maximum_like(self, sizes: Sequence[Symbol]) -> tuple[int, Choice | None]:
        """The most requirements that a legal choice with these numbers of targets obeys, and such a
        choice."""
        shape = [(symbol, True) for symbol in sizes]
        there = set(self.session.atoms("size", 2))
        if any(symbol not in there for symbol in sizes):
            return 0, None
        return self._maximum(shape)

    def _maximum(self, shape: Assumptions) -> tuple[int, Choice | None]:
        reach = sorted(self.session.atoms("reach", 1), key=lambda a: -a.arguments[0].number)
        for atom in reach:
            found = self._first([*shape, (atom, True)])
            if found is not None:
                return atom.arguments[0].number, found
        return 0, self._first(shape)

    def _first(self, assumptions: Assumptions) -> Choice | None:
        with self.session.control.solve(assumptions=assumptions, yield_=True) as handle:
            model = handle.model()
            return None if model is None else self._choice(model)

    def _shapes(self) -> Iterator[Assumptions]:
        """What to assume so that only choices with the greatest number of obeyed requirements come out.

        Modes and numbers of targets are announced before the targets, so each such shape has a maximum of
        its own.
        """
        if not self.session.atoms("requirement", 1):
            yield []
            return
        finder = Session(self._question, self._facts, extra=self._extra)
        marks = [*finder.atoms("pick", 3), *finder.atoms("size", 2)]
        literals = {a.symbol: a.literal for a in finder.control.symbolic_atoms if a.symbol in set(marks)}
        while True:
            with finder.control.solve(yield_=True) as handle:
                model = handle.model()
                if model is None:
                    return
                shape = [(symbol, model.contains(symbol)) for symbol in marks]
            maximum, _ = self._maximum(shape)
            wanted = [a for a in self.session.atoms("reach", 1) if a.arguments[0].number == maximum]
            yield [*shape, *((atom, True) for atom in wanted)]
            with finder.control.backend() as backend:
                backend.add_rule([], [literals[s] if true else -literals[s] for s, true in shape])

    def _choice(self, model: Model) -> Choice:
        modes: list[int] = []
        targets: dict[int, list[Symbol]] = {}
        shares: list[tuple[int, Symbol, int]] = []
        for symbol, literal in self._decoded():
            if not model.is_true(literal):
                continue
            if symbol.name == "pick":
                modes.append(symbol.arguments[1].number)
                continue
            slot = self.numbers[symbol.arguments[0]]
            if symbol.name == "live":
                targets.setdefault(slot, [])
            elif symbol.name == "choose":
                targets.setdefault(slot, []).append(symbol.arguments[1])
            else:
                shares.append((slot, symbol.arguments[1], symbol.arguments[2].number))
        return Choice(
            tuple(modes), tuple((n, tuple(found)) for n, found in sorted(targets.items())), tuple(shares)
        )

    def _decoded(self) -> list[tuple[Symbol, int]]:
        """The atoms that make up a choice, in order, with their literals."""
        if self._literals is None:
            atoms = self.session.control.symbolic_atoms
            self._literals = [
                (atom.symbol, atom.literal)
                for name, arity in (*_CHOSEN, ("live", 1))
                for atom in sorted(atoms.by_signature(name, arity), key=lambda atom: atom.symbol)
            ]
        return self._literals
