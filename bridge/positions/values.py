"""Values of a position file: from nodes to plain Python values, or errors that say what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Sequence as Ordered
from typing import NoReturn

from magistrate.bridge.cards.faces import Card, Face
from magistrate.bridge.cards.names import SEPARATOR
from magistrate.bridge.errors import BadInput, Place
from magistrate.bridge.positions.keys import CARD, COLORS, COUNTERS, MANA, Key, spelling
from magistrate.bridge.positions.names import suggest
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, Sequence, describe, quoted
from magistrate.bridge.positions.terms import LARGEST

LONGEST_NAME = 1000
LONGEST_TEXT = 20_000

LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def refusal(node: Node | Place, message: str) -> BadInput:
    """The error at a node."""
    return BadInput(message, node if isinstance(node, Place) else node.place)


def misfit(node: Node, what: str, want: str, hint: str = "") -> BadInput:
    """The error that says what was expected, what was found, and what to do."""
    return refusal(node, f"{what}: expected {want}, found {describe(node)}{f'; {hint}' if hint else ''}")


def refuse(node: Node | Place, message: str) -> NoReturn:
    """Raise `refusal`."""
    raise refusal(node, message)


def expected(node: Node, what: str, want: str, hint: str = "") -> NoReturn:
    """Raise `misfit`."""
    raise misfit(node, what, want, hint)


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """`; did you mean "tapped"?`, or nothing where nothing is near."""
    near = suggest(found, {name.replace("_", "").replace(" ", ""): name for name in known})
    return f"; did you mean {' or '.join(quoted(name) for name in near)}?" if near else ""


def fields(
    node: Node, table: dict[str, Key], what: str, *, also: re.Pattern[str] | None = None
) -> dict[str, Node]:
    """The values of a mapping by key, spelt as in the table. Unknown keys and keys given twice are refused.

    `also`: further keys that may stand there.
    """
    if not isinstance(node, Mapping):
        expected(node, what, "a mapping of " + ", ".join(list(table)[:5]) + " …")
    found: dict[str, Node] = {}
    for key, value in node.pairs:
        name = spelling(key.text)
        if name not in table and name == "color" and "colors" in table:
            name = "colors"
        if name not in table and not (also and also.fullmatch(name)):
            hint = did_you_mean(name, table) or f"; the keys are {', '.join(table)}"
            refuse(key, f"{what} has no key {quoted(key.text)}{hint}")
        if name in found:
            refuse(key, f"{what}: the key {quoted(key.text)} is given twice")
        found[name] = value
    return found


def text(node: Node, what: str, longest: int = LONGEST_NAME) -> str:
    """A text. Numbers are taken as they are written."""
    if not isinstance(node, Scalar) or node.empty:
        expected(node, what, "a text")
    if len(node.text) > longest:
        refuse(node, f"{what}: longer than {longest:,} characters")
    return node.text


def name(node: Node, what: str) -> str:
    """A name: a text with something in it."""
    found = text(node, what).strip()
    if not found:
        expected(node, what, "a name")
    return found


def flag(node: Node, what: str) -> bool:
    """A truth value; a key with nothing after it is true."""
    if isinstance(node, Scalar):
        if node.plain and node.text in ("", "~"):
            return True
        if isinstance(node.value, bool):
            return node.value
        if node.plain and node.text.lower() in ("yes", "no"):
            return node.text.lower() == "yes"
    expected(node, what, "true or false")


def integer(node: Node, what: str, least: int | None = None) -> int:
    """A whole number that a term can hold, not below `least`."""
    if isinstance(node, Scalar):
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool):
            if least is not None and value < least:
                expected(node, what, f"a whole number, {least} or more")
            if abs(value) > LARGEST:
                expected(node, what, f"a whole number up to {LARGEST:,}")
            return value
    want = "a whole number" if least is None else f"a whole number, {least} or more"
    expected(node, what, want)


def items(node: Node) -> Ordered[Node]:
    """A list as its items, and anything else as the only item; nothing as none."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Scalar) and node.empty:
        return ()
    return (node,)


def names(node: Node, what: str) -> list[Scalar]:
    """A name or a list of names."""
    found: list[Scalar] = []
    for item in items(node):
        name(item, what)
        assert isinstance(item, Scalar)
        found.append(item)
    return found


