"""Small words that many nonterminals need: comparisons, kinds of counters, names of keywords, symbols."""

from __future__ import annotations

from typing import Any

from parsy import Result

from . import grammar
from .combinators import Rule, form, one_of
from .tables import constant
from .terms import Text

SIMPLE_KEYWORDS = """
deathtouch|defender|double strike|first strike|flash|flying|haste|hexproof|indestructible|intimidate|lifelink|
reach|shroud|trample|vigilance|banding|flanking|phasing|shadow|horsemanship|fear|provoke|storm|epic|
convoke|haunt|split second|delve|gravestorm|changeling|hideaway|conspire|persist|wither|retrace|exalted|cascade|
rebound|umbra armor|totem armor|infect|battle cry|living weapon|undying|soulbond|unleash|cipher|evolve|extort|fuse|
dethrone|hidden agenda|double agenda|prowess|exploit|menace|devoid|ingest|myriad|skulk|melee|undaunted|improvise|
aftermath|ascend|assist|jump-start|mentor|riot|companion|demonstrate|daybound|nightbound|decayed|training|compleated|
enlist|read ahead|ravenous|living metal|for mirrodin!|bargain|spree|tiered|start your engines!|job select|
sunburst|changeling|space sculptor|double team|more than meets the eye|station|partner|friends forever|
choose a background|doctor's companion|gift|megamorph|morph|swampwalk|forestwalk|islandwalk|mountainwalk|
plainswalk|landwalk|nonbasic landwalk|flanking|bushido|toxic|ward|protection|cycling|flashback|equip|madness|
afflict|annihilator|fading|vanishing|suspend|foretell|plot|disturb|escape|kicker|affinity|mutate|rampage|crew|
daybound|nightbound|unearth|disguise|backup|modular|undying|exhaust|infinity|web-slinging|mayhem|warp|harmonize|
absorb|afterlife|amplify|awaken|bestow|blitz|bloodthirst|buyback|casualty|cleave|commander ninjutsu|cumulative upkeep|
dash|devour|dredge|echo|embalm|emerge|encore|entwine|escalate|eternalize|evoke|fabricate|fortify|freerunning|frenzy|
graft|impending|level up|miracle|mobilize|multikicker|ninjutsu|offspring|outlast|overload|poisonous|prototype|prowl|
reconfigure|recover|reinforce|renown|replicate|ripple|saddle|scavenge|soulshift|spectacle|splice|squad|surge|
transfigure|transmute|tribute
""".replace("\n", "").split("|")

_by_first: dict[str, list[list[str]]] = {}
for _phrase in SIMPLE_KEYWORDS:
    _by_first.setdefault(_phrase.split()[0], []).append(_phrase.split())
for _choices in _by_first.values():
    _choices.sort(key=len, reverse=True)


def _keyword_name(stream: Any, at: int) -> Result:
    if at < len(stream):
        for words in _by_first.get(stream[at], ()):
            if stream[at : at + len(words)] == words:
                return Result.success(at + len(words), constant(" ".join(words)))
    return Result.failure(at, "a keyword")


keyword_name = Rule(_keyword_name, frozenset(_by_first))
"""The bare name of a keyword, as after "with" or "loses" -> constant."""


def _value_then(op: str) -> Any:
    return lambda v: (op, v)


comparison = one_of(
    form("{} or less", grammar.value, make=_value_then("less_equal")),
    form("{} or greater|more|higher", grammar.value, make=_value_then("greater_equal")),
    form("equal to or greater than {}", grammar.value, make=_value_then("greater_equal")),
    form("equal to or less than {}", grammar.value, make=_value_then("less_equal")),
    form("less than or equal to {}", grammar.value, make=_value_then("less_equal")),
    form("greater than or equal to {}", grammar.value, make=_value_then("greater_equal")),
    form("less than {}", grammar.value, make=_value_then("less")),
    form("greater than {}", grammar.value, make=_value_then("greater")),
    form("equal to {}", grammar.value, make=_value_then("equal")),
    form("exactly {}", grammar.value, make=_value_then("equal")),
    form("{}", grammar.value, make=_value_then("equal")),
    name="a comparison",
)
"""`3 or less`, `greater than its toughness`, `equal to ...` -> (Op, Value)."""


_NO_KINDS = frozenset(
    """a an the no more those that these all of each or any another its x kind with and additional fewer other
    is are his her their your to on from have has get gets put then counter counters card cards""".split()
)
_COUNTER_STOPS = frozenset({"counter", "counters"})


def _counter_kind(stream: Any, at: int) -> Result:
    if at >= len(stream):
        return Result.failure(at, "a kind of counter")
    here = stream[at]
    if "/" in here and here[0] in "+-":
        return Result.success(at + 1, Text(here.upper()) if "x" in here else Text(here))
    words = stream[at : at + 2]
    if " ".join(words) in ("first strike", "double strike") and stream[at + 2 : at + 3] and (
        stream[at + 2] in _COUNTER_STOPS
    ):  # fmt: skip
        return Result.success(at + 2, constant(" ".join(words)))
    plain = here not in _NO_KINDS and here.replace("-", "").isalpha()
    if plain and at + 1 < len(stream) and stream[at + 1] in _COUNTER_STOPS:
        return Result.success(at + 1, constant(here))
    return Result.failure(at, "a kind of counter")


counter_kind = Rule(_counter_kind)
"""The kind before "counter(s)" -> constant, or a string such as "+1/+1"."""
