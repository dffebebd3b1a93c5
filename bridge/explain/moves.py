"""Why a move is illegal: casting, activating, playing a land, special actions, paying."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Symbol

from magistrate.bridge.explain.costs import cost_text
from magistrate.bridge.explain.filters import PLACES
from magistrate.bridge.explain.registry import Registry
from magistrate.bridge.explain.speech import Speech

MOVE = Registry()
"""Reasons against a move."""

Arguments = Sequence[Symbol]

_TIMES = {
    "not_your_turn": "it isn't the player's turn",
    "not_main_phase": "it isn't a main phase",
}


@MOVE.reason("no_priority")
def _no_priority(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} doesn't have priority"


@MOVE.reason("no_optional_cost")
def _no_optional_cost(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} can't {a[0]} so as it attacks"


_SHARED = {"names": "name", "mana_values": "mana value", "powers": "power"}


@MOVE.reason("same_in")
def _same_in(speech: Speech, a: Arguments) -> str:
    what = _SHARED.get(str(a[0]), str(a[0]))
    return f"{speech.label(a[1])} and {speech.label(a[2])} have the same {what}"


@MOVE.reason("more_in_total")
def _more_in_total(speech: Speech, a: Arguments) -> str:
    return f"their total {str(a[0]).replace('_', ' ')} is greater than {a[1]}"


@MOVE.reason("timing")
def _timing(speech: Speech, a: Arguments) -> str:
    if a[0].match("stack", 1):
        return f"{speech.label(a[0].arguments[0])} is on the stack"
    return _TIMES.get(str(a[0]), str(a[0]))


@MOVE.reason("from_zone", "ability_from")
def _from_zone(speech: Speech, a: Arguments) -> str:
    return f"nothing allows it {PLACES.get(str(a[0]), str(a[0]))}"


@MOVE.reason("land")
def _land(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is a land"


@MOVE.reason("not_a_land")
def _not_a_land(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} isn't a land"


@MOVE.reason("land_played")
def _land_played(speech: Speech, a: Arguments) -> str:
    return f"no further land may be played this turn ({a[0]} played)"


@MOVE.reason("split_second")
def _split_second(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is on the stack and lets nobody respond"


@MOVE.reason("no_such_ability")
def _no_such_ability(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} doesn't have that ability"


@MOVE.reason("not_controller")
def _not_controller(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} may not activate it"


@MOVE.reason("summoning_sick")
def _summoning_sick(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has been under its controller's control for less than a turn"


@MOVE.reason("no_mana_cost")
def _no_mana_cost(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has no mana cost"


@MOVE.reason("two_ways")
def _two_ways(speech: Speech, a: Arguments) -> str:
    return f"only one alternative cost may be paid: {_word(a[0])} or {_word(a[1])}"


@MOVE.reason("not_lethal")
def _not_lethal(speech: Speech, a: Arguments) -> str:
    label = speech.label
    return f"{label(a[0])} must assign lethal damage to {label(a[1])} before it assigns any beyond"


@MOVE.reason("both_ways")
def _both_ways(speech: Speech, a: Arguments) -> str:
    label = speech.label(a[0])
    return f"{label} assigns its damage as though it weren't blocked, or to what blocks it, not both"


@MOVE.reason("no_such_cost")
def _no_such_cost(speech: Speech, a: Arguments) -> str:
    return f"there is no {_word(a[0])} to pay"


@MOVE.reason("other_way")
def _other_way(speech: Speech, a: Arguments) -> str:
    return f"it may be cast only for another cost: {_word(a[0])}"


_COMPARED = {"less": "less than {}", "less_equal": "at most {}"}


@MOVE.reason("mana_value")
def _mana_value(speech: Speech, a: Arguments) -> str:
    return f"the spell's mana value must be {_COMPARED[str(a[0])].format(a[1])}"


@MOVE.reason("no_such_spell")
def _no_such_spell(speech: Speech, a: Arguments) -> str:
    return "it isn't such a spell as may be cast"


@MOVE.reason("x_not_paid")
def _x_not_paid(speech: Speech, a: Arguments) -> str:
    return "X is 0 where it isn't part of what is paid"


@MOVE.reason("paid_twice")
def _paid_twice(speech: Speech, a: Arguments) -> str:
    return f"{_word(a[0])} can be paid only once"


@MOVE.reason("cant_pay")
def _cant_pay(speech: Speech, a: Arguments) -> str:
    return f"this cost can't be paid: {cost_text(a[0])}"


@MOVE.reason("unknown_cost")
def _unknown_cost(speech: Speech, a: Arguments) -> str:
    return f"this cost isn't modelled: {cost_text(a[0])}"


@MOVE.reason("not_enough")
def _not_enough(speech: Speech, a: Arguments) -> str:
    return "there is no way to pay all of the cost"


@MOVE.reason("forbidden_by")
def _forbidden_by(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} forbids it"


@MOVE.reason("restriction")
def _restriction(speech: Speech, a: Arguments) -> str:
    return f"it may be activated only as the text says: {_word(a[0])}"


@MOVE.reason("back_face")
def _back_face(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can't be cast with that face"


@MOVE.reason("no_such_action")
def _no_such_action(speech: Speech, a: Arguments) -> str:
    return f"there is nothing to {_word(a[0])} there"


@MOVE.reason("no_targets")
def _no_targets(speech: Speech, a: Arguments) -> str:
    return "there are no legal targets for it"


def _word(symbol: Symbol) -> str:
    return str(symbol).replace("_", " ")
