"""What happens in a game, in English: one line of the log for each event, with the rule that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Function, Symbol, SymbolType

from magistrate.bridge.explain.registry import Registry
from magistrate.bridge.explain.speech import Label, Speech
from magistrate.bridge.records import Record

__all__ = ["EVENT", "Line", "lines"]

EVENT = Registry()
"""Events."""

Arguments = Sequence[Symbol]

SILENT = frozenset(
    (
        *("mark_damage", "tapped_to_attack", "unblocked", "looks_at", "tapped_for_mana", "made_mana"),
        *("deed", "expends", "rolls_dice", "voting_ends", "pay_life"),
        *("creates", "create", "copy", "damage", "destroy", "draw", "sacrifice", "discard"),
    )
)
"""Parts of events that another line tells."""

RULES = {
    "turn_begins": "500.1",
    "step_begins": "500.1",
    "draws_from_nothing": "121.4",
    "lose_life": "119.3",
    "gain_life": "119.3",
    "damage_dealt": "120.1",
    "put_counters": "122.1",
    "remove_counters": "122.1",
    "tap": "701.26a",
    "untap": "701.26b",
    "heal": "514.2",
    "add_mana": "106.4",
    "spend_mana": "118.3a",
    "attach": "701.3a",
    "attacks": "508.1k",
    "blocks": "509.1g",
    "becomes_blocked": "509.1h",
    "becomes_unblocked": "509.1h",
    "attacks_unblocked": "509.1h",
    "cast": "601.2i",
    "activated": "602.2b",
    "plays_land": "305.1",
    "special": "116.2",
    "rounds": "731.2a",
    "created": "111.1",
    "shuffles": "701.24a",
    "searches": "701.23a",
    "scries": "701.22a",
    "surveils": "701.25a",
    "reveals": "701.20a",
    "reveal": "701.20a",
    "phase_out": "702.26b",
    "phase_in": "702.26b",
    "becomes": "730.1",
    "win_game": "104.2b",
    "targeted": "115.1",
    "turn_face_up": "708.7",
    "transform": "701.27a",
    "copied": "707.10",
    "emblem": "114.1",
    "regenerated": "701.19a",
    "guard_begins": "615.1",
    "shield": "701.19a",
    "goaded": "701.15a",
    "extra_turns": "500.7",
    "leaves_combat": "506.4",
    "crews": "702.122a",
    "saddles": "702.171a",
    "exerts": "701.43a",
    "enlists": "702.154c",
    "evolved": "702.100a",
    "exploited": "702.110a",
    "explored": "701.44a",
    "paired": "702.95b",
    "proliferated": "701.34a",
    "becomes_monarch": "724.1",
    "won_flip": "705.2",
    "lost_flip": "705.2",
    "rolled": "706.2",
    "searched": "701.23a",
    "shuffled": "701.24a",
    "fatesealed": "701.29a",
    "scried": "701.22a",
    "foraged": "701.61a",
    "collected_evidence": "701.59a",
    "blighted": "701.68d",
    "surveiled": "701.25a",
    "cycles": "702.29c",
    "unattach": "701.3d",
    "triggers": "603.3",
    "resolves": "608.1",
}
"""The rule that an event rests on where the judge names none."""

_CAUSES = {
    "drawn": "121.1",
    "discarded": "701.9a",
    "destroyed": "701.8a",
    "sacrificed": "701.21a",
    "milled": "701.17a",
    "exiled": "701.13a",
    "countered": "701.6a",
    "played": "305.1",
    "cast": "601.2a",
    "resolved": "608.2n",
    "fizzled": "608.2b",
    "sba": "704.3",
    "no_targets": "603.3d",
}
_STEPS = {"first_strike_damage": "the first combat damage step", "combat_damage": "the combat damage step"}


class Line(Record):
    """A line of the log: the event in English, the rule's number, and the event itself."""

    text: str
    rule: str
    event: Symbol


def lines(entries: Iterable[tuple[Symbol, str]], label: Label) -> list[Line]:
    """The log in English. `entries`: events with the rules that the judge named for them (or none); `label`
    names objects and players. What is only a part of another line is left out."""
    speech = Speech(label, {}, {}, {})
    out = []
    for event, rule in entries:
        if event.type is SymbolType.Function and event.name not in SILENT:
            out.append(Line(_told(event, speech), rule or _rule(event), event))
    return out


def _told(event: Symbol, speech: Speech) -> str:
    """An event in English; one without words of its own by its name, with who and what is in it."""
    if event.name in EVENT.functions:
        return EVENT.explain(event, speech)
    return " ".join([_word(Function(event.name)), *(_labelled(one, speech) for one in event.arguments)])


def _labelled(term: Symbol, speech: Speech) -> str:
    label = speech.label(term)
    return _word(term) if label == str(term) else label


def _rule(event: Symbol) -> str:
    if event.name == "move":
        cause = event.arguments[3]
        if cause.name == "enters":
            cause = cause.arguments[1]
        return _CAUSES.get(cause.name, "400.7")
    return RULES.get(event.name, "700.1")


