"""Whole combats against the rules worked out by hand: same outcomes, same numbers of blocks."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import combinations

from clingo import Function
from combat_by_hand import Blocks, Fighter, Result, all_blocks, counted, defense_of, results
from combat_texts import abilities
from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.bridge.combat.answer import combat
from magistrate.bridge.combat.best import best_attack, best_block
from magistrate.bridge.combat.board import board
from magistrate.bridge.combat.lethal import lethal, safe
from magistrate.bridge.combat.outcome import Outcome
from magistrate.bridge.combat.solve import Solved, solve
from magistrate.bridge.combat.stepwise import explore, key
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.terms import number
from magistrate.bridge.questions.blocks import blocks as legal_blocks
from magistrate.bridge.questions.listing import Declared

EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "25"))
KEYWORDS = (
    *("first strike", "double strike", "deathtouch", "lifelink", "trample", "wither", "infect"),
    *("indestructible", "menace", "toxic 2"),
)
COLORS = {"green": "{G}", "red": "{R}"}


@st.composite
def fighter(draw: st.DrawFn, name: str, side: str, most: int) -> Fighter:
    keywords = draw(st.frozensets(st.sampled_from(KEYWORDS), max_size=2))
    return Fighter(
        name=name,
        side=side,
        power=draw(st.integers(0, most)),
        toughness=draw(st.integers(1, most)),
        keywords=keywords - {"toxic 2"},
        toxic=2 if "toxic 2" in keywords else 0,
        shields=draw(st.sampled_from((0, 0, 0, 0, 1, 2))),
        target=draw(st.sampled_from(("B", "B", "walker"))) if side == "A" else "B",
        extra_blocks=draw(st.sampled_from((0, 0, 0, 0, 1))) if side == "B" else 0,
        protected_from=draw(st.sampled_from((frozenset(),) * 5 + (frozenset({"red"}),)))
        if side == "B"
        else frozenset(),
        color=draw(st.sampled_from(("green", "green", "red"))) if side == "A" else "green",
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Fighter], dict[str, int], int]:
    attackers = draw(st.integers(1, 3))
    blockers = draw(st.integers(0, 3))
    fighters = [draw(fighter(f"Ann {i}", "A", 4)) for i in range(attackers)]
    fighters += [draw(fighter(f"Bea {i}", "B", 3)) for i in range(blockers)]
    # 702.16f What is protected from red can't be ... blocked by red creatures: only attackers are red here.
    return fighters, {"A": draw(st.integers(1, 6)), "B": draw(st.integers(1, 8))}, draw(st.integers(1, 4))


def position(
    fighters: list[Fighter], life: dict[str, int], loyalty: int, names: dict[str, str] | None = None
) -> Position:
    names = names or {}
    lines = ["turn: {active: A, step: declare blockers}", "cards:"]
    lines += ["  - {name: Walker, cost: '{1}', type: Planeswalker — Test, loyalty: 4}"]
    lines += ["  - {name: Gate, cost: '{1}', type: Battle — Siege, defense: 9}"]
    defense = defense_of(fighters, loyalty)
    seen = set()
    for f in fighters:
        name = names.get(f.name, f.name)
        if name in seen:
            continue
        seen.add(name)
        text = [k.capitalize() for k in sorted(f.keywords)]
        text += ["Toxic 2"] if f.toxic else []
        text += ["Protection from red"] if f.protected_from else []
        text += ["This creature can block an additional creature each combat."] if f.extra_blocks else []
        text += abilities(f)
        lines += [f"  - name: {name}", f"    cost: '{COLORS[f.color]}'", "    type: Creature — Test"]
        lines += [
            f"    pt: {f.power}/{f.toughness}",
            "    text: |-",
            *(f"      {line}" for line in text or ["Haste"]),
        ]
    lines += ["players:"]
    for side in "AB":
        lines += [f"  {side}:", f"    life: {life[side]}", "    battlefield:"]
        if side == "B":
            lines += [f"      - Walker: {{id: walker, counters: {{loyalty: {loyalty}}}}}"]
        elif defense is not None:
            lines += [f"      - Gate: {{id: siege, protector: B, counters: {{defense: {defense}}}}}"]
        for f in fighters:
            if f.side == side:
                name = names.get(f.name, f.name)
                more = [f"attacking: {f.target}"] if side == "A" and f.target else []
                more += [f"band: {f.band}"] if f.band else []
                more += [f"id: {f.name}"] if not names else []
                lines += [f"      - {name}: {{{', '.join(more)}}}"]
    made = Position.from_text("\n".join(lines), "combat.yaml")
    shields = []
    for place, f in enumerate(fighters):
        for again in range(f.shields):
            effect = Function("r", [number(1000 + 10 * place + again)])
            o = made.names.resolve(f.name)
            any_ = Function("any")
            shields.append(Function("guard", [effect, Function("regenerate"), any_, o, any_]))
            shields.append(
                Function(
                    "effect_of",
                    [
                        effect,
                        Function("a", [Function("c", []), number(1)]),
                        o,
                        Function("p", [number(1)]),
                        number(1),
                    ],
                )
            )
            shields.append(Function("effect_lasts", [effect, Function("end_of_turn")]))
    return made.changed(initiated=shields) if shields else made


def by_hand(outcome: Outcome) -> Result:
    return (
        tuple(sorted(outcome.dies)),
        tuple(sorted(outcome.life.items())),
        tuple(sorted(outcome.poison.items())),
        outcome.loyalty.get("walker"),
        tuple(sorted((name, n) for name, _, n in outcome.counters)),
        tuple(sorted(outcome.regenerates)),
        tuple(sorted(outcome.lost)),
        outcome.loyalty.get("siege"),
    )


def outcomes(solved: Solved) -> list[Outcome]:
    found = solved.combined
    return [
        solved.teller.outcome(solved.teller.told(o), n, found.witness(o)) for o, n in found.counts.items()
    ]


def attacked(result: Result, fighters: list[Fighter], loyalty: int) -> Result:
    """A planeswalker that nobody attacks isn't told of."""
    if any(f.target == "walker" for f in fighters):
        return result
    return (*result[:3], None, *result[4:])


