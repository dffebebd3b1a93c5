"""Sentences built around targets: one for each colour, opponent or graveyard, copies for each thing that a spell could target,
what a spell or ability targets as a condition, and costs that hang on it (CR 115.1, 601.2c, 601.2f, 707.10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .after_nouns import after_noun
from .clauses import clause, clauses, doing
from .combinators import Refuse, form, listed, one_of, position, table
from .conditions import simple_condition
from .costs import mana_cost
from .delays import each_of_them, slot_of_each
from .gathered import targets_in
from .instructions import sentence
from .nouns import one
from .pasts import happened
from .pointing import OPPONENTS, PLAYERS
from .references import some, target
from .spending import stating
from .tables import COLORS
from .target_tails import of_its_controller
from .terms import (
    Ability,
    Filter,
    Mention,
    Pronoun,
    Target,
    Term,
    each,
    swapped,
)
from .values import counted, number

# --- for each colour, opponent, graveyard, counter -------------------------------------------------------------------------


def _only_target(terms: list[Term]) -> Target:
    found = targets_in(tuple(terms))
    if len({t.at for t in found}) != 1:
        raise Refuse("one target")
    return found[0]


def _for_each_color(terms: list[Term]) -> list[Term]:
    """`For each color, return up to one target card of that color`: a target of each colour, all at once."""
    wanted = _only_target(terms)
    if ("color", "that_color") not in wanted.filter.literals:
        raise Refuse("a target of that color")
    found = []
    for place, color in enumerate(COLORS):
        literals = tuple(
            ("color", color) if t == ("color", "that_color") else t for t in wanted.filter.literals
        )
        found.append(replace(wanted, filter=Filter(literals, wanted.filter.either), at=wanted.at + place))
    return [swapped(term, wanted, ("all_of_them", *found)) for term in terms]


def _for_as_many(value: Term, terms: list[Term]) -> list[Term]:
    """`For each isolation counter on it, exile up to one target ...`: up to so many."""
    wanted = _only_target(terms)
    if (wanted.least, wanted.most) != (0, 1):
        raise Refuse("up to one target")
    return [swapped(term, wanted, replace(wanted, most=value)) for term in terms]


def _for_each_target(whom: Term, terms: list[Term]) -> list[Term]:
    """`For each of X target permanents, ... that permanent`: the same for one target after the other."""
    if not isinstance(whom, Target) or targets_in(tuple(terms)):
        raise Refuse("targets, and no target for each")
    made = each_of_them(Pronoun(whom.at, "them"), terms)
    return [(t[0], whom, *t[2:]) for t in made]


def _for_some_opponents(terms: list[Term]) -> list[Term]:
    """`For any number of opponents, destroy target ... that player controls`: one of each, of as many as one likes."""
    wanted = _only_target(terms)
    free = [swapped(term, wanted, replace(wanted, least=0)) for term in terms]
    return [slot_of_each(term, OPPONENTS) for term in free]


def _for_each_graveyard(terms: list[Term]) -> list[Term]:
    _only_target(terms)
    return [slot_of_each(term, PLAYERS) for term in terms]


def _for_those_opponents(who: Filter, terms: list[Term]) -> list[Term]:
    """`For each opponent who ... as you cast this spell, ... up to one target card from that player's graveyard`."""
    if "opponent" not in who.literals:
        raise Refuse("opponents")
    wanted = _only_target(terms)
    made = [slot_of_each(term, OPPONENTS) for term in terms]
    slot = _only_target(made)
    literals = tuple(("owner", each(who)) if t == ("owner", "opponents") else t for t in slot.filter.literals)
    if wanted.least != 0 or literals == slot.filter.literals:
        raise Refuse("up to one target card of that player's")
    closer = replace(slot, filter=Filter((*literals[:0], *literals), slot.filter.either), most=("count", who))
    return [swapped(term, slot, closer) for term in made]


sentence.prefer(
    form("for each color , {}", clauses, make=_for_each_color),
    form("(then) for each of {} , {}", target, clauses, make=_for_each_target),
    form("for any number of opponents , {}", clauses, make=_for_some_opponents),
    form("for each graveyard with {} in it , {}", some, clauses, make=lambda f, t: _for_each_graveyard(t)),
    form("for each {} as you cast ~|it , {}", grammar.noun, clauses, make=_for_those_opponents),
)  # fmt: skip
sentence.add(form("for each {} , {}", counted, clauses, make=_for_as_many))

# --- targets that another player chooses -----------------------------------------------------------------------------------------


def _of_the_chooser(what: Filter) -> Filter:
    """`target creature they control`: whoever chooses it."""
    mine = ("controller", "aiming_opponent")
    literals = tuple(
        mine if isinstance(t, tuple) and t[0] == "controller" and isinstance(t[1], Pronoun) else t
        for t in what.literals
    )
    return Filter(literals, what.either)


def _exchanged(at: int, what: Filter) -> list[Term]:
    chosen, it = of_its_controller(at, what), Pronoun(at, "it")
    return [("choose_target", ("controller", it), chosen), ("exchange_control", it, chosen, "rest_of_game")]


clause.prefer(
    form("{} its controller chooses target {} . exchange control of those permanents", position(), grammar.noun,
        make=_exchanged),
    form("{} its controller chooses target {}", position(), grammar.noun,
        make=lambda at, f: ("choose_target", ("controller", Pronoun(at, "it")), of_its_controller(at, f))),
    form("{} an opponent chooses target {}", position(), grammar.noun,
        make=lambda at, f: ("choose_target", "aiming_opponent", Target(_of_the_chooser(f), 1, 1, at, chosen_by="opponent"))),
    form("you choose {} , and {} that opponent chooses target {}", target, position(), grammar.noun,
        make=lambda t, at, f: [("choose_target", "you", t),
            ("choose_target", ("controller", t), Target(f, 1, 1, at, chosen_by="targets_controller"))]),
)  # fmt: skip
after_noun.prefer(
    form(
        "{} one of their opponents controls",
        position(),
        make=lambda at: one(("not", ("controller", ("controller", Pronoun(at, "it"))))),
    ),
)

# --- copies for each thing that a spell could target ---------------------------------------------------------------------------

_ANYTHING = Filter(("anything",))
_that_spell = one_of(
    form("{} that|the spell or ability", position(), make=lambda at: Pronoun(at, "that_spell")),
    form("{} that|the spell", position(), make=lambda at: Pronoun(at, "that_spell")),
    form("{} it", position(), make=lambda at: Pronoun(at, "it")),
)
_different_one = form("each copy targets a different one of those {}", listed(grammar.noun, "and"))


def _for_each_other(spell: Term, what: Filter, at: int) -> Any:
    if not what.has("could_target"):
        raise Refuse("what the spell could target")
    kept = tuple(t for t in what.literals if not (isinstance(t, tuple) and t[0] == "could_target"))
    others = Filter((*kept, ("not", ("targeted_by", spell)), ("could_target", spell)), what.either)
    return lambda who: ("copy_for_each", who, spell, each(others), Mention(at, "copies"))


_whom = one_of(
    form(
        "permanent or player {}",
        after_noun,
        make=lambda f: Filter(("anything", *f.literals), (one("permanent"), one("player"))),
    ),
    grammar.noun,
)
after_noun.prefer(
    form("(that) {} could target", _that_spell, make=lambda r: one(("could_target", r))),
    form("{} that|the spell could target", position(), make=lambda at: one(("could_target", Pronoun(at, "that_spell")))),
    form("{} the spell or ability could target", position(),
        make=lambda at: one(("could_target", Pronoun(at, "that_spell")))),
)  # fmt: skip
doing.prefer(
    form("{} choose one of those {} . copy {} . the copy targets the chosen {} {}", position(), grammar.noun,
        _that_spell, grammar.noun, position(), make=lambda at, f, r, g, end: lambda who: ("copy_for_each", who,
            Pronoun(at, r.word), ("some_of", 1, 1, _ANYTHING, Pronoun(at, "those_cards"), Mention(end - 1, "chosen_ones")),
            Mention(end, "copies"))),
    form("copy|copies {} for each other {} . {} {}", _that_spell, _whom, _different_one, position(),
        make=lambda r, f, d, at: _for_each_other(r, f, at)),
)  # fmt: skip

# --- what a spell or ability targets, as a condition --------------------------------------------------------------------------


def _targeting(spell: Term, what: Filter) -> Term:
    return ("targeting", spell, what)


def _targets_so_many(spell: Term, least: int, what: Filter) -> Term:
    return ("compare", ("count", what.also(("targeted_by", spell))), "greater_equal", least)


_aiming = one_of(
    form("~", give="self"),
    form("{} it", position(), make=lambda at: Pronoun(at, "it")),
    form("{} that spell or ability", position(), make=lambda at: Pronoun(at, "that_spell")),
    form(
        "{} that|the {}",
        position(),
        table({"spell": "spell", "ability": "ability"}, "what has targets"),
        make=lambda at, kind: Pronoun(at, "that_" + kind),
    ),
)


def _anothers(at: int, what: Filter) -> Term:
    """Something of an opponent who doesn't control what the spell targets."""
    aimed = each(one("permanent", ("targeted_by", Pronoun(at, "it"))))
    other = each(Filter(("opponent", ("not", ("controls", aimed)))))
    return ("exists", what.also(("controller", other)))


