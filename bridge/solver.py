"""How clingo is asked to solve programs with choices."""

from __future__ import annotations

__all__ = ["EXACT"]

EXACT = "--eq=0"
"""No search for equal bodies beforehand. With it clasp (seen in clingo 5.7.1 and 5.8.3) finds models that
break a constraint on a sum with negative weights: that a creature assigns all of its damage."""
