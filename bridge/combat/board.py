"""What a whole combat reads of a position: who can fight, what matters of each, and what the program for
whole combats can't carry."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from clingo import Control, Function, Symbol, SymbolType

from magistrate.bridge.positions.names import split
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session, implemented
from magistrate.bridge.records import Record
from magistrate.bridge.rules import source
from magistrate.bridge.solver import EXACT

__all__ = ["DAMAGE", "Beyond", "Board", "board", "control_with"]

READING = "combat/reading.lp"
CARRIED = "combat/carried.lp"
DEEDS = "combat/deeds.lp"
PROGRAM = (READING, CARRIED, DEEDS)
DAMAGE = "combat/damage.lp"
_INPUT = re.compile(r"#defined (\w+)/(\d+)\.")
_FOR_GROUPS = frozenset(("pt_add", "ability"))
_OF_TEXT = frozenset(
    (
        *("meaning", "kind", "trigger", "instruction", "change", "filter", "either", "states", "replaces"),
        *("condition", "target", "mode", "modes", "mode_instruction", "functions", "cost"),
    )
)
_TEXTS = frozenset(("trigger", "replaces", "states", "filter", "condition", "change"))
_FOR_DAMAGE = (
    *("fighter", "goal", "trait", "attacks", "ahead", "shift", "counts", "life", "doer", "speaker", "props"),
    *("banded", "borrowed", "rounds", "chained", "perilous"),
)
_GIVEN = (
    *_FOR_DAMAGE,
    "attacker",
    "banded",
    "chained",
    "coupled",
    "declared_before",
    "fixed_block",
    "fixed_blocked",
    "ruin",
    "tied",
    "toll",
    "turned",
    "two_steps",
)


class Beyond(NamedTuple):
    """Something that the program for whole combats can't carry: the judge's reason, and who is
    responsible."""

    why: Symbol
    source: Symbol


class Board(Record):
    """Who fights, and how.

    `traits`: all that matters of each fighter, attacked permanent and player, as the judge's terms.
    `attackers`: all of them, in the order of the terms; `attacks`: what each attacks, if it is still there.
    `coupled`: attacked permanents of which what one attacker does to them matters to the next. `two_steps`:
    there may be first-strike damage. `declared`: the declarations that were made (attacks, blocks). `ruin`:
    (player, field, sign, N): that player loses once sign times the change of the field is N or more. `fixed`:
    blocks that were declared already; `blocked`: attackers that are blocked. `kinds`: a number for each
    fighter, the same for those that fight alike and go by one name. `given`: the facts that the program about
    damage reads. `beyond`: what it can't carry. `uneven`: which blocks are legal, and how creatures fight,
    may hang on which others attack. `bands`: attackers of which each is blocked by who blocks the other.
    `chained`: what happens within a damage step matters, since life may change after damage, or deaths follow
    on others. `perilous`: somebody may lose by what blocks set off. `tied`: attackers can't be looked at
    apart. `turned`: the other side may divide damage. `tolls`: life that the attack itself brings players.
    """

    position: Position
    traits: dict[Symbol, frozenset[Symbol]]
    attackers: tuple[Symbol, ...]
    attacks: dict[Symbol, Symbol]
    coupled: frozenset[Symbol]
    two_steps: bool
    declared: frozenset[str]
    ruin: tuple[tuple[Symbol, str, int, int], ...]
    fixed: frozenset[tuple[Symbol, Symbol]]
    blocked: frozenset[Symbol]
    goals: frozenset[Symbol]
    kinds: dict[Symbol, int]
    given: tuple[Symbol, ...]
    beyond: tuple[Beyond, ...]
    uneven: bool
    bands: tuple[tuple[Symbol, Symbol], ...] = ()
    chained: bool = False
    perilous: bool = False
    tied: bool = False
    turned: bool = False
    tolls: tuple[tuple[Symbol, int], ...] = ()

    def number(self, o: Symbol, trait: str) -> int:
        """The number in a trait such as power(3); 0 without it."""
        return next((t.arguments[0].number for t in self.traits.get(o, ()) if t.match(trait, 1)), 0)

    def owner(self, o: Symbol) -> Symbol:
        """The player who controls a fighter."""
        return next(t.arguments[0] for t in self.traits[o] if t.match("by", 1))


@cache
def _inputs(*paths: str) -> tuple[tuple[str, int], ...]:
    """The predicates that program files say they read."""
    found = {(name, int(arity)) for path in paths for name, arity in _INPUT.findall(source(path))}
    return tuple(sorted(found))


def control_with(paths: Iterable[str], facts: Iterable[Symbol], *options: str) -> Control:
    """A grounded program of files of the judge and facts."""
    control = Control(["--warn=none", EXACT, *options])
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(fact)])
    for path in paths:
        control.add("base", [], source(path))
    control.ground([("base", [])])
    return control


def board(position: Position, *, supposed: Iterable[str] = ()) -> Board:
    """Read a position in combat. `supposed`: declarations in it (attacks, blocks) that weren't made, but are
    looked at for what would come of them."""
    facts = position.facts
    here = {f.arguments[0] for f in facts if f.name in ("attacking", "in_zone")}
    players = {f.arguments[0] for f in facts if f.name == "player"}
    extra = [Function("judged", [o]) for o in here] + [Function("judged_player", [p]) for p in players]
    meant = _meanings(facts)
    for o, ability in _questions((*facts, *meant)):
        extra += [Function("asked", [o, ability]), Function("questioned", [o, ability])]
    session = Session("blocks", (*facts, *meant), extra=extra)
    wanted = _inputs(*PROGRAM)
    known = {fact for fact in (*facts, *meant, *extra) if (fact.name, len(fact.arguments)) in wanted}
    for name, arity in wanted:
        known.update(session.atoms(name, arity))
    known.update(_heads((*facts, *meant)))
    known.update(Function("supposed", [Function(what)]) for what in supposed)
    control = control_with(PROGRAM, sorted(known))
    found: defaultdict[str, list[Symbol]] = defaultdict(list)
    for atom in control.symbolic_atoms:
        if atom.is_fact and atom.symbol.name in (*_GIVEN, "beyond", "uneven"):
            found[atom.symbol.name].append(atom.symbol)
    traits: defaultdict[Symbol, set[Symbol]] = defaultdict(set)
    for fact in found["trait"]:
        traits[fact.arguments[0]].add(fact.arguments[1])
    for fact in (*found["fighter"], *found["goal"]):
        traits[fact.arguments[0]].update(())
    fighters = [fact.arguments[0] for fact in found["fighter"]]
    given = [fact for name in _FOR_DAMAGE for fact in found[name]]
    given += [fact for fact in facts if fact.name in ("player", "active")]
    label = position.names.label
    alike: dict[object, int] = {}
    kinds = {
        o: alike.setdefault((frozenset(traits[o]), split(label(o))[0]), len(alike)) for o in sorted(fighters)
    }
    return Board(
        position=position,
        traits={o: frozenset(some) for o, some in traits.items()},
        attackers=tuple(sorted(f.arguments[0] for f in found["attacker"])),
        attacks={f.arguments[0]: f.arguments[1] for f in found["attacks"]},
        coupled=frozenset(f.arguments[0] for f in found["coupled"]),
        two_steps=bool(found["two_steps"]),
        declared=frozenset(f.arguments[0].name for f in found["declared_before"]),
        ruin=tuple(
            (f.arguments[0], f.arguments[1].name, f.arguments[2].number, f.arguments[3].number)
            for f in sorted(found["ruin"])
        ),
        fixed=frozenset((f.arguments[0], f.arguments[1]) for f in found["fixed_block"]),
        blocked=frozenset(f.arguments[0] for f in found["fixed_blocked"]),
        goals=frozenset(f.arguments[0] for f in found["goal"]),
        kinds=kinds,
        given=tuple(sorted(given)),
        uneven=bool(found["uneven"]),
        beyond=tuple(sorted({Beyond(*f.arguments) for f in found["beyond"]})),
        bands=tuple((f.arguments[0], f.arguments[1]) for f in sorted(found["banded"])),
        chained=bool(found["chained"]),
        perilous=bool(found["perilous"]),
        tied=bool(found["tied"]),
        turned=bool(found["turned"]),
        tolls=tuple((f.arguments[0], f.arguments[1].number) for f in sorted(found["toll"])),
    )


def _meanings(facts: Iterable[Symbol]) -> list[Symbol]:
    """The abilities that keywords in the texts on the table stand for, as facts like those of card text."""
    keywords = [fact for fact in facts if fact.name == "keyword"]
    words = {fact.arguments[1].name for fact in keywords} & implemented("meanings")
    if not words:
        return []
    shown = {Function("shown", [fact.arguments[0]]) for fact in keywords}
    control = control_with([f"meanings/{word}.lp" for word in sorted(words)], [*keywords, *sorted(shown)])
    return [
        atom.symbol
        for atom in control.symbolic_atoms
        if atom.is_fact and atom.symbol.name in _OF_TEXT and atom.symbol not in keywords
    ]


def _questions(facts: Sequence[Symbol]) -> Iterator[tuple[Symbol, Symbol]]:
    """Abilities whose filters matter, each with an object on the battlefield that may have it."""
    here = {f.arguments[0] for f in facts if f.name == "in_zone" and f.arguments[1].name == "battlefield"}
    asked = {f.arguments[0] for f in facts if f.name == "trigger"}
    asked |= {
        f.arguments[0]
        for f in facts
        if f.name == "change" and f.arguments[2].name in _FOR_GROUPS and f.arguments[3].name == "each"
    }
    if not asked:
        return
    inner: defaultdict[Symbol, set[Symbol]] = defaultdict(set)
    for f in facts:
        if f.name == "meaning":
            inner[f.arguments[0]].add(f.arguments[1])
        elif f.name == "instruction" and f.arguments[2].match("lasting", 2):
            inner[f.arguments[0]].add(f.arguments[2].arguments[1])

    def read(ability: Symbol) -> set[Symbol]:
        """An ability with those that it stands for, and the effects that these begin."""
        return {ability}.union(*(read(one) for one in inner[ability]))

    by_face: defaultdict[Symbol, set[Symbol]] = defaultdict(set)
    granted: set[Symbol] = set()
    for f in facts:
        if f.name == "ability":
            by_face[f.arguments[0]] |= read(f.arguments[1]) & asked
        elif f.name == "change" and f.arguments[4].match("grant", 1):
            granted |= read(f.arguments[4].arguments[0]) & asked
    for f in facts:
        if f.name == "face" and f.arguments[0] in here:
            for ability in sorted(by_face[f.arguments[1]] | granted):
                yield f.arguments[0], ability


def _heads(facts: Iterable[Symbol]) -> Iterator[Symbol]:
    """For every term in the texts on the table, the word that it begins with."""
    for fact in facts:
        if fact.name in _TEXTS:
            waiting = list(fact.arguments[1:])
            while waiting:
                term = waiting.pop()
                if term.type is SymbolType.Function:
                    if term.name:
                        yield Function("head", [term, Function(term.name)])
                    waiting += term.arguments
