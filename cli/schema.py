"""`magistrate schema`: the JSON Schema of position and ruling files."""

from __future__ import annotations

from magistrate.cli.common import YES, emit_json, finish


def schema() -> None:
    """JSON Schema of position and ruling files, for editors that complete and check YAML."""
    from magistrate.bridge.positions.schema import schema as made

    emit_json(made())
    finish(YES)
