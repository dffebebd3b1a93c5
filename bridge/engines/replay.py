"""Feeds a ground program to clasp again, free of the control that grounded it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from clingo import Control, SolveResult, Symbol, TruthValue
from clingo.solving import Model

from .errors import NotSupported

if TYPE_CHECKING:
    from .observer import GroundProgram

_SLICE = 0.2  # seconds between two chances for an interrupt from the keyboard


def replay(
    program: GroundProgram,
    *,
    options: Sequence[str] = (),
    shown: Mapping[int, Symbol] | None = None,
    project: Iterable[int] = (),
    minimize: Iterable[tuple[int, Sequence[tuple[int, int]]]] = (),
) -> Control:
    """A control that holds the rules of ``program`` under the same atom numbers.

    Args:
        program: the rules; its minimize statements, output and projection are left out.
        options: arguments for clingo.
        shown: atoms to show, each with its symbol; nothing else is shown.
        project: atoms to project on; they need the option ``--project=project`` to have an effect.
        minimize: statements ``(priority, [(literal, weight), ...])``.

    Raises:
        NotSupported: the program holds theory atoms or acyclicity edges.
    """
    if program.unsupported:
        raise NotSupported(f"the ground program uses {', '.join(sorted(program.unsupported))}")
    names = shown or {}
    control = Control(["--warn=none", *options])
    with control.backend() as backend:
        for number in range(1, program.atoms + 1):
            symbol = names.get(number)
            added = backend.add_atom() if symbol is None else backend.add_atom(symbol)
            if added != number:
                raise NotSupported("two shown atoms share a symbol, or clingo numbers atoms out of order")
        for fact in program.facts:
            backend.add_rule((fact,))
        for rule in program.rules:
            backend.add_rule(rule.head, rule.body, rule.choice)
        for choice, head, bound, body in program.weight_rules:
            backend.add_weight_rule(head, bound, body, choice)
        for atom, value in program.externals:
            backend.add_external(atom, TruthValue.False_ if value is TruthValue.Release else value)
        for priority, terms in minimize:
            backend.add_minimize(priority, terms)
        projected = sorted(set(project))
        if projected:
            backend.add_project(projected)
    return control


def solve_within(
    control: Control,
    seconds: float | None,
    *,
    on_model: Callable[[Model], bool | None] | None = None,
    assumptions: Sequence[int] = (),
) -> SolveResult:
    """Solves; cancels the search after ``seconds`` (``None``: never), the result then is ``interrupted``."""
    end = None if seconds is None else time.monotonic() + seconds
    with control.solve(on_model=on_model, assumptions=assumptions, async_=True) as handle:
        while not handle.wait(_SLICE if end is None else min(_SLICE, max(0.0, end - time.monotonic()))):
            if end is not None and time.monotonic() >= end:
                handle.cancel()
                break
        result: SolveResult = handle.get()
        return result
