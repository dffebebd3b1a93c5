"""Compares what was found with what a ruling expects: words, numbers, lists, whole sets.

A list must be contained; the same keys under `lacks` must not be there, under `exactly` they are the whole
set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from magistrate.bridge.positions import values
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, plain
from magistrate.bridge.positions.terms import word

MODES = ("lacks", "exactly")


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that isn't as expected; `node` is where the expectation stands."""

    node: Node
    expected: str
    got: str


Differences = list[Difference]


def told(values_: Iterable[object]) -> str:
    """Several things on one line."""
    return ", ".join(map(str, values_)) or "none"


def same_word(left: str, right: str) -> bool:
    """Whether two words of the game are the same: case, spaces, hyphens and apostrophes don't count."""
    return word(left) == word(right)


def written(node: Node) -> str:
    """What stands in the file, on one line."""
    if isinstance(node, Scalar):
        return node.text
    return str(plain(node))


def words(node: Node, found: Iterable[str], what: str, mode: str = "") -> Differences:
    """A list of words (or one word) against the words found."""
    there = list(found)
    wanted = [item.text for item in values.names(node, what)]
    return listed(
        node, wanted, there, what, mode, [str(word(w)) for w in wanted], [str(word(t)) for t in there]
    )


def listed(
    node: Node,
    wanted: list[str],
    there: list[str],
    what: str,
    mode: str,
    wanted_keys: list[str],
    there_keys: list[str],
) -> Differences:
    """Lists by keys: what counts as equal. `mode`: empty for contained, `lacks` or `exactly`."""
    left, right = Counter(wanted_keys), Counter(there_keys)
    if mode == "lacks":
        wrong = [w for w, k in zip(wanted, wanted_keys, strict=True) if right[k]]
        return [Difference(node, f"{what} without {told(wrong)}", told(there))] if wrong else []
    if mode == "exactly":
        if set(left) == set(right):
            return []
        return [Difference(node, f"{what} exactly {told(wanted)}", told(there))]
    missing = [w for w, k in zip(wanted, wanted_keys, strict=True) if not right[k]]
    return [Difference(node, f"{what} {told(missing)}", told(there))] if missing else []


def number(node: Node, found: int | None, what: str) -> Differences:
    """A whole number; nothing or `none` where there is none."""
    if isinstance(node, Scalar) and (node.empty or node.text.lower() == "none"):
        wanted: int | None = None
    else:
        wanted = values.integer(node, what)
    if wanted == found:
        return []
    return [
        Difference(
            node, f"{what} {'none' if wanted is None else wanted}", "none" if found is None else str(found)
        )
    ]


def flag(node: Node, found: bool, what: str) -> Differences:
    """A truth value."""
    wanted = values.flag(node, what)
    if wanted == found:
        return []
    return [Difference(node, what if wanted else f"not {what}", what if found else f"not {what}")]


def split_modes(node: Mapping) -> list[tuple[str, Scalar, Node]]:
    """The keys of an expectation with their mode: those inside `lacks` and `exactly` among them."""
    out = []
    for key, value in node.pairs:
        mode = key.text.strip().lower()
        if mode in MODES and isinstance(value, Mapping):
            out += [(mode, inner, below) for inner, below in value.pairs]
        else:
            out.append(("", key, value))
    return out
