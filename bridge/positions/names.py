"""What people call things: from names to objects and players, and back.

An object goes by its `id`, else by a name of its card: one face or half, or the whole name with ` // `.
Several of one name are `Name#1`, `Name#2` … in file order. Case, accents and punctuation don't count where no
other name is spelt exactly so. A name that fits several objects names the first when they are interchangeable
(equal in every fact but their own id, place and timestamp), else nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, TypeAlias

from clingo import Symbol, SymbolType

from magistrate.bridge.cards.names import SEPARATOR, name_key
from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions import terms
from magistrate.bridge.positions.nodes import quoted
from magistrate.bridge.records import Record
from magistrate.bridge.shapes import shape

Want: TypeAlias = Literal["object", "player", "any"]

OWN_FACTS = frozenset(("label", "timestamp", "place"))
"""Facts in which interchangeable objects may differ."""

_NUMBERED = re.compile(r"(?P<name>.+?)\s*#\s*(?P<number>[0-9]{1,9})", re.DOTALL)


class UnknownName(BadInput):
    """Nothing goes by this name, or nothing that can be meant here. `near`: names that look like it."""

    def __init__(self, message: str, place: Place, near: Sequence[str] = ()) -> None:
        super().__init__(message, place)
        self.near = tuple(near)

    def __reduce__(self) -> tuple[type[UnknownName], tuple[str, Place, tuple[str, ...]]]:  # type: ignore[override]
        """Keep the arguments when the error crosses from one process to another."""
        return type(self), (self.message, self.place, self.near)


class AmbiguousObject(BadInput):
    """A name fits several objects that are not interchangeable. `fits`: their labels."""

    def __init__(self, message: str, place: Place, fits: Sequence[str] = ()) -> None:
        super().__init__(message, place)
        self.fits = tuple(fits)

    def __reduce__(self) -> tuple[type[AmbiguousObject], tuple[str, Place, tuple[str, ...]]]:  # type: ignore[override]
        """Keep the arguments when the error crosses from one process to another."""
        return type(self), (self.message, self.place, self.fits)


class Named(Record):
    """An object as its names see it: what it goes by, and where it is (for messages that list several)."""

    symbol: Symbol
    label: str
    names: tuple[str, ...]
    where: str = ""


class Names:
    """All names of a position. `facts` is asked only when a name fits several objects."""

    __slots__ = ("_by_id", "_by_label", "_by_name", "_players", "facts", "objects", "place", "players")

    def __init__(
        self,
        players: dict[Symbol, str],
        objects: dict[Symbol, Named],
        facts: Callable[[], Iterable[Symbol]],
        place: Place | None = None,
    ) -> None:
        self.players = players
        self.objects = objects
        self.facts = facts
        self.place = place or Place("<position>")
        self._by_label: dict[str, Symbol] = {}
        self._players = {name_key(name): symbol for symbol, name in self.players.items()}
        by_name: defaultdict[str, list[Symbol]] = defaultdict(list)
        by_id: defaultdict[str, list[Symbol]] = defaultdict(list)
        for symbol, named in self.objects.items():
            self._by_label.setdefault(named.label, symbol)
            keys = {name_key(name) for name in named.names}
            base = split(named.label)[0]
            if name_key(base) not in keys:
                by_id[base].append(symbol)
            for key in keys:
                by_name[key].append(symbol)
        self._by_name, self._by_id = dict(by_name), dict(by_id)

    def resolve(
        self,
        name: str,
        place: Place | None = None,
        context: str = "",
        *,
        want: Want = "any",
        among: Collection[Symbol] | None = None,
        interchangeable: Callable[[Sequence[Symbol]], bool] | None = None,
    ) -> Symbol:
        """The object or player of this name.

        `place`: where the name stands; `context`: what it is for, as in "attacked by ogre": for messages.
        `want`: whether an object or a player can be meant. `among`: only these can be meant.
        `interchangeable`: whether several objects may stand for each other; usually `self.interchangeable`.

        Raises `UnknownName` with suggestions and `AmbiguousObject` with what the name fits.
        """
        found = self.candidates(name, want=want, among=among)
        if len(found) == 1:
            return found[0]
        if not found:
            raise self.unknown(name, place, context, want=want, among=among)
        same = interchangeable or self.interchangeable
        if all(terms.is_object(symbol) for symbol in found) and same(found):
            return found[0]
        raise self.ambiguous(name, found, place, context)

    def candidates(
        self, name: str, *, want: Want = "any", among: Collection[Symbol] | None = None
    ) -> list[Symbol]:
        """Every object and player that a name can mean, objects in the order of the file."""
        name = name.strip()
        key = name_key(name)
        found: list[Symbol] = []
        if want != "object" and key in self._players:
            found.append(self._players[key])
        if want != "player":
            objects = self._objects(name, key)
            if among is not None:
                objects = [symbol for symbol in objects if symbol in among]
            if found and objects and self.players[found[0]] != name:
                found.clear()
            found += objects
        elif among is not None:
            found = [symbol for symbol in found if symbol in among]
        return found

    def _objects(self, name: str, key: str) -> list[Symbol]:
        """All objects of a name: of the exact label, else of the id, else of the card's name."""
        fits = self._by_name.get(key, [])
        base, index = split(name)
        exact = self._by_label.get(name)
        if exact is not None and (index or len(fits) < 2 or name in self._by_id):
            return [exact]
        if index and (pool := self._by_id.get(base) or self._by_name.get(name_key(base))):
            return pool[index - 1 : index]
        if name in self._by_id:
            return self._by_id[name]
        return fits or [
            symbol for other, ids in self._by_id.items() if name_key(other) == key for symbol in ids
        ]

    def also(self, named: Named) -> None:
        """Make an object known by its label only, such as one that is gone."""
        self.objects[named.symbol] = named
        self._by_label.setdefault(named.label, named.symbol)
        self._by_id.setdefault(split(named.label)[0], []).append(named.symbol)

    def object(self, name: str, place: Place | None = None, context: str = "", **more: object) -> Symbol:
        """The object of this name; `resolve` with `want="object"`."""
        return self.resolve(name, place, context, want="object", **more)  # type: ignore[arg-type]

    def player(self, name: str, place: Place | None = None, context: str = "") -> Symbol:
        """The player of this name."""
        return self.resolve(name, place, context, want="player")

    def label(self, symbol: Symbol) -> str:
        """What to call an object or player, so that `resolve` finds it; the term itself for anything else."""
        if symbol in self.players:
            return self.players[symbol]
        named = self.objects.get(symbol)
        return str(symbol) if named is None else named.label

    def interchangeable(self, objects: Sequence[Symbol]) -> bool:
        """Whether objects are equal in all facts but their own id, label, timestamp and place in a zone."""
        if len(objects) < 2:
            return True
        wanted = set(objects)
        about: dict[Symbol, set[tuple[str, tuple[Symbol | None, ...]]]] = {
            symbol: set() for symbol in objects
        }
        for fact in self.facts():
            if fact.name in OWN_FACTS:
                continue
            arguments = fact.arguments
            for argument in arguments:
                if argument in wanted:
                    about[argument].add((fact.name, tuple(None if a == argument else a for a in arguments)))
        first = about[objects[0]]
        return all(other == first for other in about.values())

    def unknown(
        self,
        name: str,
        place: Place | None,
        context: str,
        *,
        want: Want,
        among: Collection[Symbol] | None = None,
    ) -> UnknownName:
        """The error for a name that nothing goes by."""
        elsewhere = [] if among is None else self.candidates(name, want=want)
        for_ = f" ({context})" if context else ""
        if elsewhere:
            listed = _listed([self._told(symbol) for symbol in elsewhere])
            return UnknownName(
                f"{quoted(name)} can't be meant here{for_}: it is {listed}", place or self.place
            )
        if other := self.candidates(name, want="any") if among is None else ():
            what = "a player" if want == "object" else "no player"
            return UnknownName(f"{quoted(self.label(other[0]))}{for_} is {what}", place or self.place)
        kind = {"object": "object", "player": "player", "any": "object or player"}[want]
        near = self.suggest(name, want=want, among=among)
        base, index = split(name)
        if index and (fits := len(self.candidates(base, want="object", among=among))):
            return UnknownName(
                f"there is no {quoted(name)}{for_}: only {fits} of that name", place or self.place, near
            )
        if near:
            hint = f"; did you mean {_listed([quoted(n) for n in near], 'or')}?"
        else:
            known = [*self.players.values()] if want == "player" else []
            hint = (
                f"; the players are {_listed(known)}" if known else "; name it by its id or its card's name"
            )
        return UnknownName(f"there is no {kind} {quoted(name)}{for_}{hint}", place or self.place, near)

    def ambiguous(
        self, name: str, found: Sequence[Symbol], place: Place | None, context: str
    ) -> AmbiguousObject:
        """The error for a name that fits several."""
        labels = [self.label(symbol) for symbol in found]
        for_ = f" ({context})" if context else ""
        return AmbiguousObject(
            f"{quoted(name)}{for_} fits several: {_listed([self._told(symbol) for symbol in found])}; "
            "use one of these names, or give the object an id",
            place or self.place,
            labels,
        )

    def suggest(
        self, name: str, n: int = 3, *, want: Want = "any", among: Collection[Symbol] | None = None
    ) -> list[str]:
        """At most n names that look like this one, the likeliest first."""
        known: dict[str, str] = {}
        if want != "player":
            for symbol, named in self.objects.items():
                if among is None or symbol in among:
                    for other in (*named.names, named.label):
                        known.setdefault(name_key(other), other)
        if want != "object":
            known |= {name_key(other): other for other in self.players.values()}
        return suggest(name, known, n)

    def _told(self, symbol: Symbol) -> str:
        named = self.objects.get(symbol)
        if named is None:
            return f"the player {self.label(symbol)}"
        return f"{named.label} ({named.where})" if named.where else named.label


