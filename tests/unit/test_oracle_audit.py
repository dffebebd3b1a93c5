"""Parts of a text's meaning that are easily lost or given to the wrong thing, on invented cards."""

from __future__ import annotations

import pytest
from meanings_read import has, refused


def test_the_size_of_a_token_is_read_outside_it() -> None:
    has(
        "{1}: Create an X/X green Ooze creature token, where X is target creature's power.",
        "change(a($,1),4,pt_set,self,power(outer(power(target(1)))))",
    )
    has(
        "{2}: Create a red Imp creature token with power and toughness each equal to this creature's "
        "toughness.",
        "change(a($,1),4,pt_set,self,power(outer(toughness(self))))",
    )
    has("{X}: Create an X/X green Ooze creature token.", "change(a($,1),4,pt_set,self,power(x))")


def test_what_is_still_a_land_keeps_its_subtypes() -> None:
    has(
        "{2}: This land becomes a 2/2 Elf creature until end of turn. It's still a land.",
        "change(a($,1),1,type,self,add(type,creature))",
        "change(a($,1),2,type,self,add(subtype,elf))",
        type_line="Land",
    )


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (  # the intervening "if" names it
            "At the beginning of your upkeep, if this creature is tapped, put a storage counter on it.",
            "instruction($,1,put_counters(you,1,storage,self))",
        ),
        (
            "Whenever you cast a spell that targets this creature, put a +1/+1 counter on it.",
            'instruction($,1,put_counters(you,1,"+1/+1",self))',
        ),
        (
            "When there are five or more plot counters on this creature, sacrifice it.",
            "instruction($,1,sacrifice_it(you,self))",
        ),
        (
            "When this creature enters, if it was bargained, draw a card.",
            "condition($,was(bargained,self))",
        ),
        (  # a target that is a player is no "it"
            "When this creature dies, target player loses life equal to its power.",
            "instruction($,1,lose_life(target(1),power(self)))",
        ),
        (
            "{2}: Target player other than this creature's owner gains control of it.",
            "change(a($,1),1,control,self,controlled_by(target(1)))",
        ),
        (  # a target's own description speaks of what came before
            "{1}: This creature deals 1 damage to target creature blocking it.",
            "filter(F1,3,blocking(self))",
        ),
        (
            "When this creature enters, you may have target creature block it this turn if able.",
            "states(a($,1),1,must_block(target(1),self))",
        ),
        (  # what a demonstrative spoke of is nearer
            "Whenever this creature deals combat damage to a creature, tap that creature and it "
            "doesn't untap during "
            "its controller's next untap step.",
            "instruction($,2,skip_untap(it))",
        ),
        (
            "Whenever this creature becomes the target of a spell or ability an opponent controls, "
            "counter that spell "
            "or ability unless its controller pays {2}.",
            "instruction($,1,unless(paid(controller(targeting),mana((generic(2),()))),(counter(targeting),())))",
        ),
        (  # a spell is no target creature
            "Whenever you cast an instant spell, target creature gets +X/+0 until end of turn, where X "
            "is that spell's "
            "mana value.",
            "change(a($,1),1,pt_add,target(1),power(mana_value(it)))",
        ),
        (
            "{1}: This creature deals 2 damage to any target. If it's a creature, it can't block this turn.",
            "states(a($,1),1,cant_block(target(1),any))",
        ),
        (
            "{1}: This creature deals 1 damage to target player and each creature that player controls.",
            "filter(F2,3,controller(target(1)))",
        ),
        (
            "{1}: When you next cast an instant spell this turn, copy it.",
            "instruction(a($,1),1,copy(you,1,it,copies(1)))",
        ),
    ],
)
def test_what_it_means(text: str, fact: str) -> None:
    has(text, fact)


def test_what_it_means_in_spells() -> None:
    has(
        "Target creature gets +7/+7 until end of turn. Up to one other target creature blocks it this "
        "turn if able.",
        "states(a($,2),1,must_block(target(2),target(1)))",
        type_line="Sorcery",
    )
    has(
        "Put a +1/+1 counter on each of up to two target creatures. Each of those creatures gains "
        "flying until end of "
        "turn.",
        "change(a($,1),1,ability,target(1),grant(a(a($,1),1)))",
        type_line="Sorcery",
    )


