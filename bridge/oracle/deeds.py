"""What players do as they follow instructions (CR 701, 119, 120, 121): draw, discard, life, mill, scry, sacrifice ..."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, listed, mapped, maybe, one_of, position, table, word
from .company import several
from .costs import as_term, deed_cost, mana_cost
from .durations import duration
from .instructions import Does, clause, doing, lasting
from .nouns import one, with_phrase
from .references import target
from .spoken import only_player, only_players
from .terms import Ability, Change, Filter, Listed, Mention, Target, Term, Text
from .things import amount_of, chosen, part, things
from .values import number, quantity
from .words import counter_kind


def act(functor: str, *arguments: Term) -> Does:
    """An instruction that its subject follows."""
    return lambda who: (functor, who, *arguments)


CARDS = amount_of("card|cards")
_so_many = one_of(
    form("up to {}", quantity, make=lambda n: (0, n)),
    mapped(quantity, lambda n: _several_of(n)),
)


def _several_of(count: Term) -> tuple[Term, Term]:
    if count == 1:
        raise Refuse("several")
    return (count, count)


def _half(stream: Any, at: int) -> Result:
    """`half their library, rounded up` as an amount."""
    return _half_of(stream, at)


_rounding = one_of(form("(,) rounded up", give="half_up"), form("(,) rounded down", give="half_down"))
_half_of = one_of(
    form("half {} library {}", grammar.possessive, _rounding, make=lambda r, how: (how, ("library_size", r))),
    form("half {} life {}", grammar.possessive, _rounding, make=lambda r, how: (how, ("life", r))),
    form("half the cards in {} hand {}", grammar.possessive, _rounding, make=lambda r, how: (how, ("hand_size", r))),
    form("half x {}", _rounding, make=lambda how: (how, "x")),
)  # fmt: skip


def _loses_counters(kind: Term) -> Does:
    """Of a player; counters are removed from permanents."""

    def does(who: Term) -> Term:
        group = isinstance(who, tuple) and who[0] == "each" and only_players(who[1])
        if who == "self" or not (who == "you" or group or only_player(who)):
            raise Refuse("a player")
        return ("remove_counters", "you", "all", kind, who)

    return does


# --- cards and life --------------------------------------------------------------------------------------------------

_life = one_of(
    form("{} life", quantity),
    form("twice {} life", quantity, make=lambda n: ("times", 2, n)),
    form("{} times {} life", number, quantity, make=lambda n, m: ("times", n, m)),
    form("{} plus {} life", quantity, number, make=lambda n, m: ("plus", n, m)),
    form("that much life", give="that_much"),
    form("twice that much life", give=("times", 2, "that_much")),
    form("life equal to {}", grammar.value),
    _half_of,
    name="how much life",
)


def _discard(n: Term, what: Filter | None = None) -> Does:
    if what is not None and not what.has("card"):
        raise Refuse("cards")
    return act("discard", n) if what is None else act("discard", n, what)


_discarded = one_of(
    form("{} at random", CARDS, make=lambda n: act("discard_at_random", n)),
    form("all the cards in {} hand", grammar.possessive, make=lambda r: act("discard", "all")),
    form("your|their hand|hands", give=act("discard", "all")),
    mapped(CARDS, _discard),
    form("{}", _half_of, make=_discard),
    form("{} {} at random", quantity, grammar.noun, make=lambda n, f: act("discard_at_random", n, f)),
    form("all {}", grammar.noun, make=lambda f: _discard("all", f)),
    form("{} {}", quantity, grammar.noun, make=lambda n, f: _discard(n, f)),
    mapped(grammar.reference, lambda r: act("discard_it", r)),
    name="what is discarded",
)
_of_choice = maybe(form("of their|your choice"))


def _sacrifice(what: Term) -> Does:
    if isinstance(what, tuple) and what[0] in ("some", "some_at_random"):
        return act("sacrifice", *what[1:])
    return act("sacrifice_it", what)


_top = one_of(
    form("the top card of {} {}", grammar.possessive, word("library", "libraries"), make=lambda r, z: (r, 1)),
    form("the top {} cards of {} {}", quantity, grammar.possessive, word("library", "libraries"),
        make=lambda n, r, z: (r, n)),
    form("the top x cards of {} {}", grammar.possessive, word("library", "libraries"), make=lambda r, z: (r, "x")),
    form("that many cards from the top of {} library", grammar.possessive, make=lambda r: (r, "that_much")),
    form("cards equal to {} from the top of {} library", grammar.value, grammar.possessive, make=lambda v, r: (r, v)),
    name="the top cards of a library",
)  # fmt: skip


def _half_of_them(what: Filter, how: str, at: int) -> Does:
    half = (how, ("count", what))
    return act("sacrifice", half, half, what, Mention(at, "chosen_ones", what))


doing.add(
    form("sacrifice|sacrifices half the {} (,) {} {}", grammar.noun, _rounding, position(), make=_half_of_them),
    form("look|looks at {} hand and choose|chooses {} {} from it {}", grammar.possessive, _so_many, grammar.noun,
        position(), make=lambda r, n, f, at: lambda who: [("look_at_hand", who, r), (
            "choose_some", who, *n, f.also(("zone", "hand"), ("owner", r)), Mention(at, "chosen_ones"))]),
    form("have you {}", doing, make=lambda does: lambda who: does("you")),
    form("draw|draws {}", CARDS, make=lambda n: act("draw", n)),
    form("draw|draws {}", _half_of, make=lambda n: act("draw", n)),
    form("gain|gains {}", _life, make=lambda n: act("gain_life", n)),
    form("lose|loses {}", _life, make=lambda n: act("lose_life", n)),
    form("lose|loses the game", give=act("lose_game")),
    form("win|wins the game", give=act("win_game")),
    form("discard|discards {}", _discarded),
    form("sacrifice|sacrifices {} {}", things, _of_choice, make=lambda w, c: _sacrifice(w)),
    form("mill|mills {}", CARDS, make=lambda n: act("mill", n)),
    form("mill|mills {}", _half_of, make=lambda n: act("mill", n)),
    form("mill|mills half {} library {}", grammar.possessive, _rounding,
        make=lambda r, how: act("mill", (how, ("library_size", r)))),
    form("scry|scries {}", quantity, make=lambda n: act("scry", n)),
    form("surveil|surveils {}", quantity, make=lambda n: act("surveil", n)),
    form("investigate|investigates {}", one_of(form("twice", give=2), form("x times", give="x"),
        form("{} times", number)), make=lambda n: act("investigate", n)),
    form("investigate|investigates", give=act("investigate", 1)),
    form("proliferate|proliferates twice", give=act("proliferate", 2)),
    form("proliferate|proliferates", give=act("proliferate", 1)),
    form("populate|populates", give=act("populate", 1)),
    form("amass|amasses {} {}", some_type := table({"orcs": "orc", "zombies": "zombie", "slivers": "sliver",
        "phyrexians": "phyrexian"}, "what is amassed"), quantity, make=lambda t, n: act("amass", n, t)),
    form("incubate|incubates {}", quantity, make=lambda n: act("incubate", n)),
    form("repeat|repeats this process any number of times", give=lambda who: "again"),
    form("repeat|repeats this process", give=lambda who: "again"),
    form("learn|learns", give=act("learn")),
    form("venture|ventures into undercity", give=act("venture_into", Text("Undercity"))),
    form("venture into the dungeon", give=act("venture")),
    form("ventures into the dungeon", give=act("venture")),
    form("take|takes the initiative", give=act("take_initiative")),
    form("become|becomes the monarch", give=act("become_monarch")),
    form("get|gets an emblem with {} and {}", grammar.quoted, grammar.quoted, make=lambda a, b: lambda who: [
        ("emblem", who, ability) for ability in (*a, *b)]),
    form("get|gets an emblem with {}", grammar.quoted, make=lambda abilities: lambda who: [
        ("emblem", who, a) for a in abilities]),
    form("take|takes an extra turn after this one", give=act("extra_turn", 1)),
    form("take|takes {} extra turns after this one", number, make=lambda n: act("extra_turn", n)),
    form("skip|skips {} next {}", grammar.possessive, table({"turn": "turn", "draw step": "draw", "combat phase":
        "combat", "untap step": "untap", "combat phase this turn": "combat_this_turn"}, "what is skipped"),
        make=lambda r, s: act("skip", s)),
    form("skip|skips {} next {} turns", grammar.possessive, number,
        make=lambda r, n: lambda who: [("skip", who, "turn") for _ in range(n)]),
    form("get|gets {} {} counter|counters", quantity, counter_kind, make=lambda n, k: act("get_counters", n, k)),
    form("get|gets {}", energy := Rule(lambda stream, at: _energy(stream, at)), make=lambda n: act("get_counters", n, "energy")),
    form("monstrosity {}", quantity, make=lambda n: act("monstrosity", n)),
    form("adapt|adapts {}", quantity, make=lambda n: act("adapt", n)),
    form("discover|discovers {}", quantity, make=lambda n: act("discover", n)),
    form("manifest|manifests dread {}", position(), make=lambda at: lambda who: ("manifest_dread", who, Mention(at, "manifested"))),
    form("manifest|manifests the top card of {} library {}", grammar.possessive, position(),
        make=lambda r, at: lambda who: ("manifest", who, 1, r, Mention(at, "manifested"))),
    form("cloak|cloaks the top card of {} library {}", grammar.possessive, position(),
        make=lambda r, at: lambda who: ("cloak", who, 1, r, Mention(at, "manifested"))),
    form("clash|clashes with an opponent", give=act("clash")),
    form("open|opens an attraction", give=act("open_attraction", 1)),
    mapped(deed_cost, lambda c: act("pay", c)),
    form("roll|rolls to visit your attractions", give=act("roll_to_visit")),
    form("assemble|assembles a contraption", give=act("assemble", 1)),
    form("end|ends the turn", give=act("end_turn")),
    form("get|gets an amount of {E} equal to {}", grammar.value, make=lambda v: act("get_counters", v, "energy")),
    form("get|gets that many {E}", give=act("get_counters", "that_much", "energy")),
    form("flip|flips a coin until you lose a flip", give=lambda who: ("flip_until_lost", who)),
    form("flip|flips a coin", give=act("flip_coin", 1)),
    form("flip|flips {} coins", quantity, make=lambda n: act("flip_coins", n)),
    form("flip|flips that many coins", give=act("flip_coins", "that_much")),
    form("exchange {} life total with {} {}", grammar.possessive, grammar.possessive, word("power", "toughness"),
        make=lambda a, b, size: lambda who: ("exchange_life_with", a, b, size)),
    form("exchange life totals with {}", grammar.reference, make=lambda r: act("exchange_life", r)),
    form("exchange|exchanges life totals", give=lambda who: ("exchange_life_totals", who)),
    form("can't get counters {}", duration, make=lambda d: lambda who: (
        "lasting", d, Ability("lasting", statements=(("cant_get_counters", who),)))),
    form("have|has no maximum hand size {}", duration, make=lambda d: lambda who: ("lasting", d, Ability(
        "lasting", statements=(("maximum_hand_size", who, "none"),)))),
    form("time travel {}", one_of(form("twice", give=2), form("{} times", number)), make=lambda n: act("time_travel", n)),
    form("time travel", give=act("time_travel", 1)),
)  # fmt: skip


def _energy(stream: Any, at: int) -> Result:
    index = at
    while index < len(stream) and stream[index] == "{E}":
        index += 1
    if index == at:
        return Result.failure(at, "{E}")
    return Result.success(index, index - at)


# --- looking, revealing, choosing ---------------------------------------------------------------------------------------


_until_what = one_of(
    form("a|an {}", grammar.noun, make=lambda f: (1, f)),
    form("{} {}", quantity, grammar.noun, make=lambda n, f: (n, f)),
)


def _tops(functor: str) -> Any:
    return lambda at, top: lambda who: (functor, who, top[1], top[0], Mention(at, "those_cards"))


doing.add(
    form("reveal|reveals cards from the top of {} library until {} reveal|reveals {} {}", grammar.possessive,
        grammar.reference, _until_what, position(),
        make=lambda r, w, n, at: lambda who: ("reveal_until", who, r, *n, Mention(at, "that_card"))),
    form("exile|exiles cards from the top of {} library until {} exile|exiles {} {}", grammar.possessive,
        grammar.reference, _until_what, position(),
        make=lambda r, w, n, at: lambda who: ("exile_until_found", who, r, *n, Mention(at, "that_card"))),
    form("look|looks at {} hand|hands", grammar.possessive, make=lambda r: act("look_at_hand", r)),
    form("look|looks at {} {}", _top, position(), make=lambda t, at: _tops("look_top")(at, t)),
    form("reveal|reveals {} {}", _top, position(), make=lambda t, at: _tops("reveal_top")(at, t)),
    form("exile|exiles {} face down {}", _top, position(), make=lambda t, at: _tops("exile_top_face_down")(at, t)),
    form("exile|exiles {} {}", _top, position(), make=lambda t, at: _tops("exile_top")(at, t)),
    form("reveal|reveals your|their hand|hands", give=act("reveal_hand")),
    form("reveal|reveals {}", things, make=lambda w: act("reveal", w)),
    form("look|looks at {}", things, make=lambda w: act("look_at", w)),
    form("choose|chooses a|an {} from it|them with {} {}", grammar.noun, with_phrase, position(),
        make=lambda f, w, at: lambda who: ("choose_from", who, Filter((*f.literals, *w.literals), f.either or w.either),
            Mention(at, "chosen_ones"))),
    form("choose|chooses a|an {} from it|them {}", grammar.noun, position(),
        make=lambda f, at: lambda who: ("choose_from", who, f, Mention(at, "chosen_ones"))),
    form("choose|chooses a|one card from it|them {}", position(),
        make=lambda at: lambda who: ("choose_from", who, one("card"), Mention(at, "chosen_ones"))),
    form("choose|chooses a color", give=act("choose", "color")),
    form("lose|loses all {} counters", counter_kind, make=lambda k: _loses_counters(k)),
    form("lose|loses all counters", make=lambda: _loses_counters("any")),
    form("lose|loses all unspent mana", give=act("lose_mana")),
    form("choose|chooses a number between {} and {}", number, number, make=lambda a, b: act("choose", ("number_between", a, b))),
    form("choose|chooses odd or even", give=act("choose", "parity")),
    form("choose|chooses a creature type other than wall", give=act("choose", ("creature_type_but", "wall"))),
    form("choose|chooses a creature type", give=act("choose", "creature_type")),
    form("choose|chooses a card type", give=act("choose", "card_type")),
    form("choose|chooses a card name", give=act("choose", "name")),
    form("choose|chooses a nonland card name", give=act("choose", "nonland_name")),
    form("choose|chooses a creature card name", give=act("choose", "creature_name")),
    form("choose|chooses an artifact card name", give=act("choose", "artifact_name")),
    form("choose|chooses a noncreature , nonland card name", give=act("choose", "noncreature_nonland_name")),
    form("choose|chooses a nonartifact , nonland card name", give=act("choose", "nonartifact_nonland_name")),
    form("choose|chooses a card name other than a basic land card name", give=act("choose", "no_basic_land_name")),
    form("choose|chooses {}", part, make=lambda w: act("choose_some_of", *w[1:]) if isinstance(w, tuple) and w[0] == "some_of"
        else act("choose_these", w)),
    form("choose|chooses {} {}", chosen, _of_choice, make=lambda w, c: act("choose_" + w[0], *w[1:])),
    form("choose {} , then choose another target for each time ~ was kicked", grammar.reference,
        make=lambda r: _as_often_as_kicked(r)),
    form("choose {} , then choose another target {} for each time ~ was kicked", grammar.reference, grammar.noun,
        make=lambda r, f: _as_often_as_kicked(r)),
    form("choose|chooses {}", listed(target, "and", 2),
        make=lambda found: lambda who: [("choose_target", who, t) for t in found]),
    form("choose {}", grammar.reference, make=lambda r: _chosen_target(r)),
    form("chooses {}", grammar.reference, make=lambda r: _chosen_by_another(r)),
)  # fmt: skip


def _chosen_target(what: Term) -> Does:
    if not isinstance(what, Target):
        raise Refuse("a target")
    return act("choose_target", what)


def _chosen_by_another(what: Term) -> Does:
    """The controller of an ability chooses its targets (CR 115.1) unless the text says who else does."""
    if not isinstance(what, Target) or not what.chosen_by:
        raise Refuse("a target that its controller chooses")
    return act("choose_target", what)


def _as_often_as_kicked(what: Term) -> Does:
    """One target more for each time that the spell was kicked (CR 702.33d): all of them are of one kind, and different."""
    if not isinstance(what, Target):
        raise Refuse("a target")
    so_many = ("plus", 1, ("times_kicked", "self"))
    return act("choose_target", replace(what, least=so_many, most=so_many))


# --- searching -----------------------------------------------------------------------------------------------------------

_searched = one_of(
    form(
        "{} graveyard , hand (,) and|and/or library",
        grammar.possessive,
        make=lambda r: (r, "graveyard_hand_library"),
    ),
    form("{} hand and|and/or library", grammar.possessive, make=lambda r: (r, "hand_library")),
    form("{} library and|and/or|or graveyard", grammar.possessive, make=lambda r: (r, "library_graveyard")),
    form("{} graveyard and|and/or library", grammar.possessive, make=lambda r: (r, "library_graveyard")),
    form("{} library", grammar.possessive, make=lambda r: (r, "library")),
    name="where to search",
)
_wanted = one_of(
    form("a|an {} and a|an {}", grammar.noun, grammar.noun, make=lambda a, b: (2, 2, ("one_each", a, b))),
    form("a|an {} or a|an {}", grammar.noun, grammar.noun, make=lambda a, b: (1, 1, Filter((), (a, b)))),
    form("a|an {}", grammar.noun, make=lambda f: (1, 1, f)),
    form("up to {} {}", quantity, several, make=lambda n, f: (0, n, f)),
    form("up to that many {}", grammar.noun, make=lambda f: (0, "that_much", f)),
    form("any number of {}", several, make=lambda f: (0, "any", f)),
    form("all {}", grammar.noun, make=lambda f: ("all", "all", f)),
    form("{} {}", number, grammar.noun, make=lambda n, f: (n, n, f)),
    form("x {}", grammar.noun, make=lambda f: ("x", "x", f)),
    name="what to search for",
)


def _search(at: int, where: Any, what: Any) -> Does:
    return lambda who: ("search", who, *where, *what, Mention(at, "found"))


doing.add(
    form(
        "search|searches {} for {} {}",
        _searched,
        _wanted,
        position(),
        make=lambda w, f, at: _search(at, w, f),
    )
)


# --- control, playing, choices of others ---------------------------------------------------------------------------------


def _controls(what: Term, how_long: Term) -> Does:
    return lambda who: lasting(how_long, what, lambda whom: [Change("control", whom, ("controlled_by", who))])


doing.add(
    form("gain|gains control of {} {}", things, duration, make=lambda w, d: _controls(w, d)),
    form("gain|gains control of {}", things, make=lambda w: _controls(w, "rest_of_game")),
    form("control|controls {} during {} next turn", grammar.reference, grammar.possessive,
        make=lambda r, p: act("control_player", r)),
    form("pay|pays any amount of {}", one_of(form("life", give="life"), form("{E}", give="energy")),
        make=lambda k: act("pay_any", k)),
    form("pay|pays one or more {E}", give=act("pay_any", "energy")),
    form("pay|pays an amount of {E} equal to {}", grammar.value, make=lambda v: act("pay", ("energy", v))),
    form("pay|pays {} and {} life", mana_cost, number, make=lambda c, n: act("pay", ("costs", Listed((c, ("life", n)))))),
    form("pay|pays {} life", grammar.value, make=lambda n: act("pay", ("life", n))),
    form("pay|pays {}", grammar.cost, make=lambda c: act("pay", as_term(c))),
)  # fmt: skip

_one_phase = form("an additional combat phase", give="combat")
_then_main = form("(,) followed by an additional main phase", give=["main"])
_more_phases = one_of(
    form("an additional combat phase followed by an additional main phase", give=["combat", "main"]),
    form("two additional combat phases", give=["combat", "combat"]),
    form("an additional combat phase", give=["combat"]),
)

clause.add(
    form("the ring tempts {}", grammar.reference, make=lambda r: ("ring_tempts", r)),
    form("have {}", clause),
    form("after this (main|combat) phase , there is {}", _more_phases, make=lambda phases: ("additional_phases", Listed(tuple(phases)))),
    form("there is {} after this phase {}", _one_phase, maybe(_then_main, []), make=lambda one, then: ("additional_phases", Listed((one, *then)))),
    form("there is {} after this phase", _one_phase, make=lambda one: ("additional_phases", Listed((one,)))),
    form("it becomes day", give=("becomes_day_night", "day")),
    form("it becomes night", give=("becomes_day_night", "night")),
)  # fmt: skip
