"""Parts of sentences about attacking and blocking: what is attacked, players, costs, blockers and attackers."""

from __future__ import annotations

from collections.abc import Callable

from . import grammar
from .combinators import Refuse, form, listed, mapped, one_of, position, word
from .costs import as_term, cost_part, mana_cost
from .nouns import one
from .references import some
from .tables import COLORS
from .terms import Filter, Listed, Pronoun, Target, Term, each, substitute
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


def object_of(whom: Term, what: Term) -> Term:
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
    form("players who attacked you during their last turn", give=one("player", "attacked_you_last_turn")),
    form(
        "{} the other chosen player",
        position(),
        make=lambda at: one("player", ("is", Pronoun(at, "those_players"))),
    ),
    form("a player", give=one("player")),
    form("{} and|or {}", grammar.reference, _theirs, make=lambda r, t: _and_planeswalkers(r)),
    grammar.reference,
    name="what is attacked",
)
"""What stands after "attack" -> D of section 4: a filter or reference."""


def _choices(found: list[Filter]) -> Filter:
    return found[0] if len(found) == 1 else Filter((), tuple(found))


_how_many = one_of(
    form("{} or more", number, make=lambda n: ("greater_equal", n)),
    form("{} or fewer", number, make=lambda n: ("less_equal", n)),
    name="how many",
)


def _counted(count: tuple[str, Term], what: Filter) -> Term:
    return ("controls_count", what, *count)


more_than_you = one_of(
    form("you control more {} than defending|attacking player", grammar.noun),
)
_player_trait = one_of(
    form("controls no {}", grammar.noun, make=lambda f: ("not", ("controls", each(f)))),
    form("controls {} {} that share a creature type", _how_many, grammar.noun,
        make=lambda n, f: ("controls_sharing", "creature_type", f, *n)),
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


def no_fewer(what: Filter) -> Term:
    """Players who control no fewer of them than you do."""
    yours = ("count", what.also(("controller", "you")))
    return ("controls_count", what, "greater_equal", yours)


defender_unless = one_of(
    form("defending player {}", _player_trait, make=lambda p: ("defended_by", one("player", _opposite(p)))),
    mapped(more_than_you, lambda f: ("defended_by", one("player", no_fewer(f)))),
)
defender_if = form("defending player {}", _player_trait, make=lambda p: ("defended_by", one("player", p)))

# --- costs ----------------------------------------------------------------------------------------------------------

_per_creature = one_of(
    form("for each of those creatures"),
    form("for each creature they control that's attacking you"),
    form("for each creature they control that's attacking a planeswalker you control"),
    form("for each attacking|blocking creature they control"),
    name="for each of those creatures",
)


def times_cost(cost: Term, by: Term) -> Term:
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
payment = one_of(
    form(
        "its|their controller {} {} {}",
        _theirs_to_pay,
        _per_creature,
        where_x,
        make=lambda c, e, v: _where(c, v),
    ),
    form("its|their controller {} {}", _theirs_to_pay, _per_creature, make=lambda c, e: c),
    form(
        "its|their controller {} for each {} creature they control that's attacking",
        _theirs_to_pay,
        word(*COLORS),
        make=lambda c, color: ("OF_COLOR", color, c),
    ),
    form("its|their controller {} {}", _theirs_to_pay, for_each, make=times_cost),
    form("its|their controller {} {}", _theirs_to_pay, where_x, make=_where),
    form("its|their controller {}", _theirs_to_pay),
    form("you {} {}", cost_part, for_each, make=times_cost),
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


def either_kind(found: list[Filter]) -> Filter:
    return found[0] if len(found) == 1 else Filter((), tuple(found))


exceptions = mapped(listed(creatures, "and/or|and|or"), either_kind)
