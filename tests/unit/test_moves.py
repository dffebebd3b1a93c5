"""Casting, activating, playing lands, and paying for it."""

from __future__ import annotations

from random import Random

import pytest
from clingo import Function, Number, Symbol
from hypothesis import given, settings
from hypothesis import strategies as st

from magistrate.bridge.game import Game, moves
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.moves import Move, Pay
from magistrate.bridge.game.payment import Bill
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts
from magistrate.bridge.records import replace

CARDS = """
Filler | {9} | Artifact |
Grey Bear | {1}{G} | Creature — Bear | 2/2
Jolt | {R} | Instant |
  Jolt deals 2 damage to any target.
Twin Bolts | {1}{R} | Sorcery |
  Twin Bolts deals 3 damage divided as you choose among any number of targets.
Long Thought | {2}{U} | Sorcery |
  Draw two cards.
Old Words | {U} | Sorcery |
  Draw a card.
  Flashback {2}{U}
Grand Plan | {4}{U} | Sorcery |
  Delve
  Draw three cards.
Rally | {2}{W} | Instant |
  Convoke
  You gain 4 life.
Cruel Bargain | {B} | Sorcery |
  As an additional cost to cast this spell, sacrifice a creature.
  Draw two cards.
Choice of Pain | {R} | Instant |
  As an additional cost to cast this spell, discard a card or pay {3}.
  Draw a card.
Free Thought | {3}{U} | Instant |
  You may pay 1 life and exile a blue card from your hand rather than pay this spell's mana cost.
  Draw a card.
Painful Truth | {1}{B/P} | Sorcery |
  Draw a card.
Split Word | {G/W} | Sorcery |
  You gain 1 life.
Big Fire | {X}{R} | Sorcery |
  Big Fire deals X damage to any target.
Strong Bear | {1}{G} | Creature — Bear | 2/2
  Kicker {1}{G}
  When this creature enters, if it was kicked, draw a card.
Cheap Bargain | {1}{B} | Sorcery |
  As an additional cost to cast this spell, sacrifice a creature.
  Draw a card.
Cheap Clerk | {1}{U} | Creature — Human | 1/1
  Instant and sorcery spells you cast cost {1} less to cast.
Dear Clerk | {1}{W} | Creature — Human | 1/1
  Spells your opponents cast cost {1} more to cast.
Silent Judge | {1}{W} | Creature — Human | 1/1
  Your opponents can't cast creature spells.
Brief Ghost | {3}{U} | Creature — Ghost | 3/3
  Evoke {U}
  When this creature enters, draw a card.
Hidden Bear | {3}{G}{G} | Creature — Bear | 5/5
  Morph {1}{G}
Known Fate | {3}{U} | Sorcery |
  Draw two cards.
  Foretell {1}{U}
Slow Scheme | {3}{U} | Sorcery |
  Draw two cards.
  Plot {U}
Old Cart | {2} | Artifact — Vehicle | 3/3
  Crew 2
Sore Land |  | Land |
  {T}: Add {R} or {G}. This land deals 1 damage to you.
Lush Vine | {G} | Enchantment — Aura |
  Enchant land
  Whenever enchanted land is tapped for mana, its controller adds an additional {G}.
Great Wake | {3}{G}{W} | Enchantment |
  Whenever you tap a land for mana, add one mana of any type that land produced.
Mirror Land |  | Land |
  {T}: Add one mana of any color that a land an opponent controls could produce.
Wooded Rider | {3}{G} | Creature — Elf | 3/3
  Forestcycling {1}
Fair Deal | {G} | Sorcery |
  Bargain
  Draw a card. If this spell was bargained, you gain 3 life.
Slow Camel | {1}{G} | Creature — Camel Mount | 1/1
  Saddle 2
Pack Leader | {1}{G} | Creature — Wolf | 2/2
  Squad {1}
Proud Parent | {1}{G} | Creature — Bird | 3/3
  Offspring {1}
Echo Words | {G} | Sorcery |
  Replicate {G}
  You gain 1 life.
Grim Pact | {G} | Sorcery |
  Casualty 1
  You gain 2 life.
Two Ways | {R} | Instant |
  Choose one —
  • Two Ways deals 1 damage to target player.
  • Destroy target creature.
  • Draw a card.
Early Clerk | {1}{U} | Creature — Human | 1/1
  The first spell you cast each turn costs {1} less to cast.
Lone Judge | {1}{W} | Creature — Human | 1/1
  Each player can't cast more than one spell each turn.
Rash Tool | {2} | Artifact |
  {3}: You gain 1 life. This ability costs {2} less to activate if you control a Bear.
Pinger | {1}{R} | Creature — Human | 1/1
  {T}: This creature deals 1 damage to any target.
Hasty Pinger | {1}{R} | Creature — Human | 1/1
  Haste
  {T}: This creature deals 1 damage to any target.
Mana Elf | {G} | Creature — Elf | 1/1
  {T}: Add {G}.
Rainbow Elf | {G} | Creature — Elf | 1/1
  {T}: Add one mana of any color.
Slow Statue | {4} | Artifact |
  {2}, {T}: Draw a card. Activate only as a sorcery.
Once Orb | {4} | Artifact |
  {1}: You gain 1 life. Activate only once each turn.
Wise Walker | {3}{U} | Legendary Planeswalker — Sage | 3
  +1: Draw a card.
  −5: You gain 10 life.
Creature Den |  | Land |
  {T}: Add one mana of any color. Spend this mana only to cast a creature spell.
Final Say | {1}{R} | Instant |
  Split second
  You gain 1 life.
Rider Card | {2}{R} | Creature — Horse | 3/3
  Cycling {1}
Long Blade | {1} | Artifact — Equipment |
  Equipped creature gets +1/+1.
  Equip {1}
Blood Rite | {B} | Enchantment |
  Sacrifice a creature: Draw a card.
Gold Coin | {1} | Artifact |
  {T}, Sacrifice this artifact: Add one mana of any color.
"""
"""A card a line: name, cost, type, body or loyalty; its text under it."""


