"""Rolling dice (CR 706): how many of which kind, what counts, and tables of results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parsy import Result

from . import grammar
from .clauses import multiplied
from .combinators import Refuse, form, mapped, matching, maybe, one_of, table
from .conditions import simple_condition
from .deeds import act
from .gathered import mentions, targets_in
from .instructions import Does, clauses, doing, sentence, tables
from .modes import past_mode_name
from .terms import Ability, Filter, Listed, Term, each, pronouns_in, substitute_deep
from .triggers import event
from .values import for_each, number, quantity
from .words import comparison

_SIDES = table({"four-sided": 4, "six-sided": 6, "eight-sided": 8, "ten-sided": 10, "twelve-sided": 12, "twenty-sided": 20},
    "how many sides")  # fmt: skip
_die = one_of(
    form("a d {}", number),
    form("a {} die", _SIDES),
    form("a {} - sided die", number),
    name="a die",
)
_dice = one_of(
    form("{} d {}", quantity, number, make=lambda n, s: (n, s)),
    form("{} {} dice", quantity, _SIDES, make=lambda n, s: (n, s)),
    name="dice",
)
_plus = maybe(
    one_of(
        form("and add {}", grammar.value),
        form("and subtract {}", grammar.value, make=lambda v: ("minus", 0, v)),
    ),
    0,
)
_which = maybe(
    one_of(
        form("and ignore|ignores the lower|lowest roll", give="ignore_lowest"),
        form("and choose|chooses one result", give="pick_one"),
    ),
    "each",
)


def _rolls(n: Term, sides: int, plus: Term = 0, how: str = "each") -> Does:
    return act("roll", n, sides, plus, how)


doing.prefer(
    form("roll|rolls {} {} and ignore|ignores all but the highest roll", _die, for_each,
        make=lambda s, n: _rolls(n, s, 0, "only_highest")),
)  # fmt: skip
doing.add(
    form("roll|rolls {} {}", _die, _plus, make=lambda s, plus: _rolls(1, s, plus)),
    form("roll|rolls {} {}", _dice, _which, make=lambda d, how: _rolls(d[0], d[1], 0, how)),
)

# --- what happens as dice are rolled ----------------------------------------------------------------------------------

event.add(
    form("you roll a die's highest natural result", give=(("rolls_natural", "you", "highest"),)),
    form("you roll a natural {}", number, make=lambda n: (("rolls_natural", "you", n),)),
    form("you roll a {} or higher", number, make=lambda n: (("rolls_result", "you", "greater_equal", n),)),
    form("you roll a 1 or 2", give=(("rolls_result", "you", "less_equal", 2),)),
    form("you roll a {}", number, make=lambda n: (("rolls_result", "you", "equal", n),)),
)

simple_condition.add(
    form("the roll was {}", comparison, make=lambda t: ("compare", "result", *t)),
    form("you rolled {}", comparison, make=lambda t: ("compare", "result", *t)),
)

# --- coins ------------------------------------------------------------------------------------------------------------

_fallen = table(
    {"win": "flips_won", "won": "flips_won", "lose": "flips_lost", "lost": "flips_lost"}, "won or lost"
)


def _for_each_flip(how: Term, then: list[Term]) -> list[Term]:
    if targets_in(tuple(then)):
        raise Refuse("no target for each")
    if mentions(tuple(then)):  # what follows speaks of all that is brought up so
        made = multiplied(then, how) if len(then) == 1 else None
        if made is None:
            raise Refuse("an amount for each")
        return made
    return [("repeat_list", how, Listed(tuple(then)))]


sentence.prefer(form("(then) for each flip you {} , {}", _fallen, clauses, make=_for_each_flip))
simple_condition.add(
    form(
        "you won {} (or) (more) flips this way",
        number,
        make=lambda n: ("compare", "flips_won", "greater_equal", n),
    ),
)

# --- whose result was the highest -------------------------------------------------------------------------------------

_highest = form(
    "one or more {} had the highest result", grammar.noun, make=lambda f: f.also(("is", "highest_result"))
)


def _those(who: Filter, then: list[Term]) -> list[Term]:
    """`If one or more opponents had the highest result, ... those players`: just those."""
    told = Listed(tuple(then))
    for players in pronouns_in(told):
        if players.word == "those_players":
            told = substitute_deep(told, ("is", players), ("fits", who))
            told = substitute_deep(told, players, each(who))
    return [("if", ("exists", who), told)]


simple_condition.add(mapped(_highest, lambda f: ("exists", f)))
sentence.prefer(form("if {} , {}", _highest, clauses, make=_those))

grammar.static_sentences.add(
    form(
        "if you would roll one or more dice , instead roll that many dice plus one and ignore the lowest roll",
        give=[Ability("static", statements=(("extra_die", "you"),))],
    ),
)

# --- tables of results ------------------------------------------------------------------------------------------------


def _between(least: int, most: int) -> Term:
    low, high = ("compare", "result", "greater_equal", least), ("compare", "result", "less_equal", most)
    return ("all_of", Listed((low, high)))


def _end(text: str) -> int | None:
    return int(text[1:]) if text[:1] == "-" and text[1:].isdigit() else None


def _plus_sign(stream: Any, at: int) -> Result:
    """`15+`, which is one word."""
    here = stream[at] if at < len(stream) else ""
    if here.endswith("+") and here[:-1].isdigit():
        return Result.success(at + 1, ("compare", "result", "greater_equal", int(here[:-1])))
    return Result.failure(at, "a number and more")


def _head(stream: Any, at: int) -> Result:
    """`10—19 |`: the results of a row (CR 706.3a) as a condition, up to where its text begins."""
    result = _range(stream, at)
    if not result.status or stream[result.index : result.index + 1] != ["|"]:
        return Result.failure(at, "a row of results")
    return Result.success(past_mode_name(stream, result.index + 1), result.value)


_range = one_of(
    _plus_sign,
    form("{} — {}", number, number, make=_between),
    form("{} {}", number, matching(_end, "the end of a range"), make=_between),
    form("{} or less", number, make=lambda n: ("compare", "result", "less_equal", n)),
    form("{}", number, make=lambda n: ("compare", "result", "equal", n)),
    name="results",
)


def _rows(stream: Any, at: int, read: Callable[[Any, int], Result]) -> Result:
    """The rows of a table (CR 706.3) -> one Term. `read` gives the instructions of a row, with words that point back."""
    rows: list[tuple[Term, Listed]] = []
    head = _head(stream, at)
    furthest, expected = -1, frozenset[str]()
    index = at
    while head.status:
        told = read(stream, head.index)
        if told.furthest > furthest:
            furthest, expected = told.furthest, told.expected
        if not told.status:
            return Result(False, -1, None, furthest, expected)
        rows.append((head.value, Listed(tuple(told.value))))
        index = told.index
        head = _head(stream, index)
    if not rows:
        return Result.failure(at, "a table of results")
    made: Term = None
    for condition, then in reversed(rows):
        made = ("if", condition, then) if made is None else ("if_else", condition, then, Listed((made,)))
    return Result(True, index, made, furthest, expected)


tables.append(_rows)
