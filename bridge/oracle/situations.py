"""Further conditions: how things compare, what was spent, what happened earlier in the turn."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import form, one_of, position, table
from .conditions import how_many, simple_condition
from .costs import mana_cost
from .nouns import being, one
from .pasts import did_happen, happened
from .qualities import with_phrase
from .references import both, some
from .terms import Filter, Listed, Pronoun, Term, Text
from .values import number, source_kind
from .words import comparison, counter_kind

_characteristics = table(
    {
        "powers": "powers", "mana values": "mana_values", "names": "names", "toughnesses": "toughnesses",
        "power": "powers", "mana value": "mana_values",
    },
    "what is different",
)  # fmt: skip


def _mine(what: Filter) -> Filter:
    return what.also(("controller", "you"))


def _different(least: int, what: Filter, kind: str) -> Term:
    return ("compare", ("distinct", kind, _mine(what)), "greater_equal", least)


def _total(what: Filter, kind: str, test: tuple[str, Term]) -> Term:
    return ("compare", ("total", kind, what), *test)


_more = one_of(
    form("{} control|controls fewer {} than you", grammar.reference, grammar.noun,
        make=lambda r, f: ("compare", ("count", f.also(("controller", _whoever(r)))), "less", ("count", _mine(f)))),
    form("the amount of mana spent to cast {} was|is less than its mana value", grammar.reference,
        make=lambda r: ("compare", ("mana_spent", r), "less", ("mana_value", r))),
    form("fewer than {} cards were discarded this way", number,
        make=lambda n: ("compare", ("count", one("card", ("this_way", "discarded"))), "less", n)),
    form("{} has|have {} {} counters", grammar.reference, how_many, counter_kind,
        make=lambda r, n, k: ("compare", ("counters", r, k), *n)),
    form("{} has|have more {} than {}", grammar.reference, table({"life": "life", "cards in hand": "hand_size"}, "of what"),
        grammar.reference, make=lambda a, what, b: ("compare", (what, a), "greater", (what, b))),
    form("an opponent has more {} than you", table({"life": "life", "cards in hand": "hand_size"}, "of what"),
        make=lambda what: ("exists", one("opponent", ("compare", what, "greater", (what, "you"))))),
    form("you have more {} than an opponent", table({"life": "life", "cards in hand": "hand_size"}, "of what"),
        make=lambda what: ("exists", one("opponent", ("compare", what, "less", (what, "you"))))),
    form("you have more {} than each opponent", table({"life": "life", "cards in hand": "hand_size"}, "of what"),
        make=lambda what: ("not", ("exists", one("opponent", ("compare", what, "greater_equal", (what, "you")))))),
    form("you have no more cards in hand than an opponent",
        give=("exists", one("opponent", ("compare", "hand_size", "greater_equal", ("hand_size", "you"))))),
    form("an opponent controls more {} than you", grammar.noun,
        make=lambda f: ("exists", one("opponent", ("controls_count", f, "greater", ("count", _mine(f)))))),
    form("you control more {} than each opponent", grammar.noun,
        make=lambda f: ("not", ("exists", one("opponent", ("controls_count", f, "greater_equal", ("count", _mine(f))))))),
    form("you control more {} than an opponent", grammar.noun,
        make=lambda f: ("exists", one("opponent", ("controls_count", f, "less", ("count", _mine(f)))))),
    name="a comparison of players",
)  # fmt: skip


def _half(who: Term, whose: Term, op: str) -> Term:
    """Someone's life against half of what they started with; of some opponent it is that opponent's."""
    if not isinstance(whose, Pronoun):
        return ("compare", ("times", 2, ("life", who)), op, ("starting_life", whose))
    if who == "opponents":
        return ("exists", one("opponent", ("compare", "doubled_life", op, ("starting_life", "candidate"))))
    return ("compare", ("times", 2, ("life", who)), op, ("starting_life", who))


_half_life = one_of(
    form("{} life total is less than or equal to half {} starting life total", grammar.possessive, grammar.possessive,
        make=lambda a, b: _half(a, b, "less_equal")),
    form("{} life total is less than half {} starting life total", grammar.possessive, grammar.possessive,
        make=lambda a, b: _half(a, b, "less")),
    form("you have at least {} life more than your starting life total", number,
        make=lambda n: ("compare", ("life", "you"), "greater_equal", ("plus", ("starting_life", "you"), n))),
    form("your life total is at least {} greater than your starting life total", number,
        make=lambda n: ("compare", ("life", "you"), "greater_equal", ("plus", ("starting_life", "you"), n))),
    form("you have {} or more life more than your starting life total", number,
        make=lambda n: ("compare", ("life", "you"), "greater_equal", ("plus", ("starting_life", "you"), n))),
    form("your life total is greater than or equal to your starting life total",
        give=("compare", ("life", "you"), "greater_equal", ("starting_life", "you"))),
    form("your life total is greater than your starting life total",
        give=("compare", ("life", "you"), "greater", ("starting_life", "you"))),
)  # fmt: skip

_spell = one_of(
    form("~", give="self"), form("{} it", position(), make=lambda at: Pronoun(at)), grammar.reference
)
_colors = table({c: c for c in ("white", "blue", "black", "red", "green", "colorless")}, "a colour")
_on_what = one_of(
    form("activate this ability", give="this_ability"),
    form("cast {}", _spell),
    name="what it was spent on",
)


def _from_source(what: Term, sources: Filter, n: int) -> Term:
    return ("compare", ("mana_from", what, source_kind(sources)), "greater_equal", n)


_spent = one_of(
    form("no mana was spent to cast {}", _spell, make=lambda r: ("compare", ("mana_spent", r), "equal", 0)),
    form("at least {} mana was spent to cast {}", number, _spell,
        make=lambda n, r: ("compare", ("mana_spent", r), "greater_equal", n)),
    form("{} or more mana was spent to cast {}", number, _spell,
        make=lambda n, r: ("compare", ("mana_spent", r), "greater_equal", n)),
    form("at least {} {} mana was spent to cast {}", number, _colors, _spell,
        make=lambda n, c, r: ("compare", ("mana_spent_of", r, c), "greater_equal", n)),
    form("{} was spent to cast {}", mana_cost, _spell, make=lambda m, r: ("spent", r, m)),
    form("mana from {} was spent to {}", some, _on_what, make=lambda f, r: _from_source(r, f, 1)),
    form("at least {} mana from {} was spent to {}", number, some, _on_what,
        make=lambda n, f, r: _from_source(r, f, n)),
    form("{} or more mana from {} was spent to {}", number, grammar.noun, _on_what,
        make=lambda n, f, r: _from_source(r, f, n)),
)  # fmt: skip

_cards_hand = one_of(
    form("{} has|have {} or fewer cards in hand", grammar.reference, number,
        make=lambda r, n: ("compare", ("hand_size", r), "less_equal", n)),
    form("{} has|have {} or more cards in hand", grammar.reference, number,
        make=lambda r, n: ("compare", ("hand_size", r), "greater_equal", n)),
    form("{} has|have no cards in hand", grammar.reference, make=lambda r: ("compare", ("hand_size", r), "equal", 0)),
    form("{} has|have exactly {} cards in hand", grammar.reference, number,
        make=lambda r, n: ("compare", ("hand_size", r), "equal", n)),
    form("no opponent has more life than {}", grammar.reference,
        make=lambda r: ("not", ("exists", one("opponent", ("compare", "life", "greater", ("life", r)))))),
    form("your library has {} or fewer cards in it", number,
        make=lambda n: ("compare", ("library_size", "you"), "less_equal", n)),
    form("your library has no cards in it", give=("compare", ("library_size", "you"), "equal", 0)),
    form("there are no cards in your library", give=("compare", ("library_size", "you"), "equal", 0)),
    form("you have {} or more cards in your library", number,
        make=lambda n: ("compare", ("library_size", "you"), "greater_equal", n)),
)  # fmt: skip

_CREATURE = one(("type", "creature"), ("zone", "battlefield"))

_past = table(
    {
        "you've completed a dungeon": "completed_dungeon",
        "you haven't completed a dungeon": ("not", "completed_dungeon"),
        "tribute wasn't paid": ("not", "tribute_paid"),
        "tribute was paid": "tribute_paid",
        "evidence was collected": "evidence_collected",
        "it's their turn": "their_turn",
        "it's not their turn": ("not", "their_turn"),
        "it's that player's turn": "their_turn",
        "you haven't cast a spell this turn": ("compare", "spells_cast_this_turn", "equal", 0),
        "you didn't attack with a creature this turn": ("not", "you_attacked_this_turn"),
        "you've played a land this turn": "land_played_this_turn",
        "you haven't played a land this turn": ("not", "land_played_this_turn"),
        "it's the first combat phase of the turn": "first_combat",
        "it's your main phase": ("phase", "your_main"),
        "it's the first turn of the game": "first_turn",
        "you were the starting player": "starting_player",
        "you discarded a card this turn": "you_discarded_this_turn",
        "you've discarded a card this turn": "you_discarded_this_turn",
        "an opponent discarded a card this turn": "opponent_discarded_this_turn",
        "a player discarded a card this turn": "player_discarded_this_turn",
        "an opponent cast a spell this turn": "opponent_cast_this_turn",
        "an opponent gained life this turn": "opponent_gained_life_this_turn",
        "you've put one or more +1/+1 counters on a creature this turn":
            ("put_counters_this_turn", Text("+1/+1"), _CREATURE),
        "you put a counter on a creature this turn": ("put_counters_this_turn", "any", _CREATURE),
        "you've put a counter on a creature this turn": ("put_counters_this_turn", "any", _CREATURE),
        "all nonland permanents you control are white": ("not", ("exists", Filter((
            ("not", ("type", "land")), ("zone", "battlefield"), ("controller", "you"), ("not", ("color", "white")))))),
        "you've lost life this turn": "you_lost_life_this_turn",
        "a player has been dealt combat damage this turn": "player_dealt_combat_damage_this_turn",
        "you created a token this turn": "created_token_this_turn",
        "you've created a token this turn": "created_token_this_turn",
        "you've sacrificed a permanent this turn": did_happen("sacrificed_this_turn", Filter()),
        "you sacrificed a permanent this turn": did_happen("sacrificed_this_turn", Filter()),
        "you have the most life or are tied for the most life": "most_life",
        "a creature died under your control this turn": did_happen(
            "died_this_turn", one(("type", "creature"), ("controller", "you"))),
        "you committed a crime this turn": "crime_this_turn",
        "an artifact or enchantment was put into your graveyard from the battlefield this turn":
            did_happen("died_this_turn", Filter(("anything",), (one(("type", "artifact")), one(("type", "enchantment")))),
                ("owner", "you")),
        "you're not the monarch": ("not", ("monarch", "you")),
        "there is no monarch": "no_monarch",
        "you don't have the city's blessing": ("not", ("city_blessing", "you")),
        "no creatures are on the battlefield": ("not", ("exists", Filter((("type", "creature"),
            ("zone", "battlefield"))))),
        "it's bargained": ("was", "bargained", "self"),
        "you've cast a noncreature spell this turn": did_happen("cast_this_turn", one(("not", ("type", "creature")))),
    },
    "what happened",
)  # fmt: skip


_kinds_shared = table(
    {"a creature type": "creature_type", "a color": "color", "a card type": "card_type"}, "what is shared"
)


def _whoever(ref: Term) -> Term:
    """Who attacked: `they` is a player here."""
    return Pronoun(ref.at, "that_player") if isinstance(ref, Pronoun) and ref.word == "them" else ref


_turn = one_of(
    form("{} shares|share {} with a|an {}", grammar.reference, _kinds_shared, grammar.noun,
        make=lambda r, k, f: ("is", r, one(("shares", k, ("each", f))))),
    form("{} left the battlefield this turn", some, make=lambda f: did_happen("left_this_turn", f)),
    form("a spell was warped this turn", give="warped_this_turn"),
    form("{} was put into {} graveyard from the battlefield this turn", some, grammar.possessive,
        make=lambda f, r: did_happen("died_this_turn", f, ("owner", r))),
    form("{} was put into {} graveyard from anywhere this turn", some, grammar.possessive,
        make=lambda f, r: did_happen("buried_this_turn", f, ("owner", r))),
    form("you had {} enter the battlefield under your control this turn", some,
        make=lambda f: ("entered_yours_this_turn", f)),
    form("{} or more {} entered the battlefield under your control this turn", number, grammar.noun,
        make=lambda n, f: ("compare", happened("entered_yours_this_turn", f), "greater_equal", n)),
    form("{} or more {} died this turn", number, grammar.noun,
        make=lambda n, f: ("compare", happened("died_this_turn", f), "greater_equal", n)),
    form("{} attacked or blocked this combat", grammar.reference,
        make=lambda r: ("is", r, one("attacked_or_blocked_this_combat"))),
    form("{} didn't attack you this|that turn", grammar.reference,
        make=lambda r: ("not", ("is", _whoever(r), one("attacked_you_this_turn")))),
    form("{} attacked you this|that turn", grammar.reference,
        make=lambda r: ("is", _whoever(r), one("attacked_you_this_turn"))),
    form("{} attacked this combat", grammar.reference, make=lambda r: ("is", r, one("attacked_this_combat"))),
    form("{} attacked or blocked this turn", grammar.reference,
        make=lambda r: ("is", r, one("attacked_or_blocked_this_turn"))),
    form("{} didn't attack this turn", grammar.reference, make=lambda r: ("not", ("is", r, one("attacked_this_turn")))),
    form("{} blocked this turn", grammar.reference, make=lambda r: ("is", r, one("blocked_this_turn"))),
    form("{} dealt damage this turn", grammar.reference, make=lambda r: ("is", r, one("dealt_damage_by_it_this_turn"))),
    form("{} dealt combat damage to a player this turn", grammar.reference,
        make=lambda r: ("is", r, one("dealt_combat_damage_to_player_this_turn"))),
    form("{} was dealt damage this turn", grammar.reference, make=lambda r: ("is", r, one("dealt_damage_this_turn"))),
    form("you attacked with {} or more creatures this turn", number,
        make=lambda n: ("compare", "creatures_attacked_with_this_turn", "greater_equal", n)),
    form("you attacked with {} this turn", some, make=lambda f: did_happen("attacked_with_this_turn", f)),
    form("{} shares|share a creature type with {}", grammar.reference, grammar.whom,
        make=lambda r, w: ("is", r, one(("shares", "creature_type", w)))),
    form("{} shares|share a color with {}", grammar.reference, grammar.whom,
        make=lambda r, w: ("is", r, one(("shares", "color", w)))),
    form("{} shares|share a card type with {}", grammar.reference, grammar.whom,
        make=lambda r, w: ("is", r, one(("shares", "card_type", w)))),
    form("the top card of your library is {}", being, make=lambda f: ("top_card_is", "library", f)),
    form("the top card of your graveyard is {}", being, make=lambda f: ("top_card_is", "graveyard", f)),
    form("{} is|are still {}", grammar.reference, being, make=lambda r, f: ("is", r, f)),
    form("{} and {} are on the battlefield", some, some,
        make=lambda a, b: ("all_of", Listed((("exists", a), ("exists", b))))),
    form("{} and {} are in your graveyard", some, some, make=lambda a, b: ("all_of", Listed(tuple(
        ("exists", f.also(("zone", "graveyard"), ("owner", "you"))) for f in (a, b))))),
    form("you own {} in exile with {}", some, with_phrase,
        make=lambda f, w: ("exists", Filter((*f.literals, ("zone", "exile"), ("owner", "you"), *w.literals)))),
    form("you own {}", some, make=lambda f: ("exists", f.also(("owner", "you")))),
    form("{} has died this turn", some, make=lambda f: did_happen("died_this_turn", f)),
    form("you've cast {} or more {} this turn", number, grammar.noun,
        make=lambda n, f: ("compare", happened("cast_this_turn", f), "greater_equal", n)),
)  # fmt: skip

_counts = one_of(
    form("you control {} or more {} with different {}", number, grammar.noun, _characteristics,
        make=lambda n, f, k: _different(n, f, k)),
    form("{} have total {} {}", grammar.noun, table({"power": "power", "toughness": "toughness"}, "power or toughness"),
        comparison, make=_total),
    form("{} you control have total power {}", grammar.noun, comparison,
        make=lambda f, t: _total(_mine(f), "power", t)),
    form("there are {} or more {} counters on {}", number, counter_kind, grammar.noun,
        make=lambda n, k, f: ("compare", ("total", ("counters", k), f), "greater_equal", n)),
    form("there are {} or more {} counters among {}", number, counter_kind, grammar.noun,
        make=lambda n, k, f: ("compare", ("total", ("counters", k), f), "greater_equal", n)),
    form("you control exactly {} {}", number, grammar.noun,
        make=lambda n, f: ("compare", ("count", _mine(f)), "equal", n)),
)  # fmt: skip


def _before_now(what: Term) -> Term:
    """What something was that had a quality: nothing that is only made by the same text."""
    if isinstance(what, Pronoun) and what.word.startswith(("the_", "that_")):
        return Pronoun(what.at, what.word + "_before")
    return what


_before = one_of(
    form("{} had {}", grammar.reference, with_phrase, make=lambda r, f: ("is", _before_now(r), f)),
    form("you controlled {} as you cast {}", some, _spell,
        make=lambda f, r: ("as_cast", ("exists", f.also(("controller", "you"))))),
    form("you controlled {}", grammar.reference, make=lambda r: ("is", r, one(("zone", "battlefield"), ("controller", "you")))),
    form("{} was beheld", some, make=lambda f: ("beheld", f)),
    form("{} dies this way", grammar.reference, make=lambda r: ("died_this_way", r)),
    form("{} is put into a graveyard this way", grammar.reference, make=lambda r: ("died_this_way", r)),
    form("it's your combat phase", give=("phase", "your_combat")),
)  # fmt: skip
"""Conditions about what was so before an instruction was followed."""
_of_some = one_of(
    form("{} is|are {}", some, being, make=lambda f, b: ("exists", both(f, b))),
    form("{} has|have {}", some, with_phrase, make=lambda f, w: ("exists", both(f, w))),
    form("{} has|have {} {} counters", grammar.reference, how_many, counter_kind,
        make=lambda r, n, k: ("compare", ("counters", r, k), *n)),
    form("{} is the most common color among all permanents or is tied for most common", _colors,
        make=lambda c: ("most_common_color", c)),
    form("{} shares a color with the most common color among all permanents or a color tied for most common",
        grammar.reference, make=lambda r: ("is", r, one("of_most_common_color"))),
    form("you've rolled {} dice this turn", how_many, make=lambda n: ("compare", "dice_rolled_this_turn", *n)),
    form("{} {} died under your control this turn", how_many, grammar.noun,
        make=lambda n, f: ("compare", happened("died_this_turn", f, ("controller", "you")), *n)),
    form("you attacked with creatures with total power {} this combat", comparison,
        make=lambda t: ("compare", "power_attacked_with_this_combat", *t)),
)  # fmt: skip
"""Conditions about some object: `an Aura you control is attached to a creature`, `a creature has a counter on it`."""

simple_condition.prefer(_half_life)
simple_condition.add(_more, _spent, _cards_hand, _past, _turn, _counts, _before, _of_some)

after_noun.add(
    form("paired with {}", grammar.reference, make=lambda r: one(("paired_with", r))),
    form("you've cast this turn", give=one("cast_by_you_this_turn")),
)
