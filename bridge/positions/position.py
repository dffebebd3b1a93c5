"""A position: an immutable set of facts, with the names that people use for what is in it.

>>> position = Position.load("examples/menace-two-blockers.yaml", cards=CardDatabase.open())
>>> position.names.resolve("bear")
o(3)
>>> position.names.label(_)
'bear'
>>> print(position.text())          # the facts, one a line, as plain clingo reads them
>>> Position.from_facts(position.text()) == position
True
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from clingo import String, Symbol, SymbolType

from magistrate.bridge.errors import BadInput, OpenPosition, Place
from magistrate.bridge.positions import names as naming
from magistrate.bridge.positions import terms
from magistrate.bridge.positions.names import Names
from magistrate.bridge.positions.nodes import Limits, Node, Raw, parse, read_text
from magistrate.bridge.records import Record, fields, replace
from magistrate.bridge.shapes import shape

if TYPE_CHECKING:
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.pzl_reader import Unread
    from magistrate.bridge.rulings.play import Play
    from magistrate.bridge.rulings.playing import Told


THIS_FILE = "this file"
"""Stands for a card in `unmodelled` facts about the file itself."""


class Unmodelled(NamedTuple):
    """An ability that the judge can't take into account: which line of which card, and why."""

    card: str
    line: int
    text: str
    why: str


