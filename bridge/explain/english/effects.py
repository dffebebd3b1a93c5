"""What instructions say, and what stands in them: durations, places, mana, tokens."""

from __future__ import annotations

from magistrate.bridge.explain.english.phrases import Phrases

EFFECTS = Phrases(
    "effects",
    """
    add_mana = {0w} add {1h}
    added_phases = {0w} get {1v} additional {2k} steps after this phase
    adapt = {0w} adapt {1v}
    additional_phases = after this phase, there are (is, followed by) additional {0b} phases
    amass_on = {0w} put {1v} +1/+1 counters on {2w}
    another_counter = {0w} choose a counter on {1w}. Give that permanent or player another (additional)
        counter of that kind
    each_kind_onto_one = for each kind of counter among {1w}, {0w} put one of that kind on either of {2w}
    another_of_each_kind = {0w} give {1w} another counter of each kind of counter on it (that permanent
        or player)
    become_renowned = {0w} becomes renowned
    become_saddled = {0w} becomes saddled
    bind_it = {0w}
    cast_free_within = {0w} cast {1w} without paying its mana cost
    cast_offered = {0w} cast {1w} without paying its mana cost
    connive_counters = put a +1/+1 counter on {0w} for each nonland card discarded this way
    connive_discard = discard cards
    connive_one = {0w} connives
    deed = what would be done is proposed
    copy_for_each = {0w} copy {1w} for {2w} (each other). Each copy targets a different one of those
    copy_kept = copy the kept spell
    counter_more_or_less = {0w} put another counter of that kind on {1w} or remove one from it ({2k} kind
        of counter, those counters)
    draw_one = {0w} draw a card
    encode = encode {0w} on a creature
    explore_one = {0w} explores
    exile_until_value = exile cards from the top of the library until their mana value is enough
    one_by_one = they do that one after the other
    haunt = {0w} haunts a creature
    increase_speed = {0w} increase speed by 1
    keep_for_upkeeps = keep the spell for your upkeeps
    lose_mana = {0w} lose all unspent mana
    mark_exiled = {0w} is marked
    meld_exiled = meld them
    note_discover = discover
    now_attacking = {0w} are now attacking {1w}
    pair = pair {0w} with {1w}
    play = {0w} play {1w}
    prevented = prevented
    excess = excess damage
    radiation = {0w} mill cards for rad counters
    reselect_attacked = {0w} reselect which player or permanent {1w} is attacking
    reselect_targets = reselect {0w}'s target at random
    reselect_targets/2 = reselect the targets of {0w} at random. The new targets can't be {1w}
    source_of_choice = {0f} of your choice
    unalterable = the damage of that can't be prevented or dealt instead to another permanent or player
    again = repeat this process
    amass = {0w} amass {2p} {1v}
    any_color_for = {0w} may spend mana as though it were mana of any color to cast {1w}
    any_mana_for = {0w} may spend mana as though it were mana of any type to cast {1w}
    attach = attach {0w} to {1w}
    become_blocked = {0w} become blocked
    become_unblocked = creatures {0w} was blocking that had become blocked by only it (hadn't become
        blocked by another creature) this combat become unblocked
    made_to_block = have {0w} block {1w} (it blocks)
    become_monarch = {0w} become the monarch
    become_solved = {0w} becomes solved
    becomes_day_night = it becomes {0k}
    behold = {0w} behold {1x}
    bolster = {0w} bolster {1v}
    cant_be_regenerated = {0w} can't be regenerated
    cast = {0w} cast {1w}
    cast_for = {0w} cast {1w} ({2k}) by paying {3m} rather than its mana cost
    cast_free = {0w} cast {1w} without paying its mana cost
    cast_free_as = {0w} cast {1w} if it is {2w} without paying its mana cost
    cast_transformed = {0w} cast {1w} transformed without paying its mana cost
    change_a_target = {0w} change a target of {1w} to {2w}
    change_target = {0w} change the target of {1w} to {2w}
    change_target/3 = {0w} change the target of {1w} to {2w}
    choose = {0w} choose {1k}
    choose_from = {0w} choose {1f} from it
    choose_new_targets = {0w} choose new targets for {1w}
    choose_pile = {0w} choose a pile
    choose_pile_of = {0w} choose one of {1w}'s piles
    choose_some = {0w} choose {!count}
    choose_some_at_random = {0w} choose {!count} at random
    choose_some_of = {0w} choose {!count} from among {4w}
    choose_target = {0w} choose {1w}
    clash = {0w} clash with an opponent
    class_level = {0w} becomes level {1v}
    cloak = {0w} cloak the top {1q:card} of {2w}'s library
    connive = {0w} connives {1v}
    control_player = {0w} control {1w} during that player's next turn
    convert = convert {0w}
    copy/4 = {0w} copy {2w} {1v} times
    copy/5 = {0w} copy {2w} {1v} times, except the copy {4a}
    copy_counters = {0w} put the counters of {1w} on {2w}
    copy_counters_of_kind = {0w} put the {2k} counters of {1w} on {3w}
    counter = counter {0w}
    countered_goes_to/1 = if that spell is countered this way, put it {0z} instead of
        into its owner's graveyard
    countered_goes_to/2 = if {1f} is countered this way, put it {0z} instead of
        into its owner's graveyard
    create = {0w} create {!token}
    damage = {0w} deals {1v} damage to {2w}
    damage_cant_be_prevented = the damage can't be prevented
    delayed = {!delayed}
    delayed_trigger = {!delayed}
    destroy = destroy {0w}
    destroy/2 = {1w} destroys {0w}
    detain = detain {0w}
    discard/2 = {0w} discard {!discarded}
    discard/3 = {0w} discard {1v} {2p}
    discard_at_random/2 = {0w} discard {1q:card} at random
    discard_at_random/3 = {0w} discard {1v} {2p} at random
    discard_it = {0w} discard {1w}
    discover = {0w} discover {1v}
    double_counters = {0w} double the number of {1k} counters, of each kind, on {2w}
    double_mana = {0w} double the amount of each type of unspent mana you have
    double_power = double the power of {0w} {1d}
    draw = {0w} draw {1q:card}
    emblem = {0w} get an emblem with {1a}
    end_turn = end the turn
    endure = {0w} endures {1v}
    enters_with_counters = {0w} enters with {2q:~ counter} of kind {1k} on it
    excess_to = excess damage is dealt to {0w} instead
    exchange_control = exchange control of {0w} and {1w} {2d}
    exchange_control_of_both = exchange control of {0w}
    exchange_life = {0w} exchange life totals with {1w}
    exchange_life_totals = {0w} exchange life totals
    exchange_life_with = {0w} exchange your life total with the {2k} of {1w}
    exchange_zones = {0w} exchange your {1z} and {2z}
    exile/1 = exile {0w}
    exile/2 = {1w} exile {0w}
    exile_face_down = {0w} exile {1w} face down
    exile_graveyard = exile the graveyard of {0w}
    exile_top = {0w} exile the top {1q:card} of {2w}'s library
    exile_top_face_down = {0w} exile the top {1q:card} of {2w}'s library face down
    exile_until = {0w} exile {1w} {2d}
    exile_until_found = {0w} exile cards from the top of {1w}'s library until they exile {2v} {3f}
    exile_with_counters = {0w} exile {1w} with {3v} {2k} counters on it
    explore = {0w} explores {1v} times (again)
    fight = {0w} fights {1w}
    fight_each_other = {0w} fight each other
    flip_coins = {0w} flip {1v} coins
    flip_until_lost = {0w} flip a coin until one is lost
    flip_coin = {0w} flip {1q:coin}
    flip = flip {0w}
    for_each = for each {0w}, {1l}
    for_each_vote = for each {0k} vote, the voter: {1l}
    forage = {0w} forage
    gain_control = {0w} gain control of {1w}
    gain_life = {0w} gain {1v} life
    gain_suspend = {0w} gains suspend if it doesn't have it
    get_counters = {0w} get {1v} {2k} counters
    end_goad = {0w} is no longer goaded
    goad = goad {0w}
    if = if {0c}, {1l}
    if_done = if you do, {0l}
    if_else = if {0c}, {1l} (instead); otherwise, {2l}
    if_mana_spent_on = if that mana is spent on {0f}, {1l}
    if_not_done = if you don't, {0l}
    incubate = {0w} incubate {1v}
    investigate = {0w} investigate {1v} times
    keyword_cost = the {0k} cost is equal to {1k}
    lasting = {!lasting}
    learn = {0w} learn
    look_at = {0w} look at {1w}
    look_at_hand = {0w} look at {1w}'s hand
    look_top = {0w} look at the top {1q:card} of {2w}'s library
    lose_game = {0w} lose the game
    lose_life = {0w} lose {1v} life
    mana_not = this mana can't be spent to {0u}
    mana_only = spend this mana only to {0u}
    mana_stays = {0d} you don't lose this mana as steps and phases end
    manifest = {0w} manifest the top {1q:card} of {2w}'s library
    manifest_dread = {0w} manifest dread
    may = {0w} may (have) {1l}
    may_cast = {0w} may cast {1w} {2d}
    may_else = {0w} may {1l} otherwise, {2l}
    may_end_effect = {0w} may pay {1m} to end this effect
    may_play = {0w} may play {1w} {2d}
    may_play_free = {0w} may play {1w} {2d} without paying its mana cost
    meld = {0w} own and control both, exile them, then meld them into {1k}
    mill = {0w} mill {1q:card}
    monstrosity = {0w}: monstrosity {1v}
    move = {0w} put (return) {1w} {2b}
    move_counters = {0w} move {1v} {2k} counters from {3w} onto {4w}
    only_one = {0w}: only one of them
    open_attraction = {0w} open {1v} attractions
    pay = {0w} pay {1m}
    pay_times = {0w} may pay {1m} {2v} times (any number of, up to)
    note_payment = the payment is counted
    pay_any = {0w} pay any amount of {1k}
    phase_out = {0w} phases out
    play_free = {0w} play {1w} without paying its mana cost
    populate = {0w} populate {1v} times
    prevent = prevent {!shield} dealt to {2w} by {3w} {4d}
    prevent_next_time = the next time {2w} would deal {0k} damage to {1w} {3d}, prevent that damage
    prevent_next_time/4 = the next time {2w} would deal {0k} damage to {1w} {3d}, prevent that damage
    proliferate = {0w} proliferate {1v} times
    put_counters = {0w} put {1v} {2k} counters on {3w}
    redirect = {!shield} dealt to {2w} is dealt to {3w} instead {4d}
    redirect_by = {!shield} dealt to {2w} by {3w} is dealt to {4w} instead {5d}
    redirect_next_time = the next time {2w} would deal {0k} damage to {1w} {4d}, that damage is dealt
        to {3w} instead
    regenerate = regenerate {0w}
    put_one_of_counters = {0w} put one of these on {2w}: {1b}
    put_either_counter = {0w} put a {1k} counter or a {2k} counter on {3w}
    remove_counters = {0w} remove {1v} {2k} counters from {3w}
    remove_from_combat = remove {0w} from combat
    repeat_list = {0v} times (for each), repeat this process: {1l}
    restart = restart the game, leaving in exile {0w}
    reveal = {0w} reveal {1w}
    reveal_drawn = {0w} reveal it as you draw it
    reveal_hand = {0w} reveal their hand
    reveal_top = {0w} reveal the top {1q:card} of {2w}'s library
    reveal_until = {0w} reveal cards from the top of {1w}'s library until you reveal {2v} {3f}
    ring_tempts = the Ring tempts {0w}
    roll = {0w} roll {!dice}
    roll_to_visit = {0w} roll to visit your Attractions
    sacrifice/5 = {0w} sacrifice {!count} of your choice
    sacrifice_it = {0w} sacrifice {1w}
    fateseal = {0w} fateseal {1v} the library of {2w}
    scry = {0w} scry {1v}
    search = {0w} search {1w}'s {2z} for {!count}
    label_piles = {0w} divide {1w} into a {2k} pile and a {3k} pile
    choose_new_number = {0w} secretly choose a number between {1v} and {2v} that hasn't been chosen
    guess_number = {0w} guess which number you chose
    reveal_chosen = {0w} reveal the number {0w} chose
    guess = {0w} guess whether {1c}
    pile_at_random = {0w} choose one of their piles at random
    separate_into = starting with you, {0w} separate {1w} into {2v} piles
    separate = {0w} separate {1w} into two piles
    set_life = {0w}'s life total becomes {1v}
    shuffle = {0w} shuffle the library
    shuffle_graveyard_into_library = {0w} shuffle {1w}'s graveyard into their library
    shuffle_hand_into_library = {0w} shuffle {1w}'s hand into their library
    shuffle_into_library = {0w} shuffle {1w} into its owner's library
    skip = {0w} skip the next {1k} (step, phase, turn)
    skip_untap = {0w} doesn't untap during its controller's next untap step
    skip_untap_of = {0w} doesn't untap during the next untap step of {1w}
    sticker = {!sticker}
    support = {0w} support {1v} (a +1/+1 counter on each of {2w})
    surveil = {0w} surveil {1v}
    suspect = suspect {0w}
    switch_until = switch the power and toughness of {0w} {1d}
    take_initiative = {0w} take the initiative
    take_top = {0w} put the top {1q:card} of your library into your hand
    tap = tap {0w}
    tap/2 = {1w} taps {0w}
    tap_or_untap = tap or untap {0w}
    time_travel = {0w} time travel {1v} times
    together = {!all}
    transform = transform {0w}
    turn_face_down = turn {0w} face down
    turn_face_up = turn {0w} face up
    unattach = unattach {0w}
    unless = {1l} unless {0c}
    unpreventable = the {0k} can't be prevented
    untap = untap {0w}
    untap/2 = {1w} untaps {0w}
    venture = {0w} venture into the dungeon
    venture_into = {0w} venture into {1k}
    vote = {!vote}
    vote_for = {0k} starting with you, each player votes for {1w}
    when_done = when you do, {0a}
    win_game = {0w} win the game
    extra_turn = {0w} take {1v} extra turns after this one
    x_paid_with = spend only {0k} mana on X
    conjure = {0w} conjure {1x}
    """,
    orders=True,
)

