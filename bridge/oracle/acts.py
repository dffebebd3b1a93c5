"""What happens to objects (CR 701, 120, 615): destroy, exile, damage, counters, tap, copies, fights, prevention."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, listed, mapped, maybe, one_of, position, table
from .damage_sources import chosen_source
from .deeds import act
from .descriptions import exception
from .durations import duration
from .instructions import Does, clause, doing, lasting
from .keywords import granted
from .nouns import one
from .parts import grant
from .references import ANY_TARGET, own_noun, stem_filter
from .terms import Change, Filter, Mention, Pronoun, Target, Term, each, replace_pronouns
from .things import things
from .values import number, quantity
from .words import counter_kind

# --- one verb, one object ------------------------------------------------------------------------------------------------

_verb = table(
    {
        "destroy": "destroy", "tap": "tap", "untap": "untap", "goad": "goad", "suspect": "suspect", "detain": "detain",
        "regenerate": "regenerate", "transform": "transform", "tap or untap": "tap_or_untap", "exile": "exile",
        "convert": "convert", "phase out": "phase_out", "adapt": "adapt", "saddle": "saddle", "unattach": "unattach",
        "destroys": "destroy", "taps": "tap", "untaps": "untap", "exiles": "exile", "goads": "goad",
    },
    "a verb",
)  # fmt: skip


_SUPPORTED = one(("type", "creature"), ("zone", "battlefield"), "other")
"""701.41a: a spell is no creature, so that "other" holds for it too."""


def _exiled_until(what: Term, how_long: Term) -> Does:
    """`exile any number of creatures you control until it leaves`: what they were told of before, not they."""
    if isinstance(how_long, tuple) and isinstance(how_long[-1], Pronoun) and how_long[-1].word == "it":
        how_long = (how_long[0], "it")
    return act("exile_until", what, how_long)


def _on(verbs: list[str], what: Term) -> Does:
    if isinstance(what, Target) and what.filter == ANY_TARGET:  # players among them
        raise Refuse("a noun")
    return lambda who: [(v, what) if who == "you" else (v, what, ("by", who)) for v in verbs]


def _named_at(what: Term, at: int) -> Term:
    """Things chosen, which words before that place can't mean: `attach an Equipment you control to it`."""
    if isinstance(what, tuple) and isinstance(what[-1], Mention):
        return (*what[:-1], replace(what[-1], at=at))
    return what


def _attach(what: Term, to: Term) -> Does:
    """`attach it to another creature`: than the one that it is attached to."""
    if isinstance(to, tuple) and to[0] == "some" and "other" in to[3].literals:
        elsewhere = ("not", ("has_attached", Filter((("is", what),))))
        wanted = Filter(tuple(elsewhere if t == "other" else t for t in to[3].literals), to[3].either)
        to = (*to[:3], wanted, *to[4:])
    return lambda who: ("attach", what, to)


def _doubled(what: Term, how_long: Term, times: int = 1) -> Does:
    """701.10: as much more as it has as the effect begins, or twice as much where it is tripled."""
    own: Term = "affected" if isinstance(what, tuple) and what[0] == "each" else what
    values: list[Term] = [("power", own), ("toughness", own)]
    more = [(v[0], v if times == 1 else ("times", times, v)) for v in values]
    return lambda who: lasting(how_long, what, lambda whom: [Change("pt_add", whom, m) for m in more])


