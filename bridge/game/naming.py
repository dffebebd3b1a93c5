"""What to call objects that come to be in a game, and which object is which as they change zones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from clingo import Function, String, Symbol, SymbolType

from magistrate.bridge.positions.names import Named, Names, Want, split, whole_names
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.terms import printed
from magistrate.bridge.questions.index import Index, index
from magistrate.bridge.records import Record

__all__ = ["Known", "Tracked", "labels"]

_NAMELESS = "object"


def labels(facts: frozenset[Symbol], initiated: Iterable[Symbol]) -> frozenset[Symbol]:
    """Labels for the new objects among what was initiated that have none: their name, numbered from 2 where
    something has it already."""
    new = sorted(fact.arguments[0] for fact in initiated if fact.match("object", 1))
    if not new:
        return frozenset()
    here = index(facts)
    labelled = {row[0] for row in here.of("label", 2)}
    nameless = [o for o in new if o not in labelled]
    if not nameless:
        return frozenset()
    taken = {row[1].string for row in here.of("label", 2)}
    taken |= {row[1].arguments[0].string for row in here.of("last", 2) if row[1].match("label", 1)}
    out = set()
    for o in nameless:
        label, base, number = _name(here, o), _name(here, o), 1
        while label in taken:
            number += 1
            label = f"{base}#{number}"
        taken.add(label)
        out.add(Function("label", [o, String(label)]))
    return frozenset(out)


def _name(here: Index, o: Symbol) -> str:
    """The printed name of what an object looks like at first."""
    faces = _face_names(here)
    for name in ("copy_of_face", "face"):
        face = here.second(name, o)
        if face is not None and printed(face) in faces:
            return faces[printed(face)]
    other = here.second("copy_of", o)
    if other is not None and other != o:
        return _name(here, other)
    return _NAMELESS


def _face_names(here: Index) -> dict[Symbol, str]:
    return {row[0]: row[1].string for row in here.of("face_name", 2) if row[1].type is SymbolType.String}


class Known(Record):
    """The objects of a game by the names they began with.

    `first`: how each was called when it came to be, in order of coming to be; `now`: which object it is now,
    None when it is gone; `root`: for every object there ever was, the one that it began as.
    """

    first: Mapping[Symbol, Named]
    now: Mapping[Symbol, Symbol | None]
    root: Mapping[Symbol, Symbol]

    @classmethod
    def of(cls, position: Position) -> Known:
        """The objects of a position, called as they are called there."""
        first = dict(position.names.objects)
        same = {o: o for o in first}
        return cls(first, dict(same), same)

    def after(self, position: Position) -> Known:
        """The same at a later position of the game."""
        here = index(position.facts)
        present = {row[0] for row in here.of("object", 1)}
        became = {row[0]: row[1].arguments[0] for row in here.of("last", 2) if row[1].match("new", 1)}
        first, now, root = dict(self.first), dict(self.now), dict(self.root)
        for start, o in self.now.items():
            while o is not None and o not in present:
                o = became.get(o)
                if o is not None:
                    root[o] = start
            now[start] = o
        followed = {o for o in now.values() if o is not None}
        was = {row[0]: row[1].arguments[0].string for row in here.of("last", 2) if row[1].match("label", 1)}
        labelled = {row[0]: row[1].string for row in here.of("label", 2)}
        faces = _faces(here)
        for o in sorted(present - followed):
            first[o] = Named(o, labelled.get(o) or was.get(o) or str(o), whole_names(faces.get(o, ())))
            now[o] = root[o] = o
        return Known(first, now, root)

    def names(self, position: Position) -> Tracked:
        """The names of a position for someone who knows what its objects were."""
        return Tracked(self, position)


def _faces(here: Index) -> dict[Symbol, list[str]]:
    names = _face_names(here)
    found: defaultdict[Symbol, list[str]] = defaultdict(list)
    for name in ("copy_of_face", "face", "other_face"):
        for o, shown in here.of(name, 2):
            face = printed(shown)
            if face in names and names[face] not in found[o]:
                found[o].append(names[face])
    return found


class Tracked(Names):
    """Names that follow objects. A name without a number means those that are there before those that are
    gone; an ability on the stack goes by its source's name where the source can't be meant."""

    __slots__ = ("abilities", "gone", "known", "living")

    def __init__(self, known: Known, position: Position) -> None:
        here = index(position.facts)
        players = dict(position.names.players)
        zone = {row[0]: str(row[1]) for row in here.of("in_zone", 2)}
        holder = {row[0]: row[1] for row in (*here.of("owner", 2), *here.of("base_controller", 2))}
        abilities = {row[0]: row[2] for row in here.of("stack_ability", 3)}
        everything: dict[Symbol, Named] = {}
        above: dict[Symbol, Named] = {}
        for start, named in known.first.items():
            o = known.now[start]
            if o is None:
                everything[start] = Named(start, named.label, named.names, "gone")
                continue
            where = ", ".join(filter(None, (zone.get(o, ""), players.get(holder.get(o, o), ""))))
            if o in abilities:
                source = known.first.get(known.root.get(abilities[o], abilities[o]))
                names = () if source is None else (*source.names, source.label)
                label = (
                    named.label
                    if source is None or named.label != source.label
                    else f"{named.label}'s ability"
                )
                above[o] = Named(o, label, tuple(dict.fromkeys((*names, label))), where)
            else:
                everything[o] = Named(o, named.label, named.names, where)
        present = {o: named for o, named in everything.items() if named.where != "gone"}
        facts = position.facts
        super().__init__(players, everything, lambda: facts, position.names.place)
        self.known = known
        self.gone = {
            row[0]: row[1].arguments[0].string for row in here.of("last", 2) if row[1].match("label", 1)
        }
        self.living = Names(players, present, lambda: facts, position.names.place)
        self.abilities = Names(players, above, lambda: facts, position.names.place)

    def candidates(
        self, name: str, *, want: Want = "any", among: Collection[Symbol] | None = None
    ) -> list[Symbol]:
        """Every object and player that a name can mean; abilities on the stack where nothing else can."""
        found = super().candidates(name, want=want, among=among)
        if not found and want != "player":
            found = self.abilities.candidates(name, want="object", among=among)
        return found

    def _objects(self, name: str, key: str) -> list[Symbol]:
        if split(name)[1]:
            return super()._objects(name, key)
        return self.living._objects(name, key) or super()._objects(name, key)

    def label(self, symbol: Symbol) -> str:
        """What an object or player is called, under its first name."""
        for held in (self.objects, self.abilities.objects):
            if symbol in held:
                return held[symbol].label
        start = self.known.root.get(symbol)
        if start is None:
            return self.gone.get(symbol) or super().label(symbol)
        return self.known.first[start].label
