"""What texts say about attacking and blocking (CR 508.1c-d, 509.1b-c): verb phrases after a subject, and whole sentences.

A verb phrase gives a function from its subject to statements, so that it works in static sentences and in effects that
last. Phrases with a duration inside ("attacks this turn if able") are in `combat_effects`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import grammar
from .combinators import Refuse, Rule, form, listed, many, mapped, maybe, one_of, position, table, word
from .conditions import while_clause
from .costs import as_term, cost_part, mana_cost
from .nouns import one
from .references import some
from .tables import COLORS, SUBTYPES
from .terms import Ability, Filter, Listed, Pronoun, Target, Term, conditions_of, each, negated, substitute
from .values import for_each, number, scaled, where_x

Says = Callable[[Term], list[Term]]
"""From a subject to statements."""

PERMANENT = ("zone", "battlefield")
CREATURES = one(("type", "creature"), PERMANENT)


def says(functor: str, *arguments: Term) -> Says:
    """One statement whose first argument is the subject."""
    return lambda whom: [(functor, whom, *arguments)]


def all_say(*parts: Says) -> Says:
    """Several statements about one subject."""
    return lambda whom: [s for part in parts for s in part(whom)]


def mentioned(whom: Term) -> Term:
    """What the subject itself speaks of, which "it" after it means: `Creatures with power less than ~'s can't block it`."""
    found = [ref for ref in ("self", "attached") if isinstance(whom, tuple) and _speaks_of(whom, ref)]
    if len(found) != 1:
        raise Refuse("something that 'it' can mean")
    return found[0]


def _speaks_of(term: Term, ref: str) -> bool:
    if term == ref:
        return True
    if isinstance(term, Filter):
        return any(_speaks_of(t, ref) for t in (*term.literals, *term.either))
    return isinstance(term, tuple) and any(_speaks_of(t, ref) for t in term)


def _object(whom: Term, what: Term) -> Term:
    """What a verb is about, where it is a pronoun: not the subject itself."""
    if isinstance(what, Pronoun) and what.word == "it":
        if isinstance(whom, tuple) and whom[0] == "each":
            return mentioned(whom)
        return Pronoun(whom.at, "it") if isinstance(whom, Target) else "it"
    return what


# --- what is attacked -----------------------------------------------------------------------------------------------


def _planeswalkers_of(who: Term) -> Filter:
    return one(("type", "planeswalker"), PERMANENT, ("controller", who))


def _and_planeswalkers(who: Term) -> Filter:
    return Filter((), (one("player", ("is", who)), _planeswalkers_of(who)))


def _and_permanents(who: Term) -> Filter:
    return Filter((), (one("player", ("is", who)), one(PERMANENT, ("controller", who))))


_theirs = one_of(
    form("planeswalkers you|they control"),
    form("a planeswalker you|they control|controls"),
    form("planeswalkers your opponents control"),
)
attacked = one_of(
    form("its|their owner or planeswalkers its|their owner controls", give="owner_and_theirs"),
    form("its|their owner", give="owner"),
    form("a player other than you", give=one("player", ("other_than", "you"))),
    form("you or planeswalkers you control", give=_and_planeswalkers("you")),
    form("you or a planeswalker you control", give=_and_planeswalkers("you")),
    form("you or permanents you control", give=_and_permanents("you")),
    form("you or a permanent you control", give=_and_permanents("you")),
    form("planeswalkers you control", give=_planeswalkers_of("you")),
    form("a planeswalker you control", give=_planeswalkers_of("you")),
    form("a player it has already attacked this turn", give=one("player", ("attacked_this_turn_by", "self"))),
    form("a player", give=one("player")),
    form("{} and|or {}", grammar.reference, _theirs, make=lambda r, t: _and_planeswalkers(r)),
    grammar.reference,
    name="what is attacked",
)
"""What stands after "attack" -> D of section 4: a filter or reference."""


def _defender_who(what: Filter, *, without: bool = False) -> Term:
    """Whatever is defended by a player who controls such a thing, or who doesn't."""
    literal = ("controls", each(what))
    return ("defended_by", one("player", ("not", literal) if without else literal))


