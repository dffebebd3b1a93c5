"""Builds tables for questions about targets, in the facts of asp/vocabulary.lp."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from clingo import Symbol, parse_term

from magistrate.bridge.positions.position import Position

Filter = Sequence[str]
"""Literals, as they are written in a program."""


@dataclass
class Table:
    """Collects facts. Objects and faces are numbered as they come."""

    players: int = 2
    lines: list[str] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    objects: int = 0

    def __post_init__(self) -> None:
        for n in range(1, self.players + 1):
            self.add(f"player(p({n}))", f"seat(p({n}),{n})", f"life(p({n}),20)")
            self.labels[f"p({n})"] = ("Alice", "Bob", "Carol", "Dave")[n - 1]
        self.add("active(p(1))", "step(precombat_main)", "turn(3)")

    def add(self, *facts: str) -> None:
        self.lines += facts

    def thing(
        self,
        name: str,
        types: str = "creature",
        *,
        colors: str = "",
        zone: str = "battlefield",
        player: int = 1,
        marks: Iterable[str] = (),
    ) -> str:
        """An object with a face of its own; `marks` are facts about it alone, such as tapped."""
        self.objects += 1
        o, c = f"o({self.objects})", f'c("{name}{self.objects}")'
        self.labels[o] = name
        self.add(f"object({o})", f"in_zone({o},{zone})", f"owner({o},p({player}))", f"face({o},{c})")
        self.add(f"timestamp({o},{self.objects})", f'face_name({c},"{name}")')
        if zone in ("battlefield", "stack"):
            self.add(f"base_controller({o},p({player}))")
        if zone == "stack":
            self.add(f"spell({o})")
        self.add(*(f"card_type({c},{t})" for t in types.split()))
        self.add(*(f"card_color({c},{k})" for k in colors.split()))
        if "creature" in types:
            self.add(f"card_power({c},2)", f"card_toughness({c},2)")
        self.add(*(f"{mark}({o})" for mark in marks))
        return o

    def face(self, thing: str) -> str:
        return next(line[5:-1].split(",", 1)[1] for line in self.lines if line.startswith(f"face({thing},"))

    def ability(self, thing: str, kind: str, text: str = "") -> str:
        """A further ability of an object's face."""
        c = self.face(thing)
        n = 1 + sum(line.startswith(f"ability({c},") for line in self.lines)
        ab = f"a({c},{n})"
        self.add(f"ability({c},{ab})", f"kind({ab},{kind})")
        if text:
            self.add(f'ability_text({ab},"{text}")')
        return ab

    def filter(self, ab: str, literals: Filter) -> str:
        n = 1 + len(
            {
                line.split(",")[0] + line
                for line in self.lines
                if line.startswith(f"filter(f({ab},") and ",1," in line
            }
        )
        n = 1
        while any(line.startswith(f"filter(f({ab},{n}),") for line in self.lines):
            n += 1
        f = f"f({ab},{n})"
        self.add(*(f"filter({f},{i},{literal})" for i, literal in enumerate(literals, 1)))
        return f

    def keyword(self, thing: str, keyword: str, argument: str | Filter | None = None) -> str:
        ab = self.ability(thing, "keyword")
        self.add(f"keyword({ab},{keyword})")
        if argument is not None:
            arg = argument if isinstance(argument, str) else self.filter(ab, argument)
            self.add(f"keyword({ab},{keyword},{arg})")
        return ab

    def target(self, ab: str, slot: int, literals: Filter, least: object = 1, most: object = 1) -> None:
        self.add(f"target({ab},{slot},{self.filter(ab, literals)},{least},{most})")

    @property
    def facts(self) -> frozenset[Symbol]:
        return frozenset(parse_term(line) for line in self.lines)

    @property
    def position(self) -> Position:
        return Position(frozenset({*self.facts, *(parse_term(line) for line in self._labels())}))

    def _labels(self) -> list[str]:
        return [
            f'player_name({term},"{name}")' if term.startswith("p(") else f'label({term},"{name}")'
            for term, name in self.labels.items()
        ]


CREATURE = ("zone(battlefield)", "type(creature)")
