"""Sentences about pairs (CR 702.95), and about who assigns damage and who chooses attackers and blockers (CR 508-510)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .clauses import clause
from .combat_parts import CREATURES, PERMANENT
from .combat_sentences import static
from .combinators import Refuse, form, mapped, maybe, one_of, table
from .conditions import simple_condition, while_clause
from .costs import mana_cost, third_person_cost
from .instructions import sentence
from .nouns import one
from .parts import Part
from .phrases import verbs
from .statics import make_static
from .terms import Ability, Filter, Term, each, replace_pronouns

# --- pairs ----------------------------------------------------------------------------------------------------------

_PAIR = each(Filter((PERMANENT,), (one(("is", "self")), one(("paired_with", "self")))))


def _paired(part: Part) -> list[Ability]:
    return make_static(_PAIR, part, [("is", "self", one("paired"))])


grammar.static_sentences.prefer(
    form("as long as ~ is paired with another creature , each of those creatures {}", verbs, make=_paired),
    form("as long as ~ is paired with another creature , both creatures {}", verbs, make=_paired),
)


def _certain(what: Filter) -> Filter:
    """A kind of creature; `it's paired with a creature` brings up that creature, which later words mean."""
    if what == CREATURES:
        raise Refuse("what kind of creature")
    return what


simple_condition.prefer(
    form(
        "~|it's (is) paired with a|an {}",
        mapped(grammar.noun, _certain),
        make=lambda f: ("is", "self", one(("paired_with", each(f)))),
    ),
)

# --- damage ---------------------------------------------------------------------------------------------------------

_AS_UNBLOCKED = "assign its|their combat damage as though it|they weren't blocked"


def _each_may(before: Term, what: Filter) -> list[Ability]:
    return static([("may_assign_as_unblocked", each(what))], [before] if before is not None else [])


grammar.static_sentences.add(
    form("{} for each {} , you may have that creature " + _AS_UNBLOCKED, maybe(form("{} ,", while_clause)), grammar.noun,
        make=_each_may),
    form("{} controller may have it " + _AS_UNBLOCKED, grammar.possessive,
        make=lambda r: static([("may_assign_as_unblocked", r)])),
    form("if ~ is unblocked , you may have it assign its combat damage to a|an {}", grammar.noun,
        make=lambda f: static([("may_assign_to", "self", f)], [("is", "self", one("unblocked"))])),
    form("rather than the attacking player , you assign the combat damage of {} . you can divide that creature's combat "
        "damage as you choose among any of the creatures blocking it", grammar.whom,
        make=lambda w: static([("damage_assigned_by", w, "you")])),
)  # fmt: skip

_lasts = table({"this turn": "end_of_turn", "this combat": "end_of_combat"}, "how long")


def _lasting(how_long: Term, *statements: Term) -> Term:
    return ("lasting", how_long, Ability("lasting", statements=statements))


sentence.prefer(
    form("you may have {} assign its|their combat damage {} as though it|they weren't blocked", grammar.whom, _lasts,
        make=lambda w, d: [_lasting(d, ("may_assign_as_unblocked", w))]),
)  # fmt: skip
clause.add(
    form("you choose which creatures attack {}", _lasts, make=lambda d: _lasting(d, ("chooses_attackers", "you"))),
    form("you choose how those creatures block", give=_lasting("end_of_turn", ("chooses_blocks", "you"))),
    form("you choose which creatures block {} and how those creatures block", _lasts,
        make=lambda d: _lasting(d, ("chooses_blocks", "you"))),
)  # fmt: skip
grammar.static_sentences.add(
    form("the attacking player chooses how each creature blocks each combat",
        give=static([("chooses_blocks", "attacking_player")])),
)  # fmt: skip

# --- what blocked what ----------------------------------------------------------------------------------------------


def _either_way(what: Term) -> Filter:
    return Filter((), (one(("blocked_this_turn", what)), one(("blocked_by_this_turn", what))))


_other_side = one_of(form("a|an {}", grammar.noun, make=each), grammar.reference)
after_noun.prefer(
    form("that blocked or was|were blocked by {} this turn", _other_side, make=_either_way),
    form("that was|were blocked by {} this turn", _other_side, make=lambda r: one(("blocked_by_this_turn", r))),
    form("that was|were blocked by {} this combat", _other_side, make=lambda r: one(("blocked_by_this_combat", r))),
    form("that blocked or was|were blocked this turn",
        give=Filter((), (one("blocked_this_turn"), one("was_blocked_this_turn")))),
    form("attacking {} or a permanent {} controls|control", grammar.reference, grammar.reference,
        make=lambda r, again: one(("attacking", ("or_permanents", r)))),
)  # fmt: skip

# --- effects that may be ignored (116.2d) ---------------------------------------------------------------------------


def _ignorable(who: Term, cost: Term) -> list[Ability]:
    own = replace_pronouns(cost, "you", frozenset({"their", "them"}))  # read for whoever pays
    return static([("may_ignore", ("controller", who), own)])


grammar.static_sentences.add(
    form("{} controller may {} for that player to ignore this effect until end of turn", grammar.possessive,
        third_person_cost, make=_ignorable),
    form("any player may pay {} for that player to ignore this effect until end of turn", mana_cost,
        make=lambda c: static([("anyone_may_ignore", c)])),
)  # fmt: skip