def _choices(found: list[Filter]) -> Filter:
    return found[0] if len(found) == 1 else Filter((), tuple(found))


_how_many = one_of(
    form("{} or more", number, make=lambda n: ("greater_equal", n)),
    form("{} or fewer", number, make=lambda n: ("less_equal", n)),
    name="how many",
)


def _counted(count: tuple[str, Term], what: Filter) -> Term:
    return ("controls_count", what, *count)


_more_than_you = one_of(
    form("you control more {} than defending|attacking player", grammar.noun),
)
_player_trait = one_of(
    form("controls no {}", grammar.noun, make=lambda f: ("not", ("controls", each(f)))),
    form("controls {} {}", _how_many, grammar.noun, make=_counted),
    form("controls {}", mapped(listed(some, "or"), _choices), make=lambda f: ("controls", each(f))),
    form("is the monarch", give="monarch"),
    form("is poisoned", give=("compare", ("counters", "poison"), "greater_equal", 1)),
    form("has {} cards in hand", _how_many, make=lambda n: ("compare", "hand_size", *n)),
    form("has no cards in hand", give=("compare", "hand_size", "equal", 0)),
    form("has {} cards in their graveyard", _how_many, make=lambda n: ("compare", "graveyard_size", *n)),
    form("has {} life", _how_many, make=lambda n: ("compare", "life", *n)),
    form("has a|an {} counter", word("poison", "rad"), make=lambda k: ("compare", ("counters", k), "greater_equal", 1)),
    name="what a player is like",
)  # fmt: skip
"""A verb phrase about a player -> a literal that such a player has."""


def _opposite(literal: Term) -> Term:
    return literal[1] if isinstance(literal, tuple) and literal[0] == "not" else ("not", literal)


def _fewer(what: Filter) -> Term:
    """Players who control no fewer of them than you do."""
    yours = ("count", what.also(("controller", "you")))
    return ("controls_count", what, "greater_equal", yours)


_defender_unless = one_of(
    form("defending player {}", _player_trait, make=lambda l: ("defended_by", one("player", _opposite(l)))),
    mapped(_more_than_you, lambda f: ("defended_by", one("player", _fewer(f)))),
)
_defender_if = form(
    "defending player {}", _player_trait, make=lambda l: ("defended_by", one("player", l))
)

# --- costs ----------------------------------------------------------------------------------------------------------

_per_creature = one_of(
    form("for each of those creatures"),
    form("for each creature they control that's attacking you"),
    form("for each creature they control that's attacking a planeswalker you control"),
    form("for each attacking|blocking creature they control"),
    name="for each of those creatures",
)


def _times(cost: Term, by: Term) -> Term:
    """A cost for each of something, as one cost."""
    if cost[0] == "mana" and len(cost[1].items) == 1:
        symbol = cost[1].items[0]
        if symbol == "x":
            raise Refuse("an amount of mana")
        if isinstance(symbol, tuple) and symbol[0] == "generic":
            return ("mana_worth", scaled(symbol[1], by))
    raise Refuse("generic mana")


def _where(cost: Term, value: Term) -> Term:
    if cost == ("mana", Listed(("x",))):
        return ("mana_worth", value)
    return substitute(cost, "x", value)


def _each_sacrifices(what: Filter) -> Term:
    return ("sacrifice", 1, what)


