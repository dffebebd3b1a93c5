"""Rarer words about targets: who may be no target of what, targets chosen anew at random, stickers, numbers that were noted,
cards that another player chooses (CR 115.7, 123, 601.2c, 701.9)."""

from __future__ import annotations

from typing import Any

from . import grammar
from .after_nouns import after_noun, card_name
from .clauses import clause
from .combat_parts import says
from .combinators import Refuse, form, one_of, position, table
from .costs import cost_part
from .durations import duration
from .instructions import Does, doing
from .lasting import lasting
from .nouns import one
from .parts import change
from .pointing import pronouns, those_things
from .qualities import being, with_phrase
from .references import some, told_groups
from .terms import Change, Filter, Listed, Mention, Pronoun, Target, Term, Text, each
from .things import part
from .triggers import event
from .values import basic_value, characteristic, counting, signed_pt
from .words import counter_kind

# --- what can't be chosen, and what is chosen at random ------------------------------------------------------------------------

_STACK = ("zone", "stack")
grammar.statements.prefer(
    form("can't be the target of spells that can target only {} or of abilities that can target only {}",
        grammar.noun, grammar.noun,
        make=lambda f, g: says("cant_be_target", Filter((_STACK,), (one("spell", ("can_target_only", f)),
            one("ability", ("can_target_only", g)))))),
)  # fmt: skip
event.prefer(form("a spell or ability is put onto the stack", give=(("put_onto_stack", one(_STACK)),)))


def _anew(first: Term, but: Term, others: Filter) -> Does:
    """For a spell and its copy: targets that are neither one thing nor what fits."""
    ban = each(Filter((), (Filter((("is", but),)), others)))
    return lambda who: ("reselect_targets", ("all_of_them", first, "copies"), ban)


doing.prefer(
    form(
        "reselect the targets at random for {} the spell and the copy . the new targets can't be {} or {}",
        position(),
        grammar.reference,
        some,
        make=lambda at, but, others: _anew(Pronoun(at, "that_spell"), but, others),
    ),
    form(
        "reselect {} target at random", grammar.possessive, make=lambda r: lambda who: ("reselect_targets", r)
    ),
)

# --- chosen by another --------------------------------------------------------------------------------------------------------


_THEIRS = "target opponent's"


def _of_choice(at: int, whose: Term) -> Does:
    """From a hand that was just revealed: someone else chooses what is discarded."""
    card = Mention(at, "chosen_ones")
    return lambda who: [("choose_from", whose, one("card"), card), ("discard_it", who, card)]


doing.prefer(
    form("{} discard|discards a card of {} choice", position(), one_of(
        form("your", give="you"), form("target opponent's", give=_THEIRS)), make=lambda at, w: _chosen_by(at, w)),
)  # fmt: skip


def _chosen_by(at: int, whose: Any) -> Does:
    return _of_choice(at, Target(Filter(("opponent",)), 1, 1, at) if whose == _THEIRS else whose)


# --- the chosen ones of mine ---------------------------------------------------------------------------------------------------

_MINE = ("controller", "you")
told_groups.add(
    form("{} the chosen permanents|creatures you control", position(),
        make=lambda at: ("those_of", Pronoun(at, "all_chosen"), one(_MINE))),
    form("{} the chosen permanents|creatures you don't control", position(),
        make=lambda at: ("those_of", Pronoun(at, "all_chosen"), one(("not", _MINE)))),
)  # fmt: skip
pronouns.prefer(
    form(
        "{} that blocked|blocking|attacking creature",
        position(),
        make=lambda at: Pronoun(at, "that_creature"),
    ),
)

# --- costs, stickers, notes -----------------------------------------------------------------------------------------------------

_TARGETED = ("total", "mana_value", one(("zone", "battlefield"), ("targeted_by", "self")))
cost_part.prefer(
    form(
        "collect evidence x , where x is the total mana value of the permanents ~ targets",
        give=("collect_evidence", _TARGETED),
    ),
)
_kind = table(
    {"name": "name", "art": "art", "ability": "ability", "power and toughness": "power_and_toughness"},
    "a sticker",
)
with_phrase.prefer(
    form("a|an {} sticker on it", _kind, make=lambda k: one(("sticker", k))),
    form("a sticker on it", give=one("stickered")),
)
basic_value.prefer(
    form(
        "the highest number you noted for cards named {}",
        card_name,
        make=lambda n: ("highest_noted", "self" if n in ("~", "~~") else Text(n)),
    ),
)
counting.prefer(
    form("creature type noted for {}", grammar.reference, make=lambda r: ("noted_types", r)),
)

# --- attackers that attack another; sacrifices of what was chosen; totals of what was spoken of ---------------------------------------