def cards() -> str:
    """The cards as a position file has them."""
    out = ["cards:"]
    for line in CARDS.strip().splitlines():
        if line.startswith("  "):
            out.append(f"      {line.strip()}")
            continue
        name, cost, kind, body = (part.strip() for part in line.split("|"))
        key = "pt" if "/" in body else "loyalty"
        out += [f"  - name: {name}", f"    type: {kind}", f'    cost: "{cost}"' if cost else ""]
        out += [f"    {key}: {body}" if body else "", "    text: |-"]
    return "\n".join(line for line in out if line)


def table(
    alice: str = "",
    hand: str = "",
    bob: str = "",
    *,
    step: str = "precombat main",
    active: str = "Alice",
    graveyard: str = "",
    more: str = "",
    stack: str = "",
) -> Game:
    text = f"""
turn: {{active: {active}, step: {step}, number: 5, priority: Alice}}
{cards()}
players:
  Alice:
    battlefield: [{alice}]
    hand: [{hand}]
    graveyard: [{graveyard}]
    library: [Filler, Filler, Filler, Filler]
    {more}
  Bob:
    battlefield: [{bob}]
    library: [Filler, Filler]
stack: [{stack}]
"""
    return Game.of(Position.from_text(text))


def thing(game: Game, name: str) -> Symbol:
    return game.position.names.resolve(name)


def held(game: Game, name: str) -> set[str]:
    return {str(fact) for fact in game.position.facts if fact.name == name}


def names(game: Game, zone: str) -> list[str]:
    faces = {
        f.arguments[0]: f.arguments[1].arguments[0].string for f in game.position.facts if f.name == "face"
    }
    there = (f.arguments for f in game.position.facts if f.name == "in_zone")
    return sorted(faces[o] for o, z in there if z.name == zone and o in faces)


def tapped(game: Game) -> list[str]:
    label = game.position.names.label
    return sorted(label(f.arguments[0]) for f in game.position.facts if f.name == "tapped")


def rules(game: Game, move: Move) -> set[str]:
    return {reason.rule for reason in moves.check(game, move)}


def life(game: Game, number: int) -> int:
    return next(
        f.arguments[1].number
        for f in game.position.facts
        if f.name == "life" and str(f.arguments[0]) == f"p({number})"
    )


def cast(game: Game, name: str, *targets: str, **more: object) -> Move:
    named = game.position.names
    aims = tuple(named.resolve(t) for t in targets) if targets else None
    return Move("cast", named.object(name), targets=aims, **more)


def activate(game: Game, name: str, *targets: str, **more: object) -> Move:
    named = game.position.names
    aims = tuple(named.resolve(t) for t in targets) if targets else None
    return Move("activate", named.object(name), targets=aims, **more)


def resolved(game: Game) -> Game:
    return game.passes().passes()


def test_a_creature_is_cast_with_the_lands_that_fit_least_else() -> None:
    game = table("Forest, Rainbow Elf, Mountain, Forest", "Grey Bear")
    after = moves.make(game, cast(game, "Grey Bear"))
    assert names(after, "stack") == ["Grey Bear"]
    assert "Rainbow Elf" not in tapped(after)
    assert len(tapped(after)) == 2
    assert held(after, "priority") == {"priority(p(1))"}
    assert names(resolved(after), "battlefield").count("Grey Bear") == 1
    assert names(game, "hand") == ["Grey Bear"]


