"""Event patterns of triggered abilities (CR 603): "when ...", "whenever ...", "at the beginning of ...".

A pattern is a term: the event's name, what it happens to (`~`, a Filter, one_or_more(Filter)), and what else is said.
Around a pattern may stand first_each_turn(P), during(P,Condition), while(P,Condition).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import after_noun
from .combinators import Choice, Refuse, Rule, form, many, mapped, maybe, one_of, table, word
from .references import some
from .tables import ORDINALS
from .terms import Filter, Term
from .trigger_tables import SINGLE, STEPS
from .trigger_tails import goes_on, with_tails
from .trigger_tails import tail as tails_of
from .values import number
from .words import counter_kind

subject = one_of(
    form("the player {}", after_noun, make=lambda f: Filter(("player", *f.literals), f.either)),
    some,
    form("one or more other {}", grammar.noun, make=lambda f: ("one_or_more", f.also("other"))),
    form("one or more {}", grammar.noun, make=lambda f: ("one_or_more", f)),
    form("two or more {}", grammar.noun, make=lambda f: ("at_least", 2, f)),
    form("{} or more {}", number, grammar.noun, make=lambda n, f: ("at_least", n, f)),
    form("one of your opponents", give=Filter(("opponent",))),
    form("at least {} other {}", number, grammar.noun, make=lambda n, f: ("at_least", n, f.also("other"))),
    form("at least {} {}", number, grammar.noun, make=lambda n, f: ("at_least", n, f)),
    grammar.reference,
    name="what the trigger watches",
)
"""What an event happens to: `~`, a Filter, one_or_more(Filter) or another reference."""


def _or_another(what: Filter) -> Term:
    return Filter((), (Filter((("is", "self"),)), what))


watched = one_of(
    form("~ or another {}", grammar.noun, make=_or_another),
    form("~ or {}", some, make=_or_another),
    form(
        "~ or equipped|enchanted creature",
        give=Filter((), (Filter((("is", "self"),)), Filter((("is", "attached"),)))),
    ),
    form("~ or one or more other {}", grammar.noun, make=lambda f: ("one_or_more", _or_another(f))),
    form("enchanted creature or {}", some, make=lambda f: Filter((), (Filter((("is", "attached"),)), f))),
    form("you or {}", some, make=lambda f: Filter((), (Filter((("is", "you"),)), f))),
    subject,
)

Ending = Callable[[Term], Term]


def _simple(name: str) -> Ending:
    return lambda who: (name, who)


def _played_land(what: Filter) -> Filter:
    """A land that is played, where it comes to lie: "a land from exile" was played from there."""
    zones = [t for t in what.literals if isinstance(t, tuple) and t[0] == "zone" and t[1] != "battlefield"]
    if not zones:
        return what
    kept = tuple(t for t in what.literals if t not in zones and t != "card")
    return Filter((*kept, ("zone", "battlefield"), ("played_from", zones[0][1])), what.either)


def _ending(name: str, *arguments: Term) -> Ending:
    return lambda who: (name, who, *arguments)


def _played(what: Filter) -> Ending:
    """Playing something: a land is played, any other card is cast (701.18a-b); "a card" may be either."""
    if "card" not in what.literals:
        return _ending("plays", _played_land(what))
    if (
        any(isinstance(t, tuple) and t[0] in ("exiled_with", "this_way") for t in what.literals)
        or what.either
    ):
        raise Refuse("a card of which it is known where it is played from")
    zones = [t for t in what.literals if isinstance(t, tuple) and t[0] == "zone"]
    kept = tuple(t for t in what.literals if t not in zones and t != "card")
    land = (*kept, ("zone", "battlefield"), *(("played_from", t[1]) for t in zones))
    spell = (*kept, ("zone", "stack"), "spell", *(("cast_from", t[1]) for t in zones))
    return _ending("plays_or_casts", Filter(land), Filter(spell))


_objects = one_of(subject, some, grammar.reference)
_nth = table(ORDINALS, "which one")
_each_turn = one_of(
    form("each turn", give="turn"),
    form("during each opponent's turn", give="opponents_turn"),
    form("during each of your turns", give="your_turn"),
    form("each of your turns", give="your_turn"),
    form("each combat", give="combat"),
)
_source_of = one_of(
    form("you control", give="you"),
    form("an opponent controls", give="opponents"),
    form("a player controls", give="anyone"),
)


_kind_of_ability = one_of(
    form("ability", give=Filter(("ability",))),
    form("loyalty ability", give=Filter(("loyalty_ability",))),
    form("exhaust ability", give=Filter(("exhaust_ability",))),
    name="an ability",
)
_ability = form("a|an {}", _kind_of_ability)
_no_mana = maybe(form("that isn't a mana ability", give="activated_ability"))
"""Of what is activated, what isn't a mana ability is an activated ability on the stack (CR 605.3b)."""


