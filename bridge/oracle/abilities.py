"""Lines of text -> abilities: the frames of CR 113.3 (keyword, static, activated, mana, triggered, spell)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import breadth as _breadth  # noqa: F401  (registers instructions, statements, events)
from . import grammar
from .combinators import Refuse, Rule, Tokens, form, listed, many, mapped, maybe, memo, one_of
from .conditions import while_clause
from .costs import as_term
from .emit import targets_in
from .keywords import ability_cost, keyword_line
from .terms import (
    Ability,
    Filter,
    Listed,
    Pronoun,
    Term,
    conditions_of,
    each,
    keyword_ability,
    negate,
    replace_pronouns,
    speaks_of_it,
    substitute,
)
from .values import number
from .words import keyword_name

END = Rule(lambda s, at: Result.success(at, None) if at >= len(s) else Result.failure(at, "the end"))
"""The end of a line, or of a quoted ability (which is read apart)."""

# --- activated ------------------------------------------------------------------------------------------------------

_only = one_of(
    form("(only) as a sorcery", give="sorcery"),
    form("(only) as an instant", give="instant"),
    form("(only) once each turn", give="once"),
    form("(only) once", give="once_ever"),
    form("(only) during your turn , before attackers are declared", give=("before_attackers", "you")),
    form("(only) during your turn", give=("condition", "your_turn")),
    form("(only) during an opponent's turn", give=("condition", ("not", "your_turn"))),
    form("(only) during your upkeep", give=("during", "upkeep", "you")),
    form("(only) during your end step", give=("during", "end", "you")),
    form("(only) during any upkeep step", give=("during", "upkeep", "any")),
    form("(only) during combat", give="combat"),
    form("(only) during the declare blockers step", give=("during", "declare_blockers", "any")),
    form("(only) during the declare attackers step", give=("during", "declare_attackers", "any")),
    form("(only) before attackers are declared", give=("before_attackers", "any")),
    form("(only) during combat after blockers are declared", give="after_blockers"),
    form("(only) during combat before blockers are declared", give="before_blockers"),
    form("(only) if {}", grammar.condition, make=lambda c: ("condition", c)),
    name="when it may be activated",
)

restriction = one_of(
    form("activate only {} .", listed(_only, "and"), make=lambda found: ("both", *found)),
    form("activate this ability only once each turn .", give="once"),
    form("activate no more than twice each turn .", give=("times_each_turn", 2)),
    form("activate no more than {} times each turn .", number, make=lambda n: ("times_each_turn", n)),
    form("any player may activate this ability .", give="any_player"),
    form("only your opponents may activate this ability .", give="opponents"),
    form("{} .", ability_cost),
    form("x can't be {} .", number, make=lambda n: ("x_not", n)),
    name="a restriction",
)  # fmt: skip
"""`Activate only ...` with its stop -> Term."""


def _is_mana(costs: tuple[Term, ...], instructions: tuple[Term, ...]) -> bool:
    """605.1a: no target, may add mana, no loyalty ability."""

    if any(isinstance(c, tuple) and c[0] == "loyalty" for c in costs) or targets_in((costs, instructions)):
        return False
    return any(_adds_mana(i) for i in instructions)


def _adds_mana(instruction: Term) -> bool:
    from .terms import Listed

    if isinstance(instruction, tuple):
        if instruction[0] == "add_mana":
            return True
        return any(_adds_mana(i) for part in instruction if isinstance(part, Listed) for i in part.items)
    return False


def _activated(costs: tuple[Term, ...], body: Any, restrictions: list[Term]) -> list[Ability]:
    ability = body if isinstance(body, Ability) else Ability("spell", instructions=body)
    kind = "mana" if _is_mana(costs, ability.instructions) and not ability.modes else "activated"
    flat: list[Term] = []
    for item in restrictions:
        if isinstance(item, tuple) and item[0] == "states":
            ability = replace(ability, statements=(*ability.statements, item[1]))
            continue
        flat.extend(item[1:] if isinstance(item, tuple) and item[0] == "both" else [item])
    if any(isinstance(c, tuple) and c[0] == "loyalty" for c in costs):
        flat.append("loyalty")
    functions = ability.functions or _zone_of((costs, ability.instructions))
    return [replace(ability, kind=kind, costs=costs, restrictions=tuple(flat), functions=functions)]


def _zone_of(term: Any) -> tuple[str, ...]:
    """The zone that an ability functions in where it says that it uses its own card there (113.6k)."""
    if isinstance(term, tuple):
        if term[:1] == ("self_from",):
            return (term[1],)
        if term == ("discard", "self"):
            return ("hand",)
    parts = term.items if isinstance(term, Listed) else term if isinstance(term, tuple) else ()
    return next((zone for zone in map(_zone_of, parts) if zone), ())


# --- modes ----------------------------------------------------------------------------------------------------------

_how_many_modes = one_of(
    form("one or both", give=(1, 2)),
    form("one or more", give=(1, "any")),
    form("one that hasn't been chosen this turn", give=(1, ("unchosen_this_turn", 1))),
    form("one that hasn't been chosen", give=(1, ("unchosen", 1))),
    form("any number", give=(0, "any")),
    form("up to {}", number, make=lambda n: (0, n)),
    mapped(number, lambda n: (n, n)),
)


def _modes(stream: Any, at: int) -> Result:
    """`choose one — • ... • ...` -> Ability with modes."""
    result = _choose(stream, at)
    if not result.status:
        return result
    least, most = result.value
    index = result.index
    furthest, expected = result.furthest, result.expected
    modes: list[tuple[Term, ...]] = []
    while index < len(stream) and stream[index] == "•":
        start = _past_mode_name(stream, index + 1)
        result = grammar.instructions(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        modes.append(result.value)
        index = result.index
    if not modes:
        return Result.failure(index, "a mode")
    if most == "any":
        most = len(modes)
    return Result(True, index, Ability("spell", modes=tuple(modes), choose=(least, most)), furthest, expected)


def _past_mode_name(stream: Any, at: int) -> int:
    """Where a mode's text begins, behind a flavour name such as "Strike a Pose —"."""
    for index in range(at, min(at + 8, len(stream))):
        if stream[index] == "—":
            return index + 1
        if stream[index] in (".", ",", "•", ":"):
            break
    return at