_theirs_to_pay = one_of(
    form("pays {}", mana_cost),
    form("pays {} life", number, make=lambda n: ("life", n)),
    form("sacrifices a|an {} of their choice", grammar.noun, make=_each_sacrifices),
    form("sacrifices a|an {}", grammar.noun, make=_each_sacrifices),
)
_per_attacker_of = one_of(
    form("for each {} they control that's attacking", grammar.noun),
)
payment = one_of(
    form("its|their controller {} {} {}", _theirs_to_pay, _per_creature, where_x, make=lambda c, e, v: _where(c, v)),
    form("its|their controller {} {}", _theirs_to_pay, _per_creature, make=lambda c, e: c),
    form("its|their controller {} for each {} creature they control that's attacking", _theirs_to_pay, word(*COLORS),
        make=lambda c, color: ("OF_COLOR", color, c)),
    form("its|their controller {} {}", _theirs_to_pay, for_each, make=_times),
    form("its|their controller {} {}", _theirs_to_pay, where_x, make=_where),
    form("its|their controller {}", _theirs_to_pay),
    form("you {} {}", cost_part, for_each, make=_times),
    form("you {}", mapped(grammar.cost, as_term)),
    name="a payment",
)
"""What stands after "unless" where something must be paid for each creature -> Cost."""

# --- blockers and attackers as filters --------------------------------------------------------------------------------


def _greater(what: Filter, op: str, characteristic: str, at: int) -> Filter:
    return what.also(("compare", characteristic, op, (characteristic, Pronoun(at, "its"))))


creatures = one_of(
    form("{} with greater {} {}", grammar.noun, word("power", "toughness"), position(),
        make=lambda f, c, at: _greater(f, "greater", c, at)),
    form("{} with lesser {} {}", grammar.noun, word("power", "toughness"), position(),
        make=lambda f, c, at: _greater(f, "less", c, at)),
    form("{} or {}", grammar.noun, form("enchantment creatures", give=one(("type", "enchantment"),
        ("type", "creature"), PERMANENT)), make=lambda a, b: Filter((), (a, b))),
    grammar.noun,
    name="creatures",
)  # fmt: skip
"""A noun phrase that may speak of the subject: `creatures with greater power` -> Filter."""


def _both_kinds(found: list[Filter]) -> Filter:
    return found[0] if len(found) == 1 else Filter((), tuple(found))


_exceptions = mapped(listed(creatures, "and/or|and|or"), _both_kinds)

# --- can't be blocked -----------------------------------------------------------------------------------------------


def _unless_paid(cost: Term) -> Says:
    return lambda whom: [("block_cost", each(CREATURES), whom, cost)]


blocked_tail = one_of(
    form("except by {} or more creatures", number, make=lambda n: says("least_blockers", n)),
    form("except by {}", _exceptions, make=lambda f: says("cant_be_blocked_except", f)),
    form("by more than {} creature|creatures (each) (combat)", number, make=lambda n: says("most_blockers", n)),
    form("by {}", mapped(listed(creatures, "and/or|or|and"), _both_kinds), make=lambda f: says("cant_be_blocked", f)),
    form("unless all creatures defending player controls block it", give=says("all_or_no_blockers")),
    form("unless defending player pays {} for each creature they control that's blocking it", mana_cost,
        make=_unless_paid),
    name="by what",
)  # fmt: skip
"""What stands after "can't be blocked" -> Says."""

# --- can't attack, can't block ----------------------------------------------------------------------------------------


def _cant_block(what: Term) -> Says:
    return lambda whom: [("cant_block", whom, _object(whom, what))]


_blocked_thing = one_of(
    form("{}", grammar.reference),
    creatures,
    name="what is blocked",
)


def _limb(kind: str, argument: Term = "any") -> tuple[str, Term]:
    return kind, argument


limb = one_of(
    form("attack {}", attacked, make=lambda d: _limb("attack", d)),
    form("attack with creatures", give=_limb("attack_with")),
    form("attack", give=_limb("attack")),
    form("be blocked {}", blocked_tail, make=lambda s: _limb("be_blocked", s)),
    form("be blocked", give=_limb("be_blocked", says("cant_be_blocked", "any"))),
    form("block {}", _blocked_thing, make=lambda w: _limb("block", w)),
    form("block", give=_limb("block")),
    form("crew vehicles", give=_limb("other", "cant_crew")),
    form("transform", give=_limb("other", "cant_transform")),
    form("be sacrificed", give=_limb("other", "cant_be_sacrificed")),
    name="attack or block",
)
"""What can't be done -> (kind, argument)."""


