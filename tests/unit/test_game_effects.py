"""What resolving spells and abilities do: control flow, choices, verbs, last known information."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from clingo import Function, Number, Symbol, parse_term

from magistrate.bridge.game import Decision, Game
from magistrate.bridge.game import engine as engine_module
from magistrate.bridge.game import look as look_module
from magistrate.bridge.game.errors import NotModelled
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts

TABLE = """
turn: {active: Alice, step: precombat main, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Wood, type: Basic Land — Forest}
  - {name: Old Elf, cost: "{G}", type: Creature — Elf, pt: 1/1, text: Lifelink}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 2 damage to any target.}
  - {name: Spell, cost: "{R}", type: TYPE, text: 'TEXT'}
players:
  Alice:
    battlefield: [Grey Bear, Grey Bear, Wood]
    hand: [Wood, Grey Bear]
    library: [Grey Bear, Wood, Old Elf, Wood]
    graveyard: [Old Elf]
  Bob:
    battlefield: [Old Elf, Wood]
    hand: [Wood]
    library: [Grey Bear, Wood]
"""
ALICE, BOB = Function("p", [Number(1)]), Function("p", [Number(2)])


@pytest.fixture(autouse=True)
def _every_look_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look of these games must leave no atom open."""
    seen = look_module.look

    def look(facts: frozenset[Symbol], given: Sequence[Symbol] = ()) -> look_module.Look:
        given = tuple(given)
        assert non_facts(Session("game", facts, extra=given, by_clingo=True).control) == []
        return seen(facts, given)

    monkeypatch.setattr(engine_module, "look", look)


def first(count: int) -> Callable[[Decision], list[Symbol]]:
    """So many of the options, or all of them in order."""

    def choose(decision: Decision) -> list[Symbol]:
        if decision.kind.name == "order":
            return [Function("", [Number(n), o]) for n, o in enumerate(decision.options, 1)]
        return list(decision.options[:count])

    return choose


Answer = str | Callable[[Decision], list[Symbol]]


def cast(
    text: str,
    *targets: str,
    answers: Sequence[Answer] = (),
    kind: str = "Instant",
    by: str = "Alice",
    more: str = "",
) -> Game:
    """The game after a spell with that text has resolved."""
    table = TABLE.replace("TEXT", text.replace("'", "''")).replace("TYPE", kind)
    aimed = f", targets: [{', '.join(targets)}]" if targets else ""
    position = Position.from_text(f"{table}stack:\n{more}  - {{card: Spell, by: {by}{aimed}}}\n")
    assert not position.by_name.get("unmodelled"), "the text of a test must compile"
    return resolve(Game.of(position), *answers)


def resolve(game: Game, *answers: Answer) -> Game:
    """All pass, and the choices that come up are answered."""
    waiting = list(answers)
    game = game.passes().passes()
    while waiting or (game.decision is not None and game.decision.kind.name not in ("priority", "targets")):
        assert game.decision is not None
        given = waiting.pop(0)
        values = [parse_term(given)] if isinstance(given, str) else given(game.decision)
        game = game.answer(values)
    return game


def names(game: Game, zone: str, player: Symbol | None = None) -> list[str]:
    """The names of what is in a zone, sorted."""
    session = Session("characteristics", game.position.facts)
    called = {a.arguments[0]: a.arguments[1].string for a in session.atoms("name", 2)}
    owners = {f.arguments[0]: f.arguments[1] for f in game.position.facts if f.name == "owner"}
    return sorted(
        called[f.arguments[0]]
        for f in game.position.facts
        if f.name == "in_zone"
        and f.arguments[1].name == zone
        and player in (None, owners.get(f.arguments[0]))
    )


def held(game: Game, name: str) -> set[str]:
    return {str(f) for f in game.position.facts if f.name == name}


def worked_out(game: Game, name: str, arity: int) -> set[str]:
    return {str(a) for a in Session("characteristics", game.position.facts).atoms(name, arity)}


