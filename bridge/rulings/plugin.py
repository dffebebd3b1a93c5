"""The pytest plugin: ruling files as tests, one item a file.

It is loaded by every pytest run where magistrate is installed, so it imports nothing but pytest until
there is a ruling to run, and collects only what it is told to:

- files of the folders named by the ini option `magistrate_rulings` (relative to the ini file), such as

      [tool.pytest.ini_options]
      magistrate_rulings = ["tests/rulings"]

- files named on pytest's own command line: `pytest rulings/menace.yaml`.

In both cases only `*.yaml` and `*.yml` that have `steps`. `magistrate_strict = true` makes abilities that
aren't modelled a failure; `magistrate_cards` names a card database.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from magistrate.bridge.rulings.model import Result

SUFFIXES = (".yaml", ".yml")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The ini options."""
    parser.addini(
        "magistrate_rulings",
        "Folders whose *.yaml files with steps are rulings to run.",
        type="paths",
        default=[],
    )
    parser.addini(
        "magistrate_strict",
        "Whether a ruling with abilities that aren't modelled fails.",
        type="bool",
        default=False,
    )
    parser.addini("magistrate_cards", "Card database for rulings.", type="string", default="")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take a file when it is a ruling and was asked for."""
    if file_path.suffix not in SUFFIXES:
        return None
    if not (parent.session.isinitpath(file_path) or _inside(file_path, parent.config)):
        return None
    from magistrate.bridge.rulings.files import is_ruling

    if not is_ruling(file_path):
        return None
    return RulingFile.from_parent(parent, path=file_path)


def _inside(path: Path, config: pytest.Config) -> bool:
    return any(path.is_relative_to(folder) for folder in config.getini("magistrate_rulings"))


class RulingFile(pytest.File):
    """A ruling file, with its only item."""

    def collect(self) -> Iterable[pytest.Item]:
        """The ruling."""
        yield RulingItem.from_parent(self, name=self.path.stem)


class RulingFailure(Exception):
    """A ruling that didn't pass."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.verdict.value)
        self.result = result


class RulingItem(pytest.Item):
    """A ruling: passes when every step comes out as expected."""

    def runtest(self) -> None:
        """Run it."""
        from magistrate.bridge.rulings import files

        cards = self.config.getini("magistrate_cards")
        options = files.Options(Path(cards) if cards else None, bool(self.config.getini("magistrate_strict")))
        (result,) = files.verify([self.path], options)
        if not result.passed:
            raise RulingFailure(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str | Any:
        """What `magistrate verify` says about it."""
        if isinstance(excinfo.value, RulingFailure):
            from magistrate.bridge.rulings import report

            return "\n".join(report.failure(excinfo.value.result))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands, and what to call it."""
        return self.path, None, self.name