def _word(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else str(symbol).replace("_", " ")


def _plural(number: Symbol, word: str) -> str:
    return f"{number} {word}" if str(number) == "1" else f"{number} {word}s"


@EVENT.reason("turn_begins")
def _turn_begins(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])}'s turn begins"


@EVENT.reason("cant_pay")
def _cant_pay(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} can't pay"


@EVENT.reason("step_begins")
def _step_begins(speech: Speech, a: Arguments) -> str:
    return f"{_STEPS.get(str(a[0]), _word(a[0]))} begins"


_MOVES = {
    "drawn": "{by} draws {o}",
    "discarded": "{by} discards {o}",
    "sacrificed": "{by} sacrifices {o}",
    "destroyed": "{o} is destroyed",
    "milled": "{o} is milled",
    "exiled": "{o} is exiled",
    "countered": "{o} is countered",
    "fizzled": "{o} doesn't resolve",
    "no_targets": "{o} is removed from the stack: it has no targets",
    "cast": "{by} puts {o} on the stack",
    "sba": "{o} is put into {to}",
}
_ZONES = {
    "hand": "its owner's hand",
    "library": "its owner's library",
    "graveyard": "its owner's graveyard",
    "battlefield": "the battlefield",
    "exile": "exile",
    "stack": "the stack",
    "command": "the command zone",
}


@EVENT.reason("move")
def _move(speech: Speech, a: Arguments) -> str:
    what, origin, to, cause = a
    o, place = speech.label(what), _ZONES.get(str(to), _word(to))
    if cause.match("enters", 2):
        by = speech.label(cause.arguments[0])
        how = " again" if str(origin) == "battlefield" else ""
        return f"{o} enters the battlefield{how} under {by}'s control"
    if str(to) == "nowhere" and cause.name == "resolved":
        return f"{o} has resolved"
    if cause.name == "resolved":
        return f"{o} has resolved and is put into {place}"
    by = speech.label(cause.arguments[0]) if cause.type is SymbolType.Function and cause.arguments else ""
    form = _MOVES.get(cause.name)
    if form is None:
        return f"{o} goes from {_ZONES.get(str(origin), _word(origin))} to {place}"
    told = form.format(o=o, by=by, to=place)
    usual = {"exiled": "exile", "milled": "graveyard", "drawn": "hand", "cast": "stack", "sba": str(to)}
    expected = usual.get(cause.name, "graveyard")
    return told if str(to) in (expected, "nowhere") else f"{told} and goes to {place}"


@EVENT.reason("damage_dealt")
def _damage(speech: Speech, a: Arguments) -> str:
    kind = "combat damage" if str(a[3]) == "combat" else "damage"
    return f"{speech.label(a[0])} deals {a[2]} {kind} to {speech.label(a[1])}"


@EVENT.reason("lose_life")
def _lose_life(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} loses {a[1]} life"


@EVENT.reason("gain_life")
def _gain_life(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} gains {a[1]} life"


@EVENT.reason("put_counters")
def _put_counters(speech: Speech, a: Arguments) -> str:
    verb = "is" if str(a[2]) == "1" else "are"
    return f"{_plural(a[2], f'{_word(a[1])} counter')} {verb} put on {speech.label(a[0])}"


@EVENT.reason("remove_counters")
def _remove_counters(speech: Speech, a: Arguments) -> str:
    verb = "is" if str(a[2]) == "1" else "are"
    return f"{_plural(a[2], f'{_word(a[1])} counter')} {verb} removed from {speech.label(a[0])}"


_LOST = {
    "life": "has no life left",
    "library": "drew from an empty library",
    "poison": "has ten or more poison counters",
    "commander": "was dealt 21 combat damage by one commander",
}


@EVENT.reason("lose_game")
def _lose_game(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} loses the game: {_LOST.get(str(a[1]), _word(a[1]))}"


@EVENT.reason("activated")
def _activated(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} activates {speech.label(a[2])}"


@EVENT.reason("targeted")
def _targeted(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} becomes a target of {speech.label(a[1])}"


@EVENT.reason("drawn_game")
def _drawn_game(speech: Speech, a: Arguments) -> str:
    return "the game is a draw: what happens repeats, and nothing stops it"


@EVENT.reason("rounds")
def _rounds(speech: Speech, a: Arguments) -> str:
    return f"the same happens {a[0].number} times more" if a[0].number > 1 else "the same happens once more"


@EVENT.reason("emblem")
def _emblem(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} gets an emblem"


@EVENT.reason("triggers")
def _triggers(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])}'s triggered ability is put on the stack"


def _mana(kind: Symbol) -> str:
    """A kind of mana, with what more there is to it: snow, or that it can be spent on some things only
    (106.6)."""
    words = []
    while kind.arguments:
        words.append("restricted" if kind.name == "only" else kind.name.replace("_", " "))
        kind = kind.arguments[0]
    return " ".join([*words, _word(kind), "mana"])


