"""`magistrate program QUESTION FILE`: the program and facts that clingo alone turns into the same answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from magistrate.bridge.errors import MagistrateError, Place
from magistrate.cli.common import YES, Cards, PositionFile, Strict, TimeLimit, emit, finish
from magistrate.cli.common import report_unmodelled as report

if TYPE_CHECKING:
    from clingo import Symbol

    from magistrate.bridge.positions.position import Position

SHOWN = {
    "characteristics": [
        "name/2",
        "controller/2",
        "type/2",
        "supertype/2",
        "subtype/2",
        "color/2",
        "power/2",
        "toughness/2",
        "has/3",
        "has_keyword/2",
    ],
    "attacks": ["attack/2"],
    "blocks": ["block/2"],
    "targets": ["pick/3", "choose/2"],
}
QUESTIONS = (*SHOWN, "layers")

USAGE = (
    "The whole program with the facts of one position, grounded step by step in a mode of clingo's own:",
    "    clingo PROGRAM.lp 0",
    "`python -m clingo` lacks that mode; with nothing but the Python package this does the same:",
    "    python -c 'import sys; from clingo.application import *;"
    ' clingo_main(type("Clingo", (Application,), {})(), sys.argv[1:])\' PROGRAM.lp 0',
)


def program(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help=f"One of {', '.join(QUESTIONS)}.")],
    file: PositionFile,
    what: Annotated[
        str | None, typer.Option("--for", metavar="CARD", help="With targets: the spell, or whose ability.")
    ] = None,
    database: Cards = None,
    strict: Strict = False,
    time_limit: TimeLimit = 60,
) -> None:
    """The program and facts that clingo alone turns into the same answer.

    Its first lines say how it is run. Attacks and blocks hold the maximum of requirements as it was found.
    """
    from magistrate.bridge import plain
    from magistrate.bridge.cards.database import CardDatabase
    from magistrate.bridge.positions.position import Position
    from magistrate.bridge.unmodelled import unmodelled

    if question not in QUESTIONS:
        raise MagistrateError(f"there is no question {question!r}; there are {', '.join(QUESTIONS)}")
    if what is not None and question != "targets":
        raise MagistrateError(f"--for belongs to targets, not to {question}")
    asked = "characteristics" if question == "layers" else question
    with CardDatabase.open(database) as cards:
        position = Position.load(str(file), cards)
    report(unmodelled(position), strict=strict)
    facts, comments = position.facts, list(USAGE)
    extra: list[Symbol] = []
    more: list[tuple[str, list[Symbol]]] = []
    if asked in ("attacks", "blocks"):
        most = _maximum(position, asked, time_limit)
        if most is not None:
            more.append(most)
            comments.append(
                "Of the requirements as many are obeyed as can be at once; that number was sought before."
            )
    elif asked == "targets":
        facts, extra = _targets(position, what)
    emit(plain.text(asked, facts, extra=extra, more=more, show=SHOWN[asked], comments=comments).rstrip())
    finish(YES)


def _maximum(position: Position, question: str, time_limit: float) -> tuple[str, list[Symbol]] | None:
    from clingo import Number

    from magistrate.bridge.questions.declarations import ATTACKS, BLOCKS
    from magistrate.bridge.questions.listing import legal_declarations

    kind = next(kind for kind in (ATTACKS, BLOCKS) if kind.question == question)
    most = legal_declarations(kind, position.facts, time_limit=time_limit or None).requirements.maximum
    return ("at_least", [Number(most)]) if most else None


def _targets(position: Position, what: str | None) -> tuple[frozenset[Symbol], list[Symbol]]:
    from clingo import Function

    from magistrate.bridge.questions.proposal import propose

    if what is None:
        raise MagistrateError("targets of what? Say --for CARD")
    asked = propose(position.facts, position.names.object(what, Place("--for")))
    return asked.facts, [Function("asking", [asked.asking])]