def life(game: Game) -> tuple[int, int]:
    found = {f.arguments[0]: f.arguments[1].number for f in game.position.facts if f.name == "life"}
    return found[ALICE], found[BOB]


def rules(game: Game, event: str) -> list[str]:
    return [entry.rule for entry in game.log if str(entry.event).startswith(event)]


# Control flow


def test_may_and_if_you_do() -> None:
    text = "You may discard a card. If you do, draw two cards."
    took = cast(text, answers=["yes", first(1)])
    assert len(names(took, "hand", ALICE)) == 3
    declined = cast(text, answers=["no"])
    assert len(names(declined, "hand", ALICE)) == 2


def test_if_you_do_not_with_nothing_to_do_it_to() -> None:
    game = cast("You may sacrifice an artifact. If you do, draw two cards.", answers=[])
    assert len(names(game, "hand", ALICE)) == 2


def test_if_and_otherwise() -> None:
    text = "If you control three or more creatures, draw a card. Otherwise, you gain 3 life."
    assert life(cast(text)) == (23, 20)


def test_when_you_do_is_a_trigger_of_its_own() -> None:
    game = cast(
        "You may sacrifice a creature. When you do, Spell deals 3 damage to any target.",
        answers=["yes", first(1)],
    )
    assert game.decision is not None
    assert game.decision.kind.name == "targets"


@pytest.mark.parametrize(("answers", "kept"), [(["yes"], 0), (["no"], 1)])
def test_unless_a_player_pays(answers: list[Answer], kept: int) -> None:
    game = cast(
        "Counter target spell unless its controller pays {1}.",
        "Jolt",
        answers=answers,
        more="  - {card: Jolt, by: Bob, targets: [Alice]}\n",
    )
    countered = [e for e in game.log if "countered" in str(e.event)]
    assert len(countered) == kept
    assert len(held(game, "tapped")) == 1 - kept


def test_unless_with_no_way_to_pay() -> None:
    game = cast(
        "Counter target spell unless its controller pays {3}.",
        "Jolt",
        more="  - {card: Jolt, by: Bob, targets: [Alice]}\n",
    )
    assert rules(game, "move(o(16),stack,graveyard,countered") == ["701.6a"]


def test_if_you_pay() -> None:
    game = cast("You may pay {G}. If you do, you gain 4 life.", answers=["yes"])
    assert life(game) == (24, 20)
    assert life(cast("You may pay {G}{G}. If you do, you gain 4 life.")) == (20, 20)


def test_for_each_of_a_group() -> None:
    game = cast("For each creature you control, create a Treasure token.")
    assert names(game, "battlefield").count("Treasure Token") == 2


# Choices and verbs


def test_players_choose_in_turn_order_and_sacrifice_at_once() -> None:
    game = cast("Each player sacrifices a creature of their choice.", answers=[first(1)])
    assert names(game, "graveyard") == ["Grey Bear", "Old Elf", "Old Elf", "Spell"]
    assert rules(game, "move(o(1),battlefield,graveyard,sacrificed") == ["701.21a"]


def test_the_rest() -> None:
    game = cast("Each player chooses a creature they control. Destroy the rest.", answers=[first(1)])
    assert names(game, "battlefield") == ["Grey Bear", "Old Elf", "Wood", "Wood"]


def test_one_of_the_top_cards_and_the_rest_at_the_bottom() -> None:
    game = cast(
        "Look at the top three cards of your library. Put one of them into your hand and the rest "
        "on the bottom "
        "of your library in any order.",
        answers=[first(1), first(2)],
    )
    assert names(game, "hand", ALICE) == ["Grey Bear", "Grey Bear", "Wood"]
    places = {f.arguments[0]: f.arguments[1].number for f in game.position.facts if f.name == "place"}
    library = [f.arguments[0] for f in game.position.facts if str(f).endswith(",library)")]
    mine = sorted((places[o], str(o)) for o in library if str(o) in ("o(7)", "o(8)", "o(9)"))
    assert [o for _, o in mine] == ["o(9)", "o(7)", "o(8)"]


