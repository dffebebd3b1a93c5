"""Cases about targets on tables built by hand: one rule each."""

from __future__ import annotations

import pytest
from clingo import Symbol, parse_term
from target_tables import CREATURE, Table

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.programs import Session, non_facts
from magistrate.bridge.questions.target_types import TargetAnswer, TargetVerdict
from magistrate.bridge.questions.targets import check_targets, targets

PLAYER = ("player",)


def ask(table: Table, what: str, **more: object) -> TargetAnswer:
    return targets(table.position, parse_term(what), **more)  # type: ignore[arg-type]


def check(table: Table, what: str, *chosen: str, **more: object) -> TargetVerdict:
    given = [parse_term(name) for name in chosen]
    return check_targets(table.position, parse_term(what), given, **more)  # type: ignore[arg-type]


def legal(answer: TargetAnswer, slot: int = 1) -> set[str]:
    return {answer.label(target) for target in answer.slots[slot - 1].legal}


def why(answer: TargetAnswer, name: str, slot: int = 1) -> set[tuple[str, str]]:
    return {
        (reason.rule, reason.name)
        for refusal in answer.slots[slot - 1].illegal
        if answer.label(refusal.target) == name
        for reason in refusal.reasons
    }


def rules(verdict: TargetVerdict) -> set[str]:
    return {reason.rule for reason in verdict.reasons}


def spell(
    table: Table, *slots: tuple[object, ...], colors: str = "", zone: str = "hand", player: int = 1
) -> tuple[str, str]:
    what = table.thing("Spell", "instant", colors=colors, zone=zone, player=player)
    ability = table.ability(what, "spell")
    for number, slot in enumerate(slots, 1):
        table.target(ability, number, *slot)  # type: ignore[arg-type]
    return what, ability


def test_115_3_one_instance_of_the_word_takes_an_object_once() -> None:
    table = Table()
    bear, elf = table.thing("Bear"), table.thing("Elf")
    what, _ = spell(table, (CREATURE, 2, 2))
    assert check(table, what, bear, elf).legal
    assert rules(check(table, what, bear, bear)) == {"115.3", "601.2c"}


def test_601_2c_two_instances_take_an_object_twice() -> None:
    table = Table()
    both = table.thing("Ore Land", "artifact land")
    what, _ = spell(table, (("zone(battlefield)", "type(artifact)"),), (("zone(battlefield)", "type(land)"),))
    assert check(table, what, both, both).legal
    assert ask(table, what).count().number == 1


def test_601_2c_six_different_targets() -> None:
    table = Table()
    creatures = [table.thing(f"Elf {n}") for n in range(6)]
    what, _ = spell(table, (CREATURE, 6, 6))
    assert ask(table, what).count().number == 1
    assert check(table, what, *creatures).legal
    assert rules(check(table, what, *creatures[:5])) == {"601.2c"}


def test_115_5_a_spell_is_no_target_for_itself() -> None:
    table = Table()
    what, _ = spell(table, (("zone(stack)", "spell"),))
    other = table.thing("Other", "sorcery", zone="stack", player=2)
    answer = ask(table, what)
    assert legal(answer) == {"Other"}
    assert why(answer, "Spell") == {("115.5", "itself")}
    assert check(table, what, other).legal


def test_115_2_a_card_in_a_graveyard_is_a_target_only_when_the_text_says_so() -> None:
    table = Table()
    dead = table.thing("Dead", zone="graveyard")
    alive = table.thing("Alive")
    what, _ = spell(table, (CREATURE,))
    assert rules(check(table, what, dead)) == {"115.2"}
    raising, _ = spell(table, (("zone(graveyard)", "type(creature)"),))
    answer = ask(table, raising)
    assert legal(answer) == {"Dead"}
    assert rules(check(table, raising, alive)) == {"115.1a"}


def test_702_26b_a_phased_out_permanent_is_no_target() -> None:
    table = Table()
    gone = table.thing("Gone", marks=("phased_out",))
    what, _ = spell(table, (CREATURE,))
    assert legal(ask(table, what)) == set()
    assert rules(check(table, what, gone)) == {"702.26b"}


