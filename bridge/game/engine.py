"""The loop of the game: look, carry out, look again, until a player must decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from clingo import Function, Number, Symbol

from magistrate.bridge.errors import BoundReached, MagistrateError
from magistrate.bridge.game import announce, answers, payment
from magistrate.bridge.game.errors import IllegalMove, NotModelled
from magistrate.bridge.game.look import Decision, Look, apply, look
from magistrate.bridge.game.loops import REPEATS, Course
from magistrate.bridge.game.memory import without_forgotten
from magistrate.bridge.game.naming import labels
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.wording import reworded_since
from magistrate.bridge.programs import Session
from magistrate.bridge.records import Record, replace

__all__ = ["Decision", "Entry", "Game"]

MOST_LOOKS = 2000
"""How many looks one call may take before it reports that a bound was reached."""

Until: TypeAlias = Callable[[Position], bool]
"""Whether to stop at a position, though no player must decide there."""

_NUMBERED = frozenset(("object", "former"))
_TURN = 2
"""The number of a turn that has none: not the first, in which nobody draws (103.8a)."""
_DONE = Function("done")
_SETTLE = "settle"
_PAYMENT = "payment"
_START = Course()
_NONE = Function("none")
_PASSES = Function("passes")


class Forbidden(MagistrateError):
    """The judge's reasons against an answer: `violation(Reason,Rule,Source)` each."""

    def __init__(self, position: Position, violations: tuple[Symbol, ...]) -> None:
        self.violations = violations
        super().__init__(
            "; ".join(f"{one.text} ({one.rule})" for one in payment.explained(position, violations))
        )


class Entry(Record):
    """One line of the log: an event, and the rule it rests on where the judge names one."""

    event: Symbol
    rule: str = ""


