"""Costs (CR 118, 601.2f, 602.1a): what stands before the colon of an ability, after "ward-", "unless you pay"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar, mana
from .combinators import (
    Refuse,
    Rule,
    form,
    listed,
    many,
    mapped,
    matching,
    one_of,
    word,
)
from .references import some
from .terms import Filter, Listed, Term
from .values import number, quantity
from .words import counter_kind


def _mana_symbol(text: str) -> Term | None:
    return mana.symbol(text[1:-1]) if text[0] == "{" else None


mana_symbol = matching(_mana_symbol, "a mana symbol")
mana_cost = mapped(many(mana_symbol, 1), lambda symbols: ("mana", Listed(tuple(symbols))))
"""`{2}{R}` -> ("mana", Listed)."""

_tap = matching(lambda w: {"{T}": "tap", "{Q}": "untap"}.get(w), "{T}")
_energy = mapped(
    many(matching(lambda w: w if w == "{E}" else None, "{E}"), 1), lambda found: ("energy", len(found))
)


def _loyalty(text: str) -> Term | None:
    if text[0] in "+-" and (text[1:].isdigit() or text[1:] == "x"):
        amount: Term = int(text[1:]) if text[1:].isdigit() else "x"
        return ("loyalty", amount if text[0] == "+" else ("minus", 0, amount))
    return ("loyalty", 0) if text == "0" else None


loyalty_cost = matching(_loyalty, "a loyalty cost")

_zone_word = word("hand", "graveyard", "library")


def here(what: Filter) -> Filter:
    """Among what you control, where the text says nothing else (701.21a, 118.3)."""
    return what if what.has("controller") else what.also(("controller", "you"))


def _count_of(n: Term, what: Filter) -> Filter:
    return here(what)


_other_noun = one_of(
    form("other {}", grammar.noun, make=lambda f: f.also("other")),
    grammar.noun,
)
_sacrificed = one_of(
    form("~~", give=("sacrifice", "granter")),
    form("~", give=("sacrifice", "self")),
    form("it", give=("sacrifice", "self")),
    form("enchanted|equipped creature|permanent|land|artifact", give=("sacrifice", "attached")),
    form("x {}", _other_noun, make=lambda f: ("sacrifice", "x", here(f))),
    form("{} {}", number, _other_noun, make=lambda n, f: ("sacrifice", n, here(f))),
    form("any number of {}", _other_noun, make=lambda f: ("sacrifice", "any", here(f))),
    form("one or more {}", _other_noun, make=lambda f: ("sacrifice", "one_or_more", here(f))),
    form("all {} you control", grammar.noun, make=lambda f: ("sacrifice", "all", here(f))),
    mapped(
        listed(some, "and", 2),
        lambda fs: ("all_costs", Listed(tuple(("sacrifice", 1, here(f)) for f in fs))),
    ),
    form("{} or {}", some, some, make=lambda a, b: ("sacrifice", 1, Filter((), (here(a), here(b))))),
    mapped(some, lambda f: ("sacrifice", 1, here(f))),
    name="what is sacrificed",
)
_discarded = one_of(
    form("~", give=("discard", "self")),
    form("your hand", give=("discard", "hand")),
    form("a card at random", give=("discard_at_random", 1)),
    form("{} {} at random", quantity, grammar.noun, make=lambda n, f: ("discard_at_random", n, f)),
    form("x {}", grammar.noun, make=lambda f: ("discard", "x", f)),
    form("{} {}", number, grammar.noun, make=lambda n, f: ("discard", n, f)),
    mapped(some, lambda f: ("discard", 1, f)),
    name="what is discarded",
)


def _from_zone(what: Filter) -> Filter:
    return what if what.has("zone") else what.also(("zone", "battlefield"))


_exiled = one_of(
    form("~ from your {}", word("graveyard", "hand"), make=lambda zone: ("exile", ("self_from", zone))),
    form("~", give=("exile", "self")),
    form("the top card of your library", give=("exile_top", 1)),
    form(
        "the top {} of your graveyard",
        grammar.noun,
        make=lambda f: (
            "exile",
            1,
            Filter((*f.literals, ("zone", "graveyard"), ("owner", "you"), ("topmost", f)), f.either),
        ),
    ),
    form("the top {} cards of your library", quantity, make=lambda n: ("exile_top", n)),
    form("{} or more {}", number, _other_noun, make=lambda n, f: ("exile", ("at_least", n), f)),
    form("{} {}", quantity, _other_noun, make=lambda n, f: ("exile", n, _yours(f))),
    form("any number of {}", _other_noun, make=lambda f: ("exile", "any", _yours(f))),
    form("another {}", grammar.noun, make=lambda f: ("exile", 1, _yours(f.also("other")))),
    name="what is exiled",
)


def _yours(what: Filter) -> Filter:
    if what.has("zone") and ("zone", "battlefield") in what.literals:
        return here(what)
    return what


_tapped = one_of(
    form("~~", give=("tap_it", "granter")),
    form(
        "an untapped {} not declared as an attacking or blocking creature this combat",
        grammar.noun,
        make=lambda f: ("tap", 1, f.also(("not", "tapped"), ("not", "attacking"), ("not", "blocking"))),
    ),
    form("enchanted|equipped creature|permanent|land|artifact", give=("tap_it", "attached")),
    form("x untapped {}", grammar.noun, make=lambda f: ("tap", "x", f.also(("not", "tapped")))),
    form("another untapped {}", grammar.noun, make=lambda f: ("tap", 1, f.also(("not", "tapped"), "other"))),
    form(
        "{} other untapped {}",
        number,
        grammar.noun,
        make=lambda n, f: ("tap", n, f.also(("not", "tapped"), "other")),
    ),
    form("{} untapped {}", number, _other_noun, make=lambda n, f: ("tap", n, f.also(("not", "tapped")))),
    form("an untapped {}", grammar.noun, make=lambda f: ("tap", 1, f.also(("not", "tapped")))),
    form("any number of untapped {}", grammar.noun, make=lambda f: ("tap", "any", f.also(("not", "tapped")))),
    form(
        "one or more untapped {}",
        grammar.noun,
        make=lambda f: ("tap", "one_or_more", f.also(("not", "tapped"))),
    ),
    name="what is tapped",
)

_removed = one_of(
    form("x {} counters from {}", counter_kind, grammar.reference, make=lambda k, r: ("remove_counters", r, k, "x")),
    form("a|an|one {} counter from {}", counter_kind, grammar.reference,
        make=lambda k, r: ("remove_counters", r, k, 1)),
    form("{} {} counters from {}", number, counter_kind, grammar.reference,
        make=lambda n, k, r: ("remove_counters", r, k, n)),
    form("any number of {} counters from {}", counter_kind, grammar.reference,
        make=lambda k, r: ("remove_counters", r, k, "any")),
    form("one or more {} counters from {}", counter_kind, grammar.reference,
        make=lambda k, r: ("remove_counters", r, k, "one_or_more")),
    form("one or more {} counters from among {}", counter_kind, grammar.noun,
        make=lambda k, f: ("remove_counters", ("among", f), k, "one_or_more")),
    form("all {} counters from {}", counter_kind, grammar.reference,
        make=lambda k, r: ("remove_counters", r, k, "all")),
    form("a counter from {}", grammar.reference, make=lambda r: ("remove_counters", r, "any", 1)),
    form("a|an {} counter from {}", counter_kind, some, make=lambda k, f: ("remove_counters", ("one_of", f), k, 1)),
    form("a counter from {}", some, make=lambda f: ("remove_counters", ("one_of", f), "any", 1)),
    form("{} {} counters from among {}", quantity, counter_kind, grammar.noun,
        make=lambda n, k, f: ("remove_counters", ("among", f), k, n)),
    form("{} counters from among {}", quantity, grammar.noun,
        make=lambda n, f: ("remove_counters", ("among", f), "any", n)),
    name="the counters removed",
)  # fmt: skip

_returned = one_of(
    form("~ to its owner's hand", give=("return_to_hand", "self")),
    form("{} {} to its|their owner's hand", quantity, _other_noun, make=lambda n, f: ("return_to_hand", n, here(f))),
    form("another {} to its owner's hand", grammar.noun,
        make=lambda f: ("return_to_hand", 1, here(f.also("other")))),
)  # fmt: skip

_life = one_of(
    form("pay {} life", grammar.value, make=lambda n: ("life", n)),
    form("pay life equal to {}", grammar.value, make=lambda n: ("life", n)),
    form("pay half your life , rounded up", give=("life", ("half_up", ("life", "you")))),
)


def _wherever(what: Filter) -> Filter:
    """Objects as well as cards: what is beheld may be in a hand."""
    return replace(what, literals=tuple(it for it in what.literals if it != ("zone", "battlefield")))


def _revealed(amount: Term, what: Filter) -> Term:
    """Only cards in a hand can be revealed as a cost."""
    if ("zone", "hand") not in what.literals:
        raise Refuse("from your hand")
    return ("reveal", amount, what)


def _put_back(amount: Term, what: Filter) -> Term:
    """Exiled cards, which go to their owners' graveyards."""
    if ("zone", "exile") not in what.literals or not what.has("owner"):
        raise Refuse("cards from exile")
    return ("put_back", amount, what)


