"""Settings for all tests: hypothesis profiles, and no card database but the test's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from magistrate.bridge.cards.importing import import_cards

# How many random boards a property test tries: `--hypothesis-profile NAME`, or MAGISTRATE_EXAMPLES=100000.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile(
    "default", max_examples=int(os.environ.get("MAGISTRATE_EXAMPLES", "100")), **_COMMON
)
settings.register_profile("ci", max_examples=2000, derandomize=True, **_COMMON)
settings.load_profile("default")


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