def split(name: str) -> tuple[str, int]:
    """A name without its number, and the number; 0 where it has none: `Bear#2` is `Bear` and 2."""
    match = _NUMBERED.fullmatch(name)
    return (match["name"], int(match["number"])) if match else (name, 0)


def suggest(name: str, known: dict[str, str], n: int = 3) -> list[str]:
    """Names that look like this one, the likeliest first. `known`: names by their key (`name_key`)."""
    import difflib

    key = name_key(name)
    near = difflib.get_close_matches(key, known, n, 0.7)
    if not near and len(key) >= 3:
        near = [other for other in known if key in other or (len(other) >= 3 and other in key)][:n]
    return list(dict.fromkeys(known[other] for other in near))


def whole_names(faces: Sequence[str]) -> tuple[str, ...]:
    """Every name of a card with these faces: each face, and the whole name either way round."""
    if len(faces) < 2:
        return tuple(faces)
    return (*faces, SEPARATOR.join(faces), SEPARATOR.join(reversed(faces)))


_NAMING = {
    "label": 2,
    "face": 2,
    "other_face": 2,
    "face_name": 2,
    "player_name": 2,
    "in_zone": 2,
    "base_controller": 2,
    "owner": 2,
    "former": 1,
}
"""The facts that names are made of, and their arities."""


