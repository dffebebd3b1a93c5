"""Work that splits: the same results in the same order on one process, several, or several machines.

    from concurrent.futures import ThreadPoolExecutor
    from magistrate.bridge.parallel import in_order, workers

    with workers(jobs=4) as executor:                       # processes; 1 job: None, which is this process
        for result in in_order(function, items, executor):
            ...
    with workers(dask="tcp://10.0.0.1:8786") as executor:   # a Dask cluster that is there
        ...
    with ThreadPoolExecutor(2) as executor:                 # any other `concurrent.futures.Executor`
        ...

Functions and items travel as pickles, so functions are those of a module, or `functools.partial` of one.
In each process one item is worked on at a time, because grounded questions are kept and shared there: threads
are welcome, but only processes are faster.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar
from weakref import WeakSet

from magistrate.bridge.combat.deadline import NEVER, Deadline
from magistrate.bridge.errors import MagistrateError

__all__ = ["in_order", "workers"]

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 256
"""How many batches wait at an executor at most: items are made when they are needed."""
TICK = 0.2
"""Seconds between two looks at the deadline."""
CONNECTING = 10
"""Seconds to wait for a cluster."""

_alone = threading.RLock()
_left: WeakSet[Executor] = WeakSet()
"""Executors whose work was left before its end."""
_ours: WeakSet[Executor] = WeakSet()
"""Those whose processes end when their work is left: a pool that breaks stumbles over what was cancelled."""


def in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    executor: Executor | None = None,
    *,
    batch: int = 1,
    deadline: Deadline = NEVER,
) -> Iterator[Result]:
    """What the function gives for each item, in the order of the items, each as soon as it and those before
    it are there.

    `executor`: where the work is done; None for here. `batch`: so many items travel together. `items` may
    be endless: they are taken as they are needed. Raises `BoundReached` when the deadline is over, and what
    the function raises; nothing more is begun then, and what waits is cancelled. `MagistrateError` where a
    process of the executor ended before its work was done.
    """
    if executor is None:
        for item in items:
            deadline.check()
            with _alone:
                result = function(item)
            yield result
        return
    waiting: deque[Future[list[Result]]] = deque()
    batches = _batches(items, batch)
    try:
        while True:
            for some in islice(batches, AHEAD - len(waiting)):
                waiting.append(executor.submit(_work, function, some))
            if not waiting:
                return
            yield from _result(waiting[0], deadline)
            waiting.popleft()
    except BrokenExecutor:
        raise MagistrateError("a process ended before its work was done: was there enough memory?") from None
    finally:
        if waiting:
            _left.add(executor)
            for future in waiting if executor not in _ours else ():
                future.cancel()


def _batches(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    source = iter(items)
    while some := list(islice(source, size)):
        yield some


def _work(function: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    with _alone:
        return [function(item) for item in items]


def _result(future: Future[list[Result]], deadline: Deadline) -> list[Result]:
    while True:
        deadline.check()
        try:
            return future.result(TICK)
        except TimeoutError:
            if future.done():  # what the function itself raised, or done just now
                return future.result()


@contextmanager
def workers(jobs: int = 1, dask: str | None = None, most: int | None = None) -> Iterator[Executor | None]:
    """An executor for as long as the block lasts.

    `jobs`: processes, 0 for one a processor; with one there is no executor, which means this process.
    `dask`: the address of a Dask cluster instead. `most`: more pieces of work than this there aren't.
    When the work was left before its end, the processes are ended with the block, and what waits at the
    cluster is cancelled. Raises `MagistrateError` where Dask isn't installed or there is no cluster, and
    for both at once.
    """
    if dask is not None:
        if jobs != 1:
            raise MagistrateError("give --jobs or --dask, not both: the cluster has its own workers")
        with _cluster(dask) as executor:
            yield executor
        return
    number = jobs or os.cpu_count() or 1
    if most is not None:
        number = min(number, most)
    if number <= 1:
        yield None
        return
    with _processes(number) as executor:
        yield executor


@contextmanager
def _processes(number: int) -> Iterator[Executor]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    before = set(active_children())
    executor = ProcessPoolExecutor(number, initializer=_deaf)
    _ours.add(executor)
    whole = False
    try:
        yield executor
        whole = executor not in _left
    finally:
        if not whole:
            for process in set(active_children()) - before:
                process.terminate()
        executor.shutdown(wait=whole)


def _deaf() -> None:
    """An interrupt is for the process that people started; it ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        import distributed
    except ImportError:
        raise MagistrateError("--dask needs Dask: pip install 'magistrate[dask]'") from None
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise MagistrateError(f"there is no Dask cluster at {address}: {error}") from None
    try:
        _same_everywhere(client, address)
        executor: Executor = client.get_executor(pure=False)
        whole = False
        try:
            yield executor
            whole = executor not in _left
        finally:
            executor.shutdown(wait=whole)
    finally:
        client.close()


def _same_everywhere(client: Any, address: str) -> None:
    """Raises `MagistrateError` where a worker hasn't this version: it would never answer."""
    from importlib.metadata import version

    def there() -> str | None:  # travels as it is: workers may have no module to find it in
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("magistrate")
        except PackageNotFoundError:
            return None

    here = version("magistrate")
    found: dict[str, str | None] = client.run(there)
    if not found:
        raise MagistrateError(f"the Dask cluster at {address} has no workers")
    for worker, other in found.items():
        if other != here:
            has = f"magistrate {other}" if other else "no magistrate"
            raise MagistrateError(f"the Dask worker {worker} has {has}; here is {here}")
