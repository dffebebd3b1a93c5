"""`magistrate blocks FILE`: all legal declarations of blockers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from magistrate.cli.attacks import Count, Shown, Unfolded
from magistrate.cli.common import Cards, Dask, Jobs, Json, PositionFile, Strict, TimeLimit
from magistrate.cli.parameters import Option
from magistrate.cli.pictures import Html, Pictures, Svg

if TYPE_CHECKING:
    from magistrate.bridge.pictures.page import Page
    from magistrate.bridge.positions.position import Unmodelled

By = Annotated[
    str | None,
    Option("--by", metavar="PLAYER", help="Only this defending player declares.", show_default=False),
]


def blocks(
    file: PositionFile,
    by: By = None,
    count: Count = False,
    unfolded: Unfolded = False,
    limit: Shown = None,
    time_limit: TimeLimit = 60,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
    svg: Svg = None,
    html: Html = None,
    jobs: Jobs = 1,
    dask: Dask = None,
) -> None:
    """All legal declarations of blockers, with how many requirements can be obeyed and what each
    declaration costs (509.1).

    Declarations that differ only by equal creatures are shown once, with how many they stand for. With
    several defending players, each one's part is legal on its own (802.4). Exit code 75: the time limit or
    an interrupt (Ctrl-C) cut the answer. --jobs and --dask share the counting.
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.questions.blocks import blocks as legal_blocks
    from magistrate.cli.declarations import run

    pictures = Pictures(svg, html, file)
    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    listing = legal_blocks(position, by=by, time_limit=time_limit)

    def page(number: int | None, missing: Sequence[Unmodelled], reasoned: bool) -> Page:
        from magistrate.bridge.pictures.answers import declarations

        player = None if by is None else position.names.player(by)
        return declarations(
            position, listing, number, limit=limit, player=player, missing=missing, reasoned=reasoned
        )

    run(
        position,
        listing,
        limit=limit,
        count_only=count,
        unfolded=unfolded,
        as_json=json,
        strict=strict,
        jobs=jobs,
        dask=dask,
        also=lambda number, missing: pictures.write(lambda whole: page(number, missing, whole)),
    )