def test_casting_leaves_nothing_open_before_the_payment() -> None:
    game = table("Forest, Forest", "Grey Bear")
    position, x = moves._begun(game.position, cast(game, "Grey Bear"), game.decision.player)
    session = Session("proposal", position.facts, extra=[moves.proposing(x)])
    before = {"violation", "needs", "needs_generic", "piece", "eligible", "gives", "ready", "fewest"}
    assert not {atom.name for atom in non_facts(session.control)} & before
    assert non_facts(Session("candidates", game.position.facts).control) == []


@pytest.mark.parametrize(
    ("step", "active", "stack", "rule"),
    [
        ("beginning of combat", "Alice", "", "117.1a"),
        ("precombat main", "Bob", "", "117.1a"),
        ("precombat main", "Alice", "{card: Jolt, by: Bob, targets: [Alice]}", "117.1a"),
    ],
)
def test_a_sorcery_waits_for_its_time(step: str, active: str, stack: str, rule: str) -> None:
    game = table("Island: {count: 3}", "Long Thought", step=step, active=active, stack=stack)
    assert rules(game, cast(game, "Long Thought")) == {rule}


def test_an_instant_doesnt_wait() -> None:
    game = table("Mountain", "Jolt", step="end", active="Bob")
    after = moves.make(game, cast(game, "Jolt", "Bob"))
    assert life(resolved(after), 2) == 18


def test_without_the_mana_nothing_is_cast() -> None:
    game = table("Forest", "Grey Bear")
    assert rules(game, cast(game, "Grey Bear")) == {"118.3", "601.2h"}
    with pytest.raises(IllegalMove):
        moves.make(game, cast(game, "Grey Bear"))


def test_an_illegal_target_is_a_reason_beside_others() -> None:
    game = table("Forest", "Jolt")
    assert rules(game, cast(game, "Jolt", "Forest")) == {"115.1a"}


def test_targets_that_are_left_open_are_decided() -> None:
    game = table("Mountain", "Jolt")
    game = moves.make(game, cast(game, "Jolt"))
    assert str(game.decision.kind) == "targets"
    game = moves.choose(game, [game.position.names.player("Bob")])
    assert tapped(game) == ["Mountain"]
    assert life(resolved(game), 2) == 18


def test_a_division_is_part_of_the_move() -> None:
    game = table("Mountain: {count: 2}", "Twin Bolts", "Grey Bear")
    bear, bob = game.position.names.object("Grey Bear"), game.position.names.player("Bob")
    move = Move(
        "cast", game.position.names.object("Twin Bolts"), targets=(bear, bob), divide={bear: 2, bob: 1}
    )
    game = resolved(moves.make(game, move))
    assert life(game, 2) == 19
    assert "Grey Bear" in names(game, "graveyard")


def test_floating_mana_goes_first() -> None:
    game = table("Mountain", "Jolt", more='mana: "{R}"')
    game = moves.make(game, cast(game, "Jolt", "Bob"))
    assert tapped(game) == []
    assert not held(game, "mana")


def test_phyrexian_mana_is_paid_with_life_only_where_mana_lacks() -> None:
    game = table("Swamp: {count: 2}", "Painful Truth")
    after = moves.make(game, cast(game, "Painful Truth"))
    assert (life(after, 1), len(tapped(after))) == (20, 2)
    game = table("Forest: {count: 1}", "Painful Truth")
    after = moves.make(game, cast(game, "Painful Truth"))
    assert (life(after, 1), len(tapped(after))) == (18, 1)


def test_how_it_is_paid_may_be_said() -> None:
    game = table("Swamp: {count: 2}", "Painful Truth")
    after = moves.make(game, cast(game, "Painful Truth", pay=Pay(life=2)))
    assert (life(after, 1), len(tapped(after))) == (18, 1)
    with pytest.raises(IllegalMove):
        moves.make(game, cast(game, "Painful Truth", pay=Pay(life=4)))


@pytest.mark.parametrize("land", ["Forest", "Plains"])
def test_hybrid_mana_takes_either(land: str) -> None:
    game = table(land, "Split Word")
    assert tapped(moves.make(game, cast(game, "Split Word"))) == [land]
    assert rules(table("Island", "Split Word"), cast(table("Island", "Split Word"), "Split Word"))


def test_x_is_announced() -> None:
    game = table("Mountain: {count: 4}", "Big Fire")
    after = moves.make(game, cast(game, "Big Fire", "Bob", x=3))
    assert len(tapped(after)) == 4
    assert life(resolved(after), 2) == 17
    assert rules(game, cast(game, "Big Fire", "Bob", x=4)) == {"118.3", "601.2h"}


