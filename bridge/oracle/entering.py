"""Sentences about how objects enter (CR 614.1c-e, 614.12) and the like: replacement effects that change an event.

`replaces(Ab,I,Pattern,Instead)`: patterns enters(W), would_die(W) ...; instead tapped, with_counters(K,V), choose(Kind) ...
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .combinators import Refuse, form, listed, many, mapped, maybe, one_of, table
from .conditions import while_clause
from .costs import as_term
from .descriptions import exception
from .keywords import granted
from .references import some
from .tables import COLORS
from .terms import (
    Ability,
    Change,
    Filter,
    Pronoun,
    Term,
    conditions_of,
    map_pronouns,
    replace_pronouns,
    speaks_of_it,
)
from .values import for_each, number, quantity, scaled, where_x
from .words import counter_kind, keyword_name


def replacing(pattern: Term, instead: list[Term], conditions: list[Term] | None = None) -> list[Ability]:
    """A static ability that replaces an event."""
    held = tuple(replace_pronouns(c, "self") for part in conditions or [] for c in conditions_of(part))
    return [Ability("static", replaces=tuple((pattern, i) for i in instead), conditions=held)]


def _subject(whom: Term) -> Term:
    return whom


def _counters(amount: Term, kind: Term) -> Term:
    return ("with_counters", kind, amount)


_counter_word = "counter|counters on it|them|him|her"
_more = one_of(
    form("an additional {} counter on it|them {}", counter_kind, for_each, make=lambda k, v: _counters(v, k)),
    form("an additional {} counter on it|them", counter_kind, make=lambda k: _counters(1, k)),
    form("{} additional {} " + _counter_word, quantity, counter_kind, make=_counters),
    form("{} additional {} " + _counter_word + " {}", number, counter_kind, for_each,
        make=lambda n, k, v: _counters(scaled(n, v), k)),
)  # fmt: skip
counters_on_it = one_of(
    _more,
    form("{} {} " + _counter_word + " {}", quantity, counter_kind, for_each,
        make=lambda n, k, v: _counters(scaled(n, v), k)),
    form("{} {} " + _counter_word + " {}", quantity, counter_kind, where_x, make=lambda n, k, v: _counters(v, k)),
    form("twice x {} " + _counter_word, counter_kind, make=lambda k: _counters(("times", 2, "x"), k)),
    form("a number of {} " + _counter_word + " equal to {}", counter_kind, grammar.value,
        make=lambda k, v: _counters(v, k)),
    form("a number of additional {} " + _counter_word + " equal to {}", counter_kind, grammar.value,
        make=lambda k, v: _counters(v, k)),
    form("{} {} " + _counter_word, quantity, counter_kind, make=_counters),
    form("your choice of a {} counter or a {} counter on it", counter_kind, counter_kind,
        make=lambda a, b: ("either", _counters(1, a), _counters(1, b))),
    form("a {} counter on it", keyword_name, make=lambda k: _counters(1, k)),
    name="counters",
)  # fmt: skip


def _gains(made: list[Ability]) -> Term:
    changes = tuple(Change("ability", "self", ("grant", ability)) for ability in made)
    return ("gains", Ability("lasting", changes=changes))


one_counter = one_of(
    form("a|an {} counter", counter_kind, make=lambda k: _counters(1, k)),
    form("a|an {} counter", keyword_name, make=lambda k: _counters(1, k)),
    form("{} {} counters", number, counter_kind, make=_counters),
    form("{} {} counters", number, keyword_name, make=_counters),
)
entering_how = one_of(
    form("tapped and attacking", give=["tapped", "attacking"]),
    form("tapped with {}", counters_on_it, make=lambda c: ["tapped", c]),
    form("tapped and with {}", counters_on_it, make=lambda c: ["tapped", c]),
    form("tapped", give=["tapped"]),
    form("with {} and with {}", counters_on_it, counters_on_it, make=lambda a, b: [a, b]),
    form("with {} and with {}", counters_on_it, granted, make=lambda c, made: [c, _gains(made)]),
    form("with {} and with {}", granted, counters_on_it, make=lambda made, c: [_gains(made), c]),
    form("with {} and {}", counters_on_it, counters_on_it, make=lambda a, b: [a, b]),
    form("with {} on it|them", listed(one_counter, "and", 2), make=list),
    form("with {}", counters_on_it, make=lambda c: [c]),
    form("untapped", give=["untapped"]),
    form("prepared", give=["prepared"]),
    name="how it enters",
)


def _enters(whom: Term, how: list[Term], conditions: list[Term]) -> list[Ability]:
    if isinstance(whom, Pronoun):  # "If ~ was kicked, it enters ..."
        if whom.word != "it":
            raise Refuse("what the text spoke of before")
        whom = "self"
    if whom != "self" and speaks_of_it(tuple(conditions)):
        raise Refuse("a condition that is the same for all")
    stand_in = "self" if whom == "self" else "affected"
    how = [replace_pronouns(h, ("chosen", "player"), frozenset({"that_player"})) for h in how]
    return replacing(("enters", whom), [replace_pronouns(h, stand_in) for h in how], conditions)


def _enters_if(condition: Term, whom: Term, how: list[Term]) -> list[Ability]:
    return _enters(whom, how, [condition])


def _numbered(counters: Term) -> Term:
    """So many counters, in so many words."""
    if not isinstance(counters, tuple) or not isinstance(counters[-1], int):
        raise Refuse("a number")
    return counters


def _kept_out(whom: Term) -> list[Ability]:
    """`Lands can't enter`: as what they would be there; `creature cards in graveyards can't`: as what they are now."""
    if not isinstance(whom, tuple) or whom[0] != "each":
        raise Refuse("a group")
    if whom[1].has("zone") and ("zone", "battlefield") in whom[1].literals:
        return replacing(("enters", whom), ["cant_enter"])
    return [Ability("static", statements=(("cant_enter", whom),))]


_kinds = table(
    {
        "a color": "color", "a color word": "color", "a creature type": "creature_type", "a card type": "card_type", "a land type": "land_type",
        "a basic land type": "basic_land_type", "a player": "player", "an opponent": "opponent",
        "a card name": "name", "a nonland card name": "nonland_name", "a creature card name": "creature_name",
        "a number": "number", "odd or even": "parity", "a permanent type": "permanent_type",
        "a noncreature, nonland card name": "noncreature_nonland_name",
        "a creature type other than wall": "creature_type", "a land card name": "land_name", "an artifact type":
        "artifact_type", "a nonbasic land type": "nonbasic_land_type", "two colors": "two_colors",
        "a noncreature , nonland card name": "noncreature_nonland_name", "a nonland permanent name": "nonland_name",
    },
    "what is chosen",
)  # fmt: skip
_plain_choice = mapped(_kinds, lambda k: ("choose", k))
_choice = one_of(
    form("a color other than {}", table(COLORS, "a colour"), make=lambda c: ("choose_except", "color", c)),
    form("a number between {} and {}", number, number, make=lambda a, b: ("choose_number", a, b)),
    form("{} and {}", _kinds, _kinds, make=lambda a, b: ("choose_both", a, b)),
    _plain_choice,
    form("left or right", give=("choose", "direction")),
    form("{} you control", some, make=lambda f: ("choose_object", f.also(("controller", "you")))),
    name="what is chosen",
)


def _as_it(instead: list[Term]) -> list[Ability]:
    return replacing(("enters", "self"), instead)


def _plain_toll(cost: Term) -> Term:
    """What is paid as something enters without anything to choose but whether to pay."""
    if not isinstance(cost, tuple) or cost[0] not in ("life", "reveal"):
        raise Refuse("life or a card to reveal")
    return cost


_card_from_hand = one_of(
    mapped(listed(some, "or", 2), lambda fs: Filter((), tuple(fs))),
    form("a|an {} from your hand", grammar.noun),
)


def _copied(what: Filter, exception: Ability | None) -> Term:
    return ("copy_of", what) if exception is None else ("copy_of", what, exception)


_copy = one_of(
    form("a copy of {} {}", some, maybe(exception), make=_copied),
    form("a copy of any {} {}", grammar.noun, maybe(exception), make=_copied),
)


_COPIED = frozenset({"it", "that_card", "that_creature"})


def _copied_then(copy: Term, made: Any) -> Term:
    """`... . When you do, exile that card`: a trigger that speaks of what was copied (603.12)."""
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=tuple(made))
    told = tuple(
        map_pronouns(i, lambda p: "copied_original" if p.word in _COPIED else p) for i in ability.instructions
    )
    return ("copy_then", copy, replace(ability, kind="reflexive", instructions=told))


_copy_then = form("{} . when you do , {}", _copy, grammar.body, make=_copied_then)

_IF_NOT = "if you do , put ~ onto the battlefield . if you don't , put it into its owner's graveyard"
entering = one_of(
    form("as ~|it enters , choose {}", _choice, make=lambda c: _as_it([c])),
    form("as ~ enters , you may pay {} life . if you don't , it|~ enters tapped", number,
        make=lambda n: _as_it([("tapped_unless_paid", ("life", n))])),
    form("as ~ enters , you may {} . if you don't , it|~ enters tapped", grammar.cost,
        make=lambda c: _as_it([("tapped_unless_paid", _plain_toll(as_term(c)))])),
    form("as ~ enters , you may reveal {} . if you don't , it|~ enters tapped", some,
        make=lambda f: _as_it([("tapped_unless_paid", ("reveal", 1, f))])),
    form("as ~ enters , {}", grammar.cost, make=lambda c: _as_it([("pay", as_term(c))])) ,
    form("as ~ enters , you may {} . if you do , it|~ enters with {}", grammar.cost, counters_on_it,
        make=lambda c, k: _as_it([("pay_for", as_term(c), k)])),
    form("you may have ~ enter as {}", _copy_then, make=lambda c: _as_it([("may", c)])),
    form("you may have ~ enter as {}", _copy, make=lambda c: _as_it([("may", c)])),
    form("you may have ~ enter tapped as {}", _copy, make=lambda c: _as_it([("may", ("tapped_as", c))])),
    form("~ enters as {}", _copy, make=lambda c: _as_it([c])),
    form("if ~ would enter , {} instead . " + _IF_NOT, grammar.cost,
        make=lambda c: replacing(("enters", "self"), [("pay_or_graveyard", as_term(c), "must")])),
    form("if ~ would enter , you may {} instead . " + _IF_NOT, grammar.cost,
        make=lambda c: replacing(("enters", "self"), [("pay_or_graveyard", as_term(c), "may")])),
    form("{} enter as a copy of ~", grammar.whom, make=lambda w: replacing(("enters", w), [("copy_of", "self")])),
    form("{} enter tapped as a copy of ~", grammar.whom,
        make=lambda w: replacing(("enters", w), [("tapped_as", ("copy_of", "self"))])),
    form("if {} , {} enters|enter {}", grammar.condition, grammar.whom, entering_how, make=_enters_if),
    form("{} enters|enter {} {}", grammar.whom, entering_how, many(while_clause), make=_enters),
    form("as ~ enters , remove all counters from all {} . ~ enters with a {} counter on it for each counter removed this way",
        grammar.noun, counter_kind, make=lambda f, k: _as_it([("takes_counters", f, k)])),
    form("as ~ is turned face up , put {}", counters_on_it,
        make=lambda c: replacing(("as_turned_up", "self"), [_numbered(c)])),
    form("{} can't enter the battlefield", grammar.whom, make=lambda w: _kept_out(w)),
    name="how something enters",
)  # fmt: skip


def _from_sources(whom: Term, sources: Term, kind: str) -> list[Ability]:
    """Damage to something from some sources, which may be told by what it is itself: `by creatures it's blocking`."""
    if whom in ("self", "attached"):
        sources = replace_pronouns(sources, whom)
    elif speaks_of_it(sources):
        raise Refuse("sources that are the same for all")
    return replacing(("would_deal_damage", sources, kind, whom), ["prevent"])


_exile = one_of(
    form("if {} would be put into a graveyard from anywhere , exile it instead", grammar.whom,
        make=lambda w: replacing(("put_into_graveyard", w), ["exile"])),
    form("if {} would die , exile it instead", one_of(some, grammar.whom),
        make=lambda w: replacing(("dies", w), ["exile"])),
    form("if {} would be put into {} graveyard from anywhere , exile it|that card instead",
        one_of(some, grammar.whom), one_of(grammar.possessive, form("a", give="anyone")),
        make=lambda w, r: replacing(("put_into_graveyard_of", w, r), ["exile"])),
    form("if ~ would be put into a graveyard from anywhere , reveal ~ and shuffle it into its owner's library instead",
        give=replacing(("put_into_graveyard", "self"), ["reveal_and_shuffle_into_library"])),
    form("if ~ would leave the battlefield , exile it instead of putting it anywhere else",
        give=replacing(("leaves", "self"), ["exile"])),
    form("if you would gain life , you gain twice that much life instead",
        give=replacing(("gains_life", "you"), [("times", 2, "that_much")])),
    form("if you would draw a card , draw two cards instead", give=replacing(("draws", "you"), [("draw", 2)])),
    form("prevent all damage that would be dealt to {} by {}", grammar.whom, grammar.whom,
        make=lambda w, b: _from_sources(w, b, "any")),
    form("prevent all combat damage that would be dealt to {} by {}", grammar.whom, grammar.whom,
        make=lambda w, b: _from_sources(w, b, "combat")),
    form("prevent all damage that would be dealt to {}", grammar.whom,
        make=lambda w: replacing(("damage_to", w), ["prevent"])),
    form("prevent all damage that would be dealt by {}", grammar.whom,
        make=lambda w: replacing(("damage_by", w), ["prevent"])),
    form("prevent all combat damage that would be dealt to {}", grammar.whom,
        make=lambda w: replacing(("combat_damage_to", w), ["prevent"])),
    form("prevent all combat damage that would be dealt to and dealt by {}", grammar.whom,
        make=lambda w: [Ability("static", replaces=((("combat_damage_to", w), "prevent"),
                                                    (("combat_damage_by", w), "prevent")))]),
    form("prevent all combat damage that would be dealt by {}", grammar.whom,
        make=lambda w: replacing(("combat_damage_by", w), ["prevent"])),
    form("prevent all damage that would be dealt to and dealt by {}", grammar.whom,
        make=lambda w: [Ability("static", replaces=((("damage_to", w), "prevent"), (("damage_by", w), "prevent")))]),
)  # fmt: skip

grammar.static_sentences.add(entering, _exile)
