"""Which objects and players a spell or ability may target, which whole choices there are, and what stands on
resolving."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from clingo import Function, Number, Symbol

from magistrate.bridge.errors import MagistrateError, Refused
from magistrate.bridge.explain.costs import cost_text
from magistrate.bridge.explain.filters import nouns
from magistrate.bridge.explain.speech import Speech
from magistrate.bridge.explain.targets import AGAINST
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.terms import functions
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.proposal import Proposal, propose
from magistrate.bridge.questions.target_checking import Checker
from magistrate.bridge.questions.target_choices import ChoiceProgram
from magistrate.bridge.questions.target_reading import distinct, in_order, rule_of, source_of
from magistrate.bridge.questions.target_types import (
    Must,
    Reason,
    Refusal,
    Requirements,
    Resolution,
    Resolves,
    Shares,
    Slot,
    TargetAnswer,
    Targets,
    TargetState,
    TargetVerdict,
    WardDue,
)
from magistrate.bridge.records import replace
from magistrate.bridge.unmodelled import unmodelled


def targets(
    position: Position,
    what: Symbol,
    *,
    ability: int | str | None = None,
    modes: Sequence[int] | None = None,
    x: int | None = None,
    by: Symbol | None = None,
    paid: Sequence[str] = (),
) -> TargetAnswer:
    """The targets of an object as a spell, or of one of its abilities (`ability`: number or first words).

    `modes` settles the modes (a mode chosen twice comes twice), else every legal choice of modes is tried.
    `x` is the value of X, `by` the player who casts or activates; `paid` names optional and alternative
    costs that are paid.

    Raises `MagistrateError` when no single ability is meant or when X decides and isn't given, `Refused` when
    the text that would say what it targets isn't modelled.
    """
    asked = propose(position.facts, what, ability=ability, by=by, x=x, paid=paid)
    extra = [Function("asking", [asked.asking]), Function("dividing", []), *_modes(modes)]
    program = ChoiceProgram(asked.question, asked.facts, extra)
    session = program.session
    _demand_x(session, asked)
    view = _View(session, asked, _speech(position, asked, session))
    slots = view.slots()
    _demand_text(session, asked)
    _demand_use(session, asked, modes, x)
    program.numbers = {slot.term: slot.number for slot in slots}
    least, most = _modes_wanted(session)
    return TargetAnswer(
        what=what,
        asking=asked.asking,
        controller=asked.controller,
        text=view.text(),
        slots=slots,
        modes=tuple(sorted({a.arguments[1].number for a in session.atoms("instance", 3)})),
        modes_least=least,
        modes_most=most,
        musts=view.musts(),
        resolution=view.resolution(slots),
        unmodelled=unmodelled(position, [asked.source]),
        label=view.speech.label,
        lister=program.choices,
        counter=program.count,
    )


def choosing(position: Position, what: Symbol) -> tuple[ChoiceProgram, tuple[Symbol, ...]]:
    """The whole choices alone for what is on the stack, without reasons: a program that lists them, and the
    judge's terms for the slots that it numbers from 1. Errors as for `targets`."""
    asked = propose(position.facts, what)
    extra = [Function("asking", [asked.asking]), Function("dividing", [])]
    program = ChoiceProgram(asked.question, asked.facts, extra)
    _demand_x(program.session, asked)
    _demand_text(program.session, asked)
    slots = tuple(in_order(program.session, "slot"))
    program.numbers = {slot: number for number, slot in enumerate(slots, 1)}
    return program, slots


def check_targets(
    position: Position,
    what: Symbol,
    chosen: Targets,
    *,
    ability: int | str | None = None,
    modes: Sequence[int] | None = None,
    x: int | None = None,
    divide: Shares | None = None,
    by: Symbol | None = None,
    paid: Sequence[str] = (),
) -> TargetVerdict:
    """Whether these targets may be chosen, with every reason against it.

    `chosen` is one list for all instances of "target" in the order of the text, or a list for each of them.
    `divide` gives
    the shares of what is divided; without it the division isn't looked at. Everything else as for `targets`.
    """
    asked = propose(position.facts, what, ability=ability, by=by, x=x, paid=paid)
    flat = [t for part in chosen for t in ([part] if isinstance(part, Symbol) else part)]
    extra = [Function("asking", [asked.asking]), *_modes(() if modes is None else modes)]
    extra += [Function("named", [target]) for target in {*flat, *(divide or ())}]
    if divide is not None:
        extra.append(Function("dividing", []))
        extra += [Function("named_share", [Number(share)]) for share in set(divide.values())]
    session = Session(asked.question, asked.facts, extra=[*extra, Function("explain", [])])
    _demand_x(session, asked)
    _demand_text(session, asked)
    speech = _speech(position, asked, session)
    checker = Checker(session, asked, speech, divide)
    best = checker.best(chosen)
    reasons = best.reasons
    possible = len(session.atoms("requirement", 1))
    requirements = Requirements(possible, best.obeyed, best.obeyed)
    witness = None
    if possible and not reasons:
        program = ChoiceProgram(asked.question, asked.facts, extra)
        program.numbers = checker.numbers
        maximum, witness = program.maximum_like(best.sizes)
        requirements = Requirements(possible, maximum, best.obeyed)
        if best.obeyed < maximum:
            reasons = checker.unobeyed(best.obeyed, maximum)
        else:
            witness = None
    gaps = unmodelled(position, [asked.source])
    return TargetVerdict(reasons, requirements, best.choice, witness, gaps, tuple(checker.numbers))


