"""Whole choices of targets, worked out by hand from the rules: slow, and written apart from the judge.

A board is Python values; `facts_of` says the same in the words of asp/vocabulary.lp.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product

from target_tables import Table

COLORS = ("red", "green")


@dataclass(frozen=True)
class Thing:
    """An object. `keywords`: shroud, hexproof, ward, or (hexproof|protection, quality)."""

    types: frozenset[str]
    colors: frozenset[str] = frozenset()
    player: int = 1
    tapped: bool = False
    zone: str = "battlefield"
    keywords: frozenset[object] = frozenset()
    phased_out: bool = False


@dataclass(frozen=True)
class Says:
    """A statement of an enchantment that `player` controls.

    word: has (whom "you" has `what`), cant (what fits `whom` can't be the target of spells of colour `what`,
    or of anything), though (what fits `whom` is a target for the controller as though it lacked `what`), must
    (the controller's opponents must choose something that fits `whom`).
    """

    word: str
    player: int
    whom: str = "creature"
    what: object = None


@dataclass(frozen=True)
class Wanted:
    """An instance of "target"."""

    what: str
    least: int = 1
    most: int | None = 1
    mode: int = 0
    divided: int = 0


@dataclass(frozen=True)
class Aim:
    """The spell or ability. As an ability its source is the first thing on the battlefield."""

    kind: str
    player: int
    colors: frozenset[str]
    slots: tuple[Wanted, ...]
    different: frozenset[tuple[int, int]] = frozenset()
    modes: int = 0
    least_modes: int = 1
    most_modes: int = 1
    again: bool = False


@dataclass(frozen=True)
class Board:
    """Players 1 and up; things numbered from 1."""

    players: int
    things: tuple[Thing, ...]
    says: tuple[Says, ...]
    aim: Aim


DESCRIPTIONS: dict[str, tuple[str, ...]] = {
    "creature": ("zone(battlefield)", "type(creature)"),
    "noncreature": ("zone(battlefield)", "permanent", "non(type(creature))"),
    "your creature": ("zone(battlefield)", "type(creature)", "controller(you)"),
    "their creature": ("zone(battlefield)", "type(creature)", "controller(opponents)"),
    "tapped permanent": ("zone(battlefield)", "permanent", "tapped"),
    "untapped nonred permanent": ("zone(battlefield)", "permanent", "non(color(red))", "non(tapped)"),
    "other creature": ("zone(battlefield)", "type(creature)", "other"),
    "player": ("player",),
    "opponent": ("opponent",),
    "dead creature": ("zone(graveyard)", "type(creature)"),
}


def describes(board: Board, what: str, target: object, source: int) -> bool:
    """Whether the phrase fits an object (number) or player ("p", number)."""
    aim = board.aim
    if isinstance(target, tuple):
        if what == "any":
            return True
        return what == "player" or (what == "opponent" and target[1] != aim.player)
    thing = board.things[target - 1]  # type: ignore[operator]
    if what == "dead creature":
        return thing.zone == "graveyard" and "creature" in thing.types
    if thing.zone != "battlefield" or thing.phased_out:
        return False
    creature = "creature" in thing.types
    return {
        "any": creature,
        "creature": creature,
        "noncreature": not creature,
        "your creature": creature and thing.player == aim.player,
        "their creature": creature and thing.player != aim.player,
        "tapped permanent": thing.tapped,
        "untapped nonred permanent": not thing.tapped and "red" not in thing.colors,
        "other creature": creature and target != source,
    }.get(what, False)


def covers(board: Board, says: Says, target: object) -> bool:
    """Whether the statement is about an object or player."""
    if isinstance(target, tuple):
        return says.whom == "you" and target[1] == says.player
    thing = board.things[target - 1]  # type: ignore[operator]
    if thing.zone != "battlefield" or thing.phased_out:
        return False
    creature = "creature" in thing.types
    return {
        "creature": creature,
        "your creature": creature and thing.player == says.player,
        "their creature": creature and thing.player != says.player,
        "artifact": "artifact" in thing.types,
        "tapped": thing.tapped,
    }.get(says.whom, False)


def barred(board: Board, target: object, source: int) -> bool:
    """Whether anything says that it can't be the target (702.11, 702.16, 702.18, 601.2c)."""
    aim = board.aim
    player = isinstance(target, tuple)
    if player:
        controller = target[1]  # type: ignore[index]
        keywords = {s.what for s in board.says if s.word == "has" and s.player == controller}
    else:
        thing = board.things[target - 1]  # type: ignore[operator]
        controller = thing.player
        keywords = set(thing.keywords) if thing.zone == "battlefield" else set()
    colors = aim.colors if aim.kind == "spell" else board.things[source - 1].colors
    types = {"instant"} if aim.kind == "spell" else board.things[source - 1].types

    def quality(what: object) -> bool:
        return what == "everything" or what in colors or what in types

    ignored = {
        s.what
        for s in board.says
        if s.word == "though" and s.player == aim.player and covers(board, s, target)
    }
    if "shroud" in keywords and "shroud" not in ignored:
        return True
    if controller != aim.player and "hexproof" not in ignored:
        if "hexproof" in keywords:
            return True
        if any(isinstance(k, tuple) and k[0] == "hexproof" and quality(k[1]) for k in keywords):
            return True
    if any(isinstance(k, tuple) and k[0] == "protection" and quality(k[1]) for k in keywords):
        return True
    return any(
        s.word == "cant"
        and covers(board, s, target)
        and (s.what is None or (aim.kind == "spell" and s.what in aim.colors))
        for s in board.says
    )


def legal(board: Board, wanted: Wanted, source: int) -> list[object]:
    """The legal targets of a slot by themselves."""
    everything: list[object] = [
        *range(1, len(board.things) + 1),
        *(("p", n) for n in range(1, board.players + 1)),
    ]
    return [
        t for t in everything if describes(board, wanted.what, t, source) and not barred(board, t, source)
    ]


def source_of(board: Board) -> int:
    """The number of the ability's source; 0 for a spell."""
    if board.aim.kind == "spell":
        return 0
    return next(n for n, t in enumerate(board.things, 1) if t.zone == "battlefield" and not t.phased_out)


Made = tuple[tuple[int, ...], frozenset[tuple[int, int, object, int]]]
"""Modes, and (slot, time of its mode, target, share)."""


def choices(board: Board) -> set[Made]:
    """Every legal whole choice."""
    aim = board.aim
    source = source_of(board)
    musts = [
        {t for t in range(1, len(board.things) + 1) if covers(board, s, t)}
        for s in board.says
        if s.word == "must" and s.player != aim.player and aim.kind in ("spell", "activated")
    ]
    musts = [m for m in musts if m]
    out: set[Made] = set()
    for modes in mode_choices(aim):
        times = Counter(modes)
        slots = [
            (index, time, wanted)
            for index, wanted in enumerate(aim.slots, 1)
            for time in (range(1, times[wanted.mode] + 1) if wanted.mode else (0,))
        ]
        by_size: dict[tuple[int, ...], list[tuple[int, Made]]] = {}
        for picked in product(*(list(subsets(legal(board, w, source), w)) for _, _, w in slots)):
            if any(clash(aim, slots[i], slots[j]) and set(picked[i]) & set(picked[j])
                   for i in range(len(slots)) for j in range(i)):  # fmt: skip
                continue
            chosen = {t for targets in picked for t in targets}
            obeyed = sum(bool(m & chosen) for m in musts)
            size = tuple(len(targets) for targets in picked)
            for shares in product(
                *(list(divisions(len(p), w.divided)) for p, (_, _, w) in zip(picked, slots, strict=True))
            ):
                made = frozenset(
                    (index, time, target, share)
                    for (index, time, _), targets, parts in zip(slots, picked, shares, strict=True)
                    for target, share in zip(targets, parts, strict=True)
                )
                by_size.setdefault(size, []).append((obeyed, (modes, made)))
        for found in by_size.values():
            most = max(obeyed for obeyed, _ in found)
            out |= {made for obeyed, made in found if obeyed == most}
    return out


def mode_choices(aim: Aim) -> Iterator[tuple[int, ...]]:
    """Modes in printed order, one perhaps several times."""
    if not aim.modes:
        yield ()
        return
    several = combinations_with_replacement if aim.again else combinations
    for size in range(aim.least_modes, aim.most_modes + 1):
        yield from several(range(1, aim.modes + 1), size)


def clash(aim: Aim, one: tuple[int, int, Wanted], two: tuple[int, int, Wanted]) -> bool:
    """Whether two slots must have different targets: within one time of a mode, or outside modes."""
    pair = {(one[0], two[0]), (two[0], one[0])}
    return bool(pair & aim.different) and (one[1] == two[1] or 0 in (one[1], two[1]))


def subsets(targets: list[object], wanted: Wanted) -> Iterator[tuple[object, ...]]:
    most = len(targets) if wanted.most is None else wanted.most
    if wanted.divided:
        most = min(most, wanted.divided)
    for size in range(wanted.least, most + 1):
        yield from combinations(targets, size)


def divisions(parts: int, amount: int) -> Iterator[tuple[int, ...]]:
    """Shares of at least one each that add up; zeros where nothing is divided."""
    if not amount or not parts:
        yield (0,) * parts
        return
    for shares in product(range(1, amount + 1), repeat=parts):
        if sum(shares) == amount:
            yield shares


def facts_of(board: Board) -> tuple[Table, str, str]:
    """The table, the object that is asked about, and the text of the ability to ask for."""
    table = Table(players=board.players)
    names = []
    for n, thing in enumerate(board.things, 1):
        phased = thing.phased_out and thing.zone == "battlefield"
        marks = [m for m, there in (("tapped", thing.tapped), ("phased_out", phased)) if there]
        name = table.thing(f"Thing {n}", " ".join(sorted(thing.types)), colors=" ".join(sorted(thing.colors)),
                           zone=thing.zone, player=thing.player, marks=marks)  # fmt: skip
        names.append(name)
        for keyword in sorted(thing.keywords, key=str):
            _keyword(table, name, keyword)
    for says in board.says:
        _say(table, says)
    aim = board.aim
    if aim.kind == "spell":
        what = table.thing(
            "Aim", "instant", colors=" ".join(sorted(aim.colors)), zone="hand", player=aim.player
        )
    else:
        what = names[source_of(board) - 1]
    ability = table.ability(what, aim.kind, "Aim")
    for mode in range(1, aim.modes + 1):
        table.add(f"mode({ability},{mode})")
    if aim.modes:
        most = f"repeatable({aim.most_modes})" if aim.again else aim.most_modes
        table.add(f"modes({ability},{aim.least_modes},{most})")
    for index, wanted in enumerate(aim.slots, 1):
        _target(table, ability, index, wanted)
    table.add(*(f"different({ability},{a},{b})" for a, b in aim.different))
    return table, what, "Aim"


def _keyword(table: Table, name: str, keyword: object) -> None:
    if not isinstance(keyword, tuple):
        table.keyword(name, str(keyword), "mana((generic(2),()))" if keyword == "ward" else None)
    elif keyword[1] == "everything":
        table.keyword(name, keyword[0], "everything")
    else:
        table.keyword(name, keyword[0], (_quality(keyword[1]),))


def _quality(what: object) -> str:
    return f"color({what})" if what in COLORS else f"type({what})"


_WHOM = {
    "creature": ("zone(battlefield)", "type(creature)"),
    "your creature": ("zone(battlefield)", "type(creature)", "controller(you)"),
    "their creature": ("zone(battlefield)", "type(creature)", "controller(opponents)"),
    "artifact": ("zone(battlefield)", "type(artifact)"),
    "tapped": ("zone(battlefield)", "permanent", "tapped"),
}


def _say(table: Table, says: Says) -> None:
    name = table.thing("Edict", "enchantment", zone="command", player=says.player)
    ability = table.ability(name, "static")
    table.add(f"functions({ability},command)")
    whom = "you" if says.whom == "you" else f"each({table.filter(ability, _WHOM[says.whom])})"
    if says.word == "has":
        if not isinstance(says.what, tuple):
            said = f"player_keyword({whom},{says.what})"
        elif says.what[1] == "everything":
            said = f"player_keyword({whom},{says.what[0]},everything)"
        else:
            said = f"player_keyword({whom},{says.what[0]},{table.filter(ability, (_quality(says.what[1]),))})"
    elif says.word == "cant":
        of = (
            "any"
            if says.what is None
            else table.filter(ability, ("zone(stack)", "spell", f"color({says.what})"))
        )
        said = f"cant_be_target({whom},{of})"
    elif says.word == "though":
        said = f"target_as_though({whom},{says.what},you)"
    else:
        said = f"must_be_chosen({whom},opponents)"
    table.add(f"states({ability},1,{said})")


def _target(table: Table, ability: str, index: int, wanted: Wanted) -> None:
    if wanted.what == "any":
        whole = table.filter(ability, ("anything",))
        creature = table.filter(ability, DESCRIPTIONS["creature"])
        player = table.filter(ability, DESCRIPTIONS["player"])
        table.add(f"either({whole},{creature})", f"either({whole},{player})")
    else:
        whole = table.filter(ability, DESCRIPTIONS[wanted.what])
    most = "any" if wanted.most is None else wanted.most
    table.add(f"target({ability},{index},{whole},{wanted.least},{most})")
    if wanted.mode:
        table.add(f"target_mode({ability},{index},{wanted.mode})")
    if wanted.divided:
        table.add(f"divide({ability},{index},{wanted.divided})")


def put_on_stack(
    table: Table, board: Board, what: str, modes: frozenset[int], chosen: dict[int, list[object]]
) -> str:
    """The spell or ability on the stack with its choices; what it is called."""
    aim = board.aim
    ability = next(line[13:].split(',"')[0] for line in table.lines if line.startswith("ability_text("))
    if aim.kind == "spell":
        table.lines.remove(f"in_zone({what},hand)")
        table.add(f"in_zone({what},stack)", f"spell({what})", f"base_controller({what},p({aim.player}))")
        asking = what
    else:
        table.objects += 1
        asking = f"o({table.objects})"
        table.add(f"object({asking})", f"in_zone({asking},stack)", f"owner({asking},p({aim.player}))")
        table.add(f"stack_ability({asking},{ability},{what})", f"base_controller({asking},p({aim.player}))")
    table.add(*(f"chosen_mode({asking},{mode})" for mode in modes))
    for index, targets in chosen.items():
        for place, target in enumerate(targets, 1):
            said = f"p({target[1]})" if isinstance(target, tuple) else f"o({target})"
            table.add(f"chosen_target({asking},{index},{place},{said})")
    return asking
