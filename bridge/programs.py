"""The judge's program files: which a question needs, read, and grounded stratum by stratum.

A question is a list of folders and files of `magistrate.asp` that are always loaded. To these come the files
of the on-demand folders (keywords, literals, values ...) whose names occur as words in the facts. The
program itself names the order of its strata: after each grounding, the atoms `next(Key, Part)` tell which
parts come next.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import clingo

from magistrate import asp

if TYPE_CHECKING:
    from types import ModuleType

    from clingo.ast import AST

__all__ = ["ON_DEMAND", "QUESTIONS", "Session", "files_for", "has_rules", "implemented", "mentioned", "non_facts", "words"]

ON_DEMAND: tuple[str, ...] = (
    "references",
    "keywords",
    "literals",
    "values",
    "conditions",
    "changes",
    "statements",
    "together",
    "effects",
    "triggers",
)
"""Folders of which a file is loaded only when its name occurs in the facts."""

CHARACTERISTICS: tuple[str, ...] = (
    "characteristics/base.lp",
    "characteristics/match.lp",
    "characteristics/final.lp",
)

QUESTIONS: dict[str, tuple[str, ...]] = {
    "characteristics": CHARACTERISTICS,
    "abilities": (*CHARACTERISTICS, "legality/targets_of.lp"),
    "declared": (*CHARACTERISTICS, "events/declarations.lp"),
    "targets": (
        *CHARACTERISTICS,
        "legality/targets.lp",
        "legality/targets_linked.lp",
        "legality/resolution.lp",
    ),
    "targets_paid": (
        *CHARACTERISTICS,
        "legality/targets.lp",
        "legality/targets_paid.lp",
        "legality/targets_linked.lp",
        "legality/resolution.lp",
    ),
    "attacks": (
        *CHARACTERISTICS,
        "legality/declaration.lp",
        "legality/attack.lp",
        "legality/goad.lp",
        "legality/bands.lp",
    ),
    "blocks": (
        *CHARACTERISTICS,
        "legality/declaration.lp",
        "legality/block.lp",
    ),
    "passing": ("turn/steps.lp", "turn/priority.lp", "turn/simple.lp"),
    "game": (
        *CHARACTERISTICS,
        "turn/steps.lp",
        "turn/priority.lp",
        "turn/combat.lp",
        "events/triggers.lp",
        "events/announce.lp",
        "events/resolve.lp",
        "events/propose.lp",
        "events/parts.lp",
        "events/occur.lp",
        "events/history.lp",
    ),
}
"""Question -> the files that are always loaded for it."""

BY_WORD: dict[str, str] = {
    "every": "characteristics/subtypes.lp",
    "counters": "characteristics/counters.lp",
    "effect_of": "characteristics/lasting.lp",
    "name_sticker": "characteristics/stickers.lp",
    "suspected": "characteristics/suspected.lp",
}
"""Further files of which a word tells that they are needed."""

BY_PART: dict[str, tuple[str, ...]] = {
    "plan": ("characteristics/apply.lp",),
    "decide": ("characteristics/dependency.lp",),
    "settling": ("events/settle.lp",),
    "starting": ("turn/begin.lp", "events/declarations.lp"),
    "fighting": ("turn/damage.lp",),
}
"""Files that are loaded when the first of their strata comes up."""

# Predicates whose arguments hold words of card text; words elsewhere name no file.
_TEXT_PREDICATES = frozenset(
    [
        "keyword",
        "condition",
        "filter",
        "change",
        "states",
        "instruction",
        "mode_instruction",
        "cost",
        "target",
        "trigger",
        "replaces",
        "divide",
        "together",
        "asked_filter",
        "player_keyword",
        "counters",
        "effect_of",
        "name_sticker",
        "suspected",
    ]
)
CHOOSING = "legality"
"""The first part that may hold a choice."""
_WORD = re.compile(r"[a-z][a-z_0-9]*")
_NEEDS = re.compile(r"^%%% Needs\s+(.+)$", re.MULTILINE)


def _root() -> str:
    """The judge's folder. (importlib.resources would do, and costs every command five milliseconds.)"""
    assert asp.__file__ is not None
    return os.path.dirname(asp.__file__)


@cache
def _folder(name: str) -> frozenset[str]:
    folder = f"{_root()}/{name}"
    if not os.path.isdir(folder):
        return frozenset()
    return frozenset(entry[:-3] for entry in os.listdir(folder) if entry.endswith(".lp"))


@cache
def _statements(path: str) -> tuple[AST, ...]:
    """The parsed statements of a file; `#defined` only silences messages, which nobody hears here."""
    trees = _trees()
    parsed: list[AST] = []
    trees.parse_string(source(path), parsed.append)
    return tuple(statement for statement in parsed if statement.ast_type != trees.ASTType.Defined)


@cache
def _trees() -> ModuleType:
    """Clingo's module for syntax trees. Those that are kept must go before it does when the process ends."""
    import atexit

    from clingo import ast

    atexit.register(_statements.cache_clear)
    return ast


