"""Sentences of spells and of abilities that resolve: the frame in which instructions stand (CR 608.2).

An instruction parser gives a term or a list of terms. Modules beside this one add theirs to `clause`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .antecedents import resolved
from .clauses import PERMISSIONS, Does, clause, clauses, delayed_whole, doing, next_step
from .combat_sentences import THAT_COMBAT
from .combinators import Refuse, Rule, Tokens, form, one_of, position
from .costs import as_term, cost_part, mana_cost, third_person_cost, times_mana
from .differences import with_difference
from .durations import duration
from .gathered import targets_in
from .joining import joined
from .lasting import ending, lasting, made
from .subjects import player_does
from .terms import (
    Ability,
    Filter,
    Listed,
    Pronoun,
    Term,
    each,
    map_pronouns,
    negate,
    pronouns_in,
    replace_pronouns,
    substitute,
    substitute_deep,
)
from .triggers import event
from .values import for_each, number, scaled, where_x

__all__ = ["Does", "clause", "clauses", "doing", "ending", "lasting", "made", "sentence"]

# --- sentences --------------------------------------------------------------------------------------------------------

payer = one_of(
    form("any player pays {}", mana_cost, make=lambda c: ("paid", each(Filter(("player",))), c)),
    form("any player pays {} life", number, make=lambda n: ("paid", each(Filter(("player",))), ("life", n))),
    form("you pay {} {}", mana_cost, for_each, make=lambda c, v: ("paid", "you", times_mana(c, v))),
    form("you pay {} life {}", number, for_each, make=lambda n, v: ("paid", "you", ("life", scaled(n, v)))),
    form("you {}", grammar.cost, make=lambda c: ("paid", "you", as_term(c))),
    form("{} pays|pay {} {}", grammar.reference, mana_cost, where_x,
        make=lambda r, c, v: ("paid", r, ("mana_worth", v) if c == ("mana", Listed(("x",))) else substitute(c, "x", v))),
    form("{} pays|pay {} {}", grammar.reference, mana_cost, for_each, make=lambda r, c, v: ("paid", r, times_mana(c, v))),
    form("{} pays|pay {} plus an additional {} {}", grammar.reference, mana_cost, mana_cost, for_each,
        make=lambda r, c, m, v: ("paid", r, ("costs", Listed((c, times_mana(m, v)))))),
    form("{} pays|pay {} and {} life", grammar.reference, mana_cost, number,
        make=lambda r, c, n: ("paid", r, ("costs", Listed((c, ("life", n)))))),
    form("{} pays|pay {}", grammar.reference, mana_cost, make=lambda r, c: ("paid", r, c)),
    form("{} pays|pay {} life", grammar.reference, number, make=lambda r, n: ("paid", r, ("life", n))),
    form("{} {}", grammar.reference, third_person_cost, make=lambda r, c: ("paid", r, c)),
    form("{} has|have {}", grammar.reference, clauses, make=lambda r, t: ("lets", r, Listed(tuple(t)))),
    name="who pays what",
)  # fmt: skip


def _paid(terms: list[Term], paid: Term) -> Term:
    """A payment that "they" make: each of a group for themselves, else the player last spoken of."""
    if not (isinstance(paid[1], Pronoun) and paid[1].word == "them"):
        return paid
    who = next(
        (t[1] for t in reversed(terms) if isinstance(t, tuple) and len(t) > 1 and player_does(t, t[1])), None
    )
    each_own = isinstance(who, tuple) and who[0] == "each"
    if who is None and terms and isinstance(terms[0], tuple) and terms[0][0] == "counter":
        # "Counter target spell an opponent controls unless they pay"
        owed: Term = ("controller", Pronoun(paid[1].at, "it"))
        return replace_pronouns(paid, owed, frozenset({"them"}))
    payer: Term = "their" if each_own else Pronoun(paid[1].at, "that_player")
    return replace_pronouns(paid, payer, frozenset({"them"}))


def _unless(terms: list[Term], paid: Term) -> list[Term]:
    """What is done unless someone pays; of a group, each of them pays for what concerns that player alone."""
    if paid[0] == "lets":
        let: Term = replace_pronouns(paid[2], paid[1], frozenset({"them"}))
        dealt = next((t[2] for t in terms if isinstance(t, tuple) and t[0] == "damage"), "that_much")
        let = substitute_deep(let, "that_much", dealt)
        return [("may", paid[1], let), ("if_not_done", Listed(tuple(terms)))]
    paid = _paid(terms, paid)
    who = terms[0][1] if isinstance(terms[0], tuple) and len(terms[0]) > 1 else None
    theirs = paid[1] == "their" or (isinstance(paid[1], Pronoun) and paid[1].word in ("that_player", "their"))
    if theirs and len(terms) == 1 and isinstance(who, tuple) and who[0] == "each":
        inner = substitute_deep(substitute_deep(terms[0], who, "that_player"), "their", "that_player")
        alone = ("unless", (paid[0], "that_player", *paid[2:]), Listed((inner,)))
        return [("for_each", who, Listed((alone,)))]
    return [("unless", paid, Listed(tuple(terms)))]


def _only_if(then: list[Term], condition: Term) -> list[Term]:
    """`Destroy it at the beginning of the next end step if it didn't attack this turn`: what is so by then."""
    only = then[0] if len(then) == 1 else None
    if isinstance(only, tuple) and only[0] == "delayed":
        inside = ("if", condition, Listed(only[2].instructions))
        return [(*only[:2], replace(only[2], instructions=(inside,)))]
    return _if(condition, then)


def _if(condition: Term, then: list[Term]) -> list[Term]:
    return [("if", condition, Listed(tuple(with_difference(condition, then))))]


def _may(then: list[Term], who: Term = "you") -> list[Term]:
    if all(isinstance(term, tuple) and term[0] in PERMISSIONS for term in then):
        return then
    return [("may", who, Listed(tuple(then)))]


def reflexive_trigger(made: tuple[Term, ...] | Ability, what: Term) -> Term:
    """603.12: an ability that triggers on what was just done, or on such an event among it."""
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=tuple(made))
    return ("when_done", replace(ability, kind="reflexive", triggers=(what,)))


def _behind_then(tail: Rule, make: Callable[[list[Term], Any], list[Term]]) -> Rule:
    """`A, then B unless ...`: what stands at the end is said of what "then" begins, not of what is done before."""

    def run(stream: Any, at: int) -> Result:
        whole = clauses(stream, at)
        if not whole.status:
            return whole
        said = [i for i in range(at + 2, whole.index) if stream[i - 1 : i + 1] == [",", "then"]]
        if not said or '"' in stream[said[-1] : whole.index]:
            return Result.failure(whole.index, "then")
        told = tail(stream, whole.index)
        first = clauses(Tokens(stream[: said[-1] - 1], stream.raw[: said[-1] - 1]), at)
        rest = clauses(stream, said[-1] + 1)
        if not told.status or not first.status or first.index != said[-1] - 1 or rest.index != whole.index:
            return Result.failure(whole.index, "then")
        return Result(
            True,
            told.index,
            [*first.value, *make(rest.value, told.value)],
            max(whole.furthest, told.furthest),
            told.expected,
        )

    return Rule(run)


def _no_targets(terms: Any) -> Any:
    """Refuses what would need targets of its own on one side of an alternative."""

    if targets_in(list(terms)):
        raise Refuse("no further target")
    return terms


def _for_each_who_does(then: list[Term]) -> list[Term]:
    """`Each player may ... If a player does, ... that player ...`: for each of those who did; else once, if anyone did."""
    if not any(p.word in ("that_player", "their") for p in pronouns_in(tuple(then))):
        return [("if_done", Listed(tuple(then)))]
    return [("for_each", each(Filter(("player", ("this_way", "agreed")))), Listed(tuple(then)))]


_done = one_of(
    form("if you|they do , "),
    form("if that player does ,"),
    form("if the player does ,"),
    form("if {} does ,", grammar.reference),
)
_not_done = one_of(
    form("if you|they don't (pay) ,"),
    form("if that player doesn't pay ,"),
    form("if that player doesn't ,"),
    form("if the player doesn't ,"),
    form("if {} doesn't ,", grammar.reference),
)

_cannot = one_of(
    form("if you|they can't ,"), form("if that|the player can't ,"), form("if {} can't ,", grammar.reference)
)

_AT_A_STEP = (
    form(
        "at {} , {} if {}",
        next_step,
        clauses,
        grammar.condition,
        make=lambda when, t, c: delayed_whole(when, _if(c, t)),
    ),
    form("at {} , {}", next_step, clauses, make=delayed_whole),
)
"""What is done at a later step: inside of a sentence, and as a whole one."""
clause.add(
    *_AT_A_STEP,
    form(
        "damage can't be prevented {}",
        duration,
        make=lambda d: [("lasting", d, Ability("lasting", statements=(("damage_not_preventable", "any"),)))],
    ),
)

_damage_instead = one_of(
    form(
        "~|it deals {} damage instead if {}",
        grammar.value,
        grammar.condition,
        make=lambda n, c: [("INSTEAD_AMOUNT", c, n)],
    ),
    form(
        "if {} , it|~ deals {} damage instead",
        grammar.condition,
        grammar.value,
        make=lambda c, n: [("INSTEAD_AMOUNT", c, n)],
    ),
    form(
        "if {} , create {} of those tokens instead",
        grammar.condition,
        number,
        make=lambda c, n: [("INSTEAD_AMOUNT", c, n)],
    ),
    form(
        "if {} , ~ deals {} damage to it instead",
        grammar.condition,
        grammar.value,
        make=lambda c, n: [("INSTEAD_AMOUNT", c, n)],
    ),
)


def _unpreventable(made: list[Term]) -> list[Term]:
    """`and the damage can't be prevented`: said of what the sentence deals."""
    if not any(isinstance(t, tuple) and t[0] in ("damage", "INSTEAD_AMOUNT") for t in made):
        raise Refuse("damage")
    return [*made, "damage_cant_be_prevented"]


_goes_on = Rule(
    lambda stream, at: (
        Result.success(at, None)
        if at < len(stream) and stream.raw[at][0].islower()
        else Result.failure(at, "the end of the sentence")
    )
)
"""No new sentence begins here, as one may behind a quotation with its own full stop."""

_times = one_of(
    form("once|again", give=1),
    form("x (more) times", give="x"),
    form("{} (more) times", number),
    name="how often",
)
sentence = one_of(
    form("(then) repeat this process {}", _times, make=lambda n: [("AGAIN", n)]),
    form(
        "if {} , repeat this process {}", grammar.condition, _times, make=lambda c, n: _if(c, [("AGAIN", n)])
    ),
    form("repeat the following process {}", _times, make=lambda n: [("FOLLOWING", n)]),
    form(
        "the token|tokens enters|enter tapped and attacking {}",
        grammar.reference,
        make=lambda r: [("ENTERS", ("tapped", ("attacking_just", r)))],
    ),
    form("the token|tokens enters|enter tapped and attacking", give=[("ENTERS", ("tapped", "attacking"))]),
    form("the token|tokens enters|enter tapped", give=[("ENTERS", ("tapped",))]),
    form(
        "its power is equal to {} and its toughness is equal to {}",
        grammar.value,
        grammar.value,
        make=lambda p, t: [("SIZE", p, t)],
    ),
    form("{} and the damage can't be prevented", clauses, make=_unpreventable),
    _damage_instead,
    form("{} {} instead", form("if {} ,", grammar.condition), clauses, make=lambda c, t: [("INSTEAD", c, t)]),
    form(
        "{} instead (only) {}",
        form("if {} ,", grammar.condition),
        clauses,
        make=lambda c, t: [("INSTEAD", c, t)],
    ),
    form("{} instead if {}", clauses, grammar.condition, make=lambda t, c: [("INSTEAD", c, t)]),
    form(
        "if {} , {} if {} instead",
        grammar.condition,
        clauses,
        grammar.condition,
        make=lambda i, t, c: [("INSTEAD", i, _if(c, t))],
    ),
    form(
        "if {} , {} unless {} instead",
        grammar.condition,
        clauses,
        payer,
        make=lambda i, t, p: [("INSTEAD", i, _unless(t, p))],
    ),
    form(
        "{} a|an creature|artifact|permanent|land destroyed this way can't be regenerated",
        position(),
        make=lambda at: [("DESTROYED", ("cant_be_regenerated", Pronoun(at, "it")))],
    ),
    form("you may {} or {}", cost_part, cost_part, make=lambda a, b: _may([("pay", "you", ("or", a, b))])),
    form(
        "{} if {} instead if {}",
        clauses,
        grammar.condition,
        grammar.condition,
        make=lambda t, c, i: [("INSTEAD", i, _if(c, t))],
    ),
    form("(then) {} {}", _done, clauses, make=lambda d, t: [("if_done", Listed(tuple(t)))]),
    form("{} {}", _not_done, clauses, make=lambda d, t: [("if_not_done", Listed(tuple(t)))]),
    form("{} {}", _cannot, clauses, make=lambda d, t: [("CANT", t)]),
    form("if a player does , {}", clauses, make=_for_each_who_does),
    form("otherwise , {}", clauses, make=lambda t: [("OTHERWISE", t)]),
    form("(then) if {} , (also) {}", grammar.condition, clauses, make=_if),
    form("(then) you may {} if {}", clauses, grammar.condition, make=lambda t, c: _if(c, _may(t))),
    form(
        "(then) you may {} unless {}",
        clauses,
        payer,
        make=lambda t, p: [("unless", _paid(t, p), Listed(tuple(_may(t))))],
    ),
    form("(then) you may {}", clauses, make=_may),
    form("if {} , you may {}", grammar.condition, clauses, make=lambda c, t: _if(c, _may(t))),
    *_AT_A_STEP,
    form(
        "(then) {}",
        _behind_then(form("{} if {}", _goes_on, grammar.condition, make=lambda g, c: c), _only_if),
    ),
    form("(then) {}", _behind_then(form("unless {}", payer), _unless)),
    form("(then) {}", _behind_then(form("unless {}", grammar.condition), lambda t, c: _if(negate(c), t))),
    form("(then) {} {} if {}", clauses, _goes_on, grammar.condition, make=lambda t, g, c: _only_if(t, c)),
    form("(then) {} unless {}", clauses, payer, make=_unless),
    form("(then) {} unless {}", clauses, grammar.condition, make=lambda t, c: _if(negate(c), t)),
    form("(then) {}", clauses),
    name="an instruction",
)
"""A sentence without its stop -> list of Terms."""


def _if_so(at: int, made: tuple[Term, ...] | Ability, what: Any) -> list[Term]:
    """A reflexive trigger; where what was done is told by a condition, it is asked whether that is so."""

    def told(pronoun: Pronoun) -> Term:  # "that card" is one spoken of before, no target of the trigger
        return replace(pronoun, at=at) if pronoun.word in ("that_card", "that_spell") else pronoun

    if isinstance(what, tuple) and what[:1] == ("this_way",) and what[1][0] == "done_so":
        return [map_pronouns(reflexive_trigger(made, what), told)]
    if not (isinstance(what, tuple) and what[:1] == ("when_so",)):
        return [reflexive_trigger(made, _done_before(what))]
    beside: list[Term] = []
    if isinstance(made, tuple) and made:
        last = made[-1]  # "When you win the flip, ... When you lose the flip, ...": one or the other
        if isinstance(last, tuple) and last[0] == "if" and last[1] in ("flip_won", "flip_lost"):
            beside, made = [last], made[:-1]
    return [
        *_if(what[1], [map_pronouns(reflexive_trigger(made, "just_so"), told)]),
        *(map_pronouns(t, told) for t in beside),
    ]


def _done_before(what: Any) -> Term:
    """The pattern of a reflexive trigger; one event only, which says what was done."""
    return what if isinstance(what, tuple) and what[:1] == ("this_way",) else "just_done"


_AT_ONCE = frozenset(
    {"discards", "sacrifices", "is_exiled", "mills", "connives", "explores", "fights", "searches"}
)


def _at_once(events: tuple[Term, ...]) -> Term:
    """What happens while instructions are followed; what they only allow comes later, as another kind of trigger."""
    if events[0][0] not in _AT_ONCE:
        raise Refuse("what is done at once")
    return ("this_way", *events)


when_done = one_of(
    form("when you do ,"),
    form("when they do ,"),
    form("when that player does ,"),
    form("when {} this way ,", event, make=_at_once),
    name="when you do",
)


tables: list[Callable[[Any, int, Callable[[Any, int], Result]], Result]] = []
"""What may follow a sentence and isn't one: tables of results. Modules add readers, which are given how to read what stands in them."""


