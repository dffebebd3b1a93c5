"""`magistrate layers FILE [OBJECT]`: what things are, and how every layer made them so."""

from __future__ import annotations

from typing import Annotated, Any

from magistrate.bridge.questions.characteristics import Application, Characteristics
from magistrate.cli.common import YES, Cards, Json, PositionFile, Strict, answer, emit, emit_json, finish
from magistrate.cli.common import report_unmodelled as report
from magistrate.cli.parameters import Argument


def layers(
    file: PositionFile,
    wanted: Annotated[
        str | None, Argument(metavar="OBJECT", help="One object; without it, all on the battlefield.")
    ] = None,
    database: Cards = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """What everything is, layer by layer: each effect, its source, its time stamp, what it depends on, and
    the values before and after (613)."""
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.questions.characteristics import characteristics

    with CardDatabase.open(database) as cards:
        position = Position.load(file, cards)
    of = [position.names.object(wanted)] if wanted else None
    found = characteristics(position, trace=True, of=of)
    shown = list(found.objects.values()) if of else found.on_battlefield
    report(found.unmodelled, strict=strict)
    if json:
        emit_json(
            answer("layers", len(shown), unmodelled=found.unmodelled, objects=[_plain(one) for one in shown])
        )
    else:
        emit("\n\n".join(_text(one) for one in shown))
    finish(YES)


def _text(one: Characteristics) -> str:
    size = f" {one.power}/{one.toughness}" if one.power is not None else ""
    kind = " ".join([*one.supertypes, *one.types]) + (f" — {' '.join(one.subtypes)}" if one.subtypes else "")
    colors = ", ".join(one.colors) or "colorless"
    head = f"{one.object}: {kind}{size}, {colors}" + (
        f", controlled by {one.controller}" if one.controller else ""
    )
    lines = [head]
    if one.name != one.object:
        lines.append(f"  name: {one.name or '(none)'}")
    lines += [f"  has: {ability}" for ability in one.abilities]
    lines += [line for step in one.trace for line in _step(step)]
    return "\n".join(lines)


def _step(step: Application) -> list[str]:
    changed = "; ".join(
        f"{what} {_values(step.before.get(what, ()))} → {_values(after)}"
        for what, after in step.after.items()
    )
    lines = [
        f"  layer {step.layer} ({step.rule})  {step.source} [{step.timestamp}]: {step.effect}",
        f"      {changed}",
    ]
    lines += [f"      waited for {wait.source}: {wait.effect} ({WHY[wait.why]})" for wait in step.depends_on]
    return lines


WHY = {
    "existence": "it would take this effect's ability away",
    "applies_to": "it changes what this effect applies to",
    "does": "it changes what this effect does",
}


def _values(values: tuple[str, ...]) -> str:
    return ", ".join(values) or "none"


def _plain(one: Characteristics) -> dict[str, Any]:
    from magistrate.bridge.records import as_dict

    plain = as_dict(one)
    del plain["symbol"]
    plain["name"] = one.name
    return plain
