# ruff: noqa: E501 (card texts)
"""Declarations that are hard to get right: requirements against restrictions, costs, goad, bands. Texts in
Oracle's wording."""

from __future__ import annotations

from math import comb

import pytest

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.attacks import attacks, check_attack
from magistrate.bridge.questions.blocks import blocks, check_block

CARDS = """
  - {name: Plain Ox, cost: "{W}", type: Creature — Ox, pt: 2/2}
  - {name: Plain Elk, cost: "{G}", type: Creature — Elk, pt: 3/3}
  - {name: Sneaking Ogre, cost: "{R}", type: Creature — Ogre, pt: 3/3, text: Menace}
  - {name: Loud Beast, cost: "{G}", type: Creature — Beast, pt: 3/3, text: All creatures able to block this creature do so.}
  - {name: Proud Stag, cost: "{G}", type: Creature — Elk, pt: 3/3, text: This creature must be blocked if able.}
  - {name: Proud Ogre, cost: "{R}", type: Creature — Ogre, pt: 3/3, text: "Menace\\nThis creature must be blocked if able."}
  - {name: Loud Ogre, cost: "{R}", type: Creature — Ogre, pt: 3/3, text: "Menace\\nAll creatures able to block this creature do so."}
  - {name: Huge Hound, cost: "{B}", type: Creature — Dog, pt: 6/6, text: "This creature can't be blocked except by three or more creatures.\\nAll creatures able to block this creature do so."}
  - {name: Rash Goblin, cost: "{R}", type: Creature — Goblin, pt: 1/1, text: This creature attacks each combat if able.}
  - {name: Eager Guard, cost: "{W}", type: Creature — Soldier, pt: 2/2, text: This creature blocks each combat if able.}
  - {name: Timid Goblin, cost: "{R}", type: Creature — Goblin, pt: 3/3, text: This creature can't attack or block alone.}
  - {name: Lone Wolf, cost: "{G}", type: Creature — Wolf, pt: 3/3, text: This creature can only attack alone.}
  - {name: Toll Gate, cost: "{W}", type: Enchantment, text: "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."}
  - {name: Toll Bridge, cost: "{W}", type: Enchantment, text: "Creatures can't block unless their controller pays {1} for each blocking creature they control."}
  - {name: One at a Time, cost: "{W}", type: Enchantment, text: No more than one creature can attack each combat.}
  - {name: One Guard Only, cost: "{W}", type: Enchantment, text: No more than one creature can block each combat.}
  - {name: Storm of Rage, cost: "{R}", type: Enchantment, text: All creatures attack each combat if able.}
  - {name: Many Hands, cost: "{W}", type: Creature — Giant, pt: 3/3, text: This creature can block any number of creatures.}
  - {name: Two Hands, cost: "{W}", type: Creature — Giant, pt: 3/3, text: This creature can block an additional creature each combat.}
  - {name: Old Kraken, cost: "{U}", type: Creature — Kraken, pt: 8/8, text: "This creature can't be blocked unless all creatures defending player controls block it."}
  - {name: Pack Leader, cost: "{G}", type: Creature — Wolf, pt: 3/3, text: This creature must be blocked by exactly one creature if able.}
  - {name: Shy Conscript, cost: "{R}", type: Creature — Orc, pt: 2/2, text: This creature can't attack unless at least two other creatures attack.}
  - {name: Knight of Bands, cost: "{W}", type: Creature — Knight, pt: 2/2, text: Banding}
  - {name: Goading Rose, cost: "{R}", type: Enchantment — Aura, text: "Enchant creature\\nEnchanted creature is goaded."}
  - {name: Wise Lady, cost: "{W}", type: Planeswalker — Lady, loyalty: 3}
  - {name: Peaceful Land, cost: "{W}", type: Enchantment, text: Creatures can't attack you.}
  - {name: Wall of Wood, cost: "{G}", type: Creature — Wall, pt: 0/4, text: Defender}
  - {name: Far Invasion, cost: "{R}", type: Battle — Siege, defense: 4}
  - {name: Deep Well, type: Land, text: "{T}: Add {C}{C}{C}{C}."}
  - {name: War Horn, cost: "{R}", type: Enchantment, text: Creatures you control can attack as though they didn't have defender.}
"""


def position(step: str = "declare blockers", **sides: str) -> Position:
    """A position with the cards above; each player's battlefield as a YAML list."""
    players = "\n".join(f"  {name}: {{battlefield: [{cards}]}}" for name, cards in sides.items())
    text = f"turn: {{active: Alice, step: {step}}}\ncards:{CARDS}players:\n{players}\n"
    found = Position.from_text(text, "test.yaml")
    assert not found.unmodelled
    return found


