"""The head of a noun phrase: alternatives of attribute words (`artifact, creature, or land`), and what it comes to.

Words that come first are shared by alternatives that have none of their own; what follows is shared by all, except where
it only makes sense for the last (`artifact or creature with flying`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from parsy import Result

from .combinators import Rule, memo
from .tables import CLASS_OF, COLORS, SUBTYPES, SUPERTYPES, TYPE_WORDS
from .terms import Filter, Term

_ADJECTIVES: dict[str, Term] = {
    **{c: ("color", c) for c in COLORS},
    **{s: ("supertype", s) for s in SUPERTYPES},
    **{
        a: a
        for a in [
            "tapped",
            "attacking",
            "blocking",
            "blocked",
            "unblocked",
            "transformed",
            "suspected",
            "enchanted",
            "equipped",
            "modified",
            "saddled",
            "historic",
            "colorless",
            "multicolored",
            "monocolored",
            "goaded",
            "paired",
            "prepared",
        ]
    },
    "untapped": ("not", "tapped"),
    "face-down": "face_down",
    "face-up": ("not", "face_down"),
    "kicked": "kicked",
    "stickered": "stickered",
    "foretold": "foretold",
    "double-faced": "double_faced",
    "exiled": ("zone", "exile"),
    "suspended": "suspended",
}
_NON: dict[str, Term] = {
    **{k: ("not", v) for k, v in _ADJECTIVES.items()},
    **{t: ("not", ("type", t)) for t in TYPE_WORDS.values()},
    **{k: ("not", ("subtype", v)) for k, v in SUBTYPES.items()},
    "token": ("not", "token"),
    "outlaw": ("not", "outlaw"),
    "commander": ("not", "commander"),
    "historic": ("not", "historic"),
    "multicolored": ("not", "multicolored"),
}
_CLASSES: dict[str, str] = {
    "card": "card", "cards": "card", "spell": "spell", "spells": "spell", "permanent": "permanent",
    "permanents": "permanent", "token": "token", "tokens": "token", "source": "source", "sources": "source",
    "player": "player", "players": "player", "opponent": "opponent", "opponents": "opponent",
    "commander": "commander", "commanders": "commander",
}  # fmt: skip
_PLURAL_TYPES = frozenset(k for k, v in TYPE_WORDS.items() if k != v)


@dataclass(slots=True)
class Unit:
    adjectives: list[Term] = field(default_factory=list)
    types: list[Term] = field(default_factory=list)
    kind: str = ""
    plural: bool = False

    def complete(self) -> bool:
        return bool(self.types or self.kind)


def _adjective(stream: Any, at: int) -> tuple[Term, int] | None:
    here = stream[at]
    found = _ADJECTIVES.get(here)
    if found is not None:
        return found, at + 1
    if here[0].isdigit() and "/" in here:
        power, _, toughness = here.partition("/")
        if power.isdigit() and toughness.isdigit():
            exactly = [
                ("compare", "power", "equal", int(power)),
                ("compare", "toughness", "equal", int(toughness)),
            ]
            return ("fits", Filter(tuple(exactly))), at + 1
    if here.startswith("non"):
        rest = here[4:] if here.startswith("non-") else here[3:]
        found = _NON.get(rest)
        if found is not None:
            return found, at + 1
        if here == "non-" or rest == "":
            return None
    return None


def _type(stream: Any, at: int) -> tuple[Term, int, bool] | None:
    here = stream[at]
    if here in ("outlaw", "outlaws"):
        return "outlaw", at + 1, here == "outlaws"
    if here in TYPE_WORDS:
        return ("type", TYPE_WORDS[here]), at + 1, here in _PLURAL_TYPES
    if at + 1 < len(stream) and here == "time":
        two = f"{here} {stream[at + 1]}"
        if two in SUBTYPES:
            return ("subtype", SUBTYPES[two]), at + 2, two.endswith("s")
    if here in SUBTYPES:
        # "will" and the like are never subtypes in lower case; texts print subtypes with a capital
        if not stream.raw[at][0].isupper():
            return None
        plural = here != SUBTYPES[here].replace("_", "-") or here in ("equipment", "plains")
        return ("subtype", SUBTYPES[here]), at + 1, plural
    return None


def _unit(stream: Any, at: int) -> tuple[Unit, int] | None:
    unit = Unit()
    index = at
    length = len(stream)
    while index < length:
        if not unit.types:
            adjective = _adjective(stream, index)
            if adjective:
                unit.adjectives.append(adjective[0])
                index = adjective[1]
                # "nonartifact, nonblack creature", "tapped, attacking creature"
                if index + 1 < length and stream[index] == "," and isinstance(adjective[0], tuple):
                    follower = _adjective(stream, index + 1)
                    if follower and adjective[0][0] == "not" == follower[0][0]:
                        index += 1
                continue
        elif stream[index] in ("tapped", "attacking", "blocking"):
            break
        kind = _type(stream, index)
        if stream[index] == "permanent" and stream[index + 1 : index + 2] and stream[index + 1] in (
            "card", "cards", "spell", "spells",
        ):  # fmt: skip
            kind = "permanent_card", index + 1, False
        if kind:
            unit.types.append(kind[0])
            index = kind[1]
            unit.plural = kind[2]
            continue
        if unit.types:
            adjective = _adjective(stream, index) if stream[index] in SUPERTYPES else None
            if adjective:
                unit.adjectives.append(adjective[0])
                index = adjective[1]
                continue
        break
    if index < length and stream[index] in _CLASSES:
        unit.kind = _CLASSES[stream[index]]
        unit.plural = stream[index].endswith("s")
        index += 1
        # "commander creature", "token creature", "creature tokens"
        if unit.kind == "commander" and index < length and stream[index] in ("spell", "spells"):
            unit.adjectives.append("commander")
            unit.kind = "spell"
            unit.plural = stream[index] == "spells"
            index += 1
        if (
            unit.kind in ("commander", "token")
            and index < length
            and stream[index] in TYPE_WORDS
            and not unit.types
        ):
            unit.adjectives.append(unit.kind)
            unit.types.append(("type", TYPE_WORDS[stream[index]]))
            unit.plural = stream[index] in _PLURAL_TYPES
            unit.kind = ""
            index += 1
    elif index < length and stream[index] in ("ability", "abilities") and index > at:
        return None
    if index == at:
        return None
    return unit, index


def _separator(stream: Any, at: int, unit: Unit) -> int | None:
    """Where the next alternative begins, if a separator stands here."""
    length = len(stream)
    index = at
    if index < length and stream[index] == ",":
        index += 1
    if index < length and stream[index] in ("or", "and/or"):
        return index + 1
    if index < length and stream[index] == "and" and (unit.plural or not unit.complete()):
        return index + 1
    if index < length and stream[index] == "and" and not unit.kind and _unit(stream, index + 1):
        return index + 1
    return index if index > at else None


def _head(stream: Any, at: int) -> Result:
    """The alternatives of a noun phrase -> list of units."""
    first = _unit(stream, at)
    if first is None:
        return Result.failure(at, "a noun")
    units = [first[0]]
    index = first[1]
    pending: list[Unit] = []
    ahead = index
    told = Result.success(index, units)
    while True:
        last = pending[-1] if pending else units[-1]
        start = _separator(stream, ahead, last)
        if start is None or start >= len(stream):
            break
        closing = stream[start - 1] in ("or", "and", "and/or")
        following = _unit(stream, start)
        if following is None:
            told = Result.failure(start, "a noun")
            break
        pending.append(following[0])
        ahead = following[1]
        if closing:
            units.extend(pending)
            pending = []
            index = ahead
    if not units[-1].complete():
        return Result.failure(index, "a noun")
    return Result.success(index, units).aggregate(told)


head = memo(Rule(_head))

_CREATURE_ONLY = frozenset({"power", "toughness", "base_power", "base_toughness"})


_OF_ONE_KIND = frozenset({"equipped", "enchanted"})
"""Words that are never shared: an Equipment beside an equipped creature, an enchantment beside an enchanted one."""


def _share(units: list[Unit]) -> None:
    """Alternatives get what they lack: the kind of the last one, the words before the first.

    `basic Forest or Plains card`, but not `basic land card or Gate card`, where each is said whole.
    """
    last = units[-1]
    whole = bool(units[0].kind)
    for unit in units[:-1]:
        if not unit.complete():
            unit.types = list(last.types)
            unit.kind = last.kind
        elif (
            not unit.kind
            and last.kind in ("card", "spell", "token", "permanent", "source")
            and (last.types or last.adjectives)
        ):
            unit.kind = last.kind
    of_type: Term = last.types[-1] if len(last.types) > 1 and last.types[-1][:1] == ("type",) else None
    for unit in units[:-1] if of_type is not None else []:  # "Wolf or Werewolf creature"
        kinds = {CLASS_OF.get(t[1]) for t in unit.types if isinstance(t, tuple) and t[0] == "subtype"}
        if len(unit.types) == len(kinds) == 1 and kinds == {of_type[1]} and not unit.kind:
            unit.types.append(of_type)
    first = units[0]
    alone = [a for a in first.adjectives if a not in _OF_ONE_KIND]
    bare = not any(u.adjectives for u in units[1:]) and not any(u.kind == "player" for u in units)
    if alone and first.types and bare and not whole:
        for unit in units[1:]:
            unit.adjectives = list(alone)


def _literals(unit: Unit, zone: bool) -> list[Term]:
    found = [*unit.adjectives, *unit.types]
    kind = unit.kind
    if kind == "card":
        found.append("card")
        if "suspended" in unit.adjectives:  # 702.62b: in exile
            found.append(("zone", "exile"))
    elif kind == "spell":
        found += [("zone", "stack"), "spell"]
    elif kind in ("player", "opponent"):
        found.append(kind)
    elif kind == "source":
        found.append("source")
    else:
        if kind in ("token", "commander"):
            found.append(kind)
        if not zone:
            found.append(("zone", "battlefield"))
    return found


def _as_cast(literal: Term) -> Term:
    """Where a spell is said to be "from" is where it was cast from."""
    return ("cast_from", literal[1]) if isinstance(literal, tuple) and literal[0] == "zone" else literal


def build(others: bool, units: list[Unit], after: list[Filter]) -> Filter:
    import copy

    units = copy.deepcopy(units)
    _share(units)
    shared: list[Term] = []
    either: tuple[Filter, ...] = ()
    last_only: list[Term] = []
    several = len(units) > 1
    mixed = (
        several
        and any(
            t
            for u in units[:-1]
            for t in u.types
            if isinstance(t, tuple) and t[0] == "type" and t[1] != "creature"
        )
        and ("type", "creature") in units[-1].types
    )
    for piece in after:
        for literal in piece.literals:
            inner = literal[1] if isinstance(literal, tuple) and literal[0] == "not" else literal
            if (
                mixed
                and isinstance(inner, tuple)
                and (inner[0] == "keyword" or (inner[0] == "compare" and inner[1] in _CREATURE_ONLY))
            ):
                last_only.append(literal)
            else:
                shared.append(literal)
        if piece.either:
            if either:
                shared.append(("fits", Filter((), piece.either)))
            else:
                either = piece.either
    if all(u.kind == "spell" for u in units):
        shared = [_as_cast(t) for t in shared]
        either = tuple(Filter(tuple(_as_cast(t) for t in f.literals), f.either) for f in either)
    zoned = any(f.has("zone") or f.has("this_way") for f in after)
    if others:
        shared.append("other")
    options = [_literals(u, zoned) for u in units]
    if last_only:
        options[-1] += last_only
    if not several:
        return Filter(tuple(dict.fromkeys([*options[0], *shared])), either)
    common = [t for t in options[0] if all(t in o for o in options[1:])]
    choices = tuple(Filter(tuple(t for t in o if t not in common)) for o in options)
    if either:
        shared.append(("fits", Filter((), either)))
    if any(not c.literals for c in choices):  # one alternative includes all others
        return Filter(tuple(dict.fromkeys([*common, *shared])))
    return Filter(tuple(dict.fromkeys([*common, *shared])), choices)


def one(*literals: Term) -> Filter:
    """A filter of these literals."""
    return Filter(tuple(literals))
