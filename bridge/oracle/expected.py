"""What is told of a line that isn't understood: the words where understanding stopped, and what was expected there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .combinators import ANYTHING, Tokens

_OWN_NAME = "~"
_MOST = 8
"""So many things that were expected are told."""
_SPLIT = re.compile(r"[|/]")
_STOPPED = re.compile(r"stopped at '(.+?)', expected ")


def why(tokens: Tokens, at: int, expected: Iterable[str]) -> str:
    """The reason why a text isn't understood from word number `at` on; `expected` are names of parts of the grammar,
    and words, alternatives as `a|b` or `a/b`."""
    here = f"'{' '.join(tokens.raw[at : at + 4])}'" if at < len(tokens) else "the end"
    parts: set[str] = set()
    words: set[str] = set()
    for label in expected:
        if label == _OWN_NAME:
            parts.add("the card's own name")
        elif " " in label:
            parts.add(label)
        elif label != ANYTHING:
            words.update(part for part in _SPLIT.split(label) if part)
    # Parts of the grammar say more than single words do.
    told = sorted(parts) + [f"'{word}'" for word in sorted(words - {"or"})]
    if "or" in words:
        told.append("'or'")
    if len(told) > _MOST:
        told = [*told[: _MOST - 1], f"{len(told) - _MOST + 1} more"]
    return f"stopped at {here}, expected {_listed(told) or 'something that the words before lead to'}"


def family(reason: str) -> str:
    """What gaps of one kind have in common: the two words where understanding stopped; where that is a mark, also
    what was expected there; else the whole reason."""
    stopped = _STOPPED.match(reason)
    if not stopped:
        return reason
    words = stopped[1].split()
    if words[0].isalnum() or len(words[0]) > 1:
        return f"stopped at '{' '.join(words[:2])}'"
    return f"stopped at '{words[0]}', expected {reason[stopped.end() :]}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}" if parts else ""
