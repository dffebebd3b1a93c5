"""`check` and `combat` where a position leaves something open: what is possible, and what is certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from magistrate.bridge.combat.deadline import Deadline
from magistrate.bridge.parallel import workers
from magistrate.bridge.positions.position import Position
from magistrate.bridge.positions.unknowns import named
from magistrate.bridge.unmodelled import unmodelled
from magistrate.bridge.worlds import Answer, Answers, Said, Worlds, ask, where
from magistrate.cli.common import BOUND, NO, YES, answer, emit, emit_json, finish, note, report_unmodelled
from magistrate.cli.progress import progress

if TYPE_CHECKING:
    from pathlib import Path

    from magistrate.bridge.errors import OpenPosition

SHOWN = 20


class Asking(NamedTuple):
    """What a command was given for all worlds."""

    error: OpenPosition
    database: Path | None
    most: int
    time_limit: float
    jobs: int
    dask: str | None
    strict: bool
    json: bool


def check_all(asking: Asking, step: str) -> NoReturn:
    """Answer `check` for all worlds, and end the command."""
    found, worlds = asked(asking, partial(checked, step=step, time_limit=asking.time_limit))
    tell(asking, "check", found, worlds, {True: "legal", False: "illegal", None: "unknown"})


def checked(position: Position, step: str, time_limit: float) -> Said:
    """Whether a move or declaration is legal in one world."""
    from magistrate.bridge.questions.checking import check_declaration
    from magistrate.bridge.questions.moves import is_declaration, read_step
    from magistrate.cli.check import declared, lines_of, move

    if not is_declaration(step):
        legal, told, lines = move(position, step)
        return Said(legal, told, tuple(lines), unmodelled(position))
    kind, declaration, player = read_step(position, step)
    found = check_declaration(position, kind, declaration, player=player, time_limit=time_limit)
    said = tuple(lines_of(position, found))
    return Said(found.legal, declared(position, found), said, found.unmodelled, found.legal is not None)


def asked(asking: Asking, question: Callable[[Position], Said]) -> tuple[Answers, Worlds]:
    """Ask all worlds, with progress; what isn't modelled is told."""
    worlds = Worlds.of(asking.error, asking.database)
    deadline = Deadline(asking.time_limit)
    most = min(worlds.number, asking.most or worlds.number)
    with progress() as advance, workers(asking.jobs, asking.dask, most) as executor:

        def told(done: int, of: int) -> None:
            if advance is not None:
                advance("worlds", done, of)

        found = ask(worlds, question, executor, most=asking.most, deadline=deadline, progress=told)
    report_unmodelled(found.unmodelled, strict=asking.strict)
    return found, worlds


def tell(
    asking: Asking, question: str, found: Answers, worlds: Worlds, words: dict[bool | None, str]
) -> NoReturn:
    """Print what is possible and what is certain, and end the command with the exit code of yes only when all
    worlds say so."""
    certain = None if found.certain is None else words[found.certain]
    if asking.json:
        emit_json(plain(question, certain, found, worlds, words))
    else:
        emit("\n".join(lines(certain, found, worlds, words)))
    ended(found, YES if found.certain else NO)


def plain(
    question: str, certain: str | None, found: Answers, worlds: Worlds, words: dict[bool | None, str]
) -> dict[str, Any]:
    """The answer for JSON: `answer` is null where worlds differ."""
    return answer(
        question,
        certain,
        complete=found.complete,
        unmodelled=found.unmodelled,
        possible=[words[yes] for yes in found.possible],
        open=[{"name": one.name, "may_be": one.text, "line": one.place.line} for one in worlds.unknowns],
        worlds=found.number,
        asked=found.looked,
        answers=[
            {
                "answer": words[one.said.yes],
                "worlds": one.worlds,
                "where": one.values,
                "witness": one.witness,
                **one.said.told,
            }
            for one in found.answers
        ],
    )


def lines(
    certain: str | None, found: Answers, worlds: Worlds, words: dict[bool | None, str]
) -> Sequence[str]:
    """The same for people."""
    if certain:
        verdict = f"certain: {certain}"
    else:
        verdict = ("possible: " if found.complete else "so far: ") + " and ".join(
            words[yes] for yes in found.possible
        )
    out = [f"{verdict}   ({head(found)} worlds; open: {named(worlds.unknowns)})"]
    for one in found.answers[:SHOWN]:
        out.append(f"{words[one.said.yes]} in {one.worlds:,}{where_lines(one, found)}")
        out += one.said.lines
    if len(found.answers) > SHOWN:
        out.append(f"… {len(found.answers) - SHOWN:,} more answers; --json lists all")
    return out


def head(found: Answers) -> str:
    """How many worlds there are, and how many of them were asked."""
    number = f"{found.number:,}" if found.number < 10**15 else f"about 10^{len(str(found.number)) - 1}"
    return number if found.looked == found.number else f"{found.looked:,} of {number}"


def where_lines(one: Answer, found: Answers) -> str:
    """In which worlds an answer holds: what of that which is open matters, and one of them."""
    if len(found.answers) == 1:
        return ", all of them" if found.looked == found.number else ", all that were asked"
    values = "; ".join(
        f"{name}: {value}" for name, value in one.values.items() if value != found.values.get(name)
    )
    said = f", with {values or 'any values'}"
    return said if one.exact else f"{said}   (not all of these; such as {where(one.witness)})"


def ended(found: Answers, code: int) -> NoReturn:
    """End the command; an answer of a part has an exit code of its own."""
    if not found.complete:
        cut = (
            "it was stopped"
            if found.stopped
            else "a bound was reached (--worlds and --time-limit raise it, 0 takes it away)"
        )
        note(f"the answer is of a part: {cut}")
        finish(BOUND)
    finish(code)
