"""What `attacks`, `blocks` and `check` share: how declarations are written."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from magistrate.bridge.questions.checking import Cost, told_costs
from magistrate.bridge.questions.declarations import ATTACKS, Kind, Pair, Requirements, grouped
from magistrate.cli.common import BOUND, NO, STARTED, YES, emit, finish, note
from magistrate.cli.common import report_unmodelled as report

if TYPE_CHECKING:
    from magistrate.bridge.positions.position import Position, Unmodelled
    from magistrate.bridge.questions.listing import Declared, Listing

T = TypeVar("T")

SHOWN = 20
FOLDED_MOST = 200_000
"""With more declarations than this, folds are counted only when they are listed."""


def told_requirements(requirements: Requirements) -> dict[str, int]:
    """For JSON. `obeyed` is there when a declaration was given."""
    out = {"possible": requirements.possible, "maximum": requirements.maximum}
    if requirements.obeyed is not None:
        out["obeyed"] = requirements.obeyed
    if requirements.bound != requirements.maximum:
        out["bound"] = requirements.bound
    return out


def told_pairs(kind: Kind, position: Position, pairs: Iterable[Pair]) -> dict[str, Any]:
    """`{bear: [ogre]}` for blocks, `{ogre: Bob}` for attacks."""
    label = position.names.label
    found = grouped(kind, pairs)
    if kind is ATTACKS:
        return {label(a): label(seconds[0]) for a, seconds in found.items()}
    return {label(a): [label(b) for b in seconds] for a, seconds in found.items()}


def sentence(kind: Kind, position: Position, pairs: Iterable[Pair]) -> str:
    """`bear → ogre, elf → ogre + imp`, or a word for none."""
    label = position.names.label
    found = grouped(kind, pairs)
    if not found:
        return "no attack" if kind is ATTACKS else "no block"
    return ", ".join(f"{label(a)} → {' + '.join(label(b) for b in many)}" for a, many in found.items())


def told_costs_plain(costs: Sequence[Cost]) -> list[dict[str, str]]:
    """For JSON."""
    return [{"subject": c.subject, "target": c.target, "cost": c.cost, "source": c.source} for c in costs]


def say_if_not_due(kind: Kind, position: Position) -> None:
    """Say on standard error that the position waits for no such declaration; answers tell of one all
    the same."""
    if not kind.due(position.facts):
        who = "attackers" if kind is ATTACKS else "blockers"
        note(f"no declaration of {who} is due in this position; the answer is what would hold if one were")


def run(
    position: Position,
    listing: Listing,
    *,
    limit: int | None,
    count_only: bool,
    unfolded: bool,
    as_json: bool,
    strict: bool,
    also: Callable[[int | None, Sequence[Unmodelled]], None] | None = None,
    jobs: int = 1,
    dask: str | None = None,
) -> None:
    """Print a listing and end the command. `limit` None: the default; 0: all. `also`: what else is made of
    the listing, told how many there are and what isn't modelled."""
    from magistrate.bridge.unmodelled import unmodelled

    say_if_not_due(listing.kind, position)
    missing = unmodelled(position)
    report(missing, strict=strict)
    count, stopped = _counted(listing, jobs, dask)
    count_only = count_only or stopped
    try:
        if as_json:
            _json(position, listing, count, missing, limit=limit, count_only=count_only, unfolded=unfolded)
        else:
            _text(position, listing, count, limit=limit, count_only=count_only, unfolded=unfolded)
    finally:  # also when whoever reads the answer has read enough
        if also is not None:
            also(count, missing)
    if not listing.complete:
        note("the answer is of a part: it was stopped, or a bound was reached (--time-limit raises it)")
        finish(BOUND)
    finish(YES if count is None or count else NO)


def _counted(listing: Listing, jobs: int, dask: str | None) -> tuple[int | None, bool]:
    """How many there are, None where that isn't known; and whether a person stopped the search for it."""
    from magistrate.bridge.parallel import workers
    from magistrate.cli.progress import progress

    try:
        with progress() as advance, workers(jobs, dask) as executor:
            found = listing.count(executor, advance)
        return found, listing.stopped
    except KeyboardInterrupt:
        listing.complete = False
        return None, True