def _both(ability: Filter, kind: Any) -> Filter:
    return ability if kind is None else ability.also(kind)


_with_x = maybe(form("with {} in its activation cost", word("{X}"), give=("activation_cost_includes", "x")))
activated = one_of(
    form(
        "{} {} {}",
        one_of(_ability, _kind_of_ability),
        _no_mana,
        _with_x,
        make=lambda a, n, x: _both(_both(a, n), x),
    ),
)
"""What someone activates -> a filter over the stack."""


def _as_it_was(what: Filter) -> Filter:
    """A source may be gone that was used up to pay: then it is what it was (CR 608.2h)."""
    return Filter(
        tuple(("zone_last", t[1]) if isinstance(t, tuple) and t[0] == "zone" else t for t in what.literals),
        tuple(_as_it_was(f) for f in what.either),
    )


def _sources(what: Term) -> Term:
    return ("each", what) if isinstance(what, Filter) else what


def _of_source(ability: Filter, what: Term) -> Filter:
    source = _as_it_was(what) if isinstance(what, Filter) else Filter((("is", what),))
    return ability.also(("source_is", source))


def _spell(what: Filter) -> Filter:
    if "spell" not in what.literals:  # "a black spell or a Swamp you control enters": another event
        raise Refuse("a spell")
    return what


def _enters_attached(what: Filter) -> Ending:
    """`this Aura enters attached to a creature`: what it is attached to is asked as it enters."""
    return lambda whom: ("during", ("enters", whom), ("is", whom, Filter((("attached_to", ("each", what)),))))


def _attacking_with(whom: Term, what: Term) -> Ending:
    """`you attack a player with one or more Elves`: such creatures of yours attack that player (CR 508.3e)."""

    def make(who: Term) -> Term:
        if who != "you" or not (isinstance(what, tuple) and what[0] in ("one_or_more", "at_least")):
            return ("attacks_with_whom", who, whom, what)
        return ("attacks", (*what[:-1], what[-1].also(("controller", "you"))), whom)

    return make


