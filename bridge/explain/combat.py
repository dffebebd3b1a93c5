"""Why the program for whole combats can't carry a combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clingo import Symbol

from magistrate.bridge.explain.registry import Registry
from magistrate.bridge.explain.speech import Speech

__all__ = ["BEYOND"]

BEYOND = Registry()
"""Reasons; the first argument is who is responsible."""

Arguments = Sequence[Symbol]


def _text(speech: Speech, ability: Symbol) -> str:
    texts: Mapping[Symbol, str] = speech.texts
    while ability not in texts and ability.arguments:
        ability = ability.arguments[0]
    return f" (“{texts[ability]}”)" if ability in texts else ""


@BEYOND.reason("triggers")
def _triggers(speech: Speech, a: Arguments) -> str:
    return f"an ability of {speech.label(a[0])} may trigger{_text(speech, a[1])}"


@BEYOND.reason("delayed", "waiting")
def _waiting(speech: Speech, a: Arguments) -> str:
    return f"an ability of {speech.label(a[0])} is still to come{_text(speech, a[1])}"


@BEYOND.reason("stack")
def _stack(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is on the stack"


@BEYOND.reason("keyword")
def _keyword(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has {a[1].name.replace('_', ' ')}"


@BEYOND.reason("effect", "statement")
def _effect(speech: Speech, a: Arguments) -> str:
    return f"what {speech.label(a[0])} says may change during the combat{_text(speech, a[1])}"


@BEYOND.reason("replacement", "shield")
def _replacement(speech: Speech, a: Arguments) -> str:
    text = _text(speech, a[1]) if len(a) > 1 else ""
    return f"an effect of {speech.label(a[0])} may replace or prevent something{text}"


@BEYOND.reason("counter")
def _counter(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has a {a[1].name} counter"


@BEYOND.reason(
    "commander", "monarch", "initiative", "speed", "ring_bearer", "paired", "band", "returns", "siege"
)
def _state(speech: Speech, a: Arguments) -> str:
    return f"combat may set going what {speech.label(a[0])} is or has to do with"


@BEYOND.reason("beside")
def _beside(speech: Speech, a: Arguments) -> str:
    what = {"exert": "may be exerted", "enlist": "may enlist another creature"}[a[1].name]
    return f"{speech.label(a[0])} {what} as it attacks"


@BEYOND.reason("order")
def _order(speech: Speech, a: Arguments) -> str:
    return f"what becomes of {speech.label(a[0])} may hang on the order in which triggered abilities resolve"


@BEYOND.reason("sizes")
def _sizes(speech: Speech, a: Arguments) -> str:
    return f"something else may hang on the power and toughness of {speech.label(a[0])}, which change"


@BEYOND.reason("two_kinds", "left_game", "several_players", "great_power")
def _odd(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is beyond what one program carries"


@BEYOND.reason("unsettled")
def _unsettled(speech: Speech, a: Arguments) -> str:
    return f"state-based actions about {speech.label(a[0])} are still due"
