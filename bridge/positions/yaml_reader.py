"""From the nodes of a position file to facts, with every error at its place.

What is a rule of the game is left to the judge. Refused here is what makes no sense as a position: references to
nothing, a cycle of attachments, an attacker that isn't on the battlefield, and the like.

The order of reading: cards, players, objects; then names are known; then properties, whose names are resolved at the
end, the unambiguous ones first, so that "interchangeable" is judged with all that is known by then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from clingo import String, Symbol

from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import Place
from magistrate.bridge.positions import keys, terms, values
from magistrate.bridge.positions.abilities import Abilities
from magistrate.bridge.positions.compiled import Cards, Compiled
from magistrate.bridge.positions.names import Named, Names, Want, whole_names
from magistrate.bridge.positions.nodes import (
    Limits,
    Mapping,
    Node,
    Raw,
    Scalar,
    Sequence,
    quoted,
)
from magistrate.bridge.positions.terms import constant, fact, number
from magistrate.bridge.positions.values import did_you_mean, expected, refuse

HISTORY = re.compile(keys.HISTORY)
ON_TABLE = ("battlefield", "stack")


@dataclass(frozen=True, slots=True)
class Reading:
    """What came out of a file."""

    facts: frozenset[Symbol]
    names: Names
    title: str
    note: str
    goal: str
    steps: Raw | None
    answers: Raw | None


@dataclass(slots=True)
class Row:
    """An object while it is read."""

    symbol: Symbol
    place: Place
    zone: str
    holder: Symbol  # the player that it is listed under
    fields: dict[str, Node]
    card: Compiled | None = None
    index: int = 0  # which face is up
    called: str = ""  # the name of the card, face or half that the file gave it
    id: str = ""
    label: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return whole_names(self.card.names) if self.card else ((self.called,) if self.called else ())


@dataclass(slots=True)
class Reference:
    """A name in the file that stands for an object or player, and what to do with it once that is known."""

    node: Scalar
    context: str
    want: Want
    among: Collection[Symbol] | None
    then: Callable[[Symbol], None]


def read(node: Node, file: str, limits: Limits, cards: Cards) -> Reading:
    """Read the position in a node. Raises `BadInput`."""
    return _Reader(file, limits, cards).read(node)


@dataclass(slots=True)
class _Reader:
    file: str
    limits: Limits
    cards: Cards
    facts: list[Symbol] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    players: dict[str, Symbol] = field(default_factory=dict)
    player_names: dict[Symbol, str] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    links: dict[tuple[str, Symbol], list[tuple[Symbol, Node]]] = field(default_factory=dict)
    used: set[Compiled] = field(default_factory=set)
    own: dict[str, Compiled] = field(default_factory=dict)
    effects: int = 0
    names: Names = field(init=False)
    abilities: Abilities = field(init=False)
    turn_player: Symbol | None = None

    def add(self, name: str, *arguments: Symbol) -> None:
        self.facts.append(fact(name, *arguments))

    # The whole file

    def read(self, node: Node) -> Reading:
        if not isinstance(node, Mapping):
            expected(node, "a position", "a mapping with `players:` and other keys")
        top = values.fields(node, keys.TOP, "a position")
        if "players" not in top:
            refuse(node, "a position needs `players:`, as in `players: {Alice: {life: 20}, Bob: {}}`")
        if "cards" in top:
            self.read_cards(top["cards"])
        people = self.read_players(top["players"])
        self.read_turn(top.get("turn"), node)
        for player, found in people:
            self.read_player_objects(player, found)
        for zone in ("exile", "command"):
            if zone in top:
                self.entries(top[zone], zone, self.turn_player or terms.player(1))
        if "emblems" in top:
            self.read_emblems(top["emblems"], None)
        spells = self.read_stack(top["stack"]) if "stack" in top else []
        self.read_resolved_cards(top.get("resolved"))
        self.name_objects()
        self.abilities = Abilities(self.facts, lambda symbol: self.names.label(symbol))
        for player, found in people:
            self.player_facts(player, found)
        for row in self.rows:
            self.object_facts(row)
        for key in ("monarch", "initiative"):
            if key in top:
                self.refer(top[key], key, lambda p, key=key: self.add(key, p), want="player")  # type: ignore[misc]
        if "day" in top:
            self.read_day(top["day"])
        self.settle()
        self.check_structure()
        for row in spells:
            self.stack_facts(row)
        self.settle()
        if "resolved" in top:
            self.read_resolved(top["resolved"])
            self.settle()
        return Reading(
            facts=frozenset(self.facts),
            names=self.names,
            title=values.text(top["title"], "title") if "title" in top else "",
            note=values.text(top["note"], "note", values.LONGEST_TEXT) if "note" in top else "",
            goal=values.text(top["goal"], "goal", values.LONGEST_TEXT) if "goal" in top else "",
            steps=self.read_steps(top["steps"]) if "steps" in top else None,
            answers=self.read_answers(top["answers"]) if "answers" in top else None,
        )

    def read_cards(self, node: Node) -> None:
        if not isinstance(node, Sequence):
            expected(
                node, "cards", "a list of cards, each with name, type, text …", "put `- ` before each `name:`"
            )
        for item in node.items:
            card = values.card(item)
            if not self.cards.define(card):
                refuse(item, f"a second card with the name {quoted(card.name)}")

    def read_players(self, node: Node) -> list[tuple[Symbol, dict[str, Node]]]:
        if not isinstance(node, Mapping):
            expected(node, "players", "players by name, as in `Alice: {life: 20}`")
        if not node.pairs:
            expected(node, "players", "at least one player")
        people = []
        for seat, (key, value) in enumerate(node.pairs, 1):
            name = values.name(key, "the name of a player")
            folded = name_key(name)
            if folded in self.players:
                other = self.player_names[self.players[folded]]
                refuse(
                    key, f"two players are named alike: {quoted(other)} and {quoted(name)}; names must differ"
                )
            symbol = terms.player(seat)
            self.players[folded] = symbol
            self.player_names[symbol] = name
            self.add("player", symbol)
            self.add("seat", symbol, number(seat))
            self.add("player_name", symbol, String(name))
            if isinstance(value, Scalar) and value.empty:
                people.append((symbol, {}))
            else:
                people.append((symbol, values.fields(value, keys.PLAYER, f"player {name}", also=HISTORY)))
        return people

    def player_named(self, node: Node, what: str) -> Symbol:
        """A player, known as soon as the players are."""
        called = values.name(node, what)
        symbol = self.players.get(name_key(called))
        if symbol is None:
            known = list(self.player_names.values())
            hint = did_you_mean(called, known) or f"; the players are {', '.join(known)}"
            refuse(node, f"{what}: there is no player {quoted(called)}{hint}")
        return symbol

    def read_turn(self, node: Node | None, whole: Node) -> None:
        found = {} if node is None else values.fields(node, keys.TURN, "turn")
        active = self.player_named(found["active"], "turn, active") if "active" in found else terms.player(1)
        self.turn_player = active
        self.add("active", active)
        self.add("step", constant(self.step(found["step"]) if "step" in found else "precombat_main"))
        if "number" in found:
            self.add("turn", number(values.integer(found["number"], "turn, number", 1)))
        if "priority" in found:
            self.add("priority", self.player_named(found["priority"], "turn, priority"))
        if "fresh" in found and values.flag(found["fresh"], "turn, fresh"):
            self.add("fresh")

    def step(self, node: Node) -> str:
        written = values.name(node, "turn, step")
        known = {keys.spelling(name): made for name, made in keys.STEPS.items()}
        known |= {made: made for made in keys.STEPS.values()}
        made = known.get(keys.spelling(written))
        if made is None:
            hint = did_you_mean(written, keys.STEPS) or f"; the steps are {', '.join(keys.STEPS)}"
            refuse(node, f"there is no step {quoted(written)}{hint}")
        return made

    def read_day(self, node: Node) -> None:
        word = values.name(node, "day").lower()
        if word not in ("day", "night"):
            expected(node, "day", "day or night")
        self.add("day_night", constant(word))

    def read_steps(self, node: Node) -> Raw:
        if not isinstance(node, Sequence):
            expected(
                node, "steps", "a list of steps, as in `- block: {bear: ogre}`", "put `- ` before each step"
            )
        return Raw.of(node)

    def read_answers(self, node: Node) -> Raw:
        if not isinstance(node, Mapping):
            expected(node, "answers", "each player's answers, as in {Alice: [bear, yes]}")
        for key, value in node.pairs:
            self.player_named(key, "answers")
            if not isinstance(value, Sequence):
                expected(value, f"answers, {key.text}", "a list of answers", "put it in brackets: [yes]")
        return Raw.of(node)

    # Objects

    def read_player_objects(self, player: Symbol, found: dict[str, Node]) -> None:
        for key, node in found.items():
            if key in keys.ZONES:
                self.entries(node, key, player)
            elif key == "emblems":
                self.read_emblems(node, player)

    def entries(self, node: Node, zone: str, player: Symbol) -> None:
        what = zone
        if isinstance(node, Scalar) and node.empty:
            return
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            self.unknown(values.integer(node, what, 0), node, zone, player)
            return
        if isinstance(node, Mapping) and [key.text for key, _ in node.pairs] == ["unknown"]:
            self.entry(node, zone, player)
            return
        if not isinstance(node, Sequence):
            expected(node, what, "a list of cards", "put `- ` before each, or brackets around them")
        for item in node.items:
            self.entry(item, zone, player)

    def entry(self, node: Node, zone: str, player: Symbol) -> None:
        named: Scalar
        inner: Node | None = None
        if isinstance(node, Scalar):
            named = node
        elif isinstance(node, Mapping) and len(node.pairs) == 1:
            named, inner = node.pairs[0]
            if named.text == "unknown" and isinstance(inner, Scalar) and isinstance(inner.value, int):
                self.unknown(values.integer(inner, f"{zone}, unknown", 0), node, zone, player)
                return
        elif isinstance(node, Mapping) and isinstance(called := node.get("name"), Scalar):
            named = called
            inner = Mapping(tuple(pair for pair in node.pairs if pair[0].text != "name"), node.place)
        else:
            hint = ""
            if (
                isinstance(node, Mapping)
                and node.pairs
                and isinstance(node.pairs[0][1], Scalar)
                and node.pairs[0][1].empty
            ):
                hint = f"indent the properties further than {quoted(node.pairs[0][0].text)}, or write them in braces"
            expected(node, zone, "a name, or a name with properties, as in `Bear: {tapped: true}`", hint)
        called_ = values.name(named, f"a card in {zone}")
        found: dict[str, Node] = {}
        if inner is not None and not (isinstance(inner, Scalar) and inner.empty):
            found = values.fields(
                inner, keys.ZONE_ENTRY, called_ if len(called_) < 40 else "the card", also=HISTORY
            )
        for key, value in found.items():
            where = keys.OBJECT[key].where if key in keys.OBJECT else ()
            if where and zone not in where and not _says_no(value):
                refuse(
                    value,
                    f"{key}: {quoted(called_)} is in {_article(zone)}, and only {_of_zones(where)} has that",
                )
        count = values.integer(found["count"], "count", 1) if "count" in found else 1
        self.room_for(count, found.get("count", node))
        compiled, index = self.card_of(called_, named, found)
        index = self.face_index(compiled, index, zone, found)
        held = self.player_named(found["controller"], "controller") if "controller" in found else player
        if "controller" in found and zone not in (*ON_TABLE, "command"):
            refuse(
                found["controller"],
                f"controller: a card in {_article(zone)} has an owner and no controller; use owner",
            )
        identity = values.name(found["id"], "id") if "id" in found else ""
        for _ in range(count):
            row = Row(terms.object_(len(self.rows) + 1), named.place, zone, held, found, compiled, index)
            row.called = compiled.card.faces[index].name if len(compiled.names) > 1 else compiled.card.name
            if len(compiled.names) > 1 and name_key(called_) == name_key(compiled.card.name):
                row.called = compiled.card.name
            row.id = identity
            self.rows.append(row)
        self.facts_of_card(compiled)

    def room_for(self, count: int, node: Node) -> None:
        if len(self.rows) + count > self.limits.objects:
            refuse(
                node,
                f"more than {self.limits.objects:,} objects; if there must be, raise the bound with the environment "
                "variable MAGISTRATE_MAX_OBJECTS",
            )

    def unknown(self, count: int, node: Node, zone: str, player: Symbol) -> None:
        if zone not in ("library", "hand", "exile"):
            refuse(node, f"{zone}: its cards are seen by everybody; say which they are")
        self.room_for(count, node)
        for _ in range(count):
            self.rows.append(Row(terms.object_(len(self.rows) + 1), node.place, zone, player, {}))

    def card_of(self, called: str, named: Scalar, found: dict[str, Node]) -> tuple[Compiled, int]:
        """The card that an entry names, or the one that it defines on the spot."""
        inline = [key for key in found if key in keys.INLINE]
        if not inline:
            return self.cards.find(called, named.place)
        face = values.face({key: found[key] for key in inline}, named, called, called)
        layout = "token" if "token" in found and values.flag(found["token"], "token") else "normal"
        return self.cards.compile(Card(face.name, layout, (face,))), 0

    def face_index(self, compiled: Compiled, named: int, zone: str, found: dict[str, Node]) -> int:
        """Which face is up: the one that is asked for, else the one named where that shows which is up."""
        if "transformed" in found and values.flag(found["transformed"], "transformed"):
            named = 1
            if len(compiled.names) < 2:
                refuse(found["transformed"], f"{quoted(compiled.card.name)} has one face only")
        elif not (
            zone == "stack"
            or (zone == "battlefield" and (compiled.two_sided or compiled.card.layout == "flip"))
        ):
            named = 0
        if "flipped" in found and values.flag(found["flipped"], "flipped"):
            if compiled.card.layout != "flip":
                refuse(
                    found["flipped"],
                    f"{quoted(compiled.card.name)} is no flip card; for its back side use `face: back`",
                )
            named = 1
        if "face" in found:
            node = found["face"]
            word = values.name(node, "face")
            if word.lower() in ("front", "back"):
                named = int(word.lower() == "back")
                if named and len(compiled.names) < 2:
                    refuse(node, f"{quoted(compiled.card.name)} has one face only")
            else:
                keyed = [name_key(name) for name in compiled.names]
                if name_key(word) not in keyed:
                    hint = did_you_mean(word, ("front", "back", *compiled.names))
                    refuse(
                        node,
                        f"{quoted(compiled.card.name)} has no face {quoted(word)}{hint or '; say front, back or its name'}",
                    )
                named = keyed.index(name_key(word))
        return named

    def facts_of_card(self, compiled: Compiled) -> None:
        if compiled in self.used:
            return
        self.used.add(compiled)
        self.facts += compiled.facts
        if len(compiled.symbols) > 1:
            for symbol in compiled.symbols:
                self.add("layout", symbol, constant(compiled.card.layout))

    def read_emblems(self, node: Node, player: Symbol | None) -> None:
        entries: list[tuple[Symbol, dict[str, Node], Node]] = []
        if (
            isinstance(node, Mapping)
            and player is None
            and not any(keys.spelling(k.text) in keys.EMBLEM for k, _ in node.pairs)
        ):
            for key, value in node.pairs:  # {Alice: "text"}
                self.read_emblems(value, self.player_named(key, "emblems"))
            return
        for item in values.items(node):
            if isinstance(item, Scalar):
                found: dict[str, Node] = {"text": item}
            else:
                found = values.fields(item, keys.EMBLEM, "an emblem")
            owner = self.player_named(found["owner"], "owner") if "owner" in found else player
            if owner is None:
                refuse(item, "an emblem needs an owner: {owner: Alice, text: …}")
            if "text" not in found:
                refuse(item, "an emblem needs its text")
            entries.append((owner, found, item))
        for owner, found, item in entries:
            self.room_for(1, item)
            called = values.name(found["name"], "name") if "name" in found else "Emblem"
            text = values.text(found["text"], "text", values.LONGEST_TEXT).strip()
            compiled = self.cards.compile(Card(called, "emblem", (Face(called, text=text, colors=()),)))
            row = Row(terms.object_(len(self.rows) + 1), item.place, "command", owner, found, compiled)
            row.called = called
            row.id = values.name(found["id"], "id") if "id" in found else ""
            self.rows.append(row)
            self.facts_of_card(compiled)
            self.add("emblem", row.symbol)

    def read_stack(self, node: Node) -> list[Row]:
        if isinstance(node, Scalar) and node.empty:
            return []
        if not isinstance(node, Sequence):
            expected(node, "stack", "a list of spells and abilities, as in `- {card: Terror, by: Bob}`")
        rows = []
        for item in node.items:
            self.room_for(1, item)
            ability = isinstance(item, Mapping) and any(
                keys.spelling(k.text) in ("ability", "of") for k, _ in item.pairs
            )
            table = keys.STACK_ABILITY if ability else keys.SPELL
            what = "an ability on the stack" if ability else "a spell on the stack"
            found = values.fields(item, table, what)
            row = Row(terms.object_(len(self.rows) + 1), item.place, "stack", terms.player(1), found)
            if ability:
                if "of" not in found:
                    refuse(
                        item,
                        "an ability on the stack needs the object that it is an ability of: {ability: 1, of: bear}",
                    )
            else:
                if "card" not in found:
                    refuse(item, f"{what} needs `card:`; an ability needs `ability:` and `of:`")
                called = values.name(found["card"], "card")
                row.card, index = self.cards.find(called, found["card"].place)
                row.index = self.face_index(row.card, index, "stack", found)
                row.called = row.card.card.faces[row.index].name
                self.facts_of_card(row.card)
                if "by" not in found and "owner" not in found:
                    refuse(item, "a spell on the stack needs who cast it: {card: …, by: Alice}")
            if "by" in found or "owner" in found:
                row.holder = self.player_named(found["by"] if "by" in found else found["owner"], "by")
            row.id = values.name(found["id"], "id") if "id" in found else ""
            self.rows.append(row)
            rows.append(row)
        return rows

    # Names

    def name_objects(self) -> None:
        """Give every object its label, and make the names known."""
        spells = [row for row in self.rows if row.zone == "stack" and row.card is None and not row.id]
        for row in spells:
            row.label = (
                f"ability on the stack ({row.place.line})" if len(spells) > 1 else "ability on the stack"
            )
        ids: dict[str, list[Row]] = {}
        by_name: dict[str, list[Row]] = {}
        for row in self.rows:
            if row.id:
                ids.setdefault(row.id, []).append(row)
            for key in {name_key(name) for name in row.names}:
                by_name.setdefault(key, []).append(row)
        for id_, rows in ids.items():
            if len({row.place for row in rows}) > 1:
                other = next(row for row in rows if row.place != rows[0].place)
                node = other.fields["id"]
                refuse(
                    node,
                    f"the id {quoted(id_)} is taken by another object in line {rows[0].place.line}; ids must differ",
                )
            if name_key(id_) in self.players:
                refuse(rows[0].fields["id"], f"the id {quoted(id_)} is the name of a player; choose another")
            for index, row in enumerate(rows, 1):
                row.label = id_ if len(rows) == 1 else f"{id_}#{index}"
        taken = {row.label for row in self.rows if row.label}
        unknown = 0
        for row in self.rows:
            if row.label:
                continue
            if row.card is None:
                unknown += 1
                row.label = f"unknown card#{unknown}"
                continue
            same = by_name[name_key(row.called)]
            row.label = row.called
            if len(same) > 1 or row.label in taken:
                row.label = f"{row.called}#{next(i for i, r in enumerate(same, 1) if r is row)}"
            while row.label in taken:  # an id that looks like a numbered name
                row.label += "'"
            taken.add(row.label)
        holder = {row.symbol: self.player_names.get(row.holder, "") for row in self.rows}
        objects = {
            row.symbol: Named(row.symbol, row.label, row.names, f"{row.zone}, {holder[row.symbol]}")
            for row in self.rows
        }
        self.names = Names(self.player_names, objects, lambda: self.facts, Place(self.file))

    def refer(
        self,
        node: Node,
        context: str,
        then: Callable[[Symbol], None],
        *,
        want: Want = "object",
        among: Collection[Symbol] | None = None,
    ) -> None:
        """Resolve a name later; `then` is called with what it stands for."""
        values.name(node, context)
        assert isinstance(node, Scalar)
        self.references.append(Reference(node, context, want, among, then))

    def settle(self) -> None:
        """Resolve the names that wait: first those that fit one thing only, then the others in the order of the file."""
        waiting, self.references = self.references, []
        unclear = []
        for reference in waiting:
            found = self.names.candidates(reference.node.text, want=reference.want, among=reference.among)
            if len(found) == 1:
                reference.then(found[0])
            else:
                unclear.append(reference)
        for r in unclear:
            r.then(self.names.resolve(r.node.text, r.node.place, r.context, want=r.want, among=r.among))

    def in_zones(self, *zones: str) -> set[Symbol]:
        return {row.symbol for row in self.rows if row.zone in zones}

    # Properties

    def player_facts(self, player: Symbol, found: dict[str, Node]) -> None:
        called = self.player_names[player]
        self.add(
            "life",
            player,
            number(values.integer(found["life"], f"{called}, life") if "life" in found else 20),
        )
        poison = values.integer(found["poison"], f"{called}, poison", 0) if "poison" in found else 0
        counters = values.counters(found["counters"], f"{called}, counters") if "counters" in found else {}
        if "poison" in counters and "poison" in found:
            refuse(found["poison"], f"{called}: poison is given twice, here and among the counters")
        for kind, amount in {"poison": poison, **{kind: n for kind, (n, _) in counters.items()}}.items():
            if amount:
                self.add("player_counters", player, terms.word(kind), number(amount))
        for symbol, amount in (
            values.mana(found["mana"], f"{called}, mana") if "mana" in found else {}
        ).items():
            self.add("mana", player, constant(symbol), number(amount))
        if "land_plays" in found and (
            plays := values.integer(found["land_plays"], f"{called}, land plays", 0)
        ):
            self.add("land_plays", player, number(plays))
        if "commander_damage" in found:
            node = found["commander_damage"]
            if not isinstance(node, Mapping):
                expected(node, "commander damage", "commanders with the damage they dealt, as in {ogre: 5}")
            for key, value in node.pairs:
                amount = values.integer(value, f"commander damage, {key.text}", 0)
                self.refer(
                    key,
                    "commander damage",
                    lambda o, n=amount: self.add("commander_damage", player, o, number(n)),  # type: ignore[misc]
                )
        for key, node in found.items():
            if key not in keys.PLAYER or keys.PLAYER[key].fact:
                self.generic(player, key, node, keys.PLAYER.get(key), f"{called}, {key}")
        if "chosen" in found:
            self.chosen(player, found["chosen"], None)

    def object_facts(self, row: Row) -> None:
        o, found = row.symbol, row.fields
        self.add("object", o)
        self.add("in_zone", o, constant(row.zone))
        self.add("label", o, String(row.label))
        stack_ability = row.zone == "stack" and row.card is None
        if not stack_ability:
            owner = self.player_named(found["owner"], "owner") if "owner" in found else row.holder
            if "owner" not in found and row.zone in ("exile", "command", "hand", "library", "graveyard"):
                owner = row.holder
            self.add("owner", o, owner)
        if row.card is not None:
            self.faces(row)
        elif not stack_ability:
            self.add("unknown", o)
        if row.zone in ON_TABLE and not stack_ability:
            self.add("base_controller", o, row.holder)
        if row.zone == "command" and (
            "controller" in found or (row.card and row.card.card.layout == "emblem")
        ):
            self.add("base_controller", o, row.holder)
        if row.zone in ("library", "graveyard", "stack"):
            self.add("place", o, number(self.next_place(row)))
        if row.zone not in ("library", "hand"):
            self.add("timestamp", o, number(self.timestamp(row)))
        if row.zone == "stack":
            return
        for key, node in found.items():
            if key in (
                "id",
                "count",
                "face",
                "transformed",
                "owner",
                "controller",
                "timestamp",
                *keys.INLINE,
                *keys.EMBLEM,
            ):
                continue
            self.property(row, key, node)

    def faces(self, row: Row) -> None:
        assert row.card is not None
        self.add("face", row.symbol, row.card.symbols[row.index])
        for index, symbol in enumerate(row.card.symbols):
            if index != row.index:
                self.add("other_face", row.symbol, symbol)
        if row.index and row.zone == "battlefield":
            if row.card.two_sided:
                self.add("transformed", row.symbol)
            elif row.card.card.layout == "flip" and "flipped" not in row.fields:
                self.add("flipped", row.symbol)

    _places: dict[tuple[str, Symbol | None], int] = field(default_factory=dict)

    def next_place(self, row: Row) -> int:
        pile = (row.zone, None if row.zone == "stack" else row.holder)
        self._places[pile] = self._places.get(pile, 0) + 1
        return self._places[pile]

    _given: set[int] | None = None
    _clock: int = 0

    def timestamp(self, row: Row) -> int:
        """The timestamp given, else the next in the order of the file that none was given."""
        if "timestamp" in row.fields:
            return values.integer(row.fields["timestamp"], "timestamp")
        if self._given is None:
            self._given = {
                values.integer(r.fields["timestamp"], "timestamp")
                for r in self.rows
                if "timestamp" in r.fields
            }
        self._clock += 1
        while self._clock in self._given:
            self._clock += 1
        return self._clock

    def property(self, row: Row, key: str, node: Node) -> None:
        o, what = row.symbol, key.replace("_", " ")
        match key:
            case "counters":
                for kind, (amount, _) in values.counters(node, "counters").items():
                    if amount:
                        self.add("counters", o, terms.word(kind), number(amount))
            case "damage":
                if amount := values.integer(node, "damage", 0):
                    self.add("damage", o, number(amount))
            case "attached_to":
                self.attach(row, node)
            case "attacking":
                self.attack(row, node)
            case "blocking":
                for item in values.names(node, what):
                    self.linked(
                        "blocking", row, item, f"blocked by {row.label}", among=self.in_zones("battlefield")
                    )
            case "blocked":
                if values.flag(node, what):
                    self.links.setdefault(("blocked", o), []).append((o, node))
                    self.add("blocked", o)
            case "band":
                self.add("band", o, number(self.band(node)))
            case "copy_of":
                self.copy(row, node)
            case "chosen":
                self.chosen(o, node, row.card)
            case "unlocked":
                self.unlock(row, node)
            case "stickers":
                self.stickers(row, node)
            case _:
                self.generic(o, key, node, keys.OBJECT.get(key), what)

    def generic(self, subject: Symbol, key: str, node: Node, spec: keys.Key | None, what: str) -> None:
        """A property that becomes the fact named in the table; history is told by its value."""
        shape = spec.shape if spec else ""
        name = spec.fact if spec else key
        if spec is None or key.endswith(("_this_turn", "_last_turn", "_this_combat", "_this_game")):
            self.history(subject, key, node, what)
        elif shape == "flag":
            if values.flag(node, what):
                self.add(name, subject)
        elif shape in ("number", "positive"):
            self.add(name, subject, number(values.integer(node, what, 0 if shape == "number" else 1)))
        elif shape == "integer":
            self.add(name, subject, number(values.integer(node, what)))
        elif shape == "words":
            words = [w.text for w in values.names(node, what)]
            for index, word in enumerate(dict.fromkeys(words)):
                if name == "paid":
                    self.add(name, subject, terms.word(word), number(words.count(word)))
                else:
                    self.add(name, subject, terms.word(words[index] if word not in words else word))
        elif shape in ("player", "players", "object", "objects", "any", "anys"):
            want: Want = (
                "player" if shape.startswith("player") else "object" if shape.startswith("object") else "any"
            )
            nodes = values.names(node, what) if shape.endswith("s") else [node]
            for item in nodes:
                self.refer(item, what, lambda s: self.add(name, subject, s), want=want)

    def history(self, subject: Symbol, key: str, node: Node, what: str) -> None:
        """What happened: true, a number, or names."""
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            self.add(key, subject, number(values.integer(node, what)))
        elif isinstance(node, Scalar) and (
            node.text in ("", "~") or (node.plain and node.text.lower() in ("true", "false", "yes", "no"))
        ):
            if values.flag(node, what):
                self.add(key, subject)
        else:
            for item in values.names(node, what):
                self.refer(item, what, lambda s: self.add(key, subject, s), want="any")

    def linked(
        self,
        name: str,
        row: Row,
        node: Node,
        context: str,
        *,
        want: Want = "object",
        among: Collection[Symbol] | None = None,
    ) -> None:
        """A fact between two things, remembered with its place for the checks at the end."""

        def then(other: Symbol) -> None:
            if other == row.symbol:
                refuse(node, f"{context}: {quoted(row.label)} can't be {name.replace('_', ' ')} itself")
            self.add(name, row.symbol, other)
            self.links.setdefault((name, row.symbol), []).append((other, node))

        self.refer(node, context, then, want=want, among=among)

    def attach(self, row: Row, node: Node) -> None:
        self.linked(
            "attached_to",
            row,
            node,
            f"{row.label}, attached to",
            want="any",
            among=self.players_and("battlefield"),
        )

    def players_and(self, *zones: str) -> set[Symbol]:
        return self.in_zones(*zones) | set(self.player_names)

    def attack(self, row: Row, node: Node) -> None:
        if isinstance(node, Scalar) and node.plain and (node.empty or isinstance(node.value, bool)):
            if not values.flag(node, "attacking"):
                return
            others = [p for p in self.player_names if p != row.holder]
            if len(others) != 1:
                expected(node, "attacking", "whom it attacks, as there isn't exactly one opponent")
            self.add("attacking", row.symbol, others[0])
            self.links.setdefault(("attacking", row.symbol), []).append((others[0], node))
            return
        self.linked(
            "attacking",
            row,
            node,
            f"attacked by {row.label}",
            want="any",
            among=self.players_and("battlefield"),
        )

    _bands: dict[str, int] = field(default_factory=dict)

    def band(self, node: Node) -> int:
        called = values.name(node, "band")
        return self._bands.setdefault(called, len(self._bands) + 1)

    def copy(self, row: Row, node: Node) -> None:
        called = values.name(node, "copy of")
        among = self.in_zones("battlefield", "stack", "graveyard", "exile", "hand") - {row.symbol}
        found = self.names.candidates(called, want="object", among=among)
        if found and (len(found) == 1 or self.names.interchangeable(found)):
            self.linked("copy_of", row, node, f"{row.label}, copy of", among=among)
            return
        card = self.cards.lookup(called, node.place)
        if card is None:
            if found:
                raise self.names.ambiguous(called, found, node.place, f"{row.label}, copy of")
            raise self.cards.unknown(called, node.place)
        compiled = self.cards.compile(card)
        self.facts_of_card(compiled)
        self.add("copy_of_face", row.symbol, compiled.symbols[card.face_index(called) or 0])

    def unlock(self, row: Row, node: Node) -> None:
        assert row.card is not None
        keyed = {
            name_key(name): symbol for name, symbol in zip(row.card.names, row.card.symbols, strict=True)
        }
        for item in values.names(node, "unlocked"):
            if name_key(item.text) not in keyed:
                refuse(
                    item,
                    f"unlocked: {quoted(row.label)} has no half {quoted(item.text)}; its halves are {', '.join(row.card.names)}",
                )
            self.add("unlocked", row.symbol, keyed[name_key(item.text)])

    def stickers(self, row: Row, node: Node) -> None:
        """Words added to the name; a number says after how many words of the name each is put."""
        pairs: list[tuple[Node, int | None]] = []
        if isinstance(node, Mapping):
            pairs = [(key, values.integer(value, "stickers", 0)) for key, value in node.pairs]
        else:
            pairs = [(item, None) for item in values.items(node)]
        for index, (item, after) in enumerate(pairs, 1):
            word = values.name(item, "stickers")
            where = number(after) if after is not None else constant("end")
            self.add("name_sticker", row.symbol, number(index), String(word), where)

    def chosen(self, subject: Symbol, node: Node, card: Compiled | None, name: str = "chosen") -> None:
        if isinstance(node, Mapping):
            for key, value in node.pairs:
                kind = {keys.spelling(k): v for k, v in keys.CHOSEN.items()}.get(keys.spelling(key.text))
                if kind is None:
                    hint = did_you_mean(key.text, keys.CHOSEN) or f"; the kinds are {', '.join(keys.CHOSEN)}"
                    refuse(key, f"chosen: there is no kind {quoted(key.text)}{hint}")
                for item in values.items(value):
                    self.choose(subject, kind, item, name)
            return
        for item in values.items(node):
            self.choose(subject, self.chosen_kind(item, card), item, name)

    def chosen_kind(self, node: Node, card: Compiled | None) -> str:
        """The kind of a bare choice: what the card asks for if that is one kind, else what the value looks like."""
        word = values.name(node, "chosen")
        assert isinstance(node, Scalar)
        asked = _asked(card) if card else set()
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            return "number"
        low = word.lower()
        guess = ""
        if low in keys.COLORS:
            guess = "color"
        elif name_key(word) in self.players:
            guess = "opponent" if "opponent" in asked else "player"
        elif len(asked) == 1:
            return next(iter(asked))
        elif self.names.candidates(word, want="object"):
            guess = "object"
        elif (kind := _kind_of_word(word)) is not None:
            guess = kind
        elif self.cards.lookup(word, node.place) is not None:
            guess = "name"
        if not guess:
            refuse(
                node,
                f"chosen: can't tell what kind of choice {quoted(word)} is; say {{kind: value}}, with a kind out of {', '.join(keys.CHOSEN)}",
            )
        return guess

    def choose(self, subject: Symbol, kind: str, node: Node, name: str) -> None:
        what, kind_ = f"chosen {kind.replace('_', ' ')}", constant(kind)
        if kind in ("player", "opponent"):
            self.add(name, subject, kind_, self.player_named(node, what))
        elif kind == "object":
            self.refer(node, what, lambda o: self.add(name, subject, kind_, o))
        elif kind in ("number", "mode"):
            self.add(name, subject, kind_, number(values.integer(node, what, 0)))
        elif kind in ("name", "word"):
            self.add(name, subject, kind_, String(values.name(node, what)))
        else:
            word = values.name(node, what)
            if kind == "color" and word.lower() not in keys.COLORS:
                refuse(node, f"{what}: {quoted(word)} is no colour; expected {', '.join(keys.COLORS)}")
            self.add(name, subject, kind_, terms.word(word))

    # The stack, and what resolved

    def stack_facts(self, row: Row) -> None:
        o, found = row.symbol, row.fields
        if row.card is not None:
            self.add("spell", o)
            if "copy" in found and values.flag(found["copy"], "copy"):
                self.add("copy", o)
            for key in (
                "counters",
                "face_down",
                "copy_of",
                "chosen",
                "paid",
                "remembered",
                "designated",
                "commander",
                "tax",
            ):
                if key in found:
                    self.property(row, key, found[key])
            self.choices(row, o, self.abilities.spell(row.card.symbols[row.index]))
            return

        def then(source: Symbol) -> None:
            ability = self.ability_of(source, found.get("ability"), row.place)
            self.add("stack_ability", o, ability, source)
            self.add("base_controller", o, row.holder if "by" in found else self.controller(source))
            for key in ("chosen", "remembered"):
                if key in found:
                    self.property(row, key, found[key])
            self.choices(row, o, [ability])

        self.refer(found["of"], "of", then)
        self.settle_here()

    def settle_here(self) -> None:
        while self.references:
            self.settle()

    def controller(self, source: Symbol) -> Symbol:
        return next(row.holder for row in self.rows if row.symbol == source)

    def ability_of(self, source: Symbol, node: Node | None, place: Place) -> Symbol:
        row = next(row for row in self.rows if row.symbol == source)
        if row.card is None:
            refuse(node or place, f"{quoted(row.label)} has no abilities that are known")
        return self.abilities.find(row.card.symbols[row.index], node, place, row.label)

    def choices(self, row: Row, subject: Symbol, abilities: list[Symbol]) -> None:
        """Targets, modes, division and X of a spell or ability on the stack."""
        found = row.fields
        modes = self.modes(found)
        for mode in modes:
            self.add("chosen_mode", subject, number(mode))
        x = values.integer(found["x"], "x", 0) if "x" in found else None
        if x is not None:
            self.add("x", subject, number(x))
        self.targets(
            found,
            abilities,
            modes,
            x,
            lambda s, i, t: self.add("chosen_target", subject, number(s), number(i), t),
        )
        if "divide" in found:
            node = found["divide"]
            if not isinstance(node, Mapping):
                expected(node, "divide", "targets with their shares, as in {bear: 2, elf: 1}")
            self.settle_here()
            chosen = [
                f.arguments for f in self.facts if f.name == "chosen_target" and f.arguments[0] == subject
            ]
            for key, value in node.pairs:
                share = values.integer(value, f"divide, {key.text}", 0)

                def then(target: Symbol, share: int = share, key: Scalar = key) -> None:
                    slots = [arguments[1] for arguments in chosen if arguments[3] == target]
                    if not slots:
                        refuse(key, f"divide: {quoted(key.text)} is none of the targets")
                    self.add("divided", subject, slots[0], target, number(share))

                self.refer(
                    key, "divide", then, want="any", among={arguments[3] for arguments in chosen} or None
                )

    def modes(self, found: dict[str, Node]) -> list[int]:
        return (
            [values.integer(item, "modes", 1) for item in values.items(found["modes"])]
            if "modes" in found
            else []
        )

    def targets(
        self,
        found: dict[str, Node],
        abilities: list[Symbol],
        modes: list[int],
        x: int | None,
        then: Callable[[int, int, Symbol], None],
    ) -> None:
        """Give each target to its slot, one for each instance of the word "target"."""
        node = found.get("targets")
        if node is None:
            return
        given = list(values.items(node))
        slots = self.abilities.slots(abilities, modes, x)
        shared: list[tuple[int, list[Node]]] = []
        if any(isinstance(item, Sequence) for item in given):
            for index, item in enumerate(given):
                slot = slots[index].slot if index < len(slots) else index + 1
                shared.append((slot, list(values.items(item))))
        else:
            shared = self.abilities.share(slots, given)
        for slot, chosen in shared:
            for index, item in enumerate(chosen, 1):
                self.refer(
                    item,
                    "target",
                    lambda t, s=slot, i=index: then(s, i, t),  # type: ignore[misc]
                    want="any",
                )

    def resolved_entries(self, node: Node | None) -> Iterator[tuple[Node, dict[str, Node]]]:
        if node is None or (isinstance(node, Scalar) and node.empty):
            return
        if not isinstance(node, Sequence):
            expected(node, "resolved", "a list, as in `- {card: Giant Growth, by: Alice, targets: [bear]}`")
        for item in node.items:
            found = values.fields(item, keys.RESOLVED, "what resolved")
            if "card" not in found and "of" not in found:
                refuse(item, "what resolved needs `card:`, or for an ability `ability:` and `of:`")
            yield item, found

    def read_resolved_cards(self, node: Node | None) -> None:
        """Make the facts of cards that only `resolved` names known."""
        for _, found in self.resolved_entries(node):
            if "card" in found:
                compiled, _ = self.cards.find(values.name(found["card"], "card"), found["card"].place)
                self.facts_of_card(compiled)

    def read_resolved(self, node: Node) -> None:
        gone = len(self.rows)
        for item, found in self.resolved_entries(node):
            self.settle_here()
            source: Symbol
            if "of" in found:
                holder: list[Symbol] = []
                self.refer(found["of"], "of", holder.append)
                self.settle_here()
                source = holder[0]
                by = self.player_named(found["by"], "by") if "by" in found else self.controller(source)
                abilities = [self.ability_of(source, found.get("ability"), item.place)]
            else:
                if "by" not in found:
                    refuse(item, "what resolved needs who controlled it: {card: …, by: Alice}")
                by = self.player_named(found["by"], "by")
                called = values.name(found["card"], "card")
                compiled, index = self.cards.find(called, found["card"].place)
                gone += 1
                source = terms.object_(gone)
                self.add("former", source)
                self.add("face", source, compiled.symbols[index])
                self.add("owner", source, by)
                self.add("label", source, String(self.free_label(compiled.card.faces[index].name)))
                if "ability" in found:
                    face = compiled.symbols[index]
                    abilities = [self.abilities.find(face, found["ability"], item.place, called)]
                else:
                    abilities = self.abilities.spell(compiled.symbols[index])
            self.effect(item, found, source, by, abilities)

    _former: dict[str, int] = field(default_factory=dict)

    def free_label(self, called: str) -> str:
        self._former[called] = self._former.get(called, 0) + 1
        number_ = self._former[called]
        return f"{called} (resolved)" if number_ == 1 else f"{called} (resolved)#{number_}"

    def effect(
        self, item: Node, found: dict[str, Node], source: Symbol, by: Symbol, abilities: list[Symbol]
    ) -> None:
        """The effects that a resolution left behind."""
        modes = self.modes(found)
        lasting = [sub for ability in abilities for sub in self.abilities.lasting(ability, modes)]
        x = values.integer(found["x"], "x", 0) if "x" in found else None
        self._clock = max([self._clock, *(self._given or ())])
        self._given = set()
        if "timestamp" in found:
            time = values.integer(found["timestamp"], "timestamp")
        else:
            self._clock += 1
            time = self._clock
        if not lasting and abilities and not self.abilities.unmodelled(abilities[0]):
            refuse(item, "this leaves no effect that lasts behind; list only what still has an effect")
        for sub in lasting:
            self.effects += 1
            effect = fact("r", number(self.effects))
            self.add("effect_of", effect, sub, source, by, number(time))
            if x is not None:
                self.add("x_of", effect, number(x))
            for mode in modes:
                self.add("chosen_mode", effect, number(mode))
            if "chosen" in found:
                self.chosen(effect, found["chosen"], None, "chosen_by")
            if "affects" in found:
                self.add("locked_set", effect)
                for name in values.names(found["affects"], "affects"):
                    self.refer(name, "affects", lambda o, e=effect: self.add("locked", e, o), want="any")  # type: ignore[misc]
            self.targets(
                found,
                abilities,
                modes,
                x,
                lambda s, i, t, e=effect: self.add("effect_target", e, number(s), number(i), t),  # type: ignore[misc]
            )
            if "divide" in found and isinstance(node := found["divide"], Mapping):
                for key, value in node.pairs:
                    share = values.integer(value, f"divide, {key.text}", 0)
                    self.refer(
                        key,
                        "divide",
                        lambda t, e=effect, n=share: self.add("effect_divided", e, t, number(n)),  # type: ignore[misc]
                        want="any",
                    )

    # What makes no sense as a position

    def check_structure(self) -> None:
        attacking = {symbol for name, symbol in self.links if name == "attacking"}
        for (name, symbol), links in self.links.items():
            row = next(row for row in self.rows if row.symbol == symbol)
            other, node = links[0]
            if name == "attached_to":
                self.check_cycle(row, node, "attached_to", "attached to")
            elif name == "copy_of":
                self.check_cycle(row, node, "copy_of", "a copy of")
            elif name == "blocking":
                for other, node in links:
                    if other not in attacking:
                        refuse(
                            node,
                            f"{quoted(row.label)} can't be blocking {quoted(self.names.label(other))}, which isn't attacking; give that one `attacking:`",
                        )
                if symbol in attacking:
                    refuse(node, f"{quoted(row.label)} can't be attacking and blocking at the same time")
            elif name == "blocked" and symbol not in attacking:
                refuse(
                    node, f"{quoted(row.label)} can't be blocked: it isn't attacking; give it `attacking:`"
                )

    def check_cycle(self, row: Row, node: Node, name: str, words: str) -> None:
        chain = [row.symbol]
        while links := self.links.get((name, chain[-1])):
            other = links[0][0]
            if other in chain:
                shown = [self.names.label(symbol) for symbol in (*chain, other)]
                refuse(node, f"a cycle: {quoted(f' {words} '.join(shown), 200)}; one of these links must go")
            chain.append(other)


def _says_no(node: Node) -> bool:
    return isinstance(node, Scalar) and node.plain and node.text.lower() in ("false", "no")


def _article(zone: str) -> str:
    return {"battlefield": "the battlefield", "stack": "the stack", "command": "the command zone"}.get(
        zone, f"a {zone}" if zone != "exile" else "exile"
    )


def _of_zones(zones: tuple[str, ...]) -> str:
    words = {
        "battlefield": "a permanent",
        "stack": "a spell",
        "exile": "a card in exile",
        "command": "an object in the command zone",
    }
    return " or ".join(words[zone] for zone in zones)


def _asked(card: Compiled) -> set[str]:
    """The kinds of choices that a card's facts speak of."""
    found = set()
    for one in card.facts:
        if one.name in ("face_name", "ability_text", "ability_line", "card_type", "kind", "ability"):
            continue
        for term in terms.functions(one):
            if term.name == "chosen" and len(term.arguments) == 1:
                found.add(str(term.arguments[0]))
    return found & set(keys.CHOSEN.values())


def _kind_of_word(word: str) -> str | None:
    """Which list of the game's words this word is in."""
    from magistrate.bridge.oracle import tables

    low = tables.constant(word)
    if low in tables.BASIC_LAND_TYPES:
        return "basic_land_type"
    if low in tables.TYPES:
        return "card_type"
    lists = {"creature_type": tables.CREATURE_TYPES, "land_type": tables.LAND_TYPES}
    return next(
        (kind for kind, text in lists.items() if low in {tables.constant(w) for w in text.split()}), None
    )
