"""Whether an answer has the form that a decision asks for. What else speaks against it, the judge says."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Number, Symbol, SymbolType

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.game.look import Decision

__all__ = ["check", "only"]


def check(decision: Decision, values: Sequence[Symbol]) -> None:
    """Raise `MagistrateError` when `values` don't have the form of an answer: so many of the options, numbers
    within bounds, shares that sum up."""
    kind, bounds = decision.kind.name, [a.number for a in decision.kind.arguments if _is_number(a)]
    given = list(values)
    match kind:
        case "divide":
            given = [value.arguments[0] for value in values if _is_share(value)]
            if len(given) < len(values):
                _fail("expected shares, each of an option and a number")
            shares = [value.arguments[1].number for value in values]
            if any(share < 0 for share in shares) or sum(shares) != bounds[0]:
                _fail(f"the shares must sum up to {bounds[0]}, not {sum(shares)}")
        case "order":
            given = [value.arguments[1] for value in values if len(value.arguments) == 2]
            if sorted(given) != list(decision.options):
                _fail("an order must name each of them once")
        case "number":
            if len(values) != 1 or not _is_number(values[0]):
                _fail("expected one number")
            if not bounds[0] <= values[0].number <= bounds[1]:
                _fail(f"{values[0]} isn't between {bounds[0]} and {bounds[1]}")
            return
        case "some":
            if not bounds[0] <= len(values) <= bounds[1]:
                least, most = bounds
                amount = str(least) if least == most else f"{least} to {most}"
                _fail(f"expected {amount} of them, not {len(values)}")
        case _:
            if len(values) != 1:
                _fail(f"expected one answer, not {len(values)}")
    if len(set(given)) < len(given):
        _fail("the same may not be named twice")
    wrong = [value for value in given if value not in decision.options]
    if wrong and (decision.options or kind != "yes_no"):
        _fail(f"{', '.join(map(str, wrong))} can't be chosen here")


def only(decision: Decision) -> Sequence[Symbol] | None:
    """The one answer that a decision leaves, or `None`."""
    options, bounds = decision.options, [a.number for a in decision.kind.arguments if _is_number(a)]
    match decision.kind.name:
        case "one" | "yes_no" if len(options) == 1:
            return options
        case "some" if len(options) == bounds[0] or bounds[1] == 0:
            return options if bounds[1] else ()
        case "number" if bounds[0] == bounds[1]:
            return (Number(bounds[0]),)
    return None


def _is_number(symbol: Symbol) -> bool:
    return symbol.type == SymbolType.Number


def _is_share(value: Symbol) -> bool:
    return value.type == SymbolType.Function and len(value.arguments) == 2 and _is_number(value.arguments[1])


def _fail(message: str) -> None:
    raise MagistrateError(message)