def test_kicked_it_costs_more_and_the_permanent_knows() -> None:
    game = table("Forest: {count: 4}", "Strong Bear")
    plain = moves.make(game, cast(game, "Strong Bear"))
    kicked = moves.make(game, cast(game, "Strong Bear", with_=("kicker",)))
    assert (len(tapped(plain)), len(tapped(kicked))) == (2, 4)
    assert len(names(resolved(resolved(kicked)), "hand")) == 1
    assert rules(game, cast(game, "Strong Bear", with_=("buyback",))) == {"601.2b"}


def test_flashback_from_the_graveyard_then_exile() -> None:
    game = table("Island: {count: 3}", graveyard="Old Words")
    assert "601.3" in rules(game, cast(game, "Old Words"))
    game = moves.make(game, cast(game, "Old Words", with_=("flashback",)))
    assert len(tapped(game)) == 3
    assert names(resolved(game), "exile") == ["Old Words"]


def test_costs_less_and_costs_more() -> None:
    game = table("Island: {count: 3}, Cheap Clerk", "Long Thought")
    assert len(tapped(moves.make(game, cast(game, "Long Thought")))) == 2
    game = table("Island: {count: 3}", "Long Thought", "Dear Clerk")
    assert rules(game, cast(game, "Long Thought")) == {"118.3", "601.2h"}
    game = table("Island: {count: 4}", "Long Thought", "Dear Clerk")
    assert len(tapped(moves.make(game, cast(game, "Long Thought")))) == 4


def test_a_prohibition_names_who_forbids_it() -> None:
    game = table("Forest: {count: 2}, Plains: {count: 3}", "Grey Bear, Rally", "Silent Judge")
    (reason,) = moves.check(game, cast(game, "Grey Bear"))
    assert (reason.rule, game.position.names.label(reason.source)) == ("601.3", "Silent Judge")
    assert not rules(game, cast(game, "Rally"))


def test_delve_convoke() -> None:
    game = table("Island: {count: 2}", "Grand Plan", graveyard="Jolt, Jolt, Jolt")
    game = moves.make(game, cast(game, "Grand Plan"))
    assert (names(game, "exile"), len(tapped(game))) == (["Jolt"] * 3, 2)
    game = table("Plains, Mana Elf, Pinger: {sick: true}", "Rally")
    game = moves.make(game, cast(game, "Rally"))
    assert tapped(game) == ["Mana Elf", "Pinger", "Plains"]


def test_an_additional_cost_asks_which_and_is_an_event() -> None:
    game = table("Swamp, Pinger, Grey Bear", "Cruel Bargain")
    asked = moves.make(game, cast(game, "Cruel Bargain"))
    assert str(asked.decision.kind) == "some(1,1)"
    assert len(asked.decision.options) == 2
    paid = asked.answer([asked.position.names.object("Pinger")])
    assert names(paid, "graveyard") == ["Pinger"]
    assert names(paid, "stack") == ["Cruel Bargain"]
    said = moves.make(game, cast(game, "Cruel Bargain", pay=Pay((("sacrifice", (thing(game, "Pinger"),)),))))
    assert names(said, "graveyard") == ["Pinger"]
    assert rules(table("Swamp", "Cruel Bargain"), cast(table("Swamp", "Cruel Bargain"), "Cruel Bargain")) == {
        "118.3"
    }


def test_one_cost_or_another() -> None:
    game = table("Mountain: {count: 4}", "Choice of Pain")
    assert len(tapped(moves.make(game, cast(game, "Choice of Pain")))) == 4
    game = table("Mountain: {count: 1}", "Choice of Pain, Jolt")
    after = moves.make(game, cast(game, "Choice of Pain"))
    assert names(after, "graveyard") == ["Jolt"]


def test_an_alternative_cost() -> None:
    game = table("", "Free Thought, Long Thought")
    assert rules(game, cast(game, "Free Thought")) == {"118.3", "601.2h"}
    after = moves.make(game, cast(game, "Free Thought", with_=("alternative",)))
    assert (life(after, 1), names(after, "exile")) == (19, ["Long Thought"])


def test_restricted_mana() -> None:
    game = table("Creature Den", "Jolt")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"118.3", "601.2h"}
    game = table("Creature Den", "Mana Elf")
    assert tapped(moves.make(game, cast(game, "Mana Elf"))) == ["Creature Den"]


def test_what_would_be_lost_for_good_comes_last() -> None:
    game = table("Gold Coin, Mountain", "Jolt")
    assert names(moves.make(game, cast(game, "Jolt", "Bob")), "graveyard") == []
    game = table("Gold Coin", "Jolt")
    assert names(moves.make(game, cast(game, "Jolt", "Bob")), "graveyard") == ["Gold Coin"]


