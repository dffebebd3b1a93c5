"""Random boards for the layer system, in the words of `layer_facts`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from layer_facts import Ability, Board, Face, Filter, Lasting, Term, Thing

TYPES = ("creature", "artifact", "enchantment", "land")
CREATURE_TYPES = ("bear", "goblin")
LAND_TYPES = ("swamp", "mountain", "lair")
SUBTYPES = (*CREATURE_TYPES, *LAND_TYPES, "equipment")
COLORS = ("white", "red")
KEYWORDS = ("flying", "haste", "defender")
COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")

keyword_abilities = st.sampled_from(KEYWORDS).map(lambda word: Ability(keyword=word))


def literals(deep: bool = False) -> st.SearchStrategy[Term]:
    """`deep`: also literals that hold a filter of their own."""
    plain = st.one_of(
        st.tuples(st.just("type"), st.sampled_from(TYPES)),
        st.tuples(st.just("subtype"), st.sampled_from(SUBTYPES)),
        st.tuples(st.just("supertype"), st.sampled_from(("basic", "legendary"))),
        st.tuples(st.just("color"), st.sampled_from(COLORS)),
        st.tuples(st.just("keyword"), st.sampled_from(KEYWORDS)),
        st.tuples(st.just("controller"), st.sampled_from((("you",), ("opponents",)))),
        st.tuples(
            st.just("compare"),
            st.sampled_from(("power", "toughness", "mana_value", "base_power")),
            st.sampled_from(COMPARISONS),
            st.integers(0, 4),
        ),
        st.sampled_from((("other",), ("colorless",), ("multicolored",), ("any_counter",), ("no_abilities",))),
    )
    if deep:
        inner = st.lists(literals(), max_size=1).map(lambda found: Filter((("zone", "battlefield"), *found)))
        holding = st.one_of(
            st.tuples(st.sampled_from(("attached_to", "has_attached")), inner),
            st.tuples(
                st.just("shares"),
                st.sampled_from(("color", "card_type", "creature_type")),
                st.just(("self",)),
            ),
            st.tuples(st.just("greatest"), st.sampled_from(("power", "toughness")), inner),
        )
        plain = st.one_of(plain, plain, plain, holding)
    return st.one_of(plain, plain, st.tuples(st.just("non"), plain))


@st.composite
def filters(draw: st.DrawFn, either: bool = True) -> Filter:
    zone = draw(st.sampled_from(("battlefield",) * 7 + ("graveyard",)))
    inside = draw(st.lists(literals(deep=either), max_size=2))
    others = (
        draw(st.lists(filters(either=False), min_size=2, max_size=2))
        if either and draw(st.integers(0, 5)) == 0
        else []
    )
    return Filter((("zone", zone), *inside), tuple(others))


def values(layer: str) -> st.SearchStrategy[Term]:
    worked_out = st.one_of(
        st.tuples(st.just("count"), filters()),
        st.tuples(st.just("power"), st.just(("self",))),
        st.tuples(
            st.sampled_from(("greatest", "total")),
            st.sampled_from(("power", "toughness", "mana_value")),
            filters(),
        ),
        st.tuples(st.just("distinct"), st.just("colors"), filters()),
        literals().map(
            lambda one: ("count", Filter((("zone", "battlefield"), ("attached_to", ("affected",)), one)))
        ),
        st.sampled_from(
            (
                ("mana_value", ("affected",)),
                ("power", ("affected",)),
                ("base_power", ("affected",)),
                ("counters", ("affected",), "+1/+1"),
                ("mana_value", ("self",)),
            )
        ),
    )
    numbers = st.integers(0, 4) if layer != "pt_add" else st.integers(-2, 3)
    deep = st.one_of(
        st.tuples(st.just("plus"), worked_out, numbers), st.tuples(st.just("times"), st.just(2), worked_out),
        st.tuples(st.just("minus"), worked_out, worked_out),
    )  # fmt: skip
    return st.one_of(numbers, numbers, worked_out, deep)


def several(
    words: tuple[Any, ...] | st.SearchStrategy[Any], least: int = 0, most: int = 1
) -> st.SearchStrategy[Term]:
    """A list of different words."""
    one = st.sampled_from(words) if isinstance(words, tuple) else words
    return st.lists(one, min_size=least, max_size=most, unique=True).map(lambda items: ("list", *items))


def conditions() -> st.SearchStrategy[Term]:
    plain = st.one_of(
        st.tuples(st.just("exists"), filters()),
        st.tuples(
            st.just("compare"),
            st.tuples(st.just("count"), filters()),
            st.sampled_from(COMPARISONS),
            st.integers(0, 4),
        ),
        st.just(("your_turn",)),
        st.tuples(st.just("is"), st.just(("self",)), filters()),
    )
    signed = st.one_of(plain, st.tuples(st.just("non"), plain))
    return st.one_of(signed, signed, st.tuples(st.just("any_of"), several(signed, 2, 2)))


def whats(layer: str, granted: st.SearchStrategy[Ability]) -> st.SearchStrategy[Term]:
    colors = several(COLORS, most=2)
    match layer:
        case "type":
            return st.one_of(
                st.tuples(st.just("add"), st.just("type"), st.sampled_from(TYPES)),
                st.tuples(st.just("add"), st.just("subtype"), st.sampled_from(SUBTYPES)),
                st.just(("add", "subtype", ("every", "creature"))),
                st.just(("add", "supertype", "legendary")),
                st.tuples(st.just("remove"), st.just("type"), st.sampled_from(TYPES)),
                st.just(("remove", "supertype", "basic")),
                st.tuples(st.just("set_types"), several(TYPES, 1, 2)),
                st.tuples(st.just("set_land_types"), several(LAND_TYPES[:2], 1)),
                st.tuples(st.just("set_subtypes"), st.just("creature"), several(CREATURE_TYPES)),
            )
        case "color":
            return st.one_of(
                st.tuples(st.just("set_colors"), colors), st.tuples(st.just("add_colors"), colors)
            )
        case "ability":
            words = st.sampled_from(KEYWORDS)
            return st.one_of(
                st.tuples(st.just("grant"), keyword_abilities),
                st.tuples(st.just("grant"), granted),
                st.just(("lose_all",)),
                st.tuples(st.just("lose_keyword"), words),
                st.tuples(st.just("cant_have"), words),
            )
        case "pt_switch":
            return st.just(("switch",))
        case "control":
            return st.just(("controlled_by", ("you",)))
        case "text":
            return st.just(("set_name", "Other Name"))
    return st.tuples(st.sampled_from(("power", "toughness")), values(layer))


@st.composite
def abilities(
    draw: st.DrawFn, whom: tuple[str, ...] = ("each", "each", "self", "attached"), deep: int = 1
) -> Ability:
    """A static ability whose parts are about the same set, perhaps in several layers."""
    layers = draw(
        st.lists(
            st.sampled_from(
                (
                    "type",
                    "type",
                    "color",
                    "ability",
                    "ability",
                    "pt_set",
                    "pt_add",
                    "pt_add",
                    "pt_switch",
                    "control",
                    "text",
                )
            ),
            min_size=1,
            max_size=3,
            unique=True,
        )
    )
    kind = draw(st.sampled_from(whom))
    about: Term = (
        ("each", draw(filters())) if kind == "each" else ("target", 1) if kind == "target" else (kind,)
    )
    granted = abilities(deep=deep - 1) if deep else keyword_abilities
    changes = []
    for layer in layers:
        what = draw(whats(layer, granted))
        changes.append((layer, about, what))
        if layer in ("pt_set", "pt_add") and draw(st.booleans()):
            changes.append(
                (layer, about, ("toughness" if what[0] == "power" else "power", draw(values(layer))))
            )
        if layer in ("type", "ability") and draw(st.booleans()):
            changes.append((layer, about, draw(whats(layer, granted))))
    demands = [draw(conditions())] if draw(st.integers(0, 3)) == 0 else []
    return Ability(tuple(changes), tuple(demands))


@st.composite
def defining(draw: st.DrawFn) -> Ability:
    """A characteristic-defining ability (604.3)."""
    match draw(st.integers(0, 2)):
        case 0:
            value = draw(values("pt_set"))
            return Ability(
                (("pt_cda", ("self",), ("power", value)), ("pt_cda", ("self",), ("toughness", value))),
                cda=True,
            )
        case 1:
            return Ability((("type", ("self",), ("add", "subtype", ("every", "creature"))),), cda=True)
    return Ability((("color", ("self",), ("set_colors", ("list",))),), cda=True)


@st.composite
def faces(draw: st.DrawFn) -> Face:
    types = draw(
        st.sampled_from(
            (("creature",),) * 4
            + (("enchantment",),) * 3
            + (("land",),) * 3
            + (("artifact",), ("artifact", "creature"), ("land", "creature"))
        )
    )
    subtypes: list[str] = []
    if "creature" in types:
        subtypes += draw(st.lists(st.sampled_from(CREATURE_TYPES), max_size=1))
    if "land" in types:
        subtypes += draw(st.lists(st.sampled_from(LAND_TYPES), max_size=1))
    if "artifact" in types:
        subtypes += draw(st.lists(st.just("equipment"), max_size=1))
    power, toughness = (
        (draw(st.integers(0, 4)), draw(st.integers(0, 4))) if "creature" in types else (None, None)
    )
    own = draw(st.lists(st.one_of(abilities(), abilities(), keyword_abilities), max_size=2))
    if "creature" in types and draw(st.integers(0, 4)) == 0:
        own.append(draw(defining()))
        if own[-1].changes[0][0] == "pt_cda":
            power = toughness = None
    return Face(
        frozenset(types),
        frozenset(subtypes),
        frozenset(draw(st.lists(st.sampled_from(("legendary", "basic")), max_size=1))),
        frozenset(draw(st.lists(st.sampled_from(COLORS), max_size=2))),
        power,
        toughness,
        draw(st.integers(0, 4)),
        tuple(own),
    )


@st.composite
def boards(draw: st.DrawFn) -> Board:
    cards = draw(st.lists(faces(), min_size=1, max_size=4))
    many = draw(st.integers(2, 5))
    effects = draw(st.integers(0, 2)) if draw(st.booleans()) else 0
    stamps = draw(st.permutations(range(1, many + effects + 1)))
    zones = [draw(st.sampled_from(("battlefield",) * 7 + ("graveyard",))) for _ in range(many)]
    things = []
    for index, zone in enumerate(zones):
        permanent = zone == "battlefield"
        hosts = [n for n in range(many) if n != index and permanent and zones[n] == "battlefield"]
        things.append(
            Thing(
                face=draw(st.integers(0, len(cards) - 1)),
                owner=draw(st.integers(1, 2)),
                zone=zone,
                timestamp=stamps[index],
                counters=tuple(
                    (kind, draw(st.integers(1, 2)))
                    for kind in draw(
                        st.lists(
                            st.sampled_from(("+1/+1", "-1/-1", "flying", "charge")), max_size=2, unique=True
                        )
                    )
                )
                if permanent and draw(st.integers(0, 2)) == 0
                else (),
                attached_to=draw(st.sampled_from(hosts)) if hosts else None,
                copy_of=draw(st.integers(0, index - 1))
                if index and permanent and draw(st.integers(0, 6)) == 0
                else None,
                face_down=permanent and draw(st.integers(0, 9)) == 0,
            )
        )
    permanents = [index for index, thing in enumerate(things) if thing.zone == "battlefield"] or [0]
    lasting = tuple(
        Lasting(
            draw(abilities(whom=("each", "target", "target"))),
            draw(st.integers(0, many - 1)),
            draw(st.integers(1, 2)),
            stamps[many + index],
            draw(st.sampled_from(permanents)),
            frozenset(draw(st.lists(st.sampled_from(permanents), max_size=many))),
        )
        for index in range(effects)
    )
    return Board(tuple(cards), tuple(things), lasting, draw(st.integers(1, 2)))


def parts(term: Term) -> Iterator[Term]:
    """A term and everything in it."""
    yield term
    if isinstance(term, tuple):
        for item in term:
            yield from parts(item)
