"""Every way a combat can go, as one answer.

>>> found = combat(position)
>>> found.surely_dies
('bear',)
>>> [(one.dies, one.count) for one in found.outcomes(3)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from clingo import Symbol

from magistrate.bridge.combat.attacks import attacked, distinct, everyone, legal_attacks, told
from magistrate.bridge.combat.bands import in_bands
from magistrate.bridge.combat.board import Beyond, Board, board
from magistrate.bridge.combat.combine import combine
from magistrate.bridge.combat.costs import harmless, payable
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.fights import Block, NotApart
from magistrate.bridge.combat.gaps import left_out
from magistrate.bridge.combat.ledger import Ledger
from magistrate.bridge.combat.outcome import Outcome, Teller, Told
from magistrate.bridge.combat.played import every_attack
from magistrate.bridge.combat.sides import Sides
from magistrate.bridge.combat.solve import Solved, choices, finals, solve
from magistrate.bridge.combat.stepwise import counted
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.errors import BoundReached, MagistrateError
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.declarations import BLOCKS, Pair, charged
from magistrate.bridge.questions.listing import Declared, Listing, legal_declarations
from magistrate.bridge.records import Record

__all__ = ["Combat", "NoCombat", "combat"]

Key: TypeAlias = tuple[object, ...]


class NoCombat(MagistrateError):
    """The position is in no combat that could be looked at."""


class Combat(Record, frozen=False):
    """Everything that can come out of a combat.

    `declarations`: how many attacks, blocks, or both, there are; `number`: how many outcomes. `attacks`:
    whether the attack is part of the declarations. `beyond`: what made it necessary to play the combat step
    by step. With `complete` false there may be more outcomes, and counts are of what was looked at.
    `surely_dies` and `possibly_dies` name a creature as often as so many of those that can stand for each
    other die. `best` and `worst`: the outcome that is best and worst for each player, by their wishes.
    """

    position: Position
    declarations: int
    attacks: bool
    complete: bool
    beyond: tuple[Beyond | str, ...]
    surely_dies: tuple[str, ...]
    possibly_dies: tuple[str, ...]
    best: dict[str, Outcome]
    worst: dict[str, Outcome]
    rows: Sequence[tuple[int, Callable[[], Outcome]]]
    unmodelled: tuple[Unmodelled, ...] = ()

    @property
    def number(self) -> int:
        """How many outcomes there are."""
        return len(self.rows)

    def outcomes(self, limit: int = 0) -> list[Outcome]:
        """The outcomes, those first to which most declarations lead; `limit` 0 for all."""
        return [make() for _, make in (self.rows[:limit] if limit else self.rows)]


def combat(
    position: Position,
    *,
    block: Iterable[Pair] | None = None,
    by: str | None = None,
    wishes: Wishes | None = None,
    deadline: Deadline = NEVER,
) -> Combat:
    """Every outcome of the combat of a position, from where it stands to its end, with nobody doing anything
    but what they must.

    `block`: look at this block only. `by`: only this player declares blockers. Raises
    `NoCombat`, `BoundReached` where not even a part was found, and `NotPlayed`.
    """
    wishes = wishes or Wishes()
    player = None if by is None else position.names.player(by)
    here = board(position)
    chosen = None if block is None else frozenset(block)
    missing = left_out(position)
    steps = {row[0].name for row in position.about("step", 1)}
    if "attacks" in here.declared or "blocks" in here.declared:
        if here.beyond:
            return _stepwise(position, here, chosen, player, wishes, missing, deadline, here.beyond)
        try:
            solved = solve(here, block=chosen, player=player, deadline=deadline)
        except NotApart as error:
            return _stepwise(position, here, chosen, player, wishes, missing, deadline, error.why)
        return _read([(solved, None, 1)], position, wishes, missing)
    if not steps & {"beginning_of_combat", "declare_attackers"} or chosen is not None:
        raise NoCombat(
            "nobody attacks here; give a position in which attackers are declared, or are to be declared"
        )
    return _all_attacks(position, wishes, missing, deadline)


def _read(
    parts: Sequence[tuple[Solved, frozenset[Pair] | None, int]],
    position: Position,
    wishes: Wishes,
    missing: tuple[Unmodelled, ...],
    *,
    complete: bool = True,
) -> Combat:
    """The answer from what came out of one attack or of several, each with how many it stands for."""
    together: dict[Key, tuple[Told, int, int, int]] = {}
    for place, (solved, _, many) in enumerate(parts):
        solved.teller.prepare(solved.combined.counts)
        for number, count in solved.combined.counts.items():
            one = solved.teller.told(number)
            key = _told_key(one, solved.teller) if len(parts) > 1 else (number,)
            known = together.get(key)
            if known is None:
                together[key] = (one, count * many, place, number)
            else:  # kinds are numbered anew on each board: what is kept is told by the first
                together[key] = (known[0], known[1] + count * many, known[2], known[3])
    rows = sorted(together.values(), key=lambda row: -row[1])

    def made(row: tuple[Told, int, int, int]) -> Outcome:
        one, count, place, number = row
        solved, pairs, _ = parts[place]
        attack = None if pairs is None else told(position, pairs)
        return solved.teller.outcome(one, count, solved.combined.witness(number), attack)

    def later(row: tuple[Told, int, int, int]) -> Callable[[], Outcome]:
        return lambda: made(row)

    best: dict[str, Outcome] = {}
    worst: dict[str, Outcome] = {}
    if rows:
        teller = parts[0][0].teller
        for p in teller.players:
            ranked = [(wishes.values(row[0], p), row) for row in rows]
            best[teller.label(p)] = made(max(ranked, key=lambda pair: pair[0])[1])
            worst[teller.label(p)] = made(min(ranked, key=lambda pair: pair[0])[1])
    surely, possibly = _who_dies([(row[0], parts[row[2]][0].teller) for row in rows])
    return Combat(
        position=position,
        declarations=sum(solved.combined.blocks * many for solved, _, many in parts),
        attacks=any(pairs is not None for _, pairs, _ in parts),
        complete=complete and all(solved.complete for solved, _, _ in parts),
        beyond=(),
        surely_dies=surely,
        possibly_dies=possibly,
        best=best,
        worst=worst,
        rows=[(row[1], later(row)) for row in rows],
        unmodelled=missing,
    )


def _told_key(one: Told, teller: Teller) -> Key:
    """What tells outcomes apart, also those of different boards."""
    names = teller.names

    def named(some: Iterable[tuple[int, int]]) -> frozenset[tuple[str, int]]:
        return frozenset((names[kind], n) for kind, n in some)

    return (
        named(one.dies.items()),
        one.gone,
        frozenset(one.life.items()),
        frozenset(one.poison.items()),
        frozenset(one.left.items()),
        one.lost,
        named(one.regenerates.items()),
        frozenset((names[kind], size, n) for (kind, size), n in one.small.items()),
        frozenset((names[kind], size, n) for (kind, size), n in one.weaker.items()),
    )


def _who_dies(rows: Sequence[tuple[Told, Teller]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    least: dict[str, int] | None = None
    most: dict[str, int] = {}
    for one, teller in rows:
        dies = {teller.names[kind]: n for kind, n in one.dies.items()}
        dies |= {teller.label(d): 1 for d in one.gone}
        for name, n in dies.items():
            most[name] = max(n, most.get(name, 0))
        least = dies if least is None else {x: min(n, dies[x]) for x, n in least.items() if x in dies}
    return _repeated(least or {}), _repeated(most)


def _repeated(names: dict[str, int]) -> tuple[str, ...]:
    return tuple(name for name, n in sorted(names.items()) for _ in range(n))


def _stepwise(
    position: Position,
    here: Board,
    block: Block | None,
    player: Symbol | None,
    wishes: Wishes,
    missing: tuple[Unmodelled, ...],
    deadline: Deadline,
    why: tuple[Beyond | str, ...],
) -> Combat:
    """What the program can't carry is played."""
    complete = True
    blocks: Iterable[Declared | None]
    if block is None and "blocks" in here.declared:
        blocks = [None]
    else:
        listing = legal_declarations(BLOCKS, position.facts, player=player, time_limit=deadline.left)
        if block is not None:
            blocks = [Declared(block, charges=charged(listing.charges, block))]
        else:
            blocks, complete = listing.unfolded(), listing.complete
    played = counted(position, blocks, deadline)
    return _of_played(position, here, played, wishes, missing, why, complete=complete, attacks=False)


