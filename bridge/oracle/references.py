"""References: what a text points at (CR 109.5, 608.2h): `~`, "it", "enchanted creature", "its controller", targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import after_noun, relative
from .combinators import (
    Choice,
    Refuse,
    Rule,
    Tokens,
    form,
    listed,
    mapped,
    memo,
    one_of,
    position,
    table,
)
from .nouns import one, with_phrase
from .pasts import as_it_was
from .pointing import OPPONENTS, PLAYERS, attached, known, pronouns, those_things
from .tables import OBSOLETE_PLURALS, SUBTYPES, TYPE_WORDS
from .target_tails import or_others, others_choice
from .terms import Filter, Pronoun, Target, Term, each, replace_pronouns, substitute
from .words import comparison

# --- targets --------------------------------------------------------------------------------------------------------

ANY_TARGET = Filter(
    (),
    (
        one(("type", "creature"), ("zone", "battlefield")),
        one("player"),
        one(("type", "planeswalker"), ("zone", "battlefield")),
        one(("type", "battle"), ("zone", "battlefield")),
    ),
)

_OF_A_TYPE = ("of_your_choice", "creature_type")
_howmany = one_of(
    form("up to {}", grammar.value, make=lambda n: (0, n)),
    form("any number of", give=(0, "any")),
    form("one or two", give=(1, 2)),
    form("one , two , or three", give=(1, 3)),
    form("two or three", give=(2, 3)),
    form("one or more", give=(1, "any")),
    mapped(grammar.value, lambda n: (n, n)),
)


def both(what: Filter, more: Filter) -> Filter:
    """Both filters in one."""
    if more.either and what.either:
        return what.also(*more.literals, ("fits", Filter((), more.either)))
    return Filter(what.also(*more.literals).literals, what.either or more.either)


def _target(at: int, count: tuple[Term, Term] | None, another: Any, what: Filter) -> Target:
    least, most = count or (1, 1)
    return Target(what, least, most, at, another=bool(another))


_target_noun = one_of(
    form("target {}", grammar.noun),
    form("targets", give=ANY_TARGET),
    form("target", give=ANY_TARGET),
)

_company = one_of(
    form("each with {}", with_phrase, make=lambda f: ("EACH", f)),
    form("with different controllers", give=("different_controllers",)),
    form("with the same controller", give=("same_controller",)),
    form("controlled by different players", give=("different_controllers",)),
    form("controlled by the same player|opponent", give=("same_controller",)),
    form("that are controlled by the same player", give=("same_controller",)),
    form("with different names", give=("different_names",)),
    form("with different mana values", give=("different_mana_values",)),
    form("that each have a different mana value {}", comparison,
        make=lambda t: ("EACH", one(("compare", "mana_value", *t)), "different_mana_values")),
    form("with equal toughness", give=("same_toughness",)),
    form("that share no creature types", give=("share_no_creature_type",)),
    form("with total {} {} or less", table({"mana value": "mana_value", "power": "power", "toughness": "toughness"},
        "a characteristic"), grammar.value, make=lambda c, n: (("total", c, "less_equal", n),)),
    form("that share a creature type", give=("share_creature_type",)),
    form("that share a permanent|card type", give=("share_card_type",)),
    name="what they must be together",
)  # fmt: skip


def _with_company(stream: Any, at: int) -> Result:
    """A target with what all that is chosen for it must fulfil together."""
    result = _target_alone(stream, at)
    if not result.status:
        return result
    found: Target = result.value
    index = result.index
    if "single_graveyard" in found.filter.literals:
        alone = tuple(literal for literal in found.filter.literals if literal != "single_graveyard")
        found = replace(found, filter=Filter(alone, found.filter.either))
        if found.most != 1:
            found = replace(found, together=(*found.together, "same_owner"))
    if _OF_A_TYPE in found.filter.literals:  # chosen with the targets: any that all of them have (CR 601.2c)
        rest = tuple(literal for literal in found.filter.literals if literal != _OF_A_TYPE)
        found = replace(found, filter=Filter(rest, found.filter.either))
        if found.most != 1:
            found = replace(found, together=(*found.together, "share_creature_type"))
    company = _company(stream, index)
    if company.status and company.value[0] == "EACH":
        found = replace(
            found, filter=both(found.filter, company.value[1]), together=(*found.together, *company.value[2:])
        )
        index = company.index
    elif company.status:
        found = replace(found, together=(*found.together, *company.value))
        index = company.index
    if company.status:
        after = after_noun(stream, index)
        while after.status and not after.value.either:
            found = replace(found, filter=found.filter.also(*after.value.literals))
            index = after.index
            after = after_noun(stream, index)
    if stream[index - 3 : index] == ["of", "their", "choice"]:
        found = replace(found, chosen_by="that_player")
    else:
        found, index = others_choice(stream, index, found)
    found, index = or_others(stream, at, index, found)
    return Result.success(index, found).aggregate(result).aggregate(company)


_target_alone = memo(
    one_of(
        form("{} any target {}", position(), relative, make=lambda at, f: _target(at, None, False, both(ANY_TARGET, f))),
        form("{} any target", position(), make=lambda at: _target(at, None, False, ANY_TARGET)),
        form("{} {} other targets", position(), _howmany, make=lambda at, n: _target(at, n, True, ANY_TARGET)),
        form("{} any other target", position(), make=lambda at: _target(at, None, True, ANY_TARGET)),
        form("{} target {}", position(), grammar.on_the_stack, make=lambda at, f: _target(at, None, False, f)),
        form("{} up to {} target {}", position(), grammar.value, grammar.on_the_stack, make=lambda at, n, f: _target(at, (0, n), False, f)),
        form("{} any number of target {}", position(), grammar.on_the_stack, make=lambda at, f: _target(at, (0, "any"), False, f)),
        form("{} a second|third target {}", position(), grammar.noun, make=lambda at, f: _target(at, None, True, f)),
        form("{} a second|third target", position(), make=lambda at: _target(at, None, True, ANY_TARGET)),
        form("{} another target {}", position(), grammar.noun, make=lambda at, f: _target(at, None, True, f)),
        form("{} {} other target {}", position(), _howmany, grammar.noun,
            make=lambda at, n, f: _target(at, n, True, f)),
        form("{} {} another target {}", position(), _howmany, grammar.noun,
            make=lambda at, n, f: _target(at, n, True, f)),
        form("{} another target", position(), make=lambda at: _target(at, None, True, ANY_TARGET)),
        form("{} {} {}", position(), _howmany, _target_noun, make=lambda at, n, f: _target(at, n, False, f)),
        form("{} target {}", position(), grammar.noun, make=lambda at, f: _target(at, None, False, f)),
        name="a target",
    )
)  # fmt: skip
target = memo(Rule(_with_company))
"""One instance of the word "target" with its number -> Target."""


def _one_each(found: list[Target]) -> Term:
    if len(found) == 1:
        return found[0]
    return ("all_of_them", *found)


_each_of = one_of(
    form("each of {}", listed(target, "and|and/or"), make=_one_each),
    form(
        "each of {} opponents",
        grammar.possessive,
        make=lambda r: each(OPPONENTS if r == "you" else Filter(("player", ("other_than", r)))),
    ),
)

# --- possessives ----------------------------------------------------------------------------------------------------


def _own_noun(stream: Any, at: int) -> Result:
    """`creature's`, `player's` ... as the last word of a possessive -> the noun without its ending."""
    if at < len(stream):
        here = stream[at]
        for ending in ("'s", "s'"):
            if here.endswith(ending):
                stem = here[: -len(ending)]
                if stem in TYPE_WORDS or stem in ("player", "opponent", "permanent", "card", "spell", "token", "owner",
                                                  "controller", "source", "ability") or stem in SUBTYPES:  # fmt: skip
                    return Result.success(at + 1, stem)
    return Result.failure(at, "a possessive")


own_noun = Rule(_own_noun)


def stem_filter(stem: str) -> Filter:
    if stem == "player":
        return PLAYERS
    if stem == "opponent":
        return OPPONENTS
    if stem == "permanent":
        return one(("zone", "battlefield"))
    if stem in TYPE_WORDS:
        return one(("type", TYPE_WORDS[stem]), ("zone", "battlefield"))
    if stem in SUBTYPES:
        return one(("subtype", SUBTYPES[stem]), ("zone", "battlefield"))
    if stem == "spell":
        return one(("zone", "stack"), "spell")
    raise Refuse("a noun that can own something")


_NO_PART = frozenset(
    {",", ".", ":", '"', "other", "than", "with", "of", "to", "from", "in", "you", "a", "an", "that"}
)
_LONGEST = 6
"""So many words a noun with a possessive ending may have."""


def _whose_noun(stream: Any, at: int) -> Result:
    """`nontoken creature's`, `artifact or creature's`: a noun phrase whose last word is a possessive -> Filter."""
    for end in range(at, min(at + _LONGEST, len(stream))):
        here = stream[end]
        if here in _NO_PART:
            break
        if here.endswith("'s"):
            raw = [*stream.raw[at:end], stream.raw[end].removesuffix("'s")]
            words = Tokens([*stream[at:end], here.removesuffix("'s")], raw)
            found = grammar.noun(words, 0)
            if found.status and found.index == len(words):
                return Result.success(end + 1, found.value)
            break
    return Result.failure(at, "a possessive")


_possessive = one_of(
    table(
        {
            "your": "you", "~'s": "self", "~~'s": "granter", "your opponents'": "opponents", "defending player's": "defending_player",
            "enchanted player's": "attached", "enchanted opponent's": "attached", "an opponent's": "opponents", "each opponent's": ("each", OPPONENTS),
            "each player's": ("each", PLAYERS), "a player's": ("each", PLAYERS), "players'": ("each", PLAYERS),
            "all players'": ("each", PLAYERS), "opponents'": ("opponents"),
            "the sacrificed creature's": "sacrificed", "the exiled card's": "exiled_card",
            "the discarded card's": "discarded", "the revealed card's": "revealed_card", "the exiled creature card's": "exiled_card",
            "the exiled creature's": "exiled_card", "the sacrificed enchantment's": "sacrificed",
            "the sacrificed land's": "sacrificed", "the tapped creature's": "tapped_for_cost",
            "the sacrificed permanent's": "sacrificed", "the sacrificed artifact's": "sacrificed",
            "the chosen player's": ("chosen", "player"), "the active player's": "active_player",
        },
        "a possessive",
    ),
    form("{} its owner's", position(), make=lambda at: ("owner", Pronoun(at, "its"))),
    form("{} its controller's", position(), make=lambda at: ("controller", Pronoun(at, "its"))),
    form("{} that {} controller's", position(), own_noun, make=lambda at, noun: ("controller", Pronoun(at, "that_" + noun))),
    form("{} their owners'|owner's", position(), make=lambda at: ("owner", Pronoun(at, "them"))),
    form("{} their controllers'|controller's", position(), make=lambda at: ("controller", Pronoun(at, "them"))),
    form("{} its", position(), make=lambda at: Pronoun(at, "its")),
    form("{} her", position(), make=lambda at: Pronoun(at, "its")),
    form("{} their", position(), make=lambda at: Pronoun(at, "their")),
    form("{} his or her", position(), make=lambda at: Pronoun(at, "that_player")),
    form("{} that player's", position(), make=lambda at: Pronoun(at, "that_player")),
    form("{} that opponent's", position(), make=lambda at: Pronoun(at, "that_player")),
    form("the amassed army's", give="amassed_army"),
    form("{} that spell or ability's", position(), make=lambda at: Pronoun(at, "that_spell")),
    form("{} that {}", position(), own_noun, make=lambda at, noun: Pronoun(at, "that_" + noun)),
    form("{} the player's|opponent's", position(), make=lambda at: Pronoun(at, "that_player")),
    form("{} the {}", position(), own_noun, make=lambda at, noun: Pronoun(at, "the_" + noun)),
    form("(the) enchanted|equipped {}", own_noun, give="attached"),
    form("{} target {}", position(), own_noun, make=lambda at, n: _target(at, None, False, stem_filter(n))),
    form("{} target {}", position(), Rule(_whose_noun), make=lambda at, f: _target(at, None, False, f)),
    form("{} another target {}", position(), own_noun, make=lambda at, n: _target(at, None, True, stem_filter(n))),
    name="a possessive",
)  # fmt: skip
grammar._possessive.define(_possessive)

possessors = one_of(
    form(
        "{} that player or that planeswalker's|permanent's|creature's controller",
        position(),
        make=lambda at: ("player_or_controller", Pronoun(at, "that_target")),
    ),
    form(
        "{} that permanent's|planeswalker's|creature's controller or that player",
        position(),
        make=lambda at: ("player_or_controller", Pronoun(at, "that_target")),
    ),
    form("{} their controller", position(), make=lambda at: ("controller", Pronoun(at, "them"))),
    form("{} controller|controllers", grammar.possessive, make=lambda r: ("controller", r)),
    form("{} owner|owners", grammar.possessive, make=lambda r: ("owner", r)),
    form("the controller of {}", grammar.reference, make=lambda r: ("controller", r)),
    form("the player (,) (or) planeswalker (,) (or) (battle) it's attacking", give=("attacked_by", "it")),
    form("the owner of {}", grammar.reference, make=lambda r: ("owner", r)),
)

_owner_of_target = one_of(
    form("{} target {} owner|owners", position(), Rule(_whose_noun),
        make=lambda at, f: ("owner", _target(at, None, False, f))),
    form("{} target {} controller|controllers", position(), Rule(_whose_noun),
        make=lambda at, f: ("controller", _target(at, None, False, f))),
)  # fmt: skip
_reference = one_of(
    _owner_of_target, target, _each_of, possessors, known, attached, pronouns, name="a reference"
)
grammar._reference.define(_reference)

# --- whom: references and groups ------------------------------------------------------------------------------------


def _group(others: Any, what: Filter, at: int = 0) -> Term:
    if others and "opponent" in what.literals:  # than the one that was named: "you" are no opponent anyhow
        return each(what.also(("other_than", Pronoun(at, "that_player"))))
    if others and "player" in what.literals:
        return each(what.also(("other_than", "you")))
    return each(what.also("other") if others else what)


_PLURAL_CLASSES = frozenset(
    ["cards", "spells", "permanents", "tokens", "sources", "players", "opponents", "commanders"]
)
_SINGULAR_TYPES = frozenset(TYPE_WORDS.values())


def is_plural(word_: str) -> bool:
    """Whether a word of a noun phrase is a plural (or the same in both numbers)."""
    if word_ in TYPE_WORDS:
        return word_ not in _SINGULAR_TYPES
    if word_ in SUBTYPES:
        return word_ != SUBTYPES[word_].replace("_", " ") or word_ in OBSOLETE_PLURALS
    return word_ in _PLURAL_CLASSES or word_ == "outlaws"


def _bare(stream: Any, at: int) -> Result:
    """A plural noun phrase without determiner, as a group."""
    result = grammar.noun(stream, at)
    if not result.status:
        return result
    if not any(is_plural(w) for w in stream[at : result.index]):
        return Result.failure(at, "a plural")
    return Result(True, result.index, each(result.value), result.furthest, result.expected)


def _union(groups: list[Term]) -> Term:
    if len(groups) == 1:
        return groups[0]
    if all(isinstance(g, tuple) and g[0] == "each" for g in groups):
        return each(Filter((), tuple(g[1] for g in groups)))
    return ("all_of_them", *groups)


def _first_cast(what: Filter) -> Term:
    """The first spell that you cast each turn of those that fit; those cast before may be anywhere by now."""
    if not {"spell", ("controller", "you")} <= set(what.literals):
        raise Refuse("spells you cast")
    rest = replace(what, literals=tuple(t for t in what.literals if t != ("controller", "you")))
    return each(what.also(("first_cast_this_turn", as_it_was(rest))))


told_groups = Choice([], "some of those")
"""Some of what was spoken of before, as a group. Modules may `add` to it."""
_group_once = one_of(
    told_groups,
    form("{} each other {}", position(), grammar.noun, make=lambda at, f: _group(True, f, at)),
    form("each|all {}", grammar.noun, make=lambda f: _group(False, f)),
    form("the first {} each turn", grammar.noun, make=_first_cast),
    form("{} all other {}", position(), grammar.noun, make=lambda at, f: _group(True, f, at)),
    grammar.reference,
    form("{} each of those {}", position(), those_things, make=lambda at, n: Pronoun(at, "those_" + n)),
    Rule(_bare),
    name="someone or something",
)


group_once = _group_once
"""A group or reference without any "and"."""


def _is_group(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "each"


def _whom(stream: Any, at: int) -> Result:
    """One group or reference, or several joined by "and": `~ and other creatures you control`."""
    result = _group_once(stream, at)
    if not result.status:
        return result
    found = [result.value]
    index = result.index
    furthest, expected = result.furthest, result.expected
    if (more := _more_groups(stream, index)) is not None:
        index, listed_too = more
        found += listed_too
    while index + 1 < len(stream) and stream[index] == "and":
        following = _group_once(stream, index + 1)
        if following.furthest > furthest:
            furthest, expected = following.furthest, following.expected
        if not following.status or not _joins(found[-1], following.value):
            break
        found.append(following.value)
        index = following.index
    value = _union(found) if len(found) == 1 else _together(found)
    return Result(True, index, value, furthest, expected)


def _more_groups(stream: Any, at: int) -> tuple[int, list[Term]] | None:
    """The rest of a list with commas: `, spells, and permanents`. None where it isn't one of groups to its end."""
    found: list[Term] = []
    start = at
    while at + 1 < len(stream) and stream[at] == ",":
        last = stream[at + 1] == "and"
        following = _group_once(stream, at + 1 + last)
        if not following.status or not _is_group(following.value):
            return None
        found.append(following.value)
        at = following.index
    return (at, found) if [w for w in stream[start:at] if w in (",", "and")][-2:] == [",", "and"] else None


