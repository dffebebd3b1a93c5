"""Which objects of a ground program can be exchanged, and declarations up to exchanging them.

Two objects can be exchanged when swapping them in every pair that may be declared turns the ground program
into itself. That is read off the program's rules: atoms other than the pairs count by how they are defined,
not by their names, so sources and reasons don't matter, only what they do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
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
    as its cost.
    """

    def __init__(
        self, program: GroundProgram, pairs: Mapping[Pair, int], labels: Mapping[Pair, Hashable]
    ) -> None:
        self.pairs = {literal: pair for pair, literal in pairs.items()}
        self.labels = labels
        self._known: dict[Hashable, int] = {}
        self._rules: defaultdict[int, list[tuple[bool, tuple[int, ...]]]] = defaultdict(list)
        self._weights: defaultdict[int, list[tuple[bool, int, tuple[tuple[int, int], ...]]]] = defaultdict(
            list
        )
        self._roots: list[tuple[int, ...]] = []
        self._weight_roots: list[tuple[int, tuple[tuple[int, int], ...]]] = []
        for choice, head, body in program.rules:
            for atom in head:
                self._rules[atom].append((choice, body))
            if not head and not choice:
                self._roots.append(body)
        for choice, head, bound, weighted in program.weight_rules:
            for atom in head:
                self._weights[atom].append((choice, bound, weighted))
            if not head and not choice:
                self._weight_roots.append((bound, weighted))
        self._order = self._defined_first()

    def _defined_first(self) -> list[int]:
        """All atoms of the roots and pairs, each after those that define it; the program is tight."""
        order: list[int] = []
        seen: set[int] = set()
        starts = [*self.pairs]
        for body in self._roots:
            starts += map(abs, body)
        for _, weighted in self._weight_roots:
            starts += (abs(literal) for literal, _ in weighted)
        for start in starts:
            stack = [(start, iter(self._parts(start)))] if start not in seen else []
            seen.add(start)
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
        out = [abs(literal) for _, body in self._rules.get(atom, ()) for literal in body]
        out += [abs(literal) for _, _, body in self._weights.get(atom, ()) for literal, _ in body]
        return out

    def _number(self, what: Hashable) -> int:
        return self._known.setdefault(what, len(self._known))

    def image(self, rename: Rename) -> Hashable:
        """The program's shape when objects bear other names: equal for two namings that mean the same."""
        names: dict[int, int] = {}

        def literal(value: int) -> tuple[bool, int]:
            return value > 0, names[abs(value)]

        for atom in self._order:
            shape: list[Hashable] = [
                (choice, tuple(sorted(literal(part) for part in body)))
                for choice, body in self._rules.get(atom, ())
            ]
            shape += [
                (choice, bound, tuple(sorted((*literal(part), weight) for part, weight in body)))
                for choice, bound, body in self._weights.get(atom, ())
            ]
            pair = self.pairs.get(atom)
            named: Hashable = None
            if pair is not None:
                first, second = pair
                named = (rename.get(first, first), rename.get(second, second), self.labels.get(pair))
            names[atom] = self._number((named, frozenset(Counter(shape).items())))
        roots = Counter(tuple(sorted(literal(part) for part in body)) for body in self._roots)
        weight_roots = Counter(
            (bound, tuple(sorted((*literal(part), weight) for part, weight in body)))
            for bound, body in self._weight_roots
        )
        return (
            frozenset(names[atom] for atom in self.pairs),
            frozenset(roots.items()),
            frozenset(weight_roots.items()),
        )

    def classes(self, objects: Iterable[Symbol]) -> list[tuple[Symbol, ...]]:
        """Partition objects into classes of which any two can be exchanged; only classes of two or more."""
        alike: defaultdict[Hashable, list[Symbol]] = defaultdict(list)
        candidates = list(objects)
        if len(candidates) < 2:
            return []
        for one in candidates:
            masked: dict[Symbol, Hashable] = dict.fromkeys(candidates, "other")
            masked[one] = "self"
            alike[self.image(masked)].append(one)
        plain: Hashable = None
        out = []
        for group in alike.values():
            if len(group) < 2:
                continue
            if plain is None:
                plain = self.image({})
            found: list[list[Symbol]] = []
            for one in group:
                for members in found:
                    first = members[0]
                    if self.image({one: first, first: one}) == plain:
                        members.append(one)
                        break
                else:
                    found.append([one])
            out += [tuple(members) for members in found if len(members) > 1]
        return out


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
