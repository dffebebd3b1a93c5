"""What words such as "it", "they" and "that player" can mean: kinds of things and players that a text spoke of."""

from __future__ import annotations

from .callings import NEVER_CALLED, STACK_NOUNS
from .tables import PERMANENT_TYPES, SUBTYPES
from .terms import Ability, Filter, Listed, Mention, Pronoun, Target, Term, walk


def _types(what: Filter) -> set[str]:
    """The card types that a filter asks for, in any of its alternatives; empty where it doesn't say."""
    own = {t[1] for t in what.literals if isinstance(t, tuple) and t[0] == "type"}
    if own or not what.either:
        return own
    inner = [_types(f) for f in what.either]
    return set().union(*inner) if all(inner) else set()


CARDS = frozenset({"found", "those_cards", "that_card"})
_SUBTYPE_NOUNS = frozenset({"aura", "equipment", "vehicle"})
_KINDS = frozenset(SUBTYPES.values()) - _SUBTYPE_NOUNS


def all_literals(what: Filter) -> list[Term]:
    return [*what.literals, *(t for f in what.either for t in all_literals(f))]


def groups_named(term: Term) -> list[Term]:
    """Targets that an instruction names together, so that "they" means all of them."""
    if isinstance(term, Listed):
        return groups_named(term.items)
    if not isinstance(term, tuple):
        return []
    if term[:1] == ("all_of_them",) and all(isinstance(t, Target) and not only_player(t) for t in term[1:]):
        return [term]
    return [group for part in term for group in groups_named(part)]


def types_of_event(event: Term) -> set[str]:
    """The types of what an event is about, and whether it is a spell or a card."""
    if isinstance(event, Filter):
        kinds = {t[1] for t in all_literals(event) if isinstance(t, tuple) and t[0] == "subtype"}
        return _types(event) | kinds | {noun for noun in ("spell", "card") if noun in all_literals(event)}
    if isinstance(event, tuple):
        return set().union(*(types_of_event(t) for t in event))
    return set()


def may_be(term: Term, noun: str) -> bool:
    """Whether what was spoken of can be called by that noun: no artifact is meant by "that land"."""
    if noun == "stacked":
        return isinstance(term, Target) and ("zone", "stack") in all_literals(term.filter)
    if isinstance(term, Mention):
        if noun in STACK_NOUNS and term.of is not None and ("zone", "battlefield") in term.of.literals:
            return False
        types = _types(term.of) if term.of is not None and noun in PERMANENT_TYPES else set()
        return term.name not in NEVER_CALLED.get(noun, frozenset()) and (not types or noun in types)
    if not isinstance(term, Target):
        return True
    if noun in STACK_NOUNS:
        return any(t in STACK_NOUNS[noun] for t in all_literals(term.filter))
    if noun in _SUBTYPE_NOUNS:
        return ("subtype", noun) in all_literals(term.filter) or "creature" not in _types(term.filter)
    if noun not in PERMANENT_TYPES:
        return True
    if ("not", ("type", noun)) in term.filter.literals:  # no nonland card is "that land"
        return False
    types = _types(term.filter)
    return not types or noun in types


def surely(term: Term, noun: str) -> bool:
    """Whether that noun fits better than for cards just seen: `that creature` is rather a target creature than a card."""
    if noun == "token":  # one that was created, rather than a copy of a spell
        return not (isinstance(term, Mention) and term.name == "copies")
    if noun in _SUBTYPE_NOUNS:  # a target that is one, rather than a token that was created since
        return isinstance(term, Target) and ("subtype", noun) in all_literals(term.filter)
    if noun in _KINDS and isinstance(term, Target):  # "that Wolf" isn't just any target
        return ("subtype", noun) in all_literals(term.filter)
    if noun not in PERMANENT_TYPES and noun not in _KINDS and noun not in ("permanent", "spell"):
        return True
    return not (isinstance(term, Mention) and term.name in CARDS)


def is_player(term: Term) -> bool:
    what = term.filter if isinstance(term, Target) else term.of if isinstance(term, Mention) else None
    return what is not None and any(t in ("player", "opponent") for t in all_literals(what))


def only_player(term: Term) -> bool:
    """Whether it is a player in any case; "any target" isn't."""
    what = term.filter if isinstance(term, Target) else term.of if isinstance(term, Mention) else None
    return what is not None and only_players(what)


def only_players(what: Filter) -> bool:
    """Whether nothing but players fits a filter."""
    if any(t in ("player", "opponent") for t in what.literals):
        return True
    return bool(what.either) and all(only_players(f) for f in what.either)


