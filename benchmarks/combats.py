"""Whole combats: all blocks with all outcomes, the best block, attacks that kill whatever the blocks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from clingo import Function, Number, Symbol

from benchmarks.boards import Board, Card, letters
from benchmarks.figures import Figure, timed
from benchmarks.questions import position
from magistrate.bridge.combat.answer import combat
from magistrate.bridge.combat.best import Best, best_block
from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.lethal import lethal
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.positions.position import Position

KEYWORDS = ("", "", "", "Trample", "First strike", "Lifelink", "Double strike", "Deathtouch", "Menace")


def fighters(
    attackers: int,
    blockers: int,
    *,
    equal: bool = False,
    step: str = "declare blockers",
    texts: bool = False,
    seed: int = 0,
) -> Board:
    """Creatures of sizes 1/1 to 4/4, or all 2/2, which attack or, in an earlier step, may."""
    chance = random.Random(attackers * 100 + blockers + seed * 10_007)
    out = Board(step)
    for place in range(attackers + blockers):
        side = place < attackers
        pt = "2/2" if equal else f"{chance.randint(1, 4)}/{chance.randint(1, 4)}"
        name = ("Bold" if side else "Wary") + (" Bear" if equal else f" {letters(place)}")
        text = chance.choice(KEYWORDS) if texts else ""
        card = Card(name, "Creature — Bear", text, pt)
        declared = {"attacking": "Bob"} if side and step == "declare blockers" else {}
        out.put("Alice" if side else "Bob", card, **declared)
    return out


def combats(quick: bool) -> Iterator[Figure]:
    """Outcomes, best blocks and lethal attacks, from the position's facts on."""
    topic = "Whole combats"
    plain = [(3, 3, 0.5)] if quick else [(5, 5, 0.5), (6, 6, 10.0), (8, 8, None)]
    for attackers, blockers, target in plain:
        found = position(fighters(attackers, blockers))
        yield _outcomes(topic, f"{attackers} against {blockers}", found, target)
    size = 6 if quick else 20
    found = position(fighters(size, size, equal=True))
    yield _outcomes(topic, f"{size} equal ones against {size}", found, 2.0)
    for attackers, blockers, target in (
        [(4, 4, 5.0)] if quick else [(8, 8, 5.0), (10, 10, None), (12, 12, None)]
    ):
        found = position(fighters(attackers, blockers, texts=True))
        bob = found.names.player("Bob")
        best, spent = timed(partial(_best, found))
        told = f"{len(best.outcome.dies)} die" if best.player == bob else ""
        name = f"{attackers} against {blockers}, best block without listing: {told}"
        yield Figure(topic, name, spent.cpu, "s", target)
    attackers, blockers = (4, 3) if quick else (10, 8)
    for seed, life in ((1, 4), (0, 2), (0, 20)):
        found = position(fighters(attackers, blockers, step="declare attackers", texts=True, seed=seed))
        bob = found.names.player("Bob")
        facts = [fact for fact in found.facts if fact.name == "life" and fact.arguments[0] == bob]
        found = found.changed(facts, [_life(facts[0], life)])
        answer, spent = timed(partial(lethal, found))
        said = (
            "lethal"
            if answer.attack is not None
            else f"not lethal, proved by {len(answer.proof)} of the blocks"
        )
        name = f"{attackers} against {blockers} at {life} life: {said}"
        yield Figure(topic, name, spent.cpu, "s", 10.0)


def _outcomes(topic: str, name: str, found: Position, target: float | None) -> Figure:
    answer, spent = timed(lambda: combat(found))
    told = f"{name}: {answer.declarations:,} blocks, {answer.number:,} outcomes"
    return Figure(topic, told, spent.cpu, "s", target)


def _best(found: Position) -> Best:
    return best_block(board(found), found.names.player("Bob"), Wishes())


def _life(fact: Symbol, total: int) -> Symbol:
    return Function("life", [fact.arguments[0], Number(total)])