_READ: set[str] = set()
"""The files that this process has read as text: syntax trees take twice as long to make, and pay from the
second use on."""


def implemented(folder: str) -> frozenset[str]:
    """The words that the files of an on-demand folder carry, such as `menace` for keywords."""
    return _folder(folder)


@cache
def has_rules(folder: str, word: str) -> bool:
    """Whether the file of a word holds a rule, and not just a header that says why none is needed."""
    if word not in _folder(folder):
        return False
    lines = (line.strip() for line in source(f"{folder}/{word}.lp").splitlines())
    return any(line and not line.startswith(("%", "#")) for line in lines)


def words(facts: Iterable[clingo.Symbol]) -> frozenset[str]:
    """The words of card text in some facts; each may be the name of an on-demand file."""
    text = " ".join(str(fact) for fact in facts if fact.name in _TEXT_PREDICATES)
    return frozenset(_WORD.findall(text))


def files_for(question: str, facts: Iterable[clingo.Symbol]) -> list[str]:
    """The program files, relative to the judge's folder, for a question about these facts.

    Raises KeyError for a question that doesn't exist.
    """
    present = words(facts)
    chosen = list(QUESTIONS[question])
    for folder in ON_DEMAND:
        chosen += [f"{folder}/{stem}.lp" for stem in sorted(_folder(folder) & present)]
    chosen += [path for word, path in BY_WORD.items() if word in present]
    for path in chosen:
        chosen += [needed for needed in _needs(path) if needed not in chosen]
    return chosen


@cache
def _needs(path: str) -> tuple[str, ...]:
    """The further files that a file says it needs, in its header."""
    return tuple(needed for line in _NEEDS.findall(source(path)) for needed in line.split())


def mentioned(question: str) -> frozenset[str]:
    """The words in the files that are always loaded for a question, the names of predicates among them."""
    return frozenset(word for path in QUESTIONS[question] for word in _WORD.findall(source(path)))


def source(path: str) -> str:
    """The text of a program file."""
    with open(f"{_root()}/{path}", encoding="utf-8") as file:
        return file.read()


class Session:
    """A grounded question.

    `facts` are the position's, `extra` what the question adds (for example what is asked about). `options`
    go to clingo; `observer` may be given to see the ground program, from the first part on that may hold a
    choice: what comes before are facts, which later rules no longer mention. After construction everything
    that the position determines has been worked out. `files` are those that were loaded, `parts` the strata
    in the order in which they were grounded.
    """

    control: clingo.Control
    files: list[str]
    parts: list[tuple[str, list[clingo.Symbol]]]

    def __init__(
        self,
        question: str,
        facts: Iterable[clingo.Symbol],
        *,
        extra: Iterable[clingo.Symbol] = (),
        options: Sequence[str] = (),
        observer: clingo.Observer | None = None,
    ) -> None:
        everything = [*facts, *extra]
        self.control = clingo.Control(list(options), message_limit=0)
        with self.control.backend() as backend:
            for fact in everything:
                backend.add_rule([backend.add_atom(fact)])
        self.parts = []
        self.files = []
        self._load(files_for(question, everything))
        self._ground(observer)

    def _load(self, paths: Iterable[str]) -> None:
        again = []
        for path in paths:
            self.files.append(path)
            if path in _READ:
                again.append(path)
            else:
                self.control.add("base", [], source(path))
                _READ.add(path)
        if again:
            with _trees().ProgramBuilder(self.control) as builder:
                for path in again:
                    for statement in _statements(path):
                        builder.add(statement)

    def _ground(self, observer: clingo.Observer | None) -> None:
        self.control.ground([("base", [])])
        grounded: set[clingo.Symbol] = set()
        while True:
            waiting: dict[clingo.Symbol, list[clingo.Symbol]] = {}
            for atom in self.control.symbolic_atoms.by_signature("next", 2):
                key, part = atom.symbol.arguments
                if part not in grounded:
                    waiting.setdefault(key, []).append(part)
            if not waiting:
                return
            parts = sorted(waiting[min(waiting)])
            grounded.update(parts)
            late = {path for part in parts for path in BY_PART.get(part.name, ())}
            self._load(sorted(late.difference(self.files)))
            calls = [(part.name, list(part.arguments)) for part in parts]
            self.parts += calls
            if observer is not None and any(part.name == CHOOSING for part in parts):
                self.control.register_observer(observer)
                observer = None
            self.control.ground(calls)

    def atoms(self, name: str, arity: int) -> list[clingo.Symbol]:
        """All atoms of a predicate that the program has, as terms, in no particular order."""
        return [atom.symbol for atom in self.control.symbolic_atoms.by_signature(name, arity)]


def non_facts(control: clingo.Control) -> list[clingo.Symbol]:
    """The atoms that grounding left open; for a question without a choice there must be none."""
    return [atom.symbol for atom in control.symbolic_atoms if not atom.is_fact]
