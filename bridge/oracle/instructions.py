"""Sentences of spells and of abilities that resolve: the frame in which instructions stand (CR 608.2).

An instruction parser gives a term or a list of terms. Modules beside this one add theirs to `clause`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combat import combat_effects, lure_effect
from .combinators import Choice, Refuse, Rule, form, mapped, maybe, memo, one_of, table
from .costs import as_term, mana_cost, third_person_cost, times_mana
from .durations import duration
from .emit import brought_up, known_as_cast, only_players, targets_in
from .references import is_plural
from .statics import gets_for_each, verbs
from .terms import (
    Ability,
    Change,
    Filter,
    Listed,
    Pronoun,
    Target,
    Term,
    conditions_of,
    map_pronouns,
    pronouns_in,
    replace_pronouns,
    substitute,
    substitute_deep,
)
from .values import for_each, number, scaled, signed_pt, where_x

clause = Choice([], "an instruction")
"""One instruction -> Term or list of Terms. Modules add alternatives with `clause.add(...)`."""

doing = Choice([], "what someone or something does")
"""A verb phrase after a subject -> function from the subject to a Term or list of Terms. Modules add alternatives.
Verbs stand in both forms, `draw|draws`."""

Does = Callable[[Term], Any]

_SCALED = frozenset(
    [
        "draw", "gain_life", "lose_life", "damage", "discard", "sacrifice", "mill", "scry", "surveil", "create",
        "put_counters", "remove_counters", "get_counters", "exile_top", "look_top", "reveal_top", "investigate",
        "add_mana", "copy", "discard_at_random", "proliferate", "connive", "explore", "amass", "incubate",
    ]
)  # fmt: skip
"""Instructions whose third place is an amount, so that "for each" multiplies it."""


def _as_list(made: Any) -> list[Term]:
    return made if isinstance(made, list) else [made]


def _multiplied(terms: list[Term], by: Term) -> list[Term] | None:
    """The last of some instructions done for each of something."""
    last = terms[-1]
    if not (isinstance(last, tuple) and last[0] in _SCALED and len(last) > 2):
        return None
    if last[0] == "add_mana":
        return [*terms[:-1], ("add_mana", last[1], ("repeated", last[2], by))]
    if not isinstance(last[2], (int, str, tuple)) or last[2] in ("all", "any"):
        return None
    if last[0] == "sacrifice" and len(last) > 3:
        return [*terms[:-1], (last[0], last[1], scaled(last[2], by), scaled(last[3], by), *last[4:])]
    return [*terms[:-1], (last[0], last[1], scaled(last[2], by), *last[3:])]


# --- when it happens --------------------------------------------------------------------------------------------------

_next_step = one_of(
    form("the beginning of the next end step", give=("next_step", "end", "any")),
    form("the beginning of the end step", give=("next_step", "end", "any")),
    form("the beginning of your next end step", give=("next_step", "end", "you")),
    form("the beginning of that turn's end step", give=("next_step", "end", "any")),
    form("the beginning of the next turn's upkeep", give=("next_turn_step", "upkeep", "any")),
    form("the beginning of your next upkeep", give=("next_step", "upkeep", "you")),
    form("the beginning of your next turn's upkeep", give=("next_step", "upkeep", "you")),
    form("the beginning of the next upkeep", give=("next_step", "upkeep", "any")),
    form("the beginning of your next main phase", give=("next_step", "main", "you")),
    form("the beginning of your next first|precombat main phase", give=("next_step", "precombat_main", "you")),
    form("the beginning of your next turn", give=("next_step", "upkeep", "you")),
    form("the beginning of {} next {}", grammar.possessive, table({"upkeep": "upkeep", "end step": "end", "draw step":
        "draw"}, "a step"), make=lambda r, s: ("next_step", s, r)),
    form("the beginning of the next combat phase this turn", give=("next_step", "beginning_of_combat", "any")),
    form("the beginning of combat this turn", give=("next_step", "beginning_of_combat", "any")),
    form("end of combat", give=("next_step", "end_of_combat", "any")),
    name="a step",
)  # fmt: skip


def _delayed(when: Term, terms: list[Term]) -> list[Term]:
    """603.7: what a delayed triggered ability does."""
    return [("delayed", when, Ability("delayed", instructions=tuple(terms)))]


def _delayed_whole(when: Term, terms: list[Term]) -> list[Term]:
    """A whole sentence: its targets would be chosen only when it triggers (603.7), unlike those of `... at end of combat`."""
    if targets_in(terms):
        raise Refuse("no target")
    return _delayed(when, terms)


# --- clauses ---------------------------------------------------------------------------------------------------------


def _third_person(word_: str) -> bool:
    return word_.endswith("s") and word_ not in ("pass", "amass")


_subject = form("{} (each|both) (also)", grammar.whom)


def _subject_does(stream: Any, at: int) -> Result:
    """A subject and what it does: verb phrases in one person, joined by "and", commas, "then"."""
    subject = _subject(stream, at)
    if not subject.status:
        return subject
    whom, start = subject.value, subject.index
    may = False
    if stream[start : start + 1] == ["may"]:
        may, start = True, start + 1
    result = _doings(stream, start)
    if result.furthest < subject.furthest:
        result = Result(result.status, result.index, result.value, subject.furthest, subject.expected)
    if not result.status:
        return result
    made = [term for does in result.value for term in _as_list(does(whom))]
    if isinstance(whom, Pronoun) and whom.word == "them" and any(_player_does(t, whom) for t in made):
        whom = Pronoun(whom.at, "that_player")
        made = [term for does in result.value for term in _as_list(does(whom))]
    terms = [_own(stream, term, whom) for term in made]
    if may:
        terms = [("may", whom, Listed(tuple(terms)))]
    return Result(True, result.index, terms, result.furthest, result.expected)


_DONE_BY_PLAYERS = frozenset(
    [
        "draw", "discard", "discard_at_random", "discard_it", "lose_life", "gain_life", "sacrifice", "sacrifice_it",
        "get_counters", "create", "mill", "pay", "search", "move", "lose_game", "win_game", "shuffle", "scry", "surveil",
        "add_mana", "reveal", "reveal_hand", "reveal_top", "exile_top", "look_top", "choose_some", "investigate",
        "put_counters", "copy", "proliferate", "cast_free", "may_play", "skip",
    ]
)  # fmt: skip
"""Instructions whose first place is a player, so that "they" before them means one."""


def _player_does(term: Term, whom: Term) -> bool:
    return isinstance(term, tuple) and term[0] in _DONE_BY_PLAYERS and len(term) > 1 and term[1] == whom


def _own(stream: Any, term: Term, whom: Term) -> Term:
    """What a subject does, with the words that mean the subject itself: `deals damage equal to its power to target ...`."""
    grouped = isinstance(whom, tuple) and whom[0] == "each"
    mine: Term = "affected" if grouped else whom
    further = [t.at for t in targets_in((term,)) if t != whom]
    first = min(further, default=1 << 30)

    def change(pronoun: Pronoun) -> Term:
        if pronoun is whom:
            return pronoun
        if pronoun.word == "their":
            return pronoun if grouped else whom
        if pronoun.word == "its" and pronoun.at < first and (grouped or whom in ("self", "attached")):
            return mine
        if pronoun.word == "them" and pronoun.at < len(stream) and stream[pronoun.at] == "they":
            return Pronoun(pronoun.at, "their") if grouped else whom
        return pronoun

    return map_pronouns(term, change)


_ANY_PERSON = frozenset({"can't", "can", "must"})


def _deed(stream: Any, at: int) -> Result:
    """What a subject does: an effect on it with a duration, or an instruction."""
    lasts = _ending(stream, at)
    if lasts.status:
        effects = lasts.value
        does = lambda whom: _made(whom, effects)  # noqa: E731
        return Result(True, lasts.index, does, lasts.furthest, lasts.expected)
    result = _doing_once(stream, at)
    if lasts.furthest > result.furthest:
        return Result(result.status, result.index, result.value, lasts.furthest, lasts.expected)
    return result


def _doings(stream: Any, at: int) -> Result:
    result = _deed(stream, at)
    if not result.status:
        return result
    third = _third_person(stream[at])
    found = [result.value]
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", "and", "then"):
        start = index
        for mark in (",", "and", "then"):
            if start < len(stream) and stream[start] == mark:
                start += 1
        if start >= len(stream) or (
            _third_person(stream[start]) != third and stream[start] not in _ANY_PERSON and stream[at] not in _ANY_PERSON
        ):
            break
        result = _deed(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            break
        found.append(result.value)
        index = result.index
    return Result(True, index, found, furthest, expected)


def _doing_once(stream: Any, at: int) -> Result:
    """One verb phrase, perhaps "for each" of something, or at a later time."""
    result = doing(stream, at)
    if not result.status:
        return result
    index, does = result.index, result.value
    furthest, expected = result.furthest, result.expected
    if stream[index : index + 2] == ["for", "each"]:
        many_ = for_each(stream, index)
        if many_.furthest > furthest:
            furthest, expected = many_.furthest, many_.expected
        if many_.status and _multiplied(_as_list(does("you")), many_.value) is not None:
            inner, by = does, many_.value
            does = lambda whom: _multiplied(_as_list(inner(whom)), by)  # noqa: E731
            index = many_.index
    if stream[index : index + 1] == ["at"]:
        when = _next_step(stream, index + 1)
        if when.status:
            before, step = does, when.value
            does = lambda whom: _delayed(step, _as_list(before(whom)))  # noqa: E731
            index = when.index
    return Result(True, index, does, furthest, expected)


def _imperative(stream: Any, at: int) -> Result:
    """A verb phrase without subject: what you do."""
    if at < len(stream) and _third_person(stream[at]):
        return Result.failure(at, "an instruction")
    result = _doing_once(stream, at)
    if not result.status:
        return result
    return Result(True, result.index, result.value("you"), result.furthest, result.expected)


_as_cast = one_of(form("as you cast ~"), form("as you activate this ability"), form("as you cast this spell"))


def _sharing_duration(found: list[Term], first: Term, said: bool) -> list[Term]:
    """`red creatures get +2/+0 and white creatures get +0/+2 until end of turn`: the duration, at the end or in front
    (`first`), is that of both.

    Control changes are left alone, and all where one lasts for the rest of the game in so many words (`said`).
    """
    last = found[-1]
    if first is not None:
        how_long = first
    elif isinstance(last, tuple) and last[0] == "lasting" and last[1] != "rest_of_game":
        how_long = last[1]
    else:
        return found
    if said:
        return found
    return [
        (*term[:1], how_long, *term[2:])
        if isinstance(term, tuple)
        and term[:2] == ("lasting", "rest_of_game")
        and not any(c.layer in ("control", "copy") for c in term[2].changes)
        and not term[2].replaces
        else term
        for term in found
    ]


def _clauses(stream: Any, at: int) -> Result:
    """Instructions joined by commas, "and" and "then"."""
    result = clause(stream, at)
    if not result.status:
        return result
    found = list(_as_list(result.value))
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", "and", "then"):
        start = index
        for mark in (",", "and", "then"):
            if start < len(stream) and stream[start] == mark:
                start += 1
        result = clause(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            break
        found.extend(_as_list(result.value))
        index = result.index
    found = _sharing_duration(found, duration(stream, at).value, "rest of the game" in " ".join(stream[at:index]))
    if stream[index : index + 1] in (["where"], [","]):
        where = where_x(stream, index)
        if where.furthest > furthest:
            furthest, expected = where.furthest, where.expected
        if where.status:
            value, index = where.value, where.index
            cast = _as_cast(stream, index)
            if cast.status:
                value, index = ("as_cast", value), cast.index
            who = found[-1][1] if isinstance(found[-1], tuple) and found[-1][0] in {*_DONE_BY_PLAYERS, "may"} else "you"
            if who != "you" and not (isinstance(who, tuple) and who[0] == "each"):
                value = replace_pronouns(value, who, frozenset({"their"}))
            found = [substitute_deep(term, "x", value) for term in found]
    return Result(True, index, found, furthest, expected)


clauses = memo(Rule(_clauses))
"""Instructions joined in a sentence -> list of Terms."""

# --- sentences --------------------------------------------------------------------------------------------------------

_payer = one_of(
    form("you {}", grammar.cost, make=lambda c: ("paid", "you", as_term(c))),
    form("{} pays|pay {} {}", grammar.reference, mana_cost, where_x,
        make=lambda r, c, v: ("paid", r, ("mana_worth", v) if c == ("mana", Listed(("x",))) else substitute(c, "x", v))),
    form("{} pays|pay {} {}", grammar.reference, mana_cost, for_each, make=lambda r, c, v: ("paid", r, times_mana(c, v))),
    form("{} pays|pay {}", grammar.reference, mana_cost, make=lambda r, c: ("paid", r, c)),
    form("{} pays|pay {} life", grammar.reference, number, make=lambda r, n: ("paid", r, ("life", n))),
    form("{} {}", grammar.reference, third_person_cost, make=lambda r, c: ("paid", r, c)),
    name="who pays what",
)  # fmt: skip


def _paid(terms: list[Term], paid: Term) -> Term:
    """A payment that "they" make: each of a group for themselves, else the player last spoken of."""
    if not (isinstance(paid[1], Pronoun) and paid[1].word == "them"):
        return paid
    who = next((t[1] for t in reversed(terms) if isinstance(t, tuple) and len(t) > 1 and _player_does(t, t[1])), None)
    word = "their" if isinstance(who, tuple) and who[0] == "each" else "that_player"
    return replace_pronouns(paid, Pronoun(paid[1].at, word), frozenset({"them"}))


def _if(condition: Term, then: list[Term]) -> list[Term]:
    return [("if", condition, Listed(tuple(then)))]


def _may(then: list[Term], who: Term = "you") -> list[Term]:
    return [("may", who, Listed(tuple(then)))]


def _reflexive(made: tuple[Term, ...] | Ability) -> Term:
    """603.12: an ability that triggers on what was just done."""
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=tuple(made))
    return ("when_done", replace(ability, kind="reflexive", triggers=("just_done",)))


def _no_targets(terms: Any) -> Any:
    """Refuses what would need targets of its own on one side of an alternative."""

    if targets_in(list(terms)):
        raise Refuse("no further target")
    return terms


_done = one_of(
    form("if you|they do , "),
    form("if that player does ,"),
    form("if the player does ,"),
    form("if {} does ,", grammar.reference),
)
_not_done = one_of(
    form("if you|they don't ,"),
    form("if that player doesn't ,"),
    form("if the player doesn't ,"),
    form("if {} doesn't ,", grammar.reference),
)

_damage_instead = one_of(
    form("if {} , it|~ deals {} damage instead", grammar.condition, grammar.value,
        make=lambda c, n: [("INSTEAD_AMOUNT", c, n)]),
    form("if {} , ~ deals {} damage to it instead", grammar.condition, grammar.value,
        make=lambda c, n: [("INSTEAD_AMOUNT", c, n)]),
)

sentence = one_of(
    _damage_instead,
    form("{} {} instead", form("if {} ,", grammar.condition), clauses, make=lambda c, t: [("INSTEAD", c, t)]),
    form("{} instead {}", form("if {} ,", grammar.condition), clauses, make=lambda c, t: [("INSTEAD", c, t)]),
    form("{} instead if {}", clauses, grammar.condition, make=lambda t, c: [("INSTEAD", c, t)]),
    form("(then) {} {}", _done, clauses, make=lambda d, t: [("if_done", Listed(tuple(t)))]),
    form("{} {}", _not_done, clauses, make=lambda d, t: [("if_not_done", Listed(tuple(t)))]),
    form("otherwise , {}", clauses, make=lambda t: [("OTHERWISE", t)]),
    form("(then) if {} , {}", grammar.condition, clauses, make=_if),
    form("(then) you may {}", clauses, make=_may),
    form("if {} , you may {}", grammar.condition, clauses, make=lambda c, t: _if(c, _may(t))),
    form("at {} , {}", _next_step, clauses, make=_delayed_whole),
    form("(then) {} if {}", clauses, grammar.condition, make=lambda t, c: _if(c, t)),
    form("(then) {} unless {}", clauses, _payer, make=lambda t, p: [("unless", _paid(t, p), Listed(tuple(t)))]),
    form("(then) {}", clauses),
    name="an instruction",
)
"""A sentence without its stop -> list of Terms."""

_when_done = one_of(
    form("when you do ,"),
    form("when they do ,"),
    form("when that player does ,"),
    name="when you do",
)


def _same_source(term: Term, before: list[Term]) -> Term:
    """In `~ deals 2 damage to target creature. If ..., it deals 4 damage instead`, "it" is what dealt damage before."""
    sources = [t[1] for t in before if isinstance(t, tuple) and t[0] == "damage"]
    if sources and isinstance(term, tuple) and term[0] == "damage" and isinstance(term[1], Pronoun):
        return ("damage", sources[-1], *term[2:])
    return term


def _still(found: list[Term]) -> list[Term] | None:
    """What `It's still a land` says of an effect before it: the card types are added, none goes (205.1b)."""
    for index in range(len(found) - 1, -1, -1):
        term = found[index]
        if isinstance(term, tuple) and term[0] == "lasting" and isinstance(term[2], Ability):
            changes: list[Change] = []
            for item in term[2].changes:
                if isinstance(item.what, tuple) and item.what[0] == "set_types":
                    changes += [Change(item.layer, item.whom, ("add", "type", t)) for t in item.what[1].items]
                elif isinstance(item.what, tuple) and item.what[0] == "set_subtypes":
                    changes += [Change(item.layer, item.whom, ("add", "subtype", s)) for s in item.what[2].items]
                else:
                    changes.append(item)
            if any(isinstance(c.what, tuple) and c.what[:2] == ("add", "type") for c in changes):
                return [*found[:index], (*term[:2], replace(term[2], changes=tuple(changes))), *found[index + 1 :]]
    return None


def _joined(found: list[Term], start: int, more: list[Term]) -> list[Term] | None:
    """The sentences so far with one more, which may speak of the one before (that began at `start`)."""
    first = more[0]
    if isinstance(first, tuple) and first[0] in ("INSTEAD", "OTHERWISE"):
        before = found[start:]
        if not before:
            return None

        if targets_in(list(first[-1])) and not (first[0] == "INSTEAD" and known_as_cast(first[1])):
            return None
        if first[0] == "INSTEAD":
            first = (*first[:2], [_same_source(t, before) for t in first[2]])
            return [*found[:start], ("if_else", first[1], Listed(tuple(first[2])), Listed(tuple(before)))]
        last = before[-1]
        if not (isinstance(last, tuple) and last[0] == "if"):
            return None
        return [*found[:-1], ("if_else", last[1], last[2], Listed(tuple(first[1])))]
    if isinstance(first, tuple) and first[0] == "INSTEAD_AMOUNT":
        if not found:
            return None
        last = found[-1]
        if not (len(found) == start + 1 and isinstance(last, tuple) and last[0] == "damage"):
            return None
        other = (*last[:2], first[2], *last[3:])
        return [*found[:start], ("if_else", first[1], Listed((other,)), Listed((last,)))]
    if isinstance(first, tuple) and first[0] == "STILL":
        return _still(found)
    return [*found, *more]


def _sentences(stream: Any, at: int) -> Result:
    """Sentences, each ended by a full stop, up to where no further one begins."""
    found: list[Term] = []
    index = at
    start_of_last = 0
    furthest, expected = -1, frozenset[str]()
    while True:
        reflexive = _when_done(stream, index)
        if reflexive.status and found:
            body = grammar.body(stream, reflexive.index)
            result = body if not body.status else Result(True, body.index, [_reflexive(body.value)], body.furthest, body.expected)
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
        joined = _joined(found, start_of_last, result.value)
        if joined is None:
            break
        start_of_last = min(len(found), len(joined) - 1)
        found = joined
        index = end
        if index >= len(stream):
            break
    if not found:
        return Result(False, -1, None, furthest, expected)
    return Result(True, index, tuple(_resolved(stream, at, index, found)), furthest, expected)


_ATTACHED = frozenset({"enchanted", "equipped", "fortified"})
_STEPS = frozenset({".", ",", "then", "and", ":", "if", "unless"})


def _thing_attached(stream: Any, at: int) -> bool:
    """Whether `enchanted creature` stands there: the one thing, not a player and not any such thing."""
    return (
        stream[at] in _ATTACHED
        and (at == 0 or stream[at - 1] not in ("an", "a", "each", "all", "other", "another", "target", "is", "that's"))
        and stream[at + 1 : at + 2] not in (["player"], ["opponent"], ["player's"], ["opponent's"])
    )


def _named_in_trigger(stream: Any, start: int) -> list[tuple[int, Term]]:
    """Where the event or the "if" of a triggered ability names the object itself, so that "it" means it."""
    found: list[tuple[int, Term]] = []
    if start < 4 or stream[start - 1] != "," or stream[0] not in ("when", "whenever", "at"):
        return found
    if stream[0] == "at":
        found += [(i, "attached") for i in range(start - 1) if _thing_attached(stream, i)][:1]
    elif stream[1] == "there" and stream[start - 2] == "~":
        found.append((start - 2, "self"))
    elif stream[start - 3 : start - 1] == ["targets", "~"]:
        found.append((start - 2, "self"))
    commas = [i for i in range(start - 2) if stream[i : i + 2] == [",", "if"]]
    if commas:
        at = commas[-1] + 2
        if stream[at] in ("~", "~'s"):
            found.append((at, "self"))
        elif _thing_attached(stream, at):
            found.append((at, "attached"))
        elif stream[at] == "there" and stream[start - 2] == "~":
            found.append((start - 2, "self"))
    return found


def _past_trigger(stream: Any, start: int) -> int:
    """Where what a triggered ability does begins; `start` may be within one of its modes."""
    bullets = [i for i in range(start) if stream[i] == "•"]
    chooses = [i for i in range(1, bullets[0] if bullets else 0) if stream[i - 1 : i + 1] == [",", "choose"]]
    return chooses[-1] if chooses else start


def _named(stream: Any, start: int, end: int) -> list[tuple[int, Term]]:
    """Where the object itself, or what it is attached to, is named: in the sentences, before a colon, in a trigger."""
    past = _past_trigger(stream, start)
    found: list[tuple[int, Term]] = []
    first = start
    if (start > 0 and stream[start - 1] == ":") or stream[start - 4 : start] == ["when", "you", "do", ","]:
        first = 0
    elif past > 3 and stream[past - 1] == "," and stream[0] in ("when", "whenever"):
        name = 2 if stream[1] in _ATTACHED else 1
        if stream[name + 1] not in ("or", "and", ","):
            if stream[1] == "~":
                found.append((1, "self"))
            elif stream[1] in _ATTACHED:
                found.append((1, "attached"))
    found += _named_in_trigger(stream, past)
    quoted = False
    for index in range(first, min(end, len(stream))):
        here = stream[index]
        if here == '"':
            quoted = not quoted
        elif not quoted and here in ("~", "~'s"):
            found.append((index, "self"))
        elif not quoted and _thing_attached(stream, index):
            found.append((index, "attached"))
    return sorted(set(found), key=lambda named: named[0])


_THINGS_OF_OTHERS = frozenset({"that_creature", "that_permanent", "that_land", "that_artifact"})


def _meanwhile(stream: Any, start: int, end: int) -> bool:
    """Whether another event is told of between two places, so that "it" is rather what that event is about."""
    return any(
        stream[i] in ("when", "whenever") and stream[i + 1 : i + 3] not in (["you", "do"], ["they", "do"])
        for i in range(start, end)
    )


def _resolved(stream: Any, start: int, end: int, terms: list[Term]) -> list[Term]:
    """The terms with "it" replaced where the object itself was named last, in an earlier clause."""
    terms = [_hurt_players(stream, term) for term in _with_x(stream, start, end, terms)]
    terms = _with_groups(terms)
    named = _named(stream, start, end)
    if not named:
        return terms
    spoken = [t for t in brought_up(tuple(terms)) if not _a_player(t)]
    others = [t.at for t in spoken]
    inside = {p.at: t.at for t in spoken if isinstance(t, Target) for p in pronouns_in(t.filter)}

    def mean(pronoun: Pronoun, things: list[tuple[int, Term]], others: list[int]) -> Term:
        around = inside.get(pronoun.at)
        before = [(at, term) for at, term in things if at < (pronoun.at if around is None else around)]
        if not before:
            return pronoun
        at, term = before[-1]
        if any(at < other < pronoun.at and other != around for other in others):
            return pronoun
        if _meanwhile(stream, at + 1, pronoun.at):
            return pronoun
        near = (
            around is not None
            or pronoun.word == "its"
            or stream[at] == "~'s"
            or stream[pronoun.at - 2 : pronoun.at] in (["counters", "on"], ["counter", "on"])
        )
        if not near and not any(w in _STEPS for w in stream[at : pronoun.at]):
            return pronoun
        return term

    def attached(pronoun: Pronoun) -> Term:
        if pronoun.word not in _THINGS_OF_OTHERS:
            return pronoun
        return mean(pronoun, [n for n in named if n[1] == "attached"], others)

    terms = [map_pronouns(term, attached) for term in terms]
    told = [p.at for p in pronouns_in(tuple(terms)) if p.word.startswith("that_") and p.word != "that_player"]
    others = [*others, *told]

    def itself(pronoun: Pronoun) -> Term:
        return mean(pronoun, named, others) if pronoun.word in ("it", "its") else pronoun

    return [map_pronouns(term, itself) for term in terms]


def _with_x(stream: Any, start: int, end: int, terms: list[Term]) -> list[Term]:
    """The terms with X given its value also in the sentences around the one that says what it is."""
    places = [i for i in range(start, end) if stream[i : i + 3] == ["where", "x", "is"]]
    if len(places) != 1:
        return terms
    value = where_x(stream, places[0])
    if not value.status:
        return terms
    return [substitute_deep(term, "x", value.value) for term in terms]


_GROUPS = frozenset({"them", "those_creatures", "those_permanents", "those_lands", "those_artifacts", "those_tokens"})
_LEAVES_GROUP = frozenset({"untap", "tap", "put_counters", "damage", "destroy"})


def _group_of(term: Term) -> Term:
    """The group that an instruction is about, if its members can still be told by the same words afterwards."""
    if not isinstance(term, tuple):
        return None
    if term[0] == "lasting" and isinstance(term[2], Ability):
        groups = {c.whom for c in term[2].changes if isinstance(c.whom, tuple) and c.whom[0] == "each"}
        return groups.pop() if len(groups) == 1 else None
    if term[0] in _LEAVES_GROUP:
        groups = {t for t in term[1:] if isinstance(t, tuple) and t[0] == "each" and len(t) == 2}
        return groups.pop() if len(groups) == 1 else None
    return None


def _changes_with_it(what: Filter) -> bool:
    """Whether what an instruction does may change whether a filter fits."""
    return any(what.has(word) for word in ("compare", "tapped", "counter", "any_counter")) or any(
        _changes_with_it(f) for f in what.either
    )


def _with_groups(terms: list[Term]) -> list[Term]:
    """`Creatures you control get +1/+1. Untap those creatures.`: the same group, where nothing else was brought up."""
    if any(not _a_player(t) for t in brought_up(tuple(terms))):
        return terms
    found: list[Term] = []
    group: Term = None
    for term in terms:
        if isinstance(term, tuple) and term[0] == "if_else" and len(term[3].items) == 1:
            before = _group_of(term[3].items[0])
            if before is not None:
                found.append((*term[:2], _as_group(term[2], before), term[3]))
                group = None
                continue
        found.append(_as_group(term, group) if group is not None else term)
        told = _group_of(found[-1])
        if told is not None:
            group = None if _changes_with_it(told[1]) else told
            if isinstance(term, tuple) and term[0] == "destroy" and not _only_regeneration(terms[len(found) :]):
                group = None
        elif not isinstance(term, tuple) or term[0] not in ("lasting", "cant_be_regenerated"):
            group = None
    return found


def _only_regeneration(after: list[Term]) -> bool:
    return bool(after) and isinstance(after[0], tuple) and after[0][0] == "cant_be_regenerated"


def _as_group(term: Term, group: Term) -> Term:
    return map_pronouns(term, lambda p: group if p.word in _GROUPS else p)


_PLAYER_WORDS = frozenset({"player", "opponent", "players", "opponents", "player's", "opponent's"})


def _hurt_players(stream: Any, term: Term) -> Term:
    """`deals 2 damage to them` where a player was spoken of last, and nothing in the plural."""
    if not isinstance(term, tuple):
        return term
    if term[0] == "damage" and isinstance(term[3], Pronoun) and term[3].word == "them":
        for word in reversed(stream[: term[3].at]):
            if word in _PLAYER_WORDS:
                return (*term[:3], Pronoun(term[3].at, "that_player"), *term[4:])
            if word != "cards" and is_plural(word):
                break
        return term
    return tuple(
        Listed(tuple(_hurt_players(stream, t) for t in part.items)) if isinstance(part, Listed) else part for part in term
    )


def _a_player(term: Term) -> bool:
    what = term.filter if isinstance(term, Target) else term.of
    return what is not None and only_players(what)


grammar._sentence.define(Rule(_sentences))

# --- effects that last ----------------------------------------------------------------------------------------------

_OWN = frozenset({"its", "their"})


def lasting(how_long: Term, whom: Term, part: Any, conditions: list[Term] | None = None, x: Term = None) -> Term:
    """An effect that changes `whom` for a while: the verb phrases of static sentences, used once. `x`: what X is."""
    if x is not None:
        whom = substitute_deep(whom, "x", x)
    grouped = isinstance(whom, tuple) and whom[0] == "each"
    changes = []
    statements = []
    for item in part(whom):
        if isinstance(item, Change):
            if x is not None:
                item = Change(item.layer, item.whom, substitute(item.what, "x", x))
            what = replace_pronouns(item.what, "affected" if grouped else whom, _OWN)
            changes.append(Change(item.layer, item.whom, what))
        else:
            said = substitute(item[1], "x", x) if x is not None else item[1]
            statements.append(replace_pronouns(said, "affected", _OWN) if grouped else said)
    held = tuple(c for condition in conditions or [] for c in conditions_of(condition))
    ability = Ability("lasting", changes=tuple(changes), statements=tuple(statements), conditions=held)
    return ("lasting", how_long, ability)


def _says(said: Any) -> Any:
    return lambda whom: [("states", s) for s in said(whom)]


_in_a_turn = one_of(
    mapped(combat_effects, lambda made: (made[0], _says(made[1]), None)),
    form("get|gets {} {} {}", signed_pt, duration, for_each, make=lambda pt, d, v: (d, gets_for_each(pt, v), None)),
    form("{} {} {}", verbs, duration, maybe(where_x), make=lambda p, d, x: (d, p, x)),
    mapped(verbs, lambda p: (None, p, None)),
    name="what it does",
)
"""A verb phrase with its duration -> (duration or None, Part, what X is or None)."""


def _effects(stream: Any, at: int) -> Result:
    """Such verb phrases joined by "and"; if the last has a duration, those before it share it."""
    result = _in_a_turn(stream, at)
    if not result.status:
        return result
    found = [result.value]
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", "and"):
        start = index
        for mark in (",", "and", "it", "they"):
            if start < len(stream) and stream[start] == mark:
                start += 1
        result = _in_a_turn(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status or (result.value[0] is None and found[-1][0] is not None):
            break
        found.append(result.value)
        index = result.index
    return Result(True, index, found, furthest, expected)


def _ending(stream: Any, at: int) -> Result:
    """Such verb phrases of which the last has a duration."""
    result = _effects(stream, at)
    if result.status and result.value[-1][0] is None:
        return Result(False, -1, None, max(result.furthest, result.index), frozenset(["how long"]))
    return result


def _made(whom: Term, effects: list[Any]) -> list[Term]:
    how_long = effects[-1][0] or "rest_of_game"  # 611.2a: without a duration, it lasts until the end of the game
    return [lasting(how_long if d is None else d, whom, part, x=x) for d, part, x in effects]


ending = Rule(_ending)
made = _made
"""For other modules: verb phrases of which the last has a duration, and the lasting effects that they make of a subject."""


def _lured(made: Any) -> Term:
    how_long, statements = made
    return ("lasting", how_long, Ability("lasting", statements=tuple(statements)))


clause.add(
    form("{} , {} (each) (also) {} {}", duration, grammar.whom, verbs, maybe(where_x),
        make=lambda d, w, p, x: lasting(d, w, p, x=x)),
    mapped(lure_effect, _lured),
    Rule(_subject_does),
    form("{} (each|both) (also) {}", grammar.whom, Rule(_effects), make=_made),
    Rule(_imperative),
)  # fmt: skip
