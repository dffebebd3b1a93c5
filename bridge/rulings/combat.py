"""The question `combat` of a ruling: every outcome of a combat, compared with what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as MappingType
from collections.abc import Sequence

from magistrate.bridge.combat.answer import Combat, combat
from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.combat.outcome import Outcome
from magistrate.bridge.combat.wishes import Wishes
from magistrate.bridge.errors import BoundReached
from magistrate.bridge.positions import values
from magistrate.bridge.positions.keys import spelling
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar
from magistrate.bridge.positions.nodes import Sequence as List
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.positions.terms import word
from magistrate.bridge.questions.checking import check_declaration
from magistrate.bridge.questions.declarations import BLOCKS
from magistrate.bridge.questions.reading import read
from magistrate.bridge.records import Record
from magistrate.bridge.rulings import compare
from magistrate.bridge.rulings.compare import Difference, Differences, told
from magistrate.bridge.rulings.seen import Seen
from magistrate.bridge.rulings.step import Step

__all__ = ["outcomes"]

MOST_SHOWN = 6
KEYS = ("outcomes", "declarations", "surely dies", "possibly dies", "best", "worst", "lacks", "exactly")
OF_OUTCOME = ("dies", "life", "poison", "loyalty", "counters", "regenerates", "lost", "leaves", "count")


class Outcomes(Record):
    """What can come out of a combat."""

    found: Combat
    unmodelled: Sequence[Unmodelled] = ()

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        """A number of outcomes; a list of them, which are all; or what is under the keys of the answer. An
        outcome is given by what it must have: `{dies: [bear], life: {Bob: 17}, count: 2}`."""
        if expect is None:
            return []
        if not isinstance(expect, Mapping):
            return self._outcomes(expect, "exactly")
        out: Differences = []
        for mode, key, value in compare.split_modes(expect):
            match spelling(key.text):
                case "outcomes":
                    out += self._outcomes(value, mode)
                case "declarations" | "count":
                    out += compare.number(value, self.found.declarations, "declarations")
                case "surely_dies" | "surely dies":
                    out += _names(value, self.found.surely_dies, "surely dies", mode)
                case "possibly_dies" | "possibly dies":
                    out += _names(value, self.found.possibly_dies, "possibly dies", mode)
                case "best":
                    out += self._player(value, self.found.best, "best")
                case "worst":
                    out += self._player(value, self.found.worst, "worst")
                case _:
                    values.refuse(key, f"expect: combat has {', '.join(KEYS)}, not {key.text!r}")
        return out

    def _outcomes(self, node: Node, mode: str) -> Differences:
        number = self.found.number
        if isinstance(node, Scalar):
            return compare.number(node, number, "outcomes")
        every = self.found.outcomes()
        wanted = values.items(node)
        there = told(map(_told, every[:MOST_SHOWN]))
        out: Differences = []
        for item in wanted:
            found = any(_holds(one, item) for one in every)
            if found == (mode == "lacks"):
                said = "no outcome" if mode == "lacks" else "an outcome"
                out.append(Difference(item, f"{said} {compare.written(item)}", there))
        if mode == "exactly" and not out and number != len(wanted):
            out.append(Difference(node, f"{len(wanted)} outcomes", f"{number}: {there}"))
        return out

    def _player(self, node: Node, found: MappingType[str, Outcome], what: str) -> Differences:
        if not isinstance(node, Mapping):
            values.expected(node, what, "players with an outcome, as in {Bob: {dies: [ogre]}}")
        out: Differences = []
        for key, value in node.pairs:
            name = self.found.position.names.label(
                self.found.position.names.player(key.text, key.place, what)
            )
            if not _holds(found[name], value):
                out.append(
                    Difference(value, f"{what} for {name}: {compare.written(value)}", _told(found[name]))
                )
        return out


def _names(node: Node, found: Sequence[str], what: str, mode: str) -> Differences:
    if isinstance(node, Scalar) and (node.empty or node.text.lower() in ("none", "nothing")):
        return [] if not found else [Difference(node, f"{what}: nothing", told(found))]
    return compare.words(node, found, what, mode)


def _holds(one: Outcome, node: Node) -> bool:
    """Whether an outcome has what is asked for. Lists of names are whole: `dies: []` means that nothing
    does."""
    if not isinstance(node, Mapping):
        values.expected(node, "outcome", "what it must have, as in {dies: [bear], life: {Bob: 17}}")
    for key, value in node.pairs:
        match spelling(key.text):
            case "dies" | "regenerates" | "lost" | "leaves" as which:
                lists = {"dies": one.dies, "regenerates": one.regenerates, "lost": one.lost}
                if not _same(value, lists.get(which, one.leaves), which):
                    return False
            case "life" | "poison" | "loyalty" as which:
                if not isinstance(value, Mapping):
                    values.expected(value, which, "numbers by name, as in {Bob: 17}")
                totals = {
                    word(name): n
                    for name, n in {"life": one.life, "poison": one.poison, "loyalty": one.loyalty}[
                        which
                    ].items()
                }
                if any(totals.get(word(k.text), 0) != values.integer(v, which) for k, v in value.pairs):
                    return False
            case "counters":
                if not isinstance(value, Mapping):
                    values.expected(value, "counters", 'changes by name, as in {bear: {"-1/-1": 1}}')
                if not all(_counters(one, k, v) for k, v in value.pairs):
                    return False
            case "count":
                if values.integer(value, "count") != one.count:
                    return False
            case _:
                values.refuse(key, f"expect: an outcome has {', '.join(OF_OUTCOME)}, not {key.text!r}")
    return True


def _same(node: Node, there: Sequence[str], what: str) -> bool:
    if isinstance(node, Scalar) and (node.empty or node.text.lower() in ("none", "nothing")):
        return not there
    return Counter(word(name.text) for name in values.names(node, what)) == Counter(map(word, there))


def _counters(one: Outcome, name: Scalar, node: Node) -> bool:
    if not isinstance(node, Mapping):
        values.expected(node, "counters", 'kinds with how many more, as in {"-1/-1": 1}')
    there = {kind: n for who, kind, n in one.counters if word(who) == word(name.text)}
    return all(there.get(key.text, 0) == values.integer(value, "counters") for key, value in node.pairs)


def _told(one: Outcome) -> str:
    parts = [f"{told(one.dies) if one.dies else 'nothing'} dies"]
    parts += [f"{player} {n}" for player, n in one.life.items()]
    parts += [f"{player} poison {n}" for player, n in one.poison.items()]
    parts += [f"{name} {n} left" for name, n in one.loyalty.items()]
    parts += [f"{name} {n:+} {kind}" for name, kind, n in one.counters]
    parts += [f"{name} regenerates" for name in one.regenerates]
    parts += [f"{name} leaves" for name in one.leaves]
    parts += [f"{player} loses" for player in one.lost]
    return "{" + ", ".join(parts) + f"; {one.count}}}"


def outcomes(position: Position, step: Step, time_limit: float | None) -> Outcomes:
    """Every outcome of the combat of a position, of all declarations or of one block: `combat: {block: {bear:
    ogre}}`. `prefer` and `weights` say what is best. Raises `BoundReached` where only a part was looked
    at."""
    given: dict[str, Node] = {}
    node = step.argument
    if isinstance(node, Mapping):
        for key, value in node.pairs:
            name = spelling(key.text)
            if name not in ("block", "prefer", "weights"):
                values.refuse(key, f"combat: takes block, prefer, weights, not {key.text!r}")
            given[name] = value
    elif isinstance(node, List) or not node.empty:
        values.expected(node, "combat", "nothing, or a block, as in `- combat: {block: {bear: ogre}}`")
    block = None
    if "block" in given:
        declaration = read(BLOCKS, position, given["block"])
        if check_declaration(position, BLOCKS, declaration, time_limit=time_limit).legal is False:
            values.refuse(given["block"], "combat: that block is illegal; `legal: {block: …}` says why")
        block = declaration.pairs
    texts = {
        name: ",".join(item.text for item in values.names(given[name], name))
        for name in ("prefer", "weights")
        if name in given
    }
    wishes = Wishes.read(texts.get("prefer"), texts.get("weights"))
    by = step.key("by")
    player = None if by is None else values.name(by, "by")
    found = combat(position, block=block, by=player, wishes=wishes, deadline=Deadline(time_limit))
    if not found.complete:
        raise BoundReached("not all of the combat was looked at; give it more time with --time-limit")
    return Outcomes(found, found.unmodelled)
