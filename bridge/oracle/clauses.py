"""Clauses of spells and of abilities that resolve: subjects with what they do, joined by commas, "and" and "then"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .choosing import choosing_kinds, choosing_piles
from .combat_sentences import lure_effect
from .combinators import Choice, Refuse, Rule, ahead, form, many, mapped, maybe, memo, one_of, table
from .costs import times_mana
from .descriptions import is_phrase
from .durations import duration
from .gathered import targets_in
from .lasting import effects_of, ending_in, lasting, made
from .parts import Part, both
from .spoken import only_players
from .statics import verbs
from .subjects import DONE_BY_PLAYERS, each_player, one_player, player_does, several_things
from .terms import (
    Ability,
    Change,
    Filter,
    Listed,
    Mention,
    Pronoun,
    Term,
    map_pronouns,
    pronouns_in,
    replace_pronouns,
    substitute_deep,
)
from .values import for_each, scaled, where_x

clause = Choice([], "an instruction")
"""One instruction -> Term or list of Terms. Modules add alternatives with `clause.add(...)`."""

doing = Choice([], "what someone or something does")
"""A verb phrase after a subject -> function from the subject to a Term or list of Terms. Modules add alternatives.
Verbs stand in both forms, `draw|draws`."""

Does = Callable[[Term], Any]
OPPONENT = Filter(("opponent",))

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


def _only_pumps(effect: Any) -> bool:
    """Whether an effect does nothing but to change power and toughness by numbers."""
    plain = isinstance(effect, Ability) and effect.changes and not effect.statements and not effect.replaces
    return bool(plain) and all(c.layer == "pt_add" and isinstance(c.what[1], int) for c in effect.changes)


def multiplied(terms: list[Term], by: Term) -> list[Term] | None:
    """The last of some instructions done for each of something."""
    last = terms[-1]
    if isinstance(last, tuple) and last[0] in ("tap", "untap", "exile", "destroy") and len(last) > 1:
        chosen = last[1]
        if isinstance(chosen, tuple) and chosen[:3] == ("some", 1, 1):
            return [*terms[:-1], (last[0], ("some", by, by, *chosen[3:]), *last[2:])]
    if isinstance(last, tuple) and last[0] == "lasting" and _only_pumps(last[2]):
        return [*terms[:-1], (*last[:2], replace(last[2], changes=tuple(
            replace(c, what=(c.what[0], scaled(c.what[1], by))) for c in last[2].changes)))]  # fmt: skip
    if not (isinstance(last, tuple) and last[0] in (*_SCALED, "pay") and len(last) > 2):
        return None
    if last[0] == "pay":
        try:
            return [*terms[:-1], ("pay", last[1], times_mana(last[2], by))]
        except Refuse:
            return None
    if last[0] == "add_mana":
        return [*terms[:-1], ("add_mana", last[1], ("repeated", last[2], by))]
    if not isinstance(last[2], (int, str, tuple)) or last[2] in ("all", "any"):
        return None
    if last[0] == "sacrifice" and len(last) > 3:
        return [*terms[:-1], (last[0], last[1], scaled(last[2], by), scaled(last[3], by), *last[4:])]
    return [*terms[:-1], (last[0], last[1], scaled(last[2], by), *last[3:])]


# --- when it happens --------------------------------------------------------------------------------------------------

next_step = one_of(
    form("the beginning of the next end step", give=("next_step", "end", "any")),
    form("the beginning of the end step", give=("next_step", "end", "any")),
    form("the beginning of your next end step", give=("next_step", "end", "you")),
    form("the beginning of that turn's end step", give=("next_step", "end", "that_turn")),
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
    form("this turn's next end of combat", give=("next_step", "end_of_combat", "that_turn")),
    form("end of combat", give=("next_step", "end_of_combat", "any")),
    name="a step",
)  # fmt: skip


def delayed(when: Term, terms: list[Term]) -> list[Term]:
    """603.7: what a delayed triggered ability does."""
    return [("delayed", when, Ability("delayed", instructions=tuple(terms)))]


def delayed_whole(when: Term, terms: list[Term]) -> list[Term]:
    """A whole sentence: its targets are chosen only when it triggers (603.7), unlike those of `... at end of combat`."""
    if not targets_in(terms):
        return delayed(when, terms)
    if when[0] != "next_step" or when[2] not in ("any", "you"):
        raise Refuse("no target")
    how_long = "end_of_turn" if when[1] == "beginning_of_combat" else "rest_of_game"
    trigger = ("at_step", *when[1:])
    made_later = Ability("delayed_trigger", instructions=tuple(terms), triggers=(trigger,))
    return [("delayed_trigger", "once", how_long, made_later)]


# --- clauses ---------------------------------------------------------------------------------------------------------


def _third_person(word_: str) -> bool:
    return word_.endswith("s") and word_ not in ("pass", "amass")


_subject = one_of(
    form("any opponent {}", ahead("may"), make=lambda may: ("each", OPPONENT)),
    form("any player {}", ahead("may"), make=lambda may: ("each", Filter(("player",)))),
    form("{} and {} each", grammar.reference, grammar.reference, make=lambda a, b: ("all_of_them", a, b)),
    form("{} (each|both) (also)", grammar.whom),
)


def _subject_does(stream: Any, at: int) -> Result:
    """A subject and what it does: verb phrases in one person, joined by "and", commas, "then"."""
    subject = _subject(stream, at)
    if not subject.status:
        return subject
    return _does(stream, subject, subject.value)


def _an_opponent_does(stream: Any, at: int) -> Result:
    """`An opponent chooses two of those cards`: you choose which opponent."""
    if stream[at : at + 2] != ["an", "opponent"] or stream[at + 2 : at + 3] in (["may"], ["who"]):
        return Result.failure(at, "an opponent")
    who = Mention(at, "chosen_ones", OPPONENT)
    result = _does(stream, Result.success(at + 2, who), who)
    if not result.status or any(_passing(term) for term in result.value):
        return Result(False, -1, None, result.furthest, result.expected)
    chosen = ("choose_some", "you", 1, 1, OPPONENT, who)
    return Result(True, result.index, [chosen, *result.value], result.furthest, result.expected)


def _passing(term: Term) -> bool:
    """Whether an instruction is an effect that ends, which speaks of players in a way of its own."""
    return isinstance(term, tuple) and term[0] == "lasting" and term[1] != "rest_of_game"


def _does(stream: Any, subject: Result, whom: Term) -> Result:
    """What stands behind a subject."""
    start = subject.index
    may = False
    if stream[start : start + 1] == ["may"]:
        may, start = True, start + 1
    if may and isinstance(whom, tuple) and whom[0] == "each" and not only_players(whom[1]):
        return Result.failure(start - 1, "what such a thing does")
    result = _doings(stream, start, whom)
    if result.furthest < subject.furthest:
        result = Result(result.status, result.index, result.value, subject.furthest, subject.expected)
    if not result.status:
        return result
    try:
        made = [term for does in result.value for term in _as_list(does(whom))]
        if isinstance(whom, Pronoun) and whom.word == "them" and any(player_does(t, whom) for t in made):
            whom = Pronoun(whom.at, "that_player")
            made = [term for does in result.value for term in _as_list(does(whom))]
    except Refuse as refusal:
        return Result.failure(start, str(refusal))
    if any(isinstance(t, tuple) and t[:2] == ("damage", "you") for t in made):
        return Result.failure(start, "what a player does")
    first = min((t.at for t in targets_in(tuple(made)) if t != whom), default=1 << 30)
    try:
        terms = [_own(stream, term, whom, first) for term in made]
    except Refuse as refusal:
        return Result.failure(start, str(refusal))
    if may:
        if isinstance(whom, tuple) and whom[0] == "each":  # each of them does it alone
            terms = [substitute_deep(term, whom, "their") for term in terms]
        if not all(isinstance(term, tuple) and term[0] in PERMISSIONS for term in terms):
            terms = [("may", whom, Listed(tuple(terms)))]
    return Result(True, result.index, terms, result.furthest, result.expected)


PERMISSIONS = frozenset(
    ("may_play", "may_cast", "may_play_free", "any_color_for", "any_mana_for", "only_one")
)
"""What players may do later; they don't decide it as the text is followed."""