def _table(stream: Any, at: int) -> Result:
    result = Result.failure(at, "a table")
    for read in tables:
        result = read(stream, at, _in_table)
        if result.status:
            break
    return result


def _in_table(stream: Any, at: int) -> Result:
    return _told(stream, at, False)


def _told(stream: Any, at: int, whole: bool = True) -> Result:
    """Sentences, each ended by a full stop, up to where no further one begins; and the tables between them where `whole`."""
    found: list[Term] = []
    index = at
    start_of_last = 0
    furthest, expected = -1, frozenset[str]()
    while True:
        table = _table(stream, index) if whole and found else None
        if table is not None and table.furthest > furthest:
            furthest, expected = table.furthest, table.expected
        if table is not None and table.status:
            found.append(table.value)
            index = table.index
            start_of_last = len(found) - 1
            if index >= len(stream):
                break
            continue
        reflexive = when_done(stream, index)
        if reflexive.status and found:
            body = grammar.body(stream, reflexive.index)
            result = (
                body
                if not body.status
                else Result(
                    True,
                    body.index,
                    _if_so(index, body.value, reflexive.value),
                    body.furthest,
                    body.expected,
                )
            )
        else:
            result = sentence(stream, index)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            break
        end = result.index
        if end < len(stream) and stream[end] == ".":
            end += 1
        elif end < len(stream) and stream[end] not in ('"', "•") and stream[end - 1] not in ('"', "."):
            if end > furthest:
                furthest, expected = end, frozenset(["the end of the sentence"])
            break
        told = joined(found, start_of_last, result.value)
        if told is None:
            break
        start_of_last = min(len(found), len(told) - 1)
        found = told
        index = end
        if index >= len(stream):
            break
    found = _that_combat(found)
    if found and isinstance(found[0], tuple) and found[0][0] == "FOLLOWING":
        found = [("repeat_list", found[0][1], Listed(tuple(found[1:])))] if len(found) > 1 else []
    if not found:
        return Result(False, -1, None, furthest, expected)
    return Result(True, index, found, furthest, expected)


def _that_combat(found: list[Term]) -> list[Term]:
    """`That combat` is a phase that the text added before, else the one that is going on; so is `that turn's end step`."""
    added = any(isinstance(t, tuple) and t[0] == "additional_phases" for t in found)
    found = [substitute_deep(t, THAT_COMBAT, "next_combat" if added else "end_of_combat") for t in found]
    later = [
        t[1][1] for t in found if isinstance(t, tuple) and t[0] == "lasting" and t[1][:1] == ("next_turn_of",)
    ]
    if later:
        found = [
            (t[0], (*t[1][:2], later[-1]), *t[2:])
            if isinstance(t, tuple) and t[0] == "delayed" and t[1][-1] == "that_turn"
            else t
            for t in found
        ]
    return found


def _sentences(stream: Any, at: int) -> Result:
    """Sentences, in which words that point back have their meaning -> tuple of Terms."""
    result = _told(stream, at)
    if not result.status:
        return result
    terms = tuple(resolved(stream, at, result.index, result.value))
    return Result(True, result.index, terms, result.furthest, result.expected)


grammar._sentence.define(Rule(_sentences))
