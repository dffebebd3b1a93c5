"""Paying: what a proposed spell, ability or special action costs, and the ways to pay for it.

The judge's question "proposal" works out the cost and everything against the move, and has one model for each
way to pay. An automatic payment is the best of them as the judge ranks them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from clingo import Function, Model, Number, Symbol, SymbolType

from magistrate.bridge.errors import BoundReached, MagistrateError
from magistrate.bridge.explain.costs import cost_text
from magistrate.bridge.explain.filters import nouns
from magistrate.bridge.explain.moves import MOVE
from magistrate.bridge.explain.speech import Speech
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.look import Decision, changed
from magistrate.bridge.oracle import mana
from magistrate.bridge.positions import terms
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.wording import under_another_name
from magistrate.bridge.programs import Session, mentioned
from magistrate.bridge.questions.index import index
from magistrate.bridge.questions.target_types import Reason
from magistrate.bridge.records import Record, replace
from magistrate.bridge.shapes import shape

__all__ = ["Bill", "Detour", "Pay", "Payment", "begin", "explained", "settle", "variable", "wished"]

NOBODY = Function("nobody")
"""Who decides what is left to chance."""


class Pay(Record):
    """What a player says about a payment; whatever isn't said is chosen automatically.

    `objects`: the word of a cost (`sacrifice`, `tap`, `exile`, `discard` ...) with the objects for it, `tap`
    also for sources of mana and helpers. `mana` such as "{G}{G}" is all the mana that is spent, `life` all
    the life that is paid.
    """

    objects: tuple[tuple[str, tuple[Symbol, ...]], ...] = ()
    mana: str | None = None
    life: int | None = None


class Payment(Record):
    """One way to pay, as the judge's facts for the look in which it is paid. `before` are mana abilities that
    are activated by themselves first: each with its source and with what is chosen as it resolves."""

    facts: tuple[Symbol, ...]
    before: tuple[tuple[Symbol, Symbol, tuple[tuple[Symbol, Symbol], ...]], ...] = ()

    def objects(self) -> dict[Symbol, tuple[Symbol, ...]]:
        """The objects taken for each cost that takes some, by the cost's key."""
        found: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        for fact in self.facts:
            if fact.name == "pays":
                found[fact.arguments[0]].append(fact.arguments[1])
        return {key: tuple(sorted(objects)) for key, objects in found.items()}

    def spends(self) -> dict[str, int]:
        """The mana spent, by kind."""
        return {str(f.arguments[0]): f.arguments[1].number for f in self.facts if f.name == "spends"}


class Detour(Record):
    """A mana ability is activated while something is being paid for: the position in which that happens, and
    what the next look is told. The payment comes again after it."""

    position: Position
    given: tuple[Symbol, ...]


class Open(Record):
    """A cost for which objects have to be chosen: so many of those."""

    key: Symbol
    cost: Symbol
    least: int
    most: int | None
    objects: tuple[Symbol, ...]