def _cant(limbs: list[tuple[str, Term]]) -> Says:
    def make(whom: Term) -> list[Term]:
        made: list[Term] = []
        for kind, argument in limbs:
            if kind == "attack":
                made.append(("cant_attack", whom, argument))
            elif kind == "attack_with":
                made.append(("cant_attack", each(CREATURES.also(("controller", whom))), "any"))
            elif kind == "block":
                made.append(("cant_block", whom, _object(whom, argument)))
            elif kind == "be_blocked":
                made.extend(argument(whom))
            else:
                made.append((argument, whom))
        return made

    return make


def _alone(limbs: list[tuple[str, Term]]) -> Says:
    words = {"attack": "cant_attack_alone", "block": "cant_block_alone"}
    if any(kind not in words or argument != "any" for kind, argument in limbs):
        raise Refuse("attack or block alone")
    return all_say(*(says(words[kind]) for kind, _ in limbs))


def _taxed(limbs: list[tuple[str, Term]], cost: Term) -> Says:
    words = {"attack": "attack_cost", "block": "block_cost"}
    if any(kind not in words for kind, _ in limbs):
        raise Refuse("attack or block")
    def make(whom: Term) -> list[Term]:
        paid = cost
        if cost[0] == "OF_COLOR":  # for each attacking creature of the colour that the subject has: for each of them
            if not (isinstance(whom, tuple) and whom[0] == "each" and ("color", cost[1]) in whom[1].literals):
                raise Refuse("creatures of that colour")
            paid = cost[2]
        return [(words[kind], whom, _object(whom, argument), paid) for kind, argument in limbs]

    return make


def _cant_where(limbs: list[tuple[str, Term]], where: Term) -> Says:
    if limbs != [("attack", "any")]:
        raise Refuse("attack")
    return says("cant_attack", where)


def _needs(limbs: list[tuple[str, Term]], count: Term, what: Filter, verb: str) -> Says:
    kind = {"attack": "attack", "attacks": "attack", "block": "block", "blocks": "block"}[verb]
    if limbs != [(kind, "any")]:
        raise Refuse("the same verb")
    return says(f"{kind}_needs", count, what)


_limbs = listed(limb, "or|and")
cant = one_of(
    form("block or be blocked by {}", creatures, make=lambda f: all_say(_cant_block(f), says("cant_be_blocked", f))),
    form("{} alone", _limbs, make=_alone),
    form("{} unless {}", _limbs, payment, make=_taxed),
    form("{} unless at least {} other {} {}", _limbs, number, grammar.noun, word("attack", "block"), make=_needs),
    form("{} unless a|an {} also {}", _limbs, creatures, word("attacks", "blocks"),
        make=lambda ls, f, v: _needs(ls, 1, f, v)),
    form("block unless {}", _more_than_you, make=lambda f: says("cant_block", one(("controller", each(one("player",
        _fewer(f))))))),
    form("{} unless {}", _limbs, _defender_unless, make=_cant_where),
    form("{} if {}", _limbs, _defender_if, make=_cant_where),
    form("attack a player unless that player cast a spell or put a nontoken permanent onto the battlefield during their "
        "last turn", give=says("cant_attack", one("player", ("not", "cast_or_put_permanent_last_turn")))),
    mapped(_limbs, _cant),
    name="what can't be done",
)  # fmt: skip
"""What stands after "can't" -> Says."""

# --- can attack, can block ---------------------------------------------------------------------------------------------

_evasive = table(
    {k: k for k in ("shadow", "flying", "skulk", "fear", "intimidate", "horsemanship")}, "an evasion keyword"
)


