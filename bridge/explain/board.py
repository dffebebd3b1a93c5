"""A position for people to look at: players, their zones, combat and the stack."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Symbol

from magistrate.bridge.positions import terms
from magistrate.bridge.positions.keys import STEPS
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.characteristics import Characteristics, characteristics
from magistrate.bridge.questions.index import index

__all__ = ["board"]

_MARKS = ("tapped", "face_down", "phased_out", "flipped", "transformed")


def board(position: Position) -> str:
    """The position, on some lines."""
    here = index(position.facts)
    label = position.names.label
    known = characteristics(position).objects
    zone = {row[0]: str(row[1]) for row in here.of("in_zone", 2)}
    owner = {row[0]: row[1] for row in here.of("owner", 2)}
    place = {row[0]: row[1].number for row in here.of("place", 2)}
    spoken = {fact: name for name, fact in STEPS.items()}
    step = next((spoken.get(row[0].name, "") for row in here.of("step", 1)), "")
    active = next((label(row[0]) for row in here.of("active", 1)), "")
    turn = next((f"turn {row[0]}, " for row in here.of("turn", 1)), "")
    lines = [f"{turn}{active}'s {step}"]
    for _, player in sorted((row[1].number, row[0]) for row in here.of("seat", 2)):
        held = {where: [o for o in zone if zone[o] == where and owner.get(o) == player] for where in _ZONES}
        life = next((row[1].number for row in here.of("life", 2) if row[0] == player), 20)
        more = [f"{row[2]} {_word(row[1])} mana" for row in here.of("mana", 3) if row[0] == player]
        more += [f"{row[2]} {_word(row[1])}" for row in here.of("player_counters", 3) if row[0] == player]
        more += [name for name in ("lost", "won") if [player] in [list(row) for row in here.of(name, 1)]]
        counts = f"hand {len(held['hand'])}, library {len(held['library'])}"
        lines.append(f"{label(player)}: {life} life, {counts}" + "".join(f", {text}" for text in more))
        for where in ("hand", "graveyard", "exile", "command"):
            if held[where]:
                in_order = sorted(held[where], key=lambda o: (place.get(o, 0), o))
                lines.append(f"  {where}: {', '.join(map(label, in_order))}")
        mine = [
            o for o in sorted(known) if zone.get(o) == "battlefield" and known[o].controller == label(player)
        ]
        lines += [f"  {_permanent(position, o, known[o])}" for o in mine]
    stack = sorted((place.get(o, 0), o) for o in zone if zone[o] == "stack")
    if stack:
        lines.append("stack, top first:")
        lines += [f"  {label(o)}{_targets(position, o)}" for _, o in reversed(stack)]
    return "\n".join(lines)


_ZONES = ("hand", "library", "graveyard", "exile", "command")


_LINKS = (
    ("damage", "damage {}"),
    ("attached_to", "on {}"),
    ("attacking", "attacking {}"),
    ("blocking", "blocking {}"),
)


def _word(symbol: Symbol) -> str:
    return str(symbol).strip('"').replace("_", " ")


def _permanent(position: Position, o: Symbol, one: Characteristics) -> str:
    size = f" {one.power}/{one.toughness}" if one.power is not None else ""
    return f"{position.names.label(o)}{size}" + "".join(f", {mark}" for mark in _marked(position, o))


def _marked(position: Position, o: Symbol) -> Iterator[str]:
    here, label = index(position.facts), position.names.label
    for name in _MARKS:
        if any(row[0] == o for row in here.of(name, 1)):
            yield name.replace("_", " ")
    for _, kind, number in (row for row in here.of("counters", 3) if row[0] == o):
        yield f"{number} {_word(kind)} counter{'' if number.number == 1 else 's'}"
    for name, told in _LINKS:
        for _, other in (row for row in here.of(name, 2) if row[0] == o):
            known = terms.is_object(other) or terms.is_player(other)
            yield told.format(label(other) if known else _word(other))
    if any(row[0] == o for row in here.of("blocked", 1)):
        yield "blocked"


def _targets(position: Position, o: Symbol) -> str:
    found = [row for row in index(position.facts).of("chosen_target", 4) if row[0] == o]
    names = [position.names.label(row[3]) for row in sorted(found, key=lambda row: list(row[1:3]))]
    return f" → {', '.join(names)}" if names else ""
