"""What the question about targets answers with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from clingo import Symbol

from magistrate.bridge.positions.position import Unmodelled
from magistrate.bridge.records import Record


class Reason(Record):
    """Why something is illegal: the judge's word for it, the rule, the object responsible, and English.

    `subject` is the object or player that it is about, where there is one.
    """

    name: str
    rule: str
    subject: Symbol | None
    source: Symbol | None
    text: str
    term: Symbol | None = None


class Refusal(Record):
    """An object or player that can't be chosen, with every reason."""

    target: Symbol
    reasons: tuple[Reason, ...]


class WardDue(Record):
    """Choosing `target` triggers a ward ability that asks for `cost`; no restriction."""

    target: Symbol
    cost: str
    source: Symbol


class Slot(Record):
    """One instance of the word "target".

    `number` counts the slots in the order of the text; `mode` is the mode it belongs to, None outside modes;
    `time`
    counts how often that mode is chosen. `most` is None for any number. `divided` is what is divided among
    the targets.
    `different_from` holds the numbers of slots whose targets it must not share.
    """

    number: int
    term: Symbol
    mode: int | None
    time: int
    least: int
    most: int | None
    divided: int | None
    legal: tuple[Symbol, ...]
    illegal: tuple[Refusal, ...]
    ward: tuple[WardDue, ...]
    different_from: tuple[int, ...]
    description: str
    chooser: str = ""


class Choice(Record):
    """A whole choice: modes (a mode chosen twice comes twice), and for each slot its targets with their
    shares."""

    modes: tuple[int, ...]
    targets: tuple[tuple[int, tuple[Symbol, ...]], ...]
    shares: tuple[tuple[int, Symbol, int], ...] = ()

    def of(self, number: int) -> tuple[Symbol, ...]:
        """The targets of the slot with this number; none where the slot isn't there."""
        return dict(self.targets).get(number, ())


class Resolves(StrEnum):
    """What the targets mean for the resolution of something on the stack."""

    WHOLE = "whole"
    PARTLY = "partly"
    NOT = "not"
    UNTARGETED = "untargeted"
    AS_CREATURE = "as creature"


class TargetState(Record):
    """A target that was chosen: the slot's number, the target, and why it is illegal now (empty: it is
    legal)."""

    slot: int
    target: Symbol
    reasons: tuple[Reason, ...]

    @property
    def legal(self) -> bool:
        """Whether it is still a legal target."""
        return not self.reasons


class Resolution(Record):
    """What holds when it resolves."""

    resolves: Resolves
    targets: tuple[TargetState, ...]


class Must(Record):
    """An effect that asks to be obeyed by choosing one of `targets`; `source` is responsible."""

    effect: Symbol
    targets: tuple[Symbol, ...]
    source: Symbol | None


class Count(Record):
    """How many whole choices there are. Not `exact`: a bound ended the counting, and there are at least so
    many."""

    number: int
    exact: bool


class TargetAnswer(Record, aside=("label", "lister", "counter")):
    """The targets of a spell or ability.

    `what` is the object asked about, `asking` it or its ability on the stack, `controller` who chooses.
    `text` is the
    ability's text where it is known. `resolution` is there when its targets have been chosen already.
    """

    what: Symbol
    asking: Symbol
    controller: Symbol | None
    text: str
    slots: tuple[Slot, ...]
    modes: tuple[int, ...]
    modes_least: int
    modes_most: int | None
    musts: tuple[Must, ...]
    resolution: Resolution | None
    unmodelled: tuple[Unmodelled, ...]
    label: Callable[[Symbol], str]
    lister: Callable[[], Iterator[Choice]]
    counter: Callable[[float | None], Count]

    def choices(self) -> Iterator[Choice]:
        """Every whole choice that is legal, one after the other as they are found."""
        return self.lister()

    def count(self, seconds: float | None = None) -> Count:
        """How many whole choices are legal; `seconds` bounds the time (None: no bound)."""
        return self.counter(seconds)

    @property
    def possible(self) -> bool:
        """Whether there is a legal choice at all."""
        return next(self.choices(), None) is not None


class Requirements(Record):
    """Effects that ask to be obeyed: how many there are, how many can be and how many are obeyed."""

    possible: int
    maximum: int
    obeyed: int


class TargetVerdict(Record):
    """Whether a choice is legal; every reason against it; a choice that obeys more, if that is one of the
    reasons. `slots` are the judge's terms for the slots that the choice numbers from 1."""

    reasons: tuple[Reason, ...]
    requirements: Requirements
    choice: Choice
    witness: Choice | None = None
    unmodelled: tuple[Unmodelled, ...] = ()
    slots: tuple[Symbol, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons


Targets = Sequence[Symbol] | Sequence[Sequence[Symbol]]
Shares = Mapping[Symbol, int]