def test_abilities_go_on_the_stack_and_tap() -> None:
    game = table("Pinger")
    after = moves.make(game, activate(game, "Pinger", "Bob"))
    assert tapped(after) == ["Pinger"]
    assert len(held(after, "stack_ability")) == 1
    assert life(resolved(after), 2) == 19
    assert rules(after, activate(after, "Pinger", "Bob")) == {"118.3"}


def test_summoning_sickness() -> None:
    game = table("Pinger: {sick: true}, Hasty Pinger: {sick: true}")
    assert rules(game, activate(game, "Pinger", "Bob")) == {"602.5a"}
    assert not rules(game, activate(game, "Hasty Pinger", "Bob"))


def test_restrictions_of_abilities() -> None:
    game = table("Slow Statue, Island: {count: 4}", step="end")
    assert rules(game, activate(game, "Slow Statue")) == {"602.5d"}
    game = table("Once Orb, Island: {count: 2}")
    after = moves.make(game, activate(game, "Once Orb"))
    assert rules(after, activate(after, "Once Orb")) == {"602.5b"}


def test_loyalty_abilities_once_a_turn_and_with_enough_counters() -> None:
    game = table("Wise Walker: {counters: {loyalty: 3}}")
    assert rules(game, activate(game, "Wise Walker", ability=2)) == {"606.6"}
    game = resolved(moves.make(game, activate(game, "Wise Walker", ability=1)))
    assert any("loyalty,4)" in fact for fact in held(game, "counters"))
    assert rules(game, activate(game, "Wise Walker", ability=1)) == {"606.3"}


def test_mana_abilities_resolve_at_once_even_under_split_second() -> None:
    game = table("Mountain, Pinger", "Jolt", stack="{card: Final Say, by: Bob}")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"702.61a"}
    assert rules(game, activate(game, "Pinger", "Bob")) == {"702.61a"}
    game = moves.make(game, activate(game, "Mountain"))
    assert held(game, "mana") == {"mana(p(1),red,1)"}
    assert len(names(game, "stack")) == 1


def test_one_land_a_turn() -> None:
    game = table("", "Forest, Forest")
    land = game.position.names.object("Forest#1")
    game = moves.make(game, Move("play", land))
    assert names(game, "battlefield") == ["Forest"]
    assert rules(game, Move("play", game.position.names.object("Forest#2"))) == {"305.2b"}
    game = table("", "Forest", step="end")
    assert rules(game, Move("play", game.position.names.object("Forest"))) == {"305.1"}


def test_cycling_from_the_hand() -> None:
    game = table("Mountain", "Rider Card")
    after = moves.make(game, activate(game, "Rider Card"))
    assert names(after, "graveyard") == ["Rider Card"]
    assert names(resolved(after), "hand") == ["Filler"]


def test_equipping_at_sorcery_speed() -> None:
    game = table("Mountain, Long Blade, Grey Bear")
    after = moves.make(game, activate(game, "Long Blade", "Grey Bear"))
    assert len(held(resolved(after), "attached_to")) == 1
    game = table("Mountain, Long Blade, Grey Bear", step="end")
    assert rules(game, activate(game, "Long Blade", "Grey Bear")) == {"702.6a"}


def test_legal_lists_what_can_be_done() -> None:
    game = table("Mountain, Pinger", "Jolt, Grey Bear, Forest")
    label = game.position.names.label
    found = {(move.kind, label(move.what)) for move in moves.legal(game)}
    assert found == {
        ("cast", "Jolt"),
        ("activate", "Pinger"),
        ("activate", "Mountain"),
        ("play", "Forest"),
    }


def test_a_target_that_left_makes_it_fizzle() -> None:
    game = table("Mountain: {count: 2}", "Jolt, Jolt", "Grey Bear")
    game = moves.make(game, cast(game, "Jolt#1", "Grey Bear"))
    game = moves.make(game, cast(game, "Jolt#2", "Grey Bear"))
    game = resolved(resolved(game))
    assert any("fizzled" in str(entry.event) for entry in game.log)


def test_evoked_it_goes_once_it_has_entered() -> None:
    game = table("Island", "Brief Ghost")
    game = resolved(moves.make(game, cast(game, "Brief Ghost", with_=("evoke",))))
    while "Brief Ghost" in names(game, "battlefield") or game.position.about("stack_ability", 3):
        kind = game.decision.kind.name
        game = game.passes() if kind == "priority" else game.answer(game.decision.options[:1])
    assert (names(game, "graveyard"), names(game, "hand")) == (["Brief Ghost"], ["Filler"])


