"""What a copy is besides what it copies (CR 707.9): `except it's a 1/1 Spirit in addition to its other types and it has flying`.

One grammar for what enters as a copy, becomes a copy, and is created as one.
"""

from __future__ import annotations

from typing import Any

from .combinators import Refuse, form, many, maybe, one_of, table
from .descriptions import description, exception, is_phrase, remove, type_list
from .entering import counters_on_it
from .keywords import granted
from .nouns import card_name, one
from .parts import Part, both, change, grant, set_pt
from .tables import TYPE_WORDS
from .terms import Ability, Change, Filter, Listed, Term, Text, replace_pronouns
from .values import plain_pt

_IT = one_of(
    form("it|he|she|they"),
    form("the token|tokens|copy|copies"),
    form("that token|copy"),
    form("those creatures|tokens|copies"),
)
_a_type = table(TYPE_WORDS, "a card type")
_added = form("in addition to its|his|her|their other types")
_both_added = form("in addition to its|his|her|their other colors and types")


def _also(words: list[tuple[str, str]], pt: Any = None, colors: bool = False) -> Part:
    """Types in addition; colours too where the text says so, else those of the words alone."""
    parts = [change("type", *(("add", sort, word) for sort, word in words if sort != "color"))]
    named = tuple(word for sort, word in words if sort == "color" and word != "colorless")
    if any(sort == "color" for sort, _ in words):
        parts.append(change("color", ("add_colors" if colors else "set_colors", Listed(named))))
    if pt is not None:
        parts.append(set_pt(pt))
    return both(*parts)


_a = maybe(form("a|an|also a|an"))
_what_it_is = one_of(
    form("{} {} {} {}", _a, maybe(plain_pt), type_list, _added, make=lambda a, pt, w, k: _also(w, pt)),
    form(
        "{} {} {} {}",
        _a,
        maybe(plain_pt),
        type_list,
        _both_added,
        make=lambda a, pt, w, k: _also(w, pt, True),
    ),
    form("not {}", type_list, make=remove),
    form("{}", plain_pt, make=set_pt),
    form("{} {}", plain_pt, form("in addition to its|their other types"), make=lambda pt, k: set_pt(pt)),
    form("a|an {}", description),
    is_phrase,
)
_this = form("this ability", give=change("ability", ("grant", "this_ability")))
_what_it_has = one_of(
    form("{} and {}", granted, _this, make=lambda a, t: both(grant(a), t)),
    form("{} and {}", _this, granted, make=lambda t, a: both(t, grant(a))),
    _this,
    form("{}", granted, make=grant),
)


def _entry(counters: Term) -> Ability:
    return Ability("static", replaces=((("enters", "self"), replace_pronouns(counters, "self")),))


def _enters_with(counters: Term, if_: Any = None) -> Part:
    if if_ is None:
        return change("ability", ("as_it_enters", _entry(counters)))
    return change("ability", ("as_it_enters_if", one(("type", if_)), _entry(counters)))


def _if_it_is(type_: str, parts: list[Part]) -> Part:
    """`If it's a creature, it enters with ... and has changeling` (707.9f)."""
    asked: Filter = one(("type", type_))

    def make(whom: Term) -> list[Any]:
        out: list[Any] = []
        for item in (item for part in parts for item in part(whom)):
            what = item.what if isinstance(item, Change) and isinstance(item.what, tuple) else ("",)
            if what[0] == "grant":
                out.append(Change("ability", whom, ("grant_if", asked, what[1])))
            elif what[0] == "as_it_enters":
                out.append(Change("ability", whom, ("as_it_enters_if", asked, what[1])))
            else:
                raise Refuse("what depends on a type")
        return out

    return Part(make)


_color_of_that = "doesn't|don't copy that creature's|permanent's|artifact's|enchantment's|card's color|colors"
_item = one_of(
    form("it's|he's|she's|they're {}", _what_it_is),
    form("{} isn't|aren't {}", maybe(_IT), type_list, make=lambda it, w: remove(w)),
    form("{} is|are {}", maybe(_IT), _what_it_is, make=lambda it, part: part),
    form("{} has|have ~'s other abilities", maybe(_IT), make=lambda it: change("ability", "own_abilities")),
    form("its power and toughness are equal to ~'s power and toughness", give=change("pt_set", "own_size")),
    form("{} has|have {}", maybe(_IT), _what_it_has, make=lambda it, part: part),
    form("its|his|her name is ~", give=change("text", "own_name")),
    form("its|his|her name is {}", card_name, make=lambda n: change("text", ("set_name", Text(n)))),
    form("{} " + _color_of_that, maybe(_IT), make=lambda it: change("color", "own_color")),
    form("{} loses|lose all other card types", maybe(_IT), make=lambda it: both()),
    form("{} enters|enter with {} if it's a|an {}", maybe(_IT), counters_on_it, _a_type,
        make=lambda it, c, t: _enters_with(c, t)),
    form("{} enters|enter with {}", maybe(_IT), counters_on_it, make=lambda it, c: _enters_with(c)),
)  # fmt: skip
_conditional = form("if it's a|an {} , {} {}", _a_type, _item, many(form("(,) and {}", _item)),
    make=lambda t, first, more: _if_it_is(t, [first, *more]))  # fmt: skip
_one_exception = one_of(_conditional, _item)


def _changed(first: Part, more: list[Part]) -> Ability:
    made = [item for part in (first, *more) for item in part("self")]
    if not all(isinstance(item, Change) for item in made):
        raise Refuse("what the copy is")
    return Ability("lasting", changes=tuple(replace_pronouns(item, "self") for item in made))


exception.add(
    form(
        "(,) except (that) {} {}",
        _one_exception,
        many(form("(,) (and) (,) {}", _one_exception)),
        make=_changed,
    )
)
