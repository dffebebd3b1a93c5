"""Settings for all tests: hypothesis profiles, and no card database but the test's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How many random boards a property test tries: `--hypothesis-profile NAME`, or MAGISTRATE_EXAMPLES=100000.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile(
    "default", max_examples=int(os.environ.get("MAGISTRATE_EXAMPLES", "100")), **_COMMON
)
settings.register_profile("ci", max_examples=2000, derandomize=True, **_COMMON)
settings.load_profile("default")


@pytest.fixture(autouse=True)
def own_cards(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point the card database to a place that is empty: what a user has imported must not change a test."""
    path = tmp_path_factory.mktemp("cards") / "cards.db"
    monkeypatch.setenv("MAGISTRATE_CARDS", str(path))
    return path