_anything_else = one_of(form("one or more {}", grammar.noun), some)
simple_condition.prefer(
    form("{} another opponent controls one or more {}", position(), grammar.noun, make=_anothers),
    form("{} targets|target two {}", _aiming, grammar.noun, make=lambda r, f: _targets_so_many(r, 2, f)),
    form("{} targets only {}", _aiming, grammar.reference, make=lambda r, w: ("is", r, one(("targets_only", w)))),
    form("{} targets|target {}", _aiming, _anything_else, make=_targeting),
    form("{} targets|target one or more other {}", _aiming, grammar.noun,
        make=lambda r, f: _targeting(r, f.also("other"))),
    form("{} targets|target {}", _aiming, grammar.reference, make=lambda r, w: ("is", r, one(("targets", w)))),
    form("{} doesn't target {}", _aiming, _anything_else, make=lambda r, f: ("not", _targeting(r, f))),
    form("{} has only one target and that target is a|an {}", grammar.reference, grammar.noun,
        make=lambda r, f: ("is", r, one(("only_target", f)))),
    form("{} has only one target and that target is {}", grammar.reference, grammar.reference,
        make=lambda r, w: ("is", r, one(("targets_only", w)))),
)  # fmt: skip

# --- costs that hang on targets -----------------------------------------------------------------------------------------------


