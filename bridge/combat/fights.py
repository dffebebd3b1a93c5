"""What can come out of fights, each of some attackers and their blockers: one program, solved once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from clingo import Control, Function, Number, Symbol

from magistrate.bridge.combat.board import DAMAGE, Beyond, Board, control_with
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.ledger import Ledger
from magistrate.bridge.errors import MagistrateError

__all__ = [
    "ALL",
    "COUNTS",
    "LIFE",
    "Block",
    "Fight",
    "NotApart",
    "all_outcomes",
    "outcomes",
    "program",
    "refuse",
]

Block = frozenset[tuple[Symbol, Symbol]]
"""Pairs of blocker and attacker."""

ALL = "combat/show_all.lp"
LIFE = "combat/show_life.lp"
COUNTS = "combat/show_counts.lp"
_BLOCKS = "combat/show_blocks.lp"

Fight = tuple[Sequence[Symbol], Block]
"""Some attackers, and who blocks them."""


class NotApart(MagistrateError):
    """Fights hang together, or the combat must be played step by step: `beyond` tells why, where it must."""

    def __init__(self, message: str, beyond: Sequence[Beyond] = ()) -> None:
        super().__init__(message)
        self.beyond = tuple(beyond)

    def __reduce__(self) -> tuple[type[NotApart], tuple[str, tuple[Beyond, ...]]]:
        """Keep both arguments when the error crosses from one process to another."""
        return type(self), (self.message, self.beyond)

    @property
    def why(self) -> tuple[Beyond | str, ...]:
        """What makes it necessary to play step by step."""
        return self.beyond or (self.message,)


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
    found = _results(control, ledger, deadline, _option)
    return [frozenset(found[number]) for number in range(len(fights))]


def all_outcomes(
    board: Board,
    ledger: Ledger,
    attacker: Symbol,
    blockers: Sequence[Symbol],
    deadline: Deadline = NEVER,
    *,
    show: str = ALL,
    named: Iterable[Symbol] = (),
) -> dict[Block, frozenset[int]]:
    """The same for every set of these blockers that an attacker can have; for one that bands with nobody."""
    if show in (LIFE, COUNTS):
        refuse_parts(board)
    place = {b: 1 << index for index, b in enumerate(blockers)}
    facts = [Function("open", [b, attacker]) for b in blockers]
    control = program(board, [((attacker,), frozenset())], (show, _BLOCKS), named, facts)

    def chosen(symbol: Symbol) -> int | None:
        if symbol.name == "block":
            return place[symbol.arguments[0]]
        return 0 if symbol.name == "chosen" else None

    found = _results(control, ledger, deadline, chosen)
    return {
        frozenset((b, attacker) for b, bit in place.items() if bit & mask): frozenset(some)
        for mask, some in found.items()
    }


def _results(
    control: Control, ledger: Ledger, deadline: Deadline, chosen: Callable[[Symbol], int | None]
) -> defaultdict[int, set[int]]:
    """By what is chosen, as the sum of what its words tell, all results."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    weights: dict[int, tuple[int, int]] = {}
    count = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            count += 1
            if not count & 255:
                deadline.check()
            which = total = 0
            symbols = model.symbols(shown=True)
            # Clingo hands over numbers and makes objects of them on access; the numbers alone are faster.
            for index, number in enumerate(getattr(symbols, "_p_symbols", None) or _numbers(symbols)):
                known = weights.get(number)
                if known is None:
                    choice = chosen(symbols[index])
                    known = (choice, 0) if choice is not None else (0, ledger.weight(symbols[index]))
                    weights[number] = known
                which += known[0]
                total += known[1]
            found[which].add(total)
    return found


def _option(symbol: Symbol) -> int | None:
    return symbol.arguments[0].number if symbol.name == "chosen" else None


def program(
    board: Board,
    fights: Sequence[Fight],
    show: Iterable[str],
    named: Iterable[Symbol] = (),
    more: Iterable[Symbol] = (),
) -> Control:
    """The grounded program in which each fight is an option; all its models are asked for, told apart by what
    the files `show` pick. Those `named` are facts, and so is what is given besides (`more`)."""
    facts = [*board.given, *(Function("named", [o]) for o in named), *more]
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


def refuse(board: Board) -> None:
    """Best play weighs what both sides choose in turn. Raises `NotApart` where banding lets players divide
    the damage of others' creatures, which no turn here is for."""
    if board.turned:
        raise NotApart("banding lets the other side divide damage")


def refuse_parts(board: Board) -> None:
    """Parts of results tell sums at the end. Raises `NotApart` where that isn't enough: abilities change life
    after damage, or what dies may weaken others."""
    refuse(board)
    if board.chained or board.tied:
        raise NotApart("abilities that change life, or creatures that strengthen others, tie fights together")
