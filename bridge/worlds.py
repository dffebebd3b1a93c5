"""Questions about a position that leaves something open: what is possible, and what is certain.

    from magistrate.bridge.errors import OpenPosition
    from magistrate.bridge.worlds import Said, Worlds, ask

    try:
        position = Position.load("p.yaml")
    except OpenPosition as error:
        worlds = Worlds.of(error)
    worlds.number                                  # how many positions it may be
    worlds.position(0)                             # one of them; worlds.given(0) says what is what in it
    found = ask(worlds, question)                  # question: Position -> Said
    found.answers[0].worlds, found.answers[0].witness

Every world is read and asked on its own, so an answer is certain when all worlds give it and possible when
one does. Equal answers are folded, with the number of their worlds, what is open in them, and one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import lru_cache, partial
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from magistrate.bridge.cards.opened import opened
from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.errors import BadInput, BoundReached, OpenPosition, Place
from magistrate.bridge.parallel import in_order
from magistrate.bridge.positions.names import AmbiguousObject, UnknownName
from magistrate.bridge.positions.nodes import Limits, parse
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.positions.unknowns import Openings, Unknown
from magistrate.bridge.records import Record

__all__ = ["Answer", "Answers", "Said", "Worlds", "ask"]

SHOWN = 12
"""So many values of an open place are kept one by one."""


class Said(NamedTuple):
    """The answer in one world.

    `yes`: None where it isn't a yes or no, or a bound left it open. `told`: the answer as JSON has it, which
    tells answers apart. `lines`: for people.
    """

    yes: bool | None
    told: dict[str, Any]
    lines: tuple[str, ...] = ()
    unmodelled: tuple[Unmodelled, ...] = ()
    certain: bool = True
    """False where a bound left the answer of this world open."""


class Worlds(Record):
    """Every position that a file may be. Travels to other processes as the text that it is."""

    text: str
    file: str
    database: Path | None
    limits: Limits

    @classmethod
    def of(cls, error: OpenPosition, database: Path | None = None) -> Worlds:
        """The worlds of a position that can't be read as one. `database`: path of the card database, None
        for the usual one."""
        path = None if database is None else Path(database).absolute()
        return cls(error.text, error.place.file, path, Limits.from_environment())

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """What is open, in the order of the file."""
        return _openings(self).unknowns

    @property
    def number(self) -> int:
        """How many worlds there are."""
        return _openings(self).number

    def position(self, index: int) -> Position:
        """The position of a world, from 0. Raises `BadInput` where a file like that can't be read."""
        node, given = _openings(self).world(index)
        try:
            return Position.of_node(node, self.file, opened(self.database), self.limits)
        except BadInput as error:
            raise BadInput(f"{error.message}, where {where(given)}", error.place) from None

    def given(self, index: int) -> dict[str, str]:
        """What each open value is in a world."""
        return _openings(self).world(index)[1]


@lru_cache(maxsize=8)
def _openings(worlds: Worlds) -> Openings:
    return Openings(parse(worlds.text, worlds.file, worlds.limits))


def where(given: dict[str, str]) -> str:
    """What is open, in words: `Bob life is 3 and Alice hand #1 is Shock`."""
    return " and ".join(f"{name} is {value}" for name, value in given.items())


class Answer(Record):
    """One answer: in how many worlds, what each open value is in them, and the first of them.

    `exact`: the answer holds wherever the values are among these, in every combination.
    """

    said: Said
    worlds: int
    values: dict[str, str]
    witness: dict[str, str]
    index: int
    exact: bool


class Answers(Record):
    """The different answers, the commonest first. With `complete` false only `looked` worlds were asked, or a
    bound left the answer of one of them open; `stopped`: by a person. `values`: what each open value was."""

    number: int
    looked: int
    complete: bool
    stopped: bool
    answers: tuple[Answer, ...]
    unmodelled: tuple[Unmodelled, ...]
    values: dict[str, str]

    @property
    def possible(self) -> tuple[bool | None, ...]:
        """Yes, no and unknown, as far as they came up."""
        found = {answer.said.yes for answer in self.answers}
        return tuple(yes for yes in (True, False, None) if yes in found)

    @property
    def certain(self) -> bool | None:
        """What all worlds say; None where they differ, or not all were asked."""
        return self.possible[0] if self.complete and len(self.possible) == 1 else None


