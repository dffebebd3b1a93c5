"""Puts what is asked about on the stack, where its choices are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from clingo import Function, Number, Symbol, SymbolType

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.positions import terms
from magistrate.bridge.programs import Session, words
from magistrate.bridge.questions.index import Index, index
from magistrate.bridge.records import Record

_STACK = terms.constant("stack")


class Proposal(Record):
    """`asking`, on the stack of `facts`, is `source` as a spell, or `ability` of it. `waiting`: it was there
    before."""

    facts: frozenset[Symbol]
    index: Index
    asking: Symbol
    source: Symbol
    ability: Symbol | None
    controller: Symbol | None
    waiting: bool

    def speaks_of(self, word: str, whats: Collection[Symbol]) -> bool:
        """Whether facts about some faces, abilities and what belongs to these have a word."""
        return any(
            word in words((fact,))
            for fact in self.facts
            if fact.arguments and any(one in whats for one in _wholes(fact.arguments[0]))
        )

    @property
    def question(self) -> str:
        """The question to ask; some costs that were paid give a spell targets."""
        paid = any(row[0] == self.asking for row in self.index.of("paid", 3))
        return "targets_paid" if paid else "targets"


def propose(
    facts: frozenset[Symbol],
    what: Symbol,
    *,
    ability: int | str | None = None,
    by: Symbol | None = None,
    x: int | None = None,
    paid: Sequence[str] = (),
) -> Proposal:
    """The position in which the choices for a spell or ability are made.

    `ability` is a number among the object's activated abilities (printed order, granted ones after), then its
    triggered ones, or the first words of one's text; without it the spell is meant, or the one ability
    that has targets.
    `by` casts or activates it, else who controls it, else its owner. `paid`: optional and alternative costs.

    Raises `MagistrateError` when that doesn't name one ability.
    """
    here = index(facts)
    if here.second("in_zone", what) == _STACK:
        return _on_stack(facts, here, what, x)
    if paid:
        known = words(facts)
        if strange := [cost for cost in paid if terms.word(cost).name not in known]:
            raise MagistrateError(f"nothing here speaks of {strange[0]!r}, so that it can't be paid")
        costs = [Function("paid", [what, terms.word(k), Number(n)]) for k, n in Counter(paid).items()]
        facts, here = facts.union(costs), here.with_facts(costs)
    owner = here.second("owner", what)
    if ability is None and (paid or _aims(facts, what)):
        return _cast(facts, here, what, by or here.second("base_controller", what) or owner, x)
    offers = _offers(facts, what)
    chosen = _ability(offers, here, what, ability)
    if chosen is None:
        return _cast(facts, here, what, by or here.second("base_controller", what) or owner, x)
    controller = by or offers.controller or owner
    return _activate(facts, here, what, chosen, controller, x)


def _wholes(term: Symbol) -> Iterator[Symbol]:
    """A face, ability or filter, and what it is part of."""
    while term.type is SymbolType.Function:
        yield term
        if term.name not in ("a", "f") or not term.arguments:
            return
        term = term.arguments[0]


def named_ability(facts: frozenset[Symbol], what: Symbol, ability: int | str | None) -> Symbol:
    """The activated ability of an object that a number (printed order, granted ones after) or the first words
    of its text name; without a name the only one. Raises `MagistrateError` when that isn't one ability."""
    here, offers = index(facts), _offers(facts, what)
    texts = {row[0]: row[1].string for row in here.of("ability_text", 2)}
    if ability is not None:
        return _wanted(offers.activated, texts, ability)
    if len(offers.activated) != 1:
        listed = _listed(offers.activated, texts, offers.activated) or "none"
        raise MagistrateError(f"say which ability; there are: {listed}")
    return offers.activated[0]


class _Offers(Record):
    """What of an object may be asked about: it as a spell, its abilities, and which of them have targets."""

    castable: bool
    as_spell: bool
    abilities: tuple[Symbol, ...]
    activated: tuple[Symbol, ...]
    aiming: frozenset[Symbol]
    controller: Symbol | None


@lru_cache(maxsize=32)
def _aims(facts: frozenset[Symbol], what: Symbol) -> bool:
    """Whether it plainly has targets as a spell, which is answered without working out all effects."""
    return bool(Session("spell", facts, extra=[Function("wondering", [what])]).atoms("offers", 2))