deed_cost = one_of(
    form("behold {} {}", quantity, grammar.noun, make=lambda n, f: ("behold", n, _wherever(f))),
    form("collect evidence {}", number, make=lambda n: ("collect_evidence", n)),
    form("blight {}", quantity, make=lambda n: ("blight", n)),
    form("forage", give="forage"),
    name="a deed that is a cost",
)
"""What is paid by doing, where an effect asks for it too (701.4, 701.59, 701.61, 701.68)."""
cost_part = one_of(
    mana_cost,
    _tap,
    _energy,
    loyalty_cost,
    form("pay {} and {} life", mana_cost, number, make=lambda c, n: ("all_costs", Listed((c, ("life", n))))),
    form("pay {}", mana_cost),
    form("pay {} {}", number, word("{E}"), make=lambda n, e: ("energy", n)),
    form("pay {} {}", number, word("{C}"), make=lambda n, c: ("mana", Listed(("colorless",) * n))),
    form("draw a card", give=("draw", 1)),
    form("flip a coin", give="flip_coin"),
    form("add {}", mana_cost, make=lambda c: ("add_mana", c)),
    form("an opponent gains {} life", number, make=lambda n: ("opponent_gains_life", n)),
    form("pay {}", _energy),
    form("pay an amount of {} equal to {}", word("{E}"), grammar.value, make=lambda e, v: ("energy", v)),
    form("pay x {}", word("{E}"), give=("energy", "x")),
    form("pay any amount of {}", matching(lambda w: w if w == "{E}" else None, "{E}"), give=("energy", "any")),
    _life,
    form("sacrifice {}", _sacrificed),
    form("discard {}", _discarded),
    form("exile {}", _exiled),
    form("tap {}", _tapped),
    form("untap a tapped {}", grammar.noun, make=lambda f: ("untap", 1, f.also("tapped"))),
    form("untap {} tapped {}", number, grammar.noun, make=lambda n, f: ("untap", n, f.also("tapped"))),
    form("remove {}", _removed),
    form("return {}", _returned),
    form("reveal ~ from your hand", give=("reveal", "self")),
    form("reveal {} {}", quantity, grammar.noun, make=_revealed),
    form("put {} {} into {} graveyard|graveyards", quantity, grammar.noun, grammar.possessive, make=lambda n, f, r: _put_back(n, f)),
    form("put {} {} counter|counters on {}", quantity, counter_kind, grammar.reference,
        make=lambda n, k, r: ("put_counters", r, k, n)),
    form("put {} {} counter|counters on {}", quantity, counter_kind, some,
        make=lambda n, k, f: ("put_counters", ("one_of", f), k, n)),
    form("mill {} cards", quantity, make=lambda n: ("mill", n)),
    form("mill a card", give=("mill", 1)),
    form("exert ~", give=("exert", "self")),
    form("unattach ~", give=("unattach", "self")),
    form("unattach ~~", give=("unattach", "granter")),
    form("waterbend {}", mana_cost, make=lambda c: ("waterbend", c)),
    deed_cost,
    name="a cost",
)  # fmt: skip
"""One cost -> Term."""