class Bill:
    """A proposal with its cost worked out. `reasons` speak against it; `open_x`: X isn't announced yet;
    `aims`: it has modes or targets; `others_aim`: others choose some of these afterwards;
    `rests_on_targets`: the cost may hang on which they are; `by_chance`: the costs for which nobody decides
    what is taken; `asks`: what must be decided first."""

    def __init__(self, position: Position, x: Symbol, extra: Sequence[Symbol] = ()) -> None:
        self.position = position
        self.x = x
        self._decoded: list[tuple[Symbol, int]] | None = None
        told = [Function("proposing", [x]), *extra]
        self.session = Session("proposal", position.facts, extra=told)
        self.aims = bool(self.session.atoms("chooses_targets", 0))
        self.others_aim = bool(self.session.atoms("others_aim_beside", 0))
        self.rests_on_targets = bool(self.session.atoms("rests_on_targets", 0))
        self.open_x = bool(self.session.atoms("open_x", 1))
        self.branches = sorted(a.arguments[1] for a in self.session.atoms("open_branch", 2))
        self.by_chance = {a.arguments[0] for a in self.session.atoms("by_chance", 1)}
        self.asks = self._asks()
        self.pieces = sorted((a.arguments[0], a.arguments[1]) for a in self.session.atoms("piece", 3))
        self.named = _named(position, x)
        if self.named:
            self._limit()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason against the proposal, apart from mana that isn't there."""
        return explained(self.position, self.session.atoms("violation", 3))

    def _asks(self) -> list[Decision]:
        among: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        for atom in self.session.atoms("asks_among", 2):
            among[atom.arguments[0]].append(atom.arguments[1])
        asked = sorted(atom.arguments for atom in self.session.atoms("asks", 3))
        return [Decision(by, key, kind, tuple(sorted(among[key]))) for by, key, kind in asked]

    def fallback(self, name: str) -> list[Symbol]:
        """The judge's violations that stand for what only a search shows."""
        return [Function("violation", atom.arguments[1:]) for atom in self.session.atoms("fallback", 4)
                if atom.arguments[0].name == name]  # fmt: skip

    def price(self) -> str:
        """The whole cost in words: "{2}{R}, sacrifice 1 creature"."""
        symbols = sorted((a.arguments[1] for a in self.session.atoms("needs", 2)), key=_printed)
        generic = sum(a.arguments[0].number for a in self.session.atoms("needs_generic", 1))
        symbols = [Function("generic", [Number(generic)])] * bool(generic) + symbols
        if self.open_x:
            symbols = [a.arguments[2] for a in self.session.atoms("open_symbol", 3)] + symbols
        either = [a.arguments[1] for a in self.session.atoms("open_cost", 2)]
        told = [cost_text(cost, self._say) for cost in (*sorted(either), *(cost for _, cost in self.pieces))]
        if symbols or not told:
            told.insert(0, "".join(cost_text(Function("mana", [_pair(s)])) for s in symbols) or "{0}")
        return ", ".join(told)

    def _say(self, term: Symbol) -> str | None:
        """A filter inside a cost, in words."""
        if not term.match("f", 2):
            return None
        here = index(self.position.facts)
        labels = self.position.names.label
        return nouns(term, Speech.of(here.of("filter", 3), here.of("either", 2), (), labels))

    def open(self) -> list[Open]:
        """The costs for which there is more than one choice of objects."""
        eligible: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        for atom in self.session.atoms("eligible", 2):
            eligible[atom.arguments[0]].append(atom.arguments[1])
        least = {a.arguments[0]: a.arguments[1].number for a in self.session.atoms("fewest", 2)}
        most = {a.arguments[0]: a.arguments[1].number for a in self.session.atoms("most_of", 2)}
        out = []
        for key, cost in self.pieces:
            found = sorted(eligible[key])
            if key in least and len(found) > least[key]:
                out.append(Open(key, cost, least[key], most.get(key), tuple(found)))
        return out

    def best(self, fixed: Mapping[Symbol, Iterable[Symbol]] | None = None) -> Payment | None:
        """The best way to pay, None where there is none. `fixed`: the objects chosen for some costs."""
        found = list(self._solve(fixed or {}, best=True))
        return found[-1] if found else None

    def ways(self, limit: int = 0) -> Iterator[Payment]:
        """All ways to pay (the first `limit` of them unless 0)."""
        return islice(self._solve({}, best=False), limit or None)

    def takeable(
        self, one: Open, fixed: Mapping[Symbol, Iterable[Symbol]]
    ) -> tuple[tuple[Symbol, ...], bool]:
        """The objects that some way to pay takes for a cost, and whether every way takes all. `fixed`:
        those chosen for other costs."""
        control = self.session.control
        config: Any = control.configuration.solve
        config.models, config.opt_mode = 1, "ignore"
        assumed = self._assumed(fixed)
        atoms = {o: Function("take", [one.key, o]) for o in one.objects}
        found: set[Symbol] = set()

        def way(atom: Symbol, true: bool) -> set[Symbol] | None:
            if assumed is None:
                return None
            with control.solve(assumptions=[*assumed, (atom, true)], yield_=True) as handle:
                model = handle.model()
                return None if model is None else {o for o, take in atoms.items() if model.contains(take)}

        for o, atom in atoms.items():
            if o not in found:
                found |= way(atom, True) or set()
        left = tuple(o for o in one.objects if o in found)
        return left, all(way(atoms[o], False) is None for o in left)

    def asked_in_all(self, one: Open, fixed: Mapping[Symbol, Iterable[Symbol]]) -> int:
        """How many objects a cost takes at least, where it is asked for several times all of them."""
        what = (one.cost, one.objects)
        same = (other for other in self.open() if (other.cost, other.objects) == what)
        return sum(other.least for other in same if other.key not in fixed)

    def wants(self, one: Open) -> bool:
        """Whether the player named objects that may be meant for a cost."""
        return any(objects & set(one.objects) for objects in self.named.values())

    def _limit(self) -> None:
        """Costs for which the player named objects take no others."""
        named = self.named
        words = {key: cost.name for key, cost in self.pieces}
        with self.session.control.backend() as backend:
            for atom in self.session.control.symbolic_atoms.by_signature("take", 2):
                key, o = atom.symbol.arguments
                if words.get(key) in named and o not in named[words[key]]:
                    backend.add_rule([], [atom.literal])

    def sources(self, limit: int) -> list[tuple[Symbol, ...]]:
        """The different choices of what gives the mana, of which none could do with less; of sources that are
        alike the first. Raises `BoundReached` where there are more than `limit` ways to pay."""
        found: set[frozenset[Symbol]] = set()
        for many, payment in enumerate(self._solve({}, best=False, tidy=True)):
            if many == limit:
                raise BoundReached(f"there are more than {limit} ways to pay {self.price()}")
            found.add(frozenset(f.arguments[0] for f in payment.facts if f.name == "uses_mana"))
        return sorted(tuple(sorted(some)) for some in found if not any(other < some for other in found))

    def _solve(
        self, fixed: Mapping[Symbol, Iterable[Symbol]], *, best: bool, tidy: bool | None = None
    ) -> Iterator[Payment]:
        control = self.session.control
        config: Any = control.configuration.solve
        config.models = 0
        config.opt_mode = "opt" if best else "ignore"
        assumed = self._assumed(fixed)
        if assumed is None:
            return
        assumed = [*assumed, (Function("tidy"), best if tidy is None else tidy)]
        with control.solve(assumptions=assumed, yield_=True) as handle:
            for model in handle:
                yield self._payment(model)

    def _assumed(self, fixed: Mapping[Symbol, Iterable[Symbol]]) -> list[tuple[Symbol, bool]] | None:
        """What is taken where these objects are chosen for some costs; None where they can't be."""
        wanted = {(key, o) for key, objects in fixed.items() for o in objects}
        assumed = [
            (atom, (atom.arguments[0], atom.arguments[1]) in wanted)
            for atom in self.session.atoms("take", 2)
            if atom.arguments[0] in fixed
        ]
        return assumed if sum(true for _, true in assumed) == len(wanted) else None

    def _payment(self, model: Model) -> Payment:
        facts: list[Symbol] = [Function("paying", [self.x])]
        numbers = {a.arguments[0]: a.arguments[1] for a in self.session.atoms("numbered", 2)}
        for key, cost in self.pieces:
            facts.append(Function("owes", [key, cost]))
            if key in numbers:
                facts.append(Function("owes_number", [key, numbers[key]]))
        alone = {atom.arguments[0] for atom in self.session.atoms("complex", 1)}
        before: dict[Symbol, list[tuple[Symbol, Symbol]]] = {}
        for symbol, literal in self._told():
            if not model.is_true(literal):
                continue
            if symbol.name == "use" and symbol.arguments[0] in alone:
                before.setdefault(symbol.arguments[0], [])
            elif symbol.name == "pick" and symbol.arguments[0] in alone:
                before.setdefault(symbol.arguments[0], []).append((symbol.arguments[1], symbol.arguments[2]))
            facts += _carried(symbol)
        steps = (
            (source.arguments[0], source.arguments[1], tuple(sorted(picks)))
            for source, picks in sorted(before.items())
        )
        return Payment(tuple(sorted(set(facts))), tuple(steps))

    def _told(self) -> list[tuple[Symbol, int]]:
        """The atoms that make up a payment, with their literals."""
        if self._decoded is None:
            atoms = self.session.control.symbolic_atoms
            self._decoded = [
                (atom.symbol, atom.literal)
                for name, arity in _CARRIED
                for atom in atoms.by_signature(name, arity)
            ]
        return self._decoded


