"""What texts say about attacking and blocking (CR 508.1c-d, 509.1b-c): verb phrases after a subject, and whole sentences.

A verb phrase gives a function from its subject to statements, so that it works in static sentences and in effects that
last. Phrases with a duration inside ("attacks this turn if able") are in `combat_effects`.
"""

from __future__ import annotations

from . import grammar
from .combat_parts import (
    CREATURES,
    PERMANENT,
    Says,
    all_say,
    attacked,
    creatures,
    defender_if,
    defender_unless,
    either_kind,
    exceptions,
    more_than_you,
    no_fewer,
    object_of,
    payment,
    says,
)
from .combinators import Refuse, Rule, form, listed, mapped, maybe, one_of, table, word
from .costs import mana_cost
from .nouns import one
from .spoken import only_players
from .tables import SUBTYPES
from .terms import Filter, Pronoun, Term, each
from .values import for_each, number, scaled

# --- can't be blocked -----------------------------------------------------------------------------------------------


def _unless_paid(cost: Term) -> Says:
    return lambda whom: [("block_cost", each(CREATURES), whom, cost)]


blocked_tail = one_of(
    form("except by {} or more creatures", number, make=lambda n: says("least_blockers", n)),
    form("except by {}", exceptions, make=lambda f: says("cant_be_blocked_except", f)),
    form("by more than {} creature|creatures (each) (combat)", number, make=lambda n: says("most_blockers", n)),
    form("by {}", mapped(listed(creatures, "and/or|or|and"), either_kind), make=lambda f: says("cant_be_blocked", f)),
    form("unless all creatures defending player controls block it", give=says("all_or_no_blockers")),
    form("unless defending player pays {} for each creature they control that's blocking it", mana_cost,
        make=_unless_paid),
    name="by what",
)  # fmt: skip
"""What stands after "can't be blocked" -> Says."""

# --- can't attack, can't block ----------------------------------------------------------------------------------------


def _cant_block(what: Term) -> Says:
    return lambda whom: [("cant_block", whom, object_of(whom, what))]


_blocked_thing = one_of(
    form("{}", grammar.reference),
    creatures,
    name="what is blocked",
)


def _limb(kind: str, argument: Term = "any") -> tuple[str, Term]:
    return kind, argument


def _blocking_with(most: Term) -> Says:
    """No more than so many creatures of the subject, which is a player, may block."""
    return lambda whom: [("most_blocking", most, CREATURES.also(("controller", whom)))]


def _by_those_of(defended: Term) -> Says:
    """No creature of such a defending player can block the subject."""
    return says("cant_be_blocked", CREATURES.also(("controller", each(defended[1]))))


limb = one_of(
    form("attack {}", attacked, make=lambda d: _limb("attack", d)),
    form("attack with creatures", give=_limb("attack_with")),
    form("attack", give=_limb("attack")),
    form("be blocked {}", blocked_tail, make=lambda s: _limb("be_blocked", s)),
    form("be blocked", give=_limb("be_blocked", says("cant_be_blocked", "any"))),
    form("block {}", _blocked_thing, make=lambda w: _limb("block", w)),
    form(
        "block with more than {} creature|creatures",
        number,
        make=lambda n: _limb("be_blocked", _blocking_with(n)),
    ),
    form("block with {}", creatures, make=lambda f: _limb("block_with", f)),
    form("block", give=_limb("block")),
    form("be attacked", give=_limb("other", "cant_be_attacked")),
    form("sacrifice {}", grammar.reference, make=lambda r: _limb("sacrifice", r)),
    form("crew vehicles", give=_limb("other", "cant_crew")),
    form("transform", give=_limb("other", "cant_transform")),
    form("be sacrificed", give=_limb("other", "cant_be_sacrificed")),
    name="attack or block",
)
"""What can't be done -> (kind, argument)."""


def _is_player(whom: Term) -> bool:
    if isinstance(whom, Pronoun):
        return whom.word in ("that_player", "their", "those_players")
    if isinstance(whom, tuple) and whom[0] == "each":
        return isinstance(whom[1], Filter) and only_players(whom[1])
    return whom in ("you", "opponents", "defending_player", "that_player")


def bars_attack(what: Term) -> Says:
    """The subject can't attack that; where it is a player, no creature of that player."""
    return lambda whom: [
        ("cant_attack", each(CREATURES.also(("controller", whom))) if _is_player(whom) else whom, what)
    ]


