"""The order in which rules are carried out, such that each finds what it reads complete."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import TypeAlias, TypeVar

from magistrate.bridge.deduce.code import Code, code
from magistrate.bridge.deduce.forms import (
    Atom,
    Compound,
    Constant,
    Expression,
    Operation,
    Predicate,
    Rule,
    Signed,
    Variable,
    atoms_of,
)
from magistrate.bridge.deduce.reading import rules_of
from magistrate.bridge.deduce.rows import EMPTY, Growing, Row, Rows, held, together
from magistrate.bridge.deduce.terms import Term, Value
from magistrate.bridge.rules import all_files

__all__ = ["NUMBER", "Calls", "Job", "OpenError", "Recursion", "Step", "plan", "predicate_number"]

NUMBER: dict[Predicate, int] = {}
"""The place of a predicate in a state."""
Name = TypeVar("Name")
_MANY = 250
"""Once so many files were asked for, all that there are are read: the order is then settled for good."""
_KEPT = 2
"""So many results of a rule are kept."""
_PLANS = 96
"""So many plans are kept, with what each gave the last time."""
Calls: TypeAlias = tuple[tuple[Value, ...], ...]
"""The arguments with which a part is called, for each call."""


class OpenError(RuntimeError):
    """Predicates that reach themselves through negation."""


def predicate_number(predicate: Predicate) -> int:
    """The place of a predicate in a state, given when it is first asked for."""
    return NUMBER.setdefault(predicate, len(NUMBER))


class Job:
    """A rule that reads nothing of its own head. `head`: the place of its predicate; `mask`: the bits of what
    it reads; `needs`: of what it can't do without."""

    __slots__ = (
        "_code",
        "_fetch",
        "_kept",
        "head",
        "mask",
        "needs",
        "part",
        "read_places",
        "reads",
        "rule",
    )

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.head = predicate_number(rule.head.predicate)
        self.reads = tuple(dict.fromkeys(atom.predicate for atom, _ in atoms_of(rule.body)))
        self.part = rule.part
        places = {one: predicate_number(one) for one in self.reads}
        self.read_places = frozenset(places.values())
        self.mask = _mask(self.read_places) or -1
        self.needs = _mask({places[atom.predicate] for atom, plain in atoms_of(rule.body) if plain})
        self._fetch = _fetch([*places.values()])
        self._kept: dict[tuple[object, ...], Rows] = {}
        self._code: Code | None = None

    def run(self, state: Sequence[Rows], arguments: tuple[Value, ...]) -> Rows:
        """What the rule gives in a state."""
        given = self._fetch(state)
        key = (given, arguments)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            if self._code is None:
                self._code = code(self.rule, self.reads, [len(rows.rows) for rows in given])
            found = self._kept[key] = held(frozenset(self._code(*given, *arguments)))
        return found


class Step:
    """All rules of one head in some parts, which don't read it. `head`: the place of its predicate; `places`:
    those of all predicates that matter, also as the bits of `mask`."""

    def __init__(self, head: int, jobs: Sequence[Job]) -> None:
        self.head = head
        self._jobs = [(job, job.needs, job.mask, job.part) for job in jobs]
        self.places = tuple({head}.union(*(job.read_places for job in jobs)))
        self.mask = _mask(self.places)

    def run(
        self,
        state: Sequence[Rows],
        there: int,
        arguments: Mapping[str, Calls],
        changed: int,
        kept: dict[object, Rows],
    ) -> dict[int, Rows]:
        """What is known of the predicate after these rules, by its place. `there`: the bits of what is not
        empty; `arguments` by part; `changed`: the bits of what is not as it was when these rules gave what is
        `kept`."""
        out = [state[self.head]]
        for job, needs, mask, part in self._jobs:
            if needs & there != needs:
                continue
            for one in arguments[part]:
                if mask & changed:
                    rows = kept[job, one] = job.run(state, one)
                else:
                    rows = kept[job, one]
                if rows is not EMPTY:
                    out.append(rows)
        if out[0] is EMPTY:
            del out[0]
        return {self.head: together(tuple(dict.fromkeys(out))) if out else EMPTY}