def _walk(word_: str) -> Term:
    stem = word_.removesuffix("walk")
    return ("landwalk", SUBTYPES[stem])


_landwalk = mapped(word("plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk"), _walk)
_has = one_of(_evasive, form("reach", give="reach"))


def _more(count: Term) -> Says:
    return says("can_block_more", count)


_extra = one_of(
    form("an additional creature", give=1),
    form("an additional {} creatures", number),
    form("up to {} additional creatures", number),
    form("any number of creatures", give="any"),
)
_as_though = one_of(
    form("it|they didn't have defender", give="no_defender"),
    form("it|they|those had haste", give="haste"),
    form("those creatures had haste", give="haste"),
)
_each_combat = maybe(form("each combat"))
can = one_of(
    form("attack {} as though {}", attacked, _as_though, make=lambda d, k: says("can_attack_as_though", k, d)),
    form("attack as though {}", _as_though, make=lambda k: says("can_attack_as_though", k)),
    form("only attack alone", give=says("attacks_only_alone")),
    form("attack only alone", give=says("attacks_only_alone")),
    form("block only {}", creatures, make=lambda f: says("can_block_only", f)),
    form("block {} {} {}", _extra, _each_combat, for_each, make=lambda n, e, v: _more(scaled(n, v))),
    form("block {} {}", _extra, _each_combat, make=lambda n, e: _more(n)),
    form("block creatures with landwalk abilities as though they didn't have those abilities",
        give=says("can_block_as_though_without", "landwalk")),
    form("block creatures with {} as though they didn't have {}", _evasive, _evasive,
        make=lambda a, b: says("can_block_as_though_without", _same(a, b))),
    form("block creatures with {} as though they didn't have {}", _landwalk, _landwalk,
        make=lambda a, b: says("can_block_as_though_without", _same(a, b))),
    form("block as though it|they were untapped", give=says("can_block_as_though", "untapped")),
    form("block as though it|they had {}", _has, make=lambda k: says("can_block_as_though", k)),
    form("block {} as though it|they had {}", creatures, _has, make=lambda f, k: says("can_block_as_though", k, f)),
    form("be blocked as though it|they didn't have {}", one_of(_evasive, _landwalk),
        make=lambda k: says("can_be_blocked_as_though", k)),
    name="what can be done",
)  # fmt: skip
"""What stands after "can" -> Says."""


def _same(first: Term, second: Term) -> Term:
    if first != second:
        raise Refuse("the same keyword")
    return first


# --- must -------------------------------------------------------------------------------------------------------------

_must_be_blocked = one_of(
    form("by exactly one creature", give=says("must_be_blocked_by_one")),
    form("by {} or more creatures", number, make=lambda n: says("must_be_blocked", "any", n)),
    form("by a|an {}", creatures, make=lambda f: says("must_be_blocked", f)),
    name="by what",
)


def _must_block(what: Term) -> Says:
    return lambda whom: [("must_block", whom, _object(whom, what))]


_EACH_COMBAT = "each combat"


def required(when: str) -> Rule:
    """Verb phrases that end in `<when> if able` -> Says. `when` is a template of fixed words."""
    return one_of(
        form(f"attack|attacks or block|blocks {when} if able", give=all_say(
            says("must_attack", "any"), says("must_block", "any"))),
        form(f"attack|attacks {when} if able", give=says("must_attack", "any")),
        form(f"attack|attacks {{}} {when} if able", attacked, make=lambda d: says("must_attack", d)),
        form(f"block|blocks {when} if able", give=says("must_block", "any")),
        form(f"block|blocks each {{}} {when} if able", creatures, make=lambda f: says("must_block_each", f)),
        form(f"block|blocks {{}} {when} if able", grammar.reference, make=_must_block),
        form(f"must be blocked {when} if able", give=says("must_be_blocked", "any")),
        form(f"must be blocked {{}} {when} if able", _must_be_blocked),
    )  # fmt: skip


