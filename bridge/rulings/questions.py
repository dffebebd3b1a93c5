"""The questions of a ruling: asks them, and compares their answers with what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, Protocol

from clingo import Symbol

from magistrate.bridge.errors import BoundReached, MagistrateError
from magistrate.bridge.positions import values
from magistrate.bridge.positions.keys import spelling
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, quoted
from magistrate.bridge.positions.nodes import Sequence as List
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.checking import Checked
from magistrate.bridge.questions.declarations import Charge, Kind, Pair
from magistrate.bridge.questions.listing import Listing, legal_declarations
from magistrate.bridge.questions.reading import read
from magistrate.bridge.questions.target_types import Resolution, Slot, TargetAnswer, TargetVerdict
from magistrate.bridge.rulings import compare, expectations
from magistrate.bridge.rulings.compare import Difference, Differences, told
from magistrate.bridge.rulings.model import Step
from magistrate.bridge.rulings.moves import LISTS, player
from magistrate.bridge.rulings.seen import Seen
from magistrate.bridge.unmodelled import unmodelled

MOST_SHOWN = 6
TARGET_KEYS = ("legal", "illegal", "slots", "count", "possible", "resolves", "ward", "lacks", "exactly")


class Answered(Protocol):
    """An answer that can be compared."""

    @property
    def unmodelled(self) -> Sequence[Unmodelled]:
        """Abilities that it leaves out, beside those on the table."""

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        """Where it isn't what is expected."""


def among(rule: str, rules: Iterable[str]) -> bool:
    """Whether a rule, or one inside it (509.1b inside 509.1), is among some."""
    return any(
        other == rule
        or (other.startswith(rule) and (not rule[-1].isdigit() or not other[len(rule)].isdigit()))
        for other in rules
    )


# Declarations


@dataclass(frozen=True)
class _Declarations:
    position: Position
    kind: Kind
    found: Listing
    unmodelled: Sequence[Unmodelled] = ()

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        if expect is None:
            return []
        if isinstance(expect, List):
            return self.declared(expect, "exactly")
        if isinstance(expect, Scalar):
            return compare.number(expect, self.count(), "count")
        out: Differences = []
        for mode, key, value in compare.split_modes(expect):
            match spelling(key.text):
                case "count":
                    out += compare.number(value, self.count(), "count")
                case "declarations":
                    out += self.declared(value, mode)
                case "requirements":
                    out += requirements(
                        value, self.found.requirements.possible, self.found.requirements.maximum, None
                    )
                case _:
                    _unknown(
                        key,
                        ("count", "declarations", "requirements", "lacks", "exactly"),
                        f"the answer to {step.verb}",
                    )
        return out

    def count(self) -> int:
        number = self.found.count()
        if number is None:
            raise BoundReached("the count was cut by the time limit; give it more time with --time-limit")
        return number

    def declared(self, node: Node, mode: str) -> Differences:
        """A list of declarations; interchangeable creatures may stand for each other only as they are
        named."""
        wanted = [read(self.kind, self.position, item).pairs for item in values.items(node)]
        if mode == "exactly" and self.count() > len(set(wanted)):
            there = [self.told(one.pairs) for one in self.found.unfolded(MOST_SHOWN)]
            return [
                Difference(
                    node,
                    f"exactly {len(set(wanted))} declarations",
                    f"{self.count()}, among them {told(there)}",
                )
            ]
        all_of = {one.pairs for one in self.found.unfolded()}
        missing = [self.told(pairs) for pairs in wanted if pairs not in all_of]
        there = [self.told(pairs) for pairs in wanted if pairs in all_of]
        some = told([self.told(pairs) for pairs in sorted(all_of, key=sorted)[:MOST_SHOWN]])
        if mode == "lacks":
            return [Difference(node, f"not legal: {told(there)}", "legal")] if there else []
        return (
            [Difference(node, f"legal: {told(missing)}", f"not legal; {len(all_of)} are, as {some}")]
            if missing
            else []
        )

    def told(self, pairs: Iterable[Pair]) -> str:
        label = self.position.names.label
        inside = ", ".join(f"{label(first)}: {label(second)}" for first, second in sorted(pairs))
        return f"{{{inside}}}"


def declarations(position: Position, step: Step, time_limit: float | None) -> Answered:
    """All legal declarations. Raises `BoundReached` where a bound left open which are."""
    kind = LISTS[step.verb]
    if not (isinstance(step.argument, Mapping) and not step.argument.pairs) and not (
        isinstance(step.argument, Scalar) and step.argument.empty
    ):
        values.expected(
            step.argument, step.verb, "nothing, as in `- blocks: {}`; a single one is asked with `legal`"
        )
    found = legal_declarations(kind, position.facts, player=player(position, step), time_limit=time_limit)
    if not found.complete:
        raise BoundReached(
            "the search for the maximum of requirements was cut; give it more time with --time-limit"
        )
    return _Declarations(position, kind, found)


