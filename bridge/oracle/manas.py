"""Instructions that add mana (CR 106.1, 605)."""

from __future__ import annotations

from dataclasses import replace

from . import grammar
from .combinators import Refuse, form, listed, mapped, one_of, table
from .costs import mana_cost
from .durations import duration
from .instructions import clause, clauses, doing, sentence
from .references import some
from .tables import COLORS
from .terms import Ability, Filter, Listed, Term, map_pronouns, substitute_deep
from .values import for_each, number, quantity, scaled, where_x
from .words import keyword_name

_color = table(COLORS, "a colour")

_source = one_of(some, form("the sacrificed land", give="sacrificed"), grammar.whom)


def _so_many(count: int, cost: Term) -> Term:
    """`six {G}`: one symbol, so often."""
    if len(cost[1].items) != 1:
        raise Refuse("one symbol")
    return ("mana", Listed(cost[1].items * count))


_same_symbols = form("{} {}", number, mana_cost, make=_so_many)
_one_kind = one_of(
    mana_cost,
    form("one mana of the chosen color", give=("of_color", 1, ("chosen", "color"))),
    form("one mana of any color", give=("any_color", 1)),
    form("one mana of the commander's color identity", give=("identity_color", 1)),
)

produced = one_of(
    mapped(listed(_one_kind, "or", 2), lambda options: ("choice", Listed(tuple(options)))),
    form("{} {}", mana_cost, for_each, make=lambda m, v: ("repeated", m, v)),
    mana_cost,
    _same_symbols,
    form("that much {}", mana_cost, make=lambda m: ("repeated", m, "that_much")),
    form("twice that much {}", mana_cost, make=lambda m: ("repeated", m, ("times", 2, "that_much"))),
    form("that much mana in any combination of {}", listed(mana_cost, "and|and/or"),
        make=lambda ms: ("any_combination", "that_much", Listed(tuple(ms)))),
    form("{} mana of any color they choose", number, make=lambda n: ("any_color", n)),
    form("{} mana of any one color they choose", number, make=lambda n: ("any_one_color", n)),
    form("{} mana of any type {} could produce", number, _source, make=lambda n, r: ("could_produce_type", n, r)),
    form("an additional {} {}", mana_cost, for_each, make=lambda m, v: ("repeated", m, v)),
    form("{} mana in any combination of colors", number,
        make=lambda n: ("any_combination", n, Listed(tuple(COLORS)))),
    form("an additional {} mana in any combination of colors", number,
        make=lambda n: ("any_combination", n, Listed(tuple(COLORS)))),
    form("an additional {} mana of any one color", number, make=lambda n: ("any_one_color", n)),
    form("an amount of {} equal to {}", mana_cost, grammar.value, make=lambda m, v: ("repeated", m, v)),
    form("an amount of mana of that color equal to {}", grammar.value, make=lambda v: ("of_color", v, "that_color")),
    form("x mana of any one color {}", where_x, make=lambda v: ("any_one_color", v)),
    form("x mana of any color {}", where_x, make=lambda v: ("any_color", v)),
    form("x mana in any combination of colors {}", where_x,
        make=lambda v: ("any_combination", v, Listed(tuple(COLORS)))),
    form("x mana in any combination of {} {}", listed(mana_cost, "and|and/or"), where_x,
        make=lambda ms, v: ("any_combination", v, Listed(tuple(ms)))),
    form("{} mana of any color in your commander's color identity", number, make=lambda n: ("identity_color", n)),
    form("{} mana of any color that {} could produce", number, _source, make=lambda n, r: ("could_produce_color", n, r)),
    form("{} mana of any type that {} could produce", number, _source, make=lambda n, r: ("could_produce_type", n, r)),
    form("{} mana of any color among {}", number, grammar.noun, make=lambda n, f: ("color_among", n, f)),
    form("{} mana of any color {}", number, for_each, make=lambda n, v: ("any_color", scaled(n, v))),
    form("{} mana of any color", quantity, make=lambda n: ("any_color", n)),
    form("{} mana of any one color", quantity, make=lambda n: ("any_one_color", n)),
    form("{} mana in any combination of colors", quantity,
        make=lambda n: ("any_combination", n, Listed(tuple(COLORS)))),
    form("{} mana in any combination of {}", quantity, listed(mana_cost, "and|and/or"),
        make=lambda n, ms: ("any_combination", n, Listed(tuple(ms)))),
    form("{} mana of the chosen color", number, make=lambda n: ("of_color", n, ("chosen", "color"))),
    form("{} mana of that color", number, make=lambda n: ("of_color", n, "that_color")),
    form("{} mana of any of {} colors", number, grammar.possessive, make=lambda n, r: ("of_colors_of", n, r)),
    form("an additional {}", mana_cost),
    form("one additional mana of any color", give=("any_color", 1)),
    form("an additional one mana of any color", give=("any_color", 1)),
    form("an additional one mana of any type that land produced", give="produced_by_that_land"),
    form("one mana of any type that land produced", give="produced_by_that_land"),
    form("an additional one mana of the chosen color", give=("of_color", 1, ("chosen", "color"))),
    form("one mana of {}", listed(_color, "or"), make=lambda cs: ("any_combination", 1, Listed(tuple(cs)))),
    name="mana",
)  # fmt: skip
"""What is added -> Term."""


