"""Someone playing both sides: asks only what is a real decision, takes moves back."""

from __future__ import annotations

from magistrate.bridge.errors import BadInput, MagistrateError, Place
from magistrate.bridge.game.moves import Move
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS
from magistrate.bridge.questions.index import index
from magistrate.bridge.questions.listing import legal_declarations
from magistrate.bridge.rulings.play import Play

__all__ = ["Sitting"]

MOST_SKIPPED = 300
"""How many decisions with one answer are made in a row before a player is asked all the same."""

_KINDS = {"attacks": ATTACKS, "blocks": BLOCKS}


class Sitting:
    """A game at a keyboard. `play` is the game as it stands."""

    def __init__(self, position: Position) -> None:
        self.play = Play.of(position)
        self._before: list[Play] = []
        self._menu: list[str] = []
        self._skip()

    def question(self) -> str:
        """What is to be decided, with what may be typed for it."""
        lines = [self.play.decision]
        lines += [f"  {number:>2}  {text}" for number, text in enumerate(self._menu, 1)]
        return "\n".join(lines)

    def do(self, text: str) -> None:
        """Make a move: a step, or the number of one. Decisions with one legal answer follow by themselves.

        Raises `IllegalStep` and `BadInput`; nothing has happened then.
        """
        step = self._step(text)
        after = self.play.play(step)
        self._before.append(self.play)
        self.play = after
        self._skip()

    def undo(self) -> bool:
        """Take the last move back, and what followed by itself; False when there is none."""
        if not self._before:
            return False
        self.play = self._before.pop()
        self._menu = self._offers()
        return True

    def _step(self, text: str) -> str:
        if not text:
            return "pass"
        if text.isdigit() and self.play.waits_for not in ("number",):
            if not 1 <= int(text) <= len(self._menu):
                raise BadInput(f"there is no {text} to choose", Place("<step>", 1, 1))
            return self._menu[int(text) - 1]
        return text if ":" in text or text in ("pass", "resolve") else f"choose: {text}"

    def _skip(self) -> None:
        """Make decisions that have one legal answer."""
        for _ in range(MOST_SKIPPED):
            self._menu = self._offers()
            only = self._only()
            if only is None:
                return
            try:
                self.play = self.play.play(only)
            except MagistrateError:
                return

    def _only(self) -> str | None:
        """The step that makes a decision in which there is nothing to decide."""
        kind = self.play.waits_for
        if kind == "priority":
            return (
                "pass" if not any(_matters(self.play.position, move) for move in self.play.moves()) else None
            )
        if kind in _KINDS:
            found = legal_declarations(_KINDS[kind], self.play.position.facts)
            one = list(found.unfolded(2))
            if len(one) == 1 and not one[0].pairs:
                return f"{_KINDS[kind].verb}: {{}}"
        return None

    def _offers(self) -> list[str]:
        kind = self.play.waits_for
        if kind == "priority":
            return ["pass", *self.play.legal()]
        return [f"choose: {one}" for one in self.play.options]


def _matters(position: Position, move: Move) -> bool:
    """Whether a move does more than add mana, which is done while something is paid for."""
    if move.kind != "activate":
        return True
    here = index(position.facts)
    if all(row[0] != move.ability for row in here.of("kind", 2)):
        return False  # no card's text: what land types give
    says = [row[2] for row in here.of("instruction", 3) if row[0] == move.ability]
    aims = any(row[0] == move.ability for row in here.of("target", 5))
    return aims or not says or any(one.name != "add_mana" for one in says)