class Game(Record, aside=("course",)):
    """A position in play: what led here, and the decision that is due.

    Immutable: every move gives another game, so that taking back is keeping the old one. `log` is what
    happened, first things first. `also` are decisions that other players must make at the same time. Where a
    move has `until`, the game stops at the first position that it holds for, with no decision due. `course`
    is what has passed since a player last chose anything but to pass.
    """

    position: Position
    log: tuple[Entry, ...] = ()
    decision: Decision | None = None
    over: bool = False
    also: tuple[Decision, ...] = ()
    course: Course = Course()

    @classmethod
    def of(cls, position: Position) -> Game:
        """The game at a position, played on to the first decision."""
        return cls.ready(position)._on()

    @classmethod
    def ready(cls, position: Position) -> Game:
        """The game at a position, before anything is looked at; what comes new is numbered from there."""
        facts = set(position.facts)
        held = {fact.name for fact in facts}
        if "next_object" not in held:
            top = max((f.arguments[0].arguments[0].number for f in facts if f.name in _NUMBERED), default=0)
            facts.add(Function("next_object", [Number(top + 1)]))
        if "next_stamp" not in held:
            last = max((stamp for f in facts for stamp in _stamps(f)), default=0)
            facts.add(Function("next_stamp", [Number(last + 1)]))
        if "turn" not in held:
            facts.add(Function("turn", [Number(_TURN)]))
        start = replace(position, facts=frozenset(facts), known_names=None)
        return cls(start)

    def at(self, position: Position, given: Iterable[Symbol] = (), until: Until | None = None) -> Game:
        """The game at another position, with what the next look is told, played on to the next decision."""
        return replace(self, position=position)._on(given, until)

    def on(self, until: Until | None = None) -> Game:
        """The game played on from where `until` stopped it."""
        return self if self.decision is not None or self.over else self._on((), until, self.course)

    def passes(self, until: Until | None = None) -> Game:
        """The player with priority passes."""
        self._demand("priority")
        return self._on([_PASSES], until, self.course)

    def gives(self, *facts: Symbol, until: Until | None = None) -> Game:
        """The decision that is due is answered by facts that the judge understands."""
        return self._on(facts, until)

    def answer(self, values: Sequence[Symbol], until: Until | None = None, *, forced: bool = False) -> Game:
        """The decision that is due is answered by some of its options; `forced` where all come to one."""
        decision = self.decision
        if decision is None:
            raise MagistrateError("no decision is due")
        answers.check(decision, values)
        if decision.kind.name == "cast":
            from magistrate.bridge.game import moves

            return moves.taken(self, values[0], until)
        course = self.course if forced else Course()
        return replace(self, position=_answered(self.position, decision, values))._on((), until, course)

    def _demand(self, kind: str) -> Decision:
        if self.decision is None or self.decision.kind.name != kind:
            raise MagistrateError(f"what is due is no {kind}")
        return self.decision

    def _on(self, given: Iterable[Symbol] = (), until: Until | None = None, course: Course = _START) -> Game:
        position, log = self.position, list(self.log)
        given, inner = tuple(given), Course()
        for _ in range(MOST_LOOKS):
            if until is not None and not given and until(position):
                return Game(position, tuple(log), course=course)
            seen, repeats = look(position.facts, given), REPEATS in given
            given = ()
            if seen.violations:
                raise Forbidden(position, seen.violations)
            if seen.unmodelled:
                raise NotModelled(seen.unmodelled)
            if seen.decisions:
                decision = seen.decisions[0]
                if decision.kind.name == "targets":
                    number = _announced(position, decision.key.arguments[0])
                    if isinstance(number, Position):
                        position = number
                        continue
                    if number is not None:
                        return Game(position, tuple(log), number)
                    chosen = announce.automatic(position, decision.key.arguments[0])
                    if chosen is None:
                        return Game(position, tuple(log), decision)
                    position = position.changed(initiated=chosen)
                    continue
                if decision.kind.name == "payment":
                    paid = _settled(position, decision.key.arguments[0])
                    if isinstance(paid, Position):
                        position = paid
                        continue
                    if isinstance(paid, Decision):
                        return Game(position, tuple(log), paid)
                    if isinstance(paid, payment.Detour):
                        position, given = paid.position, paid.given
                        continue
                    given = tuple(paid)
                    continue
                if decision.kind.name == "cast":
                    from magistrate.bridge.game import moves

                    options = moves.offered(position, decision)
                    asking = decision._replace(options=options)
                    there = Game(position, tuple(log), asking)
                    if len(options) == 1:
                        return moves.taken(there, options[0], until)
                    if options:
                        return there
                    position = _answered(position, decision, [_NONE])
                    continue
                values = answers.only(decision)
                if values is None:
                    if decision.kind.name == "priority":
                        position = replace(position, facts=without_forgotten(position.facts))
                        course = course.after(position.facts)
                        if course.again:
                            given = (REPEATS,)
                            continue
                        position, course = _leapt(position, course, log)
                    return Game(position, tuple(log), decision, also=seen.decisions[1:], course=course)
                position = _answered(position, decision, values)
                continue
            if seen.due == "over" and not repeats:
                return Game(position, tuple(log), over=True)
            if seen.consults:
                position = position.changed(initiated=_consulted(position, seen))
                continue
            if seen.due == _SETTLE:
                inner = inner.after(position.facts)
                if inner.again:
                    inner, given = Course(), (REPEATS,)
                    continue
            facts = apply(position.facts, seen)
            facts |= labels(facts, seen.initiates)
            facts |= frozenset(reworded_since(facts, seen.initiates))
            if facts == position.facts:
                raise MagistrateError(f"nothing follows from what is due: {seen.due}")
            log += [Entry(event, seen.reasons.get(event, "")) for event in seen.happens]
            position = replace(position, facts=facts, known_names=None)
            if seen.following is not None and (until is None or not until(position)):
                position = replace(position, facts=without_forgotten(position.facts))
                course = course.after(position.facts)
                if not course.again:
                    position, course = _leapt(position, course, log)
                    return Game(position, tuple(log), seen.following, course=course)
                given = (REPEATS,)
        raise BoundReached(_on_and_on(len(log) - len(self.log), position, self.position))