_CARRIED = (
    ("take", 2),
    ("spent", 2),
    ("made", 3),
    ("by_life", 1),
    ("use", 1),
    ("spends_object", 3),
    ("pick", 3),
)


_ORDER = ("snow", "white", "blue", "black", "red", "green", "colorless")


def _printed(symbol: Symbol) -> tuple[int, str]:
    """Symbols in the order in which cards print them; those of two kinds first."""
    return (_ORDER.index(symbol.name) if symbol.name in _ORDER else -1, str(symbol))


def _pair(symbol: Symbol) -> Symbol:
    return Function("", [symbol, Function("", [])])


def settle(position: Position, x: Symbol, asked: Bill | None = None) -> list[Symbol] | Decision | Detour:
    """How X is paid for: what the look is told in which that happens, or the choice of objects that is left
    to the player. Mana is chosen automatically. Raises `IllegalMove` where there is no way to pay."""
    against: list[Reason] = []
    for extra in _branches(asked or Bill(position, x), x):
        found = asked if asked is not None and not extra else Bill(position, x, extra)
        if found.branches:
            continue
        asked = found
        against = list(found.reasons)
        if against:
            continue
        fixed = {key.arguments[1]: objects for key, objects in _answers(position, x).items()}
        for one in found.open():
            by_chance = one.key in found.by_chance
            if one.key not in fixed and (by_chance or not found.wants(one)) and not _alike(position, one):
                objects, all_of_them = found.takeable(one, fixed)
                if not all_of_them and len(objects) > found.asked_in_all(one, fixed):
                    return _decision(position, x, replace(one, objects=objects), by_chance)
        if found.asks:
            return found.asks[0]
        payment = found.best(fixed)
        if payment is not None and payment.before:
            return _detour(position, x, payment)
        if payment is not None:
            return list(payment.facts)
    raise IllegalMove(against or explained(position, asked.fallback("not_enough") if asked else ()))


