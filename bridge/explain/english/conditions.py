"""What conditions, restrictions and costs say."""

from __future__ import annotations

from magistrate.bridge.explain.english.phrases import Phrases

CONDITIONS = Phrases(
    "conditions",
    """
    all_of = {!and}
    any_of = {!or_conditions}
    combat = it's combat
    early_turn = it is one of your first {0v} turns of the game
    extra_turn = it's an extra turn
    as_cast = {0c} as you cast it
    attacked_with_this_turn = {0w} attacked this turn
    beheld = {0f} was beheld
    cast_by_you/1 = you cast {0w}
    cast_by_you/2 = you cast {0w} from your {1z}
    cast_during = you cast it during {0k}
    city_blessing = {0w} have the city's blessing
    clash_won = you win
    guessed = they guessed {0k}
    color_spent = at least {2v} {1k} (color) mana was spent to cast {0w}
    compare = {!compare}
    completed_dungeon = you've completed a dungeon
    cost_paid = its {0k} cost was paid
    created_token_this_turn = you created a token this turn
    creature_died_this_turn = a creature died this turn
    crime_this_turn = you've committed a crime this turn
    day = it's day
    died_this_way = {0w} died this way
    entered_yours_this_turn = {0f} entered the battlefield under your control this turn
    entered_from = {0w} entered from your {1z}
    evidence_collected = evidence was collected
    excess_damage_this_way = excess damage was dealt this way
    exists = {!exists}
    first_combat = it's the first combat phase of the turn
    flip_lost = you lose the flip
    flip_won = you win the flip
    for_each = for each {0v}
    gift_promised = the gift was promised
    if = if {0c}
    initiative = {0w} have the initiative
    is = {0w} is (are, has) {1f}
    kicked = it was kicked
    kicked_with = {0w} was kicked with its {1m} kicker
    land_played_this_turn = you played a land this turn
    lost_life_this_turn = a player lost {0v} or more life this turn
    mana_spent = {1m} was spent to cast {0w}
    max_speed = {0w} have max speed
    melds_with = {0w} are both owned and controlled by you
    monarch = {0w} are the monarch
    more_life_than = you have more life than each of {0w}
    excess_damage_to = excess damage was dealt to {0w} this way
    most_common_color = {0k} is the most common color among all permanents or is tied for most common
    night = it's night
    no_monarch = there is no monarch
    non = {!not}
    opponent_controls_more = an opponent controls more {0p} than you
    opponent_dealt_damage_this_turn = an opponent was dealt damage this turn
    opponent_discarded_this_turn = an opponent discarded a card this turn
    opponent_gained_life_this_turn = an opponent gained life this turn
    opponent_lost_life_this_turn = an opponent lost life this turn
    opponent_lost_this_turn = an opponent lost {1v} or more life this turn
    paid = {0w} pays {1m}
    player_discarded_this_turn = a player discarded a card this turn
    permanent_left_this_turn = a permanent left the battlefield under your control this turn
    phase = it's {0k}
    step = the {0k} step
    player_cast_last_turn = a player cast {0v} or more spells last turn
    put_counters_this_turn = you put one or more {0k} counters on {1f} this turn
    put_into_graveyard_from_anywhere_this_turn = {0f} was put into {1w}'s graveyard from anywhere this turn
    resolved_this_turn = this is the {0j} time this ability has resolved this turn
    targeting = {0w} targets {1f}
    this_way/1 = {0k} this way
    this_way_at_least = {2v} or more {1p} are {0k} this way
    this_way/2 = {1f} is {0k} this way
    top_card_is = the top card of your {0z} is {1f}
    tribute_paid = tribute was paid
    warped_this_turn = a spell was warped this turn
    was = {1w} was {0k}
    was_cast_from = {0w} was cast from {1z}
    where = where {0c}
    you_attacked_this_turn = you attacked this turn
    you_descended_this_turn = you descended this turn
    you_discarded_this_turn = you discarded a card this turn
    you_gained_life_this_turn = you gained life this turn
    you_lost_life_this_turn = you lost life this turn
    you_surveilled_this_turn = you surveilled this turn
    your_turn = it's your turn (during your turn)
    their_turn = it's their turn
    as_a_group = {0c}
    searched_library = a library is searched
    """,
)

