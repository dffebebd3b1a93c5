"""Replacement and prevention sentences about events: `if ... would ..., ... instead` (CR 614, 615).

The event before "would" is a trigger's pattern (`triggers.ending`); what happens instead is amount(V) for damage, cards or
counters of another number, prevent, prevent_some(V), exile, or do(List) of instructions.
"""

from __future__ import annotations

from typing import Any

from . import grammar
from .combinators import Refuse, form, many, mapped, maybe, one_of, table, word
from .entering import replacing
from .instructions import clauses, reflexive_trigger, sentence
from .references import some
from .terms import Ability, Filter, Listed, Term, each, replace_pronouns, substitute_deep
from .triggers import ending, subject, watched
from .values import number
from .words import counter_kind

_who = one_of(
    form("a|any {} or {}", grammar.noun, some, make=lambda a, b: Filter((), (a, b))),
    watched,
)
_whom = one_of(
    form("a permanent or player", give="anything"),
    form("a player or permanent", give="anything"),
    form("any target", give="anything"),
    form("{} or {}", subject, subject, make=lambda a, b: ("either", a, b)),
    form("{} and {}", subject, grammar.whom, make=lambda a, b: ("either", a, b)),
    subject,
    grammar.whom,
)

_kind = maybe(word("combat", "noncombat"), "any")

would = one_of(
    form(
        "{} would enter and it wasn't cast",
        some,
        make=lambda f: ("enters", each(f.also(("not", ("cast_from", "any"))))),
    ),
    form(
        "{} would deal {} damage to {} while {}",
        _who,
        _kind,
        _whom,
        grammar.condition,
        make=lambda s, k, t, c: ("while", ("would_deal_damage", s, k, t), c),
    ),
    form(
        "{} would deal {} damage to {}",
        _who,
        _kind,
        _whom,
        make=lambda s, k, t: ("would_deal_damage", s, k, t),
    ),
    form("{} would deal {} damage", _who, _kind, make=lambda s, k: ("would_deal_damage", s, k, "anything")),
    form(
        "{} damage would be dealt to {} while {}",
        _kind,
        _whom,
        grammar.condition,
        make=lambda k, t, c: ("while", ("would_deal_damage", "any", k, t), c),
    ),
    form(
        "{} damage would be dealt to {}", _kind, _whom, make=lambda k, t: ("would_deal_damage", "any", k, t)
    ),
    form("{} would be dealt {} damage", _who, _kind, make=lambda t, k: ("would_deal_damage", "any", k, t)),
    form(
        "one or more {} would be created under your control",
        grammar.noun,
        make=lambda f: ("would_create", "you", f),
    ),
    form(
        "an effect would create one or more {} under your control",
        grammar.noun,
        make=lambda f: ("would_create", "you", f),
    ),
    form("an effect would create one or more {}", grammar.noun, make=lambda f: ("would_create", "anyone", f)),
    form("one or more {} would be created", grammar.noun, make=lambda f: ("would_create", "anyone", f)),
    form("you would create one or more {}", grammar.noun, make=lambda f: ("would_create", "you", f)),
    form(
        "one or more {} counters would be put on {}",
        counter_kind,
        _whom,
        make=lambda k, t: ("would_put_counters", "any", k, t),
    ),
    form(
        "one or more counters would be put on {}",
        _whom,
        make=lambda t: ("would_put_counters", "any", "any", t),
    ),
    form(
        "you would put one or more {} counters on {}",
        counter_kind,
        _whom,
        make=lambda k, t: ("would_put_counters", "you", k, t),
    ),
    form(
        "you would put one or more counters on {}",
        _whom,
        make=lambda t: ("would_put_counters", "you", "any", t),
    ),
    form(
        "an effect would put one or more counters on {}",
        _whom,
        make=lambda t: ("would_put_counters", "an_effect", "any", t),
    ),
    form(
        "{} would draw a card except the first one they|you draw in each of their|your draw steps",
        _who,
        make=lambda w: ("would", ("draws_extra", w)),
    ),
    form(
        "{} would untap during your untap step",
        _who,
        make=lambda w: ("would", ("untaps_in_step", w)),
    ),
    form("{} would be destroyed", _who, make=lambda w: ("would", ("is_destroyed", w))),
    form(
        "{} would be put into {} graveyard from anywhere",
        _who,
        one_of(grammar.possessive, form("a", give="anyone")),
        make=lambda w, r: ("would", ("put_into_graveyard_of", w, r)),
    ),
    form(
        "{} would be put into {} graveyard",
        _who,
        one_of(grammar.possessive, form("a", give="anyone")),
        make=lambda w, r: ("would", ("put_into_graveyard_of", w, r)),
    ),
    form("{} would begin an extra turn", _who, make=lambda w: ("would", ("begins_extra_turn", w))),
    form(
        "{} would pay life while your|their library has at least that many cards in it",
        _who,
        make=lambda w: ("would", ("pays_life_within_library", w)),
    ),
    form("{} would lose unspent mana", _who, make=lambda w: ("would", ("loses_mana", w))),
    form("{} would scry a number of cards", _who, make=lambda w: ("would", ("scries", w))),
    form("{} would surveil a number of cards", _who, make=lambda w: ("would", ("surveils", w))),
    form("{} would lose the game", _who, make=lambda w: ("would", ("loses_game", w))),
    form(
        "{} would {} while {}",
        _who,
        ending,
        grammar.condition,
        make=lambda w, e, c: ("while", ("would", e(w)), c),
    ),
    form("{} would {}", _who, ending, make=lambda w, e: ("would", e(w))),
    name="what would happen",
)

