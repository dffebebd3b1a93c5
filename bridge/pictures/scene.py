"""What a picture of a position shows: each player's permanents, and who attacks and blocks whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo import Symbol

from magistrate.bridge.positions.keys import STEPS
from magistrate.bridge.positions.names import split
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.characteristics import Characteristics, characteristics
from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS, Kind
from magistrate.bridge.records import Record

__all__ = ["Arrow", "Card", "Scene", "Side", "arrows_of", "scene"]

MARKS = ("tapped", "sick", "face_down", "phased_out", "flipped", "transformed", "token", "goaded")
ZONES = ("hand", "library", "graveyard", "exile", "command")
MOST = 60
"""No more cards than this are drawn for a player; how many more there are is said."""


class Card(Record):
    """A permanent, or `many` that look the same. `name` is what people call it, `beneath` the card's name
    where that is another. `size`: power and toughness; `marks`: counters and the like; `front`: it can fight
    or is attacked."""

    symbol: Symbol
    name: str
    beneath: str
    size: str
    marks: tuple[str, ...]
    keywords: tuple[str, ...]
    colors: tuple[str, ...]
    tapped: bool
    front: bool
    many: int = 1

    @property
    def title(self) -> str:
        """The card in a line."""
        head = self.name if self.many == 1 else f"{self.many} × {self.name}"
        named = f"{head} ({self.beneath})" if self.beneath else head
        return ", ".join([f"{named} {self.size}".strip(), *self.keywords, *self.marks])


class Side(Record):
    """A player with the permanents that they control. `left_out`: how many aren't drawn."""

    symbol: Symbol
    name: str
    told: str
    cards: tuple[Card, ...]
    left_out: int


class Arrow(Record):
    """From an attacker to what it attacks, or from a blocker to an attacker."""

    kind: Kind
    source: Symbol
    target: Symbol


class Scene(Record):
    """A position with declarations. `sides`: the active player last. `arrows`: all that can be shown; those
    of the position itself, numbers below `fixed`, always are."""

    title: str
    moment: str
    sides: tuple[Side, ...]
    arrows: tuple[Arrow, ...]
    fixed: int
    names: Mapping[Symbol, str]

    def said(self, shown: Iterable[int]) -> str:
        """Attacks and blocks in words."""
        together: defaultdict[tuple[str, Symbol], list[str]] = defaultdict(list)
        for number in sorted(set(shown) | set(range(self.fixed))):
            arrow = self.arrows[number]
            together["attack" if arrow.kind is ATTACKS else "block", arrow.target].append(
                self.names[arrow.source]
            )
        told = [
            f"{', '.join(some)} {verb}{'s' if len(some) == 1 else ''} {self.names[target]}"
            for (verb, target), some in together.items()
        ]
        return "; ".join(told) or "no attack"


def scene(position: Position, shown: Iterable[Arrow] = ()) -> Scene:
    """Read what there is to draw; `shown` are the arrows that may be asked for beside the position's own."""
    made = [Arrow(ATTACKS, *row) for row in position.about("attacking", 2)]
    made += [Arrow(BLOCKS, *row) for row in position.about("blocking", 2)]
    known = characteristics(position).on_battlefield
    label = position.names.label
    players = sorted((row[1].number, row[0]) for row in position.about("seat", 2))
    there = {one.symbol for one in known} | {p for _, p in players}
    arrows = [a for a in dict.fromkeys([*made, *shown]) if a.source in there and a.target in there]
    fixed = sum(arrow in arrows for arrow in dict.fromkeys(made))
    fighting = {o for arrow in arrows for o in (arrow.source, arrow.target)}
    active = next((row[0] for row in position.about("active", 1)), None)
    order = [p for _, p in players if p != active] + [p for _, p in players if p == active]
    marks = _marks(position)
    sides = []
    for p in order:
        mine = sorted((one for one in known if one.controller == label(p)), key=lambda one: one.symbol)
        cards = _alike(_card(one, marks, fighting) for one in mine)
        drawn = sorted(cards, key=lambda card: (not card.front, card.symbol not in fighting))[:MOST]
        left_out = sum(card.many for card in cards) - sum(card.many for card in drawn)
        sides.append(Side(p, label(p), _told(position, p), tuple(drawn), left_out))
    names = {o: label(o) for o in there}
    step = next((row[0].name for row in position.about("step", 1)), "")
    spoken = next((name for name, fact in STEPS.items() if fact == step), step.replace("_", " "))
    turn = next((f"turn {row[0]}, " for row in position.about("turn", 1)), "")
    moment = f"{turn}{label(active)}: {spoken}" if active is not None else f"{turn}{spoken}"
    on_board = {card.symbol for side in sides for card in side.cards} | {p for _, p in players}
    drawable = [a for a in arrows if a.source in on_board and a.target in on_board]
    fixed -= sum(a not in drawable for a in arrows[:fixed])
    return Scene(position.title or "", moment, tuple(sides), tuple(drawable), fixed, names)


