"""Words that an object is expected to lack: a misspelt one would never be missed."""

from __future__ import annotations

from collections.abc import Iterator

from magistrate.bridge.positions import terms, values
from magistrate.bridge.positions.nodes import Node, quoted
from magistrate.bridge.rulings.seen import Seen

_FACTS = {"subtypes": "card_subtype", "keywords": "keyword"}
"""Facts of a position that hold words of its own."""


def check(seen: Seen, name: str, node: Node) -> None:
    """Refuse words that are none of this sort: types, supertypes, subtypes, colors or keywords."""
    known = _known(name) | frozenset(_there(seen, name))
    for item in values.names(node, name):
        word = str(terms.word(item.text))
        if word not in known and not (name == "keywords" and _is_keyword(item.text)):
            hint = values.did_you_mean(item.text, sorted(one.replace("_", " ") for one in known))
            values.refuse(item, f"lacks: {quoted(item.text)} is no word of {name}{hint}")


def _is_keyword(text: str) -> bool:
    """Whether a text is a keyword ability, in whatever variant: it compiles to one."""
    from magistrate.bridge.cards.faces import Face
    from magistrate.bridge.oracle import compile_face

    found = compile_face(Face("It", type_line="Creature", text=text.capitalize()))
    return not found.unmodelled and any(fact.name == "keyword" for fact in found.facts)


def _known(name: str) -> frozenset[str]:
    from magistrate.bridge.oracle import tables

    if name == "keywords":
        from magistrate.bridge.programs import implemented

        return implemented("keywords") | implemented("meanings")
    return {
        "types": frozenset(tables.TYPES),
        "supertypes": frozenset(tables.SUPERTYPES),
        "subtypes": frozenset(tables.CLASS_OF),
        "colors": frozenset(tables.COLORS),
    }[name]


def _there(seen: Seen, name: str) -> Iterator[str]:
    for arguments in seen.by_name.get(_FACTS.get(name, ""), ()):
        yield str(arguments[1])
