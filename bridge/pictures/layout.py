"""Where the parts of a board stand, and the ways of its arrows.

Each player has rows of cards on one grid of columns, those that fight next to the middle. The active player
is at the bottom, all others above, each over a strip with the player's name. Arrows that have rows of cards
to pass go through the gaps between columns, which lie above each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from clingo import Symbol

from magistrate.bridge.pictures.lettering import broken, width
from magistrate.bridge.pictures.scene import Arrow, Card, Scene, Side
from magistrate.bridge.questions.declarations import ATTACKS
from magistrate.bridge.records import Record

__all__ = ["Box", "Layout", "Line", "lay_out"]

CARD = 114.0
GAP = 16.0
MARGIN = 4.0
PAD = 6.0
ROW_GAP = 18.0
MIDDLE = 84.0
BETWEEN = 30.0
NAME_SIZE, SMALL_SIZE, SIZE_SIZE, STRIP_SIZE = 12.0, 10.5, 14.0, 13.0
BOLD = 1.08
"""Bold letters are wider."""
LANES = 3
LEAST = 4
"""A board is as wide as so many cards, where it may be."""

Point = tuple[float, float]


class Line(Record):
    """A line of text: where its baseline begins, and in which lettering (name, small, size, strip)."""

    text: str
    x: float
    y: float
    style: str


class Box(Record):
    """A rectangle on the board with its texts; `card` None: a player's strip. `row` counts from the top."""

    symbol: Symbol
    x: float
    y: float
    width: float
    height: float
    row: int
    card: Card | None
    title: str
    lines: tuple[Line, ...]


class Layout(Record):
    """A board laid out: its size, its boxes, further lines of text, and the way of each arrow of the
    scene."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    ways: tuple[tuple[Point, ...], ...]


def lay_out(scene: Scene, columns: int) -> Layout:
    """Lay a board out with at most so many cards in a row."""
    rows = [row for side in scene.sides for row in _rows(side, columns)]
    used = max([min(columns, LEAST), *map(len, rows)])
    grid = _Grid(used)
    for place, side in enumerate(scene.sides):
        last = place == len(scene.sides) - 1
        if last and place:
            grid.y += MIDDLE - ROW_GAP
        elif place:
            grid.y += BETWEEN - ROW_GAP
        grid.side(side, columns, upside=last)
    boxes = {box.symbol: box for box in grid.boxes}
    return Layout(
        width=grid.width,
        height=grid.y - ROW_GAP + MARGIN,
        boxes=tuple(grid.boxes),
        lines=tuple(grid.lines),
        ways=tuple(_ways(scene.arrows, boxes, grid)),
    )


def _rows(side: Side, columns: int) -> list[list[Card]]:
    """The rows of a player's cards, those that can't fight last."""
    rows: list[list[Card]] = []
    for front in (True, False):
        cards = [card for card in side.cards if card.front is front]
        rows += [cards[i : i + columns] for i in range(0, len(cards), columns)]
    return rows


class _Grid:
    """Puts rows below each other."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.width = 2 * MARGIN + columns * CARD + (columns + 1) * GAP
        self.y = MARGIN
        self.row = 0
        self.boxes: list[Box] = []
        self.lines: list[Line] = []

    def gaps(self) -> list[float]:
        """The middle of each gap between columns, and at the edges."""
        return [MARGIN + GAP / 2 + i * (CARD + GAP) for i in range(self.columns + 1)]

    def side(self, side: Side, columns: int, *, upside: bool) -> None:
        """A player's rows and strip; `upside`: the middle is above."""
        rows = _rows(side, columns)
        for row in rows if upside else reversed(rows):
            self.cards(row)
        if side.left_out:
            many = f"{side.left_out:,} more permanent{'' if side.left_out == 1 else 's'} not drawn"
            self.lines.append(Line(many, MARGIN + GAP, self.y + 4, "small"))
            self.y += SMALL_SIZE + ROW_GAP
        self.strip(side)

    def strip(self, side: Side) -> None:
        """The strip with a player's name."""
        x = MARGIN
        wide = self.width - 2 * x
        told = f"{side.name}: {side.told}" if side.told else side.name
        texts = broken(told, STRIP_SIZE * BOLD, wide - 2 * PAD, 3)
        step = STRIP_SIZE * 1.3
        lines = [
            Line(text, x + PAD, self.y + PAD + step * (i + 0.8), "strip") for i, text in enumerate(texts)
        ]
        high = 2 * PAD + step * len(texts)
        self.boxes.append(Box(side.symbol, x, self.y, wide, high, self.row, None, told, tuple(lines)))
        self.next(high)

    def cards(self, cards: Sequence[Card]) -> None:
        """A row of cards, about in the middle."""
        texts = [_texts(card) for card in cards]
        high = max(y + 2 * PAD for _, y in texts)
        before = (self.columns - len(cards)) // 2
        for i, (card, (lines, _)) in enumerate(zip(cards, texts, strict=True)):
            x = MARGIN + GAP + (before + i) * (CARD + GAP)
            moved = [Line(one.text, x + one.x, self.y + one.y, one.style) for one in lines]
            if card.size:
                wide = width(card.size, SIZE_SIZE)
                moved.append(Line(card.size, x + CARD - PAD - wide, self.y + high - PAD - 2, "size"))
            self.boxes.append(
                Box(card.symbol, x, self.y, CARD, high, self.row, card, card.title, tuple(moved))
            )
        self.next(high)

    def next(self, high: float) -> None:
        """Go on below."""
        self.y += high + ROW_GAP
        self.row += 1