def test_scry_then_draw() -> None:
    game = cast("Scry 2, then draw a card.", answers=[first(1)])
    assert names(game, "hand", ALICE) == ["Grey Bear", "Wood", "Wood"]


def test_surveil() -> None:
    game = cast("Surveil 2.", answers=[first(2)])
    assert names(game, "graveyard", ALICE) == ["Grey Bear", "Old Elf", "Spell", "Wood"]


def test_search_may_find_nothing_and_is_shuffled_by_nobody() -> None:
    text = "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle."
    game = cast(text, answers=[first(1), first(9)], kind="Sorcery")
    assert names(game, "battlefield", ALICE) == ["Grey Bear", "Grey Bear", "Wood", "Wood"]
    assert len(held(game, "tapped")) == 1
    empty = cast(text, answers=[first(0), first(9)], kind="Sorcery")
    assert len(names(empty, "library", ALICE)) == 4


def test_revealing_until() -> None:
    game = cast(
        "Reveal cards from the top of your library until you reveal a land card. Put that card "
        "into your hand "
        "and the rest on the bottom of your library in a random order."
    )
    assert names(game, "hand", ALICE) == ["Grey Bear", "Wood", "Wood"]


def test_divided_damage() -> None:
    table = TABLE.replace(
        "TEXT", "Spell deals 3 damage divided as you choose among one, two, or three targets."
    )
    position = Position.from_text(
        table.replace("TYPE", "Instant")
        + "stack:\n  - {card: Spell, by: Alice, targets: [Bob, Old Elf#3], divide: {Bob: 1, Old Elf#3: 2}}\n"
    )
    game = resolve(Game.of(position))
    assert life(game) == (20, 19)
    assert names(game, "graveyard", BOB) == ["Old Elf"]


def test_counters_doubled_and_proliferated() -> None:
    game = cast(
        "Put two +1/+1 counters on target creature, then proliferate.", "Grey Bear#1", answers=[first(1)]
    )
    assert held(game, "counters") == {'counters(o(1),"+1/+1",3)'}


def test_fighting() -> None:
    game = cast(
        "Target creature you control fights target creature you don't control.", "Grey Bear#1", "Old Elf#3"
    )
    assert names(game, "graveyard", BOB) == ["Old Elf"]
    assert life(game) == (20, 21)  # the Elf has lifelink


# What something was


def test_what_left_is_known_as_it_was() -> None:
    game = cast("Destroy target creature. Its controller loses life equal to its power.", "Old Elf#3")
    assert life(game) == (20, 19)


def test_a_source_that_left_deals_damage_with_what_it_had() -> None:
    game = cast("Destroy target creature. It deals 1 damage to each opponent.", "Old Elf#3", by="Alice")
    assert life(game) == (20, 20)  # 1 damage to Bob by his own Elf with lifelink, which Bob gains


def test_what_an_effect_moves_it_can_find() -> None:
    game = cast(
        "Return target creature card from your graveyard to the battlefield. It gains haste until "
        "end of turn.",
        "Old Elf#2",
    )
    assert any(k.endswith(",haste)") for k in worked_out(game, "has_keyword", 2))


def test_that_many_and_this_way() -> None:
    game = cast("Discard all the cards in your hand, then draw that many cards.")
    assert names(game, "hand", ALICE) == ["Grey Bear", "Wood"]
    game = cast("Destroy all creatures. You gain 1 life for each creature destroyed this way.")
    assert life(game) == (23, 20)


def test_each_player_is_counted_for() -> None:
    assert life(cast("Each player loses 1 life for each creature they control.")) == (18, 19)


# Lasting effects


def test_an_effect_on_a_group_is_locked_and_ends() -> None:
    game = cast("Creatures you control get +1/+1 until end of turn.")
    assert {fact.split(",")[1] for fact in held(game, "locked")} == {"o(1))", "o(2))"}
    assert {"power(o(1),3)", "power(o(2),3)"} <= worked_out(game, "power", 2)
    for _ in range(40):
        if "active(p(2))" in held(game, "active"):
            break
        game = game.passes() if game.decision and game.decision.kind.name == "priority" else advance(game)
    assert not held(game, "effect_of")


