"""Forge's puzzle files (`.pzl`) -> the nodes of a position file, each at its place in the puzzle.

What is read becomes the same keys that a YAML file has, so that one reader checks and understands both. What
isn't read is handed back, to be listed as unmodelled with every answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from magistrate.bridge.errors import Place
from magistrate.bridge.positions.nodes import Limits, Mapping, Node, Scalar, Sequence, quoted
from magistrate.bridge.positions.values import did_you_mean, refuse

PHASES = {
    "untap": "untap",
    "upkeep": "upkeep",
    "draw": "draw",
    "main1": "precombat main",
    "main": "precombat main",
    "combat_begin": "beginning of combat",
    "combat_declare_attackers": "declare attackers",
    "combat_declare_blockers": "declare blockers",
    "combat_first_strike_damage": "first-strike combat damage",
    "combat_damage": "combat damage",
    "combat_end": "end of combat",
    "main2": "postcombat main",
    "end_of_turn": "end",
    "end": "end",
    "cleanup": "cleanup",
}

FLAGS = {
    "tapped": "tapped",
    "summonsick": "sick",
    "flipped": "flipped",
    "transformed": "transformed",
    "phasedout": "phased_out",
    "renowned": "renowned",
    "monstrous": "monstrous",
    "suspected": "suspected",
    "solved": "solved",
    "saddled": "saddled",
    "iscommander": "commander",
}
DESIGNATIONS = {"foretold": "foretold", "onadventure": "on an adventure", "isringbearer": "ring bearer"}
NAMES = {
    "attachedto": "attached_to",
    "enchantingplayer": "attached_to",
    "rememberedcards": "remembered",
    "imprinting": "imprinted",
    "exiledwith": "exiled_with",
    "owner": "owner",
}
CHOICES = {
    "chosencolor": "color",
    "chosentype": "creature type",
    "chosentype2": "creature type",
    "namedcard": "name",
    "chosencards": "object",
    "chosenplayer": "player",
    "chosennumber": "number",
}
OTHERS = ("counters", "damage", "id", "classlevel", "set", "attacking", "facedown", "modal")
NOTHING = frozenset(("noetbtrigs", "art", "image"))
"""Attributes that say nothing about the position itself."""

TOKEN = frozenset(("p", "t", "cost", "color", "types", "keywords", "image"))
ZONES = ("battlefield", "hand", "graveyard", "library", "exile", "command")
STATE = ("turn", "activeplayer", "activephase")
PLAYER = (
    "life", "counters", "manapool", "landsplayed", "landsplayedlastturn", "speed", "precast", "name", *ZONES,
)  # fmt: skip
METADATA = {"name": "title", "goal": "goal", "description": "note"}

_PLAYER_KEY = re.compile(r"(human|ai|p[0-9])(.*)")


class Unread(NamedTuple):
    """Something in the file that has no place in a position."""

    place: Place
    text: str
    why: str


@dataclass(slots=True)
class _Puzzle:
    file: str
    metadata: dict[str, tuple[str, Place]] = field(default_factory=dict)
    state: dict[str, tuple[str, Place]] = field(default_factory=dict)
    unread: list[Unread] = field(default_factory=list)


def parse(text: str, file: str, limits: Limits) -> tuple[Node, list[Unread]]:
    """The position that a puzzle describes, as the nodes of a position file, and what in it isn't read."""
    puzzle = _sections(text, file, limits)
    people = _people(puzzle)
    pairs: list[tuple[str, Node, Place]] = []
    start = Place(file, 1, 1)
    notes = []
    for key, (value, place) in puzzle.metadata.items():
        if METADATA.get(key) in ("title", "goal"):
            pairs.append((METADATA[key], _text(value, place), place))
        else:
            notes.append(value if key in METADATA else f"{key.capitalize()}: {value}")
    if notes:
        pairs.append(("note", _text("\n".join(notes).replace("\\n", "\n"), start), start))
    pairs.append(("turn", _turn(puzzle, people), start))
    players: list[tuple[str, Node, Place]] = []
    for prefix, name in people.items():
        found = {key[len(prefix) :]: at for key, at in puzzle.state.items() if _prefix(key) == prefix}
        players.append((name, _player(puzzle, found, people), start))
    pairs.append(("players", _mapping(players, start), start))
    return _mapping(pairs, start), puzzle.unread


def _sections(text: str, file: str, limits: Limits) -> _Puzzle:
    puzzle = _Puzzle(file)
    section = ""
    if text.count(";") + text.count("\n") > limits.nodes:
        refuse(Place(file), f"more than {limits.nodes:,} entries; MAGISTRATE_MAX_NODES raises the bound")
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        place = Place(file, number, len(line) - len(line.lstrip()) + 1)
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith("["):
            section = stripped.strip("[]").lower()
            if section not in ("metadata", "state"):
                refuse(place, f"there is no section {quoted(stripped)}; expected [metadata] or [state]")
            continue
        if not section:
            refuse(place, "expected [metadata] or [state] before this line")
        sign = ":" if section == "metadata" else "="
        key, found, value = stripped.partition(sign)
        if not found:
            refuse(place, f"expected key{sign}value, found {quoted(stripped)}")
        into = puzzle.metadata if section == "metadata" else puzzle.state
        if key.strip().lower() in into:
            refuse(place, f"the key {quoted(key.strip())} stands here twice")
        at = Place(file, number, line.index(sign) + 2)
        into[key.strip().lower()] = (value.strip(), at)
    if not puzzle.state:
        refuse(Place(file), "a puzzle needs its [state]")
    return puzzle


