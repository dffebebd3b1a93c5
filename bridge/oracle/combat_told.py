"""Sentences about attacking and blocking that rest on what the text told before: what didn't attack, and where attacking doesn't tap."""

from __future__ import annotations

from . import grammar
from .after_nouns import relative
from .combat_parts import CREATURES, says
from .combinators import Refuse, form, maybe, position
from .conditions import how_many, simple_condition
from .durations import duration
from .instructions import clause, lasting
from .nouns import one
from .pasts import happened
from .pointing import those_things
from .references import told_groups
from .statics import verbs
from .terms import Ability, Filter, Pronoun, Term, each
from .triggers import event
from .values import counting

told_groups.add(
    form("{} each of those|the {} {}", position(), those_things, relative,
        make=lambda at, noun, which: _of_those(Pronoun(at, "group_" + noun), which)),
    form("{} each of the chosen creatures {}", position(), relative,
        make=lambda at, which: _of_those(Pronoun(at, "all_chosen"), which)),
)  # fmt: skip


def _of_those(whole: Term, which: Filter) -> Term:
    """Those of what was spoken of that have a quality: `each of those creatures that didn't attack this turn`."""
    if which.either:
        raise Refuse("one quality")
    return each(Filter((("is", whole), *which.literals)))


# --- attacking doesn't tap --------------------------------------------------------------------------------------------


def _untapped(whom: Term, how_long: Term, condition: Term) -> Term:
    said = lambda who: [("states", s) for s in says("attacks_untapped")(who)]  # noqa: E731
    return lasting(how_long, whom, said, [] if condition is None else [condition])


grammar.static_sentences.add(
    form("attacking doesn't cause {} to tap", grammar.whom, make=lambda w: _standing(w)),
)
clause.prefer(
    form("{} , {} {} , and other creatures can't attack", duration, grammar.reference, verbs,
        make=lambda d, w, p: [lasting(d, w, p), _others_stay(d, w)]),
)  # fmt: skip


def _others_stay(how_long: Term, whom: Term) -> Term:
    """`..., and other creatures can't attack`: others than those that were named."""
    others = each(CREATURES.also(("not", ("is", whom))))
    return ("lasting", how_long, Ability("lasting", statements=(("cant_attack", others, "any"),)))


clause.add(
    form("attacking doesn't cause {} to tap {} {}", grammar.whom, duration, maybe(form("if {}", grammar.condition)),
        make=_untapped),
)  # fmt: skip


def _standing(whom: Term) -> list[Term]:
    from .combat_sentences import static

    return static(says("attacks_untapped")(whom))


# --- whom they attack -------------------------------------------------------------------------------------------------

event.prefer(
    form("~ and another creature attack different players", give=(("attacks_apart", "self", CREATURES),)),
)

# --- players who are out, permanents that went ------------------------------------------------------------------------

simple_condition.add(
    form("{} player|players have lost the game", how_many,
        make=lambda n: ("compare", ("count", one("player", "lost_the_game")), *n)),
)  # fmt: skip
counting.add(
    form("time|times you|you've (have) descended this turn",
        give=happened("buried_this_turn", one("permanent_card"), ("owner", "you"))),
)  # fmt: skip