@given(tables())
@settings(max_examples=EXAMPLES)
def test_all_blocks_and_all_outcomes(table: tuple[list[Fighter], dict[str, int], int]) -> None:
    fighters, life, loyalty = table
    here = position(fighters, life, loyalty)
    many, expected = counted(fighters, life, loyalty)
    solved = solve(board(here))
    assert not solved.board.beyond
    assert solved.combined.blocks == many
    got: Counter[Result] = Counter()
    for outcome in outcomes(solved):
        got[by_hand(outcome)] += outcome.count
    wanted = {attacked(r, fighters, loyalty): n for r, n in expected.items()}
    assert dict(got) == wanted


@given(tables())
@settings(max_examples=max(1, EXAMPLES // 5))
def test_the_game_step_by_step(table: tuple[list[Fighter], dict[str, int], int]) -> None:
    fighters, life, loyalty = table
    small = [replace(f, power=min(f.power, 2)) for f in fighters[:4]]
    here = position(small, life, loyalty)
    blocks = {one.pairs for one in legal_blocks(here).unfolded()}
    block = min(blocks, key=lambda some: (abs(len(some) - 2), sorted(some)))
    found = solve(board(here), block=block)
    played = explore(here, Declared(block))
    assert {key(one) for one in played} == {key(one) for one in outcomes(found)}


@given(st.integers(1, 3), st.integers(0, 4), st.sampled_from(KEYWORDS), st.sampled_from(KEYWORDS))
@settings(max_examples=EXAMPLES)
def test_equal_creatures(attackers: int, blockers: int, one: str, other: str) -> None:
    """Counts are those of creatures told apart, up to exchanging equal ones."""

    def made(name: str, side: str, keyword: str) -> Fighter:
        toxic = 2 if keyword == "toxic 2" else 0
        return Fighter(name, side, 2, 2, frozenset({keyword}) - {"toxic 2"}, toxic)

    fighters = [made(f"Ann {i}", "A", one) for i in range(attackers)]
    fighters += [made(f"Bea {i}", "B", other) for i in range(blockers)]
    life = {"A": 5, "B": 5}
    names = {f.name: f.name[:3] for f in fighters}
    here = position(fighters, life, 3, names)
    solved = solve(board(here))
    got = Counter({by_hand(outcome): outcome.count for outcome in outcomes(solved)})
    wanted: Counter[Result] = Counter()
    for blocks in all_blocks(fighters):
        found = results(fighters, blocks, life, 3)
        for result in {folded(attacked(r, fighters, 3)) for r in found}:
            wanted[result] += 1
    assert got == wanted


def folded(result: Result) -> Result:
    """The same with creatures that go by their common name."""
    dies, life, poison, loyalty, counters, regenerates, lost, defense = result
    return (
        tuple(sorted(name.split()[0] for name in dies)),
        life,
        poison,
        loyalty,
        tuple(sorted((name.split()[0], n) for name, n in counters)),
        regenerates,
        lost,
        defense,
    )


@given(tables())
@settings(max_examples=max(1, EXAMPLES // 3))
def test_all_attacks(table: tuple[list[Fighter], dict[str, int], int]) -> None:
    """What every attack with every block comes to is what the attacks come to one by one."""
    fighters, life, loyalty = table
    creatures = [replace(f, target="B", shields=0) for f in fighters]
    here = beginning(creatures, life)
    found = combat(here)
    got: Counter[Result] = Counter()
    for one in found.outcomes():
        got[by_hand(one)[:3]] += one.count
    wanted: Counter[Result] = Counter()
    attackers = [f for f in creatures if f.side == "A"]
    many = 0
    for size in range(len(attackers) + 1):
        for some in combinations(attackers, size):
            in_it = [f for f in creatures if f.side == "B" or f in some]
            number, counts = counted(in_it, life, loyalty)
            many += number
            for result, n in counts.items():
                wanted[result] += n
    assert found.declarations == many
    summed: Counter[Result] = Counter()
    for result, n in wanted.items():
        summed[result[:3]] += n
    assert got == summed


def beginning(fighters: list[Fighter], life: dict[str, int]) -> Position:
    """The declare attackers step, with nothing to attack but the player."""
    start = position(fighters, life, 3)
    facts = [f for f in start.facts if f.name in ("attacking", "step")]
    facts += [Function("in_zone", [start.names.resolve("walker"), Function("battlefield")])]
    return start.changed(facts, [Function("step", [Function("declare_attackers")])])


def plain(fighters: list[Fighter]) -> list[Fighter]:
    return [replace(f, target="B", shields=0, extra_blocks=0) for f in fighters]


def loses(fighters: list[Fighter], blocks: Blocks, life: dict[str, int]) -> bool:
    """Whether some division makes the defending player lose."""
    return any("B" in result[6] for result in results(fighters, blocks, life, 3))


@given(tables())
@settings(max_examples=EXAMPLES)
def test_lethal(table: tuple[list[Fighter], dict[str, int], int]) -> None:
    fighters, life, _ = table
    fighters = plain(fighters)
    attackers = [f for f in fighters if f.side == "A"]
    defenders = [f for f in fighters if f.side == "B"]
    deadly = {
        frozenset(f.name for f in some)
        for size in range(len(attackers) + 1)
        for some in combinations(attackers, size)
        if all(loses([*some, *defenders], b, life) for b in all_blocks([*some, *defenders]))
    }
    here = beginning(fighters, life)
    found = lethal(here)
    if found.attack is not None:
        assert frozenset(here.names.label(a) for a, _ in found.attack) in deadly
        return
    assert not deadly
    # The proof: each attack is survived by one of the blocks, as far as it blocks attackers of that attack.
    label = here.names.label
    proof = [{label(b): (label(a),) for b, a in one.block} for one in found.proof]
    for size in range(len(attackers) + 1):
        for some in combinations(attackers, size):
            names = {f.name for f in some}
            parts = [{b: a for b, a in blocks.items() if a[0] in names} for blocks in proof]
            assert any(not loses([*some, *defenders], part, life) for part in parts)


@given(tables(), st.integers(0, 7))
@settings(max_examples=EXAMPLES)
def test_safe(table: tuple[list[Fighter], dict[str, int], int], chosen: int) -> None:
    fighters, life, _ = table
    fighters = plain(fighters)
    named = [f.name for place, f in enumerate(fighters) if f.side == "B" and chosen >> (place % 3) & 1]

    def good(blocks: Blocks) -> bool:
        found = results(fighters, blocks, life, 3)
        return not any("B" in result[6] or set(named) & set(result[0]) for result in found)

    here = position(fighters, life, 3)
    found = safe(board(here), here.names.player("B"), [here.names.resolve(name) for name in named])
    if found is None:
        assert not any(map(good, all_blocks(fighters)))
    else:
        label = here.names.label
        assert good({label(b): (label(a),) for b, a in found})


WISHES = (
    Wishes(),
    Wishes(("survive", "keep", "kill", "damage")),
    Wishes(("survive",), {"kill": 2, "keep": 3}),
)


def valued(result: Result, wishes: Wishes, side: str, life: dict[str, int]) -> tuple[float, ...]:
    """How good a result is for a side."""
    dies, after, _, _, _, _, lost, _ = result
    totals = dict(after)
    other = "B" if side == "A" else "A"
    mine = sum(name.startswith("Ann") == (side == "A") for name in dies)
    sums = {
        "kill": len(dies) - mine,
        "keep": -mine,
        "life": totals[side] - life[side],
        "damage": life[other] - totals[other],
    }
    return wishes.ranked(side in lost, other in lost, sums)


@given(tables(), st.sampled_from(WISHES))
@settings(max_examples=EXAMPLES)
def test_best_block(table: tuple[list[Fighter], dict[str, int], int], wishes: Wishes) -> None:
    fighters, life, _ = table
    fighters = plain(fighters)
    here = position(fighters, life, 3)
    found = best_block(board(here), here.names.player("B"), wishes)

    def sure(blocks: Blocks) -> tuple[float, ...]:
        return min(valued(r, wishes, "B", life) for r in results(fighters, blocks, life, 3))

    best = max(map(sure, all_blocks(fighters)))
    label = here.names.label
    if best[0]:
        assert found.values == best
        assert sure({label(b): (label(a),) for b, a in found.block}) == best
    else:
        assert found.values[0] == 0


@given(tables(), st.sampled_from(WISHES))
@settings(max_examples=max(1, EXAMPLES // 2))
def test_best_attack(table: tuple[list[Fighter], dict[str, int], int], wishes: Wishes) -> None:
    fighters, life, _ = table
    fighters = plain(fighters)
    attackers = [f for f in fighters if f.side == "A"]
    defenders = [f for f in fighters if f.side == "B"]
    here = beginning(fighters, life)
    found = best_attack(here, here.names.player("A"), wishes)
    assert found is not None

    def held(some: list[Fighter]) -> tuple[float, ...]:
        here = [*some, *defenders]
        return min(
            max(valued(r, wishes, "A", life) for r in results(here, blocks, life, 3))
            for blocks in all_blocks(here)
        )

    subsets = [list(some) for size in range(len(attackers) + 1) for some in combinations(attackers, size)]
    best = max(map(held, subsets))
    names = {here.names.label(a) for a, _ in found.attack or ()}
    sure = held([f for f in attackers if f.name in names])
    # Where the game is won, nothing more is weighed.
    matters = 2 if "win" in wishes.order and best[1] else None
    assert sure[:matters] == best[:matters]
    assert found.values[:matters] == best[:matters]