def _people(puzzle: _Puzzle) -> dict[str, str]:
    """The players in turn order: how their keys begin, and their names."""
    known = (*STATE, *(f"{who}{key}" for who in ("human", "ai", "p0", "p1") for key in PLAYER))
    found = set()
    for key, (value, place) in puzzle.state.items():
        match = _PLAYER_KEY.fullmatch(key)
        if match and match[2] in PLAYER:
            found.add(match[1])
        elif key not in STATE:
            hint = did_you_mean(key, known)
            puzzle.unread.append(Unread(place, f"{key}={value}", f"this key of a puzzle isn't read{hint}"))
    order = [who for who in ("human", "ai", *(f"p{n}" for n in range(10))) if who in found]
    plain = {"human": "Human", "ai": "AI"}
    named = {who: puzzle.state[f"{who}name"][0] for who in order if f"{who}name" in puzzle.state}
    return {who: named.get(who) or plain.get(who, who.upper()) for who in order}


def _prefix(key: str) -> str:
    match = _PLAYER_KEY.fullmatch(key)
    return match[1] if match and match[2] in PLAYER else ""


def _turn(puzzle: _Puzzle, people: dict[str, str]) -> Node:
    pairs: list[tuple[str, Node, Place]] = []
    start = Place(puzzle.file, 1, 1)
    if "activeplayer" in puzzle.state:
        value, place = puzzle.state["activeplayer"]
        who = {"human": "human", "ai": "ai"}.get(value.lower(), value.lower())
        if who not in people:
            refuse(place, f"there is no player {quoted(value)}; expected {', '.join(people)}")
        pairs.append(("active", _text(people[who], place), place))
    if "activephase" in puzzle.state:
        value, place = puzzle.state["activephase"]
        step = PHASES.get(value.lower()) or PHASES.get(f"combat_{value.lower()}")
        if step is None:
            hint = did_you_mean(value.lower(), PHASES) or f"; expected {', '.join(PHASES).upper()}"
            refuse(place, f"there is no phase {quoted(value)}{hint}")
        pairs.append(("step", _text(step, place), place))
    if "turn" in puzzle.state:
        value, place = puzzle.state["turn"]
        pairs.append(("number", Scalar(value, True, place), place))
    return _mapping(pairs, start)


def _player(puzzle: _Puzzle, found: dict[str, tuple[str, Place]], people: dict[str, str]) -> Node:
    pairs: list[tuple[str, Node, Place]] = []
    for key, (value, place) in found.items():
        if key in ZONES:
            pairs.append((key, _zone(puzzle, value, place, people), place))
        elif key == "name" or not value:
            continue
        elif key in ("life", "speed"):
            pairs.append((key, Scalar(value, True, place), place))
        elif key == "landsplayed":
            pairs.append(("land_plays", Scalar(value, True, place), place))
        elif key == "landsplayedlastturn":
            pairs.append(("land_plays_last_turn", Scalar(value, True, place), place))
        elif key == "counters":
            pairs.append((key, _counters(value, place), place))
        elif key == "manapool":
            letters = re.findall(r"[WUBRGC]", value.upper())
            pairs.append(("mana", _text("".join(f"{{{letter}}}" for letter in letters), place), place))
        else:
            why = "what is cast before the puzzle begins isn't read; put it on the stack of a position file"
            puzzle.unread.append(Unread(place, f"{key}={value}", why))
    return _mapping(pairs, Place(puzzle.file, 1, 1))


def _zone(puzzle: _Puzzle, value: str, place: Place, people: dict[str, str]) -> Node:
    items = []
    column = place.column
    for part in value.split(";"):
        at = Place(place.file, place.line, column + len(part) - len(part.lstrip()))
        column += len(part) + 1
        if part.strip():
            items.append(_card(puzzle, part.strip(), at, people))
    return Sequence(tuple(items), place)