def test_x_is_asked_for_up_to_what_can_be_paid() -> None:
    game = table("Mountain: {count: 4}", "Big Fire")
    game = moves.make(game, cast(game, "Big Fire"))
    assert game.decision is not None
    assert str(game.decision.kind) == "number(0,3)"
    game = moves.choose(game.answer([Number(2)]), [game.position.names.player("Bob")])
    assert life(resolved(game), 2) == 18


def test_cast_face_down_and_turned_up() -> None:
    game = table("Forest: {count: 5}", "Hidden Bear")
    game = resolved(moves.make(game, cast(game, "Hidden Bear", with_=("face down",))))
    assert len(held(game, "face_down")) == 1
    bear = game.position.names.object("Hidden Bear")
    assert len(tapped(game)) == 3
    turned = moves.make(game, Move("special", bear, action="turn up"))
    assert not held(turned, "face_down")
    assert len(tapped(turned)) == 5
    forest = Move("special", game.position.names.object("Forest#1"), action="turn up")
    assert rules(game, forest) == {"116.2b"}


def test_foretold_now_cast_later() -> None:
    game = table("Island: {count: 4}", "Known Fate")
    game = moves.make(game, Move("special", game.position.names.object("Known Fate"), action="foretell"))
    assert names(game, "exile") == ["Known Fate"]
    assert "601.3" in rules(game, cast(game, "Known Fate", with_=("foretell",)))
    later = game.position.changed(
        terminated=[f for f in game.position.facts if f.name == "turn"],
        initiated=[Function("turn", [Number(7)])],
    )
    game = Game.of(later)
    game = moves.make(game, cast(game, "Known Fate", with_=("foretell",)))
    assert len(names(resolved(game), "hand")) == 2


def test_plotted_now_free_later() -> None:
    game = table("Island: {count: 4}", "Slow Scheme", step="end")
    plot = Move("special", game.position.names.object("Slow Scheme"), action="plot")
    assert rules(game, plot) == {"702.170a"}
    game = table("Island: {count: 1}", "Slow Scheme")
    game = moves.make(game, Move("special", game.position.names.object("Slow Scheme"), action="plot"))
    later = game.position.changed(
        terminated=[f for f in game.position.facts if f.name == "turn"],
        initiated=[Function("turn", [Number(7)])],
    )
    game = Game.of(later)
    game = moves.make(game, cast(game, "Slow Scheme", with_=("plot",)))
    assert len(names(resolved(game), "hand")) == 2


def test_a_crew_is_tapped_by_its_power() -> None:
    game = table("Old Cart, Pinger: {sick: true}, Grey Bear")
    game = moves.make(game, activate(game, "Old Cart"))
    with pytest.raises(IllegalMove):
        game.answer([game.position.names.object("Pinger")])
    game = resolved(game.answer([game.position.names.object("Grey Bear")]))
    assert tapped(game) == ["Grey Bear"]
    assert len(held(game, "effect_of")) == 1
    alone = table("Old Cart, Pinger")
    assert rules(alone, activate(alone, "Old Cart")) == {"702.122a"}


def test_a_mana_ability_that_does_more_is_activated_before() -> None:
    game = table("Sore Land, Forest", "Grey Bear")
    game = moves.make(game, cast(game, "Grey Bear"))
    assert names(game, "stack") == ["Grey Bear"]
    assert (life(game, 1), len(tapped(game))) == (19, 2)
    game = table("Sore Land, Forest, Forest", "Grey Bear")
    assert life(moves.make(game, cast(game, "Grey Bear")), 1) == 20


def test_triggered_mana_abilities_pay_too() -> None:
    game = table("Forest: {id: wood}, Lush Vine: {attached_to: wood}", "Grey Bear")
    game = moves.make(game, cast(game, "Grey Bear"))
    assert names(game, "stack") == ["Grey Bear"]
    assert not held(game, "mana")
    game = table("Great Wake, Mountain: {count: 2}", "Twin Bolts, Grey Bear")
    assert not rules(game, cast(game, "Twin Bolts", "Bob", divide={game.position.names.player("Bob"): 3}))
    assert rules(game, cast(game, "Grey Bear")) == {"118.3", "601.2h"}
    after = moves.make(game, activate(game, "Mountain"))
    assert held(after, "mana") == {"mana(p(1),red,2)"}
    assert not after.position.about("stack_ability", 3)


def test_mana_that_a_land_could_produce() -> None:
    game = table("Mirror Land", "Jolt", "Mountain")
    assert tapped(moves.make(game, cast(game, "Jolt", "Bob"))) == ["Mirror Land"]
    game = table("Mirror Land", "Jolt", "Forest")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"118.3", "601.2h"}