TOGETHER = Phrases(
    "together",
    """
    chosen_beside = (chosen by {0k})
    different/1 = with different {0k}
    divided_at_most = (up to so many of them)
    different_controllers = for each player (opponent), controlled by different players
    different_mana_values = with different mana values
    different_names = with different names
    different_owners = for each player (opponent), owned by different players
    one_each_if_able = for each of {0w}, one that player controls
    same_controller = controlled by the same player (opponent)
    same_owner = from a single graveyard (of one player)
    same_toughness = with equal toughness
    share_card_type = that share a card type
    share_creature_type = that share a creature type
    share_no_creature_type = that share no creature types
    total = with total {0k} {!total}
    """,
)

RESTRICTIONS = Phrases(
    "restrictions",
    """
    after_blockers = only during combat after blockers are declared
    any_player = any player may
    before_attackers = only during the turn of {0w}, before attackers are declared
    before_combat = only before combat
    before_blockers = only during combat before blockers are declared
    boast = boast: only if this attacked this turn and only once each turn
    class_level_is = level up at level {0v}
    combat = only during combat
    condition = only if {0c}
    do_once = do this only once each turn
    during = only during {1s:0}
    exhaust = exhaust: only once
    forecast = forecast: only during your upkeep and only once each turn
    instant = only as an instant (any time you could cast an instant)
    loyalty =
    once = only once each turn
    once_ever = only once
    opponents = only your opponents may
    sorcery = only as a sorcery (any time you could cast a sorcery)
    times_each_turn = only {0v} times, no more, each turn
    not_copied = it can't be copied
    x_not = X can't be {0v}
    power_up = power-up: only once
    """,
)

COSTS = Phrases(
    "costs",
    """
    add_mana = add {0h}
    behold = {!behold}
    blight = blight {0v}
    collect_evidence = collect evidence {0v}
    create = create {!token}
    discard/1 = discard {0w}
    discard/2 = discard {!many}
    discard_at_random/1 = discard {0q:card} at random
    discard_at_random/2 = discard {!many} at random
    draw/1 = draw {0q:card}
    draw/2 = {0w} draw {1q:card}
    energy = pay {0v} {E}
    exert = exert {0w}
    exile/1 = exile {0w}
    exile/2 = exile {!many}
    exile_top = exile the top {0q:card} of your library
    extra_turn = take {1v} extra turn
    flip_coin = flip a coin
    forage = forage
    free = without paying its mana cost
    instead_cost = instead of paying its mana cost
    instead = by paying {0m} rather than its mana cost
    life = pay {0v} life
    loyalty = [{0v}]
    mana_cost_of = the mana cost of {0w}
    mana_worth = {X} ({1} for each) for {0v}
    worth = X: {0v}
    mill = mill {0q:card}
    opponent_gains_life = an opponent gains {0v} life
    own_cost =
    put_counters = put {2v} {1k} counters on {0w}
    reduced = {0m} reduced by {1m}
    remove_counters = remove {2v} {1k} counters from {0w}
    repeated = {0m} for each {1v} ({X}, where X is {1v})
    put_back = put {!many} into their owners' graveyards
    return_to_hand/1 = return {0w} to its owner's hand
    return_to_hand/2 = return {!many} to its owner's hand
    reveal/1 = reveal {0w}
    reveal/2 = reveal {!many}
    sacrifice/1 = sacrifice {0w}
    sacrifice/2 = sacrifice {!many}
    tap/0 = {T}
    tap/2 = tap {!many_untapped}
    tap_it = tap {0w}
    tickets = {0v} {TK}
    unattach = unattach {0w}
    untap/0 = {Q}
    untap/2 = untap {!many}
    waterbend = waterbend {0v}
    """,
)

ARGUMENTS = Phrases(
    "arguments",
    """
    attach = {1f} {0m}
    amount/3 = {2f} {0v} or more {1v}
    amount/4 = {2f} {0v} or more {1v} {3c}
    chosen = the chosen {0k}
    color_or = a color or {0k}
    creature_type_but = a creature type other than {0k}
    card_types_of = each of the card types of {0w}
    colors_outside_identity = each color not in your commander's color identity
    colors_of = the colors of {0w}
    count = the number of {0p} X
    each_of = each of {0w}
    everything = everything
    from = from {0f} {1m}
    label = one of {0b}
    number_between = a number between {0v} and {1v}
    of = {0f} {1v}
    onto = onto {0f} {1m}
    player_chosen = the chosen player
    search = {1f} {0m}
    with/1 = with {0k}
    with/2 = with {0x} {1m}
    with/3 = {0m} {1v}/{2v}
    with_cost = {0v} {1m}
    """,
)