def test_601_2d_each_target_receives_at_least_one() -> None:
    table = Table()
    one, two, three = (table.thing(name) for name in ("One", "Two", "Three"))
    what, ability = spell(table, (CREATURE, 1, "any"))
    table.add(f"divide({ability},1,2)")
    answer = ask(table, what)
    assert answer.count().number == 3 + 3
    assert rules(check(table, what, one, two, three)) == {"601.2d"}

    def divided(**shares: int) -> TargetVerdict:
        names = {"one": one, "two": two}
        return check(
            table,
            what,
            *(names[n] for n in shares),
            divide={parse_term(names[n]): s for n, s in shares.items()},
        )

    assert divided(one=1, two=1).legal
    assert divided(one=2).legal
    assert rules(divided(one=2, two=0)) == {"601.2d"}
    assert rules(divided(one=2, two=1)) == {"601.2d"}
    assert rules(divided(one=1)) == {"601.2d"}


def test_700_2_targets_of_modes_that_are_not_chosen_are_not_asked_for() -> None:
    table = Table()
    bear = table.thing("Bear")
    what, ability = spell(table, (CREATURE,), (("zone(battlefield)", "type(artifact)"),))
    table.add(f"mode({ability},1)", f"mode({ability},2)", f"modes({ability},1,2)")
    table.add(f"target_mode({ability},1,1)", f"target_mode({ability},2,2)")
    answer = ask(table, what)
    assert [choice.modes for choice in answer.choices()] == [(1,)]
    assert check(table, what, bear, modes=[1]).legal
    assert rules(check(table, what, bear, modes=[2])) == {"115.1a"}
    assert rules(check(table, what, bear)) >= {"700.2"}
    assert rules(check(table, what, bear, bear, modes=[1, 1])) == {"700.2d"}
    assert rules(check(table, what, modes=[3])) >= {"700.2"}


def test_700_2d_a_mode_may_be_chosen_again_only_where_the_text_says_so() -> None:
    table = Table()
    bear, elf = table.thing("Bear"), table.thing("Elf")
    what, ability = spell(table, (CREATURE,))
    table.add(
        f"mode({ability},1)",
        f"mode({ability},2)",
        f"modes({ability},3,repeatable(3))",
        f"target_mode({ability},1,1)",
    )
    answer = ask(table, what)
    assert answer.count().number == 1 + 2 + 4 + 8
    assert check(table, what, bear, bear, elf, modes=[1, 1, 1]).legal
    assert rules(check(table, what, bear, modes=[1, 2])) == {"700.2"}


def test_702_11e_hexproof_from_is_hexproof_for_effects_that_disregard_it() -> None:
    table = Table()
    plain, partly = table.thing("Plain", player=2), table.thing("Partly", player=2)
    table.keyword(plain, "hexproof")
    table.keyword(partly, "hexproof", ("color(red)",))
    what, _ = spell(table, (CREATURE,), colors="red")
    assert why(ask(table, what), "Plain") == {("702.11b", "hexproof")}
    assert why(ask(table, what), "Partly") == {("702.11d", "hexproof")}
    light = table.ability(table.thing("Light", "artifact"), "static")
    table.add(f"states({light},1,target_as_though(each({table.filter(light, CREATURE)}),hexproof,you))")
    assert legal(ask(table, what)) == {"Plain", "Partly"}


@pytest.mark.parametrize(("player", "barred"), [(1, set()), (2, {("702.11c", "hexproof")})])
def test_702_11c_a_player_with_hexproof(player: int, barred: set[tuple[str, str]]) -> None:
    table = Table()
    halo = table.ability(table.thing("Halo", "enchantment"), "static")
    table.add(f"states({halo},1,player_keyword(you,hexproof))")
    what, _ = spell(table, (PLAYER,), player=player)
    assert why(ask(table, what), "Alice") == barred


def test_702_16b_protection_looks_at_the_source_of_an_ability() -> None:
    table = Table()
    wall = table.thing("Wall", player=2)
    table.keyword(wall, "protection", ("color(red)",))
    imp, elf = table.thing("Imp", colors="red"), table.thing("Elf", colors="green")
    for source in (imp, elf):
        table.target(table.ability(source, "activated"), 1, CREATURE)
    assert why(ask(table, imp), "Wall") == {("702.16b", "protection")}
    assert "Wall" in legal(ask(table, elf))


