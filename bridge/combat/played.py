"""Every attack with every block, played step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from magistrate.bridge.combat.attacks import attacked, block_told, told
from magistrate.bridge.combat.bands import in_bands
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.combat.declaring import Beside, Declaring, besides, told_beside
from magistrate.bridge.combat.fights import Block
from magistrate.bridge.combat.outcome import Outcome
from magistrate.bridge.combat.stepwise import BLOCKING, Key, NotPlayed, answered, declared, ends, key
from magistrate.bridge.combat.stepwise import told as outcome_of
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.game.table import NotReached, Table
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS
from magistrate.bridge.questions.listing import Declared, Listing, legal_declarations
from magistrate.bridge.records import replace

__all__ = ["every_attack"]


def every_attack(
    position: Position, listing: Listing, deadline: Deadline = NEVER
) -> tuple[list[Outcome], int, bool]:
    """All outcomes, each with how many attacks and blocks can lead to it and the first of them; how many were
    played; and whether that was all. Raises `NotPlayed`."""
    counts: Counter[Key] = Counter()
    first: dict[Key, Outcome] = {}
    many = 0
    try:
        for one in listing.unfolded():
            start = in_bands(attacked(position, one.pairs), one.bands)
            reached: set[tuple[Key, Beside, Block]] = set()
            for beside, block, found in _outcomes(position, one, start, deadline):
                if (key(found), beside, block) in reached:
                    continue
                many += all((beside, block) != other[1:] for other in reached)
                reached.add((key(found), beside, block))
                counts[key(found)] += 1
                if key(found) not in first:
                    first[key(found)] = replace(
                        found,
                        witness=block_told(position, block),
                        attack=told(position, one.pairs),
                        beside=told_beside(position, beside),
                    )
    except BoundReached:
        return [replace(one, count=counts[k]) for k, one in first.items()], many, False
    return [replace(one, count=counts[k]) for k, one in first.items()], many, True


def _outcomes(
    position: Position, attack: Declared, start: Position, deadline: Deadline
) -> Iterator[tuple[Beside, Block, Outcome]]:
    """What an attack can lead to, with what was chosen beside it and the block that led to it."""
    table = Table.of(position)
    due = table.decision
    if due is None or due.kind.name != ATTACKS.question:
        table.advance("declare_attackers")
        due = table.decision
    if due is not None and due.kind.name == ATTACKS.question:
        there = table.kept()
        for beside in besides(table.game.position, attack.pairs):
            table.restored(there)
            making = Declaring.of(table, ATTACKS, attack, beside=beside)
            for _ in declared(table, making, deadline):
                for block, found in _after_attack(table, attack, start, deadline):
                    yield beside, block, found
    elif attack.pairs:
        raise NotPlayed("players must decide something before attackers are declared")
    else:
        for block, found in _after_attack(table, attack, start, deadline):
            yield frozenset(), block, found


def _after_attack(
    table: Table, attack: Declared, start: Position, deadline: Deadline
) -> Iterator[tuple[Block, Outcome]]:
    if not attack.pairs:
        for last in ends(table, deadline):
            yield frozenset(), outcome_of(start, last)
        return
    for _ in _to_blocks(table, deadline):
        state = table.kept()
        due = table.decision
        blocks = [Declared(frozenset())]
        declaring = due is not None and due.kind.name == BLOCKS.question
        if declaring:
            blocks = list(legal_declarations(BLOCKS, table.game.position.facts).unfolded())
        for one in blocks:
            table.restored(state)
            if not declaring:
                for last in ends(table, deadline):
                    yield one.pairs, outcome_of(start, last)
                continue
            for _ in declared(table, Declaring.of(table, BLOCKS, one), deadline):
                for last in ends(table, deadline):
                    yield one.pairs, outcome_of(start, last)


def _to_blocks(table: Table, deadline: Deadline) -> Iterator[None]:
    """The table at the declaration of blockers, whatever was decided before."""
    deadline.check()
    if table.waiting is None and not table.game.over and table.step != BLOCKING:
        try:
            table.advance(BLOCKING)
        except NotReached:  # 508.8 without attackers nobody blocks
            yield
            return
    waiting = table.waiting
    if waiting is None or waiting.kind.name == BLOCKS.question:
        yield
        return
    for _ in answered(table, waiting):
        yield from _to_blocks(table, deadline)
