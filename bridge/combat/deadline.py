"""When to stop: after a time, or when told to. What was found until then is kept."""

from __future__ import annotations

import time

from magistrate.bridge.errors import BoundReached

__all__ = ["NEVER", "Deadline"]


class Deadline:
    """`seconds`: how long there is; None or 0 for as long as it takes. `stop` ends it at once."""

    def __init__(self, seconds: float | None = None) -> None:
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
