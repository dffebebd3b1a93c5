"""Lines of text -> abilities: the frames of CR 113.3 (keyword, static, activated, mana, triggered, spell)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import breadth as _breadth  # noqa: F401  (registers instructions, statements, events)
from . import grammar
from .anchors import anchored
from .asked_for import some_asked_for
from .combat_parts import CREATURES
from .combinators import Rule, Tokens, form, listed, many, mapped, maybe, memo, one_of
from .costs import mana_cost
from .differences import with_difference
from .gathered import targets_in
from .keywords import ability_cost, keyword_line
from .modes import body, choosing_one, costed_modes
from .references import some
from .so_many import so_many
from .spending import flashback_cost
from .spoken import only_players
from .static_lines import static
from .terms import (
    Ability,
    Filter,
    Listed,
    Pronoun,
    Term,
    conditions_of,
    each,
    keyword_ability,
    map_pronouns,
    pronouns_in,
    replace_pronouns,
    substitute_deep,
    walk,
)
from .trigger_tables import ELSEWHERE
from .values import number

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
    form(
        "(only) during an opponent's turn , before attackers are declared",
        give=("before_attackers", "opponents"),
    ),
    form("(only) during an opponent's turn", give=("condition", ("not", "your_turn"))),
    form("(only) during your upkeep", give=("during", "upkeep", "you")),
    form("(only) during your end step", give=("during", "end", "you")),
    form("(only) during any upkeep step", give=("during", "upkeep", "any")),
    form("(only) during combat", give="combat"),
    form("(only) during the end of combat step", give=("during", "end_of_combat", "any")),
    form("(only) during the declare blockers step", give=("during", "declare_blockers", "any")),
    form("(only) during the declare attackers step", give=("during", "declare_attackers", "any")),
    form("(only) before combat", give="before_combat"),
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
    form("any player may activate this ability but {} .", _only, make=lambda o: ("both", "any_player", o)),
    form("you can't activate this ability during combat .", give=("condition", ("not", "combat"))),
    form("only your opponents may activate this ability .", give="opponents"),
    form("{} .", ability_cost),
    form("x can't be {} .", number, make=lambda n: ("x_not", n)),
    form("this ability can't be copied and x can't be {} .", number, make=lambda n: ("both", "not_copied", ("x_not", n))),
    form("x is {} .", grammar.value, make=lambda v: ("x_is", v)),
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
        if instruction[0] in ("add_mana", "double_mana"):
            return True
        return any(_adds_mana(i) for part in instruction if isinstance(part, Listed) for i in part.items)
    return False


def _any_amount(cost: Term) -> bool:
    return isinstance(cost, tuple) and cost[0] == "remove_counters" and cost[-1] == "one_or_more"


def _as_x(
    costs: tuple[Term, ...], ability: Ability, restrictions: list[Term]
) -> tuple[tuple[Term, ...], Ability, list[Term]]:
    """`Remove one or more counters ...`: so many as its controller announces, which is an X that isn't 0."""
    if not any(map(_any_amount, costs)) or any("x" in walk(cost) for cost in costs):
        return costs, ability, restrictions
    costs = tuple((*cost[:-1], "x") if _any_amount(cost) else cost for cost in costs)
    done = tuple(substitute_deep(one, "that_much", "x") for one in ability.instructions)
    removed = [("counters_removed_this_way", cost[2]) for cost in costs if cost[0] == "remove_counters"]
    done = tuple(substitute_deep(one, removed[0], "x") for one in done)
    return costs, replace(ability, instructions=done), [*restrictions, ("x_not", 0)]


def _activated(costs: tuple[Term, ...], body: Any, restrictions: list[Term]) -> list[Ability]:
    ability = body if isinstance(body, Ability) else Ability("spell", instructions=body)
    for told in [r[1] for r in restrictions if isinstance(r, tuple) and r[0] == "x_is"]:
        restrictions = [r for r in restrictions if r != ("x_is", told)]
        costs = tuple(substitute_deep(c, "x", told) for c in costs)
        ability = replace(
            ability,
            instructions=tuple(substitute_deep(i, "x", told) for i in ability.instructions),
            modes=tuple(tuple(substitute_deep(i, "x", told) for i in mode) for mode in ability.modes),
        )
    costs, ability, restrictions = _as_x(costs, ability, restrictions)
    if ("tap_it", "attached") in costs:  # what the cost names, which is chosen only after targets
        told = tuple(substitute_deep(i, "tapped_for_cost", "attached") for i in ability.instructions)
        ability = replace(ability, instructions=told)
    kind = "mana" if _is_mana(costs, ability.instructions) and not ability.modes else "activated"
    flat: list[Term] = list(ability.restrictions)
    for item in restrictions:
        if isinstance(item, tuple) and item[0] == "states":
            ability = replace(ability, statements=(*ability.statements, item[1]))
            continue
        flat.extend(item[1:] if isinstance(item, tuple) and item[0] == "both" else [item])
    if any(isinstance(c, tuple) and c[0] == "loyalty" for c in costs):
        flat.append("loyalty")
    asked = tuple(item[1] for item in flat if isinstance(item, tuple) and item[0] == "condition")
    if not any(t == "suspended" for condition in asked for t in walk(condition)):
        asked = ()
    functions = ability.functions or _zone_of((costs, ability.instructions)) or _zone_where(asked)
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


