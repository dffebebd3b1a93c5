"""Declarations of attackers and blockers: is one legal and why not, and which ones are.

A declaration is a set of pairs: attacker and what it attacks, or blocker and attacker. What makes one
illegal is the judge's business (asp/legality); here a grounded question is kept, and a declaration looked
up in it by assumptions.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from clingo import Control, Function, Number, Symbol
from clingo.configuration import Configuration

from magistrate.bridge.errors import BoundReached
from magistrate.bridge.programs import Session
from magistrate.bridge.records import Record
from magistrate.bridge.shapes import shape

__all__ = [
    "ATTACKS",
    "BLOCKS",
    "Broken",
    "Charge",
    "Declaration",
    "Demand",
    "Kind",
    "Pair",
    "Requirements",
    "Table",
    "Verdict",
    "charged",
    "judge",
    "table",
]

Pair = tuple[Symbol, Symbol]
"""Attacker and what it attacks, or blocker and attacker."""


class Kind(Record):
    """One of the two declarations, by the names that the judge's programs use.

    `question` is asked, `choice` is the predicate that holds the declaration, `verb` the key of a step. It is
    due at `step`, unless facts with a name in `made` tell that it was made.
    """

    question: str
    choice: str

    step: str
    made: frozenset[str]

    @property
    def verb(self) -> str:
        return self.choice

    def due(self, facts: Iterable[Symbol]) -> bool:
        """Whether a position waits for this declaration: it is at its step, and none was made there."""
        declared = False
        at_step = False
        for fact in facts:
            if fact.name == "step":
                at_step = fact.arguments[0].name == self.step
            elif fact.name in self.made:
                declared = True
            elif fact.name == "declared_step":
                declared = declared or fact.arguments[0].name == self.step
        return at_step and not declared


ATTACKS = Kind("attacks", "attack", "declare_attackers", frozenset(("attacking",)))
BLOCKS = Kind("blocks", "block", "declare_blockers", frozenset(("blocking", "blocked")))


class Declaration(Record):
    """Who attacks what, or who blocks whom; `bands` are the attacking bands declared with it, `options` what
    is chosen beside: the word, the attacker, and what else it is about."""

    pairs: frozenset[Pair] = frozenset()
    bands: tuple[frozenset[Symbol], ...] = ()
    options: frozenset[tuple[str, Symbol, Symbol]] = frozenset()


class Broken(NamedTuple):
    """A restriction that a declaration breaks: what the judge says about it, its rule, the object
    responsible."""

    why: Symbol
    rule: str
    source: Symbol


class Demand(NamedTuple):
    """A requirement."""

    what: Symbol
    rule: str
    source: Symbol


class Charge(NamedTuple):
    """What a pair of a declaration costs. `effect` is the statement that asks for it, `source` its
    object. `once`: it is paid once for the creature, however many pairs it is in."""

    pair: Pair
    cost: Symbol
    effect: Symbol
    source: Symbol | None
    once: bool = False


class Requirements(Record):
    """How many requirements there are, how many can be obeyed at once for nothing, and how many a
    declaration obeys.

    `maximum` is certain unless `bound` is greater: then the search was cut, and the maximum is one of
    `maximum` to `bound`.
    """

    possible: int
    maximum: int
    bound: int
    obeyed: int | None = None


class Verdict(Record):
    """Whether a declaration is legal.

    `broken` are the restrictions it breaks. When it obeys too few requirements, `neglected` are those that
    `witness` obeys and it doesn't, and `rule` is the rule that asks for the maximum. `legal` is None when a
    bound left it open.
    """

    legal: bool | None
    broken: tuple[Broken, ...]
    requirements: Requirements
    rule: str
    neglected: tuple[Demand, ...] = ()
    witness: frozenset[Pair] | None = None
    charges: tuple[Charge, ...] = ()


class Maximum(Record):
    """The most requirements that a free declaration obeys, the proven bound, and such a declaration."""

    value: int
    bound: int
    witness: frozenset[Pair]
    obeyed: frozenset[Symbol]


class Table(Record, frozen=False):
    """A grounded question about one kind of declaration, in which declarations are looked up.

    `pairs` maps each pair that can be declared to its literal.
    """

    kind: Kind
    control: Control
    pairs: dict[Pair, int]
    broken: list[tuple[Broken, int]]
    demands: dict[Symbol, Demand]
    obeyed: list[tuple[Symbol, int]]
    charges: dict[Pair, tuple[Charge, ...]]
    firsts: frozenset[Symbol]
    seconds: frozenset[Symbol]
    lawful: int
    costly: int | None
    rule: str
    speakers: dict[Symbol, Symbol]
    facts: frozenset[Symbol]
    extra: tuple[Symbol, ...]
    has_goal: bool = False
    _maximum: Maximum | None = None

    def look(self, declaration: frozenset[Pair]) -> tuple[list[Broken], list[Symbol]]:
        """What a declaration breaks and obeys. All its pairs must be in `pairs`."""
        assumptions = [literal if pair in declaration else -literal for pair, literal in self.pairs.items()]
        assumptions.append(-self.lawful)
        objective(self.control, "ignore")
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            model = handle.model()
            assert model is not None, "without the demand to be lawful every declaration has a model"
            return (
                [broken for broken, literal in self.broken if model.is_true(literal)],
                [what for what, literal in self.obeyed if model.is_true(literal)],
            )

    def free(self) -> list[int]:
        """Assumptions under which only lawful declarations that cost nothing are left."""
        return [self.lawful] if self.costly is None else [self.lawful, -self.costly]

    def maximum(self, time_limit: float | None = None) -> Maximum:
        """The most requirements that a lawful declaration which costs nothing obeys; kept once it is
        certain."""
        known = self._maximum
        if known is not None and known.value == known.bound:
            return known
        found = Maximum(0, 0, frozenset(), frozenset()) if not self.obeyed else self._seek(time_limit)
        self._maximum = found
        return found

    def _seek(self, time_limit: float | None) -> Maximum:
        from magistrate.bridge.questions.maximum import seek

        return seek(self, time_limit)


def objective(control: Control, mode: str) -> None:
    """Whether the control's goal is sought (`opt`) or left alone (`ignore`)."""
    configuration = control.configuration
    assert isinstance(configuration, Configuration)
    solve = configuration.solve
    assert isinstance(solve, Configuration)
    if solve.opt_mode != mode:
        solve.opt_mode = mode