def _modes(modes: Sequence[int] | None) -> list[Symbol]:
    if modes is None:
        return []
    facts = [Function("given_modes", [])]
    for mode, times in Counter(modes).items():
        facts += [Function("given_mode", [Number(mode), Number(j)]) for j in range(1, times + 1)]
    return facts


def _modes_wanted(session: Session) -> tuple[int, int | None]:
    least = [atom.arguments[1].number for atom in session.atoms("least_modes", 2)]
    most = [atom.arguments[1].number for atom in session.atoms("most_modes", 2)]
    return max(least, default=0), max(most) if most else None


def _demand_x(session: Session, asked: Proposal) -> None:
    unknown = sorted({str(atom.arguments[1]) for atom in session.atoms("unknown", 2)})
    if asked.waiting and "x" in unknown:  # on the stack without a value of its own it is settled
        unknown.remove("x")
    if unknown:
        raise MagistrateError(
            "what may be targeted rests on X; give the value of X"
            if "x" in unknown
            else f"the number of targets rests on {', '.join(unknown)}, which isn't modelled"
        )


def _demand_use(session: Session, asked: Proposal, modes: Sequence[int] | None, x: int | None) -> None:
    """Refuse modes that the text doesn't have, and a value of X where nothing has an X."""
    texts = {atom.arguments[1] for atom in session.atoms("asked", 2)}
    there = sorted(row[1].number for row in asked.index.of("mode", 2) if row[0] in texts)
    if strange := [mode for mode in modes or () if mode not in there]:
        known = f"its modes are {', '.join(map(str, there))}" if there else "it has no modes"
        raise MagistrateError(f"there is no mode {strange[0]}; {known}")
    faces = {atom.arguments[1] for atom in session.atoms("looks", 2) if atom.arguments[0] == asked.source}
    if x is not None and not asked.speaks_of("x", faces | texts):
        raise MagistrateError("nothing in it rests on X; leave the value of X out")


def _demand_text(session: Session, asked: Proposal) -> None:
    """Refuse to say that something has no targets when its text wasn't understood."""
    linked = {tuple(a.arguments) for a in session.atoms("linked", 2)}
    described = {a.arguments[1] for a in session.atoms("slot_filter", 3)}
    for name, _, literal in asked.index.of("filter", 3):
        if (
            name in described
            and (name, literal) not in linked
            and any(t.match("target", 1) for t in functions(literal))
        ):
            raise Refused(f"a target that is described by another target isn't modelled: {literal}")
    if session.atoms("slot", 1):
        return
    looks = {a.arguments[1] for a in session.atoms("looks", 2) if a.arguments[0] == asked.source}
    missing = [row for row in asked.index.of("unmodelled", 4) if row[0] in looks]
    known = {row[0] for row in asked.index.of("kind", 2)}
    if missing and (asked.ability is None or asked.ability not in known):
        _, _, text, why = missing[0]
        raise Refused(f"what this targets isn't modelled: {text.string!r} ({why.string})")


def _speech(position: Position, asked: Proposal, session: Session) -> Speech:
    def label(symbol: Symbol) -> str:
        if symbol == asked.asking and asked.ability is not None and not asked.waiting:
            return f"the ability of {position.names.label(asked.source)}"
        return position.names.label(symbol)

    you = "you" if asked.controller is None else position.names.label(asked.controller)
    yous = {a.arguments[0]: label(a.arguments[1]) for a in session.atoms("you", 2)}
    said = Speech.of(
        asked.index.of("filter", 3),
        asked.index.of("either", 2),
        asked.index.of("ability_text", 2),
        label,
        you,
    )
    return replace(said, yous=yous)


