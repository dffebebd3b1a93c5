"""Fights in which both sides divide damage, as the small games that they are: attackers choose, blockers
answer, and the same in the second step.

A game is four sets in each other: for each choice of the attackers what the blockers can make of it, and so
on; inside stand numbers of the ledger. Games that don't touch each other add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from clingo import Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import Fight, program
from magistrate.bridge.combat.ledger import Ledger

__all__ = ["ENDS", "Game", "added", "best", "ends", "games", "of_attackers"]

ENDS = "combat/show_ends.lp"
_DIVISIONS = "combat/show_divisions.lp"
DEPTH = 4

Game: TypeAlias = Any
"""Four levels of `frozenset`, then a number: recursive types of a fixed depth aren't worth their words."""

Value = TypeVar("Value", bound=tuple[float, ...])


def of_attackers(results: Iterable[int]) -> Game:
    """The game in which attackers alone choose."""
    one = frozenset
    return frozenset(one((one((one((number,)),)),)) for number in results)


def ends(game: Game) -> frozenset[int]:
    """All numbers in a game."""
    found = game
    for _ in range(DEPTH - 1):
        found = frozenset(one for some in found for one in some)
    return frozenset(found)


def best(game: Game, value: Callable[[int], Value], *, attackers: bool) -> tuple[Value, int]:
    """What a game comes to when both sides play well, and the end that it comes to. `attackers`: whether
    these want the value to be great; else the blockers do."""
    memo: dict[tuple[int, Game], tuple[Value, int]] = {}

    def played(level: int, there: Game) -> tuple[Value, int]:
        if level == DEPTH:
            return value(there), there
        known = memo.get((level, there))
        if known is None:
            great = (level % 2 == 0) == attackers
            options = sorted(played(level + 1, one) for one in there)
            known = memo[level, there] = options[-1 if great else 0]
        return known

    return played(0, game)


def added(first: Game, second: Game, deadline: Deadline = NEVER) -> Game:
    """Two games that are played at the same time. Raises `BoundReached`."""
    memo: dict[tuple[int, Game, Game], Game] = {}

    def joined(level: int, one: Game, other: Game) -> Game:
        if level == DEPTH:
            return one + other
        key = (level, one, other)
        known = memo.get(key)
        if known is None:
            deadline.check()
            known = memo[key] = frozenset(joined(level + 1, x, y) for x in one for y in other)
        return known

    return joined(0, first, second)


def games(
    board: Board,
    ledger: Ledger,
    fights: Sequence[Fight],
    deadline: Deadline = NEVER,
    *,
    named: Iterable[Symbol] = (),
) -> list[Game]:
    """The game of each fight, with all that blockers choose. Raises `BoundReached`."""
    control = program(board, fights, (ENDS, _DIVISIONS), named)
    trees: list[Any] = [_tree() for _ in fights]
    meaning: dict[int, tuple[int, int, int]] = {}
    count = 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            count += 1
            if not count & 255:
                deadline.check()
            chosen = total = 0
            given: list[list[int]] = [[], [], [], []]
            symbols = model.symbols(shown=True)
            # Clingo hands over numbers and makes objects of them on access; the numbers alone are faster.
            raw = getattr(symbols, "_p_symbols", None) or [symbol._rep for symbol in symbols]
            for index, number in enumerate(raw):
                known = meaning.get(number)
                if known is None:
                    known = meaning[number] = _meaning(ledger, symbols[index])
                turn, chose, weight = known
                if turn:
                    given[turn - 1].append(number)
                else:
                    chosen += chose
                    total += weight
            there = trees[chosen]
            for some in given[:-1]:
                there = there[frozenset(some)]
            there[frozenset(given[-1])] = total
    return [_frozen(tree) for tree in trees]


def _meaning(ledger: Ledger, symbol: Symbol) -> tuple[int, int, int]:
    """In which turn something is given, or which option is chosen, or what is added to the end."""
    if symbol.name == "chosen":
        return 0, symbol.arguments[0].number, 0
    if symbol.name == "given":
        return symbol.arguments[0].number, 0, 0
    return 0, 0, ledger.weight(symbol)


def _tree() -> Any:
    return defaultdict(_tree)


def _frozen(tree: Any) -> Any:
    if isinstance(tree, int):
        return tree
    return frozenset(_frozen(branch) for branch in tree.values())
