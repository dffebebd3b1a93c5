"""Sentences about casting and what it costs (CR 601.2b, 601.2f, 118.9, 118.8): statements of static abilities.

cost_less(W,Amount) cost_more(W,Amount): spells or abilities that fit; additional_cost(W,Cost); alternative_cost(W,Cost)
"""

from __future__ import annotations

from dataclasses import replace

from . import grammar
from .combinators import form, many, mapped, maybe, one_of, table
from .conditions import while_clause
from .costs import as_term, loyalty_cost, mana_cost
from .references import some
from .tables import ORDINALS
from .terms import Ability, Filter, Listed, Term, conditions_of, replace_pronouns
from .values import for_each, number, source_kind, where_x


def stating(statement: Term, conditions: list[Term] | None = None, zone: str = "") -> list[Ability]:
    """A static ability that says one thing about the rules."""
    held = tuple(replace_pronouns(c, "self") for part in conditions or [] for c in conditions_of(part))
    return [Ability("static", statements=(statement,), conditions=held, functions=(zone,) if zone else ())]


_amount = one_of(
    form("{} {}", mana_cost, for_each, make=lambda c, v: ("repeated", c, v)),
    mana_cost,
)


def _times_x(amount: Term) -> int:
    """How often a cost has X in it: `{X}{X} less`."""
    symbols = amount[1].items if amount[0] == "mana" else ()
    return max(1, sum(1 for symbol in symbols if symbol == "x"))


def cost_of(amount: Term, x: Term) -> Term:
    """How much less or more something costs; with X, as often as its value `x` says."""
    return amount if x is None else ("repeated", ("mana", Listed((("generic", _times_x(amount)),))), x)


def _costs(functor: str, whom: Term, amount: Term, tail: list[Term], zone: str = "") -> list[Ability]:
    conditions = []
    value: Term = amount
    for item in tail:
        if isinstance(item, tuple) and item and item[0] == "for_each":
            value = ("repeated", amount, item[1])
        elif isinstance(item, tuple) and item and item[0] == "where":
            value = cost_of(amount, item[1])
        else:
            conditions.append(item)
    return stating((functor, whom, value), conditions, zone)


_targets = one_of(
    form("if it targets {}", grammar.whom, make=lambda r: ("targets", r)),
    form("if it targets {}", some, make=lambda f: ("targets", f)),
)

_tail = many(
    one_of(
        mapped(for_each, lambda v: ("for_each", v)),
        mapped(where_x, lambda v: ("where", v)),
        form("if {} targets a {}", grammar.reference, grammar.on_the_stack, make=lambda r, f: ("targeting", r, f)),
        form("if {} targets {}", grammar.reference, one_of(some, grammar.reference),
            make=lambda r, f: ("targeting", r, f)),
        while_clause,
    )
)  # fmt: skip


_ordinal = table(ORDINALS, "which one")


_cast = one_of(
    form("each {}", grammar.noun, make=lambda f: ("each", f)),
    form("the {} {} each turn", _ordinal, grammar.noun, make=lambda n, f: ("nth_each_turn", n, f)),
    form(
        "the {} {} during each of your turns",
        _ordinal,
        grammar.noun,
        make=lambda n, f: ("nth_each_your_turn", n, f),
    ),
    mapped(grammar.noun, lambda f: ("each", f)),
    name="spells",
)


def _at_least_one(made: list[Ability]) -> list[Ability]:
    """A reduction that leaves one mana of what costs mana at all."""
    return [replace(a, statements=(*a.statements, ("least_mana", a.statements[0][1], 1))) for a in made]


_KEPT = {
    k: k
    for k in ("equip", "flashback", "dash", "blitz", "foretell", "unlock", "plot", "morph", "warp", "cycling")
}
_kind_of_cost = table(_KEPT, "a keyword")
_kind_of_ability = table(
    {k: k for k in ("equip", "cycling", "outlast", "boast", "exhaust", "loyalty")}, "a kind of ability"
)


def _of_that_kind(kind: str, whom: Term) -> Term:
    return ("kind_of", kind, whom)