DURATIONS = Phrases(
    "durations",
    """
    any = at any time
    end_of_turn = until end of turn (this turn)
    next_time = (the next time this turn)
    end_of_combat = until end of combat
    your_next_turn = until your next turn
    end_of_your_next_turn = until the end of your next turn
    end_of_your_next_upkeep = until the end of your next upkeep
    your_next_end_step = until your next end step
    your_next_upkeep = until your next upkeep
    rest_of_game =
    until_ended =
    until_spell = until a player casts {0q:one}
    until_cast = until {0w} is cast from where it is
    until_leaves = until {0w} leaves the battlefield
    as_long_as = for as long as {0c} (remains so)
    next_combat = that combat
    end_of_next_turn = this turn and next turn
    turns_attacked_with = during any turn you attacked with ({1v} or more) {0p}
    next_turn_of = during the next turn of {0w}
    next_turn_of_controller = during its controller's next turn
    next_combat_of_controller = during its controller's next combat phase
    this_turn = this turn
    """,
)

ZONES = Phrases(
    "zones",
    """
    hand = into {~}'s hand
    graveyard = into {~}'s graveyard
    exile = into exile
    exile_with = into exile with {1v} {0k} counters on it
    battlefield/0 = onto the battlefield
    battlefield/1 = onto the battlefield {0b}
    library_beneath = into its owner's library just beneath the top {0v} cards of that library
    library_top/0 = (back) on top of {~}'s library
    library_top/1 = (back) on top of {~}'s library in {0k}
    library_bottom/0 = on the bottom of {~}'s library
    library_bottom/1 = on the bottom of {~}'s library in {0k}
    library_top_or_bottom = on the top or bottom of {~}'s library, the choice of {0w}
    library_from_top = into {~}'s library {0k} from the top
    tapped = tapped
    untapped = untapped
    transformed = transformed
    converted = converted
    face_down = face down
    attacking_just = attacking {0w}
    attacking/0 = attacking
    attacking/1 = attacking {0w}
    blocking = blocking {0w}
    attached_to = attached to {0w}
    under = under {0w}'s control
    with_counters = with {1v} {0k} counters on it
    counters = with {1v} {0k} counters on it
    of_kind = {0v} {1k} counters
    or_planeswalkers = {0w} or a planeswalker {0w} control
    """,
)