class Recursion:
    """Rules that feed each other, carried out until nothing new comes. `places` and `mask` as in `Step`."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.heads = tuple(dict.fromkeys(predicate_number(rule.head.predicate) for rule in rules))
        reads = dict.fromkeys(predicate_number(a.predicate) for rule in rules for a, _ in atoms_of(rule.body))
        self.places = tuple(dict.fromkeys((*self.heads, *reads)))
        self.mask = _mask(self.places)
        self._fetch = _fetch(self.places)
        self._kept: dict[tuple[object, ...], dict[int, Rows]] = {}
        self._parts = tuple(dict.fromkeys(rule.part for rule in rules))
        self._code: dict[tuple[int, int | None], Code] = {}
        self._reads = [tuple(dict.fromkeys(atom.predicate for atom, _ in atoms_of(r.body))) for r in rules]
        self._places = [[predicate_number(one) for one in reads] for reads in self._reads]
        self._needed = [
            sorted({predicate_number(atom.predicate) for atom, plain in atoms_of(rule.body) if plain})
            for rule in rules
        ]

    def run(
        self,
        state: Sequence[Rows],
        there: int,
        arguments: Mapping[str, Calls],
        changed: int,
        kept: dict[object, Rows],
    ) -> dict[int, Rows]:
        """As in `Step`."""
        key = (self._fetch(state), *[arguments[part] for part in self._parts])
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            found = self._kept[key] = self._worked_out(state, arguments)
        return found

    def _worked_out(self, state: Sequence[Rows], arguments: Mapping[str, Calls]) -> dict[int, Rows]:
        first: dict[int, set[Row]] = {place: set() for place in self.heads}
        for number, rule in enumerate(self.rules):
            first[predicate_number(rule.head.predicate)] |= self._one(number, None, state, arguments, None)
        if all(rows <= state[place].rows for place, rows in first.items()):
            return {place: state[place] for place in self.heads}
        growing = {place: Growing(state[place].rows) for place in self.heads}
        now: list[Rows] = list(state)
        for place, grown in growing.items():
            now[place] = grown
        fresh = {place: growing[place].add(rows) for place, rows in first.items()}
        while any(fresh.values()):
            more: dict[int, set[Row]] = {place: set() for place in self.heads}
            for number, rule in enumerate(self.rules):
                for literal, one in enumerate(rule.body):
                    if isinstance(one, Signed) and one.positive:
                        delta = fresh.get(predicate_number(one.atom.predicate))
                        if delta:
                            for at, term in enumerate(one.atom.arguments):
                                if isinstance(term, Constant):
                                    delta = [row for row in delta if row[at] == term.value]
                        if delta:
                            into = more[predicate_number(rule.head.predicate)]
                            into |= self._one(number, literal, now, arguments, delta)
            fresh = {place: growing[place].add(rows) for place, rows in more.items()}
        return {place: rows.done() for place, rows in growing.items()}

    def _one(
        self,
        number: int,
        literal: int | None,
        now: Sequence[Rows],
        arguments: Mapping[str, Calls],
        delta: list[Row] | None,
    ) -> set[Row]:
        for place in self._needed[number]:
            if not now[place].rows:
                return set()
        rule = self.rules[number]
        given = [now[place] for place in self._places[number]]
        found = self._code.get((number, literal))
        if found is None:
            sizes = [len(rows.rows) for rows in given]
            found = self._code[number, literal] = code(rule, self._reads[number], sizes, literal)
        last = () if delta is None else (delta,)
        return set().union(*(found(*given, *one, *last) for one in arguments[rule.part]))


_SEEN: dict[str, frozenset[str]] = {}
"""All files that were asked for, with their parts. What they hold is put in order together, since many
questions differ in a few files, and that order suits each of them."""


_Gave: TypeAlias = tuple[dict[int, Rows], int]
"""The rows that a step gave, by their place, and the bits of the places where there are some."""


class Plan:
    """Steps in their order. What each gave the last time is kept: a step is run only if something that it
    reads is not as it was then."""

    def __init__(self, steps: Sequence[Step | Recursion]) -> None:
        self._steps = [(step, step.mask) for step in steps]
        self._places = sorted({place for step in steps for place in step.places})
        self._before: list[Rows] | None = None
        self._given: Mapping[str, Calls] = {}
        self._gave: list[_Gave] = []
        self._kept: list[dict[object, Rows]] = []

    def carry_out(self, state: list[Rows], arguments: Mapping[str, Calls]) -> None:
        """Add to a state what the steps say; `arguments` by part."""
        there = 0
        for place in self._places:
            if state[place] is not EMPTY:
                there |= 1 << place
        before = [state[place] for place in self._places]
        changed = -1
        gave = self._gave
        if self._before is not None and self._given == arguments:
            changed = 0
            for place, now, then in zip(self._places, before, self._before, strict=True):
                if now is not then:
                    changed |= 1 << place
        else:
            gave = [({}, 0)] * len(self._steps)
            self._kept = [{} for _ in self._steps]
        self._before = None
        kept = self._kept
        for number, (step, mask) in enumerate(self._steps):
            then_gave, bits = gave[number]
            if not mask & changed:
                for place, rows in then_gave.items():
                    state[place] = rows
                there |= bits
                continue
            now_gave = step.run(state, there, arguments, changed, kept[number])
            bits = 0
            for place, rows in now_gave.items():
                state[place] = rows
                bit = 1 << place
                if rows is not EMPTY:
                    bits |= bit
                if rows is not then_gave.get(place):
                    changed |= bit
                elif changed & bit:
                    changed ^= bit
            there |= bits
            gave[number] = now_gave, bits
        self._before, self._given, self._gave = before, arguments, gave


class _Group:
    """Rules that stand at the same place of the order, by file. `alone`: they have one head, which they don't
    read."""

    def __init__(self, alone: bool, found: Sequence[tuple[str, tuple[Job, ...]]]) -> None:
        self._alone = alone
        self._jobs: dict[str, tuple[Job, ...]] = {}
        for path, jobs in found:
            self._jobs[path] = (*self._jobs.get(path, ()), *jobs)
        self._paths = frozenset(self._jobs)
        self._steps: dict[object, list[Step | Recursion]] = {}

    def steps(self, wanted: frozenset[str], without: frozenset[Predicate]) -> list[Step | Recursion]:
        """The steps for the rules of some files, but those for some predicates."""
        there = self._paths & wanted
        if not there:
            return []
        key = there, without
        found = self._steps.get(key)
        if found is None:
            jobs = tuple(
                job
                for path, some in self._jobs.items()
                if path in there
                for job in some
                if job.rule.head.predicate not in without
            )
            found = ([_step(jobs)] if self._alone else _entangled(jobs)) if jobs else []
            self._steps[key] = found
        return found


def plan(paths: tuple[str, ...], parts: tuple[str, ...], without: frozenset[Predicate] = frozenset()) -> Plan:
    """The steps in which the parts of some files are carried out, but rules for some predicates. Raises
    OpenError where predicates reach themselves through negation."""
    return _plan(_in_order(paths, parts, without))


@lru_cache(maxsize=4 * _PLANS)
def _in_order(
    paths: tuple[str, ...], parts: tuple[str, ...], without: frozenset[Predicate]
) -> tuple[Step | Recursion, ...]:
    new = [path for path in paths if path not in _SEEN]
    if new and len(_SEEN) > _MANY:
        new += [path for path in all_files() if path not in _SEEN and path not in new]
    for path in new:
        _SEEN[path] = frozenset(_heads(path))
    wanted = frozenset(paths)
    groups, where = _groups(_concerned(len(_SEEN), parts), parts)
    numbers = sorted({number for path in wanted for number in where.get(path, ())})
    return tuple(step for number in numbers for step in groups[number].steps(wanted, without))


@lru_cache(maxsize=256)
def _concerned(_: int, parts: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the files seen so far that have one of some parts."""
    return tuple(path for path, there in _SEEN.items() if not there.isdisjoint(parts))