def _at_least(listing: Listing, count: int | None) -> int:
    """How many there certainly are where it isn't known how many; 0 where not even that is."""
    asked = listing.requirements
    return listing.at_least if count is None and asked.maximum == asked.bound else 0


def _until_stopped(found: Iterator[T], listing: Listing) -> Iterator[T]:
    """The same; an interrupt ends it, and the listing is no longer complete."""
    try:
        yield from found
    except KeyboardInterrupt:
        listing.complete = False


def _folded_count(listing: Listing, count: int | None) -> int | None:
    if count is None or count > FOLDED_MOST:
        return None
    return sum(1 for _ in listing.folded())


def _text(
    position: Position,
    listing: Listing,
    count: int | None,
    *,
    limit: int | None,
    count_only: bool,
    unfolded: bool,
) -> None:
    kind = listing.kind
    what = "attacks" if kind is ATTACKS else "blocks"
    shown_limit = SHOWN if limit is None else limit
    shown: list[Declared] = []
    more = False
    if not count_only:
        ask = shown_limit + 1 if shown_limit else 0
        found = listing.unfolded(ask) if unfolded else listing.folded(ask)
        shown = list(_until_stopped(found, listing))
        more = bool(shown_limit) and len(shown) > shown_limit
        shown = shown[:shown_limit] if shown_limit else shown
    least = _at_least(listing, count)
    number = f"{count:,}" if count is not None else f"at least {least:,}" if least else "an unknown number of"
    folded = (
        ""
        if unfolded or count_only or more or len(shown) == count
        else f", {len(shown):,} up to equal creatures"
    )
    singular = what[:-1] if count == 1 else what
    emit(f"{number} legal {singular}{folded}")
    asked = listing.requirements
    if asked.possible:
        reached = str(asked.maximum)
        if asked.bound != asked.maximum:
            reached = f"{asked.maximum} to {asked.bound}"
        emit(f"requirements: {asked.possible}, of which {reached} can be obeyed at once for nothing")
    for one in shown:
        times = f"{one.multiplicity:>6,} × " if not unfolded else ""
        told = f"{sentence(kind, position, one.pairs)}{_banded(position, one)}{_priced(position, one)}"
        emit(fitted(f"  {times}{told}", len(times) + 2))
    if more:
        emit("  … -n 0 lists all")


