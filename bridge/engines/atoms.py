"""Finds the atoms of a grounded control."""

from __future__ import annotations

from clingo import Control, Symbol


def literals(control: Control, name: str, arity: int) -> dict[Symbol, int]:
    """All atoms ``name/arity`` that ``control`` grounded, with their literals in the observed program."""
    return {atom.symbol: atom.literal for atom in control.symbolic_atoms.by_signature(name, arity)}


def open_atoms(control: Control) -> list[Symbol]:
    """Symbolic atoms that grounding did not turn into facts.

    Empty for a stratified program without a choice, where grounding alone answers the question. External
    atoms that are still open count as well.
    """
    return [atom.symbol for atom in control.symbolic_atoms if not atom.is_fact]


def is_determined(control: Control) -> bool:
    """Whether grounding alone decided every symbolic atom, so that there is nothing to search."""
    return all(atom.is_fact for atom in control.symbolic_atoms)
