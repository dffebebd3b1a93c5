"""Event patterns of triggered abilities (CR 603): "when ...", "whenever ...", "at the beginning of ..."."""

from __future__ import annotations

from . import grammar
from .combinators import Choice, form, one_of, table
from .references import some
from .terms import Filter, Term

subject = one_of(
    some,
    form("one or more other {}", grammar.noun, make=lambda f: ("one_or_more", f.also("other"))),
    form("one or more {}", grammar.noun, make=lambda f: ("one_or_more", f)),
    grammar.reference,
    name="what the trigger watches",
)
"""What an event happens to: `~`, a Filter, one_or_more(Filter) or another reference."""


def _or_another(what: Filter) -> Term:
    return Filter((), (Filter((("is", "self"),)), what))


watched = one_of(
    form("~ or another {}", grammar.noun, make=_or_another),
    form("~ and|or {}", some, make=_or_another),
    subject,
)

_verbs = table(
    {
        "enters": "enters", "enter": "enters", "enters the battlefield": "enters", "dies": "dies", "die": "dies",
        "attacks": "attacks", "attack": "attacks", "blocks": "blocks", "block": "blocks",
        "becomes blocked": "becomes_blocked", "become blocked": "becomes_blocked",
        "leaves the battlefield": "leaves", "leave the battlefield": "leaves",
        "attacks alone": "attacks_alone", "becomes tapped": "becomes_tapped", "become tapped": "becomes_tapped",
        "becomes untapped": "becomes_untapped", "is turned face up": "turned_face_up",
        "attacks and isn't blocked": "attacks_unblocked", "is dealt damage": "is_dealt_damage",
        "is put into a graveyard from the battlefield": "dies", "transforms": "transforms",
        "becomes the target of a spell or ability": "becomes_target", "becomes the target of a spell":
        "becomes_target_of_spell", "mutates": "mutates", "becomes monstrous": "becomes_monstrous",
        "are put into a graveyard from the battlefield": "dies", "is tapped for mana": "tapped_for_mana",
        "are put into your graveyard from anywhere": "put_into_graveyard",
        "is put into a graveyard from anywhere": "put_into_graveyard",
        "is put into your graveyard from the battlefield": "dies",
        "is sacrificed": "is_sacrificed", "deals damage": "deals_damage", "deals combat damage": "deals_combat_damage",
        "enters or attacks": "enters_or_attacks", "enters or dies": "enters_or_dies",
        "attacks or blocks": "attacks_or_blocks", "blocks or becomes blocked": "blocks_or_becomes_blocked",
        "is exiled": "is_exiled", "becomes attached": "becomes_attached", "phases in": "phases_in",
        "explores": "explores", "connives": "connives", "crews a vehicle": "crews", "becomes unattached": "unattached",
    },
    "what happens",
)  # fmt: skip

_to_whom = one_of(
    form("to {}", subject),
)
_step = table(
    {
        "upkeep": "upkeep", "draw step": "draw", "end step": "end", "combat": "beginning_of_combat",
        "precombat main phase": "precombat_main", "first main phase": "precombat_main",
        "postcombat main phase": "postcombat_main", "second main phase": "postcombat_main",
        "declare attackers step": "declare_attackers", "end steps": "end", "main phase": "precombat_main",
    },
    "a step",
)  # fmt: skip

