"""The state of reading a position file: what was read so far, and the names that wait for their objects.

`values` gives plain values, `objects` fills the table, `properties` and `stack` add facts about what lies on
it, and `yaml_reader` says in which order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection

from clingo import Symbol

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions import values
from magistrate.bridge.positions.abilities import Abilities
from magistrate.bridge.positions.compiled import Cards, Compiled
from magistrate.bridge.positions.names import Names, Want, whole_names
from magistrate.bridge.positions.nodes import Limits, Node, Scalar, quoted
from magistrate.bridge.positions.terms import fact, object_
from magistrate.bridge.positions.values import did_you_mean, refuse
from magistrate.bridge.records import Record


class Row:
    """An object. `holder`: its controller; `called`: its card, face or half as the file has it."""

    __slots__ = (
        "called",
        "card",
        "fields",
        "holder",
        "id",
        "index",
        "label",
        "owner",
        "place",
        "symbol",
        "zone",
    )

    def __init__(
        self,
        symbol: Symbol,
        place: Place,
        zone: str,
        holder: Symbol,
        fields: dict[str, Node],
        card: Compiled | None,
        index: int,
        called: str,
    ) -> None:
        self.symbol = symbol
        self.place = place
        self.zone = zone
        self.holder = holder
        self.owner = holder
        self.fields = fields
        self.card = card
        self.index = index  # which face is up
        self.called = called
        self.id = ""
        self.label = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that fit it."""
        return whole_names(self.card.names) if self.card else ()


class Reference(Record):
    """A name that stands for an object or player, and what to do with it once that is known."""

    node: Scalar
    context: str
    want: Want
    among: Collection[Symbol] | None
    then: Callable[[Symbol], None]
    otherwise: Callable[[BadInput], None] | None = None


class Table:
    """Everything read so far."""

    names: Names
    abilities: Abilities

    def __init__(self, file: str, limits: Limits, cards: Cards) -> None:
        self.file = file
        self.limits = limits
        self.cards = cards
        self.facts: list[Symbol] = []
        self.rows: list[Row] = []
        self.row_of: dict[Symbol, Row] = {}
        self.players: dict[Symbol, str] = {}
        self.players_by_key: dict[str, Symbol] = {}
        self.links: dict[tuple[str, Symbol], list[tuple[Symbol, Node]]] = {}
        self.bands: dict[str, int] = {}
        self.counted: Counter[object] = Counter()
        self.times: set[int] = set()
        self._laid: set[tuple[Symbol, ...]] = set()
        self._waiting: list[Reference] = []
        self._zones: defaultdict[str, set[Symbol]] = defaultdict(set)

    def add(self, name: str, *arguments: Symbol) -> None:
        """Add a fact."""
        self.facts.append(fact(name, *arguments))

    def row(
        self,
        place: Place,
        zone: str,
        holder: Symbol,
        fields: dict[str, Node],
        card: Compiled | None = None,
        index: int = 0,
        called: str = "",
    ) -> Row:
        """Add an object. Raises `BadInput` past the bound on objects."""
        if len(self.rows) >= self.limits.objects:
            refuse(
                place,
                f"more than {self.limits.objects:,} objects; if there must be, raise the bound with the "
                "environment variable MAGISTRATE_MAX_OBJECTS",
            )
        row = Row(object_(len(self.rows) + 1), place, zone, holder, fields, card, index, called)
        if "id" in fields:
            row.id = values.name(fields["id"], "id")
        if "timestamp" in fields:
            self.times.add(values.integer(fields["timestamp"], "timestamp"))
        self.rows.append(row)
        self.row_of[row.symbol] = row
        self._zones[zone].add(row.symbol)
        return row

    def lay(self, compiled: Compiled) -> None:
        """Add the facts of a card, once."""
        if compiled.symbols in self._laid:
            return
        self._laid.add(compiled.symbols)
        self.facts += compiled.facts
        # Cards that a text brings into the game by name.
        for one in compiled.facts:
            if one.name == "brings_in":
                card = self.cards.lookup(one.arguments[1].string, Place(""))
                if card is not None:
                    self.lay(self.cards.compile(card))

    def player(self, node: Node, what: str) -> Symbol:
        """The player of this name; players are known from the start."""
        called = values.name(node, what)
        symbol = self.players_by_key.get(name_key(called))
        if symbol is None:
            known = list(self.players.values())
            hint = did_you_mean(called, known) or f"; the players are {', '.join(known)}"
            refuse(node, f"{what}: there is no player {quoted(called)}{hint}")
        return symbol

    def in_zones(self, *zones: str, players: bool = False) -> set[Symbol]:
        """The objects in these zones, and the players too if asked."""
        found: set[Symbol] = set(self.players) if players else set()
        return found.union(*(self._zones[zone] for zone in zones))

    def next_time(self) -> int:
        """The next timestamp in the order of the file that none was given."""
        self.counted["time"] += 1
        while self.counted["time"] in self.times:
            self.counted["time"] += 1
        return self.counted["time"]

    def refer(
        self,
        node: Node,
        context: str,
        then: Callable[[Symbol], None],
        *,
        want: Want = "object",
        among: Collection[Symbol] | None = None,
        otherwise: Callable[[BadInput], None] | None = None,
    ) -> None:
        """Resolve a name when all are known; `then` is called with what it stands for.

        `otherwise` is called with the error, instead of raising it, when it stands for nothing or several.
        """
        values.name(node, context)
        assert isinstance(node, Scalar)
        self._waiting.append(Reference(node, context, want, among, then, otherwise))

    def settle(self) -> None:
        """Resolve the names that wait: those that fit one thing only first, then the others in file order."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            unclear = []
            for r in waiting:
                found = self.names.candidates(r.node.text, want=r.want, among=r.among)
                if len(found) == 1:
                    r.then(found[0])
                else:
                    unclear.append(r)
            for r in unclear:
                try:
                    found_one = self.names.resolve(
                        r.node.text, r.node.place, r.context, want=r.want, among=r.among
                    )
                except BadInput as error:
                    if r.otherwise is None:
                        raise
                    r.otherwise(error)
                else:
                    r.then(found_one)

    def link(
        self,
        name: str,
        row: Row,
        node: Node,
        context: str,
        *,
        want: Want = "object",
        among: Collection[Symbol] | None = None,
        otherwise: Callable[[BadInput], None] | None = None,
    ) -> None:
        """A fact about an object and another, remembered with its place for the checks at the end."""

        def then(other: Symbol) -> None:
            if other == row.symbol:
                refuse(
                    node, f"{name.replace('_', ' ')}: {quoted(row.label)} is named here itself; name another"
                )
            self.linked(name, row, other, node)

        self.refer(node, context, then, want=want, among=among, otherwise=otherwise)

    def linked(self, name: str, row: Row, other: Symbol, node: Node) -> None:
        """Add a fact about an object and another, and remember its place."""
        self.add(name, row.symbol, other)
        self.links.setdefault((name, row.symbol), []).append((other, node))
