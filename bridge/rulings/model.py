"""What a ruling is made of, and what comes out of running one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from magistrate.bridge.errors import Place
from magistrate.bridge.positions.position import Unmodelled
from magistrate.bridge.rulings.step import Step as Step


class Verdict(StrEnum):
    """What came out of a ruling. Only `PASSED` is a pass."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"
    UNMODELLED = "unmodelled"
    BAD_INPUT = "bad input"
    BOUND = "bound"


@dataclass(frozen=True, slots=True)
class Finding:
    """One step that didn't come out as expected: what was expected and what was found, in words.

    `message` says more where there is more to say, such as why a move was illegal.
    """

    verdict: Verdict
    step: int
    place: Place
    expected: str
    got: str
    message: str = ""

    def of_chance(self) -> Finding:
        """The same, found with another order of what nobody chooses the order of."""
        why = (
            "it hangs on an order that nobody chooses, such as that of a shuffled library; `choose` names it"
        )
        return replace(self, verdict=Verdict.UNDECIDED, message=f"{why}: {self.message}".removesuffix(": "))


@dataclass(frozen=True, slots=True)
class Result:
    """A ruling's verdict. `findings` are all steps that didn't come out, first the one that settles the
    verdict."""

    file: str
    verdict: Verdict
    title: str = ""
    steps: int = 0
    findings: tuple[Finding, ...] = ()
    unmodelled: tuple[Unmodelled, ...] = ()
    elapsed_ms: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether every step came out as expected."""
        return self.verdict is Verdict.PASSED


@dataclass(slots=True)
class Tally:
    """How many rulings there are of each verdict."""

    counts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))

    @classmethod
    def of(cls, results: Iterable[Result]) -> Tally:
        """Count the verdicts of some results."""
        tally = cls()
        for result in results:
            tally.counts[result.verdict] += 1
        return tally

    @property
    def total(self) -> int:
        """How many rulings there are."""
        return sum(self.counts.values())

    @property
    def all_passed(self) -> bool:
        """Whether none came out otherwise than passed."""
        return self.total == self.counts[Verdict.PASSED]


ORDER = (
    Verdict.BAD_INPUT,
    Verdict.FAILED,
    Verdict.BOUND,
    Verdict.UNDECIDED,
    Verdict.UNMODELLED,
    Verdict.PASSED,
)
"""Which verdict a ruling has when its steps have several: the first of these."""
