"""Lists models one by one, decoding each symbol once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from clingo import Control, Symbol
from clingo.solving import Model

from .observer import GroundProgram
from .replay import replay

T = TypeVar("T")

_NUMBERS = "_p_symbols"
"""Where clingo keeps the numbers behind a sequence of symbols; not public, so nothing relies on it."""


class Listing(Generic[T]):
    """The models of a control, each as the tuple of its decoded shown symbols.

    Iterate over it once; the search goes on as far as models are asked for. The order of models, and of
    symbols within them, is the same on every run.

    Attributes:
        count: models given so far.
        complete: whether all models were given; ``False`` while the search runs and when a bound ended it.
    """

    def __init__(
        self,
        control: Control,
        decode: Callable[[Symbol], T],
        *,
        limit: int = 0,
        time_limit: float | None = None,
        assumptions: Sequence[int] = (),
    ) -> None:
        self.count = 0
        self.complete = False
        self._control = control
        self._decode = decode
        self._limit = limit
        self._time_limit = time_limit
        self._assumptions = assumptions
        self._models: Generator[tuple[T, ...], None, None] = self._search()

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        return self._models

    def close(self) -> None:
        """Ends the search before its end, so that the control can be used again."""
        self._models.close()

    def _search(self) -> Generator[tuple[T, ...], None, None]:
        control = self._control
        settings: Any = control.configuration.solve
        # One more than asked for tells whether the list is complete.
        settings.models = 0 if self._limit <= 0 else self._limit + 1
        settings.opt_mode = "ignore"
        alarm = _Alarm(control, self._time_limit)
        reader = _Reader(self._decode)
        try:
            with control.solve(yield_=True, assumptions=self._assumptions) as handle:
                for model in handle:
                    if self.count == self._limit > 0 or alarm.passed():
                        return
                    self.count += 1
                    yield reader(model)
                self.complete = bool(handle.get().exhausted)
        finally:
            alarm.stop()


class _Alarm:
    """Interrupts a running search when its time is over."""

    def __init__(self, control: Control, seconds: float | None) -> None:
        self._lock = threading.Lock()
        self._control: Control | None = control
        self._end = None if seconds is None else time.monotonic() + seconds
        self._timer: threading.Timer | None = None
        if seconds is not None:
            self._timer = threading.Timer(seconds, self._ring)
            self._timer.daemon = True
            self._timer.start()

    def passed(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def stop(self) -> None:
        """After this no interrupt can reach a later search."""
        with self._lock:
            self._control = None
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self) -> None:
        with self._lock:
            if self._control is not None:
                self._control.interrupt()


class _Reader(Generic[T]):
    """Turns models into tuples of objects through a cache."""

    def __init__(self, decode: Callable[[Symbol], T]) -> None:
        self._decode = decode
        self._by_number: dict[int, T] = {}
        self._by_symbol: dict[Symbol, T] = {}

    def __call__(self, model: Model) -> tuple[T, ...]:
        symbols = model.symbols(shown=True)
        # Clingo hands over numbers and makes objects of them on access; the numbers alone are twice as fast.
        numbers = getattr(symbols, _NUMBERS, None)
        if numbers is None:
            return self._read(symbols)
        known = self._by_number
        try:
            return tuple([known[number] for number in numbers])
        except KeyError:
            result = self._read(symbols)
            known.update(zip(numbers, result, strict=True))
            return result

    def _read(self, symbols: Sequence[Symbol]) -> tuple[T, ...]:
        known = self._by_symbol
        result = []
        for symbol in symbols:
            if symbol not in known:
                known[symbol] = self._decode(symbol)
            result.append(known[symbol])
        return tuple(result)


def models(
    control: Control,
    decode: Callable[[Symbol], T],
    *,
    limit: int = 0,
    time_limit: float | None = None,
    assumptions: Sequence[int] = (),
) -> Listing[T]:
    """Lists the models of a grounded control that differ in what they show.

    Show few terms: each costs time in every model. Facts are shown as well if a ``#show`` statement covers
    them.

    Args:
        control: grounded, with ``#show`` statements. Its solve configuration is changed: projection on what
            is shown, minimize statements ignored.
        decode: makes an object of a shown symbol; called once for each symbol.
        limit: most models to give; 0 for all.
        time_limit: seconds from the first model asked for, the caller's own time between models included;
            ``None`` for no limit.
        assumptions: literals that must hold besides.
    """
    settings: Any = control.configuration.solve
    settings.project = "show"
    return Listing(control, decode, limit=limit, time_limit=time_limit, assumptions=assumptions)


def program_models(
    program: GroundProgram,
    atoms: Mapping[Symbol, int],
    decode: Callable[[Symbol], T],
    *,
    limit: int = 0,
    time_limit: float | None = None,
    assumptions: Sequence[int] = (),
) -> Listing[T]:
    """Lists the models of a recorded program that differ on ``atoms``, whatever the program itself shows.

    Args:
        program: the ground program.
        atoms: the symbols to list, each with its atom; see ``atoms.literals``.
        decode, limit, time_limit, assumptions: as for ``models``.

    Raises:
        NotSupported: the program holds theory atoms or acyclicity edges, or two symbols share an atom.
    """
    shown = {atom: symbol for symbol, atom in atoms.items()}
    control = replay(program, options=("--project=project",), shown=shown, project=shown)
    return Listing(control, decode, limit=limit, time_limit=time_limit, assumptions=assumptions)
