"""Modes (CR 700.2): `choose one —`, and modes with costs of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .clauses import clauses
from .combinators import Refuse, Rule, form, mapped, memo, one_of, table
from .costs import as_term
from .gathered import targets_in
from .keywords import granted
from .tables import SUBTYPES
from .terms import Ability, Term, keyword_ability, substitute, substitute_deep, swapped
from .values import number, plain_pt

_how_many_modes = one_of(
    form("one or both", give=(1, 2)),
    form("one or more", give=(1, "any")),
    form("one that hasn't been chosen this turn", give=(1, ("unchosen_this_turn", 1))),
    form("one that hasn't been chosen", give=(1, ("unchosen", 1))),
    form("any number", give=(0, "any")),
    form("up to that many", give=(0, "that_much")),
    form("up to {}", number, make=lambda n: (0, n)),
    mapped(number, lambda n: (n, n)),
)


def _modes(stream: Any, at: int) -> Result:
    """`choose one — • ... • ...` -> Ability with modes."""
    result = _choose(stream, at)
    return _bullets(stream, result.index, result.value) if result.status else result


def _bullets(stream: Any, index: int, how_many: Any) -> Result:
    """The modes, of which so many are chosen."""
    least, most, *before = how_many
    result = Result.success(index, None)
    apart = before[:1] == ["APART"]
    before = before[apart:]
    restrictions: tuple[Term, ...] = ()
    furthest, expected = result.furthest, result.expected
    modes: list[tuple[Term, ...]] = []
    while index < len(stream) and stream[index] == "•":
        start = past_mode_name(stream, index + 1)
        result = grammar.instructions(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            return Result(False, -1, None, furthest, expected)
        mode = _another_player(result.value, bool(modes)) if apart else result.value
        if mode is None:
            return Result.failure(index, "a mode with one player as target")
        modes.append((*before, *mode))
        index = result.index
        if stream[index : index + 5] == ["x", "can't", "be", "0", "."]:
            restrictions, index = (("x_not", 0),), index + 5
    if not modes:
        return Result.failure(index, "a mode")
    most = substitute(most, "any", len(modes))
    ability = Ability("spell", modes=tuple(modes), choose=(least, most), restrictions=restrictions)
    return Result(True, index, ability, furthest, expected)


def _another_player(mode: tuple[Term, ...], later: bool) -> tuple[Term, ...] | None:
    """A mode whose target must be another player than that of every mode before it (CR 700.2, 601.2c)."""
    found = targets_in(mode)
    if len({t.at for t in found}) != 1 or not {"player", "opponent"} & set(found[0].filter.literals):
        return None
    other = replace(found[0], another=later)
    return tuple(swapped(term, found[0], other) for term in mode)


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
    form("choose {} . each mode must target a different player .", _how_many_modes, make=lambda n: (*n, "APART")),
    form("choose one and {} .", clauses, make=_besides),
    form("choose {} . you may choose the same mode more than once .", _how_many_modes,
        make=lambda n: (n[0], ("repeatable", n[1]))),
)  # fmt: skip


# --- modes that say what a sentence before them leaves open ---------------------------------------------------------------

_SHAPE = frozenset({"mode_power", "mode_toughness", "mode_type", "mode_ability"})
"""What the sentence leaves open: `has that base power and toughness, becomes that creature type, gains that ability`."""
_a_shape = one_of(
    form("{} {} with {} .", plain_pt, table(SUBTYPES, "a subtype"), granted,
        make=lambda pt, kind, has: _shape(pt, kind, has)),
    form("{} .", plain_pt, make=lambda pt: {"mode_power": pt[0], "mode_toughness": pt[1]}),
)  # fmt: skip


def _shape(pt: tuple[Term, Term], kind: str, abilities: list[Ability]) -> dict[str, Term]:
    if len(abilities) != 1:
        raise Refuse("one ability")
    return {
        "mode_power": pt[0],
        "mode_toughness": pt[1],
        "mode_type": kind,
        "mode_ability": abilities[0],
    }


def _in_the_shape(frame: tuple[Term, ...], shape: dict[str, Term], at: int) -> tuple[Term, ...]:
    """The sentence with what a mode says put in; each mode has a target of its own."""
    made = list(frame)
    for word, said in shape.items():
        made = [substitute_deep(term, word, said) for term in made]
    for target in {t.at: t for t in targets_in(tuple(made))}.values():
        own = replace(target, at=at + target.at)
        made = [swapped(term, target, own) for term in made]
    return tuple(made)


def _left_open(frame: tuple[Term, ...]) -> set[str]:
    return {word for word in _SHAPE if any(substitute_deep(term, word, 0) != term for term in frame)}


def _framed(stream: Any, at: int) -> Result:
    """`Choose one. Until end of turn, target creature has that base power and toughness. • 1/3. • ...`"""
    start = form("choose one .")(stream, at)
    frame = grammar.instructions(stream, start.index) if start.status else start
    if not frame.status:
        return frame
    shapes = _shapes(stream, frame.index, frame.value)
    if not shapes.status:
        return shapes
    ability = Ability("spell", modes=tuple(mode for _, mode in shapes.value), choose=(1, 1))
    return Result.success(shapes.index, ability)


def _shapes(stream: Any, index: int, frame: tuple[Term, ...], costs: bool = False) -> Result:
    """The modes behind such a sentence, with their costs where they have some."""
    modes: list[tuple[Term, tuple[Term, ...]]] = []
    while stream[index : index + 1] == ["•"]:
        cost: Term = None
        start = past_mode_name(stream, index + 1)
        if costs:
            paid = _mode_cost(stream, start)
            if not paid.status:
                return paid
            cost, start = as_term(paid.value), paid.index
        shape = _a_shape(stream, start)
        if not shape.status:
            return shape
        if _left_open(frame) != set(shape.value):
            return Result.failure(start, "what the sentence before leaves open")
        modes.append((cost, _in_the_shape(frame, shape.value, index)))
        index = shape.index
    return Result.success(index, modes) if modes else Result.failure(index, "a mode")


modal = one_of(Rule(_modes), Rule(_framed))
choosing_one = Rule(lambda stream, at: _bullets(stream, at, (1, 1)))
"""The modes themselves, where "choose one" and what restricts the ability stand before them."""
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
    if stream[index : index + 1] not in (["+"], ["•"]):
        return _tiered_shapes(stream, index, keyword)
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


def _tiered_shapes(stream: Any, at: int, keyword: str) -> Result:
    """`Tiered`, a sentence that leaves something open, and the modes that say it."""
    frame = grammar.instructions(stream, at)
    shapes = _shapes(stream, frame.index, frame.value, True) if frame.status else frame
    if not shapes.status:
        return shapes
    costs, modes = zip(*shapes.value, strict=True)
    spell_ = Ability("spell", modes=modes, choose=(1, 1), mode_costs=costs)
    return Result.success(shapes.index, [keyword_ability(keyword), spell_])


_mode_cost = form("{} —", grammar.cost)
costed_modes = Rule(_costed_modes, frozenset(["spree", "tiered"]))