event = Choice(
    [
        form("{} enters under your control", watched, make=lambda w: ("enters_yours", w)),
        form("{} enters under an opponent's control", watched, make=lambda w: ("enters_theirs", w)),
        form("{} deals damage {}", watched, _to_whom, make=lambda w, t: ("deals_damage", w, t)),
        form("{} deals|deal combat damage {}", watched, _to_whom, make=lambda w, t: ("deals_combat_damage", w, t)),
        form("{} attacks|attack {}", watched, subject, make=lambda w, t: ("attacks", w, t)),
        form("{} blocks|block {}", watched, subject, make=lambda w, t: ("blocks", w, t)),
        form("{} becomes blocked by {}", watched, subject, make=lambda w, t: ("becomes_blocked", w, t)),
        form("{} becomes the target of a spell or ability you control", watched,
            make=lambda w: ("becomes_target_of", w, "you")),
        form("{} becomes the target of a spell or ability an opponent controls", watched,
            make=lambda w: ("becomes_target_of", w, "opponents")),
        form("{} {}", watched, _verbs, make=lambda w, v: (v, w)),
        form("{} cast|casts {}", subject, some, make=lambda p, f: ("casts", p, f)),
        form("{} cast|casts or copy|copies {}", subject, some, make=lambda p, f: ("casts_or_copies", p, f)),
        form("you cast ~", give=("casts", "you", "self")),
        form("{} gain|gains life", subject, make=lambda p: ("gains_life", p)),
        form("{} lose|loses life", subject, make=lambda p: ("loses_life", p)),
        form("{} draw|draws a card", subject, make=lambda p: ("draws", p)),
        form("{} discard|discards {}", subject, some, make=lambda p, f: ("discards", p, f)),
        form("{} sacrifice|sacrifices {}", subject, one_of(some, grammar.reference),
            make=lambda p, f: ("sacrifices", p, f)),
        form("{} play|plays {}", subject, some, make=lambda p, f: ("plays", p, f)),
        form("{} cycle|cycles {}", subject, one_of(some, grammar.reference), make=lambda p, f: ("cycles", p, f)),
        form("{} cycle or discard {}", subject, one_of(some, grammar.reference),
            make=lambda p, f: ("cycles_or_discards", p, f)),
        form("{} attack|attacks with {}", subject, subject, make=lambda p, f: ("attacks_with", p, f)),
        form("{} scry", subject, make=lambda p: ("scries", p)),
        form("{} is put into {} graveyard from anywhere", subject, grammar.possessive,
            make=lambda w, r: ("put_into_graveyard", w, r)),
        form("{} is put into {} graveyard from the battlefield", subject, grammar.possessive,
            make=lambda w, r: ("put_into_graveyard_from_battlefield", w, r)),
    ],
    "an event",
)  # fmt: skip
"""What happened, after "when" or "whenever" -> Term. Modules may `add` to it."""

_beginning = one_of(
    form("the beginning of combat on your turn", give=("at_step", "beginning_of_combat", "you")),
    form(
        "the beginning of combat on each player's turn",
        give=("at_step", "beginning_of_combat", "each_player"),
    ),
    form(
        "the beginning of combat on each opponent's turn",
        give=("at_step", "beginning_of_combat", "opponents"),
    ),
    form("the beginning of each combat", give=("at_step", "beginning_of_combat", "each_player")),
    form("the beginning of your {}", _step, make=lambda s: ("at_step", s, "you")),
    form("the beginning of each of your {}", _step, make=lambda s: ("at_step", s, "you")),
    form("the beginning of each {}", _step, make=lambda s: ("at_step", s, "each_player")),
    form("the beginning of the {}", _step, make=lambda s: ("at_step", s, "each_player")),
    form("the beginning of each player's {}", _step, make=lambda s: ("at_step", s, "each_player")),
    form("the beginning of each opponent's {}", _step, make=lambda s: ("at_step", s, "opponents")),
    form("the beginning of each other player's {}", _step, make=lambda s: ("at_step", s, "opponents")),
    form("the beginning of {} {}", grammar.possessive, _step, make=lambda r, s: ("at_step", s, r)),
    form("end of combat", give=("at_step", "end_of_combat", "each_player")),
    name="a step",
)


def _trigger(event_: Term, once: Term) -> tuple[Term, ...]:
    return (event_,) if once is None else (event_, once)


_when = one_of(
    form("when|whenever {} or {}", event, event, make=lambda a, b: (a, b)),
    form("when|whenever {} or whenever|when {}", event, event, make=lambda a, b: (a, b)),
    form("when|whenever {}", event, make=lambda e: (e,)),
    form("at {}", _beginning, make=lambda e: (e,)),
    name="a trigger",
)
grammar._trigger.define(_when)
