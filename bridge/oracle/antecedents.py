"""What words that point back mean (CR 608.2): it, that creature, them, where the text named something before."""

from __future__ import annotations

from typing import Any

from .done_to import told_by_deed
from .gathered import brought_up, targets_in
from .references import is_plural
from .spoken import CARDS, only_players
from .terms import (
    Ability,
    Filter,
    Listed,
    Mention,
    Pronoun,
    Target,
    Term,
    map_pronouns,
    pronouns_in,
    substitute_deep,
)
from .values import where_x

_ATTACHED = frozenset({"enchanted", "equipped", "fortified"})
_STEPS = frozenset({".", ",", "then", "and", ":", "if", "unless"})


def _thing_attached(stream: Any, at: int) -> bool:
    """Whether `enchanted creature` stands there: the one thing, not a player and not any such thing."""
    return (
        stream[at] in _ATTACHED
        and (
            at == 0
            or stream[at - 1] not in ("an", "a", "each", "all", "other", "another", "target", "is", "that's")
        )
        and stream[at + 1 : at + 2] not in (["player"], ["opponent"], ["player's"], ["opponent's"])
    )


def _named_in_trigger(stream: Any, start: int) -> list[tuple[int, Term]]:
    """Where the event or the "if" of a triggered ability names the object itself, so that "it" means it."""
    found: list[tuple[int, Term]] = []
    if start < 4 or stream[start - 1] != "," or stream[0] not in ("when", "whenever", "at"):
        return found
    if stream[0] == "at":
        found += [(i, "attached") for i in range(start - 1) if _thing_attached(stream, i)][:1]
    elif (stream[1] == "there" and stream[start - 2] == "~") or stream[start - 3 : start - 1] == [
        "targets",
        "~",
    ]:
        found.append((start - 2, "self"))
    commas = [i for i in range(start - 2) if stream[i : i + 2] == [",", "if"]]
    if commas:
        at = commas[-1] + 2
        if stream[at] in ("~", "~'s"):
            found.append((at, "self"))
        elif _thing_attached(stream, at):
            found.append((at, "attached"))
        elif stream[at] == "there" and stream[start - 2] == "~":
            found.append((start - 2, "self"))
    return found


def _past_trigger(stream: Any, start: int) -> int:
    """Where what a triggered ability does begins; `start` may be within one of its modes."""
    bullets = [i for i in range(start) if stream[i] == "•"]
    chooses = [i for i in range(1, bullets[0] if bullets else 0) if stream[i - 1 : i + 1] == [",", "choose"]]
    return chooses[-1] if chooses else start


def _compared_with(stream: Any, start: int, at: int) -> bool:
    """Whether a condition about "it" only names something beside: `if it shares a creature type with ~, you may reveal it`."""
    for index in range(at - 1, start, -1):
        if stream[index] in (".", ",", ":"):
            return False
        if stream[index] == "if":
            return stream[index + 1] in ("it", "it's", "they", "they're", "that", "those")
    return False


def _named(stream: Any, start: int, end: int) -> list[tuple[int, Term]]:
    """Where the object itself, or what it is attached to, is named: in the sentences, before a colon, in a trigger."""
    past = _past_trigger(stream, start)
    found: list[tuple[int, Term]] = []
    first = start
    if (start > 0 and stream[start - 1] == ":") or stream[start - 4 : start] == ["when", "you", "do", ","]:
        first = 0
    elif past > 3 and stream[past - 1] == "," and stream[0] in ("when", "whenever"):
        name = 2 if stream[1] in _ATTACHED else 1
        another = any(stream[i : i + 2] == ["or", "another"] for i in range(name, past - 1))
        if stream[name + 1] not in ("or", "and", ",") and not another:
            if stream[1] == "~":
                found.append((1, "self"))
            elif stream[1] in _ATTACHED:
                found.append((1, "attached"))
    found += _named_in_trigger(stream, past)
    quoted = False
    for index in range(first, min(end, len(stream))):
        here = stream[index]
        if here == '"':
            quoted = not quoted
        elif quoted or _compared_with(stream, first, index):
            continue
        elif here in ("~", "~'s"):
            found.append((index, "self"))
        elif _thing_attached(stream, index):
            found.append((index, "attached"))
        elif stream[index : index + 3] == ["the", "exiled", "card"]:
            found.append((index, "exiled_card"))
        elif stream[index : index + 3] == ["the", "copied", "creature"]:
            found.append((index, "copied_original"))
    return sorted(set(found), key=lambda named: named[0])