doing.add(
    form("{} and {} {}", _verb, _verb, things, make=lambda a, b, w: _on([a, b], w)),
    form("exile|exiles {} {}", things, duration, make=_exiled_until),
    form("exile|exiles {} face down", things, make=lambda w: act("exile_face_down", w)),
    form("exile|exiles {} with {} {} counters on it|them", things, number, counter_kind,
        make=lambda w, n, k: act("exile_with_counters", w, k, n)),
    form("exile|exiles {} with a|an {} counter on it|them", things, counter_kind,
        make=lambda w, k: act("exile_with_counters", w, k, 1)),
    form("{} {} {}", _verb, things, maybe(form("of their|your choice")), make=lambda v, w, c: _on([v], w)),
    form("counter|counters {}", grammar.whom, make=lambda w: lambda who: ("counter", w)),
    form("attach {} to {}", grammar.reference, things, make=_attach),
    form("attach {} to {} {}", things, things, position(), make=lambda a, b, at: _attach(_named_at(a, at + 1), b)),
    form("flip|flips {}", grammar.reference, make=lambda r: lambda who: ("flip", r)),
    form("remove {} from combat", grammar.whom, make=lambda w: lambda who: ("remove_from_combat", w)),
    form("switch each {} power and toughness {}", own_noun, duration,
        make=lambda n, d: lambda who: lasting(d, each(stem_filter(n)), lambda whom: [Change("pt_switch", whom, "switch")])),
    form("switch {} power and toughness {}", grammar.possessive, duration,
        make=lambda r, d: lambda who: lasting(d, r, lambda whom: [Change("pt_switch", whom, "switch")])),
    form("change {} base power and toughness to {} power and toughness {}", grammar.possessive, grammar.possessive, duration,
        make=lambda r, o, d: lambda who: lasting(d, r, lambda whom: [
            Change("pt_set", whom, (one, (one, o))) for one in ("power", "toughness")])),
    form("turn {} face up", grammar.reference, make=lambda w: lambda who: ("turn_face_up", w)),
    form("turn {} face down", grammar.reference, make=lambda w: lambda who: ("turn_face_down", w)),
    form("double {} power and toughness {}", grammar.possessive, duration, make=lambda r, d: _doubled(r, d)),
    form("double the power and toughness of {} {}", grammar.whom, duration, make=lambda r, d: _doubled(r, d)),
    form("double the power of {} {}", grammar.whom, duration, make=lambda r, d: lambda who: ("double_power", r, d)),
    form("double {} power {}", grammar.possessive, duration, make=lambda r, d: lambda who: ("double_power", r, d)),
    form("triple {} power and toughness {}", grammar.possessive, duration, make=lambda r, d: _doubled(r, d, 2)),
)  # fmt: skip

# --- copies --------------------------------------------------------------------------------------------------------------

doing.add(
    form("copy|copies {} {} times {}", grammar.reference, number, position(),
        make=lambda r, n, at: lambda who: ("copy", who, n, r, Mention(at, "copies"))),
    form("copy|copies {} an additional time {}", grammar.reference, position(),
        make=lambda r, at: lambda who: ("copy", who, 1, r, Mention(at, "copies"))),
    form("copy|copies {} twice {}", grammar.reference, position(),
        make=lambda r, at: lambda who: ("copy", who, 2, r, Mention(at, "copies"))),
    form("copy|copies {} {} {}", grammar.reference, exception, position(),
        make=lambda r, e, at: lambda who: ("copy", who, 1, r, Mention(at, "copies"), e)),
    form("copy|copies {} {}", grammar.reference, position(),
        make=lambda r, at: lambda who: ("copy", who, 1, r, Mention(at, "copies"))),
)  # fmt: skip

# --- damage ---------------------------------------------------------------------------------------------------------------

_amount = one_of(
    form("{} damage", quantity),
    form("half {} damage , rounded down ,", quantity, make=lambda n: ("half_down", n)),
    form("half {} damage , rounded up ,", quantity, make=lambda n: ("half_up", n)),
    form("{} plus {} damage", quantity, number, make=lambda n, m: ("plus", n, m)),
    form("{} minus {} damage", quantity, quantity, make=lambda n, m: ("minus", n, m)),
    form("that much damage", give="that_much"),
    form("that amount of damage", give="that_much"),
    form("twice that much damage", give=("times", 2, "that_much")),
    form("twice {} damage", quantity, make=lambda n: ("times", 2, n)),
    form("{} times x damage", number, make=lambda n: ("times", n, "x")),
    name="how much damage",
)
_each_with_group = one_of(
    form("itself", give="itself"),
    things,
)


def _divided(amount: Term, what: Term) -> Term:
    if isinstance(what, Target):
        return replace(what, divided=amount)
    raise Refuse("targets")


_hit = one_of(
    form(
        "{} divided as you choose among {}", _amount, grammar.reference, make=lambda n, w: (n, _divided(n, w))
    ),
    form(
        "{} divided evenly , rounded down , among {}",
        _amount,
        grammar.whom,
        make=lambda n, w: (("divided_evenly", n), w),
    ),
    form(
        "damage equal to {} divided as you choose among {}",
        grammar.value,
        grammar.reference,
        make=lambda n, w: (n, _divided(n, w)),
    ),
    form("{} to {}", _amount, _each_with_group, make=lambda n, w: (n, w)),
    form("damage equal to {} to {}", grammar.value, _each_with_group, make=lambda n, w: (n, w)),
    form("damage to {} equal to {}", _each_with_group, grammar.value, make=lambda w, n: (n, w)),
    name="damage",
)


