"""`magistrate verify PATH…`: runs ruling files, like a test runner."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from magistrate.cli.common import (
    BAD_INPUT,
    BOUND,
    NO,
    REFUSED,
    YES,
    Cards,
    Jobs,
    Json,
    Strict,
    TimeLimit,
    answer,
    emit,
    emit_json,
    finish,
    note,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magistrate.bridge.rulings.files import Options
    from magistrate.bridge.rulings.model import Result, Tally


def verify(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Ruling files, and folders of them.")],
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Tell only of those that didn't pass.")
    ] = False,
    jobs: Jobs = 1,
    time_limit: TimeLimit = 60,
) -> None:
    """Run ruling files and folders, like a test runner.

    Exit code 0 all pass; 1 one fails or is undecided; else 65 bad input, 75 a bound, 69 refused by --strict.
    """
    from magistrate.bridge.rulings import files, report
    from magistrate.bridge.rulings.model import Tally

    start = perf_counter()
    found = list(files.found(paths))
    options = files.Options(database, strict, time_limit or None)
    results: list[Result] = []
    for result in _results(found, options, jobs):
        results.append(result)
        if not json and not (quiet and result.passed):
            emit(report.line(result))
    tally = Tally.of(results)
    if json:
        missing = sorted({ability for result in results for ability in result.unmodelled})
        emit_json(
            answer(
                "verify",
                "passed" if tally.all_passed else "failed",
                complete=not any(result.verdict == "bound" for result in results),
                unmodelled=missing,
                rulings=[report.plain(result) for result in results],
                counts=report.counts(results),
            )
        )
    else:
        for result in results:
            if result.verdict == "bad input":
                for text in report.errors(result):
                    note(text)
            elif not result.passed:
                emit()
                for text in report.failure(result):
                    emit(text)
        emit()
        emit(report.summary(tally, perf_counter() - start))
        left_out = {ability for result in results for ability in result.unmodelled}
        if left_out and not strict:
            several = "abilities aren't" if len(left_out) > 1 else "ability isn't"
            note(f"{len(left_out)} {several} modelled; --strict names them")
    finish(code(tally))


def code(tally: Tally) -> int:
    """The exit code for these verdicts."""
    from magistrate.bridge.rulings.model import Verdict

    for verdict, number in (
        (Verdict.FAILED, NO),
        (Verdict.UNDECIDED, NO),
        (Verdict.BAD_INPUT, BAD_INPUT),
        (Verdict.BOUND, BOUND),
        (Verdict.UNMODELLED, REFUSED),
    ):
        if tally.counts[verdict]:
            return number
    return YES


def _results(found: Sequence[Path], options: Options, jobs: int) -> Iterator[Result]:
    from magistrate.bridge.rulings.files import verify as run

    workers = min(jobs or os.cpu_count() or 1, len(found))
    if workers <= 1:
        yield from run(found, options)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(workers) as executor:
        yield from run(found, options, executor)