def of_facts(facts: Collection[Symbol], place: Place) -> Names:
    """The names that a set of facts gives."""
    by: defaultdict[str, list[Sequence[Symbol]]] = defaultdict(list)
    for name, arguments, _, _ in map(shape, facts):
        if name in _NAMING and len(arguments) == _NAMING[name]:
            by[name].append(arguments)
    face_name = {a[0]: a[1].string for a in by["face_name"] if a[1].type is SymbolType.String}
    faces: defaultdict[Symbol, list[str]] = defaultdict(list)
    for name in ("face", "other_face"):
        for a in sorted(by[name], key=lambda a: a[1]):
            if a[1] in face_name:
                faces[a[0]].append(face_name[a[1]])
    former = {a[0] for a in by["former"]}
    zone = {a[0]: str(a[1]) for a in by["in_zone"]}
    players = {
        a[0]: a[1].string
        for a in sorted(by["player_name"], key=lambda a: a[0])
        if a[1].type is SymbolType.String
    }
    holder = {a[0]: a[1] for a in by["owner"]} | {a[0]: a[1] for a in by["base_controller"]}
    objects = {}
    for a in sorted(by["label"], key=lambda a: a[0]):
        if a[1].type is not SymbolType.String:
            continue
        symbol, label = a[0], a[1].string
        where = ", ".join(
            part for part in (zone.get(symbol, "gone"), players.get(holder.get(symbol, symbol), "")) if part
        )
        names = () if symbol in former else whole_names(faces[symbol])
        objects[symbol] = Named(symbol, label, names, where)
    return Names(players, objects, lambda: facts, place)


def _listed(items: Sequence[str], joint: str = "and") -> str:
    shown = [*items[:12], *([f"{len(items) - 12} more"] if len(items) > 12 else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {joint} {shown[-1]}"


def interchangeable(facts: Iterable[Symbol], objects: Sequence[Symbol]) -> bool:
    """Whether objects are equal in all of these facts but their own id, label, timestamp and place."""
    kept = tuple(facts)
    return Names({}, {}, lambda: kept).interchangeable(objects)
