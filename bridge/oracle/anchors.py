"""Anchor words (CR 614.12c): `As ~ enters, choose A or B. • A — ability • B — ability`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parsy import Result

from .combinators import Rule, Tokens
from .entering import replacing
from .nouns import one
from .terms import Ability, Change, Text

_OPENING = ["as", "~", "enters", ",", "choose"]


def anchored(line: Callable[[Tokens, int], Result]) -> Rule:
    """The whole line -> list of Abilities; `line` reads the ability behind each word."""

    def run(stream: Any, at: int) -> Result:
        start = at + len(_OPENING)
        if stream[at:start] != _OPENING or "•" not in stream[start:] or "." not in stream[start:]:
            return Result.failure(at, "anchor words")
        stop = stream.index(".", start)
        words = (
            " ".join(stream.raw[start:stop]).replace(" , or ", " or ").replace(" , ", " or ").split(" or ")
        )
        if stop + 1 >= len(stream) or stream[stop + 1] != "•":
            return Result.failure(stop + 1, "•")
        made = replacing(("enters", "self"), [("choose_word", *(Text(w) for w in words))])
        bullets = [i for i in range(stop + 1, len(stream)) if stream[i] == "•"]
        for begin, end in zip(bullets, [*bullets[1:], len(stream)], strict=True):
            if "—" not in stream[begin:end]:
                return Result.failure(begin, "—")
            dash = stream.index("—", begin)
            word = " ".join(stream.raw[begin + 1 : dash])
            if word not in words:
                return Result.failure(begin + 1, "/".join(words))
            found = line(Tokens(stream[dash + 1 : end], stream.raw[dash + 1 : end]), 0)
            if not found.status:
                return Result(False, -1, None, dash + 1 + max(found.furthest, 0), found.expected)
            made += [_while_chosen(ability, Text(word)) for ability in found.value]
        return Result.success(len(stream), made)

    return Rule(run, frozenset(["as"]))


def _while_chosen(ability: Ability, word: Text) -> Ability:
    """`As long as [word] was chosen as this permanent entered, it has [ability].`"""
    return Ability(
        "static",
        changes=(Change("ability", "self", ("grant", ability)),),
        conditions=(("is", "self", one(("chosen_word", word))),),
    )