def listed(found: Position) -> set[frozenset[tuple[str, str]]]:
    label = found.names.label
    return {frozenset((label(b), label(a)) for b, a in one.pairs) for one in blocks(found).unfolded()}


def test_lure_and_must_be_blocked_want_five_of_six() -> None:
    """Two attackers, "all creatures able to block it do so" and "must be blocked", against five creatures:
    six requirements, of which five can be obeyed; all on the first, or one of them on the second."""
    table = position(
        Alice="Loud Beast: {attacking: Bob}, Proud Stag: {attacking: Bob}", Bob="Plain Ox: {count: 5}"
    )
    found = blocks(table)
    assert (found.requirements.possible, found.requirements.maximum) == (6, 5)
    oxen = [f"Plain Ox#{n}" for n in range(1, 6)]
    everyone = frozenset((ox, "Loud Beast") for ox in oxen)
    split = {everyone - {(ox, "Loud Beast")} | {(ox, "Proud Stag")} for ox in oxen}
    assert listed(table) == {everyone} | split
    assert found.count() == 6
    assert sorted(one.multiplicity for one in found.folded()) == [1, 5]
    verdict = check_block(table, {"Plain Ox#1": "Loud Beast"})
    assert verdict.legal is False
    assert verdict.requirements.obeyed == 1
    assert "509.1c" in verdict.rules
    assert verdict.witness is not None


@pytest.mark.parametrize(("guards", "expected"), [(0, 1), (1, 1), (2, 1), (3, 4), (10, 2**10 - 11)])
def test_menace_and_must_be_blocked(guards: int, expected: int) -> None:
    """None or one creature: no block. Two: both. More: any two or more."""
    table = position(
        Alice="Proud Ogre: {attacking: Bob}", Bob=f"Plain Ox: {{count: {guards}}}" if guards else ""
    )
    assert blocks(table).count() == expected
    if guards > 1:
        assert check_block(table, {}).rules == {"509.1c"}
        assert check_block(table, {"Plain Ox#1": "Proud Ogre"}).rules == {"702.111b"}
        assert check_block(table, {"Plain Ox#1": "Proud Ogre", "Plain Ox#2": "Proud Ogre"}).legal


def test_nobody_has_to_pay_to_block() -> None:
    """A creature that must block and a tax on blocking: not blocking is legal, and so is paying."""
    table = position(Alice="Plain Elk: {attacking: Bob}, Toll Bridge", Bob="Eager Guard, Plain Ox, Deep Well")
    found = blocks(table)
    assert found.requirements.maximum == 0
    assert found.count() == 4
    paying = check_block(table, {"Eager Guard": "Plain Elk"})
    assert paying.legal
    assert [(cost.subject, cost.cost, cost.source) for cost in paying.costs] == [
        ("Eager Guard", "{1}", "Toll Bridge")
    ]
    assert check_block(table, {}).legal


def test_must_block_with_menace_drags_another_along() -> None:
    table = position(Alice="Sneaking Ogre: {attacking: Bob}", Bob="Eager Guard, Plain Ox")
    assert listed(table) == {frozenset({("Eager Guard", "Sneaking Ogre"), ("Plain Ox", "Sneaking Ogre")})}


@pytest.mark.parametrize(("guards", "expected"), [(0, 1), (1, 1), (2, 1), (3, 1), (5, 1)])
def test_lure_that_needs_three(guards: int, expected: int) -> None:
    """Fewer than three can't block; three or five all must."""
    table = position(
        Alice="Huge Hound: {attacking: Bob}", Bob=f"Plain Ox: {{count: {guards}}}" if guards else ""
    )
    found = blocks(table)
    assert found.count() == expected
    only = next(iter(found.unfolded()))
    assert len(only.pairs) == (guards if guards > 2 else 0)


def test_two_that_must_be_blocked_and_one_guard() -> None:
    table = position(Alice="Proud Stag: {attacking: Bob, count: 2}", Bob="Plain Ox")
    assert listed(table) == {
        frozenset({("Plain Ox", "Proud Stag#1")}),
        frozenset({("Plain Ox", "Proud Stag#2")}),
    }
    folded = list(blocks(table).folded())
    assert [one.multiplicity for one in folded] == [2]


def test_must_be_blocked_leaves_the_others_free() -> None:
    table = position(
        Alice="Proud Stag: {attacking: Bob}, Plain Elk: {attacking: Bob}", Bob="Plain Ox: {count: 3}"
    )
    expected = 3**3 - 2**3
    assert blocks(table).count() == expected


