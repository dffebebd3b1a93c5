"""What tells targets from others of their kind: where they lie, what they did or what was done to them, and unions of whole
noun phrases (CR 115.1, 601.2c)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, Rule, ahead, form, one_of, position, table, word
from .conditions import how_many
from .instructions import Does, doing
from .keywords import quality as protected_from
from .nouns import one
from .qualities import being, in_zone, symbol_of
from .qualities import with_phrase as quality
from .references import some, target
from .tables import TYPE_WORDS
from .terms import Filter, Listed, Pronoun, Target, Term, each
from .triggers import ending, watched
from .values import number
from .words import keyword_name

# --- what it did, and what was done to it ---------------------------------------------------------------------------------

_PLAYER = Filter(("player",))


def _player_with(*literals: Term) -> Term:
    """A player of whom that is so."""
    return each(Filter(("player", *literals)))


def _none_of(first: Term, second: Term) -> Filter:
    return one(("not", first), ("not", second))


_numbers = one_of(
    form("{} or {}", number, number, make=lambda a, b: (a, b)),
    form("{} , {} , or {}", number, number, number, make=lambda a, b, c: (a, b, c)),
    name="numbers",
)

_measure = table({"power": "power", "toughness": "toughness", "mana value": "mana_value"}, "a characteristic")
quality.prefer(
    form("mana value less than or equal to the number of cards in its controller's graveyard",
        give=one(("within_graveyard", one("card", ("zone", "graveyard"))))),
    form("{} {}", _measure, _numbers,
        make=lambda c, ns: Filter((), tuple(one(("compare", c, "equal", n)) for n in ns))),
    form("{} {}", position(), form("that spell's mana value"),
        make=lambda at, v: one(("compare", "mana_value", "equal", ("mana_value", Pronoun(at, "that_spell"))))),
    form("mana value less than ~'s loyalty",
        give=one(("compare", "mana_value", "less", ("counters", "self", "loyalty")))),
    form("an activated ability with {} in its cost", form("{T}"), give=one(("has_ability", "tapping"))),
    form("an activated ability that isn't a mana ability", give=one(("has_ability", "not_mana"))),
    form("mana abilities", give=one(("has_ability", "mana"))),
    form("{} equal or lesser mana value than that spell", position(),
        make=lambda at: one(("compare", "mana_value", "less_equal", ("mana_value", ("outer", "it"))))),
    form("mana value equal to the damage dealt", give=one(("compare", "mana_value", "equal", "that_much"))),
    form("{} abilities", keyword_name, make=lambda k: _any_variant(k)),
    form("the same name as a|an {}", grammar.noun, make=lambda f: one(("shares", "name", each(f)))),
    form("the same name as another {}", grammar.noun, make=lambda f: one(("shares_with_another", "name", f))),
    form("one or more targets", give=one(("targets", each(Filter(("anything",)))))),
)  # fmt: skip


def _any_variant(keyword: str) -> Filter:
    """`cycling abilities`: of that keyword or of one of its variants (CR 702.29e, 702.37b)."""
    from .qualities import VARIANTS

    found = VARIANTS.get(keyword, (keyword,))
    return (
        Filter((), tuple(one(("keyword", k)) for k in found)) if len(found) > 1 else one(("keyword", keyword))
    )


quality.add(
    form(
        "{} the same mana value {}",
        position(),
        ahead(".", ","),
        make=lambda at, end: one(("shares", "mana_value", Pronoun(at, "it"))),
    ),
)
_better_off = one_of(
    form(
        "controls more {} than you do",
        grammar.noun,
        make=lambda f: ("controls_count", f, "greater", ("count", f.also(("controller", "you")))),
    ),
    form("has more life than you do", give=("compare", "life", "greater", ("life", "you"))),
    form(
        "has at least {} more cards in hand than you do",
        number,
        make=lambda n: ("compare", "hand_size", "greater_equal", ("plus", ("hand_size", "you"), n)),
    ),
    form("has at least {} fewer {} than you do", number, grammar.noun, make=lambda n, f: _fewer(n, f)),
    name="who is better off",
)


def _fewer(least: int, what: Filter) -> Term:
    """`at least two fewer creature cards in their graveyard`."""
    what = Filter(
        tuple(t for t in what.literals if not (isinstance(t, tuple) and t[0] in ("zone", "owner"))),
        what.either,
    )
    mine = Filter((*what.literals, ("zone", "graveyard"), ("owner", "you")), what.either)
    lying = Filter((*what.literals, ("zone", "graveyard")), what.either)
    return ("graveyard_count", lying, "less_equal", ("minus", ("count", mine), least))


def _types_told(stream: Any, at: int) -> Result:
    """The card types that the text named before: `target artifact, creature, or land ... one of those types`."""
    types = tuple(dict.fromkeys(TYPE_WORDS[w] for w in stream[:at] if w in TYPE_WORDS))
    return Result.success(at, types) if len(types) > 1 else Result.failure(at, "types that were named")


def _as_aimed(literal: Term) -> Filter:
    """It must be so as the target is chosen, not later."""
    return one(("as_aimed", one("anything", literal)))


after_noun.prefer(
    form("who {} as you activate this ability", _better_off, make=_as_aimed),
    form("that is {} or could produce {}", being, word("{C}"),
        make=lambda f, s: Filter((), (f, one(("could_produce", symbol_of(s)))))),
    form("that's {} or that has {}", being, quality, make=lambda a, b: Filter((), (a, b))),
    form("that targets only a single {} or a single {}", grammar.noun, grammar.noun,
        make=lambda a, b: one(("only_target", Filter((), (a, b))))),
    form("that targets only a player", give=one(("only_target", Filter(("player",))))),
    form("that target|targets it|~ {}", ahead(".", ","), make=lambda end: one(("targets", "self"))),
    form("that shares one of those types {} with {}", Rule(_types_told), grammar.reference,
        make=lambda types, r: one(("shares_one_of", Listed(types), r))),
    form("{} controls as you cast ~", grammar.reference, make=lambda r: one(("controller", r))),
    form("that was|were put there this turn", give=one(("put_there_this_turn", "any"))),
    form("that was|were milled this turn", give=one("milled_this_turn")),
    form("that was|were discarded or put there from a library this turn",
        give=Filter((), (one("discarded_this_turn"), one(("put_there_this_turn", "library"))))),
    form("that wasn't|weren't put there this combat", give=one(("not", "put_there_this_combat"))),
    form("that crewed it|~ this turn", give=one(("crewed_this_turn", "self"))),
    form("that saddled it|~ this turn", give=one(("saddled_this_turn", "self"))),
    form("that was activated this turn", give=one("activated_this_turn")),
    form("that entered since your last turn ended", give=one("entered_since_your_last_turn")),
    form("you cast this turn", give=one("cast_by_you_this_turn")),
    form("that wasn't cast from its owner's hand", give=one(("not", ("cast_from", "hand")))),
    form("that was cast", give=one(("cast_from", "any"))),
    form("that wasn't cast", give=one(("not", ("cast_from", "any")))),
    form("that's the second spell cast this turn", give=one(("nth_of_all_this_turn", 2))),
    form("who attacked this turn", give=one("attacked_with_creature_this_turn")),
    form("who lost life this turn", give=one("lost_life_this_turn")),
    form("who was dealt combat damage by {} or more {} this turn", number, grammar.noun,
        make=lambda n, f: one(("dealt_combat_damage_by_this_turn", n, each(f)))),
    form("who was dealt combat damage by {} this turn", grammar.reference,
        make=lambda r: one(("dealt_combat_damage_by_this_turn", 1, r))),
    form("controlled by a player {}", after_noun, make=lambda f: one(("controller", _player_with(*_plain(f))))),
    form("previously dealt damage by it|~", give=one(("ever_damaged_by", "self"))),
    form("that {} blocked this turn", grammar.reference, make=lambda r: one(("blocked_by_this_turn", r))),
    form("whose controller controls {}", some, make=lambda f: one(("controller", _player_with(("controls", each(f)))))),
    form("whose controller has {} cards in their graveyard", how_many,
        make=lambda n: one(("controller", _player_with(("compare", "graveyard_size", *n))))),
    form("whose power and toughness aren't equal",
        give=one(("compare", "power", "not_equal", ("toughness", "candidate")))),
    form("without mana abilities", give=one(("not", ("has_ability", "mana")))),
    form("you neither own nor control", give=_none_of(("owner", "you"), ("controller", "you"))),
    form("the opponent to your left controls", give=one(("controller", "left_opponent"))),
    form("attacking the same player or planeswalker", give=one(("attacking", ("attacked_by", "self")))),
    form("~ is blocking", give=one(("blocked_by", "self"))),
    form("that player protects", give=one(("protected_by", "that_player"))),
    form("that isn't the target of an ability from {}", some, make=lambda f: one(("not", ("target_of_from", f)))),
    form("{} from that graveyard", position(),
        make=lambda at: one(("zone", "graveyard"), ("owner", Pronoun(at, "that_player")))),
    form("{} those opponents control", position(), make=lambda at: one(("controller", Pronoun(at, "those_players")))),
)  # fmt: skip


def _plain(what: Filter) -> tuple[Term, ...]:
    if what.either:
        raise Refuse("one quality")
    return what.literals


def _out_of(zone: Filter, what: Term) -> Does:
    """`Return from your graveyard to the battlefield target ...`: where the target lies is told before it."""
    if not isinstance(what, Target) or zone.either:
        raise Refuse("a target")
    what = replace(what, filter=what.filter.also(*zone.literals))
    return lambda who: ("move", who, what, ("battlefield", Listed()))


doing.prefer(
    form("return|returns {} to the battlefield {}", in_zone, target, make=_out_of),
)

# --- events ------------------------------------------------------------------------------------------------------------------

watched.prefer(
    form(
        "you and/or at least one {}",
        grammar.noun,
        make=lambda f: ("one_or_more", Filter((), (Filter((("is", "you"),)), f))),
    ),
    form("a|an {} or a|an {}", grammar.noun, grammar.noun, make=lambda a, b: Filter((), (a, b))),
)
ending.prefer(
    form(
        "become|becomes the target of a|an {}",
        grammar.on_the_stack,
        make=lambda f: lambda who: ("becomes_target_of_spell", who, f),
    ),
)

# --- protection from what is chosen ------------------------------------------------------------------------------------------------

protected_from.prefer(
    form("artifacts or from the color of your choice", give=("choose", ("color_or", "artifact"))),
    form("colorless or from the color of your choice", give=("choose", ("color_or", "colorless"))),
    form("the card type of your choice", give=("choose", "card_type")),
    form("the color of its controller's choice", give=("choose", ("controllers", "color"))),
)
