"""All legal declarations of a position: how many, and which, equal ones folded or not."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from clingo import Function, Number, Symbol

from magistrate.bridge.engines.observer import GroundObserver, GroundProgram
from magistrate.bridge.questions import declarations as asked
from magistrate.bridge.questions.components import Part, pruned, split, whole
from magistrate.bridge.questions.declarations import Charge, Kind, Pair, Requirements
from magistrate.bridge.questions.folding import Folding, Structure
from magistrate.bridge.questions.maximum import seek_in
from magistrate.bridge.records import Record

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["Declared", "Listing", "legal_declarations"]

T = TypeVar("T")


class Declared(NamedTuple):
    """A legal declaration, how many it stands for, and what it costs."""

    pairs: frozenset[Pair]
    multiplicity: int = 1
    charges: tuple[Charge, ...] = ()
    bands: frozenset[frozenset[Symbol]] = frozenset()


class Listing(Record, frozen=False, aside=("_parts", "_folding")):
    """The legal declarations of one kind, worked out when they are asked for.

    `pairs` can be declared, each with its literal in `program`. Every declaration obeys at least
    `requirements.maximum`. When the time limit cut the search for that number, `complete` is false and what
    is listed may hold illegal ones. Where there may be bands, `without_bands` lists the attacks alone, and
    `qualities` says what of each attacker matters to bands.
    """

    kind: Kind
    requirements: Requirements
    pairs: dict[Pair, int]
    charges: dict[Pair, tuple[Charge, ...]]
    program: GroundProgram
    time_limit: float | None = None
    complete: bool = True
    without_bands: Listing | None = None
    qualities: Mapping[Symbol, Hashable] = {}
    at_least: int = 0
    stopped: bool = False
    _parts: list[Part] | None = None
    _folding: Folding | None = None

    def count(
        self, executor: Executor | None = None, progress: Callable[[str, int, int], None] | None = None
    ) -> int | None:
        """The exact number of legal declarations, unfolded; None, and no longer complete, when time ran out
        or a person stopped it, which `stopped` tells: then there are `at_least` so many. `executor`: where
        parts of it are counted; None for here. `progress` is told how far that is."""
        from magistrate.bridge.questions.counting import count

        found = count(self.parts(), self.time_limit, executor, progress)
        self.complete = self.complete and found.complete
        self.at_least, self.stopped = found.value, found.stopped
        return found.value if found.complete else None

    @property
    def banded(self) -> bool:
        """Whether some of what can be declared are bands."""
        return any(second.name == asked.WITH for _, second in self.pairs)

    def parts(self) -> list[Part]:
        """Parts of the declaration that don't depend on each other."""
        if self._parts is None:
            self._parts = split(self.program, self.pairs)
        return self._parts

    def unfolded(self, limit: int = 0) -> Iterator[Declared]:
        """Every legal declaration once; `limit` 0 for all."""
        for chosen in self._unfolded(limit):
            yield self._declared(chosen, 1)

    def _unfolded(self, limit: int) -> Iterator[frozenset[Pair]]:
        parts = self.parts()
        if len(parts) == 1:
            for model in parts[0].models(limit):
                yield frozenset(parts[0].pairs[number] for number in model)
            return
        pieces = self.choices(lambda pairs: pairs, limit)
        for several in islice(product(*pieces), limit or None):
            yield frozenset(pair for pairs in several for pair in pairs)

    def choices(self, render: Callable[[Sequence[Pair]], T], limit: int = 0) -> list[list[T]]:
        """The choices of each part, rendered: a declaration is one of each. At most `limit` of a part; 0
        for all."""
        known: dict[Hashable, list[tuple[int, ...]]] = {}
        out = []
        for part in self.parts():
            shape = part.shape()
            models = known.get(shape)
            if models is None:
                models = known[shape] = list(part.models(limit))
            out.append([render([part.pairs[number] for number in model]) for model in models])
        return out

    def folding(self) -> Folding:
        """Which objects can be exchanged."""
        if self._folding is None:
            labels = {
                pair: tuple((charge.cost, charge.effect) for charge in charges)
                for pair, charges in self.charges.items()
            }
            structure = Structure(self.program, self.pairs, labels)
            rows = structure.classes(sorted({first for first, _ in self.pairs}), first=True)
            seconds = sorted({second for _, second in self.pairs} - {first for first, _ in self.pairs})
            columns = structure.classes([one for one in seconds if one.name == "o"], first=False)
            self._folding = Folding(list(self.pairs), rows, columns, self.several())
        return self._folding

    def several(self) -> bool:
        """Whether a declaration can hold two pairs with one first member."""
        part = whole(self.program, self.pairs)
        control, _ = part.control(models=1)
        by_first: dict[Symbol, list[int]] = {}
        for number, (first, _) in enumerate(part.pairs, 1):
            by_first.setdefault(first, []).append(number)
        with control.backend() as backend:
            some = backend.add_atom()
            for numbers in by_first.values():
                if len(numbers) > 1:
                    backend.add_weight_rule((some,), 2, [(number, 1) for number in numbers])
            backend.add_rule((), (-some,))
        return bool(control.solve().satisfiable)

    def folded(self, limit: int = 0) -> Iterator[Declared]:
        """One declaration of each fold, with how many it stands for; `limit` 0 for all."""
        if self.banded:
            yield from self._folded_bands(limit)
            return
        folding = self.folding()
        if folding.trivial:
            yield from self.unfolded(limit)
            return
        part = whole(self.program, self.pairs)
        number = {pair: index for index, pair in enumerate(part.pairs)}
        not_less = [
            ([number[pair] for pair in first], [number[pair] for pair in second])
            for first, second in folding.swaps()
        ]
        seen: set[Hashable] = set()
        for model in part.models(0, not_less):
            chosen = frozenset(part.pairs[index] for index in model)
            key, multiplicity = folding.fold(chosen)
            if key not in seen:
                seen.add(key)
                yield self._declared(chosen, multiplicity)
                if len(seen) == limit:
                    return

    def _folded_bands(self, limit: int) -> Iterator[Declared]:
        """The same where bands are declared: what differs by an exchange of attackers alone is one."""
        from magistrate.bridge.questions.bands import classes, fold

        assert self.without_bands is not None
        rows = self.without_bands.folding().rows
        number = classes({first for first, _ in self.without_bands.pairs}, rows, self.qualities)
        seen: set[Hashable] = set()
        for one in self.unfolded():
            key, multiplicity = fold(one.pairs, one.bands, number)
            if key not in seen:
                seen.add(key)
                yield one._replace(multiplicity=multiplicity)
                if len(seen) == limit:
                    return

    def _declared(self, chosen: frozenset[Pair], multiplicity: int) -> Declared:
        pairs, bands = asked.parted(chosen)
        if not self.charges:
            return Declared(pairs, multiplicity, (), bands)
        charges = asked.charged(self.charges, pairs)
        return Declared(pairs, multiplicity, charges, bands)


