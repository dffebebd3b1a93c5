"""What the literals of filters say of what fits them: before the noun, as the noun, or after it."""

from __future__ import annotations

from magistrate.bridge.explain.english.phrases import Phrases

BEFORE = Phrases(
    "literals",
    """
    attacking/0 = attacking
    attacking_alone = attacking alone
    being_attacked = being attacked
    defends = defending
    cast_such_this_turn = that cast a spell this turn that is {0g}
    had_enter_this_turn = that had {1q:{0p}} enter this turn
    combat_damaged_this_turn = that was dealt combat damage this turn
    first_cast_this_turn = that is the first one that is {0g} to be cast each turn
    next_cast = that is the next one that is {0g} to be cast
    topmost = that is above all others there that are {0g}
    attacks_alone = attacking alone
    blocked/0 = blocked
    blocking/0 = blocking
    color = {0n}
    colorless = colorless
    converted = converted
    damaged = damaged
    double_faced = double-faced
    enchanted = enchanted
    emblem = emblem
    equipped = equipped
    exerted = exerted
    face_down = face-down
    foretold = foretold
    goaded = goaded
    historic = historic
    kicked = kicked
    modified = modified
    monocolored = monocolored
    monstrous = monstrous
    multicolored = multicolored
    other = other (another, else)
    outlaw = outlaw
    paired = paired (with another creature)
    phased_out = phased-out
    renowned = renowned
    saddled = saddled
    sick = summoning-sick
    solved = solved
    stickered = stickered
    supertype = {0n}
    suspected = suspected
    suspended = suspended
    tapped = tapped
    transformed = transformed
    unblocked = unblocked
    """,
)

NOUNS = Phrases(
    "literals",
    """
    ability = ability
    activated_ability = activated ability
    activation_cost_includes = with {!symbol} in its activation cost
    card = card
    commander = commander
    exhaust_ability = exhaust ability
    loyalty_ability = loyalty ability
    monarch = monarch
    opponent = opponent
    permanent = permanent
    permanent_card = permanent card
    player = player
    ring_bearer = Ring-bearer
    source = source
    spell = spell
    subtype = {0n}
    token = token
    triggered_ability = triggered ability
    type = {0n}
    your_commander = commander you control
    """,
)