def advance(game: Game) -> Game:
    """Nobody attacks or blocks; of other choices the first."""
    assert game.decision is not None
    if game.decision.kind.name in ("attacks", "blocks"):
        return game.gives(Function("declares", [game.decision.kind]))
    return game.answer(first(1)(game.decision))


def test_a_number_is_settled_as_the_effect_begins() -> None:
    game = cast(
        "Target creature gets +X/+X until end of turn, where X is the number of creatures you control.",
        "Old Elf#3",
    )
    assert "power(o(11),3)" in worked_out(game, "power", 2)


def test_control_until_end_of_turn() -> None:
    game = cast(
        "Gain control of target creature until end of turn. Untap that creature. It gains haste "
        "until end of turn.",
        "Old Elf#3",
    )
    assert "controller(o(11),p(1))" in worked_out(game, "controller", 2)


def test_what_is_done_at_the_next_end_step() -> None:
    game = cast(
        "Exile target creature. Return it to the battlefield under its owner's control at the "
        "beginning of the "
        "next end step.",
        "Grey Bear#1",
    )
    assert names(game, "exile") == ["Grey Bear"]
    for _ in range(20):
        if "step(end)" in held(game, "step"):
            break
        game = game.passes() if game.decision and game.decision.kind.name == "priority" else advance(game)
    game = resolve(game)
    assert names(game, "battlefield", ALICE) == ["Grey Bear", "Grey Bear", "Wood"]


def test_exiled_until_it_leaves() -> None:
    game = cast(
        "When this creature enters, exile target creature an opponent controls until this creature "
        "leaves the "
        "battlefield.",
        kind="Creature — Jailer",
    )
    assert names(game, "graveyard", ALICE)[-1] == "Spell"  # a 0/0 dies first
    assert names(game, "exile") == []


# Tokens and copies


def test_tokens_with_abilities_and_their_names() -> None:
    game = cast("Create two 1/1 red Goblin creature tokens with haste.")
    assert names(game, "battlefield").count("Goblin Token") == 2
    assert sum(k.endswith(",haste)") for k in worked_out(game, "has_keyword", 2)) == 2


def test_a_token_copy_and_what_later_words_call_it() -> None:
    game = cast(
        "Create a token that's a copy of target creature. That token gains haste until end of turn.",
        "Old Elf#3",
    )
    assert names(game, "battlefield", ALICE).count("Old Elf") == 1
    assert sum(k.endswith(",haste)") for k in worked_out(game, "has_keyword", 2)) == 1


def test_the_size_of_a_token_is_settled_as_it_is_created() -> None:
    game = cast("Create an X/X green Ooze creature token, where X is the number of creatures you control.")
    token = next(f.arguments[0] for f in game.position.facts if f.name == "token")
    assert f"power({token},2)" in worked_out(game, "power", 2)


def test_a_copied_spell_ceases_to_exist() -> None:
    game = cast(
        "Copy target instant or sorcery spell. You may choose new targets for the copy.",
        "Jolt",
        answers=["no"],
        more="  - {card: Jolt, by: Bob, targets: [Alice]}\n",
    )
    game = resolve(resolve(game))
    assert life(game) == (16, 20)
    assert names(game, "graveyard") == ["Jolt", "Old Elf", "Spell"]


# What isn't modelled


def test_an_unknown_instruction_is_reported() -> None:
    table = TABLE.replace("TEXT", "Scry 3.").replace("TYPE", "Instant")
    position = Position.from_text(f"{table}stack:\n  - {{card: Spell, by: Alice}}\n")
    (known,) = (fact for fact in position.by_name["instruction"] if "Spell" in str(fact))
    unknown = Function("instruction", [*known.arguments[:2], Function("frobnicate")])
    game = Game.of(position.changed(initiated=[unknown], terminated=[known]))
    with pytest.raises(NotModelled, match="not modelled: the resolving instruction frobnicate"):
        resolve(game)
