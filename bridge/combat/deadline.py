"""The terms on which work is done: when to stop, after a time or when told to, so that what was found until
then is kept; who else works on it; and who is told how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from magistrate.bridge.errors import BoundReached

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["NEVER", "Deadline"]


class Deadline:
    """`seconds`: how long there is; None or 0 for as long as it takes. `stop` ends it at once.

    `executor`: where what splits is worked on, None for here. `progress` is told what is worked on, how much
    of it is done, and how much there is (0: nobody knows).
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        executor: Executor | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> None:
        self.executor, self.progress = executor, progress
        self._end = time.monotonic() + seconds if seconds else None
        self._stopped = False

    def stop(self) -> None:
        """Time is over now."""
        self._stopped = True

    @property
    def over(self) -> bool:
        """Whether it is time to stop."""
        return self._stopped or (self._end is not None and time.monotonic() > self._end)

    @property
    def left(self) -> float | None:
        """The seconds that are left, at least a tenth; None where there is no limit."""
        if self._stopped:
            return 0.1
        return None if self._end is None else max(0.1, self._end - time.monotonic())

    def told(self, what: str, done: int, of: int) -> None:
        """So much of the work is done."""
        if self.progress is not None:
            self.progress(what, done, of)

    def check(self) -> None:
        """Raise `BoundReached` when it is time to stop."""
        if self.over:
            why = (
                "stopped"
                if self._stopped
                else "the time limit was reached; --time-limit raises it, 0 takes it away"
            )
            raise BoundReached(why)


NEVER = Deadline()
