"""The table of commands: where each one is, and the line about it in `magistrate --help`.

A command is a function whose annotations tell its parameters, in a module of its own, or a `typer.Typer`
for a group of commands. Only the module of the command that was asked for is imported.
"""

from __future__ import annotations

import os

from magistrate.bridge.records import Record

POSITION = "Ask about a position"
RULINGS = "Rulings and games"
CARDS = "Cards and rules"


class Entry(Record):
    """`target` is `module:attribute`, the module one of `magistrate.cli`; `panel` the heading in `--help`."""

    target: str
    help: str
    panel: str

    @property
    def module(self) -> str:
        return self.target.partition(":")[0]

    @property
    def attribute(self) -> str:
        return self.target.partition(":")[2]

    @property
    def quick(self) -> bool:
        """Whether plain command lines are read without typer: where the answer takes no longer than typer."""
        return self.panel == POSITION


TABLE: dict[str, Entry] = {
    "check": Entry("check:check", "Is this one move legal, and if not every rule against it.", POSITION),
    "legal": Entry("legal:legal", "Everything the player with priority may do.", POSITION),
    "attacks": Entry("attacks:attacks", "All legal declarations of attackers.", POSITION),
    "blocks": Entry("blocks:blocks", "All legal declarations of blockers.", POSITION),
    "targets": Entry(
        "targets:targets", "Legal targets of a spell or ability, and why others aren't.", POSITION
    ),
    "layers": Entry("layers:layers", "What everything is, layer by layer, with dependencies.", POSITION),
    "replacements": Entry(
        "replacements:replacements", "Every order of replacement effects and what comes out.", POSITION
    ),
    "combat": Entry(
        "combat:combat", "Every outcome of this combat; what surely and possibly dies.", POSITION
    ),
    "facts": Entry("facts:facts", "The facts of a position, as plain clingo reads them.", POSITION),
    "program": Entry(
        "program:program", "The program that plain clingo turns into the same answer.", POSITION
    ),
    "verify": Entry("verify:verify", "Run ruling files and folders, like a test runner.", RULINGS),
    "run": Entry("run:run", "Carry out the steps of a file; print log and position.", RULINGS),
    "play": Entry("play:play", "Play on from a position, interactively.", RULINGS),
    "schema": Entry("schema:schema", "JSON Schema of position and ruling files.", RULINGS),
    "cards": Entry("cards:app", "Import, show and measure cards.", CARDS),
    "rules": Entry("rules:rules", "Where a rule is encoded, and which rulings test it.", CARDS),
}


def available() -> dict[str, Entry]:
    """The entries whose module is there, in the order of the table."""
    here = set(os.listdir(os.path.dirname(__file__)))
    return {name: entry for name, entry in TABLE.items() if f"{entry.module}.py" in here}