def _damage(hits: list[Any]) -> Does:
    return lambda source: [("damage", source, n, w) for n, w in hits]


doing.prefer(
    form("draw|draws a card and reveal|reveals it {}", position(),
        make=lambda at: lambda who: [("draw", who, 1), ("reveal_drawn", who, Mention(at, "that_card"))]),
)  # fmt: skip
doing.add(
    form("deal|deals {}", listed(_hit, "and"), make=_damage),
    form("fight|fights {}", things, make=lambda w: act("fight", w)),
    form("fight|fights each other", give=lambda whom: ("fight_each_other", whom)),
    form("explore|explores again", give=act("explore", 1)),
    form("explore|explores", give=act("explore", 1)),
    form("connive|connives {}", quantity, make=lambda n: act("connive", n)),
    form("connive|connives", give=act("connive", 1)),
    form("phase|phases out", give=lambda w: ("phase_out", w)),
    form("endure|endures {}", quantity, make=lambda n: act("endure", n)),
    form("transform|transforms", give=lambda w: ("transform", w)),
    form("can't be regenerated", give=lambda w: ("cant_be_regenerated", w)),
    form("doesn't|don't untap during its|their controller's|controllers' next untap step|steps",
        give=lambda w: ("skip_untap", w)),
    form("doesn't|don't untap during {} next untap step", grammar.possessive, make=lambda r: lambda w: ("skip_untap_of", w, r)),
    form("doesn't|don't untap during its|their controller's|controllers' untap step|steps {}", duration,
        make=lambda d: lambda w: ("dont_untap", w, d)),
    form("become|becomes blocked", give=lambda w: ("become_blocked", w)),
    form("become|becomes monstrous", give=lambda w: ("become_monstrous", w)),
)  # fmt: skip

# --- counters --------------------------------------------------------------------------------------------------------------

_counted = one_of(
    form("a|an {} counter", counter_kind, make=lambda k: (1, k)),
    form("another {} counter", counter_kind, make=lambda k: (1, k)),
    form("an additional {} counter", counter_kind, make=lambda k: (1, k)),
    form("{} {} counters", quantity, counter_kind, make=lambda n, k: (n, k)),
    form("that many {} counters", counter_kind, make=lambda k: ("that_much", k)),
    form("twice that many {} counters", counter_kind, make=lambda k: (("times", 2, "that_much"), k)),
    form("a number of {} counters equal to {}", counter_kind, grammar.value, make=lambda k, v: (v, k)),
    name="counters",
)
_several_kinds = listed(_counted, "and")


def _put(kinds: list[Any], what: Term) -> Does:
    return lambda who: [("put_counters", who, n, k, what) for n, k in kinds]


def _distribute(counted: Any, what: Term) -> Does:
    divided = _divided(counted[0], what)
    return lambda who: ("put_counters", who, counted[0], counted[1], divided)


def _distribute_up_to(counted: Any, what: Term) -> Does:
    """All or fewer of them, at least one on each."""
    if not isinstance(what, Target):
        raise Refuse("targets")
    divided = replace(what, divided=counted[0], together=(*what.together, "divided_at_most"))
    return lambda who: ("put_counters", who, counted[0], counted[1], divided)


_OWN = frozenset({"its", "it", "that_creature", "that_permanent"})


def _by_own_number(kind: Term, what: Term, number: Term) -> tuple[list[tuple[Term, Term]], Term]:
    """`on each other creature you control equal to that creature's toughness`: on each a number of its own."""
    if isinstance(what, tuple) and what[0] == "each":
        number = replace_pronouns(number, "affected", _OWN)
    return [(number, kind)], what


_put_number = form("a number of {} counters on {} equal to {}", counter_kind, things, grammar.value,
    make=_by_own_number)  # fmt: skip
_put_once = one_of(
    form("{} on {}", _several_kinds, things),
    _put_number,
)  # fmt: skip


