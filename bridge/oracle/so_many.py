"""`That many`, where neither the event nor an instruction before tells a number: what the condition asks for,
or what the mana value of the spell is equal to."""

from __future__ import annotations

from .terms import Filter, Term, substitute_deep

__all__ = ["so_many"]


_TOLD = {"you_gained_life_this_turn": "life_gained_this_turn"}
"""What conditions that name no number are about."""


def so_many(
    events: tuple[Term, ...], conditions: tuple[Term, ...], done: tuple[Term, ...]
) -> tuple[Term, ...]:
    """The instructions of a triggered ability with the number that "that many" means."""
    return _of_mana_value(events, _of_condition(events, conditions, done))


def _of_condition(
    events: tuple[Term, ...], conditions: tuple[Term, ...], done: tuple[Term, ...]
) -> tuple[Term, ...]:
    """`At ..., if you sacrificed one or more permanents this turn, ... that many`: the number that the
    condition asks for, where no event tells one."""
    if len(conditions) != 1 or not done or any(e[0] != "at_step" for e in events if isinstance(e, tuple)):
        return done
    asked = conditions[0]
    if isinstance(asked, str) and asked in _TOLD:
        return (substitute_deep(done[0], "that_much", _TOLD[asked]), *done[1:])
    if not (
        isinstance(asked, tuple)
        and asked[0] == "compare"
        and isinstance(asked[1], tuple)
        and asked[1][0] in ("history", "count")
    ):
        return done
    return (substitute_deep(done[0], "that_much", asked[1]), *done[1:])


def _of_mana_value(events: tuple[Term, ...], done: tuple[Term, ...]) -> tuple[Term, ...]:
    """`Whenever you cast a spell with mana value equal to ..., ... that much`: what the mana value is equal
    to."""
    match events:
        case (("casts", _, Filter(literals)),) if done:
            told = [
                t[3] for t in literals if isinstance(t, tuple) and t[:3] == ("compare", "mana_value", "equal")
            ]
            return (substitute_deep(done[0], "that_much", told[0]), *done[1:]) if len(told) == 1 else done
    return done
