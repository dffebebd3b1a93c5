"""What is told of a text that isn't understood, on invented texts: where it stopped, what was expected."""

from __future__ import annotations

import pytest

from magistrate.bridge.cards.faces import Face
from magistrate.bridge.oracle import compile_face
from magistrate.bridge.oracle.combinators import Tokens
from magistrate.bridge.oracle.expected import family, why


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Draw a card.\nDestroy target wobble.", "stopped at 'wobble .', expected a noun"),
        ("Destroy target creature with wobbling.", "stopped at 'wobbling .', expected "),
        ("Destroy target creature or wobble.", "stopped at 'wobble .', expected "),
        ("You gain two lives.", "stopped at 'lives .', expected "),
        ("Draw", "stopped at the end, expected "),
        ("Wobble a lot.", "stopped at 'Wobble a lot .', expected "),
    ],
)
def test_a_gap_names_the_words_and_what_was_expected(text: str, told: str) -> None:
    (gap,) = compile_face(Face("Grub", type_line="Instant", text=text)).unmodelled
    assert gap.text == text.split("\n")[-1]
    assert gap.line == len(text.split("\n"))
    assert gap.why.startswith(told), gap.why
    assert gap.why.removeprefix(told) or told.endswith("noun")
    assert "something else" not in gap.why
    assert "|" not in gap.why


def test_a_word_that_can_mean_nothing_is_named() -> None:
    (gap,) = compile_face(Face("Grub", type_line="Instant", text="Destroy that creature.")).unmodelled
    assert gap.why == "stopped at 'that creature', expected something spoken of before that it can mean", (
        gap.why
    )


def test_what_is_told() -> None:
    tokens = Tokens(["destroy", "~"], ["Destroy", "Grub"])
    assert why(tokens, 1, ["a target"]) == "stopped at 'Grub', expected a target"
    assert why(tokens, 2, ["or", "b|a", "a noun", "~", "something"]) == (
        "stopped at the end, expected a noun, the card's own name, 'a', 'b' or 'or'"
    )
    many = why(tokens, 0, list("abcdefghijkl"))
    assert many == "stopped at 'Destroy Grub', expected 'a', 'b', 'c', 'd', 'e', 'f', 'g' or 5 more"
    assert why(tokens, 0, ["something"]).endswith("expected something that the words before lead to")


def test_families() -> None:
    assert family("stopped at 'copies of that creature', expected a noun") == "stopped at 'copies of'"
    assert family("stopped at 'copies', expected a noun") == "stopped at 'copies'"
    assert family("stopped at '. Draw a card', expected 'and'") == "stopped at '.', expected 'and'"
    assert family("stopped at the end, expected a noun") == "stopped at the end, expected a noun"
    assert family("not modelled: effect wobble") == "not modelled: effect wobble"
