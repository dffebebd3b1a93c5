"""A question asked of clingo alone, and with `deduce` before it."""

from __future__ import annotations

from collections.abc import Iterable

import clingo
import pytest

from magistrate.bridge import programs


def compare(question: str, facts: Iterable[clingo.Symbol], extra: Iterable[clingo.Symbol]) -> None:
    """Both find the same atoms, and leave the same ones open."""
    facts, extra = list(facts), list(extra)
    whole = programs.Session(question, facts, extra=extra, by_clingo=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(programs, "_BY_CLINGO", 0)
        parted = programs.Session(question, facts, extra=extra)
    assert parted.parts == whole.parts
    assert parted.files == whole.files
    given = {*facts, *extra}
    wanted = {a.symbol: a.is_fact for a in whole.control.symbolic_atoms if a.symbol not in given}
    assert parted.state is not None
    names = {(one.name, len(one.arguments)) for one in wanted} | parted.state.predicates()
    found = {atom for name, arity in names for atom in parted.atoms(name, arity)} - given
    assert found == set(wanted)
    for atom in parted.control.symbolic_atoms:
        assert atom.is_fact == wanted.get(atom.symbol, True)