after_noun.prefer(
    form(
        "{} their opponents control",
        position(),
        make=lambda at: one(("not", ("controller", Pronoun(at, "that_player")))),
    ),
)
clause.prefer(
    form(
        "{} are now attacking {}",
        grammar.reference,
        grammar.reference,
        make=lambda w, r: ("now_attacking", w, r),
    ),
)
doing.prefer(
    form(
        "reselect which player or permanent {} is attacking",
        grammar.reference,
        make=lambda w: lambda who: ("reselect_attacked", who, w),
    ),
    form("chooses|choose and sacrifices|sacrifice {}", part, make=lambda w: _sacrificed(w)),
)


def _sacrificed(what: Term) -> Does:
    """One of what was spoken of, as who sacrifices it chooses."""
    if not (isinstance(what, tuple) and what[0] == "some_of"):
        raise Refuse("some of them")
    return lambda who: [("choose_some_of", who, *what[1:]), ("sacrifice_it", who, what[-1])]


_of_those = one_of(
    form("{} of those {}", position(), those_things, make=lambda at, n: Pronoun(at, "group_" + n)),
)
basic_value.prefer(
    form(
        "the total {} {}",
        characteristic,
        _of_those,
        make=lambda c, r: ("total", c, one("anything", ("is", r))),
    ),
)

# --- one of two effects, and sizes that are changed to others ---------------------------------------------------------------------------


def _one_or_other(first: list[Term], second: list[Term]) -> list[Term]:
    """Whoever follows the text chooses which of two things it does (CR 608.2d)."""
    return [("may_else", "you", Listed(tuple(first)), Listed(tuple(second)))]


def _either_size(whom: Term, one_: Any, other: Any, how_long: Term) -> list[Term]:
    return _one_or_other(
        *(
            [lasting(how_long, whom, change("pt_add", ("power", pt[0]), ("toughness", pt[1])))]
            for pt in (one_, other)
        )
    )


def _as_big_as(whom: Term, what: Term, how_long: Term, both: bool = True) -> Term:
    values = ("power", "toughness") if both else ("power",)
    return lasting(how_long, whom, lambda w: [Change("pt_set", w, (v, (v, what))) for v in values])


_counter_of = form("a|an {} counter", counter_kind)
clause.prefer(
    form("{} gets {} or {} {}", grammar.whom, signed_pt, signed_pt, duration, make=_either_size),
    form(
        "put {} on {} or remove one from it",
        _counter_of,
        grammar.reference,
        make=lambda k, r: _one_or_other(
            [("put_counters", "you", 1, k, r)], [("remove_counters", "you", 1, k, r)]
        ),
    ),
)
doing.prefer(
    form("change|changes the base power and toughness of {} to {} power and toughness {}", grammar.reference,
        grammar.possessive, duration, make=lambda r, o, d: lambda who: _as_big_as(r, o, d)),
    form("change|changes {} base power and toughness to the power and toughness of {} {}", grammar.possessive,
        grammar.reference, duration, make=lambda r, o, d: lambda who: _as_big_as(r, o, d)),
    form("change|changes {} base power to {} power", grammar.possessive, grammar.possessive,
        make=lambda r, o: lambda who: _as_big_as(r, o, "rest_of_game", False)),
)  # fmt: skip


# --- the card at an end of a zone that has an order ---------------------------------------------------------------------------------

_with_order = one_of(
    form("graveyard", give="graveyard"),
    form("graveyards", give="graveyard"),
    form("library", give="library"),
)
_bottom_card = form(
    "the bottom card of {} {}",
    grammar.possessive,
    _with_order,
    make=lambda r, z: ("end_card", "bottom", z, r),
)
told_groups.add(_bottom_card)


def _to_the_top(whose: Term, zone: str, what: Filter, library: Term) -> list[Term]:
    card = ("end_card", "top", zone, whose)
    return [("if", ("is", card, what), Listed((("move", "you", card, "library_top"),)))]


def _all_but_the_last(whose: Term) -> Does:
    card = ("end_card", "bottom", "library", whose)
    others = one("card", ("zone", "library"), ("owner", whose), ("other_than", card))
    return lambda who: ("exile", each(others))


clause.prefer(
    form(
        "if the top card of {} {} is {} , put that card on top of {} library",
        grammar.possessive,
        _with_order,
        being,
        grammar.possessive,
        make=_to_the_top,
    ),
)
doing.prefer(
    form(
        "exile all but the bottom card of {} library",
        grammar.possessive,
        make=_all_but_the_last,
    ),
)


def _back_to_the_bottom(order: str) -> list[Term]:
    """All that was revealed, once: within a repetition it would mean what was revealed before as well."""
    return [("move", "you", each(one("card", ("this_way", "revealed"))), ("library_bottom", order))]


clause.prefer(
    form(
        "put the revealed cards on the bottom of your library in {} order",
        table({"any": "any_order", "a random": "random_order"}, "an order"),
        make=_back_to_the_bottom,
    ),
)
