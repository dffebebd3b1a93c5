"""What the text did something to before: `the card returned this way`, `the permanent exiled this way` (CR 608.2c, 608.2h)."""

from __future__ import annotations

from typing import Any

from .terms import Listed, Mention, Pronoun, Target, Term, map_pronouns, substitute_deep

_DEEDS = {
    "exiled": ("exile", "exile_until", "exile_top"),
    "returned": ("move",),
    "destroyed": ("destroy",),
}


def told_by_deed(terms: list[Term]) -> list[Term]:
    """The terms with such words replaced by the one target (or the thing found) that the deed was done to."""

    def mean(pronoun: Pronoun) -> Term:
        if not pronoun.word.startswith("done_"):
            return pronoun
        names = _DEEDS[pronoun.word.removeprefix("done_")]
        done = _done(terms, names) or _done(terms, names, (Pronoun,))
        return done[0] if len(done) == 1 else pronoun

    return [map_pronouns(term, mean) for term in of_chosen_type(terms)]


def of_chosen_type(terms: list[Term]) -> list[Term]:
    """`Choose a card type. ... cards of the chosen type`: a card type, not a creature type."""
    kinds = {t[2] for t in terms if isinstance(t, tuple) and t[0] == "choose" and len(t) > 2}
    if "card_type" not in kinds or "creature_type" in kinds:
        return terms
    return [substitute_deep(term, ("chosen", "creature_type"), ("chosen", "card_type")) for term in terms]


def _done(term: Any, names: tuple[str, ...], more: tuple[type, ...] = ()) -> list[Term]:
    """The single things that instructions of these names are about; what is of the types `more`, too."""
    if isinstance(term, Listed):
        return _done(list(term.items), names, more)
    if isinstance(term, list):
        return [found for one in term for found in _done(one, names, more)]
    if not isinstance(term, tuple) or not term:
        return []
    if term[0] in names:
        return [
            part
            for part in term[1:]
            if (isinstance(part, Target) and part.most == 1) or isinstance(part, (Mention, *more))
        ]
    return [found for part in term[1:] if isinstance(part, Listed) for found in _done(part, names, more)]
