"""Replacement effects and shields where the game moves: made by what resolves, applied as it goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from clingo import Symbol

from magistrate.bridge.game import Game
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, non_facts
from magistrate.cli.app import app, run

TABLE = r"""
turn: {active: Alice, step: STEP, number: 5}
cards:
  - {name: Grey Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Jolt, cost: "{R}", type: Instant, text: Jolt deals 3 damage to any target.}
  - name: Salve
    type: Instant
    text: Prevent the next 2 damage that would be dealt to any target this turn.
  - {name: Mist, type: Instant, text: Prevent all combat damage that would be dealt this turn.}
  - name: Circle
    type: Enchantment
    text:
      "{1}: The next time a red source of your choice would deal damage to you this turn,
      prevent that damage."
  - name: Reverse
    type: Instant
    text:
      The next time a source of your choice would deal damage to you this turn, prevent
      that damage. You gain life
      equal to the damage prevented this way.
  - name: Aside
    type: Instant
    text:
      The next 2 damage that would be dealt to target creature this turn is dealt to
      another target creature instead.
  - name: Monolith
    type: Artifact
    text:
      "{1}: The next time a source of your choice would deal damage to target creature this turn, that
      source deals that damage to you instead."
  - {name: Doom, type: Instant, text: Destroy target creature.}
  - {name: Doom Sure, type: Instant, text: Destroy target creature. It can't be regenerated.}
  - {name: Mend, type: Instant, text: Regenerate target creature.}
  - name: Burst
    type: Instant
    text: Burst deals 2 damage to target creature. If that creature would die this turn, exile it instead.
  - name: Sure
    type: Instant
    text: Sure deals 5 damage to target creature. The damage can't be prevented.
  - {name: Sleeper, type: Creature — Beast, pt: 3/3, text: This creature enters tapped.}
  - name: Hydra
    cost: "{X}{G}"
    type: Creature — Hydra
    pt: 0/0
    text: This creature enters with X +1/+1 counters on it.
  - name: Mimic
    type: Creature — Shapeshifter
    pt: 0/0
    text: You may have this creature enter as a copy of any creature on the battlefield.
  - name: Less
    type: Enchantment
    text: If a source would deal damage to you, prevent 2 of that damage.
  - name: Twice
    type: Enchantment
    text:
      If a source would deal damage to a permanent or player, it deals double that damage
      to that permanent or player
      instead.
  - {name: Brood, type: Sorcery, text: Create two 1/1 green Insect creature tokens.}
  - {name: Echo, type: Sorcery, text: Create a token that's a copy of target creature.}
  - name: Twins
    type: Enchantment
    text:
      If an effect would create one or more tokens under your control, it creates twice that many of
      those tokens instead.
  - name: Season
    type: Enchantment
    text:
      If an effect would put one or more counters on a permanent you control, it puts twice that many
      of those counters on that permanent instead.
  - {name: Slow, type: Enchantment, text: Creatures enter tapped.}
  - name: Gift
    type: Enchantment
    text: Each other creature you control enters with an additional +1/+1 counter on it.
  - {name: Voice, type: Creature — Angel, pt: 2/2, text: "As this creature enters, choose a color."}
  - name: Wild
    type: Creature — Avatar
    pt: 6/6
    text: Creatures you control enter as a copy of this creature.
  - {name: Brute, type: Creature — Ape, pt: 1/1, text: This creature enters with four +1/+1 counters on it.}
players:
  Alice:
    battlefield: [ALICE]
    library: [Grey Bear, Grey Bear, Grey Bear]
  Bob:
    battlefield: [BOB]
    library: [Grey Bear]
stack: [STACK]
"""


def table(alice: str = "", bob: str = "", stack: str = "", step: str = "precombat main") -> Position:
    text = TABLE.replace("ALICE", alice).replace("BOB", bob).replace("STACK", stack).replace("STEP", step)
    return Position.from_text(text)


def play(position: Position, passes: int, answers: dict[str, str] | None = None) -> Game:
    """All pass so often; a decision is answered by the first option that holds the word for its key."""
    game = Game.of(position)
    for _ in range(60):
        decision = game.decision
        if decision is None:
            return game
        if decision.kind.name == "priority":
            if not passes:
                return game
            passes -= 1
            game = game.passes()
        else:
            word = (answers or {})[decision.key.name]
            game = game.answer([next(one for one in decision.options if word in str(one))])
    raise AssertionError("the game doesn't come to an end")


def dealt(game: Game) -> list[tuple[str, int]]:
    events = [entry.event for entry in game.log if entry.event.name == "damage_dealt"]
    return [(str(e.arguments[1]), e.arguments[2].number) for e in events]


def ends(game: Game, o: str) -> str:
    """Where an object of the beginning went."""
    moves = [e.event for e in game.log if e.event.name == "move" and str(e.event.arguments[0]) == o]
    return moves[-1].arguments[2].name if moves else "battlefield"


def facts(game: Game, name: str) -> list[str]:
    return sorted(map(str, game.position.by_name.get(name, ())))


def test_a_shield_prevents_the_next_damage() -> None:
    stack = "{card: Jolt, by: Bob, targets: [Grey Bear#1]}, {card: Salve, by: Alice, targets: [Grey Bear#1]}"
    game = play(table("Grey Bear", stack=stack), 4)
    assert dealt(game) == [("o(1)", 1)]
    assert facts(game, "guard") == []


def test_a_shield_ends_with_the_turn() -> None:
    stack = "{card: Salve, by: Alice, targets: [Grey Bear#1]}"
    game = play(table("Grey Bear", stack=stack, step="end"), 2)
    assert len(facts(game, "guard")) == 1
    game = play(game.position, 2)
    assert facts(game, "guard") == []
    assert facts(game, "effect_of") == []


def test_regeneration_saves_once() -> None:
    doom = "{card: Doom, by: Bob, targets: [Grey Bear#1]}"
    game = play(
        table("Grey Bear", stack=f"{doom}, {doom}, {{card: Mend, by: Alice, targets: [Grey Bear#1]}}"), 4
    )
    assert ends(game, "o(1)") == "battlefield"
    assert "tapped(o(1))" in facts(game, "tapped")
    game = play(game.position, 2)
    assert ends(game, "o(1)") == "graveyard"


def test_regeneration_does_not_help_where_the_text_says_so() -> None:
    stack = (
        "{card: Doom Sure, by: Bob, targets: [Grey Bear#1]}, {card: Mend, by: Alice, targets: [Grey Bear#1]}"
    )
    assert ends(play(table("Grey Bear", stack=stack), 4), "o(1)") == "graveyard"


def test_lethal_damage_regenerates_too() -> None:
    stack = "{card: Jolt, by: Bob, targets: [Grey Bear#1]}, {card: Mend, by: Alice, targets: [Grey Bear#1]}"
    game = play(table("Grey Bear", stack=stack), 4)
    assert (ends(game, "o(1)"), facts(game, "damage")) == ("battlefield", [])


def test_what_would_die_this_turn_is_exiled() -> None:
    stack = "{card: Burst, by: Bob, targets: [Grey Bear#1]}"
    assert ends(play(table("Grey Bear", stack=stack), 2), "o(1)") == "exile"


def test_damage_of_an_effect_that_cannot_be_prevented() -> None:
    stack = "{card: Sure, by: Bob, targets: [Grey Bear#1]}, {card: Salve, by: Alice, targets: [Grey Bear#1]}"
    game = play(table("Grey Bear", stack=stack), 4)
    assert dealt(game) == [("o(1)", 5)]
    assert len(facts(game, "guard")) == 1


def test_a_source_of_choice_is_stopped_the_next_time() -> None:
    jolt = "{card: Jolt, by: Bob, targets: [Alice]}"
    game = play(table("Circle", stack=f"{jolt}, {{ability: 1, of: Circle, by: Alice}}"), 4)
    assert dealt(game) == []


def test_another_source_than_the_chosen_one_is_not_stopped() -> None:
    jolt = "{card: Jolt, by: Bob, targets: [Alice]}"
    stack = f"{jolt}, {jolt}, {{card: Reverse, by: Alice}}"
    bolts = [
        str(o) for o, n in table("Circle", stack=stack).names.objects.items() if n.label.startswith("Jolt")
    ]
    game = play(table("Circle", stack=stack), 4, {"pick": bolts[0]})
    assert dealt(game) == [("p(1)", 3)]
    game = play(game.position, 2)
    assert dealt(game) == []
    assert [str(e.event) for e in game.log if e.event.name == "gain_life"] == ["gain_life(p(1),3)"]


def test_damage_is_redirected_in_part() -> None:
    stack = ("{card: Jolt, by: Bob, targets: [Grey Bear#1]}, "
             "{card: Aside, by: Alice, targets: [Grey Bear#1, Grey Bear#2]}")  # fmt: skip
    game = play(table("Grey Bear, Grey Bear", stack=stack), 4)
    assert sorted(dealt(game)) == [("o(1)", 1), ("o(2)", 2)]


def test_the_next_damage_of_a_source_is_redirected_whole() -> None:
    jolt = "{card: Jolt, by: Bob, targets: [Grey Bear#1]}"
    stack = f"{jolt}, {jolt}, {{ability: 1, of: Monolith, by: Alice, targets: [Grey Bear#1]}}"
    position = table("Grey Bear, Monolith", stack=stack)
    bolts = [str(o) for o, n in position.names.objects.items() if n.label.startswith("Jolt")]
    game = play(position, 4, {"pick": bolts[1]})
    assert dealt(game) == [("p(1)", 3)]
    assert dealt(play(game.position, 2)) == [("o(1)", 3)]


def test_all_combat_damage_is_prevented() -> None:
    attack = ("{Grey Bear: {attacking: Bob, blocked: true}}", "{Grey Bear: {blocking: Grey Bear#1}}")
    position = table(*attack, stack="{card: Mist, by: Bob}", step="declare blockers")
    assert dealt(play(position, 4)) == []
    assert sorted(dealt(play(table(*attack, step="declare blockers"), 2))) == [("o(1)", 2), ("o(5)", 2)]


@pytest.mark.parametrize(("first", "amount"), [("Less", 2), ("Twice", 4)])
def test_the_damaged_player_chooses_in_the_game(first: str, amount: int) -> None:
    position = table("Less", "Twice", stack="{card: Jolt, by: Bob, targets: [Alice]}")
    assert dealt(play(position, 2, {"replace": first})) == [("p(1)", amount)]


def test_permanents_enter_as_their_text_says() -> None:
    game = play(table(stack="{card: Sleeper, by: Alice}"), 2)
    assert len(facts(game, "tapped")) == 1
    game = play(table(stack="{card: Hydra, by: Alice, x: 3}"), 2)
    assert [fact.split(",", 1)[1] for fact in facts(game, "counters")] == ['"+1/+1",3)']
    position = table("Sleeper", stack="{card: Mimic, by: Alice}")
    game = play(position, 2, {"outcome": "yes", "original": "o(1)"})
    assert [f.split(",", 1)[1] for f in facts(game, "copy_of_face")] == ['c("Sleeper"))']
    assert len(facts(game, "tapped")) == 1
    for name in ("enters_with", "foreseen", "used", "answered", "grounds", "proposed"):
        assert facts(game, name) == []


def test_a_shield_counter_does_not_help_against_lethal_damage_that_is_there() -> None:
    """122.1c: it replaces destruction by an effect."""
    game = play(table("{Grey Bear: {counters: {shield: 1}, damage: 2}}"), 0)
    assert ends(game, "o(1)") == "graveyard"
    stack = "{card: Doom, by: Bob, targets: [Grey Bear#1]}"
    game = play(table("{Grey Bear: {counters: {shield: 1}}}", stack=stack), 2)
    assert (ends(game, "o(1)"), facts(game, "counters")) == ("battlefield", [])


def tokens(game: Game, name: str) -> list[str]:
    """The facts of this name about each token, in the order in which they were made."""
    made = sorted((f.arguments[0] for f in game.position.by_name.get("token", ())), key=str)
    held = game.position.by_name.get(name, ())
    return [",".join(str(a) for f in held if f.arguments[0] == o for a in f.arguments[1:]) for o in made]


@pytest.mark.parametrize(
    ("battlefield", "spell", "answers", "name", "there"),
    [
        ("Slow", "{card: Brood, by: Alice}", {}, "tapped", ["", ""]),
        ("Twins", "{card: Brood, by: Alice}", {}, "sick", ["", "", "", ""]),
        ("Gift", "{card: Brood, by: Alice}", {}, "counters", ['"+1/+1",1'] * 2),
        ("Gift, Season, Twins", "{card: Brood, by: Alice}", {}, "counters", ['"+1/+1",2'] * 4),
        ("Wild", "{card: Brood, by: Alice}", {}, "copy_of_face", ['c("Wild")'] * 2),
        ("Brute", "{card: Echo, by: Alice, targets: [Brute]}", {}, "counters", ['"+1/+1",4']),
        ("Brute, Season", "{card: Echo, by: Alice, targets: [Brute]}", {}, "counters", ['"+1/+1",8']),
        ("Voice", "{card: Echo, by: Alice, targets: [Voice]}", {"chosen": "blue"}, "chosen", ["color,blue"]),
    ],
)
def test_tokens_enter_as_they_are_created(
    battlefield: str, spell: str, answers: dict[str, str], name: str, there: list[str]
) -> None:
    game = play(table(battlefield, stack=spell), 2, answers)
    assert tokens(game, name) == there
    assert len(game.position.by_name.get(name, ())) >= len(there)
    assert facts(game, "enters_with") == facts(game, "foreseen") == []


def test_each_of_several_tokens_chooses_for_itself() -> None:
    """616.1g: first there are two of them, then each of them enters as its text says."""
    game = Game.of(table("Voice, Twins", stack="{card: Echo, by: Alice, targets: [Voice]}")).passes().passes()
    for color in ("red", "green"):
        assert game.decision is not None
        assert game.decision.key.name == "chosen"
        game = game.answer([next(one for one in game.decision.options if str(one) == color)])
    assert sorted(tokens(game, "chosen")) == ["color,green", "color,red"]
    assert len({f.arguments[0] for f in game.position.by_name["token"]}) == 2


def test_a_copy_comes_before_what_the_card_itself_says() -> None:
    """616.1f: what enters as a copy of something else has its own abilities no more."""
    game = play(table("Wild", stack="{card: Sleeper, by: Alice}"), 2)
    assert [f.split(",", 1)[1] for f in facts(game, "copy_of_face")] == ['c("Wild"))']
    assert facts(game, "tapped") == []


def test_looks_at_tokens_leave_nothing_open() -> None:
    seen: list[frozenset[Symbol]] = []

    def every(position: Position) -> bool:
        seen.append(position.facts)
        return False

    Game.of(table("Gift, Season, Twins", stack="{card: Brood, by: Alice}")).passes().passes(until=every)
    assert any(any(f.name == "foreseen" for f in one) for one in seen)
    for one in seen:
        assert non_facts(Session("game", one, by_clingo=True).control) == []


def test_looks_at_shields_leave_nothing_open() -> None:
    stack = "{card: Jolt, by: Bob, targets: [Grey Bear#1]}, {card: Salve, by: Alice, targets: [Grey Bear#1]}"
    seen: list[frozenset[Symbol]] = []

    def every(position: Position) -> bool:
        seen.append(position.facts)
        return False

    game = Game.of(table("Grey Bear", stack=stack))
    for _ in range(4):
        game = game.passes(until=every)
    assert any(any(f.name == "proposed" for f in one) for one in seen)
    for one in seen:
        assert non_facts(Session("game", one, by_clingo=True).control) == []


def call(*arguments: str) -> int:
    return run(typer.main.get_command(app), list(arguments))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.yaml"
    cards = TABLE.partition("cards:")[2].partition("players:")[0]
    file.write_text(
        f"cards:{cards}players:\n  Alice: {{battlefield: [Less, Twice]}}\n  Bob: {{hand: [Jolt]}}\n",
        encoding="utf-8",
    )
    event = "damage: {from: Jolt, to: Alice, amount: 3}"
    assert call("replacements", str(file), event) == 0
    told = capsys.readouterr().out
    assert told.startswith("2 orders, 2 outcomes\nAlice chooses the effect that applies next (616.1):\n  - ")
    assert call("replacements", str(file), event, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["question"], answer["complete"], answer["orders"]) == ("replacements", True, 2)
    assert answer["tree"]["player"] == "Alice"
    assert sorted(one["outcome"] for one in answer["tree"]["options"]) == [1, 2]
    assert call("replacements", str(file), "harm: Alice") == 65
    assert '"harm" is no event' in capsys.readouterr().err
