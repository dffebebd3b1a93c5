"""Whole sentences about attacking and blocking, and verb phrases with their duration inside."""

from __future__ import annotations

from . import grammar
from .combat import as_though, bars_attack, blocked_tail, cant, landwalk_word, no_activation, required, same
from .combat_parts import CREATURES, attacked, creatures, either_kind, says
from .combinators import Refuse, Rule, form, listed, many, mapped, maybe, one_of
from .conditions import while_clause
from .nouns import one
from .references import some
from .terms import Ability, Filter, Term, conditions_of, each
from .values import number

# --- whole static sentences -------------------------------------------------------------------------------------------


def static(statements: list[Term], conditions: list[Term] | None = None) -> list[Ability]:
    """The static ability that makes these statements while some conditions hold."""
    held = tuple(c for condition in conditions or [] for c in conditions_of(condition))
    return [Ability("static", statements=tuple(statements), conditions=held)]


def _when(before: Term, statements: list[Term], after: list[Term]) -> list[Ability]:
    return static(statements, [c for c in (before, *after) if c is not None])


def lured(able: Filter | str, whom: Term) -> list[Term]:
    """Statements by which all who can must block each of some."""
    parts = list(whom[1:]) if isinstance(whom, tuple) and whom[0] == "all_of_them" else [whom]
    return [("must_be_blocked_by_all", part, able) for part in parts]


_blockers = one_of(
    form("all creatures your opponents control", give=one(("controller", "opponents"))),
    form("all {}", grammar.noun, make=lambda f: "any" if f == CREATURES else f),
)
_lured_whom = one_of(
    form("{} or {}", grammar.reference, grammar.reference, make=lambda a, b: ("all_of_them", a, b)),
    grammar.whom,
)
_can_attack_how_many = one_of(
    form("no more than {} creature|creatures can attack each combat", number, make=lambda n: [("most_attackers", n, "any")]),
    form("no more than {} creature|creatures can attack {} each combat", number, attacked,
        make=lambda n, d: [("most_attackers", n, d)]),
    form("no more than {} creature|creatures can block each combat", number, make=lambda n: [("most_blocking", n, "any")]),
)  # fmt: skip


def _but(whom: Term, spared: Filter) -> Term:
    """A group without those that an exception spares."""
    if not (isinstance(whom, tuple) and whom[0] == "each"):
        raise Refuse("a group")
    return each(whom[1].also(("not", ("fits", spared))))


sentences = one_of(
    form("{} able to block {} do so", _blockers, _lured_whom, make=lured),
    _can_attack_how_many,
    form("if {} attacks , {} also attacks if able", some, grammar.whom,
        make=lambda f, w: [("must_attack_if", w, f)]),
    form("if {} attacks , {} attack|attacks if able", one_of(some, form("~", give=one(("is", "self")))), grammar.whom,
        make=lambda f, w: [("must_attack_if", w, f)]),
    form("each player may attack only the nearest opponent in the last|chosen (chosen) direction and planeswalkers "
        "controlled by that opponent", give=["attacks_in_direction"]),
    form("except for {} , {} can't {}", mapped(listed(creatures, "and"), either_kind), grammar.whom, cant,
        make=lambda f, w, s: s(_but(w, f))),
    form("creatures with landwalk abilities can be blocked as though they didn't have those abilities",
        give=[("can_be_blocked_as_though", each(CREATURES), "landwalk")]),
    form("creatures with {} can be blocked as though they didn't have {}", landwalk_word, landwalk_word,
        make=lambda a, b: [("can_be_blocked_as_though", each(CREATURES), same(a, b))]),
    name="a sentence about attacking and blocking",
)  # fmt: skip
"""Sentences that don't begin with their subject -> list of statements."""

grammar.static_sentences.add(
    form("{} {} {}", maybe(form("{} ,", while_clause)), sentences, many(while_clause), make=_when),
    form("{} activated abilities {} {}", grammar.possessive, no_activation, many(while_clause),
        make=lambda r, s, after: _when(None, s(r), after)),
    form("you may have {} {} {}", grammar.whom, form("assign its|their combat damage as though it|they weren't blocked",
        give=says("may_assign_as_unblocked")), many(while_clause), make=lambda w, s, after: _when(None, s(w), after)),
    form("activated abilities of {} {} {}", grammar.whom, no_activation, many(while_clause),
        make=lambda w, s, after: _when(None, s(w), after)),
)  # fmt: skip