def test_a_card_that_an_effect_lets_them_play() -> None:
    game = table("Mountain", more="exile: [Jolt]")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"601.3"}
    jolt = game.position.names.object("Jolt")
    fact = Function("permitted", [game.position.names.player("Alice"), jolt, Function("play")])
    game = Game.of(game.position.changed(initiated=[fact]))
    assert not rules(game, cast(game, "Jolt", "Bob"))
    assert ("cast", jolt) in {(move.kind, move.what) for move in moves.legal(game)}


def test_typecycling_searches() -> None:
    game = table("Mountain", "Wooded Rider", more="")
    game = moves.make(game, activate(game, "Wooded Rider"))
    assert names(game, "graveyard") == ["Wooded Rider"]
    game = resolved(game)
    assert names(game, "hand") == []


def test_bargained() -> None:
    game = table("Forest: {count: 2}, Gold Coin", "Fair Deal")
    game = moves.make(game, cast(game, "Fair Deal", with_=("bargain",)))
    assert names(game, "graveyard") == ["Gold Coin"]
    assert life(resolved(game), 1) == 23


def test_saddled_until_the_turn_ends() -> None:
    game = table("Slow Camel, Grey Bear")
    game = moves.make(game, activate(game, "Slow Camel", pay=Pay((("tap", (thing(game, "Grey Bear"),)),))))
    game = resolved(game)
    assert len(held(game, "saddled")) == 1
    late = table("Slow Camel, Grey Bear", step="end")
    assert rules(late, activate(late, "Slow Camel")) == {"702.171a"}


def played_out(game: Game) -> Game:
    """All pass, and take the first option, until the stack is empty."""
    while game.decision is not None:
        if not held(game, "spell") and not held(game, "stack_ability"):
            return game
        kind = game.decision.kind.name
        game = game.passes() if kind == "priority" else game.answer(game.decision.options[:1])
    return game


def test_copies_that_come_with_what_was_paid() -> None:
    game = table("Forest: {count: 4}", "Pack Leader, Proud Parent")
    squad = played_out(moves.make(game, cast(game, "Pack Leader", with_=("squad", "squad"))))
    assert len(held(squad, "token")) == 2
    young = played_out(moves.make(game, cast(game, "Proud Parent", with_=("offspring",))))
    assert len(held(young, "token")) == 1
    none = played_out(moves.make(game, cast(game, "Proud Parent")))
    assert not held(none, "token")


def test_spells_that_copy_themselves() -> None:
    game = table("Forest: {count: 4}, Grey Bear", "Echo Words, Grim Pact")
    assert life(played_out(moves.make(game, cast(game, "Echo Words", with_=("replicate",) * 2))), 1) == 23
    assert life(played_out(moves.make(game, cast(game, "Echo Words"))), 1) == 21
    paid = played_out(moves.make(game, cast(game, "Grim Pact", with_=("casualty",))))
    assert life(paid, 1) == 24
    assert names(paid, "graveyard").count("Grey Bear") == 1


def test_modes_with_and_without_targets() -> None:
    game = table("Mountain", "Two Ways", "Grey Bear")
    drawn = moves.make(game, cast(game, "Two Ways", modes=(3,)))
    assert names(resolved(drawn), "hand") == ["Filler"]
    only = moves.make(game, cast(game, "Two Ways", modes=(2,)))
    assert names(resolved(only), "graveyard").count("Grey Bear") == 1
    asked = moves.make(game, cast(game, "Two Ways", modes=(1,)))
    assert asked.decision is not None
    assert asked.decision.kind.name == "targets"
    done = moves.choose(asked, [game.position.names.player("Bob")])
    assert life(resolved(done), 2) == 19
    assert rules(game, cast(game, "Two Ways", modes=(1, 2))) == {"700.2"}
    bear = game.position.names.object("Grey Bear")
    said = Move("cast", game.position.names.object("Two Ways"), targets=(bear,), modes=(2,))
    assert names(resolved(moves.make(game, said)), "graveyard").count("Grey Bear") == 1


def test_the_first_spell_of_a_turn() -> None:
    game = table("Early Clerk, Forest: {count: 3}", "Grey Bear, Strong Bear")
    game = moves.make(game, cast(game, "Grey Bear"))
    assert len(tapped(game)) == 1
    game = resolved(game)
    game = moves.make(game, cast(game, "Strong Bear"))
    assert len(tapped(game)) == 3


