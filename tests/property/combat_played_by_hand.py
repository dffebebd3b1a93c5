"""A combat of creatures with abilities in which both sides choose in turn, in Python from the text of the
rules: who divides what, attackers first (510.1), and each player the order of own triggers (603.3b). Nothing
is shared with the programs that it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from combat_by_hand import (
    Blocks,
    Fighter,
    Stack,
    State,
    Strikes,
    assigned,
    beginning,
    carried_out,
    declared,
    legal,
    second,
    settled,
    struck,
    with_bands,
    words,
)

__all__ = ["played"]

Then = Callable[[State], Any]


def played(
    fighters: Sequence[Fighter],
    blocks: Blocks,
    life: Mapping[str, int],
    loyalty: int,
    value: Callable[[State], Any],
    best: str,
) -> Any:
    """What a block comes to when both sides choose as well as they can. `best`: "A" or "B", who wants the
    value to be great."""
    by_name = {f.name: f for f in fighters}
    blocks = with_bands(fighters, blocks)
    there = [f for f in fighters if (f.side == "A" and f.target) or blocks.get(f.name)]
    start = beginning(fighters, life, loyalty)
    known: dict[object, Any] = {}

    def pick(side: str) -> Callable[..., Any]:
        return max if side == best else min

    def resolved(s: State, stack: Stack, then: Then) -> Any:
        """What is on the stack resolves; who controls the top ones says which is the first of them."""
        if s.lost:
            return value(s)
        if not stack:
            return then(s)
        top = stack[-1]
        options = []
        for trigger in dict.fromkeys(top):
            rest = list(top)
            rest.remove(trigger)
            below = (*stack[:-1], tuple(rest)) if rest else stack[:-1]
            options.append(resolved(*settled(carried_out(s, trigger, blocks), [], below, by_name), then))
        return pick(top[0][0])(options)

    def fought(s: State, strikes: Strikes, then: Then) -> Any:
        """One damage step."""
        ways, opponents_of, was_blocked = assigned(s, there, blocks, by_name, strikes)
        return pick("A")(
            pick("B")(resolved(*struck(s, (*mine, *theirs), by_name), then) for theirs in product(*ways["B"]))
            for mine in product(*ways["A"])
            if legal(s, mine, opponents_of, was_blocked, by_name)
        )

    def damage(s: State) -> Any:
        if s.key() not in known:
            quick = {f.name for f in there if words(s, f, by_name) & {"first strike", "double strike"}}

            def later(after: State) -> Any:
                if (after.key(), True) not in known:
                    known[after.key(), True] = fought(after, second(quick), value)
                return known[after.key(), True]

            known[s.key()] = fought(s, lambda f, _: f.name in quick, later)
        return known[s.key()]

    return resolved(*settled(start, declared(blocks, by_name), (), by_name), damage)
