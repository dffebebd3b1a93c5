"""Abilities that something has because others have them, and what holds of just those (CR 613.1f, 602.5b, 609.4b)."""

from __future__ import annotations

from dataclasses import replace

from . import grammar
from .combinators import Refuse, form, one_of
from .keywords import quality
from .nouns import one
from .parts import Part, change, has
from .references import told_groups
from .statics import make_static
from .tables import BASIC_LAND_TYPES
from .terms import Ability, Change, Filter, Term, each, keyword_ability

# --- abilities of others ----------------------------------------------------------------------------------------------------

told_groups.add(
    form(
        "the exiled cards used to craft {}",
        one_of(form("it"), form("~")),
        make=lambda it: each(one("card", ("zone", "exile"), "used_to_craft")),
    ),
)
has.prefer(
    form(
        "each activated ability of {}",
        grammar.whom,
        make=lambda r: change("ability", ("activated_abilities_of", r)),
    ),
    form(
        "all activated and triggered abilities of {}",
        grammar.whom,
        make=lambda r: change("ability", ("activated_and_triggered_of", r)),
    ),
)
_of_those = one_of(
    form("you may activate each of those abilities only once each turn", give="lent_once"),
    form(
        "you may spend mana as though it were mana of any color to activate those abilities",
        give="any_color_mana_for_lent",
    ),
)


def _lent(whom: Term, part: Part, said: str) -> list[Ability]:
    """Abilities of others, and a statement about just those: one ability."""
    made = make_static(whom, part, [])
    if len(made) != 1 or not all(_borrows(c) for c in made[0].changes):
        raise Refuse("abilities of something else")
    return [replace(made[0], statements=(*made[0].statements, (said, whom)))]


def _borrows(part: Change) -> bool:
    return isinstance(part.what, tuple) and part.what[0] == "activated_abilities_of"


grammar.static_sentences.prefer(form("{} has|have {} . {}", grammar.whom, has, _of_those, make=_lent))

# --- qualities --------------------------------------------------------------------------------------------------------------

quality.prefer(
    form(
        "each of {} card types",
        grammar.possessive,
        make=lambda r: ("card_types_of", r),
    ),
    form(
        "each mana value among {}",
        grammar.noun,
        make=lambda f: one(("shares", "mana_value", each(f))),
    ),
    form("each color that's not in your commander's color identity", give="colors_outside_identity"),
)

# --- landwalk of several types ----------------------------------------------------------------------------------------------


def _walks(lands: Filter, whom: Term) -> list[Ability]:
    """`For each basic land type among lands you control, ~ has landwalk of that type`: one for each type that is there."""
    found: list[Ability] = []
    for kind in BASIC_LAND_TYPES:
        walk = keyword_ability("landwalk", one(("type", "land"), ("zone", "battlefield"), ("subtype", kind)))
        there = ("exists", lands.also(("subtype", kind)))
        found += make_static(whom, change("ability", ("grant", walk)), [there])
    return found


grammar.static_sentences.prefer(
    form(
        "for each basic land type among {} , {} has|have landwalk of that type",
        grammar.noun,
        grammar.whom,
        make=_walks,
    ),
)
