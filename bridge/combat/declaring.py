"""A declaration made step by step: what is chosen beside it (508.1g), what it costs, and that it is made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from clingo import Function, Symbol

from magistrate.bridge.explain.events import lines
from magistrate.bridge.game.engine import Game
from magistrate.bridge.game.payment import Pay
from magistrate.bridge.game.table import Table
from magistrate.bridge.game.texts import in_sight
from magistrate.bridge.game.tolls import asked, sources, withdrawn
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.declarations import ATTACKS, Charge, Declaration, Kind, Pair
from magistrate.bridge.questions.listing import Declared

__all__ = ["Beside", "Declaring", "besides", "told_beside"]

Beside: TypeAlias = frozenset[tuple[str, Symbol, Symbol]]
"""What is chosen beside an attack: the word (exert, enlist), the attacker, and `true` or an object."""


class Declaring(NamedTuple):
    """A declaration that is still to be made. `charges`: by who pays, what is still to be paid. `held`: facts
    that hold while something is paid; `begun`: how long the log was before that."""

    kind: Kind
    declaration: Declaration
    player: Symbol | None = None
    charges: tuple[tuple[Symbol, tuple[Charge, ...]], ...] = ()
    held: tuple[Symbol, ...] = ()
    begun: int = 0

    @classmethod
    def of(
        cls,
        table: Table,
        kind: Kind,
        one: Declared,
        player: Symbol | None = None,
        beside: Beside = frozenset(),
    ) -> Declaring:
        """A declaration at a table that waits for it; of several defending players `player` makes it."""
        controls = {row[0]: row[1] for row in table.game.position.about("base_controller", 2)}
        by_payer: defaultdict[Symbol, list[Charge]] = defaultdict(list)
        for charge in one.charges:
            by_payer[controls[charge.pair[0]]].append(charge)
        charges = tuple((payer, tuple(some)) for payer, some in sorted(by_payer.items()))
        declaration = Declaration(one.pairs, tuple(one.bands), beside)
        return cls(kind, declaration, player, charges, begun=len(table.log))

    def paid(self, table: Table) -> tuple[str, ...]:
        """What was paid so far, in words."""
        label = table.position.names.label
        events = table.log[self.begun :]
        told = ((entry.event, entry.rule) for entry in events if entry.event.name != _ACTION)
        return tuple(dict.fromkeys(line.text for line in lines(told, label)))

    def ways(self, table: Table) -> list[Pay | None]:
        """With what sources of mana what is to be paid next can be paid. Raises `BoundReached` where there
        are too many ways."""
        if not self.charges:
            return [None]
        payer, some = self.charges[0]
        return sources(self._free(table), self.kind, self.declaration, payer, some)

    def on(self, table: Table, pay: Pay | None) -> Declaring | None:
        """Begin to pay what is to be paid next, or make the declaration where nothing is: None then. Raises
        `IllegalMove` and `Forbidden` where that can't be."""
        table.pays(self._free(table))
        if not self.charges:
            table.declares(self.kind, self.declaration, self.player)
            return None
        (payer, some), *rest = self.charges
        game, held = asked(table.game, self.kind, self.declaration, payer, some, pay)
        table.pays(game)
        return self._replace(charges=tuple(rest), held=held)

    def _free(self, table: Table) -> Game:
        """The game once what was paid last is paid."""
        return withdrawn(table.game, self.held) if self.held else table.game


def besides(position: Position, pairs: Iterable[Pair]) -> Iterator[Beside]:
    """What may be chosen beside an attack, nothing first. The judge may refuse some when it is declared."""
    declared = [Function("declared", [Function(ATTACKS.choice, list(pair))]) for pair in sorted(pairs)]
    made = Function("declares", [Function(ATTACKS.question)])
    session = Session("game", in_sight(position.facts), extra=[*declared, made])
    most = {(a[0], a[1]): a[2].number for a in _of(session, "most_optional")}
    values: defaultdict[tuple[Symbol, Symbol], list[Symbol]] = defaultdict(list)
    for word, attacker, value in _of(session, "could_pay_optional"):
        values[word, attacker].append(value)
    choices = []
    for key, some in sorted(values.items()):
        sizes = range(min(most[key], len(some)) + 1)
        choices.append([(key, chosen) for n in sizes for chosen in combinations(sorted(some), n)])
    for several in product(*choices):
        yield frozenset((word.name, a, value) for (word, a), chosen in several for value in chosen)


def _of(session: Session, name: str) -> list[list[Symbol]]:
    return [atom.arguments for atom in session.atoms(name, 3)]


def told_beside(position: Position, beside: Beside) -> dict[str, dict[str, bool | list[str]]]:
    """What is chosen beside an attack, in the names of the position: by attacker and word."""
    label = position.names.label
    out: dict[str, dict[str, bool | list[str]]] = {}
    for word, a, value in sorted(beside):
        given = out.setdefault(label(a), {})
        if value == _TRUE:
            given[word] = True
        else:
            known = given.setdefault(word, [])
            assert isinstance(known, list)
            known.append(label(value))
    return out


_TRUE = Function("true")
_ACTION = "special"
