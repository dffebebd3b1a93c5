"""Verb phrases that change what a subject is (CR 613): gets, has, loses, is, becomes."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .combinators import Rule, form, mapped, memo, one_of
from .descriptions import is_phrase, remove, type_list
from .parts import Part, both, cant_have, gets, has, loses, state

# --- statements about characteristics -------------------------------------------------------------------------------


_assigns = one_of(
    form("combat damage equal to its|their toughness rather than its|their power",
        give=state("assigns_damage", "toughness")),
    form("no combat damage", give=state("assigns_damage", "none")),
)  # fmt: skip

_special = one_of(
    form(
        "doesn't|don't untap during its|their controller's|controllers' untap step|steps",
        give=state("doesnt_untap"),
    ),
    form("doesn't|don't untap during your untap step", give=state("doesnt_untap_yours")),
    form("can't have counters put on it|them", give=state("cant_have_counters")),
    form("can't be regenerated", give=state("cant_be_regenerated")),
    form("assign|assigns {}", _assigns),
    form("can't be countered by {}", grammar.noun, make=lambda f: state("cant_be_countered_by", f)),
    form("can't be countered", give=state("cant_be_countered")),
)

statement = mapped(grammar.statements, lambda made: Part(lambda whom: [("states", s) for s in made(whom)]))

verb = memo(
    one_of(
        form("(each) (also) get|gets {}", gets),
        form("(each) (also) has|have {}", has),
        form("gain|gains {}", has),
        form("lose|loses {}", loses),
        form("is|are|becomes|become {}", is_phrase),
        form("isn't|aren't a|an {}", type_list, make=remove),
        form("isn't|aren't {}", type_list, make=remove),
        form("can't {}", cant_have),
        _special,
        statement,
        name="a verb",
    )
)
"""A verb phrase of a static sentence -> Part."""


def _verbs(stream: Any, at: int) -> Result:
    """Verb phrases joined by commas and "and"."""
    result = verb(stream, at)
    if not result.status:
        return result
    parts = [result.value]
    index = result.index
    furthest, expected = result.furthest, result.expected
    while index < len(stream) and stream[index] in (",", "and"):
        start = index
        if stream[start] == ",":
            start += 1
        if start < len(stream) and stream[start] in ("and", "but"):
            start += 1
        if start < len(stream) and stream[start] == "it" and start + 1 < len(stream):
            start += 1
        result = verb(stream, start)
        if result.furthest > furthest:
            furthest, expected = result.furthest, result.expected
        if not result.status:
            break
        parts.append(result.value)
        index = result.index
    return Result(True, index, both(*parts), furthest, expected)


verbs = Rule(_verbs)