@lru_cache(maxsize=32)
def _offers(facts: frozenset[Symbol], what: Symbol) -> _Offers:
    session = Session("abilities", facts, extra=[Function("wondering", [what])])
    offered: dict[str, list[Symbol]] = {"activated": [], "triggered": []}
    for atom in sorted(session.atoms("offers", 3)):
        offered[atom.arguments[2].name].append(atom.arguments[1])
    controllers = {atom.arguments[0]: atom.arguments[1] for atom in session.atoms("controller", 2)}
    return _Offers(
        castable=bool(session.atoms("castable", 1)),
        as_spell=bool(session.atoms("offers", 2)),
        abilities=tuple(dict.fromkeys(offered["activated"] + offered["triggered"])),
        activated=tuple(dict.fromkeys(offered["activated"])),
        aiming=frozenset(atom.arguments[0] for atom in session.atoms("aims", 1)),
        controller=controllers.get(what),
    )


def _on_stack(facts: frozenset[Symbol], here: Index, what: Symbol, x: int | None) -> Proposal:
    of = next((row for row in here.of("stack_ability", 3) if row[0] == what), None)
    controller = here.second("base_controller", what)
    kept = facts | _value_of_x(here, what, x)
    if of is None:
        return Proposal(kept, here, what, what, None, controller, True)
    return Proposal(kept, here, what, of[2], of[1], controller, True)


def _cast(
    facts: frozenset[Symbol], here: Index, what: Symbol, controller: Symbol | None, x: int | None
) -> Proposal:
    gone = {
        Function(name, [what, value])
        for name in ("in_zone", "place", "base_controller")
        if (value := here.second(name, what)) is not None
    }
    new = {Function("spell", [what])} | _put(here, what, controller) | _value_of_x(here, what, x)
    return Proposal((facts - gone) | new, here, what, what, None, controller, False)


def _activate(
    facts: frozenset[Symbol],
    here: Index,
    what: Symbol,
    ability: Symbol,
    controller: Symbol | None,
    x: int | None,
) -> Proposal:
    number = max((row[0].arguments[0].number for row in here.of("object", 1)), default=0)
    new = terms.object_(number + 1)
    more = {Function("object", [new]), Function("stack_ability", [new, ability, what])}
    if controller is not None:
        more.add(Function("owner", [new, controller]))
    more |= _put(here, new, controller) | _value_of_x(here, new, x)
    return Proposal(facts | more, here, new, what, ability, controller, False)


def _put(here: Index, what: Symbol, controller: Symbol | None) -> set[Symbol]:
    there = sum(row[1] == _STACK for row in here.of("in_zone", 2))
    new = {Function("in_zone", [what, _STACK]), Function("place", [what, Number(there + 1)])}
    if controller is not None:
        new.add(Function("base_controller", [what, controller]))
    return new


def _value_of_x(here: Index, what: Symbol, x: int | None) -> set[Symbol]:
    if x is None or here.second("x", what) is not None:
        return set()
    return {Function("x", [what, Number(x)])}


def _ability(offers: _Offers, here: Index, what: Symbol, wanted: int | str | None) -> Symbol | None:
    """The ability that is meant, None for the spell."""
    abilities = offers.abilities
    texts = {row[0]: row[1].string for row in here.of("ability_text", 2)}
    if wanted is not None:
        return _wanted(abilities, texts, wanted)
    if offers.as_spell or any(row[0] == what for row in here.of("paid", 3)):
        return None
    fitting = [ability for ability in abilities if ability in offers.aiming]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        return None if offers.castable or not abilities else abilities[0]
    raise MagistrateError(
        f"several abilities have targets; name one of them: {_listed(abilities, texts, offers.aiming)}"
    )


def _wanted(abilities: Sequence[Symbol], texts: dict[Symbol, str], wanted: int | str) -> Symbol:
    if isinstance(wanted, str) and wanted.isdigit():
        wanted = int(wanted)
    if isinstance(wanted, int):
        if 1 <= wanted <= len(abilities):
            return abilities[wanted - 1]
    else:
        key = wanted.casefold().strip()
        found = [a for a in abilities if texts.get(a, "").casefold().startswith(key)]
        if len(found) == 1:
            return found[0]
    raise MagistrateError(
        f"no ability {wanted!r} here; there are: {_listed(abilities, texts, abilities) or 'none'}"
    )


def _listed(abilities: Sequence[Symbol], texts: dict[Symbol, str], shown: Collection[Symbol]) -> str:
    return "; ".join(
        f"{number} ({texts.get(ability, 'no text')})"
        for number, ability in enumerate(abilities, 1)
        if ability in shown
    )