_choose = one_of(
    form("choose one . if {} as you cast ~ , you may choose both instead .", grammar.condition,
        make=lambda c: (1, ("if_else", c, 2, 1))),
    form("choose {} —", _how_many_modes),
    form("choose {} . you may choose the same mode more than once .", _how_many_modes,
        make=lambda n: (n[0], ("repeatable", n[1]))),
)  # fmt: skip
modal = Rule(_modes)
body = memo(one_of(modal, grammar.instructions, name="an instruction"))
"""What a spell or an ability does: instructions, or modes -> tuple of Terms or Ability."""
grammar._body.define(body)

activated = form("{} : {} {}", grammar.cost, body, many(restriction), make=_activated)


def _named(restriction_: str, zone: str = "") -> Any:
    """An activated ability behind the name of a kind of ability (702.57, 702.142, 702.177)."""
    return lambda made: [
        replace(a, restrictions=(*a.restrictions, restriction_), functions=(zone,) if zone else ())
        for a in made
    ]


named_activated = one_of(
    form("boast — {}", activated, make=_named("boast")),
    form("exhaust — {}", activated, make=_named("exhaust")),
    form("power-up — {}", activated, make=_named("power_up")),
    form("forecast — {}", activated, make=_named("forecast", "hand")),
)

solving = form(
    "to solve — {} .",
    grammar.condition,
    make=lambda c: [
        Ability(
            "triggered",
            triggers=(("at_step", "end", "you"),),
            conditions=(*conditions_of(c), ("not", ("is", "self", Filter(("solved",))))),
            instructions=(("become_solved", "self"),),
        )
    ],
)
visit = form(
    "visit — {}",
    body,
    make=lambda made: [
        replace(
            made if isinstance(made, Ability) else Ability("spell", instructions=made),
            kind="triggered",
            triggers=(("visits", "you", "self"),),
        )
    ],
)

