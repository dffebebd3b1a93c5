"""`magistrate replacements FILE EVENT`: every order of replacement effects, and what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from magistrate.cli.common import (
    BOUND,
    YES,
    Cards,
    Json,
    PositionFile,
    Strict,
    TimeLimit,
    answer,
    emit,
    emit_json,
    finish,
    report_unmodelled,
)
from magistrate.cli.parameters import Argument

if TYPE_CHECKING:
    from magistrate.bridge.questions.replacements import Choice, Outcome, Replacements


def replacements(
    file: PositionFile,
    event: Annotated[
        str,
        Argument(
            metavar="EVENT",
            help="What would happen: 'damage: {from: bolt, to: Alice, amount: 3}', 'destroy: bear', "
            "'draw: Alice', 'gain_life: {player: Alice, amount: 3}', 'lose_life: ...', "
            "'counters: {on: bear, kind: +1/+1, amount: 1}', 'move: {card: bear, to: graveyard}', "
            "'enters: bear', 'sacrifice: bear', 'discard: bear', 'tap: bear', 'untap: bear'; "
            "a list of events is all of them at once.",
        ),
    ],
    time_limit: TimeLimit = 60,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Every order in which replacement and prevention effects can apply to an event (614-616): who
    chooses among what at each point, and the events that come out. Orders that come to the same are one.

    magistrate replacements p.yaml 'damage: {from: bolt, to: Alice, amount: 3}'
    """
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.questions.events import parse_events
    from magistrate.bridge.questions.replacements import replacements as ask

    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    found = ask(position, parse_events(position, event), time_limit=time_limit or None)
    report_unmodelled(found.unmodelled, strict=strict)
    if json:
        emit_json(
            answer(
                "replacements",
                len(found.outcomes),
                complete=found.complete,
                unmodelled=found.unmodelled,
                orders=found.orders,
                tree=_plain(found.tree),
                outcomes=[_outcome(one) for one in found.outcomes],
            )
        )
    else:
        emit("\n".join(_text(found)))
    finish(YES if found.complete else BOUND)


def _plain(tree: Choice | int) -> dict[str, Any]:
    if isinstance(tree, int):
        return {"outcome": tree + 1}
    return {
        "player": tree.player,
        "chooses": tree.what,
        "options": [
            {"option": option.text, "also": list(option.also), **_plain(option.then)}
            for option in tree.options
        ],
    }


def _outcome(one: Outcome) -> dict[str, Any]:
    return {
        "events": [{"event": str(event)} for event in one.events],
        "happens": [{"text": text, "rule": rule} for text, rule in zip(one.texts, one.rules, strict=True)],
        "enters": list(one.enters),
        "orders": one.orders,
        "example": [{"player": player, "option": option} for player, option in one.example],
    }


def _text(found: Replacements) -> list[str]:
    orders = f"{found.orders} order{'' if found.orders == 1 else 's'}"
    outcomes = f"{len(found.outcomes)} outcome{'' if len(found.outcomes) == 1 else 's'}"
    lines = [f"{orders}, {outcomes}", *_branch(found.tree, "")]
    for number, one in enumerate(found.outcomes, 1):
        lines += ["", f"outcome {number}" + (f" ({one.orders} orders)" if one.orders > 1 else "")]
        lines += [f"  {rule:<9} {text}" for text, rule in zip(one.texts, one.rules, strict=True)]
        lines += [f"            {text}" for text in one.enters]
        if not one.texts:
            lines.append("  nothing happens")
    if not found.complete:
        lines.append("not all: a bound was reached")
    return lines


_CHOOSES = {
    "replace": "chooses the effect that applies next (616.1)",
    "portion": "chooses how much of it is prevented (615.7)",
    "outcome": "decides",
    "original": "chooses what to copy",
    "chosen": "chooses",
    "may": "decides",
}


def _branch(tree: Choice | int, indent: str) -> list[str]:
    if isinstance(tree, int):
        return []
    lines = [f"{indent}{tree.player} {_CHOOSES.get(tree.what, 'chooses')}:"]
    for option in tree.options:
        end = f" → outcome {option.then + 1}" if isinstance(option.then, int) else ""
        also = f" (or {len(option.also)} like it)" if option.also else ""
        lines.append(f"{indent}  - {' / '.join(option.text.splitlines())}{also}{end}")
        lines += _branch(option.then, indent + "      ")
    return lines