_MOST_X = 1000


def variable(position: Position, x: Symbol, by: Symbol) -> Decision:
    """The decision about X: from 0 to as much as can be paid. Raises `IllegalMove` where even 0 can't."""

    def payable(value: int) -> bool:
        try:
            settle(position.changed(initiated=[Function("x", [x, Number(value)])]), x)
        except IllegalMove:
            return False
        return True

    if not payable(0) and not payable(1):
        settle(position.changed(initiated=[Function("x", [x, Number(0)])]), x)
    least, more = 1, 2
    while payable(more) and more < _MOST_X:
        least, more = more, 2 * more
    while more - least > 1:
        middle = (least + more) // 2
        least, more = (middle, more) if payable(middle) else (least, middle)
    most = least if least > 1 or payable(1) else 0
    return Decision(by, Function("x", [x]), Function("number", [Number(0), Number(most)]), ())


def begin(position: Position, told: Iterable[Symbol]) -> tuple[Position, Symbol]:
    """The position in which the choices of a move are made, and what stands for it there."""
    names = mentioned("begin")
    session = Session("begin", (fact for fact in position.facts if shape(fact).name in names), extra=told)
    begun = changed(position, session)
    for atom in session.atoms("retold", 2):
        begun = begun.changed(initiated=under_another_name(begun.facts, *atom.arguments))
    return begun, session.atoms("proposes", 1)[0].arguments[0]


def _detour(position: Position, x: Symbol, payment: Payment) -> Detour:
    """The first of the mana abilities that are activated by themselves."""
    source, ability, picks = payment.before[0]
    used = [Function("wishes", row) for row in position.about("wishes", 2) if source in row[1].arguments]
    position = position.changed(terminated=used)
    payer = next(row[1] for row in position.about("base_controller", 2) if row[0] == x)
    made = Function("activate", [payer, source, ability])
    begun, new = begin(position, [Function("moving", [made])])
    told: list[Symbol] = []
    for place, option in picks:
        if place.type is SymbolType.Number or place.arguments[0].type is SymbolType.Number:
            first = Number(1)
            at = first if place.type is SymbolType.Number else Function("", [first, place.arguments[1]])
            key = Function("mana", [new, at])
            told += [Function("answered", [key, value]) for value in (option, Function("done"))]
    begun = begun.changed(initiated=told)
    paid = settle(begun, new)
    return Detour(begun, tuple(paid) if isinstance(paid, list) else ())