def _put_each(found: list[tuple[list[Any], Term]]) -> Does:
    """`put a +1/+1 counter on target creature and two on another`: each with its own counters."""
    return lambda who: [("put_counters", who, n, k, what) for kinds, what in found for n, k in kinds]


def _counters_told(stream: Any, at: int) -> Result:
    """Which counters on what the sentence asked about: `if there are three or more bore counters on it, remove those
    counters`."""
    for index in range(at - 1, 0, -1):
        if stream[index] in (".", '"'):
            break
        if stream[index] in ("counter", "counters") and stream[index + 1] == "on":
            kind, whom = counter_kind(stream, index - 1), grammar.reference(stream, index + 2)
            if kind.status and kind.index == index and whom.status:
                return Result.success(at, (kind.value, whom.value))
            break
    return Result.failure(at, "counters spoken of before")


_taken = one_of(
    _counted,
    form("all {} counters", counter_kind, make=lambda k: ("all", k)),
    form("all counters", give=("all", "any")),
    form("a counter", give=(1, "any")),
    form("up to {} {} counters", quantity, counter_kind, make=lambda n, k: (("up_to", n), k)),
    form("up to {} counters", quantity, make=lambda n: (("up_to", n), "any")),
    form("any number of {} counters", counter_kind, make=lambda k: (("up_to", "any"), k)),
    name="counters",
)

doing.add(
    form("put|puts your choice of a {} counter or a {} counter on {}", counter_kind, counter_kind, things,
        make=lambda a, b, w: lambda who: ("put_either_counter", who, a, b, w)),
    form("put|puts a|an {} counter or a|an {} counter on {}", counter_kind, counter_kind, things,
        make=lambda a, b, w: lambda who: ("put_either_counter", who, a, b, w)),
    form("put|puts {} {} counters on {}", grammar.possessive, counter_kind, things,
        make=lambda r, k, w: act("copy_counters_of_kind", r, k, w)),
    form("put|puts {} counters on {}", grammar.possessive, things, make=lambda r, w: act("copy_counters", r, w)),
    form("put|puts those counters on {}", things, make=lambda w: act("copy_counters", "it", w)),
    form("put|puts {}", listed(_put_once, "and", 2), make=_put_each),
    form("put|puts {}", one_of(_put_number), make=lambda found: _put_each([found])),
    form("put|puts {} on {}", _several_kinds, things, make=_put),
    form("distribute up to {} among {}", _counted, grammar.reference, make=_distribute_up_to),
    form("distribute {} among {}", _counted, grammar.reference, make=_distribute),
    form("remove|removes those counters {}", Rule(_counters_told), make=lambda told: act("remove_counters", "all", *told)),
    form("remove|removes all of them from {} {}", Rule(_counters_told), grammar.reference,
        make=lambda told, r: act("remove_counters", "all", told[0], r)),
    form("remove|removes all of them {}", Rule(_counters_told), make=lambda told: act("remove_counters", "all", *told)),
    form("remove|removes {} from {}", _taken, things, make=lambda t, w: act("remove_counters", t[0], t[1], w)),
    form("move|moves {} from {} onto {}", _taken, grammar.reference, things,
        make=lambda t, a, b: act("move_counters", t[0], t[1], a, b)),
    form("double the number of each kind of counter on {}", things, make=lambda w: act("double_counters", "any", w)),
    form("switch the power and toughness of {} {}", things, duration, make=lambda r, d: lambda who: lasting(d, r, lambda whom: [Change("pt_switch", whom, "switch")])),
    form("double the number of {} counters on {}", counter_kind, things, make=lambda k, w: act("double_counters", k, w)),
    form("bolster {}", quantity, make=lambda n: act("bolster", n)),
    form("support {} {}", quantity, position(),
        make=lambda n, at: act("support", n, Target(_SUPPORTED, 0, n, at))),
)  # fmt: skip

# --- prevention --------------------------------------------------------------------------------------------------------------

_kind = one_of(
    form("combat damage", give="combat"),
    form("noncombat damage", give="noncombat"),
    form("damage", give="any"),
)
_sources = one_of(
    form("{} and {}", grammar.noun, grammar.noun, make=lambda a, b: each(Filter((), (a, b)))),
    mapped(grammar.noun, each),
)


def _several(stream: Any, at: int) -> Result:
    """`black sources`, of which there may be several: no "that creature"."""
    result = _sources(stream, at)
    if result.status and not stream[result.index - 1].endswith("s"):
        return Result.failure(result.index, "several sources")
    return result


