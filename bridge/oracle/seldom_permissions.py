"""Seldom permissions and prohibitions: from where cards are played, what isn't played, paid or activated, when spells cost more (CR 305, 601)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .after_nouns import after_noun
from .clauses import OPPONENT, doing
from .combinators import Refuse, form, maybe, one_of, position
from .conditions import simple_condition, while_clause
from .costs import mana_cost
from .entering import counters_on_it, replacing
from .nouns import one
from .parts import Part
from .phrases import verbs
from .spending import stating
from .statics import make_static
from .tables import CLASS_OF
from .terms import Ability, Filter, Mention, Term, each
from .values import for_each, number, scaled
from .words import counter_kind

_ANYONE = each(one("player"))
_players = one_of(
    form("players", give=_ANYONE),
    form("each player", give=_ANYONE),
    form("your opponents", give="opponents"),
    form("opponents", give="opponents"),
    form("each opponent", give="opponents"),
    form("you", give="you"),
)
_LAND_TYPES = frozenset(sub for sub, kind in CLASS_OF.items() if kind == "land")
_LANDS = Filter((("type", "land"), "card"))

# --- whose spells ----------------------------------------------------------------------------------------------------------------

after_noun.prefer(
    form("you cast but don't own", give=one(("controller", "you"), ("not", ("owner", "you")))),
    form("enchanted player casts", give=one(("controller", "attached"))),
)

# --- from where -------------------------------------------------------------------------------------------------------------------


def _land_cards(what: Filter) -> Filter:
    """Lands that lie somewhere, as cards: `nonbasic lands`."""
    kept = [t for t in what.literals if t != ("zone", "battlefield")]
    if len(kept) == len(what.literals) or ("type", "land") not in kept or len(kept) == 1:
        raise Refuse("such lands")
    return Filter((*kept, "card"), what.either)


def _buried_lands(what: Filter) -> Filter:
    """`Forests from your graveyard`."""
    where = {("zone", "graveyard"), ("owner", "you")}
    if not where <= set(what.literals):
        raise Refuse("lands from your graveyard")
    kept = tuple(t for t in what.literals if t not in where)
    named = ("type", "land") in kept or any(t[:1] == ("subtype",) and t[1] in _LAND_TYPES for t in kept)
    if not named:
        raise Refuse("lands")
    rest = () if ("type", "land") in kept else (("type", "land"),)
    return Filter((*kept, *rest, "card"), what.either)


_exiled_so = one_of(form("cards exiled with ~"), form("the cards exiled with ~"))

grammar.static_sentences.prefer(
    form("you may play cards from your graveyard", give=stating(("play_from", "graveyard", Filter(("card",))))),
    form("you may play {}", grammar.noun, make=lambda f: stating(("play_from", "graveyard", _buried_lands(f)))),
    form("you may play lands from among {}", _exiled_so, give=stating(("play_from", "exiled_with_self", _LANDS))),
    form("you may look at {} , and you may play lands and cast spells from among those cards", _exiled_so, give=[
        *stating(("look_at", "you", ("exiled_with", "self"))),
        *stating(("play_from", "exiled_with_self", Filter(("card",))))]),
    form("you may play historic lands and cast {} from the top of your library", grammar.noun,
        make=lambda f: stating(("play_from", "top_of_library", Filter((), (_LANDS.also("historic"), f))))),
    form("you can't play lands or cast spells from your hand", give=[
        *stating(("cant_play", "you", _LANDS.also(("zone", "hand")))),
        *stating(("cant_cast", "you", one(("zone", "stack"), "spell", ("cast_from", "hand"))))]),
    form("{} can't play land cards from graveyards", _players,
        make=lambda w: stating(("cant_play", w, _LANDS.also(("zone", "graveyard"))))),
    form("{} can't play {}", _players, grammar.noun, make=lambda w, f: stating(("cant_play", w, _land_cards(f)))),
    form("{} can't activate planeswalkers' loyalty abilities", _players,
        make=lambda w: stating(("cant_activate_kind", w, "loyalty"))),
    form("{} can't pay life or sacrifice {} to cast spells or activate abilities", _players, grammar.noun,
        make=lambda w, f: [Ability("static", statements=(("cant_pay_life", w), ("cant_pay_with", w, f)))]),
)  # fmt: skip

# --- early turns ----------------------------------------------------------------------------------------------------------------------

_EARLY: Term = ("early_turn", 3)
simple_condition.prefer(form("it's your first , second , or third turn of the game", give=_EARLY))
grammar.static_sentences.prefer(
    form("you can't cast ~ during your first , second , or third turns of the game",
        give=stating(("cast_only", "self", ("condition", ("not", _EARLY))), zone="stack")),
)  # fmt: skip

# --- costs --------------------------------------------------------------------------------------------------------------------------


def _of_active(what: Filter, negative: bool) -> Term:
    literal: Term = ("controller", "active_player")
    return each(what.also(("not", literal) if negative else literal))


def _cheaper_and(what: Filter, cost: Term, part: Part) -> list[Ability]:
    """`Spells with flash you cast cost {1} less to cast and can't be countered.`"""
    return [*stating(("cost_less", each(what), cost)), *make_static(each(what), part, [])]


grammar.static_sentences.prefer(
    form("each {} costs {} more to cast except during its controller's turn", grammar.noun, mana_cost,
        make=lambda f, c: stating(("cost_more", _of_active(f, True), c))),
    form("{} cost|costs {} less to cast and {}", grammar.noun, mana_cost, verbs, make=_cheaper_and),
    form("{} during your turn cost|costs {} more to cast", grammar.noun, mana_cost,
        make=lambda f, c: stating(("cost_more", each(f), c), ["your_turn"])),
)  # fmt: skip


def _twice_less(a: Term, first: Term, b: Term, second: Term) -> list[Ability]:
    """`This spell costs {1} less to cast if ... and {1} less to cast if ...`"""
    return [
        *stating(("cost_less", "self", a), [first], "stack"),
        *stating(("cost_less", "self", b), [second], "stack"),
    ]


grammar.static_sentences.prefer(
    form("~ costs {} less to cast if {} and {} less to cast if {}", mana_cost, grammar.condition, mana_cost,
        grammar.condition, make=_twice_less),
    form("~ costs {} less to cast if {} . it also costs {} less to cast if {}", mana_cost, grammar.condition, mana_cost,
        grammar.condition, make=_twice_less),
    form("during each opponent's end step , you may cast {} as though they had flash", grammar.noun,
        make=lambda f: stating(("cast_as_though", each(f.also(("controller", "you"))), "flash"),
            [("not", "your_turn"), ("step", "end")])),
)  # fmt: skip
_how_often = one_of(form("each turn", give="any_turn"), form("during each of your turns", give="your_turns"))
grammar.static_sentences.prefer(
    form("you may pay {0} rather than pay the equip cost of the first equip ability you activate {}", _how_often,
        make=lambda w: stating(("waives", "equip", w))),
    form("you may pay {0} rather than pay the cycling cost of the first card you cycle {}", _how_often,
        make=lambda w: stating(("waives", "cycling", w))),
)  # fmt: skip

# --- what doesn't trigger, or triggers again ------------------------------------------------------------------------------------------

_DUNGEONS = one(("type", "dungeon"), ("zone", "command"), ("owner", "you"))
grammar.static_sentences.prefer(
    form("{} entering or dying don't cause abilities to trigger", grammar.noun, make=lambda f: [
        *stating(("no_enter_triggers", f)), *stating(("no_die_triggers", f))]),
    form("{} entering don't cause abilities of {} to trigger", grammar.noun, grammar.noun,
        make=lambda f, g: stating(("no_enter_triggers_of", f, g))),
    form("room abilities of dungeons you own trigger an additional time",
        give=replacing(("triggers", _DUNGEONS), ["trigger_again"])),
    form("permanents can't phase in", give=stating(("cant_phase_in", "all"))),
)  # fmt: skip

# --- fateseal -------------------------------------------------------------------------------------------------------------------------


def _fateseal(at: int, number_: Term) -> Any:
    """701.29a: the library of an opponent whom the player chooses."""
    whose = Mention(at, "chosen_ones", OPPONENT)
    return lambda who: [("choose_some", who, 1, 1, OPPONENT, whose), ("fateseal", who, number_, whose)]


doing.prefer(form("{} fateseal|fateseals {}", position(), number, make=_fateseal))

# --- damage, counters ---------------------------------------------------------------------------------------------------------------

_FROM_GRAVEYARD: Term = ("is", "self", one(("cast_from", "graveyard")))


def _comes_with(condition: Any, counters: Term) -> list[Ability]:
    """`You may cast this card from your graveyard. If you do, it enters with ...`"""
    held = [condition] if condition is not None else []
    return [
        *stating(("cast_from", "self", "graveyard"), held, "graveyard"),
        *replacing(("enters", "self"), [counters], [_FROM_GRAVEYARD]),
    ]


grammar.static_sentences.prefer(
    form("you may cast ~ from your graveyard {} . if you do , it|~ enters with {}", maybe(while_clause), counters_on_it,
        make=_comes_with),
    form("~ enters with {} . it escapes with {} instead", counters_on_it, counters_on_it, make=lambda c, d: [
        *replacing(("enters", "self"), [c], [("not", ("cost_paid", "escape"))]), *replacing(("escapes", "self"), [d])]),
)  # fmt: skip
grammar.static_sentences.prefer(
    form("prevent all damage that ~ would deal to {}", grammar.noun,
        make=lambda f: replacing(("would_deal_damage", "self", "any", f), ["prevent"])),
)  # fmt: skip


def _and_more(kind: Any, again: Any, each_: Term) -> Term:
    """`a +1/+1 counter on it plus an additional +1/+1 counter on it for each ...`"""
    if kind != again:
        raise Refuse("counters of the same kind")
    return ("with_counters", kind, ("plus", 1, scaled(1, each_)))


counters_on_it.prefer(
    form("a|an {} counter on it plus an additional {} counter on it {}", counter_kind, counter_kind, for_each,
        make=_and_more),
    form("an additional {} counter on him|her {}", counter_kind, for_each, make=lambda k, v: ("with_counters", k, v)),
)  # fmt: skip
