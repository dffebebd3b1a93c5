"""Work that splits: the same results in the same order everywhere, and what an interrupt leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count, islice
from multiprocessing import active_children
from pathlib import Path

import pytest

from magistrate.bridge import parallel
from magistrate.bridge.cards import Card, Face
from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.coverage import measure
from magistrate.bridge.errors import BoundReached, MagistrateError
from magistrate.bridge.parallel import in_order, workers
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions import counting
from magistrate.bridge.questions.blocks import blocks
from magistrate.bridge.rulings import files, report

ROOT = str(Path(__file__).parents[2])
RULINGS = Path(__file__).parents[1] / "rulings" / "509-blocks"
WAYS = ("here", "processes", "threads", "dask")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="Dask isn't installed")
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(ROOT)  # for its workers, which must find the functions of this file
        made = distributed.LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None)
    with made:
        yield made.scheduler_address


@pytest.fixture(params=WAYS)
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    with ExitStack() as stack:
        if request.param == "threads":
            yield stack.enter_context(ThreadPoolExecutor(2))
        elif request.param == "dask":
            yield stack.enter_context(workers(dask=request.getfixturevalue("cluster")))
        else:
            yield stack.enter_context(workers(2 if request.param == "processes" else 1))


def later(number: int) -> int:
    """The first take longest."""
    time.sleep(0.05 if number < 3 else 0)
    return number * number


def fails(number: int) -> int:
    if number == 5:
        raise ValueError("five")
    return number


@pytest.mark.parametrize("batch", [1, 3])
def test_in_order(executor: Executor | None, batch: int) -> None:
    assert list(in_order(later, range(20), executor, batch=batch)) == [n * n for n in range(20)]
    assert list(in_order(later, (), executor, batch=batch)) == []


def test_errors_come_where_they_belong(executor: Executor | None) -> None:
    found = in_order(fails, range(10), executor)
    assert list(islice(found, 5)) == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="five"):
        next(found)


def test_items_are_taken_as_they_are_needed(executor: Executor | None) -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    found = in_order(later, items(), executor)
    assert list(islice(found, 4)) == [0, 1, 4, 9]
    found.close()  # type: ignore[attr-defined]
    assert 4 <= len(taken) <= parallel.AHEAD + 4


def test_a_deadline_ends_it(executor: Executor | None) -> None:
    deadline = Deadline()
    found = in_order(later, count(), executor, deadline=deadline)
    assert list(islice(found, 6)) == [n * n for n in range(6)]
    deadline.stop()
    with pytest.raises(BoundReached):
        next(found)


def dies(_number: int) -> int:
    os._exit(3)


def test_a_process_that_ends_is_told() -> None:
    with pytest.raises(MagistrateError, match="memory"), ProcessPoolExecutor(1) as executor:
        list(in_order(dies, range(3), executor))


def sleeps(number: int) -> int:
    time.sleep(0 if number == 0 else 60)
    return number


def test_work_that_is_left_doesnt_keep_us_waiting() -> None:
    start, before = time.monotonic(), set(active_children())
    with workers(2) as executor:
        assert next(in_order(sleeps, range(9), executor)) == 0
    assert time.monotonic() - start < 20
    end = time.monotonic() + 20
    while set(active_children()) - before and time.monotonic() < end:
        time.sleep(0.05)
    assert not set(active_children()) - before


def test_addresses() -> None:
    with pytest.raises(MagistrateError, match="not both"), workers(2, "tcp://127.0.0.1:1"):
        pass


def test_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask isn't installed")
    monkeypatch.setattr(parallel, "CONNECTING", 0.5)
    with pytest.raises(MagistrateError, match="no Dask cluster"), workers(dask="tcp://127.0.0.1:1"):
        pass


def test_a_cluster_without_workers() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask isn't installed")
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as empty,
        pytest.raises(MagistrateError, match="no workers"),
        workers(dask=empty.scheduler_address),
    ):
        pass


def test_a_cluster_with_another_version(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _name: "0.0.1")
    with pytest.raises(MagistrateError, match=r"has magistrate .*; here is 0\.0\.1"), workers(dask=cluster):
        pass


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MagistrateError, match=r"magistrate\[dask\]"), workers(dask="tcp://127.0.0.1:1"):
        pass


def told(executor: Executor | None, paths: list[Path]) -> list[dict[str, object]]:
    made = [report.plain(result) for result in files.verify(paths, executor=executor)]
    return [{key: value for key, value in one.items() if key != "elapsed_ms"} for one in made]


def test_rulings_are_the_same_everywhere(executor: Executor | None, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("players: {A: }\nsteps:\n  - blokc: {}\n", "utf-8")
    paths = [bad, *sorted(RULINGS.glob("*.yaml"))[:3], tmp_path / "none.yaml", tmp_path]
    assert told(executor, paths) == told(None, paths)


CARDS = [
    Card(f"{name} {n}", "normal", (Face(f"{name} {n}", "{B}", "Creature — Moth", text, "1", "1"),))
    for n in range(90)
    for name, text in (
        (f"Dusk Moth {n}", "Flying"),
        (f"Odd Moth {n}", "Wobbles."),
        (f"Sly Moth {n}", "Menace"),
    )
]


def test_coverage_is_the_same_everywhere(executor: Executor | None) -> None:
    seen: list[tuple[int, int]] = []
    found = measure(CARDS, executor, lambda *now: seen.append(now))
    assert (found.cards, found.compiled, found.complete) == (270, 180, True)
    assert seen == [(200, 270), (270, 270)]
    assert found == measure(CARDS)


def test_coverage_of_a_part() -> None:
    deadline = Deadline()
    found = measure(CARDS, None, lambda *_: deadline.stop(), deadline)
    assert (found.cards, found.complete) == (200, False)
    assert found.compiled == sum(card.faces[0].text != "Wobbles." for card in CARDS[:200])


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupt_leaves_what_was_found(tmp_path: Path, jobs: str, as_json: bool) -> None:
    text = next(iter(sorted(RULINGS.glob("*.yaml")))).read_text("utf-8")
    for number in range(400):
        (tmp_path / f"{number:03}.yaml").write_text(text, "utf-8")
    words = ["verify", str(tmp_path), "--jobs", jobs, *(["--json"] if as_json else [])]
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "begun\n"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    out, err = process.communicate(timeout=60)
    assert process.returncode == 75, err
    assert "Traceback" not in err
    assert err.endswith("the answer is of a part: it was stopped\n")
    if as_json:
        said = json.loads(out)
        assert (said["answer"], said["complete"]) == (None, False)
        assert 3 <= len(said["rulings"]) < 400
        assert {ruling["verdict"] for ruling in said["rulings"]} == {"passed"}
    else:
        *lines, summary = out.splitlines()
        done = len([line for line in lines if line.startswith("ok ")])
        told = (f"so far, {number} of 400: {number} passed in " for number in (done, done + 1))
        assert summary.startswith(tuple(told))  # the last one may be counted and not printed yet


BOARD = """\
turn: {{active: Alice, step: declare blockers}}
cards:
  - {{name: Grim Ogre, type: Creature — Ogre, pt: 3/3, text: Menace}}
  - name: Sly Ogre
    type: Creature — Ogre
    pt: 3/3
    text: Sly Ogre can't be blocked by more than one creature.
  - {{name: Bold Ogre, type: Creature — Ogre, pt: 3/3, text: Flying}}
  - {{name: Meadow Bear, type: Creature — Bear, pt: 2/2}}
  - {{name: Tall Bear, type: Creature — Bear, pt: 2/2, text: Reach}}