_to = one_of(
    form("{} would deal to {}", chosen_source, things, make=lambda b, w: (w, b)),
    form("{} would deal", chosen_source, make=lambda b: ("any", b)),
    form("that would be dealt to and dealt by {}", things, make=lambda w: ("both", w)),
    form("that would be dealt to {} by {}", things, things, make=lambda w, b: (w, b)),
    form("that would be dealt by {} to {}", things, things, make=lambda b, w: (w, b)),
    form("that would be dealt to {}", things, make=lambda w: (w, "any")),
    form("that would be dealt by {}", things, make=lambda b: ("any", b)),
    form("that {} would deal to {}", Rule(_several), one_of(things, grammar.whom), make=lambda b, w: (w, b)),
    form("that {} would deal", Rule(_several), make=lambda b: ("any", b)),
    form("{} would deal", things, make=lambda b: ("any", b)),
    form("that would be dealt", give=("any", "any")),
    name="which damage",
)


def _prevent(amount: Term, kind: Term, sides: Any, how_long: Term) -> Does:
    if sides[0] == "both":  # to it and by it are two shields
        if amount != "all":
            raise Refuse("all damage")
        both = [("prevent", amount, kind, *s, how_long) for s in ((sides[1], "any"), ("any", sides[1]))]
        return lambda who: both
    return lambda who: ("prevent", amount, kind, *sides, how_long)


_by_sources = form("by {}", one_of(
    chosen_source,
    form("{} of the color of your choice", grammar.noun, make=lambda f: each(f.also(("of_your_choice", "color")))),
    things,
))  # fmt: skip


def _shared(amount: Term, kind: Term, what: Term, how_long: Term) -> Does:
    return _prevent(amount, kind, (_divided(amount, what), "any"), how_long)


clause.add(
    form(
        "{} , double {} power {} and it gains {}",
        duration,
        grammar.possessive,
        position(),
        granted,
        make=lambda d, r, at, a: [("double_power", r, d), lasting(d, r, grant(a))],
    ),
    form(
        "{} , prevent all {} {}", duration, _kind, _to, make=lambda d, k, s: _prevent("all", k, s, d)("you")
    ),
)
doing.prefer(
    form(
        "unattach all equipment from {}",
        things,
        make=lambda w: lambda who: ("unattach", each(one(("subtype", "equipment"), ("attached_to", w)))),
    ),
    form(
        "prevent the next {} {} that would be dealt {} to {} , divided as you choose",
        quantity,
        _kind,
        duration,
        grammar.reference,
        make=lambda n, k, d, w: _shared(n, k, w, d),
    ),
)
doing.add(
    form("prevent all {} that would be dealt to {} {} {}", _kind, things, duration, _by_sources,
        make=lambda k, w, d, b: _prevent("all", k, (w, b), d)),
    form("prevent the next {} {} that would be dealt to {} {} {}", quantity, _kind, things, duration, _by_sources,
        make=lambda n, k, w, d, b: _prevent(n, k, (w, b), d)),
    form("prevent all {} that would be dealt {} {}", _kind, duration, _by_sources,
        make=lambda k, d, b: _prevent("all", k, ("any", b), d)),
    form("prevent all {} that would be dealt {} to {}", _kind, duration, things,
        make=lambda k, d, w: _prevent("all", k, (w, "any"), d)),
    form("prevent all {} that would be dealt {} by {}", _kind, duration, things,
        make=lambda k, d, w: _prevent("all", k, ("any", w), d)),
    form("prevent the next {} {} that would be dealt {} to {}", quantity, _kind, duration, things,
        make=lambda n, k, d, w: _prevent(n, k, (w, "any"), d)),
    form("prevent all {} {} {}", _kind, _to, duration, make=lambda k, s, d: _prevent("all", k, s, d)),
    form("prevent all {} {} {}", _kind, duration, _to, make=lambda k, d, s: _prevent("all", k, s, d)),
    form("prevent the next {} {} {} {}", quantity, _kind, _to, duration, make=lambda n, k, s, d: _prevent(n, k, s, d)),
    form("prevent all {} {} would deal {}", _kind, things, duration,
        make=lambda k, w, d: _prevent("all", k, ("any", w), d)),
)  # fmt: skip