def test_lure_with_menace_and_one_guard() -> None:
    table = position(Alice="Loud Ogre: {attacking: Bob}", Bob="Plain Ox")
    assert listed(table) == {frozenset()}


def test_only_one_may_block_a_menacing_creature() -> None:
    table = position(Alice="Loud Ogre: {attacking: Bob}, One Guard Only", Bob="Plain Ox: {count: 3}")
    assert listed(table) == {frozenset()}


def test_one_more_is_still_one_blocker() -> None:
    table = position(Alice="Sneaking Ogre: {attacking: Bob}, Plain Elk: {attacking: Bob}", Bob="Two Hands")
    both = check_block(table, {"Two Hands": ["Sneaking Ogre", "Plain Elk"]})
    assert both.rules == {"702.111b"}
    assert listed(table) == {frozenset(), frozenset({("Two Hands", "Plain Elk")})}


def test_how_many_one_creature_can_block() -> None:
    table = position(Alice="Plain Elk: {attacking: Bob, count: 3}", Bob="Plain Ox, Two Hands, Many Hands")
    assert check_block(table, {"Plain Ox": ["Plain Elk#1", "Plain Elk#2"]}).rules == {"509.1a"}
    assert check_block(table, {"Two Hands": ["Plain Elk#1", "Plain Elk#2"]}).legal
    assert check_block(table, {"Two Hands": ["Plain Elk#1", "Plain Elk#2", "Plain Elk#3"]}).legal is False
    assert check_block(table, {"Many Hands": ["Plain Elk#1", "Plain Elk#2", "Plain Elk#3"]}).legal
    assert blocks(table).count() == 4 * (1 + 3 + comb(3, 2)) * 2**3


def test_all_or_none() -> None:
    table = position(Alice="Old Kraken: {attacking: Bob}", Bob="Plain Ox: {count: 3}")
    assert {len(one) for one in listed(table)} == {0, 3}
    tapped = position(
        Alice="Old Kraken: {attacking: Bob}", Bob="Plain Ox: {count: 2}, Plain Elk: {tapped: true}"
    )
    assert listed(tapped) == {frozenset()}


def test_by_exactly_one() -> None:
    table = position(Alice="Pack Leader: {attacking: Bob}", Bob="Plain Ox: {count: 3}")
    assert {len(one) for one in listed(table)} == {1}
    # Where exactly one can't block it, several or none may.
    lured = position(
        Alice="Pack Leader: {attacking: Bob}, Toll Bridge", Bob="Plain Ox: {count: 2}, Deep Well"
    )
    assert {len(one) for one in listed(lured)} == {0, 1, 2}


# Attacks


def attacked(found: Position) -> set[frozenset[tuple[str, str]]]:
    label = found.names.label
    return {frozenset((label(a), label(d)) for a, d in one.pairs) for one in attacks(found).unfolded()}


def test_the_only_attack_under_a_cap_is_the_one_that_must() -> None:
    table = position("declare attackers", Alice="Rash Goblin, Plain Ox, One at a Time", Bob="")
    assert attacked(table) == {frozenset({("Rash Goblin", "Bob")})}
    assert check_attack(table, {"Plain Ox": "Bob"}).rules == {"508.1d"}
    assert check_attack(table, {}).rules == {"508.1d"}
    assert "508.1c" in check_attack(table, {"Plain Ox": "Bob", "Rash Goblin": "Bob"}).rules


def test_alone_beats_must() -> None:
    table = position("declare attackers", Alice="Timid Goblin, Storm of Rage", Bob="")
    assert attacked(table) == {frozenset()}
    assert check_attack(table, {"Timid Goblin": "Bob"}).rules == {"508.1c"}
    two = position("declare attackers", Alice="Timid Goblin: {count: 2}", Bob="")
    assert {len(one) for one in attacked(two)} == {0, 2}


def test_only_alone() -> None:
    table = position("declare attackers", Alice="Lone Wolf, Plain Ox", Bob="")
    assert {frozenset(a for a, _ in one) for one in attacked(table)} == {
        frozenset(),
        frozenset({"Lone Wolf"}),
        frozenset({"Plain Ox"}),
    }


def test_three_conscripts_attack_together() -> None:
    table = position("declare attackers", Alice="Shy Conscript: {count: 3}", Bob="")
    assert {len(one) for one in attacked(table)} == {0, 3}