AFTER = Phrases(
    "literals",
    """
    activated_this_turn = that was activated this turn
    any_counter = with counters (one or more) on it
    anything =
    as_a_group = {!together}
    as_aimed = {0g} as you activate this ability
    attached_to = attached to {0w}
    attacked_by_you_this_combat = attacked by you this combat
    attacked_in_your_last_combat_by = that {0w} attacked during your last combat
    attacked_last_turn = that attacked during its controller's last turn
    attacked_or_blocked_this_combat = that attacked or blocked this combat
    attacked_or_blocked_this_turn = that attacked or blocked this turn
    can_target_only = that can target only {0p}
    could_produce = that could produce {0n}
    could_target = that {0w} could target
    crewed_this_turn = that crewed {0w} this turn
    dealt_combat_damage_by_this_turn = who was dealt combat damage by {1w} ({0v} or more) this turn
    discarded_this_turn = that was discarded this turn
    entered_since_your_last_turn = that entered since your last turn ended
    ever_damaged_by = previously dealt damage by {0w}
    lost_life_this_turn = who lost life this turn
    lost_the_game = who has lost the game
    had_this_way = who controlled {1q:one} that was {0k} this way
    attacked_battle_this_turn = that attacked a battle this turn
    attacked_this_combat = that attacked this combat
    attacked_this_turn = that attacked this turn
    attacked_this_turn_by = attacked by {0w} this turn
    attacked_with_creature_this_turn = who attacked with a creature this turn
    attacked_you_last_turn = who attacked you during their last turn
    attacked_you_or_yours_this_turn = who attacked you or a planeswalker you control this turn
    attacked_you_this_turn = that attacked you this turn
    attacking/1 = attacking {0w}
    blocked_by = blocked by {0w}
    blocked_by_this_combat = blocked by {0w} this combat
    blocked_by_this_turn = blocked by {0w} this turn
    blocked_this_turn/0 = that blocked this turn
    blocked_this_turn/1 = that blocked {0w} this turn
    blocking/1 = blocking {0w}
    cast_a_spell_this_turn = who cast a spell this turn
    cast_by_you_this_turn = you've cast this turn
    cast_from = cast from {0z}
    cast_or_put_permanent_last_turn = who cast a spell or put a nontoken permanent onto the
        battlefield during their last turn
    chosen = {!chosen}
    chose_word = who chose {0k}
    chosen_word = for which {0k} was chosen
    compare = {!compare}
    controller = {!controls}
    controls = who controls {0w}
    controls_count = who controls {!counted} {0p}
    controls_most = who controls the most {0p}
    controls_sharing = who controls {3v} {2k} {1p} that share a {0k}
    within_graveyard = with mana value less than or equal to the number of {0f} in its controller's graveyard
    cost_includes = with {!symbol} in its mana cost
    counter = with a {0k} counter on it
    cast_with_mana_of = cast using mana produced by {0w}
    chosen_for = with a {0k} chosen for ~
    combat_damaged_this_game_by = dealt combat damage this game by a creature named {0k}
    created_with = created with {0w}
    voted_for = with one or more votes
    damaged_by_this_turn = dealt damage by {0w} this turn
    dealt_combat_damage_to_player_this_turn = that dealt combat damage to a player this turn
    dealt_damage_by_it_this_turn = that dealt damage this turn
    dealt_damage_to_this_turn = that dealt damage to {0w} this turn
    dealt_damage_this_game = that has dealt damage yet
    dealt_damage_this_turn = that was dealt damage this turn
    dealt_damage_to_opponent = that dealt damage to an opponent this turn
    dealt_damage_to_you_this_turn = that dealt damage to you this turn
    deathtouched = dealt deathtouch damage
    did_this_way = who {0k} {1f} this way
    drawn_this_turn = drawn this turn
    entered_this_turn = that entered (the battlefield) this turn
    entered_under_your_control_this_turn = that entered under your control this turn
    exiled_with = exiled with {0w}
    fits = {0g}
    graveyard_count = whose graveyard has {!counted} {0p}
    got_counters = that had a {0k} counter put on it
    greatest = with the greatest (most, or tied for most) {0k} among {1p}
    another_activated_ability = with another activated ability
    has_ability = with a {0k} ability
    has_adventure = that has an Adventure
    has_attached = with {0f} attached to it
    has_name = with a name
    in_pile = in a pile with {0x} label
    is = {0w}
    keyword = with {0n}
    least = with the least (lowest) {0k} among {1p}
    milled_this_turn = that was milled this turn
    moved_this_way = put there this way
    name = named {0k}
    no_abilities = with no abilities
    nth_cast_this_turn = {0j} {1p} cast this turn
    nth_of_all_this_turn = that's the {0j} spell cast this turn
    of_keyword = that is a {0k} ability
    of_most_common_color = of the most common color among all permanents or tied for most common
    of_your_choice = of the {0k} of your choice
    only_target = that targets only a single {0f}
    other_than = other than {0w}
    owner = {!owns}
    paired_with = creature paired with {0w}
    played_from = played from {0z}
    protected_by = {0w} protects
    put_there_this_combat = that was put there this combat
    put_there_this_turn = that was put there from {0z} this turn
    put_with = put onto the battlefield with {0w}
    saddled_this_turn = that saddled {0w} this turn
    sector = in {0k}
    shares = that shares a (has the same) {0k} with {1w}
    shares_one_of = that shares one of those types ({0b}) with {1w}
    shares_with_another = with the same {0k} as another {1f}
    since_your_last_upkeep = since your last upkeep
    single_graveyard = all in a single graveyard
    single_target = with a single target
    source_is = from {0f} (source)
    sticker = with a {0k} sticker on it
    target_of_from = that is the target of an ability from {0f}
    targeted_by = that {0w} targets (is a target of)
    targets = that targets {0w} (one or more)
    targets_only = that targets only {0w}
    this_way = {0k} this way
    used_to_craft = used to craft it
    was_blocked_this_turn = that was blocked this turn
    zone/1 = {!zone}
    zone_last = last {0z}
    """,
)
