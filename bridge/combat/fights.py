"""What can come out of fights, each of some attackers and their blockers: one program, solved once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Function, Number, Symbol

from magistrate.bridge.combat.board import DAMAGE, Board, control_with
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.ledger import Ledger
from magistrate.bridge.errors import MagistrateError

__all__ = ["ALL", "COUNTS", "LIFE", "Block", "Fight", "outcomes", "program", "refuse"]

Block = frozenset[tuple[Symbol, Symbol]]
"""Pairs of blocker and attacker."""

ALL = "combat/show_all.lp"
LIFE = "combat/show_life.lp"
COUNTS = "combat/show_counts.lp"

Fight = tuple[Sequence[Symbol], Block]
"""Some attackers, and who blocks them."""


def outcomes(
    board: Board,
    ledger: Ledger,
    fights: Sequence[Fight],
    deadline: Deadline = NEVER,
    *,
    show: str = ALL,
    named: Iterable[Symbol] = (),
) -> list[frozenset[int]]:
    """For each fight, all results that some division of damage leads to, as numbers of the ledger.

    `show`: which part of the results matters (`ALL`, `LIFE`, `COUNTS`); with `LIFE`, also whether those
    `named` die. Raises `BoundReached`, and `MagistrateError` where a part of the results tells too little.
    """
    if show in (LIFE, COUNTS):
        refuse_parts(board)
    control = program(board, fights, (show,), named)
    found: list[set[int]] = [set() for _ in fights]
    weights: dict[int, tuple[int, int]] = {}
    count = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            count += 1
            if not count & 255:
                deadline.check()
            option_number = total = 0
            symbols = model.symbols(shown=True)
            # Clingo hands over numbers and makes objects of them on access; the numbers alone are faster.
            for index, number in enumerate(getattr(symbols, "_p_symbols", None) or _numbers(symbols)):
                known = weights.get(number)
                if known is None:
                    known = weights[number] = _told(ledger, symbols[index])
                option_number += known[0]
                total += known[1]
            found[option_number].add(total)
    return [frozenset(some) for some in found]


def program(board: Board, fights: Sequence[Fight], show: Iterable[str], named: Iterable[Symbol]) -> Control:
    """The grounded program in which each fight is an option; all its models are asked for, told apart by what
    the files `show` pick. Those `named` are facts."""
    facts = [*board.given, *(Function("named", [o]) for o in named)]
    for number, (attackers, block) in enumerate(fights):
        option = Number(number)
        facts.append(Function("option", [option]))
        facts += [Function("in_fight", [option, a]) for a in attackers]
        facts += [Function("party", [option, b, a]) for b, a in block]
        held = {a for _, a in block} | board.blocked.intersection(attackers)
        facts += [Function("party_blocked", [option, a]) for a in held]
    control = control_with((DAMAGE, *show), facts, "--project=show,3")
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    return control


def _numbers(symbols: Sequence[Symbol]) -> list[int]:
    return [symbol._rep for symbol in symbols]


def _told(ledger: Ledger, symbol: Symbol) -> tuple[int, int]:
    if symbol.name == "chosen":
        return symbol.arguments[0].number, 0
    return 0, ledger.weight(symbol)


def refuse(board: Board) -> None:
    """Best play weighs what both sides choose in turn. Raises `MagistrateError` where banding lets players
    divide the damage of others' creatures, which no turn here is for."""
    if board.turned:
        raise MagistrateError(
            "banding lets the other side divide damage: best play isn't worked out; ask for the outcomes"
        )


def refuse_parts(board: Board) -> None:
    """Parts of results tell sums at the end. Raises `MagistrateError` where that isn't enough: abilities
    change life after damage, or what dies may weaken others."""
    refuse(board)
    if board.chained or board.tied:
        raise MagistrateError(
            "abilities that change life, or creatures that strengthen others, tie fights together"
        )