_abilities_of = one_of(
    form("{} costs your opponents pay", _kind_of_cost, make=lambda k: ("keyword_of", k, "opponents")),
    form("all {} costs", _kind_of_cost, make=lambda k: ("keyword_of", k, ("each", Filter(("player",))))),
    form("plotting cards from your hand", give=("keyword_of_you", "plot")),
    form("{} abilities of {}", _kind_of_ability, grammar.whom, make=_of_that_kind),
    form("{} abilities you activate of {}", _kind_of_ability, grammar.noun,
        make=lambda k, f: _of_that_kind(k, ("each", f.also(("controller", "you"))))),
    form("abilities you activate that aren't mana abilities", give="your_abilities"),
    form("activated abilities of {}", grammar.whom, make=lambda w: ("activated_of", w)),
    form("{} activated abilities", grammar.possessive, make=lambda w: ("activated_of", w)),
    form("equip abilities you activate that target {}", grammar.whom, make=lambda w: ("keyword_targeting", "equip", w)),
    form("{} abilities you activate", table({k: k for k in ("equip", "cycling", "ninjutsu", "outlast", "boast",
        "power-up", "exhaust", "reconfigure")}, "a keyword"), make=lambda k: ("keyword_of_you", k)),
    form("{} costs you pay", table({k: k for k in ("equip", "flashback", "dash", "blitz", "foretell", "unlock", "plot",
        "morph", "warp", "cycling", "kicker")}, "a keyword"), make=lambda k: ("keyword_of_you", k)),
)  # fmt: skip

costs = one_of(
    form("~ costs {} more to cast for each target beyond the first", mana_cost,
        make=lambda a: stating(("cost_more_each_target", "self", a), zone="stack")),
    form("~ costs {} less to cast {}", _amount, _tail, make=lambda a, t: _costs("cost_less", "self", a, t, "stack")),
    form("~ costs {} more to cast {}", _amount, _tail, make=lambda a, t: _costs("cost_more", "self", a, t, "stack")),
    form("{} cost|costs {} less to cast {}", _cast, _amount, _tail, make=lambda w, a, t: _costs("cost_less", w, a, t)),
    form("{} cost|costs {} more to cast {}", _cast, _amount, _tail, make=lambda w, a, t: _costs("cost_more", w, a, t)),
    form("{} cost|costs {} less to activate {} . this effect can't reduce the mana in that cost to less than one mana",
        _abilities_of, _amount, _tail, make=lambda w, a, t: _at_least_one(_costs("cost_less", w, a, t))),
    form("{} cost|costs {} less to activate {}", _abilities_of, _amount, _tail,
        make=lambda w, a, t: _costs("cost_less", w, a, t)),
    form("{} cost|costs {} more to activate {}", _abilities_of, _amount, _tail,
        make=lambda w, a, t: _costs("cost_more", w, a, t)),
    form("planeswalkers' loyalty abilities you activate cost an additional {} to activate", loyalty_cost,
        make=lambda n: stating(("loyalty_cost_more", "you", n[1]))),
    form("{} cost|costs {} less", _abilities_of, _amount, make=lambda w, a: _costs("cost_less", w, a, [])),
    form("{} cost|costs {} more", _abilities_of, _amount, make=lambda w, a: _costs("cost_more", w, a, [])),
    form("each {} a player casts costs {} more to cast for each other spell that player has cast this turn", grammar.noun,
        mana_cost, make=lambda f, c: stating(
            ("cost_more_own", ("each", f), ("repeated", c, "spells_cast_this_turn")))),
    form("spend only mana produced by {} to cast ~", grammar.noun,
        make=lambda f: stating(("spend_only_from", "self", source_kind(f)), zone="stack")),
    form("as an additional cost to cast ~ , {} or {}", grammar.cost, grammar.cost,
        make=lambda a, b: stating(("additional_cost", "self", ("or", as_term(a), as_term(b))), zone="stack")),
    form("as an additional cost to cast ~ , {}", grammar.cost,
        make=lambda c: stating(("additional_cost", "self", as_term(c)), zone="stack")),
    form("as an additional cost to cast ~ , you may {}", grammar.cost,
        make=lambda c: stating(("optional_cost", "self", as_term(c)), zone="stack")),
    form("you may {} rather than pay ~'s mana cost", grammar.cost,
        make=lambda c: stating(("alternative_cost", "self", as_term(c)), zone="stack")),
    form("if {} , you may {} rather than pay ~'s mana cost", grammar.condition, grammar.cost,
        make=lambda k, c: stating(("alternative_cost", "self", as_term(c)), [k], "stack")),
    form("if {} , you may cast ~ without paying its mana cost", grammar.condition,
        make=lambda k: stating(("alternative_cost", "self", "free"), [k], "stack")),
    name="what something costs",
)  # fmt: skip