def counter_kind(key: Scalar) -> str:
    """A kind of counter: a word or several, or +1/+1 and the like."""
    kind = key.text.strip()
    if not re.fullmatch(r"[+-]\d{1,3}/[+-]\d{1,3}|[A-Za-z][\w' -]{0,59}", kind):
        refuse(key, f"{quoted(key.text)} is no kind of counter: expected a word, or something like +1/+1")
    return kind


def counters(node: Node, what: str, stamped: bool = False) -> dict[str, tuple[int, Node]]:
    """Numbers of counters by kind; with `stamped` each may be `{count: 2, timestamp: 7}`."""
    if not isinstance(node, Mapping):
        expected(node, what, "kinds with their numbers, as in {+1/+1: 2}")
    found: dict[str, tuple[int, Node]] = {}
    for key, value in node.pairs:
        kind = counter_kind(key)
        if kind.lower() in found:
            refuse(key, f"{what}: the kind {quoted(kind)} is given twice")
        many: Node | None = value
        if stamped and isinstance(value, Mapping):
            many = fields(value, COUNTERS, f"{what}, {kind}").get("count")
        if many is None:
            refuse(value, f"{what}, {kind}: `count` is missing, as in {{count: 2, timestamp: 7}}")
        found[kind.lower()] = (integer(many, f"{what}, {kind}", 0), value)
    return found


def counter_stamp(node: Node, what: str) -> int | None:
    """When the last counters of a kind were put there, if the position says so."""
    given = fields(node, COUNTERS, what).get("timestamp") if isinstance(node, Mapping) else None
    return None if given is None else integer(given, what)


def mana(node: Node, what: str) -> dict[str, int]:
    """Mana by kind, from `"{R}{R}"` or `{R: 2}`."""
    found: dict[str, int] = {}
    pairs: list[tuple[str, int, Node]] = []
    if isinstance(node, Mapping):
        pairs = [
            (key.text.strip("{}"), integer(value, f"{what}, {key.text}", 0), key) for key, value in node.pairs
        ]
        if any(symbol.isdigit() for symbol, _, _ in pairs):
            expected(node, what, 'mana such as "{R}{R}"', "put it in quotes: braces are a mapping in YAML")
    else:
        written = text(node, what)
        if re.sub(r"\{[^{}]*\}", "", written).strip():
            expected(node, what, 'mana such as "{R}{R}"')
        pairs = [(symbol, 1, node) for symbol in re.findall(r"\{([^{}]*)\}", written)]
    for symbol, number, place in pairs:
        kind = MANA.get(symbol.upper()) or (symbol.lower() if symbol.lower() in MANA.values() else None)
        if kind is None:
            refuse(place, f"{what}: {quoted(symbol)} is no kind of mana; expected {', '.join(MANA)}")
        found[kind] = found.get(kind, 0) + number
    return {kind: number for kind, number in found.items() if number}


def colors(node: Node, what: str) -> tuple[str, ...]:
    """Colours as letters, in the order of the file; none for `colorless`."""
    found: list[str] = []
    for item in items(node):
        word = name(item, what)
        low = word.lower()
        if low in ("colorless", "colourless", "none"):
            continue
        if low in LETTERS:
            found.append(LETTERS[low])
        elif word and all(letter in "WUBRG" for letter in word.upper()):
            found += word.upper()
        else:
            refuse(item, f"{what}: {quoted(word)} is no colour; expected {', '.join(COLORS)} or colorless")
    return tuple(dict.fromkeys(found))


def pt(node: Node, what: str) -> tuple[str, str]:
    """Power and toughness, as printed."""
    if isinstance(node, Scalar):
        match = re.fullmatch(r"\s*([-+*\d.X∞½²?]{1,8})\s*/\s*([-+*\d.X∞½²?]{1,8})\s*", node.text)
        if match and all(_in_bounds(side) for side in match.groups()):
            return match[1], match[2]
    expected(node, what, "power and toughness such as 3/3 or */1+*")


def _in_bounds(printed: str) -> bool:
    return re.search(r"\d|\*|X", printed) is not None