NO_PLAYER = frozenset(
    {
        "enters",
        "dies",
        "leaves",
        "turned_face_up",
        "becomes_tapped",
        "becomes_untapped",
        "transforms",
        "chapter",
        "exploits",
    }
)
"""Events that no player has a part in, so that "that player" is someone whom the text itself spoke of."""


def speaks_of_no_player(ability: Ability) -> bool:
    """Whether what an ability triggers on names no player."""
    if ability.kind != "triggered":
        return True
    return all(isinstance(event, tuple) and event[0] in NO_PLAYER for event in ability.triggers)


def people(term: object) -> list[tuple[int, Term]]:
    """The players whom a text speaks of without targeting them: controllers and owners of things, and where it does."""
    found: list[tuple[int, Term]] = []
    if isinstance(term, Ability):
        if term.kind == "lasting":
            changes = tuple((c.whom, c.what) for c in term.changes)
            return people((changes, term.statements))
        return people((term.instructions, term.modes)) if term.kind != "token" else []
    if isinstance(term, Listed):
        term = term.items
    if isinstance(term, Target) and not only_player(term):
        for literal in all_literals(term.filter):
            positive = isinstance(literal, tuple) and literal[0] in ("controller", "owner")
            if positive and literal[1] in ("opponents",):
                found.append((term.at, (literal[0], term)))
        if "same_controller" in term.together:
            found.append((term.at, ("controller", term)))
        return found
    if isinstance(term, tuple) and len(term) == 2 and term[0] in ("controller", "owner"):
        inner = term[1]
        if isinstance(inner, (Pronoun, Target)):
            found.append((inner.at, term))
    if isinstance(term, (tuple, list)):
        for part in term:
            found += people(part)
    return found


def _is_group(term: object) -> bool:
    return (
        isinstance(term, tuple)
        and term[:1] == ("each",)
        and isinstance(term[1], Filter)
        and not only_players(term[1])
    )


def names_group(term: object) -> bool:
    """Whether an instruction is about a group of objects, so that "they" after it means those."""
    if isinstance(term, Listed):
        return any(names_group(t) for t in term.items)
    if not isinstance(term, tuple):
        return False
    if term[0] == "lasting" and isinstance(term[2], Ability):
        said = (
            statement[1]
            for statement in term[2].statements
            if isinstance(statement, tuple) and len(statement) > 1
        )
        return any(_is_group(whom) for whom in (*(change.whom for change in term[2].changes), *said))
    group = any(_is_group(t) for t in term[1:])
    return group or any(isinstance(t, Listed) and names_group(t) for t in term)


def sacrificed_words(ability: Ability) -> tuple[str, ...]:
    """The words that mean what was sacrificed for an ability: "that creature", and "its" where the text says so elsewhere."""
    paid = any(isinstance(c, tuple) and c[0] == "sacrifice" and len(c) == 3 for c in ability.costs)
    if not paid or ability.kind not in ("activated", "mana"):
        return ()
    return ("that_card", "its") if "'sacrificed'" in repr(ability.instructions) else ("that_card",)


def names_exiled_card(ability: Ability) -> bool:
    """Whether an ability that exiles nothing speaks of the exiled card, which is "that card" from there on."""
    told = repr(ability.instructions)
    return "'exiled_card'" in told and "'exile" not in told.replace("'exiled_card'", "")


_GO_THROUGH = frozenset({"for_each", "for_each_vote", "may", "may_else", "reveal_until", "clash"})


def goes_through_players(term: object) -> bool:
    """Whether a text does something for each of several players, who are then "that player" one by one."""
    if isinstance(term, Ability):
        return goes_through_players((term.instructions, term.modes))
    if isinstance(term, Listed):
        term = term.items
    if not isinstance(term, (tuple, list)):
        return False
    if isinstance(term, tuple) and term[:1] and term[0] in _GO_THROUGH:
        return True
    return any(goes_through_players(part) for part in term)


def chooses_name(term: object) -> bool:
    """Whether a text has a card name chosen, or speaks of the one that was: "that name" afterwards."""
    return any(
        part == ("chosen", "name")
        or (isinstance(part, tuple) and part[:1] == ("choose",) and str(part[-1]).endswith("name"))
        for part in walk(term)
    )


def chooses_player(term: object) -> bool:
    """Whether a text has a player chosen, who is "that player" afterwards."""
    if isinstance(term, Ability):
        return chooses_player((term.instructions, term.modes))
    if isinstance(term, Listed):
        term = term.items
    if isinstance(term, tuple) and term[:1] == ("choose",) and term[-1] in ("player", "opponent"):
        return True
    return isinstance(term, (tuple, list)) and any(chooses_player(part) for part in term)
