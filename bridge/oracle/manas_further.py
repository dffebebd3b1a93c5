"""Further mana abilities and what mana is for: what holds instead, colours of cards exiled, uses counted (CR 106, 605)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .after_nouns import after_noun
from .clauses import clause, next_step
from .combinators import Refuse, form, listed, mapped, matching, one_of, table
from .conditions import how_many, simple_condition
from .costs import mana_cost
from .instructions import sentence
from .manas import one_purpose, produced
from .nouns import card_name, one
from .qualities import symbol_of
from .references import some
from .terms import Ability, Filter, Listed, Term, Text
from .values import number
from .words import counter_kind

# --- what is added ---------------------------------------------------------------------------------------------------------


def _in_a_row(costs: list[Term]) -> Term:
    """`{W}{W}, {U}{U}, and {B}{B}`: all of it."""
    return ("mana", Listed(tuple(symbol for cost in costs for symbol in cost[1].items)))


_CRAFTED = one("card", ("zone", "exile"), "used_to_craft")
produced.prefer(
    mapped(listed(mana_cost, "and", 2), _in_a_row),
    form("one mana of any of the exiled cards' colors", give=("of_colors_of", 1, "exiled_card")),
    form("one mana of either of the circled colors", give=("of_color", 1, ("chosen", "color"))),
)
clause.prefer(
    form(
        "for each color among the exiled cards used to craft ~|it , add one mana of that color",
        give=("add_mana", "you", ("every_color_among", _CRAFTED)),
    ),
)
_could = one_of(
    form("type that {} could produce", some, make=lambda f: ("could_produce_type", f)),
    form("color that {} could produce", some, make=lambda f: ("could_produce_color", f)),
)


def _more_instead(less: int, made: tuple[str, Filter], condition: Term, more: int) -> list[Term]:
    """`Add one mana of any type that a land you control could produce. If ..., add three mana of that type instead.`"""
    kind, lands = made
    instead = ("add_mana", "you", (kind, more, lands))
    return [("if_else", condition, Listed((instead,)), Listed((("add_mana", "you", (kind, less, lands)),)))]


sentence.prefer(
    form(
        "add {} mana of any {} . if {} , add {} mana of that type|color instead",
        number,
        _could,
        grammar.condition,
        number,
        make=_more_instead,
    ),
)

# --- what it is spent on -----------------------------------------------------------------------------------------------------

_symbol = matching(lambda w: w if w[0] == "{" else None, "a mana symbol")
after_noun.prefer(
    form(
        "without {} in its mana cost", _symbol, make=lambda s: one(("not", ("cost_includes", symbol_of(s))))
    ),
)
one_purpose.prefer(form("(to) pay a|an disturb cost|costs", give=("pays_keyword", "disturb")))

# --- conditions ----------------------------------------------------------------------------------------------------------------


def _each_named(names: str) -> Term:
    """`creatures named Mine Worker and Power Plant Worker`: one of each."""
    parts = names.split(" and ")
    if len(parts) < 2:
        raise Refuse("two names")
    found = tuple(
        (
            "exists",
            one(("type", "creature"), ("zone", "battlefield"), ("name", Text(name)), ("controller", "you")),
        )
        for name in parts
    )
    return ("all_of", Listed(found))


def _same_name(count: tuple[str, Term], what: Filter, alike: Any) -> Term:
    if count[0] != "greater_equal":
        raise Refuse("so many or more")
    return ("is", "you", one(("controls_sharing", "name", what, *count)))


_alike = one_of(form("with the same name as one another"), form("with the same name"))
simple_condition.prefer(
    form("you played a land this turn", give="land_played_this_turn"),
    form("you control creatures named {}", card_name, make=_each_named),
    form("you control {} {} {}", how_many, grammar.noun, _alike, make=_same_name),
    form(
        "no counters were removed this way",
        give=("compare", ("counters_removed_this_way", "any"), "equal", 0),
    ),
    form(
        "no {} counters were removed this way",
        counter_kind,
        make=lambda k: ("compare", ("counters_removed_this_way", k), "equal", 0),
    ),
    form(
        "this ability has been activated {} times this turn",
        how_many,
        make=lambda n: ("compare", "times_activated_this_turn", *n),
    ),
)

# --- when ----------------------------------------------------------------------------------------------------------------------

_whose_turn = table({"your": "you"}, "whose")
next_step.prefer(
    form(
        "the beginning of {} next main phase this turn",
        _whose_turn,
        make=lambda w: ("next_step_this_turn", "main", w),
    ),
    form("the beginning of the next main phase this turn", give=("next_step_this_turn", "main", "any")),
)

# --- what is produced instead ---------------------------------------------------------------------------------------------------


def _one_mana(what: Filter, cost: Term) -> tuple[Filter, Term]:
    if len(cost[1].items) != 1:
        raise Refuse("one mana")
    return what, cost[1].items[0]


def _produce_instead(pairs: list[tuple[Filter, Term]]) -> list[Ability]:
    """`Plains produce {R}, ..., and Forests produce {B} instead of any other type`: a statement for each."""
    said = tuple(("mana_instead", what, 1, mana, "same") for what, mana in pairs)
    return [Ability("static", statements=said)]


grammar.static_sentences.prefer(
    form(
        "if tapped for mana , {} instead of any other type",
        listed(form("{} produce|produces {}", grammar.noun, mana_cost, make=_one_mana), "and", 2),
        make=_produce_instead,
    ),
)
