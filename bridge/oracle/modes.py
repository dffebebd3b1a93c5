"""Modes (CR 700.2): `choose one —`, and modes with costs of their own."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .clauses import clauses
from .combinators import Refuse, Rule, form, mapped, memo, one_of
from .costs import as_term
from .gathered import targets_in
from .terms import Ability, Term, keyword_ability, substitute
from .values import number

_how_many_modes = one_of(
    form("one or both", give=(1, 2)),
    form("one or more", give=(1, "any")),
    form("one that hasn't been chosen this turn", give=(1, ("unchosen_this_turn", 1))),
    form("one that hasn't been chosen", give=(1, ("unchosen", 1))),
    form("any number", give=(0, "any")),
    form("up to {}", number, make=lambda n: (0, n)),
    mapped(number, lambda n: (n, n)),
)


def _modes(stream: Any, at: int) -> Result:
    """`choose one — • ... • ...` -> Ability with modes."""
    result = _choose(stream, at)
    if not result.status:
        return result
    least, most, *before = result.value
    index = result.index
    furthest, expected = result.furthest, result.expected
    modes: list[tuple[Term, ...]] = []
    while index < len(stream) and stream[index] == "•":
        start = past_mode_name(stream, index + 1)
        result = grammar.instructions(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        modes.append((*before, *result.value))
        index = result.index
    if not modes:
        return Result.failure(index, "a mode")
    most = substitute(most, "any", len(modes))
    return Result(True, index, Ability("spell", modes=tuple(modes), choose=(least, most)), furthest, expected)


def past_mode_name(stream: Any, at: int) -> int:
    """Where a mode's text begins, behind a flavour name such as "Strike a Pose —"."""
    for index in range(at, min(at + 8, len(stream))):
        if stream[index] == "—":
            return index + 1
        if stream[index] in (".", ",", "•", ":"):
            break
    return at


def _besides(terms: list[Term]) -> tuple[Term, ...]:
    """`Choose one and ~ gets +1/+1 until end of turn`: that too, whichever mode is chosen."""
    if targets_in(terms):
        raise Refuse("no target")
    return (1, 1, *terms)


_choose = one_of(
    form("choose one . if {} as you cast ~ , you may choose both instead .", grammar.condition,
        make=lambda c: (1, ("if_else", c, 2, 1))),
    form("choose one . if {} , you may choose both instead .", grammar.condition,
        make=lambda c: (1, ("if_else", c, 2, 1))),
    form("choose one . if {} as you cast ~ , you may choose two instead .", grammar.condition,
        make=lambda c: (1, ("if_else", c, 2, 1))),
    form("choose one . if {} as you cast ~ , choose one or more instead .", grammar.condition,
        make=lambda c: (1, ("if_else", c, "any", 1))),
    form("choose one . if {} , choose one or more instead .", grammar.condition,
        make=lambda c: (1, ("if_else", c, "any", 1))),
    form("choose one . if {} , choose both instead .", grammar.condition,
        make=lambda c: (("if_else", c, 2, 1), ("if_else", c, 2, 1))),
    form("choose one . if {} , choose any number instead .", grammar.condition,
        make=lambda c: (("if_else", c, 0, 1), ("if_else", c, "any", 1))),
    form("choose {} —", _how_many_modes),
    form("choose one and {} .", clauses, make=_besides),
    form("choose {} . you may choose the same mode more than once .", _how_many_modes,
        make=lambda n: (n[0], ("repeatable", n[1]))),
)  # fmt: skip
modal = Rule(_modes)
body = memo(one_of(modal, grammar.instructions, name="an instruction"))
"""What a spell or an ability does: instructions, or modes -> tuple of Terms or Ability."""
grammar._body.define(body)

# --- modes with costs -------------------------------------------------------------------------------------------------


def _costed_modes(stream: Any, at: int) -> Result:
    """`Spree + {1} — ... + {2} — ...` (702.172) and `Tiered • Name — {0} — ...` (702.183)."""
    if stream[at : at + 1] not in (["spree"], ["tiered"]):
        return Result.failure(at, "spree/tiered")
    keyword = stream[at]
    index = at + 1
    modes: list[tuple[Term, ...]] = []
    costs: list[Term] = []
    furthest, expected = -1, frozenset[str]()
    while index < len(stream) and stream[index] in ("+", "•"):
        start = index + 1
        if stream[index] == "•":
            start = past_mode_name(stream, start)
        result = _mode_cost(stream, start)
        if result.status:
            costs.append(as_term(result.value))
            result = grammar.instructions(stream, result.index)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        modes.append(result.value)
        index = result.index
    if not modes:
        return Result.failure(index, "a mode")
    most = len(modes) if keyword == "spree" else 1
    spell_ = Ability("spell", modes=tuple(modes), choose=(1, most), mode_costs=tuple(costs))
    return Result(True, index, [keyword_ability(keyword), spell_], furthest, expected)


_mode_cost = form("{} —", grammar.cost)
costed_modes = Rule(_costed_modes, frozenset(["spree", "tiered"]))