_must = one_of(
    form("be blocked if able", give=says("must_be_blocked", "any")),
    form("be blocked {} if able", _must_be_blocked),
    form("attack {} with at least {} creature|creatures each combat if able", attacked, number,
        make=lambda d, n: says("must_attack_with", n, d)),
    form("attack with at least {} creature|creatures each combat if able", number,
        make=lambda n: says("must_attack_with", n, "any")),
    name="what must be done",
)  # fmt: skip

_no_activation = one_of(
    form("can't be activated unless they're mana abilities", give=says("cant_activate", "except_mana")),
    form("with {} in their costs can't be activated", word("{T}", "{t}"),
        give=says("cant_activate", "tap_cost")),
    form("can't be activated", give=says("cant_activate", "any")),
)  # fmt: skip

grammar.statements.add(
    form("can't {}", cant),
    form("can {}", can),
    form("must {}", _must),
    required(_EACH_COMBAT),
    form("attack|attacks if able", give=says("must_attack", "any")),
    form("attack|attacks {} if able", attacked, make=lambda d: says("must_attack", d)),
    form("is|are (also) goaded", give=says("goaded")),
    form("it's|they're goaded", give=says("goaded")),
    form("all creatures able to block it|them do so", give=says("must_be_blocked_by_all", "any")),
    form("its|their activated abilities {}", _no_activation),
    form("assign|assigns its|their combat damage as though it|they weren't blocked", give=says("assigns_as_unblocked")),
)

# --- whole static sentences -------------------------------------------------------------------------------------------


def static(statements: list[Term], conditions: list[Term] | None = None) -> list[Ability]:
    """The static ability that makes these statements while some conditions hold."""
    held = tuple(c for condition in conditions or [] for c in conditions_of(condition))
    return [Ability("static", statements=tuple(statements), conditions=held)]


def _when(before: Term, statements: list[Term], after: list[Term]) -> list[Ability]:
    return static(statements, [c for c in (before, *after) if c is not None])


def lured(able: Filter | str, whom: Term) -> list[Term]:
    """Statements by which all who can must block each of some."""
    parts = [p for p in whom[1:]] if isinstance(whom, tuple) and whom[0] == "all_of_them" else [whom]
    return [("must_be_blocked_by_all", part, able) for part in parts]


_blockers = one_of(
    form("all creatures your opponents control", give=one(("controller", "opponents"))),
    form("all {}", grammar.noun, make=lambda f: "any" if f == CREATURES else f),
)
_lured_whom = one_of(
    form("{} or {}", grammar.reference, grammar.reference, make=lambda a, b: ("all_of_them", a, b)),
    grammar.whom,
)
_can_attack_how_many = one_of(
    form("no more than {} creature|creatures can attack each combat", number, make=lambda n: [("most_attackers", n, "any")]),
    form("no more than {} creature|creatures can attack {} each combat", number, attacked,
        make=lambda n, d: [("most_attackers", n, d)]),
    form("no more than {} creature|creatures can block each combat", number, make=lambda n: [("most_blocking", n, "any")]),
)  # fmt: skip


def _but(whom: Term, spared: Filter) -> Term:
    """A group without those that an exception spares."""
    if not (isinstance(whom, tuple) and whom[0] == "each"):
        raise Refuse("a group")
    return each(whom[1].also(("not", ("fits", spared))))