def test_what_they_means() -> None:
    has(
        "At the beginning of each player's upkeep, that player may pay 2 life. If they don't, they "
        "return a permanent they "
        "control to its owner's hand.",
        "instruction($,2,if_not_done((move(that_player,some(1,1,F1,chosen_ones(1)),hand),())))",
        "filter(F1,2,controller(that_player))",
    )
    has(
        "Whenever an opponent draws a card, this creature deals 1 damage to them.",
        "instruction($,1,damage(self,1,that_player))",
    )
    has("Whenever this creature deals combat damage to a player, they get four rad counters.",
        "instruction($,1,get_counters(that_player,4,rad))")  # fmt: skip
    has(
        "Target player draws three cards. Then that player discards two cards unless they discard a "
        "land card.",
        "instruction($,2,unless(paid(target(1),discard(1,F2)),(discard(target(1),2),())))",
        type_line="Sorcery",
    )
    has(
        "Each player loses 4 life unless they sacrifice a creature.",
        "instruction($,1,for_each(each(F1),(unless(paid(that_player,sacrifice(1,F2)),(lose_life(that_player,4),())),())))",
        type_line="Sorcery",
    )
    has(
        "As long as an opponent's life total is less than half their starting life total, this "
        "creature has flying.",
        "condition($,exists(F1))",
        "filter(F1,2,compare(doubled_life,less,starting_life(candidate)))",
    )
    refused(
        "As long as the top card of your library is a creature card, creatures you control that share a "
        "color with that card get +1/+1."
    )


def test_durations_and_chance() -> None:
    has(
        "Red creatures get +2/+0 and white creatures get +0/+2 until end of turn.",
        "instruction($,1,lasting(end_of_turn,a($,1)))",
        "instruction($,2,lasting(end_of_turn,a($,2)))",
        type_line="Instant",
    )
    has(
        "Choose a creature at random. Destroy all other creatures.",
        "instruction($,1,choose_some_at_random(you,1,1,F1,chosen_ones(1)))",
        "filter(F2,3,other_than(chosen_ones(1)))",
        type_line="Sorcery",
    )
    has(
        "Target creature gets +2/+2 until end of turn. Other creatures get -1/-1 until end of turn.",
        "filter(f(a($,2),1),3,other_than(target(1)))",
        type_line="Instant",
    )
    has(
        "{1}: Choose an opponent at random. This creature attacks that player this combat if able.",
        "states(a($,1),1,must_attack(self,chosen_ones(1)))",
    )


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "When this creature enters, up to X target creatures gain flying until end of turn, where "
            "X is your life total.",
            "target($,1,F1,0,life(you))",
        ),
        (
            "When this creature enters, create an X/X black Imp creature token, where X is half your "
            "life total, rounded "
            "up. It deals X damage to you.",
            "instruction($,2,damage(created(1),half_up(life(you)),you))",
        ),
        (
            "Whenever this creature attacks, defending player may pay {X}, where X is the number of "
            "cards in their hand.",
            ""
            ""
            ""
            ""
            ""
            ""
            ""
            "instruction($,1,may(defending_player,(pay(defending_player,mana_worth(hand_size(defending_player))),())))",
        ),
        (
            "{T}: This creature deals damage equal to its power divided as you choose among any number "
            "of target creatures.",
            "divide($,1,power(self))",
        ),
        (
            "At the beginning of your upkeep, this creature deals damage to you equal to the number of "
            "charge counters on it.",
            "instruction($,1,damage(self,counters(self,charge),you))",
        ),
        (
            "When this creature enters, choose one —\n• It gains haste until end of turn.\n• It fights "
            "target creature you "
            "don't control.",
            "mode_instruction($,2,1,fight(self,target(1)))",
        ),
        (
            "If this creature would die, put it on the bottom of its owner's library instead.",
            "replaces($,1,would(dies(self)),do((move(you,self,library_bottom),())))",
        ),
        (
            "Whenever this creature attacks, until end of turn, target creature gets +0/+2 and another "
            "target creature gets "
            "-2/-0.",
            "instruction($,2,lasting(end_of_turn,a($,2)))",
        ),
        (
            "{1}: Creatures you control get +1/+1 until end of turn. Untap those creatures.",
            "instruction($,2,untap(each(f($,1))))",
        ),
    ],
)
def test_values_and_groups_told_once(text: str, fact: str) -> None:
    has(text, fact)


def test_a_group_is_changed_instead() -> None:
    has(
        "Creatures target player controls get -1/-1 until end of turn. If this spell was kicked, those "
        "creatures get -2/-2 "
        "until end of turn instead.",
        "change(a($,1),1,pt_add,each(f(a($,1),1)),power(-2))",
        "filter(f(a($,1),1),3,controller(target(1)))",
        type_line="Instant",
    )


def test_who_chooses_and_who_does() -> None:
    has(
        "At the beginning of each player's upkeep, destroy target creature that player controls of "
        "their choice.",
        "optional_target_of($,1,that_player)",
    )
    has("{1}: Destroy target creature of an opponent's choice.", "optional_target_of($,1,opponent)")
    has(
        "{1}: All creatures lose indestructible until end of turn, then destroy all creatures.",
        "instruction($,2,destroy(each(f($,1))))",
    )
    has(
        "{1}: Take an extra turn after this one. At the beginning of that turn's end step, you lose "
        "the game.",
        "instruction($,2,delayed(next_step(end,that_turn),a($,1)))",
    )


