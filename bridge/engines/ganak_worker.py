"""Counts models in a process of its own, which can be killed when time runs out.

Run as a script: reads native 64-bit integers from standard input (number of variables, number of projected
variables, those variables, then clauses, each ending with 0) and writes the count in hexadecimal.
"""

from __future__ import annotations

import sys
from array import array


def main() -> None:
    import pyganak

    numbers = array("q")
    numbers.frombytes(sys.stdin.buffer.read())
    variables, projected = numbers[0], numbers[1]
    counter = pyganak.Counter()
    counter.new_vars(variables)
    clause: list[int] = []
    clauses = []
    for number in numbers[2 + projected :]:
        if number:
            clause.append(number)
        else:
            clauses.append(clause)
            clause = []
    counter.add_clauses(clauses)
    counter.set_sampling_set(numbers[2 : 2 + projected].tolist())
    print(hex(counter.count()))


if __name__ == "__main__":
    main()