def verdict(position: Position, answer: Checked, node: Mapping) -> Differences:
    """What is expected of one declaration beside legal or illegal: requirement figures, rules, costs."""
    out: Differences = []
    for key, value in node.pairs:
        match spelling(key.text):
            case "answer":
                pass
            case "requirements":
                figures = answer.verdict.requirements
                out += requirements(value, figures.possible, figures.maximum, figures.obeyed)
            case "rules":
                wanted = [item.text for item in values.names(value, "rules")]
                missing = [rule for rule in wanted if not among(rule, answer.rules)]
                if missing:
                    out.append(Difference(value, f"rules {told(missing)}", told(answer.rules)))
            case "costs":
                out += costs(position, value, answer.verdict.charges)
            case _:
                _unknown(key, ("answer", "requirements", "rules", "costs"), "the answer about a declaration")
    return out


def requirements(node: Node, possible: int, maximum: int, obeyed: int | None) -> Differences:
    """`{possible: 6, maximum: 5, obeyed: 5}`."""
    if not isinstance(node, Mapping):
        values.expected(node, "requirements", "figures, as in {possible: 6, maximum: 5}")
    figures = {"possible": possible, "maximum": maximum, "obeyed": obeyed}
    out: Differences = []
    for key, value in node.pairs:
        name = spelling(key.text)
        if name not in figures or figures[name] is None:
            _unknown(key, [name for name, number in figures.items() if number is not None], "requirements")
        out += compare.number(value, figures[name], f"requirements {name}")
    return out


def costs(position: Position, node: Node, charges: Sequence[Charge]) -> Differences:
    """What a declaration costs in all: `"{4}"`, a list of costs in any order, or nothing."""
    from magistrate.bridge.rulings.costs import total

    wanted = (
        [] if isinstance(node, Scalar) and node.empty else [item.text for item in values.names(node, "costs")]
    )
    left, right = total(wanted), total([charge.cost for charge in charges])
    return (
        []
        if left == right
        else [Difference(node, f"costs {told(wanted)}", told(charge.cost for charge in charges))]
    )


# Targets