def type_line(node: Node, what: str) -> str:
    """A type line with the dash that is printed."""
    line = re.sub(r"\s+(?:—|–|--?)\s+", " — ", name(node, what))
    for word in line.split():
        if word != "—" and not re.fullmatch(r"[A-Za-z][A-Za-z'’-]*", word):
            expected(node, what, "types and subtypes, as in Legendary Creature — Ogre", f"not {quoted(word)}")
    return line


def card(node: Node) -> Card:
    """A card that the file defines."""
    what = "a card"
    found = fields(node, CARD, what)
    if "faces" not in found:
        made = face(found, node, what)
        layout = layout_word(found["layout"]) if "layout" in found else "normal"
        return Card(made.name, layout, (made,))
    faces = found["faces"]
    if not isinstance(faces, Sequence) or not faces.items:
        expected(faces, "faces", "a list of faces, each with name, type, text …")
    extra = [key for key in found if key not in ("name", "layout", "faces")]
    if extra:
        refuse(found[extra[0]], f"{extra[0]} belongs to one of the faces of this card")
    from magistrate.bridge.positions.keys import DEFINITION

    made_faces = tuple(face(fields(item, DEFINITION, "a face"), item, "a face") for item in faces.items)
    if len({f.name.casefold() for f in made_faces}) < len(made_faces):
        refuse(faces, "two faces of this card have the same name")
    whole = SEPARATOR.join(f.name for f in made_faces)
    layout = layout_word(found["layout"]) if "layout" in found else "transform"
    return Card(name(found["name"], "name") if "name" in found else whole, layout, made_faces)


LAYOUTS = (
    "normal", "split", "flip", "transform", "modal_dfc", "meld", "leveler", "class", "case", "saga",
    "adventure", "mutate", "prototype", "battle", "planar", "scheme", "vanguard", "token", "emblem", "host",
    "double_faced_token", "augment", "art_series", "reversible_card", "room", "omen", "prepare",
)  # fmt: skip


def layout_word(node: Node) -> str:
    """A layout, by the word that card lists use."""
    found = spelling(name(node, "layout"))
    if found not in LAYOUTS:
        hint = did_you_mean(found, LAYOUTS) or f"; the layouts are {', '.join(LAYOUTS)}"
        refuse(node, f"{quoted(found)} is no layout{hint}")
    return "split" if found == "room" else found


def face(found: dict[str, Node], node: Node, what: str, called: str = "") -> Face:
    """A face from the values of its keys. `called`: its name where no key gives it."""
    if "name" in found:
        called = name(found["name"], "name")
    if not called:
        refuse(node, f"{what} needs a name")
    for key, value in found.items():
        if isinstance(value, Scalar) and re.search(r"[0-9]{10}", value.text):
            refuse(value, f"{key}: a number in it is larger than {LARGEST:,}")
    power, toughness = pt(found["pt"], "pt") if "pt" in found else (None, None)
    cost = text(found["cost"], "cost") if "cost" in found and not _nothing(found["cost"]) else ""
    if cost and (re.sub(r"\{[^{}]*\}", "", cost).strip() or not cost.strip()):
        expected(found["cost"], "cost", 'a mana cost such as "{2}{R}"')
    return Face(
        name=called,
        mana_cost=cost.replace(" ", ""),
        type_line=type_line(found["type"], "type") if "type" in found else "",
        text=text(found["text"], "text", LONGEST_TEXT).strip()
        if "text" in found and not _nothing(found["text"])
        else "",
        power=power,
        toughness=toughness,
        loyalty=_printed_number(found, "loyalty"),
        defense=_printed_number(found, "defense"),
        colors=colors(found["colors"], "colors") if "colors" in found else None,
        color_indicator=colors(found["color_indicator"], "color indicator")
        if "color_indicator" in found
        else None,
    )


def _printed_number(found: dict[str, Node], key: str) -> str | None:
    if key not in found:
        return None
    written = name(found[key], key)
    if not re.fullmatch(r"[0-9]{1,4}|X|\*|[0-9]?d[0-9]{1,2}\+?[0-9]?", written):
        expected(found[key], key, "a number as printed, such as 3 or X")
    return written


def says_no(node: Node) -> bool:
    """Whether a value is false."""
    return isinstance(node, Scalar) and node.plain and node.text.lower() in ("false", "no")


def _nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.empty