def test_702_16k_protection_from_a_player() -> None:
    table = Table()
    wall = table.thing("Wall", player=2)
    ab = table.ability(wall, "keyword")
    table.add(
        f"keyword({ab},protection)", f"keyword({ab},protection,player_chosen)", f"chosen({wall},player,p(1))"
    )
    what, _ = spell(table, (CREATURE,))
    theirs, _ = spell(table, (CREATURE,), player=2)
    assert why(ask(table, what), "Wall") == {("702.16k", "protection")}
    assert "Wall" in legal(ask(table, theirs))


def test_702_16j_protection_from_everything_bars_its_controller_too() -> None:
    table = Table()
    wall = table.thing("Wall")
    table.keyword(wall, "protection", "everything")
    what, _ = spell(table, (CREATURE,))
    assert why(ask(table, what), "Wall") == {("702.16j", "protection")}


def test_702_18a_shroud_bars_everyone() -> None:
    table = Table()
    mine = table.thing("Mine")
    table.keyword(mine, "shroud")
    what, _ = spell(table, (CREATURE,))
    assert why(ask(table, what), "Mine") == {("702.18a", "shroud")}


def test_702_21_ward_is_a_cost_and_no_restriction() -> None:
    table = Table()
    guard = table.thing("Guard", player=2)
    table.keyword(guard, "ward", "mana((generic(2),()))")
    what, _ = spell(table, (CREATURE,))
    own, _ = spell(table, (CREATURE,), player=2)
    answer = ask(table, what)
    assert legal(answer) == {"Guard"}
    assert [(answer.label(due.target), due.cost) for due in answer.slots[0].ward] == [("Guard", "{2}")]
    assert ask(table, own).slots[0].ward == ()


def test_702_5_an_aura_targets_what_it_enchants() -> None:
    table = Table()
    bear, orb = table.thing("Bear"), table.thing("Orb", "artifact")
    aura = table.thing("Aura", "enchantment", zone="hand", colors="white")
    table.add(f"card_subtype({table.face(aura)},aura)")
    table.keyword(aura, "enchant", CREATURE)
    answer = ask(table, aura)
    assert legal(answer) == {"Bear"}
    assert why(answer, "Orb") == {("303.4a", "unfit")}
    assert check(table, aura, bear).legal
    assert rules(check(table, aura, orb)) == {"303.4a"}
    assert rules(check(table, aura)) == {"601.2c"}


def flagbearer(table: Table, player: int = 2) -> str:
    flag = table.thing("Flag", player=player)
    table.add(f"card_subtype({table.face(flag)},flagbearer)")
    ability = table.ability(flag, "static")
    whom = table.filter(ability, ("zone(battlefield)", "subtype(flagbearer)"))
    table.add(f"states({ability},1,must_be_chosen(each({whom}),opponents))")
    return flag


def test_601_2c_a_flagbearer_must_be_chosen_when_it_can() -> None:
    table = Table()
    bear, flag = table.thing("Bear", player=2), flagbearer(table)
    what, _ = spell(table, (CREATURE,))
    verdict = check(table, what, bear)
    assert rules(verdict) == {"601.2c"}
    assert (verdict.requirements.maximum, verdict.requirements.obeyed) == (1, 0)
    assert verdict.witness is not None
    assert verdict.witness.of(1) == (parse_term(flag),)
    assert check(table, what, flag).legal
    own, _ = spell(table, (CREATURE,), player=2)
    assert check(table, own, bear).legal


def test_601_2c_the_number_of_targets_is_announced_before_a_flagbearer_asks() -> None:
    table = Table()
    bear, flag = table.thing("Bear", player=2), flagbearer(table)
    what, _ = spell(table, (CREATURE, 0, 2))
    assert check(table, what).legal
    assert not check(table, what, bear).legal
    assert check(table, what, bear, flag).legal
    assert ask(table, what).count().number == 3


def test_601_2c_a_flagbearer_asks_no_triggered_ability_and_gives_way_to_hexproof() -> None:
    table = Table()
    bear, flag = table.thing("Bear", player=2), flagbearer(table)
    source = table.thing("Source")
    table.target(table.ability(source, "triggered"), 1, CREATURE)
    assert check(table, source, bear).legal
    table.keyword(flag, "hexproof")
    what, _ = spell(table, (CREATURE,))
    assert check(table, what, bear).legal
    assert not check(table, what, flag).legal


