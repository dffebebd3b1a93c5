"""Reads the steps of a ruling file: which verb, what it is given, what is expected. Names are resolved
when a step is run."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions import values
from magistrate.bridge.positions.keys import MOVES, QUESTIONS, spelling
from magistrate.bridge.positions.nodes import Limits, Mapping, Node, Raw, Scalar, Sequence, parse
from magistrate.bridge.rulings.step import Step

T = TypeVar("T")
STEP = "<step>"
"""The name of the file that a step on one line stands in."""

VERBS = frozenset((*MOVES, *QUESTIONS))
BESIDE = ("expect", "rule", "note", "by")
_ALSO: dict[str, tuple[str, ...]] = {"attack": ("bands", "pay"), "block": ("pay",)}
_RULE = re.compile(r"\d{3}(\.\d+[a-z]?)?")


def steps(raw: Raw) -> list[Step]:
    """All steps of a file, in order. Raises `BadInput` at the first that can't be read."""
    assert isinstance(raw.node, Sequence)
    return [_step(number, node) for number, node in enumerate(raw.node.items, 1)]


def in_line(text: str, use: Callable[[Step], T]) -> T:
    """What `use` makes of a step that is written on one line, such as `block: {bear: ogre}`.

    Braces that the text leaves out are put around it, so that keys may stand beside the verb. Raises
    `BadInput` with the column in the text, also for what only a ruling file can expect of it.
    """
    limits = Limits.from_environment()
    if text.lstrip().startswith("{") or "\n" in text.strip():
        return use(_alone(_step(1, parse(text, STEP, limits))))
    alone = spelling(text)
    try:
        if alone in VERBS:
            return use(_step(1, Scalar(text.strip(), True, Place(STEP, 1, 2))))
        return use(_alone(_step(1, parse("{" + text + "}", STEP, limits))))
    except BadInput as error:
        place = error.place
        if place.file != STEP or place.line != 1 or place.column < 2:
            raise
        raise type(error)(error.message, Place(STEP, 1, place.column - 1)) from None


def _alone(step: Step) -> Step:
    """The step, of which nothing is expected."""
    for name, there in (("expect", step.expect is not None), ("rule", bool(step.rule))):
        if there and step.verb:
            place = step.rule_place if name == "rule" or step.expect is None else step.expect.place
            values.refuse(place, f"{name}: that is for ruling files; the answer tells what comes out")
    return step


def _step(number: int, node: Node) -> Step:
    if isinstance(node, Scalar):
        verb = spelling(values.name(node, "a step"))
        _known(verb, node)
        return Step(
            number, verb, Mapping((), node.place), Mapping((), node.place), None, "", node.place, node.place
        )
    if not isinstance(node, Mapping) or not node.pairs:
        values.expected(node, f"step {number}", "a verb, as in `- block: {bear: ogre}` or `- combat`")
    verbs = [key for key, _ in node.pairs if spelling(key.text) in VERBS]
    if len(verbs) > 1:
        values.refuse(
            verbs[1],
            f"step {number} has two verbs, {verbs[0].text} and {verbs[1].text}; put `- ` before each step",
        )
    verb = spelling(verbs[0].text) if verbs else ""
    argument: Node = Mapping((), node.place)
    expect: Node | None = None
    rule, rule_place = "", node.place
    beside = []
    allowed = (*BESIDE, *_ALSO.get(verb, ()))
    for key, value in node.pairs:
        name = spelling(key.text)
        if name == verb:
            argument = value
        elif name not in allowed:
            known = [*allowed, *(VERBS if not verb else ())]
            hint = values.did_you_mean(name, known) or f"; there may be {', '.join(known)}"
            said = f"beside {verb}" if verb else "in a step"
            values.refuse(key, f"{said} there is no {key.text!r}{hint}")
        elif name == "expect":
            expect = value
        elif name == "rule":
            rule, rule_place = _rule(value), value.place
        else:
            if name == "note":
                values.text(value, "note", values.LONGEST_TEXT)
            beside.append((Scalar(name, True, key.place), value))
    if not verb and expect is None:
        values.refuse(
            node.pairs[0][0],
            f"step {number} has neither a verb nor `expect`; the verbs are {', '.join(sorted(VERBS))}",
        )
    step = Step(
        number, verb, argument, Mapping(tuple(beside), node.place), expect, rule, node.place, rule_place
    )
    return _asked(step) if verb == "legal" else step


def _asked(step: Step) -> Step:
    """`legal: {attack: ...}` asks about a move without making it; `legal` alone is a question of its own."""
    node = step.argument
    if isinstance(node, Scalar) and not node.empty:
        values.expected(node, "legal", "a move, as in `legal: {attack: {ogre: Bob}}`")
    if not isinstance(node, Mapping) or not node.pairs:
        return step
    inner = _step(step.number, node)
    if inner.verb not in MOVES or inner.verb in ("pass", "resolve", "advance", "choose"):
        values.refuse(
            node, f"legal: {inner.verb or 'an expectation'} is no move that can be tried without making it"
        )
    if inner.expect is not None or inner.rule:
        values.refuse(node, "legal: put `expect` and `rule` beside `legal`, not into it")
    beside = Mapping((*inner.beside.pairs, *step.beside.pairs), step.place)
    return Step(
        step.number,
        inner.verb,
        inner.argument,
        beside,
        step.expect,
        step.rule,
        step.place,
        step.rule_place,
        asking=True,
    )


def _known(verb: str, node: Scalar) -> None:
    if verb not in VERBS:
        hint = values.did_you_mean(verb, VERBS) or f"; the verbs are {', '.join(sorted(VERBS))}"
        values.refuse(node, f"there is no verb {node.text!r}{hint}")


def _rule(node: Node) -> str:
    """A rule number. YAML reads 509.10 as a number, but the text that was written is kept."""
    number = values.name(node, "rule")
    if not _RULE.fullmatch(number):
        values.expected(node, "rule", "the number of a rule, as reasons show it")
    return number