_FOR_EACH: Term = ("mana", Listed((("generic", 1),)))
flashback_cost = form(
    "~ costs {} less to cast this way {} .",
    mana_cost,
    where_x,
    make=lambda c, v: stating(
        ("cost_less", "self", ("repeated", _FOR_EACH, v)), [("cost_paid", "flashback")], "stack"
    ),
)
"""What a spell costs less where it is cast by its flashback ability."""

_only = table(
    {
        "during combat": "combat",
        "during the declare attackers step": "declare_attackers",
        "during the declare blockers step": "declare_blockers",
        "before attackers are declared": "before_attackers",
        "before the combat damage step": "before_combat_damage",
        "during combat after blockers are declared": "after_blockers",
        "during combat before blockers are declared": "before_blockers",
        "before blockers are declared": "before_blockers",
        "before combat or during combat before blockers are declared": "up_to_blockers",
        "during combat on your turn before blockers are declared": "own_combat_before_blockers",
        "during your end step": "your_end",
        "during an opponent's turn after their upkeep step": "after_upkeep_of_opponents",
        "during combat on an opponent's turn": "combat_of_opponents",
        "during the declare blockers step on an opponent's turn": "declare_blockers_of_opponents",
        "before combat": "before_combat",
        "during an opponent's turn": "turn_of_opponents",
        "during your turn": "your_turn",
        "during an opponent's turn , before attackers are declared": "before_attackers_of_opponents",
        "during the declare attackers step and only if you've been attacked this step": "attacked_this_step",
        "on your own turn": "your_turn",
        "during an opponent's upkeep": "upkeep_of_opponents",
        "during your declare attackers step": "your_declare_attackers",
        "after combat": "after_combat",
    },
    "when it may be cast",
)

_BY_LIFE = "if you cast a spell this way , pay life equal to its mana value rather than pay its mana cost"


def _for_life(zone: str, spells: Filter) -> list[Ability]:
    """Lands may be played from there, and spells cast for life in place of their mana costs."""
    return [
        *stating(("play_from", zone, Filter((("type", "land"), "card")))),
        *stating(("plays_once", "always", zone, ("instead", ("life", ("mana_value", "self"))), spells)),
    ]


