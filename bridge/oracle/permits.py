"""Sentences that change what players may do, see, lose or keep: one word of statement each (CR 604.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .combat_parts import either_kind as _any_kind
from .combinators import Refuse, form, listed, many, mapped, maybe, one_of, table
from .conditions import while_clause
from .entering import counters_on_it, replacing
from .nouns import card_name, one
from .references import some
from .spending import stating
from .terms import Ability, Filter, Term, Text, each, replace_pronouns
from .values import number
from .words import counter_kind

_ANYONE = ("each", one("player"))
_players = one_of(
    form("players|each player", give=_ANYONE),
    form("your opponents|opponents", give="opponents"),
    form("each opponent", give="opponents"),
    form("you", give="you"),
    grammar.whom,
)
_when = maybe(
    one_of(
        form("during your turn", give="your_turn"),
        form("during combat", give="combat"),
        form("during each opponent's turn", give=("not", "your_turn")),
    )
)


def _cant_cast(who: Term, what: Filter, when: Any) -> list[Ability]:
    return stating(("cant_cast", who, what), [when] if when is not None else [])


_colors = table({c: c for c in ("white", "blue", "black", "red", "green", "colorless")}, "a colour")

every_so_often = one_of(
    form("once during each of your turns ,", give="your_turns"),
    form("once each turn ,", give="any_turn"),
)


def _zone(what: Filter) -> str:
    """The zone that a permission for spells opens."""
    return "graveyard" if ("cast_from", "graveyard") in what.literals else "any"


def opened(what: Filter) -> str:
    """The zone from which a permission lets spells be cast; refused where it names none."""
    if _zone(what) == "any":
        raise Refuse("where they are cast from")
    return _zone(what)


def _lands_or(lands: Filter, spells: Filter) -> Filter:
    """Land cards to be played, or spells."""
    kept = tuple(
        t for t in lands.literals if not (isinstance(t, tuple) and t[0] in ("zone", "owner", "controller"))
    )
    return Filter((), (Filter((*kept, "card"), lands.either), spells))


casting = one_of(
    form("{} can't cast {} {}", _players, grammar.noun, _when, make=_cant_cast),
    form("{} can't be cast", grammar.noun, make=lambda f: stating(("cant_cast", _ANYONE, f))),
    form("you can cast spells only during your turn and you can cast no more than {} {} each turn", number, grammar.noun,
        make=lambda n, f: [
            *stating(("cant_cast", "you", Filter((("zone", "stack"), "spell"))), [("not", "your_turn")]),
            *stating(("most_casts_each_turn", "you", n, f))]),
    form("you can cast spells only during your turn", give=stating(("cant_cast", "you", Filter((("zone", "stack"), "spell"))),
        [("not", "your_turn")])),
    form("{} can't cast more than {} {} each turn", _players, number, grammar.noun,
        make=lambda w, n, f: stating(("most_casts_each_turn", w, n, f))),
    form("{} can cast no more than {} {} each turn", _players, number, grammar.noun,
        make=lambda w, n, f: stating(("most_casts_each_turn", w, n, f))),
    form("{} can cast spells only any time they could cast a sorcery", _players,
        make=lambda w: stating(("sorcery_speed", w))),
    form("{} can cast no more than one {} each turn", _players, grammar.noun,
        make=lambda w, f: stating(("one_cast_each_turn", w, f))),
    form("any player may cast {} as though they had flash", grammar.noun,
        make=lambda f: stating(("cast_as_though", ("each", f), "flash"))),
    form("you may cast {} from among cards exiled with ~", grammar.noun,
        make=lambda f: stating(("play_from", "exiled_with_self", f))),
    form("you may play lands and cast spells from among cards exiled with ~",
        give=stating(("play_from", "exiled_with_self", Filter(("card",))))),
    form("you may play cards exiled with ~", give=stating(("play_from", "exiled_with_self", Filter(("card",))))),
    form("you may cast {} from your graveyard", grammar.noun, make=lambda f: stating(("play_from", "graveyard", f))),
    form("you may cast {}", grammar.noun, make=lambda f: stating(("play_from", opened(f), f))),
    form("you may play lands and cast {}", grammar.noun,
        make=lambda f: stating(("play_from", opened(f), Filter((), (Filter((("type", "land"), "card")), f))))),
    form("you may play lands and cast spells from your graveyard",
        give=stating(("play_from", "graveyard", Filter(("card",))))),
    form("{} you may cast a|an {} from the top of your library", every_so_often, grammar.noun,
        make=lambda w, f: stating(("plays_once", w, "top_of_library", "own_cost", f))),
    form("{} you may play {} or cast a|an {} from the top of your library", every_so_often, some, grammar.noun,
        make=lambda w, f, g: stating(("plays_once", w, "top_of_library", "own_cost", _lands_or(f, g)))),
    form("{} you may play {} or cast {}", every_so_often, some, some,
        make=lambda w, f, g: stating(("plays_once", w, opened(g), "own_cost", _lands_or(f, g)))),
    form("{} you may cast {} by paying life equal to its mana value rather than paying its mana cost", every_so_often, some,
        make=lambda w, f: stating(("plays_once", w, _zone(f), ("instead", ("life", ("mana_value", "self"))), f))),
    form("{} you may pay {0} rather than pay the mana cost for a|an {}", every_so_often, grammar.noun,
        make=lambda w, f: stating(("plays_once", w, "any", ("instead", "free"), f))),
    form("{} you may cast {}", every_so_often, some, make=lambda w, f: stating(("plays_once", w, opened(f), "own_cost", f))),
    form("you may cast {} without paying their mana costs", grammar.noun, make=lambda f: stating(("free", ("each", f)))),
    form("you may activate abilities of {} as though those creatures had haste", grammar.noun,
        make=lambda f: stating(("activate_as_though", ("each", f), "haste"))),
    form("players may spend mana as though it were mana of any color", give=stating(("any_color_mana", _ANYONE))),
)  # fmt: skip


def _at_least(what: Filter, least: int, cost: int) -> list[Ability]:
    if least != cost:
        raise Refuse("the same number")
    return stating(("cost_at_least", each(what), cost))


seeing = one_of(
    form("each {} that would cost less than {} mana to cast costs {} mana to cast", grammar.noun, number, number,
        make=_at_least),
    form("{} play with the top card of their libraries revealed", _players, make=lambda w: stating(("top_revealed", w))),
    form("{} play with their hands revealed", _players, make=lambda w: stating(("hand_revealed", w))),
    form("you may look at {} any time", grammar.whom, make=lambda w: stating(("look_at", "you", w))),
    form("you may look at cards exiled with ~", give=stating(("look_at", "you", ("exiled_with", "self")))),
    form("reveal the first card you draw each turn", give=stating(("reveals_first_draw", "you"))),
    form("a deck can have any number of cards named {}", card_name,
        make=lambda n: stating(("any_number_in_deck", Text(n)), zone="hand")),
)  # fmt: skip

losing = one_of(
    form("damage can't be prevented", give=stating(("damage_not_preventable", "any"))),
    form("damage that would be dealt by {} can't be prevented", grammar.whom,
        make=lambda w: stating(("damage_not_preventable", w))),
    form("combat damage that would be dealt by {} can't be prevented", grammar.whom,
        make=lambda w: stating(("combat_damage_not_preventable", w))),
    form("you don't lose unspent {} mana as steps and phases end", _colors,
        make=lambda c: stating(("mana_stays", "you", c))),
    form("players don't lose unspent {} mana as steps and phases end", _colors,
        make=lambda c: stating(("mana_stays", _ANYONE, c))),
    form("players don't lose unspent mana as steps and phases end", give=stating(("mana_stays", _ANYONE, "any"))),
    form("{} can't draw cards", _players, make=lambda w: stating(("cant_draw", w))),
    form("{} can't draw more than one card each turn", _players, make=lambda w: stating(("one_draw_each_turn", w))),
    form("{} can't play lands", _players, make=lambda w: stating(("cant_play_lands", w))),
    form("{} can't play more than one land each turn", _players, make=lambda w: stating(("one_land_each_turn", w))),
    form("{} can't search libraries", _players, make=lambda w: stating(("cant_search", w))),
    form("{} can't gain life", _players, make=lambda w: stating(("cant_gain_life", w))),
    form("{} can't lose life", _players, make=lambda w: stating(("cant_lose_life", w))),
    form("you can't lose the game and your opponents can't win the game",
        give=[Ability("static", statements=(("cant_lose", "you"), ("cant_win", "opponents")))]),
    form("you can't win the game and your opponents can't lose the game",
        give=[Ability("static", statements=(("cant_win", "you"), ("cant_lose", "opponents")))]),
    form("{} can't lose the game or win the game", _players,
        make=lambda w: [Ability("static", statements=(("cant_lose", w), ("cant_win", w)))]),
    form("{} can't lose the game", _players, make=lambda w: stating(("cant_lose", w))),
    form("{} can't win the game", _players, make=lambda w: stating(("cant_win", w))),
    form("{} can't get {} counters", _players, counter_kind, make=lambda w, k: stating(("cant_get_counters", w, k))),
    form("counters can't be put on {}", mapped(listed(grammar.noun, "and|or"), _any_kind),
        make=lambda f: stating(("cant_have_counters", each(f)))),
    form("{} can't get counters", _players, make=lambda w: stating(("cant_get_counters", w))),
    form("{} can't untap more than {} {} during their untap steps", _players, number, grammar.noun,
        make=lambda w, n, f: stating(("most_untapped", w, n, f))),
    form("{} can't cause you to {}", one_of(form("spells and abilities your opponents control", give="opponents")),
        one_of(form("sacrifice permanents", give=["sacrifice"]), form("discard cards or sacrifice permanents",
            give=["discard", "sacrifice"]), form("discard cards", give=["discard"])),
        make=lambda w, kinds: [a for k in kinds for a in stating((f"cant_be_made_to_{k}", "you", w))]),
    form("each player may play an additional land on each of their turns", give=stating(("additional_lands", _ANYONE, 1))),
    form("each player may play an additional land during each of their turns",
        give=stating(("additional_lands", _ANYONE, 1))),
    form("you may play {} additional lands during each of your turns", number,
        make=lambda n: stating(("additional_lands", "you", n))),
    form("you may play an additional land during each of your turns", give=stating(("additional_lands", "you", 1))),
    form("you may play any number of lands on each of your turns", give=stating(("additional_lands", "you", "any"))),
    form("while voting , you may vote an additional time", give=stating(("may_vote_again", "you", 1))),
    form("while voting , you get an additional vote", give=stating(("additional_votes", "you", 1))),
    form("{} entering don't cause abilities to trigger", grammar.noun, make=lambda f: stating(("no_enter_triggers", f))),
    form("{} enter|enters under your control", grammar.whom, make=lambda w: stating(("enters_yours", w))),
    form('the " legend rule " doesn\'t apply to {}', grammar.whom, make=lambda w: stating(("no_legend_rule", w))),
    form('the " legend rule " doesn\'t apply', give=stating(("no_legend_rule", "all"))),
    form("remove ~ from your deck before playing if you're not playing for ante", give=stating(("ante_only", "self"),
        zone="hand")),
    form("draft ~ face up", give=stating(("draft_face_up", "self"), zone="hand")),
    form("reveal ~ as you draft it", give=stating(("draft_revealed", "self"), zone="hand")),
)  # fmt: skip


def _helping(how: tuple[Any, ...]) -> list[Ability]:
    """What holds both for saddling and for crewing."""
    said = tuple((f"{deed}_with_{how[0]}", "self", *how[1:]) for deed in ("crews", "saddles"))
    return [Ability("static", statements=said)]


others = one_of(
    form("you may exert ~ as it attacks", give=stating(("may_exert", "self"))),
    form("you may exert ~ as it attacks . when you do , {}", grammar.body,
        make=lambda made: [*stating(("may_exert", "self")), _exerted(made)]),
    form("untap {} during each other player's untap step", grammar.whom, make=lambda w: stating(("untaps_always", w))),
    form("~ escapes with {}", counters_on_it, make=lambda c: replacing(("escapes", "self"), [c])),
    form("all damage that would be dealt to {} is dealt to {} instead", grammar.whom, grammar.reference,
        make=lambda a, b: replacing(("damage_to", a), [("redirect", b)])),
    form("damage that would reduce your life total to less than {} reduces it to {} instead", number, number,
        make=lambda a, b: replacing(("life_below", "you", a), [("life_becomes", b)])),
    form("~ saddles mounts and crews vehicles as though its power were {} greater", number,
        make=lambda n: _helping(("more", n))),
    form("~ crews vehicles as though its power were {} greater", number,
        make=lambda n: stating(("crews_with_more", "self", n))),
    form("~ saddles mounts and crews vehicles using its toughness rather than its power", give=_helping(("toughness",))),
    form("~ crews vehicles using its toughness rather than its power", give=stating(("crews_with_toughness", "self"))),
    form("~ can be attached only to {}", some, make=lambda f: stating(("attaches_only_to", "self", f))),
    form("you may have {} assign its|their combat damage as though it|they weren't blocked", grammar.whom,
        make=lambda w: stating(("may_assign_as_unblocked", w))),
    form("prevent all noncombat damage that would be dealt to {} {}", grammar.whom, many(while_clause),
        make=lambda w, c: replacing(("noncombat_damage_to", w), ["prevent"], c)),
    form("prevent all damage that would be dealt to {} by {}", grammar.whom, grammar.whom,
        make=lambda w, b: replacing(("damage_to_by", w, b), ["prevent"])),
    form("{} prevent all damage that would be dealt to {} by {}", form("{} ,", while_clause), grammar.whom, grammar.whom,
        make=lambda c, w, b: replacing(("would_deal_damage", replace_pronouns(b, w), "any", w), ["prevent"], [c])),
    form("{} prevent all damage that would be dealt to {}", form("{} ,", while_clause), grammar.whom,
        make=lambda c, w: replacing(("damage_to", w), ["prevent"], [c])),
    form("if you would begin your turn while ~ is tapped , you may skip that turn instead . if you do , untap ~",
        give=stating(("may_skip_turn", "you", ("untap", "self")), [("is", "self", one("tapped"))])),
    form("{} skip|skips their {}", _players, table({"untap step": "untap", "untap steps": "untap", "upkeep step": "upkeep",
        "upkeep steps": "upkeep", "draw step": "draw", "draw steps": "draw"}, "a step"),
        make=lambda w, s: stating(("skips_step", w, s))),
    form("skip your next {}", table({"untap step": "untap", "draw step": "draw"}, "a step"),
        make=lambda s: stating(("skips_next", "you", s))),
)  # fmt: skip


def _exerted(made: Any) -> Ability:
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=made)
    return replace(ability, kind="triggered", triggers=(("exerts", "you", "self"),))


grammar.static_sentences.add(casting, seeing, losing, others)
