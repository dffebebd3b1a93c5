"""What mana is of two colours, what colour it is spent as, and what is tapped for mana of one kind (CR 106.1, 106.12, 609.4b)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .combinators import Refuse, form, listed, one_of, table
from .entering import counters_on_it
from .instructions import clause, sentence
from .manas import produced, spell_word
from .nouns import one
from .references import some
from .spending import stating
from .tables import COLORS
from .terms import Ability, Filter, Listed, Term
from .triggers import Ending, ending
from .values import number

# --- what is added -------------------------------------------------------------------------------------------------------


def _of_two(first: Any, second: Any) -> Term:
    """So much of one colour and as much of another."""
    if first != second:
        raise Refuse("the same number")
    return ("two_colors", first)


produced.prefer(
    form("two mana of different colors", give=("two_colors", 1)),
    form("{} mana of any one color and {} mana of any other color", number, number, make=_of_two),
    form("(an) (additional) one mana of any type that permanent|land produced", give="produced_by_that_land"),
    form("(an) (additional) one mana of any type that artifact token produced", give="produced_by_that_land"),
    form("an additional one mana of that color", give=("of_color", 1, "that_color")),
)

# --- what it is spent as -------------------------------------------------------------------------------------------------

_color = table(COLORS, "a colour")
_these_abilities = one_of(
    form("pay the activation costs of ~'s abilities"),
    form("activate ~'s abilities"),
)
_SELF = one(("is", "self"))

grammar.static_sentences.prefer(
    form(
        "you may spend {} mana as though it were mana of any color to {}",
        _color,
        _these_abilities,
        make=lambda c, a: stating(("color_as_any_for_abilities", c, _SELF)),
    ),
    form(
        "you may spend {} mana as though it were mana of any color",
        _color,
        make=lambda c: stating(("color_as_any", "you", c)),
    ),
    form(
        "you may spend mana as though it were mana of any color to {}",
        _these_abilities,
        make=lambda a: stating(("any_color_mana_for_abilities", _SELF)),
    ),
    form(
        "mana of any type can be spent to {}",
        _these_abilities,
        make=lambda a: stating(("any_type_mana_for_abilities", _SELF)),
    ),
    form(
        "you can spend mana of any type to cast {}",
        grammar.noun,
        make=lambda f: stating(("any_type_mana_for", f)),
    ),
    form(
        "mana of any type can be spent to cast {}",
        grammar.noun,
        make=lambda f: stating(("any_type_mana_for", f)),
    ),
)

# --- what is tapped for it -----------------------------------------------------------------------------------------------

_kind = one_of(
    form("mana of the chosen color", give=("chosen", "color")),
    form("{C}", give="colorless"),
)


def _taps_for(what: Filter, kind: Term) -> Ending:
    return lambda who: ("taps_for_kind", who, what, kind)


def _tapped_for(kind: Term) -> Ending:
    """`a basic land is tapped for mana of the chosen color`: whoever taps it."""
    return lambda what: ("taps_for_kind", Filter(("player",)), what, kind)


ending.prefer(
    form("tap|taps {} for {}", some, _kind, make=_taps_for),
    form("is tapped for {}", _kind, make=_tapped_for),
)

# --- what enters with more because of it ---------------------------------------------------------------------------------


def _more_counters(counters: list[Term]) -> Term:
    """What the spell becomes enters with counters."""
    replaces = tuple((("enters", one(("is", "spell_paid_for"))), found) for found in counters)
    return ("lasting", "rest_of_game", Ability("lasting", replaces=replaces))


def _enters_so(what: Filter, counters: list[Term]) -> list[Term]:
    return [("if_mana_spent_on", what, Listed((_more_counters(counters),)))]


def _triggers_so(what: Filter, counters: list[Term]) -> list[Term]:
    ability = Ability("reflexive", instructions=(_more_counters(counters),))
    return [("if_mana_spent_on", what, Listed((("when_done", ability),)))]


_the_spell = one_of(form("that creature"), form("it"))
_if_spent = one_of(
    form("if this|that mana is spent to cast {} ,", spell_word),
    form("if this|that mana is spent on {} ,", spell_word),
    form("if you spend this mana to cast {} ,", spell_word),
)
sentence.prefer(
    form(
        "when you spend this|that mana to cast {} , {} enters with {}",
        spell_word,
        _the_spell,
        listed(counters_on_it, "and"),
        make=lambda f, it, counters: _triggers_so(f, counters),
    )
)
clause.prefer(
    form(
        "{} {} enters with {}",
        _if_spent,
        _the_spell,
        listed(counters_on_it, "and"),
        make=lambda f, it, counters: _enters_so(f, counters),
    )
)