@EVENT.reason("add_mana")
def _add_mana(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} adds {a[2]} {_mana(a[1])}"


@EVENT.reason("spend_mana")
def _spend_mana(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} spends {a[2]} {_mana(a[1])}"


@EVENT.reason("becomes")
def _becomes(speech: Speech, a: Arguments) -> str:
    return f"it becomes {_word(a[0])}"


@EVENT.reason("exiled_for")
def _exiled_for(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[1])} is exiled for its {_word(a[0])}"


@EVENT.reason("special")
def _special(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} takes a special action with {speech.label(a[2])}: {_word(a[1])}"


_TWO = {
    "mentors": "mentors",
    "attacks": "attacks",
    "blocks": "blocks",
    "attach": "becomes attached to",
    "cast": "casts",
    "plays_land": "plays",
    "reveals": "reveals",
    "reveal": "reveals",
    "cycles": "cycles",
    "crews": "crews",
    "saddles": "saddles",
    "exerts": "exerts",
    "enlists": "enlists",
    "chooses_bearer": "chooses as Ring-bearer",
    "enters_room": "moves the venture marker on",
    "unlocked": "unlocks a door of",
    "completes_dungeon": "completes",
    "will_be_controlled": "will be controlled by",
    "copied": "copies",
    "paired": "is paired with",
}
_ONE = {
    "tap": "becomes tapped",
    "untap": "untaps",
    "heal": "has its damage removed",
    "unattach": "becomes unattached",
    "becomes_blocked": "becomes blocked",
    "becomes_unblocked": "becomes unblocked",
    "attacks_unblocked": "isn't blocked",
    "draws_from_nothing": "draws from an empty library",
    "win_game": "wins the game",
    "created": "is created",
    "shuffles": "shuffles",
    "searches": "searches a library",
    "searched": "searches a library",
    "scries": "scries",
    "surveils": "surveils",
    "phase_out": "phases out",
    "phase_in": "phases in",
    "resolves": "begins to resolve",
    "regenerated": "is regenerated",
    "shield": "has a regeneration shield",
    "turn_face_up": "is turned face up",
    "turned_face_up": "is turned face up",
    "turned_face_down": "is turned face down",
    "restarted": "restarts the game",
    "transform": "transforms",
    "goaded": "is goaded",
    "leaves_combat": "is removed from combat",
    "evolved": "evolves",
    "exploited": "exploits a creature",
    "explored": "explores",
    "proliferated": "proliferates",
    "becomes_monarch": "becomes the monarch",
    "won_flip": "wins the flip",
    "lost_flip": "loses the flip",
    "shuffled": "shuffles",
    "fatesealed": "fateseals",
    "scried": "scries",
    "foraged": "forages",
    "collected_evidence": "collects evidence",
    "time_travels": "travels through time",
    "blighted": "blights",
    "gives_gift": "gives a gift",
    "surveiled": "surveils",
    "prevented": "is prevented",
    "mutated": "mutates",
    "takes_initiative": "takes the initiative",
    "ring_tempted": "is tempted by the Ring",
    "clashes": "clashes",
    "wins_clash": "wins the clash",
    "discovers": "discovers",
    "crewed": "becomes crewed",
}


def _simple(name: str, verb: str, number: int) -> None:
    @EVENT.reason(name)
    def told(speech: Speech, a: Arguments) -> str:
        rest = "".join(f" {speech.label(one)}" for one in a[1:number])
        return f"{speech.label(a[0])} {verb}{rest}"


@EVENT.reason("guard_begins")
def _guard_begins(speech: Speech, a: Arguments) -> str:
    label = speech.label(a[0])
    whom = "" if label == str(a[0]) else f", for {label}"
    return f"damage will be prevented or redirected{whom}"


@EVENT.reason("becomes_level")
def _becomes_level(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} becomes level {a[1]}"


@EVENT.reason("skips_this")
def _skips_this(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} skips the turn that would begin"


@EVENT.reason("rolled")
def _rolled(speech: Speech, a: Arguments) -> str:
    shown = "" if a[1] == a[2] else f", the die shows {a[2]}"
    return f"{speech.label(a[0])} rolls {a[1]} with {a[3]} sides{shown}"


@EVENT.reason("votes")
def _votes(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} votes for {_labelled(a[1], speech)}"


@EVENT.reason("extra_turns")
def _extra_turns(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} takes {'an extra turn' if str(a[1]) == '1' else f'{a[1]} extra turns'}"


@EVENT.reason("skips")
def _skips(speech: Speech, a: Arguments) -> str:
    return f"{speech.label(a[0])} will skip the next {_STEPS.get(str(a[1]), _word(a[1]))}"


for _name, _verb in _TWO.items():
    _simple(_name, _verb, 2)
for _name, _verb in _ONE.items():
    _simple(_name, _verb, 1)
