"""`magistrate combat FILE`: every outcome of a combat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from magistrate.bridge.explain.outcomes import names, totals, witness
from magistrate.cli.common import (
    BOUND,
    YES,
    Cards,
    Dask,
    Jobs,
    Json,
    PositionFile,
    Strict,
    TimeLimit,
    WorldsMost,
    answer,
    emit,
    emit_json,
    finish,
    note,
)
from magistrate.cli.common import report_unmodelled as report
from magistrate.cli.parameters import Option
from magistrate.cli.pictures import Html, Pictures, Svg

if TYPE_CHECKING:
    from magistrate.bridge.combat.answer import Combat
    from magistrate.bridge.combat.deadline import Deadline
    from magistrate.bridge.combat.outcome import Outcome
    from magistrate.bridge.pictures.page import Page

SHOWN = 20

Block = Annotated[
    str | None,
    Option("--block", metavar="BLOCK", help="Only this block, as {bear: ogre}.", show_default=False),
]
By = Annotated[
    str | None,
    Option("--by", metavar="PLAYER", help="Only this defending player declares.", show_default=False),
]
Prefer = Annotated[
    str | None,
    Option(
        "--prefer",
        metavar="WISHES",
        help="What counts, first things first: survive,win,kill,keep,life,damage.",
        show_default=False,
    ),
]
Weights = Annotated[
    str | None,
    Option("--weights", metavar="WEIGHTS", help="What counts, added up: kill=2,keep=3.", show_default=False),
]
LethalFlag = Annotated[
    bool, Option("--lethal", help="Is there an attack that kills whatever the blocks? With it, or proof.")
]
BestFlag = Annotated[
    bool,
    Option("--best", help="The block, or attack, that guarantees most, whatever the other side does."),
]
Safe = Annotated[
    str | None,
    Option(
        "--safe",
        metavar="NAMES",
        help="Is there a block under which none of these die, and its player doesn't lose?",
        show_default=False,
    ),
]
Shown = Annotated[
    int | None,
    Option(
        "-n", "--limit", min=0, metavar="N", help="Show at most N outcomes (20); 0: all.", show_default=False
    ),
]


def combat(
    file: PositionFile,
    block: Block = None,
    by: By = None,
    prefer: Prefer = None,
    weights: Weights = None,
    best: BestFlag = False,
    lethal: LethalFlag = False,
    safe: Safe = None,
    limit: Shown = None,
    time_limit: TimeLimit = 60,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
    svg: Svg = None,
    html: Html = None,
    worlds: WorldsMost = 10_000,
    jobs: Jobs = 1,
    dask: Dask = None,
) -> None:
    """Every outcome of a combat, with how many declarations can lead to it: from declared attackers on all
    blocks, before that all attacks and all blocks, and every division of damage (506-511).

    What surely and what possibly dies, and the best and worst outcome for each player. Exit code 75: the time
    limit or an interrupt (Ctrl-C) cut the answer, which is then of a part. With --lethal and --safe exit code
    0 means yes, 1 no. --jobs and --dask share what is much. Where the position leaves something open, all
    that it may be is asked: what dies in all worlds, and what in one.
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.combat.answer import combat as every_outcome
    from magistrate.bridge.combat.deadline import Deadline
    from magistrate.bridge.combat.wishes import Wishes
    from magistrate.bridge.errors import OpenPosition
    from magistrate.bridge.positions.position import Position

    wishes = Wishes.read(prefer, weights)
    pictures = Pictures(svg, html, file)
    with CardDatabase.open(database) as cards:
        try:
            position = Position.load(file, cards)
        except OpenPosition as error:
            from magistrate.cli.combat_worlds import combat_all
            from magistrate.cli.worlds import Asking

            combat_all(
                Asking(error, database, worlds, time_limit, jobs, dask, strict, json),
                pictures,
                block=block,
                by=by,
                best=best,
                lethal=lethal,
                safe=safe,
                wishes=wishes if best or prefer or weights else None,
            )
    deadline = Deadline(time_limit)
    stops(deadline)
    from magistrate.cli import best_play
    from magistrate.cli.best_play import Way, elsewhere

    way = Way(deadline, pictures, jobs, dask, strict, json)
    if best:
        best_play.best(position, wishes, by, way)
    if lethal:
        best_play.lethal(position, way)
    if safe is not None:
        best_play.safe(position, safe, by, way)
    chosen = None if block is None else read_block(position, block)
    with elsewhere(way):
        found = every_outcome(position, block=chosen, by=by, wishes=wishes, deadline=deadline)
    report(found.unmodelled, strict=strict)
    shown = found.outcomes(SHOWN if limit is None else limit)
    try:
        emit_json(_plain(found, shown)) if json else _text(found, shown)
    finally:  # also when whoever reads the answer has read enough
        pictures.write(lambda whole: _page(found, limit, by, given=chosen is not None, reasoned=whole))
    if not found.complete:
        note("the answer is of a part: it was stopped, or a bound was reached (--time-limit raises it)")
        finish(BOUND)
    finish(YES)