PLACES_SEARCHED = Phrases(
    "places",
    """
    library_graveyard = library and/or graveyard
    graveyard_hand_library = graveyard, hand, and/or library
    top_of_library = the top of your library
    exiled_with_self = among cards exiled with it
    """,
)

MANA = Phrases(
    "mana",
    """
    choice = {!or}
    any_color = {0v} mana of any color
    any_one_color = {0v} mana of any one color
    any_combination = {0v} mana in any combination of {1b} or colors
    of_color = {0v} mana of {1x}
    could_produce_color = {0v} mana of any color that {1f} could produce
    could_produce_type = {0v} mana of any type that {1f} could produce
    color_among = {0v} mana of any color (choose a color) among {1p}
    every_color_among = for each color among {0p}, one mana of that color
    of_colors_of = {0v} mana of any of the colors of {1w}
    identity_color = {0v} mana of any color in your commander's color identity
    two_colors = {0v} mana of any one color and {0v} mana of any other color
    produced_by_that_land = one additional mana of any type that land produced
    repeated = {0h} for each of {1v} (that much, an amount, X)
    by_color = {0b}
    of = {1v} {0k} mana (choose a color)
    """,
)

PURPOSES = Phrases(
    "purposes",
    """
    cast = cast {0p}
    activate = activate abilities
    class_level = gain a Class level
    pays_keyword = pay a {0k} cost
    activate_keyword = activate {0k} abilities
    activate_of = activate abilities of {0p}
    or = {0u} or {1u}
    cumulative_upkeep = pay cumulative upkeep costs
    costs_with = pay costs that contain {0x}
    crew = crew vehicles
    special = {0k}
    """,
)
