"""Forms of plain instructions that few cards print: how many, of which things, and what was so before (CR 608.2)."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .clauses import clause, doing
from .combinators import ahead, form, position, word
from .conditions import simple_condition
from .deeds import act
from .durations import duration
from .nouns import one
from .pasts import as_it_was
from .pointing import pronouns
from .references import some
from .terms import Filter, Listed, Pronoun, Term
from .things import things
from .values import basic_value, characteristic, quantity

_kind = word("creature", "land", "nonland", "noncreature", "artifact", "instant", "sorcery", "enchantment")
pronouns.prefer(
    form("the creature|permanent|artifact that died", give="it"),
    form("{} the {} card {}", position(), _kind, ahead("into", "onto", "to"),
        make=lambda at, kind, end: Pronoun(at, "that_card")),
    form("{} the chosen {} you control", position(), word("creature", "permanent"),
        make=lambda at, thing: Pronoun(at, "the_" + thing + "_mine")),
)  # fmt: skip
after_noun.prefer(
    form("{} they control but don't own", position(),
        make=lambda at: one(("controller", Pronoun(at, "their")), ("not", ("owner", Pronoun(at, "their"))))),
)  # fmt: skip
basic_value.prefer(
    form("the greatest|highest {} among the milled cards", characteristic,
        make=lambda c: ("greatest", c, one("card", ("this_way", "milled")))),
)  # fmt: skip
doing.prefer(
    form("scry|scries a number of cards equal to {}", grammar.value, make=lambda v: act("scry", v)),
    form("surveil|surveils a number of cards equal to {}", grammar.value, make=lambda v: act("surveil", v)),
    form("lose|loses life and discard|discards cards equal to {}", grammar.value,
        make=lambda v: lambda who: [("lose_life", who, v), ("discard", who, v)]),
    form("have {} fight {}", grammar.reference, things, make=lambda a, b: lambda who: ("fight", a, b)),
)  # fmt: skip
clause.prefer(
    form("{} , double {} power {} times", duration, grammar.possessive, quantity,
        make=lambda d, r, n: [("repeat_list", n, Listed((("double_power", r, d),)))]),
)  # fmt: skip


def _no_other(what: Filter, kind: str, at: int) -> Term:
    """`no other creature has greater power`: than the one just spoken of."""
    return ("not", ("exists", what.also(("compare", kind, "greater", (kind, Pronoun(at, "it"))))))


def _either(mine: Filter, other: Filter, deed: str) -> Term:
    first = as_it_was(mine).also(("controller", "you"))
    return ("this_way", deed, Filter((), (first, as_it_was(other))))


_destroyed = word("destroyed", "exiled", "sacrificed")
simple_condition.prefer(
    form("{} wasn't dealt damage this turn", grammar.reference,
        make=lambda r: ("not", ("is", r, one("dealt_damage_this_turn")))),
    form("an opponent controls {}", grammar.reference, make=lambda r: ("is", r, one(("controller", "opponents")))),
    form("{} it entered under your control", position(),
        make=lambda at: ("is", Pronoun(at, "done_returned"), one(("controller", "you")))),
    form("no other {} has greater {} {}", grammar.noun, characteristic, position(), make=_no_other),
    form("{} you controlled or {} is|was {} this way", some, some, _destroyed, make=_either),
    form("{} {} dies this way", position(), some,
        make=lambda at, f: ("all_of", Listed((("died_this_way", Pronoun(at, "it")), ("is", Pronoun(at, "it"), as_it_was(f)))))),
)  # fmt: skip
