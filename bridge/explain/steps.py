"""Moves as people write them in a step: `{"cast": {"card": "Jolt", "with": ["kicker"]}}`, `cast: Jolt`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clingo import Symbol

from magistrate.bridge.game.moves import Move
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.index import index

__all__ = ["ability_text", "line", "quoted", "step", "text"]


def step(position: Position, move: Move) -> dict[str, Any]:
    """A move as a step of a ruling file has it; what is left out there is decided later."""
    names = position.names
    here = index(position.facts)
    faces = {row[0]: row[1].string for row in here.of("face_name", 2)}
    label = names.label(move.what)
    shown = here.second("face", move.what)
    half = " // " in label and not move.with_
    if move.face is not None and (move.face != shown or half) and move.face in faces:
        label = faces[move.face]
    if move.kind == "activate":
        said = ability_text(position, move.ability)
        return {"activate": {"of": label, "ability": said} if said else {"of": label}}
    if move.kind == "special":
        return {"special": {str(move.action).replace("_", " "): label}}
    if move.with_:
        return {move.kind: {"card": label, "with": [_way(position, one) for one in move.with_]}}
    return {move.kind: label}


def _way(position: Position, way: str | Symbol) -> str | dict[str, str]:
    """A way of casting by its name, with the object that it names."""
    if isinstance(way, str):
        return way
    return {way.name.replace("_", " "): position.names.label(way.arguments[0])}


def line(position: Position, move: Move) -> str:
    """The same on one line, as `play` and `check` read it."""
    return text(step(position, move))


def text(one: Mapping[str, Any]) -> str:
    """A step on one line."""
    return _written(one, outside=True)


def ability_text(position: Position, ability: Symbol | int | str | None) -> str:
    """The text of an ability; nothing where it has none of its own."""
    found = index(position.facts).of("ability_text", 2)
    return next((row[1].string for row in found if row[0] == ability), "")


def _written(value: Any, outside: bool = False) -> str:
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key}: {_written(one)}" for key, one in value.items())
        return inside if outside else f"{{{inside}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return quoted(str(value))


def quoted(text: str) -> str:
    """A text as YAML has it on a line: in quotes where they are needed."""
    if not any(mark in text for mark in ":{}[],\"#'&*!|>%@`\n"):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
