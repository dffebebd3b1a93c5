"""Targets that are spells and abilities (CR 115.1, 115.7, 115.10), changed and copied; damage dealt to another instead."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, Rule, form, listed, many, mapped, one_of, position, table
from .costs import mana_cost
from .instructions import clause, doing
from .nouns import one
from .terms import Ability, Filter, Listed, Pronoun, Term, each
from .things import some_of

# --- abilities as targets ---------------------------------------------------------------------------------------------------


def _on_stack(what: Filter) -> Filter:
    """A kind of spell beside abilities: `triggered ability or colorless spell`."""
    if "spell" not in what.literals:
        raise Refuse("a spell")
    return what


_ability_kind = one_of(
    form("activated or triggered ability|abilities", give=("activated_ability", "triggered_ability")),
    form("triggered or activated ability|abilities", give=("activated_ability", "triggered_ability")),
    form("activated ability|abilities", give=("activated_ability",)),
    form("triggered ability|abilities", give=("triggered_ability",)),
    form("loyalty ability|abilities", give=("loyalty_ability",)),
    form("ability|abilities", give=("ability",)),
    form("spell", give=("SPELL",)),
    form("instant or sorcery spell", give=("INSTANT_OR_SORCERY",)),
    form("noncreature spell", give=("NONCREATURE",)),
    mapped(grammar.noun, lambda f: (_on_stack(f),)),
    name="an ability",
)
_SPELL = one(("zone", "stack"), "spell")
_SPELLS = {
    "SPELL": _SPELL,
    "INSTANT_OR_SORCERY": Filter(
        (("zone", "stack"), "spell"), (one(("type", "instant")), one(("type", "sorcery")))
    ),
    "NONCREATURE": one(("zone", "stack"), "spell", ("not", ("type", "creature"))),
}


def _alternatives(kinds: list[tuple[Any, ...]], after: list[Filter]) -> Filter:
    flat = [k for kind in kinds for k in kind]
    if all(k in _SPELLS or isinstance(k, Filter) for k in flat):
        raise Refuse("an ability")
    found = [k if isinstance(k, Filter) else _SPELLS.get(k) or one(("zone", "stack"), k) for k in flat]
    if any(f.either for f in after):
        raise Refuse("plain words after the ability")
    literals = tuple(t for f in after for t in f.literals)
    if len(found) == 1:
        return found[0].also(*literals)
    return Filter(literals, tuple(found))


_ability_kind.prefer(
    form(
        "{} ability",
        table({"backup": "backup", "equip": "equip", "ward": "ward"}, "a keyword"),
        make=lambda k: (("of_keyword", k),),
    ),
)
_from_source = one_of(
    form("from another {}", grammar.noun, make=lambda f: one(("source_is", _anywhere(f.also("other"))))),
    form("of a|an {}", grammar.noun, make=lambda f: one(("source_is", _anywhere(f)))),
    form("from a|an {}", grammar.noun, make=lambda f: one(("source_is", _anywhere(f)))),
    form("with {}", form("a single target", give=one("single_target"))),
    after_noun,
)


def _anywhere(what: Filter) -> Filter:
    literals = tuple(t for t in what.literals if t != ("zone", "battlefield")) or ("permanent",)
    return Filter(literals, what.either)


on_the_stack = one_of(
    form(
        "(other) spells and/or|and|or abilities {}",
        many(_from_source),
        make=lambda after: _alternatives([("SPELL",), ("ability",)], after),
    ),
    form("{} {}", listed(_ability_kind, "or"), many(_from_source), make=_alternatives),
)
"""`spell, activated ability, or triggered ability you don't control` -> Filter."""
grammar._on_the_stack.define(on_the_stack)


grammar.static_sentences.add(
    form("~ costs {} more to cast for each target beyond the first", mana_cost, make=lambda c: [Ability(
        "static", statements=(("costs_more_each_target", "self", c),))]),
    form("cards in graveyards can't be the targets of spells or abilities",
        give=[Ability("static", statements=(("cant_be_target", each(one("card", ("zone", "graveyard"))), "any"),))]),
)  # fmt: skip

# --- changed and copied -------------------------------------------------------------------------------------------------------


def _redirected(amount: Term, kind: Term, whom: Term, to: Term) -> Term:
    return ("redirect", amount, kind, whom, to, "end_of_turn")


_kind = one_of(form("combat damage", give="combat"), form("damage", give="any"))
clause.add(
    form("the next {} {} that would be dealt to {} this turn is dealt to {} instead", grammar.value, _kind,
        grammar.whom, grammar.whom, make=_redirected),
    form("all {} that would be dealt to {} this turn is dealt to {} instead", _kind, grammar.whom, grammar.whom,
        make=lambda k, a, b: _redirected("all", k, a, b)),
    form("all {} that would be dealt this turn to {} is dealt to {} instead", _kind, grammar.whom, grammar.whom,
        make=lambda k, a, b: _redirected("all", k, a, b)),
)  # fmt: skip

clause.prefer(
    form("the copy targets {}", grammar.reference, make=lambda r: ("change_target", "you", "copies", r)),
)  # fmt: skip


def _it_copied(stream: Any, at: int) -> Result:
    """`it`, where the text spoke of a copy before."""
    if stream[at : at + 1] == ["it"] and any(w in ("copy", "copies") for w in stream[:at]):
        return Result.success(at + 1, None)
    return Result.failure(at, "a copy")


_copy = one_of(form("the copy"), form("the copies"), form("that copy"), form("those copies"), form("them"))


_new = one_of(form("a|an {}", grammar.noun), form("another {}", grammar.noun))


def _changed(spell: Term, to: Filter) -> Any:
    """To one of what fits, as whoever does it likes."""
    return lambda who: ("change_target", who, spell, each(to))


def _another(spell: Term, to: Filter) -> Any:
    return _changed(spell, to.also(("not", ("targeted_by", spell))))


doing.prefer(
    form(
        "change|changes the target of {} . the new target must be {}", grammar.reference, _new, make=_changed
    ),
    form(
        "change|changes the target of {} if that target is you . the new target must be {}",
        grammar.reference,
        _new,
        make=lambda r, f: (
            lambda who: ("if", ("is", r, one(("targets_only", "you"))), Listed((_changed(r, f)(who),)))
        ),
    ),
    form("change|changes {} target to another {}", grammar.possessive, grammar.noun, make=_another),
    form(
        "change|changes any targets of {}",
        grammar.reference,
        make=lambda r: lambda who: ("choose_new_targets", who, r),
    ),
    form(
        "{} change|changes the target to {} if able",
        position(),
        grammar.reference,
        make=lambda at, to: lambda who: ("change_target", who, Pronoun(at, "it"), to),
    ),
    form(
        "choose|chooses new targets for any number of {} {}",
        grammar.on_the_stack,
        position(),
        make=lambda f, at: lambda who: ("choose_new_targets", who, some_of(at, 0, "any", f)),
    ),
)
doing.add(
    form("choose|chooses new targets for {}", _copy, make=lambda c: lambda who: ("choose_new_targets", who, "copies")),
    form("choose|chooses a new target for {}", one_of(_copy, Rule(_it_copied)),
        make=lambda c: lambda who: ("choose_new_targets", who, "copies")),
    form("choose|chooses a new target for {}", grammar.reference, make=lambda r: lambda who: ("choose_new_targets", who, r)),
    form("choose|chooses new targets for {} it", position(),
        make=lambda at: lambda who: ("choose_new_targets", who, Pronoun(at, "the_stacked"))),
    form("choose|chooses new targets for {}", grammar.reference, make=lambda r: lambda who: ("choose_new_targets", who, r)),
    form("change|changes the target of {} to {}", grammar.reference, grammar.reference,
        make=lambda r, to: lambda who: ("change_target", who, r, to)),
    form("change|changes a target of {} to {}", grammar.reference, grammar.reference,
        make=lambda r, to: lambda who: ("change_a_target", who, r, to)),
    form("change|changes a target of {}", grammar.reference, make=lambda r: lambda who: ("change_a_target", who, r, "any")),
    form("change|changes the targets of {}", grammar.reference, make=lambda r: lambda who: ("change_target", who, r, "any")),
    form("change|changes the target of {}", grammar.reference, make=lambda r: lambda who: ("change_target", who, r, "any")),
)  # fmt: skip