def _branches(asked: Bill, x: Symbol) -> Iterator[tuple[Symbol, ...]]:
    """Each way to choose between costs of which one is paid, first halves first."""
    yield ()
    keys = asked.branches
    for halves in product((1, 2), repeat=len(keys)) if keys else ():
        yield tuple(
            Function("branch", [x, key, Number(half)]) for key, half in zip(keys, halves, strict=True)
        )


def _answers(position: Position, x: Symbol) -> dict[Symbol, list[Symbol]]:
    """The objects that were chosen for costs of X."""
    found: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for key, value in position.about("answered", 2):
        if key.match("cost", 2) and key.arguments[0] == x:
            found[key] += [] if value == Function("done") else [value]
    return found


def _alike(position: Position, one: Open) -> bool:
    return one.most == one.least and position.names.interchangeable(one.objects)


def _decision(position: Position, x: Symbol, one: Open, by_chance: bool) -> Decision:
    most = len(one.objects) if one.most is None else one.most
    kind = Function("some", [Number(one.least), Number(most)])
    payer = next(row[1] for row in position.about("base_controller", 2) if row[0] == x)
    if by_chance:
        payer = NOBODY
    return Decision(payer, Function("cost", [x, one.key]), kind, one.objects)


def explained(position: Position, violations: Iterable[Symbol]) -> tuple[Reason, ...]:
    """The judge's violations as reasons in English, sorted."""
    violations = sorted(set(violations))
    if not violations:
        return ()
    here = index(position.facts)
    speech = Speech.of(
        here.of("filter", 3), here.of("either", 2), here.of("ability_text", 2), position.names.label
    )
    out = []
    for atom in violations:
        term, rule, source = atom.arguments
        subject = next((a for a in term.arguments if terms.is_object(a) or terms.is_player(a)), None)
        responsible = source if terms.is_object(source) or terms.is_player(source) else None
        text = MOVE.explain(term, speech)
        out.append(Reason(term.name, rule.arguments[0].string, subject, responsible, text, term))
    return tuple(out)


_SAME = {"take": "pays", "spent": "spends", "use": "uses_mana", "made": "produces", "by_life": "by_life"}


def _carried(atom: Symbol) -> Iterator[Symbol]:
    """What an atom of a model tells the look in which it is paid."""
    match atom.name:
        case "take" | "spent" | "made" | "by_life":
            yield Function(_SAME[atom.name], atom.arguments)
        case "use":
            yield Function("uses_mana", atom.arguments[0].arguments)
        case "spends_object":
            o, use, way = atom.arguments
            if str(way) == "g" or way.match("s", 1):
                yield Function("stood", [o, use])


def wished(x: Symbol, wishes: Pay) -> Iterator[Symbol]:
    """What the player said about how X is paid for, as facts that hold until then. Raises `MagistrateError`
    for mana without a colour."""
    for word, objects in wishes.objects:
        for o in objects:
            yield _wish(x, "object", Function(word), o)
    if wishes.life is not None:
        yield _wish(x, "life", Number(wishes.life))
    if wishes.mana is not None:
        wanted = mana.parse(wishes.mana)
        if wanted is None:
            raise MagistrateError(f"expected mana symbols, found {wishes.mana!r}")
        counts = Counter(str(symbol) for symbol in wanted if isinstance(symbol, str))
        if sum(counts.values()) < len(wanted):
            raise MagistrateError(f"expected colours of mana, found {wishes.mana!r}")
        for kind in _KINDS:
            yield _wish(x, "mana", Function(kind), Number(counts[kind]))


def _wish(x: Symbol, sort: str, *what: Symbol) -> Symbol:
    return Function("wishes", [x, Function(sort, what)])


def _named(position: Position, x: Symbol) -> dict[str, set[Symbol]]:
    """The words of costs for which the player named objects, with those."""
    found: defaultdict[str, set[Symbol]] = defaultdict(set)
    for of, what in position.about("wishes", 2):
        if of == x and what.match("object", 2):
            found[what.arguments[0].name].add(what.arguments[1])
    return dict(found)


_KINDS = ("white", "blue", "black", "red", "green", "colorless")
