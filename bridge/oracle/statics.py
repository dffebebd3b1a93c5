"""Static sentences about what objects are (CR 604, 611.3, 613): subject, verb phrases, when it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from . import grammar
from .combinators import Refuse, form, listed, many, maybe, one_of, position, word
from .conditions import while_clause
from .descriptions import describe, is_phrase, traits, type_list
from .gathered import targets_in
from .keywords import granted
from .parts import Part, both, change, gets_for_each, grant, set_pt
from .phrases import verbs
from .tables import COLORS
from .terms import (
    Ability,
    Change,
    Filter,
    Listed,
    Pronoun,
    Term,
    conditions_of,
    each,
    pronouns_in,
    replace_pronouns,
    substitute,
)

__all__ = ["describe", "gets_for_each", "make_static", "traits", "type_list", "verbs", "works_where"]


# --- sentences ------------------------------------------------------------------------------------------------------


def _share_a_color(whom: Term) -> Term:
    """`as long as they all share a color`: there is a colour that none of them lacks."""
    if not (isinstance(whom, tuple) and whom[0] == "each"):
        raise Refuse("a group")
    lacking = (whom[1].also(("not", ("color", color))) for color in COLORS)
    return ("any_of", Listed(tuple(("not", ("exists", f)) for f in lacking)))


def _per_object(condition: Term, whom: Term) -> tuple[Term, tuple[Term, ...]]:
    """The subject and conditions, where a condition speaks of the subject.

    `as long as it's untapped` about each of a group is a literal of the group's filter.
    """
    kept: list[Term] = []
    for part in conditions_of(condition):
        if part == "they_share_a_color":
            kept.append(_share_a_color(whom))
            continue
        if isinstance(whom, tuple) and whom[0] == "each":
            inner, positive = (
                (part[1], False) if part[0] == "not" and isinstance(part, tuple) else (part, True)
            )
            if isinstance(inner, tuple) and inner[0] == "is" and isinstance(inner[1], Pronoun):
                what = inner[2]
                literal = ("fits", what) if positive else ("not", ("fits", what))
                if positive and not what.either:
                    whom = each(whom[1].also(*what.literals))
                else:
                    whom = each(whom[1].also(literal))
                continue
            kept.append(part)
        else:
            kept.append(part)
    return whom, tuple(kept)


_THAT_PLAYER = frozenset({"that_player"})


def _whose_player(condition: Term, whom: Term) -> Term:
    """`unless that player is the monarch` about a permanent: the player is its controller."""
    if whom not in ("self", "attached"):
        return condition
    return replace_pronouns(condition, ("controller", whom), _THAT_PLAYER)


def make_static(whom: Term, part: Part, conditions: list[Term]) -> list[Ability]:
    """The ability that says all this of a subject."""
    if targets_in((whom, *conditions)):
        raise Refuse("a subject that is no target")
    held: list[Term] = []
    if "kicked" in conditions and isinstance(whom, Pronoun):
        whom = "self"
    for condition in conditions:
        whom, more = _per_object(_whose_player(condition, whom), whom)
        held.extend(more)
    if any(
        p.word.startswith(("that_", "those_"))
        for p in pronouns_in((whom[1],) if isinstance(whom, tuple) else ())
    ):
        raise Refuse("a subject that says what it means")
    if whom == "self" and any(p.word == "their" for p in pronouns_in(tuple(held))):
        raise Refuse("something of one thing")
    made = part(whom)
    if targets_in(tuple(item.what if isinstance(item, Change) else item for item in made)):
        raise Refuse("a sentence that is no instruction")
    stand_in: Term = "affected" if isinstance(whom, tuple) and whom[0] == "each" else whom
    changes: list[Change] = []
    statements: list[Term] = []
    for item in made:
        if isinstance(item, Change):
            what = _others(replace_pronouns(item.what, stand_in), stand_in)
            changes.append(replace(item, what=what))
        else:
            says = replace_pronouns(item[1], stand_in)
            if isinstance(says, tuple):
                says = (*says[:2], *(_others(part, stand_in) for part in says[2:]))
            statements.append(says)
    changes.sort(
        key=lambda c: c.layer == "ability" and c.what != "lose_all"
    )  # "... and loses all other abilities"
    ability = Ability(
        "static",
        changes=tuple(changes),
        statements=tuple(statements),
        functions=works_where(held),
        conditions=tuple(
            replace_pronouns(c if stand_in == "affected" else _others(c, stand_in), stand_in) for c in held
        ),
    )
    return [_as_cda(ability)]


def _others(term: Term, than: Term) -> Term:
    """In a predicate, "other" means other than its subject: `equipped creature gets +1/+1 for each other ...`."""
    return term if than == "self" else substitute(term, "other", ("other_than", than))


def works_where(conditions: Sequence[Term]) -> tuple[str, ...]:
    """The zone that an ability functions in, where its condition says so (113.6b): `as long as ~ is in your graveyard`.
    A spell has what it has if it was kicked, and its permanent too."""
    if "kicked" in conditions:
        return ("stack", "battlefield")
    for condition in conditions:
        if isinstance(condition, tuple) and condition[0] == "is" and condition[1] == "self":
            for literal in condition[2].literals:
                if isinstance(literal, tuple) and literal[0] == "zone" and literal[1] != "battlefield":
                    return (literal[1],)
            zones = tuple(f.literals[0][1] for f in condition[2].either if f.literals[0][:1] == ("zone",))
            if zones:
                return zones
    return ()


def _as_cda(ability: Ability) -> Ability:
    """Marks what 604.3a calls characteristic-defining: colours, subtypes or P/T of itself, whatever happens."""
    if ability.conditions or ability.statements or not ability.changes:
        return ability
    for item in ability.changes:
        if item.whom != "self":
            return ability
        if item.layer == "color" and item.what[0] == "set_colors":
            continue
        if item.layer == "type" and item.what[:2] == ("add", "subtype"):
            continue
        if item.layer in ("pt_set", "pt_cda"):
            continue
        return ability
    changes = tuple(replace(c, layer="pt_cda") if c.layer == "pt_set" else c for c in ability.changes)
    return replace(ability, cda=True, changes=changes)


def spoken_of(condition: Term) -> Term:
    """What "it" means behind a condition: what the condition is about."""
    found: set[str] = set()

    def look(term: Term) -> None:
        if term in ("self", "attached"):
            found.add(term)
        elif isinstance(term, tuple):
            for part in term[1:]:
                look(part)
        elif isinstance(term, Listed):
            for part in term.items:
                look(part)
        elif isinstance(term, Filter):
            for part in (*term.literals, *term.either):
                look(part)

    look(condition)
    return found.pop() if len(found) == 1 else None


def _sentence(before: Any, whom: Term, part: Part, after: Any) -> list[Ability]:
    if isinstance(whom, Pronoun) and before is not None:
        whom = spoken_of(before) or whom
    return make_static(whom, part, [c for c in (before, *(after or [])) if c is not None])


_before = maybe(
    one_of(
        form("{} , {} ,", while_clause, while_clause, make=lambda a, b: ("all_of", Listed((a, b)))),
        form("{} ,", while_clause),
    )
)
_after = many(while_clause)


def _only_one(what: Filter, part: Part) -> list[Ability]:
    """`As long as you control exactly one creature, that creature gets ...`: every creature of yours, while it is one."""
    mine = what.also(("controller", "you"))
    return make_static(each(mine), part, [("compare", ("count", mine), "equal", 1)])


def _two(before: Any, first: Any, further: list[Any], after: list[Term]) -> list[Ability]:
    """`~ gets +1/+1 and other creatures you control have vigilance`: one condition, two subjects."""
    conditions = [c for c in (before, *after) if c is not None]
    pairs = [first, *further]
    named = first[0]
    pairs[1:] = [(named if isinstance(w, Pronoun) and w.word in ("it", "them") else w, p) for w, p in further]
    if isinstance(first[0], Pronoun) and before is not None:
        pairs[0] = (spoken_of(before) or first[0], first[1])
    made = [make_static(whom, part, conditions) for whom, part in pairs]
    return [ability for abilities in made for ability in abilities]


_subject_verbs = form("{} {}", grammar.whom, verbs)


def _each_while(whom: Term, parts: list[tuple[Part, Term]]) -> list[Ability]:
    """`~ gets +0/+2 as long as you control a Plains, and has flying as long as ...`: an ability for each."""
    return [ability for part, condition in parts for ability in make_static(whom, part, [condition])]


_less_said = form("{} {}", granted, while_clause, make=lambda abilities, c: (grant(abilities), c))
_while_verbs = one_of(form("{} {}", verbs, while_clause), _less_said)

plain_sentence = one_of(
    form("{} {}", grammar.whom, listed(_while_verbs, "and", 2), make=_each_while),
    form(
        "{} {} {} {}", _before, _subject_verbs, many(form("(,) and {}", _subject_verbs), 1), _after, make=_two
    ),
    form("{} {} {} {}", _before, grammar.whom, verbs, _after, make=_sentence),
    form(
        "{} {} it's|they're|he's|she's {} {} {}",
        _before,
        position(),
        is_phrase,
        many(form("(,) and (it) {}", verbs)),
        _after,
        make=lambda b, at, p, more, a: _sentence(b, Pronoun(at), both(p, *more), a),
    ),
)


def _cda_pt(whom: Term, power: Term, toughness: Term) -> list[Ability]:
    return make_static(whom, set_pt((power, toughness)), [])


cda_sentence = one_of(
    form("{} power and toughness are each {}", grammar.possessive, grammar.value, make=lambda r, v: _cda_pt(r, v, v)),
    form("{} power and toughness are each equal to {}", grammar.possessive, grammar.value,
        make=lambda r, v: _cda_pt(r, v, v)),
    form("{} power is equal to {} and its toughness is equal to that number plus {}",
        grammar.possessive, grammar.value, grammar.value, make=lambda r, v, n: _cda_pt(r, v, ("plus", v, n))),
    form("{} toughness is equal to {} and its power is equal to that number plus {}",
        grammar.possessive, grammar.value, grammar.value, make=lambda r, v, n: _cda_pt(r, ("plus", v, n), v)),
    form("{} power is equal to {} and its toughness is equal to {}",
        grammar.possessive, grammar.value, grammar.value,
        make=lambda r, v, w: _cda_pt(r, v, substitute(w, "that_much", v))),
    form("{} power is equal to {}", grammar.possessive, grammar.value,
        make=lambda r, v: make_static(r, change("pt_set", ("power", v)), [])),
    form("{} toughness is equal to {}", grammar.possessive, grammar.value,
        make=lambda r, v: make_static(r, change("pt_set", ("toughness", v)), [])),
)  # fmt: skip

control_sentence = one_of(
    form("the monarch controls enchanted {}", word("creature", "permanent"),
        make=lambda w: [Ability("static", changes=(Change("control", "attached", ("controlled_by", "the_monarch")),))]),
    form("you control enchanted artifact creature",
        give=[Ability("static", changes=(Change("control", "attached", ("controlled_by", "you")),))]),
    form("enchanted land is the chosen type", give=[Ability("static", changes=(
        Change("type", "attached", ("set_land_types", Listed((("chosen", "basic_land_type"),)))),))]),
    form("you control enchanted|equipped {}", word("creature", "permanent", "land", "artifact", "planeswalker",
        "enchantment", "vehicle"), make=lambda w: [Ability("static", changes=(
            Change("control", "attached", ("controlled_by", "you")),))]),
)  # fmt: skip


def _player_keywords(whom: Term, abilities: list[Ability], after: list[Term]) -> list[Ability]:
    statements: list[Term] = []
    for ability in abilities:
        if ability.keyword not in ("hexproof", "shroud", "protection"):
            raise Refuse("a keyword that players can have")
        if ability.argument is None:
            statements.append(("player_keyword", whom, ability.keyword))
        else:
            statements.append(("player_keyword", whom, ability.keyword, ability.argument))
    return [Ability("static", statements=tuple(statements), conditions=tuple(after))]


control_sentence.add(
    form(
        "you control enchanted equipment",
        give=[Ability("static", changes=(Change("control", "attached", ("controlled_by", "you")),))],
    ),
    form(
        "this ability doesn't affect its|~'s color identity",
        give=[Ability("static", statements=(("keeps_color_identity", "self"),))],
    ),
    form(
        "note the mana value of each card as it's put into exile",
        give=[Ability("static", statements=(("notes_mana_values", "self"),))],
    ),
    form("this effect doesn't remove ~", give=[Ability("static", statements=(("keeps_attached", "self"),))]),
    form(
        "this effect doesn't remove auras",
        give=[Ability("static", statements=(("keeps_attached", "auras"),))],
    ),
)


def _hand(whom: Term, size: Term) -> list[Ability]:
    return [Ability("static", statements=(("maximum_hand_size", whom, size),))]


hand_sentence = one_of(
    form("you have no maximum hand size and don't lose the game for having 0 or less life", give=[
        *_hand("you", "none"), Ability("static", statements=(("no_loss_at_zero", "you"),))]),
    form("you have no maximum hand size", give=_hand("you", "none")),
    form("players have no maximum hand size", give=_hand(each(Filter(("player",))), "none")),
    form("{} have|has no maximum hand size", grammar.whom, make=lambda r: _hand(r, "none")),
    form("{} maximum hand size is {}", grammar.possessive, grammar.value, make=_hand),
    form("{} maximum hand size is equal to {}", grammar.possessive, grammar.value, make=_hand),
    form("{} maximum hand size is increased by {}", grammar.possessive, grammar.value,
        make=lambda r, n: _hand(r, ("plus", "base", n))),
    form("{} maximum hand size is reduced by {}", grammar.possessive, grammar.value,
        make=lambda r, n: _hand(r, ("minus", "base", n))),
)  # fmt: skip

player_sentence = form(
    "you have {} {}", granted, many(while_clause), make=lambda a, c: _player_keywords("you", a, c)
)

plain_sentence.prefer(
    form(
        "as long as you control exactly one {} , that creature|permanent|artifact|land {}",
        grammar.noun,
        verbs,
        make=_only_one,
    )
)
grammar.static_sentences.add(hand_sentence, cda_sentence, control_sentence, player_sentence, plain_sentence)
