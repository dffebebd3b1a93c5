"""Legal blocks, taken apart: which attackers must be looked at together, which blocks each such group allows,
and whether these can be combined freely as long as no creature is used twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from clingo import Control, Symbol

from magistrate.bridge.combat.board import Board
from magistrate.bridge.combat.fights import Block
from magistrate.bridge.engines.observer import GroundProgram
from magistrate.bridge.questions.components import whole
from magistrate.bridge.questions.declarations import Pair
from magistrate.bridge.questions.folding import Structure
from magistrate.bridge.questions.listing import Listing

__all__ = ["Apart", "apart", "parties"]


class Apart(NamedTuple):
    """Groups of attackers. With `free`, a block is legal exactly when it is a legal block of each group, and
    no creature is in two of them. `classes`: blockers that can stand for each other, in fixed order."""

    groups: list[tuple[Symbol, ...]]
    free: bool
    classes: list[tuple[Symbol, ...]]


class _Sets:
    """Things that belong together."""

    def __init__(self, things: Iterable[Symbol]) -> None:
        self._leader = {thing: thing for thing in things}

    def find(self, thing: Symbol) -> Symbol:
        while self._leader[thing] != thing:
            thing = self._leader[thing]
        return thing

    def join(self, things: Iterable[Symbol]) -> None:
        first: Symbol | None = None
        for thing in things:
            leader = self.find(thing)
            if first is None:
                first = leader
            self._leader[leader] = first

    def sets(self) -> list[tuple[Symbol, ...]]:
        out: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        for thing in sorted(self._leader):
            out[self.find(thing)].append(thing)
        return [tuple(some) for some in out.values()]


def apart(board: Board, listing: Listing) -> Apart:
    """Take the legal blocks against a board's attackers apart."""
    together = _Sets(board.attackers)
    _share_goals(board, together)
    for band in board.bands:
        together.join(band)
    if board.tied:
        together.join(board.attackers)
    several = _blocks_several(listing)
    by_blocker: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for b, a in listing.pairs:
        by_blocker[b].append(a)
    for b in several:
        together.join(by_blocker[b])
    free = not listing.requirements.maximum and not listing.charges
    for pairs in _constraints(listing.program, listing.pairs):
        attackers = {together.find(a) for _, a in pairs}
        if len(attackers) > 1 and len({b for b, _ in pairs}) > 1:
            free = False
    return Apart(together.sets(), free, _classes(board, listing) if free else [])


def _share_goals(board: Board, together: _Sets) -> None:
    """What one attacker does to what it attacks may matter to the others that attack it."""
    by_goal: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for a, d in board.attacks.items():
        if d in board.coupled:
            by_goal[d].append(a)
    for some in by_goal.values():
        together.join(some)


def _blocks_several(listing: Listing) -> list[Symbol]:
    """Blockers that can block more than one attacker at once."""
    if not listing.several():
        return []
    part = whole(listing.program, listing.pairs)
    control, _ = part.control(models=1)
    by_blocker: defaultdict[Symbol, list[int]] = defaultdict(list)
    for number, (b, _) in enumerate(part.pairs, 1):
        by_blocker[b].append(number)
    found = []
    flags: dict[Symbol, int] = {}
    with control.backend() as backend:
        for b, numbers in by_blocker.items():
            flags[b] = backend.add_atom()
            backend.add_weight_rule((flags[b],), 2, [(number, 1) for number in numbers])
    for b, flag in flags.items():
        if len(by_blocker[b]) > 1 and control.solve(assumptions=[flag]).satisfiable:
            found.append(b)
    return found


def _constraints(program: GroundProgram, pairs: dict[Pair, int]) -> Iterable[set[Pair]]:
    """For each constraint of a program, the pairs that it speaks of."""
    named = {literal: pair for pair, literal in pairs.items()}
    facts = frozenset(program.facts)
    defined: defaultdict[int, list[int]] = defaultdict(list)
    bodies: list[list[int]] = []
    tops: list[list[int]] = []
    for rule in program.rules:
        body = [abs(literal) for literal in rule.body]
        if not rule.head:
            tops.append(body)
        elif not rule.choice:
            bodies.append(body)
            for atom in rule.head:
                defined[atom].append(len(bodies) - 1)
    for weighted in program.weight_rules:
        body = [abs(literal) for literal, _ in weighted.body]
        if not weighted.head:
            tops.append(body)
        else:
            bodies.append(body)
            for atom in weighted.head:
                defined[atom].append(len(bodies) - 1)
    for top in tops:
        waiting, seen, found = list(top), set(top), set()
        while waiting:
            atom = waiting.pop()
            if atom in facts:
                continue
            if atom in named:
                found.add(named[atom])
                continue
            for number in defined[atom]:
                fresh = [other for other in bodies[number] if other not in seen]
                seen.update(fresh)
                waiting += fresh
        if found:
            yield found


def _classes(board: Board, listing: Listing) -> list[tuple[Symbol, ...]]:
    """Blockers in classes: those of one class fight alike and may block the same."""
    by_kind: defaultdict[int, list[Symbol]] = defaultdict(list)
    for b in sorted({b for b, _ in listing.pairs}):
        by_kind[board.kinds[b]].append(b)
    if all(len(some) == 1 for some in by_kind.values()):
        return [tuple(some) for some in by_kind.values()]
    structure = Structure(listing.program, listing.pairs, {})
    out: list[tuple[Symbol, ...]] = []
    for some in by_kind.values():
        alike = structure.classes(some, first=True) if len(some) > 1 else []
        left = set(some).difference(*alike)
        out += [*alike, *((b,) for b in sorted(left))]
    return out


def parties(
    listing: Listing, group: Sequence[Symbol], classes: Sequence[tuple[Symbol, ...]]
) -> Iterator[Block]:
    """The legal blocks against a group of attackers where nobody blocks another one; of blockers that are
    alike, where the group is one attacker, only the first ones of their class are used."""
    part = whole(listing.program, listing.pairs)
    number = {pair: index for index, pair in enumerate(part.pairs)}
    wanted = set(group)
    order = []
    if len(group) == 1:
        for some in classes:
            there = [number[b, group[0]] for b in some if (b, group[0]) in number]
            order += [([one], [other]) for one, other in pairwise(there)]
    control, names = part.control(order)
    assumptions = [-(index + 1) for (_, a), index in number.items() if a not in wanted]
    yield from _models(control, names, assumptions, part.pairs)


def _models(
    control: Control, names: dict[int, int], assumptions: list[int], pairs: Sequence[Pair]
) -> Iterator[Block]:
    with control.solve(assumptions=assumptions, yield_=True) as handle:
        for model in handle:
            chosen = (names[symbol._rep] for symbol in model.symbols(atoms=True))
            yield frozenset(pairs[index] for index in chosen)
