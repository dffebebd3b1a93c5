"""Finding abilities and their targets among the compiled facts of the cards on the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Ordered

from clingo import Function, Symbol, SymbolType

from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions.nodes import Node, Scalar, quoted
from magistrate.bridge.positions.terms import constant, fact, functions, number
from magistrate.bridge.positions.values import expected, integer, name, refuse
from magistrate.bridge.records import Record

MANY = 1_000_000


class Slot(Record):
    """One instance of "target": what it is called, and how many may be chosen for it, as far as that is a
    number."""

    slot: Symbol
    least: int
    most: int


class Abilities:
    """The abilities in a list of facts that may still grow."""

    def __init__(self, facts: list[Symbol], label: Callable[[Symbol], str]) -> None:
        self.facts = facts
        self.label = label
        self._seen = 0
        self._of: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        self._by: defaultdict[tuple[str, Symbol], list[tuple[Symbol, ...]]] = defaultdict(list)

    _WANTED = frozenset(
        (
            "ability",
            "kind",
            "ability_text",
            "ability_line",
            "target",
            "target_mode",
            "instruction",
            "mode_instruction",
            "unmodelled",
            "mode",
        )
    )

    def _look(self, name: str, subject: Symbol) -> list[tuple[Symbol, ...]]:
        """All facts of this name about a subject, the subject left out."""
        for one in self.facts[self._seen :]:
            if (n := one.name) in self._WANTED and one.arguments:
                first, *rest = one.arguments
                self._by[(n, first)].append(tuple(rest))
        self._seen = len(self.facts)
        return self._by.get((name, subject), [])

    def printed(self, face: Symbol) -> list[Symbol]:
        """The abilities of a face in printed order."""
        return sorted(arguments[0] for arguments in self._look("ability", face))

    def kind(self, ability: Symbol) -> str:
        """What kind of ability it is."""
        return next((str(arguments[0]) for arguments in self._look("kind", ability)), "")

    def spell(self, face: Symbol) -> list[Symbol]:
        """The abilities that a face follows as a spell; those with targets if it has none of that kind."""
        printed = self.printed(face)
        return [ability for ability in printed if self.kind(ability) == "spell"] or [
            ability for ability in printed if self._look("target", ability)
        ]

    def text(self, ability: Symbol) -> str:
        """What is printed."""
        return next((arguments[0].string for arguments in self._look("ability_text", ability)), "")

    def does_something(self, ability: Symbol) -> bool:
        """Whether it has instructions."""
        return bool(self._look("instruction", ability) or self._look("mode_instruction", ability))

    def line(self, ability: Symbol) -> Symbol:
        """The line on which it is printed."""
        return next((arguments[0] for arguments in self._look("ability_line", ability)), number(0))

    def unmodelled(self, ability: Symbol) -> bool:
        """Whether something of the ability's card didn't compile."""
        root = ability
        while root.arguments and root.name != "c":
            root = root.arguments[0]
        return bool(self._look("unmodelled", root))

    def find(self, face: Symbol, node: Node | None, place: Place, label: str) -> Symbol:
        """The ability that a number or its first words name; the only one where nothing does.

        A number counts the activated abilities, or the triggered ones of a face that has no activated ones.
        Where it may be one that didn't compile, the answer is a(C,unmodelled), about which nothing is known.
        """
        try:
            return self._find(face, node, place, label)
        except BadInput:
            if self._look("unmodelled", face):
                return fact("a", face, constant("unmodelled"))
            raise

    def _find(self, face: Symbol, node: Node | None, place: Place, label: str) -> Symbol:
        printed = self.printed(face)
        activated = [a for a in printed if self.kind(a) in ("activated", "mana")]
        triggered = [a for a in printed if self.kind(a) == "triggered"]
        counted = activated or triggered
        at = node or place
        if node is None or (isinstance(node, Scalar) and node.empty):
            both = [a for a in printed if self.kind(a) in ("activated", "triggered")]
            if len(both) != 1:
                refuse(
                    at,
                    f"{quoted(label)} has {len(both)} abilities that use the stack; say which: `ability: 1`, "
                    "or its first words",
                )
            return both[0]
        if isinstance(node, Scalar) and isinstance(node.value, int):
            index = integer(node, "ability", 1)
            if index > len(counted):
                known = f"it has {len(counted)}" if counted else "it has none that are understood"
                refuse(node, f"{quoted(label)} has no activated or triggered ability {index}: {known}")
            return counted[index - 1]
        if not isinstance(node, Scalar):
            expected(node, "ability", "a number, or the first words of its cost or text")
        words = " ".join(name(node, "ability").casefold().split())
        fits = [a for a in printed if self._starts(a, words)]
        if not fits:
            everywhere = [a for a in self._all() if self.kind(a) in ("activated", "triggered", "mana")]
            fits = [a for a in everywhere if self._starts(a, words)]
        if len(fits) != 1:
            texts = "; ".join(quoted(self.text(a)) for a in (fits or counted) if self.text(a))
            said = "no ability" if not fits else "several abilities"
            texts = f": {texts}" if texts else ""
            refuse(node, f"{quoted(label)} has {said} that begin with {quoted(node.text)}{texts}")
        return fits[0]

    def _all(self) -> list[Symbol]:
        return sorted(subject for n, subject in self._by if n == "kind")

    def _starts(self, ability: Symbol, words: str) -> bool:
        text = " ".join(self.text(ability).casefold().split())
        return bool(text) and text.startswith(words)

    def lasting(self, ability: Symbol, modes: Ordered[int]) -> list[tuple[Symbol, Symbol | None]]:
        """The contents of the effects that an ability leaves behind when it resolves, in order, and how long
        the text says that they last.

        A keyword stands for its own effect: what that is, and how long it lasts, the judge knows.
        """
        found: list[tuple[tuple[int, ...], tuple[Symbol, Symbol | None]]] = []
        for arguments in self._look("instruction", ability):
            found += [((0, _int(arguments[0])), sub) for sub in _lasting_in(arguments[1])]
        for arguments in self._look("mode_instruction", ability):
            mode = _int(arguments[0])
            if not modes or mode in modes:
                found += [((mode, _int(arguments[1])), sub) for sub in _lasting_in(arguments[2])]
        if not found and self.kind(ability) == "keyword":
            return [(ability, None)]
        return [sub for _, sub in sorted(found, key=lambda one: (one[0], one[1][0]))]

    def staying(self, ability: Symbol, modes: Ordered[int], words: frozenset[str]) -> list[Symbol]:
        """The instructions of an ability that leave something other than a lasting effect, by their words."""
        found = [arguments[1] for arguments in self._look("instruction", ability)]
        moded = self._look("mode_instruction", ability)
        found += [arguments[2] for arguments in moded if not modes or _int(arguments[0]) in modes]
        return [what for what in found if what.name in words]

    def slots(self, abilities: Iterable[Symbol], modes: Ordered[int], x: int | None) -> list[Slot]:
        """The slots for targets of an ability, those of modes that weren't chosen left out."""
        abilities = list(abilities)
        order = {ability: index for index, ability in enumerate(abilities)}
        found = []
        place: list[tuple[Symbol, int, int]] = []
        times = Counter(modes)
        for ability in abilities:
            moded: defaultdict[Symbol, list[int]] = defaultdict(list)
            for arguments in self._look("target_mode", ability):
                moded[arguments[0]].append(_int(arguments[1]))
            for arguments in self._look("target", ability):
                slot, least, most = arguments[0], arguments[2], arguments[3]
                if modes and slot in moded and not set(moded[slot]) & set(modes):
                    continue
                low, high = _bound(least, x), _bound(most, x)
                again = max((times[mode] for mode in moded.get(slot, ())), default=1)
                for time in range(1, max(again, 1) + 1):
                    found.append(Slot(slot, 0 if low is None else low, MANY if high is None else high))
                    place.append((ability, _int(slot), time))
        if len({number for _, number, _ in place}) == len(place):
            return sorted(found, key=lambda slot: slot.slot)
        if any(time > 1 for _, _, time in place):  # a mode was chosen again: which time goes with the slot
            timed = sorted(zip(place, found, strict=True), key=lambda one: one[0][1:])
            return [
                Slot(Function("in", [number(time), number(at)]), slot.least, slot.most)
                for (_, at, time), slot in timed
            ]
        # Several texts have targets in the same place: a slot goes by its text too.
        told = sorted(zip(place, found, strict=True), key=lambda one: (order[one[0][0]], one[0][1]))
        return [
            Slot(Function("in", [ability, number(at)]), slot.least, slot.most)
            for (ability, at, _), slot in told
        ]

    def share(self, slots: list[Slot], given: list[Node]) -> list[tuple[Symbol, list[Node]]]:
        """Give targets to slots in order: each gets what it needs, the earlier ones what is left over."""
        if not slots:
            return [(number(index), [node]) for index, node in enumerate(given, 1)]
        spare = len(given) - sum(slot.least for slot in slots)
        shared, rest = [], list(given)
        for slot in slots:
            more = max(0, min(spare, slot.most - slot.least))
            spare -= more
            take = slot.least + more
            shared.append((slot.slot, rest[:take]))
            rest = rest[take:]
        if rest:
            most = sum(slot.most for slot in slots)
            refuse(rest[0], f"too many targets: {len(given)}, where at most {most} can be chosen")
        return shared


def _lasting_in(what: Symbol) -> list[tuple[Symbol, Symbol | None]]:
    """The abilities in `lasting(…)` terms, and for how long."""
    found = [f.arguments for f in functions(what) if f.name == "lasting" and len(f.arguments) == 2]
    return [(content, how_long) for how_long, content in found if content.name == "a"]


def _int(symbol: Symbol) -> int:
    return symbol.number if symbol.type is SymbolType.Number else 0


def _bound(symbol: Symbol, x: int | None) -> int | None:
    if symbol.type is SymbolType.Number:
        return symbol.number
    return x if str(symbol) == "x" else None
