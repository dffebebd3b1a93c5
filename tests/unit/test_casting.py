"""Casting spells: when, from where, in which ways, with which choices."""

from __future__ import annotations

import pytest
from clingo import Function, Number, Symbol
from moving import cast, held, life, names, resolved, rules, table, tapped

from magistrate.bridge.game import Game, moves
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.moves import Move
from magistrate.bridge.positions.position import Position


def two_turns_later(game: Game) -> Game:
    """The same position in turn 7."""
    turn = [fact for fact in game.position.facts if fact.name == "turn"]
    return Game.of(game.position.changed(terminated=turn, initiated=[Function("turn", [Number(7)])]))


def test_a_creature_is_cast_with_the_lands_that_fit_least_else() -> None:
    game = table("Forest, Rainbow Elf, Mountain, Forest", "Grey Bear")
    after = moves.make(game, cast(game, "Grey Bear"))
    assert names(after, "stack") == ["Grey Bear"]
    assert "Rainbow Elf" not in tapped(after)
    assert len(tapped(after)) == 2
    assert held(after, "priority") == {"priority(p(1))"}
    assert names(resolved(after), "battlefield").count("Grey Bear") == 1
    assert names(game, "hand") == ["Grey Bear"]


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


def test_a_prohibition_names_who_forbids_it() -> None:
    game = table("Forest: {count: 2}, Plains: {count: 3}", "Grey Bear, Rally", "Silent Judge")
    (reason,) = moves.check(game, cast(game, "Grey Bear"))
    assert (reason.rule, game.position.names.label(reason.source)) == ("601.3", "Silent Judge")
    assert not rules(game, cast(game, "Rally"))


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
    game = two_turns_later(game)
    game = moves.make(game, cast(game, "Known Fate", with_=("foretell",)))
    assert len(names(resolved(game), "hand")) == 2


def test_plotted_now_free_later() -> None:
    game = table("Island: {count: 4}", "Slow Scheme", step="end")
    plot = Move("special", game.position.names.object("Slow Scheme"), action="plot")
    assert rules(game, plot) == {"702.170a"}
    game = table("Island: {count: 1}", "Slow Scheme")
    game = moves.make(game, Move("special", game.position.names.object("Slow Scheme"), action="plot"))
    game = two_turns_later(game)
    game = moves.make(game, cast(game, "Slow Scheme", with_=("plot",)))
    assert len(names(resolved(game), "hand")) == 2


def test_a_card_that_an_effect_lets_them_play() -> None:
    game = table("Mountain", more="exile: [Jolt]")
    assert rules(game, cast(game, "Jolt", "Bob")) == {"601.3"}
    jolt = game.position.names.object("Jolt")
    fact = Function("permitted", [game.position.names.player("Alice"), jolt, Function("play")])
    game = Game.of(game.position.changed(initiated=[fact]))
    assert not rules(game, cast(game, "Jolt", "Bob"))
    assert ("cast", jolt) in {(move.kind, move.what) for move in moves.legal(game)}


def test_bargained() -> None:
    game = table("Forest: {count: 2}, Gold Coin", "Fair Deal")
    game = moves.make(game, cast(game, "Fair Deal", with_=("bargain",)))
    assert names(game, "graveyard") == ["Gold Coin"]
    assert life(resolved(game), 1) == 23


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


def test_one_spell_a_turn() -> None:
    game = table("Lone Judge, Mountain: {count: 3}", "Jolt, Jolt")
    game = moves.make(game, cast(game, "Jolt#1", "Bob"))
    assert rules(game, cast(game, "Jolt#2", "Bob")) == {"601.3"}
    assert rules(resolved(game), cast(game, "Jolt#2", "Bob")) == {"601.3"}


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