# --- modes with costs -------------------------------------------------------------------------------------------------


def _costed_modes(stream: Any, at: int) -> Result:
    """`Spree + {1} — ... + {2} — ...` (702.172) and `Tiered • Name — {0} — ...` (702.183)."""
    if stream[at : at + 1] not in (["spree"], ["tiered"]):
        return Result.failure(at, "spree/tiered")
    keyword = stream[at]
    index = at + 1
    modes: list[tuple[Term, ...]] = []
    costs: list[Term] = []
    furthest, expected = -1, frozenset[str]()
    while index < len(stream) and stream[index] in ("+", "•"):
        start = index + 1
        if stream[index] == "•":
            start = _past_mode_name(stream, start)
        result = _mode_cost(stream, start)
        if result.status:
            costs.append(as_term(result.value))
            result = grammar.instructions(stream, result.index)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        modes.append(result.value)
        index = result.index
    if not modes:
        return Result.failure(index, "a mode")
    most = len(modes) if keyword == "spree" else 1
    spell_ = Ability("spell", modes=tuple(modes), choose=(1, most), mode_costs=tuple(costs))
    return Result(True, index, [keyword_ability(keyword), spell_], furthest, expected)


_mode_cost = form("{} —", grammar.cost)
costed_modes = Rule(_costed_modes, frozenset(["spree", "tiered"]))

# --- triggered ------------------------------------------------------------------------------------------------------


def _zone_where(conditions: tuple[Term, ...]) -> tuple[str, ...]:
    """The zone that an intervening "if this card is in your graveyard" asks for (113.6b)."""
    for condition in conditions:
        if isinstance(condition, tuple) and condition[:2] == ("is", "self"):
            for literal in condition[2].literals:
                if isinstance(literal, tuple) and literal[0] == "zone" and literal[1] != "battlefield":
                    return (literal[1],)
    return ()


def _speaks_of_itself(term: Any) -> bool:
    """Whether an event is about the object itself in any place."""
    if isinstance(term, Filter):
        return any(_speaks_of_itself(t) for t in (*term.literals, *term.either))
    return term in ("self", "attached") or (
        isinstance(term, tuple) and any(_speaks_of_itself(t) for t in term)
    )


_ITS = frozenset({"it", "its"})


def _triggered(events: tuple[Term, ...], condition: Term, made: Any, once: Any) -> list[Ability]:
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=made)
    conditions = () if condition is None else conditions_of(condition)
    if isinstance(events[0], tuple) and events[0][1:2] in (("self",), ("attached",)):
        events = (events[0], *(replace_pronouns(e, events[0][1], _ITS) for e in events[1:]))
    subjects = {event[1] if isinstance(event, tuple) and len(event) > 1 else None for event in events}
    if len(subjects) == 1 and subjects <= {"self", "attached"}:
        conditions = tuple(replace_pronouns(c, subjects.copy().pop(), _ITS) for c in conditions)
    functions = (
        () if subjects & {"self", "attached"} or _speaks_of_itself(events) else _zone_of(ability.instructions)
    )
    functions = functions or ability.functions or _zone_where(conditions)
    return [replace(ability, kind="triggered", triggers=events, conditions=conditions, functions=functions,
                    restrictions=tuple(once or ()))]  # fmt: skip


_once = one_of(
    form("this ability triggers only once each turn .", give="once"),
    form("this ability triggers only {} times each turn .", number, make=lambda n: ("times_each_turn", n)),
    form("do this only once each turn .", give="do_once"),
)
triggered = form(
    "{} , {} {} {}",
    grammar.trigger,
    maybe(form("if {} ,", grammar.condition)),
    body,
    many(_once),
    make=_triggered,
)

# --- static ---------------------------------------------------------------------------------------------------------