def _cant(limbs: list[tuple[str, Term]]) -> Says:
    def make(whom: Term) -> list[Term]:
        made: list[Term] = []
        for kind, argument in limbs:
            if kind == "sacrifice":
                made.append(
                    ("cant_be_sacrificed", each(one(PERMANENT, ("is", argument), ("controller", whom))))
                )
            elif kind == "attack":
                made.extend(bars_attack(argument)(whom))
            elif kind == "attack_with":
                made.append(("cant_attack", each(CREATURES.also(("controller", whom))), "any"))
            elif kind == "block_with":
                made.append(("cant_block", each(argument.also(("controller", whom))), "any"))
            elif kind == "block":
                made.append(("cant_block", whom, object_of(whom, argument)))
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
        if (
            cost[0] == "OF_COLOR"
        ):  # for each attacking creature of the colour that the subject has: for each of them
            if not (isinstance(whom, tuple) and whom[0] == "each" and ("color", cost[1]) in whom[1].literals):
                raise Refuse("creatures of that colour")
            paid = cost[2]
        return [(words[kind], whom, object_of(whom, argument), paid) for kind, argument in limbs]

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
    form("be blocked unless {}", defender_unless, make=_by_those_of),
    form("be blocked if {}", defender_if, make=_by_those_of),
    form("{} alone", _limbs, make=_alone),
    form("{} unless {}", _limbs, payment, make=_taxed),
    form("{} unless at least {} other {} {}", _limbs, number, grammar.noun, word("attack", "block"), make=_needs),
    form("{} unless a|an {} also {}", _limbs, creatures, word("attacks", "blocks"),
        make=lambda ls, f, v: _needs(ls, 1, f, v)),
    form("block unless {}", more_than_you, make=lambda f: says("cant_block", one(("controller", each(one("player",
        no_fewer(f))))))),
    form("{} unless {}", _limbs, defender_unless, make=_cant_where),
    form("{} if {}", _limbs, defender_if, make=_cant_where),
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


landwalk_word = mapped(word("plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk"), _walk)
_has = one_of(_evasive, form("reach", give="reach"))


def _more(count: Term) -> Says:
    return says("can_block_more", count)


_extra = one_of(
    form("an additional creature", give=1),
    form("an additional {} creatures", number),
    form("up to {} additional creatures", number),
    form("any number of creatures", give="any"),
)
as_though = one_of(
    form("it|they didn't have defender", give="no_defender"),
    form("it|they|those had haste", give="haste"),
    form("those creatures had haste", give="haste"),
)
_each_combat = maybe(form("each combat"))
can = one_of(
    form("attack {} as though {}", attacked, as_though, make=lambda d, k: says("can_attack_as_though", k, d)),
    form("attack as though {}", as_though, make=lambda k: says("can_attack_as_though", k)),
    form("only attack alone", give=says("attacks_only_alone")),
    form("attack only alone", give=says("attacks_only_alone")),
    form("block only {}", creatures, make=lambda f: says("can_block_only", f)),
    form("block {} {} {}", _extra, _each_combat, for_each, make=lambda n, e, v: _more(scaled(n, v))),
    form("block {} {}", _extra, _each_combat, make=lambda n, e: _more(n)),
    form("block creatures with landwalk abilities as though they didn't have those abilities",
        give=says("can_block_as_though_without", "landwalk")),
    form("block creatures with {} as though they didn't have {}", _evasive, _evasive,
        make=lambda a, b: says("can_block_as_though_without", same(a, b))),
    form("block creatures with {} as though they didn't have {}", landwalk_word, landwalk_word,
        make=lambda a, b: says("can_block_as_though_without", same(a, b))),
    form("block as though it|they were untapped", give=says("can_block_as_though", "untapped")),
    form("block as though it|they had {}", _has, make=lambda k: says("can_block_as_though", k)),
    form("block {} as though it|they had {}", creatures, _has, make=lambda f, k: says("can_block_as_though", k, f)),
    form("be blocked as though it|they didn't have {}", one_of(_evasive, landwalk_word),
        make=lambda k: says("can_be_blocked_as_though", k)),
    name="what can be done",
)  # fmt: skip
"""What stands after "can" -> Says."""


def same(first: Term, second: Term) -> Term:
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
    return lambda whom: [("must_block", whom, object_of(whom, what))]


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

no_activation = one_of(
    form("can't be activated unless they're mana abilities", give=says("cant_activate", "except_mana")),
    form("with {} in their costs can't be activated", word("{T}", "{t}"),
        give=says("cant_activate", "tap_cost")),
    form("can't be activated", give=says("cant_activate", "any")),
)  # fmt: skip

_spells_and = form("can't cast {} or activate", grammar.noun)
grammar.statements.add(
    form(
        "{} abilities of {} that aren't mana abilities",
        _spells_and,
        grammar.noun,
        make=lambda f, g: lambda whom: [("cant_cast", whom, f), ("cant_activate_of", whom, g, "except_mana")],
    ),
    form(
        "{} abilities that aren't mana abilities",
        _spells_and,
        make=lambda f: (
            lambda whom: [("cant_cast", whom, f), ("cant_activate_of", whom, "any", "except_mana")]
        ),
    ),
    form(
        "{} abilities of {}",
        _spells_and,
        grammar.noun,
        make=lambda f, g: lambda whom: [("cant_cast", whom, f), ("cant_activate_of", whom, g, "any")],
    ),
    form(
        "{} abilities",
        _spells_and,
        make=lambda f: lambda whom: [("cant_cast", whom, f), ("cant_activate_of", whom, "any", "any")],
    ),
    form("can't {}", cant),
    form("can {}", can),
    form("must {}", _must),
    required(_EACH_COMBAT),
    form("attack|attacks if able", give=says("must_attack", "any")),
    form("attack|attacks {} if able", attacked, make=lambda d: says("must_attack", d)),
    form("is|are (also) goaded", give=says("goaded")),
    form("it's|they're goaded", give=says("goaded")),
    form("all creatures able to block it|them do so", give=says("must_be_blocked_by_all", "any")),
    form("its|their activated abilities {}", no_activation),
    form(
        "assign|assigns its|their combat damage as though it|they weren't blocked",
        give=says("assigns_as_unblocked"),
    ),
)