activated = one_of(
    form(
        "{} : choose one . {} {}",
        grammar.cost,
        many(restriction),
        choosing_one,
        make=lambda c, r, b: _activated(c, b, r),
    ),
    form("{} : {} {}", grammar.cost, body, many(restriction), make=_activated),
)


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

# --- triggered ------------------------------------------------------------------------------------------------------


def _zone_where(conditions: tuple[Term, ...]) -> tuple[str, ...]:
    """The zone that an intervening "if this card is in your graveyard" asks for (113.6b)."""
    for condition in conditions:
        if isinstance(condition, tuple) and condition[:2] in (("is", "self"), ("is", "granter")):
            for literal in condition[2].literals:
                if literal == "suspended":  # 702.62b
                    return ("exile",)
                if isinstance(literal, tuple) and literal[0] == "zone" and literal[1] != "battlefield":
                    return (literal[1],)
            zones = tuple(f.literals[0][1] for f in condition[2].either if f.literals[0][:1] == ("zone",))
            if zones:
                return zones
    return ()


def _speaks_of_itself(term: Any) -> bool:
    """Whether an event is about the object itself in any place."""
    if isinstance(term, Filter):
        return any(_speaks_of_itself(t) for t in (*term.literals, *term.either))
    return term in ("self", "attached") or (
        isinstance(term, tuple) and any(_speaks_of_itself(t) for t in term)
    )


_ITS = frozenset({"it", "its"})


_AIMS = frozenset({"becomes_target", "becomes_target_of", "becomes_target_of_spell", "targeted_by_spell_of"})
_AIMING = frozenset({"that_spell", "that_ability", "the_spell", "the_ability"})


def _aims(event: Term) -> bool:
    return isinstance(event, tuple) and (event[0] in _AIMS or any(_aims(part) for part in event[1:]))


def _with_what_aims(events: tuple[Term, ...], term: Term) -> Term:
    """`becomes the target ..., counter that spell or ability unless its controller pays`: what targets it, not it."""
    if not any(_aims(event) for event in events):
        return term
    told = [p.at for p in pronouns_in(term) if p.word in _AIMING]

    def means(pronoun: Pronoun) -> Term:
        return "targeting" if pronoun.word in _AIMING else pronoun

    def within(part: Term) -> Term:
        if isinstance(part, Listed):
            return Listed(tuple(within(item) for item in part.items))
        if not isinstance(part, tuple):
            return part
        if len(part) > 1 and isinstance(part[1], Pronoun) and part[1].word in _ITS:
            spoken_of = part[0] == "controller" and any(at < part[1].at for at in told)
            if spoken_of or part[0] == "counter":
                return (part[0], "targeting", *part[2:])
        return tuple(within(inner) for inner in part)

    return map_pronouns(within(term), means)


def _left_in(events: tuple[Term, ...]) -> tuple[str, ...]:
    """The zones where an ability listens that only speaks of its own object being cast, discarded ..."""
    zones = {
        ELSEWHERE.get(event[0], ()) if isinstance(event, tuple) and "self" in event[1:] else ()
        for event in events
    }
    if () not in zones:
        return tuple(sorted({zone for several in zones for zone in several}, reverse=True))
    return ()


def _listening_in(events: tuple[Term, ...]) -> tuple[str, ...]:
    """The zone where an ability listens that speaks of its own object "while it's exiled" (113.6b)."""
    zones = {
        event[2][2].literals
        if isinstance(event, tuple) and event[0] == "while" and event[2][:2] == ("is", "self")
        else ()
        for event in events
    }
    return ("exile",) if zones == {(("zone", "exile"),)} else ()


def _of_itself(event: Term) -> Term:
    """`a time counter is removed from ~ while it's exiled`: "it" is the object itself."""
    if isinstance(event, tuple) and event[0] == "while" and "self" in event[1]:
        return (*event[:2], replace_pronouns(event[2], "self", _ITS))
    return event


_THAT_THING = frozenset({"that_creature", "that_permanent", "that_land", "that_artifact"})


def _enters_attached(event: Term) -> bool:
    """`~ enters attached to a creature`: "that creature" is what it is attached to."""
    if not (isinstance(event, tuple) and event[:2] == ("during", ("enters", "self"))):
        return False
    asked = event[2]
    return asked[:2] == ("is", "self") and any(t[0] == "attached_to" for t in asked[2].literals)


