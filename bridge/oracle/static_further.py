"""Further static sentences, and what they count: unspent mana, things devoured, what attacked a battle, hand sizes (CR 604)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, form, listed, mapped, one_of, table
from .conditions import simple_condition, while_clause
from .descriptions import is_phrase, type_list
from .entering import counters_on_it, entering_how
from .keywords import numbered, without_battlefield
from .nouns import one
from .parts import change
from .phrases import verbs
from .qualities import kind_predicate, with_phrase
from .spending import costs, stating
from .statics import make_static
from .tables import COLORS
from .terms import (
    Ability,
    Change,
    Filter,
    Listed,
    Term,
    conditions_of,
    each,
    keyword_ability,
    replace_pronouns,
    substitute,
)
from .values import counting, number, where_x
from .words import counter_kind

_ANYONE = each(one("player"))

# --- two things at once --------------------------------------------------------------------------------------------------------


def _and_costs(condition: Term, whom: Term, part: Any, cheaper: list[Ability]) -> list[Ability]:
    """`During your turn, creatures you control have first strike and equip abilities you activate cost {1} less.`"""
    held = tuple(conditions_of(condition))
    more = [Ability("static", statements=a.statements, conditions=(*held, *a.conditions)) for a in cheaper]
    return [*make_static(whom, part, [condition]), *more]


grammar.static_sentences.prefer(
    form("{} , {} {} and {}", while_clause, grammar.whom, verbs, costs, make=_and_costs),
)

# --- spells of a turn ------------------------------------------------------------------------------------------------------------


def _no_second(first: Filter, second: Filter) -> list[Ability]:
    if first != second:
        raise Refuse("the same spells")
    return stating(("one_cast_each_turn", _ANYONE, first))


grammar.static_sentences.prefer(
    form(
        "each player who has cast a|an {} this turn can't cast additional {}",
        grammar.noun,
        grammar.noun,
        make=_no_second,
    ),
)

# --- what is counted and asked -----------------------------------------------------------------------------------------------------

_it = one_of(form("it"), form("~"))
counting.prefer(
    form("creature|creatures {} devoured", _it, make=lambda it: ("paid_as_entered", "devoured")),
    form("unspent {} mana you have", table(COLORS, "a colour"), make=lambda c: ("unspent", c)),
)
simple_condition.prefer(
    form("~|it attacked a battle this turn", give=("is", "self", one("attacked_battle_this_turn"))),
    form(
        "~|it devoured a creature",
        give=("compare", ("paid_as_entered", "devoured"), "greater_equal", 1),
    ),
)
numbered.prefer(
    form(
        "devour x , where x is the number of creatures devoured this way",
        give=[keyword_ability("devour", "so_many")],
    ),
)
_one_of_three = one_of(
    form("are {}", mapped(kind_predicate, without_battlefield)),
    form("have|has {}", with_phrase),
    mapped(kind_predicate, without_battlefield),
)


def _any(found: list[Filter]) -> Filter:
    return Filter((), tuple(found))


_those = listed(_one_of_three, "and/or", 3)
after_noun.prefer(form("that {}", _those, make=_any))
counting.prefer(
    form(
        "cards in {} graveyard that {}",
        grammar.possessive,
        _those,
        make=lambda r, fs: ("count", Filter(("card", ("zone", "graveyard"), ("owner", r)), tuple(fs))),
    ),
)

# --- hand sizes --------------------------------------------------------------------------------------------------------------------


def _hand_less(least: int, among: Filter, whose: Term, size: int) -> list[Ability]:
    """`... maximum hand size is equal to seven minus the number of those card types`, of the cards that the condition counts."""
    types = ("distinct", "card_types", among)
    condition = ("compare", types, "greater_equal", least)
    return stating(("maximum_hand_size", whose, ("minus", size, types)), [condition])


grammar.static_sentences.prefer(
    form(
        "as long as there are {} or more card types among {} , {} maximum hand size is equal to {} minus the number of "
        "those card types",
        number,
        grammar.noun,
        grammar.possessive,
        number,
        make=_hand_less,
    ),
)

# --- how something enters ------------------------------------------------------------------------------------------------------------


def _as_well(counters: Term, words: list[tuple[str, str]]) -> list[Term]:
    """`with a +1/+1 counter on it and as a Mutant in addition to its other types`."""
    if not all(sort in ("type", "subtype", "supertype") for sort, _ in words):
        raise Refuse("types")
    changes = tuple(Change("type", "self", ("add", sort, kind)) for sort, kind in words)
    return [counters, ("gains", Ability("lasting", changes=changes))]


counters_on_it.prefer(
    form(
        "an additional x {} counters on it|them {}",
        counter_kind,
        where_x,
        make=lambda k, v: ("with_counters", k, v),
    ),
    form(
        "an additional x {} counters on it|them",
        counter_kind,
        make=lambda k: ("with_counters", k, "x"),
    ),
)
entering_how.prefer(
    form(
        "with {} and as a|an {} in addition to its other types",
        counters_on_it,
        type_list,
        make=_as_well,
    ),
)

# --- choices before the game, protection that leaves something where it is ---------------------------------------------------------


def _chosen_before(kind: str) -> list[Ability]:
    """`If ~ is your commander, choose a color before the game begins. ~ is the chosen color.`"""
    chosen = stating(("chosen_before_game", "self", kind), zone="command")
    return [*chosen, *make_static("self", change("color", ("set_colors", Listed((("chosen", kind),)))), [])]


grammar.static_sentences.prefer(
    form(
        "if ~ is your commander , choose a color before the game begins . ~ is the chosen color",
        give=_chosen_before("color"),
    ),
    form(
        "this effect doesn't remove auras and equipment you control that are already attached to it",
        give=stating(("keeps_attached", "yours")),
    ),
)

# --- X inside of what is granted -----------------------------------------------------------------------------------------------------


def _inside(what: Term, value: Term) -> Term:
    """A change in which X, in the ability that it grants too, is a value of what has that ability."""
    if isinstance(what, tuple) and what[0] == "grant" and isinstance(what[1], Ability):
        ability = what[1]
        changes = tuple(replace(c, what=substitute(c.what, "x", value)) for c in ability.changes)
        return ("grant", replace(ability, argument=substitute(ability.argument, "x", value), changes=changes))
    return what


def _with_own_x(whom: Term, part: Any, value: Term) -> list[Ability]:
    """`Each artifact is an Equipment with equip {X} and "...," where X is that artifact's mana value.`"""
    of_it = replace_pronouns(value, "self")
    if of_it == value:
        raise Refuse("a value of the object itself")
    made = make_static(whom, part, [])
    changed = [
        replace(a, changes=tuple(replace(c, what=_inside(c.what, of_it)) for c in a.changes)) for a in made
    ]
    if changed == made:
        raise Refuse("what speaks of X")
    return changed


grammar.static_sentences.prefer(
    form("{} is|are {} (,) where x is {}", grammar.whom, is_phrase, grammar.value, make=_with_own_x),
)