@dataclass(frozen=True)
class _Targets:
    position: Position
    answer: TargetAnswer
    unmodelled: Sequence[Unmodelled] = ()

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        slots = self.answer.slots
        out: Differences = []
        if step.rule:
            rules = {reason.rule for slot in slots for refusal in slot.illegal for reason in refusal.reasons}
            if self.answer.resolution is not None:
                rules |= {r.rule for target in self.answer.resolution.targets for r in target.reasons}
            if not among(step.rule, rules):
                marked = Scalar(step.rule, True, step.rule_place)
                out.append(
                    Difference(marked, f"rule {step.rule}", told(sorted(rules)) if rules else "no rule")
                )
        if expect is None:
            return out
        if isinstance(expect, Mapping):
            for mode, key, value in compare.split_modes(expect):
                out += self.key(mode, key, value)
            return out
        if isinstance(expect, Scalar) and expect.text.lower() in ("legal", "illegal"):
            values.expected(
                expect,
                "expect",
                "legal and illegal targets; give `targets` beside `for` to ask about a choice",
            )
        return out + self.names(expect, slots, "legal", "exactly")

    def key(self, mode: str, key: Scalar, value: Node) -> Differences:
        """What is expected under one key."""
        slots = self.answer.slots
        name = spelling(key.text)
        if name in ("legal", "illegal"):
            return self.names(value, slots, name, mode)
        if name == "slots":
            parts = values.items(value)
            if len(parts) != len(slots):
                return [Difference(value, f"{len(parts)} instances of target", str(len(slots)))]
            return [d for part, slot in zip(parts, slots, strict=True) for d in self.slot(part, slot)]
        if name == "count":
            return compare.number(value, self.answer.count().number, "whole choices")
        if name == "possible":
            return compare.flag(value, self.answer.possible, "possible")
        if name == "resolves":
            return _resolves(value, self.answer.resolution)
        if name == "ward":
            return self.ward(value)
        return _unknown(key, TARGET_KEYS, "the answer to targets")

    def slot(self, node: Node, slot: Slot) -> Differences:
        if not isinstance(node, Mapping):
            return self.names(node, (slot,), "legal", "exactly")
        out: Differences = []
        for mode, key, value in compare.split_modes(node):
            match spelling(key.text):
                case "legal" | "illegal" as which:
                    out += self.names(value, (slot,), which, mode)
                case "least":
                    out += compare.number(value, slot.least, "least")
                case "most":
                    out += compare.number(value, slot.most, "most")
                case _:
                    _unknown(
                        key,
                        ("legal", "illegal", "least", "most", "lacks", "exactly"),
                        "an instance of target",
                    )
        return out

    def names(self, node: Node, slots: Sequence[Slot], which: str, mode: str) -> Differences:
        """Objects and players that can be chosen for one of the slots, or for none of them."""
        legal = {target for slot in slots for target in slot.legal}
        why: dict[Symbol, set[str]] = {}
        for slot in slots:
            for refusal in slot.illegal:
                if refusal.target not in legal:
                    why.setdefault(refusal.target, set()).update(reason.rule for reason in refusal.reasons)
        if self.answer.resolution is not None and which == "illegal":
            for target in self.answer.resolution.targets:
                if not target.legal:
                    why.setdefault(target.target, set()).update(reason.rule for reason in target.reasons)
                    legal.discard(target.target)
        found = legal if which == "legal" else set(why)
        names, label = self.position.names, self.position.names.label
        rules: list[tuple[Symbol, Scalar]] = []
        if isinstance(node, Mapping) and which == "illegal":
            wanted = []
            for key, value in node.pairs:
                symbol = names.resolve(key.text, key.place, which)
                wanted.append(symbol)
                if isinstance(value, Scalar) and not value.empty:
                    rules.append((symbol, value))
        elif isinstance(node, Scalar) and (node.empty or node.text.lower() == "none"):
            wanted, mode = [], mode or "exactly"
        else:
            wanted = [names.resolve(item.text, item.place, which) for item in values.names(node, which)]
        there = sorted(found)
        if which == "illegal" and mode != "exactly":  # what no slot would think of is no legal target either
            there = sorted({*there, *(symbol for symbol in wanted if symbol not in legal)})
        out = compare.listed(
            node, [label(w) for w in wanted], [label(t) for t in there], f"{which} targets", mode,
            [str(w) for w in wanted], [str(t) for t in there],
        )  # fmt: skip
        for symbol, value in rules:
            if symbol in why and not among(value.text, why[symbol]):
                said = f"{label(symbol)} illegal by rule {value.text}"
                out.append(Difference(value, said, told(sorted(why[symbol]))))
        return out

    def ward(self, node: Node) -> Differences:
        from magistrate.bridge.rulings.costs import total

        if not isinstance(node, Mapping):
            values.expected(node, "ward", "targets with what their ward costs, as in {bear: '{2}'}")
        due = {w.target: w for slot in self.answer.slots for w in slot.ward}
        out: Differences = []
        for key, value in node.pairs:
            symbol = self.position.names.resolve(key.text, key.place, "ward")
            none = isinstance(value, Scalar) and (value.empty or value.text.lower() == "none")
            got = due.get(symbol)
            if none and got is not None:
                out.append(Difference(value, f"no ward on {key.text}", str(got.cost)))
            elif not none and (got is None or total([values.text(value, "ward")]) != total([got.cost])):
                out.append(
                    Difference(
                        value,
                        f"ward {compare.written(value)} on {key.text}",
                        str(got.cost) if got else "none",
                    )
                )
        return out


def _resolves(node: Node, found: Resolution | None) -> Differences:
    if found is None:
        return [Difference(node, f"resolves {compare.written(node)}", "its targets haven't been chosen")]
    wanted = values.name(node, "resolves").lower()
    wanted = {"no": "not", "none": "not", "false": "not", "yes": "whole", "true": "whole"}.get(wanted, wanted)
    got = str(found.resolves)
    return [] if wanted == got else [Difference(node, f"resolves {wanted}", got)]


@dataclass(frozen=True)
class _Chosen:
    position: Position
    answer: TargetVerdict
    unmodelled: Sequence[Unmodelled] = ()

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        reasons = self.answer.reasons
        got = "legal" if self.answer.legal else "illegal"
        out: Differences = []
        wanted = "legal" if expect is None and not step.rule else "illegal"
        at: Node = expect if expect is not None else step.argument
        if isinstance(expect, Mapping):
            for key, value in expect.pairs:
                match spelling(key.text):
                    case "answer":
                        wanted = values.name(value, "answer").lower()
                    case "requirements":
                        figures = self.answer.requirements
                        out += requirements(value, figures.possible, figures.maximum, figures.obeyed)
                        wanted = got if expect.get("answer") is None else wanted
                    case _:
                        _unknown(key, ("answer", "requirements"), "the answer about targets")
        elif expect is not None:
            wanted = values.name(expect, "expect").lower()
            if wanted not in ("legal", "illegal"):
                values.expected(expect, "expect", "legal or illegal")
        if got != wanted:
            why = "; ".join(f"{reason.text} ({reason.rule})" for reason in reasons)
            return [*out, Difference(at, wanted, f"{got}: {why}" if why else got)]
        if step.rule and not among(step.rule, [reason.rule for reason in reasons]):
            marked = Scalar(step.rule, True, step.rule_place)
            out.append(
                Difference(
                    marked,
                    f"rule {step.rule}",
                    told(sorted({r.rule for r in reasons})) if reasons else "no rule",
                )
            )
        return out