# --- with the duration inside --------------------------------------------------------------------------------------------


THAT_COMBAT = "THAT_COMBAT"
"""The combat phase that was just spoken of: one that the text itself adds, else the one that is going on."""


def _timed(when: str, how_long: Term) -> list[Rule]:
    return [
        form("{}", required(when), make=lambda s: (how_long, s)),
        form(f"can't be blocked {when} {{}}", blocked_tail, make=lambda s: (how_long, s)),
        form(f"assign|assigns its|their combat damage {when} as though it|they weren't blocked",
            give=(how_long, says("assigns_as_unblocked"))),
        form(f"can't attack {when}", give=(how_long, says("cant_attack", "any"))),
        form(f"can't attack {{}} {when}", attacked, make=lambda d: (how_long, bars_attack(d))),
        form(f"can attack {when} as though {{}}", as_though, make=lambda k: (how_long, says("can_attack_as_though", k))),
        form(f"can attack {{}} {when} as though {{}}", attacked, as_though,
            make=lambda d, k: (how_long, says("can_attack_as_though", k, d))),
        form(f"all creatures able to block it|them {when} do so",
            give=(how_long, says("must_be_blocked_by_all", "any"))),
    ]  # fmt: skip


combat_effects = one_of(
    *_timed("this turn", "end_of_turn"),
    *_timed("this combat", "end_of_combat"),
    *_timed("that combat", THAT_COMBAT),
    form("{}", required("each combat this turn"), make=lambda s: ("end_of_turn", s)),
    form("attack|attacks during its|their controller's next combat phase if able",
        give=("next_combat_of_controller", says("must_attack", "any"))),
    form("attack|attacks during its|their controller's next turn if able",
        give=("next_turn_of_controller", says("must_attack", "any"))),
    form("attack|attacks {} during its|their controller's next turn if able", attacked,
        make=lambda d: ("next_turn_of_controller", says("must_attack", d))),
    form("can't be blocked by more than {} creature|creatures each combat this turn", number,
        make=lambda n: ("end_of_turn", says("most_blockers", n))),
    name="a verb about attacking and blocking",
)  # fmt: skip
"""Verb phrases with their duration inside -> (duration, Says)."""


def _only(able: str, not_able: Term, whom: Term) -> list[Term]:
    """Nothing but some creatures can attack or block."""
    spared = whom[1] if isinstance(whom, tuple) and whom[0] == "each" else one(("is", whom))
    return [(able, each(CREATURES.also(("not", ("fits", spared)))), not_able)]


_which = one_of(
    form("creatures in the pile of {} choice", grammar.possessive, make=lambda r: ("pile_of", r)),
    form("creatures in the chosen pile", give="chosen_pile"),
    grammar.reference,
    form("{}", creatures, make=each),
)
_only_limb = one_of(
    form("attack during that combat phase", give=(THAT_COMBAT, "cant_attack")),
    form("attack that combat", give=(THAT_COMBAT, "cant_attack")),
    form("attack this combat", give=("end_of_combat", "cant_attack")),
    form("attack this turn", give=("end_of_turn", "cant_attack")),
    form("block this combat", give=("end_of_combat", "cant_block")),
    form("block this turn", give=("end_of_turn", "cant_block")),
)
only_effect = form(
    "only {} can {}", _which, _only_limb, make=lambda w, how: (how[0], _only(how[1], "any", w))
)
"""`Only the chosen creatures can attack this turn` -> (duration, statements)."""

lure_effect = one_of(
    only_effect,
    form("{} able to block {} this turn do so", _blockers, _lured_whom, make=lambda f, w: ("end_of_turn", lured(f, w))),
    form("{} able to block {} this combat do so", _blockers, _lured_whom,
        make=lambda f, w: ("end_of_combat", lured(f, w))),
)  # fmt: skip
"""`All creatures able to block it this turn do so` -> (duration, statements)."""
