"""What follows the head of a noun phrase -> filters: who controls it, where it is, `with`, `without`, `that ...`, names."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, mapped, one_of, position, table, word
from .heads import one
from .qualities import being, in_zone, keyword_list, with_phrase
from .terms import Filter, Pronoun, Term, Text, negate, negated
from .words import comparison, counter_kind

_controllers = table(
    {
        "you control": ("controller", "you"),
        "you already control": ("controller", "you"),
        "you don't control": ("not", ("controller", "you")),
        "an opponent controls": ("controller", "opponents"),
        "your opponents control": ("controller", "opponents"),
        "opponents control": ("controller", "opponents"),
        "a player controls": ("controller", ("each", Filter(("player",)))),
        "players control": ("controller", ("each", Filter(("player",)))),
        "your team controls": ("controller", "your_team"),
        "another player controls": ("not", ("controller", "you")),
        "the active player controls": ("controller", "active_player"),
        "you own": ("owner", "you"),
        "you don't own": ("not", ("owner", "you")),
        "an opponent owns": ("owner", "opponents"),
        "your opponents own": ("owner", "opponents"),
        "under your control": ("controller", "you"),
    },
    "who controls it",
)
_both = table(
    {
        "you both own and control": Filter((("owner", "you"), ("controller", "you"))),
        "you own and control": Filter((("owner", "you"), ("controller", "you"))),
        "you control but don't own": Filter((("controller", "you"), ("not", ("owner", "you")))),
        "you own but don't control": Filter((("owner", "you"), ("not", ("controller", "you")))),
        "you control or own": Filter((), (Filter((("controller", "you"),)), Filter((("owner", "you"),)))),
        "you own or control": Filter((), (Filter((("controller", "you"),)), Filter((("owner", "you"),)))),
    },
    "who controls it",
)

_without = one_of(
    form("a {} counter on it|them", counter_kind, make=lambda k: one(("not", ("counter", k)))),
    form("a counter on it|them", give=one(("not", "any_counter"))),
    form("mana value of the chosen quality", give=one(("not", ("chosen", "parity")))),
    mapped(Rule(keyword_list), lambda f: one(negated(f))),
    name="a keyword",
)

_shared_kinds = table(
    {
        "a color": "color", "a creature type": "creature_type", "a card type": "card_type", "a land type": "land_type",
        "a name": "name", "at least one creature type": "creature_type", "a mana value": "mana_value",
        "a permanent type": "permanent_type", "all its|their colors": "all_colors",
    },
    "what is shared",
)  # fmt: skip

_history = table(
    {
        "entered this turn": "entered_this_turn",
        "entered the battlefield this turn": "entered_this_turn",
        "entered under your control this turn": "entered_under_your_control_this_turn",
        "entered the battlefield under your control this turn": "entered_under_your_control_this_turn",
        "attacked this turn": "attacked_this_turn",
        "attacked or blocked this turn": "attacked_or_blocked_this_turn",
        "blocked this turn": "blocked_this_turn",
        "was dealt damage this turn": "dealt_damage_this_turn",
        "were dealt damage this turn": "dealt_damage_this_turn",
        "dealt damage this turn": "dealt_damage_by_it_this_turn",
        "attacked you this turn": "attacked_you_this_turn",
        "dealt damage to you this turn": "dealt_damage_to_you_this_turn",
        "attacked this combat": "attacked_this_combat",
        "attacked this turn already": "attacked_this_turn",
        "was unearthed": "unearthed",
    },
    "what happened",
)

relative = one_of(
    form("that's|that're {}", being),
    form("that's|that're not {}", being, make=lambda f: one(negated(f))),
    form("that is|are|was|were {}", being),
    form("that isn't|aren't {}", being, make=lambda f: one(negated(f))),
    form("that has|have {}", with_phrase),
    form("that doesn't|don't have {}", with_phrase, make=lambda f: one(negated(f))),
    form("that {}", _history, make=lambda h: one(h)),
    form("that didn't|haven't {}", _history, make=lambda h: one(("not", h))),
    form(
        "that share|shares {} with {}",
        _shared_kinds,
        grammar.whom,
        make=lambda k, r: one(("shares", k, r)),
    ),
    form(
        "that doesn't|don't share {} with {}",
        _shared_kinds,
        grammar.whom,
        make=lambda k, r: one(("not", ("shares", k, r))),
    ),
    form("that share|shares {} with a|an {}", _shared_kinds, grammar.noun, make=lambda k, f: one(("shares", k, ("each", f)))),
    form("that doesn't|don't share {} with a|an {}", _shared_kinds, grammar.noun,
        make=lambda k, f: one(("not", ("shares", k, ("each", f))))),
    form("that didn't attack this turn", give=one(("not", "attacked_this_turn"))),
    form("that didn't attack or block this turn", give=one(("not", "attacked_or_blocked_this_turn"))),
    form("that didn't block this turn", give=one(("not", "blocked_this_turn"))),
    form("that blocked {} this turn", grammar.reference, make=lambda r: one(("blocked_this_turn", r))),
    form("that could be enchanted by {}", grammar.reference, make=lambda r: one(("could_be_attached", r))),
    form("that can block {}", grammar.reference, make=lambda r: one(("could_block", r))),
    form("that targets|target only a single {}", grammar.noun, make=lambda f: one(("only_target", f))),
    form("that targets|target a|an|one {}", grammar.noun, make=lambda f: one(("targets", ("each", f)))),
    form("that targets|target one or more {}", grammar.noun, make=lambda f: one(("targets", ("each", f)))),
    form("that targets|target {}", grammar.whom, make=lambda r: one(("targets", r))),
    form("that targets|target only {}", grammar.whom, make=lambda r: one(("targets_only", r))),
    form("that targeted {}", grammar.whom, make=lambda r: one(("targets", r))),
    form("{} that player|players controls|control", position(),
        make=lambda at: one(("controller", Pronoun(at, "that_player")))),
    form("{} that player|players owns|own", position(), make=lambda at: one(("owner", Pronoun(at, "that_player")))),
    name="that ...",
)  # fmt: skip


_own_verbs = {"controls": "controller", "control": "controller", "owns": "owner", "own": "owner"}


def _player(ref: Term) -> Term:
    """Only players control and own things."""
    return Pronoun(ref.at, "their") if isinstance(ref, Pronoun) and ref.word == "them" else ref


def _owned(ref: Term, verb: str) -> Filter:
    return one((_own_verbs[verb], _player(ref)))


_MOST_LIFE = one(("compare", "life", "greater_equal", ("greatest", "life", Filter(("player",)))))


def _name_words(stream: Any, at: int) -> Result:
    """A name after "named": capitalised words with small ones between, up to a mark or a small word."""
    index = at
    small = {"of", "the", "a", "an", "to", "and", "in", "from", "for", "with", "on", "at", "'s", "-"}
    last = at
    while index < len(stream):
        raw = stream.raw[index]
        if raw[0].isupper() or raw[0].isdigit() or raw.startswith("~"):
            index += 1
            last = index
        elif (raw.lower() in small and index > at) or (
            raw == ","
            and index + 1 < len(stream)
            and index > at
            and (stream.raw[index + 1][0].isupper() or stream[index + 1] in ("the", "of"))
        ):
            index += 1
        else:
            break
    if last == at:
        return Result.failure(at, "a name")
    words = " ".join(stream.raw[at:last]).replace(" ,", ",")
    return Result.success(last, words)


card_name = Rule(_name_words)


def _name_literal(name: str) -> Term:
    if name in ("~", "~~"):
        return ("shares", "name", "self")
    if "~" in name:
        raise Refuse("a name")
    return ("name", Text(name))


def _one_of_names(*names: str) -> Filter:
    return Filter((), tuple(one(_name_literal(n)) for n in names))


_named = one_of(
    form("named {} , {} , and|or {}", card_name, card_name, card_name, make=_one_of_names),
    form(
        "named {} or {}",
        card_name,
        card_name,
        make=lambda a, b: Filter((), (one(_name_literal(a)), one(_name_literal(b)))),
    ),
    form("named {}", card_name, make=lambda n: one(_name_literal(n))),
    form("not named {}", card_name, make=lambda n: one(negate(_name_literal(n)))),
)

_of_quality = one_of(
    form("of the chosen color", give=one(("chosen", "color"))),
    form("of the chosen type", give=one(("chosen", "creature_type"))),
    form("of the creature type of your choice", give=one(("of_your_choice", "creature_type"))),
    form("of the color of your choice", give=one(("of_your_choice", "color"))),
    form("of the chosen card type", give=one(("chosen", "card_type"))),
    form("of the chosen color|colors", give=one(("chosen", "color"))),
    form("of that color", give=one(("color", "that_color"))),
    form("of that type", give=one(("subtype", "that_type"))),
    form("of the last chosen color", give=one(("chosen", "color"))),
)


def _had(what: Filter) -> Filter:
    """`who controlled a creature returned this way`: whose it was before that was done."""
    done = [t for t in what.literals if isinstance(t, tuple) and t[0] == "this_way"]
    if len(done) != 1 or what.either:
        raise Refuse("what was done to it")
    kept = tuple(t for t in what.literals if t != done[0] and not (isinstance(t, tuple) and t[0] == "zone"))
    return one(("had_this_way", done[0][1], Filter(kept or ("anything",))))


def _put_with(what: Term) -> Filter:
    """What an Aura brought itself; the text in quotes may call it by its name."""
    return one(("put_with", "self" if what == "granter" else what))


def _hurt_in_the_game(by: Filter) -> Filter:
    """`dealt combat damage this game by a creature named ...`: what it was called and that it was a creature is kept."""
    names = [t for t in by.literals if isinstance(t, tuple) and t[0] == "name"]
    if (
        len(names) != 1
        or {*by.literals} != {names[0], ("type", "creature"), ("zone", "battlefield")}
        or by.either
    ):
        raise Refuse("a creature with a name")
    return one(("combat_damaged_this_game_by", names[0][1]))


def _hurt(what: Term) -> Filter:
    """What dealt damage to some object; of players there are words of their own."""
    if what != "self" and not isinstance(what, Pronoun):
        raise Refuse("an object")
    return one(("dealt_damage_to_this_turn", what))


after_noun = one_of(
    form("you cast", give=one(("controller", "you"))),
    form("your opponents cast", give=one(("controller", "opponents"))),
    form("an opponent casts", give=one(("controller", "opponents"))),
    form("cast by your opponents", give=one(("controller", "opponents"))),
    form("players|player cast|casts", give=one("spell")),
    form("the active player has controlled continuously since the beginning of the turn",
        give=one(("controller", "active_player"), ("not", "sick"))),
    form("dealt damage by {} this turn", grammar.reference, make=lambda r: one(("damaged_by_this_turn", r))),
    form("dealt combat damage this game by a|an {}", grammar.noun, make=_hurt_in_the_game),
    form("each with {}", with_phrase),
    form("created with ~|it", give=one(("created_with", "self"))),
    form("using mana produced by ~", give=one(("cast_with_mana_of", "self"))),
    form("that dealt damage to {} this turn", grammar.reference, make=_hurt),
    form("dealt damage this turn by {}", grammar.reference, make=lambda r: one(("damaged_by_this_turn", r))),
    _both,
    mapped(_controllers, one),
    form("{} {}", grammar.reference, word(*_own_verbs), make=_owned),
    form("{} doesn't|don't control", grammar.reference, make=lambda r: one(("not", ("controller", r)))),
    in_zone,
    form("with {}", with_phrase),
    form("without {}", _without),
    relative,
    _named,
    _of_quality,
    form("other than a|an {}", grammar.noun, make=lambda f: one(("not", ("fits", f)))),
    form("other than {} or {}", grammar.reference, grammar.reference,
        make=lambda a, b: one(("other_than", a), ("other_than", b))),
    form("other than {}", grammar.whom, make=lambda r: one(("other_than", r))),
    form("attached to a|an {}", grammar.noun, make=lambda f: one(("attached_to", ("each", f)))),
    form("attached to {}", grammar.whom, make=lambda r: one(("attached_to", r))),
    form("attacking {} or a planeswalker you|they control|controls", grammar.reference,
        make=lambda r: one(("attacking", ("or_planeswalkers", r)))),
    form("attacking {}", grammar.whom, make=lambda r: one(("attacking", r))),
    form("blocking or blocked by {}", grammar.whom,
        make=lambda r: Filter((), (one(("blocking", r)), one(("blocked_by", r))))),
    form("{} it's blocking", position(), make=lambda at: one(("blocked_by", Pronoun(at)))),
    form("~'s blocking", give=one(("blocked_by", "self"))),
    form("blocking {}", grammar.whom, make=lambda r: one(("blocking", r))),
    form("blocked by {}", grammar.whom, make=lambda r: one(("blocked_by", r))),
    form("blocked this turn by {}", grammar.whom, make=lambda r: one(("blocked_by", r))),
    form("put onto the battlefield with {}", grammar.reference, make=_put_with),
    form("exiled with {}", grammar.reference, make=lambda r: one(("exiled_with", r))),
    form("whose power {}", comparison, make=lambda t: one(("compare", "power", *t))),
    form("whose toughness {}", comparison, make=lambda t: one(("compare", "toughness", *t))),
    form("enchanted by (a|an) {}", grammar.noun, make=lambda f: one(("has_attached", f))),
    form("who doesn't|don't control a|an {}", grammar.noun, make=lambda f: one(("not", ("controls", ("each", f))))),
    form("who controls|control {}", grammar.whom, make=lambda r: one(("controls", r))),
    form("who has|have {} or more {} counters", grammar.value, counter_kind,
        make=lambda n, k: one(("compare", ("counters", k), "greater_equal", n))),
    form("who controlled a|an {}", grammar.noun, make=lambda f: _had(f)),
    form("who does", give=one(("this_way", "agreed"))),
    form("who has lost the game", give=one("lost_the_game")),
    form("who attacked with a creature this turn", give=one("attacked_with_creature_this_turn")),
    form("who attacked you or a planeswalker you control this turn", give=one("attacked_you_or_yours_this_turn")),
    form("drawn this turn", give=one("drawn_this_turn")),
    form("cast from a|your graveyard", give=one(("cast_from", "graveyard"))),
    form("cast from exile", give=one(("cast_from", "exile"))),
    form("from anywhere other than their|your hand|hands", give=one(("not", ("cast_from", "hand")))),
    form("owned by {}", grammar.reference, make=lambda r: one(("owner", r))),
    form("{} controlled by that player or by that planeswalker's|permanent's|creature's controller", position(),
        make=lambda at: one(("controller", ("player_or_controller", Pronoun(at, "that_target"))))),
    form("controlled by {}", grammar.reference, make=lambda r: one(("controller", _player(r)))),
    form("whose turn it is", give=one(("is", "active_player"))),
    form("with the most life or tied for most life", give=_MOST_LIFE),
    form("with the most life", give=_MOST_LIFE),
    form("who was|were dealt damage this turn", give=one("dealt_damage_this_turn")),
    form("used to craft it|~", give=one("used_to_craft")),
    form("the player who cast ~ controls", give=one(("controller", ("caster", "self")))),
    name="more about the noun",
)  # fmt: skip
