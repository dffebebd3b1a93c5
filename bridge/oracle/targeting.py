"""What texts say about who can and can't be a target (CR 601.2c, 702.11e)."""

from __future__ import annotations

from . import grammar
from .combat_parts import says
from .combinators import form, maybe, one_of, word
from .keywords import without_battlefield
from .nouns import one
from .references import some
from .terms import Ability, Filter, Term

STACK = ("zone", "stack")
SPELLS = one(STACK, "spell")
ABILITIES = one(STACK, "ability")


def _whose(what: Filter | str, theirs: object) -> Filter | str:
    """Restricted to what opponents control, where the text says so."""
    if not theirs:
        return what
    if isinstance(what, str):
        return one(STACK, ("controller", "opponents"))
    return what.also(("controller", "opponents"))


def _from(sources: Filter) -> Filter:
    kept = tuple(t for t in without_battlefield(sources).literals if t != "source")
    return ABILITIES.also(("source_is", Filter(kept, sources.either)))


def _or(first: Filter, second: Filter) -> Filter:
    return Filter((STACK,), (first, second))


_theirs = maybe(form("your opponents control", give=True))
_plain = one_of(
    form("spells or|and abilities", give="any"),
    form("spells or|and activated abilities", give=_or(SPELLS, one(STACK, "activated_ability"))),
    form("activated|triggered or triggered|activated abilities", give=ABILITIES),
    form("activated abilities", give=one(STACK, "activated_ability")),
    form("triggered abilities", give=one(STACK, "triggered_ability")),
)
_spells_and_sources = one_of(
    form("{} or|and abilities from {}", grammar.noun, grammar.noun, make=lambda s, f: _or(s, _from(f))),
    form("abilities from {}", grammar.noun, make=_from),
)
aimers = one_of(
    form("{} {}", _plain, _theirs, make=_whose),
    form("{} {}", _spells_and_sources, _theirs, make=_whose),
    form("abilities {}", _theirs, make=lambda t: _whose(ABILITIES, t)),
    grammar.noun,
    name="spells or abilities",
)
"""What something can't be the target of -> a filter over the stack, or any."""

_lacking = one_of(form("it|they|that didn't have {}", word("hexproof", "shroud")))
_by = one_of(
    form("you control", give="you"),
    form("controlled by {}", grammar.reference),
    form("your opponents control", give="opponents"),
)


def _targetable(by: Term, keyword: Term) -> object:
    return says("target_as_though", keyword, by or "any")


grammar.statements.add(
    form("can't be the target|targets of {}", aimers, make=lambda f: says("cant_be_target", f)),
    form("can be the target|targets of spells and|or abilities {} as though {}", maybe(_by), _lacking,
        make=_targetable),
)  # fmt: skip


def _flagbearers(what: Filter) -> list[Ability]:
    return [Ability("static", statements=(("must_be_chosen", ("each", what), "opponents"),))]


grammar.static_sentences.add(
    form("while an opponent is choosing targets as part of casting a spell they control or activating an "
        "ability they control , that player must choose at least one {} if able", grammar.noun,
        make=_flagbearers),
)  # fmt: skip


def _as_cast(what: Filter) -> list[Ability]:
    return [Ability("static", functions=("stack",), statements=(("cant_choose_as_cast", what),))]


grammar.static_sentences.add(
    form("you can't choose {} as ~'s target as you cast it", some, make=_as_cast),
    form("you can't choose {} as this spell's target as you cast it", some, make=_as_cast),
)
