"""Targets that were given, looked at one way of reading them after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from clingo import Function, Number, Symbol

from magistrate.bridge.explain.speech import Speech
from magistrate.bridge.explain.targets import CHOICE
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.proposal import Proposal
from magistrate.bridge.questions.target_reading import distinct, in_order, rule_of, source_of
from magistrate.bridge.questions.target_types import Choice, Reason, Shares, Targets
from magistrate.bridge.records import Record

_SPLITS = 300
"""How many ways to deal a flat list of targets out to the slots are tried."""


class Checked(Record):
    """One way to read the targets that were given: what speaks against it."""

    choice: Choice
    reasons: tuple[Reason, ...]
    obeyed: int
    sizes: tuple[Symbol, ...]


class Checker:
    """Looks at given choices, one after the other, in one grounded question."""

    def __init__(self, session: Session, asked: Proposal, speech: Speech, divide: Shares | None) -> None:
        self.session = session
        self.asked = asked
        self.speech = speech
        self.divide = divide
        self.live = in_order(session, "live")
        self.excluded = {atom.arguments[0] for atom in session.atoms("excludes", 2)}
        every = in_order(session, "slot")
        self.numbers = {term: number for number, term in enumerate(every, 1)}
        self.least = {a.arguments[0]: a.arguments[1].number for a in session.atoms("least", 2)}
        self.most = {a.arguments[0]: a.arguments[1].number for a in session.atoms("most", 2)}
        self.divided = {a.arguments[0] for a in session.atoms("divided", 2)}
        self.open = [*session.atoms("choose", 2), *session.atoms("twice", 2), *session.atoms("share", 3)]
        self.modes = tuple(sorted(a.arguments[1].number for a in session.atoms("pick", 3)))
        self.told = sorted(
            (atom.symbol, atom.literal)
            for name, arity in (("violation", 3), ("size", 2), ("obeyed", 1))
            for atom in session.control.symbolic_atoms.by_signature(name, arity)
        )

    def best(self, chosen: Targets) -> Checked:
        """The first reading that is legal, else one with the fewest reasons against it."""
        best: Checked | None = None
        for dealt in self._deals(chosen):
            checked = self._look(dealt)
            if best is None or len(checked.reasons) < len(best.reasons):
                best = checked
            if not checked.reasons:
                break
        assert best is not None
        return best

    def unobeyed(self, obeyed: int, maximum: int) -> tuple[Reason, ...]:
        """The reason that more could be obeyed."""
        term = Function("unobeyed", [Number(obeyed), Number(maximum)])
        rule = next(iter(self.session.atoms("at_maximum", 1))).arguments[0]
        sources = [a.arguments[1] for a in sorted(self.session.atoms("wanted_by", 2))]
        source = sources[0] if sources else None
        return (Reason(term.name, rule_of(rule), None, source, CHOICE.explain(term, self.speech), term),)

    def _deals(self, chosen: Targets) -> Iterator[dict[Symbol, list[Symbol]]]:
        if chosen and not isinstance(chosen[0], Symbol):
            parts = [list(part) for part in chosen if not isinstance(part, Symbol)]
            dealt: dict[Symbol, list[Symbol]] = {slot: [] for slot in self.live}
            for slot, part in zip(self.live, parts, strict=False):
                dealt[slot] += part
            for part in parts[len(self.live) :]:
                if self.live:
                    dealt[self.live[-1]] += part
            yield dealt
            return
        flat = [target for target in chosen if isinstance(target, Symbol)]
        found = 0
        for sizes in _splits(len(flat), [self._range(slot, len(flat)) for slot in self.live]):
            yield _dealt(flat, self.live, sizes)
            found += 1
            if found >= _SPLITS:
                return
        if not found:
            yield _dealt(flat, self.live, self._forced(len(flat)))

    def _range(self, slot: Symbol, there: int) -> range:
        least = 0 if slot in self.excluded else self.least.get(slot, 0)
        return range(least, min(self.most.get(slot, there), there) + 1)

    def _forced(self, there: int) -> list[int]:
        """Sizes for a list too short or too long: each slot what it needs, then what it takes, the rest
        last."""
        sizes = []
        for slot in self.live:
            size = min(self.least.get(slot, 0), there)
            sizes.append(size)
            there -= size
        for index, slot in enumerate(self.live):
            more = min(self.most.get(slot, there + sizes[index]) - sizes[index], there)
            sizes[index] += more
            there -= more
        if sizes:
            sizes[-1] += there
        return sizes

    def _look(self, dealt: dict[Symbol, list[Symbol]]) -> Checked:
        true: set[Symbol] = set()
        shares: list[tuple[int, Symbol, int]] = []
        for slot, objects in dealt.items():
            for target, times in Counter(objects).items():
                true.add(Function("choose", [slot, target]))
                if times > 1:
                    true.add(Function("twice", [slot, target]))
                if self.divide is not None and slot in self.divided and target in self.divide:
                    true.add(Function("share", [slot, target, Number(self.divide[target])]))
                    shares.append((self.numbers[slot], target, self.divide[target]))
        atoms: list[Symbol] = []
        with self.session.control.solve(
            assumptions=[(symbol, symbol in true) for symbol in self.open], yield_=True
        ) as handle:
            model = handle.model()
            if model is not None:
                atoms = [symbol for symbol, literal in self.told if model.is_true(literal)]
        reasons = distinct([self._reason(*a.arguments) for a in atoms if a.name == "violation"])
        sizes = tuple(a for a in atoms if a.name == "size")
        obeyed = sum(a.name == "obeyed" for a in atoms)
        given = tuple((self.numbers[slot], tuple(objects)) for slot, objects in dealt.items())
        return Checked(Choice(self.modes, given, tuple(shares)), reasons, obeyed, sizes)

    def _reason(self, term: Symbol, rule: Symbol, source: Symbol) -> Reason:
        subject = next((a for a in term.arguments if source_of(a) is not None), None)
        name = term.arguments[2].name if term.match("target", 3) else term.name
        return Reason(
            name, rule_of(rule), subject, source_of(source), CHOICE.explain(term, self.speech), term
        )


def _splits(total: int, ranges: Sequence[range]) -> Iterator[list[int]]:
    """All sizes, one from each range, that add up to the total."""
    if not ranges:
        if total == 0:
            yield []
        return
    for size in ranges[0]:
        if size > total:
            break
        for rest in _splits(total - size, ranges[1:]):
            yield [size, *rest]


def _dealt(
    flat: Sequence[Symbol], slots: Sequence[Symbol], sizes: Sequence[int]
) -> dict[Symbol, list[Symbol]]:
    out: dict[Symbol, list[Symbol]] = {}
    start = 0
    for slot, size in zip(slots, sizes, strict=True):
        out[slot] = list(flat[start : start + size])
        start += size
    return out
