"""What holds for a turn and is told like what holds always: `Spells you cast this turn cost {1} less` (CR 611.2)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .clauses import clause
from .combinators import Refuse, form, mapped, maybe, one_of
from .costs import mana_cost
from .nouns import being
from .parts import Part
from .spending import cost_of
from .statics import verbs
from .terms import Ability, Change, Filter, Term, each
from .values import for_each, where_x


def _for_the_turn(*statements: Term) -> Term:
    return ("lasting", "end_of_turn", Ability("lasting", statements=statements))


def _yours(what: Filter) -> Filter:
    """Spells that somebody casts, which the effect finds as they are cast."""
    if "spell" not in what.literals or not what.has("controller"):
        raise Refuse("spells that somebody casts")
    return what


def _cheaper(functor: str, what: Filter, more: Any, amount: Term, x: Any) -> Term:
    if more is not None:
        what = Filter((*what.literals, *more.literals), what.either or more.either)
    return _for_the_turn((functor, each(_yours(what)), cost_of(amount, x)))


def _said(what: Filter, part: Part) -> Term:
    """What spells cast later in the turn are under; what changes them would affect only those there now (611.2c)."""
    made = part(each(_yours(what)))
    if any(isinstance(item, Change) for item in made):
        raise Refuse("what can't be done to them")
    return _for_the_turn(*(item[1] for item in made))


_OF_PLAYERS = frozenset({"cant_search", "cant_lose_life", "cant_lose", "cant_win", "cant_gain_life"})


def _stated(found: list[Ability]) -> Term:
    """What players can't do."""
    statements = [s for ability in found for s in ability.statements]
    if any(a.conditions or a.changes or a.replaces for a in found) or not statements:
        raise Refuse("what players can't do")
    if any(s[0] not in _OF_PLAYERS for s in statements):
        raise Refuse("what players can't do")
    return _for_the_turn(*statements)


def _entering(found: list[Ability]) -> Term:
    """How objects enter."""
    replaces = tuple(r for ability in found for r in ability.replaces)
    if any(a.conditions or a.changes or a.statements for a in found) or any(
        pattern[0] != "enters" or not isinstance(pattern[1], tuple) or instead != "tapped"
        for pattern, instead in replaces
    ):
        raise Refuse("how others enter")
    return ("lasting", "end_of_turn", Ability("lasting", replaces=replaces))


_more = maybe(one_of(form("that are {}", being)))
_this_turn = one_of(form("{} this turn", grammar.noun), mapped(grammar.noun, lambda f: _of_this_turn(f)))


def _of_this_turn(what: Filter) -> Filter:
    """`spells you cast this turn`, of which more will be cast."""
    if "cast_by_you_this_turn" not in what.literals:
        raise Refuse("this turn")
    kept = tuple(t for t in what.literals if t != "cast_by_you_this_turn")
    return Filter((*kept, ("controller", "you")), what.either)


def _next(what: Filter) -> Filter:
    """The first such spell that you cast from now on."""
    what = _yours(what)
    if any(isinstance(t, tuple) and t[0] == "chosen" for t in what.literals):
        raise Refuse("what is known when it is cast")
    return Filter(("spell", ("zone", "stack"), ("next_cast", what)))


_next_spell = form("the next {}", _this_turn, make=_next)
_now = maybe(form("as this ability resolves"))


def _costing(what: Filter, amount: Term, each_: Any, x: Any) -> Term:
    """A number in it is that of the moment in which the effect begins (611.2d)."""
    if each_ is not None:
        amount = ("repeated", amount, each_)
    return _for_the_turn(("cost_less", each(what), cost_of(amount, x)))


def _of_next(what: Filter, part: Part) -> Term:
    made = part(each(what))
    if all(isinstance(item, Change) for item in made):
        if any(item.layer != "ability" for item in made):
            raise Refuse("what the spell has")
        return ("lasting", "end_of_turn", Ability("lasting", changes=tuple(made)))
    if any(isinstance(item, Change) for item in made):
        raise Refuse("what can't be done to it")
    return _for_the_turn(*(item[1] for item in made))


clause.prefer(
    form("{} costs {} less to cast {} {} {}", _next_spell, mana_cost, maybe(for_each), maybe(where_x), _now,
        make=lambda f, a, v, x, now: _costing(f, a, v, x)),
    form("{} can be cast as though it had flash", _next_spell, make=lambda f: _for_the_turn(("cast_as_though", each(f), "flash"))),
    form("{} {}", _next_spell, verbs, make=_of_next),
    form("{} {} cost|costs {} less to cast {}", _this_turn, _more, mana_cost, maybe(where_x),
        make=lambda f, m, a, x: _cheaper("cost_less", f, m, a, x)),
    form("{} {} cost|costs {} more to cast {}", _this_turn, _more, mana_cost, maybe(where_x),
        make=lambda f, m, a, x: _cheaper("cost_more", f, m, a, x)),
    form("{} {}", _this_turn, verbs, make=_said),
)  # fmt: skip
clause.add(
    form("{} this turn", grammar.static_sentences, make=_stated),
    form("{} this turn", grammar.static_sentences, make=_entering),
    form("you may activate the loyalty abilities of {} twice this turn rather than only once", grammar.whom,
        make=lambda w: _for_the_turn(("loyalty_times", w, 2))),
)  # fmt: skip
