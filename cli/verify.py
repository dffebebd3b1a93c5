"""`magistrate verify PATH…`: runs ruling files, like a test runner."""

from __future__ import annotations

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
    Dask,
    Jobs,
    Json,
    Strict,
    TimeLimit,
    answer,
    emit,
    emit_json,
    finish,
    note,
    unfinished,
)
from magistrate.cli.progress import progress

if TYPE_CHECKING:
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
    dask: Dask = None,
    time_limit: TimeLimit = 60,
) -> None:
    """Run ruling files and folders, like a test runner.

    Exit code 0 all pass; 1 one fails or is undecided; else 65 bad input, 75 a bound, 69 refused by --strict.
    The time limit is for each question. An interrupt (Ctrl-C) ends it with what was found until then, and 75.
    """
    from magistrate.bridge.parallel import workers
    from magistrate.bridge.rulings import files, report
    from magistrate.bridge.rulings.model import Tally

    start = perf_counter()
    found = list(files.found(paths))
    options = files.Options(database, strict, time_limit or None)
    results: list[Result] = []
    whole = False
    try:
        with progress() as advance, workers(jobs, dask, len(found)) as executor:
            for result in files.verify(found, options, executor):
                results.append(result)
                if not json and not (quiet and result.passed):
                    emit(report.line(result))
                if advance is not None:
                    advance("rulings", len(results), len(found))
        whole = True
    except KeyboardInterrupt:
        pass
    tally = Tally.of(results)
    if json:
        missing = sorted({ability for result in results for ability in result.unmodelled})
        emit_json(
            answer(
                "verify",
                ("passed" if whole else None) if tally.all_passed else "failed",
                complete=whole and not any(result.verdict == "bound" for result in results),
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
        so_far = "" if whole else f"so far, {len(results)} of {len(found)}: "
        emit(so_far + report.summary(tally, perf_counter() - start))
        left_out = {ability for result in results for ability in result.unmodelled}
        if left_out and not strict:
            several = "abilities aren't" if len(left_out) > 1 else "ability isn't"
            note(f"{len(left_out)} {several} modelled; --strict names them")
    if not whole:
        unfinished(stopped=True)
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
