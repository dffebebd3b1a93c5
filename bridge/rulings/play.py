"""Playing on from a position in Python.

>>> play = Position.load("duel.yaml").play("cast: {card: Jolt, targets: [bear]}", "resolve: top")
>>> play.position.names.resolve("bear")
>>> for line in play.log: print(line.rule, line.text)
>>> play.check("cast: Long Thought")           # every reason against it; () when it is legal
>>> [step for step in play.legal()]            # what the player with priority may do
"""

from __future__ import annotations

from typing import NamedTuple

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.explain import steps as written
from magistrate.bridge.explain.events import Line
from magistrate.bridge.game import moves
from magistrate.bridge.game.moves import Move
from magistrate.bridge.positions.position import Position
from magistrate.bridge.rulings.playing import Playing, Told, Waiting
from magistrate.bridge.rulings.reader import in_line

__all__ = ["IllegalStep", "Play", "Way"]


class IllegalStep(MagistrateError):
    """A step that the rules don't allow; `reasons` says why, with rules."""

    def __init__(self, step: str, reasons: tuple[Told, ...]) -> None:
        why = "; ".join(f"{reason.text} ({reason.rule})" for reason in reasons)
        super().__init__(f"illegal: {step}: {why}")
        self.reasons = reasons


class Way(NamedTuple):
    """A way to cast something: the step that does, its whole cost in words, and whether it is legal."""

    step: str
    cost: str
    legal: bool


class Play:
    """A game played on from a position. It never changes: `play` gives another one.

    Equal to another when their positions are; hashable.
    """

    def __init__(self, playing: Playing) -> None:
        self._playing = playing

    @classmethod
    def of(cls, position: Position) -> Play:
        """The game at a position, played on to the first decision."""
        playing = Playing(position)
        _ = playing.table
        return cls(playing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Play) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    @property
    def position(self) -> Position:
        """The position as it stands, with names that follow the objects of the beginning."""
        return self._playing.position

    @property
    def log(self) -> tuple[Line, ...]:
        """What happened, first things first: English, and the rule that it rests on."""
        return tuple(self._playing.log)

    @property
    def decision(self) -> str:
        """What must be decided now, for people; empty when the game is over."""
        from magistrate.bridge.rulings.answering import asked

        due = self._playing.table.decision
        return "" if due is None else asked(self.position, due)

    @property
    def waits_for(self) -> str:
        """The kind of decision that is due: priority, attacks, blocks, cast, targets, one, some, order,
        number, yes_no, divide; empty when the game is over."""
        due = self._playing.table.decision
        return "" if due is None else due.kind.name

    @property
    def options(self) -> tuple[str, ...]:
        """What may be chosen where some things are listed to choose among, as `choose` takes it."""
        from magistrate.bridge.rulings.answering import option_names

        due = self._playing.table.decision
        if due is None or due.kind.name not in ("one", "yes_no", "cast"):
            return ()
        names = option_names(self.position)
        return tuple(written.quoted(names(option)[0]) for option in due.options)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._playing.table.game.over

    def legal(self) -> tuple[str, ...]:
        """What the player with priority may do beside passing, as `play` takes it: one step for each way of
        casting. Targets, X and payments that are left open are decided when the step is made."""
        return tuple(written.line(self.position, move) for move in self.moves())

    def moves(self) -> tuple[Move, ...]:
        """The same as moves."""
        return tuple(moves.legal(self._playing.table.game))

    def price(self, move: Move) -> str:
        """What one of these moves costs, in words; empty for what has no cost."""
        return moves.price(self._playing.table.game, move)

    def ways(self, step: str) -> tuple[Way, ...]:
        """Every way to cast what a step casts: its cost and whether it is legal; none for other steps."""
        made = in_line(step, self._playing.move)
        if made is None:
            return ()
        game = self._playing.table.game
        return tuple(
            Way(written.line(self.position, one), moves.price(game, one), not moves.check(game, one))
            for one in moves.ways(game, made)
        )

    def check(self, step: str) -> tuple[Told, ...]:
        """Every reason against a step such as `cast: {card: Jolt, targets: [bear]}`; none when it is legal.

        Raises `BadInput` for a step that can't be read or names nothing that is there.
        """
        return in_line(step, self._playing.why_not)

    def play(self, *steps: str) -> Play:
        """The game after these steps, written as in a ruling file: `cast: Jolt`, `choose: bear`, `pass`.

        Raises `IllegalStep` with every reason, `BadInput` for a step that can't be read or isn't due.
        """
        playing = self._playing.copy()
        for step in steps:
            try:
                reasons = in_line(step, playing.do)
            except Waiting as waiting:
                raise MagistrateError(f"{step}: first {waiting}") from None
            if reasons:
                raise IllegalStep(step, reasons)
        return Play(playing)
