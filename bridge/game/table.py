"""A game at a table: passes for everyone until something is reached, asks players, and remembers what was
halted.

>>> table = Table.of(position)
>>> table.resolve_top()
>>> table.waiting                       # the decision that a player must make first, if there is one
>>> table.answer(lambda game, until: game.answer([yes], until))

What is under way is a `Goal`; a decision halts it, the answer lets it go on. A table changes; `kept` and
`restored` take back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from clingo import Function, Number, Symbol

from magistrate.bridge.errors import BoundReached, MagistrateError
from magistrate.bridge.game.alike import all_alike
from magistrate.bridge.game.engine import Entry, Game, Until
from magistrate.bridge.game.look import Decision
from magistrate.bridge.game.naming import Known
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.checking import check_declaration
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Declaration, Kind
from magistrate.bridge.questions.index import index
from magistrate.bridge.records import Record, replace

__all__ = ["Answers", "Goal", "NotReached", "Reply", "Table"]

MOST_PASSES = 1000
"""How often players pass for one goal before a bound is reported."""

Reply: TypeAlias = Callable[[Game, Until | None], Game]
"""A player's answer: what it makes of a game that waits for it, played on no further than `until`."""

Answers: TypeAlias = "Callable[[Table, Decision], Reply | None]"
"""Who is asked before a decision halts the game: a player's answer, or None."""

_DECLARATIONS: dict[str, Kind] = {"attacks": ATTACKS, "blocks": BLOCKS}
_FRESH = Function("fresh")
_ORDER = (
    *("untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers"),
    *("declare_blockers", "first_strike_damage", "combat_damage", "end_of_combat", "postcombat_main"),
    *("end", "cleanup"),
)


class NotReached(MagistrateError):
    """What was to be reached doesn't come."""


class Goal(Record):
    """What all pass for. `kind`: top (the object is no longer on the stack), all (the stack is empty), step.

    Turns are counted by how many have begun in the log: the step comes in `first` or later, `last` at the
    latest; `number` is the number of the turn, where one was asked for.
    """

    kind: str
    what: Symbol | None = None
    step: str = ""
    first: int = 0
    last: int = 0
    number: int | None = None


class _State(Record):
    game: Game
    known: Known
    goal: Goal | None

    @cached_property
    def position(self) -> Position:
        position = self.game.position
        return replace(position, known_names=self.known.names(position))