def _flat(parts: list[Term]) -> tuple[Term, ...]:
    flat: list[Term] = []
    for part in parts:
        if isinstance(part, tuple) and part[0] == "all_costs":
            flat.extend(part[1].items)
        else:
            flat.append(part)
    return tuple(flat)


_costs = mapped(listed(cost_part, "and"), _flat)


def _comma_costs(stream: Any, at: int) -> Any:
    """Costs joined by commas alone, as before a colon."""
    from parsy import Result

    values: list[Term] = []
    index = end = at
    while True:
        result = cost_part(stream, index)
        if not result.status:
            return (
                result if not values else Result(True, end, _flat(values), result.furthest, result.expected)
            )
        values.append(result.value)
        end = result.index
        if (end < len(stream) and stream[end] == ",") or (end < len(stream) and stream[end] == "and"):
            index = end + 1
        else:
            return Result(True, end, _flat(values), result.furthest, result.expected)


_either_mana = form("{} , {} or {} , {}", mana_cost, word("{T}", "{t}"), mana_cost, word("{T}", "{t}"),
    make=lambda a, t, b, u: (("or", a, b), "tap"))  # fmt: skip
"""`{3}, {T} or {U}, {T}`."""
grammar._cost.define(one_of(_either_mana, Rule(_comma_costs)))