def test_one_spell_a_turn() -> None:
    game = table("Lone Judge, Mountain: {count: 3}", "Jolt, Jolt")
    game = moves.make(game, cast(game, "Jolt#1", "Bob"))
    assert rules(game, cast(game, "Jolt#2", "Bob")) == {"601.3"}
    assert rules(resolved(game), cast(game, "Jolt#2", "Bob")) == {"601.3"}


def test_the_total_cost_is_locked_in() -> None:
    game = table("Cheap Clerk, Swamp", "Cheap Bargain")
    game = moves.make(game, cast(game, "Cheap Bargain"))
    assert names(game, "graveyard") == ["Cheap Clerk"]
    assert len(tapped(game)) == 1


def test_an_ability_that_costs_less_if_something_holds() -> None:
    game = table("Rash Tool, Island: {count: 3}")
    assert len(tapped(moves.make(game, activate(game, "Rash Tool")))) == 3
    game = table("Rash Tool, Grey Bear, Island: {count: 3}")
    assert len(tapped(moves.make(game, activate(game, "Rash Tool")))) == 1


FACES = """
turn: {active: Alice, step: precombat main, number: 5, priority: Alice}
cards:
  - name: Brave Guest
    layout: adventure
    faces:
      - {name: Brave Guest, cost: "{1}{R}", type: Creature — Human, pt: 2/2}
      - {name: Tall Tale, cost: "{R}", type: Sorcery — Adventure, text: Draw a card.}
  - name: Left Word // Right Word
    layout: split
    faces:
      - {name: Left Word, cost: "{R}", type: Instant, text: You gain 1 life.}
      - {name: Right Word, cost: "{U}", type: Instant, text: Draw a card.}
  - {name: Filler, cost: "{9}", type: Artifact}
players:
  Alice:
    battlefield: [Mountain: {count: 3}]
    hand: [Brave Guest, Left Word]
    library: [Filler, Filler]
  Bob: {}
"""


def face_named(game: Game, name: str) -> Symbol:
    return next(f.arguments[0] for f in game.position.facts if f.name == "face_name" and name in str(f))


def test_an_adventure_is_exiled_and_then_cast_as_a_creature() -> None:
    game = Game.of(Position.from_text(FACES))
    guest = game.position.names.object("Brave Guest")
    game = resolved(moves.make(game, Move("cast", guest, face=face_named(game, "Tall Tale"))))
    assert names(game, "exile") == ["Brave Guest"]
    assert len(names(game, "hand")) == 2
    (guest,) = [f.arguments[0] for f in game.position.facts if "exile" in str(f) and f.name == "in_zone"]
    again = Move("cast", guest, face=face_named(game, "Tall Tale"))
    assert rules(game, again) == {"601.3"}
    game = resolved(moves.make(game, Move("cast", guest)))
    assert "Brave Guest" in names(game, "battlefield")


def test_a_half_of_a_split_card_is_cast() -> None:
    game = Game.of(Position.from_text(FACES))
    word = game.position.names.object("Left Word")
    assert rules(game, Move("cast", word, face=face_named(game, "Right Word"))) == {"118.3", "601.2h"}
    game = resolved(moves.make(game, Move("cast", word, face=face_named(game, "Left Word"))))
    assert life(game, 1) == 21
    assert len([f for f in game.position.facts if f.name == "other_face"]) == 2


@pytest.mark.parametrize("name", ["Grand Plan", "Cruel Bargain", "Rally", "Strong Bear"])
def test_paying_leaves_nothing_open(name: str) -> None:
    lands = "Island: {count: 2}, Swamp, Plains, Forest: {count: 2}"
    game = table(f"{lands}, Mana Elf, Great Wake, Cheap Clerk", name, graveyard="Jolt, Jolt")
    assert game.decision is not None
    begun, x = moves._begun(game.position, cast(game, name), game.decision.player)
    payment = Bill(begun, x).best()
    assert payment is not None
    assert non_facts(Session("game", begun.facts, extra=payment.facts).control) == []


def test_playing_a_land_leaves_nothing_open() -> None:
    game = table("", "Forest")
    facts, (given,) = moves._tried(game.position, Move("play", game.position.names.object("Forest")))
    assert non_facts(Session("game", facts.facts, extra=[given]).control) == []


@given(st.randoms(use_true_random=False))
@settings(max_examples=5)
def test_of_equal_lands_the_first_are_tapped_however_the_facts_are_ordered(random: Random) -> None:
    start = table("Forest: {count: 3}, Mountain, Forest, Mountain", "Grey Bear").position
    facts = sorted(start.facts)
    random.shuffle(facts)
    game = Game.of(replace(start, facts=frozenset(facts)))
    game = moves.make(game, cast(game, "Grey Bear"))
    assert tapped(game) == ["Forest#1", "Forest#2"]
