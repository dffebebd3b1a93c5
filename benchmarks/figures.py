"""Figures: what was measured, what was aimed at, and how they are shown."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured. `target` None: nothing is aimed at; `more`: a greater value is better.

    `ratio` compares with something measured in the same run, and tells what; then the target is one for it.
    """

    topic: str
    what: str
    value: float
    unit: str
    target: float | None = None
    more: bool = False
    ratio: float | None = None
    to: str = ""
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is reached; None without one."""
        if self.target is None:
            return None
        value = self.value if self.ratio is None else self.ratio
        return value >= self.target if self.more else value <= self.target

    def plain(self) -> dict[str, object]:
        return asdict(self) | {"met": self.met}


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of one run: of this processor's time, and on the clock."""

    cpu: float
    wall: float


def timed(action: Callable[[], T]) -> tuple[T, Spent]:
    """What an action gives, and the time that it took."""
    gc.collect()
    return _timed(action)


def timed_once(action: Callable[[], object]) -> float:
    """Seconds of processor time of one run, without collecting garbage first."""
    return _timed(action)[1].cpu


def _timed(action: Callable[[], T]) -> tuple[T, Spent]:
    wall, cpu = time.perf_counter(), time.process_time()
    found = action()
    return found, Spent(time.process_time() - cpu, time.perf_counter() - wall)


def best(action: Callable[[], object], times: int) -> Spent:
    """The least of several runs: what others do on the machine only ever adds."""
    gc.collect()  # once: it leaves the processor's caches cold
    runs = [_timed(action)[1] for _ in range(times)]
    return Spent(min(run.cpu for run in runs), min(run.wall for run in runs))


def number(value: float, unit: str) -> str:
    if unit in ("", "/s", "cards"):
        return f"{value:,.0f}{unit}" if value >= 100 else f"{value:.3g}{unit}"
    return f"{value:,.3g} {unit}" if value < 100 else f"{value:,.0f} {unit}"


def table(figures: Iterable[Figure]) -> str:
    """One line a figure, with a heading for each topic."""
    rows: list[tuple[str, ...]] = [("", "figure", "ratio", "target", "")]
    topics: list[str] = [""]
    for figure in figures:
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f} × {figure.to}"
        target = ""
        if figure.target is not None:
            unit = figure.unit if figure.ratio is None else "×"
            target = ("≥ " if figure.more else "≤ ") + number(figure.target, unit)
        met = {True: "met", False: "NOT MET", None: ""}[figure.met]
        rows.append((figure.what, number(figure.value, figure.unit), ratio, target, met))
        topics.append(figure.topic)
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = []
    for topic, before, row in zip(topics, ["", *topics], rows, strict=False):
        if topic != before:
            lines += ["", topic]
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:4], widths[1:4], strict=True)]
        lines.append("  ".join([" ", *cells, row[4]]).rstrip())
    return "\n".join(lines)


def notes(figures: Sequence[Figure]) -> str:
    """What is to be known about some figures."""
    return "\n".join(f"{figure.what}: {figure.note}" for figure in figures if figure.note)