def _played_attacks(
    position: Position,
    here: Board,
    listing: Listing,
    wishes: Wishes,
    missing: tuple[Unmodelled, ...],
    deadline: Deadline,
    why: tuple[Beyond | str, ...],
) -> Combat:
    """Every attack is played, where one of them must be. `here` is that one."""
    played = every_attack(position, listing, deadline)
    return _of_played(position, here, played, wishes, missing, why, complete=listing.complete, attacks=True)


def _of_played(
    position: Position,
    here: Board,
    played: tuple[list[Outcome], int, bool],
    wishes: Wishes,
    missing: tuple[Unmodelled, ...],
    why: tuple[Beyond | str, ...],
    *,
    complete: bool,
    attacks: bool,
) -> Combat:
    """The answer from outcomes that were played."""
    found, many, all_of = played
    if not found:
        raise BoundReached(
            "the time limit was reached before one block was played out; --time-limit raises it"
        )
    found.sort(key=lambda one: -one.count)
    deaths = [frozenset(one.dies) for one in found]
    sides = Sides(here)
    best, worst = {}, {}
    for name in sides.teams:
        ranked = sorted(found, key=lambda one: sides.values(one, name, wishes))
        best[name], worst[name] = ranked[-1], ranked[0]
    return Combat(
        position=position,
        declarations=many,
        attacks=attacks,
        complete=complete and all_of,
        beyond=why,
        surely_dies=tuple(sorted(frozenset.intersection(*deaths))),
        possibly_dies=tuple(sorted(frozenset.union(*deaths))),
        best=best,
        worst=worst,
        rows=[(one.count, lambda one=one: one) for one in found],  # type: ignore[misc]
        unmodelled=missing,
    )


