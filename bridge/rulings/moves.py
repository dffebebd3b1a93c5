"""The moves of this stage: declarations of attackers and blockers. Reads them, asks about them, makes them."""

from __future__ import annotations

from dataclasses import dataclass

from clingo import Function, Number, Symbol

from magistrate.bridge.positions import values
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, Sequence
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.declarations import (
    ATTACKS,
    BLOCKS,
    Declaration,
    Kind,
    Verdict,
    certain,
    judge,
)
from magistrate.bridge.rulings.model import Step

KINDS: dict[str, Kind] = {kind.verb: kind for kind in (ATTACKS, BLOCKS)}
LISTS: dict[str, Kind] = {kind.question: kind for kind in (ATTACKS, BLOCKS)}


class NotYet(Exception):
    """Something that isn't carried out yet: the step stays undecided."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the judge says about one declaration. `rules` are all rules that speak against it."""

    declaration: Declaration
    verdict: Verdict
    rules: tuple[str, ...]
    text: str

    @property
    def legal(self) -> bool:
        """Whether it may be made."""
        return bool(self.verdict.legal)


def player(position: Position, step: Step) -> Symbol | None:
    """Who makes the move, where the step says so."""
    node = step.key("by")
    return None if node is None else position.names.player(values.name(node, "by"), node.place, "by")


def declaration(position: Position, verb: str, node: Node, bands: Node | None = None) -> Declaration:
    """The declaration that a step gives: `{bear: ogre, elf: [ogre, imp]}`; `{}`, `none` or nothing for an empty one."""
    if isinstance(node, Scalar) and (node.empty or node.text.lower() == "none"):
        return Declaration()
    if not isinstance(node, Mapping):
        values.expected(
            node, verb, "each creature with what it is declared on, as in {bear: ogre}; {} for none"
        )
    names = position.names
    on = "attacked" if verb == ATTACKS.verb else "blocked"
    pairs: set[tuple[Symbol, Symbol]] = set()
    taken: set[Symbol] = set()
    for key, value in node.pairs:
        free = {o for o in names.objects if o not in taken}
        called = names.candidates(key.text, want="object", among=free)
        first = names.resolve(key.text, key.place, verb, want="object", among=free if called else None)
        taken.add(first)
        for item in _whom(value, verb):
            want = "any" if verb == ATTACKS.verb else "object"
            second = names.resolve(item.text, item.place, f"{on} by {key.text}", want=want)  # type: ignore[arg-type]
            pairs.add((first, second))
    return Declaration(frozenset(pairs), () if bands is None else _bands(position, bands))


def _whom(node: Node, verb: str) -> list[Scalar]:
    if isinstance(node, Mapping):
        at = node.get("at")
        if at is None:
            values.expected(node, verb, "what it is declared on, as in {at: Bob, pay: true}")
        for key, value in node.pairs:
            if key.text not in ("at", "pay") and not (isinstance(value, Scalar) and value.value is False):
                raise NotYet(f"`{key.text}` with an attacker")
        return values.names(at, verb)
    found = values.names(node, verb)
    if not found:
        values.expected(node, verb, "what it is declared on")
    return found


def _bands(position: Position, node: Node) -> tuple[frozenset[Symbol], ...]:
    if not isinstance(node, Sequence) or not all(isinstance(item, Sequence) for item in node.items):
        values.expected(node, "bands", "a list of lists of attackers, as in [[ogre, imp]]")
    names = position.names
    return tuple(
        frozenset(names.object(item.text, item.place, "bands") for item in values.names(band, "bands"))
        for band in node.items
    )


def ask(position: Position, step: Step, time_limit: float | None) -> Answer:
    """Whether the declaration of a step is legal. Raises `BadInput` for names, `BoundReached`, and `NotYet`."""
    kind = KINDS[step.verb]
    given = declaration(position, step.verb, step.argument, step.key("bands"))
    verdict = certain(
        judge(kind, position.facts, given, player=player(position, step), time_limit=time_limit)
    )
    rules = [broken.rule for broken in verdict.broken]
    if not verdict.legal and verdict.neglected:
        rules += [verdict.rule, *(demand.rule for demand in verdict.neglected)]
    return Answer(given, verdict, tuple(dict.fromkeys(rules)), _told(position, kind, given, verdict))


def _told(position: Position, kind: Kind, given: Declaration, verdict: Verdict) -> str:
    """Why it is illegal, in English where the explaining module is there."""
    if verdict.legal:
        return ""
    try:
        from magistrate.bridge.explain.declarations import explain
    except ImportError:
        return (
            "; ".join(f"{broken.rule} {broken.why}" for broken in verdict.broken)
            or f"{verdict.rule} requirements"
        )
    return "; ".join(explain(position, kind, given, verdict))


def made(position: Position, step: Step, given: Declaration) -> Position:
    """The position after a declaration, as the judge says what it makes of those in it."""
    kind = KINDS[step.verb]
    extra = [Function("declared", [Function(kind.choice, list(pair))]) for pair in sorted(given.pairs)]
    session = Session("declared", position.facts, extra=extra)
    new = {atom.arguments[1] for atom in session.atoms("initiates", 2)}
    new |= {Function("band", [o, Number(n)]) for n, band in enumerate(given.bands, 1) for o in band}
    return position.changed(initiated=new)
