"""`magistrate attacks FILE`: all legal declarations of attackers."""

from __future__ import annotations

from typing import Annotated

from magistrate.cli.common import Cards, Dask, Jobs, Json, PositionFile, Strict, TimeLimit
from magistrate.cli.parameters import Option

Count = Annotated[bool, Option("--count", help="Only say how many there are.")]
Unfolded = Annotated[
    bool,
    Option("--unfolded", help="List each declaration, also those that differ by equal creatures only."),
]
Shown = Annotated[
    int | None,
    Option(
        "-n", "--limit", min=0, metavar="N", help="Show at most N; 0: all.  [default: 20]", show_default=False
    ),
]


def attacks(
    file: PositionFile,
    count: Count = False,
    unfolded: Unfolded = False,
    limit: Shown = None,
    time_limit: TimeLimit = 60,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
    jobs: Jobs = 1,
    dask: Dask = None,
) -> None:
    """All legal declarations of attackers, with how many requirements can be obeyed and what each
    declaration costs (508.1).

    Declarations that differ only by equal creatures are shown once, with how many they stand for. Bands
    aren't listed: they are declared beside, and `check` looks at them. Exit code 75: the time limit or an
    interrupt (Ctrl-C) cut the answer. --jobs and --dask share the counting.
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.questions.attacks import attacks as legal_attacks
    from magistrate.cli.declarations import run

    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    listing = legal_attacks(position, time_limit=time_limit)
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
    )
