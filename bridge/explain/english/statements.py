"""What statements say about the rules, and what changes change."""

from __future__ import annotations

from magistrate.bridge.explain.english.phrases import Phrases

STATEMENTS = Phrases(
    "statements",
    """
    activate_any_time = {0w}: you may activate {1k} abilities any time you could cast an instant (on
        any player's turn)
    activate_as_though = you may activate abilities of {0w} as though it had {1k}
    additional_cost = as an additional cost to cast {0w} spell, {1m}
    additional_lands = {0w} may play {1v} additional lands on each of your turns
    additional_votes = while voting, {0w} get {1v} additional votes
    all_or_no_blockers = {0w} can't be blocked unless all creatures defending player controls block it
    alternative_cost = you may {1m} rather than pay {0w} spell's mana cost (cast it without paying its
        mana cost)
    ante_only = remove {0w} from your deck before playing if you're not playing for ante
    any_color_mana = {0w} may spend mana as though it were mana of any color
    color_as_any = {0w} may spend {1k} mana as though it were mana of any color
    color_as_any_for_abilities = you may spend {0k} mana as though it were mana of any color to activate
        abilities of {1p}
    any_color_mana_for = you may spend mana as though it were mana of any color to cast {0p}
    any_type_mana_for = you can spend mana of any type to cast {0p}
    any_type_mana_for_abilities = mana of any type can be spent to activate abilities of {0p}
    any_color_mana_for_lent = you may spend mana as though it were mana of any color to activate those
        abilities of {0w}
    lent_once = you may activate each of those abilities of {0w} only once each turn
    any_color_mana_for_abilities = you may spend mana as though it were mana of any color to activate
        abilities of {0p}
    any_number_in_deck = a deck can have any number of cards named {0k}
    anyone_may_ignore = any player may pay {0m} to ignore this effect until end of turn
    attacks_untapped = attacking doesn't cause {0w} to tap
    assigns_as_unblocked = {0w} assign their combat damage as though they weren't blocked
    assigns_damage = {0w} assigns combat damage equal to its {1k} rather than its power
    attack_cost = {0w} can't attack {1w} unless their controller pays {2m} for each
    attack_needs = {0w} can't attack unless at least {1v} other {2p} also attack
    attaches_only_to = {0w} can be attached only to {1f}
    attacks_in_direction = each player may attack only the nearest opponent in the last chosen
        direction and planeswalkers controlled by that opponent
    attacks_only_alone = {0w} can only attack alone
    begins_on_battlefield = if {0w} is in your opening hand, you may begin the game with it on the
        battlefield
    block_cost = {0w} can't block {1w} unless their controller pays {2m} for each
    block_needs = {0w} can't block unless at least {1v} other {2p} also block
    can_attack_as_though/2 = {0w} can attack as though it {1k}
    can_attack_as_though/3 = {0w} can attack {2w} as though it {1k}
    can_be_blocked_as_though = {0w} can be blocked as though it didn't have {!walk}
    can_be_commander = {0w} can be your commander
    can_block_as_though/2 = {0w} can block as though it were {1k}
    can_block_as_though/3 = {0w} can block {2w} as though it had {1k}
    can_block_as_though_without = {0w} can block creatures with {1k} (abilities) as though they didn't
        have {1k}
    can_block_more = {0w} can block {1v} additional creatures each combat
    can_block_only = {0w} can block only {1p}
    cant_activate = activated abilities of {0w} can't be activated ({1x})
    cant_activate_of = {0w} can't activate abilities of {1w} ({2x})
    cant_attack = {0w} can't attack {1w}
    cant_attack_alone = {0w} can't attack alone
    cant_be_attacked = {0w} can't be attacked
    cant_be_blocked/1 = {0w} can't be blocked
    cant_be_blocked = {0w} can't be blocked by {1w}
    cant_be_blocked_except = {0w} can't be blocked except by {1w}
    cant_activate_in_others_turns = {0w} can activate abilities only during their own turns
    cant_activate_kind = {0w} can't activate {1k} abilities
    cant_pay_life = {0w} can't pay life to cast spells or activate abilities
    cant_pay_with = {0w} can't sacrifice {1p} to cast spells or activate abilities
    cant_play = {0w} can't play {1p}
    cant_phase_in = {0p} permanents can't phase in
    cant_be_copied = {0w} can't be copied
    cant_be_countered = {0w} can't be countered
    cant_cast_in_others_turns = {0w} can cast spells only during their own turns
    cant_cycle = {0w} can't cycle cards
    cast_from_by = you may cast {0w} from your {1k} using its {2k} ability
    cant_be_countered_by = {0w} can't be countered by {1p}
    cant_be_enchanted = {0w} can't be enchanted
    cant_be_enchanted_by_others = {0w} can't be enchanted by other Auras than {1w}
    cant_be_equipped = {0w} can't be equipped
    cant_be_made_to_discard = spells and abilities {1w} control can't cause {0w} to discard cards
    cant_be_made_to_sacrifice = spells and abilities {1w} control can't cause {0w} to sacrifice permanents
    cant_be_regenerated = {0w} can't be regenerated
    cant_be_sacrificed = {0w} can't be sacrificed
    cant_be_target = {0w} can't be the target of {!spells}
    cant_become = {0w} can't become {1k}
    cant_block = {0w} can't block {1w}
    cant_block_alone = {0w} can't block alone
    cant_cast = {0w} can't cast {1p}
    cant_choose_as_cast = you can't choose {0f} as this spell's target as you cast it
    cant_crew = {0w} can't crew vehicles
    cant_draw = {0w} can't draw cards
    cant_enter = {0w} can't enter the battlefield
    cant_gain_life = {0w} can't gain life
    cant_get_counters/1 = {0w} can't get counters
    cant_get_counters/2 = {0w} can't get {1k} counters
    cant_have_counters/1 = {0w} can't have counters put on it
    cant_have_counters/2 = {0w} can't have {1k} counters put on it
    cant_lose = {0w} can't lose the game
    cant_lose_life = {0w} can't lose life
    cant_play_lands = {0w} can't play lands
    cant_search = {0w} can't search libraries
    cant_transform = {0w} can't transform
    cant_turn_face_up = {0w} can't be turned face up
    cant_use_abilities = {0w} can't activate abilities ({1x})
    cant_win = {0w} can't win the game
    cast_as_though = any player may cast {0w} as though it had {1k}
    cast_as_though_for = you may cast {0w} as though it had {1k} if you pay {2m} more to cast it
    cast_from = you may cast {0w} from your {1z}
    cast_from_with = you may cast {0w} from your {1z} by {2m} in addition to paying its other costs
    cast_only = cast {0w} {!when}
    chooses_attackers = {0w} choose which creatures attack
    chooses_blocks = {0w} choose which creatures block each combat and how those creatures block
    combat_damage_not_preventable = combat damage that would be dealt by {0w} can't be prevented
    cost_at_least = {0w} that would cost less than {1v} mana to cast costs {1v} mana to cast
    cost_less/2 = {0w} costs {1m} less to cast (activate)
    cost_less/3 = {0w} costs {1m} less to cast (activate) {2c}
    cost_less_own = {0w} costs {1m} less to cast
    cost_more/2 = {0w} costs {1m} more to cast (activate)
    cost_more/3 = {0w} costs {1m} more to cast (activate) {2c}
    cost_more_each_target = {0w} costs {1m} more to cast for each target beyond the first
    cost_more_own = {0w} costs {1m} more to cast
    crews_with_more = {0w} crews Vehicles as though its power were {1v} greater
    crews_with_toughness = {0w} crews Vehicles using its toughness rather than its power
    damage_assigned_by = rather than the attacking player, {1w} assign the combat damage of {0w}
    damage_not_preventable = damage that would be dealt by {0w} can't be prevented
    damage_stays = damage isn't removed from {0w} during cleanup steps
    damaged_as_infect = all damage is dealt to {0w} as though its source had infect
    devotion_more = {0o} devotion to each color and each combination of colors is increased by {1v}
    doesnt_untap = {0w} doesn't untap during its controller's untap step
    doesnt_untap_yours = {0w} doesn't untap during your untap step
    draft_face_up = draft {0w} face up
    extra_die = if {0w} would roll one or more dice, instead roll that many dice plus one and ignore
        the lowest roll
    free = you may cast {0w} without paying its mana cost
    goaded = {0w} is goaded
    gone_if_early = if you cast {0w} any time a sorcery couldn't have been cast, the controller of the
        permanent it becomes sacrifices it at the beginning of the next cleanup step
    hand_revealed = {0w} play with their hands revealed
    keeps_attached = this effect doesn't remove {0w}
    lingers = if ~ leaves the battlefield, this effect continues until end of turn: {0a}
    chosen_before_game = if {0w} is your commander, choose a {1k} before the game begins
    keeps_color_identity = this ability doesn't affect the color identity of {0w}
    least_blockers = {0w} can't be blocked except by {1v} or more creatures
    least_mana = {0w}: this effect can't reduce the mana in that cost to less than {1v} mana
    life_from_radiation = {0w} gain life rather than lose life from radiation
    life_fixed = {0w}'s life total can't change
    look_at = {0w} may look at {1w} any time
    look_at_top = {0w} may look at the top card of {1w}'s library any time
    loyalty_cost_more = loyalty abilities of planeswalkers {0w} activate cost an additional [+{1v}] to
        activate
    loyalty_times = you may activate the loyalty abilities of {0w} {1v} times each turn rather than
        only once
    mana_instead = if {0f} is tapped for {1x} mana, it produces {2x} instead of any other type and
        amount ({3k})
    mana_stays = {0w} don't lose unspent {1k} mana as steps and phases end
    mana_times = if you tap {0f} for mana, it produces {1v} times as much of that mana instead
    maximum_hand_size = {0w} has {1v} (reduced or increased) maximum hand size
    may_assign_as_unblocked = you (its controller) may have {0w} assign its combat damage as though it
        weren't blocked
    may_assign_to = you may have {0w} assign its combat damage to {1f}
    may_exert = you may exert {0w} as it attacks
    may_ignore = {0w} may {1m} to ignore this effect until end of turn
    may_skip_turn = if {0w} would begin your turn, you may skip that turn instead. if you do, {1i}
    may_stay_tapped = you may choose not to untap {0w} during your untap step
    may_vote_again = while voting, {0w} may vote {1v} additional time
    most_attackers = no more than {0v} creatures can attack {1w} each combat
    most_blockers = {0w} can't be blocked by more than {1v} creature
    most_blocking = no more than {0v} creatures can block {1w} each combat
    most_casts_each_turn = {0w} can cast no more than {1v} {2p} each turn
    most_counters = {0w} can't have more than {2v} {1k} counters on it
    most_untapped = {0w} can't untap more than {1v} {2p} during their untap steps
    must_attack = {0w} attack {1w} each combat if able (this turn)
    must_attack_if = if {1f} attacks, {0w} also attacks if able
    must_attack_with = {0w} must attack {2w} with at least {1v} creature each combat if able
    must_be_blocked/1 = {0w} must be blocked each combat if able
    must_be_blocked/2 = {0w} must be blocked by {1w} if able
    must_be_blocked/3 = {0w} must be blocked by {2v} or more {1x} if able
    must_be_blocked_by_all = all creatures {1x} able to block {0w} do so
    must_be_blocked_by_one = {0w} must be blocked by exactly one creature if able
    must_be_chosen = {1w} must choose at least one {0w} on the battlefield as a target of what they
        control if able while choosing targets as
        part of casting a spell or activating an ability
    must_block = {0w} block {1w} each combat if able (this turn)
    must_block_each = {0w} block each {1f} if able
    no_die_triggers = {0p} dying don't cause abilities to trigger
    no_enter_triggers_of = {0p} entering don't cause abilities of {1p} to trigger
    no_enter_triggers = {0p} entering don't cause abilities to trigger
    notes_mana_values = note (for {0w}) the mana value of each card as it's put into exile
    no_legend_rule = the "legend rule" doesn't apply to {0w}
    no_loss_at_zero = {0w} don't lose the game for having 0 or less life
    one_cast_each_turn = {0w} can't cast more than one {1x} (spell) each turn
    one_draw_each_turn = {0w} can't draw more than one card each turn
    optional_cost = as an additional cost to cast {0w} spell, you may {1m}
    play_from = you may play lands or cast {1p} from {0z}
    player_keyword/2 = {0w} have {1k}
    player_keyword/3 = {0w} have {1k} from {2w}
    plays_once = once during {0k}, you may play a land or cast {3f} from {1z} {!way}
    reveals_first_draw = {0w} reveal the first card you draw each turn
    reveals_first_draw = {0w} reveal the first card you draw each turn
    saddles_with_more = {0w} saddles Mounts as though its power were {1v} greater
    saddles_with_toughness = {0w} saddles Mounts using its toughness rather than its power
    searches_top = if {0w} would search a library, they search the top {1v} cards of that library instead
    skips_step = {0w} skip your {1k} step
    so_many_in_deck = a deck can have up to {1v} cards named {0k}
    sorcery_speed = {0w} can cast spells only any time they could cast a sorcery
    spend_only_from = spend only mana produced by {1x} lands to cast {0w} spell
    target_as_though = {0w} can be the target of spells and abilities {2w} control as though it didn't
        have {1k}
    top_revealed = {0w} play with the top card of your library revealed
    waives = you may pay nothing rather than pay the {0k} cost of the first {0k} ability you
        activate (card you cycle) during {1k} (each turn, each of your turns)
    untaps_always = untap {0w} during each other player's untap step
    ward_doesnt_trigger = ward abilities of {0w} don't trigger
    """,
)