_THINGS_OF_OTHERS = frozenset(
    f"{word}_{noun}" for word in ("that", "the") for noun in ("creature", "permanent", "land", "artifact")
)


def _only_measured(stream: Any, at: int, until: int, others: list[int]) -> bool:
    """Whether a thing is named there only to say how much, in a sentence that is about another:
    `Create an X/X token, where X is ~'s power. It ...`."""
    first = next((i for i in range(at - 1, -1, -1) if stream[i] == "."), -1)
    told = any(
        stream[i : i + 3] == ["where", "x", "is"] or stream[i : i + 2] == ["equal", "to"]
        for i in range(first + 1, at)
    )
    return (
        told
        and stream[at].endswith("'s")
        and "." in stream[at:until]
        and any(first < other < at for other in others)
    )


def _meanwhile(stream: Any, start: int, end: int) -> bool:
    """Whether another event is told of between two places, so that "it" is rather what that event is about."""
    return any(
        stream[i] in ("when", "whenever") and stream[i + 1 : i + 3] not in (["you", "do"], ["they", "do"])
        for i in range(start, end)
    )


def _of_later(terms: list[Term]) -> list[Target]:
    """The targets that delayed triggers will have."""
    made = [term[-1] for term in terms if isinstance(term, tuple) and term[0] == "delayed_trigger"]
    return [t for ability in made if isinstance(ability, Ability) for t in targets_in(ability.instructions)]


def resolved(stream: Any, start: int, end: int, terms: list[Term]) -> list[Term]:
    """The terms with "it" replaced where the object itself was named last, in an earlier clause."""
    terms = [_hurt_players(stream, term) for term in told_by_deed(_with_x(stream, start, end, terms))]
    terms = [map_pronouns(term, lambda p: _whose(stream, start, p)) for term in _with_groups(terms)]
    terms = [_each_of_theirs(_before_made(term)) for term in terms]
    terms = _guessed_card(stream, start, end, terms)
    named = _named(stream, start, end)
    if not named:
        return terms
    spoken = [t for t in brought_up(tuple(terms)) if not _a_player(t)]
    others = [t.at for t in spoken] + [t.at for t in _of_later(terms)]
    no_cards = [t.at for t in spoken if not (isinstance(t, Mention) and t.name in CARDS)]
    inside = {p.at: t.at for t in spoken if isinstance(t, Target) for p in pronouns_in(t.filter)}

    within = {p.at for what in _parts_seen(tuple(terms)) for p in pronouns_in(what)}

    def mean(pronoun: Pronoun, things: list[tuple[int, Term]], others: list[int]) -> Term:
        if pronoun.at in within:
            others = [at for at in others if at in no_cards or at in told_at]
        around = inside.get(pronoun.at)
        before = [(at, term) for at, term in things if at < (pronoun.at if around is None else around)]
        before = [(at, term) for at, term in before if not _only_measured(stream, at, pronoun.at, others)]
        if not before:
            return pronoun
        at, term = before[-1]
        if any(at < other < pronoun.at and other != around for other in others):
            return pronoun
        if _meanwhile(stream, at + 1, pronoun.at):
            return pronoun
        near = (
            around is not None
            or pronoun.word == "its"
            or stream[at] == "~'s"
            or stream[pronoun.at - 2 : pronoun.at] in (["counters", "on"], ["counter", "on"])
        )
        if not near and not any(w in _STEPS for w in stream[at : pronoun.at]):
            return pronoun
        return term

    def attached(pronoun: Pronoun) -> Term:
        if pronoun.word not in _THINGS_OF_OTHERS:
            return pronoun
        return mean(pronoun, [n for n in named if n[1] == "attached"], no_cards)

    told_at: list[int] = []
    terms = [map_pronouns(term, attached) for term in terms]
    told = [p.at for p in pronouns_in(tuple(terms)) if p.word.startswith("that_") and p.word != "that_player"]
    others = [*others, *told]
    told_at.extend(told)

    cards = [n for n in named if n[1] == "exiled_card"]

    def itself(pronoun: Pronoun) -> Term:
        if pronoun.word == "it_card":
            return mean(pronoun, cards, others)
        return mean(pronoun, named, others) if pronoun.word in ("it", "its") else pronoun

    return [map_pronouns(term, itself) for term in terms]


