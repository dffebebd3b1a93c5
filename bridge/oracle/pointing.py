"""Words that point at something by themselves: `~`, "you", "the chosen player", "it", "that creature", "enchanted land"."""

from __future__ import annotations

from typing import Any

from parsy import Result

from .combinators import Rule, ahead, form, matching, one_of, position, table, word
from .tables import SUBTYPES, TYPE_WORDS, TYPES
from .terms import Filter, Pronoun, Term

PLAYERS = Filter(("player",))
OPPONENTS = Filter(("opponent",))


def pronoun(template: str, word_: str = "it") -> Rule:
    """A parser for words that stand for what was spoken of before."""
    return form("{} " + template, position(), make=lambda at: Pronoun(at, word_))


_things = word(
    "creature", "permanent", "artifact", "enchantment", "land", "planeswalker", "card", "spell", "token", "object",
    "battle", "vehicle", "equipment", "aura", "ability", "source", "copy",
)  # fmt: skip
those_things = word(
    "creatures", "permanents", "artifacts", "enchantments", "lands", "planeswalkers", "cards", "spells", "tokens",
    "objects", "vehicles", "copies", "players", "opponents",
)  # fmt: skip
_anything = matching(lambda w: w if w in TYPE_WORDS or w in SUBTYPES or w == "permanent" else None, "a noun")


def _fixed(entries: dict[str, Term]) -> Rule:
    return table(entries, "a reference")


def _singular(subtype: str) -> bool:
    """Whether a word is the singular of a subtype."""
    return SUBTYPES[subtype].replace("_", "-") in (subtype, subtype.replace("'", ""))


_attached_nouns = matching(
    lambda w: (
        True if w in TYPES or (w in SUBTYPES and _singular(w)) or w in ("permanent", "object") else None
    ),
    "a noun",
)
known = _fixed(
    {
        "~": "self",
        "~~": "granter",
        "you": "you",
        "your opponents": "opponents",
        "opponents": "opponents",
        "defending player": "defending_player",
        "the defending player": "defending_player",
        "the active player": "active_player",
        "the attacking player": "attacking_player",
        "attacking player": "attacking_player",
        "enchanted player": "attached",
        "enchanted opponent": "attached",
        "the chosen player": ("chosen", "player"),
        "the last chosen player": ("chosen", "player"),
        "the chosen opponent": ("chosen", "opponent"),
        "the chosen creature": ("chosen", "object"),
        "the chosen permanent": ("chosen", "object"),
        "the monarch": "the_monarch",
        "your commander": ("each", Filter(("your_commander", ("zone", "battlefield")))),
        "each player": ("each", PLAYERS),
        "each opponent": ("each", OPPONENTS),
        "each defending player": ("each", Filter(("player", "defends"))),
        "each other player": ("each", Filter(("player", ("other_than", "you")))),
        "players": ("each", PLAYERS),
        "all players": ("each", PLAYERS),
        "each of your opponents": ("each", OPPONENTS),
        "your team": "your_team",
        "the sacrificed creature": "sacrificed",
        "the sacrificed permanent": "sacrificed",
        "the sacrificed artifact": "sacrificed",
        "the sacrificed card": "sacrificed",
        "the discarded card": "discarded",
        "the creature tapped this way": "tapped_for_cost",
        "the revealed card": "revealed_card",
        "the first player": "that_player",
        "the copied creature": "copied_original",
        "the exiled card": "exiled_card",
        "the exiled cards": "exiled_card",
    }
)

_named_thing = word("creature", "permanent", "land", "artifact", "enchantment", "planeswalker", "spell")
_MORE = frozenset(
    """with that that's you your an an's opponent opponents in on from among card cards spell token source and or
    enchanted enchanted's type types of to attached exiled controlled tapped sacrificed chosen whose named other""".split()
)


def _no_more(stream: Any, at: int) -> Result:
    """Nothing that says which: behind `the creature` where the text spoke of one before."""
    more = at < len(stream) and (stream[at] in _MORE or stream[at] in SUBTYPES or stream[at] in TYPE_WORDS)
    return Result.failure(at, "the end of the reference") if more else Result.success(at, None)


_not_more = Rule(_no_more)
pronouns = one_of(
    pronoun("it|itself"),
    pronoun("them|they|themselves", "them"),
    pronoun("he or she", "that_player"),
    pronoun("him or her", "that_player"),
    pronoun("he|she|him", "it"),
    form("{} that player or planeswalker|permanent", position(), make=lambda at: Pronoun(at, "that_target")),
    form("{} that target", position(), make=lambda at: Pronoun(at, "that_target")),
    pronoun("that player", "that_player"),
    pronoun("that opponent", "that_player"),
    pronoun("the voter", "the_voter"),
    pronoun("those players", "those_players"),
    form("{} that permanent|creature|planeswalker or player", position(), make=lambda at: Pronoun(at, "that_target")),
    form("{} that spell or ability", position(), make=lambda at: Pronoun(at, "that_spell")),
    form("{} that {} or {}", position(), _things, _things, make=lambda at, a, b: Pronoun(at, "that_object")),
    form("{} the copy|copies|token|tokens", position(), make=lambda at: Pronoun(at, "the_copy")),
    form("{} each of them", position(), make=lambda at: Pronoun(at, "them")),
    form("{} that {}", position(), _things, make=lambda at, thing: Pronoun(at, "that_" + thing)),
    form("{} that {} {}", position(), _anything, _things, make=lambda at, kind, thing: Pronoun(at, "that_" + thing)),
    form("{} that {}", position(), _anything, make=lambda at, kind: Pronoun(at, "that_" + SUBTYPES.get(kind, "object"))),
    form("{} those {}", position(), those_things, make=lambda at, thing: Pronoun(at, "those_" + thing)),
    form("{} the {} and|or {}", position(), _things, _things, make=lambda at, a, b: Pronoun(at, "the_object")),
    form("{} the {} you control", position(), _named_thing, make=lambda at, thing: Pronoun(at, "the_" + thing + "_mine")),
    form("{} the {} you don't control", position(), _named_thing,
        make=lambda at, thing: Pronoun(at, "the_" + thing + "_theirs")),
    form("{} the card|creature|permanent|artifact|enchantment {} this way", position(),
        word("exiled", "returned", "destroyed"), make=lambda at, deed: Pronoun(at, "done_" + deed)),
    form("{} the card you {}", position(), word("exiled", "returned"), make=lambda at, deed: Pronoun(at, "done_" + deed)),
    form("{} the {} you chose", position(), _named_thing, make=lambda at, thing: Pronoun(at, "the_" + thing + "_picked_mine")),
    form("{} the {} your opponent chose", position(), _named_thing,
        make=lambda at, thing: Pronoun(at, "the_" + thing + "_picked_theirs")),
    form("{} that attacking player", position(), make=lambda at: Pronoun(at, "that_player")),
    form("{} the chosen creatures|permanents", position(), make=lambda at: Pronoun(at, "all_chosen")),
    form("{} the chosen card|cards {}", position(), ahead("to", "into", "onto", "on", "from", ".", ",", "and"), make=lambda at, end: Pronoun(at, "the_chosen")),
    form("{} the card {}", position(), ahead("on", "onto", "into", "without"), make=lambda at, end: Pronoun(at, "that_card")),
    form("{} the {} {}", position(), _named_thing, _not_more, make=lambda at, thing, end: Pronoun(at, "the_" + thing)),
)  # fmt: skip

attached = form("enchanted|equipped|fortified {}", _attached_nouns, give="attached")
