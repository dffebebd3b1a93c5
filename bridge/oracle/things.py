"""What instructions act on, where it isn't a target: `a creature you control`, `up to two cards`, `any number of ...`."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .after_nouns import relative
from .combinators import Refuse, Rule, ahead, form, listed, mapped, one_of, position, word
from .company import several
from .nouns import being, one
from .qualities import in_zone
from .references import all_of, both, group_once, some, target
from .terms import Filter, Mention, Pronoun, Term
from .values import number, quantity


def some_of(at: int, least: Term, most: Term, what: Filter) -> Term:
    """So many things chosen as the instruction is followed; later words can mean them."""
    return ("some", least, most, what, Mention(at, "chosen_ones", what))


def at_random(what: Term) -> Term:
    """The same choice, made at random."""
    if isinstance(what, tuple) and what[0] in ("some", "some_of"):
        return (what[0] + "_at_random", *what[1:])
    raise Refuse("something that is chosen")


_other = one_of(form("other {}", several, make=lambda f: f.also("other")), several)


def top_of_graveyard(what: Filter, whose: Term) -> Filter:
    """`the top creature card of your graveyard`: above all others of its kind."""
    if "card" not in what.literals or what.either or what.has("zone"):
        raise Refuse("a card")
    return what.also(("zone", "graveyard"), ("owner", whose), ("topmost", what))


_enchanted = one(("is", "attached"), "card")
chosen = one_of(
    form("one of your opponents {}", position(), make=lambda at: some_of(at, 1, 1, one("opponent"))),
    form("the top {} of {} graveyard {}", grammar.noun, grammar.possessive, position(),
        make=lambda f, r, at: some_of(at, 1, 1, top_of_graveyard(f, r))),
    form("enchanted creature card {}", position(), make=lambda at: some_of(at, 1, 1, _enchanted)),
    form("a|an|one {} at random from {} {} {}", grammar.noun, grammar.possessive, word("hand", "graveyard"), position(),
        make=lambda f, r, z, at: ("some_at_random", 1, 1, f.also(("zone", z), ("owner", r)), Mention(at, "chosen_ones"))),
    form("{} {} at random {} {}", quantity, grammar.noun, in_zone, position(),
        make=lambda n, f, z, at: ("some_at_random", n, n, f.also(*z.literals), Mention(at, "chosen_ones"))),
    form("a|an|one {} at random {} {}", grammar.noun, relative, position(), make=lambda f, more, at: (
        "some_at_random", 1, 1, both(f, more), Mention(at, "chosen_ones", both(f, more)))),
    form("a|an|one {} at random {}", grammar.noun, position(),
        make=lambda f, at: ("some_at_random", 1, 1, f, Mention(at, "chosen_ones", f))),
    form("another {} or {} {}", grammar.noun, some, position(),
        make=lambda f, g, at: some_of(at, 1, 1, Filter((), (f.also("other"), g)))),
    form("another {} {}", grammar.noun, position(), make=lambda f, at: some_of(at, 1, 1, f.also("other"))),
    form("a|an|one {} {}", grammar.noun, position(), make=lambda f, at: some_of(at, 1, 1, f)),
    form("up to {} {} {}", quantity, _other, position(), make=lambda n, f, at: some_of(at, 0, n, f)),
    form("any number of {} {}", _other, position(), make=lambda f, at: some_of(at, 0, "any", f)),
    form("one or more {} {}", _other, position(), make=lambda f, at: some_of(at, 1, "any", f)),
    form("each of {} {} {}", quantity, _other, position(), make=lambda n, f, at: some_of(at, n, n, f)),
    form("each of up to {} {} {}", quantity, _other, position(), make=lambda n, f, at: some_of(at, 0, n, f)),
    form("each of any number of {} {}", _other, position(), make=lambda f, at: some_of(at, 0, "any", f)),
    form("{} {} {}", number, _other, position(), make=lambda n, f, at: some_of(at, n, n, f)),
    form("x {} {}", _other, position(), make=lambda f, at: some_of(at, "x", "x", f)),
    form("a number of {} equal to {} {}", _other, grammar.value, position(), make=lambda f, v, at: some_of(at, v, v, f)),
    form("that many {} {}", _other, position(), make=lambda f, at: some_of(at, "that_much", "that_much", f)),
    name="things chosen",
)  # fmt: skip
"""Things that someone chooses while following the instruction -> ("some", least, most, Filter, Mention)."""

_VERBS = frozenset(
    f"{verb}{ending}"
    for verb in "deal gain lose draw discard sacrifice create get put exile reveal search return mill scry surveil "
    "become fight shuffle look copy untap tap add cast play choose".split()
    for ending in ("", "s", "es")
) | {"may", "can't", "can", "has", "have", "doesn't", "don't", "scries", "copies", "loses", "is", "are"}


def _object(stream: Any, at: int) -> Result:
    """Someone or something that is no subject: of `target creature and you gain 3 life`, only the creature."""
    result = grammar.whom(stream, at)
    if result.status and stream[result.index : result.index + 1] and stream[result.index] in _VERBS:
        alone = group_once(stream, at)
        if alone.status and alone.index < result.index and stream[alone.index] in (",", "and"):
            return alone
    return result


# --- parts of what was looked at ----------------------------------------------------------------------------------------------

them = one_of(
    form("{} of them", position(), make=lambda at: Pronoun(at, "them")),
    form("{} of those cards", position(), make=lambda at: Pronoun(at, "those_cards")),
    form("{} of the revealed cards", position(), make=lambda at: Pronoun(at, "those_cards")),
    form(
        "{} of those creatures|permanents|tokens|players",
        position(),
        make=lambda at: Pronoun(at, "those_cards"),
    ),
    form("{} from among them", position(), make=lambda at: Pronoun(at, "them")),
    form("{} from among those exiled cards", position(), make=lambda at: Pronoun(at, "those_cards")),
    form("from among cards exiled with ~", give=("exiled_with", "self")),
    form("{} from among those cards", position(), make=lambda at: Pronoun(at, "those_cards")),
    form(
        "{} from among (the) cards milled|revealed|exiled|discarded this way",
        position(),
        make=lambda at: Pronoun(at, "those_cards"),
    ),
    form(
        "{} from among the {} cards",
        position(),
        word("revealed", "milled", "exiled", "discarded"),
        make=lambda at, w: Pronoun(at, "those_cards"),
    ),
    name="of them",
)
"""`of them`, `from among those cards` -> the whole that something is a part of."""


def _part(at: int, least: Term, most: Term, what: Any, whole: Term) -> Term:
    return ("some_of", least, most, what, whole, Mention(at, "chosen_ones"))


def _revealed_some(stream: Any, at: int) -> Result:
    """The place, where some cards were chosen to be revealed, not all up to one of a kind."""
    if "until" in stream[:at]:
        return Result.failure(at, "all that was revealed")
    return Result.success(at, at)


_ANY = one("anything")
part = one_of(
    form("one of them (chosen) at random {}", position(), make=lambda at: at_random(
        _part(at, 1, 1, _ANY, Pronoun(at, "all_chosen")))),
    form("{} of them at random {}", number, position(), make=lambda n, at: at_random(
        _part(at, n, n, _ANY, Pronoun(at, "those_cards")))),
    form("{} either of them {}", position(), position(), make=lambda at, end: _part(end, 1, 1, _ANY, Pronoun(at, "either_two"))),
    form("a|an {} {} {}", grammar.noun, them, position(), make=lambda f, w, at: _part(at, 1, 1, f, w)),
    form("up to {} {} {} {}", quantity, several, them, position(), make=lambda n, f, w, at: _part(at, 0, n, f, w)),
    form("up to {} {} {}", quantity, them, position(), make=lambda n, w, at: _part(at, 0, n, _ANY, w)),
    form("any number of {} {} {}", several, them, position(), make=lambda f, w, at: _part(at, 0, "any", f, w)),
    form("any number {} {}", them, position(), make=lambda w, at: _part(at, 0, "any", _ANY, w)),
    form("all {} {} {}", grammar.noun, them, position(), make=lambda f, w, at: _part(at, "all", "all", f, w)),
    form("{} {} {} {}", number, grammar.noun, them, position(), make=lambda n, f, w, at: _part(at, n, n, f, w)),
    form("{} {} {}", quantity, them, position(), make=lambda n, w, at: _part(at, n, n, _ANY, w)),
    form("{} {} {}", position(), number, ahead("onto", "into"),
        make=lambda at, n, end: _part(at, n, n, _ANY, Pronoun(at, "those_cards"))),
    form("{} any of them that are|is {}", position(), being, make=lambda at, f: ("those_of", Pronoun(at, "them"), f)),
    form("{} it and ~", position(), make=lambda at: ("all_of_them", Pronoun(at), "self")),
    form("{} the revealed cards {}", Rule(_revealed_some), ahead("into", "onto"), make=lambda at, end: Pronoun(at, "the_chosen")),
    form("the rest of the revealed|exiled|milled cards", give="the_rest"),
    form("the rest of the|those cards (revealed|exiled|milled) (this) (way)", give="the_rest"),
    form("the rest of those revealed|exiled|milled cards", give="the_rest"),
    form("{} all (other) cards revealed|exiled this way that weren't put onto the battlefield", Rule(_revealed_some),
        make=lambda at: "the_rest"),
    form("the rest", give="the_rest"),
    form("the other", give="the_rest"),
    form("the other cards", give="the_rest"),
    form("each other card exiled|revealed this way", give="the_rest"),
    form("all other cards revealed this way", give="the_rest"),
    form("the exiled|revealed cards that weren't cast (this) (way)", give="uncast"),
    form("(the) exiled|revealed cards not cast this way", give="uncast"),
    form("all exiled|revealed cards not cast this way", give="uncast"),
    form("all exiled|revealed cards that weren't cast this way", give="uncast"),
    form("all cards exiled|revealed this way that weren't cast (this) (way)", give="uncast"),
    name="some of them",
)  # fmt: skip


def _in_zone(what: Term, whose: Term, zone: str) -> Term:
    """`that card from your graveyard`: only if it is still there."""
    if what != "self" and not (isinstance(what, Pronoun) and what.word in ("it", "that_card")):
        raise Refuse("a card spoken of before")
    return ("found_in", what, zone)


whom = Rule(_object)
several_targets = mapped(listed(target, "and|and/or", 3), all_of)
pile = one_of(
    form("one pile", give=("pile_of", "you")),
    form("that pile", give="chosen_pile"),
    form("the pile of {} choice", grammar.possessive, make=lambda r: ("pile_of", r)),
    form(
        "all {} in|from the pile of {} choice",
        grammar.noun,
        grammar.possessive,
        make=lambda f, r: ("pile_of", r),
    ),
    form("all {} in|from that pile", grammar.noun, make=lambda f: "chosen_pile"),
    name="a pile",
)
"""One of two piles; where somebody chooses it only now, `clauses` puts that choice before."""
_card_there = form(
    "{} from {} {}", grammar.reference, grammar.possessive, word("graveyard", "hand"), make=_in_zone
)
things = one_of(several_targets, pile, part, chosen, _card_there, whom, name="something")
"""What an instruction acts on -> Term: things chosen, a reference, a target, or a group."""


def amount_of(words: str) -> Rule:
    """How many of something: `a card`, `two cards`, `cards equal to V`, `that many cards` -> value."""
    singular, plural = words.split("|")
    return one_of(
        form(f"a|an|one {singular}", give=1),
        form(f"x {plural}", give="x"),
        form(f"an additional {singular}", give=1),
        form(f"{{}} additional {plural}", number),
        form(f"up to {{}} {plural}", quantity, make=lambda n: ("up_to", n)),
        form(f"that many {plural} plus {{}}", number, make=lambda n: ("plus", "that_much", n)),
        form(f"that many {plural} minus {{}}", number, make=lambda n: ("minus", "that_much", n)),
        form(f"that many {plural}", give="that_much"),
        form(f"{{}} times x {plural}", number, make=lambda n: ("times", n, "x")),
        form(f"twice that many {plural}", give=("times", 2, "that_much")),
        form(f"a number of {plural} equal to {{}}", grammar.value),
        form(f"a number of additional {plural} equal to {{}}", grammar.value),
        form(f"{plural} equal to {{}}", grammar.value),
        form(f"any number of {plural}", give=("up_to", "any")),
        form(f"{{}} {singular}|{plural}", number),
        name=f"how many {plural}",
    )
