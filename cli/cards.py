"""`magistrate cards`: the card database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from magistrate.cli.common import (
    Cards,
    Dask,
    Jobs,
    Json,
    Limit,
    Strict,
    TimeLimit,
    answer,
    emit,
    emit_json,
    note,
    report_unmodelled,
    unfinished,
)
from magistrate.cli.progress import progress

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)


@app.callback()
def cards() -> None:
    """Import card lists, show what a card's text compiles to, measure how much is covered."""


def complete_name(context: typer.Context, incomplete: str) -> list[str]:
    """For the shell: what the next word of a card's name can be, after the words that are there."""
    from magistrate.bridge.cards import CardDatabase
    from magistrate.bridge.errors import MagistrateError

    before = list(context.params.get("name") or ())
    given = context.params.get("database")
    try:
        with CardDatabase.open(Path(given) if given else None) as cards:
            names = cards.starting_with(" ".join([*before, incomplete]), 1000)
    except MagistrateError:
        return []
    words = (name.split() for name in names)
    return sorted({name[len(before)] for name in words if len(name) > len(before)})


@app.command("import")
def import_(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Scryfall bulk data, one card object a line, or MTGJSON AtomicCards; plain, gzip, xz or "
            "bzip2; - for standard input.",
        ),
    ],
    database: Cards = None,
    replace: Annotated[bool, typer.Option("--replace", help="Forget the cards that are there.")] = False,
    max_bytes: Annotated[
        int, typer.Option(min=1, metavar="N", help="Read at most so many bytes of a file, unpacked.")
    ] = 4 << 30,
    json: Json = False,
) -> None:
    """Read card lists into the database, over the cards that are there.

    All or nothing: a fault in a file leaves the database as it was.
    """
    from magistrate.bridge.cards import default_path
    from magistrate.bridge.cards.importing import import_cards
    from magistrate.bridge.cards.streams import Bounds

    path = database or default_path()
    with progress() as advance:

        def told(file: Path, done: int, size: int) -> None:
            if advance is not None:
                advance(file.name, done, size)

        report = import_cards(
            files, path, bounds=Bounds(file_bytes=max_bytes), keep=not replace, progress=told
        )
    result = answer("cards import", "imported")
    if json:
        counts = {name: getattr(report, name) for name in ("cards", "new", "changed", "same", "skipped")}
        emit_json(result | {"database": str(path), **counts})
        return
    emit(
        f"{_cards(report.cards)} in {path}: {report.new:,} new, {report.changed:,} changed, "
        f"{report.same:,} as before"
        + (f"; {report.skipped:,} {_left_out(report.skipped)} left out" if report.skipped else "")
        + f" ({result['elapsed_ms'] / 1000:.1f} s)"
    )


@app.command()
def show(
    name: Annotated[
        list[str],
        typer.Argument(metavar="NAME", help="Name of a card or face.", autocompletion=complete_name),
    ],
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """A card as printed and as understood, the facts that its text compiles to, and what isn't modelled."""
    from magistrate.bridge.cards import CardDatabase
    from magistrate.bridge.errors import MagistrateError

    cards = CardDatabase.open(database)
    wanted = " ".join(name)
    card = cards.find(wanted)
    if card is None:
        if not len(cards):
            raise MagistrateError("no cards imported yet; do so with: magistrate cards import FILE")
        near = cards.suggest(wanted)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise MagistrateError(f"no card is called '{wanted}'{hint}")
    from magistrate.bridge.coverage import known
    from magistrate.bridge.explain.english import retell

    found, unmodelled = known(card)
    report_unmodelled(unmodelled, strict=strict)
    facts = sorted(map(str, found))
    understood = [(line.face.arguments[0].string, line) for line in retell(found)]
    if json:
        from magistrate.bridge.records import as_dict

        result = answer("cards show", card.name, unmodelled=unmodelled)
        emit_json(
            result
            | {"layout": card.layout, "faces": [as_dict(face) for face in card.faces], "facts": facts}
            | {
                "understood": [
                    {"face": face, "line": line.line, "text": line.text, "english": line.english}
                    for face, line in understood
                ]
            }
        )
        return
    for face in card.faces:
        size = f"{face.power}/{face.toughness}" if face.power is not None else face.loyalty or face.defense
        emit("% " + "  ".join(filter(None, (face.name, face.mana_cost, face.type_line, size))))
        for line in face.text.splitlines():
            emit(f"%   {line}")
        told = [line for name_, line in understood if name_ == face.name]
        if told:
            emit("% as understood:")
        for line_ in told:
            emit(f"%   {line_.english}")
    for made in dict.fromkeys(face for face, _ in understood if face not in {f.name for f in card.faces}):
        emit(f"% {made}, as understood:")
        for line_ in (line for face, line in understood if face == made):
            emit(f"%   {line_.english}")
    for fact in facts:
        emit(f"{fact}.")


@app.command()
def coverage(
    database: Cards = None,
    limit: Limit = 50,
    jobs: Jobs = 0,
    dask: Dask = None,
    time_limit: TimeLimit = 0,
    json: Json = False,
) -> None:
    """How many cards compile and are modelled, by type and keyword, and the commonest gaps.

    An interrupt (Ctrl-C) or the time limit makes it an answer about the first cards; exit code 75.
    """
    from magistrate.bridge.cards import CardDatabase
    from magistrate.bridge.combat.deadline import Deadline
    from magistrate.bridge.coverage import measure
    from magistrate.bridge.errors import MagistrateError
    from magistrate.bridge.parallel import workers
    from magistrate.cli.covered import as_json, tell

    cards = CardDatabase.open(database)
    if not len(cards):
        raise MagistrateError("no cards imported yet; do so with: magistrate cards import FILE")
    every, deadline = list(cards), Deadline(time_limit)
    with progress() as advance, workers(1 if dask and not jobs else jobs, dask) as executor:

        def counted(done: int, of: int) -> None:
            if advance is not None:
                advance("cards", done, of)

        found = measure(every, executor, counted, deadline)
    result = answer("cards coverage", found.whole, complete=found.complete)
    if json:
        emit_json(result | as_json(found, limit))
        if not found.complete:
            unfinished(stopped=not deadline.over)
        return
    tell(found, len(every), limit)
    if limit and limit < len(found.gaps):
        note(f"{len(found.gaps) - limit:,} more gaps; --limit 0 shows all")
    if not found.complete:
        unfinished(stopped=not deadline.over)


def _left_out(count: int) -> str:
    return "token or the like" if count == 1 else "tokens and the like"


def _cards(count: int) -> str:
    return f"{count:,} {'card' if count == 1 else 'cards'}"