def legal_declarations(
    kind: Kind, facts: frozenset[Symbol], *, player: Symbol | None = None, time_limit: float | None = None
) -> Listing:
    """The legal declarations of a position.

    `player`: only this player declares. `time_limit`: seconds for the search for the maximum, and for
    counting.
    """
    return _listing(kind, facts, asked.by(player), time_limit)


def _listing(
    kind: Kind, facts: frozenset[Symbol], extra: tuple[Symbol, ...], time_limit: float | None
) -> Listing:
    observer = GroundObserver()
    session = asked.build(kind, facts, extra, observer=observer)
    demands = asked.demands_of(session)
    pairs = asked.pairs_of(session, kind)
    most = bound = 0
    if demands:
        found = seek_in(session, observer.program(), pairs, time_limit)
        most, bound = found.value, found.bound
        if most:
            session.control.ground([("at_least", [Number(most)])])
    bands = asked.bands_of(session)
    return Listing(
        kind=kind,
        requirements=Requirements(len(demands), most, bound),
        pairs=pairs | bands,
        charges=asked.charges_of(session, kind),
        program=pruned(observer.program(), [*pairs.values(), *bands.values()]),
        time_limit=time_limit,
        complete=most == bound,
        without_bands=_listing(kind, facts, (*extra, Function("unbanded")), time_limit) if bands else None,
        qualities=asked.qualities_of(session) if bands else {},
    )
