"""The choices of what is being put on the stack, and what is asked again when it resolves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from clingo import Function, Number, Symbol

from magistrate.bridge.positions import terms
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.proposal import propose
from magistrate.bridge.questions.target_types import Choice, Reason, Shares, TargetAnswer, Targets
from magistrate.bridge.questions.targets import check_targets, choosing, targets

__all__ = ["automatic", "by_modes", "chosen", "decide", "every", "resolution"]


def chosen(
    position: Position,
    x: Symbol,
    wanted: Targets,
    *,
    modes: Sequence[int] | None = None,
    divide: Shares | None = None,
) -> tuple[list[Symbol], tuple[Reason, ...]]:
    """These modes and targets for X, which is being announced: the facts that say so, and what speaks against
    them."""
    verdict = check_targets(position, x, wanted, modes=modes, divide=divide)
    choice = verdict.choice
    if divide is None and verdict.legal:
        choice, reasons = _divided(position, x, choice, modes)
        return _facts(x, choice, verdict.slots), reasons
    return _facts(x, choice, verdict.slots), verdict.reasons


def decide(position: Position, x: Symbol) -> TargetAnswer:
    """What may be chosen for X: its modes, slots and their legal targets."""
    return targets(position, x)


def automatic(position: Position, x: Symbol) -> list[Symbol] | None:
    """The facts of the only choice there is for X; `no_targets` where there is none; None where a player
    chooses."""
    program, slots = choosing(position, x)
    found = list(islice(program.choices(), 2))
    if not found:
        return [Function("no_targets", [x])]
    if len(found) > 1:
        return None
    return _facts(x, found[0], slots)


def every(position: Position, x: Symbol) -> Iterator[list[Symbol]]:
    """The facts of each choice for X."""
    program, slots = choosing(position, x)
    seen: set[tuple[Symbol, ...]] = set()
    for choice in program.choices():
        facts = _facts(x, choice, slots)
        if tuple(facts) not in seen:
            seen.add(tuple(facts))
            yield facts


def by_modes(position: Position, x: Symbol) -> Iterator[list[Symbol]]:
    """The facts of a choice for X for each legal choice of modes, as far as a bounded look finds them."""
    program, slots = choosing(position, x)
    seen: set[tuple[int, ...]] = set()
    for choice in islice(program.choices(), _MOST_CHOICES):
        if choice.modes not in seen:
            seen.add(choice.modes)
            yield _facts(x, choice, slots)


_MOST_CHOICES = 2000


def resolution(position: Position, x: Symbol) -> list[Symbol]:
    """Which of X's targets are illegal as it begins to resolve, and what that means for it."""
    if not any(f.arguments[0] == x for f in position.by_name.get("chosen_target", ())):
        return [Function("resolution", [x, Function("untargeted")])]
    asked = propose(position.facts, x)
    session = Session(asked.question, asked.facts, extra=[Function("asking", [x])])
    numbers = {a.arguments[0]: a.arguments[1] for a in session.atoms("number", 2)}
    out = [Function("resolution", [x, a.arguments[1]]) for a in session.atoms("resolves", 2)]
    for atom in session.atoms("falls", 5):
        slot, target, *_ = atom.arguments
        out.append(Function("fallen", [x, numbers[slot], target]))
    return out or [Function("resolution", [x, Function("whole")])]


def _divided(
    position: Position, x: Symbol, choice: Choice, modes: Sequence[int] | None
) -> tuple[Choice, tuple[Reason, ...]]:
    """A division that needs no choice: one target gets all."""
    if not any(fact.arguments for fact in position.by_name.get("divide", ())):
        return choice, ()
    flat = [list(objects) for _, objects in choice.targets]
    for found in islice(targets(position, x, modes=modes).choices(), 1000):
        if [list(objects) for _, objects in found.targets] == flat and all(len(part) < 2 for part in flat):
            return found, ()
    return choice, ()


def _facts(x: Symbol, choice: Choice, slots: Sequence[Symbol]) -> list[Symbol]:
    """A choice as facts about X."""
    named = [number for number, _ in choice.targets] if choice.modes else range(1, len(slots) + 1)
    names = dict(zip(named, _called([slots[number - 1] for number in named]), strict=True))
    out = [Function("announced", [x, Function("targets")])]
    out += terms.modes_chosen(x, choice.modes)
    for number, objects in choice.targets:
        for index, target in enumerate(objects, 1):
            out.append(Function("chosen_target", [x, names[number], Number(index), target]))
    for number, target, share in choice.shares:
        out.append(Function("divided", [x, names[number], target, Number(share)]))
    return out


def _called(slots: Sequence[Symbol]) -> list[Symbol]:
    """What slots are called: by their places in the text; with the time of the mode too where one was chosen
    twice, with the text where several texts have targets in the same place."""
    texts = [slot.arguments[0] for slot in slots]
    places = [slot.arguments[1] for slot in slots]
    if len(set(places)) == len(places):
        return places
    if len(set(zip(texts, places, strict=True))) < len(slots):
        return [Function("in", [slot.arguments[2], slot.arguments[1]]) for slot in slots]
    return [Function("in", [text, place]) for text, place in zip(texts, places, strict=True)]