def as_term(costs: tuple[Term, ...]) -> Term:
    """One term for costs where the vocabulary has one place: the cost itself, or `costs(List)`."""
    return costs[0] if len(costs) == 1 else ("costs", Listed(costs))


def payers_own(cost: Term) -> Term:
    """A cost that someone else pays: it takes what that player controls, which needs no saying (118.3)."""
    if isinstance(cost, Filter):
        own = ("controller", "you")
        return Filter(tuple(t for t in cost.literals if t != own), tuple(payers_own(f) for f in cost.either))
    if isinstance(cost, Listed):
        return Listed(tuple(map(payers_own, cost.items)))
    return tuple(payers_own(t) for t in cost) if isinstance(cost, tuple) else cost


_third_person = one_of(
    form("pays|pay {}", mana_cost),
    form("pays|pay {} life", grammar.value, make=lambda n: ("life", n)),
    form("sacrifices|sacrifice {} of their choice", _sacrificed, make=payers_own),
    form("sacrifices|sacrifice {}", _sacrificed, make=payers_own),
    form("discards|discard their hand", give=("discard", "hand")),
    form("discards|discard {}", _discarded),
    form("exiles|exile {} {}", quantity, _other_noun, make=lambda n, f: ("exile", n, f)),
    name="a cost",
)
third_person_cost = one_of(
    form("{} or {}", _third_person, _third_person, make=lambda a, b: ("or", a, b)),
    _third_person,
)
"""What another player pays, after "unless that player" -> Cost."""


def times_mana(cost: Term, by: Term) -> Term:
    """Generic mana for each of something, as one cost."""
    if cost[0] == "mana" and len(cost[1].items) == 1:
        symbol = cost[1].items[0]
        if isinstance(symbol, tuple) and symbol[0] == "generic":
            return ("mana_worth", by if symbol[1] == 1 else ("times", symbol[1], by))
    raise Refuse("generic mana")