def _own(stream: Any, term: Term, whom: Term, first: int) -> Term:
    """What a subject does, with the words that mean the subject itself: `deals damage equal to its power to target ...`.

    `first` is where another target comes up, which "its" means from there on.
    """
    grouped = isinstance(whom, tuple) and whom[0] == "each"
    players = each_player(whom)
    mine: Term = "affected" if grouped else whom
    said = {p.at for p in pronouns_in(whom)}  # the subject itself
    # "They each deal damage equal to their power"; of one source, "their" is whom it deals damage to.
    deals = not players and several_things(whom) and isinstance(term, tuple) and term[0] == "damage"
    to_each = isinstance(term, tuple) and term[0] == "damage" and each_player(term[3])
    if deals and isinstance(whom, Pronoun) and term[3] == "the_rest":  # of two that deal it to each other
        raise Refuse("to what")

    def change(pronoun: Pronoun) -> Term:
        if pronoun is whom or pronoun.at in said:
            return pronoun
        if whom == ("controller", "attached") and pronoun.word == "it":
            return "attached"  # "enchanted creature's controller sacrifices it"
        own = "their" if players else pronoun
        if deals and pronoun.word == "their" and pronoun.at < first:
            return "affected"
        if to_each and not deals and pronoun.word == "their":
            return "their"  # each of those whom it is dealt to
        if pronoun.word in ("their", "them") and not grouped and not one_player(whom):
            return pronoun
        if pronoun.word == "their":
            return own if grouped else whom
        told = isinstance(whom, Pronoun) and whom.word.endswith(("_mine", "_theirs"))
        if (
            pronoun.word == "its" and pronoun.at < first and told
        ):  # "the creature you control deals damage equal to its power"
            return replace(whom, at=pronoun.at)
        whose = (grouped and not players) or whom in ("self", "attached")
        if pronoun.word == "its" and pronoun.at < first and whose:
            return mine
        if pronoun.word == "them" and pronoun.at < len(stream) and stream[pronoun.at] == "they":
            return (Pronoun(pronoun.at, "their") if own is pronoun else own) if grouped else whom
        return pronoun

    return map_pronouns(term, change)


