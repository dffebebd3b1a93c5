"""Damage that is prevented or dealt to something else, by a source of one's choice or from anywhere (CR 609.7, 614.9, 615.5),
and what a permanent that is put onto the battlefield enters with."""

from __future__ import annotations

from . import grammar
from .combinators import form, listed, one_of, position
from .damage_sources import chosen_source, damage_kind
from .entering import counters_on_it, replacing
from .instructions import clauses, sentence
from .nouns import one
from .references import some
from .replacing import would
from .terms import Filter, Pronoun, Term, each, map_pronouns, substitute


def _group(*parts: Term) -> Term:
    """`you and/or permanents you control`: all of them, by one filter."""
    return each(
        Filter((), tuple(p[1] if isinstance(p, tuple) and p[0] == "each" else one(("is", p)) for p in parts))
    )


_several = one_of(
    form("{} and/or {}", grammar.reference, grammar.whom, make=_group),
    form("{} and/or {}", grammar.reference, some, make=lambda a, f: _group(a, each(f))),
    form("{} and {}", grammar.reference, some, make=lambda a, f: _group(a, each(f))),
)
_whom = one_of(_several, grammar.whom)


def _after(made: list[Term]) -> list[Term]:
    """What is done once damage was prevented: "that much" is what was prevented, "that source" what would have dealt it."""

    def mean(pronoun: Pronoun) -> Term:
        return "the_source" if pronoun.word == "that_source" else pronoun

    much = ("this_way_amount", "prevented")
    return [map_pronouns(substitute(term, "that_much", much), mean) for term in made]


sentence.add(
    form(
        "the next {} {} that {} would deal to {} this turn is dealt to {} instead",
        grammar.value,
        damage_kind,
        chosen_source,
        _whom,
        grammar.whom,
        make=lambda n, k, s, w, t: [("redirect_by", n, k, w, s, t, "end_of_turn")],
    ),
    form(
        "the next time {} would be dealt to {} this turn , that damage is dealt to {} instead",
        damage_kind,
        _whom,
        grammar.whom,
        make=lambda k, w, t: [("redirect_next_time", k, w, "any", t, "end_of_turn")],
    ),
    form("if damage is prevented this way , {}", clauses, make=_after),
    form(
        "{} enters with {}",
        grammar.reference,
        listed(counters_on_it, "and"),
        make=lambda r, found: [("enters_with_counters", r, *c[1:]) for c in found],
    ),
    form(
        "{} {} enters with {}",
        position(),
        one_of(form("it"), form("that creature"), form("that permanent")),
        listed(counters_on_it, "and"),
        make=lambda at, it, found: [("enters_with_counters", Pronoun(at), *c[1:]) for c in found],
    ),
)
grammar.static_sentences.add(
    form(
        "if {} , you may prevent x of that damage , where x is {}",
        would,
        grammar.value,
        make=lambda p, v: replacing(p, [("you_may", ("prevent_some", v))]),
    ),
    form(
        "if {} , you may prevent {} of that damage",
        would,
        grammar.value,
        make=lambda p, v: replacing(p, [("you_may", ("prevent_some", v))]),
    ),
)