def _on_and_on(events: int, now: Position, before: Position) -> str:
    """What is said of a game that goes on though no player has anything to decide."""
    more = len(now.by_name.get("object", ())) - len(before.by_name.get("object", ()))
    grown = f", with {more} more objects than before" if more > 0 else ""
    return (
        f"no player had anything to decide while {events} events happened{grown}, and the game didn't come "
        "back to where it was; if nothing ends that, it is a loop that nobody can stop, and a draw"
    )


def _leapt(position: Position, course: Course, log: list[Entry]) -> tuple[Position, Course]:
    """The position after rounds that are left out, if there are any."""
    if course.leap is None:
        return position, course
    times, ended, begun = course.leap
    log.append(Entry(Function("rounds", [Number(times)]), ""))
    return position.changed(initiated=begun, terminated=ended), replace(course, leap=None)


def _stamps(fact: Symbol) -> Iterator[int]:
    """The time stamps that a fact mentions; effects are numbered by theirs, r(N)."""
    if fact.name in ("timestamp", "counter_stamp", "effect_of"):
        yield fact.arguments[-1].number
    if fact.name == "effect_of" and fact.arguments[0].match("r", 1):
        yield fact.arguments[0].arguments[0].number


def _settled(position: Position, x: Symbol) -> list[Symbol] | Decision | payment.Detour | Position:
    """How X is paid for. What a resolving ability asks for is left unpaid where there is no way to."""
    try:
        bill = payment.Bill(position, x)
        return _variable(position, x, bill) or payment.settle(position, x, bill)
    except IllegalMove:
        if any(row[1].name == "in_resolution" for row in position.about("special", 3) if row[0] == x):
            return position.changed(initiated=[Function("unaffordable", [x])])
        raise


def _announced(position: Position, x: Symbol) -> Decision | Position | None:
    """What X is, where that is announced before targets are (601.2b-c), as the decision or the position with
    the only value; None where nothing is to be announced."""
    if not any(row[0] == x for row in position.about("unpaid", 1)):
        return None
    return _variable(position, x, payment.Bill(position, x))


def _variable(position: Position, x: Symbol, bill: payment.Bill) -> Decision | Position | None:
    if not bill.open_x or bill.reasons:
        return None
    by = next(row[1] for row in position.about("base_controller", 2) if row[0] == x)
    choice = payment.variable(position, x, by)
    values = answers.only(choice)
    return choice if values is None else _answered(position, choice, values)


def _answered(position: Position, decision: Decision, values: Sequence[Symbol]) -> Position:
    return position.changed(initiated=[Function("answered", [decision.key, v]) for v in (*values, _DONE)])


def _payable(position: Position, supposed: frozenset[Symbol]) -> bool:
    """Whether there would be a way to pay for what resolves, if it asked for the payment that is supposed."""
    x = next(fact.arguments[0] for fact in supposed if fact.name == "unpaid")
    paid = _settled(position.changed(initiated=supposed), x)
    return not (isinstance(paid, Position) and paid.about("unaffordable", 1))


def _consulted(position: Position, seen: Look) -> list[Symbol]:
    """What the questions that the judge wants answered say, as facts."""
    out: list[Symbol] = []
    for asked in seen.consults:
        question, what = asked.arguments
        if question.name == _PAYMENT:
            payable = _payable(position, seen.supposes[what][0])
            out.append(Function("probed", [what, Function("yes" if payable else "no")]))
        elif what in seen.supposes:
            there, gone = seen.supposes[what]
            session = Session(question.name, (position.facts - gone) | there)
            out += [Function("foreseen", [what, atom.arguments[0]]) for atom in session.atoms("tells", 1)]
        else:
            out += announce.resolution(position, what)
    return out