def _add(who: Term, what: Term) -> Term:
    return ("add_mana", who, what)


spell_word = one_of(
    form("your commander", give=Filter((("zone", "stack"), "spell", "your_commander"))),
    form("{} or {}", grammar.noun, grammar.noun, make=lambda a, b: Filter((), (a, b))),
    form("a|an {} or {}", grammar.noun, some, make=lambda a, b: Filter((), (a, b))),
    form("a|an {}", grammar.noun),
    grammar.noun,
)
one_purpose = one_of(
    form("(to) cast {}", spell_word, make=lambda f: ("cast", f)),
    form("(to) activate abilities of {}", grammar.noun, make=lambda f: ("activate_of", f)),
    form("(to) activate an ability of {}", spell_word, make=lambda f: ("activate_of", f)),
    form("(to) activate abilities", give="activate"),
    form("(to) activate an ability", give="activate"),
    form("(to) activate a|an {} ability|abilities", keyword_name, make=lambda k: ("activate_keyword", k)),
    form("(to) unlock a|an door|doors", give=("special", "unlock")),
    form("(to) unlock doors", give=("special", "unlock")),
    form("(to) turn a|an permanent|creature face up", give=("special", "turn_up")),
    form("(to) turn permanents|creatures face up", give=("special", "turn_up")),
    form("(to) foretell cards", give=("special", "foretell")),
    form("(to) foretell a card from your hand", give=("special", "foretell")),
    form("(to) pay cumulative upkeep costs", give="cumulative_upkeep"),
    form("(to) pay a cost that contains {}", mana_cost, make=lambda c: ("costs_with", c)),
    name="what the mana is for",
)


def _any_of(found: list[Term]) -> Term:
    """Purposes of which each is enough, in pairs."""
    return found[0] if len(found) == 1 else ("or", found[0], _any_of(found[1:]))


_purpose = one_of(
    mapped(listed(one_purpose, "or|and", 2), _any_of),
    form(
        "to cast {} or to activate an ability of {}",
        spell_word,
        spell_word,
        make=lambda f, g: ("or", ("cast", f), ("activate_of", g)),
    ),
    form(
        "to cast {} or|and activate abilities of {}",
        spell_word,
        grammar.noun,
        make=lambda f, g: ("or", ("cast", f), ("activate_of", g)),
    ),
    form(
        "to cast {} or activate an ability of {}",
        spell_word,
        spell_word,
        make=lambda f, g: ("or", ("cast", f), ("activate_of", g)),
    ),
    form("to cast {} or activate abilities", spell_word, make=lambda f: ("or", ("cast", f), "activate")),
    form("to cast {}", spell_word, make=lambda f: ("cast", f)),
    form("to activate abilities of {}", grammar.noun, make=lambda f: ("activate_of", f)),
    form("to activate an ability of {}", spell_word, make=lambda f: ("activate_of", f)),
    form("to activate abilities", give="activate"),
    form("to activate power-up abilities", give=("activate_keyword", "power_up")),
    form("to activate equip abilities", give=("activate_keyword", "equip")),
    form("to pay cumulative upkeep costs", give="cumulative_upkeep"),
    form("on costs that contain {}", mana_cost, make=lambda c: ("costs_with", c)),
    form("on cumulative upkeep costs", give="cumulative_upkeep"),
    one_purpose,
    name="what the mana is for",
)

_SPENT = frozenset({"it", "that_spell", "that_creature", "that_ability", "that_object"})


def _spent_on(what: Filter, terms: list[Term]) -> list[Term]:
    """What happens where the mana is spent on such a spell, which "that spell" means."""
    about = [map_pronouns(t, lambda p: "spell_paid_for" if p.word in _SPENT else p) for t in terms]
    return [("if_mana_spent_on", what, Listed(tuple(about)))]


def _when_spent(what: Filter, made: Term) -> list[Term]:
    """An ability that triggers as the mana is spent on such a spell, which "it" means."""
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=tuple(made))
    if any(term[0] == "enters_with_counters" for term in ability.instructions if isinstance(term, tuple)):
        raise Refuse("what is done with the spell")
    return [("if_mana_spent_on", what, Listed((("when_done", replace(ability, kind="reflexive")),)))]


