"""Copies of spells and abilities whose new targets are chosen by whoever copies them, so many copies as X says, copies of what is
cast or activated next (CR 707.10, 707.10c, 603.7)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clause, doing
from .combinators import Refuse, form, maybe, one_of, position, word
from .conditions import simple_condition
from .delays import later
from .instructions import Does, sentence
from .pointing import PLAYERS
from .replacing import outcome, would
from .terms import Filter, Listed, Mention, Pronoun, Term, each
from .triggers import activated

_copies = one_of(
    form("the copy|copies they control|controls"),
    form("the copy|copies you control"),
    form("the copy|copies"),
    form("that copy"),
    form("their copy|copies"),
)
_new = one_of(form("new targets"), form("a new target"))
"""The same to the judge: what isn't changed stays (CR 115.7d)."""

# --- what is cast or activated next --------------------------------------------------------------------------------------------


def _next_spell(what: Filter) -> Filter:
    """`the next instant spell you cast this turn`: that it is cast this turn is what is waited for."""
    if "cast_by_you_this_turn" not in what.literals or "spell" not in what.literals:
        raise Refuse("a spell that you cast this turn")
    return Filter(tuple(t for t in what.literals if t != "cast_by_you_this_turn"), what.either)


_next = one_of(
    form("copy the next {} when you cast it", grammar.noun, make=lambda f: ("casts", "you", _next_spell(f))),
    form("copy the next {} you activate this turn when you activate it", activated,
        make=lambda f: ("activates", "you", f)),
)  # fmt: skip
_if_more = maybe(form(". if {} , copy that spell|ability twice instead", grammar.condition))
_aimed_anew = maybe(form(". you may choose {} for {}", _new, _copies, give=True))


def _copied_next(event: Term, at: int, more: Any, anew: Any) -> list[Term]:
    def made(times: int) -> list[Term]:
        done: list[Term] = [("copy", "you", times, Pronoun(at, "it"), Mention(at, "copies"))]
        if anew:
            done.append(("may", "you", Listed((("choose_new_targets", "you", "copies"),))))
        return later((event,), "end_of_turn", done, once=True)

    if more is None:
        return made(1)
    return [("if_else", more, Listed(tuple(made(2))), Listed(tuple(made(1))))]


def _copied_if(what: Term, at: int, condition: Term) -> list[Term]:
    """What is copied only where that holds; whoever copies it may leave its targets as they are."""
    return [("if", condition, Listed(tuple(_aimed_by_who_copies(what, at)("you"))))]


sentence.prefer(
    form(
        "copy {} if {} {} , and you may choose {} for {}",
        grammar.reference,
        grammar.condition,
        position(),
        _new,
        _copies,
        make=lambda r, c, at, n, k: _copied_if(r, at, c),
    ),
    form("{} {} {} {}", _next, position(), _if_more, _aimed_anew, make=_copied_next),
)

# --- whoever copies it chooses -----------------------------------------------------------------------------------------------


def _aimed_by_who_copies(what: Term, at: int) -> Does:
    """Who copies it may leave its targets as they are, so that nothing more is asked."""
    return lambda who: [
        ("copy", who, 1, what, Mention(at, "copies")),
        ("choose_new_targets", who, "copies"),
    ]


doing.prefer(
    form("copy|copies {} {} and may choose {} for {}", grammar.reference, position(), _new, _copies,
        make=lambda r, at, n, c: _aimed_by_who_copies(r, at)),
    form("copy|copies {} x times {}", grammar.reference, position(),
        make=lambda r, at: lambda who: ("copy", who, "x", r, Mention(at, "copies"))),
)  # fmt: skip
doing.add(
    form("also copy|copies {} {}", grammar.reference, position(),
        make=lambda r, at: lambda who: ("copy", who, 1, r, Mention(at, "copies"))),
    form("choose|chooses {} for {}", _new, _copies, make=lambda n, c: lambda who: ("choose_new_targets", who, "copies")),
)  # fmt: skip
clause.prefer(
    form("{} they may choose {} for {}", position(), _new, _copies,
        make=lambda at, n, c: ("choose_new_targets", Pronoun(at, "that_player"), "copies")),
    form("each of those players may choose {} for {}", _new, _copies,
        make=lambda n, c: ("choose_new_targets", each(PLAYERS), "copies")),
)  # fmt: skip

_HAS_X = Filter((), (Filter((("cost_includes", "x"),)), Filter((("activation_cost_includes", "x"),))))
_COPIED = ("exists", Filter(("anything", ("is", "copies"))))
simple_condition.prefer(
    form("you don't copy a spell this way", give=("not", _COPIED)),
    form("{} that spell's mana cost or that ability's activation cost contains {}", position(), word("{X}"),
        make=lambda at, x: ("is", Pronoun(at, "it"), _HAS_X)),
)  # fmt: skip

# --- copies instead ------------------------------------------------------------------------------------------------------------

would.prefer(
    form("{} would copy a spell one or more times", grammar.reference, make=lambda w: ("would_copy", w))
)
outcome.prefer(
    form(
        "instead copy it that many times plus an additional time . you may choose {} for the additional copy",
        _new,
        make=lambda n: ["another_copy"],
    ),
)
