"""Broken card text neither stops the compiler nor holds it up; gaps are told with their lines."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from mutations import CORPUS, mutants, own_faces, printed_cards

from magistrate.bridge.oracle import compile_face
from magistrate.bridge.records import replace

TEXTS = int(os.environ.get("MAGISTRATE_EXAMPLES", "300"))
"""How many texts; 10,000 for a long run, MAGISTRATE_FIRST_SEED for other ones."""
SEED = int(os.environ.get("MAGISTRATE_FIRST_SEED", "0"))
SECONDS = 2.0
"""Processor time that a text may take: a hundred times what the slowest printed one takes."""
MEGABYTES = 200
"""What compiling all of them may add to the memory of the process."""


class Hangs(Exception):
    """The compiler took longer than it may."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `Hangs` once the process has worked so long."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"still at it after {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def megabytes() -> float:
    """The most memory that the process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def test_mutated_texts() -> None:
    faces = own_faces()
    if CORPUS.exists():
        faces += [face for card in printed_cards() for face in card.faces]
    wrong: list[str] = []
    compile_face(faces[0])
    before = megabytes()
    for face, text in mutants(faces, TEXTS, SEED):
        broken = replace(face, text=text)
        try:
            with within(SECONDS):
                found = compile_face(broken)
        except Exception as fault:
            wrong.append(f"{face.type_line}: {text!r}: {fault!r}")
            continue
        lines = text.split("\n")
        wrong += [
            f"{face.type_line}: {text!r}: {gap}"
            for gap in found.unmodelled
            if not 1 <= gap.line <= len(lines) or "expected" not in gap.why
        ]
    assert not wrong, "\n".join(wrong)
    assert megabytes() - before < MEGABYTES
