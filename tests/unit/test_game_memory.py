"""What is known of objects that are gone."""

from __future__ import annotations

from clingo import parse_term

from magistrate.bridge.game.memory import without_forgotten


def test_only_what_something_speaks_of_is_remembered() -> None:
    facts = frozenset(
        map(
            parse_term,
            (
                "former(o(1))", "last(o(1),power(2))", "last(o(1),new(o(4)))", "in_zone(o(4),graveyard)",
                "former(o(2))", "last(o(2),power(3))", "last(o(2),attached_to(o(3)))", "bound(o(9),it,o(2))",
                "former(o(3))", "last(o(3),power(4))",
            ),
        )
    )  # fmt: skip
    left = {str(fact) for fact in without_forgotten(facts)}
    assert left == {str(f) for f in facts} - {"former(o(1))", "last(o(1),power(2))"}
    assert without_forgotten(frozenset([parse_term("object(o(1))")])) == {parse_term("object(o(1))")}