ending = Choice(
    [
        form("enter|enters under your control", give=_simple("enters_yours")),
        form("enter|enters under an opponent's control", give=_simple("enters_theirs")),
        form(
            "enter|enters from {} graveyard",
            one_of(grammar.possessive, form("a", give="anyone")),
            make=lambda r: _ending("enters_from_graveyard", r),
        ),
        form("enter|enters from exile", give=_simple("enters_from_exile")),
        form("enters attached to a|an {}", grammar.noun, make=_enters_attached),
        form("enter|enters untapped", give=_simple("enters_untapped")),
        form("is|are put into exile", give=_simple("is_exiled")),
        form("is|are returned to {} hand", grammar.possessive, make=lambda r: _ending("returned_to_hand", r)),
        form("enter|enters tapped", give=_simple("enters_tapped")),
        form(
            "deal|deals combat damage to {} or {}",
            subject,
            subject,
            make=lambda a, b: _ending("deals_combat_damage", ("either", a, b)),
        ),
        form("deal|deals combat damage to {}", subject, make=lambda t: _ending("deals_combat_damage", t)),
        form(
            "deal|deals noncombat damage to {}", subject, make=lambda t: _ending("deals_noncombat_damage", t)
        ),
        form(
            "deal|deals damage to {} or {}",
            subject,
            subject,
            make=lambda a, b: _ending("deals_damage", ("either", a, b)),
        ),
        form("deal|deals damage to {}", subject, make=lambda t: _ending("deals_damage", t)),
        form(
            "attack|attacks {} or {}",
            subject,
            subject,
            make=lambda a, b: _ending("attacks", ("either", a, b)),
        ),
        form("attack|attacks {} with {}", subject, subject, make=_attacking_with),
        form(
            "attack|attacks {} and isn't|aren't blocked",
            subject,
            make=lambda t: _ending("attacks_unblocked", t),
        ),
        form("attack|attacks with {}", subject, make=lambda f: _ending("attacks_with", f)),
        form("attack|attacks with creatures", give=_simple("attacks_with_creatures")),
        form("attack|attacks while saddled", give=_simple("attacks_saddled")),
        form("attack|attacks {}", subject, make=lambda t: _ending("attacks", t)),
        form(
            "block|blocks or become|becomes blocked by {}",
            subject,
            make=lambda t: _ending("blocks_or_blocked", t),
        ),
        form("block|blocks {}", subject, make=lambda t: _ending("blocks", t)),
        form("become|becomes blocked by {}", subject, make=lambda t: _ending("becomes_blocked", t)),
        form(
            "become|becomes the target of a spell or ability {}",
            _source_of,
            make=lambda w: _ending("becomes_target_of", w),
        ),
        form(
            "become|becomes the target of a spell {}",
            _source_of,
            make=lambda w: _ending("targeted_by_spell_of", w),
        ),
        form("become|becomes the target of a spell or ability", give=_simple("becomes_target")),
        form("become|becomes the target of {}", some, make=lambda f: _ending("becomes_target_of_spell", f)),
        form("become|becomes attached to {}", subject, make=lambda t: _ending("becomes_attached", t)),
        form("become|becomes unattached from {}", subject, make=lambda t: _ending("becomes_unattached", t)),
        form("transform|transforms into ~", give=_simple("transforms")),
        form("becomes level {}", number, make=lambda n: _ending("becomes_level", n)),
        form("cast|casts ~", give=_ending("casts", "self")),
        form(
            "cast|casts {} {} {} {}",
            grammar.possessive,
            _nth,
            grammar.noun,
            _each_turn,
            make=lambda r, n, f, t: _ending("casts_nth", n, f, t),
        ),
        form("cast|casts or copy|copies {}", some, make=lambda f: _ending("casts_or_copies", f)),
        form(
            "cast|casts {} or {}", some, some, make=lambda a, b: _ending("casts", Filter((), (a, _spell(b))))
        ),
        form("cast|casts {}", some, make=lambda f: _ending("casts", f)),
        form("copy|copies {}", some, make=lambda f: _ending("copies", f)),
        form(
            "draw|draws {} {} card each turn",
            grammar.possessive,
            _nth,
            make=lambda r, n: _ending("draws_nth", n, "turn"),
        ),
        form(
            "draw|draws a card except the first one they|you draw in each of their|your draw steps",
            give=_simple("draws_extra"),
        ),
        form("discard|discards {}", _objects, make=lambda f: _ending("discards", f)),
        form("sacrifice|sacrifices {}", _objects, make=lambda f: _ending("sacrifices", f)),
        form(
            "play|plays {} or cast|casts {}",
            some,
            some,
            make=lambda a, b: _ending("plays_or_casts", _played_land(a), b),
        ),
        form("play|plays {}", some, make=_played),
        form(
            "cycle|cycles or discard|discards {}", _objects, make=lambda f: _ending("discards", f)
        ),  # 702.29d: a card that is cycled is discarded, and such an ability triggers once
        form("cycle|cycles {}", _objects, make=lambda f: _ending("cycles", f)),
        form("exploit|exploits {}", _objects, make=lambda f: _ending("exploits", f)),
        form("exert|exerts {}", _objects, make=lambda f: _ending("exerts", f)),
        form("crew|crews {}", _objects, make=lambda f: _ending("crews", f)),
        form("saddle|saddles {}", _objects, make=lambda f: _ending("saddles", f)),
        form("unlock|unlocks ~", give=_ending("unlocks", "self")),
        form("create|creates {}", _objects, make=lambda f: _ending("creates", f)),
        form("tap|taps {} for mana", _objects, make=lambda f: _ending("taps_for_mana", f)),
        form("tap|taps {}", _objects, make=lambda f: _ending("taps", f)),
        form("untap|untaps {}", _objects, make=lambda f: _ending("untaps", f)),
        form("mill|mills {}", _objects, make=lambda f: _ending("mills", f)),
        form("expend {}", number, make=lambda n: _ending("expends", n)),
        form("gain|gains control of {}", _objects, make=lambda f: _ending("gains_control", f)),
        form("lose|loses control of {}", _objects, make=lambda f: _ending("loses_control", f)),
        form(
            "activate|activates {} of {} {}",
            _ability,
            _objects,
            _no_mana,
            make=lambda a, w, n: _ending("activates", _of_source(_both(a, n), w)),
        ),
        form(
            "activate|activates {} that target|targets only {}",
            _ability,
            grammar.reference,
            make=lambda a, w: _ending("activates", a.also(("targets_only", w))),
        ),
        form(
            "activate|activates {} that target|targets {}",
            _ability,
            one_of(some, grammar.reference),
            make=lambda a, w: _ending("activates", a.also(("targets", _sources(w)))),
        ),
        form(
            "activate|activates {} {}",
            _ability,
            _no_mana,
            make=lambda a, n: _ending("activates", _both(a, n)),
        ),
        form(
            "put|puts one or more {} counters on {}",
            counter_kind,
            _objects,
            make=lambda k, f: _ending("puts_counters", k, f),
        ),
        form(
            "put|puts one or more counters on {}", _objects, make=lambda f: _ending("puts_counters", "any", f)
        ),
        form(
            "put|puts a {} counter on {}",
            counter_kind,
            _objects,
            make=lambda k, f: _ending("puts_counter", k, f),
        ),
        form(
            "is|are put into {} graveyard from anywhere",
            grammar.possessive,
            make=lambda r: _ending("put_into_graveyard_of", r),
        ),
        form(
            "is|are put into {} graveyard from the battlefield",
            grammar.possessive,
            make=lambda r: _ending("dies_to_graveyard_of", r),
        ),
        form(
            "is|are put into {} graveyard from {} library",
            grammar.possessive,
            grammar.possessive,
            make=lambda r, q: _ending("put_into_graveyard_from_library", r),
        ),
        form(
            "leave|leaves {} graveyard", grammar.possessive, make=lambda r: _ending("leaves_graveyard_of", r)
        ),
        form("have|has {} fewer", number, make=lambda n: _ending("has_fewer", n)),
        mapped(table(SINGLE, "what happens"), _simple),
    ],
    "what happens",
)
"""What happens to a subject -> function from the subject to the pattern. Modules may `add` to it."""