def _page(found: Combat, limit: int | None, by: str | None, *, given: bool, reasoned: bool) -> Page:
    """The outcomes as a page."""
    from magistrate.bridge.pictures.answers import outcomes

    player = None if by is None else found.position.names.player(by)
    why = beyond(found)
    return outcomes(found, limit=limit, player=player, given=given, step_by_step=why, reasoned=reasoned)


def stops(deadline: Deadline) -> None:
    """An interrupt makes an answer of what was found until then; a second one ends the command."""
    import signal

    def stop(_number: int, _frame: object) -> None:
        deadline.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, stop)


def read_block(position: Any, text: str) -> frozenset[Any]:
    """A block on the command line: `{bear: ogre}`, also without braces. Raises `BadInput`, and `Illegal` for
    one that the rules don't allow."""
    from magistrate.bridge.errors import MagistrateError
    from magistrate.bridge.positions.nodes import Limits, parse
    from magistrate.bridge.questions.checking import check_declaration
    from magistrate.bridge.questions.declarations import BLOCKS
    from magistrate.bridge.questions.reading import read

    written = text if text.lstrip().startswith("{") else "{" + text + "}"
    declaration = read(BLOCKS, position, parse(written, "--block", Limits.from_environment()))
    checked = check_declaration(position, BLOCKS, declaration)
    if checked.legal is False:
        why = "; ".join(f"{reason.text} ({reason.rule})" for reason in checked.reasons)
        raise MagistrateError(f"that block is illegal: {why}")
    return declaration.pairs


def beyond(found: Combat) -> list[str]:
    """Why the combat was played step by step."""
    from magistrate.cli.best_play import step_by_step

    return step_by_step(found.position, found.beyond)


def _plain(found: Combat, shown: Sequence[Outcome]) -> dict[str, Any]:
    from magistrate.cli.best_play import outcome_told

    return answer(
        "combat",
        found.number,
        complete=found.complete,
        unmodelled=found.unmodelled,
        declarations=found.declarations,
        of="attacks and blocks" if found.attacks else "blocks",
        step_by_step=beyond(found),
        outcomes=[outcome_told(one) for one in shown],
        surely_dies=list(found.surely_dies),
        possibly_dies=list(found.possibly_dies),
        best={player: outcome_told(one) for player, one in found.best.items()},
        worst={player: outcome_told(one) for player, one in found.worst.items()},
    )


def _text(found: Combat, shown: Sequence[Outcome]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from magistrate.cli.declarations import fitted

    what = "attack and block" if found.attacks else "block"
    many = f"{found.declarations:,} {what}{'' if found.declarations == 1 else 's'}"
    some = f"{found.number:,} outcome{'' if found.number == 1 else 's'}"
    emit(f"{many}, {some}{'' if found.complete else ' so far'}")
    for why in beyond(found):
        emit(fitted(f"played step by step: {why}", 2))
    if found.number > 1 or not found.surely_dies:
        emit(fitted(f"surely dies: {names(found.surely_dies)}", 2))
    if found.number > 1:
        emit(fitted(f"possibly dies: {names(found.possibly_dies)}", 2))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    console = Console(markup=False, emoji=False, highlight=False)
    widest = max([9, *(len(f"{one.count:,}") for one in shown)]) if console.width < 80 else None
    table.add_column(f"{what}s", justify="right", max_width=widest, overflow="fold")
    for head in ("dies", "life", "such as"):
        table.add_column(head, overflow="fold")
    rows = [(f"{one.count:,}", one) for one in shown]
    if found.number > 1:
        for player in found.best:
            rows.append((f"best for {player}", found.best[player]))
            rows.append((f"worst for {player}", found.worst[player]))
    for place, (head, one) in enumerate(rows):
        if place == len(shown):
            table.add_section()
        table.add_row(head, names(one.dies), totals(one), witness(one))
    console.print(table)
    if len(shown) < found.number:
        emit(f"… {found.number - len(shown):,} more; -n 0 lists all")
