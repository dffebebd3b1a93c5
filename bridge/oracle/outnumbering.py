"""Who controls more of something than whom (CR 108.4): conditions and nouns."""

from __future__ import annotations

from . import grammar
from .after_nouns import after_noun
from .combinators import Refuse, form, one_of, table
from .conditions import simple_condition
from .nouns import one
from .terms import Filter, Pronoun, Term
from .values import number


def _of(who: Term, what: Filter) -> Term:
    return ("count", what.also(("controller", who)))


_how_much_more = one_of(
    form("at least {} more", number, make=lambda n: ("greater_equal", n)),
    form("{} or more more", number, make=lambda n: ("greater_equal", n)),
    form("more", give=("greater", 0)),
    name="how many more",
)


def _against(test: tuple[str, int], what: Filter) -> tuple[str, Term]:
    """A comparison with how many "you" control."""
    op, more = test
    return (op, _of("you", what) if not more else ("plus", _of("you", what), more))


def _more(test: tuple[str, int], what: Filter) -> Filter:
    """Players who control more than you."""
    if what.has("controller"):
        raise Refuse("what each of them controls")
    return one(("controls_count", what, *_against(test, what)))


def _player(who: Term) -> Term:
    """Only players control things."""
    return Pronoun(who.at, "that_player") if isinstance(who, Pronoun) and who.word == "them" else who


def _than_all(who: Term, what: Filter) -> Term:
    who = _player(who)
    others = Filter(("player", ("other_than", who)))
    return ("compare", _of(who, what), "greater", ("most_controlled", what, others))


_held = table({"life": "life", "cards in hand": "hand_size"}, "of what")


def _has_most(who: Term, what: str) -> Term:
    who = _player(who)
    others = Filter(("player", ("other_than", who)))
    return ("compare", (what, who), "greater", ("greatest", what, others))


_apart = table(
    {"names": "names", "mana values": "mana_values", "toughnesses": "toughnesses"}, "what is different"
)
after_noun.add(
    form("who controls|control {} {} than you", _how_much_more, grammar.noun, make=_more),
)
simple_condition.prefer(
    form("you control more {} than each other player", grammar.noun, make=lambda f: _than_all("you", f)),
    form("an opponent controls {} {} than you", _how_much_more, grammar.noun,
        make=lambda n, f: ("exists", Filter(("opponent", *_more(n, f).literals)))),
    form("{} controls {} {} than you", grammar.reference, _how_much_more, grammar.noun,
        make=lambda r, n, f: ("is", _player(r), _more(n, f))),
    form("{} has|have more {} than each other player", grammar.reference, _held, make=_has_most),
    form("{} controls more {} than each other player", grammar.reference, grammar.noun, make=_than_all),
    form("you control more {} than {}", grammar.noun, grammar.reference,
        make=lambda f, r: ("compare", _of("you", f), "greater", _of(r, f))),
    form("you control {} or more {} with different {}", number, grammar.noun, _apart,
        make=lambda n, f, k: ("compare", ("distinct", k, f.also(("controller", "you"))), "greater_equal", n)),
)  # fmt: skip
