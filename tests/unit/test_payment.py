"""Paying by the judge's question agrees with trying everything out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.bridge.game import Game, moves
from magistrate.bridge.game.moves import Move
from magistrate.bridge.game.payment import Bill
from magistrate.bridge.positions.position import Position

Mana = Counter[str]

ANY = ("W", "U", "B", "R", "G")
SOURCES: dict[str, tuple[str, tuple[str, ...], bool]] = {
    "Green Land": ("{T}: Add {G}.", ("G",), False),
    "Red Land": ("{T}: Add {R}.", ("R",), False),
    "Double Land": ("{T}: Add {R} or {G}.", ("R", "G"), False),
    "Old Rock": ("{T}: Add {C}{C}.", ("CC",), False),
    "Twin Rock": ("{T}: Add {R}{G}.", ("RG",), False),
    "Any Land": ("{T}: Add one mana of any color.", ANY, False),
    "Gold Coin": ("{T}, Sacrifice this artifact: Add one mana of any color.", ANY, True),
}
"""What each source says, the mana that it can make, and whether it is lost."""

SYMBOLS = ("1", "2", "R", "G", "U", "C", "R/G", "2/R", "G/P", "R/G/P")


def ways(symbol: str) -> Iterator[tuple[int, str]]:
    """How one symbol may be paid: generic mana, or one of a kind; `life` for two life."""
    if symbol.isdigit():
        yield int(symbol), ""
        return
    for half in symbol.split("/"):
        if half.isdigit():
            yield int(half), ""
        else:
            yield 0, "life" if half == "P" else half


def best(sources: Sequence[str], pool: str, cost: Sequence[str], life: int) -> tuple[int, int, int] | None:
    """The least life, then the fewest sources lost, then the fewest used, of everything that can be done."""
    found: tuple[int, int, int] | None = None
    for made in product(*[(None, *SOURCES[name][1]) for name in sources]):
        mana = Counter(pool)
        for what in made:
            mana.update(what or "")
        used = sum(what is not None for what in made)
        lost = sum(what is not None and SOURCES[name][2] for name, what in zip(sources, made, strict=True))
        for chosen in product(*[list(ways(symbol)) for symbol in cost]):
            paid = 2 * sum(kind == "life" for _, kind in chosen)
            wanted = Counter(kind for _, kind in chosen if kind and kind != "life")
            generic = sum(number for number, _ in chosen)
            if paid > life or wanted - mana or mana.total() - wanted.total() < generic:
                continue
            one = (paid, lost, used)
            found = one if found is None or one < found else found
    return found


def table(sources: Sequence[str], pool: str, cost: Sequence[str], life: int) -> Game:
    lines = ["turn: {active: Alice, step: precombat main, number: 5}", "cards:"]
    for name, (text, _, lost) in SOURCES.items():
        lines += [f"  - name: {name}", f"    type: {'Artifact' if lost or 'Rock' in name else 'Land'}"]
        lines += ["    text: |-", f"      {text}"]
    symbols = "".join(f"{{{symbol}}}" for symbol in cost)
    lines += ["  - name: Wish", f'    cost: "{symbols}"', "    type: Sorcery", "    text: You gain 1 life."]
    lines += ["players:", "  Alice:", f"    life: {life}", "    hand: [Wish]"]
    lines += [f"    battlefield: [{', '.join(sources)}]"]
    if pool:
        lines += [f'    mana: "{"".join(f"{{{kind}}}" for kind in pool)}"']
    return Game.of(Position.from_text("\n".join([*lines, "  Bob: {}", ""])))


@settings(max_examples=40, deadline=None)
@given(
    sources=st.lists(st.sampled_from(sorted(SOURCES)), max_size=5),
    pool=st.text(alphabet="RGC", max_size=2),
    cost=st.lists(st.sampled_from(SYMBOLS), min_size=1, max_size=4),
    life=st.integers(1, 5),
)
def test_the_best_payment_is_the_best_of_all(
    sources: list[str], pool: str, cost: list[str], life: int
) -> None:
    game = table(sources, pool, cost, life)
    wish = game.position.names.object("Wish")
    assert game.decision is not None
    begun, x = moves.proposed(game.position, Move("cast", wish), game.decision.player)
    asked = Bill(begun, x)
    assert not asked.reasons
    payment = asked.best()
    wanted = best(sources, pool, cost, life)
    assert (payment is None) == (wanted is None)
    if payment is None or wanted is None:
        return
    used = [fact.arguments[0] for fact in payment.facts if fact.name == "uses_mana"]
    coins = {f.arguments[0] for f in begun.facts if f.name == "face" and str(f).endswith('c("Gold Coin"))')}
    paid = 2 * sum(fact.name == "by_life" for fact in payment.facts)
    assert (paid, sum(o in coins for o in used), len(used)) == wanted