def _card(one: Characteristics, marks: Mapping[Symbol, Sequence[str]], fighting: set[Symbol]) -> Card:
    sized = one.power is not None and one.toughness is not None
    told = tuple(mark for mark in marks.get(one.symbol, ()) if mark != "sick" or sized)
    plain = split(one.object)[0]
    return Card(
        symbol=one.symbol,
        name=one.object,
        beneath=one.name if one.name not in (plain, one.object) else "",
        size=f"{one.power}/{one.toughness}" if sized else "",
        marks=told,
        keywords=one.keywords,
        colors=one.colors,
        tapped="tapped" in told,
        front=sized or one.symbol in fighting,
    )


def _alike(cards: Iterable[Card]) -> list[Card]:
    """Cards that can't fight and look the same as one."""
    groups: dict[object, list[Card]] = {}
    for card in cards:
        name = split(card.name)[0]
        same = (name, card.beneath, card.size, card.marks, card.keywords, card.colors)
        groups.setdefault(card.symbol if card.front else same, []).append(card)
    out = []
    for first, *rest in groups.values():
        name = split(first.name)[0] if rest else first.name
        out.append(
            Card(
                first.symbol, name, first.beneath, first.size, first.marks, first.keywords,
                first.colors, first.tapped, first.front, 1 + len(rest),
            )
        )  # fmt: skip
    return out


def _marks(position: Position) -> dict[Symbol, list[str]]:
    label = position.names.label
    found: defaultdict[Symbol, list[str]] = defaultdict(list)
    for name in MARKS:
        for o in dict.fromkeys(row[0] for row in (*position.about(name, 1), *position.about(name, 2))):
            found[o].append(name.replace("_", " "))
    for o, kind, n in position.about("counters", 3):
        found[o].append(f"{n} {_word(kind)} counter{'' if n.number == 1 else 's'}")
    for o, n in position.about("damage", 2):
        found[o].append(f"damage {n}")
    for o, other in position.about("attached_to", 2):
        found[o].append(f"on {label(other)}")
        found[other].append(f"with {label(o)}")
    for o in dict.fromkeys(row[0] for row in position.about("blocked", 1)):
        found[o].append("blocked")
    return found


def _told(position: Position, p: Symbol) -> str:
    """What there is to say of a player."""
    parts: list[str] = [f"{row[1]} life" for row in position.about("life", 2) if row[0] == p]
    parts += [f"{row[2]} {_word(row[1])}" for row in position.about("player_counters", 3) if row[0] == p]
    owner = {row[0]: row[1] for row in position.about("owner", 2)}
    held = Counter(row[1].name for row in position.about("in_zone", 2) if owner.get(row[0]) == p)
    parts += [f"{zone} {held[zone]}" for zone in ZONES if held[zone]]
    parts += list(_states(position, p))
    return ", ".join(parts)


def _states(position: Position, p: Symbol) -> Iterator[str]:
    for name in ("monarch", "initiative", "lost", "won"):
        if [p] in position.about(name, 1):
            yield name


def _word(symbol: Symbol) -> str:
    return str(symbol).strip('"').replace("_", " ")


def arrows_of(position: Position, kind: Kind, named: Mapping[str, Sequence[str] | str]) -> list[Arrow]:
    """The arrows of a declaration that is given in the names that the position tells."""
    label = position.names.label
    objects = {label(row[0]): row[0] for row in position.about("object", 1)}
    players = {label(row[0]): row[0] for row in position.about("player", 1)}
    goals = {**objects, **players} if kind is ATTACKS else objects
    return [
        Arrow(kind, objects[source], goals[target])
        for source, targets in named.items()
        for target in ([targets] if isinstance(targets, str) else targets)
        if source in objects and target in goals
    ]
