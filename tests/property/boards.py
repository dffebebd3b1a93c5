# ruff: noqa: E501
"""Random boards for declarations: what is final about each creature, and effects as plain sets.

A board says the same to both sides: `attack_facts` and `block_facts` write it in the words of
asp/vocabulary.lp (section 5), and tests/property/by_hand.py reads the Python values. Whom a filter lets
through is a random set, so any filter that a card could print is covered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from clingo import Function, Number, String, Symbol
from hypothesis import strategies as st

EVASION = ("flying", "reach", "menace", "skulk", "fear", "intimidate", "shadow", "horsemanship")
BLOCKER_KEYWORDS = ("flying", "reach", "shadow", "horsemanship", "decayed", "vigilance")
COLORS = ("white", "black", "red")


@dataclass(frozen=True)
class Creature:
    """A permanent. `protection` and `walks` hold whom or what its filter lets through."""

    number: int
    controller: int
    power: int = 1
    types: frozenset[str] = frozenset({"creature"})
    colors: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    tapped: bool = False
    sick: bool = False
    counted: bool = False
    owner: int = 0
    protection: frozenset[int] | None = None
    protected_from_all: bool = False
    walks: frozenset[int] | None = None
    goaders: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Effect:
    """A statement: its word, whom it is about, and further arguments by their sort.

    `whom` and `fits` are sets of creatures (or players), `fits` may be None for "any"; `at` is what of the
    things that may be attacked the statement covers: a set, None for "any", "owner", "owner_and_theirs", or
    ("defended_by", players).
    """

    word: str
    whom: frozenset[object] = frozenset()
    fits: frozenset[object] | None = None
    at: object = None
    number: int | None = None
    keyword: str | None = None


@dataclass(frozen=True)
class Board:
    """Player 1 is active. `attacking` is what each attacker attacks, for boards about blocks."""

    players: int
    creatures: tuple[Creature, ...]
    effects: tuple[Effect, ...]
    lands: tuple[tuple[int, int], ...] = ()
    walkers: tuple[tuple[int, int], ...] = ()
    battles: tuple[tuple[int, int, int], ...] = ()
    attacking: tuple[tuple[int, object], ...] = ()
    names: dict[str, int] = field(default_factory=dict, compare=False)

    def creature(self, number: int) -> Creature:
        return next(one for one in self.creatures if one.number == number)


def o(number: int) -> Symbol:
    return Function("o", [Number(number)])


def p(number: int) -> Symbol:
    return Function("p", [Number(number)])


def thing(what: object) -> Symbol:
    """Numbers are objects, ("p", 2) is a player."""
    return p(what[1]) if isinstance(what, tuple) else o(what)  # type: ignore[index, arg-type]


def fact(name: str, *arguments: Symbol | str) -> Symbol:
    return Function(name, [Function(each) if isinstance(each, str) else each for each in arguments])


def facts(board: Board) -> list[Symbol]:
    """The board in final characteristics and live statements."""
    out = [fact("active", p(1))]
    out += [fact("player", p(n)) for n in range(1, board.players + 1)]
    for one in board.creatures:
        out += _creature(one)
    for number, player in board.lands:
        out += [fact("type", o(number), "land"), fact("controller", o(number), p(player))]
        out.append(fact("in_zone", o(number), "battlefield"))
    for number, player in board.walkers:
        out += [fact("type", o(number), "planeswalker"), fact("controller", o(number), p(player))]
        out.append(fact("in_zone", o(number), "battlefield"))
    for number, player, protector in board.battles:
        out += [fact("type", o(number), "battle"), fact("controller", o(number), p(player))]
        out += [fact("in_zone", o(number), "battlefield"), fact("chosen", o(number), "player", p(protector))]
    out += [fact("attacking", o(number), thing(what)) for number, what in board.attacking]
    for index, effect in enumerate(board.effects):
        out += _effect(index, effect)
    return out


def _creature(one: Creature) -> list[Symbol]:
    this = o(one.number)
    out = [fact("in_zone", this, "battlefield"), fact("controller", this, p(one.controller))]
    out += [fact("owner", this, p(one.owner or one.controller)), fact("power", this, Number(one.power))]
    out += [fact("type", this, kind) for kind in one.types]
    out += [fact("color", this, color) for color in one.colors]
    out += [fact("has_keyword", this, word) for word in one.keywords]
    out += [fact("goaded", this, p(goader)) for goader in one.goaders]
    if one.tapped:
        out.append(fact("tapped", this))
    if one.sick:
        out.append(fact("sick", this))
    if one.counted:
        out.append(fact("counters", this, String("+1/+1"), Number(1)))
    here = fact("context", this)
    if one.protection is not None:
        quality = fact("protected_from", this)
        out.append(fact("has_keyword", this, "protection", quality, here))
        out += [fact("fits", quality, here, o(number)) for number in one.protection]
    if one.protected_from_all:
        out.append(fact("has_keyword", this, "protection", "everything", here))
    if one.walks is not None:
        lands = fact("walks_on", this)
        out += [fact("has_keyword", this, "landwalk"), fact("has_keyword", this, "landwalk", lands, here)]
        out += [fact("fits", lands, here, o(number)) for number in one.walks]
    return out


# The order of arguments of each word, by sort: W whom, F filter, D what is attacked, V number, K keyword, C cost.
SHAPES = {
    "cant_attack": "WD",
    "cant_attack_alone": "W",
    "attacks_only_alone": "W",
    "attack_needs": "WVF",
    "most_attackers": "VD",
    "attack_cost": "WDC",
    "can_attack_as_though": "WK",
    "can_attack_as_though_at": "WKD",
    "must_attack": "WD",
    "must_attack_with": "WVD",
    "must_attack_if": "WF",
    "cant_block": "WF",
    "can_block_only": "WF",
    "cant_block_alone": "W",
    "block_needs": "WVF",
    "most_blocking": "VF",
    "block_cost": "WFC",
    "cant_be_blocked": "WF",
    "cant_be_blocked_except": "WF",
    "least_blockers": "WV",
    "most_blockers": "WV",
    "all_or_no_blockers": "W",
    "can_block_more": "WV",
    "can_block_as_though": "WK",
    "can_block_as_though_at": "WKF",
    "can_block_as_though_without": "WK",
    "can_be_blocked_as_though": "WK",
    "must_block": "WF",
    "must_block_each": "WF",
    "must_be_blocked": "WF",
    "must_be_blocked_by_several": "WFV",
    "must_be_blocked_by_one": "W",
    "must_be_blocked_by_all": "WF",
}
ALIASES = {
    "can_attack_as_though_at": "can_attack_as_though",
    "can_block_as_though_at": "can_block_as_though",
    "must_be_blocked_by_several": "must_be_blocked",
}


def _effect(index: int, effect: Effect) -> list[Symbol]:
    this = fact("e", Number(index))
    context = fact("context", this)
    whom, fits, at = (fact(name, this) for name in ("whom_of", "filter_of", "place_of"))
    out: list[Symbol] = [fact("source", this, o(900 + index))]
    arguments: list[Symbol] = []
    for sort in SHAPES[effect.word]:
        if sort == "W":
            arguments.append(whom)
            out += [fact("whom", this, whom, thing(each)) for each in effect.whom]
            out += [fact("refers", context, whom, thing(each)) for each in effect.whom]
        elif sort == "F":
            arguments.append(fact("any") if effect.fits is None else fits)
            out += [fact("fits", fits, context, thing(each)) for each in effect.fits or ()]
        elif sort == "D":
            if effect.at is None or isinstance(effect.at, str):
                arguments.append(fact(effect.at or "any"))
            elif isinstance(effect.at, tuple):
                arguments.append(fact("defended_by", at))
                out += [fact("fits", at, context, p(each)) for each in effect.at[1]]
            else:
                arguments.append(at)
                out += [fact("fits", at, context, thing(each)) for each in effect.at]  # type: ignore[attr-defined]
        elif sort == "V":
            arguments.append(fact("any") if effect.number is None else Number(effect.number))
        elif sort == "K":
            arguments.append(fact(str(effect.keyword)))
        else:
            arguments.append(fact("pay", fact("generic", Number(2))))
    out.append(fact("stated", this, context, fact(ALIASES.get(effect.word, effect.word), *arguments)))
    return out


# Strategies. Creatures and effects are drawn as one number each, which is quick and leaves hypothesis free to drop them
# one by one when a board fails; 0 stands for a plain one.

SEEDS = st.integers(0, 2**32 - 1)


class Dice:
    """Throws for one creature or effect. The number 0 always throws the first face."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.plain = seed == 0

    def one(self, faces: Sequence[Any]) -> Any:
        return faces[0] if self.plain else self.random.choice(faces)

    def some(self, values: Sequence[Any], least: int = 0, most: int | None = None) -> frozenset[Any]:
        """A subset, small or large alike."""
        if not values:
            return frozenset()
        top = len(values) if most is None else min(most, len(values))
        size = least if self.plain else self.random.randint(least, max(least, top))
        return frozenset(self.random.sample(list(values), size))


