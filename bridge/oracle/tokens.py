"""Creating tokens (CR 111, 701.7): descriptions with their abilities, tokens with a defined name, copies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .combinators import Refuse, Rule, form, listed, many, maybe, one_of, position, table
from .descriptions import exception
from .followed import AT_ONCE
from .instructions import Does, doing
from .nouns import card_name
from .statics import describe, traits, type_list
from .tables import COLORS
from .terms import Ability, Change, Listed, Mention, Term, Text, outside, replace_pronouns
from .things import things
from .values import number, plain_pt

PREDEFINED = (
    "treasure", "food", "clue", "blood", "gold", "map", "powerstone", "junk", "lander", "shard", "incubator", "mutagen",
    "cursed role", "monster role", "royal role", "sorcerer role", "virtuous role", "wicked role", "young hero role",
)  # fmt: skip
_predefined = table({k: k.replace(" ", "_") for k in PREDEFINED}, "a token with a defined name")
_token = form("token|tokens")

_how_many = one_of(
    form("a number of", give="NUMBER"),
    form("an additional", give=1),
    form("a|an|another|one", give=1),
    form("that many", give="that_much"),
    form("twice that many", give=("times", 2, "that_much")),
    form("x", give="x"),
    form("twice x", give=("times", 2, "x")),
    number,
    name="how many tokens",
)
_before = many(
    one_of(
        form("tapped and attacking", give="tapped_and_attacking"),
        form("tapped", give="tapped"),
        form("legendary", give="legendary"),
    )
)
_enters = one_of(
    form(
        "that's|that're tapped and attacking {}",
        grammar.reference,
        make=lambda r: ("how", "tapped", ("attacking_just", r)),
    ),
    form(
        "that are tapped and attacking {}",
        grammar.reference,
        make=lambda r: ("how", "tapped", ("attacking_just", r)),
    ),
    form("(and) that's|that're tapped and attacking", give=("how", "tapped", "attacking")),
    form("that are tapped and attacking", give=("how", "tapped", "attacking")),
    form("that are attacking", give=("how", "attacking")),
    form("that's attacking", give=("how", "attacking")),
    form("tapped and attacking", give=("how", "tapped", "attacking")),
    form("attached to {}", things, make=lambda w: ("attached", w)),
    name="how it enters",
)


def _described(
    pt: Any, words: list[tuple[str, str]], named: Any, extras: list[Any], legendary: bool
) -> Ability:
    """What the token is: a nested ability of kind `token`, whose changes tell its characteristics."""
    if legendary:
        words = [("supertype", "legendary"), *words]
    if not any(sort == "type" for sort, _ in words):
        raise Refuse("a card type")
    changes = [_of_token(c) for c in describe(pt, words, named, extras)("self")]
    if not named and not any(isinstance(extra, tuple) and extra[0] == "named" for extra in extras):
        changes.append(Change("text", "self", ("set_name", Text(_name(words)))))
    return Ability("token", changes=tuple(changes))


def _name(words: list[tuple[str, str]]) -> str:
    """A token whose name isn't given is called by its subtypes (CR 111.4)."""
    subtypes = [word.replace("_", " ").title() for sort, word in words if sort == "subtype"]
    return " ".join((*subtypes, "Token"))


def _of_token(change: Change) -> Change:
    """A change of a token's description; words in a value for its power or toughness mean nothing of the token."""
    if change.layer == "pt_set":
        functor, value = change.what
        return replace(change, what=(functor, outside(value)))
    changed: Change = replace_pronouns(change, "self")
    return changed


def _create(
    count: Term, before: list[str], token: Term, named: Any, extras: list[Any], equal: Term, at: int
) -> Does:
    how: list[Term] = [b for b in before if b == "tapped"]
    if "tapped_and_attacking" in before:
        how += ["tapped", "attacking"]
    if isinstance(token, tuple) and token[0] == "RAW":
        pt, words = token[1:]
        if "ALL_COLORS" in extras:
            extras = [extra for extra in extras if extra != "ALL_COLORS"]
            words = [*(("color", color) for color in COLORS.values()), *words]
        kept = [e for e in extras if not (isinstance(e, tuple) and e[0] in ("how", "attached"))]
        token = _described(pt, words, named, kept, "legendary" in before)
    for extra in extras:
        if isinstance(extra, tuple) and extra[0] == "how":
            how.extend(extra[1:])
        elif isinstance(extra, tuple) and extra[0] == "attached":
            how.append(("attached_to", extra[1]))
    if count == "NUMBER":
        if equal is None:
            raise Refuse("a number")
        count = equal
    return lambda who: ("create", who, count, token, Listed(tuple(how)), Mention(at, "created"))