_UNCOUNTERABLE: Term = (
    "lasting",
    "rest_of_game",
    Ability("lasting", statements=(("cant_be_countered", "spell_paid_for"),)),
)
sentence.prefer(
    form("when you spend this|that mana to cast {} , {}", some, grammar.body, make=_when_spent),
    form("when this|that mana is spent to cast {} , {}", some, grammar.body, make=_when_spent),
    form(
        "spend this mana only to cast {} , and that spell can't be countered",
        some,
        make=lambda f: [("mana_only", ("cast", f)), ("if_mana_spent_on", f, Listed((_UNCOUNTERABLE,)))],
    ),
)
clause.prefer(
    form(
        "if this|that mana is spent on {} , that spell can't be countered",
        spell_word,
        make=lambda f: [("if_mana_spent_on", f, Listed((_UNCOUNTERABLE,)))],
    ),
    form("if this|that mana is spent to cast {} , {}", spell_word, clauses, make=_spent_on),
)
clause.add(
    form("spend only {} mana on x", _color, make=lambda c: ("x_paid_with", c)),
    form(
        "if this|that mana is spent on {} , {}",
        some,
        clauses,
        make=lambda f, terms: [("if_mana_spent_on", f, Listed(tuple(terms)))],
    ),
    form("you can't spend this|that mana {}", _purpose, make=lambda p: ("mana_not", p)),
    form("spend this|that mana only {}", _purpose, make=lambda p: ("mana_only", p)),
    form("this|that mana can't be spent {}", _purpose, make=lambda p: ("mana_not", p)),
    form("that mana can be spent only {}", _purpose, make=lambda p: ("mana_only", p)),
    form(
        "until end of turn , you don't lose this mana as steps and phases end",
        give=("mana_stays", "end_of_turn"),
    ),
    form(
        "add {} {}",
        listed(mana_cost, "or", 2),
        for_each,
        make=lambda ms, v: _add("you", ("any_combination", v, Listed(tuple(ms)))),
    ),
    form("add {}", produced, make=lambda m: _add("you", m)),
    form("double the amount of each type of unspent mana you have", give=("double_mana", "you")),
    form("that player adds {}", produced, make=lambda m: _add("that_player", m)),
    form("its controller adds {}", produced, make=lambda m: _add(("controller", "it"), m)),
    form("you add {}", produced, make=lambda m: _add("you", m)),
)
doing.add(form("add|adds {}", produced, make=lambda m: lambda who: _add(who, m)))
_tapped_for_mana = one_of(
    form("if {} is tapped for {} or more mana ,", some, number, make=lambda f, n: (f, n)),
    form("if {} is tapped for mana ,", some, make=lambda f: (f, 1)),
    form("if you tap {} for mana ,", some, make=lambda f: (f.also(("controller", "you")), 1)),
    form("if a player taps {} for mana ,", some, make=lambda f: (f, 1)),
    name="what is tapped for mana",
)


def _one_symbol(cost: Term) -> Term:
    if len(cost[1].items) != 1:
        raise Refuse("one mana")
    return cost[1].items[0]


_other_mana = one_of(
    form("colorless mana", give="colorless"),
    form("(one) mana of a color of your choice", give="any_color"),
    mapped(mana_cost, _one_symbol),
)
_so_much = one_of(
    form("instead of any other type and amount", give="one"),
    form("instead of any other type", give="same"),
)
mana_instead = form(
    "{} it produces {} {}",
    _tapped_for_mana,
    _other_mana,
    _so_much,
    make=lambda tapped, mana, how: ("mana_instead", *tapped, mana, how),
)
"""What mana something produces instead of its own (CR 106.12b) -> statement."""
grammar.static_sentences.add(
    mapped(mana_instead, lambda said: [Ability("static", statements=(said,))]),
)
clause.add(
    form("{} , {}", duration, mana_instead, make=lambda d, s: ("lasting", d, Ability("lasting", statements=(s,)))),
)  # fmt: skip
_times = table({"twice": 2, "three times": 3}, "how many times as much")
grammar.static_sentences.add(
    form("if you tap {} for mana , it produces {} as much of that mana instead", some, _times,
        make=lambda f, n: [Ability("static", statements=(("mana_times", f, n),))]),
)  # fmt: skip


def _by_color(value: Term) -> Term:
    """An amount of one colour that is chosen; where the amount speaks of that colour, each has its own."""
    each_own = [(color, substitute_deep(value, "that_color", color)) for color in COLORS.values()]
    if each_own[0][1] == value:
        return ("any_one_color", value)
    return ("by_color", Listed(tuple(("of", color, amount) for color, amount in each_own)))


_of_that_color = one_of(
    form("{} mana of that color {}", number, for_each, make=lambda n, v: ("any_one_color", scaled(n, v))),
    form("{} mana of that color", number, make=lambda n: ("any_one_color", n)),
    form("an amount of mana of that color equal to {}", grammar.value, make=_by_color),
    name="mana of that colour",
)
clause.prefer(
    form("choose a color . add {}", _of_that_color, make=lambda m: _add("you", m)),
    form("for each color among {} , add one mana of that color", grammar.noun,
        make=lambda f: _add("you", ("every_color_among", f))),
    form("choose a color of a|an {} . add {} mana of that color", grammar.noun, number,
        make=lambda f, n: _add("you", ("color_among", n, f))),
)  # fmt: skip
