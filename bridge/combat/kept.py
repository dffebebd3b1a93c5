"""What several pieces of work in one process rest on: worked out once, for the last that asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Kept"]

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """One value, with what it is of. Processes that are forked later have it, too."""

    def __init__(self) -> None:
        self._of: Hashable = None
        self._value: Value | None = None

    def put(self, of: Hashable, value: Value) -> None:
        """Keep this one."""
        self._of, self._value = of, value

    def get(self, of: Hashable, make: Callable[[], Value]) -> Value:
        """The value that is kept, made where it is of something else."""
        if self._value is None or self._of != of:
            self.put(of, make())
        assert self._value is not None
        return self._value