def effect(
    seed: int, words: list[str], about: list[Any], others: list[Any], attackable: list[Any], players: int
) -> Effect:
    """An effect with one of `words`. `about` are the creatures whom it may name, `others` those its filter
    may let through."""
    dice = Dice(seed)
    word = dice.one(words)
    shape = SHAPES[word]
    everyone = [("p", n) for n in range(1, players + 1)] if word == "must_attack_with" else about
    whom = dice.some(everyone, 1)
    fits = dice.one((None, dice.some(others), dice.some(others))) if "F" in shape else None
    at: object = None
    if "D" in shape:
        places = (None, None, dice.some(attackable), dice.some(attackable), "owner", "owner_and_theirs")
        at = dice.one((*places, ("defended_by", dice.some(range(1, players + 1)))))
    number = None
    if "V" in shape:
        number = dice.one((1, 1, 2, 2, 3))
        if word == "can_block_more":
            number = dice.one((1, 1, 2, None))
        if word in ("most_attackers", "most_blocking", "most_blockers"):
            number = dice.one((1, 1, 2, 0))
    return Effect(word, whom, fits, at, number, dice.one(_keywords(word)) if "K" in shape else None)


def _keywords(word: str) -> tuple[str, ...]:
    if word.startswith("can_attack"):
        return "haste", "no_defender"
    if word.startswith("can_block_as_though") and not word.endswith("without"):
        return "flying", "reach", "shadow", "horsemanship", "untapped"
    return "flying", "shadow", "skulk", "fear", "intimidate", "horsemanship", "landwalk"


