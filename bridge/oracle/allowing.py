"""What players cast and play as a text is followed, and what they may do for a while (CR 305.2, 601.3, 608.2g, 611.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import grammar
from .clauses import Does, clause, doing
from .combinators import Refuse, form, one_of, position
from .costs import mana_cost
from .deeds import act
from .durations import duration
from .instructions import sentence
from .nouns import one
from .permits import casting
from .spending import permissions
from .terms import Ability, Filter, Mention, Term, replace_pronouns
from .things import part, them, things
from .values import number

# --- what is cast or played ----------------------------------------------------------------------------------------------


def _lying(what: Filter) -> Filter:
    """Where a spell is cast from is where the card lies before."""
    kept = (("zone", t[1]) if isinstance(t, tuple) and t[0] == "cast_from" else t for t in what.literals)
    return Filter(tuple(kept), what.either)


def _as_card(term: Any) -> Any:
    """What is to be cast, spoken of as the card that it is before: "a sorcery spell from your hand" is a
    sorcery card in it."""
    if isinstance(term, Filter):
        either = tuple(map(_as_card, map(_lying, term.either) if "spell" in term.literals else term.either))
        if "spell" not in term.literals:
            return replace(term, either=either)
        kept = [t for t in term.literals if t not in ("spell", ("zone", "stack"))]
        kept = [("zone", t[1]) if isinstance(t, tuple) and t[0] == "cast_from" else t for t in kept]
        return Filter(("card", ("not", ("type", "land")), *kept), either)
    return tuple(map(_as_card, term)) if isinstance(term, tuple) else term


_OF_SPELLS = frozenset(("type", "subtype", "supertype", "color"))
_OF_ALL = frozenset(("colorless", "multicolored", "monocolored", "permanent_card"))


def _of_spell(literal: Any) -> bool:
    """Whether a literal asks what a spell is, and nothing else."""
    while isinstance(literal, tuple) and literal[0] == "not":
        literal = literal[1]
    if isinstance(literal, tuple) and literal[0] == "compare":
        return literal[1] == "mana_value" and (isinstance(literal[3], int) or literal[3] == "x")
    return literal in _OF_ALL or (isinstance(literal, tuple) and literal[0] in _OF_SPELLS)


def _spell_itself(what: Any) -> Filter | None:
    """What the spell must be as it is cast, with whichever face: "a creature spell from among them" isn't cast as an
    Adventure."""
    if isinstance(what, Filter):
        kept = tuple(filter(_of_spell, what.literals))
        either = tuple(Filter(tuple(filter(_of_spell, one.literals))) for one in what.either)
        if "spell" not in what.literals or not (kept or (either and all(one.literals for one in either))):
            return None
        return Filter((("zone", "stack"), *kept), either if all(one.literals for one in either) else ())
    found = [_spell_itself(one) for one in what] if isinstance(what, tuple) else []
    return next((one for one in found if one is not None), None)


def _for_free(what: Term) -> Does:
    fits = _spell_itself(what)
    return act("cast_free", _as_card(what)) if fits is None else act("cast_free_as", _as_card(what), fits)


def _several(at: int, least: Term, most: Term, what: Filter, whole: Term) -> Term:
    return ("some_of", least, most, what, whole, Mention(at, "chosen_ones"))


_spells_among = form(
    "{} {} {}", grammar.noun, them, position(), make=lambda f, w, at: _several(at, 0, "any", f, w)
)
_cast = one_of(_spells_among, things)
_cards_so = form("cards exiled this way", give=("each", one("card", ("this_way", "exiled"))))
_played = one_of(
    part,
    form("{} {} {}", grammar.noun, them, position(), make=lambda f, w, at: _several(at, "all", "all", f, w)),
    _cards_so,
    grammar.reference,
)
_instead = one_of(
    mana_cost,
    form("life equal to its mana value", give=("life", ("mana_value", "self"))),
    form("life equal to the spell's mana value", give=("life", ("mana_value", "self"))),
    form("{} life", number, make=lambda n: ("life", n)),
)
"""An alternative cost, said of the spell."""


def _allowed(word: str, what: Term, how_long: Term) -> Does:
    """A permission for later. Where it is about one of several things, it ends with the first that is played."""
    what = _as_card(what)
    if what == "self":  # "You may cast this card for as long as it remains exiled."
        how_long = replace_pronouns(how_long, "self", frozenset({"it"}))
    if isinstance(what, tuple) and what[0] == "some_of" and what[1:3] in ((1, 1), (0, 1)):
        every = ("some_of", "all", "all", *what[3:])
        return lambda who: [(word, who, every, how_long), ("only_one", "permitted_now")]
    return act(word, what, how_long)


_later = one_of(
    form(
        "play|cast {} without paying its|their mana cost|costs", _played, make=lambda w: ("may_play_free", w)
    ),
    form("cast {}", _played, make=lambda w: ("may_cast", w)),
    form("play {}", _played, make=lambda w: ("may_play", w)),
)

doing.add(
    form("play|cast|plays|casts {} without paying its|their mana cost|costs {}", _played, duration,
        make=lambda w, d: _allowed("may_play_free", w, d)),
    form("play|cast|plays|casts {} {} without paying its|their mana cost|costs", _played, duration,
        make=lambda w, d: _allowed("may_play_free", w, d)),
    form("cast|casts {} {}", _played, duration, make=lambda w, d: _allowed("may_cast", w, d)),
    form("play|plays {} {}", _played, duration, make=lambda w, d: _allowed("may_play", w, d)),
    form("cast|casts {} by paying {} rather than paying its|their mana cost|costs", _cast, _instead,
        make=lambda w, c: act("cast_for", _as_card(w), "instead_cost", c)),
    form("cast|casts {} without paying its|their mana cost|costs", _cast, make=_for_free),
    form("cast|casts {}", grammar.reference, make=lambda w: act("cast", w)),
    form("play|plays {} without paying its|their mana cost|costs", things, make=lambda w: act("play_free", w)),
    form("play|plays {}", grammar.reference, make=lambda w: act("play", w)),
)  # fmt: skip

# --- for a while ---------------------------------------------------------------------------------------------------------

_spells_so = one_of(
    form("that|those spell|spells|card|cards this way", give="permitted_now"),
    form("that|those spell|spells|card|cards", give="permitted_now"),
    form("(a) spell|spells this way", give="permitted_now"),
    form("it|them", give="permitted_now"),
)
"""What a permission just given is about."""
_any_color = one_of(
    form("you may spend mana as though it were mana of any color to cast {}", _spells_so),
    form(
        "if you cast a spell this way , you may spend mana as though it were mana of any color to cast {}",
        _spells_so,
    ),
)
_any_type = one_of(
    form("you may spend mana as though it were mana of any type to cast {}", _spells_so),
    form("mana of any type can be spent to cast {}", _spells_so),
    form(
        "if you cast a spell this way , you may spend mana as though it were mana of any type to cast {}",
        _spells_so,
    ),
    form("if you cast a spell this way , mana of any type can be spent to cast {}", _spells_so),
)
_more_lands = one_of(
    form("you may play an additional land this turn", give=1),
    form("you may play {} additional lands this turn", number),
)
_at_any_time = one_of(
    form(
        "you may cast {} this turn as though they had flash", grammar.noun, make=lambda f: ("end_of_turn", f)
    ),
    form("{} , you may cast {} as though they had flash", duration, grammar.noun, make=lambda d, f: (d, f)),
)


def _states(how_long: Term, *statements: Term) -> Term:
    return ("lasting", how_long, Ability("lasting", statements=statements))


def _for_a_while(how_long: Term, abilities: list[Ability]) -> Term:
    """What permanents allow all the time, for a while."""
    if len(abilities) != 1 or abilities[0].conditions or not abilities[0].statements:
        raise Refuse("a permission")
    if any(statement[0] != "play_from" for statement in abilities[0].statements):
        raise Refuse("a permission")
    return _states(how_long, *abilities[0].statements)


def _seen(word: str, what: Term, how_long: Term) -> list[Term]:
    """A permission to look at something for as long as to play it."""
    return [_states(how_long, ("look_at", "you", what)), _allowed(word, what, how_long)("you")]


_CAST_SO: Term = ("this_way", "cast")


def _exiled_so(what: Filter) -> Any:
    """What is cast as the text before allows goes to exile instead of a graveyard."""
    if _CAST_SO not in what.literals:
        raise Refuse("a spell cast this way")
    kept = tuple(t for t in what.literals if t != _CAST_SO)
    fits = Filter((*kept, ("is", "spells_this_way")), what.either)
    return [
        (
            "lasting",
            "rest_of_game",
            Ability("lasting", replaces=((("would_go_to_graveyard", fits), "exile"),)),
        )
    ]


clause.prefer(
    form("you may look at and play {} {}", _played, duration, make=lambda w, d: _seen("may_play", w, d)),
    form("you may look at and cast {} {}", _played, duration, make=lambda w, d: _seen("may_cast", w, d)),
    form("you may look at {} for as long as {}", grammar.reference, grammar.condition,
        make=lambda w, c: [_states(("as_long_as", c), ("look_at", "you", w))]),
)  # fmt: skip
clause.add(
    form("{} , {}", duration, form("you may {}", _later), make=lambda d, m: _allowed(m[0], m[1], d)("you")),
    form("{} , {} may {}", duration, grammar.whom, _later, make=lambda d, who, m: _allowed(m[0], m[1], d)(who)),
    form("{}", _any_color, make=lambda r: ("any_color_for", "you", r)),
    form("{}", _any_type, make=lambda r: ("any_mana_for", "you", r)),
    form("{}", _more_lands, make=lambda n: _states("end_of_turn", ("additional_lands", "you", n))),
    form("{}", _at_any_time, make=lambda x: _states(x[0],
        ("cast_as_though", ("each", x[1].also(("controller", "you"))), "flash"))),
    form("{} , {}", duration, one_of(casting, permissions), make=_for_a_while),
)  # fmt: skip
sentence.add(
    form(
        "if a|an {} would be put into a|your|their graveyard , exile it instead",
        grammar.noun,
        make=_exiled_so,
    ),
    form(
        "if {} doesn't have suspend , {} gains suspend",
        grammar.reference,
        grammar.reference,
        make=lambda a, b: [("gain_suspend", a)],
    ),
)