def test_nobody_has_to_pay_to_attack() -> None:
    table = position("declare attackers", Alice="Rash Goblin, Deep Well", Bob="Toll Gate: {count: 2}")
    found = attacks(table)
    assert found.requirements.maximum == 0
    assert found.count() == 2
    verdict = check_attack(table, {"Rash Goblin": "Bob"})
    assert verdict.legal
    assert [cost.cost for cost in verdict.costs] == ["{2}", "{2}"]


def test_paying_obeys_as_well_as_attacking_for_nothing() -> None:
    table = position("declare attackers", Alice="Rash Goblin, Deep Well", Bob="Toll Gate", Carol="")
    assert attacked(table) == {frozenset({("Rash Goblin", "Bob")}), frozenset({("Rash Goblin", "Carol")})}


@pytest.mark.parametrize(
    ("more", "number"),
    [("", 1), (", Deep Well: {tapped: true}", 1), (", Deep Well", 7), (", Deep Well: {count: 2}", 8)],
)
def test_no_more_is_declared_than_can_be_paid(more: str, number: int) -> None:
    """Three creatures at a toll of two each: with four mana two of them attack."""
    table = position("declare attackers", Alice=f"Plain Ox: {{count: 3}}{more}", Bob="Toll Gate")
    assert attacks(table).count() == number
    verdict = check_attack(table, {f"Plain Ox#{n}": "Bob" for n in (1, 2, 3)})
    assert verdict.legal is (number == 8)
    assert verdict.rules == (frozenset() if number == 8 else {"508.1j"})


def goaded(by: str, others: str = "") -> Position:
    return position(
        "declare attackers",
        Alice="Plain Ox: {id: ox}",
        Bob="Goading Rose: {attached_to: ox}" if "Bob" in by else "",
        Carol=", ".join(
            ["Goading Rose: {attached_to: ox}"] * ("Carol" in by) + ["Peaceful Land"] * ("Carol" in others)
        ),
        Dave="Peaceful Land" if "Dave" in others else "",
    )


def whom(table: Position) -> set[str]:
    return {next(iter(one))[1] if one else "" for one in attacked(table)}


def test_goad() -> None:
    assert whom(goaded("Bob")) == {"Carol", "Dave"}
    assert whom(goaded("Bob", "Dave")) == {"Carol"}
    assert whom(goaded("Bob", "Carol Dave")) == {"Bob"}
    assert whom(goaded("Bob Carol")) == {"Dave"}
    assert whom(goaded("Bob Carol", "Dave")) == {"Bob", "Carol"}
    verdict = check_attack(goaded("Bob"), {"ox": "Bob"})
    assert verdict.rules == {"508.1d", "701.15b"}


def test_a_goaded_creature_prefers_players_to_planeswalkers() -> None:
    table = position(
        "declare attackers",
        Alice="Plain Ox: {id: ox}",
        Bob="Goading Rose: {attached_to: ox}",
        Carol="Wise Lady",
    )
    assert whom(table) == {"Carol"}


def test_bands() -> None:
    table = position("declare attackers", Alice="Knight of Bands, Plain Ox, Plain Elk", Bob="Wise Lady")
    pair = {"Knight of Bands": "Bob", "Plain Ox": "Bob"}
    assert check_attack(table, pair, [["Knight of Bands", "Plain Ox"]]).legal
    three = pair | {"Plain Elk": "Bob"}
    assert check_attack(table, three, [["Knight of Bands", "Plain Ox", "Plain Elk"]]).rules == {"702.22c"}
    apart = {"Knight of Bands": "Bob", "Plain Ox": "Wise Lady"}
    assert check_attack(table, apart, [["Knight of Bands", "Plain Ox"]]).rules == {"702.22d"}


def test_attacking_planeswalkers_and_who_may_not() -> None:
    table = position(
        "declare attackers",
        Alice="Plain Ox: {sick: true}, Plain Elk: {tapped: true}, Wall of Wood, Rash Goblin",
        Bob="Wise Lady, Peaceful Land",
    )
    assert attacked(table) == {frozenset({("Rash Goblin", "Wise Lady")})}
    assert check_attack(table, {"Plain Ox": "Wise Lady"}).rules >= {"302.6"}
    assert check_attack(table, {"Plain Elk": "Wise Lady"}).rules >= {"508.1a"}
    assert check_attack(table, {"Wall of Wood": "Wise Lady"}).rules >= {"702.3b"}
    assert check_attack(table, {"Rash Goblin": "Bob"}).rules >= {"508.1c"}
    assert check_attack(table, {"Wise Lady": "Bob"}).rules >= {"506.3", "508.1a"}
    horn = position("declare attackers", Alice="Wall of Wood, War Horn", Bob="")
    assert attacks(horn).count() == 2


