"""Best play where attackers are exerted or enlist others, and where declarations are paid for with creatures,
against trying everything: what is chosen beside an attack (508.1g), what is sacrificed for it (508.1h-j,
509.1d-f), and that what was sacrificed neither attacks nor blocks (508.1k, 509.1g)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from best_by_hand import Fighter, State, played, unbound_blocks
from hypothesis import given, settings
from hypothesis import strategies as st
from test_combat_best import EXAMPLES, WISHES, Life, Value, creatures, cut, position, worth

from magistrate.bridge.combat.answer import combat
from magistrate.bridge.combat.best import best_attack
from magistrate.bridge.combat.lethal import lethal
from magistrate.bridge.combat.wishes import Wishes

FEW = max(3, EXAMPLES // 2)
KEYWORDS = ("first strike", "deathtouch", "lifelink", "trample", "menace")
EXERT = "You may exert this creature as it attacks. When you do, it gets +2/+0 until end of turn."
TOLL = "This creature can't {} unless you sacrifice a creature."
TEXTS = {
    "A": ("", EXERT, "Enlist", TOLL.format("attack")),
    "B": ("", TOLL.format("block")),
}
Table = tuple[list[Fighter], Life, dict[str, str]]


@st.composite
def tables(draw: st.DrawFn, most: tuple[int, int] = (3, 2)) -> Table:
    """Creatures with texts, of which at least one attacker has one."""
    sizes = draw(st.integers(1, most[0])), draw(st.integers(0, most[1]))
    fighters = [
        draw(creatures(side, n, KEYWORDS, 1))
        for side, size in zip("AB", sizes, strict=True)
        for n in range(size)
    ]
    texts = {f.name: draw(st.sampled_from(TEXTS[f.side][int(not n) :])) for n, f in enumerate(fighters)}
    life = {"A": draw(st.integers(1, 4)), "B": draw(st.integers(1, 7))}
    return fighters, life, {name: text for name, text in texts.items() if text}


def sacrifices(fighters: Sequence[Fighter], side: str, many: int) -> Iterator[frozenset[str]]:
    for some in combinations([f.name for f in fighters if f.side == side], many):
        yield frozenset(some)


def grown(
    attack: Sequence[Fighter], home: Sequence[Fighter], texts: Mapping[str, str]
) -> Iterator[list[Fighter]]:
    """An attack with everything that may be chosen beside it."""
    ways: list[list[tuple[int, str | None]]] = []
    for f in attack:
        text = texts.get(f.name)
        more: list[tuple[int, str | None]] = [(0, None)]
        more += [(2, None)] if text == EXERT else []
        more += [(h.power, h.name) for h in home] if text == "Enlist" else []
        ways.append(more)
    for chosen in product(*ways):
        tapped = [name for _, name in chosen if name is not None]
        if len(tapped) == len(set(tapped)):
            yield [replace(f, power=f.power + n) for f, (n, _) in zip(attack, chosen, strict=True)]


def paid(
    fighters: Sequence[Fighter], texts: Mapping[str, str]
) -> Iterator[tuple[list[Fighter], frozenset[str]]]:
    """Each attack as it comes to the blocks, with what was sacrificed for it."""
    own = [f for f in fighters if f.side == "A"]
    toll = TOLL.format("attack")
    for size in range(len(own) + 1):
        for some in combinations(own, size):
            due = sum(texts.get(f.name) == toll for f in some)
            for gone in sacrifices(fighters, "A", due):
                for attack in grown(some, [f for f in own if f not in some], texts):
                    yield [f for f in attack if f.name not in gone], gone


def replies(
    attack: Sequence[Fighter], fighters: Sequence[Fighter], texts: Mapping[str, str]
) -> Iterator[tuple[dict[str, tuple[str, ...]], frozenset[str]]]:
    """Each block that is left when it was paid for, with what was sacrificed for it."""
    toll = TOLL.format("block")
    defenders = [f for f in fighters if f.side == "B"]
    for blocks in unbound_blocks([*attack, *defenders]):
        due = sum(texts.get(name) == toll for name in blocks)
        for gone in sacrifices(fighters, "B", due):
            yield {b: some for b, some in blocks.items() if b not in gone}, gone


def sure(table: Table, wishes: Wishes) -> Value:
    """What the attacking player is sure of."""
    fighters, life, texts = table
    best = []
    for attack, gone in paid(fighters, texts):
        worst = []
        for blocks, more in replies(attack, fighters, texts):

            def value(state: State, lost: frozenset[str] = gone | more) -> Value:
                return worth(
                    replace(state, dead=state.dead | lost), fighters, wishes, "A", life, attacked=False
                )

            there = [f for f in fighters if f.side == "B" and f.name not in more]
            worst.append(played([*attack, *there], blocks, life, 1, value, "A"))
        best.append(min(worst))
    return max(best)


@given(table=tables(), wishes=st.sampled_from(WISHES))
@settings(max_examples=FEW)
def test_best_attack(table: Table, wishes: Wishes) -> None:
    fighters, life, texts = table
    here = position(fighters, life, 1, texts, walker=False, step="declare attackers")
    found = best_attack(here, here.names.player("A"), wishes)
    assert found is not None
    assert found.complete
    assert cut(found.values, wishes) == sure(table, wishes)


@given(table=tables())
@settings(max_examples=FEW)
def test_lethal(table: Table) -> None:
    fighters, life, texts = table
    here = position(fighters, life, 1, texts, walker=False, step="declare attackers")
    found = lethal(here)
    assert found.complete
    assert (found.attack is not None) == (sure(table, Wishes(("win",))) == (1.0,))


@given(table=tables(most=(2, 1)))
@settings(max_examples=FEW)
def test_every_outcome(table: Table) -> None:
    """Totals of life, and what is lost, of all attacks, blocks and divisions."""
    fighters, life, texts = table
    here = position(fighters, life, 1, texts, walker=False, step="declare attackers")
    found = {(frozenset(one.dies), one.life["A"], one.life["B"]) for one in combat(here).outcomes()}
    expected: set[tuple[frozenset[str], int, int]] = set()

    def kept(state: State, lost: frozenset[str]) -> int:
        expected.add((state.dead | lost, state.life["A"], state.life["B"]))
        return 0

    for attack, gone in paid(fighters, texts):
        for blocks, more in replies(attack, fighters, texts):
            there = [f for f in fighters if f.side == "B" and f.name not in more]
            played([*attack, *there], blocks, life, 1, lambda s, lost=gone | more: kept(s, lost), "A")
    assert found == expected
