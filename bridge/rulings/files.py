"""Finds ruling files, and runs many of them, in this process or in several."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from magistrate.bridge.cards.opened import opened
from magistrate.bridge.errors import BadInput, MagistrateError, Place
from magistrate.bridge.parallel import in_order
from magistrate.bridge.positions.nodes import Limits
from magistrate.bridge.rulings.model import Finding, Result, Verdict
from magistrate.bridge.rulings.run import run_file

SUFFIXES = (".yaml", ".yml")
_STEPS = re.compile(rb"""^(?:steps|"steps"|'steps')\s*:|"steps"\s*:""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Options:
    """How rulings are run. `database`: the card database's path, None for the usual one."""

    database: Path | None = None
    strict: bool = False
    time_limit: float | None = 60


def is_ruling(path: Path) -> bool:
    """Whether a file looks like a ruling, by its suffix and because a line begins with `steps:`. Reads it,
    no more."""
    if path.suffix not in SUFFIXES:
        return False
    try:
        return _STEPS.search(path.read_bytes()) is not None
    except OSError:
        return False


def found(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    """The ruling files that are named, and those in folders that are named, sorted in each folder, each once.

    What is named itself is always there, whatever is in it, and so is a folder without rulings.
    """
    seen: set[Path] = set()
    for given in map(Path, paths):
        inside = [given]
        if given.is_dir():
            inside = sorted(path for path in _files(given) if is_ruling(path)) or [given]
        for path in inside:
            if path not in seen:
                seen.add(path)
                yield path


def _files(folder: Path) -> Iterator[Path]:
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(where) / name for name in names if not name.startswith("."))


def verify(
    paths: Sequence[Path], options: Options | None = None, executor: Executor | None = None
) -> Iterator[Result]:
    """Run rulings; results come in the order of the paths, each as soon as it and those before it are there.

    With an executor (of any kind) they are run there: the files are read here, the card database there, at
    the same path. One that fails outright is a result like the others.
    """
    options = options or Options()
    if executor is None:
        yield from in_order(partial(_run, options=options), ((str(path), None) for path in paths))
        return
    if options.database is not None:
        options = replace(options, database=options.database.absolute())
    files = ((str(path), _contents(path)) for path in paths)
    yield from in_order(
        partial(_run, options=options), files, executor, batch=max(1, min(8, len(paths) // 16))
    )


def _contents(path: Path) -> bytes | None:
    """What is in a file, for a process that may stand elsewhere; None where only an error comes of it."""
    try:
        with path.open("rb") as stream:
            return stream.read(Limits.from_environment().bytes + 1)
    except (OSError, ValueError):
        return None


def _run(file: tuple[str, bytes | None], options: Options) -> Result:
    path, data = file
    try:
        if Path(path).is_dir():
            raise BadInput("no ruling files (*.yaml with `steps`) in this folder", Place(path))
        cards = opened(options.database)
        return run_file(path, cards, strict=options.strict, time_limit=options.time_limit, data=data)
    except Exception as error:
        if not isinstance(error, MagistrateError):
            said = f"a fault in magistrate, please report it: {type(error).__name__}: {error}"
            return Result(
                path, Verdict.UNDECIDED, findings=(Finding(Verdict.UNDECIDED, 0, Place(path), "", said),)
            )
        place = error.place if isinstance(error, BadInput) else Place(path)
        return Result(
            path, Verdict.BAD_INPUT, findings=(Finding(Verdict.BAD_INPUT, 0, place, "", error.message),)
        )
