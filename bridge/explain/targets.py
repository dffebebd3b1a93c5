"""Why a target, or a whole choice of targets, is illegal."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Symbol

from magistrate.bridge.explain.filters import PLACES, negative, nouns, positive, quality, undenied
from magistrate.bridge.explain.registry import Registry
from magistrate.bridge.explain.speech import Speech

AGAINST = Registry()
"""Reasons against one target; the first argument is the object or player."""

CHOICE = Registry()
"""Reasons against a whole choice."""

Arguments = Sequence[Symbol]


def slot_name(slot: Symbol) -> str:
    """What to call an instance of "target" where there are several."""
    return f"target {slot.arguments[1]}" if len(slot.arguments) == 3 else "the target"


@AGAINST.reason("player")
def _player(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is a player"


@AGAINST.reason("elsewhere")
def _elsewhere(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is {PLACES.get(str(a[1]), str(a[1]))}, where no target is looked for"


@AGAINST.reason("phased_out")
def _phased_out(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is phased out"


@AGAINST.reason("gone")
def _gone(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} isn't there any more"


@AGAINST.reason("left")
def _left(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is no longer where it was when it was targeted"


@AGAINST.reason("itself")
def _itself(speech: Speech, a: Arguments) -> str:
    return "it can't target itself"


@AGAINST.reason("its_source")
def _its_source(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is the source of the ability, which asks for another target"


@AGAINST.reason("no_creature")
def _no_creature(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} isn't a creature"


@AGAINST.reason("human")
def _human(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is a Human"


@AGAINST.reason("other_owner")
def _other_owner(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has another owner than the spell"


@AGAINST.reason("unfit")
def _unfit(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} {negative(a[2], speech.within(a[3]))}"


@AGAINST.reason("none_of")
def _none_of(speech: Speech, a: Arguments) -> str:
    options = [nouns(option, speech.within(a[2])) for option in speech.either.get(a[1], ())]
    return f"{speech.label(a[0])} isn't {_joined(options, 'or')}"


@AGAINST.reason("shroud")
def _shroud(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has shroud"


@AGAINST.reason("hexproof")
def _hexproof(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has hexproof" + (
        f" from {quality(a[1], speech.within(a[2]))}" if len(a) > 1 else ""
    )


@AGAINST.reason("protection")
def _protection(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has protection from {quality(a[1], speech.within(a[2]))}"


@AGAINST.reason("cant_be_target")
def _cant_be_target(speech: Speech, a: Arguments) -> str:
    what = "" if a[1] not in speech.literals else f" of {nouns(a[1], speech.within(a[2]))}"
    return f"{speech.label(a[0])} can't be the target{what}"


@AGAINST.reason("cant_choose")
def _cant_choose(speech: Speech, a: Arguments) -> str:
    return f"{nouns(a[1], speech.within(a[2]))} such as {speech.label(a[0])} can't be chosen as it is cast"


@AGAINST.reason("pair")
def _pair(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} and {speech.label(a[2])} {_CLASHES.get(str(a[1]), f'break {a[1]}')}"


@AGAINST.reason("total")
def _its_total(speech: Speech, a: Arguments) -> str:
    return f"together with the other targets {speech.label(a[0])} exceeds the total"


@AGAINST.reason("unlinked")
def _its_link(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} {negative(a[1], speech)}"


_CLASHES = {
    "same_controller": "have different controllers",
    "different_controllers": "have the same controller",
    "same_owner": "have different owners",
    "different_owners": "have the same owner",
    "different_names": "have a name in common",
}


@CHOICE.reason("target")
def _target(speech: Speech, a: Arguments) -> str:
    return AGAINST.explain(a[2], speech, [a[1]])


@CHOICE.reason("too_few")
def _too_few(speech: Speech, a: Arguments) -> str:
    return f"fewer targets than {a[1]} for {slot_name(a[0])}"


@CHOICE.reason("too_many")
def _too_many(speech: Speech, a: Arguments) -> str:
    return f"more targets than {a[1]} for {slot_name(a[0])}"


@CHOICE.reason("surplus")
def _surplus(speech: Speech, a: Arguments) -> str:
    return "targets are given for something that has none"


@CHOICE.reason("twice")
def _twice(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} is chosen twice for {slot_name(a[0])}"


@CHOICE.reason("same")
def _same(speech: Speech, a: Arguments) -> str:
    return (
        f"{speech.label(a[2])} is chosen for {slot_name(a[1])} already, and {slot_name(a[0])} must be another"
    )


@CHOICE.reason("excluded")
def _excluded(speech: Speech, a: Arguments) -> str:
    return f"there is either {slot_name(a[0])} or {slot_name(a[1])}, by what was paid"


@CHOICE.reason("together")
def _together(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[2])} and {speech.label(a[3])} {_CLASHES.get(str(a[1]), f'break {a[1]}')}"


@CHOICE.reason("none_of_player")
def _none_of_player(speech: Speech, a: Arguments) -> str:
    return f"nothing of {speech.label(a[1])} is chosen for {slot_name(a[0])}, though something can be"


@CHOICE.reason("nothing_in_common")
def _nothing_in_common(speech: Speech, a: Arguments) -> str:
    return f"the targets for {slot_name(a[0])} don't share a {str(a[1]).replace('_', ' ')}"


@CHOICE.reason("total")
def _total(speech: Speech, a: Arguments) -> str:
    what, _, bound = a[1].arguments
    return f"the targets have a total {str(what).replace('_', ' ')} of more than {bound}"


@CHOICE.reason("other_number")
def _other_number(speech: Speech, a: Arguments) -> str:
    return f"it has {a[1]} targets there, and as many must be chosen"


@CHOICE.reason("unchanged")
def _unchanged(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} is its target already, which must be changed"


@CHOICE.reason("one_change")
def _one_change(speech: Speech, a: Arguments) -> str:
    return "just one target must be changed"


@CHOICE.reason("not_to")
def _not_to(speech: Speech, a: Arguments) -> str:
    return f"its target can't be changed to {speech.label(a[1])}"


@CHOICE.reason("too_many_to_divide")
def _too_many_to_divide(speech: Speech, a: Arguments) -> str:
    return f"{a[1]} can't be divided so that each target receives at least one"


@CHOICE.reason("no_share")
def _no_share(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} receives nothing of what is divided"


@CHOICE.reason("division")
def _division(speech: Speech, a: Arguments) -> str:
    return f"the shares don't add up to {a[1]}"


@CHOICE.reason("unlinked")
def _unlinked(speech: Speech, a: Arguments) -> str:
    literal, denied = undenied(a[2])
    return f"{speech.label(a[1])} {positive(literal, speech) if denied else negative(literal, speech)}"


@CHOICE.reason("too_few_modes")
def _too_few_modes(speech: Speech, a: Arguments) -> str:
    return f"fewer modes than {a[1]}"


@CHOICE.reason("too_many_modes")
def _too_many_modes(speech: Speech, a: Arguments) -> str:
    return f"more modes than {a[1]}"


@CHOICE.reason("same_mode")
def _same_mode(speech: Speech, a: Arguments) -> str:
    return f"mode {a[1]} is chosen more than once"


@CHOICE.reason("no_such_mode")
def _no_such_mode(speech: Speech, a: Arguments) -> str:
    return f"there is no mode {a[0]}"


@CHOICE.reason("unobeyed")
def _unobeyed(speech: Speech, a: Arguments) -> str:
    return f"{a[0]} of the effects that ask for a target are obeyed, where {a[1]} can be"


def _joined(items: Sequence[str], joint: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"
