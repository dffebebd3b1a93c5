"""Whole combats with abilities that change life, power and toughness, and with bands: the program, the game
step by step, and the rules worked out by hand come to the same."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import product

import pytest
from combat_by_hand import Fighter, Result, charged, counted, results
from hypothesis import given, settings
from hypothesis import strategies as st
from test_combat import attacked, beginning, by_hand, outcomes, position

from magistrate.bridge.combat import solve as solving
from magistrate.bridge.combat.answer import combat
from magistrate.bridge.combat.board import Board, board
from magistrate.bridge.combat.solve import solve
from magistrate.bridge.combat.stepwise import explore, key
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.blocks import blocks as legal_blocks
from magistrate.bridge.questions.declarations import Pair
from magistrate.bridge.questions.listing import Declared

EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "25"))
KEYWORDS = (
    *("first strike", "double strike", "deathtouch", "lifelink", "trample", "wither", "infect"),
    *("indestructible", "menace"),
)
ABILITIES: dict[str, tuple[object, ...]] = {
    "bushido": (1, 2),
    "flanking": (1, 2),
    "rampage": (1, 2),
    "afflict": (1, 2),
    "grows_blocking": ((1, 1), (2, 0), (0, 2), (-1, 0)),
    "grows_blocked": ((1, 1), (2, 0), (0, 2)),
    "lord": ((1, 1), (0, 1), (1, 0)),
    "weakens": (1,),
    "lends": tuple(frozenset({word}) for word in ("first strike", "double strike", "deathtouch", "lifelink"))
    + tuple(frozenset({word}) for word in ("trample", "wither", "indestructible")),
    "dies": ((2, 0), (0, -2), (1, -1), (-1, 0)),
    "mourns": ((1, 0), (0, -1), (-1, 0)),
    "hits": ((1, 0), (0, -1)),
    "thirsts": (True,),
    "suffers": (True,),
}
ATTACKING: dict[str, tuple[object, ...]] = {
    "exalted": (1, 2),
    "battle_cry": (1, 2),
    "melee": (True,),
    "training": (True,),
    "charge": ((1, 0), (2, 1), (0, 1)),
    "raid": ((1, 0), (1, -1), (0, -1), (-1, 0)),
}
Table = tuple[list[Fighter], dict[str, int], int]


def table(seed: int, most: int = 5) -> Table:
    """A board; at most so many creatures."""
    dice = random.Random(seed)
    attackers = dice.randint(1, 3)
    blockers = dice.randint(0, most - attackers)
    made = [fighter(dice, f"Ann {i}", "A") for i in range(attackers)]
    if len(made) > 1 and not dice.randrange(5) and not any(sets_off(f) for f in made):
        made[:2] = [replace(f, band=1, target="B") for f in made[:2]]
    elif not dice.randrange(4):
        made.append(replace(fighter(dice, "Ann home", "A"), target=""))
    others = [fighter(dice, f"Bea {i}", "B") for i in range(blockers)]
    if any(f.band for f in made):
        others = [replace(f, grows_blocking=(0, 0), bushido=0) for f in others]
    made = [replace(f, target="siege") if battle(seed, place, f) else f for place, f in enumerate(made)]
    return [*made, *others], {"A": dice.randint(1, 7), "B": dice.randint(1, 9)}, dice.randint(1, 4)


def battle(seed: int, place: int, f: Fighter) -> bool:
    """Whether an attacker attacks a battle instead: on some boards those that attack the planeswalker, on
    some every other one."""
    return (
        bool(f.target)
        and not f.band
        and (f.target == "walker" if seed % 4 == 1 else seed % 4 == 3 and place % 2 == 0)
    )


def fighter(dice: random.Random, name: str, side: str) -> Fighter:
    some = dice.sample(sorted(ABILITIES), dice.choice((0, 1, 1, 1, 2)))
    return Fighter(
        name=name,
        side=side,
        power=dice.randint(0, 3),
        toughness=dice.randint(1, 3),
        keywords=frozenset(dice.sample(KEYWORDS, dice.choice((0, 0, 1, 1, 2)))),
        shields=dice.choice((0, 0, 0, 0, 1)),
        target=dice.choice(("B", "B", "B", "walker")) if side == "A" else "B",
        extra_blocks=dice.choice((0, 0, 0, 0, 1)) if side == "B" else 0,
        toxic=dice.choice((0, 0, 0, 0, 0, 0, 0, 2)),
        color=dice.choice(("green", "green", "red")) if side == "A" else "green",
        protected_from=frozenset({"red"}) if side == "B" and not dice.randrange(6) else frozenset(),
        **{one: dice.choice(ABILITIES[one]) for one in some},
    )


def attackers(seed: int) -> Table:
    """A board before attackers are declared."""
    dice = random.Random(seed)
    fighters = []
    for place, side in enumerate("AAB" + "AB"[dice.randrange(2)]):
        made = fighter(dice, f"{'Ann' if side == 'A' else 'Bea'} {place}", side)
        if side == "A":
            some = dice.sample(sorted(ATTACKING), dice.choice((1, 1, 2)))
            made = replace(made, **{one: dice.choice(ATTACKING[one]) for one in some})
        fighters.append(replace(made, target="B", shields=0))
    return fighters, {"A": dice.randint(3, 7), "B": dice.randint(3, 9)}, 3


def sets_off(f: Fighter) -> bool:
    """Whether a block sets off something of it."""
    return bool(f.bushido or f.flanking or f.rampage or f.afflict or any(f.grows_blocked))


def carried(found: Board) -> bool:
    """What the program may leave to the game is left for the order of triggers alone, or since a battle may
    be defeated."""
    assert {one.why.name for one in found.beyond} <= {"order", "siege"}
    return not found.beyond


def differs(made: Table) -> str | None:
    """Where the program and the rules by hand come to different things on a board; `left` where the program
    leaves it to the game."""
    fighters, life, loyalty = made
    here = board(position(fighters, life, loyalty))
    if not carried(here):
        return "left"
    many, expected = counted(fighters, life, loyalty)
    solved = solve(here)
    got: Counter[Result] = Counter()
    for outcome in outcomes(solved):
        got[by_hand(outcome)] += outcome.count
    wanted = {attacked(r, fighters, loyalty): n for r, n in expected.items()}
    if solved.combined.blocks != many:
        return f"{solved.combined.blocks} blocks, not {many}"
    return None if dict(got) == wanted else f"{told(fighters)}: {dict(got)} not {wanted}"


def plays_otherwise(made: Table) -> str | None:
    """The same for the game step by step, under one block: against the program, and against the rules by
    hand."""
    fighters, life, loyalty = made
    here = position(fighters, life, loyalty)
    found = board(here)
    block = chosen(here)
    played = explore(here, Declared(block))
    own = {key(one) for one in played}
    if not found.beyond and {key(one) for one in outcomes(solve(found, block=block))} != own:
        return f"{told(fighters)} under {block}: the program differs from the game"
    label = here.names.label
    blocks: dict[str, tuple[str, ...]] = {}
    for b, a in sorted(block):
        blocks[label(b)] = (*blocks.get(label(b), ()), label(a))
    wanted = {attacked(r, fighters, loyalty) for r in results(fighters, blocks, life, loyalty)}
    got = {by_hand(one) for one in played}
    return None if got == wanted else f"{told(fighters)} under {blocks}: played {got}, by hand {wanted}"


def chosen(here: Position) -> frozenset[Pair]:
    """A block of two pairs, or as near to it as there is."""
    blocks = {one.pairs for one in legal_blocks(here).unfolded()}
    return min(blocks, key=lambda some: (abs(len(some) - 2), sorted(some)))


def attacks_differ(made: Table) -> str | None:
    """Where all attacks with all blocks come to different things for the program and by hand. Where the
    program leaves one of them to the game, all are played."""
    fighters, life, loyalty = made
    here = beginning(fighters, life)
    mine = [f for f in fighters if f.side == "A"]
    wanted: Counter[Result] = Counter()
    many = 0
    for pattern in product(("", "B"), repeat=len(mine)):
        some = iter(pattern)
        there, after = charged(
            [replace(f, target=next(some)) if f.side == "A" else f for f in fighters], life
        )
        number, counts = counted(there, after, loyalty)
        many += number
        for result, n in counts.items():
            wanted[(*result[:3], *result[5:])] += n
    found = combat(here)
    got: Counter[Result] = Counter()
    for one in found.outcomes():
        result = by_hand(one)
        got[(*result[:3], *result[5:])] += one.count
    if found.declarations != many:
        return f"{found.declarations} declarations, not {many}"
    return None if got == wanted else f"{told(fighters)}: {dict(got - wanted)} not {dict(wanted - got)}"


def told(fighters: Sequence[Fighter]) -> str:
    """What isn't plain about some fighters."""
    plain = Fighter("", "", 0, 0)
    return "; ".join(
        ", ".join(
            f"{one.name}={getattr(f, one.name)!r}"
            for one in fields(f)
            if getattr(f, one.name) != getattr(plain, one.name)
        )
        for f in fighters
    )


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=EXAMPLES)
def test_abilities(seed: int) -> None:
    assert differs(table(seed)) in (None, "left")


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=EXAMPLES)
@pytest.mark.usefixtures("at_once")
def test_every_set_of_blockers_at_once(seed: int) -> None:
    assert differs(crowded(seed)) in (None, "left")


def crowded(seed: int) -> Table:
    """A board on which three or four may block one attacker."""
    dice = random.Random(seed)
    made = [fighter(dice, "Ann", "A"), *(fighter(dice, f"Bea {i}", "B") for i in range(dice.randint(3, 4)))]
    return [replace(f, power=min(f.power, 2)) for f in made], {"A": 5, "B": dice.randint(1, 9)}, 3


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sets of blockers of an attacker are asked about in one program, however few there are."""
    monkeypatch.setattr(solving, "AT_ONCE", 1)


def test_all_damage_is_assigned() -> None:
    """A board on which clasp, left to search for equal bodies, assigns less than all (see `solver.EXACT`)."""
    assert differs(table(40356, most=5)) is None


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=max(1, EXAMPLES // 10))
def test_abilities_in_the_game(seed: int) -> None:
    assert plays_otherwise(table(seed, most=4)) is None


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=max(1, EXAMPLES // 5))
def test_what_attacks_set_off(seed: int) -> None:
    assert attacks_differ(attackers(seed)) is None
