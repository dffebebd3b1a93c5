"""Draws a board as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from magistrate.bridge.pictures.layout import Box, Layout, Line, Point, lay_out
from magistrate.bridge.pictures.lettering import safe
from magistrate.bridge.pictures.scene import Scene
from magistrate.bridge.questions.declarations import ATTACKS

__all__ = ["board_css", "drawing", "file", "inline"]

WIDE = 8
COLORS = ("white", "blue", "black", "red", "green")
CORNER = 8.0


@cache
def board_css() -> str:
    """How boards look, in light and dark."""
    return files(__package__).joinpath("board.css").read_text(encoding="utf-8")


def file(scene: Scene, shown: Iterable[int]) -> str:
    """The text of an SVG file, with these arrows and the position's own."""
    style = f"<style>{safe_css(board_css())}</style>"
    visible = frozenset(shown) | frozenset(range(scene.fixed))
    drawn = drawing(scene, visible, WIDE, "board", style=style, every=False, standalone=True)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + drawn + "\n"


def inline(scene: Scene, shown: Iterable[int], columns: int, name: str, css_class: str) -> str:
    """A board for a page: all arrows are there, those that aren't shown hidden. `name` begins its ids."""
    visible = frozenset(shown) | frozenset(range(scene.fixed))
    return drawing(scene, visible, columns, name, css_class=css_class)


def safe_css(text: str) -> str:
    """A style sheet for between tags in XML."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def drawing(
    scene: Scene,
    visible: frozenset[int],
    columns: int,
    name: str,
    *,
    style: str = "",
    css_class: str = "",
    every: bool = True,
    standalone: bool = False,
) -> str:
    """The board as an element. `columns`: at most so many cards in a row; `every`: hidden arrows too;
    `standalone`: with the namespace, which HTML does without."""
    layout = lay_out(scene, columns)
    wide, high = _n(layout.width), _n(layout.height)
    title = safe(scene.title or scene.moment)
    space = ' xmlns="http://www.w3.org/2000/svg"' if standalone else ""
    names = " ".join(filter(None, ("mg-board", css_class)))
    parts = [
        f'<svg{space} width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" class="{names}" role="img"'
        f' aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{title}</title>',
        f'<desc id="{name}-desc">{safe(f"{scene.moment}. {scene.said(visible)}.")}</desc>',
        style,
        f"<defs>{_head(name, 'attack')}{_head(name, 'block')}</defs>",
        f'<rect class="mg-ground" width="{wide}" height="{high}" rx="8"/>',
        *map(_box, layout.boxes),
        *map(_line, layout.lines),
        *_arrows(scene, layout, visible, name, every),
        *(_line(line) for box in layout.boxes if box.card is None for line in box.lines),
        "</svg>",
    ]
    return "\n".join(filter(None, parts))


def _head(name: str, kind: str) -> str:
    size = 'markerWidth="13" markerHeight="13" markerUnits="userSpaceOnUse"'
    head = f'<path class="mg-{kind}-head" d="M0 1 10 5 0 9z"/>'
    place = 'viewBox="0 0 10 10" refX="9" refY="5" orient="auto"'
    return f'<marker id="{name}-{kind}" {place} {size}>{head}</marker>'


def _box(box: Box) -> str:
    x, y, wide, high = map(_n, (box.x, box.y, box.width, box.height))
    title = f"<title>{safe(box.title)}</title>"
    if box.card is None:
        face = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="6"/>'
        return f'<g class="mg-player">{title}{face}</g>'
    tapped = box.card.tapped
    face = f'<rect class="mg-face" x="{x}" y="{y}" width="{wide}" height="{high}" rx="6"/>'
    turned = ""
    if tapped:
        turned = f' transform="rotate(3 {_n(box.x + box.width / 2)} {_n(box.y + box.height / 2)})"'
    texts = "".join(map(_line, box.lines))
    return (
        f'<g class="mg-card{" mg-tapped" if tapped else ""}"{turned}>{title}{face}{_stripe(box)}{texts}</g>'
    )


def _stripe(box: Box) -> str:
    """The card's colours."""
    assert box.card is not None
    colors = [color for color in COLORS if color in box.card.colors] or ["none"]
    wide = (box.width - 12) / len(colors)
    return "".join(
        f'<rect class="mg-{color}" x="{_n(box.x + 6 + i * wide)}" y="{_n(box.y + 4)}" width="{_n(wide)}"'
        ' height="4"/>'
        for i, color in enumerate(colors)
    )


def _line(line: Line) -> str:
    return f'<text class="mg-{line.style}" x="{_n(line.x)}" y="{_n(line.y)}">{safe(line.text)}</text>'


def _arrows(scene: Scene, layout: Layout, visible: frozenset[int], name: str, every: bool) -> Iterable[str]:
    for number, (arrow, way) in enumerate(zip(scene.arrows, layout.ways, strict=True)):
        if number not in visible and not every:
            continue
        kind = "attack" if arrow.kind is ATTACKS else "block"
        verb = "attacks" if kind == "attack" else "blocks"
        told = safe(f"{scene.names[arrow.source]} {verb} {scene.names[arrow.target]}")
        hidden = "" if number in visible else " mg-off"
        path = _path(way)
        yield (
            f'<g class="mg-arrow mg-{kind}{hidden}" data-arrow="{number}"><title>{told}</title>'
            f'<path class="mg-halo" d="{path}"/>'
            f'<path class="mg-way" d="{path}" marker-end="url(#{name}-{kind})"/></g>'
        )


def _path(points: tuple[Point, ...]) -> str:
    """A way with rounded corners."""
    first, *rest = points
    out = [f"M{_n(first[0])} {_n(first[1])}"]
    for here, corner, there in zip(points, points[1:], points[2:], strict=False):
        a, b = _towards(corner, here), _towards(corner, there)
        out.append(f"L{_n(a[0])} {_n(a[1])}Q{_n(corner[0])} {_n(corner[1])} {_n(b[0])} {_n(b[1])}")
    out.append(f"L{_n(rest[-1][0])} {_n(rest[-1][1])}")
    return "".join(out)


def _towards(corner: Point, other: Point) -> Point:
    dx, dy = other[0] - corner[0], other[1] - corner[1]
    long = (dx * dx + dy * dy) ** 0.5
    share = min(CORNER / long, 0.5) if long else 0.0
    return corner[0] + dx * share, corner[1] + dy * share


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
