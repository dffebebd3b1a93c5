"""Parts of verb phrases that change what a subject is (CR 613): what stands after gets, has, loses.

A phrase is a `Part`: called with a subject it gives Changes and ("states", statement) pairs, so that one grammar serves
static sentences and effects that last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import grammar
from .combinators import Refuse, form, listed, mapped, maybe, one_of
from .keywords import granted
from .terms import (
    Ability,
    Change,
    Listed,
    Term,
    substitute,
)
from .values import characteristic, for_each, number, plain_pt, scaled, signed_pt, where_x
from .words import counter_kind, keyword_name


class Part:
    """What a verb phrase says: called with a subject it gives Changes and ("states", statement) pairs."""

    def __init__(self, make: Callable[[Term], list[Any]]) -> None:
        self.make = make

    def __call__(self, whom: Term) -> list[Any]:
        return self.make(whom)

    def keeping(self) -> Part:
        """The same, where a later sentence says "It's still a land." (205.1b)."""
        return self

    def losing_others(self) -> Part:
        """The same, where the text goes on to say that all other card types are lost."""
        return self


class _LosesTypes(Part):
    """What is said to lose all other abilities and card types: those that are said before it alone stay."""


class _Several(Part):
    def __init__(self, parts: tuple[Part, ...]) -> None:
        super().__init__(lambda whom: [made for part in parts for made in part(whom)])
        self.parts = parts

    def keeping(self) -> Part:
        return _Several(tuple(p.keeping() for p in self.parts))


def change(layer: str, *whats: Term) -> Part:
    """Changes of one layer."""
    return Part(lambda whom: [Change(layer, whom, what) for what in whats])


def both(*parts: Part) -> Part:
    """Several verb phrases with one subject."""
    if any(isinstance(part, _LosesTypes) for part in parts):
        parts = tuple(part.losing_others() for part in parts)
    return _Several(parts)


def state(functor: str, *arguments: Term) -> Part:
    """A statement about the subject."""
    return Part(lambda whom: [("states", (functor, whom, *arguments))])


# --- gets +1/+1 -----------------------------------------------------------------------------------------------------


def _add(amounts: tuple[Term, Term], by: Term = None) -> Part:
    power, toughness = amounts
    if by is not None:
        power, toughness = scaled(power, by), scaled(toughness, by)
    changes = []
    changes.append(("power", power))
    changes.append(("toughness", toughness))
    kept = [c for c in changes if c[1] != 0] or changes
    return change("pt_add", *kept)


def _add_where(amounts: tuple[Term, Term], x: Term) -> Part:
    return _add((substitute(amounts[0], "x", x), substitute(amounts[1], "x", x)))


def _add_x_and_y(amounts: tuple[Term, Term], x: Term, y: Term) -> Part:
    return _add(
        (
            substitute(substitute(amounts[0], "x", x), "y", y),
            substitute(substitute(amounts[1], "x", x), "y", y),
        )
    )


def _of_that(value: Term) -> Term:
    """What a characteristic is of: `X is the exiled card's power and Y is its toughness`."""
    if not (isinstance(value, tuple) and len(value) == 2 and value[0] in ("power", "toughness")):
        raise Refuse("a characteristic of something")
    return value[1]


gets_for_each = _add
"""+N/+N for each of something -> Part."""


def _twice(amount: Term) -> Term:
    if isinstance(amount, int):
        return 2 * amount
    if isinstance(amount, tuple) and amount[:2] == ("minus", 0):
        return ("minus", 0, ("times", 2, amount[2]))
    return ("times", 2, amount)


gets = one_of(
    form(
        "{} {} and {} {}",
        signed_pt,
        for_each,
        signed_pt,
        for_each,
        make=lambda a, x, b, y: both(_add(a, x), _add(b, y)),
    ),
    form("{} {}", signed_pt, for_each, make=_add),
    form("twice {}", signed_pt, make=lambda pt: _add((_twice(pt[0]), _twice(pt[1])))),
    form("an additional {} {}", signed_pt, for_each, make=_add),
    form(
        "{} (,) where x is {} and y is its {}",
        signed_pt,
        grammar.value,
        characteristic,
        make=lambda a, x, c: _add_x_and_y(a, x, (c, _of_that(x))),
    ),
    form(
        "{} (,) where x is {} (,) and y is {}",
        signed_pt,
        grammar.value,
        grammar.value,
        make=lambda a, x, y: _add_x_and_y(a, x, y),
    ),
    form("{} {}", signed_pt, where_x, make=_add_where),
    form(
        "{} {} and {} {}",
        signed_pt,
        for_each,
        signed_pt,
        for_each,
        make=lambda a, x, b, y: both(_add(a, x), _add(b, y)),
    ),
    form("an additional {}", signed_pt, make=_add),
    mapped(signed_pt, _add),
    name="+N/+N",
)

# --- has ------------------------------------------------------------------------------------------------------------


def grant(abilities: list[Ability]) -> Part:
    return change("ability", *(("grant", a) for a in abilities))


def set_pt(pair: tuple[Term, Term], layer: str = "pt_set") -> Part:
    return change(layer, ("power", pair[0]), ("toughness", pair[1]))


def _set_where(pair: tuple[Term, Term], x: Term) -> Part:
    return set_pt((substitute(pair[0], "x", x), substitute(pair[1], "x", x)))


base_pt = one_of(
    form("that|the base power and toughness", give=set_pt(("mode_power", "mode_toughness"))),
    form("the chosen base power and toughness", give=set_pt(("mode_power", "mode_toughness"))),
    form("base power and toughness {} {}", plain_pt, where_x, make=_set_where),
    form("base power and toughness {}", plain_pt, make=set_pt),
    form(
        "base power and toughness equal to {} power and toughness",
        grammar.possessive,
        make=lambda r: set_pt((("power", r), ("toughness", r))),
    ),
    form("base power and toughness each equal to {}", grammar.value, make=lambda v: set_pt((v, v))),
    form("base power and base toughness each equal to {}", grammar.value, make=lambda v: set_pt((v, v))),
    form(
        "base power {} and base toughness {}", grammar.value, grammar.value, make=lambda a, b: set_pt((a, b))
    ),
    form("base power equal to {}", grammar.value, make=lambda v: change("pt_set", ("power", v))),
    form("base toughness equal to {}", grammar.value, make=lambda v: change("pt_set", ("toughness", v))),
    form("base power {}", grammar.value, make=lambda v: change("pt_set", ("power", v))),
    form("base toughness {}", grammar.value, make=lambda v: change("pt_set", ("toughness", v))),
)

has = one_of(
    form("that ability", give=change("ability", ("grant", "mode_ability"))),
    form(
        "the chosen creature type in addition to its|their other types",
        give=change("type", ("add", "subtype", ("chosen", "creature_type"))),
    ),
    form("{} and|, {}", base_pt, mapped(granted, grant), make=both),
    base_pt,
    form("no abilities", give=change("ability", "lose_all")),
    mapped(granted, grant),
    form(
        "all|the loyalty abilities of {}",
        grammar.whom,
        make=lambda r: change("ability", ("loyalty_abilities_of", r)),
    ),
    form(
        "all names of nonlegendary creature cards in addition to its|their name|names",
        give=change("text", "all_creature_names"),
    ),
    form(
        "all activated abilities of {} {}",
        grammar.whom,
        maybe(
            one_of(
                form("except for loyalty abilities", give="except_loyalty"),
                form("except mana abilities", give="except_mana"),
            )
        ),
        make=lambda r, e: change(
            "ability", ("activated_abilities_of", r) if e is None else ("activated_abilities_of", r, e)
        ),
    ),
    name="what it has",
)

cant_have = one_of(
    form("become suspected", give=state("cant_become", "suspected")),
    form("be enchanted by other auras", give=state("cant_be_enchanted_by_others", "self")),
    form("be enchanted", give=state("cant_be_enchanted")),
    form("be equipped", give=state("cant_be_equipped")),
    form("be turned face up", give=state("cant_turn_face_up")),
    form("have {} counters put on it|them", counter_kind, make=lambda k: state("cant_have_counters", k)),
    form(
        "have more than {} {} counters on it|them",
        number,
        counter_kind,
        make=lambda n, k: state("most_counters", k, n),
    ),
    form("have or gain {}", listed(keyword_name, "or|and"), make=lambda ks: change(
        "ability", *(("cant_have", k) for k in ks))),
    form("have {}", listed(keyword_name, "or|and"), make=lambda ks: change("ability", *(("cant_have", k) for k in ks))),
)  # fmt: skip

# --- loses ----------------------------------------------------------------------------------------------------------


def _lose(keywords: list[Term]) -> Part:
    return change("ability", *(("lose_keyword", k) for k in keywords))


def _lose_quoted(abilities: list[Ability]) -> Part:
    """`loses "enchant creature card in a graveyard"`: a keyword ability by its text."""
    if not all(ability.keyword for ability in abilities):
        raise Refuse("a keyword ability")
    return _lose([ability.keyword for ability in abilities])


_loses_types = _LosesTypes(lambda whom: [Change("ability", whom, "lose_all")])
loses = one_of(
    form("all other abilities , card types , and creature types", give=_loses_types),
    form("all other card types and abilities", give=_loses_types),
    form("all other types and abilities", give=_loses_types),
    form("all abilities except mana abilities", give=change("ability", ("lose_all_except", "mana"))),
    form("all abilities", give=change("ability", "lose_all")),
    form("all other abilities", give=change("ability", "lose_all")),
    form("all other card types", give=both()),
    form("all creature types", give=change("type", ("set_subtypes", "creature", Listed()))),
    form("all colors", give=change("color", ("set_colors", Listed()))),
    form("all {} abilities", keyword_name, make=lambda k: _lose([k])),
    form("all land types and abilities", give=both(
        change("type", ("set_subtypes", "land", Listed())), change("ability", "lose_all"))),
    mapped(listed(keyword_name, "and|or"), _lose),
    mapped(grammar.quoted, _lose_quoted),
    name="what it loses",
)  # fmt: skip