def _token_types(stream: Any, at: int) -> Result:
    return type_list(stream, at)


_raw = form(
    "{} {} {}", maybe(plain_pt), Rule(_token_types), _token, make=lambda pt, words, t: ("RAW", pt, words)
)
_extras = many(
    one_of(
        _enters,
        form("that's all colors", give="ALL_COLORS"),
        traits,
        form("named {}", card_name, make=lambda name: ("named", name)),
    )
)
_equal = maybe(form("equal to {}", grammar.value))

# --- copies -------------------------------------------------------------------------------------------------------------------

_excepted = maybe(exception)
_that_is = one_of(form("that's a copy of"), form("that are copies of"), form("that is a copy of"))
_copy_of = form("{} {} {} {}", _token, _that_is, things, _excepted,
    make=lambda t, i, w, e: ("token_copy", w) if e is None else ("token_copy", w, e))  # fmt: skip


def _create_copy(count: Term, before: list[str], what: Term, extras: list[Any], at: int) -> Does:
    return _create(count, before, what, None, extras, None, at)


_created = one_of(
    form("{} {} {} {} {}", _how_many, _before, _copy_of, many(_enters), position(), make=_create_copy),
    form("{} {} {} {} {} {}", _how_many, _before, form("{} {}", _predefined, _token,
        make=lambda name, t: ("predefined", name)), many(_enters), _equal, position(),
        make=lambda n, b, t, e, q, at: _create(n, b, t, None, e, q, at)),
    form("{} {} {} {} {} {} {}", _how_many, _before, _raw, maybe(form("named {}", card_name)), _extras, _equal,
        position(), make=_create),
    form("{} , a {} {} {} {}", card_name, _before, _raw, _extras, position(),
        make=lambda name, b, raw, e, at: _create(1, b, raw, name, e, None, at)),
    name="a token",
)  # fmt: skip


created = Rule(lambda stream, at: _with_a_size(stream, at))
"""One kind of token with how many are created -> what somebody does."""


def _create_all(made: list[Does]) -> Does:
    """`Create A and B`: an instruction for each, in order, of which the later ones are done with the first."""
    if len(made) == 1:
        return made[0]
    return lambda who: [made[0](who), *(_along(does(who)) for does in made[1:])]


def _along(create: Any) -> Term:
    return (*create[:4], Listed((*create[4].items, AT_ONCE)), create[5])


def _with_a_size(stream: Any, at: int) -> Result:
    """A token; a creature's size is told with it, or by the sentence behind it."""
    result = _created(stream, at)
    if not result.status:
        return result
    told = stream[at : result.index]
    noun = told[: next((i for i, word in enumerate(told) if word in ("token", "tokens")), 0)]
    sized = "creature" not in noun or any("/" in word or word in _SIZES for word in told)
    behind = stream[result.index : result.index + 3]
    if sized or (behind[:1] == ["."] and behind[1:2] and behind[1] in _SPEAKS_OF_IT):
        return result
    return Result.failure(result.index, "power and toughness")


_SIZES = frozenset(("power", "toughness", "power's", "copy", "copies"))
_SPEAKS_OF_IT = frozenset(("it", "its", "it's", "they", "their", "those", "that"))

doing.add(
    form("create|creates {}", listed(Rule(_with_a_size), "and"), make=_create_all),
    form(
        "create|creates {} of those tokens {}",
        _how_many,
        many(_enters),
        make=lambda n, how: _create_again(n, how),
    ),
)


def _create_again(count: Term, extras: list[Any]) -> Does:
    """So many of the tokens that the text spoke of before; `joining` puts in what they are."""
    if count == "NUMBER" or any(extra[0] != "how" for extra in extras):
        raise Refuse("how many tokens")
    how = [item for extra in extras for item in extra[1:]]
    return lambda who: ("CREATE_AGAIN", who, count, Listed(tuple(how)))