ATTACK_WORDS = [w for w in SHAPES if "attack" in w]
BLOCK_WORDS = [w for w in SHAPES if w not in ATTACK_WORDS]
ABOUT_ATTACKERS = [
    "cant_be_blocked", "cant_be_blocked_except", "least_blockers", "most_blockers", "all_or_no_blockers",
    "can_be_blocked_as_though", "must_be_blocked", "must_be_blocked_by_several", "must_be_blocked_by_one",
    "must_be_blocked_by_all",
]  # fmt: skip
ABOUT_BLOCKERS_ALONE = ["block_needs", "most_blocking"]
ABOUT_BLOCKERS = [w for w in BLOCK_WORDS if w not in (*ABOUT_ATTACKERS, *ABOUT_BLOCKERS_ALONE)]
_PLAIN = frozenset({"creature"})
_TYPES = (
    _PLAIN,
    _PLAIN,
    _PLAIN,
    _PLAIN,
    frozenset({"creature", "artifact"}),
    frozenset({"creature", "battle"}),
    frozenset({"artifact"}),
)
_MOSTLY_NOT = (False, False, False, True)


def _possible_attacker(number: int, seed: int, players: int) -> Creature:
    dice = Dice(seed)
    return Creature(
        number,
        controller=dice.one((1, 1, 1, 1, 2)),
        owner=dice.one((1, 1, 2)),
        types=dice.one(_TYPES),
        keywords=dice.some(("defender", "haste", "vigilance", "trample"), most=2),
        tapped=dice.one(_MOSTLY_NOT),
        sick=dice.one((False, False, True)),
        goaders=dice.one((frozenset(), frozenset(), frozenset({2}), frozenset({2, min(3, players)}))),
    )


def _attacks(players: int, table: int, creature_seeds: list[int], effect_seeds: list[int]) -> Board:
    dice = Dice(table)
    creatures = [_possible_attacker(n, seed, players) for n, seed in enumerate(creature_seeds, 1)]
    everyone = range(1, players + 1)
    walkers = tuple((50 + n, dice.one(everyone)) for n in range(dice.one((0, 1))))
    battles = tuple((60 + n, dice.one(everyone), dice.one(everyone)) for n in range(dice.one((0, 1))))
    attackable: list[Any] = [("p", n) for n in everyone]
    attackable += [n for n, _ in walkers] + [n for n, _, _ in battles]
    numbers = [one.number for one in creatures]
    some = [effect(seed, ATTACK_WORDS, numbers, numbers, attackable, players) for seed in effect_seeds]
    return Board(players, tuple(creatures), tuple(some), walkers=walkers, battles=battles)


def attack_boards() -> st.SearchStrategy[Board]:
    """Up to five creatures, up to five effects, two to four players."""
    return st.builds(
        _attacks,
        st.integers(2, 4),
        SEEDS,
        st.lists(SEEDS, min_size=1, max_size=5),
        st.lists(SEEDS, max_size=5),
    )


def _attacker(number: int, seed: int, blockers: list[int], lands: list[int]) -> Creature:
    dice = Dice(seed)
    return Creature(
        number,
        controller=1,
        power=dice.one((1, 0, 2, 3)),
        colors=dice.some(COLORS, most=1),
        keywords=dice.some(EVASION, most=2),
        tapped=True,
        protection=dice.one((None, None, None, dice.some(blockers))),
        protected_from_all=dice.one((False,) * 9 + (True,)),
        walks=dice.one((None, None, dice.some(lands))),
    )