def _by_player(event: Term) -> bool:
    """Whether what a trigger watches is a player's deed with one object: "they" after it is that player."""
    if isinstance(event, tuple) and event[0] in ("during", "while", "first_each_turn"):
        return _by_player(event[1])
    deed = isinstance(event, tuple) and event[0] in ("casts", "plays", "plays_or_casts", "draws", "activates")
    return deed and isinstance(event[1], Filter) and only_players(event[1])


def _barred_player(term: Term) -> Term:
    """`Whenever an opponent casts a spell, they can't attack you this turn`: no creature of that player can."""
    if not (isinstance(term, tuple) and term[0] == "lasting" and isinstance(term[2], Ability)):
        return term

    def whose(said: Term) -> Term:
        if (
            isinstance(said, tuple)
            and said[0] == "cant_attack"
            and isinstance(said[1], Pronoun)
            and said[1].word == "them"
        ):
            return (
                said[0],
                each(CREATURES.also(("controller", Pronoun(said[1].at, "that_player")))),
                *said[2:],
            )
        return said

    return (*term[:2], replace(term[2], statements=tuple(map(whose, term[2].statements))))


def _triggered(events: tuple[Term, ...], condition: Term, made: Any, once: Any) -> list[Ability]:
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=made)
    events = tuple(map(_of_itself, events))
    instructions = tuple(_with_what_aims(events, one) for one in ability.instructions)
    if all(_enters_attached(e) for e in events):
        instructions = tuple(
            map_pronouns(i, lambda p: "attached" if p.word in _THAT_THING else p) for i in instructions
        )
    if all(isinstance(e, tuple) and _by_player(e) for e in events):
        instructions = tuple(map(_barred_player, instructions))
    ability = replace(ability, instructions=instructions)
    conditions = () if condition is None else conditions_of(condition)
    if isinstance(events[0], tuple) and events[0][1:2] in (("self",), ("attached",)):
        events = (events[0], *(replace_pronouns(e, events[0][1], _ITS) for e in events[1:]))
    subjects = {event[1] if isinstance(event, tuple) and len(event) > 1 else None for event in events}
    if len(subjects) == 1 and subjects <= {"self", "attached"}:
        conditions = tuple(replace_pronouns(c, subjects.copy().pop(), _ITS) for c in conditions)
    ability = replace(ability, instructions=some_asked_for(conditions, ability.instructions))
    for asked in conditions:
        ability = replace(ability, instructions=tuple(with_difference(asked, list(ability.instructions))))
    ability = replace(ability, instructions=so_many(events, conditions, ability.instructions))
    functions = (
        () if subjects & {"self", "attached"} or _speaks_of_itself(events) else _zone_of(ability.instructions)
    )
    functions = (
        _left_in(events) or _listening_in(events) or functions or ability.functions or _zone_where(conditions)
    )
    return [replace(ability, kind="triggered", triggers=events, conditions=conditions, functions=functions,
                    restrictions=tuple(once or ()))]  # fmt: skip


_once = one_of(
    form("this ability triggers only once each turn .", give="once"),
    form("this ability triggers only twice each turn .", give=("times_each_turn", 2)),
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


def _first_revealed(what: Filter, made: Any, end: None) -> list[Ability]:
    """603.11: the first card drawn each turn is revealed, and an ability linked to that."""
    shown = Ability("static", statements=(("reveals_first_draw", "you"),))
    return [shown, *_triggered((("reveals_first", "you", what),), None, made, None)]


_exert = form("you may exert ~ as it attacks . {}", maybe(form("when you do , {}", body)), make=_exerting)
_line = one_of(
    anchored(lambda tokens, at: permanent_line(tokens, at)),
    form("{} {}", _exert, END, make=lambda found, end: found),
    form(
        "reveal the first card you draw each turn . whenever you reveal {} this way , {} {}",
        some,
        body,
        END,
        make=_first_revealed,
    ),
    form("{} {}", one_of(named_activated, solving, visit), END, make=lambda found, end: found),
    form("{} {}", triggered, END, make=lambda found, end: found),
    form(
        "flashback {} . {} {}",
        mana_cost,
        flashback_cost,
        END,
        make=lambda c, less, end: [keyword_ability("flashback", c), *less],
    ),
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

permanent_line: Rule = memo(_line)
"""A line of a permanent -> list of Abilities."""
chapter_line = memo(form("{} {}", spell, END, make=lambda found, end: found))
"""What a chapter of a Saga does, which is followed like a spell's text -> list of Abilities."""
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
    words = ['"' if w == "'" else w for w in stream[at + 1 : end]]  # a quotation in it has single marks
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
