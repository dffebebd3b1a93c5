"""What the questions about targets read off a grounded question."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Number, Symbol, SymbolType

from magistrate.bridge.programs import Session
from magistrate.bridge.questions.target_types import Reason


def in_order(session: Session, name: str) -> list[Symbol]:
    """The slots that an atom names, in the order of the text, or of the texts where there are several."""
    ranks = {atom.arguments[0]: atom.arguments[1] for atom in session.atoms("later_text", 2)}
    slots = (atom.arguments[0] for atom in session.atoms(name, 1))
    return sorted(slots, key=lambda slot: (ranks.get(slot.arguments[0], Number(0)), slot))


def rule_of(symbol: Symbol) -> str:
    """The number of a rule in a term."""
    argument = symbol.arguments[0] if symbol.match("cr", 1) else symbol
    return argument.string if argument.type is SymbolType.String else str(argument)


def source_of(symbol: Symbol) -> Symbol | None:
    """The object or player that a term is."""
    return symbol if symbol.type is SymbolType.Function and symbol.name in ("o", "p") else None


def distinct(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """The reasons without those that say the same twice."""
    return tuple({(r.name, r.rule, r.source, r.text): r for r in reasons}.values())
