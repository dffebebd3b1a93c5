"""Which objects of a ground program can be exchanged, and declarations up to exchanging them.

Two objects can be exchanged when swapping them in every pair that may be declared turns the ground program
into itself. That is read off the program's rules: atoms other than the pairs count by how they are defined,
not by their names, so sources and reasons don't matter, only what they do.
"""

from __future__ import annotations

from collections import ChainMap, Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from math import factorial, prod

from clingo import Symbol

from magistrate.bridge.engines.observer import GroundProgram

Pair = tuple[Symbol, Symbol]
Rename = Mapping[Symbol, Hashable]

MOST_PERMUTATIONS = 720
"""Both sides are folded only while the second one has no more permutations than this."""


class Structure:
    """What a ground program says about its pairs, so that it can be compared with itself under another
    naming.

    `pairs` maps the pairs to their literals; `labels` are further facts about a pair that must agree, such
    as its cost. Bodies, weighted or not, are read as lists of `(literal, weight)` with a bound; 0 stands
    for "all of them".
    """

    def __init__(
        self, program: GroundProgram, pairs: Mapping[Pair, int], labels: Mapping[Pair, Hashable]
    ) -> None:
        self.pairs = {literal: pair for pair, literal in pairs.items()}
        self.labels = labels
        self._known: dict[Hashable, int] = {}
        self._bodies: list[tuple[bool, tuple[int, ...], int, tuple[tuple[int, int], ...]]] = [
            (choice, head, 0, tuple((literal, 1) for literal in body)) for choice, head, body in program.rules
        ]
        self._bodies += [(choice, head, bound, body) for choice, head, bound, body in program.weight_rules]
        self._defined: defaultdict[int, list[int]] = defaultdict(list)
        self._used: defaultdict[int, list[int]] = defaultdict(list)
        for number, (_, head, _, body) in enumerate(self._bodies):
            for atom in head:
                self._defined[atom].append(number)
            for literal, _ in body:
                self._used[abs(literal)].append(number)
        order = self._defined_first()
        self._place = {atom: place for place, atom in enumerate(order)}
        self._names: dict[int, int] = {}
        for atom in order:
            self._names[atom] = self._name(atom, self._names, {})
        self._signature_of: dict[bool, dict[Symbol, Hashable]] = {}

    def _defined_first(self) -> list[int]:
        """All atoms, each after those that define it; the program is tight."""
        order: list[int] = []
        seen: set[int] = set()
        for start in [*self.pairs, *self._used, *self._defined]:
            if start in seen:
                continue
            seen.add(start)
            stack = [(start, iter(self._parts(start)))]
            while stack:
                atom, parts = stack[-1]
                for part in parts:
                    if part not in seen:
                        seen.add(part)
                        stack.append((part, iter(self._parts(part))))
                        break
                else:
                    order.append(atom)
                    stack.pop()
        return order

    def _parts(self, atom: int) -> list[int]:
        return [
            abs(literal) for number in self._defined.get(atom, ()) for literal, _ in self._bodies[number][3]
        ]

    def _number(self, what: Hashable) -> int:
        return self._known.setdefault(what, len(self._known))

    def _shape(self, number: int, names: Mapping[int, int]) -> Hashable:
        """A body by the names of its atoms."""
        choice, _, bound, body = self._bodies[number]
        return (
            choice,
            bound,
            tuple(sorted((literal > 0, names[abs(literal)], weight) for literal, weight in body)),
        )

    def _name(self, atom: int, names: Mapping[int, int], rename: Rename) -> int:
        """A number that is the same for atoms that are defined alike; pairs are known by their members
        too."""
        shapes = Counter(self._shape(number, names) for number in self._defined.get(atom, ()))
        named: Hashable = None
        pair = self.pairs.get(atom)
        if pair is not None:
            first, second = pair
            named = (rename.get(first, first), rename.get(second, second), self.labels.get(pair))
        return self._number((named, frozenset(shapes.items())))

    def exchangeable(self, one: Symbol, other: Symbol) -> bool:
        """Whether swapping two objects turns the program into itself."""
        rename: Rename = {one: other, other: one}
        moved = [atom for atom, pair in self.pairs.items() if one in pair or other in pair]
        touched: set[int] = set()
        waiting = list(moved)
        roots: set[int] = set()
        while waiting:
            atom = waiting.pop()
            if atom in touched:
                continue
            touched.add(atom)
            for number in self._used.get(atom, ()):
                head = self._bodies[number][1]
                waiting += head
                if not head:
                    roots.add(number)
        names: dict[int, int] = {}
        both = ChainMap(names, self._names)
        for atom in sorted(touched, key=self._place.__getitem__):
            names[atom] = self._name(atom, both, rename)
        if {names[atom] for atom in moved} != {self._names[atom] for atom in moved}:
            return False
        before = Counter(self._shape(number, self._names) for number in roots)
        return before == Counter(self._shape(number, both) for number in roots)

    def classes(self, objects: Iterable[Symbol], *, first: bool) -> list[tuple[Symbol, ...]]:
        """Partition objects into classes of which any two can be exchanged; only classes of two or more.

        `first`: they are first members of pairs, else second ones.
        """
        signatures = self._signatures(first)
        alike: defaultdict[Hashable, list[Symbol]] = defaultdict(list)
        for one in objects:
            alike[signatures.get(one)].append(one)
        out = []
        for group in alike.values():
            found: list[list[Symbol]] = []
            for one in group:
                members = next((some for some in found if self.exchangeable(some[0], one)), None)
                if members is None:
                    found.append([one])
                else:
                    members.append(one)
            out += [tuple(members) for members in found if len(members) > 1]
        return out

    def _signatures(self, first: bool) -> dict[Symbol, Hashable]:
        """For each object a value that is equal for objects that can be exchanged, and seldom for
        others."""
        names: dict[int, int] = {}
        order = sorted(self._place, key=self._place.__getitem__)
        for atom in order:
            pair = self.pairs.get(atom)
            masked: Rename = {pair[0 if first else 1]: "it"} if pair is not None else {}
            names[atom] = self._name(atom, names, masked)
        use: dict[int, int] = {}
        for atom in reversed(order):
            seen = Counter(
                (self._shape(number, names), frozenset(use[head] for head in self._bodies[number][1]))
                for number in self._used.get(atom, ())
            )
            use[atom] = self._number((names[atom], frozenset(seen.items())))
        out: defaultdict[Symbol, list[int]] = defaultdict(list)
        for atom, pair in self.pairs.items():
            out[pair[0 if first else 1]].append(use[atom])
        return {one: tuple(sorted(found)) for one, found in out.items()}