class Position(Record, aside=("known_names",)):
    """A position. Equal to another when their facts are equal; hashable.

    `facts`: everything, the compiled facts of every card on the table included. `file`: its name in messages.
    `steps` and `answers`: what a ruling file holds beside the position, with places.
    """

    facts: frozenset[Symbol]
    file: str = "<position>"
    title: str = ""
    note: str = ""
    goal: str = ""
    steps: Raw | None = None
    answers: Raw | None = None
    known_names: Names | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.facts)

    def __getstate__(self) -> dict[str, object]:
        # Terms live in clingo's memory, so they travel as text; what is cached beside fields stays behind.
        state = {name: self.__dict__[name] for name in fields(self) if name != "facts"}
        return state | {"packed": terms.pack(self.facts), "known_names": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        packed = state.pop("packed")
        assert isinstance(packed, bytes)
        self.__dict__.update(state, facts=terms.unpack(packed))

    @classmethod
    def load(
        cls, source: str | os.PathLike[str], cards: CardDatabase | None = None, limits: Limits | None = None
    ) -> Position:
        """Read a position file: YAML, a Forge puzzle (`.pzl`), or facts (`.lp`); `-` is standard input.

        `cards`: where cards that the file doesn't define are looked up. Raises `BadInput` with its place.
        """
        limits = limits or Limits.from_environment()
        text, name = read_text(source, limits)
        return cls.from_text(text, name, cards, limits)

    @classmethod
    def from_text(
        cls, text: str, file: str = "<text>", cards: CardDatabase | None = None, limits: Limits | None = None
    ) -> Position:
        """Read a position from a text. Of what kind it is, the file's name tells, else how it begins.

        Raises `BadInput`, and `OpenPosition` for one that leaves something open: `worlds` reads those.
        """
        limits = limits or Limits.from_environment()
        if len(text) > limits.bytes or len(text.encode("utf-8", "replace")) > limits.bytes:
            from magistrate.bridge.positions.nodes import decode

            decode(text.encode("utf-8", "replace"), file, limits)
        if file.endswith(".lp"):
            return cls.from_facts(text, file)
        unread: list[Unread] = []
        if file.endswith(".pzl") or text.lstrip()[:10].lower().startswith(("[metadata]", "[state]")):
            from magistrate.bridge.positions import pzl_reader

            node, unread = pzl_reader.parse(text, file, limits)
        else:
            node = parse(text, file, limits)
            if may_be_open(text):
                from magistrate.bridge.positions.unknowns import Openings, named

                if unknowns := Openings(node).unknowns:
                    said = (
                        f"left open: {named(unknowns)}; only check and combat answer for all that it may be"
                    )
                    raise OpenPosition(said, unknowns[0].place, text)
        return cls.of_node(node, file, cards, limits, unread)

    @classmethod
    def of_node(
        cls,
        node: Node,
        file: str,
        cards: CardDatabase | None = None,
        limits: Limits | None = None,
        unread: Sequence[Unread] = (),
    ) -> Position:
        """Read what `nodes.parse` made of a file. `unread`: what of it no answer takes into account."""
        from magistrate.bridge.positions import yaml_reader
        from magistrate.bridge.positions.compiled import Cards

        found = Cards(cards)
        reading = yaml_reader.read(node, file, limits or Limits.from_environment(), found)
        found.keep()
        return cls(
            facts=reading.facts | {_unread(u.place.line, u.text, u.why) for u in unread},
            file=file,
            title=reading.title,
            note=reading.note,
            goal=reading.goal,
            steps=reading.steps,
            answers=reading.answers,
            known_names=reading.names,
        )

    @classmethod
    def from_facts(cls, text: str, file: str = "<facts>") -> Position:
        """Read what `text()` wrote: one fact a line, ending in a dot; `%` begins a comment line.

        Nothing but ground facts is taken. Raises `BadInput`.
        """
        facts = []
        for number, line in enumerate(text.split("\n"), 1):
            line = line.strip()
            if not line or line.startswith("%"):
                continue
            place = Place(file, number, 1)
            if not line.endswith("."):
                raise BadInput("expected a fact that ends in a dot, one a line", place)
            try:
                fact = terms.parse(line[:-1])
            except ValueError as error:
                raise BadInput(f"not a fact: {str(error).splitlines()[0]}", place) from None
            if fact.type is not SymbolType.Function or not fact.name or not fact.positive:
                raise BadInput(f"expected a fact, found the term {fact}", place)
            facts.append(fact)
        return cls(frozenset(facts), file)

    def text(self) -> str:
        """The facts, one a line ending in a dot, sorted: what plain clingo and `from_facts` read."""
        return "".join(f"{line}.\n" for line in sorted(map(str, self.facts)))

    @cached_property
    def by_name(self) -> Mapping[str, Sequence[Symbol]]:
        """The facts of each predicate's name, in no particular order."""
        found: defaultdict[str, list[Symbol]] = defaultdict(list)
        for fact in self.facts:
            found[shape(fact).name].append(fact)
        return dict(found)

    @cached_property
    def names(self) -> Names:
        """The names of objects and players: `names.resolve("bear")`, `names.label(symbol)`."""
        return self.known_names or naming.of_facts(self.facts, Place(self.file))

    @cached_property
    def unmodelled(self) -> tuple[Unmodelled, ...]:
        """What on the table did not compile, sorted; what no program carries, the judge finds."""
        found = set()
        for fact in self.by_name.get("unmodelled", ()):
            if len(fact.arguments) == 4:
                card, line, text, why = fact.arguments
                types = (line.type, text.type, why.type)
                if types == (SymbolType.Number, SymbolType.String, SymbolType.String):
                    name = self._face_names.get(card, str(card))
                    found.add(Unmodelled(name, line.number, text.string, why.string))
        return tuple(sorted(found))

    @cached_property
    def _face_names(self) -> dict[Symbol, str]:
        found = {terms.face(THIS_FILE): THIS_FILE}
        for fact in self.by_name.get("face_name", ()):
            if len(fact.arguments) == 2:
                face, name = fact.arguments
                found[face] = name.string if name.type is SymbolType.String else str(name)
        return found

    def play(self, *steps: str) -> Play:
        """The game at this position, played on to the first decision and then by these steps, written as in
        a ruling file: `cast: {card: Jolt, targets: [bear]}`, `resolve: top`, `choose: yes`.

        Raises `IllegalStep` with every reason, `BadInput` for a step that can't be read or isn't due.
        """
        from magistrate.bridge.rulings.play import Play

        return Play.of(self).play(*steps)

    def legal(self) -> tuple[str, ...]:
        """What the player with priority may do beside passing, as steps that `play` takes."""
        return self.play().legal()

    def check(self, step: str) -> tuple[Told, ...]:
        """Every reason against a move or declaration, each with its rule; none when it is legal.

        Raises `BadInput` for a step that can't be read or names nothing that is there.
        """
        return self.play().check(step)

    def about(self, name: str, arity: int) -> list[list[Symbol]]:
        """The arguments of all facts of a name, sorted."""
        found = (fact.arguments for fact in sorted(self.by_name.get(name, ())))
        return [arguments for arguments in found if len(arguments) == arity]

    def changed(self, terminated: Iterable[Symbol] = (), initiated: Iterable[Symbol] = ()) -> Position:
        """The position with some facts gone and others there, under the same file name."""
        facts = (self.facts - frozenset(terminated)) | frozenset(initiated)
        return self if facts == self.facts else replace(self, facts=facts, known_names=None)


_OPEN = re.compile(r"\d\.\.|one[ _-]of", re.IGNORECASE)


def may_be_open(text: str) -> bool:
    """Whether a position file may leave something open; a quick look that misses none."""
    return _OPEN.search(text) is not None


def _unread(line: int, text: str, why: str) -> Symbol:
    """Something in the file itself that no answer takes into account."""
    return terms.fact("unmodelled", terms.face(THIS_FILE), terms.number(line), String(text), String(why))