@lru_cache(maxsize=_PLANS)
def _plan(steps: tuple[Step | Recursion, ...]) -> Plan:
    return Plan(steps)


@lru_cache(maxsize=64)
def _groups(paths: tuple[str, ...], parts: tuple[str, ...]) -> tuple[list[_Group], dict[str, list[int]]]:
    """The rules of some files in groups such that each comes after what it reads, and the places of the
    groups in which each file has some."""
    by_head: dict[int, list[tuple[str, tuple[Job, ...]]]] = defaultdict(list)
    reads: dict[int, set[int]] = defaultdict(set)
    for path in paths:
        for part in parts:
            for head, (jobs, read) in _heads(path).get(part, {}).items():
                by_head[head].append((path, jobs))
                reads[head] |= read
    heads = by_head.keys()
    after = {head: read & heads for head, read in reads.items()}
    groups: list[_Group] = []
    where: dict[str, list[int]] = defaultdict(list)
    for group in _ordered(after):
        found = [one for head in group for one in by_head[head]]
        for path in dict.fromkeys(path for path, _ in found):
            where[path].append(len(groups))
        groups.append(_Group(len(group) == 1 and group[0] not in after[group[0]], found))
    return groups, where


@lru_cache(maxsize=8192)
def _step(jobs: tuple[Job, ...]) -> Step:
    return Step(jobs[0].head, jobs)