def _texts(card: Card) -> tuple[list[Line], float]:
    """The texts of a card from its corner, and how high they are."""
    room = CARD - 2 * PAD
    lines: list[Line] = []
    y = PAD + 5  # below the stripe of colours
    name = card.name if card.many == 1 else f"{card.many} × {card.name}"
    below = [(card.beneath, 2)] if card.beneath else []
    below += [(", ".join(card.keywords), 4)] if card.keywords else []
    below += [(mark, 2) for mark in card.marks]
    for text in broken(name, NAME_SIZE * BOLD, room, 2):
        y += NAME_SIZE * 1.2
        lines.append(Line(text, PAD, y - 2, "name"))
    for told, most in below[:8]:
        for text in broken(told, SMALL_SIZE, room, most):
            y += SMALL_SIZE * 1.25
            lines.append(Line(text, PAD, y - 1, "small"))
    if len(below) > 8:
        y += SMALL_SIZE * 1.25
        lines.append(Line(f"and {len(below) - 8:,} more", PAD, y - 1, "small"))
    return lines, y + (SIZE_SIZE * 1.3 if card.size else 0)


def _ways(arrows: Iterable[Arrow], boxes: dict[Symbol, Box], grid: _Grid) -> Iterable[tuple[Point, ...]]:
    arrows = list(arrows)
    into: defaultdict[Symbol, list[int]] = defaultdict(list)
    for number, arrow in enumerate(arrows):
        if arrow.kind is not ATTACKS:
            into[arrow.target].append(number)
    for number, arrow in enumerate(arrows):
        source, target = boxes[arrow.source], boxes[arrow.target]
        if arrow.kind is ATTACKS:
            at_source, at_target = 0.2, 0.5
        else:
            among = into[arrow.target]
            at_source, at_target = 0.5, 0.4 + 0.5 * (among.index(number) + 1) / (len(among) + 1)
        yield _way(source, target, at_source, at_target, grid, (number % LANES - (LANES - 1) / 2) * 4)


def _way(
    source: Box, target: Box, at_source: float, at_target: float, grid: _Grid, lane: float
) -> tuple[Point, ...]:
    """The corners of an arrow's way."""
    down = source.row < target.row
    begin = source.x + source.width * at_source, source.y + (source.height if down else 0)
    rows = sorted((source.row, target.row))
    passed = [box for box in grid.boxes if rows[0] < box.row < rows[1] and box.card is not None]
    edge = target.y + (0 if down else target.height)
    end = (target.x + target.width * at_target, edge)
    if target.card is None:  # a strip is met where the arrow comes from
        end = (begin[0], edge)
    if source.row == target.row:
        top = source.y - ROW_GAP * 0.6
        return begin, (begin[0], top), (end[0], top), (end[0], target.y)
    if not passed:
        return begin, end
    middle = (begin[0] + end[0]) / 2
    gap = min(grid.gaps(), key=lambda x: abs(x - middle) + abs(x - begin[0]) / 4) + lane
    sign = 1 if down else -1
    first = min(b.y for b in passed) if down else max(b.y + b.height for b in passed)
    last = max(b.y + b.height for b in passed) if down else min(b.y for b in passed)
    turn = begin[1] + sign * (ROW_GAP / 2 + lane / 2)
    if (first - turn) * sign > ROW_GAP:
        turn = first - sign * (ROW_GAP / 2 + lane / 2)
    if target.card is None:
        return begin, (begin[0], turn), (gap, turn), (gap, edge)
    after = last + sign * ROW_GAP / 2
    if abs(edge - after) < ROW_GAP:
        return begin, (begin[0], turn), (gap, turn), (gap, after), (end[0], after), end
    return begin, (begin[0], turn), (gap, turn), (gap, after), end