class Table:
    """A game with what is under way. `answers` is asked at every decision before the game halts."""

    def __init__(self, game: Game, known: Known, answers: Answers | None = None) -> None:
        self._state = _State(game, known, None)
        self.answers = answers

    @classmethod
    def of(cls, position: Position, answers: Answers | None = None) -> Table:
        """A table at a position, played on to the first decision."""
        known = Known.of(position)
        table = cls(Game(position), known, answers)
        table._now(Game.of(position))
        table.go()
        return table

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._state.game

    @property
    def position(self) -> Position:
        """The position as it stands, with names that follow the objects of the beginning."""
        return self._state.position

    @property
    def known(self) -> Known:
        """What the objects were called as they came to be."""
        return self._state.known

    @property
    def log(self) -> tuple[Entry, ...]:
        """What happened, first things first."""
        return self.game.log

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, priority and declarations included."""
        return self.game.decision

    @property
    def waiting(self) -> Decision | None:
        """The decision that halts the game: neither priority nor a declaration, which have moves of their
        own."""
        decision = self.game.decision
        return None if decision is None or _has_moves(decision) else decision

    @property
    def goal(self) -> Goal | None:
        """What goes on once the decision that halts it is made."""
        return self._state.goal

    @property
    def step(self) -> str:
        """The step that the game is in."""
        return _step(self.game.position)

    @property
    def holder(self) -> Symbol | None:
        """The player who has priority."""
        decision = self.game.decision
        return decision.player if decision is not None and decision.kind.name == "priority" else None

    def kept(self) -> object:
        """The table as it stands, for `restored`."""
        return self._state

    def restored(self, state: object) -> None:
        """Take everything back to where `kept` gave this."""
        assert isinstance(state, _State)
        self._state = state

    def copy(self, answers: Answers | None = None) -> Table:
        """Another table at the same point of the game."""
        other = Table(self.game, self.known, answers)
        other._state = self._state
        return other

    # Moves

    def made(self, game: Game) -> None:
        """A move was made: the game as it left it."""
        self._now(game)
        self.go()

    def pays(self, game: Game) -> None:
        """Something was paid for a move that is still to be made: the game as that left it."""
        self._now(game)

    def passes(self) -> None:
        """The player with priority passes."""
        self._now(self.game.passes())
        self.go()

    def answer(self, reply: Reply) -> None:
        """The decision that halts the game is made, and what was halted goes on."""
        self._now(reply(self.game, self._until()))
        self.go()

    def declares(self, kind: Kind, declaration: Declaration, player: Symbol | None) -> None:
        """A declaration, which is legal, is made. Of several defending players each makes a part in turn,
        unless `player` is None and this is all of it. Raises `MagistrateError` when another is to declare."""
        game = self.game
        due = game.decision
        if player is not None and due is not None and due.player != player:
            label = self.position.names.label
            raise MagistrateError(f"{label(due.player)} declares before {label(player)}")
        made = [
            Function("declared", [Function(kind.choice, list(pair))]) for pair in sorted(declaration.pairs)
        ]
        made += _declares(kind, player)
        made += [Function("pays_optional", [Function(k), o, v]) for k, o, v in sorted(declaration.options)]
        bands = [
            Function("band", [o, Number(n)]) for n, band in enumerate(declaration.bands, 1) for o in band
        ]
        self._now(game.at(game.position.changed(initiated=bands), made))
        self.go()

    def resolve_top(self) -> None:
        """All pass until the top of the stack has resolved."""
        top = self.top()
        if top is None:
            raise MagistrateError("the stack is empty")
        self._aim(Goal("top", top))

    def resolve_all(self) -> None:
        """All pass until the stack is empty."""
        if self.top() is not None:
            self._aim(Goal("all"))

    def advance(self, step: str, turn: int | None = None) -> None:
        """All pass until a step begins; `turn` is its number. Raises `NotReached` where it doesn't come."""
        begun, here = _turns(self.log), self.step
        if turn is not None:
            held = index(self.game.position.facts).of("turn", 1)
            if not held:
                raise MagistrateError("the position doesn't say which turn it is")
            first = last = begun + turn - held[0][0].number
        else:
            first, last = begun, begun + (_ORDER.index(step) <= _ORDER.index(here))
        if here == step and first == begun:
            return
        self._aim(Goal("step", None, step, first, last, turn))

    def top(self) -> Symbol | None:
        """What is on top of the stack."""
        here = index(self.game.position.facts)
        on = {row[0] for row in here.of("in_zone", 2) if row[1].name == "stack"}
        places = [(row[1].number, row[0]) for row in here.of("place", 2) if row[0] in on]
        return max(places)[1] if places else None

    # Going on

    def _aim(self, goal: Goal) -> None:
        before = self._state
        self._state = replace(before, goal=goal)
        try:
            self.go()
        except MagistrateError:
            self._state = before
            raise

    def _now(self, game: Game) -> None:
        if game is not self._state.game:
            known = self._state.known.after(game.position)
            self._state = _State(game, known, self._state.goal)

    def go(self) -> None:
        """Go on until the goal is reached, or a player must decide something that nobody answers."""
        for _ in range(MOST_PASSES):
            game, goal = self.game, self.goal
            if game.over:
                self._state = replace(self._state, goal=None)
                return
            if goal is not None and self._reached(goal):
                self._state = replace(self._state, goal=None)
                return
            if game.decision is None:
                if goal is None:
                    return
                self._now(game.on(self._until()))
            elif all_alike(game.position, game.decision):
                self._now(game.answer(game.decision.options[:1], self._until(), forced=True))
            elif not _has_moves(game.decision):
                reply = None if self.answers is None else self.answers(self, game.decision)
                if reply is None:
                    return
                self._now(reply(game, self._until()))
            elif goal is None:
                return
            elif game.decision.kind.name == "priority":
                self._now(game.passes(self._until()))
            else:
                self._declares_none(game, game.decision)
        raise BoundReached("players passed and passed, and what was to be reached didn't come")

    def _until(self) -> Until | None:
        """Steps in which nobody gets priority are reached once their turn-based actions are done."""
        goal = self.goal
        if goal is None or goal.kind != "step" or goal.step not in ("untap", "cleanup"):
            return None
        wanted = {Function("step", [Function(goal.step)])}
        if goal.number is not None:
            wanted.add(Function("turn", [Number(goal.number)]))
        return lambda position: wanted <= position.facts and _FRESH not in position.facts

    def _reached(self, goal: Goal) -> bool:
        game = self.game
        decided = game.decision is None or _has_moves(game.decision)
        if goal.kind == "top":
            here = index(game.position.facts)
            return decided and not any(
                row[0] == goal.what and row[1].name == "stack" for row in here.of("in_zone", 2)
            )
        if goal.kind == "all":
            return decided and self.top() is None
        turn, step = _turns(game.log), self.step
        if step == goal.step and turn >= goal.first and decided:
            return True
        if turn > goal.last or (
            turn == goal.last and _ORDER.index(step) > _ORDER.index(goal.step) and not self._extra()
        ):
            raise NotReached(f"{_told(goal.step)} doesn't come: the game has gone on to {_told(step)}")
        return False

    def _extra(self) -> bool:
        here = index(self.game.position.facts)
        return bool(here.of("extra_phase", 2) or here.of("resume", 1))

    def _declares_none(self, game: Game, decision: Decision) -> None:
        """A declaration that is passed over is empty."""
        kind = _DECLARATIONS[decision.kind.name]
        player = decision.player if kind is BLOCKS else None
        found = check_declaration(game.position, kind, Declaration(), player=player)
        if not found.legal:
            why = "; ".join(f"{reason.text} ({reason.rule})" for reason in found.reasons)
            raise NotReached(f"declaring no {kind.choice}ers is illegal: {why}")
        self._now(game.gives(*_declares(kind, player), until=self._until()))


def _declares(kind: Kind, player: Symbol | None) -> list[Symbol]:
    """That a declaration is made; by one of several players, or by all who must."""
    made = [Function("declares", [Function(kind.question)])]
    return made if player is None else [*made, Function("by", [player])]


def _has_moves(decision: Decision) -> bool:
    return decision.kind.name in ("priority", *_DECLARATIONS)


def _step(position: Position) -> str:
    held = index(position.facts).of("step", 1)
    return held[0][0].name if held else ""


def _turns(log: tuple[Entry, ...]) -> int:
    return sum(entry.event.name == "turn_begins" for entry in log)


def _told(step: str) -> str:
    return step.replace("_", " ")
