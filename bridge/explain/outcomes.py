"""Outcomes of a combat, and declarations that are given by names, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from magistrate.bridge.combat.outcome import Outcome

__all__ = ["arrows", "beside", "chosen_beside", "names", "totals", "witness"]


def names(some: Sequence[str]) -> str:
    """Names, each once, with how often it occurs."""
    counted: dict[str, int] = {}
    for name in some:
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(name if n == 1 else f"{n} × {name}" for name, n in counted.items()) or "nothing"


def totals(one: Outcome) -> str:
    """What comes out beside deaths: life first."""
    lives = [f"{player} {n}" for player, n in one.life.items()]
    return ", ".join([*lives, *beside(one)])


def beside(one: Outcome) -> list[str]:
    """What comes out beside deaths and life."""
    parts = [f"{player} poison {n}" for player, n in one.poison.items()]
    parts += [f"{name} {n} left" for name, n in one.loyalty.items()]
    parts += [f"{name} {n:+} {kind}" for name, kind, n in one.counters]
    parts += [f"{name} regenerates" for name in one.regenerates]
    parts += [f"{name} leaves" for name in one.leaves]
    parts += [f"{player} loses" for player in one.lost]
    return parts


def arrows(pairs: Mapping[str, Sequence[str] | str]) -> str:
    """`bear → ogre, elf → ogre + imp`; empty for none."""
    return ", ".join(
        f"{name} → {some if isinstance(some, str) else ' + '.join(some)}" for name, some in pairs.items()
    )


def chosen_beside(given: Mapping[str, Mapping[str, bool | Sequence[str]]]) -> list[str]:
    """What is chosen beside an attack: `ogre is exerted`, `ogre enlists bear`."""
    return [
        f"{who} is {word}ed" if isinstance(what, bool) else f"{who} {word}s {', '.join(what)}"
        for who, words in given.items()
        for word, what in words.items()
    ]


def witness(one: Outcome) -> str:
    """The declarations that lead to an outcome."""
    told = []
    if one.attack is not None:
        told.append(", ".join([arrows(one.attack) or "no attack", *chosen_beside(one.beside)]))
    if one.witness or one.attack is None or one.attack:
        told.append(arrows(one.witness) or "no block")
    return "; ".join(told)
