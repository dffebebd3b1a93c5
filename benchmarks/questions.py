"""Questions about declarations, in one process: counting, listing, checking, maxima."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from benchmarks import boards
from benchmarks.boards import Board
from benchmarks.figures import Figure, Spent, best, timed
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.attacks import attacks
from magistrate.bridge.questions.blocks import blocks, check_block
from magistrate.bridge.questions.listing import Listing
from magistrate.bridge.unmodelled import unmodelled
from magistrate.cli.declarations import write_unfolded


def position(board: Board) -> Position:
    """The position, in which nothing may be unmodelled."""
    found = Position.from_text(board.text(), "board.yaml")
    missing = unmodelled(found)
    if missing:
        raise SystemExit(f"not modelled: {missing}")
    return found


def _plain(found: Position) -> int:
    """Ground the same program and let clingo alone list what it allows."""
    control = Session("blocks", found.facts, options=["0"]).control
    control.solve()
    return int(control.statistics["summary"]["models"]["enumerated"])


def counting(quick: bool) -> Iterator[Figure]:
    """Declarations counted, against clingo alone on the same program, and written as JSON."""
    topic = "Blocks counted and written"
    size = 4 if quick else 6
    for name, board in (
        (f"{size} against {size}", boards.plain(size, size)),
        (f"{size} against {size}, one with menace", _one_menace(size)),
    ):
        found = position(board)
        count = blocks(found).count()
        assert count == _plain(found), "clingo alone finds another number"
        plain = best(partial(_plain, found), 2)
        ours = best(partial(_count, found), 3)
        yield Figure(
            topic,
            f"{name}: {count:,} counted",
            ours.cpu * 1000,
            "ms",
            1.3,
            ratio=ours.cpu / plain.cpu,
            to="clingo alone",
        )

        def write(found: Position = found) -> None:
            write_unfolded(found, blocks(found), 0, lambda text: None)

        assert count is not None
        spent = best(write, 2)
        target = 100_000 if count == 117_649 else None
        yield Figure(topic, f"{name}: written as JSON", count / spent.cpu, "/s", target, more=True)


def _count(found: Position) -> int | None:
    return blocks(found, time_limit=100).count()


def _one_menace(size: int) -> Board:
    return boards.facing(["Menace", *[""] * (size - 1)], [""] * size)


def exact(quick: bool) -> Iterator[Figure]:
    """Numbers of legal blocks between creatures that differ."""
    topic = "Exact numbers of blocks, menace and not more than one"
    for attackers, blockers in [(5, 5)] if quick else [(12, 12), (15, 15), (10, 20)]:
        found = position(boards.different(attackers, blockers))
        counted, spent = timed(partial(_count, found))
        target = 6.0 if (attackers, blockers) == (12, 12) else None
        name = "ran out of time" if counted is None else f"{counted:,}"
        yield Figure(topic, f"{attackers} against {blockers}: {name}", spent.cpu, "s", target)


def maxima(quick: bool) -> Iterator[Figure]:
    """The most requirements that a declaration can obey, from the position's facts to a certain number."""
    topic = "Maximum of requirements"
    for attackers, cap in [(20, 5)] if quick else [(2500, 7), (2500, 700)]:
        found = position(boards.pressed(attackers, cap))
        yield _maximum(
            topic,
            f"{attackers} that must attack, at most {cap} may",
            found,
            "attacks",
            partial(attacks, found, time_limit=60),
        )
    wanted, blockers = (6, 4) if quick else (60, 40)
    found = position(boards.wanted(wanted, blockers))
    yield _maximum(
        topic,
        f"{wanted} that must be blocked by {blockers}",
        found,
        "blocks",
        partial(blocks, found, time_limit=60),
    )


def _maximum(topic: str, name: str, found: Position, question: str, ask: Callable[[], Listing]) -> Figure:
    ground = timed(lambda: Session(question, found.facts))[1]
    listing, spent = timed(ask)
    asked = listing.requirements
    told = str(asked.maximum) if asked.maximum == asked.bound else f"{asked.maximum} to {asked.bound}"
    return Figure(
        topic,
        f"{name}: {told} of {asked.possible}",
        spent.cpu,
        "s",
        2.0,
        note=f"of which grounding {ground.cpu:.2f} s",
    )


def checking(quick: bool) -> Iterator[Figure]:
    """One block looked at on a whole table: the first look, and the next one."""
    topic = "check, in one process"
    size = 10 if quick else 40
    for hard, name in ((False, ""), (True, ", abilities lost and lands changed")):
        cold, warm, load = _check(size, hard, 2 if quick else 12)
        name = f"{size} permanents{name}"
        yield Figure(topic, f"{name}: the file read", load.cpu * 1000, "ms")
        yield Figure(topic, f"{name}: first look", cold.cpu * 1000, "ms", 15.0)
        yield Figure(topic, f"{name}: next look", warm.cpu * 1000, "ms", 0.3)


@cache
def _check(size: int, hard: bool, times: int) -> tuple[Spent, Spent, Spent]:
    """First look, next look, and reading of the file. Programs and card texts are read before."""
    loads, looks = [], []
    warm = Spent(0, 0)
    for turn in range(times + 1):
        board = boards.table(size, hard=hard, turn=turn + 1)
        found, load = timed(partial(position, board))
        declaration = boards.first_block(board)
        loads.append(load)
        look = partial(check_block, found, declaration)
        looks.append(timed(look)[1])
        warm = best(look, 10)
    return _least(looks[1:]), warm, _least(loads[1:])


def _least(spent: list[Spent]) -> Spent:
    return Spent(min(one.cpu for one in spent), min(one.wall for one in spent))


def growth(quick: bool) -> Iterator[Figure]:
    """What a first look costs with the number of permanents."""
    topic = "First look against the number of permanents"
    sizes = (10, 20) if quick else (10, 20, 40, 80, 160)
    for hard, name in ((False, ""), (True, ", abilities lost and lands changed")):
        start = 0.0
        for size in sizes:
            cold, _, _ = _check(size, hard, 2 if quick else 12 if size == 40 else 8)
            start = start or cold.cpu
            what = f"{size} permanents{name}"
            yield Figure(topic, what, cold.cpu * 1000, "ms", ratio=cold.cpu / start, to=f"that of {sizes[0]}")
