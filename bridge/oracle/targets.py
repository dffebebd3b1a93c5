"""What texts say about targets themselves (CR 115, 601.2c): who can't be one, who must, changed and copied targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .combinators import Refuse, Rule, form, listed, many, mapped, maybe, one_of, position, table, word
from .combat import Says, says
from .conditions import while_clause
from .instructions import clause, doing
from .nouns import after_noun, one
from .references import OPPONENTS, some
from .terms import Ability, Filter, Mention, Target, Term, conditions_of, each

# --- abilities as targets ---------------------------------------------------------------------------------------------------

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
    name="an ability",
)
_SPELL = one(("zone", "stack"), "spell")
_SPELLS = {
    "SPELL": _SPELL,
    "INSTANT_OR_SORCERY": Filter((("zone", "stack"), "spell"), (one(("type", "instant")), one(("type", "sorcery")))),
    "NONCREATURE": one(("zone", "stack"), "spell", ("not", ("type", "creature"))),
}


def _alternatives(kinds: list[tuple[str, ...]], after: list[Filter]) -> Filter:
    flat = [k for kind in kinds for k in kind]
    if all(k in _SPELLS for k in flat):
        raise Refuse("an ability")
    found = [_SPELLS.get(k) or one(("zone", "stack"), k) for k in flat]
    if any(f.either for f in after):
        raise Refuse("plain words after the ability")
    literals = tuple(t for f in after for t in f.literals)
    if len(found) == 1:
        return found[0].also(*literals)
    return Filter(literals, tuple(found))


_from_source = one_of(
    form("from a|an {}", grammar.noun, make=lambda f: one(("source_is", _anywhere(f)))),
    form("with {}", form("a single target", give=one("single_target"))),
    after_noun,
)


def _anywhere(what: Filter) -> Filter:
    literals = tuple(t for t in what.literals if t != ("zone", "battlefield")) or ("permanent",)
    return Filter(literals, what.either)


on_the_stack = form("{} {}", listed(_ability_kind, "or"), many(_from_source), make=_alternatives)
"""`spell, activated ability, or triggered ability you don't control` -> Filter."""
grammar._on_the_stack.define(on_the_stack)


# --- can't be the target -----------------------------------------------------------------------------------------------------

_controlled = one_of(
    form("your opponents control", give=("controller", "opponents")),
    form("an opponent controls", give=("controller", "opponents")),
    form("opponents control", give=("controller", "opponents")),
    form("you control", give=("controller", "you")),
    form("a player other than you controls", give=("not", ("controller", "you"))),
    name="who controls it",
)
_stack_noun = one_of(
    form("spells or|and abilities", give=Filter((), (_SPELL, one(("zone", "stack"), "ability")))),
    form("{} spells or abilities from {} sources", table({c: c for c in ("white", "blue", "black", "red", "green")},
        "a colour"), table({c: c for c in ("white", "blue", "black", "red", "green")}, "a colour"),
        make=lambda a, b: _of_color(a, b)),
    on_the_stack,
    form("abilities", give=one(("zone", "stack"), "ability")),
    form("{}", grammar.noun),
    name="what can't target it",
)  # fmt: skip


def _of_color(first: str, second: str) -> Filter:
    if first != second:
        raise Refuse("the same colour")
    return Filter((("color", first),), (_SPELL, one(("zone", "stack"), "ability")))


def _by(what: Filter, who: Any) -> Filter:
    return what if who is None else what.also(who)


_stack = form("{} {}", _stack_noun, maybe(_controlled), make=_by)


def _cant(what: Filter | Term, others: Any) -> Says:
    if isinstance(what, Filter) and not what.literals and len(what.either) == 2 and what.either[0] == _SPELL \
            and what.either[1] == one(("zone", "stack"), "ability"):
        return says("cant_be_target", "any")
    return says("cant_be_target", what)


grammar.statements.add(
    form("can't be the target|targets of {}", _stack, make=lambda f: _cant(f, None)),
    form("can be the target|targets of spells and|or abilities {} as though it|they didn't have {}", _controller_ref := one_of(
        form("you control", give="you"),
        form("your opponents control", give="opponents"),
    ), word("hexproof", "shroud"), make=lambda who, k: says("target_as_though", k, who)),
)  # fmt: skip



def _said(before: Term, statements: list[Term], after: list[Term]) -> list[Ability]:
    conditions = tuple(c for part in (before, *after) if part is not None for c in conditions_of(part))
    return [Ability("static", statements=tuple(statements), conditions=conditions)]


_sentences = one_of(
    form("while an opponent is choosing targets as part of casting a spell they control or activating an ability they "
        "control , that player must choose at least one {} on the battlefield if able", grammar.noun,
        make=lambda f: [("must_be_chosen", each(f), "opponents")]),
    form("while choosing targets as part of casting a spell or activating an ability , your opponents must choose at "
        "least one {} on the battlefield if able", grammar.noun,
        make=lambda f: [("must_be_chosen", each(f), "opponents")]),
    form("your opponents must choose {} as a target if able", grammar.reference,
        make=lambda r: [("must_be_chosen", r, "opponents")]),
    form("cards in graveyards can't be the targets of spells or abilities",
        give=[("cant_be_target", each(one("card", ("zone", "graveyard"))), "any")]),
)  # fmt: skip
grammar.static_sentences.add(form("{} {} {}", maybe(form("{} ,", while_clause)), _sentences, many(while_clause), make=_said))

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

_copy = one_of(form("the copy"), form("the copies"), form("that copy"), form("those copies"), form("them"))



doing.add(
    form("choose|chooses new targets for {}", _copy, make=lambda c: lambda who: ("choose_new_targets", who, "copies")),
    form("choose|chooses a new target for {}", one_of(_copy, form("it")),
        make=lambda c: lambda who: ("choose_new_targets", who, "copies")),
    form("choose|chooses new targets for {}", grammar.reference, make=lambda r: lambda who: ("choose_new_targets", who, r)),
    form("change|changes the target of {} to {}", grammar.reference, grammar.reference,
        make=lambda r, to: lambda who: ("change_target", who, r, to)),
    form("change|changes the target of {}", grammar.reference, make=lambda r: lambda who: ("change_target", who, r, "any")),
    form("change|changes the text of {} by replacing all instances of {} with another", grammar.reference,
        mapped(listed(one_of(form("one color word", give="color"), form("one basic land type", give="basic_land_type"),
            form("one creature type", give="creature_type")), "or"), tuple),
        make=lambda r, kinds: lambda who: ("change_text", r, *kinds)),
)  # fmt: skip

