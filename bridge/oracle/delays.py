"""Instructions about later events (CR 603.7, 614.1, 601.2c): delayed triggers, replacements for a turn, for each player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .combat_parts import says
from .combinators import Refuse, form, listed, many, mapped, one_of, position, table, word
from .costs import mana_cost
from .damage_sources import chosen_source, damage_kind
from .descriptions import is_phrase
from .durations import duration
from .gathered import brought_up, targets_in
from .instructions import clause, clauses, doing, ending, lasting, made, sentence
from .nouns import one
from .parts import change
from .pasts import CAST, cast_this_turn
from .phrases import verb
from .pointing import OPPONENTS, PLAYERS
from .references import some
from .terms import (
    Ability,
    Change,
    Filter,
    Listed,
    Pronoun,
    Target,
    Term,
    each,
    keyword_ability,
    map_pronouns,
    pronouns_in,
    swapped,
)
from .triggers import activated, event
from .values import number
from .words import keyword_name

# --- delayed triggers ------------------------------------------------------------------------------------------


def _patterns(event_: Any) -> tuple[Term, ...]:
    """An event is a pattern or several that all trigger."""
    return tuple(event_) if isinstance(event_[0], tuple) else (event_,)


def later(events: tuple[Term, ...], how_long: Term, made: Any, *, once: bool) -> list[Term]:
    """603.7: an ability that triggers later, once or for as long as it lasts."""
    ability = made if isinstance(made, Ability) else Ability("spell", instructions=tuple(made))
    kind = "once" if once else "each_time"
    events = tuple(pattern for event_ in events for pattern in _patterns(event_))
    if ("casts", "you", "self") in events:  # it has been cast by the time it resolves: no trigger of later
        raise Refuse("something that can still happen")
    # `When target creature dies this turn`: the target is chosen now, and then spoken of
    aimed = list(dict.fromkeys(targets_in(events)))
    for target in aimed:
        events = swapped(events, target, Pronoun(target.at + 1, "it"))
    made_later = replace(ability, kind="delayed_trigger", triggers=events)
    return [*(("choose_target", "you", t) for t in aimed), ("delayed_trigger", kind, how_long, made_later)]


_deed = one_of(
    form("cast {}", some, make=lambda f: ("casts", "you", f)),
    form("activate {}", activated, make=lambda f: ("activates", "you", f)),
)
_next_cast = one_of(
    form("you next {}", listed(_deed, "or"), make=lambda found: tuple(found)),
    form("you cast your next {}", grammar.noun, make=lambda f: (("casts", "you", f),)),
    form("you activate your next {}", activated, make=lambda f: (("activates", "you", f),)),
)
"""What is cast or activated next: the first of several such deeds."""
sentence.prefer(
    form("if you|they do , when {} this turn , {}", _next_cast, grammar.body,
        make=lambda e, b: [("if_done", Listed(tuple(later(e, "end_of_turn", b, once=True))))]),
    form("if {} , when {} this turn , {}", grammar.condition, _next_cast, grammar.body,
        make=lambda c, e, b: [("if", c, Listed(tuple(later(e, "end_of_turn", b, once=True))))]),
    form("if {} , whenever {} this turn , {}", grammar.condition, event, grammar.body,
        make=lambda c, e, b: [("if", c, Listed(tuple(later(e, "end_of_turn", b, once=False))))]),
)  # fmt: skip
sentence.add(
    form("when {} this turn , {}", one_of(_next_cast, event), grammar.body,
        make=lambda e, b: later(e, "end_of_turn", b, once=True)),
    form("this turn , when {} , {}", event, grammar.body, make=lambda e, b: later(e, "end_of_turn", b, once=True)),
    form("whenever {} or {} this turn , {}", event, event, grammar.body,
        make=lambda a, c, b: later((*a, *c), "end_of_turn", b, once=False)),
    form("whenever {} this turn , {}", event, grammar.body,
        make=lambda e, b: later(e, "end_of_turn", b, once=False)),
    form("whenever {} this combat , {}", event, grammar.body,
        make=lambda e, b: later(e, "end_of_combat", b, once=False)),
    form("until end of turn , whenever {} , {}", event, grammar.body,
        make=lambda e, b: later(e, "end_of_turn", b, once=False)),
    form("until your next turn , whenever {} , {}", event, grammar.body,
        make=lambda e, b: later(e, "your_next_turn", b, once=False)),
    form("when {} , {}", event, grammar.body, make=lambda e, b: later(e, "rest_of_game", b, once=True)),
)  # fmt: skip

# --- replacements that last ----------------------------------------------------------------------------------------


def _instead(
    whom: Term, instead: Term, how_long: Term = "end_of_turn", what: str = "would_die"
) -> list[Term]:
    return [("lasting", how_long, Ability("lasting", replaces=(((what, whom), instead),)))]


def _as_aura(whom: Term) -> list[Term]:
    """What a creature that becomes an Aura is, until it is paid to end that (205.1b, 303.4)."""
    changes = (
        Change("type", whom, ("set_types", Listed(("enchantment",)))),
        Change("type", whom, ("set_subtypes", "enchantment", Listed(("aura",)))),
        Change("ability", whom, "lose_this_ability"),
        Change(
            "ability",
            whom,
            ("grant", keyword_ability("enchant", one(("type", "creature"), ("zone", "battlefield")))),
        ),
    )
    return [("lasting", "until_ended", Ability("lasting", changes=changes))]


doing.add(
    form("loses this ability and becomes an aura enchantment with enchant creature", give=_as_aura),
)
sentence.prefer(
    form("you may pay {} to end this effect", grammar.cost, make=lambda c: [("may_end_effect", "you", *c)]),
)

_hit = one_of(
    form(
        "a creature dealt damage this way", give=each(one(("type", "creature"), ("this_way", "dealt_damage")))
    ),
    form(
        "each creature dealt damage this way",
        give=each(one(("type", "creature"), ("this_way", "dealt_damage"))),
    ),
)
grammar.statements.add(
    form("can't play lands", give=says("cant_play_lands")),
    form("can't cast {}", grammar.noun, make=lambda f: says("cant_cast", f)),
    form("can't gain life", give=says("cant_gain_life")),
    form(
        "can't activate abilities that aren't mana abilities", give=says("cant_use_abilities", "except_mana")
    ),
)
sentence.add(
    form("the damage can't be prevented", give=[("unpreventable", "damage")]),
    form("this damage can't be prevented", give=[("unpreventable", "damage")]),
    form(
        "if ~ would deal damage to a|an {} , that damage can't be prevented or dealt instead to another permanent or player",
        grammar.noun,
        make=lambda f: [("unalterable", each(f))],
    ),
    form("excess damage is dealt to {} instead", grammar.reference, make=lambda r: [("excess_to", r)]),
)
_source = one_of(chosen_source, grammar.reference)
_for_now = one_of(form("this turn", give="end_of_turn"), form("this combat", give="end_of_combat"))
_dealt_to = one_of(form("one or more players", give=each(Filter(("player",)))), grammar.whom)
sentence.add(
    form(
        "the next time {} would deal {} to {} {} , prevent that damage",
        _source,
        damage_kind,
        _dealt_to,
        _for_now,
        make=lambda s, k, w, d: [("prevent_next_time", k, w, s, d)],
    ),
    form(
        "the next time {} would deal {} {} , prevent that damage",
        _source,
        damage_kind,
        _for_now,
        make=lambda s, k, d: [("prevent_next_time", k, "any", s, d)],
    ),
    form(
        "the next time {} would deal {} to {} this turn , that damage is dealt to {} instead",
        _source,
        damage_kind,
        grammar.whom,
        grammar.whom,
        make=lambda s, k, w, n: [("redirect_next_time", k, w, s, n, "end_of_turn")],
    ),
    form(
        "the next time {} would deal {} to {} this turn , that source deals that damage to {} instead",
        _source,
        damage_kind,
        grammar.whom,
        grammar.whom,
        make=lambda s, k, w, n: [("redirect_next_time", k, w, s, n, "end_of_turn")],
    ),
)
clause.add(
    form("{} is|are no longer goaded", grammar.whom, make=lambda w: ("end_goad", w)),
    form("{} {}", _hit, ending, make=made),
    form(
        "{} it's|they're goaded {}",
        position(),
        duration,
        make=lambda at, d: lasting(d, Pronoun(at), lambda w: [("states", ("goaded", w))]),
    ),
)

_dying = one_of(
    form("a creature dealt damage this way", give=each(one(("type", "creature"), ("this_way", "dealt_damage")))),
    form("a creature or planeswalker dealt damage this way", give=each(Filter((("this_way", "dealt_damage"),),
        (one(("type", "creature")), one(("type", "planeswalker")))))),
    form("a permanent dealt damage this way", give=each(one("permanent", ("this_way", "dealt_damage")))),
    grammar.reference,
)  # fmt: skip
_end = table(
    {
        "can't lose the game": "cant_lose",
        "can't win the game": "cant_win",
        "can't lose life": "cant_lose_life",
    },
    "what can't happen",
)


def _of_spells(what: Filter, functor: str, *arguments: Term) -> list[Term]:
    """What holds for the rest of the turn of spells of yours, whenever in it they are cast."""
    said = (functor, each(what.also(("controller", "you"))), *arguments)
    return [("lasting", "end_of_turn", Ability("lasting", statements=(said,)))]


def _no_end(whom: Term, what: str, how_long: Term) -> list[Term]:
    return [("lasting", how_long, Ability("lasting", statements=((what, whom),)))]


clause.add(
    form(
        "if {} would die this turn , exile it instead", grammar.reference, make=lambda w: _instead(w, "exile")
    ),
)
sentence.add(
    form("if {} would enter the battlefield under an opponent's control this turn , it enters under your control instead",
        some, make=lambda f: [("lasting", "end_of_turn", Ability("lasting", replaces=(
            (("enters_under", each(f), "opponents"), "under_your_control"),)))]),
    form("{} {} {} {}", grammar.whom, _end, duration, many(form("(,) (and) {} {} {}", grammar.whom, _end, duration), 1),
        make=lambda a, x, d, more: [t for w, s, e in [(a, x, d), *more] for t in _no_end(w, s, e)]),
    form("{} you cast this turn can't be countered", grammar.noun, make=lambda f: _of_spells(f, "cant_be_countered")),
    form("{} you cast this turn cost|costs {} less to cast", grammar.noun, mana_cost,
        make=lambda f, c: _of_spells(f, "cost_less", c)),
    form("{} {} {}", grammar.whom, _end, duration, make=_no_end),
    form("{} , damage that would reduce your life total to less than {} reduces it to {} instead", duration, number, number,
        make=lambda d, a, b: [("lasting", d, Ability("lasting", replaces=((("life_below", "you", a), ("life_becomes", b)),)))]),
    form("if {} would die this turn , exile it instead", _dying, make=lambda w: _instead(w, "exile")),
    form("if {} would leave the battlefield , exile it instead of putting it anywhere else", grammar.reference,
        make=lambda w: _instead(w, "exile", "rest_of_game", "would_leave")),
    form("if {} would be put into a|your|their graveyard this turn , exile it instead", grammar.reference,
        make=lambda w: _instead(w, "exile", "end_of_turn", "would_go_to_graveyard")),
    form("if {} would be put into a|your|their graveyard , exile it instead", grammar.reference,
        make=lambda w: _instead(w, "exile", "rest_of_game", "would_go_to_graveyard")),
)  # fmt: skip

# --- still a land ----------------------------------------------------------------------------------------------------

_still_types = table(
    {"a land": "land", "lands": "land", "an artifact": "artifact", "artifacts": "artifact", "a planeswalker": "planeswalker",
     "an enchantment": "enchantment", "a creature": "creature"},
    "a card type",
)  # fmt: skip
sentence.add(form("it's|he's|she's|they're|that's still {}", _still_types, make=lambda t: [("STILL", t)]))

# --- for each player, for each thing ---------------------------------------------------------------------------------


def slot_of_each(term: Term, who: Filter) -> Term:
    """`for each opponent, up to one target creature that player controls` as one slot for all those players."""
    if isinstance(term, Target):
        yours = [t for t in term.filter.literals if _that_players(t)]
        if len(yours) != 1 or term.most != 1:
            raise Refuse("one target that player controls")
        whose = (yours[0][0], "opponents") if who == OPPONENTS else None
        kept = tuple(t for t in term.filter.literals if t not in yours)
        filter_ = replace(term.filter, literals=kept + ((whose,) if whose else ()))
        apart = "different_owners" if yours[0][0] == "owner" else "different_controllers"
        together: tuple[Term, ...] = (apart,)
        if term.least != 0:
            together += (("one_each_if_able", each(who)),)
        return replace(term, filter=filter_, least=0, most=("count", who), together=together)
    if isinstance(term, tuple):
        return tuple(slot_of_each(t, who) for t in term)
    if isinstance(term, Listed):
        return Listed(tuple(slot_of_each(t, who) for t in term.items))
    if isinstance(term, Change):
        return Change(term.layer, slot_of_each(term.whom, who), slot_of_each(term.what, who))
    if isinstance(term, Ability) and term.kind == "lasting":
        return replace(
            term,
            changes=tuple(slot_of_each(c, who) for c in term.changes),
            statements=tuple(slot_of_each(s, who) for s in term.statements),
        )
    return term


def _that_players(literal: Term) -> bool:
    return (
        isinstance(literal, tuple)
        and literal[0] in ("controller", "owner")
        and isinstance(literal[1], Pronoun)
        and literal[1].word in ("that_player", "them", "their")
    )


def _for_each(who: Filter, terms: list[Term]) -> list[Term]:
    if targets_in(tuple(terms)):
        return [slot_of_each(t, who) for t in terms]
    return [("for_each", each(who), Listed(tuple(terms)))]


_who = one_of(form("opponent", give=OPPONENTS), form("player", give=PLAYERS),
    form("defending player", give=one("player", "defends")),
    form("other player", give=one("player", ("other_than", "you"))))  # fmt: skip


def for_each_thing(what: Filter, terms: list[Term]) -> list[Term]:
    if targets_in(tuple(terms)):
        raise Refuse("no target for each")
    if CAST in what.literals:
        if pronouns_in(tuple(terms)):
            raise Refuse("what is there now")
        return [("repeat_list", cast_this_turn(what), Listed(tuple(terms)))]
    first = min((m.at for m in brought_up(tuple(terms))), default=1 << 30)

    def of_each(pronoun: Pronoun) -> Term:
        mine = pronoun.word in ("it", "its", "that_creature", "that_permanent", "that_land", "that_artifact")
        return "it" if mine and pronoun.at < first else pronoun

    return [("for_each", each(what), Listed(tuple(map_pronouns(t, of_each) for t in terms)))]


def each_of_them(whom: Pronoun, terms: list[Term]) -> list[Term]:
    """`For each of those creatures, ...`: the things spoken of before, one by one."""
    if targets_in(tuple(terms)):
        raise Refuse("no target for each")
    first = min((m.at for m in brought_up(tuple(terms))), default=1 << 30)

    def of_each(pronoun: Pronoun) -> Term:
        if pronoun.word == "that_target" and whom.at < pronoun.at:  # "that permanent or player"
            return "the_one"
        mine = pronoun.word in ("it", "its", *_ONE_OF_THEM)
        return "it" if mine and whom.at < pronoun.at < first else pronoun

    return [("for_each", whom, Listed(tuple(map_pronouns(t, of_each) for t in terms)))]


_ONE_OF_THEM = (
    "that_creature",
    "that_permanent",
    "that_land",
    "that_artifact",
    "that_card",
    "that_object",
)
_told = one_of(
    form("{} those {}", position(), word("creatures", "permanents", "lands", "artifacts", "cards", "tokens"),
        make=lambda at, noun: Pronoun(at, "those_" + noun)),
    form("{} them", position(), make=lambda at: Pronoun(at, "them")),
)  # fmt: skip


def _paid_or_put_back(whom: Pronoun, life: int) -> list[Term]:
    put_back = ("move", "you", "it", "library_top")
    return [("for_each", whom, Listed((("unless", ("paid", "you", ("life", life)), Listed((put_back,))),)))]


sentence.add(
    form(
        "for each of {} , pay {} life or put the card on top of your library",
        _told,
        number,
        make=_paid_or_put_back,
    ),
    form("(then) for each of {} , {}", _told, clauses, make=each_of_them),
    form("(then) for each {} , {}", _who, clauses, make=_for_each),
    form("(then) for each {} , {}", grammar.noun, clauses, make=for_each_thing),
)

# --- choices made as it resolves --------------------------------------------------------------------------------------


def _choice(kind: str) -> Term:
    return Listed((("choice", kind),))


is_phrase.add(
    form("the color of your choice", give=change("color", ("set_colors", _choice("color")))),
    form("the color or colors of your choice", give=change("color", ("set_colors", _choice("colors")))),
    form("the basic land type of your choice in addition to its|their other types",
        give=change("type", ("add", "subtype", ("choice", "basic_land_type")))),
    form("the basic land type of your choice", give=change("type", ("set_land_types", _choice("basic_land_type")))),
    form("the creature type of your choice in addition to its|their other types",
        give=change("type", ("add", "subtype", ("choice", "creature_type")))),
    form("the creature type of your choice", give=change("type", ("set_subtypes", "creature", _choice("creature_type")))),
    form("the chosen creature type", give=change("type", ("set_subtypes", "creature", Listed((("chosen", "creature_type"),))))),
)  # fmt: skip
verb.inner.add(
    form("gain|gains your choice of {}", mapped(listed(keyword_name, "or", 2), tuple),
        make=lambda ks: change("ability", ("grant_choice", *ks))),
    form("gain|gains {}", table({k: k for k in ("flashback", "harmonize", "encore", "scavenge", "escape", "unearth",
        "embalm", "eternalize", "jump-start", "retrace", "miracle", "madness", "foretell")}, "a keyword"),
        make=lambda k: change("ability", ("grant", keyword_ability(k.replace("-", "_"))))),
    form("gain|gains all creature types", give=change("type", ("add", "subtype", ("every", "creature")))),
)  # fmt: skip
clause.add(
    form(
        "the|its {} cost is equal to its mana cost",
        table(
            {
                k: k
                for k in (
                    "flashback",
                    "harmonize",
                    "encore",
                    "scavenge",
                    "unearth",
                    "embalm",
                    "eternalize",
                    "madness",
                )
            },
            "a keyword",
        ),
        make=lambda k: ("keyword_cost", k, "its_mana_cost"),
    ),
)