_ANY_PERSON = frozenset({"can't", "can", "must"})


def _deed(stream: Any, at: int) -> Result:
    """What a subject does: an effect on it with a duration, or an instruction."""
    lasts = ending_in(stream, at)
    if lasts.status:
        effects = lasts.value
        does = lambda whom: made(whom, effects)  # noqa: E731
        return Result(True, lasts.index, does, lasts.furthest, lasts.expected)
    result = _doing_once(stream, at)
    if lasts.furthest > result.furthest:
        return Result(result.status, result.index, result.value, lasts.furthest, lasts.expected)
    return result


def _things(whom: Term) -> bool:
    """Whether a subject is a group of objects, which destroy, draw and create nothing."""
    return (
        isinstance(whom, tuple) and whom[0] == "each" and isinstance(whom[1], Filter) and whom[1].has("zone")
    )


def _doings(stream: Any, at: int, whom: Term) -> Result:
    """What a subject does; behind "then" what a group of objects would do in the plural is what you do."""
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
        if stream[at - 1] == "may" and stream[start : start + 1] == ["may"]:
            start += 1
        if start >= len(stream) or (
            _third_person(stream[start]) != third
            and stream[start] not in _ANY_PERSON
            and stream[at] not in _ANY_PERSON
        ):
            break
        if stream[start - 1] == "then" and not third and _things(whom):
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
        if many_.status and multiplied(_as_list(does("you")), many_.value) is not None:
            inner, by = does, many_.value
            does = lambda whom: multiplied(_as_list(inner(whom)), by)  # noqa: E731
            index = many_.index
    if stream[index : index + 1] == ["at"]:
        when = next_step(stream, index + 1)
        if when.status:
            before, step = does, when.value
            does = lambda whom: delayed(step, _as_list(before(whom)))  # noqa: E731
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
    try:
        found = choosing_kinds(choosing_piles(found))
    except Refuse as refusal:
        return Result(False, -1, None, max(furthest, index), frozenset([str(refusal)]))
    found = _sharing_duration(
        found, duration(stream, at).value, "rest of the game" in " ".join(stream[at:index])
    )
    if stream[index : index + 1] in (["where"], [","]):
        where = where_x(stream, index)
        if where.furthest > furthest:
            furthest, expected = where.furthest, where.expected
        if where.status:
            value, index = where.value, where.index
            cast = _as_cast(stream, index)
            if cast.status:
                value, index = ("as_cast", value), cast.index
            who = (
                found[-1][1]
                if isinstance(found[-1], tuple) and found[-1][0] in {*DONE_BY_PLAYERS, "may"}
                else "you"
            )
            if who != "you" and not (isinstance(who, tuple) and who[0] == "each"):
                value = replace_pronouns(value, who, frozenset({"their"}))
            found = [substitute_deep(term, "x", value) for term in found]
            more = _going_on(stream, index)
            if more is not None:
                found.extend(more.value)
                index = more.index
                furthest, expected = max(
                    (furthest, expected), (more.furthest, more.expected), key=lambda told: told[0]
                )
    return Result(True, index, found, furthest, expected)