def _both_verbs(stream: Any, at: int) -> Result:
    """Subject and what happens to it, perhaps two things: `~ enters or attacks` -> tuple of patterns."""
    result = watched(stream, at)
    if not result.status:
        return result
    who = result.value
    index = result.index
    if stream[index : index + 1] == ["and"]:  # "~ and at least two other creatures attack"
        more = subject(stream, index + 1)
        if more.status:
            who, index = ("together", who, more.value), more.index
    furthest, expected = result.furthest, result.expected
    found: list[Term] = []
    while True:
        result = ending(stream, index)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        pattern = result.value(who)
        index = result.index
        tail = tails_of(stream, index)
        found.append(with_tails(pattern, tail.value))
        index = tail.index
        if stream[index : index + 1] == ["or"] and ending(stream, index + 1).status:
            index += 1
            continue
        if stream[index : index + 1] == [","] and (further := goes_on(stream, index, ending)) is not None:
            index = further
            continue
        return Result(True, index, tuple(found), furthest, expected)


event = Choice(
    [
        form(
            "an ability of {} is activated",
            _objects,
            make=lambda w: (("activates", "anyone", _of_source(Filter(("ability",)), w)),),
        ),
        form("day becomes night or night becomes day", give=(("day_night_changes",),)),
        form("the ring tempts you", give=(("ring_tempts", "you"),)),
        form("you choose a creature as your ring-bearer", give=(("chooses_bearer", "you"),)),
        form("you cast or cycle ~", give=(("casts", "you", "self"), ("cycles", "you", "self"))),
        form("you're dealt damage", give=(("is_dealt_damage", "you"),)),
        form("you're dealt combat damage", give=(("is_dealt_combat_damage", "you"),)),
        form(
            "one or more {} counters are put on {}",
            counter_kind,
            _objects,
            make=lambda k, f: (("counters_put", f, k),),
        ),
        form("one or more counters are put on {}", _objects, make=lambda f: (("counters_put", f, "any"),)),
        form("a {} counter is put on {}", counter_kind, _objects, make=lambda k, f: (("counter_put", f, k),)),
        form("a counter is put on {}", _objects, make=lambda f: (("counter_put", f, "any"),)),
        form(
            "a|the {} counter is removed from {}",
            counter_kind,
            _objects,
            make=lambda k, f: (("counter_removed", f, k),),
        ),
        form(
            "the last {} counter is removed from {}",
            counter_kind,
            _objects,
            make=lambda k, f: (("last_counter_removed", f, k),),
        ),
        form(
            "a spell or ability an opponent controls causes you to discard ~",
            give=(("made_to_discard", "you", "self"),),
        ),
        form(
            "a spell or ability an opponent controls causes you to discard a card",
            give=(("made_to_discard", "you", Filter(("card",))),),
        ),
        form(
            "the final chapter ability of {} resolves", some, make=lambda f: (("final_chapter_resolves", f),)
        ),
        form("the creature it|~ haunts dies", give=(("haunted_dies",),)),
        Rule(_both_verbs),
    ],
    "an event",
)
"""What happened, after "when" or "whenever" -> tuple of patterns. Modules may `add` to it."""

