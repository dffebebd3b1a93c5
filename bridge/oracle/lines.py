"""What kind of ability a line of text is, where that shows without understanding it (CR 602.1, 603.1)."""

from __future__ import annotations

import re

_TRIGGERED = re.compile(r"(?:[^.\"(]{1,60} — )?(?:When|Whenever|At the (?:beginning|end))\b")
_ACTIVATED = re.compile(
    r"(?:[^.\":(]{1,60} — )?[^.\"•(]*?(?:\{[^}]*\}|\bTap|\bSacrifice|\bDiscard|\bPay|\bExile|\bRemove)[^.\"(]*?: "
)
_LOYALTY = re.compile(r"[+−-]?(?:\d+|X): |[IVX]+(?:, [IVX]+)* — ")


def uses_the_stack(text: str) -> bool:
    """Whether a line is a triggered or activated ability: it begins with a trigger word, or a cost and a
    colon, or the number of a chapter."""
    if _TRIGGERED.match(text) or _LOYALTY.match(text):
        return True
    return _ACTIVATED.match(text) is not None


def is_triggered(text: str) -> bool:
    """Whether a line is a triggered ability."""
    return _TRIGGERED.match(text) is not None