def test_qualities_and_entering() -> None:
    has(
        "This creature gets +1/+1 for each other creature you control with base power or toughness 1.",
        "filter(f($,3),1,compare(base_toughness,equal,1))",
    )
    refused("If you control a Plains, that creature enters with a +1/+1 counter on it.")


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("{1}, Exile this card from your graveyard: Draw a card.", "graveyard"),
        ("{1}, Discard this card: Draw a card.", "hand"),
        ("{1}{B}: Return this card from your graveyard to your hand.", "graveyard"),
        (
            "At the beginning of your upkeep, you may return this card from your graveyard to your hand.",
            "graveyard",
        ),
    ],
)
def test_where_abilities_function(text: str, zone: str) -> None:
    has(text, f"functions($,{zone})")


def test_it_is_what_a_sentence_was_about_and_not_whose_power_it_took() -> None:
    has(
        "{1}: Create an X/X red Imp creature token, where X is twice this creature's power. It gains haste "
        "until end of turn.",
        "change(a($,2),1,ability,created(1),grant(a(a($,2),1)))",
    )
    has(
        "{1}: Target creature gets +X/+0 until end of turn, where X is this creature's power. Sacrifice it.",
        "instruction($,2,sacrifice_it(you,target(1)))",
    )
    has(
        "{1}: You gain X life, where X is this creature's power. Sacrifice it.",
        "instruction($,2,sacrifice_it(you,self))",
    )


def test_a_card_from_each_graveyard_is_one_of_each_player() -> None:
    has(
        "{1}: You may exile a creature card from each graveyard.",
        "instruction($,1,may(you,(for_each(each(F1),(exile(some(1,1,F2,chosen_ones(1))),())),())))",
        "filter(F1,1,player)",
        "filter(F2,4,owner(that_player))",
    )
    has(
        "{1}: Exile a card at random from each opponent's graveyard.",
        "instruction($,1,for_each(each(F1),(exile(some_at_random(1,1,F2,chosen_ones(1))),())))",
        "filter(F1,1,opponent)",
    )
    has("{1}: Exile all cards from each graveyard.", "instruction($,1,exile(each(F1)))")
    refused("{1}: Choose three cards in each graveyard. Exile them.")


def test_attached_to_another_than_the_one_that_has_it() -> None:
    has(
        "{1}: Attach target Aura attached to a creature to another creature.",
        "instruction($,1,attach(target(1),some(1,1,F3,chosen_ones(1))))",
        "filter(F3,3,non(has_attached(F4)))",
        "filter(F4,1,is(target(1)))",
    )


@pytest.mark.parametrize(
    ("text", "type_line"),
    [
        ("Target player discards two opponents.", "Instant"),
        ("Target player discards a creature.", "Instant"),
        ("Tap up to two target.", "Instant"),
        ("Destroy any target.", "Instant"),
        ("Create two red Imp creature tokens.", "Instant"),
        ("Put three counters counters on target creature.", "Instant"),
        ("Equipment may pay {1}. If you do, draw a card.", "Instant"),
        ("Whenever a creature enters, you deals 2 damage to each opponent.", "Enchantment"),
        ("Whenever that creature attacks, draw a card.", "Enchantment"),
    ],
)
def test_words_that_make_no_sense_together_are_a_gap(text: str, type_line: str) -> None:
    refused(text, type_line)


def test_a_creature_token_whose_size_is_told_behind_it() -> None:
    has(
        "{1}: Create a white Avatar creature token. It has \"This token's power and toughness are each "
        'equal to your life total."',
        "instruction($,1,create(you,1,a($,1),(),created(1)))",
    )


def test_a_token_attached_to_a_creature_needs_no_size() -> None:
    has(
        "{1}: Create a Wicked Role token attached to target creature you control.",
        "instruction($,1,create(you,1,predefined(wicked_role),(attached_to(target(1)),()),created(1)))",
    )


def test_each_x_of_a_cost_counts() -> None:
    has(
        "Creature spells you cast cost {X}{X} less to cast, where X is the number of lands you control.",
        "states($,1,cost_less(each(F1),repeated(mana((generic(2),())),count(F2))))",
    )


def test_that_player_is_the_one_chosen_as_it_enters() -> None:
    has(
        "As this creature enters, choose an opponent. This creature enters with a +1/+1 counter on it for "
        "each land that player controls.",
        "filter(f(a(c,2),1),3,controller(chosen(player)))",
    )


def test_who_gains_control_is_not_whose_control_is_gained() -> None:
    has(
        "At the beginning of your upkeep, you may exile target artifact. If you do, its controller gains "
        "control of this creature.",
        "change(a($,1),1,control,self,controlled_by(controller(target(1))))",
    )


def test_that_name_is_one_that_was_chosen() -> None:
    has(
        "{1}: Choose a nonland card name. Target player discards all cards with that name.",
        "filter(f($,2),2,chosen(name))",
    )
    refused("{1}: Exile target creature. Destroy all other creatures with that name.")
