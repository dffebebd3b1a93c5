"""Settings for all tests: hypothesis profiles, and no card database but the test's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from magistrate.bridge.cards.importing import import_cards

# Random cases a property test tries. MAGISTRATE_PROFILE=ci: 2,000; MAGISTRATE_EXAMPLES=100000: a long run.
EXAMPLES = int(os.environ.get("MAGISTRATE_EXAMPLES", "100"))
settings.register_profile("default", max_examples=EXAMPLES, deadline=None, print_blob=True)
settings.register_profile("ci", max_examples=2000, deadline=None, derandomize=True, database=None)
settings.load_profile(os.environ.get("MAGISTRATE_PROFILE", "default"))


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