def _before_made(term: Term) -> Term:
    """`Create X tokens, where X is its power`: what says how many doesn't speak of the tokens."""
    if not isinstance(term, tuple):
        return term
    made = [t for t in term if isinstance(t, Mention) and t.name in ("created", "copies", "those_cards")]
    if not made:
        return tuple(
            Listed(tuple(_before_made(t) for t in part.items)) if isinstance(part, Listed) else part
            for part in term
        )
    at = made[0].at

    def earlier(pronoun: Pronoun) -> Term:
        return Pronoun(at, pronoun.word) if pronoun.at > at else pronoun

    return tuple(map_pronouns(part, earlier) for part in term)


_CHOSEN = frozenset({"some", "some_at_random"})


def _each_of_theirs(term: Term) -> Term:
    """`Exile a card from each graveyard`: for each player one of that player's."""
    if not isinstance(term, tuple):
        return term
    for chosen in term:
        if (
            isinstance(chosen, tuple)
            and chosen[:1]
            and chosen[0] in _CHOSEN
            and isinstance(chosen[3], Filter)
        ):
            whose = [t[1] for t in chosen[3].literals if isinstance(t, tuple) and t[0] == "owner"]
            if len(whose) == 1 and isinstance(whose[0], tuple) and whose[0][0] == "each":
                theirs = substitute_deep(chosen, ("owner", whose[0]), ("owner", "that_player"))
                done = tuple(theirs if part is chosen else part for part in term)
                return ("for_each", whose[0], Listed((done,)))
    return tuple(
        Listed(tuple(_each_of_theirs(t) for t in part.items)) if isinstance(part, Listed) else part
        for part in term
    )


def _parts_seen(term: Term) -> list[Term]:
    """The filters for some of the cards just seen, in which "it" isn't those cards."""
    if isinstance(term, Listed):
        return _parts_seen(term.items)
    if not isinstance(term, tuple):
        return []
    if term[:1] == ("some_of",):
        return [term[3]]
    return [what for part in term for what in _parts_seen(part)]


_HOLDERS = {
    "owner": "owner", "owner's": "owner", "controller": "controller", "controller's": "controller",
}  # fmt: skip


def _spans(stream: Any, start: int, end: int, words: list[str]) -> bool:
    """Whether some words stand next to each other there."""
    return any(stream[i : i + len(words)] == words for i in range(start, end))


def _whose(stream: Any, start: int, pronoun: Pronoun) -> Term:
    """`Return target permanent to its owner's hand, then that player discards a card`: the owner, named last."""
    if pronoun.word == "those_cards" and _spans(
        stream, start, pronoun.at, ["then", "that", "player", "chooses"]
    ):
        return Pronoun(pronoun.at, "all_chosen")
    if pronoun.word == "their" and _spans(stream, start, pronoun.at, ["its", "owner's", "control", "at"]):
        return ("owner", Pronoun(pronoun.at, "it"))
    if pronoun.word != "that_player":
        return pronoun
    if stream[pronoun.at + 1 : pronoun.at + 2] in (
        ["opponent"],
        ["opponent's"],
    ):  # "permanent an opponent controls ... That opponent"
        told = [i for i in range(start, pronoun.at) if stream[i] in _PLAYER_WORDS]
        if told and stream[told[-1] - 1 : told[-1] + 2] == ["an", "opponent", "controls"]:
            return ("controller", Pronoun(told[-1], "it"))
        if not told or stream[told[-1] - 1] != "each":
            return pronoun
    for at in range(pronoun.at - 1, start, -1):
        if stream[at] in ("opponent", "player") and stream[at - 1] == "each" and stream[at - 2] != "for":
            return "their" if not {".", ",", "then"} & set(stream[at : pronoun.at]) else pronoun
        if stream[at : at + 4] == ["opponent", "to", "your", "left"]:
            return "left_opponent"
        if stream[at - 2 : at + 1] in (["in", "an", "opponent's"], ["from", "an", "opponent's"]):
            return ("owner", Pronoun(pronoun.at, "the_chosen"))
        if stream[at - 1 : at + 1] == ["enchanted", "player"]:
            return "attached"
        if stream[at] in _PLAYER_WORDS:
            return pronoun
        if stream[at] in _HOLDERS:
            noun = stream[at - 1].removesuffix("'s")
            if stream[at - 1] == "its":
                return (_HOLDERS[stream[at]], Pronoun(at - 1, "its"))
            if stream[at - 1] == "~'s" or (stream[at - 2] == "this" and noun != stream[at - 1]):
                return (_HOLDERS[stream[at]], "self")
            if stream[at - 2] == "that" and noun != stream[at - 1]:
                return (_HOLDERS[stream[at]], Pronoun(at - 2, "that_" + noun))
            return pronoun
    return pronoun


