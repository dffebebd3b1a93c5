"""Settings for all tests: hypothesis profiles, and no card database but the test's own."""

from __future__ import annotations

import gc
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from magistrate.bridge.cards.importing import import_cards
from magistrate.bridge.positions import compiled

# Random cases a property test tries. MAGISTRATE_PROFILE=ci: 2,000; MAGISTRATE_EXAMPLES=100000: a long run.
EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "100"))
settings.register_profile("default", max_examples=EXAMPLES, deadline=None, print_blob=True)
settings.register_profile("ci", max_examples=2000, deadline=None, derandomize=True, database=None)
PROFILE = os.environ.get("MAGISTRATE_PROFILE", "default")
settings.load_profile(PROFILE)

SHARE = int(os.environ.get("MAGISTRATE_SHARE", "7" if PROFILE == "ci" else "1"))
"""One ruling in so many is carried out, chosen by its name; `magistrate verify tests/rulings` runs all."""

# Card texts and rules are kept for good: looking through them again and again takes a tenth of the time.
gc.set_threshold(100_000, 20, 50)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the rulings that aren't in the share."""

    def left_out(item: pytest.Item) -> bool:
        return item.path.suffix == ".yaml" and zlib.crc32(item.nodeid.encode()) % SHARE != 0

    out = [item for item in items if left_out(item)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if not left_out(item)]


@pytest.fixture(scope="session")
def no_cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card database without cards."""
    path = tmp_path_factory.mktemp("cards") / "cards.db"
    import_cards([], path)
    return path


@pytest.fixture(autouse=True)
def own_cards(no_cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a user has imported must not change a test."""
    monkeypatch.setenv("MAGISTRATE_CARDS", str(no_cards))


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for compiled cards; what this process knew of them is forgotten."""
    monkeypatch.setenv("MAGISTRATE_CACHE", str(tmp_path / "cache"))
    compiled.cache_folder.cache_clear()
    compiled._KEPT.clear()
    yield tmp_path / "cache"
    compiled.cache_folder.cache_clear()