def test_601_2c_cant_be_the_target_of_some_spells() -> None:
    table = Table()
    bear = table.thing("Bear")
    ability = table.ability(bear, "static")
    of = table.filter(ability, ("zone(stack)", "spell", "color(red)"))
    table.add(f"states({ability},1,cant_be_target(self,{of}))")
    red, _ = spell(table, (CREATURE,), colors="red")
    blue, _ = spell(table, (CREATURE,), colors="blue")
    assert why(ask(table, red), "Bear") == {("601.2c", "cant_be_target")}
    assert "Bear" in legal(ask(table, blue))


def test_targets_with_one_controller() -> None:
    table = Table()
    mine, his, hers = table.thing("Mine"), table.thing("His", player=2), table.thing("Hers", player=2)
    what, ability = spell(table, (CREATURE, 2, 2))
    table.add(f"together({ability},1,same_controller)")
    assert ask(table, what).count().number == 1
    assert check(table, what, his, hers).legal
    assert not check(table, what, mine, his).legal


def test_targets_with_a_total() -> None:
    table = Table()
    for name in ("One", "Two", "Three"):
        table.thing(name)
    what, ability = spell(table, (CREATURE, 0, "any"))
    table.add(f"together({ability},1,total(power,less_equal,4))")
    assert ask(table, what).count().number == 1 + 3 + 3


def test_a_target_that_another_target_must_control() -> None:
    table = Table()
    mine, his = table.thing("Mine"), table.thing("His", player=2)
    what, _ = spell(table, (PLAYER,), (("zone(battlefield)", "type(creature)", "controller(target(1))"),))
    answer = ask(table, what)
    assert legal(answer, 2) == {"Mine", "His"}
    assert answer.count().number == 2
    assert check(table, what, "p(2)", his).legal
    assert rules(check(table, what, "p(2)", mine)) == {"115.1a"}


def test_a_number_of_targets_that_x_decides() -> None:
    table = Table()
    for n in range(3):
        table.thing(f"Elf {n}")
    what, _ = spell(table, (CREATURE, "x", "x"))
    with pytest.raises(MagistrateError, match="value of X"):
        ask(table, what)
    assert ask(table, what, x=2).count().number == 3


def test_another_than_the_source_of_an_ability() -> None:
    table = Table()
    source = table.thing("Source")
    table.thing("Bear")
    table.target(table.ability(source, "activated"), 1, (*CREATURE, "other"))
    answer = ask(table, source)
    assert legal(answer) == {"Bear"}
    assert why(answer, "Source") == {("115.1c", "unfit")}


def test_several_abilities_must_be_told_apart() -> None:
    table = Table()
    source = table.thing("Source")
    table.target(table.ability(source, "activated", "Tap target creature"), 1, CREATURE)
    table.target(table.ability(source, "activated", "Untap target player"), 1, PLAYER)
    with pytest.raises(MagistrateError, match="name one of them"):
        ask(table, source)
    assert legal(ask(table, source, ability=2)) == {"Alice", "Bob"}
    assert legal(ask(table, source, ability="tap target")) == {"Source"}
    with pytest.raises(MagistrateError, match="no ability"):
        ask(table, source, ability=3)


def on_stack(table: Table, slots: list[tuple[object, ...]], chosen: list[list[str]], **more: str) -> str:
    what, _ = spell(table, *slots, zone="stack", **more)  # type: ignore[arg-type]
    for slot, objects in enumerate(chosen, 1):
        for place, target in enumerate(objects, 1):
            table.add(f"chosen_target({what},{slot},{place},{target})")
    return what


def verdicts(table: Table, what: str) -> tuple[str, list[bool]]:
    resolution = ask(table, what).resolution
    assert resolution is not None
    return resolution.resolves.value, [state.legal for state in resolution.targets]


def test_608_2b_the_only_target_gained_protection() -> None:
    table = Table()
    wall = table.thing("Wall", player=2)
    table.keyword(wall, "protection", ("color(black)",))
    what = on_stack(table, [(CREATURE,)], [[wall]], colors="black")
    assert verdicts(table, what) == ("not", [False])


