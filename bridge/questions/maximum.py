"""The most requirements that a declaration can obey for nothing: clasp for small questions, HiGHS for the
others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from clingo import Function, Number, Symbol
from clingo.solving import Model

from magistrate.bridge.engines.replay import solve_within

if TYPE_CHECKING:
    from magistrate.bridge.engines.observer import GroundProgram
    from magistrate.bridge.programs import Session
    from magistrate.bridge.questions.declarations import Maximum, Pair, Table

CLASP_SECONDS = 0.3
"""How long clasp searches before HiGHS is asked."""
CLASP_PAIRS = 600
"""With more pairs than this, clasp isn't asked at all."""


def seek(table: Table, time_limit: float | None) -> Maximum:
    """Find the maximum; `time_limit` in seconds, 0 or None for none."""
    limit = time_limit or None
    if len(table.pairs) <= CLASP_PAIRS:
        seconds = CLASP_SECONDS if limit is None else min(CLASP_SECONDS, limit)
        found = _clasp(table, seconds)
        if found.value == found.bound or (limit is not None and limit <= seconds):
            return found
    return _handed_on(table, limit)


def _clasp(table: Table, seconds: float) -> Maximum:
    from magistrate.bridge.questions.declarations import Maximum, objective

    if not table.has_goal:
        table.control.ground([("goal", [])])
        table.has_goal = True
    objective(table.control, "opt")
    pairs, obeyed = table.pairs, table.obeyed
    best: list[tuple[frozenset[tuple[Symbol, Symbol]], frozenset[Symbol]]] = []

    def keep(model: Model) -> None:
        best.append(
            (
                frozenset(pair for pair, literal in pairs.items() if model.is_true(literal)),
                frozenset(what for what, literal in obeyed if model.is_true(literal)),
            )
        )

    result = solve_within(table.control, seconds, on_model=keep, assumptions=table.free())
    objective(table.control, "ignore")
    witness, met = best[-1] if best else (frozenset(), frozenset())
    bound = len(met) if result.exhausted else len(obeyed)
    return Maximum(len(met), bound, witness, met)


def _handed_on(table: Table, limit: float | None) -> Maximum:
    from magistrate.bridge.engines.observer import GroundObserver
    from magistrate.bridge.questions import declarations as asked

    observer = GroundObserver()
    session = asked.build(table.kind, table.facts, table.extra, observer=observer)
    return seek_in(session, observer.program(), asked.pairs_of(session, table.kind), limit)


def seek_in(
    session: Session, program: GroundProgram, pairs: Mapping[Pair, int], time_limit: float | None
) -> Maximum:
    """Find the maximum in a session whose models are the declarations that break no restriction."""
    from magistrate.bridge.engines.maximum import maximum
    from magistrate.bridge.questions.components import compact
    from magistrate.bridge.questions.declarations import Maximum
    from magistrate.bridge.records import replace

    atoms = session.control.symbolic_atoms
    costly = atoms[Function("costly")]
    obeyed = [(atom.symbol.arguments[0], atom.literal) for atom in atoms.by_signature("obeyed", 1)]
    literals = [literal for _, literal in obeyed] + list(pairs.values())
    if costly is not None:
        literals.append(costly.literal)
    small, kept = compact(program, literals)
    symbols = [Function("", [Number(number)]) for number in range(len(obeyed) + len(pairs))]
    output = tuple((symbol, (literal,)) for symbol, literal in zip(symbols, kept, strict=False))
    found = maximum(
        replace(small, output=output),
        [(literal, 1) for literal in kept[: len(obeyed)]],
        time_limit=time_limit or None,
        assumptions=[] if costly is None else [-kept[-1]],
    )
    shown = {symbol.arguments[0].number for symbol in found.witness or ()}
    return Maximum(
        found.value or 0,
        found.bound or 0,
        frozenset(pair for number, pair in enumerate(pairs, len(obeyed)) if number in shown),
        frozenset(what for number, (what, _) in enumerate(obeyed) if number in shown),
    )