class Folding:
    """Declarations up to exchanging objects of `rows` (first members of pairs) and `columns` (second
    members).

    `order` is the order of all second members; the first ones are ordered by the terms.
    """

    def __init__(
        self,
        pairs: Sequence[Pair],
        rows: Sequence[tuple[Symbol, ...]],
        columns: Sequence[tuple[Symbol, ...]],
        several: bool,
    ) -> None:
        """`several`: a first member may be in several pairs of one declaration."""
        if several and rows and prod(factorial(len(members)) for members in columns) > MOST_PERMUTATIONS:
            columns = ()
        self.rows = tuple(rows)
        self.columns = tuple(columns)
        self._row_class = {one: index for index, members in enumerate(rows) for one in members}
        self._column_class = {one: index for index, members in enumerate(columns) for one in members}
        self._pairs = list(pairs)

    @property
    def trivial(self) -> bool:
        """Whether no two objects can be exchanged."""
        return not self.rows and not self.columns

    def swaps(self) -> Iterator[tuple[list[Pair], list[Pair]]]:
        """Pairs of equally long lists: the first, read as a row of bits, must not be less than the second.

        What is left of the declarations holds at least one of each fold.
        """
        firsts = sorted({first for first, _ in self._pairs})
        seconds = sorted({second for _, second in self._pairs})
        known = set(self._pairs)
        for members in self.rows:
            inside = sorted(members)
            for one, next_one in pairwise(inside):
                shared = [second for second in seconds if (one, second) in known]
                yield [(one, second) for second in shared], [(next_one, second) for second in shared]
        for members in self.columns:
            inside = sorted(members)
            for one, next_one in pairwise(inside):
                shared = [first for first in firsts if (first, one) in known]
                yield [(first, one) for first in shared], [(first, next_one) for first in shared]

    def fold(self, declaration: frozenset[Pair]) -> tuple[Hashable, int]:
        """A key that is the same for all declarations of a fold, and how many there are of them."""
        if not self.columns:
            key, many = self._fold_rows(declaration)
            return key, many
        by_row: dict[Symbol, list[Symbol]] = {}
        for first, second in declaration:
            by_row.setdefault(first, []).append(second)
        if all(len(seconds) == 1 for seconds in by_row.values()):
            return self._fold_single(by_row)
        if not self.rows:
            key, many = self._fold_rows(
                frozenset((second, first) for first, second in declaration), self.columns
            )
            return key, many
        return self._fold_both(declaration)

    def _fold_rows(
        self, declaration: frozenset[Pair], classes: Sequence[tuple[Symbol, ...]] | None = None
    ) -> tuple[Hashable, int]:
        """Exchange first members only: what each class does, as a multiset."""
        classes = self.rows if classes is None else classes
        by_row: dict[Symbol, list[Symbol]] = {}
        for first, second in declaration:
            by_row.setdefault(first, []).append(second)
        key: list[Hashable] = []
        many = 1
        for members in classes:
            does = Counter(tuple(sorted(by_row.pop(one, ()))) for one in members)
            many *= factorial(len(members))
            for count in does.values():
                many //= factorial(count)
            key.append(tuple(sorted(does.items())))
        key.append(tuple(sorted((first, tuple(sorted(seconds))) for first, seconds in by_row.items())))
        return tuple(key), many

    def _fold_single(self, by_row: Mapping[Symbol, Sequence[Symbol]]) -> tuple[Hashable, int]:
        """Each first member has one partner: a second member is known by how many of each class it has."""
        inside: dict[Symbol, Counter[Hashable]] = {}
        many = 1
        free = {index: len(members) for index, members in enumerate(self.rows)}
        many *= prod(factorial(count) for count in free.values())
        for first, (second,) in by_row.items():
            row = self._row_class.get(first)
            inside.setdefault(second, Counter())[first if row is None else row] += 1
            if row is not None:
                free[row] -= 1
        many //= prod(factorial(count) for count in free.values())
        for counter in inside.values():
            for who, count in counter.items():
                if isinstance(who, int):
                    many //= factorial(count)
        key: list[Hashable] = []
        for members in self.columns:
            shapes = Counter(frozenset(inside.pop(one, Counter()).items()) for one in members)
            many *= factorial(len(members))
            for count in shapes.values():
                many //= factorial(count)
            key.append(frozenset(shapes.items()))
        key.append(frozenset((second, frozenset(counter.items())) for second, counter in inside.items()))
        return tuple(key), many

    def _fold_both(self, declaration: frozenset[Pair]) -> tuple[Hashable, int]:
        """Try every exchange of the second members."""
        images: set[Hashable] = set()
        many = 0
        for rename in self._column_renamings():
            image = frozenset((first, rename.get(second, second)) for first, second in declaration)
            key, many = self._fold_rows(image)
            images.add(key)
        return min(images, key=repr), many * len(images)

    def _column_renamings(self) -> Iterator[dict[Symbol, Symbol]]:
        renamings: list[dict[Symbol, Symbol]] = [{}]
        for members in self.columns:
            renamings = [
                {**known, **dict(zip(members, image, strict=True))}
                for known in renamings
                for image in permutations(members)
            ]
        return iter(renamings)
