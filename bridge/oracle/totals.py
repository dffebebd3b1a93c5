"""Life totals that become something (CR 119.5), zones shuffled together, steps and phases that are added (CR 500.8-500.10)."""

from __future__ import annotations

from . import grammar
from .clauses import Does, clause, doing
from .combinators import Refuse, form, maybe, one_of, table
from .durations import duration
from .nouns import one
from .pointing import OPPONENTS, PLAYERS
from .terms import Ability, Filter, Term, conditions_of, each, map_pronouns
from .values import number

_highest = one_of(
    form("the highest life total among all players", give=("greatest", "life", PLAYERS)),
    form("the highest life total among your opponents", give=("greatest", "life", Filter(("opponent",)))),
    form("the lowest life total among all players", give=("lowest", "life", PLAYERS)),
)
_total = one_of(
    _highest,
    form("equal to {}", grammar.value),
    form("half {} life total , rounded up", grammar.possessive, make=lambda r: ("half_up", ("life", r))),
    form("half {} life total , rounded down", grammar.possessive, make=lambda r: ("half_down", ("life", r))),
    form("half {} starting life total , rounded up", grammar.possessive,
        make=lambda r: ("half_up", ("starting_life", r))),
    form("half {} starting life total , rounded down", grammar.possessive,
        make=lambda r: ("half_down", ("starting_life", r))),
    number,
    grammar.value,
    name="a life total",
)  # fmt: skip


def _becomes(who: Term, total: Term) -> Term:
    if who == "self":
        raise Refuse("a player")
    if isinstance(who, tuple) and who[0] == "each":
        total = map_pronouns(total, lambda p: "their" if p.word in ("their", "them") else p)
    return ("set_life", who, total)


def _fixed(who: Term, how_long: Term) -> Term:
    if who == "self":
        raise Refuse("a player")
    return ("lasting", how_long, Ability("lasting", statements=(("life_fixed", who),)))


clause.add(
    form("{} life total becomes {}", grammar.possessive, _total, make=_becomes),
    form("double {} life total", grammar.possessive, make=lambda r: _becomes(r, ("times", 2, ("life", r)))),
    form("{} , {} life total can't change", duration, grammar.possessive, make=lambda d, r: _fixed(r, d)),
    form("{} life total can't change {}", grammar.possessive, duration, make=_fixed),
)
grammar.static_sentences.add(
    form("your life total can't change", give=[Ability("static", statements=(("life_fixed", "you"),))]),
)

# --- everything into a library ------------------------------------------------------------------------------------------


def _all_of(who: Term) -> Does:
    """`Shuffles their hand, graveyard, and all permanents they own into their library`: all at once; `who`: whose."""

    def does(actor: Term) -> Term:
        whose = "their" if isinstance(actor, tuple) and actor[0] == "each" else who if who == "you" else actor
        zones = [one("card", ("zone", zone), ("owner", whose)) for zone in ("hand", "graveyard")]
        permanents = one(("zone", "battlefield"), ("owner", whose))
        return ("shuffle_into_library", actor, each(Filter((), (*zones, permanents))))

    return does


doing.prefer(
    form("shuffle your hand , your graveyard , and all permanents you own into your library", give=_all_of("you")),
    form("shuffle|shuffles their hand , graveyard , and all permanents they own into their library",
        give=_all_of("their")),
)  # fmt: skip
doing.add(
    form("have {} life total become {}", grammar.possessive, _total, make=lambda r, v: lambda who: _becomes(r, v)),
)  # fmt: skip

# --- searching ----------------------------------------------------------------------------------------------------------

grammar.static_sentences.add(
    form("if {} would search a library , that player searches the top {} cards of that library instead",
        one_of(form("an opponent", give=each(OPPONENTS)), form("a player", give=each(PLAYERS))), number,
        make=lambda who, n: [Ability("static", statements=(("searches_top", who, n),))]),
)  # fmt: skip

_when = maybe(form("as long as {} ,", grammar.condition))
grammar.static_sentences.add(
    form("{} all damage is dealt to you as though its source had infect", _when,
        make=lambda c: [Ability("static", statements=(("damaged_as_infect", "you"),),
                                conditions=conditions_of(c) if c is not None else ())]),
)  # fmt: skip

# --- steps that are added -----------------------------------------------------------------------------------------------

_step = table({"upkeep": "upkeep"}, "a step")
_phase = table({"combat": "combat", "main": "main"}, "a phase")
doing.add(
    form("get|gets that many additional {} steps after this phase", _step,
        make=lambda s: lambda who: ("added_phases", who, "that_much", s)),
    form("get|gets {} additional {} steps after this phase", number, _step,
        make=lambda n, s: lambda who: ("added_phases", who, n, s)),
    form("get|gets an additional {} step after this phase", _step,
        make=lambda s: lambda who: ("added_phases", who, 1, s)),
    form("get|gets an additional {} phase after this phase|one", _phase,
        make=lambda s: lambda who: ("added_phases", who, 1, s)),
    form("get|gets that many additional {} phases after this phase|one", _phase,
        make=lambda s: lambda who: ("added_phases", who, "that_much", s)),
)  # fmt: skip