def _rule(symbol: Symbol) -> str:
    """The number in `cr("509.1b")`."""
    return symbol.arguments[0].string


def build(kind: Kind, facts: frozenset[Symbol], extra: Sequence[Symbol] = (), **options: Any) -> Session:
    """Ground the question. Without `explain` in `extra` its models are the declarations that break no
    restriction."""
    return Session(kind.question, facts, extra=extra, **options)


def _pair(atom: Symbol) -> Pair:
    first, second = shape(atom).arguments
    return first, second


def pairs_of(session: Session, kind: Kind) -> dict[Pair, int]:
    """Pairs that can be declared, each with its literal, in the order of the terms."""
    found = [
        (_pair(atom.symbol), atom.literal)
        for atom in session.control.symbolic_atoms.by_signature(kind.choice, 2)
    ]
    # Comparing terms is slow: each one is put in its place once.
    rank = {symbol: place for place, symbol in enumerate(sorted({one for pair, _ in found for one in pair}))}
    return dict(sorted(found, key=lambda item: (rank[item[0][0]], rank[item[0][1]])))


WITH = "with"
"""A pair (A, with(B)) says that A is in one band with B, the least of its members."""


def bands_of(session: Session) -> dict[Pair, int]:
    """What may be said about bands, each with its literal, in the order of the terms."""
    atoms = session.control.symbolic_atoms.by_signature("banded", 2)
    found = [((a.symbol.arguments[0], Function(WITH, [a.symbol.arguments[1]])), a.literal) for a in atoms]
    return dict(sorted(found))


def qualities_of(session: Session) -> dict[Symbol, frozenset[Symbol]]:
    """What of each attacker matters to bands."""
    found: dict[Symbol, set[Symbol]] = {}
    for atom in session.atoms("band_quality", 2):
        found.setdefault(atom.arguments[0], set()).add(atom.arguments[1])
    return {one: frozenset(some) for one, some in found.items()}


def parted(chosen: Iterable[Pair]) -> tuple[frozenset[Pair], frozenset[frozenset[Symbol]]]:
    """What is chosen as pairs and bands."""
    pairs: list[Pair] = []
    bands: dict[Symbol, set[Symbol]] = {}
    for first, second in chosen:
        if second.name == WITH:
            leader = second.arguments[0]
            bands.setdefault(leader, {leader}).add(first)
        else:
            pairs.append((first, second))
    return frozenset(pairs), frozenset(map(frozenset, bands.values()))


def charges_of(session: Session, kind: Kind) -> dict[Pair, tuple[Charge, ...]]:
    """What pairs cost, for those that cost something."""
    sources = {atom.arguments[0]: atom.arguments[1] for atom in session.atoms("source", 2)}
    once = {atom.arguments[0] for atom in session.atoms("charged_once", 1)}
    out: dict[Pair, list[Charge]] = {}
    for atom in session.atoms(f"charged_{kind.choice}", 4):
        first, second, cost, effect = atom.arguments
        charge = Charge((first, second), cost, effect, sources.get(effect), effect in once)
        out.setdefault((first, second), []).append(charge)
    return {pair: tuple(sorted(found, key=lambda charge: charge.effect)) for pair, found in out.items()}


def charged(charges: Mapping[Pair, Sequence[Charge]], pairs: Iterable[Pair]) -> tuple[Charge, ...]:
    """What a declaration of some pairs costs (508.1h, 509.1d), in the order of the pairs."""
    out: list[Charge] = []
    paid: set[tuple[Symbol, Symbol]] = set()
    for pair in sorted(pairs):
        for charge in charges.get(pair, ()):
            key = (pair[0], charge.effect)
            if charge.once and key in paid:
                continue
            paid.add(key)
            out.append(charge)
    return tuple(out)