_TARGETS = ("for", "by", "ability", "modes", "x", "targets", "divide")


def targets(position: Position, step: Step, time_limit: float | None) -> Answered:
    """Legal targets of a spell or ability; with `targets` beside `for`, whether that whole choice is
    legal."""
    from magistrate.bridge.questions.targets import check_targets
    from magistrate.bridge.questions.targets import targets as ask

    names = position.names
    given: dict[str, Node] = {}
    if isinstance(step.argument, Mapping):
        for key, value in step.argument.pairs:
            name = spelling(key.text)
            if name not in _TARGETS:
                _unknown(key, _TARGETS, "targets")
            given[name] = value
        if "for" not in given:
            values.expected(step.argument, "targets", "whose targets, as in {for: Terror}")
    else:
        given["for"] = step.argument
    asked = values.name(given["for"], "targets, for")
    what = names.object(asked, given["for"].place, "targets")
    by = given.get("by", step.key("by"))
    who = None if by is None else names.player(values.name(by, "by"), by.place, "by")
    x = values.integer(given["x"], "x", 0) if "x" in given else None
    modes = (
        [values.integer(item, "modes", 1) for item in values.items(given["modes"])]
        if "modes" in given
        else None
    )
    ability: int | str | None = None
    if "ability" in given:
        node = given["ability"]
        number = isinstance(node, Scalar) and isinstance(node.value, int)
        ability = values.integer(node, "ability", 1) if number else values.name(node, "ability")
    try:
        if "targets" not in given:
            found = ask(position, what, ability=ability, modes=modes, x=x, by=who)
            return _Targets(position, found, found.unmodelled)
        chosen = _chosen(position, given["targets"])
        divide = None
        if "divide" in given:
            node = given["divide"]
            if not isinstance(node, Mapping):
                values.expected(node, "divide", "targets with their shares, as in {bear: 2}")
            divide = {
                names.resolve(key.text, key.place, "divide"): values.integer(value, "divide", 0)
                for key, value in node.pairs
            }
        checked = check_targets(
            position, what, chosen, ability=ability, modes=modes, x=x, divide=divide, by=who
        )
        return _Chosen(position, checked, checked.unmodelled)
    except MagistrateError as error:
        if type(error) is MagistrateError:
            values.refuse(step.argument, f"targets: {error.message}")
        raise


def _chosen(position: Position, node: Node) -> list[Symbol] | list[list[Symbol]]:
    """Targets in order; a list of lists where each instance of "target" has its own."""
    names = position.names
    items = values.items(node)
    if any(isinstance(item, List) for item in items):
        return [
            [names.resolve(n.text, n.place, "targets") for n in values.names(item, "targets")]
            for item in items
        ]
    return [names.resolve(n.text, n.place, "targets") for n in values.names(node, "targets")]


# Characteristics


@dataclass(frozen=True)
class _Characteristics:
    objects: tuple[Symbol, ...] = ()
    single: bool = False
    unmodelled: Sequence[Unmodelled] = field(default=())

    def compare(self, seen: Seen, expect: Node | None, step: Step) -> Differences:
        if expect is None:
            return []
        if self.single:
            return expectations.subject(seen, self.objects[0], expect)
        return expectations.position(seen, expect)


def characteristics(position: Position, step: Step, time_limit: float | None) -> Answered:
    """`characteristics: urborg` with what is expected of it; of a list, or nothing, with expectations by
    name."""
    node = step.argument
    if (isinstance(node, Mapping) and not node.pairs) or (isinstance(node, Scalar) and node.empty):
        return _Characteristics()
    if isinstance(node, Mapping):
        of = node.get("of")
        if of is None or len(node.pairs) > 1:
            values.expected(node, "characteristics", "an object, or a list of objects")
        node = of
    found = tuple(
        position.names.object(item.text, item.place, "characteristics")
        for item in values.names(node, "characteristics")
    )
    return _Characteristics(found, isinstance(node, Scalar), unmodelled(position, found))


def _unknown(key: Scalar, known: Sequence[str], of: str) -> NoReturn:
    hint = values.did_you_mean(key.text, known) or f"; there are {', '.join(known)}"
    values.refuse(key, f"expect: {of} has no {quoted(key.text)}{hint}")