def test_planeswalkers_are_defended_by_their_controller() -> None:
    table = position(
        Alice="Plain Elk: {attacking: Wise Lady}", Bob="Wise Lady, Plain Ox", Carol="Plain Ox: {id: other}"
    )
    assert listed(table) == {frozenset(), frozenset({("Plain Ox#1", "Plain Elk")})}
    assert check_block(table, {"other": "Plain Elk"}).rules == {"509.1a"}


def test_every_reason_is_told() -> None:
    table = position(Alice="Sneaking Ogre: {attacking: Bob}", Bob="Eager Guard: {tapped: true}, Plain Ox")
    verdict = check_block(table, {"Eager Guard": "Sneaking Ogre"})
    assert {reason.reason for reason in verdict.reasons} == {"tapped", "too_few"}
    assert all(reason.text and reason.rule for reason in verdict.reasons)


def test_folds_are_exact() -> None:
    table = position(Alice="Plain Elk: {attacking: Bob, count: 4}", Bob="Plain Ox: {count: 4}")
    found = blocks(table)
    assert found.count() == 5**4
    folded = list(found.folded())
    assert sum(one.multiplicity for one in folded) == 5**4
    assert len(folded) == len({tuple(sorted(map(len, _groups(one.pairs)))) for one in folded})


def _groups(pairs: frozenset[tuple[object, object]]) -> list[list[object]]:
    out: dict[object, list[object]] = {}
    for blocker, attacker in pairs:
        out.setdefault(attacker, []).append(blocker)
    return list(out.values())


def test_blocks_of_three_are_counted_without_listing() -> None:
    table = position(Alice="Sneaking Ogre: {attacking: Bob, count: 3}", Bob="Plain Ox: {count: 4}")
    expected = sum(
        all(sum(choice == attacker for choice in choices) != 1 for attacker in range(3))
        for choices in _choices(4, 3)
    )
    assert blocks(table).count() == expected


def _choices(blockers: int, attackers: int) -> list[tuple[int, ...]]:
    out: list[tuple[int, ...]] = [()]
    for _ in range(blockers):
        out = [(*one, choice) for one in out for choice in range(attackers + 1)]
    return out


def test_each_defending_player_is_looked_at_alone() -> None:
    """802.4b: "no more than one creature can block" lets each defending player block with one."""
    table = position(
        Alice="Plain Elk: {attacking: Bob}, Plain Elk: {attacking: Carol}, One Guard Only",
        Bob="Plain Ox: {count: 2, id: bobs}",
        Carol="Plain Ox: {count: 2, id: carols}",
    )
    assert blocks(table).count() == 9
    assert blocks(table, by="Bob").count() == 3
    assert check_block(table, {"bobs#1": "Plain Elk#1", "carols#1": "Plain Elk#2"}).legal
    assert check_block(table, {"bobs#1": "Plain Elk#1", "bobs#2": "Plain Elk#1"}).rules == {"509.1b"}
    assert check_block(table, {"bobs#1": "Plain Elk#2"}).rules == {"509.1a"}


def test_battles() -> None:
    """A Siege is attacked by its own controller, never by its protector; its protector's creatures block for it."""
    siege = "Far Invasion: {counters: {defense: 4}, protector: Bob}"
    table = position("declare attackers", Alice=f"Plain Ox, {siege}", Bob="Plain Elk")
    assert attacked(table) == {
        frozenset(),
        frozenset({("Plain Ox", "Bob")}),
        frozenset({("Plain Ox", "Far Invasion")}),
    }
    theirs = position("declare attackers", Alice="Plain Ox", Bob="Far Invasion: {protector: Alice}")
    assert check_attack(theirs, {"Plain Ox": "Far Invasion"}).rules == {"506.2"}
    blocked = position(
        Alice="Plain Ox: {attacking: Far Invasion}, " + siege, Bob="Plain Elk", Carol="Plain Ox: {id: other}"
    )
    assert blocks(blocked).count() == 2
    assert check_block(blocked, {"other": "Plain Ox"}).rules == {"509.1a"}


def test_bands_are_listed_and_folded() -> None:
    table = position("declare attackers", Alice="Knight of Bands: {count: 2}, Plain Ox: {count: 2}", Bob="")
    found = attacks(table)
    assert found.count() == 42
    folded = list(found.folded())
    assert sum(one.multiplicity for one in folded) == 42
    together = [one for one in folded if len(one.pairs) == 4 and len(one.bands) == 2]
    assert [one.multiplicity for one in together] == [2]