CHANGES = Phrases(
    "changes",
    """
    chosen_keywords = has each of the chosen abilities
    own_abilities = has ~'s other abilities
    chosen_name = its name is the last chosen name
    own_size = its power and toughness are equal to ~'s power and toughness
    activated_and_triggered_of = has all activated and triggered abilities of {0w}
    activated_abilities_of/2 = has all activated abilities of {0w} {1k}
    activated_abilities_of = has all activated abilities of {0w}
    add/2 = is {1y:0} in addition to its other types
    add_colors = is also {0b} in addition to its other colors
    add_text = has the text {0a}
    all_creature_names = has all names of nonlegendary creature cards in addition to its name
    as_it_enters = as it enters {0a}
    as_it_enters_if = if it's {0f}, as it enters {1a}
    another_than = another (the new one can't be {0k})
    becomes = becomes a copy of {0w}
    becomes_except = becomes a copy of {0w}, except {1a}
    cant_have = can't have or gain {0k}
    controlled_by = is controlled by {0w}: {0w} gain control
    exchange_text = exchange text boxes
    flip = is flipped
    meld = is melded
    merged_into = is merged
    variant = is a variant
    full_text = has the full text of {0w}
    grant = has {0x}
    grant_choice/2 = gains your choice of {0k} or {1k}
    grant_choice/3 = gains your choice of {0k}, {1k} or {2k}
    grant_choice/4 = gains your choice of {0k}, {1k}, {2k} or {3k}
    grant_if = if it's {0f}, it has {1a}
    lose = loses {0a}
    lose_all = loses all abilities
    lose_all_except = loses all abilities except {0k} abilities
    lose_keyword = loses {0k}
    lose_this_ability = loses this ability
    loyalty_abilities_of = has the loyalty abilities of {0w}
    own_color = is its own color (its other colors)
    own_name = its name is its own
    power = power {0v}
    remove = isn't {1y:0}
    replace = text changed by replacing all instances of one word {0b} with {1x}
    same_keywords = the same is true for {0k} of {1w}
    set_colors = is {!colors}
    set_land_types = is {0b} (and loses all other land types)
    set_name = is named {0k}
    set_subtypes = is {1b} (and loses all other {0k} types)
    set_types = is {0b} (and loses all other card types)
    switch = switch power and toughness
    toughness = toughness {0v}
    """,
)