def _negated(conditions: tuple[Term, ...]) -> Term | None:
    """What holds where the conditions don't; None where there are none."""
    if not conditions:
        return None
    return negate(conditions[0] if len(conditions) == 1 else ("all_of", Listed(conditions)))


def _held(made: list[Ability], condition: Term) -> list[Ability]:
    """The abilities, as long as the condition holds."""
    if speaks_of_it(condition) and not all(_about_itself(a) for a in made):
        raise Refuse("a condition that is the same for all")
    parts = tuple(replace_pronouns(c, "self") for c in conditions_of(condition))
    return [replace(_plain(a), conditions=(*a.conditions, *parts)) for a in made]


def _about_itself(ability: Ability) -> bool:
    """Whether an ability speaks of nothing but its own object, so that "it" is that."""
    subjects = [c.whom for c in ability.changes]
    subjects += [s[1] for s in ability.statements if isinstance(s, tuple) and len(s) > 1]
    subjects += [p[1] for p, _ in ability.replaces if isinstance(p, tuple) and len(p) > 1]
    return all(subject == "self" for subject in subjects)


def _plain(ability: Ability) -> Ability:
    """What a characteristic-defining ability is once it has a condition (604.3a)."""
    if not ability.cda:
        return ability
    changes = tuple(replace(c, layer="pt_set") if c.layer == "pt_cda" else c for c in ability.changes)
    return replace(ability, cda=False, changes=changes)


grammar.static_sentences.add(
    form(
        "{} , {}", while_clause, grammar.static_sentences, make=lambda condition, made: _held(made, condition)
    )
)

_further_groups = listed(grammar.noun, "and")
_further_keywords = listed(keyword_name, "and")


def _same(stream: Any, at: int, before: Ability) -> Result:
    """`The same is true for ...`: the ability before, about other groups or with other keywords."""
    result = _further_keywords(stream, at)
    if result.status and len(before.changes) == 1 and before.changes[0].layer == "ability":
        granted_ = before.changes[0].what
        if isinstance(granted_, tuple) and granted_[0] == "grant" and granted_[1].kind == "keyword":
            old = granted_[1].keyword
            made = []
            for name in result.value:
                change_ = replace(before.changes[0], what=("grant", keyword_ability(name)))
                conditions = substitute(before.conditions, ("keyword", old), ("keyword", name))
                if conditions == before.conditions:
                    return Result.failure(at, "a condition about the keyword")
                made.append(replace(before, changes=(change_,), conditions=conditions))
            return Result.success(result.index, made)
    result = _further_groups(stream, at)
    if not result.status:
        return result
    if before.statements or before.conditions or not all(_is_each(c.whom) for c in before.changes):
        return Result.failure(at, "a sentence about a group before")
    made = [
        replace(before, changes=tuple(replace(c, whom=each(group)) for c in before.changes))
        for group in result.value
    ]
    return Result(True, result.index, made, result.furthest, result.expected)


