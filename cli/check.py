"""`magistrate check FILE STEP`: is this one move legal, and if not every rule against it."""

from __future__ import annotations

from typing import Annotated, Any, NoReturn

from magistrate.cli.common import (
    BOUND,
    NO,
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
)
from magistrate.cli.common import report_unmodelled as report
from magistrate.cli.parameters import Argument


def check(
    file: PositionFile,
    step: Annotated[str, Argument(metavar="STEP", help="As in a ruling file: 'block: {bear: ogre}'.")],
    time_limit: TimeLimit = 60,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
    worlds: WorldsMost = 10_000,
    jobs: Jobs = 1,
    dask: Dask = None,
) -> None:
    """Is this one move legal? If not: every rule against it; of a declaration how many requirements it obeys,
    and a declaration that obeys more.

    magistrate check p.yaml 'attack: {ogre: Bob, imp: jace}, bands: [[ogre, imp]]'
    magistrate check p.yaml 'cast: {card: Terror, by: Bob, targets: [bear]}'

    Where the position leaves something open, all that it may be is asked: exit code 0 when it is legal in
    every world, 1 when in one it isn't.
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.errors import OpenPosition
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.questions.checking import check_declaration
    from magistrate.bridge.questions.moves import is_declaration, read_step
    from magistrate.cli.declarations import say_if_not_due

    with CardDatabase.open(database) as cards:
        try:
            position = Position.load(file, cards)
        except OpenPosition as error:
            from magistrate.cli.worlds import Asking, check_all

            asking = Asking(error, database, worlds, time_limit, jobs, dask, strict, json)
            check_all(asking, step)
    if not is_declaration(step):
        _move(position, step, strict, json)
    kind, declaration, player = read_step(position, step)
    say_if_not_due(kind, position)
    found = check_declaration(position, kind, declaration, player=player, time_limit=time_limit)
    report(found.unmodelled, strict=strict)
    said = {True: "legal", False: "illegal", None: "unknown"}[found.legal]
    if json:
        emit_json(_plain(position, found, said))
    else:
        emit("\n".join((said, *lines_of(position, found))))
    finish({True: YES, False: NO, None: BOUND}[found.legal])


def _move(position: Any, step: str, strict: bool, json: bool) -> NoReturn:
    """Anything but a declaration."""
    from magistrate.bridge.unmodelled import unmodelled

    missing = unmodelled(position)
    report(missing, strict=strict)
    legal, told, lines = move(position, step)
    said = "legal" if legal else "illegal"
    if json:
        emit_json(answer("check", said, unmodelled=missing, **told))
    else:
        emit("\n".join((said, *lines)))
    finish(YES if legal else NO)


def move(position: Any, step: str) -> tuple[bool, dict[str, Any], list[str]]:
    """Whether a move is legal; reasons against it and ways to make it, for JSON and as lines."""
    play = position.play()
    reasons = play.check(step)
    ways = play.ways(step)
    told = [{"rule": reason.rule, "reason": reason.reason, "text": reason.text} for reason in reasons]
    listed = [{"step": way.step, "cost": way.cost, "legal": way.legal} for way in ways]
    lines = [f"  {reason.rule:<9} {reason.text}" for reason in reasons]
    lines += [f"  {way.step}   {way.cost}{'' if way.legal else ' (illegal)'}" for way in ways]
    return not reasons, {"reasons": told, "ways": listed}, lines


def _plain(position: Any, found: Any, said: str) -> dict[str, Any]:
    own = declared(position, found)
    return answer("check", said, complete=found.legal is not None, unmodelled=found.unmodelled, **own)


def declared(position: Any, found: Any) -> dict[str, Any]:
    """What JSON tells of a declaration that was checked."""
    from magistrate.cli.declarations import told_costs_plain, told_pairs, told_requirements

    own: dict[str, Any] = {
        "reasons": [
            {"rule": r.rule, "reason": r.reason, "subject": r.subject, "source": r.source, "text": r.text}
            for r in found.reasons
        ],
        "requirements": told_requirements(found.requirements),
    }
    if found.verdict.witness is not None:
        own["witness"] = {found.kind.question: told_pairs(found.kind, position, found.verdict.witness)}
    if found.costs:
        own["costs"] = told_costs_plain(found.costs)
    return own


def lines_of(position: Any, found: Any) -> list[str]:
    """The lines about a declaration that was checked, below its verdict."""
    from magistrate.cli.declarations import sentence

    lines = []
    for reason in found.reasons:
        source = f"   [{reason.source}]" if reason.source and reason.source != reason.subject else ""
        lines.append(f"  {reason.rule:<9} {reason.text}{source}")
    requirements = found.requirements
    if found.verdict.witness is not None:
        lines.append(
            f"  obeys {requirements.maximum}: {sentence(found.kind, position, found.verdict.witness)}"
        )
    elif requirements.possible:
        reached = str(requirements.maximum)
        if requirements.bound != requirements.maximum:
            reached += f" to {requirements.bound}"
        lines.append(
            f"  requirements: {requirements.possible}, of which {reached} can be obeyed at once for nothing;"
            f" obeyed: {requirements.obeyed}"
        )
    lines += [f"  costs {cost.cost} for {cost.subject} ({cost.source})" for cost in found.costs]
    return lines