class _View:
    """Reads the parts of an answer from a grounded question."""

    def __init__(self, session: Session, asked: Proposal, speech: Speech) -> None:
        self.session = session
        self.asked = asked
        self.speech = speech

    def text(self) -> str:
        abilities = sorted(a.arguments[1] for a in self.session.atoms("asked", 2))
        return "\n".join(self.speech.texts[a] for a in abilities if a in self.speech.texts)

    def slots(self) -> tuple[Slot, ...]:
        terms = in_order(self.session, "slot")
        numbers = {term: number for number, term in enumerate(terms, 1)}
        least, most, divided = (self._numbers(name) for name in ("least", "most", "divided"))
        legal = self._grouped("legal")
        apart: defaultdict[Symbol, set[int]] = defaultdict(set)
        for atom in self.session.atoms("apart", 2):
            one, other = atom.arguments
            apart[one].add(numbers[other])
            apart[other].add(numbers[one])
        moded = {(a[0], a[1]): a[2] for a in self.asked.index.of("target_mode", 3)}
        chooser = {atom.arguments[0]: str(atom.arguments[1]) for atom in self.session.atoms("chooser", 2)}
        refusals, ward, filters = self._refusals(), self._ward(), self._filters()
        out = []
        for term, number in numbers.items():
            ability, index, time = term.arguments
            mode = moded.get((ability, index))
            out.append(
                Slot(
                    number=number,
                    term=term,
                    mode=mode.number if mode is not None and time.number else None,
                    time=time.number,
                    least=least.get(term, 0),
                    most=most.get(term),
                    divided=divided.get(term),
                    legal=tuple(sorted(legal.get(term, ()))),
                    illegal=tuple(refusals.get(term, ())),
                    ward=tuple(ward.get(term, ())),
                    different_from=tuple(sorted(apart[term])),
                    description=filters.get(term, ""),
                    chooser=chooser.get(term, ""),
                )
            )
        return tuple(out)

    def musts(self) -> tuple[Must, ...]:
        wanted = defaultdict(list)
        for atom in sorted(self.session.atoms("wants_target", 2)):
            wanted[atom.arguments[0]].append(atom.arguments[1])
        by = {atom.arguments[0]: atom.arguments[1] for atom in self.session.atoms("wanted_by", 2)}
        return tuple(Must(effect, tuple(objects), by.get(effect)) for effect, objects in wanted.items())

    def resolution(self, slots: Sequence[Slot]) -> Resolution | None:
        aimed = sorted(self.session.atoms("aimed", 2))
        if not self.asked.waiting or not (aimed or not slots):
            return None
        numbers = {slot.term: slot.number for slot in slots}
        how = next(atom.arguments[1].name for atom in self.session.atoms("resolves", 2))
        against: defaultdict[Symbol, list[Reason]] = defaultdict(list)
        for atom in sorted(self.session.atoms("falls", 5)):
            slot, target, reason, rule, source = atom.arguments
            against[Function("", [slot, target])].append(self.reason(target, reason, rule, source))
        states = tuple(
            TargetState(numbers[slot], target, tuple(against[Function("", [slot, target])]))
            for slot, target in (atom.arguments for atom in aimed)
        )
        return Resolution(_RESOLVES[how], states)

    def reason(self, target: Symbol, term: Symbol, rule: Symbol, source: Symbol) -> Reason:
        text = AGAINST.explain(term, self.speech, [target])
        return Reason(term.name, rule_of(rule), target, source_of(source), text, term)

    def _numbers(self, name: str) -> dict[Symbol, int]:
        return {a.arguments[0]: a.arguments[1].number for a in self.session.atoms(name, 2)}

    def _grouped(self, name: str) -> dict[Symbol, list[Symbol]]:
        out: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
        for atom in self.session.atoms(name, 2):
            out[atom.arguments[0]].append(atom.arguments[1])
        return out

    def _refusals(self) -> dict[Symbol, list[Refusal]]:
        by: defaultdict[Symbol, defaultdict[Symbol, list[Reason]]] = defaultdict(lambda: defaultdict(list))
        for atom in sorted(self.session.atoms("barred", 5)):
            slot, target, term, rule, source = atom.arguments
            by[slot][target].append(self.reason(target, term, rule, source))
        return {
            slot: [Refusal(target, distinct(reasons)) for target, reasons in sorted(objects.items())]
            for slot, objects in by.items()
        }

    def _ward(self) -> dict[Symbol, list[WardDue]]:
        out: defaultdict[Symbol, list[WardDue]] = defaultdict(list)
        legal = {(a.arguments[0], a.arguments[1]) for a in self.session.atoms("legal", 2)}
        for atom in sorted(self.session.atoms("ward_due", 5)):
            slot, target, _ability, cost, source = atom.arguments
            if (slot, target) in legal:
                out[slot].append(WardDue(target, cost_text(cost), source))
        return out

    def _filters(self) -> dict[Symbol, str]:
        out: dict[Symbol, str] = {}
        for atom in sorted(self.session.atoms("slot_filter", 3)):
            slot, name, _ = atom.arguments
            said = nouns(name, self.speech)
            out[slot] = f"{out[slot]} and {said}" if slot in out else said
        return out


_RESOLVES = {
    "whole": Resolves.WHOLE,
    "partly": Resolves.PARTLY,
    "fizzles": Resolves.NOT,
    "untargeted": Resolves.UNTARGETED,
    "as_creature": Resolves.AS_CREATURE,
}
