"""Targets of cards whose text is compiled, in positions as users write them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.target_types import TargetAnswer, TargetVerdict
from magistrate.bridge.questions.targets import check_targets, targets

CARDS = r"""
  - {name: Bear, cost: "{1}{G}", type: Creature — Bear, pt: 2/2}
  - {name: Elf, cost: "{G}", type: Creature — Elf, pt: 1/1}
  - {name: Sly Newt, cost: "{U}", type: Creature — Salamander, pt: 1/1, text: Hexproof}
  - {name: Stone Idol, cost: "{2}", type: Artifact}
  - {name: Ore Vein, type: Artifact Land}
  - {name: Dark Jab, cost: "{B}", type: Instant,
     text: Dark Jab deals 2 damage to target creature and you gain 2 life.}
  - {name: Swell, cost: "{G}", type: Instant, text: Target creature gets +4/+4 until end of turn.}
  - {name: Tear Down, cost: "{R}", type: Sorcery, text: Destroy target artifact and target land.}
  - {name: Banish, cost: "{U}", type: Instant,
     text: Return up to two target creatures to their owners' hands.}
  - {name: Counsel, cost: "{B}", type: Sorcery, text: Target player discards two cards.}
  - {name: Halo, cost: "{W}", type: Enchantment, text: You have hexproof.}
  - {name: Searchlight, cost: "{1}", type: Artifact,
     text: "Your opponents and creatures your opponents control with
      hexproof can be the targets of spells and abilities you control as though they didn't have hexproof."}
  - {name: Ash Mantle, cost: "{R}", type: Enchantment — Aura,
     text: "Enchant creature\nEnchanted creature gets +2/+0."}
  - {name: Chill Leash, cost: "{U}", type: Enchantment — Aura, text: "Enchant tapped permanent"}
  - {name: Keen Blade, cost: "{1}", type: Artifact — Equipment,
     text: "Equipped creature gets +1/+0.\nEquip {2}"}
  - {name: Green Ward, cost: "{W}", type: Instant,
     text: Target creature you control gains protection from the color of your choice until end of turn.}
  - {name: Iron Ward, cost: "{W}", type: Instant,
     text: Target creature you control gains protection from artifacts until end of turn.}
  - {name: Veil, cost: "{G}", type: Instant, text: Target creature gains hexproof until end of turn.}
  - {name: Ambush, cost: "{W}", type: Instant, text: Destroy target attacking creature.}
  - {name: Mimic, cost: "{U}", type: Creature — Shapeshifter, pt: 0/1}
  - {name: Fork, cost: "{R}", type: Instant,
     text: Fork deals 3 damage divided as you choose among any number of targets.}
  - {name: Options, cost: "{R}", type: Instant,
     text: "Choose one —\n• Destroy target artifact.\n• Counter target spell.\n• Target player draws a card."}
  - {name: Spite, cost: "{B}", type: Instant, text: Destroy target nonblack creature and target land.}
  - {name: Marsh Land, type: Creature Land, pt: 1/1}
"""


def position(alice: str, bob: str = "", more: str = "", step: str = "precombat main") -> Position:
    return Position.from_text(
        f"turn: {{active: Alice, step: {step}, number: 5}}\ncards:{CARDS}players:\n"
        f"  Alice: {{{alice}}}\n  Bob: {{{bob}}}\n{more}\n",
        "test.yaml",
    )


def ask(there: Position, what: str, **more: object) -> TargetAnswer:
    return targets(there, there.names.resolve(what), **more)  # type: ignore[arg-type]


def check(there: Position, what: str, *chosen: str, **more: object) -> TargetVerdict:
    names = [there.names.resolve(name) for name in chosen]
    return check_targets(there, there.names.resolve(what), names, **more)  # type: ignore[arg-type]


def legal(answer: TargetAnswer, slot: int = 1) -> set[str]:
    return {answer.label(target) for target in answer.slots[slot - 1].legal}


def why(answer: TargetAnswer, slot: int = 1) -> Mapping[str, set[str]]:
    return {
        answer.label(r.target): {reason.rule for reason in r.reasons} for r in answer.slots[slot - 1].illegal
    }


def standing(there: Position, what: str) -> tuple[str, dict[str, bool]]:
    answer = ask(there, what)
    assert answer.resolution is not None
    states = {answer.label(state.target): state.legal for state in answer.resolution.targets}
    return answer.resolution.resolves.value, states


def test_a_hexproof_creature_is_safe_from_opponents_only() -> None:
    there = position(
        "hand: [Dark Jab], battlefield: [Sly Newt]", "hand: [Swell], battlefield: [{Sly Newt: {id: his}}]"
    )
    assert legal(ask(there, "Dark Jab")) == {"Sly Newt#1"} or legal(ask(there, "Dark Jab")) == {"Sly Newt"}
    assert why(ask(there, "Dark Jab"))["his"] == {"702.11b"}
    assert "his" in legal(ask(there, "Swell"))


def test_two_words_take_one_artifact_land() -> None:
    there = position("hand: [Tear Down]", "battlefield: [Ore Vein]")
    assert check(there, "Tear Down", "Ore Vein", "Ore Vein").legal


def test_a_player_with_hexproof_and_a_light_on_them() -> None:
    dark = position("hand: [Counsel]", "battlefield: [Halo], hand: [{Counsel: {id: own}}]")
    assert legal(ask(dark, "Counsel#1")) == {"Alice"}
    assert "Bob" in legal(ask(dark, "own"))
    light = position("hand: [Counsel], battlefield: [Searchlight]", "battlefield: [Halo, Sly Newt]")
    assert legal(ask(light, "Counsel")) == {"Alice", "Bob"}


def test_protection_from_a_colour_that_was_chosen() -> None:
    more = "resolved: [{card: Green Ward, by: Alice, targets: [Bear], chosen: {color: %s}}]"
    green = position("hand: [Swell], battlefield: [Bear]", more=more % "green")
    assert why(ask(green, "Swell"))["Bear"] == {"702.16b"}
    white = position("hand: [Swell], battlefield: [Bear]", more=more % "white")
    assert legal(ask(white, "Swell")) == {"Bear"}
    iron = position(
        "hand: [Swell], battlefield: [Bear]", more="resolved: [{card: Iron Ward, by: Alice, targets: [Bear]}]"
    )
    assert legal(ask(iron, "Swell")) == {"Bear"}


def test_protection_from_artifacts_keeps_an_equipment_away() -> None:
    there = position(
        "battlefield: [Bear, Elf, Keen Blade]",
        more="resolved: [{card: Iron Ward, by: Alice, targets: [Bear]}]",
    )
    answer = ask(there, "Keen Blade")
    assert legal(answer) == {"Elf"}
    assert why(answer)["Bear"] == {"702.16b"}


def test_an_aura_with_a_condition_is_asked_when_it_is_cast() -> None:
    there = position("hand: [Chill Leash]", "battlefield: [{Bear: {tapped: true}}, Elf]")
    assert legal(ask(there, "Chill Leash")) == {"Bear"}
    assert why(ask(there, "Chill Leash"))["Elf"] == {"303.4a"}


def test_only_a_creature_that_attacks() -> None:
    there = position(
        "battlefield: [{Bear: {attacking: Bob}}, Elf]", "hand: [Ambush]", step="declare attackers"
    )
    assert legal(ask(there, "Ambush")) == {"Bear"}


def test_the_target_of_a_spell_left_or_grew_hexproof() -> None:
    gone = position("", "graveyard: [Bear]", more="stack: [{card: Dark Jab, by: Alice, targets: [Bear]}]")
    assert standing(gone, "Dark Jab") == ("not", {"Bear": False})
    half = position(
        "",
        "battlefield: [Bear, Elf]",
        more="stack: [{card: Banish, by: Alice, targets: [Bear, Elf]}]\n"
        "resolved: [{card: Veil, by: Bob, targets: [Bear]}]",
    )
    assert standing(half, "Banish") == ("partly", {"Bear": False, "Elf": True})
    one = position(
        "",
        "battlefield: [Bear]",
        more="stack: [{card: Banish, by: Alice, targets: [Bear]}]\n"
        "resolved: [{card: Veil, by: Bob, targets: [Bear]}]",
    )
    assert standing(one, "Banish") == ("not", {"Bear": False})


def test_a_copy_of_a_hexproof_creature_is_no_legal_target_any_more() -> None:
    there = position(
        "",
        "battlefield: [Sly Newt, {Mimic: {copy_of: Sly Newt}}]",
        more="stack: [{card: Dark Jab, by: Alice, targets: [Mimic]}]",
    )
    assert standing(there, "Dark Jab") == ("not", {"Mimic": False})


def test_one_object_that_is_illegal_for_one_word_only() -> None:
    spite = "stack: [{card: Spite, by: Alice, targets: [Bear, Marsh Land]}]"
    there = position("", "battlefield: [Marsh Land], graveyard: [Bear]", more=spite)
    assert standing(there, "Spite") == ("partly", {"Bear": False, "Marsh Land": True})


def test_an_aura_spell_whose_target_is_no_creature() -> None:
    there = position(
        "", "battlefield: [Stone Idol]", more="stack: [{card: Ash Mantle, by: Alice, targets: [Stone Idol]}]"
    )
    assert standing(there, "Ash Mantle") == ("not", {"Stone Idol": False})


def test_divided_damage_is_listed_with_its_shares() -> None:
    there = position("hand: [Fork]", "battlefield: [Bear]")
    answer = ask(there, "Fork")
    assert answer.count().number == 1 + 3 * 1 + 3 * 2 + 1
    bear, bob = there.names.resolve("Bear"), there.names.resolve("Bob")
    assert check(there, "Fork", "Bear", "Bob", divide={bear: 2, bob: 1}).legal
    refused = check(there, "Fork", "Bear", "Bob", divide={bear: 3, bob: 0})
    assert {reason.rule for reason in refused.reasons} == {"601.2d"}


def test_each_mode_has_its_own_targets() -> None:
    there = position(
        "hand: [Options]",
        "battlefield: [Stone Idol]",
        more="stack: [{card: Swell, by: Bob, targets: [Stone Idol]}]",
    )
    answer = ask(there, "Options")
    assert [slot.mode for slot in answer.slots] == [1, 2, 3]
    assert legal(answer, 2) == {"Swell"}
    assert check(there, "Options", "Alice", modes=[3]).legal
    assert not check(there, "Options", "Alice", modes=[1]).legal
    assert not check(there, "Options", "Alice", "Stone Idol", modes=[1, 3]).legal


@pytest.mark.parametrize("what", ["Bear", "Stone Idol"])
def test_what_has_no_targets_says_so(what: str) -> None:
    answer = ask(position(f"hand: [{what}]"), what)
    assert answer.slots == ()
    assert answer.count().number == 1