def _all_attacks(
    position: Position, wishes: Wishes, missing: tuple[Unmodelled, ...], deadline: Deadline
) -> Combat:
    """Every attack with every block."""
    listing = legal_attacks(position, deadline.left)
    if listing.charges:
        try:
            harmless(position, listing)
        except NotApart as error:
            return _played_attacks(position, board(position), listing, wishes, missing, deadline, error.why)
    plain = None if listing.charges else everyone(position, listing)
    parts: list[tuple[Solved, frozenset[Pair] | None, int]] = []
    complete = listing.complete
    known = None
    if plain is not None:
        ledger = Ledger(plain.kinds, early=plain.two_steps, chained=plain.chained)
        known = choices(plain, ledger, legal_declarations(BLOCKS, plain.position.facts), deadline)
    try:
        if plain is not None and known is not None and known.space is not None:
            complete = complete and known.complete
            teller = Teller(plain, known.ledger)
            of = {
                group[0]: some
                for group, some in zip(known.groups, known.choices, strict=True)
                if len(group) == 1
            }
            profile = {a: (plain.kinds[a], tuple(choice.uses for choice in some)) for a, some in of.items()}
            if len(of) == len(known.groups):
                for pairs, many in distinct((one.pairs for one in listing.unfolded()), profile):
                    groups = [of[a] for a, _ in sorted(pairs)]
                    final, plainer = finals(teller, groups)
                    combined = combine(known.space, plainer, known.ledger, teller.alone, final, deadline)
                    parts.append((Solved(plain, teller, combined, True), pairs, many))
                return _read(parts, position, wishes, missing, complete=complete)
        for one in listing.unfolded():
            deadline.check()
            there = board(in_bands(attacked(position, one.pairs), one.bands), supposed=["attacks"])
            try:
                if there.beyond:
                    raise NotApart("the combat must be played step by step", there.beyond)
                if payable(position, listing, one.pairs):
                    parts.append((solve(there, deadline=deadline), one.pairs, 1))
            except NotApart as error:
                return _played_attacks(position, there, listing, wishes, missing, deadline, error.why)
    except BoundReached:
        complete = False
        if not parts:
            raise
    return _read(parts, position, wishes, missing, complete=complete)
