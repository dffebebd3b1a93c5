"""Why a declaration of attackers or blockers is illegal, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clingo import Symbol, SymbolType

from magistrate.bridge.explain.costs import cost_text
from magistrate.bridge.explain.filters import nouns, quality
from magistrate.bridge.explain.registry import Registry
from magistrate.bridge.explain.speech import NONE, Speech
from magistrate.bridge.records import replace

BROKEN = Registry()
"""Restrictions that are broken; the first argument is whom the restriction is about."""

DEMANDS = Registry()
"""Requirements: what somebody must do if able."""

Arguments = Sequence[Symbol]
Pairs = frozenset[tuple[Symbol, Symbol]]


class Reason(NamedTuple):
    """One reason against a move: rule number, the judge's name for it, whom it is about, what causes it, in
    English."""

    rule: str
    reason: str
    subject: str
    source: str
    text: str


class Declaring(Speech):
    """What explaining a declaration needs besides: its pairs, and the ability that each live statement
    comes from."""

    pairs: Pairs = frozenset()
    speakers: Mapping[Symbol, Symbol] = NONE

    def about(self, pairs: Pairs, speakers: Mapping[Symbol, Symbol]) -> Declaring:
        """The same speech about another declaration."""
        return replace(self, pairs=pairs, speakers=speakers)


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _number(symbol: Symbol) -> str:
    number = symbol.number
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def _creatures(symbol: Symbol) -> str:
    return f"{_number(symbol)} creature" + ("" if symbol.number == 1 else "s")


def joined(names: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    listed = list(names)
    return f" {last} ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)


def _blockers(speech: Speech, attacker: Symbol) -> list[str]:
    pairs = speech.pairs if isinstance(speech, Declaring) else frozenset()
    return sorted(speech.label(first) for first, second in pairs if second == attacker)


def _text(speech: Speech, effect: Symbol) -> str:
    """The printed sentence that a live statement comes from, quoted, with a colon before it; else
    nothing."""
    ability = speech.speakers.get(effect) if isinstance(speech, Declaring) else None
    while ability is not None and ability not in speech.texts:
        inside = ability.arguments if ability.type is SymbolType.Function else ()
        ability = inside[0] if inside else None
    text = speech.texts.get(ability, "") if ability is not None else ""
    return f" (“{text}”)" if text else ""


def _whom(symbol: Symbol, speech: Speech) -> str:
    """A filter, a reference or `any` as the object of a sentence."""
    if symbol.type is SymbolType.Function and not symbol.arguments:
        return {"any": "", "you": speech.you, "owner": "its owner"}.get(
            symbol.name, symbol.name.replace("_", " ")
        )
    if symbol.name == "defended_by":
        return "what is defended by " + _whom(symbol.arguments[0], speech)
    return nouns(symbol, speech) if symbol in speech.literals else speech.label(symbol)


# Attacking


@BROKEN.reason("absent")
def _absent(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} isn't on the battlefield"


@BROKEN.reason("not_creature")
def _not_creature(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} isn't a creature"


@BROKEN.reason("not_yours")
def _not_yours(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} isn't controlled by the active player"


@BROKEN.reason("tapped")
def _tapped(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is tapped"


@BROKEN.reason("battle")
def _battle(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is a battle, and battles neither attack nor block"


@BROKEN.reason("sick")
def _sick(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} came under its controller's control this turn and has no haste"


@BROKEN.reason("not_attackable")
def _not_attackable(speech: Speech, a: Arguments) -> str:
    who = "only opponents can, their planeswalkers, and battles they protect"
    return f"{speech.label(a[1])} can't be attacked; {who}"


@BROKEN.reason("attacks_twice")
def _attacks_twice(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} attacks one player, planeswalker or battle only"


@BROKEN.reason("defender")
def _defender(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has defender"


@BROKEN.reason("cant_attack")
def _cant_attack(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can't attack {speech.label(a[1])}{_text(speech, a[2])}"


@BROKEN.reason("attacks_alone")
def _attacks_alone(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can't attack alone"


@BROKEN.reason("attacks_with_others")
def _attacks_with_others(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can attack only alone"


@BROKEN.reason("attacks_without")
def _attacks_without(speech: Speech, a: Arguments) -> str:
    others = "creature attacks" if a[1].number == 1 else "creatures attack"
    return (
        f"{speech.label(a[0])} can't attack unless at least {_number(a[1])} other {others} that it needs"
        f"{_text(speech, a[2])}"
    )


@BROKEN.reason("too_many_attackers")
def _too_many_attackers(speech: Speech, a: Arguments) -> str:
    return f"no more than {_creatures(a[1])} can attack{_text(speech, a[2])}"


@BROKEN.reason("unpayable")
def _unpayable(speech: Speech, a: Arguments) -> str:
    payer, what, most = speech.label(a[0]), a[1], a[2]
    if str(what) == "mana":
        made = f"no more than {most} mana" if str(most) != "0" else "no mana"
        return f"{payer} can make {made}, which doesn't pay for it"
    if str(what) == "life":
        return f"{payer} has {most} life, which doesn't pay for it"
    verb = str(what.arguments[0]).replace("_", " ")
    things = nouns(what.arguments[1], speech.within(what.arguments[2]))
    return f"{payer} has {most} of what it costs to {verb}: {things}"


@BROKEN.reason("improper_band")
def _improper_band(speech: Speech, a: Arguments) -> str:
    return "a band holds creatures with banding and at most one without"


@BROKEN.reason("two_bands")
def _two_bands(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is in two bands"


@BROKEN.reason("band_member")
def _band_member(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is in a band and doesn't attack"


@BROKEN.reason("band_apart")
def _band_apart(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} and {speech.label(a[1])} are in one band and attack different things"


# Blocking


@BROKEN.reason("not_attacking")
def _not_attacking(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} isn't attacking"


@BROKEN.reason("not_defending")
def _not_defending(speech: Speech, a: Arguments) -> str:
    who = speech.label(a[0])
    return f"{speech.label(a[1])} attacks neither the controller of {who} nor anything that player defends"


@BROKEN.reason("blocks_too_many")
def _blocks_too_many(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can block no more than {_creatures(a[1])}"


@BROKEN.reason("too_few")
def _too_few(speech: Speech, a: Arguments) -> str:
    found = _blockers(speech, a[0])
    only = f", and {joined(found)} alone can't" if len(found) == 1 else ""
    return f"{speech.label(a[0])} can't be blocked except by {_number(a[1])} or more creatures{only}"


@BROKEN.reason("too_many")
def _too_many(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can't be blocked by more than {_creatures(a[1])}"


@BROKEN.reason("not_by_all")
def _not_by_all(speech: Speech, a: Arguments) -> str:
    return (
        f"{speech.label(a[0])} can't be blocked unless all creatures its defending player controls block it,"
        f" and {speech.label(a[1])} doesn't"
    )


@BROKEN.reason("flies")
def _flies(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} has flying, and {speech.label(a[0])} has neither flying nor reach"


@BROKEN.reason("skulks")
def _skulks(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} has skulk, and {speech.label(a[0])} has greater power"


@BROKEN.reason("frightens")
def _frightens(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} has fear, and {speech.label(a[0])} is neither an artifact nor black"


@BROKEN.reason("intimidates")
def _intimidates(speech: Speech, a: Arguments) -> str:
    who = speech.label(a[0])
    return f"{speech.label(a[1])} has intimidate, and {who} is no artifact and shares no color with it"


@BROKEN.reason("in_shadow")
def _in_shadow(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} has shadow, and {speech.label(a[0])} hasn't"


@BROKEN.reason("shadow_only")
def _shadow_only(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has shadow, and {speech.label(a[1])} hasn't"


@BROKEN.reason("rides")
def _rides(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} has horsemanship, and {speech.label(a[0])} hasn't"


@BROKEN.reason("landwalks")
def _landwalks(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has landwalk, and {speech.label(a[1])} controls such a land"


@BROKEN.reason("protected")
def _protected(speech: Speech, a: Arguments) -> str:
    what = f" from {quality(a[2], speech)}" if len(a) > 2 else f" from what {speech.label(a[0])} is"
    return f"{speech.label(a[1])} has protection{what}, so {speech.label(a[0])} can't block it"


@BROKEN.reason("decayed")
def _decayed(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has decayed and can't block"


@BROKEN.reason("unleashed")
def _unleashed(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} has unleash and a +1/+1 counter, so it can't block"


@BROKEN.reason("suspected")
def _suspected(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is suspected and can't block"


@BROKEN.reason("cant_block", "blocks_only_others")
def _cant_block(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can't block {speech.label(a[1])}{_text(speech, a[2])}"


@BROKEN.reason("cant_be_blocked")
def _cant_be_blocked(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} can't be blocked by {speech.label(a[0])}{_text(speech, a[2])}"


@BROKEN.reason("blocks_alone")
def _blocks_alone(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can't block alone"


@BROKEN.reason("blocks_without")
def _blocks_without(speech: Speech, a: Arguments) -> str:
    others = "creature blocks" if a[1].number == 1 else "creatures block"
    return (
        f"{speech.label(a[0])} can't block unless at least {_number(a[1])} other {others} that it needs"
        f"{_text(speech, a[2])}"
    )


@BROKEN.reason("too_many_blocking")
def _too_many_blocking(speech: Speech, a: Arguments) -> str:
    return f"no more than {_creatures(a[1])} can block{_text(speech, a[2])}"


# Requirements


@DEMANDS.reason("must_attack")
def _must_attack(speech: Speech, a: Arguments) -> str:
    what = _whom(a[2], speech)
    return f"{speech.label(a[0])} must attack {what + ' ' if what else ''}if able"


@DEMANDS.reason("goad_attack")
def _goad_attack(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is goaded by {speech.label(a[1])}, so it must attack if able"


@DEMANDS.reason("goad_elsewhere")
def _goad_elsewhere(speech: Speech, a: Arguments) -> str:
    return (
        f"{speech.label(a[0])} is goaded, so it must attack a player other than {speech.label(a[1])} if able"
    )


@DEMANDS.reason("must_attack_with")
def _must_attack_with(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} must attack with at least {_creatures(a[2])} if able{_text(speech, a[1])}"


@DEMANDS.reason("must_attack_if")
def _must_attack_if(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} must attack if able, as another creature does{_text(speech, a[1])}"


@DEMANDS.reason("must_block")
def _must_block(speech: Speech, a: Arguments) -> str:
    what = _whom(a[2], speech)
    return f"{speech.label(a[0])} must block {what + ' ' if what else ''}if able"


@DEMANDS.reason("must_block_each", "provoked")
def _must_block_each(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} must block {speech.label(a[1])} if able"


@DEMANDS.reason("lured")
def _lured(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} is able to block {speech.label(a[1])} and must"


@DEMANDS.reason("must_be_blocked")
def _must_be_blocked(speech: Speech, a: Arguments) -> str:
    whom = _whom(a[2], speech)
    if len(a) > 3:
        return f"{speech.label(a[0])} must be blocked by {_number(a[3])} or more creatures if able"
    return f"{speech.label(a[0])} must be blocked {'by ' + whom + ' ' if whom else ''}if able"


@DEMANDS.reason("must_be_blocked_by_one")
def _must_be_blocked_by_one(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} must be blocked by exactly one creature if able"


def subject(term: Symbol, speech: Speech) -> str:
    """Whom a reason is about: its first argument, if that is an object or a player."""
    first = term.arguments[0] if term.arguments else None
    if first is None or first.type is not SymbolType.Function:
        return ""
    return speech.label(first)


def cost(term: Symbol, speech: Speech) -> str:
    """A cost in the words of cards, as far as they are known."""
    if term.type is SymbolType.Function and len(term.arguments) == 2 and term.arguments[1] in speech.literals:
        count, what = term.arguments
        many = "" if count.type is SymbolType.Number and count.number == 1 else f"{count} times "
        return f"{term.name.replace('_', ' ')} {many}{nouns(what, speech)}"
    return cost_text(term)
