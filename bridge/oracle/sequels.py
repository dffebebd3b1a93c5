"""Sentences about those who did or couldn't do what was said before, and who do the same (CR 608.2c)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import form, one_of, position
from .conditions import simple_condition
from .instructions import clauses, sentence
from .nouns import one
from .pasts import happened
from .references import told_groups
from .terms import Filter, Pronoun, each
from .triggers import event

_SPELL = Filter((("zone", "stack"), "spell"))


def _attackers(at: int) -> object:
    """Opponents of whom a creature attacks the player just spoken of."""
    attacking = one(("type", "creature"), ("zone", "battlefield"), ("attacking", Pronoun(at, "that_player")))
    return each(one("opponent", ("controls", each(attacking))))


after_noun.add(
    form("who can't", give=one("CANT_SO")),
    form("who searched their library this way", give=one(("this_way", "searched_library"))),
)
simple_condition.add(
    form("you haven't cast a spell from your hand this turn",
        give=("compare", happened("cast_from_hand_this_turn", _SPELL), "equal", 0)),
    form("you haven't cast a spell this turn", give=("compare", "spells_cast_this_turn", "equal", 0)),
)  # fmt: skip
_who = one_of(
    form("{} each opponent attacking that player", position(), make=_attackers),
    form("each other player", give=each(Filter(("player", ("other_than", "you"))))),
    form("each opponent", give=each(one("opponent"))),
    grammar.reference,
)
sentence.prefer(
    form(
        "if {} , instead {} and the damage can't be prevented",
        grammar.condition,
        clauses,
        make=lambda c, done: [("INSTEAD", c, [*done, "damage_cant_be_prevented"])],
    ),
    form("(then) {} does|do the same", _who, make=lambda who: [("SAME", who)]),
)
told_groups.add(form("{} each opponent attacking that player", position(), make=_attackers))
event.prefer(
    form("enchanted player is attacked",
        give=(("attacks", ("one_or_more", one(("type", "creature"), ("zone", "battlefield"))), "attached"),)),
)  # fmt: skip