players:
  Alice:
    battlefield:
      - Grim Ogre: {{count: {number}, attacking: Bob}}
      - Sly Ogre: {{count: {number}, attacking: Bob}}
      - Bold Ogre: {{attacking: Bob}}
  Bob:
    battlefield: [Meadow Bear: {{count: {number}}}, Tall Bear: {{count: 2}}]
"""


@pytest.mark.parametrize("moment", [2.0, 1e-9])
def test_counts_are_the_same_everywhere(
    executor: Executor | None, moment: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts as a whole, and hard ones in pieces."""
    monkeypatch.setattr(counting, "MOMENT", moment)
    for number, expected in ((1, 21), (2, None), (4, None)):
        position = Position.from_text(BOARD.format(number=number))
        counted = blocks(position).count(executor)
        assert counted == blocks(position).count()
        if number < 4:
            assert counted == sum(1 for _ in blocks(position).unfolded())
        assert expected is None or counted == expected


def test_pieces_add_up() -> None:
    (part,) = blocks(Position.from_text(BOARD.format(number=3))).parts()
    pieces = list(counting._pieces(part))
    assert len(pieces) == 8
    numbers = [counting._elsewhere(piece, None) for piece in pieces]
    assert None not in numbers
    assert all(number.complete for number in numbers)
    assert sum(number.value for number in numbers) == counting.count([part], None).value
    assert sum(number == 0 for number in numbers) < 7


@pytest.mark.parametrize("more", [(), ("--jobs", "2")])
def test_an_interrupt_ends_a_listing(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(BOARD.format(number=7), "utf-8")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "magistrate.cli",
            "blocks",
            str(path),
            "-n",
            "0",
            "--json",
            "--unfolded",
            *more,
        ],
        stdout=(tmp_path / "out").open("w"),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while (tmp_path / "out").stat().st_size < 100_000 and time.monotonic() < end:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 75, err
    assert "Traceback" not in err
    said = json.loads((tmp_path / "out").read_text("utf-8"))
    assert said["complete"] is False
    assert 0 < len(said["declarations"]) < said["count"]


SLOWLY = """
import sys
from magistrate.bridge.rulings import files
from magistrate.cli import ending
known = files.verify
def told(*args):
    for number, result in enumerate(known(*args), 1):
        yield result
        if number == 3:
            print("begun", file=sys.stderr, flush=True)
files.verify = told
ending.main()
"""
"""The command line, which says when three rulings were run."""
