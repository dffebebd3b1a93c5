"""Filters as noun phrases in the manner of cards: "nonland permanents you control"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clingo import Symbol

from magistrate.bridge.explain.english.literals import AFTER, BEFORE, NOUNS
from magistrate.bridge.explain.filters import PLACES, undenied
from magistrate.bridge.oracle.tables import OBSOLETE_PLURALS

if TYPE_CHECKING:
    from magistrate.bridge.explain.english.whole import Whole

_PLURALS = {singular.lower(): plural for plural, singular in OBSOLETE_PLURALS.items()}
_CLOSED = frozenset(("card", "spell", "source", "permanent_card", "token", "permanent", "player", "opponent"))
_NOT = {
    "face_down": "face-up",
    "sick": "continuously controlled since the turn's beginning,",
    "colorless": "noncolorless (one or more colors)",
    "tapped": "untapped",
    "blocked": "unblocked",
    "paired": "unpaired",
    "solved": "unsolved",
}


def noun(
    teller: Whole, name: Symbol, *, plural: bool = False, article: bool = False, head: bool = True
) -> str:
    """A filter as a noun phrase."""
    before: list[str] = []
    kinds: list[str] = []
    after: list[str] = []
    zone = owner = ""
    battlefield = False
    for literal in teller.book.speech.literals.get(name, ()):
        inner, denied = undenied(literal)
        word, arity = inner.name, len(inner.arguments)
        if word == "zone" and not denied:
            zone = str(inner.arguments[0])
            battlefield = battlefield or zone == "battlefield"
        elif word == "owner" and not denied:
            owner = teller.whose(inner.arguments[0])
        elif (told := BEFORE.say(inner, teller.say, teller.special)) is not None:
            before.append((_NOT.get(word) or f"non{told}") if denied else told)
        elif (told := NOUNS.say(inner, teller.say, teller.special)) is not None:
            if denied:
                before.append(f"non{'-' if told[:1].isupper() else ''}{told}")
            else:
                kinds.append(told)
        elif AFTER.form(word, arity) is not None:
            told = AFTER.say(inner, teller.say, teller.special)
            if told is None:
                told = teller.raw(inner)
            if word == "cast_from" and denied:
                told = (
                    "not cast"
                    if "any" in told or "@" in told
                    else told.replace("from", "from anywhere other than")
                )
            elif denied and word == "moved_this_way":
                told = "other than what is put there now"
            elif denied:
                told = f"not {told}"
            after += [told] if told else []
        else:
            after.append(f"not {teller.raw(inner)}" if denied else teller.raw(inner))
    after = _placed(zone, owner, teller) + after
    if tuple(map(str, teller.book.speech.literals.get(name, ()))) == ("anything",) and head:
        return either(
            [noun(teller, o, plural=plural, article=article) for o in options_of(teller, name)]
            or ["anything"]
        )
    if "spell" in kinds:
        after = ["you cast (control)" if one == "you control" else one for one in after]
    options = [noun(teller, option, plural=plural, article=article) for option in options_of(teller, name)]
    if options and not (before or kinds or after):
        return either(options)
    kinds.sort(key=lambda kind: kind.replace(" ", "_") in _CLOSED)
    if not kinds and head:
        kinds.append(
            {"stack": "spell or ability", "battlefield": "permanent"}.get(zone, "card" if zone else "thing")
        )
    if plural and kinds:
        kinds[-1] = plural_of(kinds[-1])
    told = " ".join([*before, *kinds])
    if article and not plural:
        told = _article(told)
    told = " ".join([told, *after]).strip()
    if not before and not after and kinds == ["permanent"] and battlefield:
        told += " on the battlefield"
    return f"{told} that is {either(options)}" if options else told


def options_of(teller: Whole, name: Symbol) -> tuple[Symbol, ...]:
    """The alternatives of a filter."""
    return teller.book.speech.either.get(name, ())


def either(options: list[str]) -> str:
    """Several phrases, of which one holds."""
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}"


def _placed(zone: str, owner: str, teller: Whole) -> list[str]:
    if not owner:
        return [] if zone in ("", "battlefield", "stack") else [PLACES.get(zone, f"in {zone}")]
    owns = f"{owner.removesuffix(chr(39) + 's') if owner != 'your' else 'you'} own"
    if zone in ("hand", "graveyard", "library"):
        return [f"in {owner} {zone}"]
    return [owns] if zone in ("", "battlefield", "stack") else [owns, PLACES.get(zone, f"in {zone}")]


def _article(told: str) -> str:
    if told.startswith("other (another, else) "):
        return "another " + told.removeprefix("other (another, else) ")
    return f"{'an' if told[:1].lower() in 'aeiou' else 'a'} {told}"


def plural_of(word: str) -> str:
    """A noun as it stands for several."""
    irregular = _PLURALS.get(word.lower())
    if irregular is not None:
        return irregular
    if word.endswith(("ch", "sh", "s", "x")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + "s"