_whomever = one_of(
    form("to that permanent or player", give=None),
    form("to that player or permanent", give=None),
    form("to that player", give=None),
    form("to that creature", give=None),
    form("to that permanent", give=None),
    form("to it", give=None),
    form("to you", give=None),
)
_times = table(
    {"double": 2, "twice": 2, "triple": 3, "three times": 3},
    "how much",
)


def _amount(value: Term) -> list[Term]:
    return [("amount", value)]


amounts = one_of(
    form(
        "it deals {} that damage {} instead", _times, _whomever, make=lambda n, w: ("times", n, "that_much")
    ),
    form("it deals {} that damage instead", _times, make=lambda n: ("times", n, "that_much")),
    form(
        "it deals that much damage plus {} {} instead",
        number,
        _whomever,
        make=lambda n, w: ("plus", "that_much", n),
    ),
    form("it deals that much damage plus {} instead", number, make=lambda n: ("plus", "that_much", n)),
    form(
        "it deals that much damage minus {} {} instead",
        number,
        _whomever,
        make=lambda n, w: ("minus", "that_much", n),
    ),
    form("you gain twice that much life instead", give=("times", 2, "that_much")),
    form("you gain that much life plus {} instead", number, make=lambda n: ("plus", "that_much", n)),
    form("they lose twice that much life instead", give=("times", 2, "that_much")),
    form("twice that many of those tokens are created instead", give=("times", 2, "that_much")),
    form("it creates twice that many of those tokens instead", give=("times", 2, "that_much")),
    form("create twice that many of those tokens instead", give=("times", 2, "that_much")),
    form(
        "twice that many {} counters are put on {} instead",
        counter_kind,
        grammar.reference,
        make=lambda k, r: ("times", 2, "that_much"),
    ),
    form(
        "twice that many of each of those kinds of counters are put on {} instead",
        grammar.reference,
        make=lambda r: ("times", 2, "that_much"),
    ),
    form(
        "put twice that many of each of those kinds of counters on {} instead",
        grammar.reference,
        make=lambda r: ("times", 2, "that_much"),
    ),
    form(
        "that many plus one {} counters are put on {} instead",
        counter_kind,
        grammar.reference,
        make=lambda k, r: ("plus", "that_much", 1),
    ),
    form(
        "that many plus one of each of those kinds of counters are put on {} instead",
        grammar.reference,
        make=lambda r: ("plus", "that_much", 1),
    ),
    form(
        "put that many plus one of each of those kinds of counters on {} instead",
        grammar.reference,
        make=lambda r: ("plus", "that_much", 1),
    ),
    form(
        "it puts twice that many of those counters on {} instead",
        grammar.reference,
        make=lambda r: ("times", 2, "that_much"),
    ),
    form(
        "it puts that many plus one of those counters on {} instead",
        grammar.reference,
        make=lambda r: ("plus", "that_much", 1),
    ),
    form(
        "that many {} counters minus one are put on {} instead",
        counter_kind,
        grammar.reference,
        make=lambda k, r: ("minus", "that_much", 1),
    ),
    form("draw two cards instead", give=("times", 2, "that_much")),
    form("you draw two cards instead", give=("times", 2, "that_much")),
    name="how much instead",
)

_when_so = one_of(
    form("when damage is prevented this way", give="that_much"),
    form("when one or more counters are removed from ~ this way", give=("counters_removed_this_way", "any")),
)
"""How much a replacement effect did, which a reflexive trigger tells of."""


def _where_so(much: Term, body: Any) -> list[Term]:
    """A reflexive trigger on what a replacement effect did: nothing triggers where it came to nothing."""
    told = reflexive_trigger(substitute_deep(body, "that_much", much), "just_done")
    return [("if", ("compare", much, "greater_equal", 1), Listed((told,)))]


_also = many(
    one_of(
        form(". if you do , {}", clauses, make=lambda c: [("if_done", Listed(tuple(c)))]),
        form(". {} , {}", _when_so, grammar.body, make=_where_so),
        form(". {}", clauses),
    )
)


def _prevented(also: list[list[Term]]) -> list[Term]:
    more = [term for terms in also for term in terms]
    return [("prevent_and_do", Listed(tuple(more)))] if more else ["prevent"]


