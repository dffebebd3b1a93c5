"""What came out of rulings, for people and for machines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from magistrate.bridge.rulings.model import Finding, Result, Tally, Verdict

MARKS = {Verdict.PASSED: "ok"}


def line(result: Result) -> str:
    """One line a ruling."""
    return f"{MARKS.get(result.verdict, result.verdict.value):<10} {result.file}"


def failure(result: Result) -> Iterator[str]:
    """The lines about a ruling that didn't pass: its title, then each step that didn't come out."""
    if result.passed:
        return
    yield f"{result.verdict.value}: {result.file}" + (f"  ({result.title})" if result.title else "")
    for finding in result.findings:
        yield from (f"  {text}" for text in told(finding))


def errors(result: Result) -> Iterator[str]:
    """What is wrong with a file, as `file:line:column: error: …`."""
    for finding in result.findings:
        if finding.verdict is Verdict.BAD_INPUT:
            yield from told(finding)


def told(finding: Finding) -> Iterator[str]:
    """Where a step stands, what was expected and what was found."""
    step = f"step {finding.step}: " if finding.step else ""
    if finding.verdict is Verdict.BAD_INPUT:
        yield f"{finding.place}: error: {finding.got}"
    elif finding.verdict is Verdict.FAILED:
        yield f"{finding.place}: {step}expected {finding.expected}"
        yield f"    got {finding.got}" + (f": {finding.message}" if finding.message else "")
    else:
        yield f"{finding.place}: {step}{finding.verdict.value}: {finding.got}"


def summary(tally: Tally, seconds: float) -> str:
    """The last line: how many of each verdict, and the time."""
    counts = [f"{number} {verdict.value}" for verdict, number in tally.counts.items() if number]
    return f"{', '.join(counts) or 'no rulings'} in {seconds:.2f} s"


def plain(result: Result) -> dict[str, Any]:
    """A ruling as JSON has it."""
    first = result.findings[0] if result.findings else None
    return {
        "file": result.file,
        "title": result.title,
        "verdict": result.verdict.value,
        "step": first.step or None if first else None,
        "line": first.place.line or None if first else None,
        "column": first.place.column or None if first else None,
        "expected": first.expected if first else None,
        "got": first.got if first else None,
        "findings": [_finding(finding) for finding in result.findings],
        "elapsed_ms": result.elapsed_ms,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "verdict": finding.verdict.value,
        "step": finding.step or None,
        "line": finding.place.line or None,
        "column": finding.place.column or None,
        "expected": finding.expected,
        "got": finding.got,
        "message": finding.message,
    }


def counts(results: Iterable[Result]) -> dict[str, int]:
    """How many rulings have each verdict, with a key for every one."""
    return {verdict.value: number for verdict, number in Tally.of(results).counts.items()}
