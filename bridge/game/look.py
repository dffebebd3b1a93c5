"""One look of the judge at a position: what is due, what happens, what must be decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from clingo import Symbol

from magistrate.bridge.game.aims import aimable
from magistrate.bridge.game.texts import in_sight
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, implemented, mentioned
from magistrate.bridge.records import replace
from magistrate.bridge.shapes import shape

__all__ = ["Decision", "Look", "apply", "changed", "look"]


class Decision(NamedTuple):
    """What a player must decide.

    `key` says what for, `kind` what an answer looks like (vocabulary.lp, section 6), `options` what may be
    chosen, sorted.
    """

    player: Symbol
    key: Symbol
    kind: Symbol
    options: tuple[Symbol, ...]


class Look(NamedTuple):
    """What the judge says. `happens`: events; `reasons`: the rule that some of them rest on; `consults`:
    further questions that it wants answered; `violations`: what speaks against the answers given;
    `following`: the decision that comes once this has been carried out, where that is certain; `supposes`:
    for a further question, the facts that there are besides and those that aren't there in the position that
    it is asked about."""

    due: str
    happens: tuple[Symbol, ...]
    decisions: tuple[Decision, ...]
    consults: tuple[Symbol, ...]
    initiates: frozenset[Symbol]
    terminates: frozenset[Symbol]
    forgets: frozenset[Symbol]
    reasons: dict[Symbol, str]
    violations: tuple[Symbol, ...] = ()
    following: Decision | None = None
    unmodelled: tuple[Symbol, ...] = ()
    supposes: Mapping[Symbol, tuple[frozenset[Symbol], frozenset[Symbol]]] = MappingProxyType({})


def look(facts: frozenset[Symbol], given: Iterable[Symbol] = ()) -> Look:
    """Ask the judge what is due in a position; `given` is what a player does now."""
    given = tuple(given)
    session = Session("passing", (fact for fact in facts if shape(fact).name in _simple()), extra=given)
    if session.atoms("needs_table", 0):
        sight = in_sight(facts)
        session = Session("game", sight, extra=(*given, *aimable(facts, sight)))
    options: dict[Symbol, list[Symbol]] = {}
    for atom in session.atoms("option", 2):
        options.setdefault(atom.arguments[0], []).append(atom.arguments[1])
    ranks = {atom.arguments[0]: atom.arguments[1].number for atom in session.atoms("apnap", 2)}

    def read(name: str) -> list[Decision]:
        found = (atom.arguments for atom in session.settled(name, 3))
        made = (Decision(p, key, kind, tuple(sorted(options.get(key, ())))) for p, key, kind in found)
        return sorted(made, key=lambda one: (ranks.get(one.player, 0), one.key))

    decisions, following = read("decision"), read("follows")
    due = session.atoms("due", 1)
    return Look(
        due=due[0].arguments[0].name if due else "",
        happens=_in_order(session),
        decisions=tuple(decisions),
        consults=tuple(sorted(session.atoms("consults", 2))),
        initiates=_first(session, "initiates"),
        terminates=_first(session, "terminates"),
        forgets=_first(session, "forgets"),
        following=following[0] if following else None,
        violations=tuple(sorted(session.atoms("violation", 3))),
        unmodelled=_unmodelled(session),
        supposes=_supposed(session),
        reasons={a.arguments[0]: a.arguments[1].arguments[0].string for a in session.atoms("because", 2)},
    )


def _unmodelled(session: Session) -> tuple[Symbol, ...]:
    """The instructions carried out now, or parts of them, that the judge doesn't know."""
    words = implemented("effects")
    unknown = {atom.arguments[1] for atom in session.atoms("now", 2) if atom.arguments[1].name not in words}
    return tuple(sorted(unknown | {atom.arguments[1] for atom in session.atoms("unmodelled_now", 2)}))


def _supposed(session: Session) -> dict[Symbol, tuple[frozenset[Symbol], frozenset[Symbol]]]:
    found: dict[Symbol, tuple[set[Symbol], set[Symbol]]] = {}
    for place, name in enumerate(("supposes", "unsupposes")):
        for atom in session.atoms(name, 2):
            found.setdefault(atom.arguments[0], (set(), set()))[place].add(atom.arguments[1])
    return {what: (frozenset(there), frozenset(gone)) for what, (there, gone) in found.items()}


@cache
def _simple() -> frozenset[str]:
    """The predicates that the question of passing mentions."""
    return mentioned("passing")


def _in_order(session: Session) -> tuple[Symbol, ...]:
    """The events of one moment, in the order in which people tell them, as often as they happen."""
    opening, closing = _first(session, "opening"), _first(session, "closing")
    found = _first(session, "happens") | _first(session, "noted")
    times = {atom.arguments[0]: atom.arguments[1].number for atom in session.settled("told_times", 2)}
    told = sorted(found, key=lambda one: (one not in opening, one in closing, one))
    return tuple(one for one in told for _ in range(times.get(one, 1)))


def _first(session: Session, name: str) -> frozenset[Symbol]:
    return frozenset(atom.arguments[0] for atom in session.settled(name, 1))


def apply(facts: frozenset[Symbol], seen: Look) -> frozenset[Symbol]:
    """The facts after what happens: what ends, and all about what is forgotten, goes; what begins comes."""
    return _without(facts - seen.terminates, seen.forgets) | seen.initiates


def _without(facts: frozenset[Symbol], forgotten: frozenset[Symbol]) -> frozenset[Symbol]:
    """The facts that are not about something forgotten."""
    if not forgotten:
        return facts
    lost = {one._rep for one in forgotten}  # comparing terms by clingo's numbers is faster
    return frozenset(f for f in facts if not ((told := shape(f).arguments) and told[0]._rep in lost))


def changed(position: Position, session: Session) -> Position:
    """The position after what a grounded question initiates, terminates and forgets."""
    kept = _without(position.facts - _first(session, "terminates"), _first(session, "forgets"))
    return replace(position, facts=kept | _first(session, "initiates"), known_names=None)