def _card(puzzle: _Puzzle, written: str, place: Place, people: dict[str, str]) -> Node:
    name, *attributes = (part.strip() for part in written.split("|"))
    pairs: list[tuple[str, Node, Place]] = []
    choices: dict[str, list[Node]] = {}
    designated: list[Node] = []
    if name[:2].lower() == "t:":
        name, pairs = _token(puzzle, name[2:], place)
    at = place.column + len(written.split("|", 1)[0]) + 1
    for attribute in attributes:
        here = Place(place.file, place.line, at)
        at += len(attribute) + 1
        key, _, value = (part.strip() for part in attribute.partition(":"))
        low = key.lower()
        if low in FLAGS:
            pairs.append((FLAGS[low], Scalar("true", True, here), here))
        elif low in DESIGNATIONS:
            designated.append(_text(DESIGNATIONS[low], here))
        elif low in NAMES:
            chosen = [_text(_person(part.strip(), people), here) for part in value.split(",") if part.strip()]
            several = low in ("rememberedcards", "imprinting")
            if not chosen:
                refuse(here, f"{key} needs a value, as in {key}:1")
            pairs.append((NAMES[low], Sequence(tuple(chosen), here) if several else chosen[0], here))
        elif low in CHOICES:
            plain = low == "chosennumber"
            chosen = [Scalar(_person(part.strip(), people), plain, here) for part in value.split(",")]
            choices.setdefault(CHOICES[low], []).extend(chosen)
        elif low == "counters":
            pairs.append(("counters", _counters(value, here), here))
        elif low in ("damage", "id", "classlevel"):
            word = {"classlevel": "level"}.get(low, low)
            pairs.append((word, Scalar(value, low != "id", here), here))
        elif low == "set":
            pairs.append(("set", _text(value, here), here))
        elif low == "attacking":
            pairs.append(("attacking", _text(value, here) if value else Scalar("true", True, here), here))
        elif low == "facedown":
            pairs.append(("face_down", Scalar("true", True, here), here))
            if value:
                designated.append(_text(value.lower(), here))
        elif low == "modal":
            pairs.append(("face", _text("back", here), here))
        elif low not in NOTHING:
            known = (*FLAGS, *DESIGNATIONS, *NAMES, *CHOICES, *OTHERS)
            why = f"this attribute of {quoted(name)} isn't read{did_you_mean(low, known)}"
            puzzle.unread.append(Unread(here, attribute, why))
    if choices:
        made = [(kind, Sequence(tuple(nodes), place), place) for kind, nodes in choices.items()]
        pairs.append(("chosen", _mapping([(k, n, p) for k, n, p in made], place), place))
    if designated:
        pairs.append(("designated", Sequence(tuple(designated), place), place))
    if not pairs:
        return _text(name, place)
    return _mapping([(name, _mapping(pairs, place), place)], place)


def _person(word: str, people: dict[str, str]) -> str:
    return people.get(word.lower(), word)


def _token(puzzle: _Puzzle, written: str, place: Place) -> tuple[str, list[tuple[str, Node, Place]]]:
    """A token: its name, then P, T, Color, Types and Keywords."""
    name, *rest = (part.strip() for part in written.split(","))
    values: dict[str, str] = {}
    for part in rest:
        key, sign, value = part.partition(":")
        if key.strip().lower() not in TOKEN or not sign:
            puzzle.unread.append(Unread(place, part, f"this part of the token {quoted(name)} isn't read"))
        else:
            values[key.strip().lower()] = value.strip()
    if "types" not in values:
        refuse(place, f"the token {quoted(name)} needs types, as in t:Knight,P:2,T:2,Types:Creature-Knight")
    pairs: list[tuple[str, Node, Place]] = [("token", Scalar("true", True, place), place)]
    if "p" in values or "t" in values:
        pairs.append(("pt", _text(f"{values.get('p', '0')}/{values.get('t', '0')}", place), place))
    pairs.append(("type", _text(_type_line(values["types"]), place), place))
    color = "".join(values.get("color", "").split()).replace(",", "") or "colorless"
    pairs.append(("colors", _text(color, place), place))
    if values.get("keywords"):
        pairs.append(("text", _text("\n".join(values["keywords"].split("-")), place), place))
    if (cost := values.get("cost", "")) and cost.lower() != "no cost":
        pairs.append(("cost", _text("".join(f"{{{symbol}}}" for symbol in cost.split()), place), place))
    return name, pairs


def _type_line(types: str) -> str:
    from magistrate.bridge.oracle.tables import SUPERTYPES, TYPES

    words = types.replace(" ", "-").split("-")
    before = [word for word in words if word.lower() in SUPERTYPES or word.lower() in TYPES]
    after = [word for word in words if word not in before]
    return " ".join(before) + (f" — {' '.join(after)}" if after else "")


def _counters(value: str, place: Place) -> Node:
    """`P1P1=2,LORE=1`; a kind without a number is one counter."""
    pairs: list[tuple[str, Node, Place]] = []
    for part in filter(None, (part.strip() for part in value.split(","))):
        kind, _, number = part.partition("=")
        if sized := re.fullmatch(r"([PM])(\d+)([PM])(\d+)", kind.strip(), re.IGNORECASE):
            signs = {"p": "+", "m": "-"}
            kind = f"{signs[sized[1].lower()]}{sized[2]}/{signs[sized[3].lower()]}{sized[4]}"
        kind = kind.strip().lower().replace("_", " ")
        pairs.append((kind, Scalar(number.strip() or "1", True, place), place))
    return _mapping(pairs, place)


def _text(text: str, place: Place) -> Scalar:
    return Scalar(text, False, place)


def _mapping(pairs: list[tuple[str, Node, Place]], place: Place) -> Mapping:
    return Mapping(tuple((_text(key, at), value) for key, value, at in pairs), place)
