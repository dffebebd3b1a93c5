"""Runs a ruling: the steps of a file one after the other, and what came out of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from magistrate.bridge.errors import BadInput, BoundReached, MagistrateError, Place
from magistrate.bridge.positions import values
from magistrate.bridge.positions.nodes import Limits, Mapping, Scalar, decode
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.checking import Checked
from magistrate.bridge.questions.target_types import Reason
from magistrate.bridge.rulings import asking, combat, expectations, moves, questions, reader
from magistrate.bridge.rulings.compare import Difference, written
from magistrate.bridge.rulings.model import ORDER, Finding, Result, Step, Verdict
from magistrate.bridge.rulings.moves import NotYet
from magistrate.bridge.rulings.playing import CHANCES, VERBS, Playing, Waiting
from magistrate.bridge.rulings.seen import Seen
from magistrate.bridge.unmodelled import unmodelled

if TYPE_CHECKING:
    from magistrate.bridge.cards.database import CardDatabase

LEGAL, ILLEGAL = "legal", "illegal"


def run_file(
    path: str | Path,
    cards: CardDatabase | None = None,
    *,
    strict: bool = False,
    time_limit: float | None = None,
    data: bytes | None = None,
) -> Result:
    """Run one ruling file. Never raises for what is wrong with the file: that is a verdict, with its place.

    `strict`: abilities on the table that aren't modelled are a verdict too. `time_limit`: seconds for each
    question. `data`: what is in the file, where it was read already.
    """
    start = time.perf_counter()
    name = str(path)
    try:
        if data is None:
            position = Position.load(path, cards)
        else:
            limits = Limits.from_environment()
            position = Position.from_text(decode(data, name, limits), name, cards, limits)
        result = run(position, strict=strict, time_limit=time_limit)
    except BadInput as error:
        result = Result(name, Verdict.BAD_INPUT, findings=(_bad(error, 0),))
    except MagistrateError as error:
        result = Result(name, Verdict.BAD_INPUT, findings=(_bad(BadInput(error.message, Place(name)), 0),))
    elapsed = round((time.perf_counter() - start) * 1000, 1)
    return Result(
        name, result.verdict, result.title, result.steps, result.findings, result.unmodelled, elapsed
    )


def run(position: Position, *, strict: bool = False, time_limit: float | None = None) -> Result:
    """Run the steps of a position that has some. Raises `BadInput` where it has none, or they can't be
    read."""
    if position.steps is None:
        raise BadInput("no ruling: there are no `steps`", Place(position.file, 1, 1))
    if not reader.steps(position.steps):
        raise BadInput("no ruling: nothing stands under `steps`", Place(position.file, 1, 1))
    return play(position, strict=strict, time_limit=time_limit)[0]


def play(
    position: Position, *, strict: bool = False, time_limit: float | None = None
) -> tuple[Result, Playing]:
    """Run the steps of a position, if it has any; the result, and the game as they left it."""
    steps = [] if position.steps is None else reader.steps(position.steps)
    missing = unmodelled(position)
    runner = _ran(_Runner(position, time_limit), steps)
    findings = list(runner.findings)
    if runner.chance:  # what comes out must not hang on it
        others = [_ran(_Runner(position, time_limit, turn), steps).findings for turn in range(1, CHANCES)]
        if len({bool(found) for found in (findings, *others)}) > 1:
            every = (finding for found in (findings, *others) for finding in found)
            findings = [finding.of_chance() for finding in every]
    missing = tuple(sorted({*missing, *runner.unmodelled, *runner.playing.left_out}))
    if strict:
        place = Place(position.file)
        for gap in missing:
            said = f"{gap.card}, line {gap.line}: {gap.text} ({gap.why})"
            findings.append(Finding(Verdict.UNMODELLED, 0, place, "everything modelled", said))
    findings.sort(key=lambda finding: ORDER.index(finding.verdict))
    verdict = findings[0].verdict if findings else Verdict.PASSED
    result = Result(position.file, verdict, position.title, len(steps), tuple(findings), missing)
    return result, runner.playing


def _ran(runner: _Runner, steps: Sequence[Step]) -> _Runner:
    for step, following in zip_longest(steps, steps[1:]):
        runner.answered = following is not None and following.verb == "choose"
        if not runner.step(step):
            break
    else:
        if steps:
            runner.end(steps[-1])
    return runner


def _bad(error: BadInput, step: int) -> Finding:
    return Finding(Verdict.BAD_INPUT, step, error.place, "", error.message)


class _Runner:
    """`answered`: the step after this one answers a decision. `chance`: an order came up that nobody chooses
    and no step names; `turn`: which order is taken then."""

    def __init__(self, position: Position, time_limit: float | None, turn: int = 0) -> None:
        self.turn = turn
        self.chance = False
        self.answered = False
        self.playing = Playing(position)
        self.seen = Seen(position)
        self.time_limit = time_limit
        self.findings: list[Finding] = []
        self.unmodelled: set[Unmodelled] = set()

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.playing.position

    def step(self, step: Step) -> bool:
        """Run one step. False when those after it can't be run."""
        try:
            return self._step(step)
        except BadInput as error:
            self.findings.append(_bad(error, step.number))
            return False
        except BoundReached as error:
            self.findings.append(Finding(Verdict.BOUND, step.number, step.place, "an answer", error.message))
            return step.asking or step.verb not in moves.KINDS
        except NotYet as error:
            self._undecided(step, f"{error} isn't carried out yet")
            return False
        except Waiting as error:
            self._undecided(step, f"it waits: {error}")
            return False
        except MagistrateError as error:
            self.findings.append(_bad(BadInput(error.message, step.place), step.number))
            return False

    def end(self, step: Step) -> None:
        """After the last step: what still waits is undecided."""
        if self.playing.waiting:
            self._undecided(step, f"it waits: {self.playing.waiting}")

    def _step(self, step: Step) -> bool:
        if not step.verb:
            assert step.expect is not None
            self._no_rule(step)
            self._differ(step, expectations.position(self.seen, step.expect))
            return True
        if step.verb in moves.KINDS:
            return self._declare(step)
        if step.verb in VERBS:
            return self._move(step)
        if step.verb == "legal":
            self._no_rule(step)
            table = self.playing.ready()
            self.seen = Seen(self.position)
            self._answer(step, asking.legal(self.position, table.game))
            return True
        asked = _QUESTIONS.get(step.verb)
        if asked is None:
            raise NotYet(f"`{step.verb}`")
        if step.verb != "targets":
            self._no_rule(step)
        self._answer(step, asked(self.position, step, self.time_limit))
        return True

    def _answer(self, step: Step, answer: questions.Answered) -> None:
        self.unmodelled |= set(answer.unmodelled)
        self._differ(step, answer.compare(self.seen, step.expect, step))

    def _move(self, step: Step) -> bool:
        """Everything but declarations: casting, passing, choosing …"""
        wanted = self._wanted(step)
        if step.verb in ("pass", "resolve", "advance"):
            self._no_rule(step)
        reasons = self.playing.ask(step) if step.asking else self._carried_out(step)
        self.seen = Seen(self.position)
        got = ILLEGAL if reasons else LEGAL
        why = "; ".join(f"{reason.text} ({reason.rule})" for reason in reasons)
        if got != wanted:
            self._failed(step, wanted, got, why)
            return step.asking or wanted == ILLEGAL
        if step.rule:
            self._rule(step, sorted({reason.rule for reason in reasons}), why)
        if isinstance(step.expect, Mapping) and step.expect.get("answer") is None:
            self._differ(step, expectations.position(self.seen, step.expect))
        return True

    def _carried_out(self, step: Step) -> tuple[Reason, ...]:
        """Make a move. An order that nobody chooses needs no answer: it is left to chance."""
        try:
            reasons = self.playing.carry_out(step)
        except BadInput:
            if step.verb != "choose" or not self._left_to_chance():
                raise
            reasons = self.playing.carry_out(step)
        if not self.answered:
            self._left_to_chance()
        return reasons

    def _left_to_chance(self) -> bool:
        met = self.playing.left_to_chance(self.turn)
        self.chance |= met
        return met

    def _wanted(self, step: Step) -> str:
        expect = step.expect
        if isinstance(expect, Scalar) and not expect.empty:
            wanted = values.name(expect, "expect").lower()
            if wanted not in (LEGAL, ILLEGAL):
                values.expected(expect, "expect", "legal or illegal")
            return wanted
        if isinstance(expect, Mapping) and (node := expect.get("answer")) is not None:
            return values.name(node, "answer").lower()
        return ILLEGAL if step.rule and expect is None and (step.asking or step.verb in VERBS) else LEGAL

    def _declare(self, step: Step) -> bool:
        if self.playing.waiting:
            raise Waiting(self.playing.waiting)
        answer = moves.ask(self.position, step, self.time_limit)
        self.unmodelled |= set(answer.unmodelled)
        expect, wanted = step.expect, self._wanted(step)
        if answer.legal and (answer.declaration.options or not step.asking):
            unpaid = (self.playing.copy() if step.asking else self.playing).declares(step, answer)
            self.seen = Seen(self.position)
            if unpaid:
                return self._unpaid(step, wanted, unpaid)
        got = LEGAL if answer.legal else ILLEGAL
        if got != wanted:
            self._failed(step, wanted, got, _why(answer))
            return step.asking or wanted == ILLEGAL
        if step.rule:
            self._rule(step, sorted(answer.rules), _why(answer))
        asked = step.asking or wanted == ILLEGAL
        if isinstance(expect, Mapping) and (asked or expect.get("answer") is not None):
            self._differ(step, questions.verdict(self.position, answer, expect))
        elif isinstance(expect, Mapping):
            self._differ(step, expectations.position(self.seen, expect))
        return True

    def _unpaid(self, step: Step, wanted: str, reasons: Sequence[Reason]) -> bool:
        """A declaration that would be legal, if what it costs could be paid."""
        why = "; ".join(f"{reason.text} ({reason.rule})" for reason in reasons)
        if wanted == LEGAL:
            self._failed(step, LEGAL, ILLEGAL, why)
            return False
        if step.rule:
            self._rule(step, sorted({reason.rule for reason in reasons}), why)
        return True

    def _rule(self, step: Step, rules: Sequence[str], text: str) -> None:
        """The rule of a step must be among those that speak against the move: itself, or one inside it."""
        if not questions.among(step.rule, rules):
            got = ", ".join(rules) or "no rule against it"
            self.findings.append(
                Finding(Verdict.FAILED, step.number, step.rule_place, f"rule {step.rule}", got, text)
            )

    def _no_rule(self, step: Step) -> None:
        if step.rule:
            values.refuse(step.rule_place, "rule: only a move, or `targets`, has reasons with rules")

    def _differ(self, step: Step, differences: list[Difference]) -> None:
        for difference in differences:
            self.findings.append(
                Finding(
                    Verdict.FAILED, step.number, difference.node.place, difference.expected, difference.got
                )
            )

    def _failed(self, step: Step, expected: str, got: str, message: str = "") -> None:
        place = step.expect.place if step.expect is not None else step.place
        self.findings.append(Finding(Verdict.FAILED, step.number, place, expected, got, message))

    def _undecided(self, step: Step, message: str) -> None:
        expected = "" if step.expect is None else written(step.expect)
        self.findings.append(Finding(Verdict.UNDECIDED, step.number, step.place, expected, message))


def _why(answer: Checked) -> str:
    return "; ".join(f"{reason.text} ({reason.rule})" for reason in answer.reasons)


_Asked = Callable[[Position, Step, "float | None"], questions.Answered]
_QUESTIONS: dict[str, _Asked] = {
    "attacks": questions.declarations,
    "blocks": questions.declarations,
    "targets": questions.targets,
    "characteristics": questions.characteristics,
    "replacements": asking.replacements,
    "combat": combat.outcomes,
}
