"""The layer system (613) written straight from the rule text, for boards of `layer_boards`: slow, plain,
one effect after the other, with nothing shared with the judge."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import clingo
from layer_facts import Ability, Board, Face, Filter, Lasting, Term, facts

FACE_DOWN = Face(frozenset({"creature"}), power=2, toughness=2)
CLASSES = {
    "creature": {"bear", "goblin"},
    "land": {"swamp", "mountain", "lair"},
    "artifact": {"equipment"},
}
LAND_MANA = {"swamp": "black", "mountain": "red"}
LAYERS = ("control", "text", "type", "color", "ability", "pt_cda", "pt_set", "pt_add", "pt_switch")
PT_COUNTERS = {"+1/+1": 1, "-1/-1": -1}
OPERATORS = {
    "less": int.__lt__, "less_equal": int.__le__, "greater": int.__gt__, "greater_equal": int.__ge__,
    "equal": int.__eq__, "not_equal": int.__ne__,
}  # fmt: skip

Effect = tuple[Any, ...]
"""("ability", object, ability, origin), ("lasting", index) or ("counter", object, kind)."""


def class_of(subtype: Term) -> str:
    if isinstance(subtype, tuple):
        return str(subtype[1])
    return next(name for name, members in CLASSES.items() if subtype in members)


@dataclass
class Now:
    """What an object is at some moment. `abilities`: the ability with where it comes from."""

    names: set[str]
    controller: int | None
    types: set[str]
    subtypes: set[Term]
    supertypes: set[str]
    colors: set[str]
    power: int
    toughness: int
    abilities: list[tuple[str, Any]]
    base: tuple[int, int] | None = None
    forbidden: set[str] = field(default_factory=set)


class Layers:
    """Works out a board; `now` holds what every object is."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ability: dict[str, Ability] = facts(board)[1]
        for kind in ("flying",):
            self.ability[f"keyword_counter({kind})"] = Ability(keyword=kind)
        for color in LAND_MANA.values():
            self.ability[f"land_mana({color})"] = Ability()
        self.face = [self.copiable(index) for index in range(len(board.things))]
        self.now = [self.start(index) for index in range(len(board.things))]
        self.early = True  # before layer 6 the abilities of land types (305.6) are not listed
        self.begun: dict[Effect, dict[Term, frozenset[int]]] = {}
        for layer in LAYERS:
            self.layer(layer)

    # What there is before the layers that matter here (707.2-3, 708.2)

    def copiable(self, index: int) -> int | None:
        """The face whose values it has; None: those of a face-down permanent."""
        thing = self.board.things[index]
        if thing.face_down:
            return None
        return thing.face if thing.copy_of is None else self.copiable(thing.copy_of)

    def look(self, index: int) -> Face:
        found = self.face[index]
        return FACE_DOWN if found is None else self.board.faces[found]

    def start(self, index: int) -> Now:
        thing, face = self.board.things[index], self.look(index)
        c = self.face[index]
        own = [(f'a(c("F{c}"),{n})', "printed") for n in range(1, len(face.abilities) + 1)]
        return Now(
            names=set() if c is None else {f"F{c}"},
            controller=thing.owner if thing.zone == "battlefield" else None,
            types=set(face.types),
            subtypes=set(face.subtypes),
            supertypes=set(face.supertypes),
            colors=set(face.colors),
            power=face.power or 0,
            toughness=face.toughness or 0,
            abilities=list(own),
        )

    # 613.1-613.4: layer by layer

    def layer(self, layer: str) -> None:
        if layer == "ability":
            self.early = False
            for now in self.now:
                if "land" in now.types:
                    now.abilities += [
                        (f"land_mana({c})", "intrinsic") for s, c in LAND_MANA.items() if s in now.subtypes
                    ]
        if layer == "pt_add":
            for now in self.now:
                now.base = (now.power, now.toughness)
        applied: set[Effect] = set()
        while waiting := self.live(layer, applied):
            effect = self.next_effect(layer, waiting)
            sets = self.sets(layer, effect)
            self.now = self.after(layer, effect)
            self.begun.setdefault(effect, {}).update(sets)
            applied.add(effect)

    def next_effect(self, layer: str, waiting: list[Effect]) -> Effect:
        """613.3, 613.8b: what defines characteristics first; of what waits for none, the earliest."""
        first = [effect for effect in waiting if self.defines(effect)] or waiting
        kin = [effect for effect in first if self.defines(effect) == self.defines(first[0])]
        before = {(a, b) for a in kin for b in kin if a != b and self.depends(layer, a, b)}
        reaches = set(before)
        for middle in kin:
            reaches |= {(a, b) for a in kin for b in kin if (a, middle) in reaches and (middle, b) in reaches}
        free = [a for a in kin if not any(x == a and (b, a) not in reaches for x, b in before)]
        return min(free, key=self.stamp)

    def depends(self, layer: str, one: Effect, other: Effect) -> bool:
        """613.8a: whether applying `other` would change existence, set or doings of `one`."""
        sets, deeds = self.sets(layer, one), self.deeds(layer, one)
        before, self.now = self.now, self.after(layer, other)
        try:
            if one not in self.live(layer, {other}):
                return True
            if self.sets(layer, one) != sets:
                return True
            return self.deeds(layer, one) != deeds
        finally:
            self.now = before

    # Effects

    def parts(self, layer: str, effect: Effect) -> list[tuple[Term, Term]]:
        """Whom and what of an effect's parts in a layer."""
        if effect[0] == "counter":
            kind = effect[2]
            if kind in PT_COUNTERS and layer == "pt_add":
                return [
                    (("self",), (side, PT_COUNTERS[kind] * self.counters(effect[1], kind)))
                    for side in ("power", "toughness")
                ]
            return (
                [(("self",), ("grant", f"keyword_counter({kind})"))]
                if kind == "flying" and layer == "ability"
                else []
            )
        granted = effect[0] == "ability" and effect[3] not in ("printed", "intrinsic")
        found = []
        for name, whom, what in self.text(effect).changes:
            # 604.3a An ability that was granted is no characteristic-defining one.
            if ("pt_set" if granted and name == "pt_cda" else name) == layer:
                found.append((whom, what))
        return found

    def text(self, effect: Effect) -> Ability:
        return self.ability[effect[2]] if effect[0] == "ability" else self.lasting(effect).ability

    def lasting(self, effect: Effect) -> Lasting:
        return self.board.lasting[effect[1]]

    def defines(self, effect: Effect) -> bool:
        return (
            effect[0] == "ability" and self.ability[effect[2]].cda and effect[3] in ("printed", "intrinsic")
        )

    def time(self, effect: Effect) -> int:
        """613.7a-c"""
        if effect[0] == "lasting":
            return self.lasting(effect).timestamp
        own = self.board.things[effect[1]].timestamp
        if effect[0] == "ability" and effect[3] not in ("printed", "intrinsic"):
            return max(own, self.time(effect[3]))
        return own

    def stamp(self, effect: Effect) -> tuple[Any, ...]:
        """What is equally old: by the age of its object, what is printed first, counters last."""
        own = (
            self.lasting(effect).timestamp
            if effect[0] == "lasting"
            else self.board.things[effect[1]].timestamp
        )
        if effect[0] == "counter":
            return (self.time(effect), own, 1, effect[2])
        name = effect[2] if effect[0] == "ability" else ""
        return (self.time(effect), own, 0, clingo.parse_term(name or "a"), str(effect))

    def live(self, layer: str, applied: set[Effect]) -> list[Effect]:
        found: list[Effect] = [effect for effect in self.begun if effect[0] == "ability"]
        for index, now in enumerate(self.now):
            for name, origin in now.abilities:
                if self.board.things[index].zone == "battlefield" or self.ability[name].cda:
                    found.append(("ability", index, name, origin))
        found += [("lasting", index) for index in range(len(self.board.lasting))]
        found += [
            ("counter", i, kind) for i, thing in enumerate(self.board.things) for kind, _ in thing.counters
        ]
        return [
            effect
            for effect in dict.fromkeys(found)
            if effect not in applied
            and self.parts(layer, effect)
            and (effect in self.begun or self.holds(effect))
        ]

    def holds(self, effect: Effect) -> bool:
        return effect[0] == "counter" or all(
            self.condition(effect, one) for one in self.text(effect).conditions
        )

    def sets(self, layer: str, effect: Effect) -> dict[Term, frozenset[int]]:
        """613.6, 611.2c: what each part applies to."""
        found = {}
        for whom, _ in self.parts(layer, effect):
            known = self.begun.get(effect, {})
            found[whom] = known[whom] if whom in known else self.whom(effect, whom)
        return found

    def whom(self, effect: Effect, whom: Term) -> frozenset[int]:
        match whom:
            case ("each", Filter() as wanted):
                if effect[0] == "lasting":
                    return self.lasting(effect).locked
                return frozenset(o for o in range(len(self.now)) if self.fits(effect, wanted, o))
            case ("target", 1):
                return frozenset([self.lasting(effect).target])
        return frozenset(self.refers(effect, whom))

    def refers(self, effect: Effect, reference: Term, affected: int | None = None) -> list[int]:
        this = self.lasting(effect).source if effect[0] == "lasting" else effect[1]
        match reference[0]:
            case "self":
                return [this]
            case "attached":
                host = self.board.things[this].attached_to
                return [] if host is None else [host]
            case "affected":
                return [] if affected is None else [affected]
        raise AssertionError(reference)

    def you(self, effect: Effect) -> int:
        if effect[0] == "lasting":
            return self.lasting(effect).by
        controller = self.now[effect[1]].controller
        return self.board.things[effect[1]].owner if controller is None else controller

    # What an effect does to an object, as a list of plain deeds

    def deeds(self, layer: str, effect: Effect) -> dict[tuple[int, int], list[Term]]:
        sets = self.sets(layer, effect)
        found = {}
        for index, (whom, what) in enumerate(self.parts(layer, effect)):
            for o in sets[whom]:
                found[index, o] = self.deed(layer, effect, what, o)
        return found

    def deed(self, layer: str, effect: Effect, what: Term, o: int) -> list[Term]:
        now = self.now[o]
        match what:
            case ("add", attribute, value):
                return [("put", attribute, value)]
            case ("remove", "type", value):
                gone = [("clear", "subtype", value)] if value in CLASSES and value in now.types else []
                return [("take", "type", value), *gone]
            case ("remove", attribute, value):
                return [("take", attribute, value)]
            case ("set_types", ("list", *values)):
                lost = [("clear", "subtype", name) for name in CLASSES if name not in values]
                return [("clear", "type"), *lost, *(("put", "type", value) for value in values)]
            case ("set_land_types", ("list", *values)):
                return [
                    ("clear", "subtype", "land"),
                    ("unprint",),
                    *(("put", "subtype", value) for value in values),
                ]
            case ("set_subtypes", name, ("list", *values)):
                return [("clear", "subtype", name), *(("put", "subtype", value) for value in values)]
            case ("set_colors", ("list", *values)):
                return [("clear", "color"), *(("put", "color", value) for value in values)]
            case ("add_colors", ("list", *values)):
                return [("put", "color", value) for value in values]
            case ("grant", ability):
                return [("grant", self.granted(effect, ability), effect)]
            case ("set_name", name):
                return [("clear", "name"), ("put", "name", name)]
            case ("controlled_by", ("you",)):
                return [("controller", self.you(effect))]
            case ("power" | "toughness" as side, value):
                number = self.value(effect, value, o)
                if layer == "pt_add" and not isinstance(value, int):
                    number = max(0, number)  # 107.1b
                return [("plus" if layer == "pt_add" else "set", side, number)]
        return [what]

    def granted(self, effect: Effect, ability: Any) -> str:
        """The name of a nested ability: those of one ability are numbered in the order of its text."""
        if isinstance(ability, str):
            return ability
        name = effect[2] if effect[0] == "ability" else f'a(c("L"),{effect[1]})'
        different = dict.fromkeys(what[1] for _, _, what in self.text(effect).changes if what[0] == "grant")
        return f"a({name},{list(different).index(ability) + 1})"

    def after(self, layer: str, effect: Effect) -> list[Now]:
        """What everything is once an effect was applied: what it takes away goes first."""
        everything = deepcopy(self.now)
        deeds = self.deeds(layer, effect).items()
        taking = {"take", "clear", "unprint", "lose_all", "lose_keyword", "cant_have"}
        for first in (True, False):
            for (_, o), doing in deeds:
                for deed in doing:
                    if (deed[0] in taking) == first:
                        self.do(everything[o], deed)
        return everything

    def do(self, now: Now, deed: Term) -> None:
        sets: dict[str, set[Any]] = {
            "type": now.types, "subtype": now.subtypes, "supertype": now.supertypes, "color": now.colors,
            "name": now.names,
        }  # fmt: skip
        match deed:
            case ("put", attribute, value):
                sets[attribute].add(value)
            case ("take", attribute, value):
                sets[attribute].discard(value)
            case ("clear", attribute):
                sets[attribute].clear()
            case ("clear", "subtype", name):
                now.subtypes = {subtype for subtype in now.subtypes if class_of(subtype) != name}
            case ("unprint",):
                now.abilities = [a for a in now.abilities if a[1] not in ("printed", "intrinsic")]
            case ("lose_all",):
                now.abilities = []
            case ("lose_keyword", word):
                now.abilities = [a for a in now.abilities if self.ability[a[0]].keyword != word]
            case ("cant_have", word):
                now.forbidden.add(word)
                now.abilities = [a for a in now.abilities if self.ability[a[0]].keyword != word]
            case ("grant", name, origin):
                if self.ability[name].keyword not in now.forbidden and (name, origin) not in now.abilities:
                    now.abilities.append((name, origin))
            case ("controller", player):
                now.controller = player
            case ("set", side, number):
                setattr(now, side, number)
            case ("plus", side, number):
                setattr(now, side, getattr(now, side) + number)
            case ("switch",):
                now.power, now.toughness = now.toughness, now.power
            case _:
                raise AssertionError(deed)

    # Filters, values, conditions

    def fits(self, effect: Effect, wanted: Filter, o: int, affected: int | None = None) -> bool:
        if not all(self.literal(effect, one, o, affected) for one in wanted.literals):
            return False
        return not wanted.either or any(self.fits(effect, other, o, affected) for other in wanted.either)

    def literal(self, effect: Effect, literal: Term, o: int, affected: int | None = None) -> bool:
        now, thing = self.now[o], self.board.things[o]
        match literal:
            case ("non", inner):
                return not self.literal(effect, inner, o, affected)
            case ("zone", zone):
                return thing.zone == zone
            case ("type", word):
                return word in now.types
            case ("subtype", word):
                return word in now.subtypes or ("every", class_of(word)) in now.subtypes
            case ("supertype", word):
                return word in now.supertypes
            case ("color", word):
                return word in now.colors
            case ("colorless",):
                return not now.colors
            case ("multicolored",):
                return len(now.colors) > 1
            case ("keyword", word):
                return any(self.ability[name].keyword == word for name, _ in now.abilities)
            case ("no_abilities",):
                intrinsic = self.early and "land" in now.types and now.subtypes & LAND_MANA.keys()
                return not now.abilities and not intrinsic
            case ("controller", ("you",)):
                return now.controller == self.you(effect)
            case ("controller", ("opponents",)):
                return now.controller == 3 - self.you(effect)
            case ("other",):
                return o not in self.refers(effect, ("self",))
            case ("attached_to", Filter() as wanted):
                return thing.attached_to is not None and self.fits(
                    effect, wanted, thing.attached_to, affected
                )
            case ("attached_to", reference):
                return thing.attached_to in self.refers(effect, reference, affected)
            case ("has_attached", wanted):
                return any(
                    t.attached_to == o and self.fits(effect, wanted, i, affected)
                    for i, t in enumerate(self.board.things)
                )
            case ("shares", what, reference):
                return any(self.share(what, o, other) for other in self.refers(effect, reference, affected))
            case ("greatest", what, wanted):
                mine = self.size(o, what)
                sizes = [self.size(i, what) for i in self.fitting(effect, wanted, affected)]
                return mine is not None and not any(other is not None and other > mine for other in sizes)
            case ("any_counter",):
                return bool(thing.counters)
            case ("compare", what, operator, number):
                found = self.look(o).mana_value if what == "mana_value" else self.size(o, what)
                return found is not None and OPERATORS[operator](found, number)
        raise AssertionError(literal)

    def share(self, what: str, o: int, other: int) -> bool:
        one, two = self.now[o], self.now[other]
        if what == "color":
            return bool(one.colors & two.colors)
        if what == "card_type":
            return bool(one.types & two.types)
        mine, theirs = ({s for s in now.subtypes if class_of(s) == "creature"} for now in (one, two))
        every = ("every", "creature")
        return bool(mine & theirs or (every in mine and theirs) or (every in theirs and mine))

    def fitting(self, effect: Effect, wanted: Filter, affected: int | None = None) -> list[int]:
        return [o for o in range(len(self.now)) if self.fits(effect, wanted, o, affected)]

    def measure(self, o: int, what: str) -> int:
        return self.look(o).mana_value if what == "mana_value" else self.size(o, what) or 0

    def size(self, o: int, what: str) -> int | None:
        """208.3: only creatures have power and toughness on the battlefield; 208.4b for base power."""
        now = self.now[o]
        if "creature" not in now.types and (
            self.board.things[o].zone == "battlefield" or self.look(o).power is None
        ):
            return None
        if what.startswith("base"):
            power, toughness = now.base or (now.power, now.toughness)
            return power if what == "base_power" else toughness
        return int(getattr(now, what))

    def counters(self, o: int, kind: str) -> int:
        return dict(self.board.things[o].counters).get(kind, 0)

    def value(self, effect: Effect, value: Term, affected: int | None = None) -> int:
        match value:
            case int():
                return value
            case ("count", wanted):
                return len(self.fitting(effect, wanted, affected))
            case ("greatest", what, wanted):
                return max([0, *(self.measure(o, what) for o in self.fitting(effect, wanted, affected))])
            case ("total", what, wanted):
                return sum(self.measure(o, what) for o in self.fitting(effect, wanted, affected))
            case ("distinct", "colors", wanted):
                return len(
                    {color for o in self.fitting(effect, wanted, affected) for color in self.now[o].colors}
                )
            case ("plus", one, other):
                return self.value(effect, one, affected) + self.value(effect, other, affected)
            case ("minus", one, other):
                return self.value(effect, one, affected) - self.value(effect, other, affected)
            case ("times", one, other):
                return self.value(effect, one, affected) * self.value(effect, other, affected)
            case ("counters", reference, kind):
                return sum(self.counters(o, kind) for o in self.refers(effect, reference, affected))
            case ("mana_value", reference):
                return sum(self.look(o).mana_value for o in self.refers(effect, reference, affected))
            case ("power" | "base_power" as what, reference):
                return sum(self.size(o, what) or 0 for o in self.refers(effect, reference, affected))
        raise AssertionError(value)

    def condition(self, effect: Effect, condition: Term) -> bool:
        match condition:
            case ("non", inner):
                return not self.condition(effect, inner)
            case ("any_of", ("list", *several)):
                return any(self.condition(effect, one) for one in several)
            case ("exists", wanted):
                return any(self.fits(effect, wanted, o) for o in range(len(self.now)))
            case ("is", reference, wanted):
                return any(self.fits(effect, wanted, o) for o in self.refers(effect, reference))
            case ("compare", one, operator, other):
                return OPERATORS[operator](self.value(effect, one), self.value(effect, other))
            case ("your_turn",):
                return self.you(effect) == self.board.active
        raise AssertionError(condition)