sentences = one_of(
    form("{} able to block {} do so", _blockers, _lured_whom, make=lured),
    _can_attack_how_many,
    form("if {} attacks , {} also attacks if able", some, grammar.whom,
        make=lambda f, w: [("must_attack_if", w, f)]),
    form("if {} attacks , {} attack|attacks if able", one_of(some, form("~", give=one(("is", "self")))), grammar.whom,
        make=lambda f, w: [("must_attack_if", w, f)]),
    form("each player may attack only the nearest opponent in the last|chosen (chosen) direction and planeswalkers "
        "controlled by that opponent", give=["attacks_in_direction"]),
    form("except for {} , {} can't {}", mapped(listed(creatures, "and"), _both_kinds), grammar.whom, cant,
        make=lambda f, w, s: s(_but(w, f))),
    form("creatures with landwalk abilities can be blocked as though they didn't have those abilities",
        give=[("can_be_blocked_as_though", each(CREATURES), "landwalk")]),
    form("creatures with {} can be blocked as though they didn't have {}", _landwalk, _landwalk,
        make=lambda a, b: [("can_be_blocked_as_though", each(CREATURES), _same(a, b))]),
    name="a sentence about attacking and blocking",
)  # fmt: skip
"""Sentences that don't begin with their subject -> list of statements."""

grammar.static_sentences.add(
    form("{} {} {}", maybe(form("{} ,", while_clause)), sentences, many(while_clause), make=_when),
    form("{} activated abilities {} {}", grammar.possessive, _no_activation, many(while_clause),
        make=lambda r, s, after: _when(None, s(r), after)),
    form("you may have {} {} {}", grammar.whom, form("assign its|their combat damage as though it|they weren't blocked",
        give=says("may_assign_as_unblocked")), many(while_clause), make=lambda w, s, after: _when(None, s(w), after)),
    form("activated abilities of {} {} {}", grammar.whom, _no_activation, many(while_clause),
        make=lambda w, s, after: _when(None, s(w), after)),
)  # fmt: skip

# --- with the duration inside --------------------------------------------------------------------------------------------


def _timed(when: str, how_long: Term) -> list[Rule]:
    return [
        form("{}", required(when), make=lambda s: (how_long, s)),
        form(f"can't be blocked {when} {{}}", blocked_tail, make=lambda s: (how_long, s)),
        form(f"can't attack {when}", give=(how_long, says("cant_attack", "any"))),
        form(f"can attack {when} as though {{}}", _as_though, make=lambda k: (how_long, says("can_attack_as_though", k))),
        form(f"can attack {{}} {when} as though {{}}", attacked, _as_though,
            make=lambda d, k: (how_long, says("can_attack_as_though", k, d))),
        form(f"all creatures able to block it|them {when} do so",
            give=(how_long, says("must_be_blocked_by_all", "any"))),
    ]  # fmt: skip


combat_effects = one_of(
    *_timed("this turn", "end_of_turn"),
    *_timed("this combat", "end_of_combat"),
    form("{}", required("each combat this turn"), make=lambda s: ("end_of_turn", s)),
    form("attack|attacks that combat if able", give=("end_of_combat", says("must_attack", "any"))),
    form("attack|attacks during its|their controller's next combat phase if able",
        give=("next_combat_of_controller", says("must_attack", "any"))),
    form("attack|attacks during its|their controller's next turn if able",
        give=("next_turn_of_controller", says("must_attack", "any"))),
    form("attack|attacks {} during its|their controller's next turn if able", attacked,
        make=lambda d: ("next_turn_of_controller", says("must_attack", d))),
    form("can't be blocked by more than {} creature|creatures each combat this turn", number,
        make=lambda n: ("end_of_turn", says("most_blockers", n))),
    name="a verb about attacking and blocking",
)  # fmt: skip
"""Verb phrases with their duration inside -> (duration, Says)."""

lure_effect = one_of(
    form("{} able to block {} this turn do so", _blockers, _lured_whom, make=lambda f, w: ("end_of_turn", lured(f, w))),
    form("{} able to block {} this combat do so", _blockers, _lured_whom,
        make=lambda f, w: ("end_of_combat", lured(f, w))),
)  # fmt: skip
"""`All creatures able to block it this turn do so` -> (duration, statements)."""


def is_negated(what: Filter) -> Any:
    """For other modules: the literal that holds where a filter doesn't."""
    return negated(what)