step = table(STEPS, "a step")
beginning = one_of(
    form("the beginning of combat on your turn", give=("at_step", "beginning_of_combat", "you")),
    form(
        "the beginning of combat on each player's turn",
        give=("at_step", "beginning_of_combat", "each_player"),
    ),
    form(
        "the beginning of combat on each opponent's turn",
        give=("at_step", "beginning_of_combat", "opponents"),
    ),
    form(
        "the beginning of combat on each other player's turn",
        give=("at_step", "beginning_of_combat", "opponents"),
    ),
    form(
        "the beginning of combat on {} turn",
        grammar.possessive,
        make=lambda r: ("at_step", "beginning_of_combat", r),
    ),
    form("the beginning of each combat", give=("at_step", "beginning_of_combat", "each_player")),
    form("the beginning of your {}", step, make=lambda s: ("at_step", s, "you")),
    form("the beginning of each of your {}", step, make=lambda s: ("at_step", s, "you")),
    form("the beginning of the next {}", step, make=lambda s: ("next_step", s)),
    form("the beginning of each {}", step, make=lambda s: ("at_step", s, "each_player")),
    form("the beginning of the {} of {}", step, grammar.reference, make=lambda s, r: ("at_step", s, r)),
    form("the beginning of the {}", step, make=lambda s: ("at_step", s, "each_player")),
    form("the beginning of each player's {}", step, make=lambda s: ("at_step", s, "each_player")),
    form("the beginning of each opponent's {}", step, make=lambda s: ("at_step", s, "opponents")),
    form("the beginning of each other player's {}", step, make=lambda s: ("at_step", s, "opponents")),
    form("the beginning of {} {}", grammar.possessive, step, make=lambda r, s: ("at_step", s, r)),
    form("end of combat", give=("at_step", "end_of_combat", "each_player")),
    name="a step",
)
"""`the beginning of your upkeep` -> pattern."""


def _joined(first: tuple[Term, ...], more: list[tuple[Term, ...]]) -> tuple[Term, ...]:
    return first + tuple(pattern for patterns in more for pattern in patterns)


_one_event = one_of(
    form(
        "when|whenever {} {}",
        event,
        tails_of,
        make=lambda found, tails: tuple(with_tails(p, tails) for p in found),
    ),
    form("at {}", beginning, make=lambda p: (p,)),
    name="a trigger",
)

_when = one_of(
    form(
        "{} {}",
        _one_event,
        many(
            one_of(
                form("or|and {}", _one_event),
                form("or {}", event),
                form("or {}", beginning, make=lambda p: (p,)),
            )
        ),
        make=_joined,
    ),
    form("when {}", grammar.condition, make=lambda c: (("state", c),)),
    name="a trigger",
)
grammar._trigger.define(_when)