def _blocker(number: int, seed: int, players: int) -> Creature:
    dice = Dice(seed)
    return Creature(
        number,
        controller=dice.one((2, 2, 2, 2, players, 1)),
        power=dice.one((1, 0, 2, 3)),
        types=dice.one(_TYPES),
        colors=dice.some(COLORS, most=2),
        keywords=dice.some((*BLOCKER_KEYWORDS, "unleash"), most=2),
        tapped=dice.one(_MOSTLY_NOT),
        counted=dice.one((False, True)),
    )


def _blocks(players: int, table: int, seeds: tuple[list[int], list[int], list[int]]) -> Board:
    dice = Dice(table)
    everyone, defenders = range(1, players + 1), range(2, players + 1)
    lands = tuple((30 + n, dice.one(everyone)) for n in range(dice.one((0, 1, 2))))
    walkers = ((50, dice.one(defenders)),)
    battles = ((60, dice.one(everyone), dice.one(defenders)),)
    goals: list[Any] = [("p", n) for n in defenders]
    goals = goals * 3 + [50, 60]
    attackers = list(range(1, len(seeds[0]) + 1))
    most = 4 if len(attackers) < 3 else 3
    blockers = list(range(11, 11 + len(seeds[1][:most])))
    land_numbers = [n for n, _ in lands]
    creatures = [
        _attacker(n, seed, blockers, land_numbers) for n, seed in zip(attackers, seeds[0], strict=True)
    ]
    creatures += [_blocker(n, seed, players) for n, seed in zip(blockers, seeds[1], strict=False)]
    some = []
    for seed in seeds[2]:
        sides = ((ABOUT_ATTACKERS, attackers, blockers), (ABOUT_BLOCKERS, blockers, attackers))
        words, about, others = (*sides, (ABOUT_BLOCKERS_ALONE, blockers, blockers))[
            (0, 0, 0, 1, 1, 1, 2)[seed % 7]
        ]
        some.append(effect(seed, words, about, others, [], players))
    attacking = tuple((number, dice.one(goals)) for number in attackers)
    return Board(players, tuple(creatures), tuple(some), lands, walkers, battles, attacking)


def block_boards() -> st.SearchStrategy[Board]:
    """Up to three attackers, up to four possible blockers, up to five effects, one or two defending players."""
    return st.builds(
        _blocks,
        st.sampled_from((2, 2, 3)),
        SEEDS,
        st.tuples(
            st.lists(SEEDS, min_size=1, max_size=3),
            st.lists(SEEDS, min_size=1, max_size=4),
            st.lists(SEEDS, max_size=5),
        ),
    )


@st.composite
def twin_boards(draw: st.DrawFn) -> Board:
    """Blocks with many equal creatures: effects are about whole groups, so that much can be folded."""
    groups_a = [draw(st.integers(1, 3)), draw(st.integers(0, 1))]
    groups_b = [draw(st.integers(1, 3)), draw(st.integers(0, 2))]
    creatures: list[Creature] = []
    attackers: list[frozenset[object]] = []
    blockers: list[frozenset[object]] = []
    number = 0
    for groups, sides, player in ((groups_a, attackers, 1), (groups_b, blockers, 2)):
        for size in groups:
            keywords = draw(
                st.frozensets(st.sampled_from(("flying", "reach", "menace", "shadow")), max_size=1)
            )
            members = range(number + 1, number + size + 1)
            number += size
            creatures += [Creature(n, player, keywords=keywords, tapped=player == 1) for n in members]
            if size:
                sides.append(frozenset(members))
    words = [w for w in BLOCK_WORDS if w not in ("block_needs", "most_blocking", "can_block_as_though_at")]
    some = []
    for _ in range(draw(st.integers(0, 3))):
        word = draw(st.sampled_from(words))
        about, others = (
            (attackers, blockers) if "be_blocked" in word or "_blockers" in word else (blockers, attackers)
        )
        some.append(
            Effect(
                word,
                draw(st.sampled_from(about)),
                draw(st.sampled_from([None, *others])) if "F" in SHAPES[word] else None,
                number=draw(st.integers(1, 2)) if "V" in SHAPES[word] else None,
                keyword="flying" if "K" in SHAPES[word] else None,
            )
        )
    attacking = tuple((n, ("p", 2)) for side in attackers for n in side)
    return Board(2, tuple(creatures), tuple(some), attacking=attacking)