def _going_on(stream: Any, at: int) -> Result | None:
    """Further instructions behind `, where X is ...` in the middle of a sentence; None where there are none."""
    start = at
    for mark in (",", "and", "then"):
        if start < len(stream) and stream[start] == mark:
            start += 1
    result = _clauses(stream, start) if start > at else None
    return result if result is not None and result.status else None


clauses = memo(Rule(_clauses))
"""Instructions joined in a sentence -> list of Terms."""


def _lured(found: Any) -> Term:
    how_long, statements = found
    return ("lasting", how_long, Ability("lasting", statements=tuple(statements)))


def _face_up(stream: Any, at: int) -> Result:
    """The place, where nothing was put face down before: what that looks like is said of its face (708.2)."""
    if any(stream[i : i + 2] == ["face", "down"] for i in range(at)):
        return Result.failure(at, "something face up")
    return Result.success(at, at)


def _for_so_long(how_long: Term, part: Part) -> Term:
    """`For as long as that creature has a counter on it, it's a Wraith`: the one that the condition is about."""
    if not (isinstance(how_long, tuple) and how_long[0] == "as_long_as" and how_long[1][0] == "is"):
        raise Refuse("as long as something is so of it")
    return lasting(how_long, how_long[1][1], part)


def _is_now(whom: Term, part: Part) -> list[Term]:
    """`It's a Spirit in addition to its other types`, said of what the text just put there."""
    if not all(isinstance(item, Change) for item in part(whom)):
        raise Refuse("what it is")
    found = made(whom, [(None, part, None, True)])
    kinds = [c.what for t in found if isinstance(t, tuple) for c in t[2].changes]
    if any(isinstance(k, tuple) and k[0] == "set_subtypes" and "aura" in k[2].items for k in kinds):
        raise Refuse("no Aura, which would be attached as it enters")
    return found


def _controlled(how_long: Term, what: Term) -> Term:
    return lasting(how_long, what, lambda whom: [Change("control", whom, ("controlled_by", "you"))])


clause.add(
    form("the other {}", Rule(ending_in), make=lambda effects: made("the_rest", effects)),
    form("during {} next untap step , {} don't untap", grammar.possessive, grammar.noun,
        make=lambda r, f: ("skip_untap_of", f, r)),
    form("{} , gain control of {}", duration, grammar.whom, make=_controlled),
    form("as long as {} remains on the battlefield , {} (each) (also) {}", grammar.reference, grammar.whom, verbs,
        make=lambda r, w, p: lasting(("as_long_as", ("is", r, Filter((("zone", "battlefield"),)))), w, p)),
    form("until end of turn , {} (each) (also) {} this turn", grammar.whom, verbs,
        make=lambda w, p: lasting("end_of_turn", w, p)),
    form("{} , {} (each) (also) {} {}", duration, grammar.whom, verbs, maybe(where_x),
        make=lambda d, w, p, x: lasting(d, w, p, x=x)),
    mapped(lure_effect, _lured),
    Rule(_an_opponent_does),
    Rule(_subject_does),
    form("{} (each|both) (also) {}", grammar.whom, Rule(effects_of), make=made),
    Rule(_imperative),
    form("{} it's|he's|she's {} {}", Rule(_face_up), is_phrase, duration,
        make=lambda at, p, d: made(Pronoun(at, "it"), [(d, p, None, True)])),
    form("{} it's|he's|she's {} {}", Rule(_face_up), is_phrase, many(form("(,) and (it) {}", verbs)),
        make=lambda at, p, more: _is_now(Pronoun(at, "it"), both(p, *more))),
    form("{} , it's {}", duration, is_phrase, make=lambda d, p: _for_so_long(d, p)),
    form("{} they're {} {}", Rule(_face_up), is_phrase, many(form("(,) and (they) {}", verbs)),
        make=lambda at, p, more: _is_now(Pronoun(at, "them"), both(p, *more))),
)  # fmt: skip
