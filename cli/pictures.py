"""The options that draw an answer: --svg and --html."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from magistrate.bridge.errors import MagistrateError
from magistrate.cli.common import note
from magistrate.cli.parameters import Option

if TYPE_CHECKING:
    from pathlib import Path

    from magistrate.bridge.pictures.page import Page

Svg = Annotated[
    "Path | None",
    Option("--svg", metavar="FILE", help="Draw the board with attack and block.", show_default=False),
]
Html = Annotated[
    "Path | None",
    Option("--html", metavar="FILE", help="Write the answer as a page, with its board.", show_default=False),
]


class Pictures:
    """Where the pictures of an answer go. `source`: the file that is asked about, which isn't written over.

    Raises `MagistrateError` when nothing can be written there, before there is an answer to be lost.
    """

    def __init__(self, svg: Path | None, html: Path | None, source: str) -> None:
        self.svg, self.html = svg, html
        if svg is None and html is None:
            return
        import os

        from magistrate.bridge.pictures.files import check_place

        for path in (svg, html):
            if path is not None:
                check_place(path, source)
        if svg is not None and html is not None and os.path.realpath(svg) == os.path.realpath(html):
            raise MagistrateError(f"--svg and --html would both write {svg}")

    def write(self, make: Callable[[bool], Page]) -> None:
        """Write what was asked for. `make` tells what is to be seen, and isn't called for nothing; it is told
        whether anybody will read more than the board."""
        if self.svg is None and self.html is None:
            return
        from magistrate.bridge.pictures.files import write
        from magistrate.bridge.pictures.page import render
        from magistrate.bridge.pictures.svg import file

        page = make(self.html is not None)
        if self.svg is not None:
            write(self.svg, file(page.scene, page.shown))
            note(f"wrote {self.svg}")
        if self.html is not None:
            write(self.html, render(page))
            note(f"wrote {self.html}")