def demands_of(session: Session) -> dict[Symbol, Demand]:
    """All requirements."""
    found = (atom.arguments for atom in session.atoms("requirement", 3))
    return {what: Demand(what, _rule(rule), source) for what, rule, source in found}


def _ground(kind: Kind, facts: frozenset[Symbol], extra: tuple[Symbol, ...]) -> Table:
    session = build(kind, facts, [*extra, Function("explain")])
    atoms = session.control.symbolic_atoms
    demands = demands_of(session)
    could = [_pair(atom) for atom in session.atoms(f"could_{kind.choice}", 2)]
    broken = []
    for atom in atoms.by_signature("violation", 3):
        why, rule, source = atom.symbol.arguments
        broken.append((Broken(why, _rule(rule), source), atom.literal))
    lawful = atoms[Function("lawful")]
    costly = atoms[Function("costly")]
    assert lawful is not None
    return Table(
        kind=kind,
        control=session.control,
        pairs=pairs_of(session, kind),
        broken=sorted(broken),
        demands=demands,
        obeyed=sorted((atom.symbol.arguments[0], atom.literal) for atom in atoms.by_signature("obeyed", 1)),
        charges=charges_of(session, kind),
        firsts=frozenset(first for first, _ in could),
        seconds=frozenset(second for _, second in could),
        lawful=lawful.literal,
        costly=None if costly is None else costly.literal,
        rule=_rule(session.atoms("at_maximum", 1)[0].arguments[0]),
        speakers={a.arguments[0]: a.arguments[1] for a in session.atoms("speaker", 2)},
        facts=facts,
        extra=extra,
    )


_KEPT: OrderedDict[tuple[str, frozenset[Symbol], tuple[Symbol, ...]], Table] = OrderedDict()
_MOST_KEPT = 16


def table(kind: Kind, facts: frozenset[Symbol], extra: Iterable[Symbol] = ()) -> Table:
    """The grounded question, from the few that are kept if it is among them."""
    key = (kind.question, facts, tuple(sorted(extra)))
    found = _KEPT.get(key)
    if found is None:
        found = _ground(kind, facts, key[2])
        _KEPT[key] = found
        while len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    else:
        _KEPT.move_to_end(key)
    return found


def by(player: Symbol | None) -> tuple[Symbol, ...]:
    """What a question says when only this player declares."""
    return () if player is None else (Function("by", [player]),)


def _table_with(plain: Table, declaration: Declaration) -> Table:
    """A table that has all pairs of a declaration, even those that the judge bars, and its bands."""
    kind = plain.kind
    if not declaration.bands and declaration.pairs <= plain.pairs.keys():
        return plain
    extra = list(plain.extra)
    extra += [
        Function("declared", [Function(kind.choice, list(pair))])
        for pair in declaration.pairs
        if pair not in plain.pairs
    ]
    extra += [
        Function("declared_band", [Number(number), member])
        for number, band in enumerate(declaration.bands, 1)
        for member in band
    ]
    return table(kind, plain.facts, extra)


def judge(
    kind: Kind,
    facts: frozenset[Symbol],
    declaration: Declaration,
    *,
    player: Symbol | None = None,
    time_limit: float | None = None,
) -> Verdict:
    """Whether a declaration is legal, with every reason against it, requirement figures, and what it costs.

    `player`: only this player declares; without it blocks are those of all defending players together.
    `time_limit`: seconds for the search for the maximum of requirements; what it leaves open is None in the
    verdict.
    """
    plain = table(kind, facts, by(player))
    asked = _table_with(plain, declaration)
    broken, obeyed = asked.look(declaration.pairs)
    charges = charged(asked.charges, declaration.pairs)
    possible = len(plain.demands)
    most = plain.maximum(time_limit)
    requirements = Requirements(possible, most.value, most.bound, len(obeyed))
    verdict = Verdict(not broken, tuple(broken), requirements, asked.rule, charges=charges)
    if len(obeyed) < most.value:
        neglected = tuple(
            asked.demands[what] for what in sorted(most.obeyed - frozenset(obeyed)) if what in asked.demands
        )
        return Verdict(
            False, verdict.broken, requirements, asked.rule, neglected, most.witness, verdict.charges
        )
    if not broken and len(obeyed) < most.bound:
        return Verdict(None, (), requirements, asked.rule, charges=charges)
    return verdict


def certain(verdict: Verdict) -> Verdict:
    """The verdict, if no bound cut it. Raises BoundReached otherwise."""
    if verdict.legal is None:
        found = verdict.requirements
        raise BoundReached(
            f"the declaration obeys {found.obeyed} requirements, and {found.maximum} to {found.bound}"
            " can be obeyed: the search was cut. Give it more time with --time-limit"
        )
    return verdict


def grouped(kind: Kind, pairs: Iterable[Pair]) -> Mapping[Symbol, tuple[Symbol, ...]]:
    """Pairs by their first member, both in the order of the terms."""
    out: dict[Symbol, list[Symbol]] = {}
    for first, second in sorted(pairs):
        out.setdefault(first, []).append(second)
    return {first: tuple(second) for first, second in out.items()}