permissions = one_of(
    form("cast ~ only if {}", grammar.condition, make=lambda c: stating(("cast_only", "self", ("condition", c)),
        zone="stack")),
    form("cast ~ only {}", _only, make=lambda k: stating(("cast_only", "self", k), zone="stack")),
    form("you may cast ~ as though it had flash if you pay {} more to cast it", mana_cost,
        make=lambda c: stating(("cast_as_though_for", "self", "flash", c), zone="stack")),
    form("you may cast ~ as though it had flash . if you cast it any time a sorcery couldn't have been cast , "
        "the controller of the permanent it becomes sacrifices it at the beginning of the next cleanup step",
        give=[Ability("static", statements=(("cast_as_though", "self", "flash"), ("gone_if_early", "self")), functions=("stack",))]),
    form("you may cast ~ as though it had flash {}", maybe(while_clause),
        make=lambda c: stating(("cast_as_though", "self", "flash"), [c] if c is not None else [], "stack")),
    form("you may cast {} as though they had flash", grammar.noun,
        make=lambda f: stating(("cast_as_though", ("each", f.also(("controller", "you"))), "flash"))),
    form("you may look at the top card of your library any time", give=stating(("look_at_top", "you", "you"))),
    form("play with the top card of your library revealed", give=stating(("top_revealed", "you"))),
    form("you may play lands from the top of your library",
        give=stating(("play_from", "top_of_library", Filter((("type", "land"), "card"))))),
    form("you may cast {} from the top of your library", grammar.noun,
        make=lambda f: stating(("play_from", "top_of_library", f))),
    form("you may play lands and cast {} from the top of your library . " + _BY_LIFE, grammar.noun,
        make=lambda f: _for_life("top_of_library", f)),
    form("you may play lands and cast {} from among cards exiled with ~ . " + _BY_LIFE, grammar.noun,
        make=lambda f: _for_life("exiled_with_self", f)),
    form("you may play lands and cast {} from the top of your library", grammar.noun,
        make=lambda f: stating(("play_from", "top_of_library", Filter((), (Filter((("type", "land"), "card")), f))))),
    form("you may play lands from your graveyard",
        give=stating(("play_from", "graveyard", Filter((("type", "land"), "card"))))),
    form("you may cast ~ from your graveyard {}", maybe(while_clause),
        make=lambda c: stating(("cast_from", "self", "graveyard"), [c] if c is not None else [], "graveyard")),
    form("you may play an additional land on each of your turns", give=stating(("additional_lands", "you", 1))),
    form("you may play {} additional lands on each of your turns", grammar.value,
        make=lambda n: stating(("additional_lands", "you", n))),
    form("you may choose not to untap ~ during your untap step", give=stating(("may_stay_tapped", "self"))),
    form("~ can be your commander", give=stating(("can_be_commander", "self"))),
    form("skip your {} step", table({"draw": "draw", "untap": "untap", "upkeep": "upkeep"}, "a step"),
        make=lambda s: stating(("skips_step", "you", s))),
    form("skip your combat phase", give=stating(("skips_step", "you", "combat"))),
    form("players can't gain life", give=stating(("cant_gain_life", ("each", Filter(("player",)))))),
    form("your opponents can't gain life", give=stating(("cant_gain_life", "opponents"))),
    form("you can't gain life", give=stating(("cant_gain_life", "you"))),
    form("you don't lose the game for having 0 or less life", give=stating(("no_loss_at_zero", "you"))),
    form("{} can't cast {}", grammar.whom, grammar.noun, make=lambda w, f: stating(("cant_cast", w, f))),
    form("{} can't cast more than one {} each turn", grammar.whom, grammar.noun,
        make=lambda w, f: stating(("one_cast_each_turn", w, f))),
    form("{} can cast no more than one {} each turn", grammar.whom, grammar.noun,
        make=lambda w, f: stating(("one_cast_each_turn", w, f))),
    form("{} activated abilities can't be activated", grammar.possessive,
        make=lambda w: stating(("cant_activate", w, "any"))),
    form("{} activated abilities can't be activated unless they're mana abilities", grammar.possessive,
        make=lambda w: stating(("cant_activate", w, "except_mana"))),
    form("activated abilities of {} can't be activated", grammar.whom,
        make=lambda w: stating(("cant_activate", w, "any"))),
    form("activated abilities of {} can't be activated unless they're mana abilities", grammar.whom,
        make=lambda w: stating(("cant_activate", w, "except_mana"))),
    form("the legend rule doesn't apply to {}", grammar.whom, make=lambda w: stating(("no_legend_rule", w))),
    form("the legend rule doesn't apply", give=stating(("no_legend_rule", "all"))),
    form("if ~ is in your opening hand , you may begin the game with it on the battlefield",
        give=stating(("begins_on_battlefield", "self"), zone="hand")),
    form("a deck can have up to {} cards named ~", number,
        make=lambda n: stating(("so_many_in_deck", "self", n), zone="hand")),
    form("a deck can have any number of cards named ~", give=stating(("any_number_in_deck", "self"), zone="hand")),
    form("you may spend mana as though it were mana of any color to cast {}", grammar.noun,
        make=lambda f: stating(("any_color_mana_for", f))),
    form("you may spend mana as though it were mana of any color to activate abilities of {}", grammar.noun,
        make=lambda f: stating(("any_color_mana_for_abilities", f))),
    form("you may spend mana as though it were mana of any color", give=stating(("any_color_mana", "you"))),
    form("damage isn't removed from ~ during cleanup steps", give=stating(("damage_stays", "self"))),
    form("you may activate her|his loyalty abilities any time you could cast an instant",
        give=stating(("activate_any_time", "self", "loyalty"))),
    form("you may activate {} loyalty abilities any time you could cast an instant", grammar.possessive,
        make=lambda r: stating(("activate_any_time", r, "loyalty"))),
    form("you may activate loyalty abilities of {} on any player's turn any time you could cast an instant", grammar.whom,
        make=lambda w: stating(("activate_any_time", w, "loyalty"))),
    form("you may activate loyalty abilities of {} any time you could cast an instant", grammar.whom,
        make=lambda w: stating(("activate_any_time", w, "loyalty"))),
    form("you may activate the loyalty abilities of {} twice each turn rather than only once", grammar.whom,
        make=lambda w: stating(("loyalty_times", w, 2))),
    form("you may activate equip abilities any time you could cast an instant",
        give=stating(("activate_any_time", ("each", Filter((("zone", "battlefield"), ("controller", "you")))), "equip"))),
    form("you may pay {} rather than pay the mana cost for {}", grammar.cost, grammar.noun,
        make=lambda c, f: stating(("alternative_cost", ("each", f), as_term(c)))),
    name="a permission",
)  # fmt: skip

grammar.static_sentences.add(costs, permissions)