def _own(functor: str, whom: Term, cost: Term, counted_: Filter, zone: str = "") -> list[Ability]:
    """So much for each of what the spell targets, which is counted for the spell itself."""
    value = ("repeated", cost, ("count", counted_.also(("targeted_by", "self"))))
    return stating((functor, whom, value), zone=zone)


_ITS_OWN = ("source_is", one("anything", ("is", "self")))


def _aimed_abilities(what: Filter, *which: Term) -> Filter:
    """Activated abilities on the stack with such a target."""
    return one(("zone", "stack"), "activated_ability", *which, ("targets", each(what)))


_it_targets = one_of(
    form("target", give=_ANYTHING),
    form("{} it targets", grammar.noun),
    name="what it targets",
)
grammar.static_sentences.prefer(
    form("each {} costs {} less to cast for each {}", grammar.noun, mana_cost, _it_targets,
        make=lambda f, c, t: _own("cost_less_own", each(f), c, t)),
    form("{} cost {} less to cast for each {}", grammar.noun, mana_cost, _it_targets,
        make=lambda f, c, t: _own("cost_less_own", each(f), c, t)),
    form("{} cost {} more to cast for each {}", grammar.noun, mana_cost, _it_targets,
        make=lambda f, c, t: _own("cost_more_own", each(f), c, t)),
    form("~ costs {} life more to cast for each {}", number, _it_targets,
        make=lambda n, t: _own("cost_more_own", "self", ("life", n), t, "stack")),
    form("{} cost an additional {} life to cast", grammar.noun, number,
        make=lambda f, n: stating(("cost_more", each(f), ("life", n)))),
    form("abilities your opponents activate that target {} cost {} more to activate", some, mana_cost,
        make=lambda f, c: stating(("cost_more", each(_aimed_abilities(f, ("controller", "opponents"))), c))),
    form("the first activated ability you activate during your turn that targets {} costs {} less to activate", some,
        mana_cost, make=lambda f, c: stating(("cost_less", each(_aimed_abilities(f, ("controller", "you"))), c),
            ["your_turn", ("compare", happened("aimed_at_this_turn", f), "equal", 0)])),
    form("~'s equip ability costs {} less to activate if it targets {}", mana_cost, some,
        make=lambda c, f: stating(("cost_less", each(_aimed_abilities(f, ("of_keyword", "equip"), _ITS_OWN)), c))),
)  # fmt: skip
"""`~'s equip ability` is that of the object which says so."""
