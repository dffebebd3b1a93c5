"""Permissions to cast for something more: `by discarding a card in addition to paying its other costs` (CR 118.8, 601.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Rule, Tokens, form, listed, mapped, maybe
from .conditions import while_clause
from .costs import as_term, cost_part
from .permits import every_so_often, opened
from .references import some
from .spending import stating
from .terms import Ability, Term

_VERBS = {
    "discarding": "discard", "sacrificing": "sacrifice", "paying": "pay", "exiling": "exile", "removing": "remove",
    "tapping": "tap", "foraging": "forage", "returning": "return", "milling": "mill", "revealing": "reveal",
    "collecting": "collect",
}  # fmt: skip
_listed = mapped(listed(cost_part, "and"), tuple)


def _paying(stream: Any, at: int) -> Result:
    """`paying 3 life and discarding a card` -> one cost."""
    if stream[at : at + 1] == [] or stream[at] not in _VERBS:
        return Result.failure(at, "what is done for it")
    words = Tokens([*stream[:at], *(_VERBS.get(w, w) for w in stream[at:])], stream.raw)
    for index in range(at, len(words)):
        if stream[index : index + 4] == ["in", "addition", "to", "paying"]:
            words[index:] = stream[index:]
            break
    return _listed(words, at)


paying = mapped(Rule(_paying, frozenset(_VERBS)), as_term)
"""A cost in the words `discarding a card` -> Term."""
_BESIDES = "by {} in addition to paying its|their other costs"


def _own(cost: Term, condition: Any) -> list[Ability]:
    conditions = [] if condition is None else [condition]
    made = stating(("cast_from_with", "self", "graveyard", cost), conditions, "graveyard")
    return [replace(ability, functions=("graveyard", "stack")) for ability in made]


grammar.static_sentences.prefer(
    form(f"you may cast ~ from your graveyard {_BESIDES} {{}}", paying, maybe(while_clause), make=_own),
    form(f"you may cast {{}} from the top of your library {_BESIDES}", grammar.noun, paying,
        make=lambda f, c: stating(("plays_once", "always", "top_of_library", ("with", c), f))),
    form(f"you may cast {{}} from your graveyard {_BESIDES}", grammar.noun, paying,
        make=lambda f, c: stating(("plays_once", "always", "graveyard", ("with", c), f))),
    form(f"you may cast {{}} {_BESIDES}", grammar.noun, paying,
        make=lambda f, c: stating(("plays_once", "always", opened(f), ("with", c), f))),
    form(f"{{}} you may cast {{}} {_BESIDES}", every_so_often, some, paying,
        make=lambda w, f, c: stating(("plays_once", w, opened(f), ("with", c), f))),
)  # fmt: skip