def _with_x(stream: Any, start: int, end: int, terms: list[Term]) -> list[Term]:
    """The terms with X given its value also in the sentences around the one that says what it is."""
    places = [i for i in range(start, end) if stream[i : i + 3] == ["where", "x", "is"]]
    if len(places) != 1:
        return terms
    value = where_x(stream, places[0])
    if not value.status:
        return terms
    return [substitute_deep(term, "x", value.value) for term in terms]


_GROUPS = frozenset(
    {"them", "those_creatures", "those_permanents", "those_lands", "those_artifacts", "those_tokens"}
)
_LEAVES_GROUP = frozenset({"untap", "tap", "put_counters", "damage", "destroy"})


def _group_of(term: Term) -> Term:
    """The group that an instruction is about, if its members can still be told by the same words afterwards."""
    if not isinstance(term, tuple):
        return None
    if term[0] == "lasting" and isinstance(term[2], Ability):
        groups = {c.whom for c in term[2].changes if isinstance(c.whom, tuple) and c.whom[0] == "each"}
        return groups.pop() if len(groups) == 1 else None
    if term[0] in _LEAVES_GROUP:
        groups = {t for t in term[1:] if isinstance(t, tuple) and t[0] == "each" and len(t) == 2}
        return groups.pop() if len(groups) == 1 else None
    return None


def _changes_with_it(what: Filter) -> bool:
    """Whether what an instruction does may change whether a filter fits."""
    return any(what.has(word) for word in ("compare", "tapped", "counter", "any_counter")) or any(
        _changes_with_it(f) for f in what.either
    )


def _with_groups(terms: list[Term]) -> list[Term]:
    """`Creatures you control get +1/+1. Untap those creatures.`: the same group, where nothing else was brought up."""
    if any(not _a_player(t) for t in brought_up(tuple(terms))):
        return terms
    found: list[Term] = []
    group: Term = None
    for term in terms:
        if isinstance(term, tuple) and term[0] == "if_else" and len(term[3].items) == 1:
            before = _group_of(term[3].items[0])
            if before is not None:
                found.append((*term[:2], _as_group(term[2], before), term[3]))
                group = None
                continue
        found.append(_as_group(term, group) if group is not None else term)
        told = _group_of(found[-1])
        if told is not None:
            group = None if _changes_with_it(told[1]) else told
            if (
                isinstance(term, tuple)
                and term[0] == "destroy"
                and not _only_regeneration(terms[len(found) :])
            ):
                group = None
        elif not isinstance(term, tuple) or term[0] not in ("lasting", "cant_be_regenerated"):
            group = None
    return found


def _only_regeneration(after: list[Term]) -> bool:
    return bool(after) and isinstance(after[0], tuple) and after[0][0] == "cant_be_regenerated"


def _as_group(term: Term, group: Term) -> Term:
    return map_pronouns(term, lambda p: group if p.word in _GROUPS else p)


_TOP_CARD = "whether the top card of your library".split()


def _guessed_card(stream: Any, start: int, end: int, terms: list[Term]) -> list[Term]:
    """`An opponent guesses whether the top card of your library is ... . Reveal that card.`"""
    places = [i for i in range(start, end) if stream[i : i + len(_TOP_CARD)] == _TOP_CARD]
    if not places:
        return terms
    others = [t.at for t in brought_up(tuple(terms)) if not _a_player(t)]

    def mean(pronoun: Pronoun) -> Term:
        told = [at for at in places if at < pronoun.at]
        if pronoun.word != "that_card" or not told or any(told[-1] < at < pronoun.at for at in others):
            return pronoun
        return ("top_card", "library")

    return [map_pronouns(term, mean) for term in terms]


_PLAYER_WORDS = frozenset({"player", "opponent", "players", "opponents", "player's", "opponent's"})


def _hurt_players(stream: Any, term: Term) -> Term:
    """`deals 2 damage to them` where a player was spoken of last, and nothing in the plural."""
    if not isinstance(term, tuple):
        return term
    if term[0] == "damage" and isinstance(term[3], Pronoun) and term[3].word == "them":
        for word in reversed(stream[: term[3].at]):
            if word in _PLAYER_WORDS:
                return (*term[:3], Pronoun(term[3].at, "that_player"), *term[4:])
            if word != "cards" and is_plural(word):
                break
        return term
    return tuple(
        Listed(tuple(_hurt_players(stream, t) for t in part.items)) if isinstance(part, Listed) else part
        for part in term
    )


def _a_player(term: Term) -> bool:
    what = term.filter if isinstance(term, Target) else term.of
    return what is not None and only_players(what)