def test_608_2b_a_target_that_left_is_illegal_and_the_other_is_affected() -> None:
    table = Table()
    dead, elf = table.thing("Dead", zone="graveyard"), table.thing("Elf")
    what = on_stack(table, [(CREATURE, 2, 2)], [[dead, elf]])
    assert verdicts(table, what) == ("partly", [False, True])
    resolution = ask(table, what).resolution
    assert resolution is not None
    assert [r.rule for r in resolution.targets[0].reasons] == ["608.2b"]


def test_608_2b_one_object_may_be_illegal_for_one_instance_only() -> None:
    table = Table()
    land = table.thing("Black Land", "creature land", colors="black")
    nonblack = ("zone(battlefield)", "type(creature)", "non(color(black))")
    what = on_stack(table, [(nonblack,), (("zone(battlefield)", "type(land)"),)], [[land], [land]])
    assert verdicts(table, what) == ("partly", [False, True])


def test_608_2b_targets_that_had_to_have_one_controller() -> None:
    table = Table()
    mine, his = table.thing("Mine"), table.thing("His", player=2)
    what = on_stack(table, [(CREATURE, 2, 2)], [[mine, his]])
    ability = f"a({table.face(what)},1)"
    table.add(f"together({ability},1,same_controller)")
    assert verdicts(table, what) == ("not", [False, False])


def test_608_2b_without_targets_it_resolves() -> None:
    table = Table()
    what = on_stack(table, [], [])
    assert verdicts(table, what) == ("untargeted", [])


def test_608_2b_a_source_that_left_still_counts() -> None:
    table = Table()
    source = table.thing("Imp", colors="red", zone="graveyard")
    wall = table.thing("Wall", player=2)
    table.keyword(wall, "protection", ("color(red)",))
    ability = table.ability(source, "activated")
    table.target(ability, 1, CREATURE)
    table.add("object(o(9))", "in_zone(o(9),stack)", "owner(o(9),p(1))", "base_controller(o(9),p(1))")
    table.add(f"stack_ability(o(9),{ability},{source})", f"chosen_target(o(9),1,1,{wall})")
    assert verdicts(table, "o(9)") == ("not", [False])


def test_702_140b_a_mutating_spell_goes_on_as_a_creature_spell() -> None:
    table = Table()
    human = table.thing("Human")
    table.add(f"card_subtype({table.face(human)},human)")
    beast = table.thing("Beast", zone="stack")
    table.add(f"paid({beast},mutate,1)", f"chosen_target({beast},1,1,{human})")
    assert verdicts(table, beast) == ("as creature", [False])


def test_702_140a_mutate_asks_for_a_creature_of_the_same_owner() -> None:
    table = Table()
    table.thing("Mine")
    table.thing("His", player=2)
    beast = table.thing("Beast", zone="hand")
    table.keyword(beast, "mutate")
    answer = ask(table, beast, paid=["mutate"])
    assert legal(answer) == {"Mine"}
    assert why(answer, "His") == {("702.140a", "other_owner")}


def test_a_question_about_something_on_the_stack_leaves_only_the_choice_open() -> None:
    table = Table()
    bear = table.thing("Bear")
    what = on_stack(table, [(CREATURE,)], [[bear]])
    session = Session("targets", table.facts, extra=[parse_term(f"asking({what})")], by_clingo=True)
    left = {symbol.name for symbol in non_facts(session.control)}
    assert left <= {"choose", "violation"}


def test_nothing_is_said_twice() -> None:
    table = Table()
    wall = table.thing("Wall", player=2)
    table.keyword(wall, "hexproof")
    table.keyword(wall, "hexproof")
    what, _ = spell(table, (CREATURE,))
    refusal = next(r for r in ask(table, what).slots[0].illegal if str(r.target) == wall)
    assert len(refusal.reasons) == 1


def symbols(*names: str) -> list[Symbol]:
    return [parse_term(name) for name in names]


def test_a_list_for_each_instance_is_taken_as_it_stands() -> None:
    table = Table()
    bear, elf = table.thing("Bear"), table.thing("Elf")
    what, _ = spell(table, (CREATURE, 0, 1), (CREATURE, 0, 1))
    verdict = check_targets(table.position, parse_term(what), [[], symbols(bear)])
    assert verdict.legal
    assert verdict.choice.of(2) == (parse_term(bear),)
    assert not check(table, what, bear, elf, bear).legal