@cache
def _heads(path: str) -> dict[str, dict[int, tuple[tuple[Job, ...], frozenset[int]]]]:
    """The rules of a file by part and head, and the predicates that they read."""
    found: dict[str, dict[int, list[Job]]] = defaultdict(lambda: defaultdict(list))
    for rule in rules_of(path).rules:
        job = Job(rule)
        found[rule.part][job.head].append(job)
    return {
        part: {
            head: (tuple(jobs), frozenset().union(*(job.read_places for job in jobs)))
            for head, jobs in some.items()
        }
        for part, some in found.items()
    }


@lru_cache(maxsize=2048)
def _entangled(jobs: tuple[Job, ...]) -> list[Step | Recursion]:
    """The steps for rules whose heads reach each other, told apart by what stands inside of the atoms."""
    heads: dict[Predicate, list[int]] = defaultdict(list)
    for number, job in enumerate(jobs):
        heads[job.rule.head.predicate].append(number)
    after: dict[int, set[int]] = {}
    against: set[tuple[int, int]] = set()
    for number, job in enumerate(jobs):
        after[number] = set()
        for atom, plain in atoms_of(job.rule.body):
            for other in heads.get(atom.predicate, ()):
                if _may_meet(jobs[other].rule.head, atom):
                    after[number].add(other)
                    if not plain:
                        against.add((number, other))
    steps: list[Step | Recursion] = []
    for group in _ordered(after):
        if len(group) == 1 and group[0] not in after[group[0]]:
            steps.append(_step((jobs[group[0]],)))
            continue
        inside = set(group)
        for number, other in against:
            if number in inside and other in inside:
                raise OpenError(f"{jobs[number].rule.text} reads the want of {jobs[other].rule.text}")
        steps.append(Recursion([jobs[number].rule for number in group]))
    return steps


def _may_meet(head: Atom, atom: Atom) -> bool:
    pairs = zip(head.arguments, atom.arguments, strict=True)
    return all(_may_equal(one, other) for one, other in pairs)


def _may_equal(one: Expression, other: Expression) -> bool:
    if isinstance(one, Variable) or isinstance(other, Variable):
        return True
    if isinstance(one, Operation) or isinstance(other, Operation):
        rest = other if isinstance(one, Operation) else one
        return isinstance(rest, Operation) or (isinstance(rest, Constant) and isinstance(rest.value, int))
    if isinstance(one, Constant) and isinstance(other, Constant):
        return one.value == other.value
    if isinstance(one, Compound) and isinstance(other, Compound):
        return one.functor == other.functor and all(map(_may_equal, one.arguments, other.arguments))
    constant, compound = (one, other) if isinstance(one, Constant) else (other, one)
    assert isinstance(constant, Constant)
    assert isinstance(compound, Compound)
    held_one = constant.value
    return (
        isinstance(held_one, Term)
        and held_one.functor == compound.functor
        and all(
            _may_equal(Constant(value), inner)  # type: ignore[arg-type]
            for value, inner in zip(held_one.key[1:], compound.arguments, strict=True)
        )
    )


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _fetch(places: Sequence[int]) -> Callable[[Sequence[Rows]], tuple[Rows, ...]]:
    """A function that takes what stands at some places, as a tuple."""
    if not places:
        return lambda _: ()
    if len(places) == 1:
        (place,) = places
        return lambda state: (state[place],)
    return itemgetter(*places)


def _ordered(after: Mapping[Name, Iterable[Name]]) -> list[list[Name]]:
    """The strongly connected groups of a graph, each after those that it points at (Tarjan)."""
    index: dict[Name, int] = {}
    low: dict[Name, int] = {}
    stack: list[Name] = []
    on_stack: set[Name] = set()
    out: list[list[Name]] = []
    for root in after:
        if root in index:
            continue
        work = [(root, iter(after[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            name, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(after[other])))
                    break
                if other in on_stack:
                    low[name] = min(low[name], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    group: list[Name] = []
                    while True:
                        other = stack.pop()
                        on_stack.discard(other)
                        group.append(other)
                        if other == name:
                            break
                    out.append(group)
    return out
