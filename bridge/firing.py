"""Which statements can fire, given what there is: a closure over their tokens (see `statements`).

It is an upper bound: negation and values are left out of account.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from magistrate.bridge.statements import ANY, Place, Statement, Token

__all__ = ["Coded", "Firing", "Tokens"]


class Tokens:
    """Numbers for tokens, and for the places of those that have one."""

    def __init__(self) -> None:
        self.number_of: dict[Token, int] = {}
        self.place_of: list[int] = []
        self.word_of: list[str] = []
        self.places: dict[Place, int] = {}
        self.held_at: list[dict[str, int]] = []

    def number(self, token: Token) -> int:
        """The number that stands for a token."""
        number = self.number_of.get(token)
        if number is None:
            number = self.number_of[token] = len(self.place_of)
            place, word = -1, ""
            if len(token) == 4:
                place, word = self.place(token[:3]), token[3]
                self.held_at[place][word] = number
            self.place_of.append(place)
            self.word_of.append(word)
        return number

    def place(self, place: Place) -> int:
        """The number that stands for a place."""
        number = self.places.get(place)
        if number is None:
            number = self.places[place] = len(self.held_at)
            self.held_at.append({})
        return number

    def at(self, place: int, word: str) -> int:
        """The number of a token, by the number of its place."""
        number = self.held_at[place].get(word)
        if number is None:
            number = self.held_at[place][word] = len(self.place_of)
            self.place_of.append(place)
            self.word_of.append(word)
        return number


Passage: TypeAlias = tuple[int, tuple[int, ...]]
"""A place, and those from which a variable carries to it."""


class Coded(NamedTuple):
    """A statement, in numbers."""

    statement: Statement
    needs: tuple[int, ...]
    gives: tuple[int, ...]
    flows: tuple[Passage, ...]

    @classmethod
    def of(cls, tokens: Tokens, statement: Statement) -> Coded:
        """A statement in the numbers of some tokens."""
        number, place = tokens.number, tokens.place
        return cls(
            statement,
            tuple(map(number, statement.needs)),
            tuple(map(number, statement.gives)),
            tuple((place(into), tuple(map(place, out_of))) for into, out_of in statement.flows),
        )


class Firing:
    """The statements of some files, and what each waits for."""

    def __init__(self, tokens: Tokens, files: Mapping[str, Sequence[Coded]]) -> None:
        self._tokens = tokens
        self._coded = coded = [one for file in files.values() for one in file]
        self._files = {path: len(file) for path, file in files.items()}
        self._counts = [len(one.needs) for one in coded]
        self._waiting: dict[int, list[int]] = {}
        waiting = self._waiting
        for place, one in enumerate(coded):
            for need in one.needs:
                if need in waiting:
                    waiting[need].append(place)
                else:
                    waiting[need] = [place]
        self._asked = asked = {tokens.place_of[number] for number in waiting} - {-1}
        flows = [flow for one in coded for flow in one.flows]
        size = -1
        while len(asked) != size:
            size = len(asked)
            asked.update(source for into, out_of in flows if into in asked for source in out_of)
        self._words = {tokens.word_of[number] for number in waiting} | {ANY}
        self._cores: dict[frozenset[str], _Closure] = {}
        self._trimmed: list[tuple[list[int], list[Passage]] | None] = [None] * len(coded)

    def looks_at(self, present: Iterable[int]) -> frozenset[int]:
        """Those tokens that something hangs on here."""
        return frozenset(self._hung_on(present))

    def _hung_on(self, numbers: Iterable[int]) -> list[int]:
        place_of, word_of = self._tokens.place_of, self._tokens.word_of
        waiting, asked, words = self._waiting, self._asked, self._words
        return [n for n in numbers if n in waiting or (place_of[n] in asked and word_of[n] in words)]

    def _trim(self, place: int) -> tuple[list[int], list[Passage]]:
        """What a statement gives that something hangs on."""
        one, asked = self._coded[place], self._asked
        found = self._hung_on(one.gives), [flow for flow in one.flows if flow[0] in asked]
        self._trimmed[place] = found
        return found

    def fire(self, present: Iterable[int], loaded: Collection[str]) -> dict[str, list[Statement]]:
        """The statements that can fire where there are these tokens, by file; only those of some files are
        there."""
        given, files = frozenset(present), frozenset(loaded)
        core = self._cores.get(files)
        if core is None or not core.given <= given:
            # One look has most in common with the next: what follows from that is worked out once.
            common = given if core is None else given & core.given
            core = self._cores[files] = _Closure(self, files)
            core.extend(common)
        closure = core
        if core.given != given:
            closure = core.copy()
            closure.extend(given - core.given)
        out: dict[str, list[Statement]] = {}
        start = 0
        for path, size in self._files.items():
            some = range(start, start + size)
            out[path] = [self._coded[place].statement for place in some if not closure.missing[place]]
            start += size
        return out


class _Closure:
    """What follows from some tokens where some files are loaded."""

    def __init__(self, firing: Firing, loaded: Collection[str]) -> None:
        self.firing = firing
        self.given: frozenset[int] = frozenset()
        self.missing = firing._counts.copy()
        start = 0
        for path, size in firing._files.items():
            if path not in loaded:
                self.missing[start : start + size] = [_NEVER] * size
            start += size
        self.held: dict[int, set[str]] = {}
        self.carried: dict[int, list[Passage]] = {}
        self.known: set[int] = set()
        self.ready = [place for place, count in enumerate(self.missing) if not count]

    def copy(self) -> _Closure:
        """Another one like it, to be extended in its place."""
        other = _Closure.__new__(_Closure)
        other.firing, other.given = self.firing, self.given
        other.missing, other.known, other.ready = self.missing.copy(), self.known.copy(), []
        other.held = {place: words.copy() for place, words in self.held.items()}
        other.carried = {place: flows.copy() for place, flows in self.carried.items()}
        return other

    def extend(self, given: frozenset[int]) -> None:
        """Add tokens, and what follows from them."""
        self.given |= given
        firing, missing, held, carried = self.firing, self.missing, self.held, self.carried
        known, ready, queue = self.known, self.ready, list(given)
        place_of, word_of = firing._tokens.place_of, firing._tokens.word_of
        at, held_at = firing._tokens.at, firing._tokens.held_at
        waiting, asked, trimmed = firing._waiting, firing._asked, firing._trimmed
        while ready or queue:
            moved: Sequence[Passage] = ()
            if ready:
                one = ready.pop()
                gives, moved = trimmed[one] or firing._trim(one)
                queue += gives
                for flow in moved:
                    for source in flow[1]:
                        if source in carried:
                            carried[source].append(flow)
                        else:
                            carried[source] = [flow]
            else:
                number = queue.pop()
                if number in known:
                    continue
                known.add(number)
                if number in waiting:
                    for one in waiting[number]:
                        missing[one] -= 1
                        if not missing[one]:
                            ready.append(one)
                place = place_of[number]
                if place in asked:
                    word = word_of[number]
                    if place in held:
                        held[place].add(word)
                    else:
                        held[place] = {word}
                    if word == ANY:
                        queue += [n for n in held_at[place].values() if n in waiting]
                    if place in carried:
                        moved = carried[place]
            for into, out_of in moved:
                new = self._common(out_of)
                here = held.get(into, _NOTHING)
                if not new <= here:
                    queue += [at(into, word) for word in new - here]

    def _common(self, places: Sequence[int]) -> Set[str]:
        """The words that stand at all of some places."""
        if len(places) == 1:
            return self.held.get(places[0], _NOTHING)
        sets = [self.held.get(place, _NOTHING) for place in places]
        strict = [words for words in sets if ANY not in words]
        return frozenset.intersection(*map(frozenset, strict)) if strict else _ANYTHING


_NOTHING: frozenset[str] = frozenset()
_ANYTHING = frozenset((ANY,))
_NEVER = 1 << 30
