"""Further combat: what nothing blocks any more, being made to block, whom something attacked (CR 506.4, 509.1h, 508.6)."""

from __future__ import annotations

from . import grammar
from .after_nouns import relative
from .clauses import clause, doing
from .combinators import Refuse, form, one_of, position, table
from .conditions import simple_condition
from .durations import duration
from .nouns import one
from .pasts import happened
from .references import some, told_groups
from .terms import Filter, Mention, Pronoun, Term, each
from .values import number

# --- unblocked -----------------------------------------------------------------------------------------------------------------

_only = one_of(
    form("had become blocked by only {}", grammar.reference),
    form("hadn't become blocked by another creature"),
)
clause.prefer(
    form(
        "creatures {} was blocking that {} this combat become unblocked",
        grammar.reference,
        _only,
        make=lambda r, again: ("become_unblocked", r),
    ),
)

# --- made to block ---------------------------------------------------------------------------------------------------------------

_ATTACKER = one(("type", "creature"), ("zone", "battlefield"), "attacking")


def _blocks(blocker: Term, at: int) -> Term:
    return ("made_to_block", blocker, ("some", 1, 1, _ATTACKER, Mention(at, "chosen_ones")))


clause.prefer(
    form("{} blocks an attacking creature of your choice {}", grammar.reference, position(), make=_blocks),
)
doing.prefer(
    form(
        "have {} block an attacking creature of your choice {}",
        grammar.reference,
        position(),
        make=lambda r, at: lambda who: _blocks(r, at),
    ),
)

# --- whom it attacked ---------------------------------------------------------------------------------------------------------------

_combats = table({"during your last combat": "attacked_in_your_last_combat_by"}, "when")
relative.add(
    form("that {} attacked {}", grammar.reference, _combats, make=lambda r, when: one((when, r))),
    form(
        "that {} didn't attack {}", grammar.reference, _combats, make=lambda r, when: one(("not", (when, r)))
    ),
)
simple_condition.add(
    form(
        "you can't choose {} {} this way",
        position(),
        some,
        make=lambda at, f: ("not", ("exists", f.also(("is", Pronoun(at, "the_choice"))))),
    ),
)

# --- in turns of attack -------------------------------------------------------------------------------------------------------------


def _attacking_turns(what: Filter, least: int = 1) -> Term:
    """Turns in which "you" attacked with so many that fit, as they were then."""
    return ("turns_attacked_with", happened("attacked_with_this_turn", what)[2], least)


duration.add(
    form("during any turn you attacked with ~", give=_attacking_turns(one(("is", "self")))),
    form("during any turn you attacked with {}", some, make=_attacking_turns),
    form(
        "during any turn you attacked with {} or more {}",
        number,
        grammar.noun,
        make=lambda n, f: _attacking_turns(f, n),
    ),
)

# --- it, and more -------------------------------------------------------------------------------------------------------------------


def _with_it(at: int, what: Filter) -> Term:
    """It and more objects; of players the text says something else: `exile it and each player ...`."""
    if what.has("player") or what.has("opponent"):
        raise Refuse("objects")
    return ("all_of_them", Pronoun(at), each(what))


told_groups.add(
    form("{} it and each {}", position(), grammar.noun, make=_with_it),
    form(
        "{} it and other {}",
        position(),
        grammar.noun,
        make=lambda at, f: _with_it(at, f.also(("other_than", Pronoun(at)))),
    ),
)
