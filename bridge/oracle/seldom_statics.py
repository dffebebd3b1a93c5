"""Seldom static sentences: where cards are cast from and how, what is cast when, who can't do what (CR 601.3, 602.5, 604.1)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import form, one_of, position, table
from .conditions import simple_condition
from .entering import replacing
from .nouns import one
from .qualities import in_zone
from .spending import stating
from .tables import COLORS
from .terms import Ability, Filter, Pronoun, each
from .values import counting, number

_ANYONE = each(one("player"))
_SPELLS = one(("zone", "stack"), "spell")

# --- zones, and what happened ------------------------------------------------------------------------------------------------------

in_zone.prefer(
    form("from {} graveyard or from exile", grammar.possessive,
        make=lambda r: Filter((), (one(("zone", "graveyard"), ("owner", r)), one(("zone", "exile"))))),
    form("from graveyards or (from) exile", give=Filter((), (one(("zone", "graveyard")), one(("zone", "exile"))))),
)  # fmt: skip
_CAST_THIS_TURN = one("entered_this_turn", ("cast_from", "any"))
after_noun.prefer(form("that was|were cast this turn", give=_CAST_THIS_TURN))
simple_condition.prefer(form("~|it was cast this turn", give=("is", "self", _CAST_THIS_TURN)))
counting.prefer(
    form("time|times you've cast a commander from the command zone this game", give=("command_casts", one("commander", ("owner", "you")))),
    form("time|times {} they've cast a commander from the command zone this game", position(),
        make=lambda at: ("command_casts", one("commander", ("owner", Pronoun(at, "their"))))),
)  # fmt: skip

_color = one_of(table({c: c for c in COLORS}, "a colour"), form("the chosen color", give=("chosen", "color")))
simple_condition.prefer(
    form("{} is the most common color among {} but isn't tied for most common", _color, grammar.noun,
        make=lambda c, f: ("compare", ("color_lead", c, f), "greater", 0)),
    form("{} isn't the most common color among {} or is tied for most common", _color, grammar.noun,
        make=lambda c, f: ("compare", ("color_lead", c, f), "less_equal", 0)),
)  # fmt: skip

# --- casting ------------------------------------------------------------------------------------------------------------------------


def _castable(*zones: str) -> list[Ability]:
    """`You may cast this card from your graveyard or from exile`: its text works there (113.6)."""
    return [a for zone in zones for a in stating(("cast_from", "self", zone), zone=zone)]


_ways = table({k: k for k in ("blitz", "bestow", "mutate", "warp")}, "a way of casting it")


grammar.static_sentences.prefer(
    form("you may cast ~ from exile", give=_castable("exile")),
    form("you may cast ~ from your graveyard or from exile", give=_castable("graveyard", "exile")),
    form("you may cast ~ from your graveyard using its {} ability", _ways,
        make=lambda k: stating(("cast_from_by", "self", "graveyard", k), zone="graveyard")),
    form("you may cast ~ from your graveyard , but not from anywhere else", give=[
        *_castable("graveyard"),
        *stating(("cast_only", "self", ("condition", ("is", "self", one(("cast_from", "graveyard"))))), zone="stack")]),
    form("you can't cast ~ unless {}", grammar.condition,
        make=lambda c: stating(("cast_only", "self", ("condition", c)), zone="stack")),
    form("you can't cast ~ if {}", grammar.condition,
        make=lambda c: stating(("cast_only", "self", ("condition", ("not", c))), zone="stack")),
    form("~ can't be copied", give=stating(("cant_be_copied", "self"), zone="stack")),
    form("spells and abilities can't be countered", give=stating(("cant_be_countered", each(one(("zone", "stack")))))),
    form("combat damage can't be prevented", give=stating(("combat_damage_not_preventable", "any"))),
    form("players can't cycle cards", give=stating(("cant_cycle", _ANYONE))),
    form("players can cast spells only during their own turns", give=stating(("cant_cast_in_others_turns", _ANYONE))),
    form("players can cast spells and activate abilities only during their own turns", give=[
        *stating(("cant_cast_in_others_turns", _ANYONE)), *stating(("cant_activate_in_others_turns", _ANYONE))]),
    form("~ enters tapped and doesn't untap during your untap step", give=[
        *replacing(("enters", "self"), ["tapped"]), *stating(("doesnt_untap_yours", "self"))]),
    form("you gain life rather than lose life from radiation", give=stating(("life_from_radiation", "you"))),
    form("your devotion to each color and each combination of colors is increased by {}", number,
        make=lambda n: stating(("devotion_more", "you", n))),
    form("{} enter as a copy of {}", grammar.whom, grammar.reference,
        make=lambda w, r: replacing(("enters", w), [("copy_of", r)])),
    form("~ enters under the control of an opponent of your choice",
        give=replacing(("enters", "self"), ["under_opponent"])),
)  # fmt: skip