def ask(
    worlds: Worlds,
    question: Callable[[Position], Said],
    executor: Executor | None = None,
    *,
    most: int = 0,
    deadline: Deadline = NEVER,
    progress: Callable[[int, int], None] | None = None,
) -> Answers:
    """Ask every world, here or at an executor of any kind, for which `question` must be a function of a
    module or a `functools.partial` of one.

    `most`: ask no more worlds than this; 0 for all. The deadline or an interrupt cut the answer, too. In a
    world where a name that is asked about fits nothing, the answer is no; where it does in none, that is an
    error. Raises `BadInput`, with the world that it comes from, and `BoundReached` where not even one world
    was asked.
    """
    number = worlds.number
    wanted = min(number, most) if most else number
    kinds: dict[str, _Found] = {}
    every = _Found(Said(None, {}), None, 0)
    missing: set[Unmodelled] = set()
    stopped, whole = False, True
    try:
        asked = partial(_said, worlds=worlds, question=question)
        for index, (key, said, misnamed) in enumerate(
            in_order(asked, _indices(wanted), executor, deadline=deadline)
        ):
            given = worlds.given(index)
            kinds.setdefault(key, _Found(said, misnamed, index)).add(given)
            every.add(given)
            missing.update(said.unmodelled)
            whole = whole and said.certain
            if progress is not None:
                progress(index + 1, wanted)
    except KeyboardInterrupt:
        stopped = True
    except BoundReached:
        pass
    found = sorted((one for one in kinds.values() if one.worlds), key=lambda one: (-one.worlds, one.index))
    looked = sum(one.worlds for one in found)  # counted here: an interrupt may come anywhere above
    if not looked:
        raise BoundReached(
            "stopped before one world was asked" if stopped else "not even one world was asked"
        )
    if all(one.misnamed for one in found) and looked == number and found[0].misnamed is not None:
        raise UnknownName(*found[0].misnamed)
    return Answers(
        number=number,
        looked=looked,
        complete=looked == number and whole,
        stopped=stopped,
        answers=tuple(
            Answer(one.said, one.worlds, one.told(), worlds.given(one.index), one.index, one.exact)
            for one in found
        ),
        unmodelled=tuple(sorted(missing)),
        values=every.told(),
    )


def _indices(end: int) -> Iterable[int]:
    index = 0
    while index < end:  # there may be more than a range can count
        yield index
        index += 1


def _said(
    index: int, worlds: Worlds, question: Callable[[Position], Said]
) -> tuple[str, Said, tuple[str, Place] | None]:
    """The answer in a world, the text that tells it from others, and the error where a name fits nothing."""
    import json

    position = worlds.position(index)
    misnamed = None
    try:
        said = question(position)
    except (UnknownName, AmbiguousObject) as error:
        misnamed = (error.message, error.place)
        reason = {"rule": "", "reason": "no_such_name", "text": error.message}
        said = Said(False, {"reasons": [reason]}, (f"  {error.message}",))
    except BoundReached as error:
        said = Said(None, {}, (f"  {error.message}",), certain=False)
    return json.dumps([said.yes, said.told], sort_keys=True, default=str), said, misnamed


class _Found:
    """Worlds with one answer."""

    def __init__(self, said: Said, misnamed: tuple[str, Place] | None, index: int) -> None:
        self.said = said
        self.misnamed = misnamed
        self.index = index
        self.worlds = 0
        self.values: dict[str, dict[str, None]] = {}

    def add(self, given: dict[str, str]) -> None:
        for name, value in given.items():
            self.values.setdefault(name, {})[value] = None
        self.worlds += 1

    @property
    def exact(self) -> bool:
        """Whether these are all worlds with these values."""
        return prod(map(len, self.values.values())) == self.worlds

    def told(self) -> dict[str, str]:
        """The values of each open place in these worlds: `1..3, 7`."""
        return {name: _told(list(values)) for name, values in self.values.items()}


def _told(values: list[str]) -> str:
    try:
        numbers = sorted(map(int, values))
    except ValueError:
        more = f" … {len(values) - SHOWN} more" if len(values) > SHOWN else ""
        return " | ".join(values[:SHOWN]) + more
    starts = [numbers[0], *(b for a, b in pairwise(numbers) if b != a + 1)]
    ends = [*(a for a, b in pairwise(numbers) if b != a + 1), numbers[-1]]
    parts = [str(a) if a == b else f"{a}..{b}" for a, b in zip(starts, ends, strict=True)]
    return ", ".join(parts[:SHOWN]) + (" …" if len(parts) > SHOWN else "")
