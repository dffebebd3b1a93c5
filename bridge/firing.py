"""Which statements can fire, given what there is: a closure over their tokens (see `statements`).

It is an upper bound: negation and values are left out of account.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

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


class Coded(NamedTuple):
    """A statement, in numbers."""

    statement: Statement
    needs: tuple[int, ...]
    gives: tuple[int, ...]
    flows: tuple[tuple[int, tuple[int, ...]], ...]

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
        self._gives = [self._hung_on(one.gives) for one in coded]
        self._flows = [[flow for flow in one.flows if flow[0] in asked] for one in coded]

    def looks_at(self, present: Iterable[int]) -> frozenset[int]:
        """Those tokens that something hangs on here."""
        return frozenset(self._hung_on(present))

    def _hung_on(self, numbers: Iterable[int]) -> list[int]:
        place_of, word_of = self._tokens.place_of, self._tokens.word_of
        waiting, asked, words = self._waiting, self._asked, self._words
        return [n for n in numbers if n in waiting or (place_of[n] in asked and word_of[n] in words)]

    def fire(self, present: Iterable[int], loaded: Collection[str]) -> dict[str, list[Statement]]:
        """The statements that can fire where there are these tokens, by file; only those of some files are
        there."""
        tokens = self._tokens
        place_of, word_of, at = tokens.place_of, tokens.word_of, tokens.at
        waiting, asked, gives, flows = self._waiting, self._asked, self._gives, self._flows
        missing = self._counts.copy()
        start = 0
        for path, size in self._files.items():
            if path not in loaded:
                missing[start : start + size] = [_NEVER] * size
            start += size
        held: dict[int, set[str]] = defaultdict(set)
        carried: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        known: set[int] = set()
        queue = list(present)
        ready = [place for place, count in enumerate(missing) if not count]
        while ready or queue:
            moved: Sequence[tuple[int, tuple[int, ...]]] = ()
            if ready:
                one = ready.pop()
                queue += gives[one]
                moved = flows[one]
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
                    held[place].add(word)
                    if word == ANY:
                        queue += [n for n in tokens.held_at[place].values() if n in waiting]
                    if place in carried:
                        moved = carried[place]
            for into, out_of in moved:
                if len(out_of) == 1:
                    new = held[out_of[0]]
                else:
                    strict = [some for some in map(held.__getitem__, out_of) if ANY not in some]
                    new = set.intersection(*strict) if strict else _ANYTHING
                if not new <= held[into]:
                    queue += [at(into, word) for word in new - held[into]]
        out: dict[str, list[Statement]] = {}
        start = 0
        for path, size in self._files.items():
            some = range(start, start + size)
            out[path] = [self._coded[place].statement for place in some if not missing[place]]
            start += size
        return out


_ANYTHING = {ANY}
_NEVER = 1 << 30
