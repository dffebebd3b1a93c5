"""Measures what answers cost: `python -m benchmarks`, in the repository's folder.

Boards of invented cards, in one run and one process, so that ratios don't depend on the machine; times are
processor time, the least of a few runs. `--quick` takes tiny boards, to see that everything runs. `--fresh`
installs the repository in a folder of its own for the command line. `--json` for machines. TOPIC picks some
of: counting, exact, maxima, combats, checking, growth, moves, command_line, cards. Exit code 1 when a target
isn't met.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator

from benchmarks import cards, combats, moves, processes, questions
from benchmarks.figures import Figure, notes, table

TOPICS: dict[str, Callable[[bool], Iterator[Figure]]] = {
    "counting": questions.counting,
    "exact": questions.exact,
    "maxima": questions.maxima,
    "combats": combats.combats,
    "checking": questions.checking,
    "growth": questions.growth,
    "moves": moves.moves,
    "command_line": processes.command_line,
    "cards": cards.cards,
}


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("topic", nargs="*", metavar="TOPIC")
    parser.add_argument("--quick", action="store_true", help="tiny boards; no target means anything then")
    parser.add_argument("--fresh", action="store_true", help="pip install . in a folder of its own first")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    unknown = set(asked.topic) - TOPICS.keys()
    if unknown:
        parser.error(f"no topic {', '.join(sorted(unknown))}; there are {', '.join(TOPICS)}")
    figures: list[Figure] = []
    for name in asked.topic or TOPICS:
        if not asked.json:
            print(f"{name} ...", file=sys.stderr, flush=True)
        if name == "command_line" and asked.fresh:
            figures += processes.fresh()
        else:
            figures += TOPICS[name](asked.quick)
    machine = f"Python {platform.python_version()}, {platform.machine()} {platform.system()}"
    if asked.json:
        print(
            json.dumps({"machine": machine, "figures": [one.plain() for one in figures]}, ensure_ascii=False)
        )
    else:
        print(machine + "\n" + table(figures))
        print("\n" + notes(figures) if notes(figures) else "")
    return int(any(figure.met is False for figure in figures) and not asked.quick)


if __name__ == "__main__":
    sys.exit(main())