def fitted(line: str, indent: int) -> str:
    """The line, broken to the terminal's width, further lines indented. What goes elsewhere stays on one
    line, unless COLUMNS says how wide it may be."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return line
    from shutil import get_terminal_size
    from textwrap import wrap

    width = max(get_terminal_size().columns, indent + 10)
    further = " " * indent
    return "\n".join(wrap(line, width, subsequent_indent=further, break_on_hyphens=False))


def _bands(position: Position, one: Declared) -> list[list[str]]:
    label = position.names.label
    return sorted(sorted(map(label, band)) for band in one.bands)


def _banded(position: Position, one: Declared) -> str:
    if not one.bands:
        return ""
    return "   bands " + ", ".join(" + ".join(band) for band in _bands(position, one))


def _priced(position: Position, one: Declared) -> str:
    if not one.charges:
        return ""
    parts = [f"{cost.cost} for {cost.subject} ({cost.source})" for cost in told_costs(position, one.charges)]
    return "   costs " + ", ".join(parts)


def _json(
    position: Position,
    listing: Listing,
    count: int | None,
    missing: Iterable[Any],
    *,
    limit: int | None,
    count_only: bool,
    unfolded: bool,
) -> None:
    """Write the answer; declarations one a line, as they are found."""
    import json

    write = sys.stdout.write
    shown_limit = SHOWN if limit is None else limit
    head: dict[str, Any] = {"question": listing.kind.question, "answer": count, "count": count}
    least = _at_least(listing, count)
    head |= {"at_least": least} if least else {}
    head["requirements"] = told_requirements(listing.requirements)
    head["unmodelled"] = [{"card": u.card, "line": u.line, "text": u.text, "why": u.why} for u in missing]
    write(json.dumps(head, ensure_ascii=False)[:-1] + ', "declarations": [')
    folded: int | None = None
    before = listing.complete
    if not count_only:
        if unfolded:
            written = write_unfolded(position, listing, shown_limit, write)
        else:
            folds = _until_stopped(listing.folded(shown_limit), listing)
            written = _write_blocks((_line(position, one, listing.kind) for one in folds), write)
        if not unfolded and listing.complete == before and (not shown_limit or written < shown_limit):
            folded = written
    if folded is None and listing.complete == before:
        folded = _folded_count(listing, count)
    elapsed = round((perf_counter() - STARTED) * 1000, 1)
    tail = {"folded": folded, "complete": listing.complete, "elapsed_ms": elapsed}
    write("\n], " + json.dumps(tail)[1:] + "\n")


def _line(position: Position, one: Declared, kind: Kind) -> str:
    import json

    value: dict[str, Any] = {
        kind.question: told_pairs(kind, position, one.pairs),
        "multiplicity": one.multiplicity,
    }
    if one.bands:
        value["bands"] = _bands(position, one)
    if one.charges:
        value["costs"] = told_costs_plain(told_costs(position, one.charges))
    return json.dumps(value, ensure_ascii=False)


def write_unfolded(position: Position, listing: Listing, limit: int, write: Callable[[str], object]) -> int:
    """Write each declaration as a JSON object, with commas between them; gives their number.

    Declarations are put together from what each independent part of the table allows, at about the speed at
    which strings are joined.
    """
    kind = listing.kind
    if listing.charges or listing.banded:
        every = _until_stopped(listing.unfolded(limit), listing)
        return _write_blocks((_line(position, one, kind) for one in every), write)
    head, tail = f'{{"{kind.question}": {{', '}, "multiplicity": 1}'
    render = _renderer(position, kind)
    parts = listing.parts()
    if len(parts) != 1:
        chosen = _until_stopped(islice(product(*listing.choices(render, limit)), limit or None), listing)
        return _write_blocks((head + ", ".join(filter(None, pieces)) + tail for pieces in chosen), write)
    part = parts[0]
    pieces = [render([pair]) for pair in part.pairs]
    several = listing.several()
    waiting: list[str] = []
    written = 0

    def one(numbers: list[int]) -> None:
        nonlocal written
        inside = (
            render([part.pairs[number] for number in numbers])
            if several
            else ", ".join([pieces[number] for number in numbers])
        )
        waiting.append(f"{head}{inside}{tail}")
        if len(waiting) == _BLOCK:
            write((",\n" if written else "\n") + ",\n".join(waiting))
            written += len(waiting)
            waiting.clear()

    try:
        part.visit(one, limit)
    except KeyboardInterrupt:
        listing.complete = False
    return written + _write_blocks(iter(waiting), write, written)


_BLOCK = 4096


def _write_blocks(lines: Iterator[str], write: Callable[[str], object], before: int = 0) -> int:
    """Write JSON objects with commas between them. `before`: how many stand there already."""
    written = 0
    while block := list(islice(lines, _BLOCK)):
        write((",\n" if before + written else "\n") + ",\n".join(block))
        written += len(block)
    return written


def _renderer(position: Position, kind: Kind) -> Callable[[Sequence[Pair]], str]:
    """Pairs as the inside of a JSON object; each name is encoded once."""
    import json

    names: dict[Any, str] = {}
    alone: dict[Pair, str] = {}

    def name(symbol: Any) -> str:
        found = names.get(symbol)
        if found is None:
            found = names[symbol] = json.dumps(position.names.label(symbol), ensure_ascii=False)
        return found

    def one(pair: Pair) -> str:
        found = alone.get(pair)
        if found is None:
            value = name(pair[1]) if kind is ATTACKS else f"[{name(pair[1])}]"
            found = alone[pair] = f"{name(pair[0])}: {value}"
        return found

    def render(pairs: Sequence[Pair]) -> str:
        if len({first for first, _ in pairs}) == len(pairs):
            return ", ".join(map(one, pairs))
        return ", ".join(
            f"{name(first)}: [{', '.join(map(name, seconds))}]"
            for first, seconds in grouped(kind, pairs).items()
        )

    return render
