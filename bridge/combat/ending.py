"""When a combat is over: the judge's word on who lost, and when, from what totals had changed by."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from clingo import Function, Number, Symbol

from magistrate.bridge.combat.board import Board, control_with
from magistrate.bridge.records import Record

__all__ = ["Case", "Ending", "Endings"]

ENDING = "combat/ending.lp"


class Case(Record):
    """What a combat comes to, as far as it tells who loses. `after`: (step, player, field, change) by damage
    alone; `fired`: (step, controller, life of that player, life of the opponent, how many such triggers)."""

    after: tuple[tuple[int, Symbol, str, int], ...]
    fired: tuple[tuple[int, Symbol, int, int, int], ...] = ()


class Ending(Record):
    """One way for a combat to end: the moment (as the judge counts them) at which it is over, who lost, and
    what triggers had brought each player in life until then. `closer`: who put the trigger there by which
    somebody lost."""

    moment: int
    lost: tuple[Symbol, ...]
    brought: tuple[tuple[Symbol, int], ...] = ()
    closer: Symbol | None = None


class Endings:
    """The judge's answers for a board; each case is asked about once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._known: dict[Case, tuple[Ending, ...]] = {}
        self.steps: tuple[int, ...] = (1, 2) if board.two_steps else (2,)
        if board.perilous:
            self.steps = (0, *self.steps)
        self._facts = [f for f in board.given if f.name in ("player", "active")]
        self._facts += [Function("step", [Number(step)]) for step in self.steps]
        for player, field, sign, bound in board.ruin:
            arguments = [player, Function(field), Number(sign), Number(bound)]
            self._facts.append(Function("ruin", arguments))

    def of(self, case: Case) -> tuple[Ending, ...]:
        """How a case can end: in several ways where the order of triggers matters."""
        if case not in self._known:
            self.prepare([case])
        return self._known[case]

    def prepare(self, cases: Iterable[Case]) -> None:
        """Ask about many at once."""
        asked = [case for case in dict.fromkeys(cases) if case not in self._known]
        if not asked:
            return
        facts = list(self._facts)
        for number, case in enumerate(asked):
            facts += self._told(number, case)
        control = control_with((ENDING,), facts)
        ordered: set[int] = set()
        lost: defaultdict[int, list[Symbol]] = defaultdict(list)
        brought: defaultdict[int, list[tuple[Symbol, int]]] = defaultdict(list)
        moments: dict[int, int] = {}
        for name, arity in (("closes", 2), ("out", 2), ("brought", 3), ("ordered", 1)):
            for atom in control.symbolic_atoms.by_signature(name, arity):
                which, *rest = atom.symbol.arguments
                if name == "ordered":
                    ordered.add(which.number)
                elif not atom.is_fact:
                    continue
                elif name == "closes":
                    moments[which.number] = rest[0].number
                elif name == "out":
                    lost[which.number].append(rest[0])
                elif rest[1].number:
                    brought[which.number].append((rest[0], rest[1].number))
        for number, case in enumerate(asked):
            if number in ordered:
                self._known[case] = self._in_order(case)
            else:
                self._known[case] = (
                    Ending(moments[number], tuple(sorted(lost[number])), tuple(sorted(brought[number]))),
                )

    @staticmethod
    def _told(number: int, case: Case) -> list[Symbol]:
        this = Number(number)
        out = [Function("case", [this])]
        for step, player, field, change in case.after:
            out.append(Function("after", [this, Number(step), player, Function(field), Number(change)]))
        for step, controller, *numbers in case.fired:
            out.append(Function("fired", [this, Number(step), controller, *map(Number, numbers)]))
        return out

    def _in_order(self, case: Case) -> tuple[Ending, ...]:
        """Every order in which triggers can resolve; those after a step in which the order doesn't matter
        are added up."""
        control = control_with((ENDING,), [*self._facts, *self._told(0, case)], "--project=show,3")
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        players = sorted(f.arguments[0] for f in self._facts if f.name == "player")
        found: dict[Ending, None] = {}
        with control.solve(yield_=True) as handle:
            for model in handle:
                shown = model.symbols(shown=True)
                moment = next(s.arguments[1].number for s in shown if s.name == "closes")
                lost = tuple(sorted(s.arguments[1] for s in shown if s.name == "out"))
                closer = next((s.arguments[1] for s in shown if s.name == "closer"), None)
                sums: Counter[Symbol] = Counter()
                ordered = set()
                for s in shown:
                    if s.name == "resolved":
                        ordered.add(s.arguments[1].number)
                        controller, mine, theirs = s.arguments[3].arguments
                        _add(sums, players, controller, mine.number, theirs.number)
                for step, controller, mine, theirs, many in case.fired:
                    if step not in ordered and 2 * step <= moment:
                        _add(sums, players, controller, many * mine, many * theirs)
                brought = tuple((p, n) for p, n in sorted(sums.items()) if n)
                found[Ending(moment, lost, brought, closer)] = None
        return tuple(found)


def _add(
    sums: Counter[Symbol], players: Sequence[Symbol], controller: Symbol, mine: int, theirs: int
) -> None:
    for player in players:
        sums[player] += mine if player == controller else theirs