outcome = one_of(
    mapped(amounts, _amount),
    form("prevent that damage and {} {}", clauses, _also, make=lambda c, a: _prevented([c, *a])),
    form("prevent that damage {}", _also, make=_prevented),
    form("prevent {} of that damage", number, make=lambda n: [("prevent_some", n)]),
    form("prevent all but {} of that damage", number, make=lambda n: [("prevent_all_but", n)]),
    form("that player skips that turn instead", give=["skip"]),
    form("that mana becomes colorless instead", give=[("mana_becomes", "colorless")]),
    form(
        "that mana becomes {} instead",
        table({c: c for c in ("white", "blue", "black", "red", "green")}, "a colour"),
        make=lambda c: [("mana_becomes", c)],
    ),
    form("that player gains no life instead", give=["skip"]),
    form("skip that draw instead", give=["skip"]),
    form("you may skip that draw instead", give=[("optional", "skip")]),
    form(
        "instead that player skips that draw and {} {}",
        clauses,
        _also,
        make=lambda c, a: [("do", Listed((*c, *(t for m in a for t in m))))],
    ),
    form("instead that player skips that draw", give=["skip"]),
    form(
        "you may instead {} {}",
        clauses,
        _also,
        make=lambda c, a: [("do", Listed((("may", "you", Listed((*c, *(t for m in a for t in m)))),)))],
    ),
    form("exile that card instead", give=["exile"]),
    form("exile it instead", give=["exile"]),
    form("regenerate it", give=["regenerate"]),
    form(
        "instead {} {}",
        clauses,
        _also,
        make=lambda c, a: [("do", Listed((*c, *(t for m in a for t in m))))],
    ),
    form(
        "{} instead {}",
        clauses,
        _also,
        make=lambda c, a: [("do", Listed((*c, *(t for m in a for t in m))))],
    ),
    name="what happens instead",
)


_ITSELF_OR_EMBLEM = Filter(
    (), (Filter((("is", "self"),)), Filter(("emblem", ("zone", "command"), ("owner", "you"))))
)


def _takes_part(event: Term) -> set[Term]:
    """Whom an event is about."""
    if isinstance(event, tuple):
        return set().union(*(_takes_part(t) for t in event[1:]))
    return set() if event in ("any", "anything", "anyone", "combat", "noncombat") else {event}


def _replaces(condition: Any, pattern: Term, instead: list[Term]) -> Any:
    about = _takes_part(pattern)
    if len(about) == 1 and about <= {"self", "attached"}:
        instead = [replace_pronouns(t, about.copy().pop(), frozenset({"it", "its"})) for t in instead]
    return replacing(replace_pronouns(pattern, "self"), instead, [condition] if condition is not None else [])


grammar.static_sentences.add(
    form("{} if {} , {}", maybe(form("as long as {} ,", grammar.condition)), would, outcome, make=_replaces),
    form(
        "if it's neither day nor night , it becomes day as ~ enters",
        give=replacing(("enters", "self"), ["becomes_day_unless_set"]),
    ),
    form(
        "if {} {} causes a triggered ability of {} to trigger , that ability triggers an additional time",
        some,
        table(
            {
                "entering": "enters",
                "dying": "dies",
                "attacking": "attacks",
                "entering or leaving the battlefield": "enters_or_leaves",
            },
            "what causes it",
        ),
        one_of(some, form("~ or an emblem you own", give=_ITSELF_OR_EMBLEM)),
        make=lambda w, e, f: replacing(("triggers_because", (e, w), f), ["trigger_again"]),
    ),
    form(
        "if a triggered ability of {} triggers , that ability|it triggers an additional time",
        some,
        make=lambda f: replacing(("triggers", f), ["trigger_again"]),
    ),
    form(
        "if an ability of {} triggers , that ability triggers an additional time",
        some,
        make=lambda f: replacing(("triggers", f), ["trigger_again"]),
    ),
)


def _discarded(terms: list[Term]) -> list[Ability]:
    """What is done with the card itself that an opponent makes you discard; it works in the hand (113.6)."""
    found = [replace_pronouns(t, "self", frozenset({"it"})) for t in terms]
    instead = ("do", Listed(tuple(found)))
    return [Ability("static", replaces=((("made_to_discard", "you", "self"), instead),), functions=("hand",))]


grammar.static_sentences.add(
    form("if a spell or ability an opponent controls causes you to discard ~ , {} instead of putting it into your graveyard",
        clauses, make=_discarded),
)  # fmt: skip


def _lasting(pattern: Term, instead: list[Term]) -> list[Term]:
    """611.2, 614.1: the same as an effect that lasts for the turn."""
    made = Ability("lasting", replaces=tuple((pattern, outcome_) for outcome_ in instead))
    return [("lasting", "end_of_turn", made)]


sentence.add(
    form("if {} this turn , {}", would, outcome, make=_lasting),
    form("until end of turn , if {} , {}", would, outcome, make=_lasting),
)


def _next_time(pattern: Term, instead: list[Term]) -> list[Term]:
    """`The next time you would draw a card this turn, ... instead`: for one event."""
    if not (isinstance(pattern, tuple) and pattern[0] == "would" and pattern[1][:2] == ("draws", "you")):
        raise Refuse("you would draw a card")
    made = Ability("lasting", replaces=tuple((pattern, outcome_) for outcome_ in instead))
    return [("lasting", "next_time", made)]


sentence.add(form("the next time {} this turn , {}", would, outcome, make=_next_time))