def _joins(before: Term, after: Term) -> bool:
    if isinstance(after, Pronoun) or isinstance(before, Pronoun):
        return False
    return bool(before != after)


def all_of(found: list[Term]) -> Term:
    """Several targets; what is said of the last one's zone is said of all: `target A card and target B card from Z`."""
    last = found[-1]
    if isinstance(last, Target) and "card" in last.filter.literals:
        where = [t for t in last.filter.literals if isinstance(t, tuple) and t[0] in ("zone", "owner")]
        found = [
            replace(t, filter=t.filter.also(*where))
            if isinstance(t, Target) and "card" in t.filter.literals and not t.filter.has("zone")
            else t
            for t in found
        ]
    if isinstance(found[0], Target):
        found = [substitute(t, "other", ("other_than", found[0])) if _is_group(t) else t for t in found]
    return ("all_of_them", *found)


def _theirs(found: list[Term]) -> list[Term]:
    """`each opponent and each creature they control`: the players just named."""
    made = found[:1]
    for term in found[1:]:
        before = made[-1]
        if _is_group(before) and any(t in ("player", "opponent") for t in before[1].literals):
            whose: Term = "opponents" if before[1] == OPPONENTS else before
        elif isinstance(before, Target) and any(t in ("player", "opponent") for t in before.filter.literals):
            whose = before
        else:
            whose = None
        made.append(
            replace_pronouns(term, whose, frozenset({"them", "their"})) if whose is not None else term
        )
    return made


def _together(found: list[Term]) -> Term:
    found = _theirs(found)
    filters = []
    for term in found:
        if _is_group(term):
            filters.append(term[1])
        elif term in ("self", "attached", "you"):
            filters.append(one(("is", term)))
        else:
            return all_of(found)
    return each(Filter((), tuple(filters)))


grammar._whom.define(Rule(_whom))

some = one_of(
    form("another {}", grammar.noun, make=lambda f: f.also("other")),
    form("a|an|one {}", grammar.noun),
    name="a noun with its article",
)
"""`a creature`, `another Elf` -> Filter."""