def _is_each(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "each"


def _resolved(made: list[Ability], before: list[Ability]) -> list[Ability] | None:
    """Abilities whose subject "it" is that of the sentence before; None where there was none."""
    found: list[Ability] = []
    for ability in made:
        if any(isinstance(c.whom, Pronoun) for c in ability.changes) or any(
            isinstance(t, Pronoun) for s in ability.statements if isinstance(s, tuple) for t in s[1:2]
        ):
            subjects = [
                s
                for b in before
                for s in (*(c.whom for c in b.changes), *(t[1] for t in b.statements if len(t) > 1))
                if s in ("self", "attached") or isinstance(s, Pronoun) or _is_each(s)
            ]
            if not subjects or isinstance(subjects[-1], Pronoun):
                return None
            changes = tuple(replace_pronouns(c, subjects[-1]) for c in ability.changes)
            ability = replace(
                ability, changes=changes, statements=replace_pronouns(ability.statements, subjects[-1])
            )
        found.append(ability)
    return found


def _statics(stream: Any, at: int) -> Result:
    """Static sentences, each ended by a full stop."""
    found: list[Ability] = []
    index = at
    furthest, expected = -1, frozenset[str]()
    while index < len(stream) and stream[index] != '"':
        otherwise = stream[index : index + 2] == ["otherwise", ","] and bool(found)
        same = stream[index : index + 5] == ["the", "same", "is", "true", "for"] and bool(found)
        if same:
            result = _same(stream, index + 5, found[-1])
        else:
            result = grammar.static_sentences(stream, index + 2 if otherwise else index)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        end = result.index
        if end < len(stream) and stream[end] != ".":
            held = while_clause(stream, end)
            if held.status and not (
                speaks_of_it(held.value) and not all(_about_itself(a) for a in result.value)
            ):
                result = Result(
                    True, held.index, _held(result.value, held.value), held.furthest, held.expected
                )
                end = held.index
        if end < len(stream) and stream[end] == ".":
            end += 1
        elif end < len(stream) and stream[end] != '"' and stream[end - 1] != '"':
            if end > furthest:
                furthest, expected = end, frozenset(["the end of the sentence"])
            return Result(False, -1, None, furthest, expected)
        made = _resolved(result.value, found)
        if made and otherwise:
            against = _negated(found[-1].conditions)
            made = (
                None if against is None else [replace(a, conditions=(*a.conditions, against)) for a in made]
            )
        if made is None:
            return Result(False, -1, None, max(furthest, index), frozenset(["a subject that is named"]))
        found.extend(made)
        index = end
    if not found:
        return Result(False, -1, None, max(furthest, at), expected or frozenset(["a static sentence"]))
    return Result(True, index, found, furthest, expected)


static = Rule(_statics)

# --- whole lines ----------------------------------------------------------------------------------------------------


def _spell(made: Any) -> list[Ability]:
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=made)
    return [ability]


spell = mapped(body, _spell)

_ended_keywords = form("{} (.) {}", keyword_line, END, make=lambda found, end: found)


def _exerting(made: Any) -> list[Ability]:
    """701.43: what may be exerted as it attacks, and what happens then."""
    allowed = Ability("static", statements=(("may_exert", "self"),))
    if made is None:
        return [allowed]
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=made)
    return [allowed, replace(ability, kind="triggered", triggers=(("exerts", "you", "self"),))]


_exert = form("you may exert ~ as it attacks . {}", maybe(form("when you do , {}", body)), make=_exerting)
_line = one_of(
    form("{} {}", _exert, END, make=lambda found, end: found),
    form("{} {}", one_of(named_activated, solving, visit), END, make=lambda found, end: found),
    form("{} {}", triggered, END, make=lambda found, end: found),
    _ended_keywords,
    form("{} {}", activated, END, make=lambda found, end: found),
    form("{} {}", static, END, make=lambda found, end: found),
    name="an ability",
)
_spell_line = one_of(
    form("{} {}", costed_modes, END, make=lambda found, end: found),
    _line,
    form("{} {}", spell, END, make=lambda found, end: found),
    name="a spell's text",
)

permanent_line = memo(_line)
"""A line of a permanent -> list of Abilities."""
spell_line = memo(_spell_line)
"""A line of an instant or sorcery -> list of Abilities."""


def _quote(stream: Any, at: int) -> Result:
    """An ability in quotation marks -> list of Abilities."""
    if at >= len(stream) or stream[at] != '"':
        return Result.failure(at, "a quoted ability")
    end = at + 1
    while end < len(stream) and stream[end] != '"':
        end += 1
    if end >= len(stream):
        return Result.failure(at, "a closing quotation mark")
    words = stream[at + 1 : end]
    raw = stream.raw[at + 1 : end]
    if words and words[-1] == ",":
        words, raw = words[:-1], raw[:-1]
    if words and words[-1] not in (".", "!"):
        words, raw = [*words, "."], [*raw, "."]
    inner = Tokens(words, raw)
    result = permanent_line(inner, 0)
    if not result.status:
        return Result(False, -1, None, at + 1 + min(result.furthest, end - at - 1), result.expected)
    return Result.success(end + 1, result.value)


grammar._quoted.define(Rule(_quote))
