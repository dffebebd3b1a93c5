"""Plain YAML is read without PyYAML, and as PyYAML reads it: the same nodes at the same places."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions import plain_yaml
from magistrate.bridge.positions.nodes import Limits, Node, by_library

FILES = [
    path.read_text("utf-8")
    for folder in ("examples", "tests/rulings")
    for path in sorted((Path(__file__).parents[2] / folder).rglob("*.yaml"))
]
LIMITS = Limits()
MARKS = [
    *" \n:-#,[]{}'\"|>&*!?%@`~+/\\.\t\r\ufeff\x85\xa0\u2028",
    "  ",
    "\n  ",
    "\n- ",
    ": ",
    " #",
    "a",
    "Ä",
    "1",
]
MARKS += [
    "null",
    "- ",
    "a: b",
    "a:\n",
    "|\n",
    "---",
    "...",
    "''",
    "<<: ",
    "|-\n",
    "[a, b]",
    "{a: b}",
    "é",
    "“",
    "—",
]
PIECES = [
    *"\n\n\n    --::[]{},#'\"|ab0",
    "  ",
    "\n  ",
    "\n    ",
    "\n- ",
    ": ",
    "a: ",
    "b:",
    "- ",
    "{a: b}",
    "[a, b]",
    '"a"',
]


def same(text: str) -> Node | None:
    """Compares the two readers; gives what the plain one found."""
    plain = plain_yaml.parse(text, "file", LIMITS)
    if plain is not None:
        try:
            assert plain == by_library(text, "file", LIMITS), text
        except BadInput as error:
            pytest.fail(f"read what PyYAML refuses ({error}): {text!r}")
    return plain


def test_many_files_are_plain() -> None:
    assert sum(same(text) is not None for text in FILES) > len(FILES) // 3


@given(st.data())
def test_changed_files_are_read_alike(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(FILES))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        until = min(len(text), at + data.draw(st.sampled_from([0, 0, 1, 1, 2, 5])))
        text = text[:at] + data.draw(st.sampled_from(["", *MARKS])) + text[until:]
    same(text)


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_any_text_is_read_alike(pieces: list[str]) -> None:
    same("".join(pieces))


PLAIN = [
    "a:",
    "a:\nb: 1\n",
    "a:\n- b\n- c: d\n  e: f\ng: h",
    "- a\n- - b\n",
    "a: |\n  b\n\n   c\n\nd: |-\n  e\n",
    "{a: [b, {c: d}], 'e''f': \"g\"}  # h",
    "# a\n\na: b # c\n# d\n  # e\nf: [g] # h\n",
    "a: {}\nb: []\nc: x#y 'z' \"w\" {v} [u]\n",
    "ä: “é” — +1/+1\n+1/+1: -1\n",
]


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_plain(text: str) -> None:
    assert (same(text) is None) == ("- - b" in text or "“" in text)


LEFT = [
    "",
    "a",
    "[a",
    "a: b: c",
    "a: b\n c: d",
    "a: b\n  c",
    "a: 1\na: 2",
    "{a: 1, a: 2}",
    "[a, ]",
    "{a}",
    "a: &b c",
    "a: *b",
    "a: !b c",
    "a: >\n  b\n",
    "a: |2\n  b\n",
    "a: |\n\n  b\n",
    "a: |\n  b",
    "a: 'b\n  c'",
    'a: "\\n"',
    "a: b\n---\nc: d",
    "a: b\n...\n",
    "%YAML 1.2\n---\na: b",
    "a:\tb",
    "a: b\r\n",
    "? a\n: b",
    "a : b",
    "a: 'b' c",
    "[a:b]",
    "a: @b",
    "a: " + "b" * plain_yaml.LONGEST,
    "a" * (plain_yaml.LONGEST_KEY + 1) + ": b",
]


@pytest.mark.parametrize("text", LEFT, ids=lambda text: repr(text[:20]))
def test_what_is_left_to_the_library(text: str) -> None:
    assert plain_yaml.parse(text, "file", LIMITS) is None


def test_bounds_are_left_to_the_library_too() -> None:
    assert plain_yaml.parse("[[[a]]]", "file", Limits(depth=3)) is not None
    assert plain_yaml.parse("[[[a]]]", "file", Limits(depth=2)) is None
    assert plain_yaml.parse("[a, b]", "file", Limits(nodes=3)) is not None
    assert plain_yaml.parse("[a, b]", "file", Limits(nodes=2)) is None
