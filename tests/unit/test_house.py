"""The judge rules, the hands move: what the folders may know, and how program files read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import clingo
import pytest

from magistrate.bridge.programs import ON_DEMAND, implemented

ROOT = Path(__file__).parents[2]
HANDS = sorted(
    path
    for path in (ROOT / "bridge").rglob("*.py")
    if not {"oracle", "explain"} & set(path.relative_to(ROOT).parts)
)
PROGRAMS = sorted((ROOT / "asp").rglob("*.lp"))
RULE = re.compile(r"\b[1-9]\d\d\.\d+[a-z]?\b")
# Keywords whose names other things have: reach(N), the ward that an answer tells of, two layouts of cards.
PLAIN_WORDS = frozenset(("enchant", "equip", "mutate", "prototype", "reach", "ward"))


def strings(path: Path) -> Iterator[ast.Constant]:
    """The strings of a module that are code: no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    told |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node


@pytest.mark.parametrize("path", HANDS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_rule_number_in_the_hands(path: Path) -> None:
    found = [f"line {node.lineno}: {node.value}" for node in strings(path) if RULE.search(str(node.value))]
    assert not found


@pytest.mark.parametrize("path", HANDS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_keyword_in_the_hands(path: Path) -> None:
    keywords = implemented("keywords") - PLAIN_WORDS
    found = [f"line {node.lineno}: {node.value}" for node in strings(path) if node.value in keywords]
    assert not found


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT / "asp")))
def test_program_file_loads_without_a_message(path: Path) -> None:
    messages: list[str] = []
    text = path.read_text(encoding="utf-8")
    control = clingo.Control(["--warn=all"], lambda code, message: messages.append(message))
    control.add("base", [], text)
    parts: list[tuple[str, list[clingo.Symbol]]] = [("base", [])]
    for name, parameters in re.findall(r"#program (\w+)(?:\(([^)]*)\))?\.", text):
        count = parameters.count(",") + 1 if parameters else 0
        parts.append((name, [clingo.Number(0)] * count))
    control.ground(parts)
    assert not messages
    assert "#script" not in text
    assert "#include" not in text


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT / "asp")))
def test_program_file_opens_with_a_header(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("%%% ")


@pytest.mark.parametrize("folder", ON_DEMAND)
def test_files_loaded_on_demand_have_names_that_are_words(folder: str) -> None:
    assert all(re.fullmatch(r"[a-z][a-z_0-9]*", stem) for stem in implemented(folder))
