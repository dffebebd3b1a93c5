"""Questions of a ruling about the game: all legal moves, and orders of replacement effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from magistrate.bridge.errors import BoundReached
from magistrate.bridge.explain import steps as written
from magistrate.bridge.game import moves
from magistrate.bridge.game.engine import Game
from magistrate.bridge.game.naming import Known
from magistrate.bridge.positions import values
from magistrate.bridge.positions.keys import spelling
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, plain
from magistrate.bridge.positions.nodes import Sequence as List
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.replacements import Choice, Outcome, Replacements
from magistrate.bridge.questions.replacements import replacements as ask
from magistrate.bridge.records import Record, replace
from magistrate.bridge.rulings import compare, expectations
from magistrate.bridge.rulings.compare import Difference, Differences, told
from magistrate.bridge.rulings.seen import Seen
from magistrate.bridge.rulings.step import Step
from magistrate.bridge.unmodelled import unmodelled

__all__ = ["legal", "replacements"]


class Moves(Record):
    """The legal moves of the player with priority, as steps."""

    steps: tuple[dict[str, Any], ...]
    unmodelled: Sequence[Unmodelled] = ()

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        """A number; a list of steps, which are all there are; or `{count: …, moves: […], lacks: …}`."""
        if expect is None:
            return []
        if isinstance(expect, List):
            return self._moves(expect, "exactly")
        if isinstance(expect, Scalar):
            return compare.number(expect, len(self.steps), "moves")
        out: Differences = []
        for mode, key, value in compare.split_modes(expect):
            match spelling(key.text):
                case "count":
                    out += compare.number(value, len(self.steps), "moves")
                case "moves":
                    out += self._moves(value, mode)
                case _:
                    values.refuse(key, f"expect: legal has count, moves, lacks, exactly, not {key.text!r}")
        return out

    def _moves(self, node: Node, mode: str) -> Differences:
        wanted = [(item, plain(item)) for item in values.items(node)]
        there = told(written.text(one) for one in self.steps)
        out: Differences = []
        for item, one in wanted:
            found = any(_fits(one, other) for other in self.steps)
            if found == (mode == "lacks"):
                expected = f"{'no ' if mode == 'lacks' else ''}{written.text(one)}"
                out.append(Difference(item, expected, there))
        if mode == "exactly" and not out:
            more = [one for one in self.steps if not any(_fits(item, one) for _, item in wanted)]
            if more:
                out.append(Difference(node, "no other moves", told(map(written.text, more))))
        return out


def _fits(wanted: object, found: object) -> bool:
    """Whether a step is the wanted one, or says more than it; `cast: Shock` is `cast: {card: Shock}`."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and _fits(value, found[key]) for key, value in wanted.items())
    if isinstance(found, dict):
        return any(_fits(wanted, found[key]) for key in ("card", "of") if key in found)
    if isinstance(wanted, dict):
        return any(_fits(wanted[key], found) for key in ("card", "of") if key in wanted) and len(wanted) == 1
    left, right = str(wanted), str(found)
    return compare.same_word(left, right if "#" in left else right.partition("#")[0])


def legal(position: Position, game: Game) -> Moves:
    """Everything that the player with priority may do."""
    found = tuple(written.step(position, move) for move in moves.legal(game))
    return Moves(found, unmodelled(position))


class Orders(Record):
    """What replacement effects make of events, and which positions come out."""

    start: Position
    found: Replacements
    unmodelled: Sequence[Unmodelled] = ()

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        """A number of outcomes, a list of what holds in each of them, or
        `{outcomes: …, orders: …, player: …, lacks: {outcomes: …}}`."""
        if expect is None:
            return []
        if not isinstance(expect, Mapping):
            return self._outcomes(expect, "exactly")
        out: Differences = []
        for mode, key, value in compare.split_modes(expect):
            match spelling(key.text):
                case "outcomes" | "count":
                    out += self._outcomes(value, mode)
                case "orders":
                    out += compare.number(value, self.found.orders, "orders")
                case "player":
                    tree = self.found.tree
                    who = tree.player if isinstance(tree, Choice) else "none"
                    if values.name(value, "player") != who:
                        out.append(Difference(value, f"{compare.written(value)} chooses", who))
                case _:
                    known = "outcomes, orders, player, lacks, exactly"
                    values.refuse(key, f"expect: replacements has {known}, not {key.text!r}")
        return out

    def _outcomes(self, node: Node, mode: str) -> Differences:
        outcomes = self.found.outcomes
        there = told(" and ".join(one.texts) or "nothing happens" for one in outcomes)
        if isinstance(node, Scalar):
            out = compare.number(node, len(outcomes), "outcomes")
            return [Difference(one.node, one.expected, f"{one.got}: {there}") for one in out]
        wanted = values.items(node)
        out = []
        for item in wanted:
            found = any(self._holds(one, item) for one in outcomes)
            if found == (mode == "lacks"):
                word = "no outcome" if mode == "lacks" else "an outcome"
                out.append(Difference(item, f"{word} with {compare.written(item)}", there))
        if mode == "exactly" and not out and len(outcomes) != len(wanted):
            out.append(Difference(node, f"{len(wanted)} outcomes", f"{len(outcomes)}: {there}"))
        return out

    def _holds(self, outcome: Outcome, node: Node) -> bool:
        """Whether an outcome is as a text of the log, or an expectation, says."""
        if isinstance(node, Scalar):
            return any(compare.same_word(node.text, text) for text in (*outcome.texts, *outcome.enters))
        known = Known.of(self.start).after(outcome.position)
        position = replace(outcome.position, known_names=known.names(outcome.position))
        return not expectations.position(Seen(position), node)


def replacements(position: Position, step: Step, time_limit: float | None) -> Orders:
    """Every order of replacement effects for the events of a step. Raises `BoundReached` when some were left
    out."""
    from magistrate.bridge.questions.events import parse_event

    events = [parse_event(position, one) for one in values.items(step.argument)]
    found = ask(position, events, time_limit=time_limit)
    if not found.complete:
        raise BoundReached("not all orders were looked at; give it more time with --time-limit")
    return Orders(position, found, found.unmodelled)
