"""What is done instead by what was paid or is so (CR 601.2d, 608.2c, 614.6): amounts that are divided, what moves elsewhere, damage in
excess or dealt to another."""

from __future__ import annotations

from . import grammar
from .combinators import form, mapped, one_of, position
from .conditions import simple_condition
from .damage_sources import damage_kind
from .instructions import sentence
from .pointing import pronouns
from .references import some
from .terms import Pronoun, each
from .values import quantity

simple_condition.prefer(
    form("~'s additional cost was paid", give=("cost_paid", "optional")),
)

# --- amounts that are divided -------------------------------------------------------------------------------------------

_among = one_of(
    form("them"),
    form("those permanents and/or players"),
    form("those creatures|permanents|players"),
)
_so_much = one_of(
    form("{} damage", quantity),
    form("twice {} damage", quantity, make=lambda n: ("times", 2, n)),
)
sentence.prefer(
    form(
        "if {} , ~|it deals {} divided as you choose among {} instead",
        grammar.condition,
        _so_much,
        _among,
        make=lambda c, n, w: [("INSTEAD_DIVIDED", c, n)],
    ),
    form(
        "if {} , {} deals {} instead",
        grammar.condition,
        grammar.reference,
        one_of(
            form("twice that much damage", give=("times", 2, "that_much")),
            form("double that damage", give=("times", 2, "that_much")),
            form("{} damage", quantity),
        ),
        make=lambda c, r, n: [("INSTEAD_AMOUNT", c, n)],
    ),
    form("if {} , excess damage is dealt to {} instead", grammar.condition, grammar.reference,
        make=lambda c, r: [("INSTEAD_EXCESS", c, ("excess_to", r))]),
)  # fmt: skip
pronouns.prefer(
    form("{} that (nonland) permanent card", position(), make=lambda at: Pronoun(at, "that_card")),
    form("{} the {} an opponent controls", position(), one_of(form("creature", give="creature"),
        form("permanent", give="permanent")), make=lambda at, thing: Pronoun(at, "the_" + thing + "_theirs")),
)  # fmt: skip
sentence.add(
    form("the next time {} would deal {} to {} this turn , it|~ deals that damage to {} instead", grammar.reference, damage_kind,
        one_of(mapped(some, each), grammar.whom), grammar.whom, make=lambda s, k, w, n: [("redirect_next_time", k, w, s, n, "end_of_turn")]),
    form("the next time {} would deal {} to {} this turn , {} deals that damage to itself instead", grammar.reference,
        damage_kind, grammar.whom, grammar.reference,
        make=lambda s, k, w, n: [("redirect_next_time", k, w, s, s, "end_of_turn")]),
)  # fmt: skip
